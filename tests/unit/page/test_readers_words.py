"""Words of the data model are in files; pages, pictures and papers have readers' words for them."""

import re

import pytest

from components.page.html import page_text
from components.presentation.pages import PAGES, list_pages
from tests.golden.plain import plain
from tests.support.cases import LANGUAGES
from tests.support.outlets import (
    KINDS,
    embed_lines,
    handout_paragraphs,
    page_lines,
    picture_lines,
    slide_lines,
)
from tests.support.stories.own_tables import google_sheet
from tests.support.stories.small_views import build_context
from tests.support.stories.uploads import read_story

#: Words of ``docs/glossary.md`` that readers see as others: "other report", "event or claim". The
#: story itself tells of what an office put on record: there records are no rows.
MODEL_WORDS = re.compile(
    r"corroborat|corrobora|\d (?:records?|registros?)\b|\b(?:every|each|a|one) record\b"
    r"|\b(?:cada|un) registro\b|\bclaimants?\b|\btopics?\b|\blocators?\b|\btiers?\b|\bdatasets?\b",
    re.IGNORECASE,
)
#: The Data page explains the columns of the files, whose names and values these are.
EXPLAINS_FILES = "data"
SLUGS = [page.slug for page in PAGES if page.slug != EXPLAINS_FILES]


#: The address of a link, whose parameters have names of the data model.
ADDRESS = re.compile(r"\]\([^)]*\)|\b\w+\.(?:csv|json)\b")


def list_model_words(lines: list[str]) -> list[str]:
    texts = [ADDRESS.sub("", line) for line in lines]
    return [text for text in texts if MODEL_WORDS.search(text)]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_has_no_word_of_the_data_model(slug, language):
    assert list_model_words(page_lines(slug, "", language)) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_chart_and_picture_have_no_word_of_the_data_model(kind, language):
    lines = [*embed_lines(kind, "", language), *picture_lines(kind, "", language)]
    assert list_model_words(lines) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_papers_and_slides_have_no_word_of_the_data_model(language):
    lines = [*handout_paragraphs(language), *slide_lines(language)]
    assert list_model_words(lines) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_opened_table_has_no_word_of_the_data_model(language):
    dataset = read_story(google_sheet(), "sheet.csv").dataset
    lines = []
    for page in list_pages(build_context(dataset).story):
        if page.slug != EXPLAINS_FILES:
            ctx = build_context(dataset, language=language, slug=page.slug)
            lines += plain(page_text(ctx, page).html).splitlines()
    assert list_model_words(lines) == []
    headings = {"The sources", "Las fuentes"}
    assert any(heading in line for line in lines for heading in headings)
