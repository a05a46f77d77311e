"""The line of filters: the same on every page, what it shows of an address, and a way out."""

from __future__ import annotations

from datetime import date
from typing import get_args

import pytest

from components.domain.records.models import Voice
from components.domain.views.filters import relaxed_counts, select
from components.domain.views.view import read_view
from components.drawing.plotly import EPOCH
from components.presentation.sentence import FILTER_LABELS
from tests.support.apptest import (
    DATA,
    FILTERED,
    LANGUAGES,
    assert_sound,
    charts,
    chosen_in,
    component_data,
    found,
    line_of,
    name_of,
    text_of,
    words,
)
from tests.support.words import i18n_for

# An address for each filter.
VIEWS: dict[str, dict[str, str | list[str]]] = {
    "from": {"from": "2019-02-22"},
    "to": {"to": "2019-03-01"},
    "known": {"known": "2019-02-28"},
    "possible": {"from": "2019-02-22", "possible": "out"},
    "one region": {"region": "guajira"},
    "regions": {"region": ["guajira", "oriente"]},
    "categories": {"category": ["border", "politics"]},
    "sources": {"source": "npr"},
    "voices": {"without": ["press", "un-ngo"]},
    "tier": {"tier": "document"},
    "text": {"q": "Cúcuta & José"},
}
LINE = ["region", "category", "source", "tier", "without"]


def count_for(address: dict[str, str | list[str]]) -> str:
    lists = {k: v if isinstance(v, list) else [v] for k, v in address.items()}
    view, notices = read_view(lists, DATA)
    assert notices == ()
    return f"{len(select(DATA, view.filters).events)} of {len(DATA.events)} events"


@pytest.mark.parametrize("name", VIEWS)
def test_a_filter_of_the_address_is_counted_and_shown_in_the_line(opened, name):
    at = opened("map", VIEWS[name])
    assert_sound(at)
    assert count_for(VIEWS[name]) in text_of(at, "shown")
    lists = {k: v if isinstance(v, list) else [v] for k, v in VIEWS[name].items()}
    assert {k: sorted(v) for k, v in chosen_in(at).items()} == lists


@pytest.mark.parametrize("slug", FILTERED, ids=name_of)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_is_the_same_on_every_page(opened, slug, language):
    line = line_of(opened(slug, {"lang": language}))
    timeline = component_data(opened("timeline", {"lang": language}), "timeline_page")
    assert [one["name"] for one in line["filters"]] == LINE
    assert line["filters"] == timeline["filters"]
    assert (line["period"], line["known"]) == (timeline["period"], timeline["known"])
    assert timeline["texts"] == timeline["texts"] | line["texts"]


def test_every_value_of_a_filter_can_be_chosen(opened):
    filters = {one["name"]: one["options"] for one in line_of(opened("data"))["filters"]}
    assert {one["value"] for one in filters["region"]} == set(DATA.regions)
    assert {one["value"] for one in filters["source"]} == set(DATA.sources)
    assert {one["value"] for one in filters["without"]} == set(get_args(Voice))


@pytest.mark.parametrize("slug", FILTERED, ids=name_of)
def test_clear_all_lifts_every_filter_and_what_narrows_the_page(opened, slug):
    line = line_of(opened(slug))
    kept = {"lang", "event", "v"}
    assert {name for view in VIEWS.values() for name in view} <= set(line["cleared"])
    assert kept.isdisjoint(line["cleared"])
    assert set(line["cleared"]) <= set(line["names"])


def test_a_page_that_is_the_same_for_every_view_has_no_filters(opened):
    at = opened("method", {"region": "oriente"})
    assert "filter_line" not in [c.proto.component_name for c in at.get("bidi_component")]


def test_what_is_found_beyond_the_events_stands_in_the_line(opened):
    assert line_of(opened("sources"))["hits"] == ""
    assert "hits" in line_of(opened("sources", {"q": "567"}))["hits"]


def test_a_date_outside_the_period_is_taken_from_the_address(opened):
    at = opened("map", {"from": "2018-07-01", "known": "2026-01-01"})
    assert chosen_in(at) == {"from": ["2018-07-01"], "known": ["2026-01-01"]}


def ways(at):
    """The ways out of a view in which nothing is left."""
    return [button for button in at.button if (button.key or "").startswith("way-empty-")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_left_offers_the_filters_whose_lifting_helps(opened, language):
    i18n = i18n_for(language)
    address = {"region": "amazonas", "category": "border"}
    at = opened("map", address | {"lang": language})
    assert text_of(at, "page-title").startswith(i18n.t("No event in the story fits this view"))
    view, _ = read_view({k: [v] for k, v in address.items()}, DATA)
    helpful = [(name, count) for name, count in relaxed_counts(DATA, view.filters) if count]
    assert [name for name, _ in helpful] == ["regions"]
    labels = [way.label for way in ways(at)]
    assert labels.pop() == i18n.t("Clear all filters")
    for (name, count), label in zip(helpful, labels, strict=True):
        assert i18n.number(count) in label
        assert i18n.t(FILTER_LABELS[name]) in label


def test_pressing_an_offer_lifts_that_filter_alone(opened):
    at = opened("map", {"region": "amazonas", "category": "border", "lang": "en"})
    ways(at)[0].click().run()
    assert_sound(at)
    assert at.query_params == {"category": "border", "lang": "en"}
    assert not ways(at)
    assert count_for({"category": "border"}) in text_of(at, "shown")


def test_when_no_single_filter_is_the_cause_all_can_be_cleared(opened):
    at = opened("map", {"region": "amazonas", "q": "no such words"})
    (every,) = ways(at)
    every.click().run()
    assert_sound(at)
    assert at.query_params == {}


@pytest.mark.parametrize(
    ("key", "value", "written"),
    [
        ("map-extent", "border", {"extent": "border"}),
        ("map-counts", "earlier", {"counts": "earlier"}),
        ("map-counts", "change", {"counts": "change"}),
        ("map-counts", None, {}),
    ],
)
def test_the_maps_controls_write_the_address(opened, key, value, written):
    at = opened("map")
    at.segmented_control(key=key).set_value(value).run()
    assert_sound(at)
    assert at.query_params == written


def test_the_timelines_span_comes_from_the_address(opened):
    at = opened("timeline", {"zoom": "april"})
    zooms = [one["value"] for one in component_data(at, "timeline_page")["zooms"]]
    assert zooms == ["all", "february", "april"]
    layout = charts(at)[0][0]["layout"]
    first = date.fromordinal(layout["meta"]["first"] + EPOCH)
    assert (first.year, first.month) == (2019, 4)
    dated = opened("timeline", {"from": "2019-02-22"})
    assert component_data(dated, "timeline_page")["zooms"] == []


def test_an_empty_timeline_links_to_the_views_that_hold_something(opened):
    at = opened("timeline", {"region": "amazonas", "category": "border", "lang": "en"})
    assert text_of(at, "page-title") == "No event in the story fits this view"
    links = [a.get("href") for p in found(at, "back") for a in p.iter("a")]
    assert links == ["./timeline?lang=en&category=border", "./timeline?lang=en"]
    assert charts(at) == []


def test_the_citation_style_writes_the_address_and_changes_the_entries(opened):
    at = opened("sources")
    before = [words(entry) for entry in found(at, "source-citation")]
    at.segmented_control(key="cite").set_value("chicago").run()
    assert_sound(at)
    assert at.query_params == {"cite": "chicago"}
    assert len(before) == len(DATA.sources)
    after = [words(entry) for entry in found(at, "source-citation")]
    assert all(a != b for a, b in zip(before, after, strict=True))


def test_the_select_box_chooses_a_region_and_lets_the_event_go(opened):
    at = opened("map", {"event": "ev-2019-02-28-count-567"})
    at.selectbox(key="map-region").set_value("guajira").run()
    assert_sound(at)
    assert at.query_params == {"region": "guajira"}
    assert "Guajira" in text_of(at, "detail")
    assert opened("map", {"region": "caribe"}).selectbox(key="map-region").value == "caribe"


def test_the_select_box_emptied_lifts_the_region(opened):
    at = opened("map", {"region": "guajira"})
    at.selectbox(key="map-region").set_value(None).run()
    assert_sound(at)
    assert at.query_params == {}


def test_an_event_that_only_possibly_falls_in_the_dates_is_counted_apart(opened):
    at = opened("map", {"from": "2019-02-22", "to": "2019-02-23"})
    view, _ = read_view({"from": ["2019-02-22"], "to": ["2019-02-23"]}, DATA)
    kept = select(DATA, view.filters)
    possible = len(kept.events) - len(kept.certain)
    assert possible > 0
    said = f"({len(kept.certain)} certainly in these dates, {possible} possibly)"
    assert said in text_of(at, "shown")


def test_leaving_the_reports_out_leaves_no_corroborating_mark(opened):
    at = opened("", {"tier": "document", "event": "ev-2019-02-28-count-567"})
    assert found(at, "cite")
    assert found(at, "cite-outside") == []
