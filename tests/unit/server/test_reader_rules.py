"""What a server does for one reader: opened files, sessions, and the first text of a page."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from components.i18n import i18n_for
from components.limits.jobs import DOCUMENTS_WAITING
from components.loading.loaded_story import LoadedStory
from components.presentation.pages import PAGES
from components.server import document, session_expiry
from components.server.opened_files import FileRequest, plan_work
from components.server.routes import RefusedError
from components.work.workers import FILE_BUDGET, LESSON_BUDGET, PICTURE_BUDGET
from tests.support.stories.small import small_dataset
from tests.support.stories.small_views import build_context
from tests.support.stories.uploads import GOOD, HEADER, read_story, table

SMALL = small_dataset()
ENGLISH = i18n_for("en")
OPENED = build_context(SMALL, private=True).story.intake


def plan(name, intake=OPENED, body="", **params):
    wanted = FileRequest(name, {key: [value] for key, value in params.items()}, body, ENGLISH)
    return plan_work(intake, wanted)


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("events.csv", FILE_BUDGET),
        ("problems.csv", FILE_BUDGET),
        ("map.png", PICTURE_BUDGET),
        ("site.zip", LESSON_BUDGET),
        ("handout-a4.pdf", LESSON_BUDGET),
    ],
)
def test_each_file_of_an_opened_story_has_the_budget_of_its_kind(name, budget):
    assert plan(name).budget == budget


@pytest.mark.parametrize(
    ("name", "params"),
    [("secrets.txt", {}), ("map.png", {"form": "huge"}), ("mended.csv", {})],
    ids=["no file", "no form", "no table"],
)
def test_an_unknown_file_or_form_is_refused(name, params):
    with pytest.raises(RefusedError) as refused:
        plan(name, **params)
    assert refused.value.status == 400


def test_a_picture_has_the_form_that_is_asked_for():
    forms = [plan("map.png", **params).arguments[3].form for params in ({}, {"form": "wide"})]
    assert forms == ["tall", "wide"]


def test_the_order_of_a_file_is_that_of_its_table():
    assert plan("claims.csv", sort="value_low").arguments[1].sort == "value_low"
    with pytest.raises(RefusedError):
        plan("events.csv", sort="value_low")


@pytest.mark.parametrize(("body", "is_read"), [('{"2":{"0":"x"}}', True), ("[", False)])
def test_mended_cells_are_numbers_of_rows_and_columns(body, is_read):
    intake = read_story(table(HEADER, [GOOD]), "mine.csv")
    if is_read:
        assert plan("mended.csv", intake, body).arguments[1] == {2: {0: "x"}}
        return
    with pytest.raises(RefusedError):
        plan("mended.csv", intake, body)


def session_with(*stories):
    state = SimpleNamespace(
        _new_session_state={str(number): story for number, story in enumerate(stories)},
        _old_state={"before": stories[0]} if stories else {},
    )
    return SimpleNamespace(session=SimpleNamespace(session_state=state))


def test_only_stories_that_readers_opened_are_counted_and_each_once():
    first, second = (LoadedStory(OPENED, key, private=True) for key in "ab")
    public = LoadedStory(OPENED, "public")
    sessions = [session_with(first, public), session_with(first), session_with(second, "text")]
    manager = SimpleNamespace(list_sessions=lambda: sessions)
    assert session_expiry._count_opened_stories(manager) == 2


def test_where_the_framework_does_not_say_no_number_is_guessed(monkeypatch):
    monkeypatch.setattr(session_expiry, "_session_manager", lambda: None)
    assert session_expiry.expire_disconnected_sessions() is None


def make_text(waiting):
    """Ask for a first text while so many others wait."""
    statistics = SimpleNamespace(tasks_waiting=waiting)
    limiter = SimpleNamespace(statistics=lambda: statistics)
    made = []

    async def run(_function, *_arguments, **_options):
        made.append(1)
        return document.FirstText("head", "body")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "_limiter", limiter)
        patch.setattr(document, "run_sync", run)
        text = asyncio.run(document._make_text_in_time("", "en", PAGES[0], ""))
    return text, len(made)


@pytest.mark.parametrize(
    ("waiting", "made"),
    [(DOCUMENTS_WAITING - 1, 1), (DOCUMENTS_WAITING, 0)],
    ids=["the last who may wait", "too many"],
)
def test_a_page_comes_without_its_text_where_too_many_wait_for_theirs(waiting, made):
    text, count = make_text(waiting)
    assert (text is not None, count) == (bool(made), made)


def test_a_text_that_cannot_be_made_leaves_the_page(monkeypatch, caplog):
    def fail(*_arguments):
        raise RuntimeError

    monkeypatch.setattr(document, "make_first_text", fail)
    assert asyncio.run(document._make_text_in_time("", "en", PAGES[0], "")) is None
    assert "could not be made" in caplog.text


def test_a_first_text_is_made_once_for_equal_views(monkeypatch):
    made = []
    render = document._render_first_text

    def count(*arguments):
        made.append(threading.get_ident())
        return render(*arguments)

    monkeypatch.setattr(document, "_render_first_text", count)
    monkeypatch.setattr(document, "_first_texts", type(document._first_texts)(8))
    for query in ("", "page=1", "utm_source=mail", ""):
        document.make_first_text(query, "en", PAGES[-1], "http://a.org")
    assert len(made) == 1
