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
from components.intake.lessons import fits
from components.presentation.context import Context, read_address
from components.presentation.stories import LoadedStory, public_story
from components.query.view import write_view
from components.story.lesson import Story

STORY: Final = "_own_story"
#: The view of the run.
CONTEXT: Final = "_context"
LESSON: Final = "_lesson"
CLOSED: Final = "_own_story_closed"


def _end_if_over() -> None:
    """End this thread's run, by the framework's exception, if its reader has gone or gone on."""
    if end := get_run_yield_check():
        end()


LoadedStory.raise_if_cancelled = staticmethod(_end_if_over)  # type: ignore[method-assign]


def current_story(version: str | None = None) -> LoadedStory:
    """The story that this session reads: its own, in its memory alone, else the server's."""
    own: LoadedStory | None = st.session_state.get(STORY)
    return own or public_story(version)


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


def guess_language(chosen: str | None) -> Language:
    """The language asked for, else the browser's, else English."""
    return language.match_language([chosen or "", st.context.locale or ""])


def read_query() -> str:
    """The address's parameters as they stood for this run, with what of them could not be used."""
    return urlencode(_params(), doseq=True)


def _params() -> dict[str, list[str]]:
    return {name: st.query_params.get_all(name) for name in st.query_params}


def answered_by_runs(data: dict[str, Any]) -> dict[str, Any]:
    """What a page is sent; of an opened story a run is the only answer, whatever was asked."""
    return data | ({"asked": read_query()} if data["inline"] else {})


def build_context(slug: str) -> Context:
    """The view that the address names on a page, for this reader."""
    own: Story | None = st.session_state.get(LESSON)
    story, view, notices = read_address(_params(), current_story, own, slug)
    mode: Mode = "dark" if st.context.theme.type == "dark" else "light"
    i18n = story.in_language(guess_language(view.lang))
    fitting = own if own and fits(own, story.dataset) else None
    return Context(story, view, notices, i18n, mode, slug, fitting)


def context() -> Context:
    return cast(Context, st.session_state[CONTEXT])


def change_view(**changes: Any) -> None:
    """Write a changed view to the address; for callbacks, before the run that draws it."""
    view = build_context(context().slug).view
    st.query_params.from_dict(write_view(replace(view, **changes)))


def controlled(
    name: str, value: Any, changed: Callable[[Any], None], among: Container[Any] | None = None
) -> dict[str, Any]:
    """Arguments of a widget: its key, and what is called with a reader's changes of its value.

    A widget does not always hear of a value set here. So when the value changes by another hand,
    the widget is a new one. Of options whose labels change while the reader works, such as a
    lesson's steps, the framework hands back the old label as if it were a choice: what is none
    of ``among`` changes nothing.
    """
    memory: dict[str, Any] = st.session_state.setdefault("_kept_seen", {})
    if memory.get(name, value) != value:
        memory[f"{name} turns"] = memory.get(f"{name} turns", 0) + 1
    memory[name] = value
    turn = memory.get(f"{name} turns", 0)
    key = f"{name}-{turn}" if turn else name

    def worked() -> None:
        picked = st.session_state[key]
        chosen = picked if isinstance(picked, (list, tuple)) else [picked]
        if among is not None and not all(one in among for one in chosen):
            return
        memory[name] = picked
        changed(picked)

    st.session_state[key] = value
    return {"key": key, "on_change": worked}
