"""The context of a page: story, view, language and colours, and what a table is asked for it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from components.drawing.palette import Mode, Palette, palette_for
from components.i18n import LANGUAGES, N_, I18n, Language
from components.intake.lessons import fits, lesson_in_use
from components.limits import MOST_EVENT_STEPS
from components.presentation.stories import LoadedStory, public_story
from components.query import view as views
from components.query.address_parser import Notice, shorten_value
from components.query.engine import EngineBusyError, QueryTimeoutError, StoreError
from components.query.filters import Facet, Filters, Selection
from components.query.view import View
from components.query.view_tables import Subset
from components.story.dataset import Dataset
from components.story.lesson import Story

if TYPE_CHECKING:
    from components.query.table import FacetValue, TableStore

LOGGER: Final = logging.getLogger(__name__)
#: Characters of the key of a table's row, as an address may have it.
MOST_KEY_CHARACTERS: Final = 300
#: Answers of an engine elsewhere are used again for so long.
LIVE_SECONDS: Final = 30
Answer = TypeVar("Answer")


class Missing(str):
    """What is said where no answer of a table came: the engine failed, or took too long."""

    __slots__ = ()


@dataclass(frozen=True)
class Context:
    """One view of one story, for one reader; ``slug`` is the page, ``notices`` what of its address
    could not be used, ``opened_lesson`` one that a teacher opened in place of the story's.
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
        return self.story.dataset

    @property
    def table(self) -> TableStore:
        """The table of a story that is one."""
        return cast("TableStore", self.story.table)

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
        return {kind.id: self.i18n.localize(kind, "name") for kind in self.dataset.kinds}

    @cached_property
    def selection(self) -> Selection:
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
        written = views.write_view(replace(self.view, **changes))
        if slug is None or slug == self.slug:
            return written
        # Another page is opened with what belongs to every page, and what is changed.
        named = views.write_view(replace(View(), **changes))
        return {
            n: value
            for n, value in written.items()
            if n not in views.PAGES_BY_PARAMETER or n in named
        }

    def ask(self, key: Hashable, ask: Callable[[TableStore], Answer]) -> Answer | Missing:
        """An answer of the table under the filters, asked once by its ``key``; else why not."""
        table = self.table
        now = 0 if table.about.made else int(time.monotonic() // LIVE_SECONDS)
        whole = (table.about.made, now, self.view.filters, key)
        try:
            # A count may be nothing, which a cache must tell from nothing kept.
            return cast("tuple[Answer]", self.story.answers.get(whole, lambda: (ask(table),)))[0]
        except StoreError as error:
            LOGGER.warning("%s: %s", key, error)
            words = N_(
                "This part is missing: the table could not be asked. Try again later; the rest of "
                "the page does not depend on it."
            )
            if isinstance(error, QueryTimeoutError):
                words = N_(
                    "This part is missing: the table did not answer in time. Choose fewer days or "
                    "fewer words, or try again later."
                )
            if isinstance(error, EngineBusyError):
                words = N_(
                    "This part is missing: too many questions are waiting for the table. Try again "
                    "in a few seconds."
                )
            return Missing(self.i18n.t(words))

    @property
    def total(self) -> FacetValue | Missing:
        """The events of a table that the filters leave: how many, and what they add up to."""
        return self.ask("total", lambda table: table.total(self.view.filters))

    @property
    def count(self) -> int | Missing:
        """How many events the filters leave, of a story's or of a table's."""
        if self.story.table is None:
            return len(self.selection.events)
        return found if isinstance(found := self.total, Missing) else found.count

    def values(self, facet: Facet) -> tuple[FacetValue, ...] | Missing:
        """The values of a filter, each with its events of a table, most first."""
        return self.ask(facet, lambda table: table.values(self.view.filters, facet))

    @property
    def counted_name(self) -> str:
        """What the rows of a table count, in the reader's language; empty where they do not."""
        column = self.table.about.number
        return column and self.table.credit.counted(column, self.i18n.language)


def read_address(
    params: Mapping[str, Sequence[str]],
    story_of: Callable[[str | None], LoadedStory] = public_story,
    opened_lesson: Story | None = None,
    slug: str | None = None,
) -> tuple[LoadedStory, View, tuple[Notice, ...]]:
    """The story of the version that an address names, its view and what could not be used; of a
    page ``slug`` only its parameters are read. ``story_of`` is asked ``None`` for the present one.
    """
    if slug is not None:
        params = {name: params[name] for name in views.list_page_parameters(slug) if name in params}
    versions = story_of(None).versions
    # Any value but a version is left to what reads the view.
    wanted = [value for value in params.get("v") or [] if value]
    story = story_of(wanted[-1] if wanted and wanted[-1] in versions else None)
    data = story.dataset
    own = opened_lesson if opened_lesson and fits(opened_lesson, data) else None
    # Without a lesson of its own each of the first events of a story is a step.
    steps = len((own or data.story).steps) or min(len(data.events), MOST_EVENT_STEPS)
    view, notices = views.read_view(params, data, tuple(LANGUAGES), versions, steps)
    if not story.table:
        return story, view, notices
    # Of a table any row may be named, and there is no filter on sources' own facts.
    found = [notice for notice in notices if notice.parameter != "event"]
    filters = replace(view.filters, published_by=None, excluded_voices=(), documents_only=False)
    found += [
        Notice(name, shorten_value(str(params[name][-1])), "table")
        for name in views.SOURCE_PARAMETERS
        if filters != view.filters and params.get(name)
    ]
    key = (params.get("event") or [""])[-1][:MOST_KEY_CHARACTERS]
    return story, replace(view, filters=filters, event=key or None), tuple(found)


def public_context(
    params: Mapping[str, Sequence[str]], language: Language, slug: str = "", mode: Mode = "light"
) -> Context:
    """The view that an address names of the public story; ``language`` is the reader's own."""
    story, view, notices = read_address(params, slug=slug)
    spoken = next((known for known in LANGUAGES if known == view.lang), language)
    return Context(story, view, notices, story.in_language(spoken), mode, slug)
