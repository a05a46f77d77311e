"""What a story keeps is made without a lock: a maker may need what another thread is making."""

from __future__ import annotations

import threading

from components.presentation.stories import public_story

PATIENCE_SECONDS = 20


def test_what_is_being_made_keeps_nobody_else_waiting() -> None:
    story = public_story()

    def make() -> bool:
        other = threading.Thread(target=story.once, args=("other", object), daemon=True)
        other.start()
        other.join(PATIENCE_SECONDS)
        return other.is_alive()

    assert story.once("this", make) is False


def test_two_who_ask_at_once_get_the_same() -> None:
    story = public_story()
    inner: list[object] = []

    def make() -> object:
        inner.append(story.once("same", object))
        return object()

    assert story.once("same", make) is inner[0]
