"""Two views side by side: two regions, or two stretches of time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from components.drawing.map import radius
from components.presentation.context import Context
from components.presentation.figure_texts import head_label, headline_item
from components.presentation.sentence import dates_words
from components.query import figures
from components.query.filters import Filters, event_date, sources_in_use
from components.story.edtf import parse_edtf
from components.story.models import Claim

Json = dict[str, Any]
Sides = tuple[Context, Context]
#: Titles of events that are written out on each side, when its list is opened.
MOST_TITLES: Final = 60
#: What a cell has where nothing else is said: a note, a circle's radius in pixels, its claims.
CELL: Final[Json] = {"note": "", "radius": 0, "claims": (), "missing": False}


def _people(claims: Sequence[Claim]) -> int:
    return int(sum(claim.value_low or 0 for claim in claims))


def _count(claims: Sequence[Claim], day: figures.DayCounts, largest: int, side: Context) -> Json:
    """The counts that a side has of a day, or why it has none."""
    i18n, asked = side.i18n, side.view.filters.regions
    if not claims:
        words = i18n.t("not reported") if asked else i18n.t("no count here")
        if {*day.claims, *day.left_out} & {*asked}:
            words = i18n.t("left out by your filters")
        return CELL | {"value": words, "missing": True}
    cell, count = CELL | {"claims": claims, "side": side}, len(claims)
    if not figures.summable(claims):
        return cell | {"value": i18n.n("{count} count", "{count} counts", count)}
    number = _people(claims)
    note = i18n.n("{count} region", "{count} regions", count) if count > 1 else ""
    size = round(radius(number, largest), 1)
    return cell | {"value": i18n.amount(number, claims[0].unit), "note": note, "radius": size}


def _count_lines(ctx: Context, sides: Sides) -> Iterator[Json]:
    """The counts by region of each day that has some, as paired circles on one scale."""
    split: list[tuple[figures.DayCounts, list[Sequence[Claim]]]] = []
    for day in figures.counts_by_day(ctx.dataset, replace(ctx.view.filters, regions=())):
        asked, when = [side.view.filters for side in sides], parse_edtf(day.day)
        within = [when.possibly_within(own.start, own.end) for own in asked]
        pairs = zip(asked, within, strict=True)
        split.append((day, [day.of(own.regions) if held else () for own, held in pairs]))
    largest = max((_people(own) for _, pair in split for own in pair), default=0)
    for day, pair in split:
        if any(pair):
            date = ctx.i18n.date(day.day, "short")
            cells = [_count(own, day, largest, side) for own, side in zip(pair, sides, strict=True)]
            label = ctx.i18n.t("Counted by region, as of {date}", date=date)
            yield {"label": label, "cells": cells, "size": radius(largest, largest)}


def _figure_lines(sides: Sides) -> Iterator[Json]:
    """The head figures that at least one side has, each side's own and no other."""
    heads = [
        {h.kind: h for h in figures.headlines(s.dataset, s.selection.claims, s.view.filters)}
        for s in sides
    ]
    # The counts by region have lines of their own.
    for kind in ("total", *figures.head_measures(sides[0].dataset)):
        cells = []
        for own, side in zip(heads, sides, strict=True):
            missing = {"value": side.i18n.t("no figure in this view"), "missing": True}
            item = headline_item(own[kind], side) | {"side": side} if kind in own else missing
            cells.append(CELL | item)
        if any(kind in own for own in heads):
            yield {"label": head_label(kind, sides[0]), "cells": cells, "size": 0}


def _sources(side: Context) -> Json:
    """The sources in use that an event or a figure of the side is cited from."""
    data, used = side.dataset, sources_in_use(side.dataset, side.view.filters)
    records = [event.id for event in side.selection.events]
    records += [claim.id for claim in side.selection.claims]
    asked = set(side.view.filters.sources) or used
    found = {c.source_id for one in records for c in data.citations_of(one)} & used & asked
    order = sorted(found, key=lambda key: (data.sources[key].custom.tier != "document", key))
    note = " · ".join(side.i18n.source(data.sources[key]) for key in order[:3])
    if len(found) > 3:
        note = side.i18n.t("{some} and others", some=note)
    return CELL | {"value": side.i18n.number(len(found)), "note": note}


def _events(side: Context) -> Json:
    i18n, shown, asked = side.i18n, side.selection, side.view.filters
    certain, note = len(shown.certain), ""
    if (asked.start or asked.end) and (possible := len(shown.events) - certain):
        note = i18n.t(
            "({certain} certainly in these dates, {possible} possibly)",
            certain=i18n.number(certain),
            possible=i18n.number(possible),
        )
    return CELL | {"value": i18n.number(len(shown.events)), "note": note}


def _side(side: Context, other: Context, *, dates: bool) -> Json:
    """A view's name, its first events (``shared`` where the other has them), and how many more."""
    i18n, theirs, own = side.i18n, {e.id for e in other.selection.events}, side.selection.events
    titles = [
        {
            "id": event.id,
            "date": i18n.date(event_date(side.dataset, event, side.view.filters), "short"),
            "title": i18n.of(event, "title"),
            "shared": event.id in theirs,
        }
        for event in own[:MOST_TITLES]
    ]
    regions = [i18n.of(side.dataset.regions[key], "label") for key in side.view.filters.regions]
    name = i18n.list(regions) if regions else i18n.t("All regions")
    if dates:
        name = dates_words(side.view, i18n)
    return {"name": name, "titles": titles, "more": max(len(own) - MOST_TITLES, 0)}


def comparison(ctx: Context) -> Json | None:
    """The view beside the one that it is compared with; ``None`` where there is none.

    It has a ``caption``, two ``sides``, and ``lines`` with one cell for either: a ``value`` with
    its note, its circle and its citations, or why there is none.
    """
    if ctx.view.compare is None:
        return None
    filters: Filters = ctx.view.compare.of(ctx.view.filters)
    other, i18n = ctx.filtered(filters), ctx.i18n
    sides, dates = (ctx, other), ctx.view.compare.dates is not None
    first, second = _side(ctx, other, dates=dates), _side(other, ctx, dates=dates)
    return {
        "caption": i18n.t(
            "Side by side: {one}, and {other}", one=first["name"], other=second["name"]
        ),
        "sides": (first, second),
        "lines": [
            *_count_lines(ctx, sides),
            *_figure_lines(sides),
            {"label": i18n.t("Events"), "cells": [_events(side) for side in sides], "size": 0},
            {"label": i18n.t("Sources"), "cells": [_sources(side) for side in sides], "size": 0},
        ],
    }
