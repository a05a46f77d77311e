"""The columns of a reader's table that no field takes leave the app under their own names."""

import csv
import io
import json
import zipfile

import pyarrow as pa
import pytest
from openpyxl import load_workbook
from pyarrow import parquet

from components.export.view_files import file_bytes
from components.intake import ImportResult
from components.intake.read import read_together
from components.query.view import View

TABLE = (
    'date,title,weapon,unit,order,actors,=1+1,"a,b"\n'
    "2019-01-02,A,rifle,3rd,first,army,x,<b>y</b>\n"
    "2019-01-03,B,,,,,,\n"
)
#: What a file calls them: one that has the name of another column gets a number.
NAMES = ["weapon", "unit", "order", "actors (2)", "'=1+1", "a,b"]
CELLS = {"weapon": "rifle", "unit": "3rd", "order": "first", "actors": "army", "=1+1": "x",
         "a,b": "<b>y</b>"}  # fmt: skip


@pytest.fixture(scope="module")
def intake() -> ImportResult:
    return read_together([("x.csv", TABLE.encode())])


def made(intake: ImportResult, name: str, **view: object) -> bytes:
    return file_bytes(name, View(**view), "en", opened=intake)


def test_csv_has_them_as_its_last_columns(intake):
    first, second = csv.DictReader(io.StringIO(made(intake, "events.csv").decode("utf-8-sig")))
    assert list(first)[-len(NAMES) :] == NAMES
    assert [first[name] for name in NAMES] == list(CELLS.values())
    assert {second[name] for name in NAMES} == {""}


def test_columns_that_somebody_chose_are_the_only_ones(intake):
    text = made(intake, "events.csv", table="events", columns=("date", "title")).decode("utf-8-sig")
    assert text.splitlines()[0] == "date,title"


def test_json_has_those_that_are_not_empty_in_an_object(intake):
    first, second = json.loads(made(intake, "events.json"))
    assert (first["other_columns"], second["other_columns"]) == (CELLS, {})


def test_events_of_a_story_without_them_have_no_such_object():
    plain = read_together([("x.csv", b"date,title\n2019-01-02,A\n")])
    (event,) = json.loads(made(plain, "events.json"))
    assert "other_columns" not in event


def test_parquet_has_them_as_texts(intake):
    table = parquet.read_table(pa.BufferReader(made(intake, "events.parquet")))
    assert table.column_names[-len(NAMES) :] == NAMES
    assert {table.schema.field(name).type for name in NAMES} == {pa.string()}


def test_maps_have_them(intake):
    (first, _) = json.loads(made(intake, "events.geojson"))["features"]
    assert [first["properties"][name] for name in NAMES] == list(CELLS.values())
    assert made(intake, "events.gpkg").startswith(b"SQLite format 3")


def test_workbook_has_them_in_its_sheet_of_events(intake):
    book = load_workbook(io.BytesIO(made(intake, "tables.xlsx")))
    header, first, _ = book["events"].values
    assert list(header)[-len(NAMES) :] == NAMES
    assert list(first)[-len(NAMES) :] == list(CELLS.values())


@pytest.mark.parametrize("name", ["package.zip", "package.xlsx"])
def test_package_opens_again_with_them(intake, name):
    again = read_together([(name, made(intake, name))])
    assert again.of_level("stop", "refused", "part") == ()
    (first, _) = again.dataset.events
    assert dict(again.dataset.other_columns.cells_of(first)) == CELLS


def test_descriptor_of_a_package_names_them(intake):
    with zipfile.ZipFile(io.BytesIO(made(intake, "package.zip"))) as archive:
        descriptor = json.loads(archive.read("datapackage.json"))
    (events,) = [one for one in descriptor["resources"] if one["path"] == "events.csv"]
    names = [field["name"] for field in events["schema"]["fields"]]
    assert names[-len(CELLS) :] == [f"other: {name}" for name in CELLS]
    assert len(names) == len(set(names))


def test_descriptor_of_the_files_names_them_as_texts(intake):
    descriptor = json.loads(made(intake, "datapackage.json"))
    (events,) = [one for one in descriptor["resources"] if one["name"] == "events"]
    fields = events["schema"]["fields"][-len(NAMES) :]
    assert fields == [{"name": name, "type": "string"} for name in NAMES]
