"""The list of a view's events, the record that is chosen in full, and what typed words find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from components.drawing.events import EventRow, row_sign
from components.i18n import I18n, names
from components.i18n.language import story_name
from components.presentation.cited import address, citations_of, page_of_claim, place_label, used
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.notices import records_left_out
from components.presentation.table_answers import Missing, asked, counted_name, shown_count
from components.query.filters import citations_in_use, event_date, in_use
from components.query.numbers import numbers_named
from components.query.search import Index, Kind, search
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Basis, Event

if TYPE_CHECKING:
    from components.query.table import Entry

#: How the marks of a list are filled, as in the timeline's key; a day that is stated has none.
SIGN: Final[dict[Basis, str]] = {"inferred": "○", "corroborated": "◉"}
#: A list longer than this is shown by pages of so many.
LONG_ROWS: Final = 60
PAGE_ROWS: Final = 50
#: Pages of a table that can be turned to: what lies further is found by its days, or in a file.
MOST_PAGES: Final = 200
#: A line of a list of events or figures: ``id``, ``date``, ``title`` and its ``lang`` where it is
#: not the page's, ``note``, ``glyph`` and ``colour``, ``kind``, ``sources``, ``tag``; ``mark``, the
#: timeline's sign as a drawing, in place of the glyph; ``sign``, a shape beside the date whose
#: meaning stands above the list, and ``basis``, the same in words.
Line = dict[str, str]


# One event ----------------------------------------------------------------------------------------


def basis_in_use(event: Event, dataset: Dataset, view: View) -> Basis:
    """How the shown date is known; without the reports it is what the documents support."""
    return in_use(dataset, event, view.filters).date_basis


def basis_words(basis: Basis, i18n: I18n) -> str:
    """How a date is known, such as "date inferred"; empty where it is stated."""
    return i18n.t("date {basis}", basis=i18n.t(names.BASIS[basis])) if basis != "stated" else ""


def event_row(key: str, days: EdtfDate, basis: Basis, kind: str, **words: str) -> EventRow:
    """An event as a timeline draws it; ``words`` are its ``label``, ``when`` and ``says``."""
    return EventRow(
        key, days.first, days.last, kind, precision=days.precision, basis=basis,
        unsure=days.approximate or days.uncertain, hour=days.hour, **words,
    )  # fmt: skip


def source_names(record_id: str, ctx: Context) -> str:
    """The sources of a record with their paragraphs, in one line, the documents first."""
    labels = (place_label(one, ctx, " ") for one in citations_of(record_id, ctx))
    return ", ".join(dict.fromkeys(labels))


# The list -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListPage:
    """The part of the list of events that a view shows: its events, its number and the last one."""

    events: Sequence[Event | Entry]
    number: int
    last: int
    total: int

    def words(self, i18n: I18n) -> str:
        """Which of the events these are."""
        first = (self.number - 1) * PAGE_ROWS + 1
        said = i18n.t(
            "{first}–{last} of {total} events",
            first=i18n.number(first),
            last=i18n.number(first + len(self.events) - 1),
            total=i18n.number(self.total),
        )
        if self.total > (most := MOST_PAGES * PAGE_ROWS):
            said += " " + i18n.t(
                "(the first {most} can be turned to; choose days to see others)",
                most=i18n.number(most),
            )
        return said


def list_page(ctx: Context) -> ListPage | Missing:
    """The events of a view, all of them or, where they are very many, a page of them."""
    view, table = ctx.view, ctx.story.table
    total = shown_count(ctx) if table else len(ctx.selection.events)
    if isinstance(total, Missing):
        return total
    last = min(-(-total // PAGE_ROWS), MOST_PAGES) if total > LONG_ROWS else 1
    number, size = min(view.page, last), PAGE_ROWS if last > 1 else LONG_ROWS
    if not table:
        events = ctx.selection.events[(number - 1) * size : number * size]
        return ListPage(events, number, last, total)
    rows = asked(ctx, ("page", number), lambda t: t.page(view.filters, number, size))
    return rows if isinstance(rows, Missing) else ListPage(rows, number, last, total)


def list_row(event: Event | Entry, ctx: Context) -> Line:
    """One line of the list: an event of a story, or a row of a table."""
    i18n, data, filters = ctx.i18n, ctx.dataset, ctx.view.filters
    basis: Basis
    if not isinstance(event, Event):
        key, kind, basis, title = event.key, event.kind, "stated", event.title
        note, possible = event.place, False
        sources = i18n.list(i18n.source(data.sources[one]) for one in event.source)
        # As it is written, else as its days.
        try:
            days = parse_edtf(event.edtf)
        except ValueError:
            days = parse_edtf(event.first.isoformat())
    else:
        key, kind, title = event.id, event.category, i18n.of(event, "title")
        basis, days = basis_in_use(event, data, ctx.view), event_date(data, event, filters)
        note = i18n.of(data.places[event.place_id], "name") if event.place_id else ""
        dated = bool(filters.start or filters.end)
        possible = dated and event.id not in ctx.selection.certain
        sources = source_names(event.id, ctx)
    return {
        "id": key,
        "date": i18n.date(days),
        "title": title,
        "lang": getattr(title, "language", ""),
        "note": note,
        "glyph": ctx.palette.glyph[kind],
        "colour": ctx.palette.category[kind],
        "kind": ctx.kinds[kind],
        "sources": sources,
        "tag": i18n.t("possibly in these dates") if possible else "",
        "mark": row_sign(event_row(key, days, basis, kind), ctx.palette),
        "sign": "",
        "basis": basis_words(basis, i18n),
    }


def list_rows(page: ListPage, ctx: Context) -> tuple[Line, ...]:
    """The lines of the list; of a story's they are made once for all who come by its filters."""
    if ctx.story.table:
        return tuple(list_row(event, ctx) for event in page.events)
    key = ("rows", ctx.view.filters, page.number, ctx.i18n.language, ctx.mode)
    return ctx.story.once(key, lambda: tuple(list_row(event, ctx) for event in page.events))


# What is chosen -----------------------------------------------------------------------------------


def record_in_full(view: View) -> str:
    """The one record that a view shows in full: ``event:…``, else ``region:…``, else nothing."""
    if view.event:
        return f"event:{view.event}"
    regions = view.filters.regions
    return f"region:{regions[0]}" if len(regions) == 1 else ""


def detail_html(ctx: Context) -> Markup:
    """The chosen event; without one, the one region filtered on; empty where none is chosen."""
    kind, _, key = record_in_full(ctx.view).partition(":")
    if kind == "event":
        return event_html(ctx.dataset.events[key], ctx)
    return region_html(key, ctx) if kind else Markup()


def event_html(event: Event, ctx: Context) -> Markup:
    """An event with its date and how it is known, its figures and its sources."""
    data, i18n, filters = ctx.dataset, ctx.i18n, ctx.view.filters
    left = any(shown.id == event.id for shown in ctx.selection.events)
    hidden = i18n.t("Your filters leave this event out; it is shown because its link names it.")
    basis, place = basis_in_use(event, data, ctx.view), data.places.get(event.place_id or "")
    note = "" if place else i18n.t("No source names the place.")
    if place and place.precision in {"area", "none"}:
        note = i18n.t(
            "{place}: known only as an area, so no point is drawn.", place=i18n.of(place, "name")
        )
    # Its figures by voices and sources in use, and a word on those of others.
    found = data.claims_of_event(event.id)
    claims = [
        claim
        for claim in found
        if data.claimants[claim.claimant_id].voice not in filters.excluded_voices
        and citations_in_use(data, claim.id, filters)
    ]
    out = [claim.id for claim in found if claim not in claims]
    silenced = i18n.n(
        "Your filters leave out {count} figure of this event.",
        "Your filters leave out {count} figures of this event.",
        len(out),
    )
    return filled(
        "event.html",
        i18n,
        ctx=ctx,
        event=event,
        when=event_date(data, event, filters),
        place=place,
        place_note=note,
        basis=basis,
        claims=claims,
        silenced=records_left_out(silenced, out, ctx),
        hidden=records_left_out(hidden, () if left else (event.id,), ctx),
    )


def region_html(region_id: str, ctx: Context) -> Markup:
    i18n, data = ctx.i18n, ctx.dataset
    region, rows = data.regions[region_id], data.departments_of(region_id)
    # The latest first: it is the number on the map.
    found = data.counts_by_region().get(region_id, ())
    latest = sorted(found, key=lambda claim: claim.as_of or "", reverse=True)
    shown = {claim.id for claim in ctx.selection.claims}
    out = [claim.id for claim in latest if claim.id not in shown]
    words = i18n.n(
        "Your filters leave out {count} count of this region.",
        "Your filters leave out {count} counts of this region.",
        len(out),
    )
    return filled(
        "region.html",
        i18n,
        ctx=ctx,
        region=region,
        claims=[used(claim, ctx) for claim in latest if claim.id in shown],
        hidden=records_left_out(words, out, ctx),
        attested=i18n.list(row.department_name for row in rows if row.basis == "attested"),
        inferred=i18n.list(row.department_name for row in rows if row.basis == "inferred"),
        seat=data.places[region.seat_place_id] if region.seat_place_id else None,
    )


def row_html(ctx: Context) -> Markup:
    """The row of a table that the address names, in full; empty where it names none."""
    key = ctx.view.event
    if not key:
        return Markup()
    entry = asked(ctx, ("entry", key), lambda table: table.entry(key))
    if isinstance(entry, Missing):
        return filled("caveat.html", ctx.i18n, text=entry)
    if entry is None:
        said = ctx.i18n.t("No row of this table has the key “{key}”.", key=key)
        return filled("caveat.html", ctx.i18n, text=said)
    return filled(
        "table_row.html",
        ctx.i18n,
        ctx=ctx,
        entry=entry,
        counted=counted_name(ctx),
        line=list_row(entry, ctx),
        link=entry.url if entry.url.startswith(("https://", "http://")) else "",
        table=story_name(ctx.dataset, ctx.i18n),
    )


# What typed words find ----------------------------------------------------------------------------

#: So many of each kind are named at once; the others where the reader opens them.
MOST_SHOWN: Final = 4
#: Where there are more than these the others are only counted.
MOST_OPENED: Final = 250


def _hit(kind: Kind, key: str, ctx: Context) -> dict[str, str]:
    """A record that was found: what it is called, where, and the event that a press chooses."""
    i18n, data, note, chosen = ctx.i18n, ctx.dataset, "", {}
    match kind:
        case "questions":
            text, slug = i18n.of(data.topics[key], "question"), "disagreements"
            chosen = {"topic": key}
        case "figures":
            claim = data.claims[key]
            text, slug, chosen = i18n.of(claim, "statement"), page_of_claim(claim), {"claim": key}
            note = i18n.date(claim.as_of, "short") if claim.as_of else ""
        case "events":
            event = data.events[key]
            text, slug, chosen = i18n.of(event, "title"), "timeline", {"event": key}
            note = i18n.date(event.date, "short")
        case "sources":
            source = data.sources[key]
            text, note, slug = i18n.source(source), source.title, "sources"
    # Without the words that led to it: they would leave out what stands around it.
    to = address(slug, ctx, filters=ctx.view.filters.without_filter("text"), **chosen)
    to += f"#{key}" if kind == "sources" else ""
    return {"text": text, "note": note, "address": to, "event": chosen.get("event", "")}


def hits_html(ctx: Context) -> Markup:
    """Questions, claims, events and sources that hold the words; empty where none are looked for.

    The whole story is searched, whatever the other filters leave out. Where nothing holds all of
    the words, that is said of what holds the most of them. Where a figure stands among the words,
    the way to check it is offered as well.
    """
    words, i18n, n = ctx.view.filters.text, ctx.i18n, ctx.i18n.n
    if not words:
        return Markup()
    heads: dict[Kind, Callable[[int], str]] = {
        "questions": lambda count: n("{count} question", "{count} questions", count),
        "figures": lambda count: n("{count} claim", "{count} claims", count),
        "events": lambda count: n("{count} event", "{count} events", count),
        "sources": lambda count: n("{count} source", "{count} sources", count),
    }
    groups, part, found = [], "", search(ctx.dataset, words, i18n.language)
    for kind, ids in found.groups.items():
        count = len(ids)
        named = ids if count <= MOST_OPENED else ids[:MOST_SHOWN]
        hits = [_hit(kind, key, ctx) for key in named]
        groups.append((heads[kind](count), hits, count - MOST_SHOWN))
    if found.held:
        part = i18n.t(
            "Nothing has all of these words; these have {held} of {asked}.",
            held=i18n.number(found.held[0]),
            asked=i18n.number(found.held[1]),
        )
    filters, plain = ctx.view.filters, ctx.view.filters.without_filter("text")
    near = [
        (text, address(ctx.slug, ctx, filters=replace(filters, text=text)))
        for text in ctx.dataset.once(Index).nearest(words, ctx.dataset)
    ]
    check = f"{address('figures', ctx, filters=plain, check=words)}#check"
    return filled(
        "hits.html", i18n, words=words, part=part, groups=groups, most=MOST_SHOWN,
        check=check if numbers_named(words) else "", near=near,
    )  # fmt: skip
