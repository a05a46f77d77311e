"""The context of a page: story, view, language and colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from components.drawing.palette import Mode, Palette, palette_for
from components.i18n import LANGUAGES, I18n, Language
from components.intake.lessons import fits, lesson_in_use
from components.limits import MOST_EVENT_STEPS
from components.presentation.stories import LoadedStory, public_story
from components.query.filters import Filters, Selection
from components.query.view import (
    OF_SOURCES,
    Notice,
    View,
    names_of,
    read_version,
    read_view,
    shown_value,
    write_link,
    write_view,
)
from components.query.view_tables import Subset
from components.story.dataset import Dataset
from components.story.lesson import Story

#: Characters of the key of a table's row, as an address may have it.
MOST_KEY_CHARACTERS = 300
StoryOf = Callable[[str | None], LoadedStory]


@dataclass(frozen=True)
class Context:
    """One view of one story, for one reader.

    ``notices`` are what the address said and could not be used, ``slug`` is the page, and
    ``opened_lesson`` one that a teacher opened in place of the story's.
    """

    story: LoadedStory
    view: View
    notices: tuple[Notice, ...]
    i18n: I18n
    mode: Mode
    slug: str
    opened_lesson: Story | None = None

    @property
    def dataset(self) -> Dataset:
        """The records of the story."""
        return self.story.dataset

    @cached_property
    def lesson(self) -> Story:
        """The lesson in use: the story's, else one made from the events under the filters."""
        if self.opened_lesson:
            return self.opened_lesson
        return lesson_in_use(self.dataset, events=self.selection.events)

    @cached_property
    def palette(self) -> Palette:
        """The colours of the mode in use, with one for each kind of event."""
        kinds = tuple((kind.id, kind.colour, kind.symbol) for kind in self.dataset.kinds)
        return palette_for(self.mode, kinds)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What the kinds of event are called, in the order of their lanes."""
        return {kind.id: self.i18n.of(kind, "name") for kind in self.dataset.kinds}

    @cached_property
    def selection(self) -> Selection:
        """What the filters leave."""
        return self.story.selection(self.view.filters)

    @property
    def subset(self) -> Subset:
        """What the filters leave, whole with all that it refers to."""
        return self.story.subset(self.view.filters)

    def filtered(self, filters: Filters) -> Context:
        """The same with other filters."""
        return replace(self, view=replace(self.view, filters=filters))

    def params(self, slug: str | None = None, **changes: Any) -> dict[str, str | list[str]]:
        """The address of this view with changes, for a link to a page; this one without a slug."""
        if slug is None or slug == self.slug:
            return write_view(replace(self.view, **changes))
        return write_link(self.view, **changes)


def read_address(
    params: Mapping[str, Sequence[str]],
    story_of: StoryOf = public_story,
    opened_lesson: Story | None = None,
    slug: str | None = None,
) -> tuple[LoadedStory, View, tuple[Notice, ...]]:
    """The story of the version that an address names, its view and what could not be used.

    ``story_of`` gives the story of a version (``None`` is the present one), ``opened_lesson``
    stands in place of the story's lesson. Of a page ``slug`` only its parameters are read.
    """
    if slug is not None:
        params = {name: params[name] for name in names_of(slug) if name in params}
    versions = story_of(None).versions
    story = story_of(read_version(params, versions))
    data = story.dataset
    own = opened_lesson if opened_lesson and fits(opened_lesson, data) else None
    # Without a lesson of its own each of the first events of a story is a step.
    steps = len((own or data.story).steps) or min(len(data.events), MOST_EVENT_STEPS)
    view, notices = read_view(params, data, tuple(LANGUAGES), versions, steps)
    if not story.table:
        return story, view, notices
    # Of a table any row may be named, and there is no filter on sources' own facts.
    found = [notice for notice in notices if notice.parameter != "event"]
    filters = replace(view.filters, published_by=None, excluded_voices=(), documents_only=False)
    found += [
        Notice(name, shown_value(str(params[name][-1])), "table")
        for name in OF_SOURCES
        if filters != view.filters and params.get(name)
    ]
    key = (params.get("event") or [""])[-1][:MOST_KEY_CHARACTERS]
    return story, replace(view, filters=filters, event=key or None), tuple(found)


def public_context(
    params: Mapping[str, Sequence[str]], language: Language, slug: str = "", mode: Mode = "light"
) -> Context:
    """The view that an address names of the story that this server shows to everybody.

    ``language`` is the reader's, where the address names none that is known.
    """
    story, view, notices = read_address(params, slug=slug)
    spoken = next((known for known in LANGUAGES if known == view.lang), language)
    return Context(story, view, notices, story.in_language(spoken), mode, slug)
