"""A record is shown where a source in use says what it says, not where one gives its context."""

from dataclasses import replace
from datetime import date

import pytest

from components.query.filters import Filters
from components.query.selection import select_records
from components.query.sources_in_use import list_telling_sources
from components.query.view_facts import ViewFacts
from components.story.models import Citation
from tests.support.data import DATA
from tests.support.stories.small import small_dataset


def cite(record_id, source_id, role):
    return Citation(record_id=record_id, source_id=source_id, locator=None, wording="", role=role)


@pytest.mark.parametrize(
    ("roles", "telling"),
    [
        pytest.param({"doc-a": "supports", "wire": "context"}, {"doc-a"}, id="context beside it"),
        pytest.param({"doc-a": "disputes", "wire": "context"}, {"doc-a"}, id="disputed"),
        pytest.param({"wire": "context"}, {"wire"}, id="context alone"),
        pytest.param({}, set(), id="nothing"),
    ],
)
def test_sources_that_say_what_a_record_says(roles, telling):
    citations = [cite("ev-aid", source_id, role) for source_id, role in roles.items()]
    assert list_telling_sources(citations) == telling


def story_with_context():
    """The aid, which one document tells, with another one that gives its context."""
    dataset = small_dataset()
    context = cite("ev-aid", "doc-a", "context")
    return replace(dataset, citations=(*dataset.citations, context))


@pytest.mark.parametrize(
    ("source_id", "is_shown"),
    [pytest.param("doc-b", True, id="telling"), pytest.param("doc-a", False, id="context")],
)
def test_an_event_is_what_its_telling_sources_say(source_id, is_shown):
    selection = select_records(story_with_context(), Filters(sources=(source_id,)))
    assert ("ev-aid" in {event.id for event in selection.events}) is is_shown


@pytest.mark.parametrize(
    ("day", "record_id"),
    [
        pytest.param("2019-03-29", "ev-2019-05-families-harassed", id="event of May"),
        pytest.param("2019-02-27", "ev-2019-02-25-priest-shelter", id="photograph of May"),
        pytest.param("2019-03-18", "cl-arrivals-2019-03-17-nearly-1000", id="claim of 21 March"),
        pytest.param("2019-04-30", "cl-march-earlier-this-month", id="claim of May"),
    ],
)
def test_what_came_later_had_not_been_published_by_a_day(day, record_id):
    selection = select_records(DATA, Filters(published_by=date.fromisoformat(day)))
    shown = {record.id for record in (*selection.events, *selection.claims)}
    assert record_id not in shown


def test_a_report_that_gives_the_context_still_dates_a_record():
    selection = select_records(DATA, Filters(published_by=date(2019, 3, 31)))
    claims = {claim.id: claim for claim in selection.claims}
    assert claims["cl-arrivals-2019-03-17-nearly-1000"].as_of == "2019-03-17"


def test_a_claim_of_an_event_is_hidden_where_only_its_context_is_in_use():
    filters = Filters(published_by=date(2019, 3, 18))
    facts = ViewFacts(DATA, filters, select_records(DATA, filters))
    assert facts.is_told("cl-arrivals-2019-03-17-public-force")
    assert not facts.is_told("cl-arrivals-2019-03-17-nearly-1000")
