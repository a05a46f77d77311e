"""A server whose story is a table: its first documents, its files, and what it has not."""

import importlib.util
import io
import os
import shutil
import subprocess
import sys
import threading
from contextlib import suppress

import pandas as pd
import psutil
import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.support.ask import Answer, ask, with_text
from tests.support.programs import postgres
from tests.support.server import running_process, running_server, until
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
def test_an_engine_that_is_ended_in_the_middle_of_a_question_is_said_and_asked_again():
    with postgres.running_postgres() as engine:
        made = rows(61)
        names = ("date", "title", "category", "region", "lat", "lon")
        kinds = {name: "float8" if name in {"lat", "lon"} else "text" for name in names}
        engine.make("kept", kinds, list(zip(*(made[name] for name in names), strict=True))[:-1])
        engine.run(ASLEEP)
        settings = {"STORY_DATA": f"{engine.address}&table=shown", "STORY_SECONDS": "60"}
        with running_server(env=settings) as base:
            assert ask(f"{base}/rows/rows.csv").status == 200
            engine.run("UPDATE switch SET asleep = true")
            found: dict[str, Answer] = {}
            paths = ("rows/rows.csv?lang=en&category=riots", "timeline?lang=en&category=riots")
            waiting = [
                threading.Thread(
                    target=lambda path=path: found.update({path: ask(f"{base}/{path}")})
                )
                for path in paths
            ]
            for one in waiting:
                one.start()
            asked = "SELECT 1/count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"

            def is_asked() -> bool:
                try:
                    engine.run(asked)
                except Exception:  # nobody sleeps yet
                    return False
                return True

            until(is_asked)
            engine.end()
            for one in waiting:
                one.join(60)
            assert [found[path].status for path in paths] == [503, 200]
            assert not any("Traceback" in said.text for said in found.values())
            assert ask(f"{base}/_stcore/health").status == 200
            engine.start()
            engine.run("UPDATE switch SET asleep = false")
            assert len(pd.read_csv(io.BytesIO(ask(f"{base}/{paths[0]}").body))) > 0
            assert "60 " in with_text(f"{base}/timeline?lang=en")


#: Two workers, processes of their own; the table's name and place are in files of the test's own.
SPARK = """spark.master local-cluster[2,1,768]
spark.executor.memory 768m
spark.driver.memory 1g
spark.ui.enabled false
spark.sql.shuffle.partitions 4
spark.sql.catalogImplementation hive
spark.sql.warehouse.dir {folder}/warehouse
spark.hadoop.javax.jdo.option.ConnectionURL jdbc:derby:;databaseName={folder}/names;create=true
"""
#: What the program of a worker is called.
EXECUTOR = "CoarseGrainedExecutorBackend"
MAKE = """
import sys
from pyspark.sql import SparkSession
session = SparkSession.builder.master("local[1]").getOrCreate()
session.read.parquet(sys.argv[1]).write.saveAsTable("shown")
session.stop()
"""


def executors(pid: int) -> list[psutil.Process]:
    """Spark's workers below a process."""
    found = []
    for one in psutil.Process(pid).children(recursive=True):
        with suppress(psutil.Error):
            found += [one] if any(EXECUTOR in word for word in one.cmdline()) else []
    return found


@pytest.mark.long
@pytest.mark.skipif(
    not (importlib.util.find_spec("pyspark") and shutil.which("java"))
    and not os.environ.get("REQUIRE_SPARK"),
    reason="SKIPPED: pyspark or Java is not installed (`make engines`); no worker was ended",
)
def test_spark_workers_that_are_ended_in_the_middle_of_a_question_are_replaced(tmp_path):
    (tmp_path / "spark-defaults.conf").write_text(SPARK.format(folder=tmp_path))
    made = rows(61)
    parquet.write_table(pa.table(made), tmp_path / "made.parquet")
    settings = {"SPARK_CONF_DIR": str(tmp_path), "SPARK_LOCAL_IP": "127.0.0.1",
                "PYSPARK_PYTHON": sys.executable}  # fmt: skip
    make = [sys.executable, "-c", MAKE, str(tmp_path / "made.parquet")]
    subprocess.run(make, env={**os.environ, **settings}, cwd=tmp_path, check=True)
    settings |= {"STORY_DATA": "pyspark://?table=shown", "STORY_SECONDS": "60"}
    path = "rows/rows.csv?lang=en&category=riots"
    with running_process(env=settings) as (base, process):
        whole = ask(f"{base}/{path}")
        assert whole.status == 200
        for moment in range(5):
            found: list[Answer] = []
            one = threading.Thread(target=lambda: found.append(ask(f"{base}/{path}")))  # noqa: B023
            one.start()
            one.join(moment * 0.4)
            for worker in executors(process.pid):
                worker.kill()
            one.join(120)
            # Spark starts another one and asks it; what it could not answer is said.
            assert found[0].status in {200, 503}, moment
            assert found[0].body == whole.body or "Try again" in found[0].text, moment
            assert "Traceback" not in found[0].text
            assert ask(f"{base}/_stcore/health").status == 200
        until(lambda: ask(f"{base}/{path}").body == whole.body)
        assert len(executors(process.pid)) == 2
