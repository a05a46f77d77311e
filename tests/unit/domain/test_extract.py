"""What the filters leave is a data set of its own: exactly the rows shown, and whole."""

from __future__ import annotations

import pytest

from components.query.filters import Filters, select, source_in_use
from components.query.view_tables import Cut, subset
from tests.support.data import DATA
from tests.support.stories.small import small_dataset
from tests.support.views import FILTERS


def test_without_filters_it_is_the_data_set_itself():
    part = subset(DATA, Filters())
    assert part.complete
    assert part.dataset is DATA
    assert part.cuts == part.redated == ()


@pytest.mark.parametrize("name", FILTERS)
def test_events_and_claims_are_those_that_are_shown(name):
    chosen, part = select(DATA, FILTERS[name]), subset(DATA, FILTERS[name])
    assert part.order == tuple(e.id for e in chosen.events)
    assert set(part.dataset.events) == set(part.order)
    assert list(part.dataset.claims) == [c.id for c in chosen.claims]


@pytest.mark.parametrize("name", FILTERS)
def test_no_source_that_the_filters_leave_out_is_in_it(name):
    part = subset(DATA, FILTERS[name])
    for source in part.dataset.sources.values():
        assert source_in_use(DATA.sources[source.id], FILTERS[name])
    used = {c.source_id for c in part.dataset.citations}
    assert used <= set(part.dataset.sources)


def test_every_region_is_a_row_until_some_are_asked_for():
    assert list(subset(DATA, Filters(text="567")).dataset.regions) == list(DATA.regions)
    assert list(subset(DATA, Filters(regions=("amazonas",))).dataset.regions) == ["amazonas"]


def test_a_reference_to_a_row_that_is_not_there_is_cut_and_told():
    part = subset(small_dataset(), Filters(text="north"))
    assert part.dataset.events == {}
    assert part.dataset.claims["cl-north"].event_id is None
    assert part.cuts == (Cut("claims", "cl-north", "event_id", "ev-count"),)


def test_without_the_report_that_sharpened_it_a_date_is_the_documents_own():
    part = subset(small_dataset(), Filters(documents_only=True))
    event = part.dataset.events["ev-rising"]
    assert (event.date, event.date_basis, event.document_date) == ("2019-01", "inferred", None)
    assert part.redated == ("ev-rising",)
    assert [c.source_id for c in part.dataset.citations_of("ev-rising")] == ["doc-a"]


def test_the_roads_of_citations_bring_their_sources_along():
    part = subset(DATA, Filters(sources=("fighter-jets-world",)))
    for citation in part.dataset.citations:
        assert set(citation.via) <= set(part.dataset.sources)
    for source in part.dataset.sources.values():
        assert set(source.custom.upstream) <= set(part.dataset.sources)
    assert part.cuts == () or {cut.table for cut in part.cuts} == {"claims"}
