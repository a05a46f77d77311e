"""The list of a view's events, and the record that is chosen in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from components.drawing.events import EventRow, row_sign
from components.i18n import N_, I18n, labels
from components.i18n.language import story_name
from components.limits import MOST_MARKS
from components.presentation.cited import citations_of, place_label, used
from components.presentation.context import Context, Missing
from components.presentation.markup import render
from components.presentation.notices import records_left_out
from components.query.filters import parse_event_date, select_allowed_citations
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Basis, Claim, Event

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


def basis_words(basis: Basis, i18n: I18n) -> str:
    """How a date is known, such as "date inferred"; empty where it is stated."""
    return i18n.t("date {basis}", basis=i18n.t(labels.BASIS[basis])) if basis != "stated" else ""


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


def event_list(ctx: Context) -> dict[str, Any] | Missing:
    """The events of a view or, where they are very many, a page of them, as a list shows them.

    ``detail`` is what opens under the ``chosen`` line, ``signs`` a key, ``words`` which page it is.
    """
    view, i18n, total = ctx.view, ctx.i18n, ctx.count
    if isinstance(total, Missing):
        return total
    last = min(-(-total // PAGE_ROWS), MOST_PAGES) if total > LONG_ROWS else 1
    number, size = min(view.page, last), PAGE_ROWS if last > 1 else LONG_ROWS
    events: tuple[Event, ...] = ()
    if ctx.story.table:
        entries = ctx.ask(("page", number), lambda t: t.page(view.filters, number, size))
        if isinstance(entries, Missing):
            return entries
        rows = [list_row(entry, ctx) for entry in entries]
    else:
        events = ctx.selection.events[(number - 1) * size : number * size]
        # Made once for all who come by its filters.
        key = ("rows", view.filters, number, i18n.language, ctx.mode)
        rows = ctx.story.once(key, lambda: [list_row(event, ctx) for event in events])
    first, most = (number - 1) * PAGE_ROWS + 1, MOST_PAGES * PAGE_ROWS
    ends = {"first": first, "last": first + len(rows) - 1}
    words = i18n.t("{first}–{last} of {total} events", total=total, **ends)
    if total > most:
        part = N_("(the first {most} can be turned to; choose days to see others)")
        words += " " + i18n.t(part, most=most)
    # The row of a table stands in full above its list.
    opens = next((event for event in events if event.id == view.event), None)
    # A drawing of fewer events has the key of the signs.
    told = events if total > MOST_MARKS else ()
    bases = {used(event, ctx).date_basis for event in told}
    signs = [f"{sign} {basis_words(b, i18n)}" for b, sign in SIGN.items() if b in bases]
    return {
        "rows": rows,
        "chosen": view.event,
        "signs": " · ".join(signs),
        "detail": event_html(opens, ctx) if opens else "",
        "words": words,
        "page": number,
        "pages": last,
    }


def list_row(event: Event | Entry, ctx: Context) -> Line:
    """One line of the list: an event of a story, or a row of a table."""
    i18n, data, filters = ctx.i18n, ctx.dataset, ctx.view.filters
    basis: Basis = "stated"
    possible = False
    if isinstance(event, Event):
        key, kind, title = event.id, event.category, i18n.localize(event, "title")
        basis, days = used(event, ctx).date_basis, parse_event_date(data, event, filters)
        note = i18n.localize(data.places[event.place_id], "name") if event.place_id else ""
        if filters.start or filters.end:
            possible = event.id not in ctx.selection.certain
        sources = source_names(event.id, ctx)
    else:
        key, kind, title, note = event.key, event.kind, event.title, event.place
        sources = i18n.format_list(i18n.source_label(data.sources[one]) for one in event.source)
        # As it is written, else as its days.
        try:
            days = parse_edtf(event.edtf)
        except ValueError:
            days = parse_edtf(event.first.isoformat())
    return {
        "id": key,
        "date": i18n.format_date(days),
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


def chosen_record(ctx: Context) -> tuple[str, Markup]:
    """The one record that a view shows in full: the key ``event:…``, else ``region:…`` of the one
    filtered on, and its HTML; both are empty where none is chosen.
    """
    regions = ctx.view.filters.regions
    if key := ctx.view.event:
        return f"event:{key}", event_html(ctx.dataset.events[key], ctx)
    if len(regions) == 1:
        return f"region:{regions[0]}", region_html(regions[0], ctx)
    return "", Markup()


def event_html(event: Event, ctx: Context) -> Markup:
    """An event with its date and how it is known, its figures and its sources."""
    data, i18n, filters = ctx.dataset, ctx.i18n, ctx.view.filters
    left = any(shown.id == event.id for shown in ctx.selection.events)
    hidden = i18n.t("Your filters leave this event out; it is shown because its link names it.")
    basis, place = used(event, ctx).date_basis, data.places.get(event.place_id or "")
    note = "" if place else i18n.t("No source names the place.")
    if place and place.precision in {"area", "none"}:
        note = i18n.t(
            "{place}: known only as an area, so no point is drawn.",
            place=i18n.localize(place, "name"),
        )
    # Its figures by voices and sources in use, and a word on those of others.
    claims, out = list[Claim](), list[str]()
    for claim in data.claims_of_event(event.id):
        silent = data.claimants[claim.claimant_id].voice in filters.excluded_voices
        if silent or not select_allowed_citations(data, claim.id, filters):
            out.append(claim.id)
        else:
            claims.append(claim)
    silenced = i18n.n(
        "Your filters leave out {count} figure of this event.",
        "Your filters leave out {count} figures of this event.",
        len(out),
    )
    return render(
        "event.html",
        i18n,
        ctx=ctx,
        event=event,
        when=parse_event_date(data, event, filters),
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
    found = data.counts_by_region.get(region_id, ())
    latest = sorted(found, key=lambda claim: claim.as_of or "", reverse=True)
    shown = {claim.id for claim in ctx.selection.claims}
    out = [claim.id for claim in latest if claim.id not in shown]
    words = i18n.n(
        "Your filters leave out {count} count of this region.",
        "Your filters leave out {count} counts of this region.",
        len(out),
    )
    return render(
        "region.html",
        i18n,
        ctx=ctx,
        region=region,
        claims=[used(claim, ctx) for claim in latest if claim.id in shown],
        hidden=records_left_out(words, out, ctx),
        attested=i18n.format_list(row.department_name for row in rows if row.basis == "attested"),
        inferred=i18n.format_list(row.department_name for row in rows if row.basis == "inferred"),
        seat=data.places[region.seat_place_id] if region.seat_place_id else None,
    )


def row_html(ctx: Context) -> Markup:
    """The row of a table that the address names, in full; empty where it names none."""
    key = ctx.view.event
    if not key:
        return Markup()
    entry = ctx.ask(("entry", key), lambda table: table.entry(key))
    if entry is None:
        entry = Missing(ctx.i18n.t("No row of this table has the key “{key}”.", key=key))
    if isinstance(entry, Missing):
        return render("caveat.html", ctx.i18n, text=entry)
    return render(
        "table_row.html",
        ctx.i18n,
        ctx=ctx,
        entry=entry,
        counted=ctx.counted_name,
        line=list_row(entry, ctx),
        link=entry.url if entry.url.startswith(("https://", "http://")) else "",
        table=story_name(ctx.dataset, ctx.i18n),
    )
