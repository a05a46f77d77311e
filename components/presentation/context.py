"""The context of a page: story, view, language and colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from components.drawing.palette import Mode, Palette, palette_for
from components.i18n import LANGUAGES, I18n, Language
from components.intake import ImportResult
from components.limits.views import MOST_EVENT_STEPS
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.presentation.table_answers import TableAnswers
from components.presentation.view_links import LinkBase
from components.query import view as views
from components.query.address_parser import Notice, shorten_value
from components.query.filters import SOURCE_FILTERS, Filters
from components.query.former_figure import drop_former_parts
from components.query.selection import Selection
from components.query.subset import Subset
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.lesson import Story
from components.story.lesson_from_events import lesson_in_use
from components.story.lesson_rules import fits_dataset

#: Characters of the key of a table's row, as an address may have it.
MOST_KEY_CHARACTERS: Final = 300


@dataclass(frozen=True)
class Context:
    """A view of a story, for a reader.

    Attributes
    ----------
    story
        The story that is shown.
    view
        What the address asks for.
    notices
        What of the address could not be used.
    i18n
        The reader's language.
    mode
        Light or dark.
    slug
        The page.
    opened_lesson
        A lesson that a teacher opened in place of the story's.
    """

    story: LoadedStory
    view: View
    notices: tuple[Notice, ...]
    i18n: I18n
    mode: Mode
    slug: str
    opened_lesson: Story | None = None

    @cached_property
    def dataset(self) -> Dataset:
        """The records of the story as the sources in use give them, whatever the other filters."""
        return self.story.restrict_to_sources(self.view.filters)

    @cached_property
    def lesson(self) -> Story:
        """The lesson in use: the story's, else one made from the events under the filters."""
        if self.opened_lesson:
            return self.opened_lesson
        return lesson_in_use(self.dataset, events=self.selection.events)

    @cached_property
    def palette(self) -> Palette:
        """The colours of the mode in use, with one for each kind of event."""
        return self.palette_in(self.mode)

    def palette_in(self, mode: Mode) -> Palette:
        """Return the colours of a mode, with one for each kind of event."""
        kinds = tuple((kind.id, kind.colour, kind.symbol) for kind in self.dataset.kinds)
        return palette_for(mode, kinds)

    @cached_property
    def facts(self) -> ViewFacts:
        """What is computed once of the story under the filters."""
        return self.story.facts(self.view.filters)

    @property
    def selection(self) -> Selection:
        """The records that meet the filters."""
        return self.facts.selection

    @property
    def subset(self) -> Subset:
        """The records that meet the filters with all that they refer to."""
        return self.story.subset(self.view.filters)

    @cached_property
    def link_base(self) -> LinkBase:
        """What the links of the page start from."""
        return LinkBase(self.slug, self.view, self.i18n.language)

    @property
    def table_answers(self) -> TableAnswers:
        """The answers of the story's table under the filters."""
        return TableAnswers(self.story, self.view.filters, self.i18n)

    def with_filters(self, filters: Filters) -> Context:
        """Return the same context with other filters."""
        return replace(self, view=replace(self.view, filters=filters))


class AddressedView(NamedTuple):
    """What an address names."""

    story: LoadedStory
    view: View
    #: What of the address could not be used.
    notices: tuple[Notice, ...]


def read_address(
    params: Mapping[str, Sequence[str]],
    load_story: Callable[[str | None], LoadedStory] = public_story,
    opened_lesson: Story | None = None,
    slug: str | None = None,
) -> AddressedView:
    """Return the story of the version that an address names, its view and what cannot be used.

    Parameters
    ----------
    params
        The query string, parsed: the values of each parameter.
    load_story
        Called with a version, or with ``None`` for the present one.
    opened_lesson
        A lesson that a teacher opened; its steps are counted if it fits the story.
    slug
        A page: only its parameters are read.
    """
    params = drop_former_parts(params)
    if slug is not None:
        params = {
            param_name: params[param_name]
            for param_name in views.list_page_parameters(slug)
            if param_name in params
        }
    versions = load_story(None).versions
    story = load_story(_named_version(params, versions))
    data = story.dataset
    step_count = _count_steps(data, opened_lesson)
    view, notices = views.read_view(params, data, tuple(LANGUAGES), versions, step_count)
    if story.table:
        view, notices = _adapt_to_table(params, view, notices)
    return AddressedView(story, view, notices)


def _named_version(params: Mapping[str, Sequence[str]], versions: Sequence[str]) -> str | None:
    """Return the version that an address names; any other value is left to ``read_view``."""
    named_values = [value for value in params.get("v") or [] if value]
    if named_values and named_values[-1] in versions:
        return named_values[-1]
    return None


def _count_steps(data: Dataset, opened_lesson: Story | None) -> int:
    lesson = data.story
    if opened_lesson and fits_dataset(opened_lesson, data):
        lesson = opened_lesson
    # Without a lesson each of the first events of a story is a step.
    return len(lesson.steps) or min(len(data.events), MOST_EVENT_STEPS)


def _adapt_to_table(
    params: Mapping[str, Sequence[str]], view: View, notices: Sequence[Notice]
) -> tuple[View, tuple[Notice, ...]]:
    """Adapt a view to a table: any row may be named, and facts of its sources are unknown."""
    table_notices = [notice for notice in notices if notice.parameter != "event"]
    filters = view.filters
    for filter_name in SOURCE_FILTERS:
        filters = filters.without_filter(filter_name)
    if filters != view.filters:
        for param_name in views.SOURCE_PARAMETERS:
            if params.get(param_name):
                shown_value = shorten_value(str(params[param_name][-1]))
                table_notices.append(Notice(param_name, shown_value, "table"))
    named_rows = params.get("event") or [""]
    row_key = named_rows[-1][:MOST_KEY_CHARACTERS]
    return replace(view, filters=filters, event=row_key or None), tuple(table_notices)


def public_context(
    params: Mapping[str, Sequence[str]], language: Language, slug: str = "", mode: Mode = "light"
) -> Context:
    """Return the context of a view of the public story.

    Parameters
    ----------
    params
        The query string, parsed.
    language
        The reader's own, where the address names none.
    slug
        The page.
    mode
        Light or dark.
    """
    story, view, notices = read_address(params, slug=slug)
    for known_language in LANGUAGES:
        if known_language == view.lang:
            language = known_language
    return Context(story, view, notices, story.in_language(language), mode, slug)


def file_context(
    view: View,
    language: Language,
    slug: str,
    opened: LoadedStory | ImportResult | None = None,
) -> Context:
    """Return the context of what is made for a file, in light colours.

    Parameters
    ----------
    view
        The view; its version names that of the public story.
    language
        The language of texts.
    slug
        The page.
    opened
        The story, or what a reader's files were read as; without it, the public story.

    Raises
    ------
    ValueError
        If the files were read as no story.
    """
    if isinstance(opened, ImportResult):
        opened = LoadedStory(opened, "published", private=True)
    story = opened or public_story(view.version)
    return Context(story, view, (), story.in_language(language), "light", slug)
