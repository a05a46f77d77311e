"""Asking a table for a view: each answer once, and what is said where none comes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from components.presentation.context import Context
from components.presentation.stories import LoadedStory
from components.query.engine import StoreError, TooSlow
from components.query.filters import Facet
from components.work.memory import SingleFlightCache

if TYPE_CHECKING:
    from components.query.table import TableStore, Value

LOGGER: Final = logging.getLogger(__name__)
MOST_KEPT: Final = 512
#: Answers of an engine elsewhere are used again for so long.
LIVE_SECONDS: Final = 30
_kept: SingleFlightCache[Any] = SingleFlightCache(MOST_KEPT)
Answer = TypeVar("Answer")


class Missing(str):
    """What is said where no answer came: the engine failed, or took too long."""

    __slots__ = ()


def story_table(story: LoadedStory) -> TableStore:
    """The table of a story that is one."""
    if story.table is None:
        raise TypeError(f"{story.key} is no table")
    return story.table


def asked(ctx: Context, key: Hashable, ask: Callable[[TableStore], Answer]) -> Answer | Missing:
    """An answer under the filters of a view, asked once; :class:`Missing` where none comes.

    ``key`` tells this question from others under the same filters.
    """
    table = story_table(ctx.story)
    now = 0 if table.about.made else int(time.monotonic() // LIVE_SECONDS)
    whole = (ctx.story.key, table.about.made, now, ctx.view.filters, key)
    try:
        # A count may be nothing, which a cache must tell from nothing kept.
        return cast("tuple[Answer]", _kept.get(whole, lambda: (ask(table),)))[0]
    except StoreError as error:
        LOGGER.warning("%s: %s", key, error)
        if isinstance(error, TooSlow):
            said = ctx.i18n.t(
                "This part is missing: the table did not answer in time. Choose fewer days or "
                "fewer words, or try again later."
            )
        else:
            said = ctx.i18n.t(
                "This part is missing: the table could not be asked. Try again later; the rest of "
                "the page does not depend on it."
            )
        return Missing(said)


def shown_total(ctx: Context) -> Value | Missing:
    """The events that the filters leave: how many, and what they add up to."""
    return asked(ctx, "total", lambda table: table.total(ctx.view.filters))


def shown_count(ctx: Context) -> int | Missing:
    """How many events the filters leave."""
    found = shown_total(ctx)
    return found if isinstance(found, Missing) else found.count


def counted_name(ctx: Context) -> str:
    """What the rows of a table count, in the reader's language; empty where they count nothing."""
    table = story_table(ctx.story)
    column = table.about.number
    return column and table.credit.counted(column, ctx.i18n.language)


def table_values(ctx: Context, facet: Facet) -> tuple[Value, ...] | Missing:
    """The values of a filter with how many events each has in a table, most first."""
    return asked(ctx, facet, lambda table: table.values(ctx.view.filters, facet))
