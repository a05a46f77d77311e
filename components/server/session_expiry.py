"""Have the framework forget the sessions of tabs that have not come back in time."""

from typing import Any

from streamlit.runtime import Runtime
from streamlit.runtime.caching.ttl_cache import TTLCache

from components.loading.loaded_story import LoadedStory


def _session_manager() -> Any:
    """Return the framework's own manager of sessions, or ``None`` while it does not run."""
    if not Runtime.exists():
        return None
    return getattr(Runtime.instance(), "_session_mgr", None)


def _forget_session(session: Any) -> None:
    """Empty what a session of the framework holds of the views that were drawn for it.

    The framework's own loop remembers the last session it has seen, for as long as it is the last;
    its fragments and widgets hold the view that each was drawn for.
    """
    session_state = session.session_state
    session_state.clear()
    session_state._new_widget_state.widget_metadata.clear()
    session._fragment_storage.clear()


def _expire_stored_sessions(manager: Any) -> None:
    session_storage = getattr(manager, "_session_storage", None)
    cache = getattr(session_storage, "_cache", None)
    if not isinstance(cache, TTLCache):
        return
    with manager._storage_lock:
        expired_sessions = cache.expire()
    for _, session_info in expired_sessions:
        _forget_session(session_info.session)


def _count_opened_stories(manager: Any) -> int:
    """Count the stories that connected sessions have opened, each once."""
    story_ids = set()
    for session_info in manager.list_sessions():
        session_state = session_info.session.session_state
        values = (*session_state._new_session_state.values(), *session_state._old_state.values())
        for value in values:
            if isinstance(value, LoadedStory) and value.private:
                story_ids.add(id(value))
    return len(story_ids)


def expire_disconnected_sessions() -> int | None:
    """Have the framework forget sessions that it kept for tabs which have not come back in time.

    It looks only when another tab is lost; until then the stories that those opened would stay in
    memory.

    Returns
    -------
    int | None
        How many stories the other sessions have open; ``None`` where the framework does not say.
    """
    manager = _session_manager()
    if manager is not None:
        _expire_stored_sessions(manager)
    try:
        return _count_opened_stories(manager)
    except (AttributeError, KeyError, RuntimeError):
        # Another framework, or a session that was changed while it was looked at.
        return None
