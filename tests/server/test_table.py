"""A server whose story is a table: its first documents, its files, and what it has not."""

from __future__ import annotations

import io
import urllib.error
import urllib.request

import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.unit.presentation.tabled.test_tabled import rows


@pytest.fixture(scope="module")
def base(hosted, tmp_path_factory):
    path = tmp_path_factory.mktemp("served") / "events.parquet"
    made = rows(3000)
    made["title"][0] = "=HYPERLINK(1)"
    parquet.write_table(pa.table(made), path)
    return hosted(path)


def got(url: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_the_first_document_says_what_the_page_says(base):
    # Where a text is not made in time it is left out, and is there for the next who asks.
    documents = (got(f"{base}/?lang=es&category=riots") for _ in range(20))
    status, document = next(found for found in documents if b"<svg" in found[1])
    assert status == 200
    assert "1.000 hechos" in document.decode()


def test_every_row_under_the_filters_is_in_each_file(base):
    read = {
        "rows.csv": lambda content: pd.read_csv(io.BytesIO(content)),
        "rows.parquet": lambda content: pd.read_parquet(io.BytesIO(content)),
        "rows.xlsx": lambda content: pd.read_excel(io.BytesIO(content), engine="calamine"),
    }
    for name, reader in read.items():
        status, content = got(f"{base}/rows/{name}?category=riots")
        found = reader(content)
        assert (status, len(found), set(found["kind"])) == (200, 1000, {"Riots"})
        assert list(found["edtf"]) == sorted(found["edtf"])


def test_texts_that_a_spreadsheet_would_run_are_guarded(base):
    assert b"'=HYPERLINK(1)" in got(f"{base}/rows/rows.csv")[1]


def test_what_is_wrong_with_an_address_is_said(base):
    assert got(f"{base}/rows/rows.csv?categry=riots")[0] == 400
    assert got(f"{base}/rows/other.zip")[0] == 404


@pytest.mark.parametrize("path", ["api", "api/events.csv", "pictures/x", "stage/y", "embed/z"])
def test_what_a_table_has_not_is_said(base, path):
    status, text = got(f"{base}/{path}?lang=en")
    assert (status, b"shows a table of events" in text) == (404, True)
