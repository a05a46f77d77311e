"""Rules of the files that leave the app: cells, names, addresses, notes and what they say."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import date, datetime
from itertools import pairwise

import pytest
from openpyxl import load_workbook
from pandas import DataFrame

from components.export.download_tokens import download_token, resolve_token
from components.export.formats import (
    build_view_table,
    frame_to_csv,
    records_to_csv,
    table_to_geojson,
    table_to_geopackage,
    table_to_json,
)
from components.export.package_notes import describe_subset, note_sections
from components.export.packaging import zip_files
from components.export.problem_reports import guard_cell
from components.export.view_files import (
    FILE_MEDIA_TYPES,
    PICTURE_FILES,
    file_address,
    file_view,
    saved_name,
)
from components.export.workbooks import COORDINATE_PATTERN, WorkbookWriter
from components.page import embed, metadata
from components.page.metadata import SiteAddresses, describe_dataset, to_script_json
from components.query.filters import Filters
from components.query.view import View
from components.story.dataset import Licence, PackageInfo
from components.story.lesson import LessonText, Step, Story
from components.story.models import Event
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims, build_context, dated_dataset

SMALL = small_dataset()
ORIENTE = Filters(regions=("oriente",))


# Workbooks ----------------------------------------------------------------------------------------


def read_cells(*values, columns=None):
    names = columns or tuple(f"c{number}" for number in range(len(values)))
    book = WorkbookWriter("t", "a")
    book.add_table("rows", names, [values])
    return list(load_workbook(io.BytesIO(book.close()))["rows"][2])


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (date(2019, 2, 23), "2019-02-23 00:00:00"),
        # Excel has a 29 February 1900, so earlier days would be off by one.
        (date(1900, 3, 1), "1900-03-01 00:00:00"),
        (date(1900, 2, 28), "1900-02-28"),
        (date(1810, 7, 20), "1810-07-20"),
        # EDTF stays the text it is, be it a day or not.
        ("2019-02-23", "2019-02-23"),
        ("2019-02", "2019-02"),
        (415, "415"),
        (7.5, "7.5"),
        (("a", "b"), "a; b"),
        ("a\x07b", "a\ufffdb"),
        ("", "None"),
    ],
)
def test_a_cell_of_a_workbook_is_what_its_value_is(value, stored):
    (cell,) = read_cells(value)
    assert str(cell.value) == stored


def test_columns_of_numbers_hold_numbers():
    latitude, title = read_cells("7.89", "7.89", columns=("lat", "title"))
    assert (latitude.value, title.value) == (7.89, "7.89")


@pytest.mark.parametrize("name", ["2019-02", "2019-02-22/2019-02-23", "2019-04~", "1810", "1-2"])
def test_a_text_that_reads_as_a_date_stays_a_text_when_its_cell_is_edited(name):
    (cell,) = read_cells(name)
    assert (cell.value, cell.data_type, cell.number_format) == (name, "s", "@")


def test_a_coordinate_is_a_number_with_five_decimals_at_least():
    latitude, title = read_cells(6.245, 6.245, columns=("lat", "title"))
    assert (latitude.value, latitude.number_format) == (6.245, COORDINATE_PATTERN)
    assert title.number_format == "General"


@pytest.mark.parametrize(
    ("days", "types"),
    [
        ([date(2019, 2, 23), None, date(1900, 3, 1)], {datetime}),
        ([date(2019, 2, 23), None, date(1810, 7, 20)], {str}),
    ],
    ids=["Excel can hold all", "Excel can hold some"],
)
def test_a_column_of_days_has_one_type(days, types):
    book = WorkbookWriter("t", "a")
    book.add_table("rows", ("first_day",), [[day] for day in days])
    cells = list(load_workbook(io.BytesIO(book.close()))["rows"]["A"])[1:]
    assert {type(cell.value) for cell in cells if cell.value} == types


def test_an_address_is_a_link_and_a_formula_a_marked_text():
    address, text, formula = read_cells("https://a.org/x", "see https://a.org", "=1+1")
    assert address.hyperlink.target == "https://a.org/x"
    assert text.hyperlink is None
    assert (formula.value, formula.data_type, formula.quotePrefix) == ("=1+1", "s", True)


# Tables as files ----------------------------------------------------------------------------------


def table_of(name, **view):
    ctx = build_context(SMALL, **view)
    return build_view_table(ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n, table_name=name)


def test_numbers_of_a_csv_stay_numbers_and_formulas_do_not_run():
    frame = DataFrame([[-72.5, "=1", ("+a",), None]], columns=list("abcd"), dtype=object)
    assert frame_to_csv(frame) == "a,b,c,d\n-72.5,'=1,'+a,\n"
    assert frame_to_csv(frame, head=False) == "-72.5,'=1,'+a,\n"


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        # A Spanish spreadsheet reads 6.245 as 6245.
        (6.245, "6.24500"),
        (-72.0, "-72.00000"),
        (4, "4.00000"),
        # No digit is lost.
        (7.9074512, "7.9074512"),
        (None, ""),
        ("north", "north"),
    ],
)
def test_a_coordinate_of_a_csv_has_five_decimals_at_least(value, cell):
    frame = DataFrame([[value, "a"]], columns=["lat", "title"], dtype=object)
    assert frame_to_csv(frame, head=False) == f"{cell},a\n"


def test_a_time_has_its_seconds_in_the_tables_of_a_view_and_of_the_package():
    # EDTF has no time without them.
    ctx = build_context(dated_dataset("2019-02-22T18:07"))
    (row,) = build_view_table(
        ctx.dataset, ctx.subset, ctx.view, i18n=ctx.i18n, table_name="events"
    ).list_rows(("date",))
    assert row["date"] == "2019-02-22T18:07:00"
    assert ",2019-02-22T18:07:00," in records_to_csv(ctx.dataset.rows("events"), Event)


def test_an_order_counts_for_the_table_that_has_its_column():
    latest = table_of("events", sort="-date").records[0]
    assert latest.id == "ev-march"
    assert [row.id for row in table_of("places", sort="-date").records] == ["caracas", "cucuta"]


def test_json_has_whole_numbers_and_each_citation_with_its_fields():
    rows = json.loads(table_to_json(table_of("claims")))
    (north,) = (row for row in rows if row["id"] == "cl-north")
    assert str(north["value_low"]) == "415"
    assert north["citations"] == [
        {
            "source_id": "doc-b",
            "locator": 4,
            "wording": "415",
            "role": "supports",
            "sentences": [],
            "via": [],
            "statement_basis": None,
        }
    ]


def test_geojson_says_how_many_rows_have_no_place():
    collection = json.loads(table_to_geojson(table_of("events"), {}, {"title": "Small"}))
    assert (collection["about"]["title"], collection["about"]["without_place"]) == ("Small", 1)
    (count,) = (each for each in collection["features"] if each["id"] == "ev-count")
    assert count["geometry"] is None
    (aid,) = (each for each in collection["features"] if each["id"] == "ev-aid")
    assert aid["geometry"]["coordinates"] == [-72.0, 1.0]


def test_a_geopackage_is_of_a_version_that_gdal_3_6_reads_without_a_warning(tmp_path):
    path = tmp_path / "events.gpkg"
    path.write_bytes(table_to_geopackage(table_of("events"), {}, {}))
    with closing(sqlite3.connect(path)) as database:
        (version,) = database.execute("pragma user_version").fetchone()
    # Major, minor and patch, two digits each; GDAL 3.6 knows 1.3 and older ones.
    assert 10200 <= version < 10400


def test_outer_rings_of_areas_run_anticlockwise():
    clockwise = [[0, 0], [0, 1], [1, 1], [1, 0], [0, 0]]
    shapes = {"oriente": {"type": "Polygon", "coordinates": [clockwise]}}
    collection = json.loads(table_to_geojson(table_of("regions"), shapes, {}))
    (area,) = (each for each in collection["features"] if each["geometry"])
    (ring,) = area["geometry"]["coordinates"]
    turns = [(x2 - x1) * (y2 + y1) for (x1, y1), (x2, y2) in pairwise(ring)]
    assert sum(turns) < 0


@pytest.mark.parametrize(
    ("cell", "guarded"),
    [("=1", "'=1"), (" =1", " '=1"), ("-72,5", "-72,5"), ("a=1", "a=1"), ("-", "'-")],
)
def test_cells_that_a_reader_brought_are_guarded(cell, guarded):
    assert guard_cell(cell) == guarded


def test_a_zip_of_the_same_files_has_the_same_bytes():
    files = {"a": b"1", "b/c": b"2"}
    content = zip_files(files)
    assert content == zip_files(files)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == ["a", "b/c"]
        assert {info.external_attr >> 16 for info in archive.infolist()} == {0o644}


# Names and addresses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "name"),
    [
        ({}, "small-events-0.0.1.csv"),
        ({"filters": ORIENTE}, "small-events-0.0.1-filtered.csv"),
        ({"find": "aid"}, "small-events-0.0.1-filtered.csv"),
        ({"columns": ("id",)}, "small-events-0.0.1-filtered.csv"),
        ({"sort": "date"}, "small-events-0.0.1.csv"),
    ],
    ids=["all", "filters", "words", "columns", "order"],
)
def test_a_file_is_saved_under_its_version_and_whether_it_is_filtered(view, name):
    dataset = replace(SMALL, descriptor={"name": "small"})
    assert saved_name(build_context(dataset, **view), "events.csv") == name


VIEW = View(
    filters=ORIENTE,
    event="ev-aid",
    claim="cl-total",
    claimant="office",
    table="claims",
    sort="id",
    find="a",
    columns=("id",),
    page=3,
)


@pytest.mark.parametrize(
    ("file_name", "kept"),
    [
        ("claims.csv", {"claimant", "table", "sort", "find", "columns"}),
        ("events.csv", set()),
        ("package.zip", set()),
        ("cited.bib", {"event", "claim"}),
        ("bibliography.bib", set()),
        ("timeline.png", {"event"}),
        ("figures.png", {"claimant", "claim"}),
    ],
)
def test_a_file_depends_on_some_choices_alone(file_name, kept):
    view = file_view(file_name, VIEW)
    assert view.filters == ORIENTE
    plain = View(filters=ORIENTE)
    fields = ("event", "claim", "claimant", "table", "sort", "find", "columns", "page")
    assert {name for name in fields if getattr(view, name) != getattr(plain, name)} == kept


@pytest.mark.parametrize(
    ("language", "view", "address"),
    [
        ("en", {}, "./api/events.csv"),
        ("es", {}, "./api/events.csv?lang=es"),
        ("en", {"filters": ORIENTE, "page": 2}, "./api/events.csv?region=oriente"),
        ("en", {"sort": "date", "table": "events"}, "./api/events.csv?sort=date"),
    ],
)
def test_an_address_of_a_file_names_what_changes_it(language, view, address):
    ctx = build_context(SMALL, language=language, **view)
    assert file_address(ctx.view, ctx.i18n, "events.csv") == address


def test_only_tables_with_places_are_maps():
    assert {name.partition(".")[0] for name in FILE_MEDIA_TYPES if name.endswith("geojson")} == {
        "events", "regions", "places"
    }  # fmt: skip
    assert PICTURE_FILES["play.webp"] == "timeline"
    assert PICTURE_FILES["map.svg"] == "map"


def test_a_token_is_of_one_object_and_kind():
    class Opened:
        """What a reader has opened."""

    opened, other = Opened(), Opened()
    token = download_token(opened)
    assert token == download_token(opened) != download_token(other)
    assert resolve_token(token, Opened) is opened
    assert resolve_token(token, dict) is None
    assert resolve_token("guessed", Opened) is None


# What a file says of itself -----------------------------------------------------------------------


def test_a_file_says_what_part_of_the_data_set_it_is():
    ctx = build_context(SMALL, filters=ORIENTE, slug="data")
    about = describe_subset(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
    assert about["view"] == "data?region=oriente"
    assert about["rows"]["events"] == {"shown": 3, "of": 4}
    assert about["shown"].startswith("Shown: 3 of 4 events")
    ctx = build_context(SMALL)
    assert describe_subset(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)["view"] == "data"


def find_section(heading, dataset=SMALL, **view):
    ctx = build_context(dataset, **view)
    sections = note_sections(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
    return {each.heading: each.lines for each in sections}.get(heading)


def test_notes_name_records_with_the_date_of_the_documents_alone():
    heading = "Dates from the documents alone"
    assert find_section(heading) is None
    lines = find_section(heading, filters=Filters(documents_only=True))
    assert lines[0].startswith("1 event or claim has the date of the documents")
    assert lines[1:] == ["ev-rising"]


def test_notes_say_that_the_story_is_missing_in_a_part_of_it():
    view = {"extent": "whole", "from": "2019-02-01", "to": "2019-02-02"}
    step = Step.model_validate(
        {"id": "a", "minutes": 1, "headline": LessonText(en="a"), "text": LessonText(en="b"),
         "view": view}
    )  # fmt: skip
    told = replace(SMALL, story=Story(title=LessonText(en="t"), lesson=(step,)))
    assert find_section("Story", told) is None
    assert find_section("Story", told, filters=ORIENTE)
    assert find_section("Story", filters=ORIENTE) is None


def test_notes_on_counts_are_of_a_story_with_regions():
    caveat = "Counts are as their sources give them."
    assert caveat in find_section("Before you use it")
    bare = replace(SMALL, regions={}, region_departments=(), claims={})
    assert caveat not in find_section("Before you use it", bare)


@pytest.mark.parametrize(
    ("licence", "lines"),
    [
        (None, None),
        (
            Licence("CC BY 4.0"),
            ["Data: CC BY 4.0. The few quoted words remain their authors’."],
        ),
    ],
)
def test_notes_have_the_licence_where_there_is_one(licence, lines):
    dataset = replace(SMALL, about=PackageInfo(licence=licence))
    assert find_section("Licence", dataset) == lines


# Metadata -----------------------------------------------------------------------------------------


def test_no_text_ends_the_script_that_it_is_in():
    assert to_script_json({"a": "</script>"}) == '{"a":"\\u003c/script>"}'


@pytest.mark.parametrize(
    ("url", "slug", "base", "known"),
    [
        ("https://a.org/map?x=1", "map", "https://a.org", True),
        ("https://a.org/story/map", "map", "https://a.org/story", True),
        ("https://a.org/story/", "", "https://a.org/story", True),
        ("https://a.org/roadmap", "map", "https://a.org/roadmap", True),
        ("ftp://a.org/map", "map", "", False),
        (None, "map", "", False),
    ],
)
def test_pages_hang_from_the_address_of_one_of_them(url, slug, base, known):
    addresses = SiteAddresses.from_page_url(url, slug)
    assert (addresses.base, addresses.known) == (base, known)


def test_programs_are_told_of_the_data_set_without_filters():
    dataset = replace(SMALL, created=date(2019, 5, 1), descriptor={"keywords": ["flood"]})
    about = describe_dataset(
        build_context(dataset, filters=ORIENTE), SiteAddresses("https://a.org")
    )
    assert about["url"] == "https://a.org/data?lang=en"
    assert about["temporalCoverage"] == "2019-01-21/2019-04-30"
    assert (about["dateModified"], about["keywords"]) == ("2019-05-01", ["flood"])
    assert "license" not in about
    assert about["distribution"][0]["contentUrl"] == "https://a.org/api/package.zip"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("CC-BY-4.0", {"license": '"CC-BY-4.0"'}),
        ("Free for all", {"license-url": '"https://a.org/by"'}),
    ],
    ids=["known code", "no code"],
)
def test_a_citation_file_has_the_code_of_the_licence_else_its_address(name, lines):
    dataset = replace(
        SMALL,
        about=PackageInfo(licence=Licence("CC BY", "https://a.org/by")),
        descriptor={"licenses": [{"name": name}]},
    )
    i18n = build_context(dataset).i18n
    text = metadata.render_citation_file(dataset, i18n, SiteAddresses("", known=False))
    fields = dict(line.split(": ", 1) for line in text.splitlines())
    assert {key: fields[key] for key in ("license", "license-url") if key in fields} == lines
    # Without authors the story itself is named.
    assert fields["authors"] == '[{"name": "Small"}]'
    assert "url" not in fields


# Charts alone -------------------------------------------------------------------------------------


def test_the_table_of_a_chart_has_the_earlier_day_first():
    dataset = add_claims(SMALL, claim("south", 30, "2019-02-27", region_id="guajira"))
    table = embed._chart_table("map", build_context(dataset))
    assert tuple(table.columns) == (
        "Region",
        "to 26 February 2019",
        "to 27 February 2019",
        "Sources",
    )
    assert [row[:3] for row in table.rows] == [
        ["Oriente", "328", "415"], ["Guajira", "not reported", "30"]
    ]  # fmt: skip


def test_the_table_of_a_chart_of_very_many_events_says_how_many_more_there_are(monkeypatch):
    monkeypatch.setattr(embed, "MOST_MARKS", 3)
    table = embed._chart_table("timeline", build_context(SMALL))
    assert (len(table.rows), table.more_count) == (3, 1)


def test_the_code_of_a_chart_has_its_title_and_height():
    code = embed.frame_code("map", build_context(SMALL), "https://a.org/embed/map?a=1&b=2")
    assert 'src="https://a.org/embed/map?a=1&amp;b=2"' in code
    assert "100% of the 415 counted were counted in Oriente · Small" in code
    assert 'height="1050"' in code
