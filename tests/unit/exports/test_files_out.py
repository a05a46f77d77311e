"""Downloads: workbooks and packages."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from frictionless import Package as FrictionlessPackage
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from components.export.packaging import build_package_files, tables_workbook, zip_files
from components.export.workbooks import LONGEST_CELL_CHARACTERS
from components.intake.package_folders import load_dataset, load_package
from components.intake.problems import DataError
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.query.view import View
from components.story.package_files import DEFAULT_DATA, TABLES, VOCABULARIES
from components.story.texts import BOM, guard_formula, unguard_formula
from tests.support.data import DATA
from tests.support.views import FILTERS

PACKAGE = load_package(DEFAULT_DATA)
OTHERS = PACKAGE.files
NASTY = '=HYPERLINK("http://127.0.0.1")'
TEXTS = (NASTY, "#N/A", "+1", "-2+3", "@SUM(A1)", "'=already", "''-twice", "＝1", 'a\nb, "c"; d')


def shown(data=DATA, filters=FILTERS["everything"], language="en") -> Context:
    story = LoadedStory(replace(PACKAGE, dataset=data), "test")
    view = View(lang=language, filters=filters)
    return Context(story, view, (), story.in_language(language), "light", "data")


def part_of(name):
    return shown(filters=FILTERS[name])


def hostile():
    """The data set with texts that spreadsheets would run, one of them as long as may be."""
    events = dict(DATA.events)
    for key, text in zip(list(events), TEXTS, strict=False):
        events[key] = events[key].model_copy(
            update={"title": text[:70], "summary": text, "actors": (text.replace(";", ""), "B")}
        )
    last = list(events)[-1]
    events[last] = events[last].model_copy(update={"title": "=" * 70})
    return shown(replace(DATA, events=events))


def opened(content: bytes, folder: Path):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return load_dataset(folder)


def same(one, other):
    return replace(one, descriptor={}) == replace(other, descriptor={})


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix(BOM), newline="")))


def sheets(part):
    return load_workbook(io.BytesIO(tables_workbook(part)))


def test_every_sheet_of_a_workbook_is_formatted_for_screen_and_paper():
    book = sheets(part_of("everything"))
    for sheet in book:
        assert sheet.page_setup.orientation == "landscape"
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) in ((1, 0), (None, 0))
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.print_title_rows == "$1:$1"
        widths = [dimension.width for dimension in sheet.column_dimensions.values()]
        assert max(widths) <= (111 if sheet.title == "notes" else 51)
    assert book["events"].freeze_panes == "B2"
    assert book["events"]["A1"].font.bold
    assert all(cell.alignment.wrap_text for cell in book["events"]["J"][1:] if cell.value)


def test_workbook_has_no_formula_and_complete_texts():
    part = hostile()
    sheet = sheets(part)["events"]
    head = [cell.value for cell in sheet[1]]
    titles = []
    for row in sheet.iter_rows(min_row=2):
        assert all(cell.data_type != "f" for cell in row)
        cell = row[head.index("title")]
        titles.append(cell.value)
        assert cell.quotePrefix == (cell.value[:1] in "=+-@#")
    assert sorted(titles) == sorted(event.title for event in part.dataset.events.values())


def test_text_too_long_for_a_cell_is_cut_with_a_note():
    key = next(iter(DATA.events))
    long = DATA.events[key].model_copy(
        update={"summary": "x" * (LONGEST_CELL_CHARACTERS + 1), "title": "a\x07b"}
    )
    book = sheets(shown(replace(DATA, events={**DATA.events, key: long})))
    values = [cell.value for row in book["events"].iter_rows(min_row=2) for cell in row]
    assert max(len(value) for value in values if isinstance(value, str)) == LONGEST_CELL_CHARACTERS
    assert "a\ufffdb" in values
    assert "1 text was too long" in str(
        [cell.value for row in book["notes"].iter_rows() for cell in row]
    )


@pytest.mark.parametrize("filters", FILTERS)
def test_downloaded_package_opens_to_the_same_records(filters, tmp_path):
    ctx = part_of(filters)
    content, part = zip_files(build_package_files(ctx)), ctx.subset
    if not (part.dataset.events or part.dataset.claims):
        with pytest.raises(DataError, match=r"^events\.csv: there are no rows"):
            opened(content, tmp_path)
        return
    again = opened(content, tmp_path)
    assert same(again, part.dataset)
    assert (again.version, again.title) == (DATA.version, DATA.title)


def test_complete_download_equals_the_files_of_the_data_set():
    files = build_package_files(part_of("everything"))
    for name in (*TABLES, *VOCABULARIES, "datapackage.json", *OTHERS):
        assert files[name] == (DEFAULT_DATA / name).read_bytes(), name
    assert json.loads(files["sources.json"]) == json.loads(
        (DEFAULT_DATA / "sources.json").read_text("utf-8")
    )


def test_apostrophe_of_another_package_is_kept(tmp_path):
    files = build_package_files(part_of("everything"))
    files["claimants.csv"] = files["claimants.csv"].replace(b"afp,AFP,AFP", b"afp,'-AFP,'-AFP")
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert load_dataset(tmp_path).claimants["afp"].name == "'-AFP"


@pytest.mark.parametrize("case", ["everything", "all at once", "a source", "hostile"])
def test_frictionless_calls_the_package_valid(case, tmp_path):
    part = hostile() if case == "hostile" else part_of(case)
    opened(zip_files(build_package_files(part)), tmp_path)
    report = FrictionlessPackage(str(tmp_path / "datapackage.json")).validate()
    assert report.valid, report.flatten(["name", "type", "note"])


def test_the_same_view_gives_the_same_bytes(monkeypatch):
    part = part_of("a region")
    first = zip_files(build_package_files(part)), tables_workbook(part)
    monkeypatch.setattr("time.localtime", lambda *_: (2031, 5, 6, 7, 8, 9, 0, 1, 0))
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert (zip_files(build_package_files(part)), tables_workbook(part)) == first
    for content in first:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@given(st.text() | st.builds("".join, st.lists(st.sampled_from([*SIGNS, "'", "a"]), max_size=6)))
def test_escaped_formulas_are_restored_when_opened(text):
    assert unguard_formula(guard_formula(text)) == text
    assert not guard_formula(text).startswith(SIGNS)
