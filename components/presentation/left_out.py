"""What the filters of a view leave out, said with the links that bring it back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from components.presentation.context import Context
from components.presentation.sentence import FILTER_LABELS
from components.presentation.ways_back import current_address
from components.query.figures import CountTable
from components.query.filters import Filters


@dataclass(frozen=True)
class LeftOutNotice:
    """That the filters leave something out, in a sentence, and the ways back to it."""

    words: str
    links: tuple[tuple[str, str], ...]


def _links(records: Collection[str], ctx: Context, base: Filters) -> tuple[tuple[str, str], ...]:
    """A link for each filter whose end alone brings one of some records back, else for all."""

    def shows(filters: Filters) -> bool:
        found = ctx.story.selection(filters)
        ids = [*(event.id for event in found.events), *(claim.id for claim in found.claims)]
        return any(key in records for key in ids)

    i18n, asked = ctx.i18n, ctx.view.filters
    links = tuple(
        (
            current_address(ctx, filters=asked.without_filter(name)),
            i18n.t("Remove the filter on {what}", what=i18n.t(FILTER_LABELS[name])),
        )
        for name in base.active()
        if shows(base.without_filter(name))
    )
    return links or ((current_address(ctx, filters=Filters()), i18n.t("Clear all filters")),)


def counts_left_out(table: CountTable, days: Collection[str], ctx: Context) -> LeftOutNotice | None:
    """The regions whose counts of some days the filters leave out; ``None`` where there is none."""
    rows = [row for row in table.rows if any(day in row.left_out for day in days)]
    if not rows:
        return None
    records = {claim.id for row in rows for claim in row.left_out.values()}
    names = ctx.i18n.list(ctx.i18n.of(row.region, "label") for row in rows)
    words = ctx.i18n.t("Left out by your filters: {names}.", names=names)
    return LeftOutNotice(words, _links(records, ctx, replace(ctx.view.filters, regions=())))


def records_left_out(words: str, records: Collection[str], ctx: Context) -> LeftOutNotice | None:
    """What is said of records that are shown or counted although the filters leave them out."""
    if not records:
        return None
    return LeftOutNotice(words, _links(records, ctx, ctx.view.filters))
