"""A view in which no event is left: what its headlines say, and the ways back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.sentence import FILTER_LABELS
from components.query.filters import FilterName, Filters, relaxed_counts
from components.query.search import Index
from components.query.view import write_view


@dataclass(frozen=True)
class Way:
    """One way out of a view: what it is called, and what it changes in the view."""

    label: str
    changes: dict[str, Any]


@dataclass(frozen=True)
class WayBack:
    """What to do about an empty view: a sentence, and links to the views that hold something."""

    words: str
    links: tuple[tuple[str, str], ...]


def nothing_fits(i18n: I18n) -> str:
    """What every headline says of a view without events."""
    return i18n.t("No event in the story fits this view")


def current_address(ctx: Context, **changes: Any) -> str:
    """The address of the same page with another view, its language always named."""
    params = write_view(replace(ctx.view, lang=ctx.i18n.language, **changes))
    return f"./{ctx.slug}?{urlencode(params, doseq=True)}"


def what_to_do(helps: bool, i18n: I18n) -> str:
    """What a reader may do; ``helps`` is whether one filter less shows an event."""
    if helps:
        return i18n.t("Take one filter away to see events again:")
    return i18n.t("No single filter is the cause: clear them all to start again.")


def lift_words(name: FilterName, count: int, i18n: I18n) -> str:
    """What the end of one filter brings back."""
    return i18n.n(
        "Remove the filter on {what}: {count} event",
        "Remove the filter on {what}: {count} events",
        count,
        what=i18n.t(FILTER_LABELS[name]),
    )


def every_filter(i18n: I18n) -> Way:
    """The way out that takes all filters away."""
    return Way(i18n.t("Clear all filters"), {"filters": Filters(), "page": 1})


def likely_spellings(ctx: Context) -> list[Way]:
    """The view with each name of the story that the words typed are nearest to."""
    filters, asks = ctx.view.filters, ctx.i18n.t("Did you mean …?")
    near = ctx.dataset.once(Index).nearest(filters.text, ctx.dataset) if filters.text else ()
    return [Way(f"{asks} {text}", {"filters": replace(filters, text=text)}) for text in near]


def ways_to_events(ctx: Context) -> tuple[Way, ...]:
    """A way for each likely spelling, for each filter whose end would help, and without any."""
    filters, i18n = ctx.view.filters, ctx.i18n
    helpful = [
        Way(lift_words(name, count, i18n), {"filters": filters.without_filter(name), "page": 1})
        for name, count in relaxed_counts(ctx.dataset, filters)
        if count
    ]
    return (*likely_spellings(ctx), *helpful, every_filter(i18n))


def way_back(ctx: Context) -> WayBack:
    """The ways to events as links, with what to do in a sentence."""
    ways = ways_to_events(ctx)
    links = tuple((current_address(ctx, **way.changes), way.label) for way in ways)
    return WayBack(what_to_do(len(ways) > 1, ctx.i18n), links)
