"""What a table of events answers under some filters, as a story's facts are computed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar, cast

from components.i18n import N_, I18n
from components.loading.loaded_story import LoadedStory
from components.query.engine_errors import EngineBusyError, QueryTimeoutError, StoreError
from components.query.filters import Facet, Filters
from components.query.view_facts import ViewFacts

if TYPE_CHECKING:
    from components.query.table import FacetValue, TableStore

LOGGER: Final = logging.getLogger(__name__)
#: Answers of a database elsewhere are used again for so long.
LIVE_SECONDS: Final = 30
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class QueryFailed:
    """A query of a table without an answer: the engine failed, or took too long."""

    #: Why, in the reader's language, with what to do.
    message: str


def _failure_message(error: StoreError) -> str:
    """Return why a query failed, as a message to translate."""
    if isinstance(error, EngineBusyError):
        return N_(
            "This part is missing: too many questions are waiting for the table. Try again "
            "in a few seconds."
        )
    if isinstance(error, QueryTimeoutError):
        return N_(
            "This part is missing: the table did not answer in time. Choose fewer days or "
            "fewer words, or try again later."
        )
    return N_(
        "This part is missing: the table could not be asked. Try again later; the rest of "
        "the page does not depend on it."
    )


@dataclass(frozen=True)
class TableAnswers:
    """The answers of a story's table under some filters; each is queried when it is asked for.

    Attributes
    ----------
    story
        A story whose events are queried; answers are cached with it.
    filters
        The filters.
    i18n
        The reader's language, in which a failure is explained.
    """

    story: LoadedStory
    filters: Filters
    i18n: I18n

    @property
    def table(self) -> TableStore:
        """The table whose events are queried."""
        return cast("TableStore", self.story.table)

    def query(
        self, key: Hashable, run_query: Callable[[TableStore], Answer]
    ) -> Answer | QueryFailed:
        """Query the table under the filters.

        Parameters
        ----------
        key
            Tells the query from others under the same filters: its answer is cached.
        run_query
            Called with the table; its answer may be ``None``.

        Returns
        -------
        Answer | QueryFailed
            The answer, or why there is none. A failure is logged and not cached.
        """
        table = self.table
        time_slot = 0
        if not table.about.made:
            time_slot = int(time.monotonic() // LIVE_SECONDS)
        cache_key = (table.about.made, time_slot, self.filters, key)

        def compute_answer() -> tuple[Answer]:
            # In a tuple: a count may be nothing, which a cache must tell from no entry.
            return (run_query(table),)

        try:
            (answer,) = cast("tuple[Answer]", self.story.answers.get(cache_key, compute_answer))
        except StoreError as error:
            LOGGER.warning("%s: %s", key, error)
            return QueryFailed(self.i18n.t(_failure_message(error)))
        return answer

    @property
    def total(self) -> FacetValue | QueryFailed:
        """The events that meet the filters: how many, and what they add up to."""
        return self.query("total", lambda table: table.count_events(self.filters))

    def count_values(self, facet: Facet) -> tuple[FacetValue, ...] | QueryFailed:
        """Return the values of a filter, each with its events, most first."""
        return self.query(facet, lambda table: table.count_values(self.filters, facet))

    @property
    def counted_name(self) -> str:
        """What the rows count, in the reader's language; empty where they do not."""
        column = self.table.about.number
        if not column:
            return ""
        return self.table.credit.count_label(column, self.i18n.language)


def count_events(facts: ViewFacts, story: LoadedStory, i18n: I18n) -> int | QueryFailed:
    """Return how many events meet the filters, of a story's or of a table's.

    Parameters
    ----------
    facts
        The facts of the view.
    story
        The story, whose table is queried if it has one.
    i18n
        The reader's language, in which a failure is explained.
    """
    if story.table is None:
        return len(facts.selection.events)
    total = TableAnswers(story, facts.filters, i18n).total
    if isinstance(total, QueryFailed):
        return total
    return total.count
