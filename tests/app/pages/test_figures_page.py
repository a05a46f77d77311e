"""How many? without a browser: the chart, its choices and the check, in both languages."""

from __future__ import annotations

import pytest

from components.domain.evidence.totals import ChartOptions, charted, measures_of
from components.domain.views.filters import Filters, select
from components.domain.views.view import MAX_TEXT
from tests.support.apptest import (
    DATA,
    LANGUAGES,
    assert_sound,
    bodies,
    charts,
    component_data,
    found,
    page_at,
    text_of,
    words,
)
from tests.support.words import i18n_for

SLUG = "figures"
CHOSEN = "cl-arrivals-2019-05-07-1400"
DEFAULT = {c.id for c in charted(DATA.claims.values(), ChartOptions())}


def marks(at):
    """The ids of the claims drawn, over all panels."""
    return {
        key
        for chart, _ in charts(at)
        for trace in chart["data"]
        if trace["name"] == "claims"
        for (key,) in trace["customdata"]
    }


def rows(at):
    return [row["id"] for row in component_data(at, "event_list")["rows"]]


def table(at):
    return [words(row) for body in found(at, "table") for row in body.xpath(".//tbody/tr")]


def select_named(at, name):
    return at.selectbox(key=f"totals-{name}")


# --- The page as it opens -----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_panels_list_and_table_hold_the_same_figures(opened, language):
    at = opened(SLUG, {"lang": language})
    assert marks(at) == DEFAULT
    assert set(rows(at)) == DEFAULT
    assert len(rows(at)) == len(table(at)) == len(DEFAULT)


@pytest.mark.parametrize(
    ("language", "heading"),
    [("en", "From 60 on 23 February to "), ("es", "De 60 el 23 de febrero a ")],
)
def test_the_heading_is_the_finding(opened, language, heading):
    at = opened(SLUG, {"lang": language})
    (page_title,) = found(at, "page-title")
    assert words(page_title.find("h1")).startswith(heading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_panel_has_a_text_that_names_its_figures(opened, language):
    at = opened(SLUG, {"lang": language})
    i18n = i18n_for(language)
    assert charts(at)
    for chart, alt in charts(at):
        for trace in chart["data"]:
            for (key,) in trace.get("customdata", []):
                assert i18n.value(DATA.claims[key]) in alt


def test_no_trace_draws_a_line(opened):
    for chart, _ in charts(opened(SLUG)):
        assert {trace["mode"] for trace in chart["data"]} == {"markers"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_one_sum_names_what_it_adds(opened, language):
    text = text_of(opened(SLUG, {"lang": language}), "totals-sum")
    parts = [
        c
        for c in DATA.claims.values()
        if c.region_id and c.measure == "arrivals" and c.as_of == "2019-02-27"
    ]
    assert len(parts) == 8
    assert sum(c.value_low for c in parts) == 567
    assert "567" in text
    for part in parts:
        label = i18n_for(language).of(DATA.regions[part.region_id], "label")
        assert f"{label} {part.value_low:.0f}" in text


def test_other_measures_have_no_sum_and_their_name_in_the_heading(opened):
    at = opened(SLUG, {"lang": "en", "measure": "hotels"})
    assert not found(at, "totals-sum")
    (page_title,) = found(at, "page-title")
    assert words(page_title.find("h1")).startswith("Hotels: ")


def test_regional_counts_have_no_mark(opened):
    assert not [key for key in marks(opened(SLUG)) if DATA.claims[key].region_id]


# --- Choosing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chosen_figure_is_shown_in_full(opened, language):
    at = opened(SLUG, {"lang": language, "claim": CHOSEN})
    one, i18n = DATA.claims[CHOSEN], i18n_for(language)
    text = text_of(at, "detail")
    assert i18n.value(one) in text
    assert i18n.of(one, "statement") in text
    assert i18n.of(one, "as_of_note") in text
    assert i18n.of(DATA.claimants[one.claimant_id], "name") in text
    assert i18n.date(one.as_of) in text
    cites = [words(c) for c in found(at, "cite")]
    wordings = [c.wording for c in DATA.citations_of(CHOSEN)]
    assert all(any(w in cite for cite in cites) for w in wordings)
    ringed = [t for c, _ in charts(at) for t in c["data"] if t["name"] == "chosen" and t.get("x")]
    assert len(ringed) == 1


def test_closing_a_figure_takes_it_out_of_the_address(opened):
    at = opened(SLUG, {"claim": CHOSEN})
    at.button(key="close-claim").click().run()
    assert_sound(at)
    assert "claim" not in at.query_params
    assert not found(at, "detail")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("measure", measures_of(DATA.claims.values()))
def test_every_measure_can_be_opened_by_its_address(opened, language, measure):
    at = opened(SLUG, {"lang": language, "measure": measure})
    shown = {c.id for c in charted(DATA.claims.values(), ChartOptions(measure))}
    assert marks(at) == set(rows(at)) == shown


def test_a_choice_is_written_to_the_address_and_back(opened):
    at = opened(SLUG)
    select_named(at, "population").set_value("relatives").run()
    assert_sound(at)
    assert at.query_params["population"] == "relatives"
    assert {DATA.claims[key].population for key in marks(at)} == {"relatives"}
    select_named(at, "population").set_value("").run()
    assert "population" not in at.query_params
    assert marks(at) == DEFAULT


@pytest.mark.parametrize("name", ["population", "claimant"])
def test_each_choice_leaves_what_it_names(opened, name):
    value = {"population": "soldiers", "claimant": "foreign-ministry"}[name]
    at = opened(SLUG, {name: value})
    column = {"population": "population", "claimant": "claimant_id"}[name]
    expected = {key for key in DEFAULT if getattr(DATA.claims[key], column) == value}
    assert marks(at) == expected
    assert expected


def test_the_filters_of_every_page_count_here_too(opened):
    at = opened(SLUG, {"tier": "document"})
    left = select(DATA, Filters(documents_only=True)).claims
    assert marks(at) == {c.id for c in charted(left, ChartOptions())}
    assert marks(at) < DEFAULT


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_choice_offers_what_to_lift(opened, language):
    at = opened(SLUG, {"lang": language, "measure": "hotels", "population": "relatives"})
    assert not charts(at)
    at.button(key="lift-population").click().run()
    assert_sound(at)
    assert "population" not in at.query_params
    assert marks(at) == {c.id for c in charted(DATA.claims.values(), ChartOptions("hotels"))}


def test_an_empty_choice_under_filters_offers_to_clear_them(opened):
    at = opened(SLUG, {"q": "no such words anywhere"})
    assert not charts(at)
    at.button(key="lift-filters").click().run()
    assert_sound(at)
    assert marks(at) == DEFAULT


# --- Checking a figure --------------------------------------------------------------------------


def heads(at):
    return [words(h) for section in found(at, "check") for h in section.findall("h3")]


@pytest.mark.parametrize("phrase", ["567", "a thousand soldiers", "mil militares", "two hotels"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_in_the_address_is_answered_with_its_sources(opened, language, phrase):
    at = opened(SLUG, {"lang": language, "check": phrase})
    (section,) = found(at, "check")
    assert heads(at)
    for item in section.xpath("./ul/li"):
        assert item.find_class("cite")
        assert "figures?" in item.xpath(".//a/@href")[0]


def test_what_was_understood_is_said_in_words(opened):
    for phrase, meaning in [
        ("a thousand soldiers", "Read as: 1,000 soldiers."),
        ("más de 500", "Read as: more than 500."),
        ("1.400", "Read as: 1,400."),
        ("two hotels", "Read as: 2 hotels."),
        ("90 por ciento", "Read as: 90%."),
    ]:
        at = opened(SLUG, {"lang": "en", "check": phrase})
        assert meaning in text_of(at, "check")


def test_typing_writes_the_address(opened):
    at = opened(SLUG)
    at.text_input(key="check").set_value("  mil   militares ").run()
    assert_sound(at)
    assert at.query_params["check"] == "mil militares"
    assert heads(at)


@pytest.mark.parametrize(
    ("key", "value", "phrase"),
    [
        ("check-said", "more_than", "more than 1,000 soldiers"),
        ("check-counted", "hotels", "1,000 hotels"),
        ("check-number", 567.0, "567 soldiers"),
    ],
)
def test_how_it_was_read_can_be_chosen_anew(opened, key, value, phrase):
    at = opened(SLUG, {"lang": "en", "check": "a thousand soldiers are in hotels"})
    assert at.selectbox(key="check-counted").value == "soldiers"
    assert "no figure is said to contradict it" in text_of(at, "check")
    assert "Contradict it" not in heads(at)
    group = at.number_input if key == "check-number" else at.selectbox
    group(key=key).set_value(value).run()
    assert_sound(at)
    assert at.query_params["check"] == phrase


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_found_says_so_with_an_example(opened, language):
    at = opened(SLUG, {"lang": language, "check": "77,777"})
    i18n = i18n_for(language)
    text = text_of(at, "check")
    assert i18n.t("No claim says this.") in text
    # A figure of the story's own.
    assert f"{i18n.number(320)} {i18n.t('soldiers')}" in text


@pytest.mark.parametrize(
    "phrase", ["x" * 5000, "<script>alert(1)</script> 567", "{{ 7*7 }}", "9" * 5000, "' OR 1=1 --"]
)
def test_bad_input_is_harmless(opened, phrase):
    at = opened(SLUG, {"check": phrase})
    assert len(at.text_input(key="check").value) <= MAX_TEXT
    blocks = [b for b in bodies(at) if not b.startswith(("<style", "<script"))]
    assert not [b for b in blocks if "<script" in b or b.strip() == "49"]


# --- Bad addresses ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["measure", "population", "claimant", "claim"])
def test_a_bad_value_is_named_and_the_page_still_stands(name):
    at = page_at(SLUG, {name: "<b>nothing</b>"})
    assert_sound(at)
    assert marks(at) == DEFAULT
    assert name in text_of(at, "notices")


def test_a_claim_without_a_number_can_be_shown(opened):
    at = opened(SLUG, {"claim": "cl-flow-trickle"})
    assert DATA.claims["cl-flow-trickle"].statement in text_of(at, "detail")
