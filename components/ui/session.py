"""What belongs to one reader's session: the story opened in it, and a teacher's own lesson."""

from __future__ import annotations

from typing import Final

import streamlit as st
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx

from components.presentation.stories import LoadedStory, public_story
from components.story.lesson import Story

STORY: Final = "_own_story"
#: The view of the run.
CONTEXT: Final = "_context"
LESSON: Final = "_lesson"
CLOSED: Final = "_own_story_closed"


def opened_story() -> LoadedStory | None:
    """The story that this session has opened; it is in the session's memory and nowhere else."""
    found: LoadedStory | None = st.session_state.get(STORY)
    return found


def story_closed() -> bool:
    """Whether the reader has closed the story that this session had opened."""
    return bool(st.session_state.get(CLOSED))


def current_story(version: str | None = None) -> LoadedStory:
    """The story that this session reads: the one it opened, else the server's."""
    return opened_story() or public_story(version)


def opened_lesson() -> Story | None:
    """The lesson that a teacher has opened in this session."""
    found: Story | None = st.session_state.get(LESSON)
    return found


def forget_old_widgets() -> None:
    """Drop the callbacks of widgets of earlier pages; call it at the end of a whole run.

    The framework keeps it as long as the session, though the widgets and their values are gone, and
    with it the view that it was made for: the whole of a story that has been closed.
    """
    run = get_script_run_ctx(suppress_warning=True)
    if run is None:
        return
    called = run.session_state._state._new_widget_state.widget_metadata
    present = run.shared.widget_ids_this_run.snapshot()
    # A component's clicks arrive under a name of their own, which the run does not count.
    triggers = {_make_trigger_id(widget, "events") for widget in present}
    for old in called.keys() - present - triggers:
        del called[old]
