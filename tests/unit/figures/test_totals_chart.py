"""The drawing of reported figures: each has a row, each qualifier its shape, nothing is joined."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.drawing.palette import PALETTES
from components.drawing.scene import Bar, Dot, Group, Line, Sign, Text
from components.drawing.svg import paint
from components.drawing.totals import (
    FORMS,
    GLYPHS,
    HOLLOW,
    MOST_ROWS,
    Figure,
    Panel,
    TotalsWords,
    figure_signs,
    number_line,
    totals_scene,
)
from components.i18n import i18n_for
from components.presentation.context import Context, story_words
from components.presentation.figures import (
    charted_claims,
    finding_words,
    population_name,
    short_name,
    value_words,
)
from components.presentation.pictures import picture
from components.presentation.scenes import totals_drawn
from components.presentation.stories import public_story
from components.query.figures import (
    DEFAULT_MEASURES,
    ChartOptions,
    charted,
    finding,
    measures_of,
    panels,
    totals,
)
from components.query.view import View
from tests.support.apptest import DATA
from tests.support.cases import for_each
from tests.support.drawing import clipped, ids, overlaps, read, words
from tests.support.stories.small import claim

LIGHT = PALETTES["light"]
WIDTHS = (1280, 800, 350)
QUALIFIERS = (
    "exact", "about", "more_than", "at_least", "nearly", "less_than", "up_to", "range",
)  # fmt: skip
WORDS = TotalsWords(
    month=lambda day: f"{day:%b}",
    year=lambda day: str(day.year),
    span=lambda first, last: f"{first.year}–{last.year}",
    count=lambda n: f"{n} figures",
)


def context(language="en", **view):
    words_of = story_words(public_story(), i18n_for(language))
    return Context(public_story(), replace(View(), **view), (), words_of, "light", "figures")


def figure(key, number, day=date(2019, 4, 29), **more):
    given_ = {
        "id": f"cl-{key}", "low": number, "high": number, "qualifier": "exact", "first": day,
        "last": day, "when": f"{day:%d %b}", "sure": True, "population": "soldiers",
        "value": f"{number:,}", "who": "Somebody", "says": f"{number:,} (Somebody)",
    }  # fmt: skip
    return Figure(**(given_ | more))


def panel(*figures, title="Arrived", unit="people"):
    return Panel(title, "", unit, tuple(figures), lambda v: f"{v:,.0f}")


def scene_of(*found, width=800, **more):
    return totals_scene(found, palette=LIGHT, words=WORDS, width=width, **more)


def shapes_of(qualifier):
    far = 60 if qualifier == "range" else 0
    return figure_signs(qualifier, "circle", 0, 0, far, LIGHT.ink, LIGHT.paper)


# --- How a figure was said ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("qualifier", "bar", "arrow", "at"),
    [
        ("exact", False, 0, 0),
        ("about", False, 0, 0),
        ("more_than", False, 1, 0),
        ("at_least", False, 1, 0),
        ("nearly", True, 0, -1),
        ("less_than", True, -1, -1),
        ("up_to", True, -1, -1),
    ],
)
def test_a_qualifier_is_drawn_as_it_means(qualifier, bar, arrow, at):
    """A bar stands at its number, an arrow points where it leads, a mark where it stops short."""
    shapes, left, right = shapes_of(qualifier)
    lines = [one.points for one in shapes if isinstance(one, Line)]
    (sign,) = [one for one in shapes if isinstance(one, Sign)]
    assert (((0, -7), (0, 7)) in lines) == bar
    tips = [points[1][0] for points in lines if len(points) == 3]
    assert [(tip > sign.x) - (tip < sign.x) for tip in tips] == ([arrow] if arrow else [])
    assert (sign.x > 0) - (sign.x < 0) == at
    assert any(isinstance(one, Dot) and one.paint.dash for one in shapes) == (qualifier == "about")
    assert (sign.paint.fill == LIGHT.paper) == (qualifier in HOLLOW)
    assert -left <= min([sign.x, *tips])
    assert right >= max([sign.x, *tips])


def test_a_range_is_a_bar_from_its_lower_to_its_upper_number():
    shapes, _, right = shapes_of("range")
    (bar,) = [one for one in shapes if isinstance(one, Line)]
    assert bar.points == ((0, 0), (60, 0))
    assert [one.x for one in shapes if isinstance(one, Sign)] == [0, 60]
    assert right > 60


def test_every_qualifier_and_population_can_be_told_from_every_other_without_colour():
    assert len({repr(shapes_of(qualifier)[0]) for qualifier in QUALIFIERS}) == len(QUALIFIERS)
    assert len(set(FORMS.values())) == len(set(GLYPHS.values())) == len(FORMS)
    assert set(FORMS) == set(GLYPHS) >= {c.population for c in DATA.claims.values() if c.population}


# --- The rows -------------------------------------------------------------------------------------


@for_each("language", ["en", "es"])
@for_each("width", WIDTHS)
@for_each("measure", [None, *measures_of(DATA.claims.values())])
def test_every_figure_has_its_row_with_number_speaker_and_day(language, width, measure):
    ctx = context(language, measure=measure)
    claims, scene = charted_claims(ctx), totals_drawn(ctx, width)
    assert sorted(scene.ids("claim")) == sorted(c.id for c in claims)
    # A phone has no room for the longest of all names.
    assert scene.shortened <= ({"cl-hrw-two-on-drugs"} if width == 350 else set())
    marks = {mark.id: mark for mark in scene.marks("claim")}
    for one in claims:
        said = [shape.words for shape in marks[one.id].shapes if isinstance(shape, Text)]
        if one.id not in scene.shortened:
            assert said == [value_words(one, ctx.i18n), short_name(one, DATA, ctx.i18n)]
        assert population_name(one.population, ctx.i18n) in marks[one.id].says
        assert marks[one.id].says in scene.description
    svg = paint(scene)
    assert overlaps(words(svg)) == []
    assert clipped(svg) == []
    sizes = [float(text.get("font-size")) for text in read(svg).iter("{*}text")]
    assert min(sizes) >= 12


def test_a_number_stands_to_scale_from_zero_and_alike_in_panels_of_one_unit():
    scene = totals_drawn(context(), 800)
    places = {}
    for mark in scene.marks("claim"):
        one = DATA.claims[mark.id]
        if one.qualifier in {"exact", "about", "more_than"}:
            (sign,) = [shape for shape in mark.shapes if isinstance(shape, Sign)]
            places.setdefault(one.value_low, set()).add(round(sign.x, 3))
    assert all(len(found) == 1 for found in places.values())
    (a,), (b,), (c,) = places[60], places[700], places[1400]
    assert (b - a) / (c - b) == pytest.approx(640 / 700, rel=1e-3)


def test_a_day_that_no_source_names_is_dotted_under():
    scene = scene_of(panel(figure("a", 1), figure("b", 2, date(2019, 5, 2), sure=False)))
    (days,) = scene.marks("days")
    dots = [one for one in days.shapes if isinstance(one, Line) and one.paint.dash]
    assert [one.words for one in days.shapes if isinstance(one, Text)] == ["29 Apr", "02 May"]
    assert len(dots) == 1


def test_the_chosen_figure_alone_is_lit():
    chosen = "cl-arrivals-2019-02-27-567"
    marks = list(totals_drawn(context(claim=chosen), 1280).marks("claim"))
    lit = [mark for mark in marks if any(isinstance(s, Bar) and s.paint.fill for s in mark.shapes)]
    assert [mark.id for mark in lit] == [mark.id for mark in marks if mark.data] == [chosen]


@for_each("width", WIDTHS)
@for_each("days", [1, 40, 2000])
def test_very_many_figures_share_rows_and_stay_few(width, days):
    day = date(1990, 1, 1)
    found = [figure(str(n), n % 997, day + timedelta(n * days)) for n in range(150)] * 12
    scene = scene_of(panel(*sorted(found, key=lambda f: f.first)), width=width)
    rows = [one for mark in scene.marks("days") for one in mark.shapes if isinstance(one, Text)]
    assert 2 <= len(rows) <= 2 * MOST_ROWS
    assert len(list(scene.marks("claim"))) < len(found)
    assert clipped(paint(scene)) == []


@for_each("figures", [0, 1, 2])
def test_a_picture_of_no_figure_or_of_one_is_a_picture(figures):
    found = [panel(*(figure(str(n), n) for n in range(figures)))] if figures else []
    scene = scene_of(*found, width=1144, height=300)
    assert (scene.width, scene.height) == (1144, 300)
    assert len(scene.ids("claim")) == figures


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("form", ["tall", "wide", "square"])
def test_every_figure_of_a_picture_can_be_read_in_the_size_it_is_published_in(form, language):
    scene = picture("figures", context(language), form)
    (drawing,) = (one for one in scene.body if isinstance(one, Group) and one.cut)
    marks = list(replace(scene, body=(drawing,)).marks())
    sizes = [shape.size for mark in marks for shape in mark.shapes if isinstance(shape, Text)]
    assert min(sizes) * drawing.scale >= 11.5
    arrivals = {c.id for c in charted(DATA.claims.values(), ChartOptions("arrivals"))}
    assert {mark.id for mark in marks} >= arrivals


def test_what_a_claim_says_cannot_break_the_drawing():
    bad = "</text><script>alert('1')</script> & \x00"
    svg = paint(scene_of(panel(figure("a", 1, who=bad, says=bad), title=bad)))
    assert ids(svg, "claim") == {"cl-a"}


# --- Number line ----------------------------------------------------------------------------------


@given(st.lists(st.floats(-2e3, 2e9), min_size=1, max_size=6))
def test_every_figure_lies_between_the_ends_of_its_line(numbers):
    line = number_line(numbers)
    assert all(-1e-6 <= line.at(value) <= 1 + 1e-6 for value in numbers)
    assert len(line.ticks()) <= 16


# --- What is shown, and what it says ------------------------------------------------------------


def made(key, value, when, **extra):
    return claim(key, value, when, **extra)


def test_the_chart_leaves_out_parts_of_totals_and_what_names_no_number():
    rows = [
        made("a", 60, "2019-02-23"),
        made("b", 415, "2019-02-27", region_id="oriente"),
        made("c", 1, "2019-02-27", qualifier=None, value_low=None, value_high=None, unit=None),
        made("d", 7, "2019-05-07", measure="hotels", unit="hotels"),
    ]
    assert [c.id for c in totals(rows)] == ["cl-a", "cl-d"]
    assert [c.id for c in charted(rows, ChartOptions())] == ["cl-a"]
    assert [c.id for c in charted(rows, ChartOptions(measure="hotels"))] == ["cl-d"]
    assert not [c for c in charted(DATA.claims.values(), ChartOptions()) if c.region_id]


def test_flows_and_stocks_never_share_a_panel():
    for panel in panels(charted(DATA.claims.values(), ChartOptions())):
        assert {c.measure for c in panel.claims} == {panel.measure}
        assert {c.unit for c in panel.claims} == {panel.unit}
        assert panel.measure in DEFAULT_MEASURES


def test_every_figure_stands_in_exactly_one_panel():
    for asked in (ChartOptions(), *(ChartOptions(m) for m in measures_of(DATA.claims.values()))):
        shown = charted(DATA.claims.values(), asked)
        in_panels = [c.id for p in panels(shown) for c in p.claims]
        assert sorted(in_panels) == sorted(c.id for c in shown)


def said_of(claims, language="en"):
    """What the title says of some figures."""
    words = story_words(public_story(), i18n_for(language))
    ctx = Context(public_story(), View(), (), words, "light", "figures")
    return finding_words(finding(claims), ctx)


def test_the_title_joins_figures_of_one_speaker_and_one_population_alone():
    arrivals = charted(DATA.claims.values(), ChartOptions("arrivals"))
    joined = finding(arrivals)
    assert joined.how == "running"
    assert joined.first.claimant_id == joined.last.claimant_id
    assert joined.first.population == joined.last.population
    name = short_name(joined.first, DATA, i18n_for("en"))
    assert said_of(arrivals).startswith("From 60 on 23 February to ")
    assert said_of(arrivals).endswith(f"({name})")
    assert said_of(arrivals, "es").startswith("De 60 el 23 de febrero a ")
    assert finding(()) is None

    sizes = charted(DATA.claims.values(), ChartOptions("force-size"))
    assert said_of(sizes).startswith(f"{len(sizes)} figures by ")
    one_day = [made(key, n, "2019-02-27", claimant_id="efe") for key, n in (("a", 100), ("b", 116))]
    names = list(dict.fromkeys(short_name(c, DATA, i18n_for("en")) for c in one_day))
    assert len(names) == 1
    said = f"2 figures by {names[0]} for 27 February, from 100 to 116"
    assert said_of(one_day) == said
    assert said_of(one_day[:1]) == f"One figure, by {names[0]}: 100"
    others = [one_day[0], one_day[1].model_copy(update={"claimant_id": "npr"})]
    assert said_of(others) == f"2 figures by {names[0]} and NPR"
