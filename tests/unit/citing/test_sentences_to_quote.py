"""A sentence to quote names all of its places, and no other."""

from dataclasses import replace

import pytest

from components.citing.quotation import cited_sentences, figure_sentences, quote_claim
from components.query.filters import Filters
from components.query.selection import select_records
from components.query.sources_in_use import restrict_to_sources
from components.query.view import View
from components.story.models import Citation
from tests.support.data import i18n_for
from tests.unit.domain.test_sentences import cited_by_sentence

FIRST = "22–23 February 2019: About 50 crossed (DOC-B, 28 February 2019, para. 1)."
SECOND = "The wire names the bridge and counts 14 (WIRE, 28 February 2019)."
THIRD = (
    "22–23 February 2019: Nobody was hurt "
    "(DOC-B, 28 February 2019, para. 1; WIRE, 28 February 2019)."
)


def citation_of(source_id):
    for citation in cited_by_sentence().citations_of("ev-aid"):
        if citation.source_id == source_id:
            return citation
    raise KeyError(source_id)


@pytest.mark.parametrize(
    ("source_id", "sentences"),
    [
        pytest.param("doc-b", (FIRST, THIRD), id="document"),
        pytest.param("wire", (SECOND, THIRD), id="report"),
    ],
)
def test_place_offers_the_sentences_that_it_supports(source_id, sentences):
    offered = cited_sentences(cited_by_sentence(), citation_of(source_id), i18n_for("en"))
    assert offered == sentences


def test_source_left_out_is_named_by_no_sentence():
    data = restrict_to_sources(cited_by_sentence(), Filters(documents_only=True))
    offered = cited_sentences(data, citation_of("doc-b"), i18n_for("en"))
    assert offered == (
        "22–23 February 2019: About 50 crossed. Nobody was hurt "
        "(DOC-B, 28 February 2019, para. 1).",
    )


def test_event_of_a_view_is_quoted_by_the_sentence():
    data = cited_by_sentence()
    nothing = Filters(text="xyzzy")
    view = View(event="ev-aid", filters=nothing)
    (sentence,) = figure_sentences(data, select_records(data, nothing), view, i18n_for("en"))
    assert sentence.text == (
        "22–23 February 2019: About 50 crossed (DOC-B, 28 February 2019, para. 1). "
        "The wire names the bridge and counts 14 (WIRE, 28 February 2019). "
        "Nobody was hurt (DOC-B, 28 February 2019, para. 1; WIRE, 28 February 2019)."
    )


def test_figure_is_cited_to_the_places_of_its_first_sentence():
    data = cited_by_sentence()
    claim = data.claims["cl-total"].model_copy(
        update={
            "statement": "There were 567. A paper doubts it.",
            "statement_es": "Eran 567. Un diario lo duda.",
        }
    )
    citations = [citation for citation in data.citations if citation.record_id != "cl-total"]
    citations += [
        Citation(record_id="cl-total", source_id="wire", role="supports", sentences=(1,)),
        Citation(
            record_id="cl-total", source_id="doc-a", locator=2, role="supports", sentences=(2,)
        ),
    ]
    data = replace(data, claims={**data.claims, claim.id: claim}, citations=tuple(citations))
    quotation = quote_claim(data, claim.id, i18n_for("en"))
    first_sentence, _, second_sentence = quotation.sentence.partition("). ")
    assert first_sentence.endswith("(WIRE, 28 February 2019")
    assert second_sentence == (
        "According to Office, a paper doubts it (DOC-A, 28 February 2019, para. 2)."
    )


def test_citation_for_context_supports_no_sentence():
    context = Citation(record_id="ev-aid", source_id="doc-a", locator=5, role="context")
    assert cited_sentences(cited_by_sentence(), context, i18n_for("en")) == ()
