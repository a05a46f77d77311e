"""A sentence with a figure is taken apart by the words of the story's own terms."""

from datetime import date

import pytest

from components.query.checked_sentence import read_figure_sentence
from components.query.claims import CheckedFigure, find_nearest_claims, group_claims
from tests.support.data import DATA

APRIL = date(2019, 4, 30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "more than 1,400 had arrived by April",
            (1400, "more_than", "arrivals", None, None, APRIL),
        ),
        (
            "más de 1.400 habían llegado hasta abril de 2019",
            (1400, "more_than", "arrivals", None, None, APRIL),
        ),
        (
            "Nearly 1,000 soldiers and police arrived by 17 March 2019",
            (1000, "nearly", "arrivals", "soldiers-and-police", None, date(2019, 3, 17)),
        ),
        (
            "109 soldiers were expelled from the forces",
            (109, "exact", "expelled", "soldiers", None, None),
        ),
        ("415 in Oriente", (415, "exact", None, None, "oriente", None)),
        ("over 500", (500, "more_than", None, None, None, None)),
        ("unos 400 familiares en Colombia", (400, "about", "relatives", "relatives", None, None)),
        ("some 60 on 23 February", (60, "about", None, None, None, date(2019, 2, 23))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sentence_is_read_as_it_is_meant(text, expected):
    assert read_figure_sentence(text, DATA)[:6] == expected


@pytest.mark.parametrize(
    "text",
    [
        "nobody came",
        "60 and 100 came",
        "400 to 300 came",
        "between 60 and 100 and 200 came",
        "rose from 60 on 23 February to 567 on 27 February",
        "",
        "23 February 2019",
    ],
    ids=["no number", "two numbers", "falling", "three numbers", "two days", "empty", "a day"],
)
def test_text_without_one_figure_is_no_sentence_to_check(text):
    assert read_figure_sentence(text, DATA) is None


def test_may_is_a_month_only_behind_a_word_that_makes_it_one():
    assert read_figure_sentence("1,400 may have come", DATA).day is None
    assert read_figure_sentence("1,400 had come by May", DATA).day == date(2019, 5, 31)


@pytest.mark.parametrize(
    "text",
    [
        "between 300 and 400 relatives came by 17 March",
        "from 300 to 400 came",
        "300 to 400 came",
        "300–400 came",
        "300-400",
        "entre 300 y 400 familiares",
        "de 300 a 400 familiares",
        "300 a 400 familiares",
        "between about 300 and 400",
        "between three hundred and four hundred",
        "entre trescientos y cuatrocientos",
    ],
)
def test_two_numbers_that_bound_a_range_are_read_as_one(text):
    parts = read_figure_sentence(text, DATA)
    assert (parts.value, parts.qualifier, parts.upper_value) == (300, "range", 400)


@pytest.mark.parametrize(
    "text", ["1 to 2 million", "between two and three thousand", "entre 2 y 3 mil"]
)
def test_both_numbers_of_a_range_have_the_word_behind_the_second(text):
    parts = read_figure_sentence(text, DATA)
    assert parts.value > parts.upper_value / 3


def test_word_before_a_range_names_nothing_counted():
    assert read_figure_sentence("from 300 to 400 came", DATA).measure is None


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("about a thousand fled", "about"),
        ("around one thousand", "about"),
        ("some two thousand", "about"),
        ("roughly a thousand", "about"),
        ("nearly a thousand", "nearly"),
        ("almost a dozen", "nearly"),
        ("close to a thousand", "nearly"),
        ("at least a hundred", "at_least"),
        ("no fewer than a hundred", "at_least"),
        ("up to a thousand", "up_to"),
        ("at most a thousand", "up_to"),
        ("no more than 1,000", "up_to"),
        ("fewer than a thousand", "less_than"),
        ("under a thousand", "less_than"),
        ("just over a thousand", "more_than"),
        ("about half a million", "about"),
        ("unos mil", "about"),
        ("cerca de un millar", "about"),
        ("cerca de 1.000", "about"),
        ("alrededor de mil", "about"),
        ("casi un centenar", "nearly"),
        ("al menos un millar", "at_least"),
        ("hasta mil", "up_to"),
        ("no más de mil", "up_to"),
        ("menos de mil", "less_than"),
        ("más de un centenar", "more_than"),
    ],
)
def test_qualifier_is_read_beside_words_as_beside_digits(text, qualifier):
    assert read_figure_sentence(text, DATA).qualifier == qualifier


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("500 had come by April", "2019-04"),
        ("500 in April 2019", "2019-04"),
        ("500 hasta abril", "2019-04"),
        ("500 by the end of 2019", "2019"),
        ("500 en 2019", "2019"),
        ("500 by 30 April 2019", None),
        ("500 in April, on 30 April", None),
    ],
)
def test_month_or_year_that_a_day_ends_is_kept(text, period):
    assert read_figure_sentence(text, DATA).period == period


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("500 had come before April", date(2019, 3, 31)),
        ("500 before April 2019", date(2019, 3, 31)),
        ("500 before 1 March 2019", date(2019, 2, 28)),
        ("500 antes de abril", date(2019, 3, 31)),
        ("500 antes del 1 de marzo", date(2019, 2, 28)),
        ("500 before the end of April", date(2019, 4, 30)),
        ("more than before: 500 by April", date(2019, 4, 30)),
    ],
)
def test_before_a_date_ends_on_the_day_before(text, day):
    assert read_figure_sentence(text, DATA).day == day


def test_year_alone_is_a_number():
    assert read_figure_sentence("in 2019", DATA).value == 2019


def nearest(**fields):
    figure = CheckedFigure(main_measure=DATA.main_measure, **fields)
    return find_nearest_claims(figure, DATA.claims.values())


def test_nearest_figures_are_the_first_that_fits_and_the_last_before_the_day():
    found = nearest(value=1400, qualifier="more_than", day=date(2019, 3, 31))
    assert found.first_fitting.as_of > "2019-03-31"
    assert found.last_before.as_of <= "2019-03-31"
    assert {found.first_fitting.measure, found.last_before.measure} == {DATA.main_measure}


def test_figure_that_nothing_fits_has_no_first():
    assert nearest(value=900_000).first_fitting is None


def test_measure_of_unlike_things_has_no_series():
    assert nearest(value=3, measure="count", mixed=frozenset({"count"})) is None


@pytest.mark.parametrize(
    ("value", "measure"),
    [
        pytest.param(567, "arrivals", id="of the main measure"),
        pytest.param(109, "expelled", id="of another measure"),
        pytest.param(160_000, "force-size", id="of another measure, one claim"),
        pytest.param(90_210, "arrivals", id="of no claim"),
        pytest.param(46, None, id="of one region"),
        pytest.param(200, None, id="of unlike things"),
    ],
)
def test_figures_around_a_number_count_what_the_story_says_of_it(value, measure):
    mixed = frozenset(term.id for term in DATA.terms["measures"].values() if term.mixed)
    found = nearest(value=value, mixed=mixed, day=date(2019, 5, 31))
    assert (found and found.last_before.measure) == measure


def test_what_a_number_counts_is_the_same_on_any_day():
    found = nearest(value=109, day=date(2019, 5, 1))
    assert found.first_fitting.measure == "expelled"


def test_last_of_a_day_is_a_qualified_figure():
    found = nearest(value=1000, day=date(2019, 3, 17))
    assert found.last_before.as_of == "2019-03-17"
    assert found.last_before.qualifier == "nearly"


@pytest.mark.parametrize(
    "text",
    ["567 según Migración Colombia", "Migración Colombia counted 567", "567, MIGRACION COLOMBIA"],
)
def test_name_of_who_counted_names_nobody_who_was_counted(text):
    parts = read_figure_sentence(text, DATA)
    assert (parts.value, parts.population) == (567, None)


def test_population_beside_the_name_of_who_counted_is_read():
    parts = read_figure_sentence("Migración Colombia contó 1,2 millones de migrantes", DATA)
    assert parts.population == "migrants"


MIXED = frozenset(term.id for term in DATA.terms["measures"].values() if term.mixed)
ABOUT_60_IN_FEBRUARY = CheckedFigure(
    60, qualifier="about", day=date(2019, 2, 28), mixed=MIXED, main_measure=DATA.main_measure
)


def test_figure_that_does_not_say_what_it_counts_has_the_likeliest_first():
    """50 countries are nearer to 60 than 500 people are, and are nothing that was meant."""
    groups = group_claims(ABOUT_60_IN_FEBRUARY, DATA.claims.values())
    measures = [claim.measure for claim in groups["another"]]
    assert measures[0] == DATA.main_measure
    assert measures[-1] in MIXED


def test_figure_of_a_month_has_the_one_that_fits_though_of_another_day():
    groups = group_claims(ABOUT_60_IN_FEBRUARY, DATA.claims.values())
    assert groups["otherwise"][0].id == "cl-arrivals-2019-02-23-60"
