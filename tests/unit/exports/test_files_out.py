"""Downloads: workbooks and packages."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from frictionless import Package as FrictionlessPackage
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from pandas import read_excel
from pandas.api.types import is_datetime64_any_dtype

from components.export.column_specs import TABLE_SPECS
from components.export.packaging import build_package_files, tables_workbook, zip_files
from components.export.view_files import FileOptions, file_bytes
from components.export.workbooks import LONGEST_CELL_CHARACTERS
from components.intake.package_folders import load_dataset, load_package
from components.intake.problems import DataError
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.query.view import View
from components.story.package_files import DEFAULT_DATA, PLACES, TABLES, VOCABULARIES
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
        if name != PLACES:
            assert files[name] == (DEFAULT_DATA / name).read_bytes(), name
    assert json.loads(files["sources.json"]) == json.loads(
        (DEFAULT_DATA / "sources.json").read_text("utf-8")
    )


def test_places_of_a_download_equal_the_data_set_with_five_decimals():
    written = rows_of(build_package_files(part_of("everything"))[PLACES].decode())
    stored = rows_of((DEFAULT_DATA / PLACES).read_text("utf-8"))
    for row, stored_row in zip(written, stored, strict=True):
        for name in ("lat", "lon"):
            assert re.fullmatch(r"(-?\d+\.\d{5})?", row[name])
            assert float(row[name] or 0) == float(stored_row[name] or 0)
            row[name] = stored_row[name]
    assert written == stored


EDTF_COLUMNS = {
    "events": ("date", "document_date"),
    "claims": ("as_of", "period", "document_date"),
    "sources": ("issued",),
    "regions": ("count_as_of", "count_before_as_of"),
}


@pytest.mark.parametrize("name", EDTF_COLUMNS)
def test_dates_of_a_workbook_are_texts_and_first_and_last_days_are_days(name):
    content = io.BytesIO(tables_workbook(part_of("everything")))
    book = read_excel(content, sheet_name=name, engine="openpyxl")
    for column in EDTF_COLUMNS[name]:
        assert set(map(type, book[column].dropna())) <= {str}, column
    for column in {"first_day", "last_day"} & set(book):
        assert is_datetime64_any_dtype(book[column]), column


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


@pytest.mark.parametrize("case", ["everything", "all at once", "a source", "a region"])
def test_frictionless_calls_the_files_of_the_api_valid(case, tmp_path):
    view = View(filters=FILTERS[case])
    options = FileOptions(is_static=True)
    for name in ("datapackage.json", *(f"{table}.csv" for table in TABLE_SPECS)):
        (tmp_path / name).write_bytes(file_bytes(name, view, "en", options))
    report = FrictionlessPackage(str(tmp_path / "datapackage.json")).validate()
    assert len(report.tasks) == len(TABLE_SPECS)
    assert report.valid, report.flatten(["name", "type", "note"])


def api_descriptor(**view):
    return json.loads(file_bytes("datapackage.json", View(**view), view.get("lang") or "en"))


@pytest.mark.parametrize(
    ("view", "path"),
    [
        ({}, "events.csv"),
        ({"filters": FILTERS["a region"]}, "events.csv?region=guajira"),
        ({"lang": "es"}, "events.csv?lang=es"),
    ],
    ids=["all", "filters", "language"],
)
def test_the_descriptor_of_the_api_names_the_files_of_its_own_view(view, path):
    events = api_descriptor(**view)["resources"][0]
    assert (events["name"], events["path"]) == ("events", path)


def test_the_descriptor_of_the_api_names_the_codes_of_a_column():
    descriptor = api_descriptor(lang="es")
    assert descriptor["$schema"] == "https://datapackage.org/profiles/2.0/datapackage.json"
    assert descriptor["contributors"][0]["roles"] == ["creator"]
    claims = next(each for each in descriptor["resources"] if each["name"] == "claims")
    assert claims["schema"]["missingValues"] == [""]
    fields = {field["name"]: field for field in claims["schema"]["fields"]}
    assert {"value": "more_than", "label": "más de"} in fields["qualifier"]["categories"]
    assert "categories" not in fields["statement"]
    assert fields["first_day"]["type"] == "date"


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
