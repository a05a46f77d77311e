"""What timeline and map say of a view: their titles, days, captions, and their rows in words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from components.drawing.map import PlaceRow, cluster_places
from components.i18n import N_, I18n
from components.i18n.counts import format_region_count
from components.limits import MOST_MARKS
from components.presentation.cited import citations_of
from components.presentation.context import Context
from components.presentation.figure_texts import by_whom
from components.presentation.notices import NOTHING_FITS
from components.query import figures
from components.query.filters import Selection, parse_event_date
from components.query.view import Counts, View, parse_zoom_days
from components.story.bins import Bin, Binned, Step, bin_events
from components.story.dataset import Dataset
from components.story.edtf import days_after, parse_edtf
from components.story.models import Citation
from components.story.presentation import MapExtent

SHORTEST_DAYS: Final = 20
STEPS: Final[dict[Step, str]] = {
    "day": N_("day"),
    "week": N_("week"),
    "month": N_("month"),
    "quarter": N_("quarter of a year"),
    "year": N_("year"),
    "decade": N_("decade"),
    "century": N_("century"),
}
COUNTS: Final[dict[Counts, str]] = {
    "latest": N_("To {latest}"),
    "earlier": N_("To {earlier}"),
    "change": N_("The change"),
}
MOST_ROWS = 60


def window_of(dataset: Dataset, view: View) -> tuple[date, date]:
    """The days the chart shows: those looked at closely, else the dates asked for, else all."""
    filters, (first, last) = view.filters, dataset.period
    if closer := parse_zoom_days(view):
        return closer
    if filters.start or filters.end:
        start = filters.start or min(first, filters.end or first)
        return start, filters.end or max(last, start)
    if dataset.presentation.period is None:
        # A little room at both ends, and never less than three weeks: days need names.
        days = (last - first).days
        room = max(days // 50, (SHORTEST_DAYS - days) // 2, 1)
        return days_after(first, -room), days_after(last, room)
    return zooms(dataset).get(view.zoom, (first, last))


def zooms(dataset: Dataset) -> dict[str, tuple[date, date]]:
    """The days that a reader may look at closely, by the value of ``zoom``; the first is all."""
    named = {zoom.id: (zoom.start, zoom.end) for zoom in dataset.presentation.zooms}
    return {"all": dataset.period, **named}


def _busiest(ctx: Context) -> str:
    """Another story's title: the year or the month with the most events, where one stands out."""
    i18n, days = ctx.i18n, [row.when for row in ctx.selection.rows]
    whole, total = ctx.dataset.span, len(ctx.selection.events)
    # The text of a day without month and day, or without the day.
    cut = -6 if (whole[1] - whole[0]).days > 1000 else -3
    sure = [when for when in days if not (when.approximate or when.uncertain)]
    ends = [{end.isoformat()[:cut] for end in (when.first, when.last)} for when in sure]
    counted = Counter(one.pop() for one in ends if len(one) == 1)
    top = max(counted, key=lambda key: (counted[key], key), default="")
    if len(counted) < 2 or counted[top] < max(2 * total / len(counted), 3):
        return i18n.t("The events in order of date")
    span = parse_edtf(top)
    may = sum(when.possibly_within(span.lower, span.upper) for when in days) - counted[top]
    said = i18n.n(
        "{count} of {total} events falls in {span}",
        "{count} of {total} events fall in {span}",
        counted[top],
        total=total,
        span=i18n.format_date(top),
    )
    return f"{said}; {i18n.n('{count} more may', '{count} more may', may)}" if may else said


def timeline_finding(ctx: Context) -> str:
    """The timeline's title: how many of the events fall in the days of the story's peak; where the
    dates asked for lie within it, how many certainly fall in them.
    """
    peak, filters, i18n = ctx.dataset.presentation.peak, ctx.view.filters, ctx.i18n
    if not ctx.selection.events:
        return i18n.t(NOTHING_FITS)
    if peak is None:
        return _busiest(ctx)
    # Of the peak's days those that the dates asked for leave.
    first = max(peak.start, filters.start or peak.start)
    last = min(peak.end, filters.end or peak.end)
    dates = [parse_event_date(ctx.dataset, event, filters) for event in ctx.selection.events]
    count = sum(when.certainly_within(first, last) for when in dates) if first <= last else 0
    if count in (0, len(dates)):
        return i18n.t("The events in order of date")
    total = len(dates)
    if (filters.start, filters.end) == (first, last):
        words = N_("{total} events, {count} of them certainly in these dates")
        return i18n.t(words, count=count, total=total)
    # As a sentence joins two days: "22 and 28 February".
    same = (first.year, first.month) == (last.year, last.month)
    start, end = (
        i18n.format_day(first, "day" if same else "yearless"),
        i18n.format_day(last, "yearless"),
    )
    days = i18n.t("between {first} and {last}", first=start, last=end)
    said = i18n.n(
        "{count} of {total} events falls {days}",
        "{count} of {total} events fall {days}",
        count,
        days=i18n.t("on {day}", day=end) if first == last else days,
        total=total,
    )
    more = sum(when.possibly_within(first, last) for when in dates) - count
    return said + (i18n.n("; {count} more may", "; {count} more may", more) if more else "")


def bins_title(binned: Binned, i18n: I18n) -> str:
    """What the bars count or add up, and by what: day, week, month."""
    step = i18n.t(STEPS[binned.step])
    if binned.summed:
        return i18n.t("The column “{column}” added up by {step}", column=binned.summed, step=step)
    return i18n.t("The events counted by {step}", step=step)


def counts_only(selection: Selection) -> bool:
    """Whether there are too many events to draw each: then they are counted."""
    return len(selection.events) > MOST_MARKS


def binned_events(ctx: Context) -> Binned:
    """The events of a view counted by stretches of time; kept with the story."""
    rows, window = ctx.selection.rows, window_of(ctx.dataset, ctx.view)
    kinds, days = [row.category for row in rows], [row.when for row in rows]
    key = ("binned", ctx.view.filters, window)
    return ctx.story.once(key, lambda: bin_events(kinds, days, window))


def counting_words(ctx: Context) -> str:
    """What the bars of a timeline of very many events are, for its key."""
    step = ctx.i18n.t(STEPS[binned_events(ctx).step])
    return ctx.i18n.t("bars count the events by {step}", step=step)


def stretch_words(found: Bin, i18n: I18n) -> str:
    """The days of a bar as a person writes them: "March 2018", "2014"."""
    start, end = found.start, found.end
    if (start, end) == (start.replace(month=1, day=1), start.replace(month=12, day=31)):
        return i18n.format_year(start.year)
    return i18n.format_day(start) if start == end else i18n.format_date(f"{start}/{end}")


def shown_counts(ctx: Context) -> figures.CountTable:
    """The counts of the two latest days that the filters leave, for every region and whatever the
    dates; where none fits they stay, muted (not ``answered``).
    """
    data, everywhere = ctx.dataset, replace(ctx.view.filters, regions=())
    undated = replace(everywhere, start=None, end=None, certain_only=False)
    kept, dated = (
        {claim.id for claim in ctx.story.selection(filters).claims if claim.region_id}
        for filters in (undated, everywhere)
    )
    sourced, fitting = figures.list_day_counts(data, everywhere), list[figures.DayCounts]()
    for day in sourced:
        every = {**day.left_out, **day.claims}
        if left := {key: claim for key, claim in day.claims.items() if claim.id in kept}:
            gone = {key: claim for key, claim in every.items() if key not in left}
            fitting.append(figures.DayCounts(day.day, left, gone))
    table = figures.build_count_table(data, fitting or sourced or figures.list_day_counts(data))
    if sourced:
        fits = any(claim.id in dated for claim in table.claims(shown_day(ctx.view)))
        return replace(table, answered=fits)
    rows = tuple(figures.RegionCounts(row.region, {}, row.claims) for row in table.rows)
    return replace(table, rows=rows, largest=0, answered=False) if table.days else table


def shown_day(view: View) -> str:
    """The day of the counts that a view shows: of two that are compared, the later one."""
    return "earlier" if view.counts == "earlier" else "latest"


def count_text(row: figures.RegionCounts, counts: Counts, i18n: I18n) -> str:
    """The number as a map writes it, or what stands in its place."""
    which = "earlier" if counts == "earlier" else "latest"
    number, earlier = row.number(which), row.number("earlier")
    if number is None or counts != "change" or "earlier" in row.left_out:
        return format_region_count(row, which, i18n)
    amount = i18n.format_amount(number, row.claims[which].unit)
    if earlier is None:
        return i18n.t("new: {number}", number=amount)
    return f"{i18n.format_number(earlier)} → {amount}"


def map_finding(ctx: Context) -> str:
    """The map's title: the region with the largest share, else where most events were."""
    if ctx.dataset.counts_by_region:
        return counts_finding(shown_counts(ctx), shown_day(ctx.view), ctx)
    counted, i18n = ctx.selection.by_place, ctx.i18n
    if not ctx.selection.events:
        return i18n.t(NOTHING_FITS)
    if not counted:
        return i18n.t("No event under these filters has a place")
    total = sum(counted.values())
    top = max(counted, key=lambda key: (counted[key], key))
    if len(counted) == 1 or counted[top] * 5 < total or counted[top] < 2:
        return i18n.n("Events at {count} place", "Events at {count} places", len(counted))
    return i18n.t(
        "{count} of {total} events with a place were in {place}",
        count=counted[top],
        total=total,
        place=i18n.localize(ctx.dataset.places[top], "name"),
    )


def counts_finding(table: figures.CountTable, which: str, ctx: Context) -> str:
    """What the counts of one day say: who has most of all, or how many the regions asked for."""
    asked, i18n = ctx.view.filters.regions, ctx.i18n
    rows = tuple(row for row in table.rows if not asked or row.region.id in asked)
    shown = replace(table, rows=rows)
    found, total, hidden = shown.claims(which), shown.total(which), table.left_out(which)
    names = [
        i18n.localize(row.region, "label") for row in rows if row.claims.get(which) or not found
    ]
    if not found and shown.left_out(which):
        return i18n.t("The counts by region are left out by your filters")
    if not found:
        return i18n.t("No source gives a count for {regions}", regions=i18n.format_list(names))
    if not table.answered:
        day = i18n.format_date(table.days.get(which) or "", "short")
        return i18n.t("The counts by region are of {date}, outside these filters", date=day)
    if total is None or table.total(which) is None:
        count = i18n.n("{count} count by region", "{count} counts by region", len(found))
        return i18n.t("{count}, by {names}", count=count, names=by_whom(found, ctx))
    if ctx.view.counts == "change" and (change := _change(shown, i18n)):
        return change
    where = names[0] if len(names) == 1 else i18n.t("these regions")
    if asked and hidden:
        return i18n.n(
            "{count} person counted in {region}",
            "{count} people counted in {region}",
            total,
            region=where,
        )
    if asked:
        whole = i18n.format_amount(table.total(which) or 0, table.unit)
        words = N_("{count} of {total} people counted in {region}")
        return i18n.t(words, count=total, total=whole, region=where)
    top = max(table.rows, key=lambda row: row.number(which) or 0)
    label, number = i18n.localize(top.region, "label"), top.number(which) or 0
    if hidden:
        return i18n.n(
            "{count} person counted in {region}, the most in the regions that your filters leave",
            "{count} people counted in {region}, the most in the regions that your filters leave",
            number,
            region=label,
        )
    if not total:
        return i18n.t("Nobody was counted in any region")
    words = N_("{percent} of those counted were counted in {region}")
    return i18n.t(words, percent=i18n.format_percent(number / total), region=label)


def _change(table: figures.CountTable, i18n: I18n) -> str:
    """The sums of two days; nothing where one is not to be held against the other."""
    days = ("earlier", "latest")
    before, after = (table.claims(day) for day in days)
    alike = before and after and figures.is_summable((*before, *after))
    if not alike or any(map(table.left_out, days)):
        return ""
    whens = [parse_edtf(table.days[day]) for day in days]
    said = {
        k: i18n.format_date(day, "yearless")
        for k, day in zip(("first", "last"), whens, strict=True)
    }
    said |= {day: i18n.format_amount(table.total(day) or 0, table.unit) for day in days}
    if {when.precision for when in whens} & {"month", "year"}:
        return i18n.t("Counted by region: {earlier} ({first}), {latest} ({last})", **said)
    return i18n.t("Counted by region: {earlier} on {first}, {latest} on {last}", **said)


def map_description(table: figures.CountTable, ctx: Context) -> str:
    """What the map shows, for those who do not see it: every region with its number."""
    i18n, counts = ctx.i18n, ctx.view.counts if table.days.get("earlier") else "latest"
    if not ctx.dataset.counts_by_region:
        return i18n.t("Map of the places of the events. {finding}.", finding=map_finding(ctx))
    said = (
        f"{i18n.localize(row.region, 'label')} {count_text(row, counts, i18n)}"
        for row in table.rows
    )
    return i18n.t(
        "Map: people counted by region, as circles. {counts}", counts=f"{'; '.join(said)}."
    )


def count_citations(row: figures.RegionCounts, ctx: Context) -> list[Citation]:
    """Where the counts of a region are said, the later day's first."""
    return [c for claim in row.claims.values() for c in citations_of(claim.id, ctx)]


def place_spots(ctx: Context) -> list[PlaceRow]:
    """A spot for each place of the events shown that has coordinates, and for the one chosen."""
    ctx.story.go_on()
    counted, data = ctx.selection.by_place, ctx.dataset
    event, spots = data.events.get(ctx.view.event or ""), list[PlaceRow]()
    chosen = event.place_id if event else None
    for key in sorted({*counted, *([chosen] if chosen else [])}):
        place = data.places[key]
        if place.lat is not None and place.lon is not None:
            name, own = ctx.i18n.localize(place, "name"), key == chosen
            spots.append(PlaceRow(key, name, place.lon, place.lat, counted[key], selected=own))
    return spots


def circles(extent: MapExtent, spots: Sequence[PlaceRow], ctx: Context) -> list[PlaceRow]:
    """Places as the map draws them, close ones together where there are very many."""
    i18n, drawn = ctx.i18n, []
    ctx.story.go_on()
    for spot in cluster_places(spots, extent.bounds):
        said = {"name": spot.name, "events": i18n.n("{count} event", "{count} events", spot.events)}
        tip = "{name}\n{events}".format(**said)
        if spot.places > 1:
            places = i18n.n("{count} place", "{count} places", spot.places)
            tip = i18n.t("{name} and around\n{events} at {places}", **said, places=places)
        drawn.append(replace(spot, tip=tip))
    return drawn


def drawn_places(ctx: Context, extent: MapExtent) -> list[PlaceRow]:
    """The places one by one, or close ones together where there are too many to draw each."""
    spots = place_spots(ctx)
    return spots if len(spots) <= MOST_MARKS else circles(extent, spots, ctx)


def places_table(ctx: Context) -> tuple[tuple[str, ...], list[tuple[str, ...]], int]:
    """The columns and rows of the busiest places, and how many more there are."""
    i18n, counted, rows = ctx.i18n, ctx.selection.by_place, list[tuple[str, ...]]()
    for key in sorted(counted, key=lambda key: (-counted[key], key))[:MOST_ROWS]:
        place, spot = ctx.dataset.places[key], i18n.t("no coordinates")
        if place.lat is not None and place.lon is not None:
            spot = f"{place.lat:g}, {place.lon:g}"
        rows.append((i18n.localize(place, "name"), i18n.format_number(counted[key]), spot))
    heads = (i18n.t("Place"), i18n.t("Events"), i18n.t("Latitude, longitude"))
    return heads, rows, max(len(counted) - MOST_ROWS, 0)
