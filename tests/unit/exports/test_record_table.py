"""The cells of a view's tables, their search and their order."""

from dataclasses import replace
from datetime import date

import pytest

from components.export.row_queries import TableQuery, build_table
from components.query.filters import Filters
from components.query.subset import build_subset
from components.story.models import Citation
from tests.support.stories.small import claim, small_dataset, source

SMALL = small_dataset()
EVERYTHING = build_subset(SMALL, Filters())


def format_count(citations):
    """Format citations as a person does: here their number, and a word of some language."""
    return f"{len(citations)} fuentes"


def list_rows(name, part=EVERYTHING, **query):
    return build_table(part, name, format_count, TableQuery(**query)).list_rows()


def list_ids(name, **query):
    return [row["id"] for row in list_rows(name, **query)]


def find_row(name, record_id, part=EVERYTHING):
    (row,) = (row for row in list_rows(name, part) if row["id"] == record_id)
    return row


def test_events_are_in_order_of_date_and_have_the_days_that_it_may_mean():
    assert list_ids("events") == ["ev-rising", "ev-aid", "ev-count", "ev-march"]
    row = find_row("events", "ev-aid")
    assert (row["first_day"], row["last_day"]) == (date(2019, 2, 22), date(2019, 2, 23))
    assert (row["place"], row["lat"], row["lon"]) == ("Cucuta", 1.0, -72.0)


@pytest.mark.parametrize(
    ("citation", "cell"),
    [
        ({"locator": 3}, "wire:3"),
        ({}, "wire"),
        ({"locator": 3, "role": "disputes"}, "wire:3 (disputes)"),
    ],
    ids=["paragraph", "no paragraph", "not supporting"],
)
def test_a_citation_for_programs_is_its_source_paragraph_and_role(citation, cell):
    made = {"record_id": "cl-total", "source_id": "wire", "role": "supports"} | citation
    # A source that says it twice stands there once.
    dataset = replace(SMALL, citations=(Citation(**made), Citation(**made)))
    row = find_row("claims", "cl-total", build_subset(dataset, Filters()))
    assert (row["citations"], row["cited_as"]) == ((cell,), "2 fuentes")


@pytest.mark.parametrize(
    ("author", "cell"),
    [
        ([{"given": "Ana", "family": "Paz"}, {"literal": "EFE"}], ("Ana Paz", "EFE")),
        ([{"family": "Paz"}], ("Paz",)),
        ([], None),
    ],
    ids=["person and agency", "family name alone", "nobody"],
)
def test_authors_have_their_given_names_first(author, cell):
    dataset = replace(
        SMALL, sources=SMALL.sources | {"wire": source("wire", "corroborating", author=author)}
    )
    assert find_row("sources", "wire", build_subset(dataset, Filters()))["authors"] == cell


def test_a_region_has_the_counts_of_its_two_latest_days():
    row = find_row("regions", "oriente")
    assert (row["count"], row["count_claim"]) == (415, "cl-north")
    assert (row["count_before"], row["count_before_as_of"]) == (328, "2019-02-26")


@pytest.mark.parametrize("sort", ["event_id", "-event_id"])
def test_rows_without_a_value_are_last_in_either_order(sort):
    assert list_ids("claims", sort=sort)[0] == "cl-north"


def test_rows_are_found_by_words_of_any_column_without_accents():
    assert list_ids("events", find="titulo AID") == ["ev-aid"]
    # Citations in words are of a language: a source is found by its name alone.
    assert list_ids("events", find="doc-b") == ["ev-aid"]
    assert list_ids("events", find="fuentes") == []


def test_claims_may_be_those_of_a_claimant_alone():
    assert len(list_ids("claims", claimant="office")) == 3
    assert list_ids("claims", claimant="somebody") == []


def test_a_reference_that_leads_out_of_a_part_is_cut_and_listed():
    dataset = replace(
        SMALL, claims=SMALL.claims | {"cl-c": claim("c", 1, "2019-02-27", event_id="ev-march")}
    )
    dataset = replace(
        dataset,
        citations=(
            *dataset.citations,
            Citation(record_id="cl-c", source_id="wire", role="supports"),
        ),
    )
    part = build_subset(dataset, Filters(end=date(2019, 3, 1)))
    assert part.cuts == ("claims · cl-c · event_id: ev-march",)
    assert part.dataset.claims["cl-c"].event_id is None


def test_a_date_that_rests_on_a_report_gives_way_to_that_of_the_documents():
    part = build_subset(SMALL, Filters(documents_only=True))
    assert part.redated == ("ev-rising",)
    assert find_row("events", "ev-rising", part)["date"] == "2019-01"
