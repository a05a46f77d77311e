"""The filters' widgets: they write the address, come back from it, and offer a way out."""

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
    component_data,
    found,
    name_of,
    text_of,
    words,
)
from tests.support.cases import leading
from tests.support.words import i18n_for


def set_pills(at, key, value):
    at.pills(key=key).set_value(value)


def set_date(at, key, value):
    at.date_input(key=key).set_value(value)


def set_text(at, key, value):
    at.text_input(key=key).set_value(value)


def set_toggle(at, key, value):
    at.toggle(key=key).set_value(value)


def set_checkbox(at, key, value):
    at.checkbox(key=key).set_value(value)


def value_of(at, key):
    groups = (at.pills, at.date_input, at.text_input, at.toggle, at.checkbox)
    (widget,) = (w for group in groups for w in group if w.key == key)
    return widget.value


# How to set it, its key, a value, what else the address must hold first, and what is written.
WIDGETS = {
    "from": (set_date, "filter-start", date(2019, 2, 22), {}, {"from": "2019-02-22"}),
    "to": (set_date, "filter-end", date(2019, 3, 1), {}, {"to": "2019-03-01"}),
    "known": (set_date, "filter-published_by", date(2019, 2, 28), {}, {"known": "2019-02-28"}),
    "possible": (
        set_checkbox,
        "filter-certain_only",
        True,
        {"from": "2019-02-22"},
        {"from": "2019-02-22", "possible": "out"},
    ),
    "one region": (set_pills, "filter-regions", ["guajira"], {}, {"region": "guajira"}),
    "regions": (
        set_pills,
        "filter-regions",
        ["guajira", "oriente"],
        {},
        {"region": ["guajira", "oriente"]},
    ),
    "kinds": (
        set_pills,
        "filter-categories",
        ["politics", "border"],
        {},
        {"category": ["politics", "border"]},
    ),
    "sources": (set_pills, "filter-sources", ["npr"], {}, {"source": "npr"}),
    # A tick means shown; the address names the others.
    "voices": (
        set_pills,
        "filter-shown_voices",
        [voice for voice in get_args(Voice) if voice != "press"],
        {},
        {"without": "press"},
    ),
    "tier": (set_toggle, "filter-documents_only", False, {}, {"tier": "document"}),
    "text": (set_text, "filter-text", "Cúcuta & José", {}, {"q": "Cúcuta & José"}),
}


def count_for(address: dict[str, str | list[str]]) -> str:
    lists = {k: v if isinstance(v, list) else [v] for k, v in address.items()}
    view, notices = read_view(lists, DATA)
    assert notices == ()
    return f"{len(select(DATA, view.filters).events)} of {len(DATA.events)} events"


@pytest.mark.parametrize("name", WIDGETS)
def test_a_filter_writes_the_address_and_the_count_follows(opened, name):
    change, key, value, before, after = WIDGETS[name]
    at = opened("map", before)
    change(at, key, value)
    at.run()
    assert_sound(at)
    assert at.query_params == after
    assert count_for(after) in text_of(at, "shown")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_filter_comes_back_from_the_address(opened, language):
    widgets = {name: one for name, one in WIDGETS.items() if name != "one region"}
    address = {name: value for one in widgets.values() for name, value in one[4].items()}
    at = opened("map", address | {"lang": language})
    for name, (_, key, value, _, _) in widgets.items():
        assert value_of(at, key) == value, name


@pytest.mark.parametrize("slug", FILTERED, ids=name_of)
def test_the_filters_hold_the_same_on_every_page(opened, slug):
    address = {"from": "2019-02-22", "region": ["guajira", "oriente"], "tier": "document"}
    at = opened(slug, address)
    assert value_of(at, "filter-start") == date(2019, 2, 22)
    assert value_of(at, "filter-regions") == ["guajira", "oriente"]
    assert value_of(at, "filter-documents_only") is False


def test_a_filter_taken_back_leaves_nothing_in_the_address(opened):
    at = opened("map", {"region": "oriente", "from": "2019-02-22", "tier": "document"})
    set_pills(at, "filter-regions", [])
    set_date(at, "filter-start", None)
    set_toggle(at, "filter-documents_only", True)
    at.run()
    assert_sound(at)
    assert at.query_params == {}


def test_a_date_outside_the_period_is_taken_from_the_address(opened):
    at = opened("map", {"from": "2018-07-01", "known": "2026-01-01"})
    assert value_of(at, "filter-start") == date(2018, 7, 1)
    assert value_of(at, "filter-published_by") == date(2026, 1, 1) > DATA.presentation.known_until


def test_spaces_around_the_words_searched_are_dropped(opened):
    at = opened("map")
    set_text(at, "filter-text", "  bridge   aid ")
    at.run()
    assert at.query_params == {"q": "bridge aid"}


def test_the_heads_say_how_many_choices_they_hold(opened):
    at = opened("map", {"region": ["guajira", "oriente"], "from": "2019-02-22"})
    labels = [block.proto.popover.label for block in at.get("popover")]
    assert labels == ["Dates · 1", "Regions · 2", "Kinds of event", "Sources"]


def test_the_button_to_clear_is_there_only_with_a_filter(opened):
    clear = i18n_for("en").t("Clear all filters")
    assert clear not in [b.label for b in opened("map").button]
    assert clear in [b.label for b in opened("map", {"q": "aid"}).button]


@pytest.mark.parametrize("slug", leading(FILTERED, 2), ids=name_of)
def test_clear_all_lifts_every_filter_and_keeps_the_rest(opened, slug):
    kept = {"lang": "es", "event": "ev-2019-02-28-count-567"}
    at = opened(slug, {**kept, "region": "oriente", "q": "567", "tier": "document"})
    label = i18n_for("es").t("Clear all filters")
    next(b for b in at.button if b.label == label).click().run()
    assert_sound(at)
    assert at.query_params == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_left_offers_the_filters_whose_lifting_helps(opened, language):
    i18n = i18n_for(language)
    address = {"region": "amazonas", "category": "border"}
    at = opened("map", address | {"lang": language})
    assert text_of(at, "page-title").startswith(i18n.t("No event in the story fits this view"))
    view, _ = read_view({k: [v] for k, v in address.items()}, DATA)
    helpful = [(name, count) for name, count in relaxed_counts(DATA, view.filters) if count]
    assert [name for name, _ in helpful] == ["regions"]
    for name, count in helpful:
        label = at.button(key=f"loosen-{name}").label
        assert i18n.number(count) in label
        assert i18n.t(FILTER_LABELS[name]) in label
    assert "loosen-categories" not in [b.key for b in at.button]


def test_pressing_an_offer_lifts_that_filter_alone(opened):
    at = opened("map", {"region": "amazonas", "category": "border", "lang": "en"})
    at.button(key="loosen-regions").click().run()
    assert_sound(at)
    assert at.query_params == {"category": "border", "lang": "en"}
    assert not [b for b in at.button if (b.key or "").startswith("loosen-")]
    assert count_for({"category": "border"}) in text_of(at, "shown")


def test_when_no_single_filter_is_the_cause_all_can_be_cleared(opened):
    at = opened("map", {"region": "amazonas", "q": "no such words"})
    assert not [b for b in at.button if (b.key or "").startswith("loosen-")]
    at.button(key="clear-empty").click().run()
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
