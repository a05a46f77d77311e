"""What would stop a server is asked of one, and meanwhile it answers everybody else."""

from __future__ import annotations

import http.client
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

from components.domain.limits import ANSWERS_AT_ONCE, ANSWERS_WAITING

PATIENCE = 120
#: Generous on a machine that does other things; a frozen server answers nobody at all.
HEALTH = 5


def status_of(url: str, patience: float = PATIENCE) -> tuple[int, dict[str, str]]:
    try:
        with urllib.request.urlopen(url, timeout=patience) as answer:
            answer.read()
            return answer.status, dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, {name.lower(): value for name, value in error.headers.items()}


@contextmanager
def healthy(server: str) -> Iterator[None]:
    """Ask after the server's health all the while; each answer must come."""
    over = threading.Event()
    failures: list[BaseException] = []
    asked: list[int] = []

    def ask() -> None:
        while not over.is_set():
            try:
                asked.append(status_of(f"{server}/_stcore/health", HEALTH)[0])
            except BaseException as error:
                failures.append(error)
                return
            over.wait(0.05)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    assert failures == []
    assert asked
    assert set(asked) == {200}


def at_once(ask: Callable[[str], tuple[int, dict[str, str]]], urls: list[str]):
    with ThreadPoolExecutor(len(urls)) as pool:
        waiting = [pool.submit(ask, url) for url in urls]
        return [one.result() for one in as_completed(waiting)]


def test_days_without_end_hold_up_nobody(server):
    ranges = [
        ("1000-01-01", "3000-12-30"),
        ("0500-01-01", "4000-12-31"),
    ]
    urls = [
        f"{server}/pictures/{kind}?{urlencode({'from': start, 'to': end})}"
        for start, end in ranges
        for kind in ("timeline.png", "timeline.svg")
    ]
    with healthy(server):
        answers = at_once(status_of, urls)
    assert {status for status, _ in answers} <= {200, 400, 429, 503}


def test_many_pictures_at_once_are_made_a_few_at_a_time(server):
    urls = [f"{server}/pictures/timeline.png?q=s{n}" for n in range(40)]
    with healthy(server):
        answers = at_once(status_of, urls)
    made = [status for status, _ in answers if status == 200]
    refused = [headers for status, headers in answers if status == 429]
    assert len(made) >= ANSWERS_AT_ONCE + ANSWERS_WAITING
    assert len(made) + len(refused) == len(urls)
    assert refused
    assert all(int(headers["retry-after"]) > 0 for headers in refused)


def test_pictures_that_look_alike_are_one_picture(server):
    urls = [f"{server}/pictures/map.png?q=one&find=f{n}&page={n + 1}" for n in range(40)]
    with healthy(server):
        answers = at_once(status_of, urls)
    assert {status for status, _ in answers} == {200}
    assert len({headers["etag"] for _, headers in answers}) == 1


def test_workbooks_of_many_views_are_made_a_few_at_a_time(server):
    urls = [f"{server}/api/tables.xlsx?q=w{n}" for n in range(40)]
    with healthy(server):
        answers = at_once(status_of, urls)
    assert {status for status, _ in answers} <= {200, 429}


def test_those_who_have_gone_leave_no_work_behind(server):
    """More than may wait ask and go; whoever comes then is served."""
    where = urlsplit(server).netloc
    gone = []
    for n in range(ANSWERS_AT_ONCE + ANSWERS_WAITING):
        connection = http.client.HTTPConnection(where, timeout=PATIENCE)
        connection.request("GET", f"/pictures/figures.png?q=gone{n}")
        gone.append(connection)
    for connection in gone:
        connection.close()
    with healthy(server):
        for _ in range(PATIENCE * 5):
            status, _ = status_of(f"{server}/pictures/figures.svg?q=stayed")
            if status != 429:
                break
            threading.Event().wait(0.2)
    assert status == 200


def test_handouts_at_once_are_queued_and_finished(server):
    def begin(url: str) -> tuple[int, dict[str, str]]:
        request = urllib.request.Request(url, method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read())

    urls = [f"{server}/takeaway/answers-{paper}.pdf?lang=en" for paper in ("a4", "letter")]
    with healthy(server):
        for _, told in at_once(begin, urls):
            for _ in range(PATIENCE * 5):
                with urllib.request.urlopen(f"{server}/takeaway/work/{told['work']}") as answer:
                    state = json.loads(answer.read())["state"]
                if state != "running":
                    break
                threading.Event().wait(0.2)
            assert state == "done"
