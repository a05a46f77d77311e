"""Cached answers about an opened table are freed with its story."""

import gc
import weakref
from types import SimpleNamespace
from typing import Any

import pytest

from components.i18n import i18n_for
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.query.view import View
from tests.support.stories.uploads import GOOD, HEADER, read_story, table


class Title(str):
    """A title of a row, to which a weak reference can be made."""

    __slots__ = ("__weakref__",)


def open_table(made: int) -> Context:
    """Return a view of an opened table, of which only when it was made is known."""
    store: Any = SimpleNamespace(about=SimpleNamespace(made=made))
    intake = read_story(table(HEADER, [GOOD]), "mine.csv")
    story = LoadedStory(intake, "mine", private=True, table=store)
    return Context(story, View(), (), i18n_for("en"), "light", "")


@pytest.mark.parametrize("made", [0, 1], ids=["live", "prepared"])
def test_answers_of_a_closed_table_hold_none_of_its_titles(made: int) -> None:
    ctx = open_table(made)
    asked = weakref.ref(ctx.table_answers.query("rows", lambda _: Title("A title of a row")))
    gc.collect()
    assert asked() == "A title of a row"

    del ctx
    gc.collect()

    assert asked() is None


def test_answer_of_one_view_is_asked_once() -> None:
    ctx, asked = open_table(1), []

    answers = [
        ctx.table_answers.query("rows", lambda _: asked.append(1) or len(asked)) for _ in range(3)
    ]

    assert answers == [1, 1, 1]


def test_stories_with_one_key_share_no_answer() -> None:
    first, second = open_table(1), open_table(1)

    answers = [
        ctx.table_answers.query("rows", lambda _, index=index: index)
        for index, ctx in enumerate((first, second))
    ]

    assert answers == [0, 1]
