"""A story as it is shown, with a cache of what is computed from it."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from cachetools import LRUCache

from components.i18n import I18n, Language
from components.intake import ImportResult
from components.query.filters import SOURCE_DEPENDENT_FILTERS, Filters
from components.query.selection import MOST_INDEXED, Selection, fold_record_texts, select_records
from components.query.sources_in_use import restrict_to_sources
from components.query.subset import Subset, build_subset
from components.query.view_facts import ViewFacts
from components.story.content_hash import hash_code
from components.story.dataset import Dataset
from components.story.ground_data import Basemap, build_basemap
from components.work.cancellation import raise_if_cancelled
from components.work.memory import SingleFlightCache, list_opened_stories, watch_story

if TYPE_CHECKING:
    from components.query.table import TableStore

#: Cached values of a story that all visitors share, and of a story in a session, which has one
#: reader.
SHARED_ENTRIES: Final = 256
SESSION_ENTRIES: Final = 8
#: Answers of a table are cached with its story, so that a closed one leaves no text of its rows.
MOST_ANSWERS: Final = 512
#: Characters of the hash in the addresses of drawings.
MARK_CHARACTERS: Final = 12

Value = TypeVar("Value")


@dataclass(eq=False)
class LoadedStory:
    """A story as it is shown: its records, its basemap, and a cache of what is computed from them.

    The cache is here so that the rows of an opened file are gone with the session that holds them.

    Attributes
    ----------
    intake
        What was read, with the problems in it.
    key
        Tells the story from every other story of the process.
    versions
        Versions of the data set that can be shown, the present one first.
    private
        Whether it was opened in a session; no address leads to it.
    table
        Events that are queried instead of read; ``dataset`` then holds their name, days, kinds,
        regions and sources.
    dataset
        The records.

    Raises
    ------
    ValueError
        If nothing of what was read can be shown.
    """

    intake: ImportResult
    key: str
    versions: tuple[str, ...] = ()
    private: bool = False
    table: TableStore | None = None
    dataset: Dataset = field(init=False)

    def __post_init__(self) -> None:
        if self.intake.dataset is None:
            raise ValueError(f"{self.intake.name}: nothing of it can be shown")
        self.dataset = self.intake.dataset
        self.versions = self.versions or (self.dataset.version,)
        cache_size = SHARED_ENTRIES
        if self.private:
            cache_size = SESSION_ENTRIES
        self._cached_values: LRUCache[Hashable, Any] = LRUCache(cache_size)
        self.answers: SingleFlightCache[Any] = SingleFlightCache(MOST_ANSWERS)
        self._lock = threading.RLock()
        self._basemap: Basemap | None = None
        self._languages: dict[Language, I18n] = {}
        if len(self.dataset.events) > MOST_INDEXED:
            # Now, while the reader sees that something is being read, not with the first filter.
            self.selection(Filters())
            self.dataset.memoize(fold_record_texts)
        if self.private:
            watch_story(self)

    def in_language(self, language: Language) -> I18n:
        """Return a language with the texts and names that this story has in it."""
        if language not in self._languages:
            self._languages[language] = I18n(language, self.dataset)
        return self._languages[language]

    @cached_property
    def mark(self) -> str:
        """Tell this story from every other by its content, on every copy of the app.

        Two copies that read the same files with the same code have the same mark, in whatever
        folder: what is named by it is kept for good by browsers. A story that was not read from
        the server's files is told by its key.
        """
        data = self.dataset
        if self.private:
            content = self.key
        elif self.table is not None:
            content = repr(self.table.about)
        else:
            content = self.intake.content_hash or self.key
        parts = (content, hash_code(), data.title, data.version, data.created)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:MARK_CHARACTERS]

    @property
    def is_live(self) -> bool:
        """Return whether the rows are asked elsewhere and may change under the same mark."""
        return self.table is not None and not self.table.about.made

    def searches_as_written(self, filters: Filters) -> bool:
        """Return whether words are searched as they are typed, in no other form.

        A table's are, and those of very many events.
        """
        if self.table is not None:
            return True
        return len(self.restrict_to_sources(filters).events) > MOST_INDEXED

    @property
    def basemap(self) -> Basemap:
        """The basemap, which the cached values of filters never push out."""
        if self._basemap is None:
            raise_if_cancelled()
            # Not a cached property: those of all stories wait for one lock.
            self._basemap = build_basemap(self.dataset, self.intake.geo)
        return self._basemap

    def memoize(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """Return the cached value of a key, or compute and cache it.

        Nobody waits for another thread's computation: two threads that ask at the same time may
        both compute the value, and get the same. A lock held meanwhile could wait for one that its
        holder's thread needs.
        """
        with self._lock:
            if key in self._cached_values:
                return cast(Value, self._cached_values[key])
        computed = compute()
        with self._lock:
            return cast(Value, self._cached_values.setdefault(key, computed))

    def facts(self, filters: Filters) -> ViewFacts:
        """Return what is computed once of the story under the filters."""
        return self.memoize(("facts", filters), partial(self._compute_facts, filters))

    def _compute_facts(self, filters: Filters) -> ViewFacts:
        dataset = self.restrict_to_sources(filters)
        return ViewFacts(dataset, filters, select_records(dataset, filters))

    def selection(self, filters: Filters) -> Selection:
        """Return the records that meet the filters."""
        return self.facts(filters).selection

    def restrict_to_sources(self, filters: Filters) -> Dataset:
        """Return the records as the sources give them that the filters leave in use."""
        source_filters = filters.keep_only(*SOURCE_DEPENDENT_FILTERS)
        if source_filters == Filters():
            return self.dataset
        compute_restricted = partial(restrict_to_sources, self.dataset, source_filters)
        return self.memoize(("sources", source_filters), compute_restricted)

    def subset(self, filters: Filters) -> Subset:
        """Return the records that meet the filters as a data set of its own."""
        return self.memoize(("part", filters), partial(self._compute_subset, filters))

    def _compute_subset(self, filters: Filters) -> Subset:
        return build_subset(self.dataset, filters, self.selection(filters))


def count_open_rows(besides: LoadedStory | None = None) -> int:
    """Count the rows made into records in all stories that sessions have opened.

    Parameters
    ----------
    besides
        A story that is not counted, since another takes its place.
    """
    row_count = 0
    for story in list_opened_stories():
        if isinstance(story, LoadedStory) and story is not besides:
            row_count += count_rows(story.dataset)
    return row_count


def count_rows(dataset: Dataset) -> int:
    """Count the events and claims of a data set."""
    return len(dataset.events) + len(dataset.claims)
