"""Disconnected sessions expire after a while."""

import threading
from types import SimpleNamespace
from weakref import WeakValueDictionary

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner_utils.exceptions import StopException
from streamlit.runtime.scriptrunner_utils.script_run_context import SCRIPT_RUN_CONTEXT_ATTR_NAME
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState

from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.presentation import chart_data, map_scenes, timeline_scenes
from components.presentation.context import public_context
from components.server.session_expiry import expire_disconnected_sessions
from components.ui import session
from components.work import cancellation

HELD = ("state", "fragments", "widgets")


class Session:
    """What is kept, with what was opened in it and what its page holds of that."""

    def __init__(self, opened: str) -> None:
        self.state = SessionState()
        self.state["story"] = opened
        self.widgets = self.state._new_widget_state.widget_metadata
        self.widgets["close"] = WidgetMetadata("close", str, str, "string_value", lambda: opened)
        self.fragments = MemoryFragmentStorage()
        self.fragments.register("cite", lambda: opened)
        self.session = SimpleNamespace(session_state=self.state, _fragment_storage=self.fragments)


def test_disconnected_sessions_expire(monkeypatch) -> None:
    """The framework's own store, under the names that it has there: by a clock that is moved."""
    now = [0.0]
    kept: TTLCache[str, Session] = TTLCache(maxsize=8, ttl=40, timer=lambda: now[0])
    alive: WeakValueDictionary[str, Session] = WeakValueDictionary()
    alive["lost"] = kept["lost"] = Session("flood.zip")
    state, fragments, widgets = (getattr(kept["lost"], name) for name in HELD)
    storage = SimpleNamespace(_cache=kept)
    manager = SimpleNamespace(_session_storage=storage, _storage_lock=threading.Lock())
    monkeypatch.setattr(Runtime, "exists", lambda: True)
    monkeypatch.setattr(Runtime, "instance", lambda: SimpleNamespace(_session_mgr=manager))
    now[0] = 39.0
    expire_disconnected_sessions()
    assert "lost" in alive
    assert "story" in state
    now[0] = 41.0
    expire_disconnected_sessions()
    assert "lost" not in alive
    # Though something else still knew the session, what was opened in it has gone.
    assert "story" not in state
    assert not fragments.contains("cite")
    assert widgets == {}


def test_framework_has_the_internals_that_sessions_need() -> None:
    """The names in it are its own affair: a new version of it may have others."""
    from streamlit.runtime.app_session import AppSession
    from streamlit.runtime.memory_session_storage import MemorySessionStorage
    from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

    assert isinstance(MemorySessionStorage()._cache, TTLCache)
    names = WebsocketSessionManager.__init__.__code__.co_names
    assert {"_session_storage", "_storage_lock"} <= set(names)
    assert callable(WebsocketSessionManager.list_sessions)
    assert "_fragment_storage" in AppSession.__init__.__code__.co_names
    state = SessionState()
    assert state._new_session_state == state._old_state == {}
    assert state._new_widget_state.widget_metadata == {}


def test_open_stories_of_sessions_are_counted(monkeypatch) -> None:
    """One that a session has, or that the framework still has of its run before; each once."""
    now, before, closed = SessionState(), SessionState(), SessionState()
    intake = public_story().intake
    one = LoadedStory(intake, "one", private=True)
    now["story"] = before["story"] = one
    before["other"] = LoadedStory(intake, "other", private=True)
    before._compact_state()
    closed["story"] = public_story()
    of = [SimpleNamespace(session=SimpleNamespace(session_state=one))
          for one in (now, before, closed)]  # fmt: skip
    manager = SimpleNamespace(list_sessions=lambda: of)
    monkeypatch.setattr(Runtime, "exists", lambda: True)
    monkeypatch.setattr(Runtime, "instance", lambda: SimpleNamespace(_session_mgr=manager))
    assert expire_disconnected_sessions() == 2


#: What a page lays out, each with what of it costs most.
LAID_OUT = {
    "timeline_scene": lambda ctx: timeline_scenes.draw_timeline(ctx, 900),
    "list_scene": lambda ctx: timeline_scenes.draw_timeline(
        ctx, 350, options=timeline_scenes.TimelineOptions(title_lines=2)
    ),
    "map_scene": lambda ctx: map_scenes.draw_map(ctx, 700, 500),
    "ground_scene": map_scenes.draw_ground,
    "deck": lambda ctx: map_scenes.build_map_deck(
        ctx.story,
        ctx.view,
        ctx.i18n,
        mode=ctx.mode,
        rows=map_scenes.build_map_rows(
            ctx, chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts), can_move=True
        ),
    ),
}

#: The module in which each of these is called.
DRAWN_IN = {
    "timeline_scene": timeline_scenes,
    "list_scene": timeline_scenes,
    "map_scene": map_scenes,
    "ground_scene": map_scenes,
    "deck": map_scenes,
}


@pytest.mark.parametrize("costly", LAID_OUT)
def test_layout_stops_between_steps_after_a_disconnect(monkeypatch, costly):
    """Nothing else asks while it is laid out: 24,000 places took a second of a core."""

    def gone() -> None:
        raise StopException

    # As it is set for the thread of a run, which the check of the interface asks.
    assert session._raise_if_run_ended in cancellation._cancel_checks
    ctx, run = public_context({}, "en"), SimpleNamespace(yield_check=lambda: None)
    monkeypatch.setattr(
        threading.current_thread(), SCRIPT_RUN_CONTEXT_ATTR_NAME, run, raising=False
    )
    assert LAID_OUT[costly](ctx)
    run.yield_check = gone
    monkeypatch.setattr(DRAWN_IN[costly], costly, lambda *_, **__: pytest.fail("laid out"))
    with pytest.raises(StopException):
        LAID_OUT[costly](ctx)
