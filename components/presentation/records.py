"""The list of a view's events, and the record that is chosen in full."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from markupsafe import Markup

from components.drawing.event_signs import EventRow, row_sign
from components.drawing.palette import Palette
from components.drawing.text_direction import isolate_text
from components.i18n import I18n, labels
from components.i18n.language import story_name
from components.intake.cell_texts import find_addresses, split_addresses
from components.limits.views import MOST_MARKS
from components.loading.loaded_story import LoadedStory
from components.presentation.cited import (
    citation_label,
)
from components.presentation.context import Context
from components.presentation.corrections import list_record_changes
from components.presentation.empty_states import HiddenRecords, render_hidden_records
from components.presentation.markup import render
from components.presentation.table_answers import QueryFailed, count_events
from components.presentation.view_links import LinkBase
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset, DatedEvent
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Basis, Claim, Event
from components.story.other_columns import OtherCell

if TYPE_CHECKING:
    from components.query.table import Entry

#: How the marks of a list are filled, as in the timeline's legend; a stated day has no sign.
BASIS_SIGNS: Final[dict[Basis, str]] = {"inferred": "○", "corroborated": "◉"}
#: A list longer than this is shown by pages of so many.
LONG_ROWS: Final = 60
PAGE_ROWS: Final = 50
#: Pages of a table that can be turned to: later rows are found by their days, or in a file.
MOST_PAGES: Final = 200


class ListLine(TypedDict):
    """A line of a list of events or figures."""

    id: str
    date: str
    title: str
    #: The language of the title where it is not the page's.
    lang: str
    note: str
    glyph: str
    colour: str
    kind: str
    sources: str
    tag: str
    #: The timeline's sign as a drawing, in place of the glyph.
    mark: str
    #: A shape beside the date whose meaning is above the list.
    sign: str
    #: The meaning of the sign in words.
    basis: str


class EventList(TypedDict):
    """A list of events, or a page of it."""

    rows: Sequence[ListLine]
    chosen: str | None
    #: What the signs beside the dates mean.
    signs: str
    #: What opens under the chosen line.
    detail: str
    #: Which events of how many are on the page.
    words: str
    page: int
    pages: int


class EventTexts(NamedTuple):
    """The texts of an event in a timeline, in the reader's language."""

    label: str = ""
    #: Its date.
    when: str = ""
    #: All of it, for those who do not see the drawing.
    says: str = ""


#: Of a sign by itself.
NO_TEXTS: Final = EventTexts()


def format_date_basis(basis: Basis, i18n: I18n) -> str:
    """Format how a date is known, such as "date inferred"; empty where it is stated."""
    if basis == "stated":
        return ""
    return i18n.t("date {basis}", basis=i18n.t(labels.BASIS[basis]))


def build_event_row(
    event_id: str, days: EdtfDate, basis: Basis, kind_id: str, texts: EventTexts = NO_TEXTS
) -> EventRow:
    """Build the row of an event as a timeline without key moments draws it."""
    return EventRow(
        id=event_id,
        first=days.first,
        last=days.last,
        kind=kind_id,
        label=texts.label,
        precision=days.precision,
        basis=basis,
        unsure=days.approximate or days.uncertain,
        when=texts.when,
        says=texts.says,
        hour=days.hour,
    )


def format_sources(record_id: str, facts: ViewFacts, i18n: I18n) -> str:
    """Format the sources of a record with their paragraphs, in one line, the documents first.

    Where some sources are chosen, the others that the filters allow are named, too: the browser
    draws the same line whatever is chosen.
    """
    labels: list[str] = []
    for citation in facts.complete_citations_of(record_id):
        label = citation_label(citation, facts.dataset, i18n, separator=" ")
        if label not in labels:
            labels.append(label)
    return ", ".join(map(isolate_text, labels))


# The list -----------------------------------------------------------------------------------------
def build_event_list(ctx: Context) -> EventList | QueryFailed:
    """Build the list of the events of a view; of very many events a page of it.

    Returns
    -------
    EventList | QueryFailed
        The lines, or why a table did not give them.
    """
    view = ctx.view
    total = count_events(ctx.facts, ctx.story, ctx.i18n)
    if isinstance(total, QueryFailed):
        return total
    page_count = _count_pages(total)
    page_number = min(view.page, page_count)
    page_rows = LONG_ROWS
    if page_count > 1:
        page_rows = PAGE_ROWS
    rows: Sequence[DatedEvent] = ()
    if ctx.story.table:
        entries = ctx.table_answers.query(
            ("page", page_number),
            lambda table: table.fetch_page(view.filters, page_number, page_rows),
        )
        if isinstance(entries, QueryFailed):
            return entries
        lines = [
            build_entry_line(entry, ctx.dataset, ctx.i18n, palette=ctx.palette) for entry in entries
        ]
    else:
        start = (page_number - 1) * page_rows
        rows = ctx.selection.rows[start : start + page_rows]
        lines = _build_event_lines(rows, page_number, ctx)
    return {
        "rows": lines,
        "chosen": view.event,
        "signs": _format_signs(rows, total, ctx.i18n),
        "detail": _render_chosen_event(rows, ctx),
        "words": _format_page(page_number, len(lines), total, ctx.i18n),
        "page": page_number,
        "pages": page_count,
    }


def _count_pages(total: int) -> int:
    if total <= LONG_ROWS:
        return 1
    # Rounded up.
    page_count = -(-total // PAGE_ROWS)
    return min(page_count, MOST_PAGES)


def _build_event_lines(
    rows: Sequence[DatedEvent], page_number: int, ctx: Context
) -> list[ListLine]:
    """Return the lines of a page of events, built once for all readers with the same filters."""
    cache_key = ("rows", ctx.view.filters, page_number, ctx.i18n.language, ctx.mode)
    return ctx.story.memoize(
        cache_key, partial(_compute_event_lines, rows, ctx.facts, ctx.i18n, ctx.palette)
    )


def _compute_event_lines(
    rows: Sequence[DatedEvent], facts: ViewFacts, i18n: I18n, palette: Palette
) -> list[ListLine]:
    return [build_event_line(row, facts, i18n, palette=palette) for row in rows]


def _format_page(page_number: int, line_count: int, total: int, i18n: I18n) -> str:
    """Format which events a page shows: "51–100 of 43,210 events"."""
    first = (page_number - 1) * PAGE_ROWS + 1
    last = first + line_count - 1
    page_text = i18n.t("{first}–{last} of {total} events", total=total, first=first, last=last)
    reachable_rows = MOST_PAGES * PAGE_ROWS
    if total <= reachable_rows:
        return page_text
    remark = i18n.t(
        "(the first {most} can be turned to; choose days to see others)", most=reachable_rows
    )
    return f"{page_text} {remark}"


def _render_chosen_event(rows: Sequence[DatedEvent], ctx: Context) -> str:
    """Render the event of a page that the address names; the row of a table is above its list."""
    for row in rows:
        if row.id == ctx.view.event:
            return render_event(row.event, ctx)
    return ""


def _format_signs(rows: Sequence[DatedEvent], total: int, i18n: I18n) -> str:
    """Explain the signs of a page; a drawing of fewer events has them in its legend."""
    if total <= MOST_MARKS:
        return ""
    bases = {row.event.date_basis for row in rows}
    explanations: list[str] = []
    for basis, sign in BASIS_SIGNS.items():
        if basis in bases:
            explanations.append(f"{sign} {format_date_basis(basis, i18n)}")
    return " · ".join(explanations)


class _DatedLine(NamedTuple):
    """What a line of the list is made from: an event of a story, or a row of a table."""

    id: str
    kind: str
    title: str
    place: str
    sources: str
    days: EdtfDate
    basis: Basis
    #: Whether it falls in the dates that are asked for only possibly.
    is_possible: bool


def _build_line(line: _DatedLine, i18n: I18n, palette: Palette) -> ListLine:
    tag = ""
    if line.is_possible:
        tag = i18n.t("possibly in these dates")
    row = build_event_row(line.id, line.days, line.basis, line.kind)
    return {
        "id": line.id,
        "date": i18n.format_date(line.days),
        "title": line.title,
        "lang": getattr(line.title, "language", ""),
        "note": line.place,
        "glyph": palette.glyph[line.kind],
        "colour": palette.category[line.kind],
        "kind": i18n.kind_names[line.kind],
        "sources": line.sources,
        "tag": tag,
        "mark": row_sign(row, palette),
        "sign": "",
        "basis": format_date_basis(line.basis, i18n),
    }


def build_event_line(row: DatedEvent, facts: ViewFacts, i18n: I18n, palette: Palette) -> ListLine:
    """Build a line of the list from an event that meets the filters."""
    filters = facts.filters
    place_name = ""
    if row.place_id:
        place_name = i18n.localize(facts.dataset.places[row.place_id], "name")
    has_dates = bool(filters.start or filters.end)
    line = _DatedLine(
        id=row.id,
        kind=row.category,
        title=i18n.localize(row.event, "title"),
        place=place_name,
        sources=format_sources(row.id, facts, i18n),
        days=row.when,
        basis=row.event.date_basis,
        is_possible=has_dates and row.id not in facts.selection.certain,
    )
    return _build_line(line, i18n, palette)


def build_entry_line(entry: Entry, dataset: Dataset, i18n: I18n, palette: Palette) -> ListLine:
    """Build a line of the list from a row of a table."""
    source_names = [i18n.source_label(dataset.sources[source_id]) for source_id in entry.source]
    # As the date is written, else as the day that a database holds.
    try:
        days = parse_edtf(entry.edtf)
    except ValueError:
        days = parse_edtf(entry.first.isoformat())
    line = _DatedLine(
        id=entry.key,
        kind=entry.kind,
        title=entry.title,
        place=entry.place,
        sources=i18n.format_list(source_names),
        days=days,
        basis="stated",
        is_possible=False,
    )
    return _build_line(line, i18n, palette)


# A record in full ---------------------------------------------------------------------------------
class ChosenRecord(NamedTuple):
    """The record that a view shows in full; both are empty where none is chosen."""

    #: ``event:…`` or ``region:…``.
    key: str
    html: Markup


def find_chosen_record(ctx: Context) -> ChosenRecord:
    """Render the event that the address names, else the only region that it filters on."""
    event_id = ctx.view.event
    if event_id:
        html = render_event(ctx.dataset.events[event_id], ctx)
        return ChosenRecord(f"event:{event_id}", html)
    regions = ctx.view.filters.regions
    if len(regions) == 1:
        return ChosenRecord(
            f"region:{regions[0]}",
            render_region(regions[0], ctx.facts, ctx.story, i18n=ctx.i18n, link_base=ctx.link_base),
        )
    return ChosenRecord("", Markup())


class ShownCell(NamedTuple):
    """A cell of another column as a record shows it: links where it holds nothing else."""

    name: str
    text: str
    links: tuple[str, ...]


def list_shown_cells(cells: Sequence[OtherCell]) -> list[ShownCell]:
    """Return the cells of other columns with the addresses (http and https) that are links."""
    return [ShownCell(cell.name, cell.text, split_addresses(cell.text)) for cell in cells]


def render_event(event: Event, ctx: Context) -> Markup:
    """Render an event with its date and how it is known, its figures and its sources."""
    i18n = ctx.i18n
    dated_event = ctx.facts.read_by_sources(event)
    place = ctx.dataset.places.get(event.place_id or "")
    place_note = ""
    if place is None:
        place_note = i18n.t("No source names the place.")
    elif place.is_placed_by_name:
        place_note = i18n.t(
            "{place}: no coordinates are given for it; it is placed by its name.",
            place=i18n.localize(place, "name"),
        )
    elif place.precision == "area":
        place_note = i18n.t(
            "{place}: known only as an area, so no point is drawn.",
            place=i18n.localize(place, "name"),
        )
    elif place.precision == "none":
        place_note = i18n.t(
            "{place}: no coordinates are given for it, so no point is drawn.",
            place=i18n.localize(place, "name"),
        )
    shown_claims, hidden_claim_ids = _split_claims(event, ctx.facts)
    claims_notice = i18n.n(
        "Your filters leave out {count} figure of this event.",
        "Your filters leave out {count} figures of this event.",
        len(hidden_claim_ids),
    )
    hidden_event_ids = []
    if event.id not in ctx.facts.event_ids:
        hidden_event_ids.append(event.id)
    event_notice = i18n.t(
        "Your filters leave this event out; it is shown because its link names it."
    )
    return render(
        "event.html",
        i18n,
        facts=ctx.facts,
        story=ctx.story,
        palette=ctx.palette,
        link_base=ctx.link_base,
        event=event,
        when=parse_edtf(dated_event.date),
        place=place,
        place_note=place_note,
        basis=dated_event.date_basis,
        claims=shown_claims,
        changes=list_record_changes(event.id, ctx.dataset, i18n),
        silenced=render_hidden_records(
            HiddenRecords(claims_notice, hidden_claim_ids),
            ctx.story.facts,
            ctx.i18n,
            link_base=ctx.link_base,
        ),
        hidden=render_hidden_records(
            HiddenRecords(event_notice, hidden_event_ids),
            ctx.story.facts,
            ctx.i18n,
            link_base=ctx.link_base,
        ),
        other_cells=list_shown_cells(_list_other_cells(event, ctx.dataset)),
    )


def _list_other_cells(event: Event, dataset: Dataset) -> list[OtherCell]:
    """Return the cells of an event's other columns without its number, which its summary has."""
    row_numbers = dataset.presentation.row_numbers
    cells = dataset.other_columns.cells_of(event.id)
    return [cell for cell in cells if row_numbers is None or cell.name != row_numbers.column]


def _split_claims(event: Event, facts: ViewFacts) -> tuple[list[Claim], list[str]]:
    """Return an event's claims by allowed voices and sources, and the ids of the others."""
    data = facts.dataset
    filters = facts.filters
    shown_claims: list[Claim] = []
    hidden_claim_ids: list[str] = []
    for claim in data.claims_of_event(event.id):
        voice = data.claimants[claim.claimant_id].voice
        is_chosen = not filters.voices or voice in filters.voices
        is_silenced = voice in filters.excluded_voices or not is_chosen
        if is_silenced or not facts.is_told(claim.id):
            hidden_claim_ids.append(claim.id)
        else:
            shown_claims.append(claim)
    return shown_claims, hidden_claim_ids


def render_region(
    region_id: str, facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase
) -> Markup:
    """Render a region with its counts, the departments in it, and its seat."""
    data = facts.dataset
    region = data.regions[region_id]
    shown_claims: list[Claim] = []
    hidden_claim_ids: list[str] = []
    # The latest first: it is the number on the map.
    region_claims = data.counts_by_region.get(region_id, ())
    for claim in sorted(region_claims, key=lambda claim: claim.as_of or "", reverse=True):
        if claim.id in facts.claim_ids:
            shown_claims.append(facts.read_by_sources(claim))
        else:
            hidden_claim_ids.append(claim.id)
    claims_notice = i18n.n(
        "Your filters leave out {count} count of this region.",
        "Your filters leave out {count} counts of this region.",
        len(hidden_claim_ids),
    )
    departments: dict[str, list[str]] = {"attested": [], "inferred": []}
    for row in data.departments_of(region_id):
        departments.setdefault(row.basis, []).append(row.department_name)
    seat = None
    if region.seat_place_id:
        seat = data.places[region.seat_place_id]
    return render(
        "region.html",
        i18n,
        facts=facts,
        story=story,
        link_base=link_base,
        region=region,
        claims=shown_claims,
        hidden=render_hidden_records(
            HiddenRecords(claims_notice, hidden_claim_ids), story.facts, i18n, link_base=link_base
        ),
        attested=i18n.format_list(departments["attested"]),
        inferred=i18n.format_list(departments["inferred"]),
        seat=seat,
    )


def render_table_row(ctx: Context) -> Markup:
    """Render the row of a table that the address names; empty where it names none."""
    row_key = ctx.view.event
    if not row_key:
        return Markup()
    entry = ctx.table_answers.query(("entry", row_key), lambda table: table.fetch_entry(row_key))
    if isinstance(entry, QueryFailed):
        return render("caveat.html", ctx.i18n, text=entry.message)
    if entry is None:
        unknown_key = ctx.i18n.t("No row of this table has the key “{key}”.", key=row_key)
        return render("caveat.html", ctx.i18n, text=unknown_key)
    return render(
        "table_row.html",
        ctx.i18n,
        dataset=ctx.dataset,
        entry=entry,
        counted=ctx.table_answers.counted_name,
        line=build_entry_line(entry, ctx.dataset, ctx.i18n, palette=ctx.palette),
        links=find_addresses(entry.url),
        other_cells=list_shown_cells(entry.other),
        table=story_name(ctx.dataset, ctx.i18n),
    )
