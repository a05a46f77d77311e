"""What stands at the head of the Overview: the story's own line, or which part of it is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.notices import nothing_fits
from components.presentation.sentence import restrictions, shortest
from components.query.filters import MOST_INDEXED
from components.query.view import PARAMETERS_OF, View

#: The parameters of an address with which the Overview shows less than the whole story, or more
#: than one view of it.
NARROWING: Final = (*(name for names in PARAMETERS_OF.values() for name in names), "compare")


def played_words(day: str, start: str, i18n: I18n) -> str:
    """The headline of a day that is played; ``start`` is the first day chosen, where one is."""
    if not start:
        return i18n.t("What had happened by {date}", date=day)
    if start == day:
        return i18n.t("What happened on {date}", date=day)
    return i18n.t("What happened from {start} to {date}", start=start, date=day)


def as_of_day(view: View) -> View:
    """The view of what had happened by the day that is played."""
    filters, day = view.filters, view.day
    if day is None:
        return view
    return replace(view, filters=replace(filters, end=min(day, filters.end or day)), day=None)


def with_filters(count: str, ctx: Context) -> str:
    """How much is shown, and of what: "12 of 43 events, 22–25 February 2019, in Guajira"."""
    return shortest(", ".join([count, *restrictions(ctx)]), count)


def overview_headline(ctx: Context, compared: str = "") -> str:
    """The headline of a view of the Overview, true of what that view shows.

    Args:
        ctx: the view.
        compared: which two views stand side by side, in words, where two do.
    """
    i18n, view, shown = ctx.i18n, ctx.view, ctx.selection
    if not shown.events:
        return nothing_fits(i18n)
    # The days of a story that the server filters are not played.
    if view.day and len(ctx.dataset.events) <= MOST_INDEXED:
        start = view.filters.start
        if start and start != view.day:
            return played_words(i18n.day(view.day), i18n.start(start, view.day), i18n)
        day = i18n.day(view.day)
        return played_words(day, day if start else "", i18n)
    if compared:
        return compared
    if not view.filters.active():
        return i18n.t("The story in one line")
    count = i18n.t(
        "{shown} of {total} events",
        shown=i18n.number(len(shown.events)),
        total=i18n.number(shown.events_total),
    )
    return with_filters(count, ctx)
