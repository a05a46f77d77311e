"""The view of this run and what belongs to one reader's session.

The address is the only state: each run reads it into a view, and a widget's callback writes it.
Back, forward and a pasted link therefore need nothing of their own.
"""

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Any, Final, cast
from urllib.parse import urlencode

import streamlit as st
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.runtime.scriptrunner_utils.script_run_context import (
    get_run_yield_check,
    get_script_run_ctx,
)

from components.drawing.palette import Mode
from components.i18n import Language, language
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.presentation.context import Context, read_address
from components.query.view import write_view
from components.story.lesson import Story
from components.story.lesson_rules import fits_dataset
from components.work.cancellation import register_cancel_check

#: Keys of the session: the story that it has opened, the view of the run, its lesson, and that it
#: has closed a story.
STORY: Final = "_own_story"
CONTEXT: Final = "_context"
LESSON: Final = "_lesson"
CLOSED: Final = "_own_story_closed"
#: The values that this session's widgets had when they were last drawn, and how often they were
#: drawn anew.
WIDGET_VALUES: Final = "_kept_seen"


@register_cancel_check
def _raise_if_run_ended() -> None:
    """End this thread's run, by the framework's exception, if its reader has gone or gone on."""
    check_run = get_run_yield_check()
    if check_run:
        check_run()


def current_story(version: str | None = None) -> LoadedStory:
    """Return the story that this session reads: the one it has opened, else the server's.

    Parameters
    ----------
    version
        A former version of the server's story; the present one by default.
    """
    opened_story: LoadedStory | None = st.session_state.get(STORY)
    return opened_story or public_story(version)


def forget_old_widgets() -> None:
    """Drop the callbacks of widgets of earlier pages; call it at the end of a whole run.

    The framework keeps it as long as the session, though the widgets and their values are gone, and
    with it the view that it was made for: the whole of a story that has been closed.
    """
    run = get_script_run_ctx(suppress_warning=True)
    if run is None:
        return
    callbacks = run.session_state._state._new_widget_state.widget_metadata
    present_ids = run.shared.widget_ids_this_run.snapshot()
    # A component's clicks arrive under a name of their own, which the run does not count.
    trigger_ids = {_make_trigger_id(widget_id, "events") for widget_id in present_ids}
    for old_id in callbacks.keys() - present_ids - trigger_ids:
        del callbacks[old_id]


def guess_language(chosen: str | None) -> Language:
    """Return the language of the address, else the browser's, else English."""
    return language.match_language([chosen or "", st.context.locale or ""])


def read_query() -> str:
    """Return the parameters of the address of this run, unusable ones among them, as a query."""
    return urlencode(_query_params(), doseq=True)


def _query_params() -> dict[str, list[str]]:
    return {name: st.query_params.get_all(name) for name in st.query_params}


def answered_by_runs(data: dict[str, Any]) -> dict[str, Any]:
    """Return what a page is sent; an opened story, which runs alone answer, has its address."""
    if not data["inline"]:
        return data
    return {**data, "asked": read_query()}


def build_context(slug: str) -> Context:
    """Return the view that the address names on a page, for this reader."""
    lesson: Story | None = st.session_state.get(LESSON)
    story, view, notices = read_address(
        _query_params(),
        current_story,
        opened_lesson=lesson,
        slug=slug,
    )
    mode: Mode = "light"
    if st.context.theme.type == "dark":
        mode = "dark"
    i18n = story.in_language(guess_language(view.lang))
    if lesson is not None and not fits_dataset(lesson, story.dataset):
        lesson = None
    return Context(
        story,
        view,
        notices=notices,
        i18n=i18n,
        mode=mode,
        slug=slug,
        opened_lesson=lesson,
    )


def context() -> Context:
    """Return the view of this run."""
    return cast(Context, st.session_state[CONTEXT])


def change_view(**changes: Any) -> None:
    """Write a changed view to the address; for callbacks, before the run that draws it."""
    view = build_context(context().slug).view
    st.query_params.from_dict(write_view(replace(view, **changes)))


def controlled_widget_args(
    name: str, value: Any, on_change: Callable[[Any], None], options: Container[Any] | None = None
) -> dict[str, Any]:
    """Return the key of a widget that shows a value of this run, and its callback.

    A widget does not always receive a value that is set here. So when the value changes without
    the reader's hand, the widget is a new one, with another key.

    Parameters
    ----------
    name
        What tells the widget from others of the page; its first key.
    value
        What it shows.
    on_change
        Called with the value that the reader has chosen.
    options
        What may be chosen. Of options whose labels change while the reader works, such as a
        lesson's steps, the framework returns the old label as if it were a choice: it changes
        nothing.
    """
    widget_values: dict[str, Any] = st.session_state.setdefault(WIDGET_VALUES, {})
    turn_name = f"{name} turns"
    if widget_values.get(name, value) != value:
        widget_values[turn_name] = widget_values.get(turn_name, 0) + 1
    widget_values[name] = value
    turn = widget_values.get(turn_name, 0)
    key = f"{name}-{turn}" if turn else name

    def handle_change() -> None:
        picked = st.session_state[key]
        if options is not None and not _is_among(picked, options):
            return
        widget_values[name] = picked
        on_change(picked)

    st.session_state[key] = value
    return {"key": key, "on_change": handle_change}


def _is_among(picked: Any, options: Container[Any]) -> bool:
    """Return whether a choice, or each of several, is an option."""
    choices = [picked]
    if isinstance(picked, (list, tuple)):
        choices = [*picked]
    return all(choice in options for choice in choices)
