"""The chart of reported figures: a row for each figure, a shape for each qualifier."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from components.drawing import figure_signs, number_line, totals, totals_panel
from components.drawing.palette import PALETTES
from components.drawing.scene import Group, Line, Text
from components.drawing.svg import paint
from components.export.pictures import draw_picture
from components.loading.served_story import public_story
from components.presentation.context import Context
from components.presentation.figure_texts import charted_claims
from components.presentation.finding_texts import claimant_label
from components.presentation.totals_scenes import draw_totals
from components.query.figures import (
    group_into_panels,
    list_charted_measures,
    list_measures,
    select_charted_claims,
)
from components.query.view import View
from tests.support.data import DATA
from tests.support.drawing import list_clipped_texts, list_overlaps, list_text_lines, parse_svg

LIGHT = PALETTES["light"]
WIDTHS = (1280, 800, 350)
QUALIFIERS = (
    "exact", "about", "more_than", "at_least", "nearly", "less_than", "up_to", "range",
)  # fmt: skip
FRAME = number_line.TotalsFrame(
    LIGHT,
    month=lambda day: f"{day:%b}",
    year=lambda day: str(day.year),
    span=lambda first, last: f"{first.year}–{last.year}",
    count=lambda number: f"{number} figures",
)

SHOWN = View()


def context(language="en", **view):
    words_of = public_story().in_language(language)
    return Context(public_story(), replace(View(), **view), (), words_of, "light", "figures")


def figure(key, number, day=date(2019, 4, 29), **more):
    given_ = {
        "id": f"cl-{key}", "low": number, "high": number, "qualifier": "exact", "first": day,
        "last": day, "when": f"{day:%d %b}", "sure": True, "population": "soldiers",
        "form": "circle", "value": f"{number:,}", "who": "Somebody",
        "says": f"{number:,} (Somebody)",
    }  # fmt: skip
    return number_line.Figure(**(given_ | more))


def panel(*figures, title="Arrived", unit="people"):
    return number_line.Panel(title, "", unit, tuple(figures), lambda value: f"{value:,.0f}")


def scene_of(*found, width=800, height=None):
    return totals.totals_scene(found, FRAME, width, height, 1.0)


def shapes_of(qualifier):
    far = 60 if qualifier == "range" else 0
    style = figure_signs.SignStyle(qualifier, "circle", LIGHT.ink, LIGHT.paper)
    return figure_signs.figure_signs(style, (0, 0), far)


# --- How a figure was said ------------------------------------------------------------------------


def test_qualifiers_and_populations_differ_without_colour():
    assert len({repr(shapes_of(qualifier)[0]) for qualifier in QUALIFIERS}) == len(QUALIFIERS)
    forms = [
        figure_signs.form_of(key, DATA.terms["populations"]) for key in DATA.terms["populations"]
    ]
    assert len(set(forms)) == len(set(figure_signs.GLYPHS.values())) == len(figure_signs.FORMS)
    assert set(DATA.terms["populations"]) >= {claim.population for claim in DATA.claims.values()}


# --- The rows -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("measure", [None, *list_measures(DATA, DATA.claims.values())])
def test_every_figure_has_a_row_with_value_and_claimant(language, width, measure):
    ctx = context(language, measure=measure)
    claims, scene = charted_claims(ctx.facts, ctx.view), draw_totals(ctx, width)
    assert sorted(scene.record_ids("claim")) == sorted(claim.id for claim in claims)
    # A phone has no room for the longest of all names.
    assert scene.shortened <= ({"cl-hrw-two-on-drugs"} if width == 350 else set())
    marks = {mark.id: mark for mark in scene.iter_marks("claim")}
    for one in claims:
        said = [shape.content for shape in marks[one.id].shapes if isinstance(shape, Text)]
        if one.id not in scene.shortened:
            assert said == [
                ctx.i18n.format_figure(one),
                claimant_label(one.claimant_id, DATA, ctx.i18n),
            ]
        assert ctx.i18n.term_name("populations", one.population) in marks[one.id].says
        assert marks[one.id].says in scene.description
    svg = paint(scene)
    assert list_overlaps(list_text_lines(svg)) == []
    assert list_clipped_texts(svg) == []
    sizes = [float(text.get("font-size")) for text in parse_svg(svg).iter("{*}text")]
    assert min(sizes) >= 12


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("days", [1, 40, 2000])
def test_very_many_figures_share_rows(width, days):
    day = date(1990, 1, 1)
    found = [
        figure(str(number), number % 997, day + timedelta(number * days)) for number in range(150)
    ] * 12
    scene = scene_of(
        panel(*sorted(found, key=lambda figure_found: figure_found.first)), width=width
    )
    rows = [
        one for mark in scene.iter_marks("days") for one in mark.shapes if isinstance(one, Text)
    ]
    assert 2 <= len(rows) <= 2 * totals_panel.MOST_ROWS
    assert len(list(scene.iter_marks("claim"))) < len(found)
    assert list_clipped_texts(paint(scene)) == []


def test_very_many_figures_fit_into_a_wide_low_picture():
    days = [date(2000, 1, 1) + timedelta(40 * number) for number in range(300)]
    found = [figure(f"f-{index}", index + 1, day) for index, day in enumerate(days)]
    scene = scene_of(panel(*found), width=1200, height=300)
    assert scene.height == 300
    assert scene.unit < 1


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("form", ["tall", "wide", "square"])
def test_figures_of_a_picture_are_readable_in_its_published_size(form, language):
    scene = draw_picture("figures", context(language), form)
    (drawing,) = (one for one in scene.body if isinstance(one, Group) and one.cut)
    marks = list(replace(scene, body=(drawing,)).iter_marks())
    sizes = [shape.size for mark in marks for shape in mark.shapes if isinstance(shape, Text)]
    assert min(sizes) * drawing.scale >= 11.5
    arrivals = {
        claim.id
        for claim in select_charted_claims(DATA, DATA.claims.values(), View(measure="arrivals"))
    }
    assert {mark.id for mark in marks} >= arrivals


# --- What is shown, and what it says ------------------------------------------------------------


def test_every_figure_is_in_one_panel_of_its_measure_and_unit():
    for asked in (
        SHOWN,
        *(View(measure=measure) for measure in list_measures(DATA, DATA.claims.values())),
    ):
        shown = select_charted_claims(DATA, DATA.claims.values(), asked)
        found = group_into_panels(DATA, shown)
        in_panels = [claim.id for group in found for claim in group.claims]
        assert sorted(in_panels) == sorted(claim.id for claim in shown)
        for panel in found:
            assert {(claim.measure, claim.unit) for claim in panel.claims} == {
                (panel.measure, panel.unit)
            }
            assert panel.measure in list_charted_measures(DATA, asked)


# --- Small numbers, and many ----------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("qualifier", ["up_to", "less_than", "nearly"])
def test_arrow_of_a_small_number_does_not_reach_into_the_days(width, qualifier):
    small = figure("small", 3, low=None, qualifier=qualifier)
    scene = scene_of(panel(small, figure("large", 1400)), width=width)
    days_right = max(line.right for line in list_text_lines(scene) if line.text == small.when)
    marks = [mark for mark in scene.iter_marks() if mark.id == small.id]
    signs_left = min(
        x for shape in marks[0].shapes if isinstance(shape, Line) for x, _ in shape.points
    )
    assert signs_left > days_right


def test_figure_that_lasts_into_the_next_month_does_not_divide_its_period():
    lasting = figure("lasting", 5, date(2019, 1, 30), last=date(2019, 2, 2))
    others = [figure(f"other-{day}", day, date(2019, 1, 31)) for day in range(70)]
    scene = scene_of(panel(lasting, *others))
    counts = [line.text for line in list_text_lines(scene) if "figures" in line.text]
    assert counts == ["70 figures", "1 figures"]


@pytest.mark.parametrize("width", [716, 350])
def test_panels_of_a_column_can_be_drawn_apart(width):
    """A page of paper breaks between them: a drawing higher than a page has an empty one before."""
    panels = [panel(figure("a", 60), title="First"), panel(figure("b", 70), title="Second")]
    scene = scene_of(*panels, width=width)
    first, second = totals.split_panels(scene)
    assert first.height + second.height == pytest.approx(scene.height)
    assert [*first.record_ids("claim")] == ["cl-a"]
    assert [*second.record_ids("claim")] == ["cl-b"]
    assert [group.at for group in (*first.body, *second.body)] == [(0, 0), (0, 0)]


def test_panels_side_by_side_stay_one_drawing():
    panels = [panel(figure("a", 60), title="First"), panel(figure("b", 70), title="Second")]
    scene = scene_of(*panels, width=1280)
    assert totals.split_panels(scene) == [scene]
