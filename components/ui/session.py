"""What belongs to one reader's session: the story opened in it, and a teacher's own lesson."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.domain.lessons.story import Story
from components.presentation.stories import LoadedStory, public_story

STORY: Final = "_own_story"


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
