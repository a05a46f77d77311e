"""Search: every kind of record, words in any order and form, numbers as numbers."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from components.query.search import SearchIndex, SearchResult, search_story
from components.values.number_text import list_numbers
from tests.support.data import DATA


def found(text: str, language: str = "en") -> dict[str, tuple[str, ...]]:
    return dict(search_story(DATA, text, language).groups)


@given(st.text(max_size=300), st.sampled_from(["en", "es"]))
def test_any_text_may_be_searched(text, language):
    known = {
        "questions": DATA.topics, "figures": DATA.claims, "events": DATA.events,
        "sources": DATA.sources,
    }  # fmt: skip
    for kind, ids in search_story(DATA, text, language).groups.items():
        assert ids
        assert len(set(ids)) == len(ids)
        assert set(ids) <= known[kind].keys()


@given(st.sampled_from(sorted(DATA.events)))
def test_every_event_is_found_by_its_title_in_both_languages(key):
    event = DATA.events[key]
    for title, language in ((event.title, "en"), (event.title_es, "es")):
        assert key in found(title, language)["events"]


def test_search_without_full_matches_lists_the_best_and_filters_strictly():
    answer = search_story(DATA, "march to Bogotá stopped by zzzz")
    assert answer.partial_match == (3, 4)
    assert "ev-2019-04-march-stopped" in {key for ids in answer.groups.values() for key in ids}
    assert (
        DATA.memoize(SearchIndex).find_ids("march to Bogotá stopped by zzzz", "events")
        == frozenset()
    )
    assert search_story(DATA, "march Bogotá").partial_match is None
    # Less than half of the words is nothing.
    assert search_story(DATA, "hotel xqwv ploop") == SearchResult()


def test_story_may_add_synonyms_to_the_search():
    shown = DATA.presentation.model_copy(update={"synonyms": (("plimsoll", "canoa"),)})
    index = SearchIndex(replace(DATA, presentation=shown))
    assert "ev-2019-02-mora-crosses" in index.find_ids("plimsoll", "events")
    assert DATA.memoize(SearchIndex).find_ids("plimsoll", "events") == frozenset()


#: Queries in both languages, written before the code that answers them. Of each: what must stand
#: among the first four of its kind, which are those that the page names (``finds``), what may not
#: be found (``not_found``), how many of its words the best records hold (``held``, ``none`` where
#: nothing is found, empty where either will do), and whether it names a number (``check``).
NAMED = 4
CORPUS = Path(__file__).parents[3] / "data" / "searches.csv"
ROWS = list(csv.DictReader(CORPUS.open(encoding="utf-8", newline="")))


def faults(row: dict[str, str]) -> list[str]:
    answer = search_story(DATA, row["query"], row["language"])
    found = list(answer.groups.values())
    named = {key for ids in found for key in ids[:NAMED]}
    wrong = [f"{key} is not named" for key in row["finds"].split() if key not in named]
    every = {key for ids in found for key in ids}
    wrong += [f"{key} is found" for key in row["not_found"].split() if key in every]
    if row["held"] == "none" and every:
        wrong.append("something is found")
    if "/" in row["held"] and answer.partial_match != tuple(map(int, row["held"].split("/"))):
        wrong.append(f"held {answer.partial_match}")
    if bool(list_numbers(row["query"])) != (row["check"] == "yes"):
        wrong.append("check")
    return wrong


def test_ninety_nine_of_a_hundred_queries_find_their_record():
    assert min(Counter(row["language"] for row in ROWS).values()) >= 45
    assert len({(row["query"], row["language"]) for row in ROWS}) == len(ROWS) >= 100
    known = {*DATA.topics, *DATA.claims, *DATA.events, *DATA.sources}
    for row in ROWS:
        assert {*row["finds"].split(), *row["not_found"].split()} <= known
    wrong = {row["query"]: found for row in ROWS if (found := faults(row))}
    assert len(wrong) <= 0.01 * len(ROWS), wrong
    assert not [row for row in ROWS if row["check"] == "no" and list_numbers(row["query"])]
