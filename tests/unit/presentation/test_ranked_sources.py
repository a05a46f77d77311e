"""The sources below the Overview: documents first, then those on which most records rest."""

import re
from typing import NamedTuple

import pytest

from components.page.event_pages import MOST_BELOW, overview_below
from tests.support.views import viewed

ITEM = re.compile(r"<li><span><a href.*?</li>", re.DOTALL)
COUNT = re.compile(r"(\d+) records?<")
VIEWS = ("", "region=guajira", "to=2019-02-27")


class ListedSource(NamedTuple):
    is_document: bool
    count: int


def list_sources(query: str) -> list[ListedSource]:
    page = str(overview_below(viewed(query)).html)
    sources = page.partition('id="below-sources"')[2]
    return [
        ListedSource("· document ·" in item, int(COUNT.search(item)[1]))
        for item in ITEM.findall(sources)
    ]


@pytest.mark.parametrize("query", VIEWS)
def test_documents_come_first_however_few_records_rest_on_them(query):
    """The data set is made from them; any other source only corroborates."""
    documents = [source.is_document for source in list_sources(query)]
    assert True in documents
    assert documents == sorted(documents, reverse=True)


@pytest.mark.parametrize("query", VIEWS)
def test_sources_of_a_tier_are_in_the_order_of_their_records(query):
    listed = list_sources(query)
    for is_document in (True, False):
        counts = [source.count for source in listed if source.is_document is is_document]
        assert counts == sorted(counts, reverse=True)


def test_only_records_that_are_shown_are_counted():
    everything = sum(source.count for source in list_sources(""))
    region = sum(source.count for source in list_sources("region=guajira"))
    assert 0 < region < everything
    assert len(list_sources("")) <= MOST_BELOW
