"""An event, a region and a table's row in full say what is known, and what filters leave out."""

from dataclasses import replace
from datetime import date

import pytest

from components.i18n import I18n
from components.presentation import records
from components.presentation.records import (
    build_event_list,
    find_chosen_record,
    format_date_basis,
    format_sources,
    render_event,
    render_region,
)
from components.query.filters import Filters
from components.story.models import Place
from tests.support.stories.small import claim, event, small_dataset
from tests.support.stories.small_views import (
    add_citations,
    add_claims,
    build_context,
    cite,
    set_events,
)


def event_html(event_id="ev-rising", dataset=None, **fields):
    ctx = build_context(dataset or small_dataset(), **fields)
    return render_event(ctx.dataset.events[event_id], ctx)


def place_dataset(precision):
    """One event at a place of some precision."""
    dataset = set_events(small_dataset(), [event("aid", "2019-02-22", "border", "bridge")])
    names = {"id": "bridge", "name": "Bridge", "name_es": "Puente", "kind": "bridge"}
    where = {"lat": 1.0, "lon": -72.0, "country": "CO", "precision": precision}
    return replace(dataset, places=dataset.places | {"bridge": Place(**names, **where)})


@pytest.mark.parametrize(
    ("basis", "text"),
    [
        pytest.param("stated", "", id="stated"),
        pytest.param("inferred", "date inferred", id="inferred"),
    ],
)
def test_only_a_day_that_no_source_states_says_how_it_is_known(basis, text):
    assert format_date_basis(basis, I18n("en")) == text


def test_the_sources_of_a_record_come_documents_first_and_each_once():
    dataset = add_citations(small_dataset(), cite("ev-rising", "doc-a", locator=3, wording="again"))
    ctx = build_context(dataset)
    assert format_sources("ev-rising", ctx.facts, ctx.i18n) == "DOC-A para. 3, WIRE, 28 Feb"


def test_an_event_without_a_place_says_that_no_source_names_one():
    assert "No source names the place." in event_html("ev-count")
    assert "No source names the place." not in event_html("ev-aid")


@pytest.mark.parametrize(
    ("precision", "reason"),
    [
        pytest.param("area", "known only as an area, so no point is drawn", id="area"),
        pytest.param("none", "no coordinates are given for it, so no point is drawn", id="none"),
    ],
)
def test_a_place_without_a_point_says_why(precision, reason):
    assert reason in event_html("ev-aid", place_dataset(precision))


def test_a_place_with_a_point_gives_no_reason():
    assert "no point is drawn" not in event_html("ev-aid", place_dataset("locality"))


@pytest.mark.parametrize(
    ("filters", "is_said"),
    [
        pytest.param(Filters(), False, id="shown"),
        pytest.param(Filters(categories=("border",)), True, id="left out"),
    ],
)
def test_an_event_that_filters_leave_out_says_why_it_is_shown(filters, is_said):
    assert ("Your filters leave this event out" in event_html(filters=filters)) == is_said


@pytest.mark.parametrize(
    ("filters", "is_shown"),
    [
        pytest.param(Filters(), True, id="all voices"),
        pytest.param(Filters(excluded_voices=("colombian-state",)), False, id="voice left out"),
        pytest.param(Filters(published_by=date(2019, 2, 27)), False, id="source left out"),
    ],
)
def test_figures_of_a_voice_or_source_left_out_are_counted_in_place_of_shown(filters, is_shown):
    html = event_html("ev-count", filters=filters)
    assert ("Statement north" in html) == is_shown
    assert ("Your filters leave out 1 figure of this event." in html) != is_shown


def test_the_latest_count_of_a_region_comes_first():
    ctx = build_context(small_dataset())
    html = render_region("oriente", ctx.facts, ctx.story, i18n=ctx.i18n, link_base=ctx.link_base)
    assert 0 < html.index("Statement north<") < html.index("Statement north-before")


def test_a_region_counts_what_filters_leave_out():
    dataset = add_claims(
        small_dataset(), claim("north-late", 500, "2019-03-02", region_id="oriente")
    )
    ctx = build_context(dataset, filters=Filters(sources=("doc-b",)))
    assert "Your filters leave out 2 counts of this region." in render_region(
        "oriente", ctx.facts, ctx.story, i18n=ctx.i18n, link_base=ctx.link_base
    )


@pytest.mark.parametrize(
    ("region", "is_said"),
    [pytest.param("guajira", True, id="no count"), pytest.param("oriente", False, id="counts")],
)
def test_a_region_without_a_count_says_that_it_is_not_zero(region, is_said):
    ctx = build_context(small_dataset())
    html = render_region(region, ctx.facts, ctx.story, i18n=ctx.i18n, link_base=ctx.link_base)
    assert ("That is not the same as zero." in html) == is_said


def test_a_region_whose_counts_are_left_out_does_not_say_that_there_are_none():
    ctx = build_context(small_dataset(), filters=Filters(categories=("border",)))
    html = render_region("oriente", ctx.facts, ctx.story, i18n=ctx.i18n, link_base=ctx.link_base)
    assert "Not reported." not in html


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        pytest.param({}, "", id="none"),
        pytest.param({"event": "ev-aid"}, "event:ev-aid", id="event"),
        pytest.param({"filters": Filters(regions=("oriente",))}, "region:oriente", id="region"),
        pytest.param(
            {"filters": Filters(regions=("guajira", "oriente"))}, "", id="several regions"
        ),
        pytest.param(
            {"event": "ev-aid", "filters": Filters(regions=("oriente",))},
            "event:ev-aid",
            id="event before region",
        ),
    ],
)
def test_the_chosen_record_is_the_event_else_the_only_region(fields, key):
    found = find_chosen_record(build_context(small_dataset(), **fields))
    assert found.key == key
    assert bool(found.html) == bool(key)


def test_the_chosen_event_opens_under_its_line_of_the_list():
    listed = build_event_list(build_context(small_dataset(), event="ev-aid"))
    assert "Title aid" in listed["detail"]
    assert build_event_list(build_context(small_dataset()))["detail"] == ""


@pytest.mark.parametrize(
    ("most_marks", "signs"),
    [
        pytest.param(100, "", id="the drawing has a legend"),
        pytest.param(1, "◉ date known from another report", id="too many to be drawn"),
    ],
)
def test_a_list_explains_its_signs_where_no_drawing_does(monkeypatch, most_marks, signs):
    monkeypatch.setattr(records, "MOST_MARKS", most_marks)
    assert build_event_list(build_context(small_dataset()))["signs"] == signs
