"""What befalls a server from outside: its data changed, its workers killed, its end asked for."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from components.domain.records.package import DEFAULT_DATA
from tests.support.server import running_process, running_server

PATIENCE = 120


def ask(url: str, method: str = "GET") -> tuple[int, str]:
    request = urllib.request.Request(url, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode("utf-8", "replace")


def children(pid: int) -> list[int]:
    """The processes below one."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    direct = [int(line) for line in found.stdout.split()]
    return [one for child in direct for one in (child, *children(child))]


def alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_data_that_change_under_a_server_are_never_mixed_with_its_own(tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(DEFAULT_DATA, folder)
    with running_process(env={"STORY_DATA": str(folder)}) as (base, process):
        before = ask(f"{base}/api/events.csv")
        assert before[0] == 200
        events = folder / "events.csv"
        events.write_text(events.read_text("utf-8").replace("2019", "2018"), "utf-8")
        assert ask(f"{base}/api/events.csv") == before
        assert ask(f"{base}/api/events.csv?q=hotel")[1].count("2018-") == 0
        # The process that has the data in memory is killed by the system; another would read anew.
        (nursery,) = children(process.pid)
        os.kill(nursery, signal.SIGKILL)
        status, said = ask(f"{base}/pictures/timeline.svg?q=other&lang=en")
        assert status == 503
        assert "changed" in said
        assert ask(f"{base}/_stcore/health")[0] == 200


def test_a_server_whose_workers_were_killed_goes_on():
    with running_process() as (base, process):
        assert ask(f"{base}/pictures/timeline.svg?q=one")[0] == 200
        for child in children(process.pid):
            os.kill(child, signal.SIGKILL)
        assert ask(f"{base}/pictures/timeline.svg?q=two")[0] == 200


def test_a_server_that_is_asked_to_end_leaves_nothing_running():
    with running_process() as (base, process):
        assert ask(f"{base}/takeaway/handout-a4.pdf?lang=en", "POST")[0] in {200, 202}
        below = children(process.pid)
        assert below
        process.terminate()
        process.wait(PATIENCE)
    for _ in range(PATIENCE * 10):
        if not any(alive(pid) for pid in below):
            break
        threading.Event().wait(0.1)
    assert [pid for pid in below if alive(pid)] == []


def test_a_damaged_data_set_stops_the_start_and_says_why(tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(DEFAULT_DATA, folder)
    (folder / "events.csv").write_text("id\n\x00", "utf-8")
    started = running_server(env={"STORY_DATA": str(folder)})
    with pytest.raises(RuntimeError, match=r"events\.csv"), started:
        pass
