"""What a chart alone draws, as a table for those who do not see it or want the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from components.i18n.counts import count_words
from components.limits import MOST_MARKS
from components.presentation.context import Context
from components.presentation.figures import charted_claims, claim_table_row
from components.presentation.findings import (
    count_citations,
    has_counts,
    place_rows,
    shown_counts,
)
from components.presentation.pictures import Kind
from components.presentation.records.events import list_row

#: Rows of a table; what draws more marks than these is counted, not drawn.
MOST: Final = MOST_MARKS


@dataclass(frozen=True)
class ChartTable:
    """A table in words: the first cell of a row names it; ``more`` counts the rows left out."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int = 0


def _made(columns: Sequence[str], rows: Sequence[Sequence[str]], more: int = 0) -> ChartTable:
    return ChartTable(tuple(columns), tuple(tuple(row) for row in rows), more)


def _events(ctx: Context) -> ChartTable:
    t, events = ctx.i18n.t, ctx.selection.events
    rows = [list_row(event, ctx) for event in events[:MOST]]
    return _made(
        (t("Event"), t("Date"), t("Kind"), t("Sources")),
        [(row.title, " ".join((row.date, row.sign)).strip(), row.kind, row.sources)
         for row in rows],
        max(len(events) - MOST, 0),
    )  # fmt: skip


def _places(ctx: Context) -> ChartTable:
    t = ctx.i18n.t
    rows, more = place_rows(ctx)
    return _made((t("Place"), t("Events")), [(row.name, row.events) for row in rows], more)


def _counts(ctx: Context) -> ChartTable:
    i18n, table = ctx.i18n, shown_counts(ctx)
    days = [day for day in (table.earlier, table.latest) if day]
    rows = []
    for counts in table.rows:
        row = count_words(counts, i18n)
        said = list(dict.fromkeys(c.short for c in count_citations(counts, ctx)))
        both = (row.earlier, row.latest) if table.earlier else (row.latest,)
        rows.append((row.region, *both, ", ".join(said)))
    to = [i18n.t("to {date}", date=i18n.date(day)) for day in days]
    return _made((i18n.t("Region"), *to, i18n.t("Sources")), rows)


def _figures(ctx: Context) -> ChartTable:
    t = ctx.i18n.t
    rows = [claim_table_row(claim, ctx) for claim in charted_claims(ctx)]
    return _made(
        (t("Figure"), t("What is counted"), t("Who is counted"), t("Who said it"), t("As of"),
         t("Source")),
        [tuple(row.values()) for row in rows],
    )  # fmt: skip


def chart_table(kind: Kind, ctx: Context) -> ChartTable:
    """The table of one chart of a view."""
    if kind == "timeline":
        return _events(ctx)
    if kind == "figures":
        return _figures(ctx)
    return _counts(ctx) if has_counts(ctx.dataset) else _places(ctx)
