"""The marks of a map above its basemap: circles of counts and signs of places, with their labels.

The map as a scene (:mod:`components.drawing.map`) and the map of deck.gl
(:mod:`components.drawing.deck`) share them.
"""

import math
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from components.caches import clear_with_stories
from components.drawing.basemap import Ground, rough_regions
from components.drawing.fonts import measure_text
from components.drawing.label_placement import AWAY_PX, WRAPS, Candidate, LabelPlaces
from components.drawing.map_rows import CELLS_ACROSS, MOST_PLACES, MapRows, PlaceRow, RegionRow
from components.drawing.map_signs import (
    SEAT_DASH,
    count_circle,
    named_place_paint,
    place_sign,
    radius,
)
from components.drawing.palette import DIMMED_GROUND_SHARE, MapPalette, mixed
from components.drawing.projection import Projection, is_within
from components.drawing.scene import Box, Mark, Paint, Point, Sign, Text
from components.drawing.svg_text import BEGINS
from components.drawing.text_direction import isolate_lines, isolate_text

NAME_PX: Final = 12
NUMBER_PX: Final = 15
LINE_PX: Final = 14
#: The labels' places are set by hand for a frame of at least this width and height.
SMALLEST_FRAME_PX: Final = (380, 480)
#: The largest circle of a few places, and a circle that can still be hit.
FEW_PLACES_RADIUS_PX: Final = 22.0
LEAST_RADIUS_PX: Final = 5.0
#: A circle lies within its region with so many radii around its middle, on a small map within all
#: regions with fewer, so that it covers no other. It is moved by a few of these at most: what is
#: farther off is another part of the region.
CIRCLE_CLEARANCE: Final = 1.05
SMALL_MAP_CLEARANCE: Final = 0.8
MOST_CIRCLE_SHIFT: Final = 2.0
#: The distances and directions from a seat in which room for its circle is sought.
SHIFT_STEPS: Final = 13
SHIFT_ANGLES: Final = np.linspace(0, 2 * math.pi, 20, endpoint=False)


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
        label_height = len(self.lines) * LINE_PX
        mark_x, mark_y = mark
        anchor_x = mark_x + self.position.dx
        middle_y = mark_y + self.position.dy
        share_before = BEGINS[self.position.anchor]
        label_left = anchor_x - share_before * label_width
        label_right = label_left + label_width
        label_top = middle_y - label_height / 2
        label_bottom = middle_y + label_height / 2
        return label_left, label_top, label_right, label_bottom

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
    circle_shifts
        From the seats of regions to their circles, for other layouts of the same map; it is filled.
    near_own_circle
        Whether a number is as near to its own circle as to any other, even if its name has no room
        there.
    """

    under: Ground
    rows: MapRows
    palette: MapPalette
    projection: Projection
    labels: LabelPlaces
    circle_shifts: dict[str, Point] = field(default_factory=dict)
    near_own_circle: bool = False

    def occupy_marks(self) -> None:
        """Occupy the boxes of circles and signs, for what has its place before their labels."""
        for region in self._placed_regions:
            if region.row.value is not None:
                self._draw_circle(region)
        self._place_signs()

    def build_marks(self) -> list[Mark]:
        """Return counts and places with their labels, the lowest first: the largest circle."""
        placed_regions = [region for region in self._placed_regions if region.row.value is not None]
        count_circles = [self._draw_circle(region) for region in placed_regions]
        # Every sign has its place before the first name is set.
        placed_signs = self._place_signs()
        labels_by_place: dict[str, tuple[Text, ...]] = {}
        # A count finds another spot for its label more easily than the busiest place.
        for place in placed_signs:
            if self.rows.regions and place.row.place_id == self._busiest_place:
                labels_by_place[place.row.place_id] = self._label_place(place)
        count_labels = self._label_counts(placed_regions)
        for place in sorted(placed_signs, key=_by_sign_events):
            if place.row.place_id not in labels_by_place:
                labels_by_place[place.row.place_id] = self._label_place(place)
        place_marks = [
            self._draw_place(place, labels_by_place[place.row.place_id]) for place in placed_signs
        ]
        return [*count_circles, *count_labels, *place_marks]

    def label_uncounted_regions(self) -> list[Mark]:
        """Name the regions without a count, and say why, where the other labels leave room.

        The text beside a map lists them, too, so the names of its countries come before theirs.
        """
        label_marks: list[Mark] = []
        for region in self._placed_regions:
            if region.row.value is not None:
                continue
            region_label = self._draw_count_label(region.row, region.at)
            if region_label is not None:
                label_marks.append(region_label)
        return label_marks

    @cached_property
    def _placed_regions(self) -> list[_PlacedRegion]:
        """The regions within the bounds, the largest number first."""
        placed_regions: list[_PlacedRegion] = []
        for row in sorted(self.rows.regions, key=lambda row: -(row.value or 0)):
            if is_within((row.lon, row.lat), self.under.bounds):
                placed_regions.append(_PlacedRegion(row, self._circle_middle(row)))
        return placed_regions

    def _circle_middle(self, row: RegionRow) -> Point:
        """Return where the circle of a count is drawn, in the drawing's unit.

        A seat that a source names is where it is. One that is only inferred gives way: the circle
        is drawn beside it, as near as it lies within its region, and not across a border.
        """
        seat = self.projection.project_point(row.lon, row.lat)
        shift = self.circle_shifts.get(row.region_id)
        if shift is None:
            x, y = self._find_circle_middle(row, seat)
            shift = (x - seat[0], y - seat[1])
            self.circle_shifts[row.region_id] = shift
        return seat[0] + shift[0], seat[1] + shift[1]

    def _find_circle_middle(self, row: RegionRow, seat: Point) -> Point:
        regions = rough_regions(self.under)
        region_area = regions.areas.get(row.region_id)
        if not row.seat_inferred or row.value is None or region_area is None:
            return seat
        circle_radius = radius(row.value, self.rows.largest_number)
        middle = self._find_room(region_area, seat, CIRCLE_CLEARANCE * circle_radius)
        if middle is None:
            # On a small map it covers more than its region.
            middle = self._find_room(regions.union, seat, SMALL_MAP_CLEARANCE * circle_radius)
        return middle or seat

    def _find_room(self, area: BaseGeometry, seat: Point, clear_radius: float) -> Point | None:
        """Return the nearest middle to a seat of a circle within an area; None if none is near."""
        visible_area = self.projection.project_shape(area)
        shapely.prepare(visible_area)
        # From the seat outwards, so that the first point with room is the nearest.
        distances = clear_radius * MOST_CIRCLE_SHIFT * np.linspace(0, 1, SHIFT_STEPS)
        x = (seat[0] + np.outer(distances, np.cos(SHIFT_ANGLES))).ravel()
        y = (seat[1] + np.outer(distances, np.sin(SHIFT_ANGLES))).ravel()
        inside = np.flatnonzero(shapely.contains_xy(visible_area, x, y))
        inner_points = shapely.points(x[inside], y[inside])
        room = shapely.distance(visible_area.boundary, inner_points)
        roomy = inside[room >= clear_radius]
        if not len(roomy):
            return None
        nearest = roomy[0]
        return float(x[nearest]), float(y[nearest])

    def _place_signs(self) -> list[_PlacedSign]:
        """Return the visible places, the selected one last, and occupy their boxes."""
        west, south, east, north = self.projection.visible_bounds
        most_events = 1
        for row in self.rows.places:
            most_events = max(most_events, row.events)
        placed_signs: list[_PlacedSign] = []
        for row in sorted(self.rows.places, key=_is_selected):
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
        sentence = row.tip or f"{isolate_text(row.spoken_label)}: {number_text}"
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
        bright_ids: set[str] = set()
        for row, _ in regions:
            if not self._is_dim(row.region_id):
                bright_ids.add(row.region_id)
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
            if row.region_id in bright and not has_name:
                unnamed_ids.add(row.region_id)
        return _Labelling(label_marks, [*self.labels.taken], unnamed_ids)

    def _draw_count_label(self, row: RegionRow, at: Point) -> Mark | None:
        is_dim = self._is_dim(row.region_id)
        has_reason = row.value is None and self.rows.not_reported
        text_tone = self.palette.ink
        if self.rows.dimmed or is_dim or has_reason:
            text_tone = self.palette.muted
        label_texts = self._place_label(
            row.region_id,
            spots=self._own_spots(row, at),
            at=at,
            tone=text_tone,
        )
        if not label_texts and self.near_own_circle:
            # Where circles are so dense that no spot is nearest to its own, any is better.
            label_texts = self._place_label(
                row.region_id,
                spots=self._count_label_spots(row, at),
                at=at,
                tone=text_tone,
            )
        if not label_texts:
            return None
        return Mark(label_texts, "count-label", row.region_id, dim=is_dim)

    def _own_spots(self, row: RegionRow, at: Point) -> Iterator[LabelSpot]:
        """Yield the spots of a count's label, without those that are nearer to another circle."""
        for spot in self._count_label_spots(row, at):
            if not self.near_own_circle or self._is_at_own_circle(spot, at, row):
                yield spot

    def _is_at_own_circle(self, spot: LabelSpot, at: Point, row: RegionRow) -> bool:
        """Return whether a number would be as near to its own circle as to any other."""
        if row.value is None:
            return True
        left, top, right, _ = spot.box_at(at)
        number_box = (left, top, right, top + LINE_PX)
        own_distance = 0.0
        other_distance = math.inf
        for region in self._placed_regions:
            if region.row.value is None:
                continue
            circle_radius = radius(region.row.value, self.rows.largest_number)
            distance = _measure_distance(region.at, number_box) - circle_radius
            if region.row.region_id == row.region_id:
                own_distance = distance
            else:
                other_distance = min(other_distance, distance)
        return own_distance <= other_distance

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
                reason_lines = wrap_lines(reason_text, position.wrap)
            name_lines = wrap_lines(row.label, position.wrap)
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
        for is_far in (False, True):
            yield from self.labels.positions_around(preferred, reach, LINE_PX * 1.5, far=is_far)

    def _draw_place(self, placed: _PlacedSign, place_label: tuple[Text, ...]) -> Mark:
        place_row = placed.row
        sentence = place_row.tip or place_row.name
        sign_names: tuple[str, ...] = ("place",)
        if place_row.selected:
            sign_names = ("place", "chosen")
        if place_row.inferred:
            sign_names = (*sign_names, "named")
        place_shape = self._place_shape(placed)
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
            if placed.row.inferred:
                circle_paint = Paint(palette.accent, palette.accent, 1.5, opacity=0.2)
            if is_selected:
                circle_paint = replace(circle_paint, stroke=palette.ink, width=3)
            return Sign("circle", *placed.at, placed.size, circle_paint)
        place_tone = palette.blue
        if is_selected:
            place_tone = palette.ink
        if self._is_dim(placed.row.place_id):
            place_tone = mixed(place_tone, palette.ground, DIMMED_GROUND_SHARE)
        sign = place_sign(*placed.at, placed.size, place_tone, palette.paper)
        if placed.row.inferred:
            return replace(sign, paint=named_place_paint(place_tone, palette.paper))
        return sign

    def _has_name(self, row: PlaceRow) -> bool:
        """Return whether a place is named, where there is room.

        Every place is on a close map and on one without counts. Beside counts these are the one
        with the most events, those that the drawing is about, and those with a spot set by hand.
        """
        if not row.name:
            return False
        if self.under.close or self.rows.circled or not self.rows.regions:
            return True
        if row.place_id == self._busiest_place:
            return True
        if row.place_id in self.under.place_spots:
            return True
        focus_ids = self.rows.focus or frozenset()
        return row.place_id in focus_ids

    @cached_property
    def _busiest_place(self) -> str:
        busiest = max(self.rows.places, key=_by_events)
        return busiest.place_id

    def _label_place(self, placed: _PlacedSign) -> tuple[Text, ...]:
        place_row = placed.row
        place_id = place_row.place_id
        if not self._has_name(place_row):
            return ()
        preferred = self.under.place_spots.get(place_id, Candidate())
        text_tone = self.palette.blue
        if self.rows.circled:
            preferred = replace(preferred, dx=placed.size + 5, wrap=40)
            text_tone = self.palette.ink
        label_positions = self.labels.positions_around(preferred, placed.size, LINE_PX)
        label_spots = (
            LabelSpot(spot, wrap_lines(place_row.name, spot.wrap)) for spot in label_positions
        )
        return self._place_label(place_id, spots=label_spots, at=placed.at, tone=text_tone)


def _measure_distance(point: Point, box: Box) -> float:
    """Return how far a point is from a box; 0 within it."""
    x, y = point
    left, top, right, bottom = box
    across = max(left - x, 0, x - right)
    down = max(top - y, 0, y - bottom)
    return math.hypot(across, down)


def _is_selected(row: PlaceRow) -> bool:
    return row.selected


def _by_sign_events(placed: _PlacedSign) -> tuple[bool, int]:
    """Order signs for their names: the selected one first, then those with more events."""
    return not placed.row.selected, -placed.row.events


def _by_events(row: PlaceRow) -> tuple[int, str]:
    return row.events, row.place_id


@clear_with_stories
@lru_cache(maxsize=2048)
def wrap_lines(name: str, width: int) -> Lines:
    """Wrap a name at a number of characters; a word is never broken."""
    lines = textwrap.wrap(name, width, break_long_words=False, break_on_hyphens=False)
    shown_lines = isolate_lines(lines, name)
    return tuple(TextLine(line, NAME_PX, 600) for line in shown_lines or ("",))
