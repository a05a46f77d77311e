"""A language with the words of a story: what it is called, credited, and what it counts."""

from dataclasses import replace
from datetime import date

import pytest

from components.i18n import I18n
from components.i18n.counts import format_count_row, format_record_count
from components.i18n.credit import credit_line, file_stem
from components.i18n.language import match_language, story_name
from components.presentation.finding_texts import format_sum_row
from components.query.count_findings import compute_day_sums
from components.query.figures import build_count_table, list_day_counts
from components.query.filters import Filters
from components.story.dataset import Licence, PackageInfo
from components.story.models import Measure, Population, Unit
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims, set_presentation

SMALL = small_dataset()
LICENSED = replace(SMALL, about=PackageInfo(licence=Licence("CC BY 4.0")))


@pytest.mark.parametrize(
    ("dataset", "line"),
    [
        (SMALL, "Small. Data set version 0.0.1."),
        (
            replace(SMALL, created=date(2019, 5, 1)),
            "Small. Data set version 0.0.1, 1 May 2019.",
        ),
        (LICENSED, "Small. Data set version 0.0.1. Data: CC BY 4.0."),
    ],
    ids=["plain", "with its day", "with its licence"],
)
def test_a_story_is_credited_with_version_day_and_licence(dataset, line):
    assert credit_line(dataset, I18n("en", dataset)) == line


@pytest.mark.parametrize(
    ("descriptor", "stem"), [({"name": "flood"}, "flood"), ({}, "story")], ids=["named", "unnamed"]
)
def test_files_are_named_after_the_package(descriptor, stem):
    assert file_stem(replace(SMALL, descriptor=descriptor)) == stem


@pytest.mark.parametrize(
    ("title", "title_es", "language", "name"),
    [
        ({"en": "Flood", "es": "Crecida"}, "", "es", "Crecida"),
        ({"en": "Flood", "es": ""}, "Paquete", "es", "Flood"),
        ({"en": "", "es": ""}, "Paquete", "es", "Paquete"),
        ({"en": "", "es": ""}, "Paquete", "en", "Small"),
    ],
    ids=["its title", "in the other language", "of its package", "of its package in English"],
)
def test_a_story_is_called_by_its_presentation_else_by_its_package(title, title_es, language, name):
    dataset = replace(set_presentation(SMALL, title=title), about=PackageInfo(title_es=title_es))
    assert story_name(dataset, I18n(language, dataset)) == name


@pytest.mark.parametrize(
    ("tags", "language"),
    [(["es-CO"], "es"), (["fr", "ES"], "es"), (["fr"], "en"), ([], "en")],
    ids=["region", "second", "unknown", "none"],
)
def test_the_first_language_that_there_is_is_taken(tags, language):
    assert match_language(tags) == language


def test_an_unknown_table_has_no_count():
    assert format_record_count("events", 1, I18n("en")) == "1 event"
    with pytest.raises(KeyError):
        format_record_count("rows", 1, I18n("en"))


def table_of(*claims, filters=None):
    dataset = add_claims(SMALL, *claims)
    return build_count_table(dataset, list_day_counts(dataset, filters or Filters()))


def south(value, as_of, **extra):
    return claim(f"south-{as_of}", value, as_of, region_id="guajira", **extra)


COUNTS = (south(30, "2019-02-27"), south(50, "2019-02-26"))
ENGLISH = I18n("en", SMALL)


def test_a_row_of_counts_has_both_days_and_the_change():
    rows = [format_count_row(row, ENGLISH) for row in table_of(*COUNTS).rows]
    assert rows == [
        {"region": "Oriente", "earlier": "328", "latest": "415", "change": "+87"},
        {"region": "Guajira", "earlier": "50", "latest": "30", "change": "\u221220"},
    ]


def test_a_row_says_whether_a_count_is_hidden_or_was_never_reported():
    rows = [
        format_count_row(row, ENGLISH)
        for row in table_of(COUNTS[0], filters=Filters(documents_only=True)).rows
    ]
    # The documents give the count of one region on the last day alone.
    assert [row["latest"] for row in rows] == ["415", "left out by your filters"]
    assert [row["change"] for row in rows] == ["", ""]
    silent = [format_count_row(row, ENGLISH) for row in table_of().rows]
    assert [row["latest"] for row in silent] == ["415", "not reported"]


@pytest.mark.parametrize(
    ("table", "cells"),
    [
        (table_of(*COUNTS), ("378", "445", "+67")),
        (table_of(COUNTS[0], south(50, "2019-02-26", qualifier="about")), ("", "445", "")),
        (
            table_of(COUNTS[0], south(50, "2019-02-26", claimant_id="office",
                                      population="relatives")),
            ("", "445", ""),
        ),
        (table_of(COUNTS[0]), ("328", "445", "+117")),
    ],
    ids=["both days", "about", "other people", "a region more"],
)  # fmt: skip
def test_sums_of_counts_are_given_where_these_are_alike(table, cells):
    row = format_sum_row(compute_day_sums(table, Filters()), "Sum", ENGLISH)
    assert (row["earlier"], row["latest"], row["change"]) == cells


VOCABULARIES = {
    "units": {
        "house": Unit(id="house", name="house", name_es="casa", many="houses", many_es="casas")
    },
    "measures": {
        "arrivals": Measure(
            id="arrivals",
            name="Arrivals",
            name_es="Llegadas",
            sentence="{figure} {people} had come {by}",
        )
    },
    "populations": {
        "soldiers": Population(
            id="soldiers", name="soldiers", name_es="militares", people="soldiers"
        ),
        "all": Population(id="all", name="all", name_es="todos"),
    },
}
WITH_TERMS = replace(SMALL, vocabularies=VOCABULARIES)


@pytest.mark.parametrize(
    ("low", "high", "qualifier", "unit", "text"),
    [
        (500, None, "more_than", "people", "more than 500"),
        (None, 1000, "nearly", "people", "nearly 1,000"),
        (90, 110, "range", "people", "90 to 110"),
        (1, 1, "exact", "house", "1 house"),
        (2, 2, "exact", "house", "2 houses"),
        (1, 3, "range", "house", "1 to 3 houses"),
        (12, 12, "exact", "percent", "12%"),
        (None, 12, "less_than", "percent", "less than 12%"),
        (None, 12, "less_than", "people", "fewer than 12"),
        (3, 3, "exact", "lorry-load", "3 lorry load"),
    ],
)
def test_a_figure_has_its_qualifier_and_its_unit(low, high, qualifier, unit, text):
    made = claim("a", 0, "2019-02-27", value_low=low, value_high=high, qualifier=qualifier,
                 unit=unit)  # fmt: skip
    assert I18n("en", WITH_TERMS).format_figure(made) == text


@pytest.mark.parametrize(
    ("population", "sentence"),
    [("soldiers", "567 soldiers had come by now"), ("all", "")],
    ids=["people with a noun", "without one"],
)
def test_a_figure_is_quoted_in_the_sentence_of_its_measure(population, sentence):
    total = SMALL.claims["cl-total"].model_copy(update={"population": population})
    english = I18n("en", WITH_TERMS)
    assert english.figure_sentence(total, figure="567", by="by now") == sentence


ZONES = {"one": {"en": "zone", "es": "zona"}, "many": {"en": "zones", "es": "zonas"}}


def test_a_story_calls_its_regions_by_its_own_word():
    english = I18n("en", set_presentation(SMALL, region=ZONES))
    assert english.t("All regions") == "All zones"
    assert english.t("Region") == "Zone"
    # A placeholder stays what it is.
    assert english.t("in {places}", places="a region") == "in a region"


def test_a_story_of_one_language_marks_its_texts_in_the_other():
    spanish = I18n("es", replace(SMALL, language="en"))
    title = spanish.localize(SMALL.events["ev-aid"], "title")
    assert (str(title), title.language) == ("Título aid", "en")
    assert type(I18n("en", replace(SMALL, language="en")).localize(
        SMALL.events["ev-aid"], "title")) is str  # fmt: skip


@pytest.mark.parametrize(
    ("key", "sentence", "message", "text"),
    [
        ("counts.caveat", "As told.", "Counts are as their sources give them.", "As told."),
        ("period", "the winter", "the days of the story", "21 January – 30 April 2019"),
    ],
    ids=["a sentence", "days that might leave records out"],
)
def test_a_story_has_sentences_of_its_own(key, sentence, message, text):
    dataset = set_presentation(
        SMALL,
        sentences={key: {"en": sentence, "es": ""}},
        period={"from": "2019-02-01", "to": "2019-03-01"},
    )
    assert I18n("en", dataset).t(message) == text


def test_a_story_without_reports_speaks_of_its_sources_alone():
    message = "Facts from the sources named here and, marked apart, from other reports."
    documents = {key: value for key, value in SMALL.sources.items() if key != "wire"}
    assert I18n("en", SMALL).t(message) == message
    assert I18n("en", replace(SMALL, sources=documents)).t(message) == (
        "Facts from the sources named here."
    )


@pytest.mark.parametrize(
    ("people", "things", "words"),
    [
        pytest.param(2, 0, "Who is counted", id="people"),
        pytest.param(1, 1, "Who is counted", id="half are people"),
        pytest.param(1, 2, "Of whom or of what", id="mostly things"),
    ],
)
def test_what_is_counted_is_asked_of_things_where_most_figures_are_of_things(people, things, words):
    claims = [claim(f"people-{number}", 3, "2019-02-27") for number in range(people)]
    claims += [claim(f"thing-{number}", 3, "2019-02-27", unit="boats") for number in range(things)]
    dataset = add_claims(replace(SMALL, claims={}), *claims)
    assert I18n("en", dataset).t("Who is counted") == words
