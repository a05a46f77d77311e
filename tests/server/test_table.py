"""A server whose story is a table: first documents, files and missing features."""

import importlib.util
import io
import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date
from functools import partial

import pandas as pd
import psutil
import pyarrow as pa
import pytest
from pyarrow import parquet

from components.i18n import i18n_for
from components.intake import ImportResult
from components.intake.sheet_models import Credit
from components.loading.loaded_story import LoadedStory
from components.loading.story_files import build_table_dataset
from components.presentation.context import Context
from components.presentation.table_answers import QueryFailed
from components.query.engine import Spark
from components.query.filters import Filters
from components.query.opening import open_live_table
from components.query.view import View
from tests.bench.large.tables_made import write_table
from tests.support.programs import postgres
from tests.support.server import ask, running_server, until, with_text
from tests.support.stories.store import shown_through, table_rows


@pytest.fixture(scope="module")
def base(hosted, tmp_path_factory):
    path = tmp_path_factory.mktemp("served") / "events.parquet"
    made = table_rows(3000)
    made["title"][0] = "=HYPERLINK(1)"
    parquet.write_table(pa.table(made), path)
    return hosted(path)


def test_first_document_of_a_table_equals_its_page(base):
    document = with_text(f"{base}/?lang=es&category=riots")
    assert "<svg" in document
    assert "1.000 hechos" in document


def test_each_file_of_a_table_has_the_filtered_rows(base):
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


def test_formulas_in_files_of_a_table_are_escaped(base):
    assert b"'=HYPERLINK(1)" in ask(f"{base}/rows/rows.csv").body


def test_invalid_requests_for_a_table_are_refused_with_a_reason(base):
    assert ask(f"{base}/rows/rows.csv?categry=riots").status == 400
    assert ask(f"{base}/rows/other.zip").status == 404
    for path in ("api", "api/events.csv", "pictures/x", "embed/z"):
        status, _, text = ask(f"{base}/{path}?lang=en")
        assert (status, b"shows a table of events" in text) == (404, True), path
    status, _, text = ask(f"{base}/stage/y?lang=en")
    assert (status, text) == (404, b"There are: ground.svg, map-paper.svg.\n")


ASLEEP = """
CREATE TABLE switch (asleep boolean NOT NULL);
INSERT INTO switch VALUES (false);
CREATE FUNCTION slowly(given text) RETURNS text STABLE LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT asleep FROM switch) THEN PERFORM pg_sleep(600); END IF;
  RETURN given;
END $$;
CREATE VIEW shown AS SELECT date, slowly(title) AS title, category, region, lat, lon FROM kept;
"""


@pytest.mark.skipif(
    postgres.find() is None and not os.environ.get("REQUIRE_ALL"),
    reason=f"SKIPPED: {postgres.PACKAGE} is not installed; no engine was ended",
)
def test_engine_killed_during_a_query_is_reported_and_asked_again():
    with postgres.running_postgres() as engine:
        shown_through(engine, ASLEEP)
        settings = {"STORY_DATA": f"{engine.address}&table=shown", "STORY_SECONDS": "60"}
        with running_server(env=settings) as base, ThreadPoolExecutor(2) as pool:
            assert ask(f"{base}/rows/rows.csv").status == 200
            assert ask(f"{base}/ready").status == 200
            engine.run("UPDATE switch SET asleep = true")
            paths = ("rows/rows.csv?lang=en&category=riots", "timeline?lang=en&category=riots")
            waiting = [pool.submit(ask, f"{base}/{path}") for path in paths]
            asked = "SELECT 1/count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"

            def is_asked() -> bool:
                try:
                    engine.run(asked)
                except Exception:  # nobody sleeps yet
                    return False
                return True

            until(is_asked)
            engine.end()
            found = [one.result(60) for one in waiting]
            assert [said.status for said in found] == [503, 200]
            assert not any("Traceback" in said.text for said in found)
            assert ask(f"{base}/_stcore/health").status == 200
            until(lambda: ask(f"{base}/ready").status == 503)
            assert ask(f"{base}/ready").text == "the table cannot be asked\n"
            engine.start()
            engine.run("UPDATE switch SET asleep = false")
            assert len(pd.read_csv(io.BytesIO(ask(f"{base}/{paths[0]}").body))) > 0
            # A view that nobody has asked yet: another may stand in a cache.
            assert "20 events" in with_text(f"{base}/timeline?lang=en&category=battles")
            until(lambda: ask(f"{base}/ready").status == 200)


#: What the program of a worker of Spark is called.
EXECUTOR = "CoarseGrainedExecutorBackend"


def _count_regions(ctx: Context, answers: list[object]) -> None:
    answers.append(ctx.table_answers.count_values("regions"))


def spark_workers() -> list[psutil.Process]:
    found = []
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            found += [one] if any(EXECUTOR in word for word in one.cmdline()) else []
    return found


@pytest.mark.long
@pytest.mark.skipif(
    not (importlib.util.find_spec("pyspark") and shutil.which("java"))
    and not os.environ.get("REQUIRE_SPARK"),
    reason="SKIPPED: pyspark or Java is not installed (`make engines`); no worker was ended",
)
def test_spark_workers_killed_during_a_query_are_replaced(tmp_path):
    import ibis

    from tests.engines.spark import COLUMNS, cluster

    session = cluster()
    raw = ibis.pyspark.connect(session).read_parquet(
        str(write_table(tmp_path / "events.parquet", 2000)), table_name="events"
    )
    table = open_live_table(Spark(ibis.pyspark.connect(session)), raw, "events", COLUMNS)
    intake = ImportResult(
        "events", build_table_dataset(table, {"en": "A", "es": "A"}, Credit()), ()
    )
    story = LoadedStory(intake, "spark", table=table)
    for moment in range(3):
        view = View(filters=Filters(start=date(2015 + moment, 1, 1)))
        ctx = Context(story, view, (), i18n_for("en"), "light", "timeline")
        found: list[object] = []
        one = threading.Thread(target=partial(_count_regions, ctx, found))
        one.start()
        one.join(0.2 + moment)
        ended = spark_workers()
        for worker in ended:
            worker.kill()
        one.join(300)
        # Spark starts others and asks them; what it could not answer is said in a sentence.
        assert ended
        assert found[0] == table.count_values(view.filters, "regions") or (
            isinstance(found[0], QueryFailed)
            and "could not be asked. Try again later" in found[0].message
        )
    assert not {one.pid for one in ended} & {one.pid for one in spark_workers()}
    session.stop()
