"""The rows of the tables Sources, Places and Regions under filters, and the sentence on them.

The right numbers are counted by hand in the tables of ``data/``.
"""

import json
from io import BytesIO
from urllib.parse import parse_qs

import pytest
from openpyxl import load_workbook

from components.export.api_descriptor import build_api_descriptor
from components.export.column_specs import TABLE_SPECS
from components.export.packaging import build_package_files, tables_workbook
from components.export.view_files import file_bytes
from components.page.data_page import data_page
from components.page.sources_page import sources_page
from components.presentation.context import Context, public_context

#: Five reports that name the departments of regions, and say nothing of what happened.
MAPPING_SOURCES = {
    "caracol-2026-01-29",
    "efe-2019-02-28",
    "el-impulso-2018-04",
    "migracion-colombia-2013-11",
    "quindio-2016-07",
}


def view_of(query: str, language: str = "en", slug: str = "data") -> Context:
    return public_context(parse_qs(query), language, slug)


SENTENCES = {
    "no record of the source has the kind": (
        "table=sources&category=border&source=miami-herald-2019-05",
        "Shown: 0 of 64 sources, those that the events and claims shown cite, of the kind “At "
        "the border”, cited from Miami Herald, about May.",
        "A la vista: 0 de 64 fuentes, las que citan los hechos y afirmaciones a la vista, del tipo "
        "«En la frontera», con cita de Miami Herald, mayo (aprox.).",
    ),
    "a source": (
        "table=sources&source=caracas-chronicles",
        "Shown: 1 of 64 sources, cited from Caracas Chronicles.",
        "A la vista: 1 de 64 fuentes, con cita de Caracas Chronicles.",
    ),
    "a source that took its facts from three others": (
        "table=sources&source=fighter-jets-world",
        "Shown: 1 of 64 sources, cited from Fighter Jets World.",
        "A la vista: 1 de 64 fuentes, con cita de Fighter Jets World.",
    ),
    "words": (
        "table=sources&q=Cabello",
        "Shown: 1 of 64 sources, those that the events and claims shown cite, with the words "
        "“Cabello”.",
        "A la vista: 1 de 64 fuentes, las que citan los hechos y afirmaciones a la vista, con las "
        "palabras «Cabello».",
    ),
    "places of a source": (
        "table=places&source=npr",
        "Shown: 5 of 18 places, those of the events shown, cited from NPR.",
        "A la vista: 5 de 18 lugares, los de los hechos a la vista, con cita de NPR.",
    ),
    "places of no event": (
        "table=places&source=miami-herald-2019-05&category=border",
        "Shown: 0 of 18 places, those of the events shown, of the kind “At the border”, cited "
        "from Miami Herald, about May.",
        "A la vista: 0 de 18 lugares, los de los hechos a la vista, del tipo «En la frontera», con "
        "cita de Miami Herald, mayo (aprox.).",
    ),
    "regions under other filters": (
        "table=regions&category=border",
        "Shown: 11 of 11 regions. Filters of their counts: of the kind “At the border”.",
        "A la vista: 11 de 11 regionales. Filtros de sus cuentas: del tipo «En la frontera».",
    ),
}


@pytest.mark.parametrize(("query", "english", "spanish"), SENTENCES.values(), ids=SENTENCES)
def test_sentence_counts_the_rows_that_the_filters_select(query, english, spanish):
    assert data_page(view_of(query)).shown == english
    assert data_page(view_of(query, "es")).shown == spanish


@pytest.mark.parametrize(
    "query",
    ["source=caracas-chronicles", "source=fighter-jets-world", "tier=document",
     "known=2019-03-01", "without=press", "source=quindio-2016-07", ""],
)  # fmt: skip
def test_filters_on_sources_leave_as_many_in_the_table_as_on_the_page_sources(query):
    of_table = data_page(view_of(f"table=sources&{query}")).shown
    assert of_table == sources_page(view_of(query, slug="sources")).shown


@pytest.mark.parametrize("query", ["q=Cabello", "source=npr", "region=amazonas", "category=border"])
def test_files_of_sources_hold_no_source_of_the_mapping_alone(query):
    view = view_of(query).view
    for name in ("sources.json", "bibliography.json"):
        rows = json.loads(file_bytes(name, view, "en"))
        if isinstance(rows, dict):
            rows = rows["rows"]
        assert MAPPING_SOURCES.isdisjoint({row["id"] for row in rows}), name


@pytest.mark.parametrize("query", ["source=npr", "region=narino", "q=Cabello"])
def test_package_keeps_the_rows_that_others_refer_to_and_tells_them_apart(query):
    ctx = view_of(query)
    files = build_package_files(ctx)
    subset = json.loads(files["datapackage.json"])["subset"]
    for table in ("sources", "places"):
        row_count = len(ctx.subset.dataset.rows(table))
        assert subset["referred"][table] == row_count - subset["rows"][table]["shown"]
        shown = subset["rows"][table]["shown"]
        line = f"{shown} of {subset['rows'][table]['of']}, and {subset['referred'][table]} that"
        assert line in files["README.md"].decode()


def test_workbook_of_a_filtered_view_has_every_row_that_another_refers_to():
    ctx = view_of("source=npr")
    book = load_workbook(BytesIO(tables_workbook(ctx)))
    place_ids = {row[0].value for row in book["places"].iter_rows(min_row=2)}
    head = [cell.value for cell in book["regions"][1]]
    seats = [row[head.index("seat_place_id")].value for row in book["regions"].iter_rows(min_row=2)]
    assert {seat for seat in seats if seat} <= place_ids


@pytest.mark.parametrize(("query", "holds"), [("", True), ("source=npr", False)])
def test_descriptor_of_the_api_names_a_foreign_key_only_where_its_rows_are_there(query, holds):
    ctx = view_of(query)
    paths = {name: f"{name}.csv" for name in TABLE_SPECS}
    resources = build_api_descriptor(ctx, paths, "")["resources"]
    schemas = {resource["name"]: resource["schema"] for resource in resources}
    keys = schemas["regions"].get("foreignKeys", [])
    assert any(key["fields"] == ["seat_place_id"] for key in keys) == holds
