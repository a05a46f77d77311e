"""The chart of totals: every figure one mark, every qualifier its shape, nothing joined."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import combinations, pairwise
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from components.domain.dates.edtf import parse_edtf
from components.domain.evidence.totals import (
    DEFAULT_MEASURES,
    ChartOptions,
    charted,
    finding,
    main_voice,
    measures_of,
    panels,
    relaxed_counts,
    totals,
)
from components.domain.views.view import View
from components.figures.palette import PALETTES
from components.figures.totals.chart import GLYPH, SYMBOL, WIDTH_PX, TotalsTexts, totals_chart
from components.figures.totals.labels import Label, LabelBox, place
from components.figures.totals.marks import HOLLOW, Ruler, TotalMark, centre, noon, spots, strokes
from components.figures.totals.scale import NumberScale, scale_for
from components.figures.totals.signs import sign
from components.i18n import i18n_for
from components.presentation.charts.pictures import picture
from components.presentation.charts.totals import panel_figure, panel_scales
from components.presentation.charts.totals_words import (
    alt_text,
    finding_words,
    short_name,
    value_words,
)
from components.presentation.context import Context, story_words
from components.presentation.stories import LoadedStory, public_story
from tests.support.apptest import DATA
from tests.support.cases import for_each
from tests.support.ground import PACKAGE
from tests.support.stories.small import claim

WINDOW = (date(2019, 4, 1), date(2019, 5, 31))
SCALE = scale_for([60, 1480])
LIGHT = PALETTES["light"]
TEXTS = TotalsTexts(number=lambda v: f"{v:g}", day=lambda d: f"{d.day}/{d.month}")
BOUNDS = {
    "exact": (800, 800),
    "about": (800, 800),
    "more_than": (800, None),
    "at_least": (800, None),
    "nearly": (None, 800),
    "less_than": (None, 800),
    "up_to": (None, 800),
    "range": (400, 800),
}


def total_mark(key="a", qualifier="exact", when="2019-04-29", *, bounds=None, **extra):
    low, high = bounds or BOUNDS[qualifier]
    given_ = {
        "id": f"cl-{key}",
        "low": low,
        "high": high,
        "qualifier": qualifier,
        "date": parse_edtf(when),
        "day_stated": True,
        "population": "soldiers",
        "value": "800",
        "name": ("Somebody",),
        "hover": "",
    }
    return TotalMark(**(given_ | extra))


def drawn(*marks, chosen=None, scale=SCALE, window=WINDOW):
    return totals_chart(
        marks, window=window, scale=scale, chosen=chosen, palette=LIGHT, texts=TEXTS
    )


def points(figure):
    (trace,) = [t for t in figure.data if t.name == "claims"]
    return trace


def shapes_of(figure, claim_id):
    return [s for s in figure.layout.shapes if (s.name or "").split(" ")[0] == claim_id]


def kinds(qualifier):
    return {s.kind for s in strokes(total_mark(qualifier=qualifier), SCALE)}


# --- Qualifiers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("qualifier", ["more_than", "at_least"])
def test_more_than_opens_upwards_and_has_no_cap(qualifier):
    found = strokes(total_mark(qualifier=qualifier), SCALE)
    assert {s.kind for s in found} == {"up", "head"}
    (stem,) = [s for s in found if s.kind == "up"]
    heads = [s for s in found if s.kind == "head"]
    assert stem.y0 > 0
    assert stem.y1 > stem.y0
    # An open arrow: both barbs fall away from its tip.
    assert len(heads) == 2
    assert all(max(s.y0, s.y1) == stem.y1 and min(s.y0, s.y1) < stem.y1 for s in heads)


@pytest.mark.parametrize("qualifier", ["nearly", "less_than", "up_to"])
def test_what_stops_short_hangs_under_a_cap_at_its_number(qualifier):
    mark = total_mark(qualifier=qualifier)
    (cap,) = [s for s in strokes(mark, SCALE) if s.kind == "cap"]
    assert cap.y0 == cap.y1 == 0
    assert cap.x0 < 0 < cap.x1
    assert centre(mark, SCALE) < SCALE.at(800)
    assert all(s.y1 <= 0 and s.y0 <= 0 for s in strokes(mark, SCALE))


def test_nearly_keeps_a_gap_below_its_cap_and_up_to_touches_it():
    def gap(qualifier):
        return SCALE.at(800) - centre(total_mark(qualifier=qualifier), SCALE)

    assert gap("nearly") > gap("up_to") > 0
    assert "down" not in kinds("nearly")
    assert {"down", "head", "cap"} <= kinds("less_than") & kinds("up_to")


def test_about_has_a_dotted_ring_and_exact_nothing():
    (ring,) = strokes(total_mark(qualifier="about"), SCALE)
    assert (ring.kind, ring.dash) == ("ring", "dot")
    assert strokes(total_mark(qualifier="exact"), SCALE) == ()


def test_a_range_is_a_bar_from_its_lower_to_its_upper_number():
    mark = total_mark(qualifier="range")
    (bar,) = strokes(mark, SCALE)
    assert bar.kind == "bar"
    assert SCALE.at(400) + bar.y1 == pytest.approx(SCALE.at(800))
    ys = points(drawn(mark)).y
    assert [round(y) for y in ys] == [round(SCALE.at(400)), round(SCALE.at(800))]


def look(qualifier):
    """All that a reader without colours sees of a qualifier."""
    lines = (
        (s.kind, s.x0, s.y0, s.x1, s.y1, s.dash)
        for s in strokes(total_mark(qualifier=qualifier), SCALE)
    )
    return frozenset(lines), qualifier in HOLLOW


def test_every_qualifier_can_be_told_from_every_other_without_colour():
    for one, other in combinations(BOUNDS, 2):
        assert look(one) != look(other), (one, other)


@pytest.mark.parametrize("qualifier", list(BOUNDS))
def test_hollow_marks_are_filled_with_paper_and_full_ones_are_not(qualifier):
    (fill, *_) = points(drawn(total_mark(qualifier=qualifier))).marker.color
    assert (fill == LIGHT.paper) == (qualifier in HOLLOW)


@pytest.mark.parametrize("qualifier", list(BOUNDS))
def test_the_key_draws_the_strokes_of_the_marks(qualifier):
    svg = unquote(sign(qualifier, LIGHT))
    wanted = len(strokes(total_mark(qualifier=qualifier), SCALE)) + (
        2 if qualifier == "range" else 1
    )
    assert len(re.findall(r"<(?:path|circle) ", svg)) == wanted


def test_every_population_has_its_own_symbol():
    assert len(set(SYMBOL.values())) == len(set(GLYPH.values())) == len(SYMBOL) == len(GLYPH)


# --- Dates --------------------------------------------------------------------------------------


def date_lines(figure):
    return [s for s in figure.layout.shapes if (s.name or "").endswith(" date")]


def test_a_stated_day_has_no_line_and_an_inferred_one_dots():
    assert date_lines(drawn(total_mark())) == []
    for mark in (total_mark(day_stated=False), total_mark(when="2019-04-29~")):
        (line,) = date_lines(drawn(mark))
        assert line.line.dash == "dot"
        assert line.xsizemode == "pixel"


@pytest.mark.parametrize(
    ("when", "first", "last", "dash"),
    [
        ("2019-04", "2019-04-01", "2019-05-01", "solid"),
        ("2019-04~", "2019-04-01", "2019-05-01", "dash"),
        ("2019-04-10/2019-04-12", "2019-04-10", "2019-04-13", "solid"),
        ("2019-05-20/2019-07-01", "2019-05-20", "2019-06-01", "solid"),
    ],
)
def test_a_span_is_as_long_as_it_is_and_stays_in_the_panel(when, first, last, dash):
    (line,) = date_lines(drawn(total_mark(when=when)))
    assert (line.x0, line.x1, line.line.dash) == (first, last, dash)


@settings(deadline=None, max_examples=25)
@given(
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(50, 1600), st.sampled_from(list(BOUNDS))),
        min_size=1,
        max_size=8,
    )
)
def test_a_mark_never_leaves_its_day_nor_its_number(rows):
    marks = []
    for n, (day, value, qualifier) in enumerate(rows):
        when = (WINDOW[0] + timedelta(days=day)).isoformat()
        low, high = BOUNDS[qualifier]
        bounds = (low and value, high and (value + 50 if qualifier == "range" else value))
        marks.append(total_mark(str(n), qualifier, when, bounds=bounds))
    scale = scale_for([40, 1700])
    trace = points(drawn(*marks, scale=scale))
    by_id = {m.id: m for m in marks}
    for (key,), x, y in zip(trace.customdata, trace.x, trace.y, strict=True):
        mark = by_id[key]
        assert x[:10] == mark.date.text
        ends = {round(scale.at(v), 6) for v in (mark.low, mark.high) if v}
        assert round(y, 6) in ends | {round(centre(mark, scale), 6)}


# --- Nothing is joined --------------------------------------------------------------------------


def test_two_conflicting_claims_of_one_day_are_two_marks_side_by_side():
    figure = drawn(total_mark("a", bounds=(800, 800)), total_mark("b", bounds=(810, 810)))
    trace = points(figure)
    assert {key for (key,) in trace.customdata} == {"cl-a", "cl-b"}
    assert trace.x[0] != trace.x[1]
    assert {a.name for a in figure.layout.annotations} >= {"cl-a", "cl-b"}


def test_no_line_joins_two_claims():
    every = [
        total_mark(f"{q.replace('_', '-')}-{n}", q, when)
        for n, when in enumerate(["2019-04-10", "2019-04-11", "2019-05~", "2019-04-20~"])
        for q in BOUNDS
    ]
    figure = drawn(*every)
    assert all(t.mode == "markers" for t in figure.data)
    ids = {m.id for m in every}
    where = dict(zip([k for (k,) in points(figure).customdata], points(figure).x, strict=False))
    for shape in figure.layout.shapes:
        owner = shape.name.split(" ")[0]
        assert owner in ids | {"scale"}
        if owner in ids and shape.xsizemode == "pixel":
            # Fixed to its own mark's moment, and no wider than a mark.
            assert shape.xanchor == where[owner]
            assert abs(shape.x1 - shape.x0) <= 30


def test_the_real_figures_are_one_mark_each_and_none_is_an_average():
    ctx = Context(LoadedStory(PACKAGE, "test"), View(), (), i18n_for("en"), "light", "figures")
    shown = charted(DATA.claims.values(), ChartOptions())
    found = panels(shown)
    scales = panel_scales(found)
    seen = []
    for number, panel in enumerate(found):
        trace = points(panel_figure(panel, ctx, scales[number], main_voice(shown)))
        for (key,), y in zip(trace.customdata, trace.y, strict=True):
            one = DATA.claims[key]
            seen.append(key)
            stated = [v for v in (one.value_low, one.value_high) if v is not None]
            assert any(abs(scales[number].at(v) - y) <= 9 + 1e-6 for v in stated)
    assert sorted(seen) == sorted(c.id for c in shown)


def test_a_panel_has_no_lines_far_below_its_own_figures():
    found = panels(charted(DATA.claims.values(), ChartOptions()))
    scales = panel_scales(found)
    arrivals = [n for n, panel in enumerate(found) if panel.measure == found[0].measure]
    rest = [n for n in scales if n not in arrivals]
    for row in ([0], arrivals[1:], rest):
        numbers = [v for n in row for c in found[n].claims for v in (c.value_low, c.value_high)]
        least = min(v for v in numbers if v is not None)
        assert {scales[n].low for n in row} == {scales[row[0]].low}, "lines of a row meet"
        assert least < 4 * scales[row[0]].low
    assert len({scale.high for scale in scales.values()}) == 1


# --- Labels -------------------------------------------------------------------------------------


@for_each("language", ["en", "es"])
@for_each("measure", [None, *measures_of(DATA.claims.values())])
def test_every_mark_has_its_label_and_none_is_left_out(language, measure):
    ctx = Context(LoadedStory(PACKAGE, "test"), View(), (), i18n_for(language), "light", "figures")
    shown = charted(DATA.claims.values(), ChartOptions(measure))
    found = panels(shown)
    scales = panel_scales(found)
    for number, panel in enumerate(found):
        figure = panel_figure(panel, ctx, scales[number], main_voice(shown))
        names = [a.name for a in figure.layout.annotations if a.name != "scale"]
        assert sorted(names) == sorted(c.id for c in panel.claims)


labels = st.lists(
    st.builds(
        Label,
        id=st.uuids().map(str),
        value=st.sampled_from(["60", "more than 1,400"]),
        name=st.sampled_from([(), ("VICE News",), ("Colombian Foreign", "Ministry")]),
        x=st.floats(5, WIDTH_PX - 5),
        y=st.floats(40, 400),
        up=st.just(6.0),
        down=st.just(6.0),
    ),
    max_size=7,
    unique_by=lambda label: label.id,
)


@settings(deadline=None, max_examples=25)
@given(labels, st.floats(1, 2.5))
def test_labels_never_overlap_however_wide_the_panel(found, wider):
    placed = place(tuple(found), (), LabelBox(0, 0, WIDTH_PX, 0, 460))
    for one, other in combinations(placed, 2):
        shift = [item.label.x * (wider - 1) for item in (one, other)]
        apart = (
            one.box.right + shift[0] <= other.box.left + shift[1] + 1e-6
            or other.box.right + shift[1] <= one.box.left + shift[0] + 1e-6
        )
        assert apart or one.box.bottom >= other.box.top or other.box.bottom >= one.box.top
    for item in placed:
        assert item.box.left >= 0
        assert item.box.right <= WIDTH_PX


# --- Scale --------------------------------------------------------------------------------------


def test_sixty_and_fourteen_hundred_and_eighty_are_both_readable():
    assert SCALE.kind == "doubling"
    assert SCALE.at(60) > 20
    assert SCALE.at(1480) - SCALE.at(60) > 250
    ticks = SCALE.ticks()
    steps = {round(SCALE.at(b) - SCALE.at(a), 6) for a, b in pairwise(ticks)}
    assert len(steps) == 1
    assert all(b == 2 * a for a, b in pairwise(ticks))


@pytest.mark.parametrize(
    ("numbers", "kind", "ticks"),
    [
        ([3, 7], "linear", (0, 2, 4, 6, 8)),
        ([1], "linear", (0, 1)),
        ([], "linear", (0, 1)),
        ([95000, 365315], "linear", (0, 100000, 200000, 300000, 400000)),
        ([0, 5000], "linear", (0, 1000, 2000, 3000, 4000, 5000)),
        ([60, 1480], "doubling", (50, 100, 200, 400, 800, 1600)),
        ([2, 20], "doubling", (2, 4, 8, 16, 32)),
        ([2, 1200000], "tenfold", (1, 10, 100, 1000, 10000, 100000, 1000000, 10000000)),
    ],
)
def test_the_scale_follows_the_figures(numbers, kind, ticks):
    scale = scale_for(numbers)
    assert (scale.kind, scale.ticks()) == (kind, ticks)


@given(st.lists(st.floats(1, 2e6), min_size=1, max_size=6))
def test_every_figure_lies_between_the_first_line_and_the_last(numbers):
    scale = scale_for(numbers)
    for value in numbers:
        assert -1e-6 <= scale.at(value) <= scale.height
        assert scale.at(value * 1.01) > scale.at(value)


def test_a_cropped_panel_keeps_its_steps():
    cropped = SCALE.cropped(400)
    assert isinstance(cropped, NumberScale)
    assert cropped.low == 200
    assert SCALE.at(800) - SCALE.at(400) == pytest.approx(cropped.at(800) - cropped.at(400))


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


def test_the_alternative_text_names_everypanel_figure():
    ctx = Context(LoadedStory(PACKAGE, "test"), View(), (), i18n_for("en"), "light", "figures")
    for panel in panels(charted(DATA.claims.values(), ChartOptions())):
        text = alt_text(panel, ctx.dataset, ctx.i18n)
        for one in panel.claims:
            assert value_words(one, ctx.i18n) in text
        assert text.count(";") >= len(panel.claims) - 1


def test_a_voice_leads_only_with_three_figures_or_more():
    two = [made(k, 60, "2019-02-23") for k in "ab"]
    assert main_voice(two) is None
    assert main_voice([*two, made("c", 61, "2019-02-23")]) == "office"


def test_each_choice_that_would_help_is_offered():
    rows = [
        made("a", 60, "2019-02-23"),
        made("b", 7, "2019-02-23", measure="hotels", unit="hotels"),
    ]
    asked = ChartOptions("hotels", "relatives")
    assert charted(rows, asked) == ()
    assert relaxed_counts(rows, asked) == (("population", 1), ("measure", 0))


def test_no_panel_goes_beyond_the_dates_asked_for():
    start, end = date(2019, 3, 10), date(2019, 5, 5)
    shown = [c for c in charted(DATA.claims.values(), ChartOptions()) if c.as_of]
    asked = [c for c in shown if parse_edtf(c.as_of).possibly_within(start, end)]
    for panel in panels(asked, start, end):
        days = [parse_edtf(claim.as_of) for claim in panel.claims]
        assert panel.span.first >= min(start, *(day.last for day in days))
        assert panel.span.last <= max(end, *(day.first for day in days))
    assert {p.span.first for p in panels(asked, start, end)} >= {start}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("form", ["tall", "wide", "square"])
def test_every_figure_of_a_picture_can_be_read_in_the_size_it_is_published_in(form, language):
    ctx = Context(public_story(), View(), (), i18n_for(language), "light", "figures")
    svg = etree.fromstring(str(picture("figures", ctx, form)))
    (drawing,) = (one for one in svg.iter("{*}svg") if one is not svg)
    shrunk = float(drawing.get("width")) / float(drawing.get("viewBox").split()[2])
    sizes = [float(text.get("font-size")) * shrunk for text in drawing.iter("{*}text")]
    assert min(sizes) >= 11
    marks, labels = (
        {one.get("data-id") for one in drawing.iter("{*}g") if (one.get("class") or "") == name}
        for name in ("mark claim", "mark claim-label")
    )
    # In one place on the square a figure lies under another of the same people and number.
    assert len(marks - labels) <= (form == "square")


def test_marks_side_by_side_stand_near_their_day():
    day = date(2019, 2, 25)
    marks = [total_mark(key, when="2019-02-25") for key in "ab"]
    wide = Ruler((date(2019, 2, 23), date(2019, 2, 28)), 1000)
    for spot in spots(marks, SCALE, wide):
        assert abs(spot.left - wide.left(noon(day))) < 15
