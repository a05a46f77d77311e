"""Events as charts and lists need them, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from components.drawing.events import EventRow, row_sign
from components.i18n import I18n
from components.i18n.labels import BASIS
from components.presentation.context import Context
from components.presentation.records.rows import ListRow
from components.query.filters import Selection, citations_in_use, event_date, sharpened
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate
from components.story.models import Basis, Event, Place

#: How the marks of a list are filled, as in the timeline's key; a day that is stated has none.
SIGN: Final[dict[Basis, str]] = {"inferred": "○", "corroborated": "◉"}
#: A list longer than this is shown by pages of so many.
LONG_ROWS: Final = 60
PAGE_ROWS: Final = 50


@dataclass(frozen=True)
class ListPage:
    """The part of the list of events that a view shows: its events, its number and the last one."""

    events: Sequence[Event]
    number: int
    last: int
    total: int

    def words(self, i18n: I18n) -> str:
        """Which of the events these are."""
        first = (self.number - 1) * PAGE_ROWS + 1
        return i18n.t(
            "{first}–{last} of {total} events",
            first=i18n.number(first),
            last=i18n.number(min(first + PAGE_ROWS - 1, self.total)),
            total=i18n.number(self.total),
        )


def list_page(selection: Selection, view: View) -> ListPage:
    """The events of a view, all of them or, where they are very many, a page of them."""
    events = selection.events
    last = -(-len(events) // PAGE_ROWS) if len(events) > LONG_ROWS else 1
    number = min(view.page, last)
    shown = events[(number - 1) * PAGE_ROWS : number * PAGE_ROWS] if last > 1 else events
    return ListPage(shown, number, last, len(events))


def place_name(place: Place, i18n: I18n) -> str:
    """A place's name in the reader's language."""
    name: str = i18n.of(place, "name")
    return name


def basis_in_use(event: Event, dataset: Dataset, view: View) -> Basis:
    """How the shown date is known; without the reports it is what the documents support."""
    if not sharpened(dataset, event, view.filters):
        return "inferred"
    return event.date_basis


def event_row(key: str, days: EdtfDate, basis: Basis, kind: str, **words: str) -> EventRow:
    """An event as a timeline draws it; ``words`` are its ``label``, ``when`` and ``says``."""
    return EventRow(
        key, days.first, days.last, kind, precision=days.precision, basis=basis,
        unsure=days.approximate or days.uncertain, **words,
    )  # fmt: skip


def source_names(record_id: str, ctx: Context) -> str:
    """The sources of a record with their paragraphs, in one line, the four documents first."""
    data, i18n = ctx.dataset, ctx.i18n
    in_use = citations_in_use(data, record_id, ctx.view.filters)
    found = [(citation, data.sources[citation.source_id]) for citation in in_use]
    parts = []
    for citation, source in sorted(found, key=lambda one: one[1].custom.tier == "corroborating"):
        where = i18n.t("para. {number}", number=citation.locator) if citation.locator else ""
        parts.append(f"{i18n.source(source)} {where}".strip())
    return ", ".join(dict.fromkeys(parts))


def list_row(event: Event, ctx: Context) -> ListRow:
    """One line of the list."""
    i18n = ctx.i18n
    notes = []
    if event.place_id:
        notes.append(place_name(ctx.dataset.places[event.place_id], i18n))
    basis = basis_in_use(event, ctx.dataset, ctx.view)
    told = i18n.t("date {basis}", basis=i18n.t(BASIS[basis])) if basis != "stated" else ""
    dated = ctx.view.filters.start or ctx.view.filters.end
    possible = dated and event.id not in ctx.selection.certain
    when = event_date(ctx.dataset, event, ctx.view.filters)
    return ListRow(
        id=event.id,
        date=i18n.date(when),
        title=(title := i18n.of(event, "title")),
        lang=getattr(title, "language", ""),
        note=" · ".join(notes),
        glyph=ctx.palette.glyph[event.category],
        colour=ctx.palette.category[event.category],
        kind=ctx.kinds[event.category],
        sources=source_names(event.id, ctx),
        tag=i18n.t("possibly in these dates") if possible else "",
        basis=told,
        mark=row_sign(event_row(event.id, when, basis, event.category), ctx.palette),
    )


def list_rows(ctx: Context) -> tuple[ListRow, ...]:
    """The lines of the list; made once for all who come by its filters."""
    page = list_page(ctx.selection, ctx.view)
    key = ("rows", ctx.view.filters, page.number, ctx.i18n.language, ctx.mode)
    return ctx.story.once(key, lambda: tuple(list_row(event, ctx) for event in page.events))


def sign_key(events: Iterable[Event], ctx: Context) -> str:
    """What the marks of a list that are not filled mean, said once; empty where there are none."""
    used = {basis_in_use(event, ctx.dataset, ctx.view) for event in events}
    parts = [
        f"{sign} {ctx.i18n.t('date {basis}', basis=ctx.i18n.t(BASIS[basis]))}"
        for basis, sign in SIGN.items()
        if basis in used
    ]
    return " · ".join(parts)
