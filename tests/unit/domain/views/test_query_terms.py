"""How a query is read: its words, their spellings, and what is found first."""

from dataclasses import replace

import pytest

from components.query.search import (
    PartialMatch,
    SearchIndex,
    list_content_words,
    parse_query,
    replace_words,
    search_story,
)
from tests.support.stories.small import event, small_dataset
from tests.support.stories.small_views import set_events, set_presentation

SMALL = small_dataset()
INDEX = SearchIndex(SMALL)


@pytest.mark.parametrize(
    ("query", "suggestions"),
    [
        ("Cucota", ("Cucuta",)),
        ("aid Cucota", ("aid Cucuta",)),
        # Of several words each is spelt as the nearest: not every pair of spellings is offered.
        ("Cucota Caracaz", ("Cucuta Caracas",)),
        ("Cucuta", ()),
        ("cúcuta", ()),
        ("cu", ()),
        ("xylophone", ()),
        ("", ()),
    ],
    ids=["one word", "beside a known one", "two words", "known", "with an accent", "short",
         "like nothing", "empty"],
)  # fmt: skip
def test_a_word_that_nothing_has_is_spelt_as_the_nearest_of_the_story(query, suggestions):
    assert INDEX.suggest_queries(query) == suggestions


def spelled(*titles):
    """A story whose events have these titles."""
    return SearchIndex(
        set_events(
            SMALL,
            [
                event(str(number), "2019-02-01", "border", title=title, title_es=title)
                for number, title in enumerate(titles)
            ],
        )
    )


def test_one_word_has_up_to_three_spellings_the_nearest_first():
    index = spelled("Marrena", "Mariana", "Marina", "Mariela")
    assert index.suggest_queries("Mariena") == ("Marina", "Marrena", "Mariela")


def test_a_spelling_is_as_the_story_writes_it_first():
    assert spelled("GUAIDÓ speaks", "Guaidó again").suggest_queries("guaydo") == ("GUAIDÓ",)


def test_of_several_forms_of_a_word_the_nearest_is_offered():
    assert spelled("soldados", "soldado").suggest_queries("soldaddo") == ("soldado",)


@pytest.mark.parametrize(
    ("text", "words", "terms"),
    [
        ("the soldiers of Cúcuta", ["soldiers", "cucuta"], []),
        ("500 soldiers", ["soldiers"], [{"#500", "@0500"}]),
        ("2019", [], [{"#2019", "@2019"}]),
        ("30 de abril", [], [{"@04-30"}]),
        ("30 April 2019 camp", ["camp"], [{"@2019-04-30"}]),
        ("mil cuatrocientos", [], [{"#1400", "@1400"}]),
    ],
    ids=["words", "number", "year", "day", "day of a year", "number in words"],
)
def test_a_query_asks_for_words_numbers_and_days(text, words, terms):
    query = parse_query(text)
    assert query.words == words
    assert [set(each) for each in query.other_terms] == terms


def test_very_common_words_are_not_looked_up():
    assert list_content_words("the aid of the people y la frontera") == [
        "aid", "people", "frontera"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("aid", {"ev-aid"}),
        ("titulo aid", {"ev-aid"}),
        ("ai", set()),
        ("titu", {"ev-rising", "ev-aid", "ev-march", "ev-count"}),
        ("cucuta march", {"ev-march"}),
        ("22 February 2019", {"ev-aid"}),
        ("April", {"ev-march"}),
        # The name of a voice finds what it says, and the events it speaks of.
        ("colombian state", {"ev-count"}),
        ("the", None),
    ],
    ids=["word", "two words", "too short", "beginning", "place", "day", "month", "voice", "common"],
)
def test_events_are_found_by_words_days_and_voices(query, ids):
    assert INDEX.find_ids(query, "events") == ids


def test_an_exact_word_of_a_heading_comes_before_its_synonym():
    index_of = set_events(
        SMALL,
        [
            event("a", "2019-02-01", "border", title="Military", title_es="x"),
            event("b", "2019-02-02", "border", title="Soldiers", title_es="y"),
            event("c", "2019-02-03", "border", summary="Soldiers"),
        ],
    )
    found = search_story(index_of, "soldiers").groups["events"]
    assert found == ("ev-b", "ev-a", "ev-c")


@pytest.mark.parametrize(
    ("query", "match"),
    [("aid", None), ("aid zzzz", PartialMatch(1, 2)), ("aid zzzz yyyy", None)],
    ids=["all", "half", "less than half"],
)
def test_half_of_a_query_is_enough_where_nothing_has_all_of_it(query, match):
    result = search_story(SMALL, query)
    assert result.partial_match == match
    assert bool(result.groups) is (query != "aid zzzz yyyy")


def test_words_of_a_story_find_each_other():
    dataset = set_presentation(SMALL, synonyms=[["plimsoll", "caracas"]])
    assert SearchIndex(dataset).find_ids("plimsoll", "events") == {"ev-rising"}
    assert INDEX.find_ids("plimsoll", "events") == frozenset()


def test_words_are_replaced_and_all_else_stays():
    assert replace_words("«Cucota», 3 aid!", {"Cucota": "Cucuta"}) == "«Cucuta», 3 aid!"


def test_the_figures_of_claims_are_found_as_numbers():
    result = search_story(SMALL, "four hundred and fifteen")
    assert result.groups["figures"] == ("cl-north",)
    assert search_story(replace(SMALL, claims={}), "415").groups == {}
