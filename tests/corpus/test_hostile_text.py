"""Texts made to do harm, in every field of a story, through every file that it can be taken as.

Each file is read back by a reader of its format: the text is there as a text, and nothing of it is
a formula, a script, a link or a command.
"""

import csv
import io
import json
import re
import sqlite3
import zipfile
from typing import Any

import pandas as pd
import pymupdf
import pytest
import rispy
from lxml import etree, html
from openpyxl import load_workbook
from PIL import Image
from pptx import Presentation

from components.citing.citation_text import clean_text
from components.drawing.fonts import make_printable
from components.export.pictures import PARTS_BUILDERS
from components.export.view_files import file_bytes
from components.intake import ImportResult
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.query.view import View
from components.site.published import zip_opened_site
from components.story.lesson_from_events import lesson_in_use
from components.story.texts import unguard_formula
from tests.support.stories.uploads import CLAIM, EVENT, PLACE, package, read_story, rows_of, source
from tests.unit.citing.test_references import from_tex, read_bibtex

#: Formulas, markup, commands of typesetters and of other formats, odd letters and line breaks.
TEXTS = (
    "=cmd|'/C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd",
    "-2+3+cmd|' /C calc'!A0",
    "＝1+1",
    "<script>window.owned=1</script><img src=x onerror=alert(1)>",
    "a]]>b<![CDATA[c<!--d",
    "&amp;&lt;&#0;&#x202e;&nosuch;",
    "\\input{/etc/passwd}\\write18{id} $x^2$ %c #1 ~ _ ^",
    '#import "x.typ": * #panic("1") *b* _i_ `r` @a <l> //c /*d',
    "{{7*7}} ${x} {0.__class__} %s %(x)s",
    "[a](javascript:alert(1)) **b** ![i](http://evil.example/x.png)",
    "javascript:alert(1)",
    "a\r\nTY  - HACK\r\nER  - ",
    "a}, note = {hacked}, @article{x,",
    "one\nline\u2028and\u2029others",
    "a\u200b\u200d\ufeffb",
    "👩‍👩‍👧 á̈̂ مرحبا שלום 日本",
    "Z" + "\u0301" * 200,
    "'\"`;--, |",
)
#: Longer than any cell may hold; a file of sources may.
LONG = "w" * 10_000
#: The attributes of markup that lead somewhere.
LEADS = {"href", "src", "action", "formaction", "data"}
#: The texts that are told on slides, each of another kind; every one takes seconds to draw.
TOLD = (0, 5, 8, 13, 15, 17, 18)


def opened() -> ImportResult:
    events, cited, claims, places, sources = [], [], [], [], []
    for index, text in enumerate(TEXTS):
        own = {
            "id": f"ev-{index:02}",
            "date": f"2024-05-{index + 1:02}",
            "place_id": f"place-{index:02}",
        }
        fields = ("title", "title_es", "summary", "summary_es", "date_note", "date_note_es")
        events.append(EVENT | own | dict.fromkeys(fields, text))
        places.append(PLACE | {"id": own["place_id"], "name": text, "name_es": text})
        of = {"id": f"cl-{index:02}", "event_id": own["id"]}
        claims.append(CLAIM | of | {"statement": text, "statement_es": text})
        told = source(f"s{index:02}", title=text, author=[{"literal": text}], publisher=text)
        told["custom"] |= {"short": text, "notes": {"en": text, "es": text}}
        sources.append(told)
        cited += [
            {"record_id": key, "source_id": f"s{index:02}", "role": "supports", "wording": "x"}
            for key in (own["id"], f"cl-{index:02}")
        ]
    sources.append(source("long", title=LONG, author=[{"literal": LONG}]))
    cited.append({"record_id": "ev-00", "source_id": "long", "role": "supports", "wording": "x"})
    titled = dict.fromkeys(("title", "title_es", "description"), " ".join(TEXTS[:7]))
    return read_story(package(
        events_csv=rows_of(*events), claims_csv=rows_of(*claims), places_csv=rows_of(*places),
        citations_csv=rows_of(*cited), sources_json=json.dumps(sources).encode(),
        claimants_csv=rows_of({"id": "office", "name": TEXTS[5], "name_es": TEXTS[5],
                               "voice": "un-ngo"}),
        regions_csv=rows_of({"id": "north", "name": TEXTS[0], "name_es": TEXTS[5],
                             "label": TEXTS[6], "label_es": TEXTS[7]}),
        categories_csv=rows_of({"id": "flood", "name": TEXTS[5], "name_es": TEXTS[8]}),
        datapackage_json=json.dumps({"name": "flood", "version": "1.2.0"} | titled).encode(),
    ), "hostile.zip")  # fmt: skip


@pytest.fixture(scope="module")
def hostile() -> ImportResult:
    intake = opened()
    assert len(intake.dataset.events) == len(TEXTS)
    assert len(intake.dataset.sources) == len(TEXTS) + 1
    return intake


def titles(intake: ImportResult) -> list[str]:
    return sorted(event.title for event in intake.dataset.events.values())


def bare(text: str) -> str:
    return re.sub(r"[\s\u00ad\u2010-]", "", text)


def of_table(intake: ImportResult, name: str) -> bytes:
    return file_bytes(name, View(), "en", opened=intake)


def check_markup(root: Any) -> None:
    for element in root.iter(etree.Element):
        for name, value in element.attrib.items():
            assert not etree.QName(name).localname.lower().startswith("on"), (element.tag, name)
            if etree.QName(name).localname in LEADS:
                assert not value.strip().lower().startswith("javascript:"), (element.tag, name)


def test_csv_has_the_texts_and_no_formula(hostile: ImportResult) -> None:
    text = of_table(hostile, "events.csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    texts = [row[name] for row in rows for name in ("title", "title_es", "summary", "date_note")]
    assert [text for text in texts if text[:1] in "=+@-＝\t\r"] == []
    assert sorted(unguard_formula(row["title"]) for row in rows) == titles(hostile)


def test_json_has_the_texts(hostile: ImportResult) -> None:
    rows = json.loads(of_table(hostile, "events.json"))
    assert sorted(row["title"] for row in rows) == titles(hostile)


def test_parquet_has_the_texts(hostile: ImportResult) -> None:
    frame = pd.read_parquet(io.BytesIO(of_table(hostile, "events.parquet")))
    assert sorted(frame["title"]) == titles(hostile)


def test_geopackage_has_the_texts(hostile: ImportResult, tmp_path) -> None:
    path = tmp_path / "events.gpkg"
    path.write_bytes(of_table(hostile, "events.gpkg"))
    with sqlite3.connect(path) as database:
        rows = database.execute('select title from "events" order by title').fetchall()
    assert sorted(title for (title,) in rows) == titles(hostile)


def test_geojson_has_the_texts(hostile: ImportResult) -> None:
    features = json.loads(of_table(hostile, "events.geojson"))["features"]
    assert sorted(feature["properties"]["title"] for feature in features) == titles(hostile)


def test_workbook_has_the_texts_and_no_formula(hostile: ImportResult) -> None:
    book = load_workbook(io.BytesIO(of_table(hostile, "tables.xlsx")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "d", "b"}
    # So a workbook writes the one control character that a text may hold.
    shown = {bare(str(cell.value).replace("_x000D_", "\r")) for cell in cells}
    assert {bare(title) for title in titles(hostile)} <= shown
    links = [cell.hyperlink.target for cell in cells if cell.hyperlink and cell.hyperlink.target]
    assert all(link.startswith("https://") for link in links)


def test_package_opens_again_with_the_same_texts(hostile: ImportResult) -> None:
    again = read_story(of_table(hostile, "package.zip"), "again.zip")
    assert again.dataset.events == hostile.dataset.events
    assert again.dataset.sources == hostile.dataset.sources
    assert again.dataset.title == hostile.dataset.title


def test_bibliographies_have_the_texts_and_no_extra_entries(hostile: ImportResult) -> None:
    wanted = [clean_text(source.title) for source in hostile.dataset.sources.values()]
    made = {
        end: of_table(hostile, f"bibliography.{end}").decode() for end in ("bib", "json", "ris")
    }
    assert [clean_text(item["title"]) for item in json.loads(made["json"])] == wanted
    assert [from_tex(entry["title"]) for entry in read_bibtex(made["bib"])] == wanted
    assert [record["title"] for record in rispy.loads(made["ris"])] == wanted


@pytest.mark.parametrize("kind", PARTS_BUILDERS)
def test_pictures_have_no_script(hostile: ImportResult, kind: str) -> None:
    svg = file_bytes(f"{kind}.svg", View(), "en", opened=hostile)
    root = etree.fromstring(svg)
    check_markup(root)
    assert not root.findall(".//{*}script")
    assert not root.findall(".//{*}foreignObject")
    if kind == "timeline":
        said = bare(
            " ".join(
                [*root.itertext(), *(element.get("aria-label", "") for element in root.iter())]
            )
        )
        assert bare(TEXTS[0]) in said
        assert bare("<script>window.owned") in said
    Image.open(io.BytesIO(file_bytes(f"{kind}.png", View(), "en", opened=hostile))).verify()


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product.file)
def test_lesson_files_have_the_texts_and_no_script(hostile: ImportResult, product: Any) -> None:
    lesson = lesson_in_use(hostile.dataset)
    if product.kind == "slides":
        events = [*hostile.dataset.events.values()]
        lesson = lesson_in_use(hostile.dataset, events=[events[index] for index in TOLD])
    content = lesson_bytes(product, lesson, "en", "apa", hostile)
    heads = [step.headline.en for step in lesson.steps]
    if product.kind == "slides":
        deck = Presentation(io.BytesIO(content))
        shapes = [shape for slide in deck.slides for shape in slide.shapes]
        texts = [shape.text_frame.text for shape in shapes if shape.has_text_frame]
        shown = bare(" ".join(texts)).replace("_x000D_", "")
        assert [head for head in heads if bare(head) not in shown] == []
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            links = b"".join(
                parts.read(name) for name in parts.namelist() if name.endswith(".rels")
            )
        assert b"javascript:" not in links
        return
    document = pymupdf.open(stream=content)
    assert not any(mark in content for mark in (b"/JavaScript", b"/Launch", b"/EmbeddedFile"))
    links = [link.get("uri", "") for page in document for link in page.get_links()]
    assert {link.split(":")[0] for link in links if link} <= {"http", "https"}, links
    # Only the handout tells the steps; these events have no questions.
    if product.kind == "handout":
        shown = bare("".join(page.get_text() for page in document))
        latin = [head for head in heads if make_printable(head) == head]
        assert len(latin) > len(TEXTS) / 3
        assert [head for head in latin if bare(head) not in shown] == []
        assert "thetypefacesofthispaperdonothave" in shown


def test_published_pages_run_no_script_of_the_story(hostile: ImportResult) -> None:
    with zipfile.ZipFile(io.BytesIO(zip_opened_site(hostile))) as site:
        pages = [name for name in site.namelist() if name.endswith(".html")]
        assert pages
        for name in pages:
            root = html.fromstring(site.read(name))
            check_markup(root)
            for script in root.iter("script"):
                kinds = {"application/json", "application/ld+json"}
                assert script.get("src") or script.get("type") in kinds, name
                assert "window.owned" not in (script.get("src") or "")


UNPRINTABLE = {
    "turned": "abc\u202edcba",
    "isolated": "\u2067abc\u2069",
    "control": "a\x07b\x1bc",
    "null": "a\x00b",
    "second controls": "a\x85b\x9fc",
    "no character": "a\ufffeb\uffffc",
}


@pytest.mark.parametrize("name", UNPRINTABLE)
def test_unprintable_characters_are_refused_in_every_file_of_a_package(name: str) -> None:
    text = UNPRINTABLE[name]
    files = {
        "sources.json": [source(title=text)],
        "datapackage.json": {"name": "flood", "title": text, "version": "1.0.0"},
        "presentation.json": {"title": {"en": text}},
        "story.json": {"title": {"en": text, "es": text}, "lesson": []},
    }
    for file, content in files.items():
        intake = read_story(package(**{file: json.dumps(content).encode()}), "x.zip")
        said = [problem for problem in intake.problems if problem.sheet == file]
        assert said, file
        assert all("title" in (problem.column or "") for problem in said), file
        shown = intake.dataset
        everything = "" if shown is None else repr((shown.sources, shown.title, shown.story))
        assert text not in everything
        assert repr(text)[1:-1] not in everything, file
