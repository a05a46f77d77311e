"""A corpus of queries in both languages, written before the code that answers them.

Of each: what must stand among the first four of its kind, which are those that the page names
(``finds``), what may not be found at all (``not_found``), how many of its words the best records
hold (``held``: ``3/4``, ``none`` where nothing is found, empty where either will do), and whether
it names a number that can be checked (``check``).
"""

import csv
from collections import Counter
from pathlib import Path

from components.query.numbers import numbers_named
from components.query.search import search
from tests.support.cases import for_each
from tests.support.data import DATA

NAMED = 4
CORPUS = Path(__file__).parents[3] / "data" / "searches.csv"
ROWS = list(csv.DictReader(CORPUS.open(encoding="utf-8", newline="")))


def faults(row: dict[str, str]) -> list[str]:
    """What of a query is answered otherwise than the corpus says."""
    answer = search(DATA, row["query"], row["language"])
    found = list(answer.groups.values())
    named = {key for ids in found for key in ids[:NAMED]}
    wrong = [f"{key} is not named" for key in row["finds"].split() if key not in named]
    every = {key for ids in found for key in ids}
    wrong += [f"{key} is found" for key in row["not_found"].split() if key in every]
    if row["held"] == "none" and every:
        wrong.append("something is found")
    if "/" in row["held"] and answer.held != tuple(map(int, row["held"].split("/"))):
        wrong.append(f"held {answer.held}")
    if bool(numbers_named(row["query"])) != (row["check"] == "yes"):
        wrong.append("check")
    return wrong


def test_the_corpus_is_large_in_both_languages_and_of_records_there_are():
    assert len(ROWS) >= 100
    assert min(Counter(row["language"] for row in ROWS).values()) >= 45
    assert len({(row["query"], row["language"]) for row in ROWS}) == len(ROWS)
    known = {*DATA.topics, *DATA.claims, *DATA.events, *DATA.sources}
    for row in ROWS:
        assert {*row["finds"].split(), *row["not_found"].split()} <= known


def test_ninety_nine_queries_in_a_hundred_find_what_they_should():
    wrong = {row["query"]: found for row in ROWS if (found := faults(row))}
    assert len(wrong) <= 0.01 * len(ROWS), wrong


@for_each("query", [row["query"] for row in ROWS if row["check"] == "no"])
def test_a_figure_is_not_offered_where_none_is_named(query):
    assert not numbers_named(query)
