"""The map: counts by region as circles, places as diamonds or circles, on its ground.

Numbers are circles whose area is in proportion to what was counted, never shading: see
``docs/boundaries.md``. :func:`map_scene` lays all of it out; :class:`MapMarks` lays out what stands
on the ground, which the map of deck.gl (:mod:`components.drawing.deck`) takes from there.
"""

import math
import textwrap
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, starmap
from typing import Final, NamedTuple

import shapely

from components.caches import clear_with_stories
from components.drawing import ground
from components.drawing.fonts import width_of
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
SMALLEST: Final = (380, 480)
#: However small the ground, the labels themselves need room.
LEAST: Final = (300, 260)
#: More places than these are drawn together, cell by cell of a grid this many cells wide.
MOST_PLACES: Final = 120
CELLS_ACROSS: Final = 16
#: A frame of a single place has no size to divide.
LEAST_FRAME_DEGREES: Final = 1e-9
#: The legend has the largest number and about a fortieth and a quarter of it.
LEGEND_DIVISORS: Final = (40, 4, 1)
#: How full the circle of a count is: alone, of the later of two days, of the earlier one.
SHARES: Final = {"alone": 0.55, "later": 0.18, "earlier": 0.6}
#: The outline of a circle whose seat rests on inference.
SEAT_DASH: Final = "4 2.5"
#: The lines of a label, each with its size and its weight.
Lines = tuple[tuple[str, int, int], ...]


class RegionRow(NamedTuple):
    """One region's number, at its seat or its anchor in degrees (EPSG:4326).

    ``label`` is its name in the reader's language, of which some 37 characters fit; ``value`` is
    people, ``None`` where no number is shown; ``earlier`` those at the earlier of two dates, if
    there are two; ``text`` the number as the reader sees it ("415", "328 → 415"), or what stands in
    its place. ``left_out`` is whether the filters leave a number out, and ``tip`` what it is, where
    that is not its name and its number.
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
    """A named place with events in degrees (EPSG:4326), or several close together: ``held``."""

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
class MapRows:
    """What stands on a map.

    ``regions`` are those to label: without a value they say why (``not_reported``), or have their
    name alone; without any the regions are ground alone. ``places`` are diamonds, or if ``circled``
    circles by their number of events. ``chosen`` are ids of regions to outline, ``focus`` those of
    regions and places that the drawing is about; the rest is dim. Numbers are ``dimmed`` that do
    not answer the reader's filters. The circle of the number ``largest`` is the largest one.
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
    def top(self) -> int:
        """The number with the largest circle; 0 without any."""
        numbers = [n for row in self.regions for n in (row.value, row.earlier) if n is not None]
        return max(numbers, default=0) if self.largest is None else self.largest

    def known(self, regions: Collection[str]) -> Collection[str]:
        """The regions of which a number is known, or all where there is none to know."""
        found = {r.region_id for r in self.regions if r.value is not None or r.left_out}
        return regions if self.circled or not found else found


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
        held=tuple(row.place_id for row in rows),
    )


@dataclass(frozen=True)
class MapMarks:
    """Lays out what stands on a ground: ``labels`` then has what is taken."""

    under: ground.Ground
    rows: MapRows
    palette: MapPalette
    to: ground.Projection
    labels: LabelPlaces

    def drawn(self) -> list[Mark]:
        """Counts and places with their labels, the lowest first: the largest circle is lowest."""
        regions = [
            row
            for row in self.rows.regions
            if ground.is_within((row.lon, row.lat), self.under.bounds)
        ]
        regions.sort(key=lambda row: -(row.value or 0))
        counted = [(row, self.to.project_point(row.lon, row.lat)) for row in regions]
        circles = [self.circle(row, at) for row, at in counted if row.value is not None]
        west, south, east, north = self.to.visible_bounds
        places = [r for r in self.rows.places if west < r.lon < east and south < r.lat < north]
        # The chosen one comes last.
        places.sort(key=lambda row: row.selected)
        # A circle's area is as its events, no more than half a cell where there are many, and no
        # less than can still be hit.
        every = self.rows.places
        largest = 22.0 if len(every) <= MOST_PLACES // 2 else SMALLEST[0] / CELLS_ACROSS / 2
        most, plain = max([1, *(row.events for row in every)]), 6.5 if self.under.close else 4.5
        placed = []
        # Every sign has its place before the first name is set.
        for row in places:
            at, size = self.to.project_point(row.lon, row.lat), plain * (1.6 if row.selected else 1)
            if self.rows.circled:
                size = max(largest * math.sqrt(row.events / most), 5.0)
            self.taken(row.place_id, at, size)
            placed.append((row, at, size))
        return [*circles, *self.names(counted), *starmap(self.place, placed)]

    def dims(self, key: str) -> bool:
        return self.rows.focus is not None and key not in self.rows.focus

    def taken(self, key: str, at: Point, r: float) -> None:
        self.labels.marks[key] = (at[0] - r, at[1] - r, at[0] + r, at[1] + r)

    def label(
        self, key: str, spots: Iterable[tuple[Candidate, Lines]], at: Point, tone: str
    ) -> tuple[Text, ...]:
        """Lines of words at the first place that is free, each place with its own, if any is."""

        def boxed(spot: Candidate, lines: Lines) -> tuple[tuple[Text, ...], Box]:
            wide, half = max(width_of(*line) for line in lines), len(lines) * LINE_PX / 2
            x, middle = at[0] + spot.dx, at[1] + spot.dy
            # A number is larger than a name.
            first = middle - half + LINE_PX / 2 + 4 + (lines[0][1] > NAME_PX)
            texts = (
                Text(said, x, first + n * LINE_PX, size, tone, spot.anchor, weight, paper)
                for n, (said, size, weight) in enumerate(lines)
            )
            left = x - BEGINS[spot.anchor] * wide
            return tuple(texts), (left, middle - half, left + wide, middle + half)

        paper = self.palette.paper
        settled = self.labels.place_first_free(starmap(boxed, spots), key)
        return settled[0] if settled else ()

    def circle(self, row: RegionRow, at: Point) -> Mark:
        """The circle of a count; where days are compared an open ring lies around a full disc."""
        key, rows, size = row.region_id, self.rows, radius(row.value or 0, self.rows.top)
        self.taken(key, at, 0.8 * size)
        tone, dim = self.palette.muted if rows.dimmed else self.palette.accent, self.dims(key)
        tone = mixed(tone, self.palette.ground, DIMMED_GROUND_SHARE) if dim else tone
        which, dash = "alone" if row.earlier is None else "later", row.seat_inferred * SEAT_DASH
        shapes, signs = [count_circle(*at, size, tone, which, dash)], ["count"]
        signs += ["office"] if row.seat_inferred else []
        if row.earlier:
            shapes.append(count_circle(*at, radius(row.earlier, rows.top), tone, "earlier"))
            signs.append("change")
        says = row.tip or f"{row.label}: {row.text or rows.not_reported}"
        return Mark(tuple(shapes), "count", key, says, dim, signs=tuple(signs))

    def names(self, placed: Sequence[tuple[RegionRow, Point]]) -> list[Mark]:
        """The labels of counts: what is not dimmed first, the largest number before others; but
        first those that have no room for their name so, if more names have room then.
        """
        before = [*self.labels.taken]
        bright = {row.region_id for row, _ in placed if not self.dims(row.region_id)}
        counted = {row.region_id for row, _ in placed if row.value is not None} & bright

        def labelled(first: Collection[str]) -> tuple[list[Mark], list[Box], set[str]]:
            self.labels.taken[:] = before
            order = sorted(placed, key=lambda one: one[0].region_id not in bright)
            order.sort(key=lambda one: one[0].region_id not in first)
            found = [label for row, at in order if (label := self.name(row, at))]
            named = {mark.id for mark in found if len(mark.shapes) > 1}
            return found, [*self.labels.taken], counted - named

        best = labelled(bright)
        if best[2]:
            best = min(best, labelled(best[2]), key=lambda one: len(one[2]))
        labels, self.labels.taken[:], _ = best
        return labels

    def name(self, row: RegionRow, at: Point) -> Mark | None:
        """A number with its region's name beneath or alone; a name alone says why it is, and stands
        in its region where it fits.
        """
        key, palette, labels, rows = row.region_id, self.palette, self.labels, self.rows
        silent, dim, reach = row.value is None, self.dims(key), radius(row.value or 0, rows.top)
        reason = (row.text or rows.not_reported) if silent else ""
        number: Lines = () if silent else ((row.text, NUMBER_PX, 700),)
        first = self.under.region_spots.get(key, Candidate(max(reach + AWAY_PX, Candidate.dx)))

        def spots() -> Iterator[tuple[Candidate, Lines]]:
            places = labels.positions_around(first, reach, LINE_PX * 1.5)
            if silent and (middle := labels.middles.get(key)):
                x, y = middle[0] - at[0], middle[1] - at[1]
                places = chain((Candidate(x, y, "middle", wrap) for wrap in WRAPS), places)
            for spot in places:
                why = _lines(reason, spot.wrap) if reason else ()
                yield spot, (*number, *_lines(row.label, spot.wrap), *why)
            # A number without its name takes less room.
            beside = Candidate(reach + AWAY_PX, wrap=WRAPS[-1])
            for spot in (
                labels.positions_around(beside, reach, LINE_PX, near=True) if number else ()
            ):
                yield spot, number

        muted = rows.dimmed or dim or (silent and rows.not_reported)
        words = self.label(key, spots(), at, palette.muted if muted else palette.ink)
        return Mark(words, "count-label", key, dim=dim) if words else None

    def place(self, row: PlaceRow, at: Point, size: float) -> Mark:
        palette, key = self.palette, row.place_id
        if circled := self.rows.circled:
            edge = palette.ink if row.selected else palette.accent
            paint = Paint(palette.accent, edge, 3 if row.selected else 1.5, opacity=0.55)
            shape = Sign("circle", *at, size, paint)
        else:
            tone = palette.ink if row.selected else palette.blue
            tone = mixed(tone, palette.ground, DIMMED_GROUND_SHARE) if self.dims(key) else tone
            shape = place_sign(*at, size, tone, palette.paper)
        words: tuple[Text, ...] = ()
        spots, focus = self.under.place_spots, self.rows.focus or ()
        if row.name and (self.under.close or circled or key in spots or key in focus):
            first = spots.get(key, Candidate())
            first = replace(first, dx=size + 5, wrap=40) if circled else first
            places = self.labels.positions_around(first, size, LINE_PX)
            lines = ((spot, _lines(row.name, spot.wrap)) for spot in places)
            words = self.label(key, lines, at, palette.ink if circled else palette.blue)
        signs = ("place", "chosen") if row.selected else ("place",)
        return Mark((shape, *words), "place", key, row.tip or row.name, self.dims(key), signs=signs)


@clear_with_stories
@lru_cache(maxsize=2048)
def _lines(words: str, width: int) -> Lines:
    lines = textwrap.wrap(words, width, break_long_words=False, break_on_hyphens=False)
    return tuple((line, NAME_PX, 600) for line in lines or ("",))


def map_scene(
    under: ground.Ground,
    rows: MapRows,
    palette: MapPalette,
    width: float,
    height: float,
    *,
    scale: float = 1.0,
    shrinks: bool = True,
    title: str = "",
    description: str = "",
) -> Scene:
    """The regions, their numbers and the places; ``width`` and ``height`` are in pixels.

    ``scale`` is the size of type and circles; 1 is the screen's. It shrinks where the map would be
    smaller than the labels need, if it ``shrinks``; else labels without room are left out. The
    marks are ``area``, ``ring``, ``ground-name``, ``count``, ``count-label`` and ``place``.
    """
    unit = scale
    if shrinks:
        # The screen's own scale: the labels' places are set for it.
        screen, (west, south, east, north) = (
            ground.fit_projection(under.whole, *SMALLEST),
            under.whole,
        )
        (left, top), (right, bottom) = (
            screen.project_point(west, north),
            screen.project_point(east, south),
        )
        room = min(width / max(right - left, LEAST[0]), height / max(bottom - top, LEAST[1]))
        # Type of 12 pixels is not made smaller for want of room: labels find another place.
        unit = min(scale, max(room, 0.97 if width >= LEAST[0] else 0))
    box, outlines = (width / unit, height / unit), under.outlines
    to, labels = ground.fit_projection(under.bounds, *box), LabelPlaces(*box)
    rings = {
        key: to.project_shape(outlines.rings[key]) for key in rows.chosen if key in outlines.rings
    }
    for region, ring in rings.items():
        labels.add_outline(region, ring)
    local = outlines.own or "grid" in outlines.shapes
    bar = [ground.scale_bar(to, palette, labels)] if local else []
    marks = MapMarks(under, rows, palette, to, labels).drawn()
    chosen = [to.project_shape(under.regions[key]) for key in rings if key in under.regions]
    off = shapely.union_all(chosen) if chosen else None
    names = ground.name_marks(under, off, palette, to, labels)
    focus, dims = rows.focus or frozenset(), list[str]()
    if any(row.region_id in focus for row in rows.regions):
        dims = [region for region in outlines.rings if region not in focus]
    known, counted = rows.known(outlines.rings), bool(rows.regions)
    body = ground.ground_marks(outlines, known, palette, to, dims, counted=counted)
    body += [ground.ring_mark([*rings.values()], palette, labels)] if rings else []
    body = [*body, *names, *marks, *bar]
    return Scene(width, height, tuple(body), unit, "map", title, description)


def map_key(
    palette: MapPalette,
    sizes: Sequence[tuple[float, str]],
    words: Mapping[str, str],
    signs: Collection[str],
) -> list[KeyItem]:
    """The sizes of the circles, what is known of a department's region, and the other signs.

    Of the ``signs`` that are drawn: ``words`` are those of every sign but ``count``, the circles,
    whose radius and words are the ``sizes``, ``grey`` where they do not answer the filters.
    """
    tone, paper = palette.muted if "grey" in signs else palette.accent, palette.paper
    box, inner = (-15, -8, 15, 8), (-13, -8, 13, 8)
    dots = (Sign("diamond", x, y, 1.1, Paint(palette.muted)) for x in (-9, 0, 9) for y in (-3, 4))
    slanting = mixed(palette.accent, palette.ground, ground.HATCH_SHARE)
    hatched = Paint(tint("inferred", palette), slanting)
    ink, seat = Paint(stroke=palette.ink, width=3), Paint(stroke=tone, width=1.5, dash=SEAT_DASH)
    change = (count_circle(0, 0, 12, tone, "later"), count_circle(0, 0, 8, tone, "earlier"))
    # Of each sign its width, its height and its shapes.
    drawn: dict[str, tuple[float, float, tuple[Shape, ...]]] = {
        "attested": (30, 16, (Bar(box, Paint(tint("attested", palette))),)),
        "assigned": (30, 16, (Bar(box, hatched, hatched=True),)),
        "silent": (30, 16, (Bar(box, Paint(palette.ground, palette.line)), *dots)),
        "change": (25, 25, change),
        "office": (17, 17, (Sign("circle", 0, 0, 8, seat),)),
        "place": (17, 17, (place_sign(0, 0, 6.5, palette.blue, paper),)),
        "chosen": (22, 22, (place_sign(0, 0, 8.5, palette.ink, paper),)),
        "ring": (30, 30, (Bar(inner, ink, corner=5),)),
        "grey": (13, 13, (count_circle(0, 0, 6.5, palette.muted),)),
    }
    circles = [(2 * r, 2 * r, (count_circle(0, 0, r, tone),), label) for r, label in sizes]
    others = [(*drawn[key], words[key]) for key in drawn if key in signs and key in words]
    items = (circles if "count" in signs else []) + others
    return [KeyItem(shapes, wide, tall, said) for wide, tall, shapes, said in items]
