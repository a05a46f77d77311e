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
from components.drawing import ground
from components.drawing.fonts import measure_text
from components.drawing.labels import AWAY_PX, WRAPS, Candidate, LabelPlaces
from components.drawing.palette import DIMMED_GROUND_SHARE, MapPalette, mixed, tint
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
        numbers = [0]
        for row in self.regions:
            numbers += [number for number in (row.value, row.earlier) if number is not None]
        return max(numbers)

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
    top = _round_to_first_digit(max(largest, 1))
    numbers = [_round_to_first_digit(top / divisor) for divisor in LEGEND_DIVISORS]
    return [number for number in dict.fromkeys(numbers) if number]


def count_circle(
    x: float, y: float, size: float, tone: str, which: str = "alone", dash: str = ""
) -> Sign:
    """Draw the circle of a count; it configures a paint, hence six parameters.

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
    return Sign("circle", x, y, size, Paint(tone, tone, 1.5, dash, SHARES[which]))


def place_sign(x: float, y: float, size: float, tone: str, paper: str) -> Sign:
    """Draw the diamond of a place: middle and size in the drawing's unit, its colours."""
    return Sign("diamond", x, y, size, Paint(tone, paper, 1.5))


def cluster_places(rows: Sequence[PlaceRow], frame: ground.Bounds) -> list[PlaceRow]:
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
    drawn = list(rows)
    if len(rows) > MOST_PLACES:
        drawn = [_merge_cell(cell) for cell in _group_by_cell(rows, frame)]
    return sorted(drawn, key=lambda row: (-row.events, row.place_id))


def _group_by_cell(rows: Sequence[PlaceRow], frame: ground.Bounds) -> list[list[PlaceRow]]:
    west, south, east, north = frame
    size = max(east - west, north - south, LEAST_FRAME_DEGREES) / CELLS_ACROSS
    while True:
        cells: defaultdict[tuple[int, int], list[PlaceRow]] = defaultdict(list)
        for row in rows:
            column = int((row.lon - west) // size)
            line = int((row.lat - south) // size)
            cells[column, line].append(row)
        if len(cells) <= MOST_MARKS:
            return list(cells.values())
        # Most of the places lie outside the frame.
        size *= 2


def _merge_cell(rows: Sequence[PlaceRow]) -> PlaceRow:
    busiest = max(rows, key=lambda row: (row.events, row.place_id))
    events = sum(row.events for row in rows)
    lon = busiest.lon
    lat = busiest.lat
    if events:
        lon = sum(row.lon * row.events for row in rows) / events
        lat = sum(row.lat * row.events for row in rows) / events
    return replace(
        busiest,
        lon=lon,
        lat=lat,
        events=events,
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
        width = max(measure_text(*line) for line in self.lines)
        half_height = len(self.lines) * LINE_PX / 2
        middle = mark[1] + self.position.dy
        left = mark[0] + self.position.dx - BEGINS[self.position.anchor] * width
        return left, middle - half_height, left + width, middle + half_height

    def texts_at(self, mark: Point, tone: str, halo: str) -> tuple[Text, ...]:
        """Return the lines of the label beside a mark, in a colour with a halo."""
        half_height = len(self.lines) * LINE_PX / 2
        baseline = mark[1] + self.position.dy - half_height + LINE_PX / 2 + 4
        # A number is larger than a name.
        if self.lines[0].size > NAME_PX:
            baseline += 1
        x = mark[0] + self.position.dx
        anchor = self.position.anchor
        return tuple(
            Text(text, x, baseline + index * LINE_PX, size, tone, anchor, weight, halo)
            for index, (text, size, weight) in enumerate(self.lines)
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

    under: ground.Ground
    rows: MapRows
    palette: MapPalette
    projection: ground.Projection
    labels: LabelPlaces

    def build_marks(self) -> list[Mark]:
        """Return counts and places with their labels, the lowest first: the largest circle."""
        regions = self._place_regions()
        circles = [self._draw_circle(region) for region in regions if region.row.value is not None]
        # Every sign has its place before the first name is set.
        places = self._place_signs()
        labels = self._label_counts(regions)
        return [*circles, *labels, *(self._draw_place(place) for place in places)]

    def _place_regions(self) -> list[_PlacedRegion]:
        """Return the regions within the bounds, the largest number first."""
        placed: list[_PlacedRegion] = []
        for row in sorted(self.rows.regions, key=lambda row: -(row.value or 0)):
            if ground.is_within((row.lon, row.lat), self.under.bounds):
                at = self.projection.project_point(row.lon, row.lat)
                placed.append(_PlacedRegion(row, at))
        return placed

    def _place_signs(self) -> list[_PlacedSign]:
        """Return the visible places, the selected one last, and occupy their boxes."""
        west, south, east, north = self.projection.visible_bounds
        most_events = max([1, *(row.events for row in self.rows.places)])
        placed: list[_PlacedSign] = []
        for row in sorted(self.rows.places, key=lambda row: row.selected):
            if west < row.lon < east and south < row.lat < north:
                at = self.projection.project_point(row.lon, row.lat)
                size = self._sign_size(row, most_events)
                self._occupy(row.place_id, at, size)
                placed.append(_PlacedSign(row, at, size))
        return placed

    def _sign_size(self, row: PlaceRow, most_events: int) -> float:
        if self.rows.circled:
            # A circle's area is as its events, no more than half a cell where there are many, and
            # no less than can still be hit.
            largest = FEW_PLACES_RADIUS_PX
            if len(self.rows.places) > MOST_PLACES // 2:
                largest = SMALLEST_FRAME_PX[0] / CELLS_ACROSS / 2
            return max(largest * math.sqrt(row.events / most_events), LEAST_RADIUS_PX)
        size = 4.5
        if self.under.close:
            size = 6.5
        if row.selected:
            size *= 1.6
        return size

    def _is_dim(self, record_id: str) -> bool:
        return self.rows.focus is not None and record_id not in self.rows.focus

    def _occupy(self, record_id: str, at: Point, reach: float) -> None:
        x, y = at
        self.labels.marks[record_id] = (x - reach, y - reach, x + reach, y + reach)

    def _place_label(
        self, record_id: str, spots: Iterable[LabelSpot], at: Point, tone: str
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
        size = radius(row.value or 0, self.rows.largest_number)
        self._occupy(row.region_id, at, 0.8 * size)
        is_dim = self._is_dim(row.region_id)
        tone = self.palette.accent
        if self.rows.dimmed:
            tone = self.palette.muted
        if is_dim:
            tone = mixed(tone, self.palette.ground, DIMMED_GROUND_SHARE)
        share_key = "alone"
        if row.earlier is not None:
            share_key = "later"
        dash = ""
        signs = ["count"]
        if row.seat_inferred:
            dash = SEAT_DASH
            signs.append("office")
        shapes = [count_circle(*at, size, tone, share_key, dash)]
        if row.earlier:
            earlier_size = radius(row.earlier, self.rows.largest_number)
            shapes.append(count_circle(*at, earlier_size, tone, "earlier"))
            signs.append("change")
        sentence = row.tip or f"{row.label}: {row.text or self.rows.not_reported}"
        return Mark(tuple(shapes), "count", row.region_id, sentence, dim=is_dim, signs=tuple(signs))

    def _label_counts(self, regions: Sequence[_PlacedRegion]) -> list[Mark]:
        """Label the counts so that most of them have their name.

        What is not dim comes first, the largest number before others. If some names have no room
        so, the order is tried in which these come first.
        """
        taken_before = [*self.labels.taken]
        bright = {row.region_id for row, _ in regions if not self._is_dim(row.region_id)}
        ordered = sorted(regions, key=lambda region: region.row.region_id not in bright)
        best = self._try_labelling(ordered, bright, taken_before)
        if best.unnamed:
            ordered.sort(key=lambda region: region.row.region_id not in best.unnamed)
            other = self._try_labelling(ordered, bright, taken_before)
            if len(other.unnamed) < len(best.unnamed):
                best = other
        self.labels.taken[:] = best.taken
        return best.marks

    def _try_labelling(
        self, regions: Sequence[_PlacedRegion], bright: Collection[str], taken: Sequence[Box]
    ) -> _Labelling:
        """Label regions in order, from the boxes that are taken; dim ones may lack their name."""
        self.labels.taken[:] = taken
        marks: list[Mark] = []
        unnamed: set[str] = set()
        for row, at in regions:
            label = self._draw_count_label(row, at)
            if label is not None:
                marks.append(label)
            # A number alone is a single line.
            has_name = label is not None and len(label.shapes) > 1
            if row.value is not None and row.region_id in bright and not has_name:
                unnamed.add(row.region_id)
        return _Labelling(marks, [*self.labels.taken], unnamed)

    def _draw_count_label(self, row: RegionRow, at: Point) -> Mark | None:
        is_dim = self._is_dim(row.region_id)
        tone = self.palette.ink
        if self.rows.dimmed or is_dim or (row.value is None and self.rows.not_reported):
            tone = self.palette.muted
        texts = self._place_label(row.region_id, self._count_label_spots(row, at), at, tone)
        if not texts:
            return None
        return Mark(texts, "count-label", row.region_id, dim=is_dim)

    def _count_label_spots(self, row: RegionRow, at: Point) -> Iterator[LabelSpot]:
        """Yield a number with its region's name beneath, then the number alone.

        A region without a number has its name and why, first within its area.
        """
        reach = radius(row.value or 0, self.rows.largest_number)
        number: Lines = ()
        reason = row.text or self.rows.not_reported
        if row.value is not None:
            number = (TextLine(row.text, NUMBER_PX, 700),)
            reason = ""
        for position in self._name_positions(row, at, reach):
            reason_lines: Lines = ()
            if reason:
                reason_lines = _wrap_lines(reason, position.wrap)
            name_lines = _wrap_lines(row.label, position.wrap)
            yield LabelSpot(position, (*number, *name_lines, *reason_lines))
        if number:
            # A number without its name takes less room.
            beside = Candidate(reach + AWAY_PX, wrap=WRAPS[-1])
            for position in self.labels.positions_around(beside, reach, LINE_PX, near=True):
                yield LabelSpot(position, number)

    def _name_positions(self, row: RegionRow, at: Point, reach: float) -> Iterator[Candidate]:
        middle = self.labels.middles.get(row.region_id)
        if row.value is None and middle is not None:
            for wrap in WRAPS:
                yield Candidate(middle[0] - at[0], middle[1] - at[1], "middle", wrap)
        beside = Candidate(max(reach + AWAY_PX, Candidate.dx))
        preferred = self.under.region_spots.get(row.region_id, beside)
        yield from self.labels.positions_around(preferred, reach, LINE_PX * 1.5)

    def _draw_place(self, placed: _PlacedSign) -> Mark:
        row = placed.row
        sentence = row.tip or row.name
        signs: tuple[str, ...] = ("place",)
        if row.selected:
            signs = ("place", "chosen")
        shapes: tuple[Shape, ...] = (self._place_shape(placed), *self._label_place(placed))
        return Mark(
            shapes, "place", row.place_id, sentence, dim=self._is_dim(row.place_id), signs=signs
        )

    def _place_shape(self, placed: _PlacedSign) -> Sign:
        """Draw a place's circle or diamond; the selected one in the colour of the text."""
        palette = self.palette
        selected = placed.row.selected
        if self.rows.circled:
            paint = Paint(palette.accent, palette.accent, 1.5, opacity=0.55)
            if selected:
                paint = replace(paint, stroke=palette.ink, width=3)
            return Sign("circle", *placed.at, placed.size, paint)
        tone = palette.blue
        if selected:
            tone = palette.ink
        if self._is_dim(placed.row.place_id):
            tone = mixed(tone, palette.ground, DIMMED_GROUND_SHARE)
        return place_sign(*placed.at, placed.size, tone, palette.paper)

    def _label_place(self, placed: _PlacedSign) -> tuple[Text, ...]:
        row = placed.row
        place_id = row.place_id
        is_named = self.under.close or self.rows.circled
        if not is_named and self.rows.focus:
            is_named = place_id in self.rows.focus
        if not row.name or not (is_named or place_id in self.under.place_spots):
            return ()
        preferred = self.under.place_spots.get(place_id, Candidate())
        tone = self.palette.blue
        if self.rows.circled:
            preferred = replace(preferred, dx=placed.size + 5, wrap=40)
            tone = self.palette.ink
        positions = self.labels.positions_around(preferred, placed.size, LINE_PX)
        spots = (LabelSpot(spot, _wrap_lines(row.name, spot.wrap)) for spot in positions)
        return self._place_label(place_id, spots, placed.at, tone)


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


def map_scene(under: ground.Ground, rows: MapRows, palette: MapPalette, frame: MapFrame) -> Scene:
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
    unit = frame.scale
    if frame.shrinks:
        unit = _fit_unit(under, frame)
    width = frame.width / unit
    height = frame.height / unit
    outlines = under.outlines
    projection = ground.fit_projection(under.bounds, width, height)
    labels = LabelPlaces(width, height)
    rings: dict[str, BaseGeometry] = {}
    for region in rows.chosen:
        if region in outlines.rings:
            rings[region] = projection.project_shape(outlines.rings[region])
            labels.add_outline(region, rings[region])
    scale_bars: list[Mark] = []
    if outlines.is_local or "grid" in outlines.shapes:
        scale_bars.append(ground.scale_bar(projection, palette, labels))
    marks = MapMarks(under, rows, palette, projection, labels).build_marks()
    chosen = [
        projection.project_shape(under.regions[region])
        for region in rings
        if region in under.regions
    ]
    chosen_area = None
    if chosen:
        chosen_area = shapely.union_all(chosen)
    names = ground.name_marks(under, chosen_area, palette, projection, labels)
    tinting = ground.Tinting(
        rows.known_regions(outlines.rings), _list_dim_regions(rows, outlines), bool(rows.regions)
    )
    body = ground.ground_marks(outlines, tinting, palette, projection)
    if rings:
        body.append(ground.ring_mark([*rings.values()], palette, labels))
    body += [*names, *marks, *scale_bars]
    return Scene(
        frame.width, frame.height, tuple(body), unit, "map", frame.title, frame.description
    )


def _fit_unit(under: ground.Ground, frame: MapFrame) -> float:
    """Return the scale of a map, smaller where its ground is smaller than the labels need."""
    west, south, east, north = under.home_bounds
    # The screen's own scale: the labels' places are set for it.
    screen = ground.fit_projection(under.home_bounds, *SMALLEST_FRAME_PX)
    left, top = screen.project_point(west, north)
    right, bottom = screen.project_point(east, south)
    least_width, least_height = LEAST_GROUND_PX
    fitting = min(
        frame.width / max(right - left, least_width), frame.height / max(bottom - top, least_height)
    )
    # Type of 12 pixels is not made smaller for want of room: labels find another place.
    if frame.width >= least_width:
        fitting = max(fitting, 0.97)
    return min(frame.scale, fitting)


def _list_dim_regions(rows: MapRows, outlines: ground.Outlines) -> list[str]:
    """Return the regions that a map is not about; none if it is about no region."""
    focus = rows.focus or frozenset()
    if not any(row.region_id in focus for row in rows.regions):
        return []
    return [region for region in outlines.rings if region not in focus]


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
    items: list[KeyItem] = []
    tone = palette.accent
    if "grey" in signs:
        tone = palette.muted
    if "count" in signs:
        for size, label in sizes:
            items.append(KeyItem((count_circle(0, 0, size, tone),), 2 * size, 2 * size, label))
    for sign, drawing in _legend_signs(palette, tone).items():
        if sign in signs and sign in words:
            items.append(KeyItem(drawing.shapes, drawing.width, drawing.height, words[sign]))
    return items


class _LegendSign(NamedTuple):
    """The shapes of a sign around 0, 0, and its size in pixels."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def _legend_signs(palette: MapPalette, tone: str) -> dict[str, _LegendSign]:
    """Return every sign of a legend but the circles, in its order; counts are in a tone."""
    box = (-15, -8, 15, 8)
    dots = [
        Sign("diamond", x, y, 1.1, Paint(palette.muted)) for x, y in product((-9, 0, 9), (-3, 4))
    ]
    slanting = mixed(palette.accent, palette.ground, ground.HATCH_SHARE)
    hatched = Paint(tint("inferred", palette), slanting)
    dashed = Paint(stroke=tone, width=1.5, dash=SEAT_DASH)
    later = count_circle(0, 0, 12, tone, "later")
    earlier = count_circle(0, 0, 8, tone, "earlier")
    ring = Bar((-13, -8, 13, 8), Paint(stroke=palette.ink, width=3), corner=5)
    place = place_sign(0, 0, 6.5, palette.blue, palette.paper)
    chosen_place = place_sign(0, 0, 8.5, palette.ink, palette.paper)
    silent = Bar(box, Paint(palette.ground, palette.line))
    return {
        "attested": _LegendSign(30, 16, (Bar(box, Paint(tint("attested", palette))),)),
        "assigned": _LegendSign(30, 16, (Bar(box, hatched, hatched=True),)),
        "silent": _LegendSign(30, 16, (silent, *dots)),
        "change": _LegendSign(25, 25, (later, earlier)),
        "office": _LegendSign(17, 17, (Sign("circle", 0, 0, 8, dashed),)),
        "place": _LegendSign(17, 17, (place,)),
        "chosen": _LegendSign(22, 22, (chosen_place,)),
        "ring": _LegendSign(30, 30, (ring,)),
        "grey": _LegendSign(13, 13, (count_circle(0, 0, 6.5, palette.muted),)),
    }
