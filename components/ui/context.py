"""What a page knows while it is drawn, and the one way to change the view.

The address is the only state. Each run reads it into a :class:`View`; a widget's callback writes
the address, and the run that follows reads it again. Back, forward and a pasted link therefore
need nothing of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import streamlit as st

from components.domain.dataset import Dataset
from components.domain.extract import Extract, extract
from components.domain.filters import Filters, Selection, select
from components.domain.story import MOST_STEPS, Story
from components.domain.view import Notice, View, read_version, read_view, write_view
from components.figures.palette import Mode, Palette, palette_for
from components.i18n import LANGUAGES, I18n, Language, i18n_for
from components.i18n.labels import kind_names
from components.i18n.language import first_language
from components.i18n.other_story import story_i18n
from components.ui import resources

KEEP = 256
LESSON = "_lesson"


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def _selection(filters: Filters, version: str | None) -> Selection:
    return select(resources.dataset(version), filters)


def selection_for(filters: Filters, version: str | None = None) -> Selection:
    """What some filters leave; worked out once per set of filters and version."""
    other = resources.other_story()
    return other.selection(filters) if other else _selection(filters, version)


@st.cache_resource(max_entries=KEEP, show_spinner=False)
def _extract(filters: Filters, version: str | None) -> Extract:
    return extract(resources.dataset(version), filters, _selection(filters, version))


def extract_for(filters: Filters, version: str | None = None) -> Extract:
    """What some filters leave as a data set of its own; worked out once."""
    other = resources.other_story()
    return other.part(filters) if other else _extract(filters, version)


def lesson_length(data: Dataset) -> int:
    """How many steps another story has: its lesson's, else one for each of its first events."""
    return len(data.story.steps) or min(len(data.events), MOST_STEPS)


@dataclass(frozen=True)
class Context:
    """One run of one page."""

    dataset: Dataset
    view: View
    notices: tuple[Notice, ...]
    i18n: I18n
    mode: Mode
    slug: str

    @property
    def palette(self) -> Palette:
        """The colours of the mode in use, with one for each kind of event."""
        return palette_for(self.mode, self.dataset.category_ids)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What the kinds of event are called, in the order of their lanes."""
        return kind_names(self.dataset, self.i18n)

    @cached_property
    def selection(self) -> Selection:
        """What the filters leave."""
        return selection_for(self.view.filters, self.view.version)

    @property
    def part(self) -> Extract:
        """What the filters leave, whole with all that it refers to."""
        return extract_for(self.view.filters, self.view.version)

    def params(self, **changes: Any) -> dict[str, str | list[str]]:
        """The address of this view with changes, for a link to another page."""
        return write_view(replace(self.view, **changes))


def guess_language(chosen: str | None) -> Language:
    """The language asked for, else the browser's, else English."""
    return first_language([chosen or "", st.context.locale or ""])


def read_params() -> dict[str, list[str]]:
    """The address's parameters, each with all its values."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def lesson(data: Dataset | None = None) -> Story:
    """The lesson in use: one that a teacher opened in this session, else the data set's story."""
    own: Story | None = st.session_state.get(LESSON) if resources.in_session() else None
    return own or (data or resources.dataset()).story


def read_address(
    params: Mapping[str, Sequence[str]],
) -> tuple[Dataset, View, tuple[Notice, ...]]:
    """The data set of the version that an address names, its view and what could not be used."""
    versions = resources.versions()
    data = resources.dataset(read_version(params, versions))
    told = 0 if data.own else len(lesson(data).steps)
    steps = told or lesson_length(data)
    view, notices = read_view(params, data, tuple(LANGUAGES), versions, steps)
    return data, view, notices


def build_context(slug: str) -> Context:
    """Read the address and say what this run draws."""
    data, view, notices = read_address(read_params())
    mode: Mode = "dark" if st.context.theme.type == "dark" else "light"
    i18n = story_i18n(i18n_for(guess_language(view.lang)), data)
    return Context(data, view, notices, i18n, mode, slug)


def open_context(slug: str) -> Context:
    """Build the context and keep it for the page of this run."""
    context = build_context(slug)
    st.session_state["_context"] = context
    return context


def context() -> Context:
    """The context of this run, for a page."""
    kept: Context = st.session_state["_context"]
    return kept


def read_current() -> View:
    """The view in the address, for callbacks."""
    return read_address(read_params())[1]


def change_view(**changes: Any) -> None:
    """Write a changed view to the address; for callbacks, before the run that draws it."""
    st.query_params.from_dict(write_view(replace(read_current(), **changes)))


def read_filters() -> Filters:
    """The filters in the address, for callbacks."""
    return read_current().filters


def change_filters(**changes: Any) -> None:
    """Write changed filters to the address; a long list begins again at its first page."""
    change_view(filters=replace(read_filters(), **changes), page=1)
