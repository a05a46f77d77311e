"""What the stage says of a view: its figures, its findings, its counts and the chosen record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from components.domain.evidence.headlines import headlines
from components.presentation.charts.headlines import headline_item, nearest_item
from components.presentation.charts.map import CountTable, RegionCounts, count_table, map_finding
from components.presentation.charts.timeline import timeline_finding
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.records.citations import cited
from components.presentation.records.claims import presented
from components.presentation.records.detail import detail_html
from components.presentation.sentence import dates_words, sentence

Json = dict[str, Any]


def figures_html(here: Context) -> str:
    """The head figures; where the filters leave none, the nearest one, said to be outside them."""
    found = {h.kind: h for h in headlines(here.dataset, here.selection.claims, here.view.filters)}
    items = [
        headline_item(found[kind], here) if kind in found else nearest_item(kind, here)
        for kind in here.dataset.presentation.figures or tuple(found)
    ]
    return render("stage_figures.html", here.i18n, items=[item for item in items if item])


@dataclass(frozen=True)
class _Row:
    """One region of the list of counts."""

    id: str
    label: str
    text: str
    share: float


def _row(row: RegionCounts, which: str, table: CountTable, here: Context) -> _Row:
    number = row.number(which)
    return _Row(
        row.region.id,
        here.i18n.of(row.region, "label"),
        "" if number is None else here.i18n.number(number),
        round(100 * (number or 0) / max(table.largest, 1), 1),
    )


def counts_html(here: Context) -> str:
    """The counts by region, the largest first, with their sum and what is counted."""
    i18n, table = here.i18n, count_table(here)
    which = "earlier" if here.view.counts == "earlier" else "latest"
    day = table.earlier if which == "earlier" else table.latest
    reported = [row for row in table.rows if row.number(which) is not None]
    if not reported or day is None:
        return ""
    claims = [row.latest if which == "latest" else row.earlier for row in reported]
    marks = {
        (c.source_id, c.locator): c for claim in claims if claim for c in cited(claim.id, here)
    }
    silent = [i18n.of(row.region, "label") for row in table.rows if row not in reported]
    return render(
        "stage_counts.html",
        i18n,
        caption=i18n.t("People counted by region, as of {date}", date=i18n.date(day)),
        rows=[_row(row, which, table, here) for row in reported],
        total=i18n.number(table.total(which)) if len(reported) > 1 else "",
        note=presented(here),
        silent=i18n.list(silent),
        citations=list(marks.values())[:2],
    )


def chosen_key(here: Context) -> str:
    """Which record is shown in full: ``event:…``, ``region:…`` or nothing."""
    if here.view.event:
        return f"event:{here.view.event}"
    regions = here.view.filters.regions
    return f"region:{regions[0]}" if len(regions) == 1 else ""


def stage_parts(here: Context) -> Json:
    """Everything on the stage that changes with the view and that only the server can say."""
    i18n, chosen = here.i18n, chosen_key(here)
    return {
        "shown": sentence(here),
        "figures": figures_html(here),
        "counts": counts_html(here),
        "time": {
            "finding": timeline_finding(here),
            "measured": i18n.t("Events by kind and date, {span}", span=dates_words(here)),
        },
        "map": {"finding": map_finding(here)},
        "chosen": chosen,
        "detail": detail_html(here) if chosen else "",
    }
