"""A server whose story is a table: its first documents, its files, and what it has not."""

from __future__ import annotations

import io

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.support.ask import ask, with_text
from tests.unit.presentation.tabled.test_tabled import rows


@pytest.fixture(scope="module")
def base(hosted, tmp_path_factory):
    path = tmp_path_factory.mktemp("served") / "events.parquet"
    made = rows(3000)
    made["title"][0] = "=HYPERLINK(1)"
    parquet.write_table(pa.table(made), path)
    return hosted(path)


def test_the_first_document_says_what_the_page_says(base):
    document = with_text(f"{base}/?lang=es&category=riots")
    assert "<svg" in document
    assert "1.000 hechos" in document


def test_every_row_under_the_filters_is_in_each_file(base):
    read = {
        "rows.csv": lambda content: pd.read_csv(io.BytesIO(content)),
        "rows.parquet": lambda content: pd.read_parquet(io.BytesIO(content)),
        "rows.xlsx": lambda content: pd.read_excel(io.BytesIO(content), engine="calamine"),
    }
    for name, reader in read.items():
        status, _, content = ask(f"{base}/rows/{name}?category=riots")
        found = reader(content)
        assert (status, len(found), set(found["kind"])) == (200, 1000, {"Riots"})
        assert list(found["edtf"]) == sorted(found["edtf"])


def test_texts_that_a_spreadsheet_would_run_are_guarded(base):
    assert b"'=HYPERLINK(1)" in ask(f"{base}/rows/rows.csv").body


def test_what_is_wrong_with_an_address_and_what_a_table_has_not_are_said(base):
    assert ask(f"{base}/rows/rows.csv?categry=riots").status == 400
    assert ask(f"{base}/rows/other.zip").status == 404
    for path in ("api", "api/events.csv", "pictures/x", "stage/y", "embed/z"):
        status, _, text = ask(f"{base}/{path}?lang=en")
        assert (status, b"shows a table of events" in text) == (404, True), path
