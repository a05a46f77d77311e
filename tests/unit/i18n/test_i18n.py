"""Dates, numbers and phrases as a reader of each language writes them."""

from __future__ import annotations

import pytest

from components.i18n import LANGUAGES, i18n_for
from tests.support.stories.small import claim

EN, ES = i18n_for("en"), i18n_for("es")


@pytest.mark.parametrize(
    ("edtf", "english", "spanish"),
    [
        ("2019-02-23", "23 February 2019", "23 de febrero de 2019"),
        ("2019-05-01", "1 May 2019", "1 de mayo de 2019"),
        ("2019-02", "February 2019", "febrero de 2019"),
        ("2019", "2019", "2019"),
        ("2019-02-22/2019-02-23", "22–23 February 2019", "22–23 de febrero de 2019"),
        (
            "2019-02-22/2019-03-02",
            "22 February – 2 March 2019",
            "22 de febrero – 2 de marzo de 2019",
        ),
        (
            "2018-12-30/2019-01-02",
            "30 December 2018 – 2 January 2019",
            "30 de diciembre de 2018 – 2 de enero de 2019",
        ),
        ("2019-02-23/2019-02-23", "23 February 2019", "23 de febrero de 2019"),
        ("2019-02-23/..", "from 23 February 2019", "desde el 23 de febrero de 2019"),
        ("../2019-05-31", "until 31 May 2019", "hasta el 31 de mayo de 2019"),
        ("2019-04~", "about April 2019", "abril de 2019 (aprox.)"),
        ("2019-05-07~", "about 7 May 2019", "7 de mayo de 2019 (aprox.)"),
        ("2019-02-23?", "23 February 2019 (uncertain)", "23 de febrero de 2019 (fecha incierta)"),
        (
            "2019-04%",
            "about April 2019 (uncertain)",
            "abril de 2019 (aprox.) (fecha incierta)",
        ),
    ],
)
def test_a_date_is_written_as_precisely_as_it_is_known(edtf, english, spanish):
    assert EN.date(edtf) == english
    assert ES.date(edtf) == spanish


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_months_are_written_as_months(language):
    i18n = i18n_for(language)
    text = i18n.date("2019-01/2019-05")
    first, last = (i18n.locale.months["stand-alone"]["wide"][m] for m in (1, 5))
    assert first in text
    assert last in text
    assert "31" not in text


def test_numbers_take_the_separators_of_the_language():
    assert EN.number(1400) == "1,400"
    assert ES.number(1400) == "1.400"
    assert EN.number(1200000) == "1,200,000"
    assert ES.number(1200000) == "1.200.000"
    assert EN.number(0.5) == "0.5"
    assert ES.number(0.5) == "0,5"
    assert EN.number(415.0) == ES.number(415.0) == "415"


def test_a_change_carries_its_sign():
    assert [EN.signed(n) for n in (87, 0, -3)] == ["+87", "0", "−3"]
    assert ES.signed(-1200) == "−1.200"


def test_a_share_is_a_percentage_that_does_not_break():
    assert EN.percent(0.732) == "73%"
    assert ES.percent(0.732) == "73\u00a0%"
    assert EN.percent(0.7319, 1) == "73.2%"
    assert ES.percent(0.7319, 1) == "73,2\u00a0%"


def test_a_list_is_joined_as_a_sentence_does():
    assert EN.list(["a"]) == ES.list(["a"]) == "a"
    assert EN.list(["a", "b", "c"]) == "a, b and c"
    assert ES.list(["a", "b", "c"]) == "a, b y c"
    assert EN.list([]) == ""


QUALIFIED = [
    ("exact", (415, 415), "415", "{}"),
    ("about", (1400, 1400), "about 1,400", "about {number}"),
    ("nearly", (None, 1400), "nearly 1,400", "nearly {number}"),
    ("more_than", (1400, None), "more than 1,400", "more than {number}"),
    ("at_least", (1400, None), "at least 1,400", "at least {number}"),
    ("less_than", (None, 1400), "fewer than 1,400", "fewer than {number}"),
    ("up_to", (None, 1400), "up to 1,400", "up to {number}"),
]


@pytest.mark.parametrize(("qualifier", "values", "english", "phrase"), QUALIFIED)
def test_a_figure_always_carries_its_qualifier(qualifier, values, english, phrase):
    low, high = values
    row = claim("x", 0, "2019-02-27", value_low=low, value_high=high, qualifier=qualifier)
    number = "415" if qualifier == "exact" else "1.400"
    assert EN.value(row) == english
    assert ES.value(row) == (number if qualifier == "exact" else ES.t(phrase, number=number))
    assert number in ES.value(row)


def test_a_range_names_both_ends():
    row = claim("x", 0, "2019-02-27", value_low=1000, value_high=1400, qualifier="range")
    assert EN.value(row) == "1,000 to 1,400"
    assert "1.000" in ES.value(row)
    assert "1.400" in ES.value(row)


def test_a_share_keeps_its_sign_and_its_qualifier():
    row = claim(
        "x", 0, "2019-02-27", value_low=None, value_high=90, qualifier="up_to", unit="percent"
    )
    assert EN.value(row) == "up to 90%"
    assert "90\u00a0%" in ES.value(row)


def test_a_claim_without_a_number_has_no_value():
    row = claim("x", 0, "2019-02-27", value_low=None, value_high=None, qualifier=None, unit=None)
    assert EN.value(row) == ES.value(row) == ""


@pytest.mark.parametrize("i18n", [EN, ES], ids=["en", "es"])
def test_a_count_of_one_takes_the_singular(i18n):
    pair = (
        "{count} event or claim rests on it",
        "{count} events and claims rest on it",
    )
    one, many = i18n.n(*pair, 1), i18n.n(*pair, 2000)
    assert one != many
    assert one.startswith("1") or "1 " in one
    assert i18n.number(2000) in many


def test_texts_of_the_data_follow_the_language():
    row = claim("x", 1, "2019-02-27", statement="said", statement_es="dicho")
    assert (EN.of(row, "statement"), ES.of(row, "statement")) == ("said", "dicho")


def test_a_value_with_braces_is_not_taken_for_a_place():
    assert EN.t("in {places}", places="{0.__class__}") == "in {0.__class__}"


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (["AFP", "Infobae"], "AFP e Infobae"),
        (["a", "b", "hijos"], "a, b e hijos"),
        (["agua", "hielo"], "agua y hielo"),
        (["AFP", "EFE"], "AFP y EFE"),
        (["Infobae"], "Infobae"),
    ],
)
def test_spanish_says_e_before_the_sound_of_i(items, expected):
    assert i18n_for("es").list(items) == expected
