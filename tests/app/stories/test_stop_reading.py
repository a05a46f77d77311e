"""The button beside the bar of a reading: it ends the worker, or gives up the place in line."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx
from streamlit.testing.v1 import AppTest

from components.ui import reading
from components.ui.session import STORY
from components.work.fair_queue import FairQueue
from tests.support import apptest
from tests.support.stories.uploads import GOOD, HEADER, table

STOP_TEXTS = [
    pytest.param("en", "You stopped the reading of “mine.csv”", id="English"),
    pytest.param("es", "Usted detuvo la lectura de «mine.csv»", id="Spanish"),
]


class GaveUpError(Exception):
    """A test has seen that it may wait, and waits no longer."""


def press_stop() -> None:
    """Send the click on the button while the page runs, as the browser does."""
    context = get_script_run_ctx()
    assert context is not None
    assert context.script_requests is not None
    widget_ids = context.shared.widget_ids_this_run.snapshot()
    (button_id,) = [widget_id for widget_id in widget_ids if "open-story-stop-" in widget_id]
    states = WidgetStates(widgets=[WidgetState(id=button_id, trigger_value=True)])
    click = RerunData(
        query_string=context.query_string,
        page_script_hash=context.page_script_hash,
        widget_states=states,
    )
    context.script_requests.request_rerun(click)


def run_until_stopped(presses: int = 1) -> Callable[..., bytes]:
    """Return a worker's run in whose middle the reader presses the button."""

    def run(*_: Any, stopped: Callable[[], bool], **__: Any) -> bytes:
        stopped()
        for _press in range(presses):
            press_stop()
        stopped()
        raise AssertionError("the reading went on")

    return run


def choose(language: str = "en") -> AppTest:
    at = apptest.page_at("data", {"lang": language})
    return at.file_uploader[0].upload("mine.csv", table(HEADER, [GOOD])).run()


def stopped_text(at: AppTest) -> str:
    return " ".join(apptest.words(element) for element in apptest.found(at, "stopped"))


@pytest.fixture(autouse=True)
def _button_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "STOPPABLE_SECONDS", 0.0)


def stop(monkeypatch: pytest.MonkeyPatch, language: str = "en", presses: int = 1) -> AppTest:
    """Choose a file, and press the button while it is read."""
    with monkeypatch.context() as patch:
        patch.setattr(reading.work.workers, "run", run_until_stopped(presses))
        at = choose(language)
    apptest.assert_sound(at)
    return at


@pytest.mark.parametrize(("language", "sentence"), STOP_TEXTS)
def test_stopped_reading_opens_nothing_and_says_so(monkeypatch, language, sentence) -> None:
    at = stop(monkeypatch, language)

    assert sentence in stopped_text(at)
    assert STORY not in at.session_state
    assert not apptest.found(at, "interrupted")


@pytest.mark.parametrize("presses", [1, 2], ids=["once", "twice"])
def test_stopped_file_is_read_anew_on_request(monkeypatch, presses: int) -> None:
    at = stop(monkeypatch, presses=presses)
    at.run()
    assert STORY not in at.session_state

    next(button for button in at.button if button.label == "Read it again").click().run()

    apptest.assert_sound(at)
    assert at.session_state[STORY].intake.name == "mine.csv"
    assert not stopped_text(at)


def test_stopped_reading_is_nothing_to_other_sessions(monkeypatch) -> None:
    stop(monkeypatch)
    other = choose()

    assert other.session_state[STORY].intake.name == "mine.csv"
    assert not stopped_text(other)


def test_stop_in_line_gives_up_the_place(monkeypatch) -> None:
    queue = FairQueue(slots=1, most_waiting=1)
    monkeypatch.setattr(reading, "SMALL_FILES", queue)
    show_queue = reading.ReadingBar.show_queue

    def show_and_press(bar: reading.ReadingBar, before: int) -> None:
        show_queue(bar, before)
        press_stop()

    def give_up(_before: int) -> None:
        raise GaveUpError

    monkeypatch.setattr(reading.ReadingBar, "show_queue", show_and_press)
    with queue.turn(lambda _: None):
        at = choose()
        with pytest.raises(GaveUpError), queue.turn(give_up):
            pytest.fail("the queue has one slot, and it is taken")
    assert "“mine.csv”" in stopped_text(at)


def test_reading_that_ends_before_the_press_stays_open(monkeypatch) -> None:
    take_files = reading._take_files

    def take_and_press(*args: Any) -> None:
        take_files(*args)
        press_stop()

    def run_shown(*args: Any, stopped: Callable[[], bool], budget: Any, progress: Any) -> Any:
        stopped()
        return run(*args, stopped=stopped, budget=budget, progress=progress)

    run = reading.work.workers.run
    monkeypatch.setattr(reading, "_take_files", take_and_press)
    monkeypatch.setattr(reading.work.workers, "run", run_shown)
    at = choose()

    apptest.assert_sound(at)
    assert at.session_state[STORY].intake.name == "mine.csv"
    assert not stopped_text(at)


@pytest.mark.parametrize(
    ("upload", "number"),
    [
        (reading.Upload(begun=2, interrupted="mine.csv"), 1),
        (reading.Upload(begun=1, interrupted=""), 1),
        (reading.Upload(begun=1, stopped="first.csv"), 1),
    ],
    ids=["another reading", "reading at its end", "reading that was stopped"],
)
def test_late_press_changes_nothing(monkeypatch, upload: reading.Upload, number: int) -> None:
    monkeypatch.setattr(reading, "session_upload", lambda: upload)
    before = (upload.interrupted, upload.stopped)

    reading.stop_reading(number)

    assert (upload.interrupted, upload.stopped) == before


def test_next_reading_forgets_the_stopped_one(monkeypatch) -> None:
    at = stop(monkeypatch)

    at.file_uploader[0].set_value([("next.csv", table(HEADER, [GOOD]), "text/csv")]).run()

    assert at.session_state[STORY].intake.name == "next.csv"
    assert not stopped_text(at)


STEPS = [
    pytest.param("file", 3_355_443, "Reading the file: 1.6 of 3.2 MB …", id="bytes"),
    pytest.param("columns", 1000, "1,000 rows: deciding what each column is …", id="columns"),
    pytest.param("rows", 1000, "Reading row 500 of 1,000 …", id="rows"),
    pytest.param("pages", 1000, "Laying out the pages …", id="pages"),
]


@pytest.mark.parametrize(("step", "total", "text"), STEPS)
def test_bar_names_each_step_with_what_is_known(monkeypatch, step, total: int, text) -> None:
    shown: list[str] = []

    def run(*_: Any, progress: Callable[..., None], **__: Any) -> bytes:
        progress(step, total // 2, total)
        raise reading.work.WorkFailedError("stopped")

    show = reading.ReadingBar.show

    def note_and_show(bar: reading.ReadingBar, part: float, bar_text: str) -> None:
        shown.append(bar_text)
        show(bar, part, bar_text)

    monkeypatch.setattr(reading.ReadingBar, "show", note_and_show)
    monkeypatch.setattr(reading.work.workers, "run", run)
    choose()

    assert text in shown
