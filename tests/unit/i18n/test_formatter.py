"""Dates, numbers and lists as each language writes them."""

import pytest

from components.i18n import I18n, i18n_for
from tests.support.data import DATA

ENGLISH, SPANISH = I18n("en", DATA), I18n("es", DATA)


@pytest.mark.parametrize(
    ("edtf", "long", "yearless", "short"),
    [
        ("2019-02-23", "23 February 2019", "23 February", "23 Feb"),
        ("2019-02-22/2019-02-23", "22–23 February 2019", "22–23 February", "22–23 Feb"),
        (
            "2019-02-19/2019-03-03",
            "19 February – 3 March 2019",
            "19 February – 3 March",
            "19 Feb – 3 Mar",
        ),
        ("2019-02", "February 2019", "February", "February"),
    ],
    ids=["day", "days of a month", "days of two months", "month"],
)
def test_dates_of_a_story_of_one_year_omit_it(edtf, long, yearless, short) -> None:
    assert ENGLISH.format_date(edtf) == long
    assert ENGLISH.format_date(edtf, "yearless") == yearless
    assert ENGLISH.format_date(edtf, "short") == short


@pytest.mark.parametrize("form", ["long", "yearless", "short"])
@pytest.mark.parametrize(
    ("edtf", "text"),
    [
        ("2018-12-30/2019-01-02", "30 December 2018 – 2 January 2019"),
        ("2018-02/2019-03", "February 2018\u2009–\u2009March 2019"),
        ("2018-02", "February 2018"),
    ],
    ids=["days of two years", "months of two years", "month of another year"],
)
def test_dates_beyond_the_year_of_a_story_always_name_it(edtf, text, form) -> None:
    assert ENGLISH.format_date(edtf, form) == text


@pytest.mark.parametrize("form", ["yearless", "short"])
def test_a_language_without_a_story_always_names_the_year(form) -> None:
    assert "2019" in i18n_for("en").format_date("2019-02-23", form)


@pytest.mark.parametrize(
    ("edtf", "english", "spanish"),
    [
        ("2019-04~", "about April 2019", "abril de 2019 (aprox.)"),
        ("2019-02-23?", "23 February 2019 (uncertain)", "23 de febrero de 2019 (fecha incierta)"),
        ("../..", "no date", "sin fecha"),
        ("2019-02/..", "from February 2019", "desde febrero de 2019"),
        ("2019-02-23/..", "from 23 February 2019", "desde el 23 de febrero de 2019"),
        ("../2019-02-23", "until 23 February 2019", "hasta el 23 de febrero de 2019"),
    ],
    ids=["approximate", "uncertain", "open at both ends", "from a month", "from a day", "until"],
)
def test_doubts_and_open_ends_of_a_date_are_written(edtf, english, spanish) -> None:
    assert ENGLISH.format_date(edtf) == english
    assert SPANISH.format_date(edtf) == spanish


@pytest.mark.parametrize(
    ("edtf", "long", "short"),
    [
        ("2019-02/2019-03-05", "February – 5 March 2019", "Feb – 5 Mar"),
        ("2019-02-05/2019-03", "5 February – March 2019", "5 Feb – Mar"),
        ("2018-12/2019-03-05", "December 2018 – 5 March 2019", "December 2018 – 5 March 2019"),
    ],
    ids=["month to day", "day to month", "month to day of the next year"],
)
def test_no_end_of_an_interval_is_more_exact_than_it_is_given(edtf, long, short) -> None:
    assert ENGLISH.format_date(edtf) == long
    assert ENGLISH.format_date(edtf, "short") == short


@pytest.mark.parametrize(
    ("edtf", "text"),
    [
        ("-0043-03-15", "15 March 44 BC"),
        ("-0043-03", "March 44 BC"),
        ("-0043-03/-0043-04", "March 44 BC – April 44 BC"),
        ("-0043", "44 BC"),
        ("0000", "1 BC"),
    ],
)
def test_years_before_our_era_are_counted_as_people_count_them(edtf, text) -> None:
    assert ENGLISH.format_date(edtf) == text


@pytest.mark.parametrize(
    ("edtf", "text"),
    [
        ("2019-02-23T18:07", "23 February 2019, 18:07"),
        ("2019-02-23T18:07Z", "23 February 2019, 18:07 UTC"),
        ("2019-02-23T18:07:30-05", "23 February 2019, 18:07:30 UTC-05"),
    ],
    ids=["minute", "UTC", "seconds and offset"],
)
def test_a_time_has_its_seconds_and_its_zone_where_they_are_given(edtf, text) -> None:
    assert ENGLISH.format_date(edtf) == text


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["Clarín", "Infobae"], "Clarín e Infobae"),
        (["Clarín", "«Infobae»"], "Clarín e «Infobae»"),
        (["agua", "hielo"], "agua y hielo"),
        (["Infobae"], "Infobae"),
    ],
    ids=["sound of i", "in quotation marks", "diphthong", "alone"],
)
def test_spanish_lists_join_by_e_before_the_sound_of_i(items, text) -> None:
    assert SPANISH.format_list(items) == text


@pytest.mark.parametrize(
    ("change", "text"), [(87, "+87"), (-3, "\u22123"), (0, "0")], ids=["more", "fewer", "none"]
)
def test_a_change_has_its_sign(change, text) -> None:
    assert ENGLISH.format_change(change) == text


def test_spanish_percentages_do_not_break_before_the_sign() -> None:
    assert SPANISH.format_percent(0.12) == "12\u00a0%"
    assert ENGLISH.format_percent(0.12) == "12%"
