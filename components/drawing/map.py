"""The map: counts by region as circles, places as diamonds or circles, on its ground.

Numbers are circles whose area is in proportion to what was counted, never shading: see
``docs/boundaries.md``. :func:`map_scene` lays out all of it; :class:`MapMarks` lays out the marks
above the ground, which the map of deck.gl (:mod:`components.drawing.deck`) shares.
"""

import math
import textwrap
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from components.caches import clear_with_stories
from components.drawing import basemap_labels
from components.drawing.basemap import HATCH_SHARE, Ground, Tinting, ground_marks
from components.drawing.basemap_outlines import Outlines
from components.drawing.fonts import measure_text
from components.drawing.labels import AWAY_PX, WRAPS, Candidate, LabelPlaces
from components.drawing.palette import DIMMED_GROUND_SHARE, MapPalette, mixed, tint
from components.drawing.projection import Bounds, Projection, fit_projection, is_within
from components.drawing.scene import Bar, Box, Mark, Paint, Point, Scene, Shape, Sign, Text
from components.drawing.sheet import KeyItem
from components.drawing.svg import BEGINS
from components.limits import MOST_MARKS

#: The largest circle's radius in pixels. Every other one's area is in proportion to its number.
LARGEST_RADIUS_PX: Final = 27.0
NAME_PX: Final = 12
NUMBER_PX: Final = 15
LINE_PX: Final = 14
#: The labels' places are set by hand for a frame of at least this width and height.
SMALLEST_FRAME_PX: Final = (380, 480)
#: However small the ground, the labels themselves need this width and height.
LEAST_GROUND_PX: Final = (300, 260)
#: More places than these are drawn together, cell by cell of a grid this many cells wide.
MOST_PLACES: Final = 120
CELLS_ACROSS: Final = 16
#: The largest circle of a few places, and a circle that can still be hit.
FEW_PLACES_RADIUS_PX: Final = 22.0
LEAST_RADIUS_PX: Final = 5.0
#: A frame of a single place has no size to divide.
LEAST_FRAME_DEGREES: Final = 1e-9
#: The legend has the largest number and about a fortieth and a quarter of it.
LEGEND_DIVISORS: Final = (40, 4, 1)
#: How full the circle of a count is: alone, of the later of two days, of the earlier one.
SHARES: Final = {"alone": 0.55, "later": 0.18, "earlier": 0.6}
#: The outline of a circle whose seat rests on inference.
SEAT_DASH: Final = "4 2.5"


class RegionRow(NamedTuple):
    """A region's number.

    Attributes
    ----------
    region_id
        Id of the region.
    label
        Its name in the reader's language; some 37 characters fit.
    lon, lat
        Its seat or its anchor in degrees (EPSG:4326).
    value
        Number of people; None if no number is shown.
    earlier
        The number at the earlier of two dates, if there are two.
    text
        The number for the reader ("415", "328 → 415"), or the text in its place.
    seat_inferred
        Whether the seat rests on inference.
    left_out
        Whether the filters leave a number out.
    tip
        The sentence of the mark, if it is not the name with the number.
    """

    region_id: str
    label: str
    lon: float
    lat: float
    value: int | None
    earlier: int | None
    text: str
    seat_inferred: bool
    left_out: bool = False
    tip: str = ""


@dataclass(frozen=True)
class PlaceRow:
    """A named place with events, or several places that are close together.

    Attributes
    ----------
    place_id, name
        Of the place; of a cluster those of its busiest place.
    lon, lat
        In degrees (EPSG:4326).
    events
        Number of events.
    selected
        Whether the chosen event happened there.
    places
        Number of places.
    tip
        The sentence of the mark, if it is not the name.
    member_ids
        Ids of the places of a cluster.
    """

    place_id: str
    name: str
    lon: float
    lat: float
    events: int
    selected: bool = False
    places: int = 1
    tip: str = ""
    member_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapRows:
    """What a map shows above its ground.

    Attributes
    ----------
    regions
        The regions to label. One without a value has the reason (``not_reported``) or its name
        alone; without any row the regions are ground alone.
    places
        Diamonds; if ``circled``, circles by their number of events.
    circled
        Whether places are circles.
    not_reported
        The text of regions without a number.
    chosen
        Ids of the regions to outline.
    focus
        Ids of the regions and places that the drawing is about; the rest is dim. None is all.
    dimmed
        Whether the numbers do not answer the reader's filters.
    largest
        The number whose circle is the largest; None is the largest of the regions.
    """

    regions: Sequence[RegionRow] = ()
    places: Sequence[PlaceRow] = ()
    circled: bool = False
    not_reported: str = ""
    chosen: Sequence[str] = ()
    focus: frozenset[str] | None = None
    dimmed: bool = False
    largest: int | None = None

    @cached_property
    def largest_number(self) -> int:
        """The number with the largest circle; 0 without any."""
        if self.largest is not None:
            return self.largest
        all_numbers = [0]
        for row in self.regions:
            all_numbers += [number for number in (row.value, row.earlier) if number is not None]
        return max(all_numbers)

    def known_regions(self, regions: Collection[str]) -> Collection[str]:
        """Return the regions with a known number; all regions if no number is to be known."""
        if self.circled:
            return regions
        known = {row.region_id for row in self.regions if row.value is not None or row.left_out}
        return known or regions


def radius(value: float, largest: float) -> float:
    """Return a circle's radius in pixels.

    Its area is to the largest circle's as its value is to the largest value.
    """
    if value <= 0 or largest <= 0:
        return 0.0
    return round(LARGEST_RADIUS_PX * math.sqrt(value / largest), 2)


def _round_to_first_digit(value: float) -> int:
    power = 10 ** math.floor(math.log10(max(value, 1)))
    return int(value // power * power)


def legend_numbers(largest: int) -> list[int]:
    """Return up to three round numbers, ascending, for the legend of a map.

    Parameters
    ----------
    largest
        The largest number on the map.
    """
    top_number = _round_to_first_digit(max(largest, 1))
    round_numbers = [_round_to_first_digit(top_number / divisor) for divisor in LEGEND_DIVISORS]
    return [number for number in dict.fromkeys(round_numbers) if number]


def count_circle(  # noqa: PLR0913 - it configures a paint
    x: float,
    y: float,
    size: float,
    tone: str,
    which: str = "alone",
    dash: str = "",
) -> Sign:
    """Draw the circle of a count.

    Parameters
    ----------
    x, y
        Its middle in the drawing's unit.
    size
        Its radius.
    tone
        Colour of the outline and of the filling.
    which
        A key of :data:`SHARES`: how full it is.
    dash
        The dashes of its outline as in SVG; empty for a line.
    """
    return Sign(
        "circle",
        x=x,
        y=y,
        radius=size,
        paint=Paint(
            tone,
            stroke=tone,
            width=1.5,
            dash=dash,
            opacity=SHARES[which],
        ),
    )


def place_sign(x: float, y: float, size: float, tone: str, paper: str) -> Sign:
    """Draw the diamond of a place: middle and size in the drawing's unit, its colours."""
    return Sign(
        "diamond",
        x=x,
        y=y,
        radius=size,
        paint=Paint(tone, paper, 1.5),
    )


def cluster_places(rows: Sequence[PlaceRow], frame: Bounds) -> list[PlaceRow]:
    """Merge places that are too many to draw each, by the cells of a grid.

    Parameters
    ----------
    rows
        The places, in degrees (EPSG:4326).
    frame
        West, south, east and north of the map in degrees; :data:`CELLS_ACROSS` cells span it.

    Returns
    -------
    list of PlaceRow
        Most events first. Up to :data:`MOST_PLACES` places stay as they are; else a row stands for
        a cell, has the name of its busiest place, and lies at the mean of its events.
    """
    drawn_places = list(rows)
    if len(rows) > MOST_PLACES:
        drawn_places = [_merge_cell(cell) for cell in _group_by_cell(rows, frame)]
    return sorted(drawn_places, key=lambda row: (-row.events, row.place_id))


def _group_by_cell(rows: Sequence[PlaceRow], frame: Bounds) -> list[list[PlaceRow]]:
    west, south, east, north = frame
    frame_size = max(east - west, north - south, LEAST_FRAME_DEGREES)
    cell_size = frame_size / CELLS_ACROSS
    while True:
        places_by_cell: defaultdict[tuple[int, int], list[PlaceRow]] = defaultdict(list)
        for row in rows:
            cell_column = int((row.lon - west) // cell_size)
            cell_row = int((row.lat - south) // cell_size)
            places_by_cell[cell_column, cell_row].append(row)
        if len(places_by_cell) <= MOST_MARKS:
            return list(places_by_cell.values())
        # Most of the places lie outside the frame.
        cell_size *= 2


def _merge_cell(rows: Sequence[PlaceRow]) -> PlaceRow:
    busiest = max(rows, key=lambda row: (row.events, row.place_id))
    event_count = sum(row.events for row in rows)
    mean_lon = busiest.lon
    mean_lat = busiest.lat
    if event_count:
        lon_sum = sum(row.lon * row.events for row in rows)
        lat_sum = sum(row.lat * row.events for row in rows)
        mean_lon = lon_sum / event_count
        mean_lat = lat_sum / event_count
    return replace(
        busiest,
        lon=mean_lon,
        lat=mean_lat,
        events=event_count,
        selected=any(row.selected for row in rows),
        places=sum(row.places for row in rows),
        member_ids=tuple(row.place_id for row in rows),
    )


class TextLine(NamedTuple):
    """A line of a label with its size in the drawing's unit and its weight."""

    text: str
    size: int
    weight: int


Lines = tuple[TextLine, ...]


class LabelSpot(NamedTuple):
    """A position of a label, with the lines that it has there."""

    position: Candidate
    lines: Lines

    def box_at(self, mark: Point) -> Box:
        """Return the box of the label beside a mark, in the drawing's unit."""
        label_width = max(measure_text(*line) for line in self.lines)
        half_height = len(self.lines) * LINE_PX / 2
        middle_y = mark[1] + self.position.dy
        anchor_x = mark[0] + self.position.dx
        label_left = anchor_x - BEGINS[self.position.anchor] * label_width
        label_right = label_left + label_width
        return label_left, middle_y - half_height, label_right, middle_y + half_height

    def texts_at(self, mark: Point, tone: str, halo: str) -> tuple[Text, ...]:
        """Return the lines of the label beside a mark, in a colour with a halo."""
        half_height = len(self.lines) * LINE_PX / 2
        middle_y = mark[1] + self.position.dy
        baseline = middle_y - half_height + LINE_PX / 2 + 4
        # A number is larger than a name.
        if self.lines[0].size > NAME_PX:
            baseline += 1
        anchor_x = mark[0] + self.position.dx
        anchor = self.position.anchor
        return tuple(
            Text(
                text,
                x=anchor_x,
                y=baseline + line_index * LINE_PX,
                size=size,
                fill=tone,
                anchor=anchor,
                weight=weight,
                halo=halo,
            )
            for line_index, (text, size, weight) in enumerate(self.lines)
        )


class _PlacedRegion(NamedTuple):
    """A region's row and where its circle is drawn, in the drawing's unit."""

    row: RegionRow
    at: Point


class _PlacedSign(NamedTuple):
    """A place's row, where its sign is drawn and how large, in the drawing's unit."""

    row: PlaceRow
    at: Point
    size: float


class _Labelling(NamedTuple):
    """The labels of counts in one order: their boxes, and the counts whose names had no room."""

    marks: list[Mark]
    taken: list[Box]
    unnamed: set[str]


@dataclass(frozen=True)
class MapMarks:
    """Lay out what a map shows above its ground.

    Attributes
    ----------
    under
        The ground.
    rows
        What is shown.
    palette
        The colours.
    projection
        From degrees to the drawing's unit.
    labels
        The occupied parts of the drawing; it is filled.
    """

    under: Ground
    rows: MapRows
    palette: MapPalette
    projection: Projection
    labels: LabelPlaces

    def build_marks(self) -> list[Mark]:
        """Return counts and places with their labels, the lowest first: the largest circle."""
        placed_regions = self._place_regions()
        count_circles = [
            self._draw_circle(region) for region in placed_regions if region.row.value is not None
        ]
        # Every sign has its place before the first name is set.
        placed_signs = self._place_signs()
        count_labels = self._label_counts(placed_regions)
        place_marks = [self._draw_place(place) for place in placed_signs]
        return [*count_circles, *count_labels, *place_marks]

    def _place_regions(self) -> list[_PlacedRegion]:
        """Return the regions within the bounds, the largest number first."""
        placed_regions: list[_PlacedRegion] = []
        for row in sorted(self.rows.regions, key=lambda row: -(row.value or 0)):
            if is_within((row.lon, row.lat), self.under.bounds):
                region_point = self.projection.project_point(row.lon, row.lat)
                placed_regions.append(_PlacedRegion(row, region_point))
        return placed_regions

    def _place_signs(self) -> list[_PlacedSign]:
        """Return the visible places, the selected one last, and occupy their boxes."""
        west, south, east, north = self.projection.visible_bounds
        most_events = max([1, *(row.events for row in self.rows.places)])
        placed_signs: list[_PlacedSign] = []
        for row in sorted(self.rows.places, key=lambda row: row.selected):
            if west < row.lon < east and south < row.lat < north:
                place_point = self.projection.project_point(row.lon, row.lat)
                sign_size = self._sign_size(row, most_events)
                self._occupy(row.place_id, place_point, sign_size)
                placed_signs.append(_PlacedSign(row, place_point, sign_size))
        return placed_signs

    def _sign_size(self, row: PlaceRow, most_events: int) -> float:
        if self.rows.circled:
            # A circle's area is as its events, no more than half a cell where there are many, and
            # no less than can still be hit.
            largest_radius = FEW_PLACES_RADIUS_PX
            if len(self.rows.places) > MOST_PLACES // 2:
                largest_radius = SMALLEST_FRAME_PX[0] / CELLS_ACROSS / 2
            event_share = row.events / most_events
            return max(largest_radius * math.sqrt(event_share), LEAST_RADIUS_PX)
        sign_radius = 4.5
        if self.under.close:
            sign_radius = 6.5
        if row.selected:
            sign_radius *= 1.6
        return sign_radius

    def _is_dim(self, record_id: str) -> bool:
        return self.rows.focus is not None and record_id not in self.rows.focus

    def _occupy(self, record_id: str, at: Point, reach: float) -> None:
        x, y = at
        self.labels.marks[record_id] = (
            x - reach,
            y - reach,
            x + reach,
            y + reach,
        )

    def _place_label(
        self,
        record_id: str,
        spots: Iterable[LabelSpot],
        at: Point,
        tone: str,
    ) -> tuple[Text, ...]:
        """Return the label of a mark at its first free spot; no lines if no spot is free."""
        boxed = ((spot, spot.box_at(at)) for spot in spots)
        placed = self.labels.place_first_free(boxed, record_id)
        if placed is None:
            return ()
        spot, _ = placed
        return spot.texts_at(at, tone, self.palette.paper)

    def _draw_circle(self, placed: _PlacedRegion) -> Mark:
        """Draw the circle of a count; compared days are an open ring around a full disc."""
        row, at = placed
        circle_radius = radius(row.value or 0, self.rows.largest_number)
        self._occupy(row.region_id, at, 0.8 * circle_radius)
        is_dim = self._is_dim(row.region_id)
        circle_tone = self.palette.accent
        if self.rows.dimmed:
            circle_tone = self.palette.muted
        if is_dim:
            circle_tone = mixed(circle_tone, self.palette.ground, DIMMED_GROUND_SHARE)
        share_key = "alone"
        if row.earlier is not None:
            share_key = "later"
        circle_dash = ""
        sign_names = ["count"]
        if row.seat_inferred:
            circle_dash = SEAT_DASH
            sign_names.append("office")
        circle_shapes = [count_circle(*at, circle_radius, circle_tone, share_key, circle_dash)]
        if row.earlier:
            earlier_size = radius(row.earlier, self.rows.largest_number)
            circle_shapes.append(count_circle(*at, earlier_size, circle_tone, "earlier"))
            sign_names.append("change")
        number_text = row.text or self.rows.not_reported
        sentence = row.tip or f"{row.label}: {number_text}"
        return Mark(
            tuple(circle_shapes),
            kind="count",
            id=row.region_id,
            says=sentence,
            dim=is_dim,
            signs=tuple(sign_names),
        )

    def _label_counts(self, regions: Sequence[_PlacedRegion]) -> list[Mark]:
        """Label the counts so that most of them have their name.

        What is not dim comes first, the largest number before others. If some names have no room
        so, the order is tried in which these come first.
        """
        taken_before = [*self.labels.taken]
        bright_ids = {row.region_id for row, _ in regions if not self._is_dim(row.region_id)}
        ordered_regions = sorted(regions, key=lambda region: region.row.region_id not in bright_ids)
        best_labelling = self._try_labelling(ordered_regions, bright_ids, taken_before)
        if best_labelling.unnamed:
            ordered_regions.sort(
                key=lambda region: region.row.region_id not in best_labelling.unnamed
            )
            other_labelling = self._try_labelling(ordered_regions, bright_ids, taken_before)
            if len(other_labelling.unnamed) < len(best_labelling.unnamed):
                best_labelling = other_labelling
        self.labels.taken[:] = best_labelling.taken
        return best_labelling.marks

    def _try_labelling(
        self,
        regions: Sequence[_PlacedRegion],
        bright: Collection[str],
        taken: Sequence[Box],
    ) -> _Labelling:
        """Label regions in order, from the boxes that are taken; dim ones may lack their name."""
        self.labels.taken[:] = taken
        label_marks: list[Mark] = []
        unnamed_ids: set[str] = set()
        for row, at in regions:
            count_label = self._draw_count_label(row, at)
            if count_label is not None:
                label_marks.append(count_label)
            # A number alone is a single line.
            has_name = count_label is not None and len(count_label.shapes) > 1
            if row.value is not None and row.region_id in bright and not has_name:
                unnamed_ids.add(row.region_id)
        return _Labelling(label_marks, [*self.labels.taken], unnamed_ids)

    def _draw_count_label(self, row: RegionRow, at: Point) -> Mark | None:
        is_dim = self._is_dim(row.region_id)
        text_tone = self.palette.ink
        if self.rows.dimmed or is_dim or (row.value is None and self.rows.not_reported):
            text_tone = self.palette.muted
        label_texts = self._place_label(
            row.region_id,
            spots=self._count_label_spots(row, at),
            at=at,
            tone=text_tone,
        )
        if not label_texts:
            return None
        return Mark(label_texts, "count-label", row.region_id, dim=is_dim)

    def _count_label_spots(self, row: RegionRow, at: Point) -> Iterator[LabelSpot]:
        """Yield a number with its region's name beneath, then the number alone.

        A region without a number has its name and why, first within its area.
        """
        circle_radius = radius(row.value or 0, self.rows.largest_number)
        number_lines: Lines = ()
        reason_text = row.text or self.rows.not_reported
        if row.value is not None:
            number_lines = (TextLine(row.text, NUMBER_PX, 700),)
            reason_text = ""
        for position in self._name_positions(row, at, circle_radius):
            reason_lines: Lines = ()
            if reason_text:
                reason_lines = _wrap_lines(reason_text, position.wrap)
            name_lines = _wrap_lines(row.label, position.wrap)
            yield LabelSpot(position, (*number_lines, *name_lines, *reason_lines))
        if number_lines:
            # A number without its name takes less room.
            beside_circle = Candidate(circle_radius + AWAY_PX, wrap=WRAPS[-1])
            for position in self.labels.positions_around(
                beside_circle,
                circle_radius,
                LINE_PX,
                near=True,
            ):
                yield LabelSpot(position, number_lines)

    def _name_positions(self, row: RegionRow, at: Point, reach: float) -> Iterator[Candidate]:
        area_middle = self.labels.middles.get(row.region_id)
        if row.value is None and area_middle is not None:
            for wrap in WRAPS:
                yield Candidate(
                    area_middle[0] - at[0],
                    dy=area_middle[1] - at[1],
                    anchor="middle",
                    wrap=wrap,
                )
        beside_circle = Candidate(max(reach + AWAY_PX, Candidate.dx))
        preferred = self.under.region_spots.get(row.region_id, beside_circle)
        yield from self.labels.positions_around(preferred, reach, LINE_PX * 1.5)

    def _draw_place(self, placed: _PlacedSign) -> Mark:
        place_row = placed.row
        sentence = place_row.tip or place_row.name
        sign_names: tuple[str, ...] = ("place",)
        if place_row.selected:
            sign_names = ("place", "chosen")
        place_shape = self._place_shape(placed)
        place_label = self._label_place(placed)
        return Mark(
            (place_shape, *place_label),
            kind="place",
            id=place_row.place_id,
            says=sentence,
            dim=self._is_dim(place_row.place_id),
            signs=sign_names,
        )

    def _place_shape(self, placed: _PlacedSign) -> Sign:
        """Draw a place's circle or diamond; the selected one in the colour of the text."""
        palette = self.palette
        is_selected = placed.row.selected
        if self.rows.circled:
            circle_paint = Paint(palette.accent, palette.accent, 1.5, opacity=0.55)
            if is_selected:
                circle_paint = replace(circle_paint, stroke=palette.ink, width=3)
            return Sign("circle", *placed.at, placed.size, circle_paint)
        place_tone = palette.blue
        if is_selected:
            place_tone = palette.ink
        if self._is_dim(placed.row.place_id):
            place_tone = mixed(place_tone, palette.ground, DIMMED_GROUND_SHARE)
        return place_sign(*placed.at, placed.size, place_tone, palette.paper)

    def _label_place(self, placed: _PlacedSign) -> tuple[Text, ...]:
        place_row = placed.row
        place_id = place_row.place_id
        is_named = self.under.close or self.rows.circled
        if not is_named and self.rows.focus:
            is_named = place_id in self.rows.focus
        if not place_row.name or not (is_named or place_id in self.under.place_spots):
            return ()
        preferred = self.under.place_spots.get(place_id, Candidate())
        text_tone = self.palette.blue
        if self.rows.circled:
            preferred = replace(preferred, dx=placed.size + 5, wrap=40)
            text_tone = self.palette.ink
        label_positions = self.labels.positions_around(preferred, placed.size, LINE_PX)
        label_spots = (
            LabelSpot(spot, _wrap_lines(place_row.name, spot.wrap)) for spot in label_positions
        )
        return self._place_label(place_id, spots=label_spots, at=placed.at, tone=text_tone)


@clear_with_stories
@lru_cache(maxsize=2048)
def _wrap_lines(name: str, width: int) -> Lines:
    """Wrap a name at a number of characters; a word is never broken."""
    lines = textwrap.wrap(name, width, break_long_words=False, break_on_hyphens=False)
    return tuple(TextLine(line, NAME_PX, 600) for line in lines or ("",))


@dataclass(frozen=True)
class MapFrame:
    """The size of a map and its text alternative.

    Attributes
    ----------
    width, height
        In pixels.
    scale
        The size of type and circles; 1 is the screen's.
    shrinks
        Whether the scale shrinks where the map would be smaller than the labels need; else labels
        without room are left out.
    title, description
        For those who do not see the map.
    """

    width: float
    height: float
    scale: float = 1.0
    shrinks: bool = True
    title: str = ""
    description: str = ""


def map_scene(under: Ground, rows: MapRows, palette: MapPalette, frame: MapFrame) -> Scene:
    """Lay out the regions, their numbers and the places on their ground.

    Parameters
    ----------
    under
        The ground.
    rows
        What is shown on it.
    palette
        The colours.
    frame
        Size, scale and texts.

    Returns
    -------
    Scene
        Of the marks ``area``, ``ring``, ``ground-name``, ``count``, ``count-label``, ``place``.
    """
    unit_px = frame.scale
    if frame.shrinks:
        unit_px = _fit_unit(under, frame)
    unit_width = frame.width / unit_px
    unit_height = frame.height / unit_px
    outlines = under.outlines
    projection = fit_projection(under.bounds, unit_width, unit_height)
    labels = LabelPlaces(unit_width, unit_height)
    chosen_rings: dict[str, BaseGeometry] = {}
    for region_id in rows.chosen:
        if region_id in outlines.rings:
            chosen_rings[region_id] = projection.project_shape(outlines.rings[region_id])
            labels.add_outline(region_id, chosen_rings[region_id])
    scale_bars: list[Mark] = []
    if outlines.is_local or "grid" in outlines.shapes:
        scale_bars.append(basemap_labels.scale_bar(projection, palette, labels))
    record_marks = MapMarks(
        under,
        rows=rows,
        palette=palette,
        projection=projection,
        labels=labels,
    ).build_marks()
    chosen_areas = [
        projection.project_shape(under.regions[region_id])
        for region_id in chosen_rings
        if region_id in under.regions
    ]
    chosen_area = None
    if chosen_areas:
        chosen_area = shapely.union_all(chosen_areas)
    name_marks = basemap_labels.name_marks(
        under,
        chosen=chosen_area,
        palette=palette,
        projection=projection,
        labels=labels,
    )
    tinting = Tinting(
        rows.known_regions(outlines.rings),
        _list_dim_regions(rows, outlines),
        bool(rows.regions),
    )
    scene_body = ground_marks(
        outlines,
        tinting=tinting,
        palette=palette,
        projection=projection,
    )
    if chosen_rings:
        ring_shapes = [*chosen_rings.values()]
        scene_body.append(basemap_labels.ring_mark(ring_shapes, palette, labels))
    scene_body += [*name_marks, *record_marks, *scale_bars]
    return Scene(
        frame.width,
        height=frame.height,
        body=tuple(scene_body),
        unit=unit_px,
        kind="map",
        title=frame.title,
        description=frame.description,
    )


def _fit_unit(under: Ground, frame: MapFrame) -> float:
    """Return the scale of a map, smaller where its ground is smaller than the labels need."""
    west, south, east, north = under.home_bounds
    # The screen's own scale: the labels' places are set for it.
    screen_projection = fit_projection(under.home_bounds, *SMALLEST_FRAME_PX)
    left, top = screen_projection.project_point(west, north)
    right, bottom = screen_projection.project_point(east, south)
    least_width, least_height = LEAST_GROUND_PX
    ground_width = max(right - left, least_width)
    ground_height = max(bottom - top, least_height)
    fitting_scale = min(frame.width / ground_width, frame.height / ground_height)
    # Type of 12 pixels is not made smaller for want of room: labels find another place.
    if frame.width >= least_width:
        fitting_scale = max(fitting_scale, 0.97)
    return min(frame.scale, fitting_scale)


def _list_dim_regions(rows: MapRows, outlines: Outlines) -> list[str]:
    """Return the regions that a map is not about; none if it is about no region."""
    focus_ids = rows.focus or frozenset()
    if not any(row.region_id in focus_ids for row in rows.regions):
        return []
    return [region_id for region_id in outlines.rings if region_id not in focus_ids]


def map_key(
    palette: MapPalette,
    sizes: Sequence[tuple[float, str]],
    words: Mapping[str, str],
    signs: Collection[str],
) -> list[KeyItem]:
    """Return the legend of a map: the sizes of its circles, and its other signs.

    Parameters
    ----------
    palette
        The colours.
    sizes
        Radius in pixels and text of each circle of the legend.
    words
        The text of every sign but ``count``, the circles.
    signs
        The signs that are drawn; with ``grey`` the circles do not answer the filters.
    """
    key_items: list[KeyItem] = []
    circle_tone = palette.accent
    if "grey" in signs:
        circle_tone = palette.muted
    if "count" in signs:
        for circle_radius, circle_label in sizes:
            key_items.append(
                KeyItem(
                    (count_circle(0, y=0, size=circle_radius, tone=circle_tone),),
                    width=2 * circle_radius,
                    height=2 * circle_radius,
                    label=circle_label,
                )
            )
    for sign_name, legend_sign in _legend_signs(palette, circle_tone).items():
        if sign_name in signs and sign_name in words:
            key_items.append(
                KeyItem(
                    legend_sign.shapes,
                    width=legend_sign.width,
                    height=legend_sign.height,
                    label=words[sign_name],
                )
            )
    return key_items


class _LegendSign(NamedTuple):
    """The shapes of a sign around 0, 0, and its size in pixels."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def _legend_signs(palette: MapPalette, tone: str) -> dict[str, _LegendSign]:
    """Return every sign of a legend but the circles, in its order; counts are in a tone."""
    area_box = (-15, -8, 15, 8)
    silent_dots = [
        Sign(
            "diamond",
            x=x,
            y=y,
            radius=1.1,
            paint=Paint(palette.muted),
        )
        for x, y in product((-9, 0, 9), (-3, 4))
    ]
    hatch_tone = mixed(palette.accent, palette.ground, HATCH_SHARE)
    hatched_paint = Paint(tint("inferred", palette), hatch_tone)
    dashed_paint = Paint(stroke=tone, width=1.5, dash=SEAT_DASH)
    later_circle = count_circle(
        0,
        y=0,
        size=12,
        tone=tone,
        which="later",
    )
    earlier_circle = count_circle(
        0,
        y=0,
        size=8,
        tone=tone,
        which="earlier",
    )
    attested_bar = Bar(area_box, Paint(tint("attested", palette)))
    ring_paint = Paint(stroke=palette.ink, width=3)
    ring_bar = Bar((-13, -8, 13, 8), ring_paint, corner=5)
    place_diamond = place_sign(
        0,
        y=0,
        size=6.5,
        tone=palette.blue,
        paper=palette.paper,
    )
    chosen_place = place_sign(
        0,
        y=0,
        size=8.5,
        tone=palette.ink,
        paper=palette.paper,
    )
    silent_bar = Bar(area_box, Paint(palette.ground, palette.line))
    return {
        "attested": _LegendSign(30, 16, (attested_bar,)),
        "assigned": _LegendSign(30, 16, (Bar(area_box, hatched_paint, hatched=True),)),
        "silent": _LegendSign(30, 16, (silent_bar, *silent_dots)),
        "change": _LegendSign(25, 25, (later_circle, earlier_circle)),
        "office": _LegendSign(
            17,
            17,
            (
                Sign(
                    "circle",
                    x=0,
                    y=0,
                    radius=8,
                    paint=dashed_paint,
                ),
            ),
        ),
        "place": _LegendSign(17, 17, (place_diamond,)),
        "chosen": _LegendSign(22, 22, (chosen_place,)),
        "ring": _LegendSign(30, 30, (ring_bar,)),
        "grey": _LegendSign(13, 13, (count_circle(0, y=0, size=6.5, tone=palette.muted),)),
    }
