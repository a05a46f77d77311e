"""Sentences of random views hold against the tables, computed again by other code."""

import random
import re
from datetime import date, timedelta

import pytest

from components.page.html import page_text
from components.presentation.pages import PAGES
from tests.data.recomputed import Chosen, Tables
from tests.golden.plain import plain
from tests.support.views import build_view_context

TABLES = Tables()
PAGES_BY_SLUG = {page.slug: page for page in PAGES}
LANGUAGES = ("en", "es")
#: The sentence on what is shown, before its numbers.
SHOWN = {"en": "Shown: ", "es": "A la vista: "}
OF = {"en": "of", "es": "de"}
VIEWS = [60, pytest.param(1000, marks=pytest.mark.long)]


def choose(chance: random.Random) -> Chosen:
    """Choose some filters at random."""
    start = end = published_by = None
    if chance.random() < 0.5:
        start = date(2019, 1, 10) + timedelta(chance.randrange(120))
    if chance.random() < 0.4:
        end = (start or date(2019, 2, 1)) + timedelta(chance.randrange(60))
    if chance.random() < 0.3:
        published_by = date(2019, 2, 25) + timedelta(chance.randrange(80))
    categories = ()
    if chance.random() < 0.3:
        categories = tuple(sorted(chance.sample(sorted(set(TABLES.events.category)), 2)))
    sources = ()
    if chance.random() < 0.3:
        sources = tuple(sorted(chance.sample(sorted(TABLES.tiers), chance.randint(1, 6))))
    without = ()
    if chance.random() < 0.3:
        voices = sorted(set(TABLES.claimants.voice))
        without = tuple(sorted(chance.sample(voices, chance.randint(1, 2))))
    return Chosen(start, end, published_by, categories, sources, without, chance.random() < 0.2)


def shown_sentence(slug: str, chosen: Chosen, language: str) -> str:
    """Return the sentence of a page that says what is shown."""
    text = page_text(build_view_context(chosen.to_query(), language, slug), PAGES_BY_SLUG[slug])
    lines = plain(text.html)
    if isinstance(lines, str):
        lines = lines.splitlines()
    for line in lines:
        if line.startswith(SHOWN[language]):
            return line
    return ""


def expected_numbers(slug: str, chosen: Chosen) -> list[int]:
    """Return the numbers with which the sentence must begin."""
    if slug == "timeline":
        events = TABLES.select_events(chosen)
        return [len(events), len(TABLES.events)]
    claims = TABLES.select_claims(chosen)
    if slug == "figures":
        return [TABLES.count_totals(claims)]
    asked = claims[claims.topic_id != ""]
    return [len(asked), int((TABLES.claims.topic_id != "").sum()), asked.topic_id.nunique()]


def first_numbers(sentence: str, count: int) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", sentence)[:count]]


@pytest.mark.parametrize("views", VIEWS, ids=["some", "a thousand"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["timeline", "figures", "disagreements"])
def test_numbers_of_random_views_are_those_of_the_tables(slug, language, views):
    chance = random.Random(f"{slug} {language}")  # noqa: S311 - the same views each time
    wrong = []
    for _ in range(views):
        chosen = choose(chance)
        sentence = shown_sentence(slug, chosen, language)
        expected = expected_numbers(slug, chosen)
        if sentence and first_numbers(sentence, len(expected)) != expected:
            wrong.append((chosen.to_query(), sentence, expected))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_certain_and_possible_events_are_those_of_the_tables(language):
    chance = random.Random(f"certain {language}")  # noqa: S311 - the same views each time
    wrong = []
    for _ in range(40):
        start = date(2019, 1, 10) + timedelta(chance.randrange(120))
        chosen = Chosen(start, start + timedelta(chance.randrange(1, 30)))
        events = TABLES.select_events(chosen)
        certain = sum(events.values())
        sentence = shown_sentence("timeline", chosen, language)
        numbers = first_numbers(sentence, 4)
        if 0 < certain < len(events) and numbers[2:] != [certain, len(events) - certain]:
            wrong.append((chosen.to_query(), sentence, certain))
    assert wrong == []


@pytest.mark.parametrize("source_id", sorted(TABLES.tiers))
def test_a_source_has_the_records_that_rest_on_it(source_id):
    text = page_text(
        build_view_context(f"source={source_id}", "en", "sources"), PAGES_BY_SLUG["sources"]
    )
    count = TABLES.count_resting(source_id)
    noun = "event or claim rests" if count == 1 else "events and claims rest"
    assert f"{count} {noun} on it" in text.html
