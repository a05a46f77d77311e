"""A hosted story: its licence, languages, unsafe texts and start.

Its pages and pictures are golden files.
"""

import io
import json
import re
from pathlib import Path

import pymupdf
import pytest
from pptx import Presentation

from components.export.view_files import file_bytes
from components.intake import read_hosted, read_package
from components.intake.package_folders import load_package
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.loading import served_story
from components.loading.served_story import public_story
from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES
from components.query.view import View
from components.server.document import localize_document
from components.story.lesson_from_events import lesson_in_use
from components.story.package_files import DEFAULT_DATA
from tests.support.cases import paired_cases
from tests.support.stories.foreign import HARBOUR, PIURA, serving, years_files
from tests.support.stories.uploads import GOOD, HEADER, package, package_files, table


@pytest.mark.parametrize("name", ["events.geojson", "datapackage.json"])
def test_data_file_of_a_hosted_story_names_its_licence(name):
    with serving(PIURA):
        found = file_bytes(name, View(), "en").decode()
    assert "CC BY" not in found
    about = json.loads(found)
    assert (about.get("about") or about)["title"] == "The flood of Piura"
    assert "ODC-BY-1.0" in found


def test_hosted_copy_of_our_data_is_the_same_story():
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


@pytest.mark.parametrize(("product", "language"), paired_cases(PRODUCTS, ["en", "es"]))
def test_a_lessons_files_name_the_year_of_each_date(product, language):
    with serving(HARBOUR):
        content = lesson_bytes(product, lesson_in_use(public_story().dataset), language, "apa")
    if product.kind == "slides":
        shapes = [shape for one in Presentation(io.BytesIO(content)).slides for shape in one.shapes]
        found = "\n".join(shape.text_frame.text for shape in shapes if shape.has_text_frame)
    else:
        found = "".join(page.get_text() for page in pymupdf.open(stream=content, filetype="pdf"))
    if product.kind != "answers":
        found = " ".join(found.split())
        assert "It came in 2013" in found
        assert "The ship came on 21 November 2013; the silo burned on 4 August 2020." in found


@pytest.mark.parametrize(
    "shown",
    [
        {"sentences": {"cite.title": {"en": "{title.__class__}"}}},
        {"sentences": {"counts.share": {"en": "{percent:>999999999}"}}},
        *({"region": {"one": {"en": name}, "many": {"en": name}}}
          for name in ("{x}", "", "a" * 41, "<b>")),
    ],
    ids=[
        "attribute in a placeholder", "format in a placeholder", "placeholder in a name",
        "empty name", "long name", "markup in a name",
    ],
)  # fmt: skip
def test_unsafe_presentation_texts_are_reported_and_ignored(shown):
    files = years_files() | {"presentation.json": json.dumps(shown).encode()}
    intake = read_package(files, "flood")
    assert [problem.sheet for problem in intake.problems].count("presentation.json") == 1
    assert intake.dataset.presentation.sentences == {}
    assert intake.dataset.presentation.region is None


def test_folder_zip_and_table_can_be_hosted(tmp_path: Path) -> None:
    folder = tmp_path / "story"
    for name, content in package_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (tmp_path / "story.zip").write_bytes(package())
    (tmp_path / "story.csv").write_bytes(table(HEADER, [GOOD]))
    for name, title in (("story", "The flood"), ("story.zip", "The flood"), ("story.csv", "story")):
        with serving(tmp_path / name):
            assert served_story.startup_problems() == ""
            assert served_story.served_package().dataset.title == title


def test_ambiguous_row_or_missing_path_stops_the_start(tmp_path):
    path = tmp_path / "story.csv"
    path.write_bytes(table(HEADER, [GOOD, ("02/03/2019", *GOOD[1:])]))
    (tmp_path / "empty").mkdir()
    unclear = "row 3, date: 02/03/2019 can be read two ways; write 2019-03-02 or 2019-02-03."
    for name, why in (("story.csv", unclear), ("gone", ""), ("empty", "")):
        with serving(tmp_path / name):
            said = served_story.startup_problems()
        assert said.startswith(f"STORY_DATA={tmp_path / name}")
        assert why in said


METHOD_PAGE = next(page for page in PAGES if page.slug == "method")
DATED, UNDATED = "2019-03-01", "The bridge"
MAP_FILES = {
    "story.kml": (
        '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>A</name><TimeStamp>'
        f"<when>{DATED}</when></TimeStamp><Point><coordinates>-72.5,7.8</coordinates></Point>"
        f"</Placemark><Placemark><name>{UNDATED}</name><Point><coordinates>-72.4,7.8</coordinates>"
        "</Point></Placemark></Document></kml>"
    ),
    "story.gpx": (
        '<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="x">'
        f'<wpt lat="7.8" lon="-72.5"><time>{DATED}T10:00:00Z</time><name>A</name></wpt>'
        f'<wpt lat="7.8" lon="-72.4"><name>{UNDATED}</name></wpt></gpx>'
    ),
    "story.geojson": json.dumps(
        {
            "type": "FeatureCollection",
            "features": [
                {
                    "type": "Feature",
                    "properties": {"title": title, "date": date},
                    "geometry": {"type": "Point", "coordinates": [-72.5, 7.8]},
                }
                for title, date in (("A", DATED), (UNDATED, None))
            ],
        }
    ),
    "story.csv": f"date,title\n{DATED},A\n,{UNDATED}\n",
}


@pytest.mark.parametrize("name", MAP_FILES)
def test_row_that_gives_no_date_is_listed_and_stops_no_start(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(MAP_FILES[name], encoding="utf-8")
    with serving(tmp_path / name):
        assert served_story.startup_problems() == ""
        assert [event.title for event in served_story.served_package().dataset.events.values()] == [
            "A"
        ]
        (line,) = served_story.list_undated_rows().splitlines()
        assert "the cell is empty" in line
        method = page_text(public_context({}, "en", "method"), METHOD_PAGE)
    assert "the cell is empty" in method.html


def test_story_without_any_date_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "story.csv"
    path.write_text(f"date,title\n,{UNDATED}\n", encoding="utf-8")
    with serving(path):
        assert "there is no event and no claim in it." in served_story.startup_problems()


def test_the_first_document_has_the_hosts_title_escaped(tmp_path) -> None:
    path = tmp_path / "A <b> & B.csv"
    path.write_bytes(table(HEADER, [GOOD]))
    page = '<html lang="en"><head><title>Streamlit</title></head><div id="root"></div></html>'
    with serving(path):
        made = localize_document(page, "es")
    assert "<title>A &lt;b&gt; &amp; B</title>" in made
    assert "Táchira" not in made
