"""What timeline and map say of a view: their titles, days, captions, and their rows in words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final, NamedTuple

from components.drawing.map_rows import PlaceRow, cluster_places
from components.i18n import N_, I18n
from components.i18n.counts import format_region_count
from components.limits.views import MOST_MARKS
from components.presentation.context import Context
from components.presentation.empty_states import NOTHING_FITS
from components.presentation.figure_texts import format_claimants
from components.query import figures
from components.query.selection import Selection
from components.query.view import Counts, View, parse_zoom_days
from components.story.bins import Bin, Binned, Step, bin_events
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, days_after, parse_edtf
from components.story.models import Place
from components.story.presentation import MapExtent
from components.work.cancellation import raise_if_cancelled

#: A timeline of a story without a period shows at least so many days: days need names.
SHORTEST_DAYS: Final = 20
#: The busiest year of a story of more days than this is named, else the busiest month.
MOST_DAYS_BY_MONTH: Final = 1000
#: A period stands out with at least so many events, and so many times the average of all periods.
LEAST_BUSY_EVENTS: Final = 3
LEAST_BUSY_SHARE: Final = 2
#: A place stands out with at least so many events, and with one event in so many of all.
LEAST_PLACE_EVENTS: Final = 2
LEAST_PLACE_SHARE: Final = 5
BIN_STEPS: Final[dict[Step, str]] = {
    "day": N_("day"),
    "week": N_("week"),
    "month": N_("month"),
    "quarter": N_("quarter of a year"),
    "year": N_("year"),
    "decade": N_("decade"),
    "century": N_("century"),
}
COUNT_CHOICES: Final[dict[Counts, str]] = {
    "latest": N_("To {latest}"),
    "earlier": N_("To {earlier}"),
    "change": N_("The change"),
}
#: Places in a table; the rest are counted.
MOST_PLACE_ROWS: Final = 60


# The timeline -------------------------------------------------------------------------------------
def chart_window(dataset: Dataset, view: View) -> tuple[date, date]:
    """Return the first and the last day of the timeline: the zoom's, else the filters', else all.

    Parameters
    ----------
    dataset
        The story.
    view
        Its zoom and its filters on dates decide.
    """
    zoom_days = parse_zoom_days(view)
    if zoom_days:
        return zoom_days
    first_day, last_day = dataset.period
    filters = view.filters
    if filters.start or filters.end:
        start_day = filters.start or min(first_day, filters.end or first_day)
        end_day = filters.end or max(last_day, start_day)
        return start_day, end_day
    if dataset.presentation.period is None:
        # A little room at both ends.
        day_count = (last_day - first_day).days
        room_days = max(day_count // 50, (SHORTEST_DAYS - day_count) // 2, 1)
        return days_after(first_day, -room_days), days_after(last_day, room_days)
    return list_zooms(dataset).get(view.zoom, (first_day, last_day))


def list_zooms(dataset: Dataset) -> dict[str, tuple[date, date]]:
    """Return the days that a reader may zoom to, by the value of ``zoom``; the first is all."""
    zooms = {"all": dataset.period}
    for zoom in dataset.presentation.zooms:
        zooms[zoom.id] = (zoom.start, zoom.end)
    return zooms


def timeline_finding(ctx: Context) -> str:
    """Return the timeline's title: how many of the events fall in the days of the story's peak.

    Where the filters ask for dates within the peak, it says how many certainly fall in them. A
    story without a peak has the busiest year or month.
    """
    i18n = ctx.i18n
    filters = ctx.view.filters
    peak = ctx.dataset.presentation.peak
    if not ctx.selection.events:
        return i18n.t(NOTHING_FITS)
    if peak is None:
        return _busiest_period_finding(ctx)
    # Of the peak's days those that the filters allow.
    first_day = max(peak.start, filters.start or peak.start)
    last_day = min(peak.end, filters.end or peak.end)
    dates = [row.when for row in ctx.selection.rows]
    count = 0
    if first_day <= last_day:
        count = sum(when.certainly_within(first_day, last_day) for when in dates)
    if count in (0, len(dates)):
        return i18n.t("The events in order of date")
    if (filters.start, filters.end) == (first_day, last_day):
        return i18n.t(
            "{total} events, {count} of them certainly in these dates",
            count=count,
            total=len(dates),
        )
    finding = i18n.n(
        "{count} of {total} events falls {days}",
        "{count} of {total} events fall {days}",
        count,
        days=_format_peak_days(first_day, last_day, i18n),
        total=len(dates),
    )
    possible_count = sum(when.possibly_within(first_day, last_day) for when in dates) - count
    if possible_count:
        finding += i18n.n("; {count} more may", "; {count} more may", possible_count)
    return finding


def _format_peak_days(first_day: date, last_day: date, i18n: I18n) -> str:
    """Format days as a sentence joins them: "between 22 and 28 February"."""
    end_text = i18n.format_day(last_day, "yearless")
    if first_day == last_day:
        return i18n.t("on {day}", day=end_text)
    if (first_day.year, first_day.month) == (last_day.year, last_day.month):
        start_text = i18n.format_day(first_day, "day")
    else:
        start_text = i18n.format_day(first_day, "yearless")
    return i18n.t("between {first} and {last}", first=start_text, last=end_text)


def _count_periods(dates: Sequence[EdtfDate], cut: int) -> Counter[str]:
    """Count the certain dates by year or month: ISO days without their last ``cut`` characters."""
    counts: Counter[str] = Counter()
    for when in dates:
        if when.approximate or when.uncertain:
            continue
        first_period = when.first.isoformat()[:-cut]
        if first_period == when.last.isoformat()[:-cut]:
            counts[first_period] += 1
    return counts


def _busiest_period_finding(ctx: Context) -> str:
    """Name the year or the month with the most events, where one stands out."""
    i18n = ctx.i18n
    event_count = len(ctx.selection.events)
    dates = [row.when for row in ctx.selection.rows]
    span_first, span_last = ctx.dataset.span
    # The characters of "-03-15", else of "-15".
    cut = 3
    if (span_last - span_first).days > MOST_DAYS_BY_MONTH:
        cut = 6
    counts = _count_periods(dates, cut)
    no_finding = i18n.t("The events in order of date")
    if len(counts) <= 1:
        return no_finding
    # Of two alike the later one.
    busiest = max(counts, key=lambda period: (counts[period], period))
    if counts[busiest] < max(LEAST_BUSY_SHARE * event_count / len(counts), LEAST_BUSY_EVENTS):
        return no_finding
    finding = i18n.n(
        "{count} of {total} events falls in {span}",
        "{count} of {total} events fall in {span}",
        counts[busiest],
        total=event_count,
        span=i18n.format_date(busiest),
    )
    span = parse_edtf(busiest)
    within_count = sum(when.possibly_within(span.lower, span.upper) for when in dates)
    possible_count = within_count - counts[busiest]
    if not possible_count:
        return finding
    remark = i18n.n("{count} more may", "{count} more may", possible_count)
    return f"{finding}; {remark}"


# Bars ---------------------------------------------------------------------------------------------
def format_bins_title(binned: Binned, i18n: I18n) -> str:
    """Format what the bars count or add up, and by what: day, week, month."""
    step = i18n.t(BIN_STEPS[binned.step])
    if binned.summed:
        return i18n.t("The column “{column}” added up by {step}", column=binned.summed, step=step)
    return i18n.t("The events counted by {step}", step=step)


def needs_bins(selection: Selection) -> bool:
    """Tell whether there are too many events to draw each: then they are counted."""
    return len(selection.events) > MOST_MARKS


def bin_selected_events(ctx: Context) -> Binned:
    """Count the events of a view by kind and stretch of time; cached with the story."""
    window = chart_window(ctx.dataset, ctx.view)
    cache_key = ("binned", ctx.view.filters, window)
    return ctx.story.memoize(cache_key, partial(_compute_bins, ctx.selection, window))


def _compute_bins(selection: Selection, window: tuple[date, date]) -> Binned:
    kinds = [row.category for row in selection.rows]
    dates = [row.when for row in selection.rows]
    return bin_events(kinds, dates, window)


def format_bins_legend(ctx: Context) -> str:
    """Format what the bars of a timeline of very many events are, for its legend."""
    step = ctx.i18n.t(BIN_STEPS[bin_selected_events(ctx).step])
    return ctx.i18n.t("bars count the events by {step}", step=step)


def format_bin_days(event_bin: Bin, i18n: I18n) -> str:
    """Format the days of a bar as a person writes them: "March 2018", "2014"."""
    start = event_bin.start
    end = event_bin.end
    if start == start.replace(month=1, day=1) and end == start.replace(month=12, day=31):
        return i18n.format_year(start.year)
    if start == end:
        return i18n.format_day(start)
    return i18n.format_date(f"{start}/{end}")


# Counts by region ---------------------------------------------------------------------------------
def shown_counts(ctx: Context) -> figures.CountTable:
    """Return the counts by region of the day that a view shows, and of the day before it."""
    requested_day = _requested_count_day(ctx.view)
    table = ctx.facts.count_table(requested_day, ctx.story.facts)
    if requested_day in table.days:
        return table
    return ctx.facts.count_table("latest", ctx.story.facts)


def _requested_count_day(view: View) -> str:
    if view.counts == "earlier":
        return "earlier"
    return "latest"


def shown_count_day(table: figures.CountTable, view: View) -> str:
    """Return the key of the counts that a view shows: of two that are compared, the later one.

    Where the sources in use give one day alone, it is that, whichever the address asks for.
    """
    day_key = _requested_count_day(view)
    if day_key in table.days:
        return day_key
    return "latest"


def format_count(row: figures.RegionCounts, counts: Counts, i18n: I18n) -> str:
    """Format the number of a region as a map writes it, or what is written in its place."""
    day_key = "latest"
    if counts == "earlier":
        day_key = "earlier"
    number = row.count_of(day_key)
    if number is None or counts != "change" or "earlier" in row.left_out:
        return format_region_count(row, day_key, i18n)
    amount_text = i18n.format_amount(number, row.claims[day_key].unit)
    earlier_number = row.count_of("earlier")
    if earlier_number is None:
        return i18n.t("new: {number}", number=amount_text)
    return f"{i18n.format_number(earlier_number)} → {amount_text}"


def map_finding(ctx: Context) -> str:
    """Return the map's title: the region with the largest share, else where most events were."""
    i18n = ctx.i18n
    if ctx.dataset.counts_by_region:
        table = shown_counts(ctx)
        return counts_finding(table, shown_count_day(table, ctx.view), ctx)
    if not ctx.selection.events:
        return i18n.t(NOTHING_FITS)
    place_counts = ctx.selection.by_place
    if not place_counts:
        return i18n.t("No event under these filters has a place")
    event_count = sum(place_counts.values())
    # Of two alike the one whose id is later.
    top_place = max(place_counts, key=lambda key: (place_counts[key], key))
    top_count = place_counts[top_place]
    stands_out = top_count >= LEAST_PLACE_EVENTS and top_count * LEAST_PLACE_SHARE >= event_count
    if len(place_counts) == 1 or not stands_out:
        return i18n.n("Events at {count} place", "Events at {count} places", len(place_counts))
    return i18n.t(
        "{count} of {total} events with a place were in {place}",
        count=top_count,
        total=event_count,
        place=i18n.localize(ctx.dataset.places[top_place], "name"),
    )


def counts_finding(table: figures.CountTable, day_key: str, ctx: Context) -> str:
    """Return what the counts of a day say: the largest share, or how many in the regions asked for.

    Parameters
    ----------
    table
        The counts of every region.
    day_key
        ``latest`` or ``earlier``.
    ctx
        The view, whose filter on regions decides what is said.
    """
    i18n = ctx.i18n
    requested_regions = ctx.view.filters.regions
    rows = table.rows
    if requested_regions:
        rows = tuple(row for row in table.rows if row.region.id in requested_regions)
    requested = replace(table, rows=rows)
    claims = requested.claims_of(day_key)
    if not claims:
        return _missing_counts_finding(requested, day_key, ctx)
    if not table.answered:
        day_text = i18n.format_date(table.days.get(day_key) or "", "short")
        return i18n.t("The counts by region are of {date}, outside these filters", date=day_text)
    total = requested.total_of(day_key)
    table_total = table.total_of(day_key)
    if total is None or table_total is None:
        count_text = i18n.n("{count} count by region", "{count} counts by region", len(claims))
        names = format_claimants(claims, ctx.dataset, i18n)
        return i18n.t("{count}, by {names}", count=count_text, names=names)
    if ctx.view.counts == "change":
        change = _change_finding(requested, i18n)
        if change:
            return change
    if not requested_regions:
        return _largest_count_finding(table, day_key, total, i18n)
    counted_regions = [row.region for row in rows if row.claims.get(day_key)]
    region_text = i18n.t("these regions")
    if len(counted_regions) == 1:
        region_text = i18n.localize(counted_regions[0], "label")
    if table.rows_left_out(day_key):
        return i18n.n(
            "{count} person counted in {region}",
            "{count} people counted in {region}",
            total,
            region=region_text,
        )
    return i18n.t(
        "{count} of {total} people counted in {region}",
        count=total,
        total=i18n.format_amount(table_total, table.unit),
        region=region_text,
    )


def _missing_counts_finding(requested: figures.CountTable, day_key: str, ctx: Context) -> str:
    """Return why the regions that are asked for have no count.

    That no source gives one is said of a day alone where the story has a count of another day,
    even if the filters hide it.
    """
    i18n = ctx.i18n
    if requested.rows_left_out(day_key):
        return i18n.t("The counts by region are left out by your filters")
    region_names = [i18n.localize(row.region, "label") for row in requested.rows]
    regions_text = i18n.format_list(region_names)
    day = requested.days.get(day_key)
    counted_regions = ctx.dataset.counts_by_region
    if day and any(row.region.id in counted_regions for row in requested.rows):
        day_text = i18n.format_date(day, "short")
        return i18n.t(
            "No source gives a count for {regions} for {date}", regions=regions_text, date=day_text
        )
    return i18n.t("No source gives a count for {regions}", regions=regions_text)


def _largest_count_finding(table: figures.CountTable, day_key: str, total: int, i18n: I18n) -> str:
    """Return the region with the largest count: its share, or its number if counts are hidden."""
    top_row = max(table.rows, key=lambda row: row.count_of(day_key) or 0)
    region_name = i18n.localize(top_row.region, "label")
    top_number = top_row.count_of(day_key) or 0
    if table.rows_left_out(day_key):
        return i18n.n(
            "{count} person counted in {region}, the most in the regions that your filters leave",
            "{count} people counted in {region}, the most in the regions that your filters leave",
            top_number,
            region=region_name,
        )
    if not total:
        return i18n.t("Nobody was counted in any region")
    return i18n.t(
        "{percent} of those counted were counted in {region}",
        percent=i18n.format_percent(top_number / total),
        region=region_name,
    )


def _change_finding(table: figures.CountTable, i18n: I18n) -> str:
    """Return the sums of two days; empty where they cannot be compared.

    They can where both days have counts, of the same unit and people, and none is left out.
    """
    earlier_claims = table.claims_of("earlier")
    latest_claims = table.claims_of("latest")
    if not earlier_claims or not latest_claims:
        return ""
    if not figures.is_summable((*earlier_claims, *latest_claims)):
        return ""
    if table.rows_left_out("earlier") or table.rows_left_out("latest"):
        return ""
    first_date = parse_edtf(table.days["earlier"])
    last_date = parse_edtf(table.days["latest"])
    values = {
        "first": i18n.format_date(first_date, "yearless"),
        "last": i18n.format_date(last_date, "yearless"),
        "earlier": i18n.format_amount(table.total_of("earlier") or 0, table.unit),
        "latest": i18n.format_amount(table.total_of("latest") or 0, table.unit),
    }
    if {first_date.precision, last_date.precision} & {"month", "year"}:
        return i18n.t("Counted by region: {earlier} ({first}), {latest} ({last})", **values)
    return i18n.t("Counted by region: {earlier} on {first}, {latest} on {last}", **values)


def map_description(table: figures.CountTable, ctx: Context) -> str:
    """Return the map's text alternative: every region with its number."""
    i18n = ctx.i18n
    if not ctx.dataset.counts_by_region:
        return i18n.t("Map of the places of the events. {finding}.", finding=map_finding(ctx))
    counts: Counts = "latest"
    if table.days.get("earlier"):
        counts = ctx.view.counts
    phrases: list[str] = []
    for row in table.rows:
        region_name = i18n.localize(row.region, "label")
        phrases.append(f"{region_name} {format_count(row, counts, i18n)}")
    return i18n.t(
        "Map: people counted by region, as circles. {counts}", counts=f"{'; '.join(phrases)}."
    )


# Places -------------------------------------------------------------------------------------------
def locate_event_places(ctx: Context) -> list[PlaceRow]:
    """Return the places with coordinates of the selected events and of the event in the address."""
    raise_if_cancelled()
    data = ctx.dataset
    place_counts = ctx.selection.by_place
    place_ids = set(place_counts)
    chosen_event = data.events.get(ctx.view.event or "")
    chosen_place_id = None
    if chosen_event and chosen_event.place_id:
        chosen_place_id = chosen_event.place_id
        place_ids.add(chosen_place_id)
    place_rows: list[PlaceRow] = []
    for place_id in sorted(place_ids):
        place = data.places[place_id]
        if place.lat is None or place.lon is None:
            continue
        place_rows.append(
            PlaceRow(
                place_id,
                ctx.i18n.localize(place, "name"),
                place.lon,
                place.lat,
                events=place_counts[place_id],
                selected=place_id == chosen_place_id,
            )
        )
    return place_rows


def cluster_event_places(
    extent: MapExtent, place_rows: Sequence[PlaceRow], ctx: Context
) -> list[PlaceRow]:
    """Cluster the places of a map that are too close to tell apart, each with its tooltip."""
    i18n = ctx.i18n
    raise_if_cancelled()
    clusters: list[PlaceRow] = []
    for row in cluster_places(place_rows, extent.bounds):
        events_text = i18n.n("{count} event", "{count} events", row.events)
        tooltip = f"{row.name}\n{events_text}"
        if row.places > 1:
            tooltip = i18n.t(
                "{name} and around\n{events} at {places}",
                name=row.name,
                events=events_text,
                places=i18n.n("{count} place", "{count} places", row.places),
            )
        clusters.append(replace(row, tip=tooltip))
    return clusters


def list_drawn_places(ctx: Context, extent: MapExtent) -> list[PlaceRow]:
    """Return the places of a map: each, or clusters where there are too many to draw each."""
    place_rows = locate_event_places(ctx)
    if len(place_rows) <= MOST_MARKS:
        return place_rows
    return cluster_event_places(extent, place_rows, ctx)


class PlacesTable(NamedTuple):
    """The busiest places as a table."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    #: Places beyond the rows.
    more: int


def build_places_table(ctx: Context) -> PlacesTable:
    """Build the table of the busiest places: name, events and coordinates."""
    i18n = ctx.i18n
    place_counts = ctx.selection.by_place
    # The most events first, and places with the same number by id.
    place_ids = sorted(place_counts)
    place_ids.sort(key=lambda place_id: place_counts[place_id], reverse=True)
    place_rows: list[tuple[str, ...]] = []
    for place_id in place_ids[:MOST_PLACE_ROWS]:
        place = ctx.dataset.places[place_id]
        place_name = i18n.localize(place, "name")
        count_text = i18n.format_number(place_counts[place_id])
        place_rows.append((place_name, count_text, _format_coordinates(place, i18n)))
    heads = (i18n.t("Place"), i18n.t("Events"), i18n.t("Latitude, longitude"))
    hidden_count = max(len(place_ids) - MOST_PLACE_ROWS, 0)
    return PlacesTable(heads, place_rows, hidden_count)


def _format_coordinates(place: Place, i18n: I18n) -> str:
    if place.lat is None or place.lon is None:
        return i18n.t("no coordinates")
    return f"{place.lat:g}, {place.lon:g}"
