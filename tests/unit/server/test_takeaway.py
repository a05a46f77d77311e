"""A lesson's files by address: begun, watched, given, kept, and refused with reasons."""

from __future__ import annotations

import threading
import time

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.intake.package import DEFAULT_DATA, load_dataset
from components.lesson.products import PRODUCTS
from components.limits import LEFT_SECONDS
from components.server import jobs
from components.server import lesson_files as takeaway
from components.server.jobs import BusyError, JobQueue
from components.story.lesson import Words
from components.work.workers import WorkFailedError
from tests.support.words import i18n_for

DATA = load_dataset(DEFAULT_DATA)
PATIENCE = 60


@pytest.fixture
def client(monkeypatch) -> TestClient:
    monkeypatch.setattr(takeaway, "queue", JobQueue(1, 8, takeaway.MOST_FILES))
    return TestClient(Starlette(routes=takeaway.ROUTES))


def finished(client: TestClient, work: str) -> dict:
    """Wait until a piece of work is no longer under way."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        told = client.get(f"/takeaway/work/{work}").json()
        if told["state"] != "running":
            return told
        threading.Event().wait(0.05)
    raise AssertionError("the work did not end")


def opened_lesson(**changes) -> str:
    steps = DATA.story.steps[:1]
    return DATA.story.model_copy(update={"steps": steps} | changes).model_dump_json(
        by_alias=True, exclude_none=True
    )


@pytest.mark.parametrize("product", PRODUCTS[:4], ids=lambda p: p.file)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_pdf_is_made_and_given_under_its_name(client, product, language):
    begun = client.post(f"/takeaway/{product.file}?lang={language}")
    assert begun.status_code in {200, 202}
    work, saved_as = begun.json()["work"], begun.json()["saved_as"]
    told = finished(client, work)
    assert told["state"] == "done"
    assert told["done"] == 1
    given = client.get(f"/takeaway/work/{work}/{saved_as}")
    assert given.headers["content-type"] == product.mime
    assert saved_as in given.headers["content-disposition"]
    assert given.content.startswith(b"%PDF")
    assert len(given.content) == told["size"]
    assert f"/Lang({language}-".encode() in given.content.replace(b"/Lang (", b"/Lang(")


def test_slides_of_a_lesson_of_ones_own_are_made(client):
    begun = client.post("/takeaway/slides.pptx?lang=en", content=opened_lesson())
    told = finished(client, begun.json()["work"])
    assert told["state"] == "done"
    given = client.get(f"/takeaway/work/{begun.json()['work']}/{begun.json()['saved_as']}")
    assert given.content.startswith(b"PK")


def test_a_file_is_made_once_whoever_asks(client, monkeypatch):
    made = []
    monkeypatch.setattr(takeaway, "lesson_bytes", lambda *a: made.append(a) or b"%PDF")
    first = client.post("/takeaway/answers-a4.pdf?lang=en").json()
    finished(client, first["work"])
    again = client.post("/takeaway/answers-a4.pdf?lang=en&cite=apa")
    assert (again.status_code, again.json()["work"]) == (200, first["work"])
    other = client.post("/takeaway/answers-a4.pdf?lang=es").json()
    assert other["work"] != first["work"]
    finished(client, other["work"])
    assert len(made) == 2


def test_work_goes_on_beside_the_pages_and_says_how_far_it_is(client, monkeypatch):
    half, gate = threading.Event(), threading.Event()

    def slow(*arguments) -> bytes:
        arguments[-1](0.5)
        half.set()
        gate.wait(PATIENCE)
        return b"%PDF"

    monkeypatch.setattr(takeaway, "lesson_bytes", slow)
    begun = client.post("/takeaway/handout-a4.pdf?lang=en")
    assert begun.status_code == 202
    assert half.wait(PATIENCE)
    work = begun.json()["work"]
    assert client.get(f"/takeaway/work/{work}").json() == {
        "state": "running", "done": 0.5, "size": 0,
    }  # fmt: skip
    assert client.get(f"/takeaway/work/{work}/{begun.json()['saved_as']}").status_code == 404
    gate.set()
    assert finished(client, work)["state"] == "done"


def test_work_that_nobody_asks_after_is_ended(client, monkeypatch):
    """A tab that has gone asks no more; one in the background still asks once a minute."""
    ended, begun = threading.Event(), threading.Event()
    now = [1000.0]

    def run(*_, stopped, **__):
        begun.set()
        for _ in range(PATIENCE * 50):
            if stopped():
                ended.set()
                raise WorkFailedError("stopped")
            threading.Event().wait(0.02)
        return b"%PDF"

    monkeypatch.setattr(jobs, "monotonic", lambda: now[0])
    monkeypatch.setattr(takeaway.workers, "run", run)
    work = client.post("/takeaway/answers-a4.pdf?lang=en").json()["work"]
    assert begun.wait(PATIENCE)
    now[0] += LEFT_SECONDS - 1
    assert client.get(f"/takeaway/work/{work}").json()["state"] == "running"
    now[0] += LEFT_SECONDS - 1
    assert not takeaway.queue._jobs[work].left
    now[0] += 2
    assert ended.wait(PATIENCE)


def test_what_fails_says_so_and_may_be_tried_again(client, monkeypatch):
    results = iter([ValueError("no"), b"%PDF"])

    def unsure(*_):
        found = next(results)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(takeaway, "lesson_bytes", unsure)
    work = client.post("/takeaway/answers-a4.pdf?lang=en").json()["work"]
    assert finished(client, work)["state"] == "failed"
    client.post("/takeaway/answers-a4.pdf?lang=en")
    assert finished(client, work)["state"] == "done"


@pytest.mark.parametrize(
    ("address", "content", "status", "message"),
    [
        ("/takeaway/cake.pdf?lang=en", "", 404, "slides.pptx"),
        ("/takeaway/slides.pptx?lang=es&cite=none", "", 400, "apa"),
        ("/takeaway/slides.pptx?lang=en", "{", 400, "not JSON"),
        ("/takeaway/slides.pptx?lang=en", opened_lesson(title=Words(en="")), 400, "title"),
        ("/takeaway/slides.pptx?lang=en", "x" * 300_000, 413, "too large"),
    ],
    ids=["unknown", "parameter", "json", "field", "large"],
)
def test_what_cannot_be_used_is_refused_with_the_reason(client, address, content, status, message):
    answer = client.post(address, content=content)
    assert answer.status_code == status
    assert message in answer.text


def test_an_unknown_work_is_said_to_be_unknown(client):
    line = i18n_for("es").t("No file of that name is being made.")
    answer = client.get("/takeaway/work/nothing?lang=es")
    assert (answer.status_code, answer.text.strip()) == (404, line)
    assert client.get("/takeaway/work/nothing/x.pdf").status_code == 404


def test_no_more_is_taken_on_than_can_be_done(client, monkeypatch):
    gate = threading.Event()
    monkeypatch.setattr(takeaway, "lesson_bytes", lambda *_: gate.wait(PATIENCE) and b"%PDF")
    monkeypatch.setattr(takeaway, "queue", JobQueue(1, 0, takeaway.MOST_FILES))
    first = client.post("/takeaway/answers-a4.pdf?lang=en")
    busy = client.post("/takeaway/answers-letter.pdf?lang=en")
    assert busy.status_code == 429
    assert int(busy.headers["retry-after"]) > 0
    assert client.post("/takeaway/answers-a4.pdf?lang=en").status_code == 202
    gate.set()
    assert finished(client, first.json()["work"])["state"] == "done"


def test_work_that_nobody_waits_for_any_more_is_told_to_stop():
    queue, gate = JobQueue(1, 0, 2), threading.Event()
    seen = []

    def make(job):
        gate.wait(PATIENCE)
        seen.append(job.stopped)
        return b"x"

    first = queue.join("a", make)
    assert queue.join("a", make) is first
    with pytest.raises(BusyError):
        queue.join("b", make)
    queue.leave(first)
    assert not first.stopped
    queue.leave(first)
    gate.set()
    first.finished.result(PATIENCE)
    assert seen == [True]
