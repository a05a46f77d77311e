"""Texts as cells of files and as keys of a search: nothing runs, nothing is lost."""

import datetime as dt

import pytest

from components.story.content_hash import hash_files
from components.story.lesson import LessonText, Placeholder, Step, find_placeholders
from components.story.texts import (
    BOM,
    NOT_TEXT,
    PlacedText,
    csv_bytes,
    find_invalid_texts,
    fold,
    format_cell,
    guard_formula,
    have_invalid_characters,
    mark_invalid_characters,
    unguard_formula,
)


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("text", "text"),
        ("", ""),
        (None, ""),
        (True, "true"),
        (415, "415"),
        (415.0, "415"),
        (7.5, "7.5"),
        (-72.5, "-72.5"),
        (("a", "b"), "a; b"),
        (dt.date(2019, 2, 23), "2019-02-23"),
    ],
)
def test_values_are_cells_as_people_write_them(value, cell):
    assert format_cell(value) == cell


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@A", "\t=1", "\r1", "'=1", "''+1", "＝1"])
def test_a_text_that_a_spreadsheet_would_run_gets_one_apostrophe(text):
    assert guard_formula(text) == f"'{text}"
    assert unguard_formula(f"'{text}") == text


@pytest.mark.parametrize("text", ["a=1", "'tis", "", "1-2", " =1"])
def test_any_other_text_stays_as_it_is(text):
    assert guard_formula(text) == text
    assert unguard_formula(text) == text


def test_csv_for_spreadsheets_has_its_mark_and_their_line_ends():
    content = csv_bytes([["Táchira", 1], ['a"b', "c\ud800"]])
    assert content == (BOM + 'Táchira,1\r\n"a""b",c?\r\n').encode()


@pytest.mark.parametrize(
    ("text", "folded"),
    [("CÚCUTA", "cucuta"), ("Ñandú", "nandu"), ("straße", "strasse"), ("ﬁn", "fin"), ("Ἀθῆναι",
      "αθηναι")],
)  # fmt: skip
def test_a_word_is_found_without_capitals_and_accents(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize("character", ["\x00", "\x1f", "\x7f", "\u202e", "\ud800", "\uffff"])
def test_what_is_no_text_is_marked(character):
    assert mark_invalid_characters(f"a{character}b") == "a\ufffdb"
    assert mark_invalid_characters("a\tb\nc\rd") == "a\tb\nc\rd"


def test_invalid_texts_are_named_by_their_place():
    content = {"a": ["fine", "x\x00"], "b\x00": {"c": "y\x01"}, "n": 3}
    assert list(find_invalid_texts(content)) == [
        PlacedText(("a", 1), "x\ufffd"),
        PlacedText(("b\ufffd",), "b\ufffd"),
        PlacedText(("b\ufffd", "c"), "y\ufffd"),
    ]


def test_a_hash_of_files_is_of_paths_and_contents_in_any_order():
    files = {"a": b"1", "b": b"2"}
    assert hash_files(files) == hash_files(dict(reversed(files.items())))
    assert hash_files(files) != hash_files({"a": b"2", "b": b"1"})


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("{cl-a} came", [Placeholder("{cl-a}", "cl-a", False, None)]),
        ("{cl-a:date}", [Placeholder("{cl-a:date}", "cl-a", True, None)]),
        ("{cl-a/cl-b}", [Placeholder("{cl-a/cl-b}", "cl-a", False, "cl-b")]),
        ("{ev-a} {x} {cl-}", [Placeholder("{ev-a}", "ev-a", False, None)]),
    ],
    ids=["figure", "date", "share", "other braces"],
)
def test_texts_of_a_lesson_name_records_in_braces(text, places):
    assert list(find_placeholders(text)) == places


def step(**texts):
    view = {"extent": "whole", "from": "2019-02-01", "to": "2019-02-02"}
    fields = {"id": "a", "minutes": 1, "view": view, "citations": ("ev-z", "cl-a")}
    return Step.model_validate(fields | {"headline": LessonText(), "text": LessonText()} | texts)


def test_a_step_cites_what_its_texts_name_then_what_it_lists_each_once():
    made = step(
        headline=LessonText(en="{cl-b/cl-c}", es="{cl-d}"),
        text=LessonText(en="{cl-a} {cl-b}"),
    )
    assert made.cited_records() == ("cl-b", "cl-c", "cl-d", "cl-a", "ev-z")


def test_an_answer_rests_on_its_evidence_first():
    made = step(
        question=LessonText(en="{cl-q}?"), answer=LessonText(en="{cl-a}"), evidence=("cl-e",)
    )
    assert made.answer_records() == ("cl-e", "cl-q", "cl-a")


def test_a_text_is_written_in_the_languages_that_have_one():
    assert LessonText(es="Hola").written_languages() == ("es",)
    assert LessonText(en="a", es="b").text_in("es") == "b"


@pytest.mark.parametrize(
    ("first", "last"),
    [(0, 0x2FF), (0x2000, 0x20FF), (0xD7F0, 0xD810), (0xDFF0, 0xE000), (0xFDC0, 0xFFFF)],
    ids=["controls", "marks of direction", "halves", "last halves", "no characters"],
)
def test_invalid_characters_are_found_by_their_bytes_as_by_the_pattern(first, last):
    for code in range(first, last + 1):
        is_invalid = bool(NOT_TEXT.search(chr(code)))
        assert have_invalid_characters(["Cúcuta", f"a{chr(code)}b"]) is is_invalid
