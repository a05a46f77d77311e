"""A file of very many rows, opened as a table in one session."""

import asyncio
import gc
import html
import io
import re
import weakref
from collections.abc import Iterator

import pandas as pd
import pyarrow as pa
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.types import Message
from streamlit.testing.v1 import AppTest

from components.export.problem_reports import problems_csv
from components.i18n import i18n_for
from components.i18n.problem_texts import format_problems
from components.limits.files import MOST_FILE_BYTES, MOST_READ_ROWS
from components.loading.story_files import read_files
from components.query.engine import BATCH_ROWS
from components.query.filters import Filters
from components.server.opened_files import OPENED_ROUTES
from components.ui.session import STORY
from components.work.workers import TABLE_BUDGET, workers
from tests.bench.large.tables_made import events_csv, many_words_csv
from tests.support.apptest import assert_sound, bodies, component_data, page_at, text_of

ROWS = MOST_READ_ROWS + 10
ASK = TestClient(Starlette(routes=OPENED_ROUTES))
BAD = b"no day at all,Nobody knows when,,Protest,,,,,\n"


@pytest.fixture(scope="module")
def content() -> bytes:
    return events_csv(ROWS - 1) + BAD


@pytest.fixture(scope="module")
def many(content: bytes) -> AppTest:
    at = page_at("data", {"lang": "en"})
    at.file_uploader[0].upload("many.csv", content).run(timeout=120)
    assert_sound(at)
    return at


def go(at: AppTest, slug: str, **params: str) -> AppTest:
    at.switch_page(f"../../pages/{slug}.py")
    at.query_params.clear()
    for name, value in {"lang": "en", **params}.items():
        at.query_params[name] = value
    at.run(timeout=60)
    assert_sound(at)
    return at


def test_large_file_is_opened_as_a_table_with_its_row_count(many: AppTest) -> None:
    go(many, "overview")
    said = " ".join(bodies(many))
    assert f"From the table “many”: {ROWS:,} rows." in said
    assert "1 row has no day that can be read, and is not shown." in said
    assert f"bars count {ROWS - 1:,} events by" in said
    assert f"{ROWS:,} rows read, {ROWS - 1:,} shown, 0 left out" in text_of(many, "own-banner")
    assert "1 row has no date that can be read" in text_of(many, "own-banner")
    assert "is asked as a table" in text_of(many, "own-banner")
    assert component_data(many, "event_list")["rows"].count("<li") == 50


def file_addresses(at: AppTest) -> dict[str, str]:
    links = re.findall(r'<a href="\.(/takeaway/own/[^"]+)"[^>]*>([^<]+)</a>', " ".join(bodies(at)))
    return {name: html.unescape(address) for address, name in links}


def test_files_of_a_large_table_have_the_filtered_rows(many: AppTest, content: bytes) -> None:
    go(many, "data", category="decree")
    assert "rows/rows.csv" not in " ".join(bodies(many))
    kept = sum(b",Decree," in line for line in content.splitlines())
    found = file_addresses(many)
    assert len(pd.read_csv(io.BytesIO(ASK.get(found["rows.csv"]).content))) == kept
    assert len(pd.read_parquet(io.BytesIO(ASK.get(found["rows.parquet"]).content))) == kept
    assert ASK.head(found["rows.csv"]).content == b""


@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet"])
def test_file_of_a_large_table_is_streamed(many, monkeypatch, name) -> None:
    go(many, "data")
    table, read = many.session_state[STORY].table, []
    batches = table.stream_batches

    def counted(filters: Filters) -> Iterator[pa.RecordBatch]:
        for batch in batches(filters):
            read.append(batch.num_rows)
            yield batch

    monkeypatch.setattr(table, "stream_batches", counted)
    pieces: list[int] = []
    # What has been read when each piece goes out.
    sent: list[int] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        if body := message.get("body"):
            pieces.append(len(body))
            sent.append(sum(read))

    path, _, query = file_addresses(many)[name].partition("?")
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(),
             "headers": [], "asgi": {"version": "3.0", "spec_version": "2.4"}}  # fmt: skip
    asyncio.run(ASK.app(scope, receive, send))
    assert sent[0] <= BATCH_ROWS < sum(read) == ROWS - 1
    assert max(pieces) < sum(pieces) / 2


def test_file_of_a_large_table_requires_its_token(many: AppTest) -> None:
    go(many, "data")
    address = file_addresses(many)["rows.csv"]
    word = address.split("/")[3]
    assert ASK.get(address.replace(word, "x" * len(word))).status_code == 404
    assert ASK.get(address.replace("rows.csv", "rows.xlsx")).status_code == 404
    wrong = ASK.get(address + "&from=never")
    assert (wrong.status_code, "never" in wrong.text) == (400, True)


def test_large_table_without_titles_is_refused() -> None:
    lines = b"".join(b"2019-01-01,x\n" for _ in range(ROWS))
    found = read_files([("many.csv", b"date,lat\n" + lines)], None)
    assert found[1] is None
    assert [problem.code for problem in found[0].problems] == ["columns_missing"]


def test_problems_of_a_large_table_are_counted_with_their_first_rows(content: bytes) -> None:
    odd = [b"2019-03-02,A thing,,Protest,,north,1,,", b"2019-03-02,,,,,,,,"]
    rows = content.rstrip(b"\n").splitlines()
    rows[1 : 1 + 2 * 150] = odd * 150
    found = read_files([("many.csv", b"\n".join(rows))], None)[0]
    told = {problem.code: [] for problem in found.problems}
    for problem in found.problems:
        told[problem.code].append(problem)
    assert [problem.row for problem in told["not_a_number"][:3]] == [2, 4, 6]
    assert len(told["empty"]) == len(told["not_a_number"]) == 100
    assert (
        sum(problem.alike for problem in told["empty"])
        == sum(problem.alike for problem in told["not_a_number"])
        == 150
    )
    (count,) = found.counts
    assert (count.undated, count.refused, count.read) == (1, 150, ROWS)
    lines = [said.row for said in format_problems(told["empty"], i18n_for("en"))]
    assert lines == ["150 rows: 3, 5, 7, 9, 11, 13, 15, 17, …"]
    listed = problems_csv(found, "en").decode()
    assert listed.count("50 more rows like this") == 3


def test_closed_table_is_freed(content: bytes) -> None:
    at = page_at("data", {"lang": "en"})
    at.file_uploader[0].upload("many.csv", content).run(timeout=120)
    held = weakref.ref(at.session_state[STORY].table)
    next(button for button in at.button if button.key == "own-story-off").click().run(timeout=60)
    del at
    gc.unfreeze()
    gc.collect()
    assert held() is None


@pytest.fixture
def running_workers() -> Iterator[None]:
    workers.start()
    yield
    workers.stop()


@pytest.mark.long
@pytest.mark.usefixtures("running_workers")
def test_fifty_megabytes_open_within_the_memory_of_a_worker() -> None:
    content = many_words_csv(222_000)
    assert 0.95 * MOST_FILE_BYTES < len(content) < MOST_FILE_BYTES
    intake, packed_table = workers.run(
        read_files, [("words.csv", content)], None, budget=TABLE_BUDGET
    )
    assert intake.total.accepted == 222_000
    assert packed_table
