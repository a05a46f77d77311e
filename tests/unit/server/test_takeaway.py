"""A lesson's files by address: given, kept, and refused with reasons."""

import threading

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.intake.package import DEFAULT_DATA, load_dataset
from components.lesson.entry import PRODUCTS
from components.server import takeaway
from components.server.jobs import BusyError, JobQueue
from components.story.lesson import LessonText

DATA = load_dataset(DEFAULT_DATA)
PATIENCE = 60


@pytest.fixture
def client(monkeypatch) -> TestClient:
    monkeypatch.setattr(takeaway, "lessons", JobQueue(1, 8, takeaway.MOST_FILES))
    return TestClient(Starlette(routes=takeaway.LESSON_ROUTES))


def opened_lesson(**changes) -> str:
    steps = DATA.story.steps[:1]
    return DATA.story.model_copy(update={"steps": steps} | changes).model_dump_json(
        by_alias=True, exclude_none=True
    )


@pytest.mark.parametrize("product", PRODUCTS[:4], ids=lambda p: p.file)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_pdf_is_made_and_given_under_its_name(client, product, language):
    given = client.post(f"/takeaway/{product.file}?lang={language}")
    assert given.status_code == 200
    assert given.headers["content-type"] == product.mime
    stem, ending = product.file.split(".")
    assert f"-{stem}-{language}.{ending}" in given.headers["content-disposition"]
    assert given.content.startswith(b"%PDF")
    assert f"/Lang({language}-".encode() in given.content.replace(b"/Lang (", b"/Lang(")


def test_slides_of_a_lesson_of_ones_own_are_made(client):
    given = client.post("/takeaway/slides.pptx?lang=en", content=opened_lesson())
    assert given.content.startswith(b"PK")


def test_a_file_is_made_once_whoever_asks(client, monkeypatch):
    made = []
    monkeypatch.setattr(takeaway, "lesson_bytes", lambda *a: made.append(a) or b"%PDF")
    for query in ("lang=en", "lang=en&cite=apa", "lang=es", "lang=es"):
        assert client.post(f"/takeaway/answers-a4.pdf?{query}").content == b"%PDF"
    assert len(made) == 2


def test_what_fails_says_so_and_may_be_tried_again(client, monkeypatch):
    results = iter([ValueError("no"), b"%PDF"])

    def unsure(*_):
        found = next(results)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(takeaway, "lesson_bytes", unsure)
    failed = client.post("/takeaway/answers-a4.pdf?lang=en")
    assert (failed.status_code, "Try again" in failed.text) == (500, True)
    assert client.post("/takeaway/answers-a4.pdf?lang=en").content == b"%PDF"


@pytest.mark.parametrize(
    ("address", "content", "status", "message"),
    [
        ("/takeaway/cake.pdf?lang=en", "", 404, "slides.pptx"),
        ("/takeaway/slides.pptx?lang=es&cite=none", "", 400, "apa"),
        ("/takeaway/slides.pptx?lang=en", "{", 400, "not JSON"),
        ("/takeaway/slides.pptx?lang=en", opened_lesson(title=LessonText(en="")), 400, "title"),
        ("/takeaway/slides.pptx?lang=en", "x" * 300_000, 413, "too large"),
    ],
    ids=["unknown", "parameter", "json", "field", "large"],
)
def test_what_cannot_be_used_is_refused_with_the_reason(client, address, content, status, message):
    answer = client.post(address, content=content)
    assert answer.status_code == status
    assert message in answer.text


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
