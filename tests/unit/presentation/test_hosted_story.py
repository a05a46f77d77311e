"""A host's story: of another country, of several years, in one language; what is said is its own.

Its pages and pictures are kept with the golden outputs.
"""

import io
import json
import re

import pymupdf
import pytest
from pptx import Presentation

from components.export.view_files import file_bytes, story_of
from components.intake import read_hosted, read_package
from components.intake.lessons import lesson_in_use
from components.intake.package import DEFAULT_DATA, load_package
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.query.view import View
from tests.support.cases import for_each, in_turn
from tests.support.stories.foreign import HARBOUR, PIURA, serving, years_files


@for_each("name", ["events.geojson", "datapackage.json"])
def test_a_file_for_machines_names_the_hosts_licence(name):
    with serving(PIURA):
        found = file_bytes(name, View(), "en").decode()
    assert "CC BY" not in found
    about = json.loads(found)
    assert (about.get("about") or about)["title"] == "The flood of Piura"
    assert "ODC-BY-1.0" in found


def test_a_hosted_copy_of_our_data_is_the_same_story():
    ours, copy = load_package(DEFAULT_DATA), read_hosted(DEFAULT_DATA)
    assert copy.problems == ()
    assert copy.dataset == ours.dataset
    assert (copy.geo, copy.files) == (ours.geo, ours.files)


def in_spanish(name: str, content: bytes) -> bytes:
    """A file of the package of several years with its texts as the Spanish ones."""
    if not name.endswith(".csv"):
        content = content.replace(b'"en":', b'"es":')
        return content.replace(b'"title": "The harb', b'"title_es": "The harb')
    header, rest = content.split(b"\n", 1)
    texts = "title|summary|date_note|as_of_note|statement|name|label|question|explanation|settle"
    named = rb"(?<![^,])(" + texts.encode() + rb")(?![^,\r])"
    return re.sub(named, rb"\1_es", header) + b"\n" + rest


def test_a_package_of_one_language_opens_in_either():
    english = read_package(years_files(), "years")
    assert (english.problems, english.dataset.language) == ((), "en")
    assert all(event.title_es == event.title for event in english.dataset.events.values())
    turned = {name: in_spanish(name, content) for name, content in years_files().items()}
    spanish = read_package(turned, "years")
    assert spanish.problems == ()
    assert (spanish.dataset.language, spanish.dataset.title) == ("es", "The harbour fire")
    assert spanish.dataset.events["ev-fire"].title == "The silo burns"


@pytest.mark.parametrize(("product", "language"), in_turn(PRODUCTS, ["en", "es"]))
def test_a_lessons_files_name_the_year_of_each_date(product, language):
    with serving(HARBOUR):
        content = lesson_bytes(
            product, lesson_in_use(story_of(None, None).dataset), language, "apa"
        )
    if product.kind == "slides":
        shapes = [s for one in Presentation(io.BytesIO(content)).slides for s in one.shapes]
        found = "\n".join(s.text_frame.text for s in shapes if s.has_text_frame)
    else:
        found = "".join(page.get_text() for page in pymupdf.open(stream=content, filetype="pdf"))
    if product.kind != "answers":
        found = " ".join(found.split())
        assert "It came in 2013" in found
        assert "The ship came on 21 November 2013; the silo burned on 4 August 2020." in found


@for_each(
    "shown",
    [
        {"sentences": {"cite.title": {"en": "{title.__class__}"}}},
        {"sentences": {"counts.share": {"en": "{percent:>999999999}"}}},
        *({"region": {"one": {"en": name}, "many": {"en": name}}}
          for name in ("{x}", "", "a" * 41, "<b>")),
    ],
)  # fmt: skip
def test_words_that_cannot_stand_in_a_sentence_are_said_and_never_used(shown):
    files = years_files() | {"presentation.json": json.dumps(shown).encode()}
    intake = read_package(files, "flood")
    assert [p.sheet for p in intake.problems].count("presentation.json") == 1
    assert intake.dataset.presentation.sentences == {}
    assert intake.dataset.presentation.region is None
