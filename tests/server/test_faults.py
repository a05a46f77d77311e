"""Faults from outside: changed data, killed workers, full disks and signals."""

import asyncio
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from components.export.pictures import KIND_NAMES
from components.story.package_files import DEFAULT_DATA
from tests.bench.large.tables_made import events_csv
from tests.bench.reader import Reader
from tests.support.programs import clock
from tests.support.server import (
    READ_ONLY,
    ROOT,
    ask,
    can_be_read_only,
    children,
    free_port,
    no_room,
    running_process,
    running_server,
    until,
)

PATIENCE = 120
NAMES = ("events.csv", "events.parquet", "events.gpkg", "tables.xlsx", "package.zip")
PATHS = [*(f"/api/{name}" for name in NAMES), *(f"/pictures/{kind}.png" for kind in KIND_NAMES),
         "/api/events.csv?v=1.0.0", "/", "/pictures/timeline.svg?v=1.0.0"]  # fmt: skip

PUBLISH = [sys.executable, "-m", "components.commands.publish", "--no-files", "--lang", "es",
           "--page", "timeline"]  # fmt: skip


def healthy(base: str) -> bool:
    with suppress(OSError):
        return ask(f"{base}/_stcore/health").status == 200
    return False


def year_of(base: str) -> int:
    return parsedate_to_datetime(ask(f"{base}/robots.txt").headers["date"]).year


def kill_below(pid: int) -> None:
    """Kill all processes below one; one of them ends with the one that started it."""
    for child in children(pid):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def while_killed(pid: int, after: float, act: Callable[..., Any], *given: object) -> Any:
    """What an act comes to whose processes are killed so many seconds after it has begun."""
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(act, *given)
        wait([found], after)
        kill_below(pid)
        return found.result(PATIENCE)


def gone(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    return True


def open_file(base: str, rows: int) -> str:
    """Open a file as a reader does; gives why it was not, and nothing where it was."""

    async def opened() -> str:
        reader = Reader(base, ["/_stcore/health", "/_stcore/host-config"])
        async with AsyncExitStack() as stack:
            await reader.open(stack, "data")
            try:
                await reader.upload("upload", "own.csv", events_csv(rows))
            except RuntimeError as error:
                return f"{error} {reader.alerts}"
            await reader.touch("look", slug="timeline")
            return "" if reader.own else "it is not shown"

    return asyncio.run(opened())


@pytest.fixture(scope="module")
def of_a_folder(tmp_path_factory):
    """A server whose data set lies in a folder that is written to: its events, and the server."""
    folder = tmp_path_factory.mktemp("host") / "data"
    shutil.copytree(DEFAULT_DATA, folder)
    with running_process(env={"STORY_DATA": str(folder)}) as (base, process):
        yield folder / "events.csv", base, process


def test_repaired_data_are_read_without_a_restart(of_a_folder):
    events, base, process = of_a_folder
    whole, times = events.read_bytes(), events.stat()
    assert ask(f"{base}/pictures/timeline.svg?q=whole").status == 200
    events.write_bytes(b"id\n\x00")
    kill_below(process.pid)
    assert ask(f"{base}/pictures/timeline.svg?q=broken").status == 503
    assert ask(f"{base}/timeline?q=broken").status == 200
    events.write_bytes(whole)
    os.utime(events, ns=(times.st_atime_ns, times.st_mtime_ns))
    until(lambda: ask(f"{base}/pictures/timeline.svg?q=mended").status == 200)


def test_changed_data_are_not_mixed_with_loaded_data(of_a_folder):
    events, base, process = of_a_folder
    before = ask(f"{base}/api/events.csv")
    assert before.status == 200
    events.write_text(events.read_text("utf-8").replace("2019", "2018"), "utf-8")
    assert ask(f"{base}/api/events.csv").body == before.body
    assert ask(f"{base}/api/events.csv?q=hotel").text.count("2018-") == 0
    # The process that has the data in memory is killed by the system; another would read anew.
    kill_below(process.pid)
    said = ask(f"{base}/pictures/timeline.svg?q=other&lang=en")
    assert said.status == 503
    assert "changed" in said.text
    assert ask(f"{base}/_stcore/health").status == 200


@pytest.fixture(scope="module")
def running():
    """A server that much befalls, one thing after the other; the last is its end."""
    with running_process() as (base, process):
        yield base, process


@pytest.mark.slow
def test_job_killed_at_ten_moments_fails_and_can_be_repeated(running):
    base, process = running
    assert ask(f"{base}/pictures/timeline.svg?q=first").status == 200
    for moment in range(10):
        path = f"{base}/pictures/map.svg?lang=en&q=killed{moment}"
        found = while_killed(process.pid, moment * 0.08, ask, path)
        assert found.status == 200 or "again" in found.text, moment
        assert ask(f"{base}/_stcore/health").status == 200
    assert ask(f"{base}/pictures/map.svg?q=after").status == 200


@pytest.mark.slow
def test_upload_killed_at_ten_moments_fails_and_can_be_repeated(running):
    base, process = running
    for moment in range(10):
        found = while_killed(process.pid, 0.2 + moment * 0.15, open_file, base, 4_000)
        assert found == "" or "Save it again" in found, (moment, found)
        assert healthy(base)
    assert open_file(base, 200) == ""


#: What a server is about when it is killed: reading, opening, drawing, a file, a handout.
ABOUT = (
    lambda base: ask(f"{base}/timeline?q=killed"),
    lambda base: open_file(base, 4_000),
    lambda base: ask(f"{base}/pictures/map.png?q=killed"),
    lambda base: ask(f"{base}/api/package.zip"),
    lambda base: ask(f"{base}/takeaway/handout-a4.pdf?lang=es", "POST"),
)


@pytest.mark.long
def test_server_killed_at_ten_moments_leaves_no_process_or_file(tmp_path):
    port = free_port()
    for moment in range(10):
        with running_process(port=port, env={"TMPDIR": str(tmp_path)}) as (base, process):
            # It answers again at the same address, without help.
            assert healthy(base)

            def busy(base: str = base, moment: int = moment) -> None:
                with suppress(OSError, Exception):
                    ABOUT[moment % len(ABOUT)](base)

            one = threading.Thread(target=busy, daemon=True)
            one.start()
            one.join(0.1 + moment * 0.1)
            below = children(process.pid)
            process.kill()
            process.wait(PATIENCE)
            until(lambda: all(map(gone, below)))  # noqa: B023
    # The socket by which workers were started has nobody who could remove it.
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == []


@pytest.mark.long
def test_publishing_killed_at_ten_moments_keeps_the_old_site(tmp_path):
    out = tmp_path / "site"
    command = [*PUBLISH, str(out)]

    def site() -> dict[str, bytes]:
        files = (file for file in out.rglob("*") if file.is_file())
        return {str(file.relative_to(out)): file.read_bytes() for file in files}

    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (out / "mine.txt").write_text("mine")
    before = site()
    for moment in range(10):
        running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        with suppress(subprocess.TimeoutExpired):
            running.wait(0.5 + moment * 0.5)
        running.kill()
        running.wait()
        assert site() == before, moment
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert site() == before
    assert [one.name for one in tmp_path.iterdir()] == ["site"]


read_only = pytest.mark.skipif(
    not can_be_read_only() and not os.environ.get("REQUIRE_ALL"),
    reason="SKIPPED: this machine lets nobody mount its disks read only; none was",
)


@read_only
@pytest.mark.slow
def test_read_only_disk_does_not_affect_readers():
    with running_process(within=READ_ONLY) as (base, _):
        assert [path for path in PATHS if ask(base + path).status != 200] == []
        for file in ("handout-a4.pdf", "slides.pptx"):
            assert ask(f"{base}/takeaway/{file}?lang=en", "POST").status == 200, file
        # As records, and as a table.
        assert [open_file(base, rows) for rows in (500, 26_000)] == ["", ""]
        assert healthy(base)


@read_only
@pytest.mark.slow
def test_publishing_to_a_read_only_disk_fails_and_keeps_the_old_site(tmp_path):
    command = [*READ_ONLY, *PUBLISH, str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.strip().endswith("could not be written: Read-only file system.")
    assert "Traceback" not in done.stderr
    assert [*tmp_path.iterdir()] == []


def test_server_with_256_descriptors_recovers_after_a_flood(running):
    base, process = running
    assert ask(f"{base}/pictures/timeline.svg?q=before").status == 200
    limits = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (256, limits[1]))
    where = urlsplit(base)
    held = []
    for _ in range(400):
        with suppress(OSError):
            held.append(socket.create_connection((where.hostname, where.port), 5))
    for one in held:
        one.close()
    until(lambda: healthy(base))
    assert ask(f"{base}/pictures/timeline.svg?q=after").status == 200
    assert ask(f"{base}/timeline").status == 200
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, limits)


def test_full_disk_does_not_affect_readers(running):
    """Nothing is written, so nothing fails: the log of the server itself cannot grow either."""
    base, process = running
    no_room(process.pid)
    assert [path for path in PATHS if ask(base + path).status != 200] == []
    assert ask(f"{base}/takeaway/handout-a4.pdf?lang=en", "POST").status == 200
    assert healthy(base)


def test_terminated_server_leaves_no_process(running):
    base, process = running
    before = set(children(process.pid))

    def waits() -> None:
        with suppress(OSError):
            ask(f"{base}/takeaway/handout-a4.pdf?lang=es", "POST")

    threading.Thread(target=waits, daemon=True).start()
    # A process more makes it.
    until(lambda: bool(set(children(process.pid)) - before))
    below = children(process.pid)
    assert below
    process.terminate()
    process.wait(PATIENCE)
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in below))


def test_broken_row_stops_the_start_and_is_named(tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(DEFAULT_DATA, folder)
    events = folder / "events.csv"
    events.write_text(events.read_text("utf-8").replace(",armed-forces,", ",army,", 1), "utf-8")
    with pytest.raises(RuntimeError) as error, running_server(env={"STORY_DATA": str(folder)}):
        pass
    assert "events.csv, row 2, category: army is no id in categories.csv" in str(error.value)
    assert "Traceback" not in str(error.value)


@pytest.mark.skipif(
    clock.find() is None and not os.environ.get("REQUIRE_ALL"),
    reason="SKIPPED: no C compiler on this machine; no clock was moved under a server",
)
def test_moved_clock_ends_no_session_and_delays_nothing(tmp_path):
    """Ten years on and ten years back, while a server runs and while it works."""
    moved = clock.MovedClock(tmp_path)
    with running_process(env=moved.env()) as (base, _):
        for years in (10, -10, 0):
            moved.move(years)
            assert ask(f"{base}/_stcore/health").status == 200
            # The server does see it: it dates its answers by it.
            until(lambda: abs(year_of(base) - datetime.now(tz=UTC).year - years) <= 1)  # noqa: B023
            assert ask(f"{base}/pictures/timeline.svg?q=moved{years}").status == 200
            moved.move(years + 1)
            assert ask(f"{base}/takeaway/answers-a4.pdf?lang=en", "POST").status == 200
            assert ask(f"{base}/api/tables.xlsx?q=moved{years}").status == 200
