"""What is offered to copy: a sentence with its paragraph, its reference, a view's citation."""

from dataclasses import replace

import pytest

from components.export.citations import format_pinpoint, format_source
from components.export.quotation import (
    dataset_citation,
    figure_sentences,
    quotation,
    sources_in_view,
)
from components.presentation.cited import citations_of, reference, sentences
from components.query.figures import headlines
from components.query.filters import Filters, citations_in_use, select
from components.query.view import View
from components.story.models import Citation
from tests.support.cases import for_each
from tests.support.data import DATA, i18n_for
from tests.support.stories.small import small_dataset
from tests.support.views import FILTERS, viewed

LANGUAGES = ("en", "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_offers_a_sentence_with_its_source_and_the_reference_of_that_source(
    language,
):
    ctx = viewed(language=language)
    for record in (*DATA.events, *DATA.claims):
        for one in citations_of(record, ctx):
            source = DATA.sources[one.source_id]
            assert reference(source, ctx.i18n) == format_source(source, "apa", language).text
            place = format_pinpoint(source, one.locator, language)
            if one.role == "context":
                assert sentences([one], ctx) == (), record
            else:
                (said,) = sentences([one], ctx)
                assert said.endswith(f"({place}).")
                assert ".." not in said, record


def test_a_claim_with_several_sources_offers_the_sentence_with_each_of_them_alone():
    ctx = viewed()
    claim = next(c for c in DATA.claims if len({x.source_id for x in DATA.citations_of(c)}) > 2)
    found = citations_of(claim, ctx)
    assert len({sentences([one], ctx) for one in found}) == len(found)
    names = {one.source_id: ctx.i18n.source(DATA.sources[one.source_id]) for one in found}
    for one in found:
        others = {*names.values()} - {names[one.source_id]}
        assert not any(f"({other}" in said or f"; {other}" in said
                       for said in sentences([one], ctx) for other in others)  # fmt: skip


def test_a_claim_without_a_date_is_quoted():
    key = "cl-arrivals-2019-03-17-nearly-1000"
    undated = {"as_of": None, "as_of_basis": None, "document_date": None}
    claim = DATA.claims[key].model_copy(update=undated)
    data, i18n = replace(DATA, claims={**DATA.claims, key: claim}), i18n_for("en")
    sentence, _ = quotation(data, key, Filters(), i18n)
    assert sentence.endswith("before the report (NPR, 21 March 2019, para. 12).")
    (chosen, *_) = figure_sentences(data, select(data, Filters()), View(claim=key), i18n)
    assert "NPR, 21 March 2019, para. 12" in chosen.text
    assert "the date" not in chosen.text


SMALL = small_dataset()
EVERY_FILTER = pytest.mark.parametrize("filters", FILTERS.values(), ids=FILTERS)


@EVERY_FILTER
def test_the_sources_are_those_of_the_citations_in_use(filters):
    selection = select(DATA, filters)
    wanted = set()
    for record in (*selection.events, *selection.claims):
        wanted |= {c.source_id for c in citations_in_use(DATA, record.id, filters)}
    found = [source.id for source in sources_in_view(DATA, selection, View(filters=filters))]
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_a_chosen_event_brings_its_own_sources_and_those_of_its_claims():
    filters = FILTERS["nothing"]
    event = "ev-2019-02-28-count-567"
    left = select(DATA, filters)
    found = sources_in_view(DATA, left, View(filters=filters, event=event))
    records = [event, *(c.id for c in DATA.claims_of_event(event))]
    assert {s.id for s in found} == {c.source_id for r in records for c in DATA.citations_of(r)}
    assert sources_in_view(DATA, left, View(filters=filters)) == ()


def test_a_source_that_disputes_a_figure_is_named_as_such():
    against = Citation(record_id="cl-total", source_id="doc-a", locator=7, role="disputes")
    data = replace(SMALL, citations=(*SMALL.citations, against))
    filters = Filters(text="statement total")
    made = " ".join(
        s.text
        for s in figure_sentences(
            data, select(data, filters), View(filters=filters), i18n_for("en")
        )
    )
    assert made.endswith(
        "(Office, in WIRE, 28 February 2019; disputed by DOC-A, 28 February 2019, para. 7)."
    )


@for_each("language", LANGUAGES)
@EVERY_FILTER
def test_every_headline_figure_is_cited_to_every_source_in_use(filters, language):
    i18n = i18n_for(language)
    selection = select(DATA, filters)
    made = figure_sentences(DATA, selection, View(filters=filters), i18n)
    found = headlines(DATA, selection.claims, filters)
    assert [sentence.claims for sentence in made] == [*found.values()]
    for (kind, claims), sentence in zip(found.items(), made, strict=True):
        assert sentence.text.endswith(".")
        for record in claims:
            for citation in citations_in_use(DATA, record.id, filters):
                source = DATA.sources[citation.source_id]
                assert format_pinpoint(source, None, language) in sentence.text
        if kind == "regions":
            total = sum(claim.value_low or 0 for claim in claims)
            assert f"{int(total)} " in sentence.text
        elif kind in {"total", "relatives"}:
            assert i18n.value(claims[0]).casefold() in sentence.text.casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_can_be_chosen_and_is_cited(language):
    i18n, nothing = i18n_for(language), FILTERS["nothing"]
    selection = select(DATA, nothing)
    for event in DATA.events.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, event=event.id), i18n)
        assert i18n.of(event, "summary").removesuffix(".") in made.text
        assert i18n.date(event.date).casefold() in made.text.casefold()
        assert made.event == event
    for record in DATA.claims.values():
        (made,) = figure_sentences(DATA, selection, View(filters=nothing, claim=record.id), i18n)
        assert made.text.endswith(".")
        assert made.claims == (record,)
        assert "{" not in made.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_data_set_is_cited_with_its_version_and_no_address(language):
    made = dataset_citation(DATA, "Shown: 1 of 42 events.", i18n_for(language))
    title = {"en": "Across the Táchira", "es": "Al otro lado del Táchira"}[language]
    assert made.startswith(f"{title}, ")
    assert DATA.version in made
    assert "Shown: 1 of 42 events." in made
    assert "http" not in made
    assert "doi" not in made.casefold()
    assert {"en": "[date of access]", "es": "[fecha de consulta]"}[language] in made
