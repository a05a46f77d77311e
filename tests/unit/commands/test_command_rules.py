"""Programs for maintainers: what each reads, refuses and writes."""

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from components.commands import publish, written
from components.commands.catalogues import Translation, _placeholder_problems, _translation_problems
from components.commands.check_citations import (
    check_citations,
    find_other_speakers,
    read_texts,
    split_paragraphs,
    split_sentences,
)
from components.commands.keep_version import Level, _column_changes
from components.commands.page_text import main as print_page
from components.commands.written import GeneratedPart
from components.story.models import LeftOut
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import cite

SMALL = small_dataset()


# Catalogues ---------------------------------------------------------------------------------------


def translation(message, *texts, fuzzy=False):
    return Translation("a.po", message, texts, fuzzy)


@pytest.mark.parametrize(
    ("message", "texts", "wrong"),
    [
        ("in {places}", ["en {places}"], []),
        ("in {places}", ["en lugares"], ["places"]),
        ("in {places}", ["en {lugares}"], ["lugares, places"]),
        # A singular may say "one" instead of {count}, a plural may not.
        (("{count} event", "{count} events"), ["un hecho", "{count} hechos"], []),
        (("{count} event", "{count} events"), ["{count} hecho", "hechos"], ["count"]),
    ],
    ids=["the same", "missing", "another", "singular", "plural"],
)
def test_a_translation_has_the_places_of_the_english(message, texts, wrong):
    problems = list(_placeholder_problems(translation(message, *texts)))
    assert problems == [f"does not have the same places as the English: {names}" for names in wrong]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (translation("a", "b", fuzzy=True), "is marked as fuzzy"),
        (translation("a", " "), "is not translated"),
        (translation(("a", "b"), "c", ""), "is not translated"),
    ],
    ids=["fuzzy", "empty", "plural is empty"],
)
def test_what_is_not_translated_is_said(entry, problem):
    (line,) = _translation_problems(entry)
    assert line.startswith(problem)


# Citations against the texts ----------------------------------------------------------------------


def check(text, **fields):
    """Check the one citation of a document, of paragraph 2, against its text."""
    citation = cite("ev-aid", "doc-a", **({"locator": 2, "wording": "ten came"} | fields))
    left_out = LeftOut(source_id="doc-a", locator=1, reason="a", reason_es="a")
    dataset = replace(SMALL, citations=(citation,), left_out=(left_out,))
    return check_citations(dataset, {"doc-a": text})


@pytest.mark.parametrize(
    ("text", "fields", "problem"),
    [
        ("One.\n\nThen  ten\u00a0came.", {}, ""),
        ("One.\nTwo.", {}, "wording: 'ten came' does not stand in paragraph 2 of doc-a"),
        ("One.", {}, "locator: paragraph 2 of doc-a does not exist; the text has 1"),
        (
            "One.\nTen ten came (AP Photo).",
            {},
            "via: paragraph 2 of doc-a is the caption of an agency's photo",
        ),
        ("One.\nTen ten came (AP Photo).", {"via": ("wire",)}, ""),
        ("One.\nten came\nThree.", {}, "paragraph 3 of doc-a is neither cited nor listed"),
    ],
    ids=["holds", "other words", "too short", "photo", "photo of an agency", "not cited"],
)
def test_a_citation_is_held_against_its_paragraph(text, fields, problem):
    lines = check(text, **fields)
    assert bool(lines) is bool(problem)
    assert all(problem in line for line in lines)


def test_a_text_of_no_source_is_said():
    (line,) = check_citations(SMALL, {"nobody": "One."})
    assert line.startswith("sources.json, id: 'nobody'")


def test_texts_that_are_not_there_are_named(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="does not exist"):
        read_texts(SMALL, tmp_path / "gone")
    assert read_texts(SMALL, tmp_path) == {}


def test_paragraphs_are_lines_that_are_not_empty():
    assert split_paragraphs("a  b\n\n \nc\u00a0d\n") == ("a b", "c d")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It fell. They ran.", ("It fell.", "They ran.")),
        ("“It fell.” They ran.", ("“It fell.”", "They ran.")),
        ("At 7.30 a.m. it fell.", ("At 7.30 a.m. it fell.",)),
        ("¿Cayó? Sí.", ("¿Cayó?", "Sí.")),
    ],
)
def test_sentences_end_where_a_capital_follows(text, sentences):
    assert split_sentences(text) == sentences


def test_the_claimant_is_no_other_speaker():
    paragraph = "Migration reported 415. It rained."
    assert find_other_speakers(paragraph, "415", "Migración Colombia") == ()
    assert find_other_speakers(paragraph, "415", "The mayor") == ("Migration",)


# Versions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "level"),
    [(b"id,a\n", b"id\n", Level.MAJOR), (b"id\n", b"id,a\n", Level.MINOR)],
    ids=["removed", "added"],
)
def test_a_removed_column_is_a_greater_change_than_an_added_one(old, new, level):
    (change,) = _column_changes("events.csv", old, new)
    assert (change.level, change.record) == (level, "header")


# Published sites ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_address"),
    [
        ("https://a.org/story/", True),
        ("", True),
        ("a.org", False),
        ("ftp://a.org", False),
        ("https://a.org/?q=1", False),
        ("https://a.org/#part", False),
    ],
)
def test_the_address_of_a_site_has_a_host_and_no_query(text, is_address):
    if is_address:
        assert publish._parse_site_address(text) == text
        return
    with pytest.raises(argparse.ArgumentTypeError):
        publish._parse_site_address(text)


@pytest.mark.parametrize(
    ("path", "listed", "is_other"),
    [
        ("mine.html", ["index.html"], True),
        ("index.html", ["index.html"], False),
        # A site of an earlier version has no list; it wrote no hidden files.
        ("mine.html", [], False),
        (".git/config", [], True),
    ],
)
def test_files_that_others_put_into_a_site_stay(path, listed, is_other):
    assert publish._is_other_file(Path(path), listed) is is_other


def test_a_site_has_the_languages_and_pages_that_are_asked_for():
    options = publish._site_options(
        publish._parse_arguments(["out", "--lang", "es", "--page", "overview", "--no-files"])
    )
    assert (options.languages, options.pages, options.files) == (("es",), ("",), ())
    plain = publish._site_options(publish._parse_arguments(["out"]))
    assert (plain.languages, len(plain.files)) == (("en", "es"), 3)


# Docs ---------------------------------------------------------------------------------------------


def test_a_generated_part_takes_the_place_of_the_old_one():
    page = "a\n<!-- written: x -->\nold\n<!-- end: x -->\nb\n"
    part = GeneratedPart("x", Path("page.md"), "new")
    assert part.insert_into(page) == page.replace("old", "new")


def test_layers_that_may_import_each_other_are_joined():
    lines = written._layer_diagram(["components.a | components.b", "components.c : components.d"])
    assert "  a --> c" in lines
    assert "  c <--> d" in lines
    assert not [line for line in lines if "a <--> b" in line]
    assert "  pages --> a" in lines


@pytest.mark.parametrize(
    ("is_current", "arguments", "code"),
    [(True, [], 0), (False, [], 1), (False, ["--write"], 0)],
    ids=["current", "outdated", "renewed"],
)
def test_outdated_docs_fail_the_check_until_they_are_written(
    tmp_path: Path, monkeypatch, is_current, arguments, code
):
    page = tmp_path / "page.md"
    page.write_text("old", "utf-8")
    text = "old" if is_current else "new"
    monkeypatch.setattr(written, "render_pages", lambda: {page: text})
    monkeypatch.setattr(written, "ROOT", tmp_path)
    assert written.main(arguments) == code
    assert page.read_text("utf-8") == ("new" if arguments else "old")


def test_a_page_is_printed_with_its_title(capsys):
    assert print_page(["method", "--lang", "es"]) == 0
    assert capsys.readouterr().out.startswith("<title>Método · ")
