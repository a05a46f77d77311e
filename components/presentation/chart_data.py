"""What timeline and map show of a view: their titles, days, captions, and their rows in words."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final, NamedTuple

from components.drawing.map_rows import PlaceRow, cluster_places
from components.i18n import N_, I18n
from components.i18n.counts import format_region_count
from components.limits.views import MOST_MARKS
from components.loading.loaded_story import LoadedStory
from components.presentation.finding_texts import format_finding
from components.query import figures
from components.query.selection import Selection
from components.query.view import Counts, View, parse_zoom_days
from components.query.view_facts import FindFacts, ViewFacts
from components.story.bins import Bin, Binned, Step, bin_events
from components.story.dataset import Dataset
from components.story.edtf import days_after
from components.story.models import Place
from components.story.presentation import MapExtent
from components.work.cancellation import raise_if_cancelled

#: A timeline of a story without a period shows at least so many days: days need names.
SHORTEST_DAYS: Final = 20
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


def timeline_finding(facts: ViewFacts, i18n: I18n) -> str:
    """Return the timeline's title: how many of the events fall in the days that stand out."""
    return format_finding(facts.timeline_finding, facts.dataset, i18n)


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


def bin_selected_events(facts: ViewFacts, story: LoadedStory, view: View) -> Binned:
    """Count the events of a view by kind and stretch of time; cached with the story."""
    window = chart_window(facts.dataset, view)
    cache_key = ("binned", facts.filters, window)
    return story.memoize(cache_key, partial(_compute_bins, facts.selection, window))


def _compute_bins(selection: Selection, window: tuple[date, date]) -> Binned:
    kinds = [row.category for row in selection.rows]
    dates = [row.when for row in selection.rows]
    return bin_events(kinds, dates, window)


def format_bins_legend(facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n) -> str:
    """Format what the bars of a timeline of very many events are, for its legend."""
    step = i18n.t(BIN_STEPS[bin_selected_events(facts, story, view).step])
    return i18n.t("bars count the events by {step}", step=step)


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
def shown_counts(facts: ViewFacts, counts: Counts, find_facts: FindFacts) -> figures.CountTable:
    """Return the counts by region of the day that a view shows, and of the day before it.

    Parameters
    ----------
    facts
        The facts of the view.
    counts
        The day that is shown, or ``change``.
    find_facts
        Returns the facts of the story under other filters.
    """
    day_key = "latest"
    if counts == "earlier":
        day_key = "earlier"
    return facts.count_table(day_key, find_facts)


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


def map_finding(facts: ViewFacts, i18n: I18n, counts: Counts, find_facts: FindFacts) -> str:
    """Return the map's title: the region with the largest share, else where most events were.

    Parameters
    ----------
    facts
        The facts of the view.
    i18n
        The reader's language.
    counts
        The day that is shown, or ``change``.
    find_facts
        Returns the facts of the story under other filters.
    """
    finding = facts.map_finding(counts, find_facts)
    return format_finding(finding, facts.dataset, i18n)


def map_description(
    table: figures.CountTable, facts: ViewFacts, counts: Counts, find_facts: FindFacts, i18n: I18n
) -> str:
    """Return the map's text alternative: every region with its number."""
    if not facts.dataset.counts_by_region:
        return i18n.t(
            "Map of the places of the events. {finding}.",
            finding=map_finding(facts, i18n, counts, find_facts=find_facts),
        )
    shown_day: Counts = "latest"
    if table.days.get("earlier"):
        shown_day = counts
    phrases: list[str] = []
    for row in table.rows:
        region_name = i18n.localize(row.region, "label")
        phrases.append(f"{region_name} {format_count(row, shown_day, i18n)}")
    return i18n.t(
        "Map: people counted by region, as circles. {counts}", counts=f"{'; '.join(phrases)}."
    )


# Places -------------------------------------------------------------------------------------------
def locate_event_places(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n
) -> list[PlaceRow]:
    """Return the places with coordinates of the selected events and of the event in the address."""
    raise_if_cancelled()
    data = facts.dataset
    place_counts = facts.selection.by_place
    place_ids = set(place_counts)
    chosen_event = data.events.get(view.event or "")
    chosen_place_id = None
    if chosen_event and chosen_event.place_id:
        chosen_place_id = chosen_event.place_id
        place_ids.add(chosen_place_id)
    place_rows: list[PlaceRow] = []
    for place_id in sorted(place_ids):
        place = data.places[place_id]
        if place.lat is None or place.lon is None:
            continue
        lon, lat = story.basemap.drawn_spot(place.lon, place.lat)
        place_rows.append(
            PlaceRow(
                place_id,
                i18n.localize(place, "name"),
                lon,
                lat,
                events=place_counts[place_id],
                selected=place_id == chosen_place_id,
                tip=_describe_named_place(place, i18n),
                inferred=place.is_placed_by_name,
            )
        )
    return place_rows


def _describe_named_place(place: Place, i18n: I18n) -> str:
    """Return the sentence of a place that is placed by its name alone; empty for others."""
    if not place.is_placed_by_name:
        return ""
    return i18n.t("{place} (placed by its name)", place=i18n.localize(place, "name"))


def cluster_event_places(
    extent: MapExtent, place_rows: Sequence[PlaceRow], i18n: I18n
) -> list[PlaceRow]:
    """Cluster the places of a map that are too close to tell apart, each with its tooltip."""
    raise_if_cancelled()
    clusters: list[PlaceRow] = []
    for row in cluster_places(place_rows, extent.bounds):
        events_text = i18n.n("{count} event", "{count} events", row.events)
        tooltip = f"{row.tip or row.name}\n{events_text}"
        if row.places > 1:
            tooltip = i18n.t(
                "{name} and around\n{events} at {places}",
                name=row.name,
                events=events_text,
                places=i18n.n("{count} place", "{count} places", row.places),
            )
        clusters.append(replace(row, tip=tooltip))
    return clusters


def list_drawn_places(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n, extent: MapExtent
) -> list[PlaceRow]:
    """Return the places of a map: each, or clusters where there are too many to draw each."""
    place_rows = locate_event_places(facts, story, view, i18n=i18n)
    if len(place_rows) <= MOST_MARKS:
        return place_rows
    return cluster_event_places(extent, place_rows, i18n)


class PlacesTable(NamedTuple):
    """The busiest places as a table."""

    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    #: Places beyond the rows.
    more: int


def build_places_table(facts: ViewFacts, i18n: I18n) -> PlacesTable:
    """Build the table of the busiest places: name, events and coordinates."""
    place_counts = facts.selection.by_place
    # The most events first, and places with the same number by id.
    place_ids = sorted(place_counts)
    place_ids.sort(key=lambda place_id: place_counts[place_id], reverse=True)
    place_rows: list[tuple[str, ...]] = []
    for place_id in place_ids[:MOST_PLACE_ROWS]:
        place = facts.dataset.places[place_id]
        place_name = i18n.localize(place, "name")
        count_text = i18n.format_number(place_counts[place_id])
        place_rows.append((place_name, count_text, _format_coordinates(place, i18n)))
    heads = (i18n.t("Place"), i18n.t("Events"), i18n.t("Latitude, longitude"))
    hidden_count = max(len(place_ids) - MOST_PLACE_ROWS, 0)
    return PlacesTable(heads, place_rows, hidden_count)


def _format_coordinates(place: Place, i18n: I18n) -> str:
    if place.lat is None or place.lon is None:
        return i18n.t("no coordinates")
    coordinates = f"{place.lat:g}, {place.lon:g}"
    if place.is_placed_by_name:
        return i18n.t("{coordinates} (by its name)", coordinates=coordinates)
    return coordinates
