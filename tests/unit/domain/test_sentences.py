"""A text is cited by the sentence: what stays of it when sources are left out."""

from dataclasses import replace

import pytest

from components.query.filters import Filters
from components.query.selection import select_records
from components.query.sources_in_use import restrict_to_sources, with_allowed_sources
from components.story.models import Citation
from components.story.sentences import split_sentences
from tests.support.stories.small import small_dataset

SUMMARY = "About 50 crossed. The wire names the bridge and counts 14. Nobody was hurt."
SUMMARY_ES = "Cruzaron unos 50. La agencia nombra el puente y cuenta 14. Nadie resultó herido."
TIERS = {"documents": Filters(documents_only=True), "wire": Filters(sources=("wire",))}


def cited_by_sentence():
    """The small story, with an event told by two sources: a sentence of each, and one of both."""
    data = small_dataset()
    event = data.events["ev-aid"].model_copy(update={"summary": SUMMARY, "summary_es": SUMMARY_ES})
    citations = [
        Citation(
            record_id="ev-aid", source_id="doc-b", locator=1, role="supports", sentences=(1, 3)
        ),
        Citation(record_id="ev-aid", source_id="wire", role="supports", sentences=(2, 3)),
    ]
    others = [citation for citation in data.citations if citation.record_id != "ev-aid"]
    return replace(data, events={**data.events, "ev-aid": event}, citations=(*citations, *others))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param("One. Two.", ("One.", "Two."), id="full stops"),
        pytest.param(
            "He said “go.” They went.", ("He said “go.”", "They went."), id="closing quote"
        ),
        pytest.param("¿Qué? ¡Nada! Fin", ("¿Qué?", "¡Nada!", "Fin"), id="Spanish marks"),
        pytest.param("About 1.5 km. 14 came.", ("About 1.5 km.", "14 came."), id="digits"),
        pytest.param(
            "U.S. officials and J. Smith.", ("U.S. officials and J. Smith.",), id="initials"
        ),
        pytest.param("Gen. Padrino spoke.", ("Gen. Padrino spoke.",), id="rank"),
        pytest.param("It ended… and began.", ("It ended… and began.",), id="ellipsis inside"),
        pytest.param("", (), id="empty"),
    ],
)
def test_text_is_split_into_sentences(text, sentences):
    assert split_sentences(text) == sentences


@pytest.mark.parametrize(
    ("filters", "summary"),
    [
        pytest.param(Filters(), SUMMARY, id="all sources"),
        pytest.param(TIERS["documents"], "About 50 crossed. Nobody was hurt.", id="documents"),
        pytest.param(
            TIERS["wire"],
            "The wire names the bridge and counts 14. Nobody was hurt.",
            id="chosen source",
        ),
    ],
)
def test_sentence_without_source_in_use_is_left_out(filters, summary):
    data = cited_by_sentence()
    assert with_allowed_sources(data, data.events["ev-aid"], filters).summary == summary


def test_spanish_text_loses_the_same_sentences():
    data = cited_by_sentence()
    event = with_allowed_sources(data, data.events["ev-aid"], TIERS["documents"])
    assert event.summary_es == "Cruzaron unos 50. Nadie resultó herido."


def test_restriction_can_be_applied_twice():
    """A shortened text is never cut again by the numbers of the whole one."""
    data = restrict_to_sources(cited_by_sentence(), TIERS["wire"])
    event = with_allowed_sources(data, data.events["ev-aid"], TIERS["wire"])
    assert event == data.events["ev-aid"]


def test_selected_records_have_the_text_of_the_sources_in_use():
    selection = select_records(cited_by_sentence(), TIERS["wire"])
    summaries = {event.id: event.summary for event in selection.events}
    assert "About 50" not in summaries["ev-aid"]


def test_selection_takes_the_records_of_a_restricted_data_set():
    data = restrict_to_sources(cited_by_sentence(), TIERS["wire"])
    selection = select_records(data, TIERS["wire"])
    events = {event.id: event for event in selection.events}
    assert events["ev-aid"] is data.events["ev-aid"]


def test_restricted_data_set_has_citations_of_shown_sources_alone():
    data = restrict_to_sources(cited_by_sentence(), TIERS["wire"])
    assert {citation.source_id for citation in data.citations} == {"wire"}


def test_record_that_no_source_in_use_supports_keeps_its_text():
    """A page shows it only where its address names it, with a note."""
    data = cited_by_sentence()
    filters = Filters(sources=("doc-a",))
    assert with_allowed_sources(data, data.events["ev-aid"], filters).summary == SUMMARY


def test_no_filter_on_sources_leaves_the_data_set_itself():
    data = cited_by_sentence()
    assert restrict_to_sources(data, Filters(text="aid")) is data
