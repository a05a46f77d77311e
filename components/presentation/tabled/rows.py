"""One page of a table's rows as the list of events shows them, and one row in full."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from components.drawing.events import row_sign
from components.i18n import I18n
from components.i18n.credit import story_name
from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.records.events import event_row
from components.presentation.records.rows import ListRow
from components.presentation.stories import LoadedStory
from components.presentation.tabled.asked import Missing, asked
from components.presentation.tabled.words import shown_count
from components.query.table import Entry
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, parse_edtf

PAGE_ROWS: Final = 50
#: Pages that can be turned to: what lies further is found by its days, or taken away as a file.
MOST_PAGES: Final = 200


@dataclass(frozen=True)
class RowPage:
    """One page of rows, its number and that of the last one, and how many rows there are."""

    entries: tuple[Entry, ...]
    number: int
    last: int
    total: int


def row_page(story: LoadedStory, view: View) -> RowPage | Missing:
    """The page of rows that a view names."""
    total = shown_count(story, view)
    if isinstance(total, Missing):
        return total
    last = max(1, min(-(-total // PAGE_ROWS), MOST_PAGES))
    number = min(view.page, last)
    found = asked(
        story, view, ("page", number), lambda table: table.page(view.filters, number, PAGE_ROWS)
    )
    return found if isinstance(found, Missing) else RowPage(found, number, last, total)


def page_words(page: RowPage, i18n: I18n) -> str:
    """Which of the rows these are."""
    first = (page.number - 1) * PAGE_ROWS + 1
    said = i18n.t(
        "{first}–{last} of {total} events",
        first=i18n.number(first),
        last=i18n.number(first + len(page.entries) - 1),
        total=i18n.number(page.total),
    )
    if page.total > MOST_PAGES * PAGE_ROWS:
        said += " " + i18n.t(
            "(the first {most} can be turned to; choose days to see others)",
            most=i18n.number(MOST_PAGES * PAGE_ROWS),
        )
    return said


def _date(entry: Entry) -> EdtfDate:
    """The date as it is written, else as its days."""
    try:
        return parse_edtf(entry.when)
    except ValueError:
        return parse_edtf(entry.first.isoformat())


def _sources(entry: Entry, dataset: Dataset, i18n: I18n) -> str:
    return i18n.list(i18n.source(dataset.sources[key]) for key in entry.sources)


def list_rows(entries: tuple[Entry, ...], ctx: Context) -> list[ListRow]:
    """Rows as lines of the list."""
    return [
        ListRow(
            id=entry.key,
            date=ctx.i18n.date(_date(entry)),
            title=entry.title,
            note=entry.place,
            glyph=ctx.palette.glyph[entry.kind],
            colour=ctx.palette.category[entry.kind],
            kind=ctx.kinds[entry.kind],
            sources=_sources(entry, ctx.dataset, ctx.i18n),
            tag="",
            mark=row_sign(event_row(entry.key, _date(entry), "stated", entry.kind), ctx.palette),
        )
        for entry in entries
    ]


def list_data(page: RowPage, ctx: Context) -> dict[str, Any]:
    """What the list of events is sent of a page of rows; the chosen one stands elsewhere."""
    return {
        "rows": [asdict(row) for row in list_rows(page.entries, ctx)],
        "signs": "",
        "chosen": ctx.view.event,
        "label": ctx.i18n.t("Events, in order of date"),
        "detail": "",
    }


def row_html(ctx: Context) -> str:
    """The row that the address names, in full; empty where it names none that there is."""
    key = ctx.view.event
    if not key:
        return ""
    entry = asked(ctx.story, ctx.view, ("entry", key), lambda table: table.entry(key))
    if isinstance(entry, Missing):
        return render("caveat.html", ctx.i18n, text=entry.words(ctx.i18n))
    if entry is None:
        said = ctx.i18n.t("No row of this table has the key “{key}”.", key=key)
        return render("caveat.html", ctx.i18n, text=said)
    regions = [ctx.i18n.of(ctx.dataset.regions[r], "label") for r in entry.regions]
    return render(
        "table_row.html",
        ctx.i18n,
        entry=entry,
        date=ctx.i18n.date(_date(entry)),
        kind=ctx.kinds[entry.kind],
        glyph=ctx.palette.glyph[entry.kind],
        colour=ctx.palette.category[entry.kind],
        regions=ctx.i18n.list(regions),
        sources=_sources(entry, ctx.dataset, ctx.i18n),
        link=entry.url if entry.url.startswith(("https://", "http://")) else "",
        table=story_name(ctx.dataset, ctx.i18n),
    )
