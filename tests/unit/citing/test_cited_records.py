"""Each record and figure of a story has a sentence to quote, with the sources of the view."""

from dataclasses import replace

import pytest

from components.citing.citations import format_pinpoint, format_source
from components.citing.quotation import (
    dataset_citation,
    figure_sentences,
    quote_claim,
    sources_in_view,
)
from components.citing.speech import (
    has_own_date,
    lower_opening,
    names_speaker,
    names_year,
    reports_a_source,
)
from components.presentation.cited import apa_reference, quotable_sentences
from components.query.figures import list_regional_counts, select_headlines
from components.query.filters import Filters
from components.query.selection import select_records
from components.query.sources_in_use import restrict_to_sources, select_allowed_citations
from components.query.view import View
from components.story.models import Citation
from components.story.sentences import split_sentences
from tests.support.data import DATA, i18n_for
from tests.support.stories.small import small_dataset
from tests.support.views import FILTERS, build_view_context

LANGUAGES = ("en", "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_has_a_sentence_and_its_reference(
    language,
):
    ctx = build_view_context(language=language)
    for record in (*DATA.events, *DATA.claims):
        for one in ctx.facts.citations_of(record):
            source = DATA.sources[one.source_id]
            assert apa_reference(source, ctx.i18n) == format_source(source, "apa", language).text
            place = format_pinpoint(source, one.locator, language)
            if one.role == "context":
                assert quotable_sentences([one], ctx.dataset, ctx.i18n) == (), record
            else:
                sentences = quotable_sentences([one], ctx.dataset, ctx.i18n)
                assert sentences, record
                assert all(place.partition(", p")[0] in sentence for sentence in sentences)
                assert not any(".." in sentence for sentence in sentences), record


def test_a_sentence_of_several_sources_names_all_of_them():
    ctx = build_view_context()
    places_by_sentence = {}
    for record_id in (*DATA.events, *DATA.claims):
        for citation in ctx.facts.citations_of(record_id):
            place = format_pinpoint(DATA.sources[citation.source_id], None, "en")
            for sentence in quotable_sentences([citation], ctx.dataset, ctx.i18n):
                places_by_sentence.setdefault(sentence, set()).add(place)
    shared = {text: places for text, places in places_by_sentence.items() if len(places) > 1}
    assert len(shared) > 20
    for sentence, places in shared.items():
        assert [place for place in places if place not in sentence] == []


def test_a_claim_without_a_date_is_quoted():
    key = "cl-arrivals-2019-03-17-nearly-1000"
    undated = {"as_of": None, "as_of_basis": None, "document_date": None}
    claim = DATA.claims[key].model_copy(update=undated)
    data, i18n = replace(DATA, claims={**DATA.claims, key: claim}), i18n_for("en")
    sentence, _ = quote_claim(data, key, i18n)
    assert sentence.endswith("over the past month (NPR, 21 March 2019, para. 12).")
    (chosen, *_) = figure_sentences(data, select_records(data, Filters()), View(claim=key), i18n)
    assert "NPR, 21 March 2019, para. 12" in chosen.text
    assert "the date" not in chosen.text


SMALL = small_dataset()
EVERY_FILTER = pytest.mark.parametrize("filters", FILTERS.values(), ids=FILTERS)


@EVERY_FILTER
def test_sources_in_view_are_those_of_allowed_citations(filters):
    selection = select_records(DATA, filters)
    wanted = set()
    for record in (*selection.events, *selection.claims):
        cited = {
            citation.source_id for citation in select_allowed_citations(DATA, record.id, filters)
        }
        wanted |= cited & set(filters.sources) if filters.sources else cited
    found = [source.id for source in sources_in_view(DATA, selection, View(filters=filters))]
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_chosen_event_adds_sources_of_the_event_and_its_claims():
    filters = FILTERS["nothing"]
    event = "ev-2019-02-28-count-567"
    left = select_records(DATA, filters)
    found = sources_in_view(DATA, left, View(filters=filters, event=event))
    records = [event, *(claim.id for claim in DATA.claims_of_event(event))]
    assert {source.id for source in found} == {
        citation.source_id for record in records for citation in DATA.citations_of(record)
    }
    assert sources_in_view(DATA, left, View(filters=filters)) == ()


def test_disputing_source_is_named_in_the_sentence():
    against = Citation(record_id="cl-total", source_id="doc-a", locator=7, role="disputes")
    data = replace(SMALL, citations=(*SMALL.citations, against))
    filters = Filters(text="statement total")
    made = " ".join(
        sentence.text
        for sentence in figure_sentences(
            data, select_records(data, filters), View(filters=filters), i18n_for("en")
        )
    )
    assert made.endswith(
        "(Office, in WIRE, 28 February 2019; disputed by DOC-A, 28 February 2019, para. 7)."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_FILTER
def test_every_headline_figure_is_cited_to_every_allowed_source(filters, language):
    i18n = i18n_for(language)
    selection = select_records(DATA, filters)
    made = figure_sentences(DATA, selection, View(filters=filters), i18n)
    counts_of_days = list_regional_counts(DATA, filters)
    found = select_headlines(DATA, selection.claims, counts_of_days)
    assert [sentence.claims for sentence in made] == [*found.values()]
    for (kind, claims), sentence in zip(found.items(), made, strict=True):
        assert sentence.text.endswith(".")
        for record in claims:
            # The figure is the first sentence of its claim.
            for citation in restrict_to_sources(DATA, filters).citations_of(record.id):
                source = DATA.sources[citation.source_id]
                if not citation.sentences or 1 in citation.sentences:
                    assert format_pinpoint(source, None, language) in sentence.text
        if kind == "regions":
            total = sum(claim.value_low or 0 for claim in claims)
            assert f"{int(total)} " in sentence.text
        elif kind in {"total", "relatives"}:
            assert i18n.format_value(claims[0]).casefold() in sentence.text.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_can_be_chosen_and_is_cited(language):
    i18n, nothing = i18n_for(language), FILTERS["nothing"]
    selection = select_records(DATA, nothing)
    for event in DATA.events.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, event=event.id), i18n)
        for sentence in split_sentences(i18n.localize(event, "summary")):
            assert sentence.removesuffix(".") in made.text
        # A document gives the date that it has, whatever day a report has found.
        dates = [i18n.format_date(text) for text in (event.date, event.document_date) if text]
        is_dated = any(text.casefold() in made.text.casefold() for text in dates)
        summary = i18n.localize(event, "summary")
        assert is_dated or names_year(summary) or reports_a_source(summary, language)
        assert made.event == event
    for record in DATA.claims.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, claim=record.id), i18n)
        assert made.text.endswith(".")
        assert made.claims == (record,)
        assert "{" not in made.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_data_set_citation_has_its_version_and_no_address(language):
    made = dataset_citation(DATA, "Shown: 1 of 42 events.", i18n_for(language))
    title = {"en": "Across the Táchira", "es": "Al otro lado del Táchira"}[language]
    assert made.startswith(f"{title}, ")
    assert DATA.version in made
    assert "Shown: 1 of 42 events." in made
    assert "http" not in made
    assert "doi" not in made.casefold()
    assert {"en": "[date of access]", "es": "[fecha de consulta]"}[language] in made


#: Names with which a statement may begin behind its claimant.
NAMES = {
    "en": {"Colombia", "Colombia's", "Elliott", "Guaidó", "January's", "Lt", "Maduro's",
           "Migración", "Sgt", "UN", "Venezuela", "Venezuela's", "Venezuelan"},
    "es": {"Colombia", "Elliott", "Estados", "Guaidó", "Venezuela"},
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_common_word_has_a_capital_behind_the_claimant(language):
    column = {"en": "statement", "es": "statement_es"}[language]
    capitals = set()
    for record in DATA.claims.values():
        for sentence in split_sentences(getattr(record, column)):
            if not names_speaker(sentence, language):
                first_word = lower_opening(sentence, language).split()[0]
                if first_word[0].isupper():
                    capitals.add(first_word)
    assert capitals <= NAMES[language]


def test_a_sentence_names_its_speaker_in_both_languages_or_in_neither():
    different = []
    for record in DATA.claims.values():
        english = split_sentences(record.statement)
        spanish = split_sentences(record.statement_es)
        for sentence, translation in zip(english, spanish, strict=True):
            if names_speaker(sentence, "en") != names_speaker(translation, "es"):
                different.append(sentence)
    assert different == []


def test_a_sentence_has_its_own_date_in_both_languages_or_in_neither():
    different = []
    for record in DATA.events.values():
        english = split_sentences(record.summary)
        spanish = split_sentences(record.summary_es)
        for sentence, translation in zip(english, spanish, strict=True):
            if has_own_date(sentence, "en") != has_own_date(translation, "es"):
                different.append(sentence)
    assert different == []
