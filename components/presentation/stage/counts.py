"""The counts by region on the stage: ranked with bars, and for each day of the animation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from components.domain.dates.edtf import EdtfDate, parse_edtf
from components.domain.evidence.headlines import Headline
from components.domain.evidence.region_counts import (
    CountTable,
    DayCounts,
    RegionCounts,
    count_table,
    counts_by_day,
)
from components.domain.records.dataset import Dataset
from components.domain.records.models import Claim
from components.domain.views.filters import citations_in_use
from components.domain.views.view import View
from components.drawing.map import radius
from components.i18n import I18n
from components.presentation.charts.findings import counts_finding, shown_counts, shown_day
from components.presentation.charts.headlines import headline_item
from components.presentation.context import Context
from components.presentation.left_out import counts_left_out
from components.presentation.markup import render
from components.presentation.records.badges import claim_address
from components.presentation.records.citations import figure_views
from components.presentation.records.claims import presented

Json = dict[str, Any]


@dataclass(frozen=True)
class _RegionRow:
    """One region of the list of counts; ``share`` is the length of its bar, in percent."""

    id: str
    label: str
    text: str
    share: float


def _row(row: RegionCounts, which: str, table: CountTable, i18n: I18n) -> _RegionRow:
    number = row.number(which)
    return _RegionRow(
        row.region.id,
        i18n.of(row.region, "label"),
        "" if number is None else i18n.number(number),
        round(100 * (number or 0) / max(table.largest, 1), 1),
    )


def bounds(when: EdtfDate) -> Json:
    """A date as the browser compares it: numbers of its first and last day, null where open."""
    return {
        "first": when.first.toordinal() if when.lower else None,
        "last": when.last.toordinal() if when.upper else None,
        "unsure": when.approximate or when.uncertain,
    }


def caption(day: str, i18n: I18n, *, outside: bool) -> str:
    """What the list of counts is of, and whether the filters leave it out."""
    date = i18n.date(day)
    if outside:
        return i18n.t("By region, as of {date}, outside these filters", date=date)
    return i18n.t("People counted by region, as of {date}", date=date)


def counts_held(ctx: Context) -> list[Json]:
    """The day of the counts shown, and the regions that no filter but dates and regions hides.

    Empty where the filters leave no count, whatever its date. The browser compares the day with
    its dates as it does those of the events.
    """
    plain = replace(ctx.view, filters=replace(ctx.view.filters, start=None, end=None, regions=()))
    table = shown_counts(replace(ctx, view=plain))
    which = shown_day(ctx.view)
    day = table.day(which)
    if not (day and table.answered):
        return []
    kept = [row.region.id for row in table.rows if which not in row.left_out]
    return [{**bounds(parse_edtf(day)), "regions": kept}]


def ranked_html(table: CountTable, which: str, ctx: Context) -> str:
    """The counts of one day, the largest first, with their sum and what is counted."""
    i18n = ctx.i18n
    day = table.day(which)
    if day is None:
        return ""
    reported = [row for row in table.rows if row.number(which) is not None]
    reported.sort(key=lambda row: -(row.number(which) or 0))
    total = table.total(which)
    return render(
        "stage_counts.html",
        i18n,
        caption=caption(day, i18n, outside=bool(reported) and not table.answered),
        rows=[_row(row, which, table, i18n) for row in reported],
        total=i18n.number(total) if len(reported) > 1 and total is not None else "",
        note=presented(ctx.i18n),
        silent=i18n.list(i18n.of(row.region, "label") for row in table.silent(which)),
        hidden=counts_left_out(table, (which,), ctx),
        citations=figure_views(table.claims(which), ctx)[:2],
    )


def counts_html(ctx: Context) -> str:
    """The counts by region of the day that the view asks for."""
    return ranked_html(shown_counts(ctx), shown_day(ctx.view), ctx)


def mark_html(claims: Sequence[Claim], ctx: Context) -> str:
    """The source mark of a figure that is shown while the days are played."""
    return render("stage_mark.html", ctx.i18n, citations=figure_views(claims, ctx)[:1])


def number_html(to: str, value: str, ctx: Context) -> str:
    """A figure that is shown while the days are played, as a link to it in its question."""
    return render("stage_number.html", ctx.i18n, address=to, value=value)


def sources_of(claims: Iterable[Claim], dataset: Dataset, view: View) -> list[str]:
    """The sources in use that one of some claims is cited from."""
    data, filters = dataset, view.filters
    return sorted({c.source_id for one in claims for c in citations_in_use(data, one.id, filters)})


def _step(counts: DayCounts, largest: int, ctx: Context) -> Json:
    """What holds from a day on, until the next step; a region has radius, text, number, link."""
    table, claims = replace(count_table(ctx.dataset, (counts,)), largest=largest), counts.of(())
    head = headline_item(Headline("regions", claims), ctx)
    numbers = {row.region.id: row.number("latest") for row in table.rows}
    return {
        "day": parse_edtf(counts.day).last.toordinal(),
        "html": ranked_html(table, "latest", ctx),
        "finding": counts_finding(table, "latest", ctx),
        "label": head.label,
        "value": head.value,
        "link": number_html(head.address, head.value, ctx),
        "note": head.note,
        "mark": mark_html(claims, ctx),
        "when": ctx.i18n.date(counts.day, "short"),
        "sources": sources_of(claims, ctx.dataset, ctx.view),
        "regions": {
            claim.region_id: [
                round(radius(number, largest), 2),
                ctx.i18n.number(number),
                number,
                number_html(claim_address(claim, ctx), ctx.i18n.number(number), ctx),
            ]
            for claim in table.claims("latest")
            if claim.region_id and (number := numbers[claim.region_id]) is not None
        },
    }


def count_steps(ctx: Context) -> list[Json]:
    """The counts by region from each day on for which they hold.

    A day's counts stand until the next day that has some; before the first there are none. Only
    the filters that decide which sources are used are read.
    """
    days = counts_by_day(ctx.dataset, ctx.view.filters)
    largest = max((int(c.value_low or 0) for day in days for c in day.of(())), default=0)
    return [_step(day, largest, ctx) for day in days]
