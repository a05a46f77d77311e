"""A host's story: of another country, of several years, in one language; what is said is its own.

Its pages and pictures are kept with the golden outputs.
"""

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pymupdf
import pytest
from pptx import Presentation

from components.export.view_files import context_of, file_bytes, story_of
from components.intake import read_hosted, read_package
from components.intake.lessons import lesson_in_use
from components.intake.package import DEFAULT_DATA, load_package
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.presentation.findings import timeline_finding
from components.presentation.notices import sentence
from components.presentation.stories import LoadedStory
from components.query.filters import Filters, select
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


def test_eight_threads_at_once_get_right_answers():
    story = LoadedStory(load_package(DEFAULT_DATA), "threads", private=True)
    kinds = story.dataset.category_ids
    # More sets of filters than are kept, so that some are pushed out all the time.
    wanted = [Filters(categories=(k,), text=text) for k in kinds for text in ("", "a", "e", "the")]
    right = {f: select(story.dataset, f).events for f in wanted}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda f: (f, story.selection(f).events), wanted * 20))
    assert all(right[f] == events for f, events in found)


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


@for_each("language, said_of", [
    ("en", ("Shown: 11 of 11 events, 21 November 2013 – 3 August 2021.",
            "6 of 11 events fall in 2020; 2 more may")),
    ("es", ("A la vista: 11 de 11 hechos, 21 de noviembre de 2013 – 3 de agosto de 2021.",
            "6 de 11 hechos son de 2020; 2 más pueden serlo")),
])  # fmt: skip
def test_sentence_and_headline_of_several_years_speak_of_all_that_is_shown(language, said_of):
    with serving(HARBOUR):
        ctx = context_of(View(), language, "timeline")
        assert (sentence(ctx), timeline_finding(ctx)) == said_of
        assert said_of[1].encode() in file_bytes("timeline.html", View(), language)


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
