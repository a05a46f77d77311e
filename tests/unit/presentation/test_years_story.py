"""A story of several years in one language: its years, counts, undated source and named regions."""

import io
import re
from collections.abc import Iterator

import pymupdf
import pytest
from pptx import Presentation

from components.export.view_files import context_of, embed_bytes, story_of
from components.intake import read_package
from components.intake.lessons import lesson_in_use
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.presentation.findings import timeline_finding
from components.presentation.sentence import sentence
from components.query.view import View
from tests.support.cases import in_turn
from tests.support.stories.foreign import HARBOUR, serving, years_files


@pytest.fixture(scope="module", autouse=True)
def years() -> Iterator[None]:
    with serving(HARBOUR):
        yield


def test_a_package_of_one_language_opens_in_either() -> None:
    english = read_package(years_files(), "years")
    assert english.problems == ()
    assert english.dataset.language == "en"
    assert {e.title_es for e in english.dataset.events.values()} == {
        e.title for e in english.dataset.events.values()
    }
    turned = {
        name: re.sub(rb"(?m)^(.*)$", lambda line: _in_spanish(line[0]), content, count=1)
        if name.endswith(".csv")
        else content.replace(b'"en":', b'"es":').replace(
            b'"title": "The harb', b'"title_es": "The harb'
        )
        for name, content in years_files().items()
    }
    spanish = read_package(turned, "years")
    assert spanish.problems == ()
    assert (spanish.dataset.language, spanish.dataset.title) == ("es", "The harbour fire")
    assert spanish.dataset.events["ev-fire"].title == "The silo burns"


def _in_spanish(header: bytes) -> bytes:
    """The first line of a table whose texts are Spanish alone."""
    texts = "title|summary|date_note|as_of_note|statement|name|label|question|explanation|settle"
    return re.sub(rb"(?<![^,])(" + texts.encode() + rb")(?![^,\r])", rb"\1_es", header)


@pytest.mark.parametrize(("language", "said_of"), [
    ("en", ("Shown: 11 of 11 events, 21 November 2013 – 3 August 2021.",
            "6 of 11 events fall in 2020; 2 more may")),
    ("es", ("A la vista: 11 de 11 hechos, 21 de noviembre de 2013 – 3 de agosto de 2021.",
            "6 de 11 hechos son de 2020; 2 más pueden serlo")),
])  # fmt: skip
def test_sentence_and_headline_speak_of_all_that_is_shown(language, said_of) -> None:
    ctx = context_of(View(), language, "timeline")
    assert (sentence(ctx), timeline_finding(ctx)) == said_of
    assert said_of[1].encode() in embed_bytes("timeline", View(), language)


@pytest.mark.parametrize(("product", "language"), in_turn(PRODUCTS, ["en", "es"]))
def test_a_lessons_files_name_the_year_of_each_date(product, language) -> None:
    lesson = lesson_in_use(story_of(None, None).dataset)
    content = lesson_bytes(product, lesson, language, "apa")
    if product.kind == "slides":
        slides = Presentation(io.BytesIO(content)).slides
        found = "\n".join(
            s.text_frame.text for one in slides for s in one.shapes if s.has_text_frame
        )
    else:
        found = "".join(page.get_text() for page in pymupdf.open(stream=content, filetype="pdf"))
    found = " ".join(found.split())
    if product.kind != "answers":
        assert "It came in 2013" in found
        assert "The ship came on 21 November 2013; the silo burned on 4 August 2020." in found
