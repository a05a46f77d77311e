"""The map: counts by region as circles, places as diamonds or circles, on its ground.

Numbers are circles whose area is in proportion to what was counted, never shading: see
``docs/boundaries.md``. :func:`map_scene` lays all of it out; :func:`marks_of` lays out what stands
on the ground, which the map of deck.gl (:mod:`components.drawing.deck`) takes from there.
"""

from __future__ import annotations

import math
import textwrap
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, starmap
from typing import Final

import shapely

from components.drawing.fonts import width_of
from components.drawing.ground import (
    DIMMED_GROUND_SHARE,
    Ground,
    MapPalette,
    area_mark,
    as_mark,
    land,
    name_marks,
    region_lines,
    ring_mark,
)
from components.drawing.labels import (
    AWAY_PX,
    WRAPS,
    Box,
    Candidate,
    LabelPlaces,
    farther,
    numbers_alone,
    places_around,
)
from components.drawing.palette import mixed
from components.drawing.projection import Bounds, Projection, projection
from components.drawing.scene import Anchor, Dot, Mark, Paint, Scene, Sign, Text
from components.limits import MOST_MARKS

#: The largest circle's radius in pixels. Every other one's area is in proportion to its number.
LARGEST_RADIUS_PX: Final = 27.0
#: Likewise of places by their number of events, down to what can still be hit.
LARGEST_PLACE_PX: Final = 22.0
SMALLEST_PLACE_PX: Final = 5.0
LEGEND: Final = (10, 100, 400)
NAME_PX: Final = 12
NUMBER_PX: Final = 15
LINE_PX: Final = 14
#: The diamond of a place, where few are named and where all are.
DIAMOND: Final = {False: 4.5, True: 6.5}
#: The labels' places are set by hand for a frame of at least this width and height.
SMALLEST: Final = (380, 480)
#: However small the ground, the labels themselves need room.
LEAST: Final = (300, 260)
#: More places than these are drawn together, cell by cell of a grid this many cells wide.
MOST_PLACES: Final = 120
CELLS_ACROSS: Final = 16


@dataclass(frozen=True)
class Spot:
    """Where a label stands, in pixels from its mark: to the right and down.

    ``wrap`` is the characters to a line. A label without a spot stands to the right of its mark.
    """

    dx: int = 12
    dy: int = 0
    anchor: Anchor = "start"
    wrap: int = 18


@dataclass(frozen=True)
class RegionRow:
    """One region's number, at its seat.

    Attributes:
        region_id: its id.
        label: its name in the reader's language; some 37 characters fit at most.
        lon: longitude of the seat (or of the region's anchor), degrees, EPSG:4326.
        lat: its latitude.
        value: people; ``None`` where no number is shown, which draws no circle.
        earlier: people at the earlier of two dates; ``None`` when nothing is compared.
        text: the number as the reader sees it ("415", "328 → 415"), or what stands in its place.
        seat_inferred: whether the seat rests on inference; its circle gets a broken outline.
        left_out: whether a number was reported that the filters leave out.
        tip: what it is, where that is not its name and its number.
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

    def within(self, bounds: Bounds) -> bool:
        """Whether it stands within some bounds: west, south, east, north, in degrees."""
        west, south, east, north = bounds
        return west <= self.lon <= east and south <= self.lat <= north


@dataclass(frozen=True)
class PlaceRow:
    """One named place with events, or several that lie close together, in degrees (EPSG:4326).

    ``held`` are the ids of all that it stands for.
    """

    place_id: str
    name: str
    lon: float
    lat: float
    events: int
    selected: bool = False
    places: int = 1
    tip: str = ""
    held: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapFrame:
    """Which part of the map is drawn, and where labels stand that are set by hand.

    Attributes:
        bounds: what must be in sight, in degrees.
        close: whether every place is named and the lines of divisions are drawn.
        zooms: how far and how close a reader may go, as deck.gl counts zoom levels.
        regions: label spots by region.
        places: label spots by place.
    """

    bounds: Bounds
    close: bool = False
    zooms: tuple[float, float] = (0.0, 12.0)
    regions: Mapping[str, Spot] = field(default_factory=dict)
    places: Mapping[str, Spot] = field(default_factory=dict)


@dataclass(frozen=True)
class MapRows:
    """What stands on a map.

    Attributes:
        regions: one for each region to label; those without a value say why, or have their name
            alone where there is no ``not_reported``. Without any the regions are ground alone.
        places: as diamonds, or with ``circled`` as circles by their number of events.
        not_reported: what stands in place of a number ("not reported").
        chosen: ids of regions to outline; unknown ones are passed over.
        focus: ids of regions and places that the drawing is about; the rest is dimmed.
        dimmed: whether numbers are muted, as they do not answer the reader's filters.
        largest: the number with the largest circle; give it to compare maps of several dates.
    """

    regions: Sequence[RegionRow] = ()
    places: Sequence[PlaceRow] = ()
    circled: bool = False
    not_reported: str = ""
    chosen: Sequence[str] = ()
    focus: frozenset[str] | None = None
    dimmed: bool = False
    largest: int | None = None

    @property
    def top(self) -> int:
        """The number with the largest circle; 0 without any."""
        numbers = [n for row in self.regions for n in (row.value, row.earlier) if n is not None]
        return max(numbers, default=0) if self.largest is None else self.largest

    def known(self, regions: Collection[str]) -> Collection[str]:
        """The regions of which a number is known, or all where there is none to know."""
        found = {r.region_id for r in self.regions if r.value is not None or r.left_out}
        return regions if self.circled or not found else found


@dataclass(frozen=True)
class _Look:
    """What all marks of one map share."""

    rows: MapRows
    frame: MapFrame
    palette: MapPalette
    to: Projection
    labels: LabelPlaces

    @property
    def ink(self) -> str:
        return self.palette.muted if self.rows.dimmed else self.palette.ink

    def dims(self, key: str) -> bool:
        """Whether the drawing is about other things."""
        return self.rows.focus is not None and key not in self.rows.focus

    def toned(self, tone: str, key: str) -> str:
        """A colour, paler for what the drawing is not about."""
        return mixed(tone, self.palette.ground, DIMMED_GROUND_SHARE) if self.dims(key) else tone

    def settle(
        self, key: str, first: Candidate, at: tuple[float, float], reach: float, lines: list[str]
    ) -> Candidate | None:
        """A free place for a name of some lines, at the place set for it or around its mark."""
        sides = farther if self.labels.outlined else places_around

        def box_of(spot: Candidate) -> Box:
            return _box(at, spot, wrapped(" ".join(lines), spot.wrap), NAME_PX, 600)

        return self.labels.settle(sides(first, reach, LINE_PX), box_of, key)


def radius(value: float, largest: float) -> float:
    """A circle's radius in pixels: its area is to the largest circle's as the numbers are."""
    if value <= 0 or largest <= 0:
        return 0.0
    return round(LARGEST_RADIUS_PX * math.sqrt(value / largest), 2)


def size_legend(values: Sequence[int], largest: int | None = None) -> list[tuple[int, float]]:
    """Values with the radius in pixels that the map gives them, for a legend.

    Args:
        values: people, in the order to show.
        largest: the largest number on the map; by default the largest of ``values``.
    """
    top = largest if largest is not None else max(values, default=0)
    return [(value, radius(value, top)) for value in values]


@lru_cache(maxsize=2048)
def wrapped(label: str, width: int) -> tuple[str, ...]:
    """A label's lines; words are never broken."""
    lines = textwrap.wrap(label, width, break_long_words=False, break_on_hyphens=False)
    return tuple(lines) or ("",)


def _spot(spots: Mapping[str, Spot], key: str) -> Candidate:
    spot = spots.get(key, Spot())
    return Candidate(spot.dx, spot.dy, spot.anchor, spot.wrap)


def _box(
    at: tuple[float, float], spot: Candidate, lines: Sequence[str], size: float, weight: int
) -> Box:
    wide = max(width_of(line, size, weight) for line in lines)
    half = len(lines) * LINE_PX / 2
    return _around(at, spot, wide, half)


def _around(at: tuple[float, float], spot: Candidate, wide: float, half: float) -> Box:
    left = at[0] + spot.dx - {"start": 0.0, "middle": 0.5, "end": 1.0}[spot.anchor] * wide
    middle = at[1] + spot.dy
    return left, middle - half, left + wide, middle + half


# Counts by region ---------------------------------------------------------------------------------


#: How full the circle of a count is: alone, of the later of two days, of the earlier one.
SHARES: Final = {"alone": 0.55, "later": 0.18, "earlier": 0.6}
#: The outline of a circle whose seat rests on inference.
SEAT_DASH: Final = "4 2.5"


def count_circle(
    x: float, y: float, size: float, tone: str, which: str = "alone", dash: str = ""
) -> Dot:
    """The circle of a count, one of :data:`SHARES`."""
    return Dot(x, y, size, Paint(tone, tone, 1.5, dash, SHARES[which]))


def place_sign(x: float, y: float, size: float, tone: str, paper: str) -> Sign:
    """The diamond of a place."""
    return Sign("diamond", x, y, size, Paint(tone, paper, 1.5))


def _circles(row: RegionRow, at: tuple[float, float], look: _Look) -> tuple[Dot, ...]:
    """Area in proportion to the number; an open ring around a full disc where days are compared."""
    if row.value is None:
        return ()
    palette, top = look.palette, look.rows.top
    tone = look.toned(palette.muted if look.rows.dimmed else palette.accent, row.region_id)
    dash = SEAT_DASH if row.seat_inferred else ""
    which = "alone" if row.earlier is None else "later"
    drawn = [count_circle(*at, radius(row.value, top), tone, which, dash)]
    if row.earlier:
        drawn.append(count_circle(*at, radius(row.earlier, top), tone, "earlier"))
    return tuple(drawn)


def _name_lines(row: RegionRow, spot: Candidate, look: _Look) -> list[str]:
    words = "" if row.value is not None else row.text or look.rows.not_reported
    return [
        *(wrapped(row.label, spot.wrap) if spot.name else ()),
        *(wrapped(words, spot.wrap) if words else ()),
    ]


def _settled(row: RegionRow, at: tuple[float, float], look: _Look) -> Candidate | None:
    """A free place for a region's number and name; the one set by hand where it is free.

    Where both have no room the number stands alone: the list beside the map has the names.
    """

    def box_of(spot: Candidate) -> Box:
        lines = _name_lines(row, spot, look)
        wide = max((width_of(line, NAME_PX, 600) for line in lines), default=0.0)
        if row.value is not None:
            wide = max(wide, width_of(row.text, NUMBER_PX, 700))
        return _around(at, spot, wide, (len(lines) + (row.value is not None)) * LINE_PX / 2)

    reach = radius(row.value or 0, look.rows.top)
    first = _spot(look.frame.regions, row.region_id)
    if row.region_id not in look.frame.regions:
        first = replace(first, dx=max(reach + AWAY_PX, first.dx))
    sides = farther if look.labels.outlined else places_around
    places = sides(first, reach, LINE_PX * 1.5)
    middle = look.labels.middles.get(row.region_id)
    if row.value is not None:
        places = chain(places, numbers_alone(reach, LINE_PX))
    elif middle:
        # A name without a circle stands in its region, where it fits.
        inside = ((middle[0] - at[0], middle[1] - at[1], "middle", wrap) for wrap in WRAPS)
        places = chain(starmap(Candidate, inside), places)
    return look.labels.settle(places, box_of, row.region_id)


def _words(
    row: RegionRow, at: tuple[float, float], spot: Candidate, look: _Look
) -> tuple[Text, ...]:
    """The number in bold, the region's name beneath; why there is none where there is no number."""
    palette, silent, dim = look.palette, row.value is None, look.dims(row.region_id)
    lines = _name_lines(row, spot, look)
    x, top = at[0] + spot.dx, at[1] + spot.dy - LINE_PX * (len(lines) - silent) / 2
    drawn = []
    if not silent:
        ink = palette.muted if dim else look.ink
        drawn.append(Text(row.text, x, top + 5, NUMBER_PX, ink, spot.anchor, 700, palette.paper))
        top += LINE_PX + 1
    tone = palette.muted if (silent and look.rows.not_reported) or dim else look.ink
    drawn += [
        Text(words, x, top + n * LINE_PX + 4, NAME_PX, tone, spot.anchor, 600, palette.paper)
        for n, words in enumerate(lines)
    ]
    return tuple(drawn)


def _count_marks(look: _Look, bounds: Bounds) -> list[Mark]:
    """First every circle, the largest lowest, then every label."""
    rows = [row for row in look.rows.regions if row.within(bounds)]
    placed = [
        (row, look.to.at(row.lon, row.lat)) for row in sorted(rows, key=lambda r: -(r.value or 0))
    ]
    for row, at in placed:
        if row.value is not None:
            look.labels.mark(row.region_id, *at, 0.8 * radius(row.value, look.rows.top))
    circles, labels = [], []
    for row, at in placed:
        dim, spot = look.dims(row.region_id), _settled(row, at, look)
        if shapes := _circles(row, at, look):
            says = row.tip or f"{row.label}: {row.text or look.rows.not_reported}"
            signs = {"count": True, "office": row.seat_inferred, "change": bool(row.earlier)}
            drawn = tuple(sign for sign, there in signs.items() if there)
            circles.append(Mark(shapes, "count", row.region_id, says, dim, signs=drawn))
        if spot:
            words = _words(row, at, spot, look)
            labels.append(Mark(words, "count-label", row.region_id, dim=dim))
    return circles + labels


# Places -------------------------------------------------------------------------------------------


def gathered(rows: Sequence[PlaceRow], frame: Bounds) -> list[PlaceRow]:
    """The places as they are, or cell by cell where there are too many to tell apart.

    A cell lies at the middle of its events, takes the name of its busiest place, and the sum of
    events stays the same.
    """
    if len(rows) <= MOST_PLACES:
        return sorted(rows, key=lambda r: (-r.events, r.place_id))
    west, south, east, north = frame
    size = max(east - west, north - south, 1e-9) / CELLS_ACROSS
    cells = _cells(rows, west, south, size)
    while len(cells) > MOST_MARKS:  # most of them lie outside the frame
        size *= 2
        cells = _cells(rows, west, south, size)
    made = []
    for own in cells.values():
        events = sum(r.events for r in own)
        top = max(own, key=lambda r: (r.events, r.place_id))
        made.append(
            replace(
                top,
                lon=sum(r.lon * r.events for r in own) / events if events else top.lon,
                lat=sum(r.lat * r.events for r in own) / events if events else top.lat,
                events=events,
                places=sum(r.places for r in own),
                selected=any(r.selected for r in own),
                held=tuple(r.place_id for r in own),
            )
        )
    return sorted(made, key=lambda r: (-r.events, r.place_id))


def _cells(
    rows: Sequence[PlaceRow], west: float, south: float, size: float
) -> Mapping[tuple[int, int], list[PlaceRow]]:
    cells: defaultdict[tuple[int, int], list[PlaceRow]] = defaultdict(list)
    for row in rows:
        cells[int((row.lon - west) // size), int((row.lat - south) // size)].append(row)
    return cells


def place_radius(row: PlaceRow, rows: Sequence[PlaceRow]) -> float:
    """Pixels: the area is in proportion to the events, no more than half a cell where many are."""
    most = max(max(r.events for r in rows), 1)
    largest = LARGEST_PLACE_PX if len(rows) <= MOST_PLACES // 2 else SMALLEST[0] / CELLS_ACROSS / 2
    return max(largest * math.sqrt(row.events / most), SMALLEST_PLACE_PX)


def _place_size(row: PlaceRow, look: _Look) -> float:
    if look.rows.circled:
        return place_radius(row, look.rows.places)
    return DIAMOND[look.frame.close] * (1.6 if row.selected else 1)


def _place_shape(row: PlaceRow, at: tuple[float, float], look: _Look) -> Dot | Sign:
    palette, size = look.palette, _place_size(row, look)
    if look.rows.circled:
        edge = palette.ink if row.selected else palette.accent
        paint = Paint(palette.accent, edge, 3 if row.selected else 1.5, opacity=0.55)
        return Dot(*at, size, paint)
    tone = look.toned(palette.ink if row.selected else palette.blue, row.place_id)
    return place_sign(*at, size, tone, palette.paper)


def _place_name(row: PlaceRow, at: tuple[float, float], look: _Look) -> tuple[Text, ...]:
    """A place's name; nothing where it would lie on another."""
    size, first = _place_size(row, look), _spot(look.frame.places, row.place_id)
    if look.rows.circled:
        first = replace(first, dx=size + 5, wrap=40)
    spot = look.settle(row.place_id, first, at, size, [row.name])
    if spot is None:
        return ()
    lines = wrapped(row.name, spot.wrap)
    x, y = at[0] + spot.dx, at[1] + spot.dy + 4 - (len(lines) - 1) / 2 * LINE_PX
    tone = look.palette.ink if look.rows.circled else look.palette.blue
    return tuple(
        Text(words, x, y + n * LINE_PX, NAME_PX, tone, spot.anchor, 600, look.palette.paper)
        for n, words in enumerate(lines)
    )


def _place_marks(look: _Look) -> list[Mark]:
    """Every place in sight, the chosen one last; names keep off all of them."""
    west, south, east, north = look.to.seen
    rows = [r for r in look.rows.places if west < r.lon < east and south < r.lat < north]
    rows.sort(key=lambda r: r.selected)
    for row in rows:
        look.labels.mark(row.place_id, *look.to.at(row.lon, row.lat), _place_size(row, look))
    marks = []
    for row in rows:
        at, key = look.to.at(row.lon, row.lat), row.place_id
        named = look.frame.close or look.rows.circled or key in look.frame.places
        named = (named or key in (look.rows.focus or ())) and bool(row.name)
        words = _place_name(row, at, look) if named else ()
        signs = ("place", "chosen") if row.selected else ("place",)
        says = row.tip or row.name
        shape = _place_shape(row, at, look)
        marks.append(Mark((shape, *words), "place", key, says, look.dims(key), signs=signs))
    return marks


# The whole ----------------------------------------------------------------------------------------


def unit_of(
    width: float, height: float, scale: float, whole: Bounds, bounds: Bounds | None = None
) -> float:
    """How many pixels of a drawing one pixel of the screen's map takes.

    Within other ``bounds`` than those of the ``whole`` map a degree takes as many pixels as the
    labels need there.
    """
    west, south, east, north = bounds or whole
    # The screen's own scale: the labels' places are set for it.
    screen = projection(whole, *SMALLEST)
    left, top = screen.at(west, north)
    right, bottom = screen.at(east, south)
    across, down = right - left, bottom - top
    room = min(width / max(across, LEAST[0]), height / max(down, LEAST[1]))
    # Type of 12 pixels is not made smaller for want of room: labels find another place.
    return min(scale, max(room, 0.97 if width >= LEAST[0] else 0))


def marks_of(
    rows: MapRows, frame: MapFrame, palette: MapPalette, to: Projection, labels: LabelPlaces
) -> list[Mark]:
    """Counts and places with their labels, the lowest first; ``labels`` then holds what is taken.

    The ids of what is drawn, the sentence that it is, and what a key must explain stand in them.
    """
    look = _Look(rows, frame, palette, to, labels)
    return [*_count_marks(look, frame.bounds), *_place_marks(look)]


def map_scene(
    ground: Ground,
    rows: MapRows,
    frame: MapFrame,
    palette: MapPalette,
    width: float,
    height: float,
    *,
    scale: float = 1.0,
    bounds: Bounds | None = None,
    shrinks: bool = True,
    title: str = "",
    description: str = "",
) -> Scene:
    """The regions, their numbers and the places, in Web Mercator.

    Args:
        ground: what lies beneath, in degrees.
        rows: what stands on it.
        frame: which part is drawn.
        palette: :data:`~components.drawing.ground.LIGHT_MAP` or the dark one.
        width: of the drawing, in pixels.
        height: likewise.
        scale: the size of type and circles; 1 is the screen's. It shrinks where the map would be
            smaller than the labels need.
        bounds: what must be in sight, in degrees, where that is not the frame's own.
        shrinks: whether it does; otherwise labels that find no room are left out.
        title: what the drawing says, and
        description: what it shows, for those who do not see it.

    Returns:
        A scene with marks of the kinds ``area``, ``ring``, ``ground-name``, ``count``,
        ``count-label`` and ``place``.
    """
    unit = unit_of(width, height, scale, ground.whole, bounds) if shrinks else scale
    box = (width / unit, height / unit)
    outlines = ground.outlines
    to, labels = projection(bounds or frame.bounds, *box), LabelPlaces(*box)
    rings = {key: to.shape(outlines.rings[key]) for key in rows.chosen if key in outlines.rings}
    for region, ring in rings.items():
        labels.outline(region, ring)
    marks = marks_of(rows, replace(frame, bounds=bounds or frame.bounds), palette, to, labels)
    chosen = [to.shape(ground.regions[key]) for key in rings if key in ground.regions]
    held = shapely.union_all(chosen) if chosen else None
    names = name_marks(ground.names, held, palette, to, labels)
    every = outlines.regions
    known, focus = rows.known(every), rows.focus or frozenset()
    about = any(row.region_id in focus for row in rows.regions)
    areas = (
        area_mark(
            region, outlines, known, palette, to, dim=about and region not in focus,
            counted=bool(rows.regions),
        )
        for region in every
    )  # fmt: skip
    body = (
        as_mark(land(outlines, palette), to),
        *(mark for mark in areas if mark.shapes),
        as_mark(region_lines(outlines, palette), to),
        *([ring_mark(list(rings.values()), palette, labels)] if rings else ()),
        *names,
        *marks,
    )
    return Scene(width, height, body, unit, "map", title, description)
