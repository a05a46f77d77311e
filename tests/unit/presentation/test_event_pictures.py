"""The picture of an event: taken with its credit, shown everywhere with it, or said why not."""

import csv
import io
import zipfile
from collections.abc import Mapping

import pymupdf
import pytest
from PIL import Image

from components.export.view_files import BOOK, context_of, file_bytes
from components.i18n import i18n_for
from components.intake import ImportResult
from components.intake.lessons import lesson_in_use
from components.intake.read import read_together
from components.lesson.entry import PRODUCTS, lesson_bytes, present_steps, scene_data
from components.limits import (
    MOST_FILE_BYTES,
    MOST_PICTURE_BYTES,
    MOST_PICTURE_PIXELS,
    MOST_PICTURES_BYTES,
)
from components.presentation.records import detail_html
from components.presentation.shown_table import dictionary_rows
from components.query.filters import Filters
from components.query.view import View
from components.site.published import SiteOptions, site_files, story_of
from tests.support.cases import for_each
from tests.support.stories.foreign import files_of
from tests.support.stories.uploads import zipped

FILES = files_of("city")
PNG = FILES["pictures/gasworks.png"]
SAID = "Picture: Drawn for this example (CC0 1.0)"
ALT = "A drawing of a gas holder under smoke, between houses at the water."


def opened(files: Mapping[str, bytes] = FILES) -> ImportResult:
    return read_together([("city.zip", zipped(files))])


def in_kind(kind: str, size: tuple[int, int] = (60, 40)) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, "#9c2a17").save(made, kind)
    return made.getvalue()


def test_it_stands_in_the_record_in_the_lesson_and_on_published_pages_with_whose_it_is() -> None:
    city = opened()
    record = detail_html(context_of(View(event="ev-blast"), "en", "", city))
    assert f'alt="{ALT}"' in record
    assert SAID in record
    assert 'src="data:image/png;base64,' in record
    spanish = detail_html(context_of(View(event="ev-blast"), "es", "", city))
    assert f'alt="{ALT}" lang="en"' in spanish
    assert "Imagen: Drawn for this example (CC0 1.0)" in spanish
    assert "<img" not in detail_html(context_of(View(event="ev-fire"), "en", "", city))
    ctx = context_of(View(), "en", "present", city)
    told = [step["told"] for step in scene_data(ctx, (), {})["steps"]]
    steps = [step.view.events for step in ctx.lesson.steps]
    assert [SAID in text for text in told] == ["ev-blast" in events for events in steps]
    assert str(present_steps(ctx)).count(SAID) == 1
    site = dict(site_files(story_of(city), SiteOptions(files=())))
    assert site["assets/pictures/gasworks.png"] == PNG
    assert "assets/pictures/gasworks.png" in site["worker.js"].decode()
    for path, way in (("assets/stage-en.js", ""), ("present/index.html", "../"),
                      ("es/present/index.html", "../../")):  # fmt: skip
        page = site[path].decode().replace('\\"', '"')
        assert f' src="{way}assets/pictures/gasworks.png"' in page
        assert "data:image/png" not in page


@for_each("kind", ["PNG", "JPEG", "WEBP"])
def test_it_is_printed_on_the_handout_with_credit_and_alternative_text(kind: str) -> None:
    city = opened({**FILES, "pictures/gasworks.png": in_kind(kind)})
    pdf = lesson_bytes(PRODUCTS[0], lesson_in_use(city.dataset), "en", "apa", city)
    document = pymupdf.open(stream=pdf)
    assert sum(SAID in page.get_text() for page in document) == 1
    (page,) = [page for page in document if SAID in page.get_text()]
    assert len(page.get_images()) == 1
    objects = [document.xref_object(n) for n in range(1, document.xref_length())]
    assert any(ALT in one for one in objects)


def test_it_is_kept_in_the_package_that_is_saved_and_named_by_its_dictionary() -> None:
    city = opened()
    package = file_bytes("package.zip", View(), "en", opened=city)
    again = read_together([("again.zip", package)])
    assert again.dataset.pictures == city.dataset.pictures
    assert again.files["pictures/gasworks.png"] == PNG
    rows = dictionary_rows(again.dataset, i18n_for("es"))
    (table,) = [one for one in rows if one["path"] == "pictures.csv"]
    assert [field["name"] for field in table["fields"]] == [
        "event_id", "file", "alt", "alt_es", "credit", "licence"]  # fmt: skip
    # A part without the event has no picture; nor is the table named there.
    part = View(filters=Filters(categories=("inquiry",)))
    archive = zipfile.ZipFile(io.BytesIO(file_bytes("package.zip", part, "en", opened=city)))
    assert not [name for name in archive.namelist() if "pictures" in name]
    assert "pictures" not in archive.read("datapackage.json").decode()


def test_a_workbook_finds_it_beside_it_in_a_zip_or_chosen_together() -> None:
    city = opened()
    book = file_bytes(BOOK, View(), "en", opened=city)
    packed = zipped({"book.xlsx": book, "pictures/gasworks.png": PNG})
    for files in ([("all.zip", packed)], [("book.xlsx", book), ("gasworks.png", PNG)]):
        found = read_together(files)
        assert [one.file for one in found.dataset.pictures.values()] == ["gasworks.png"]
        assert found.files["pictures/gasworks.png"] == PNG
    alone = read_together([("book.xlsx", book)])
    said = [(one.code, one.sheet, one.row, one.column) for one in alone.of_level("refused")]
    assert said == [("picture_missing", "pictures", 2, "file")]
    table = b"date,title\n1962-03-10,One\n"
    unread = read_together([("gasworks.png", PNG), ("t.csv", table)])
    assert [one.code for one in unread.problems if one.code == "files_unread"]


def test_what_is_no_picture_to_show_is_said_with_its_row_and_leaves_the_event() -> None:
    large = in_kind("PNG") + b"\0" * MOST_PICTURE_BYTES
    faults = {
        "a.png": ("picture_kind", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        "b.png": ("picture_kind", in_kind("GIF")),
        "c.png": ("picture_kind", PNG[:200]),
        "d.png": ("picture_wide", in_kind("PNG", (MOST_PICTURE_PIXELS + 1, 2))),
        "e.png": ("picture_large", large),
        "f.png": ("picture_missing", b""),
        "../g.png": ("pattern", PNG),
    }
    events = [row.split(",")[0] for row in FILES["events.csv"].decode().split()[1:] if "ev-" in row]
    rows = [[event, name, "It", "Ana", "CC0"] for event, name in zip(events, faults, strict=False)]
    rows += [[rows[0][0], "gasworks.png", "It", "Ana", "CC0"]]
    made = io.StringIO()
    csv.writer(made).writerows([["event_id", "file", "alt", "credit", "licence"], *rows])
    files = {**FILES, "pictures.csv": made.getvalue().encode()}
    files |= {f"pictures/{name}": content for name, (_, content) in faults.items()
              if content and "/" not in name}  # fmt: skip
    found = opened(files)
    said = {one.row: (one.code, one.column) for one in found.of_level("refused")}
    expected = {n: (code, "file") for n, (code, _) in enumerate(faults.values(), start=2)}
    assert said == expected | {len(rows) + 1: ("duplicate_id", "event_id")}
    assert len(found.dataset.events) == 7
    assert found.dataset.pictures == {}


@for_each("column", ["alt", "credit", "licence"])
def test_a_picture_needs_its_text_its_credit_and_its_licence(column: str) -> None:
    row = {"event_id": "ev-fire", "file": "gasworks.png", "alt": "It", "credit": "Ana",
           "licence": "CC0"}  # fmt: skip
    text = f"{','.join(row)}\n{','.join((row | {column: ''}).values())}\n"
    found = opened({**FILES, "pictures.csv": text.encode()})
    assert {one.code for one in found.of_level("refused")} == {"empty"}
    assert found.dataset.pictures == {}


def test_pictures_of_more_than_is_kept_in_memory_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert MOST_FILE_BYTES > MOST_PICTURES_BYTES
    monkeypatch.setattr("components.limits.MOST_PICTURES_BYTES", len(PNG) + 1)
    text = FILES["pictures.csv"].decode() + "ev-fire,again.png,It,Ana,CC0\n"
    files = {**FILES, "pictures.csv": text.encode(), "pictures/again.png": PNG}
    found = opened(files)
    assert [(one.code, one.row) for one in found.of_level("refused")] == [("pictures_large", 3)]
