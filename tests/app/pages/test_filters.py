"""The filter bar: the same on every page, with counts, search results and empty views."""

import re
from itertools import cycle
from urllib.parse import parse_qs, urlsplit

import pytest

from components.query.figures import select_totals
from components.query.selection import select_records
from components.query.view import read_view
from tests.support import apptest
from tests.support.cases import LANGUAGES
from tests.support.data import DATA

# Together they have every filter.
VIEWS: tuple[dict[str, list[str]], ...] = (
    {"known": ["2019-02-28"]},
    {"region": ["guajira", "oriente"]},
    {"from": ["2019-02-22"], "possible": ["out"]},
    {"without": ["press", "un-ngo"]},
    {"q": ["Cúcuta & José"]},
    {"to": ["2019-03-01"], "category": ["border", "politics"], "tier": ["document"]},
    {"source": ["npr"]},
)
# The names that "Clear all filters" takes out: those of the page.
CLEARED = 'data-clears="([^"]*)"'
LINE = ["region", "category", "source", "tier", "without"]


def count_for(address: dict[str, list[str]]) -> str:
    view, notices = read_view(address, DATA)
    assert notices == ()
    return f"{len(select_records(DATA, view.filters).events)} of {len(DATA.events)} events"


@pytest.mark.parametrize("address", VIEWS)
def test_filter_of_the_address_is_counted_and_shown(opened, address):
    at = opened("map", address)
    assert count_for(address) in apptest.text_of(at, "shown")
    assert {key: sorted(value) for key, value in apptest.chosen_in(at).items()} == address


@pytest.mark.parametrize(("slug", "language"), list(zip(apptest.FILTERED, cycle(LANGUAGES))))
def test_filter_bar_is_the_same_on_every_page(opened, slug, language):
    line = apptest.line_of(opened(slug, {"lang": language}))
    timeline = apptest.component_data(opened("timeline", {"lang": language}), "timeline_page")
    assert apptest.lists_of(line) == ["dates", *LINE]
    (cleared,) = re.findall(CLEARED, line["line"])
    assert re.sub(CLEARED, "", line["line"]) == re.sub(CLEARED, "", timeline["line"])
    kept = {"lang", "event", "v"}
    assert {name for view in VIEWS for name in view} <= set(cleared.split())
    assert kept.isdisjoint(cleared.split())
    assert set(cleared.split()) <= set(line["names"])


def ways(at):
    boxes = apptest.found(at, "back")
    return [apptest.words(link) for box in boxes for link in box.iter("a")]


def test_empty_view_offers_to_remove_each_filter_that_helps(opened):
    at = opened("map", {"region": "amazonas", "category": "border", "lang": "en"})
    assert ways(at) == ["Remove the filter on regions: 9 events", "Clear all filters"]
    apptest.follow(at, ways(at)[0])
    apptest.assert_sound(at)
    assert at.query_params == {"category": "border", "lang": "en"}
    assert not ways(at)
    assert count_for({"category": ["border"]}) in apptest.text_of(at, "shown")


def test_each_search_result_links_to_its_record(opened):
    for typed in ("soldiers hotels", "HOTELS", "npr", "415", "bridge"):
        (box,) = apptest.found(opened("timeline", {"lang": "en", "q": typed}), "hits")
        heads = [int(apptest.words(head).split()[0]) for head in box.iter("strong")]
        lines = [link for line in box.iter("li") for link in line.iter("a")]
        links = [urlsplit(link.get("href")) for link in lines]
        assert sum(heads) == len(links) > 0, "what was counted is there to be opened"
        for link in links:
            path, query, fragment = link.path, parse_qs(link.query), link.fragment
            assert (query["lang"], "q" in query) == (["en"], False)
            if "topic" in query:
                assert path == "disagreements"
            elif "claim" in query:
                claim = DATA.claims[query["claim"][0]]
                assert (path == "figures") == bool(select_totals([claim]) or not claim.topic_id)
            elif "event" in query:
                assert (path, query["event"][0] in DATA.events) == ("timeline", True)
            elif "check" not in query:
                assert (path, fragment in DATA.sources) == ("sources", True)
