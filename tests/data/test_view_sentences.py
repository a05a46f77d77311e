"""Sentences of random views hold against the tables, computed again by other code.

A view is walked through the outlets: pages with their heads, embeds, pictures and the API. Every
sentence with a number, a comparison or a superlative is computed again from the CSV files; one of
a kind that no checker knows fails, so that no new kind comes unseen.
"""

import random
from functools import cache

import pytest

from tests.data.random_views import choose
from tests.data.recomputed import Chosen, Tables
from tests.data.sentence_kinds import Checker
from tests.support.outlets import (
    KINDS,
    PAGES_BY_SLUG,
    api_rows,
    embed_lines,
    handout_paragraphs,
    page_lines,
    picture_lines,
    preview_lines,
    slide_lines,
)

TABLES = Tables()
LANGUAGES = ("en", "es")
CHECKERS = {language: Checker(TABLES, language) for language in LANGUAGES}
#: Pages that tell the whole story, whatever the filters; their notices are of the view.
OF_STORY = ("present", "method")
OUTLETS = [
    *[("page", slug) for slug in PAGES_BY_SLUG],
    *[("embed", kind) for kind in KINDS],
    *[("picture", kind) for kind in KINDS],
]
#: A view is read in so many outlets in `make test`, each in its turn.
READ_OF_VIEW = 3
#: Views of a test in `make test`, and of each of the ten long ones, a thousand in all.
FEW_VIEWS = 100
VIEWS = 100
LONG = [pytest.param(seed, VIEWS, marks=pytest.mark.long) for seed in range(10)]


def read_outlet(outlet: str, name: str, query: str, language: str) -> list[str]:
    readers = {"page": page_lines, "embed": embed_lines, "picture": picture_lines}
    return readers[outlet](name, query, language)


def list_faults(outlet: str, name: str, chosen: Chosen, language: str) -> list[str]:
    """Return what an outlet says of a view that is false, of no known kind, or not said at all."""
    checker = CHECKERS[language]
    lines = read_outlet(outlet, name, chosen.to_query(), language)
    where = f"{outlet} {name} {language} ?{chosen.to_query()}"
    has_axis = outlet != "page" or name == "data"
    faults = [
        f"{where}: {piece!r}: {fault}"
        for piece, fault in checker.faults(
            lines, chosen, has_ticks=has_axis, is_of_story=name in OF_STORY
        )
    ]
    if outlet == "page":
        previews = preview_lines(name, chosen.to_query(), language)
        faults += [
            f"{where}, preview: {piece!r}: {fault}"
            for piece, fault in checker.faults(previews, chosen)
        ]
    for words in checker.required(name, chosen):
        if not any(words in line for line in lines):
            faults.append(f"{where}: does not say {words!r}")
    return faults


def list_views(seed: int, count: int) -> list[Chosen]:
    chance = random.Random(f"views {seed}")  # noqa: S311 - the same views each time
    return [choose(chance, TABLES) for _ in range(count)]


@pytest.mark.parametrize(("seed", "count"), [(0, FEW_VIEWS), *LONG])
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_random_views_are_those_of_the_tables(language, seed, count):
    faults = []
    for position, chosen in enumerate(list_views(seed, count)):
        first = position * READ_OF_VIEW
        for turn in range(first, first + READ_OF_VIEW):
            outlet, name = OUTLETS[turn % len(OUTLETS)]
            faults += list_faults(outlet, name, chosen, language)
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("outlet", "name"), OUTLETS, ids=lambda value: value or "overview")
def test_sentences_of_the_whole_story_are_those_of_the_tables(outlet, name, language):
    assert list_faults(outlet, name, Chosen(), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_of_the_api_are_those_of_the_tables(language):
    wrong = []
    for chosen in list_views(0, FEW_VIEWS):
        filters = chosen.keep_only(
            "start", "end", "published_by", "categories", "sources", "voices", "without",
            "documents_only", "certain_only", "regions",
        )  # fmt: skip
        query = filters.to_query()
        events = {row["id"] for row in api_rows("events", query, language)}
        claims = {row["id"] for row in api_rows("claims", query, language)}
        expected = (
            set(TABLES.select_events(filters)),
            {figure.id for figure in TABLES.select_figures(filters)},
        )
        if (events, claims) != expected:
            wrong.append((query, events ^ expected[0], claims ^ expected[1]))
    assert wrong == []


@cache
def paper_lines(paper: str, language: str) -> tuple[str, ...]:
    readers = {"slides": slide_lines, "handout": handout_paragraphs}
    return tuple(readers[paper](language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["slides", "handout"])
def test_papers_have_the_counts_and_figures_of_the_tables(paper, language):
    """What the story says with a figure, a slide and the handout say with the claims' own."""
    text = " ".join(paper_lines(paper, language))
    expected = CHECKERS[language].expected
    counts = expected.counts(Chosen())
    for region, figure in counts.figures["latest"].items():
        name = expected.writer.name("regions", region).partition(" (")[0]
        assert name in text
        assert str(int(figure.number)) in text
    missing = [
        words for words in CHECKERS[language].headlines_of_story if words not in fold_spaces(text)
    ]
    assert missing == []


def fold_spaces(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("source_id", sorted(TABLES.tiers))
def test_a_source_has_the_records_that_rest_on_it(source_id):
    lines = page_lines("sources", f"source={source_id}", "en")
    count = TABLES.count_resting(source_id)
    noun = "event or claim rests" if count == 1 else "events and claims rest"
    assert any(f"{count} {noun} on it" in line for line in lines)
