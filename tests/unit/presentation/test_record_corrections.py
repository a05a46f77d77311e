"""What the card of a record says of the corrections of its numbers and days."""

import re

import pytest

from components.i18n import I18n
from components.page.correction_sentences import list_correction_entries
from components.presentation.context import public_context
from components.presentation.corrections import list_record_changes, rank_correction
from tests.support.corrections import build_correction
from tests.support.data import DATA
from tests.support.outlets import page_lines


@pytest.mark.parametrize(
    ("field", "old", "new", "rank"),
    [
        pytest.param("value_low", "60", "61", 0, id="number"),
        pytest.param("as_of", "2019-02-28", "2019-02-27", 0, id="day"),
        pytest.param("statement", "60 came.", "61 came.", 1, id="number in a statement"),
        pytest.param("statement_es", "Sixty came.", "Many came.", 2, id="words"),
    ],
)
def test_numbers_and_days_come_before_words(field, old, new, rank):
    assert rank_correction(build_correction(field, old, new)) == rank


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Corrected in version 1.5.0: it was “28 February 2019”, and is “27 February 2019”."),
        (
            "es",
            "Corregido en la versión 1.5.0: era «28 de febrero de 2019» y es "
            "«27 de febrero de 2019».",
        ),
    ],
)
def test_record_tells_its_corrected_day(language, sentence):
    i18n = I18n(language, DATA)
    assert sentence in list_record_changes("cl-expelled-109-rt", DATA, i18n)


def test_both_ends_of_a_number_are_one_correction():
    changes = list_record_changes("cl-solano-14-years", DATA, I18n("en", DATA), ranks=(0,))
    assert changes == ["Corrected in version 1.3.0: it was “not given”, and is “14”."]


def test_time_that_a_figure_covers_is_not_told_as_its_day():
    changes = list_record_changes("cl-arrivals-2019-04-24-1400", DATA, I18n("en", DATA), ranks=(0,))
    assert changes == [
        "Corrected in version 1.6.0: the time that it covers was “23 February – 24 April 2019”, "
        "and is “not given”."
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_correction_has_quotation_marks_of_one_kind_within_another(language):
    i18n = I18n(language, DATA)
    opening, closing = {"en": "“”", "es": "«»"}[language]
    nested = re.compile(f"{opening}[^{closing}]*{opening}|{closing}[^{opening}]*{closing}")
    changes = [
        change
        for record_id in (*DATA.events, *DATA.claims)
        for change in list_record_changes(record_id, DATA, i18n)
    ]
    of_substance = [entry for entry in DATA.corrections if entry.kind == "substance"]
    entries = list_correction_entries(of_substance, DATA, i18n)
    sentences = [*changes, *[entry.sentence for entry in entries]]
    assert len(changes) > 20
    assert [sentence for sentence in sentences if nested.search(sentence)] == []
    assert [sentence for sentence in sentences if f".{closing}" in sentence] == []


def test_spanish_card_has_no_correction_of_an_english_text():
    changes = list_record_changes(
        "cl-arrivals-2019-03-21-headline-1000", DATA, I18n("es", DATA), ranks=(1,)
    )
    assert changes
    assert not [change for change in changes if "headline" in change]


def test_record_without_correction_says_nothing_of_it():
    assert list_record_changes("cl-nowhere", DATA, public_context({}, "en").i18n) == []


@pytest.mark.parametrize("slug", ["figures", "timeline"])
def test_card_has_the_corrections_of_its_record(slug):
    query = {
        "figures": "claim=cl-arrivals-2019-03-21-headline-1000",
        "timeline": "event=ev-2019-05-hrw-interviews",
    }[slug]
    lines = page_lines(slug, query, "en")
    assert any("Corrected in version" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "es"])
def test_method_lists_corrected_numbers_with_links_to_their_records(language):
    lines = page_lines("method", "", language)
    links = [line for line in lines if "claim=cl-expelled-109-rt" in line]
    assert links
    assert "1.5.0" in links[0]
