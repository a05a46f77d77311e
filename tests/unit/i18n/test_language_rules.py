"""Formats that a language decides, and lines that several problems or terms share."""

import datetime as dt
import pickle
from dataclasses import replace

import pytest

from components.i18n import I18n, i18n_for
from components.i18n.glossary import GLOSSARY, REGION_TERMS, glossary_rows
from components.i18n.messages import UntranslatedText, load_catalogue
from components.i18n.problem_texts import format_problems
from components.intake import Problem
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims, set_presentation

SMALL = small_dataset()
ENGLISH, SPANISH = i18n_for("en"), i18n_for("es")


def test_problems_of_a_whole_file_have_a_line_each():
    problems = [
        Problem("date_impossible", "events", None, "date", f"2019-02-3{n}") for n in range(5)
    ]
    lines = format_problems(problems, ENGLISH)
    assert [line.row for line in lines] == [""] * 5


@pytest.mark.parametrize(("count", "rows"), [(3, 3), (4, 1)])
def test_from_four_rows_on_problems_share_a_line(count, rows):
    problems = [
        Problem("date_impossible", "events", row, "date", "2019-02-30") for row in range(count)
    ]
    assert len(format_problems(problems, ENGLISH)) == rows


def test_regions_are_explained_in_a_story_that_has_some():
    with_regions = [row.term for row in glossary_rows(ENGLISH, SMALL)]
    without = [row.term for row in glossary_rows(ENGLISH, replace(SMALL, regions={}))]
    assert len(with_regions) == len(GLOSSARY)
    assert set(with_regions) - set(without) == set(REGION_TERMS)


def test_a_term_of_a_story_comes_last_with_its_name_in_the_other_language():
    term = {"name": {"en": "quarter", "es": "barrio"}, "meaning": {"en": "a part", "es": "parte"}}
    rows = glossary_rows(SPANISH, set_presentation(SMALL, terms=[term]))
    assert rows[-1] == ("barrio", "quarter", "parte")


@pytest.mark.parametrize(
    ("i18n", "month"), [(ENGLISH, "Sept"), (SPANISH, "sept")], ids=["English", "Spanish"]
)
def test_short_months_have_no_stop(i18n, month):
    assert i18n.format_month(dt.date(2019, 9, 1)) == month


@pytest.mark.parametrize(
    ("time", "text"), [(dt.time(18, 7), "18:07"), (dt.time(18, 7, 30), "18:07:30")]
)
def test_a_time_has_seconds_where_it_has_some(time, text):
    assert ENGLISH.format_time(time) == text


@pytest.mark.parametrize(
    ("value", "text"), [(-72.5, "\u221272.5"), (7.1234567, "7.123457"), (8.0, "8")]
)
def test_coordinates_have_six_decimals_and_a_real_minus(value, text):
    assert ENGLISH.format_coordinate(value) == text


def test_the_first_day_of_a_span_names_its_year_where_the_last_is_of_another():
    first = dt.date(2018, 12, 30)
    assert ENGLISH.format_first_day(first, dt.date(2018, 12, 31)) == "30 December"
    assert ENGLISH.format_first_day(first, dt.date(2019, 1, 2)) == "30 December 2018"


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (["people", "houses"], "Who is counted"),
        (["people", "houses", "houses"], "Of whom or of what"),
    ],
    ids=["half", "most are things"],
)
def test_a_story_whose_figures_mostly_count_things_asks_of_what(units, text):
    claims = [claim(f"c{number}", 1, "2019-02-27", unit=unit) for number, unit in enumerate(units)]
    dataset = add_claims(replace(SMALL, claims={}), *claims)
    assert I18n("en", dataset).t("Who is counted") == text


def test_a_count_of_things_by_region_is_called_by_its_measure():
    counts = {
        key: each.model_copy(update={"unit": "houses", "measure": "houses-lost"})
        for key, each in SMALL.claims.items()
    }
    english = I18n("en", replace(SMALL, claims=counts))
    assert english.t("Counted by region, as of {date}", date="x") == (
        "Houses lost by region, as of x"
    )
    assert english.n("{count} person counted in {region}", "{count} people counted in {region}", 3,
                     region="Oriente") == "Houses lost: 3 houses in Oriente"  # fmt: skip


def test_a_plain_language_has_no_catalogue_and_another_has_its_own():
    assert load_catalogue("en").gettext("Events") == "Events"
    assert load_catalogue("es").gettext("Events") == "Hechos"


def test_an_untranslated_text_keeps_its_language_when_it_is_sent_to_a_worker():
    text = pickle.loads(pickle.dumps(UntranslatedText("Crecida", "es")))  # noqa: S301 - our own
    assert (text, text.language) == ("Crecida", "es")
