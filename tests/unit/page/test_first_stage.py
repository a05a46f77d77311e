"""The stage of the first document: which views have it, and what it holds."""

import json
import re

import pytest
from lxml import html

from components.page.first_stage import (
    FIRST_SIZES,
    HTML_DATA,
    HTML_PARTS,
    WORDS_ID,
    has_first_stage,
    render_first_paint_rules,
    render_first_stage,
)
from components.presentation.context import Context, public_context
from components.presentation.stage import build_stage_data


@pytest.fixture(scope="module")
def ctx() -> Context:
    return public_context({}, "en")


@pytest.fixture(scope="module")
def document(ctx: Context) -> html.HtmlElement:
    return html.fragment_fromstring(str(render_first_stage(ctx)))


@pytest.mark.parametrize("params", [{}, {"lang": ["es"]}], ids=["plain", "in Spanish"])
def test_whole_story_has_the_stage(params):
    assert has_first_stage(public_context(params, "en"))


@pytest.mark.parametrize(
    "params",
    [
        {"from": ["2018-01-01"], "to": ["2018-01-02"]},
        {"day": ["2019-02-23"]},
        {"event": ["ev-2019-02-23-aid-blocked"]},
        {"compare": ["region:oriente"]},
        {"search": ["bridge"]},
        {"region": ["mars"]},
    ],
    ids=["no event", "day", "event", "comparison", "search", "notice"],
)
def test_other_views_have_the_text_of_their_page(params):
    assert not has_first_stage(public_context(params, "en"))


FILTERS = [
    {"region": ["oriente"]},
    {"category": ["border"]},
    {"from": ["2019-03-01"]},
    {"voice": ["opposition"]},
]


@pytest.mark.parametrize("params", FILTERS, ids=str)
def test_filtered_view_has_the_stage(params):
    assert has_first_stage(public_context(params, "en"))


def list_undimmed(params: dict[str, list[str]], kind: str) -> set[str]:
    """The records of the marks of a kind that the stage of a view does not dim."""
    stage = html.fragment_fromstring(str(render_first_stage(public_context(params, "en"))))
    marks = stage.xpath(f"//*[contains(concat(@class, ' '), 'mark {kind} ')]")
    assert marks
    return {mark.get("data-id") for mark in marks if " dim" not in mark.get("class")}


def test_events_that_the_filters_exclude_are_dimmed():
    params = {"category": ["border"]}
    selected = {event.id for event in public_context(params, "en").selection.events}
    assert list_undimmed(params, "event") == selected


def test_regions_that_are_not_chosen_are_dimmed():
    assert list_undimmed({"region": ["oriente", "andina"]}, "count") == {"oriente", "andina"}


def test_counts_of_another_time_are_dimmed():
    assert list_undimmed({"from": ["2019-03-01"]}, "count") == set()


def test_nothing_is_dimmed_in_the_whole_story(document):
    assert document.xpath("//*[contains(@class, ' dim')]") == []


def test_heading_of_a_filtered_view_is_that_of_a_part():
    stage = render_first_stage(public_context({"category": ["border"]}, "en"))
    assert '<h1 class="aside">' in stage


def test_stage_holds_both_drawings_and_its_heading(document):
    assert len(document.xpath("//*[@data-part='timeline']//*[@data-event]")) > 40
    assert document.xpath("//*[@data-part='map']/*[name()='svg']")
    (heading,) = document.xpath("//h1")
    assert heading.text_content().strip()


def test_first_paint_waits_for_the_figures_above_the_picture(document):
    (words,) = document.xpath(f"//*[@id='{WORDS_ID}']")
    assert words.xpath(".//*[@data-part='figures']//li")
    assert words.getnext().getnext().get("class") == "picture"


@pytest.mark.parametrize("name", FIRST_SIZES)
def test_drawing_that_the_first_paint_leaves_out_keeps_its_room(name):
    width, height = FIRST_SIZES[name]
    skipped = f"from{{content-visibility:hidden;aspect-ratio:{width}/{height}}}"
    assert f"@keyframes skip-{name}{{{skipped}}}" in render_first_paint_rules()


def test_line_of_filters_says_what_each_list_shows(document):
    summaries = document.xpath("//details[contains(@class, 'filter-list')]/summary")
    assert summaries
    assert all(summary.text_content().strip() for summary in summaries)


def test_script_gets_what_the_document_has_not_as_html(ctx, document):
    (text,) = document.xpath("//script[@id='stage-data']/text()")
    data = json.loads(text)
    built = build_stage_data(ctx)
    assert set(data) - {"drawn", "travels"} == set(built) - set(HTML_DATA)
    assert set(data["parts"]) == set(built["parts"]) - set(HTML_PARTS)
    assert re.fullmatch(r"\./stage/index\.json\?.+", data["addresses"]["index"])
