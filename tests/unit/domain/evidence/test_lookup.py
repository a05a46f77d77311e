"""Checking a figure: numbers in two languages, and the claims that say them or do not."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.domain.evidence.lookup import comparable, matches, with_words
from components.domain.evidence.phrase import allowed, read_phrase
from components.domain.evidence.words import (
    LARGEST_NUMBER,
    LONGEST_PHRASE_CHARACTERS,
    digits,
    tokens,
)
from tests.support.apptest import DATA
from tests.support.stories.small import claim

CLAIMS = tuple(DATA.claims.values())


def number(text):
    return read_phrase(text).value


def found(text, claims=CLAIMS):
    """The ids found for a phrase, by kind."""
    answer: dict[str, list[str]] = {}
    for match in matches(read_phrase(text), claims):
        answer.setdefault(match.kind, []).append(match.claim.id)
    return answer


# --- Numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("567", 567),
        ("1,400", 1400),
        ("1.400", 1400),
        ("1 400", 1400),
        ("1'400", 1400),
        ("1\u00a0400", 1400),
        ("1,234,567.8", 1234567.8),
        ("1.234.567,8", 1234567.8),
        ("7.5", 7.5),
        ("7,5", 7.5),
        ("0.500", 0.5),
        ("1.2 million", 1200000),
        ("1,2 millones", 1200000),
        ("10k", 10000),
        ("a thousand soldiers", 1000),
        ("one thousand four hundred and eighty", 1480),
        ("half a million", 500000),
        ("half a dozen", 6),
        ("two dozen", 24),
        ("a hundred", 100),
        ("twenty-one", 21),
        ("three hundred thousand", 300000),
        ("mil militares", 1000),
        ("mil cuatrocientos", 1400),
        ("mil cuatrocientos ochenta", 1480),
        ("quinientos sesenta y siete", 567),
        ("cuatrocientas quince", 415),
        ("treinta y uno", 31),
        ("veintiún", 21),
        ("cien", 100),
        ("ciento nueve", 109),
        ("media docena", 6),
        ("una docena", 12),
        ("medio millón", 500000),
        ("un millón doscientos mil", 1200000),
        ("trescientos sesenta y cinco mil", 365000),
        ("veinte mil", 20000),
        ("dos hoteles", 2),
        ("567 on 27 February", 567),
        ("el 27 de febrero, 567", 567),
        ("on 7 May 2019: 1,400", 1400),
    ],
)
def test_numbers_are_read_in_both_languages(text, value):
    assert number(text) == pytest.approx(value)


@pytest.mark.parametrize(
    "text", ["", "soldiers", "a hotel", "un", "27 February", "mayo de 2019", "!!", "and"]
)
def test_words_without_a_number_give_none(text):
    expected = 1 if text == "un" else None
    assert number(text) == expected


@given(st.integers(1, 999_999))
def test_both_ways_of_writing_thousands_say_the_same(value):
    english, spanish = f"{value:,}", f"{value:,}".replace(",", ".")
    assert number(english) == number(spanish) == value


@given(st.text(max_size=400))
@settings(deadline=None)
def test_any_text_is_read_without_harm(text):
    reading = read_phrase(text)
    assert reading.value is None or 0 <= reading.value <= LARGEST_NUMBER
    assert all(math.isfinite(t.value) for t in tokens(text) if t.value is not None)
    matches(reading, CLAIMS[:20])


@pytest.mark.parametrize(
    "text",
    [
        "9" * 5000,
        "mil " * 2000,
        "1,000" * 1000,
        "<script>alert(567)</script>",
        "<img src=x onerror=alert(1)> 567",
        "{{ 7*7 }} %s {0} 567",
        "\x00567\x00",
        "' OR 1=1; --",
    ],
)
def test_bad_input_is_harmless(text):
    reading = read_phrase(text)
    assert reading.value is not None
    assert len(reading.words) <= LONGEST_PHRASE_CHARACTERS
    matches(reading, CLAIMS)


@given(st.from_regex(r"[0-9]{1,3}(?:[.,' ][0-9]{3})*(?:[.,][0-9]+)?", fullmatch=True))
def test_every_number_in_digits_has_a_value(text):
    assert digits(text) >= 0


# --- What a phrase says -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("más de 500", {"value": 500, "qualifier": "more_than"}),
        ("more than 1,400 arrived", {"qualifier": "more_than", "measure": "arrivals"}),
        ("al menos 60", {"qualifier": "at_least"}),
        ("fewer than 1,500", {"qualifier": "less_than"}),
        ("casi mil", {"value": 1000, "qualifier": "nearly"}),
        ("unos 800 siguen", {"qualifier": "about", "measure": "still-present"}),
        ("hasta 90 por ciento", {"qualifier": "up_to", "unit": "percent"}),
        ("90 %", {"value": 90, "unit": "percent"}),
        ("two hotels", {"value": 2, "unit": "hotels", "population": None}),
        ("95,000 to 150,000", {"value": 95000, "high": 150000, "qualifier": "range"}),
        ("entre 95.000 y 150.000", {"value": 95000, "high": 150000, "qualifier": "range"}),
        ("95.000 a 150.000", {"value": 95000, "high": 150000}),
        ("670 familiares", {"population": "relatives", "unit": "people"}),
        ("567 soldiers and police", {"population": "soldiers-and-police"}),
        ("a thousand soldiers", {"population": "soldiers", "unit": "people"}),
        ("109 expulsados", {"measure": "expelled"}),
        ("567", {"qualifier": None, "unit": None, "measure": None, "population": None}),
    ],
)
def test_a_phrase_is_understood(text, expected):
    reading = read_phrase(text)
    assert {name: getattr(reading, name) for name in expected} == expected


def test_what_a_qualifier_leaves_room_for():
    assert allowed("exact", 500, 500) == (500, 500)
    assert allowed("more_than", 500, None) == (500, math.inf)
    assert allowed("less_than", None, 500) == (0, 500)
    assert allowed("nearly", None, 1000) == (900, 1000)
    assert allowed("about", 1000, 1000) == pytest.approx((900, 1100))
    assert allowed("range", 10, 20) == (10, 20)


# --- The real claims ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "ids"),
    [
        ("567", "says", {"cl-arrivals-2019-02-27-567"}),
        ("567", "nearly", {"cl-arrivals-2019-02-28-500"}),
        ("567", "otherwise", {"cl-arrivals-2019-02-26-411", "cl-arrivals-2019-02-23-60"}),
        ("más de 500", "says", {"cl-arrivals-2019-02-28-500"}),
        ("más de 500", "nearly", {"cl-arrivals-2019-02-27-567"}),
        ("a thousand soldiers", "says", {"cl-arrivals-2019-03-21-headline-1000"}),
        ("mil militares", "says", {"cl-remain-defector-1000"}),
        ("nearly 1,000", "says", {"cl-arrivals-2019-03-17-nearly-1000"}),
        ("1.400", "says", {"cl-arrivals-2019-05-14-1400"}),
        ("1,400", "nearly", {"cl-arrivals-2019-05-07-1400", "cl-arrivals-2019-04-29-1400"}),
        ("1,400", "contradicts", {"cl-arrivals-2019-05-02-nearly-1000"}),
        ("109", "says", {"cl-expelled-109"}),
        ("109", "nearly", {"cl-expelled-116", "cl-expelled-109-more-than"}),
        ("415", "says", {"cl-region-2019-02-27-oriente"}),
        ("415", "otherwise", {"cl-region-2019-02-26-oriente"}),
        ("two hotels", "contradicts", {"cl-hotels-three", "cl-hotels-seven"}),
        ("tres hoteles", "contradicts", {"cl-hotels-seven"}),
        ("300,000", "contradicts", {"cl-force-160000", "cl-force-95000-150000"}),
        ("95,000 to 150,000", "says", {"cl-force-95000-150000"}),
        ("up to 90 percent", "says", {"cl-share-oppose-up-to-90"}),
        ("menos del 1 por ciento", "says", {"cl-share-left-under-1"}),
    ],
)
def test_known_questions_have_their_known_answers(text, kind, ids):
    assert ids <= set(found(text).get(kind, []))


def test_both_languages_give_the_same_answer():
    for english, spanish in [
        ("a thousand soldiers", "mil militares"),
        ("1,400", "1.400"),
        ("more than 500", "más de 500"),
        ("seven hotels", "siete hoteles"),
    ]:
        assert found(english) == found(spanish)


def test_other_regions_never_contradict_a_regional_count():
    for match in matches(read_phrase("415"), CLAIMS):
        if match.kind in {"contradicts", "otherwise"}:
            assert match.claim.region_id == "oriente"


def test_other_people_neither_say_nor_contradict_the_number():
    for match in matches(read_phrase("567 soldiers"), CLAIMS):
        if match.others:
            assert match.kind in {"nearly", "otherwise"}
    assert "cl-arrivals-2019-02-27-567" in found("567 soldiers")["nearly"]


def test_nothing_is_found_for_a_number_that_nobody_gave():
    assert found("77,777") == {}
    assert found("77 meals") != {}
    assert "says" not in found("77 meals")


@given(st.sampled_from([c for c in CLAIMS if c.qualifier == "exact" and c.unit == "people"]))
def test_every_exact_figure_is_found_by_typing_it(one):
    assert one.id in found(f"{one.value_low:.0f}")["says"]


@given(st.integers(1, 400_000), st.sampled_from(["", "more than ", "casi ", "about "]))
@settings(deadline=None, max_examples=60)
def test_no_claim_is_given_twice_and_the_order_is_fixed(value, said):
    reading = read_phrase(f"{said}{value}")
    ids = [m.claim.id for m in matches(reading, CLAIMS)]
    assert len(ids) == len(set(ids))
    assert ids == [m.claim.id for m in matches(reading, tuple(reversed(CLAIMS)))]


# --- Rules on claims made for the purpose -------------------------------------------------------


def test_a_count_that_runs_on_does_not_contradict_itself():
    rows = (claim("a", 60, "2019-02-23"), claim("b", 567, "2019-02-27"))
    assert found("567", rows) == {"says": ["cl-b"], "otherwise": ["cl-a"]}


def test_a_count_that_would_have_run_backwards_is_a_contradiction():
    rows = (claim("a", 1400, "2019-04-29"), claim("b", 1000, "2019-05-02"))
    assert found("1400", rows) == {"says": ["cl-a"], "contradicts": ["cl-b"]}


def test_two_numbers_for_one_day_contradict_each_other():
    rows = (claim("a", 100, "2019-02-27"), claim("b", 300, "2019-02-27"))
    assert found("100", rows) == {"says": ["cl-a"], "contradicts": ["cl-b"]}


def test_those_still_present_come_and_go():
    def still(key, value, when):
        return claim(key, value, when, measure="still-present")

    rows = (still("a", 700, "2019-04-29"), still("b", 400, "2019-05-16"))
    assert found("700", rows)["otherwise"] == ["cl-b"]


def test_unlike_things_are_compared_only_within_a_topic():
    one = claim("a", 15, "2019-05-07", measure="people")
    other = claim("b", 50, "2019-04-30", measure="people")
    assert not comparable(one, other)
    same = [c.model_copy(update={"topic_id": "t"}) for c in (one, other)]
    assert comparable(*same)


# --- Phrases without a number -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phrase", "wanted"),
    [
        ("a few hundred", "cl-remain-few-hundred"),
        ("several hundred", "cl-remain-several-hundred"),
        ("trickle wave", "cl-flow-trickle"),
        ("alto mando", "cl-high-command-loyal"),
    ],
)
def test_a_phrase_without_a_number_is_looked_up_as_words(phrase, wanted):
    reading = read_phrase(phrase)
    assert reading.value is None
    assert wanted in {c.id for c in with_words(DATA, CLAIMS, reading.words)}


def test_common_words_alone_find_nothing():
    assert with_words(DATA, CLAIMS, ("the", "and")) == ()
    assert with_words(DATA, CLAIMS, ("xyzzy",)) == ()


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("a thousand soldiers are in hotels", True),
        ("mil militares viven en los hoteles", True),
        ("three hotels", False),
        ("1,000 soldiers", False),
    ],
)
def test_hotels_as_a_place_are_read_as_one(text, there):
    assert read_phrase(text).in_hotels == there
