"""Downloads of a lesson and of opened stories: made, cached, refused."""

import asyncio
import gc
import json
import threading
import weakref

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.export.download_tokens import download_token, opened_file_address
from components.export.pictures import PICTURES, PLAY
from components.export.view_files import FILE_MEDIA_TYPES, MENDED_TABLE, SITE_ARCHIVE
from components.i18n import i18n_for
from components.limits.jobs import MOST_SENT_BYTES
from components.server import lesson_files, opened_files
from components.server.job_queue import JobQueue, Work
from components.server.routes import RefusedError
from components.story.lesson import LessonText
from components.story.lesson_from_events import lesson_in_use
from components.work.workers import FILE_BUDGET, WorkFailedError, workers
from tests.support.data import DATA
from tests.support.stories.uploads import package, read_story

PATIENCE = 60


@pytest.fixture
def lessons(monkeypatch) -> TestClient:
    monkeypatch.setattr(lesson_files, "lesson_queue", JobQueue(1, 8, 24))
    return TestClient(Starlette(routes=lesson_files.ROUTES))


def opened_lesson(**changes) -> str:
    steps = DATA.story.steps[:1]
    return DATA.story.model_copy(update={"steps": steps} | changes).model_dump_json(
        by_alias=True, exclude_none=True
    )


def test_file_is_made_once_for_equal_requests(lessons, monkeypatch):
    made = []
    monkeypatch.setattr(
        lesson_files, "lesson_bytes", lambda *arguments: made.append(arguments) or b"%PDF"
    )
    for query in ("lang=en", "lang=en&cite=apa", "lang=es", "lang=es"):
        assert lessons.post(f"/takeaway/answers-a4.pdf?{query}").content == b"%PDF"
    assert len(made) == 2


def test_failed_file_returns_500_and_can_be_retried(lessons, monkeypatch):
    results = iter([ValueError("no"), b"%PDF"])

    def unsure(*_):
        found = next(results)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(lesson_files, "lesson_bytes", unsure)
    failed = lessons.post("/takeaway/answers-a4.pdf?lang=en")
    assert (failed.status_code, "Try again" in failed.text) == (500, True)
    assert lessons.post("/takeaway/answers-a4.pdf?lang=en").content == b"%PDF"


@pytest.mark.parametrize(
    ("address", "content", "status", "message"),
    [
        ("/takeaway/cake.pdf?lang=en", "", 404, "slides.pptx"),
        ("/takeaway/slides.pptx?lang=es&cite=none", "", 400, "apa"),
        ("/takeaway/slides.pptx?lang=en", "{", 400, "not JSON"),
        ("/takeaway/slides.pptx?lang=en", opened_lesson(title=LessonText(en="")), 400, "title"),
        ("/takeaway/slides.pptx?lang=en", "x" * 300_000, 413, "too large"),
    ],
)
def test_invalid_request_is_refused_with_a_reason(lessons, address, content, status, message):
    answer = lessons.post(address, content=content)
    assert answer.status_code == status
    assert message in answer.text


class Asking:
    """Somebody who asks, until they leave."""

    def __init__(self) -> None:
        self.left = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.left.wait()
        return {"type": "http.disconnect"}


def test_abandoned_job_is_stopped(monkeypatch):
    gate, seen = threading.Event(), []

    def run(*_args, stopped, **_how):
        gate.wait(PATIENCE)
        seen.append(stopped())
        return b"x"

    monkeypatch.setattr(workers, "run", run)

    async def asked() -> None:
        queue, first, second = JobQueue(1, 0, 2), Asking(), Asking()
        i18n, loop = i18n_for("en"), asyncio.get_running_loop()
        work = Work(FILE_BUDGET, bytes)
        both = [
            loop.create_task(queue.result(request, i18n, "a", work)) for request in (first, second)
        ]
        await asyncio.sleep(0)
        with pytest.raises(RefusedError) as busy:
            await queue.result(Asking(), i18n, "b", work)
        assert busy.value.status == 429
        (job,) = queue._jobs.values()
        for one, task, stopped in ((first, both[0], False), (second, both[1], True)):
            one.left.set()
            with pytest.raises(RefusedError):
                await task
            assert job.stopped is stopped
        assert not queue._jobs
        gate.set()
        await job.outcome

    asyncio.run(asked())
    assert seen == [True]


FILES = [*FILE_MEDIA_TYPES, *PICTURES, PLAY, SITE_ARCHIVE]


@pytest.fixture
def client(monkeypatch) -> TestClient:
    monkeypatch.setattr(opened_files, "opened_file_queue", JobQueue(1, 8, kept=0))
    return TestClient(Starlette(routes=opened_files.OPENED_ROUTES))


@pytest.fixture(scope="module")
def flood():
    return read_story(package(), "flood.zip")


def address(intake, name, **params) -> str:
    return opened_file_address(intake, name, {"lang": "en", **params}).removeprefix(".")


@pytest.mark.parametrize("name", FILES)
def test_each_file_of_an_opened_story_is_made(client, flood, name):
    answer = client.post(address(flood, name))
    assert answer.status_code == 200, answer.text
    assert len(answer.content) > 40
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-disposition"] == "attachment"


def test_posted_lesson_is_used_or_refused_with_its_problems(client, flood):
    lesson = lesson_in_use(flood.dataset).model_dump_json(by_alias=True, exclude_none=True)
    # A lesson made of the events has no notes; one of a teacher's own must.
    lesson = lesson.replace('""', '"Said."')
    answer = client.post(address(flood, "answers-a4.pdf"), content=lesson)
    assert answer.status_code == 200, answer.text
    wrong = json.loads(lesson) | {"mood": "grim"}
    answer = client.post(address(flood, "answers-a4.pdf"), content=json.dumps(wrong))
    assert answer.status_code == 400
    assert "mood" in answer.text


def test_files_have_the_filtered_rows(client, flood):
    assert client.post(address(flood, "events.csv")).text.count("ev-one") >= 1
    left = client.post(address(flood, "events.csv", **{"from": "2024-05-02"})).text
    assert "ev-one" not in left
    assert client.post(address(flood, "events.csv", region="nowhere")).status_code == 400


def test_bibliography_has_the_sources_of_shown_and_chosen_records(client, flood):
    assert "{diario," in client.post(address(flood, "cited.bib")).text
    none = {"q": "zzzz"}
    assert "{diario," not in client.post(address(flood, "cited.bib", **none)).text
    chosen = client.post(address(flood, "cited.bib", **none, event="ev-one"))
    assert "{diario," in chosen.text
    assert client.post(address(flood, MENDED_TABLE), content="{]").status_code == 400


def test_download_requires_token(client, flood):
    word = download_token(flood)
    assert word == download_token(flood) != download_token(read_story(package(), "flood.zip"))
    answer = client.post("/takeaway/own/guessed/events.csv?lang=es")
    assert (answer.status_code, answer.text.strip()) == (
        404, "Esta historia ya no está abierta aquí. Ábrala de nuevo.",
    )  # fmt: skip
    assert client.post(address(flood, "secrets.txt")).status_code == 400
    assert client.get(address(flood, "events.csv")).status_code == 404


def test_too_large_request_returns_413(client, flood):
    answer = client.post(address(flood, MENDED_TABLE), content=b"x" * (MOST_SENT_BYTES + 1))
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("reason", "status", "said"),
    [("memory", 503, "more memory than is allowed"), ("time", 503, "took too long"),
     ("crash", 500, "could not be made")],
)  # fmt: skip
def test_worker_failure_maps_to_status(client, flood, monkeypatch, reason, status, said):
    def fails(*_args, **_how):
        raise WorkFailedError(reason)

    monkeypatch.setattr(workers, "run", fails)
    answer = client.post(address(flood, "tables.xlsx"))
    assert answer.status_code == status
    assert said in answer.text


def test_full_queue_returns_429_with_retry_after(client, flood, monkeypatch):
    monkeypatch.setattr(opened_files, "opened_file_queue", JobQueue(1, -1, kept=0))
    answer = client.post(address(flood, "tables.xlsx"))
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0


def test_closed_story_and_its_files_are_freed(client):
    intake = read_story(package(), "flood.zip")
    asked = address(intake, "tables.xlsx")
    assert client.post(asked).status_code == 200
    assert not opened_files.opened_file_queue._jobs
    gone = weakref.ref(intake)
    del intake
    gc.unfreeze()
    gc.collect()
    assert gone() is None
    assert client.post(asked).status_code == 404
