"""The places of a drawn map, with their names where these have room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from components.figures.drawing.fonts import width_of
from components.figures.drawing.map.label_places import Box, Candidate, around, farther
from components.figures.drawing.map.look import DIMMED_GROUND_SHARE, MapLook
from components.figures.drawing.svg import group, symbol, text
from components.figures.map.labels import LINE_PX, NAME_PX, spot_of, wrapped
from components.figures.map.marks import PlaceMark, mixed

DIAMOND: Final = {False: 4.5, True: 6.5}


def _size(mark: PlaceMark, look: MapLook) -> float:
    return DIAMOND[look.extent.close] * (1.6 if mark.selected else 1)


def _name_spot(mark: PlaceMark, x: float, y: float, look: MapLook) -> Candidate | None:
    """Where a place's name stands: where it is set, else at the first side that is free, if any."""
    preferred = spot_of(look.extent.places, mark.place_id)
    first = Candidate(preferred.dx, preferred.dy, preferred.anchor, preferred.wrap)

    def box_of(spot: Candidate) -> Box:
        lines = wrapped(mark.name, spot.wrap)
        wide = max(width_of(line, NAME_PX, 600) for line in lines)
        left = x + spot.dx - {"start": 0.0, "middle": 0.5, "end": 1.0}[spot.anchor] * wide
        half = len(lines) * LINE_PX / 2
        return left, y + spot.dy - half, left + wide, y + spot.dy + half

    sides = farther if look.labels.lines else around
    tried = sides(first, _size(mark, look), LINE_PX)
    return look.labels.settle(mark.place_id, tried, box_of)


def _name(mark: PlaceMark, x: float, y: float, look: MapLook) -> list[Markup]:
    """A place's name; nothing where it would lie on another."""
    spot = _name_spot(mark, x, y, look)
    if spot is None:
        return []
    lines = wrapped(mark.name, spot.wrap)
    return [
        text(
            words, x + spot.dx, y + spot.dy + (n - (len(lines) - 1) / 2) * LINE_PX + 4,
            size=NAME_PX, fill=look.palette.blue, weight=600, anchor=spot.anchor,
            halo=look.palette.paper,
        )
        for n, words in enumerate(lines)
    ]  # fmt: skip


def draw_places(places: Sequence[PlaceMark], look: MapLook) -> list[Markup]:
    """Every place as a diamond; names keep off all of them."""
    for mark in places:
        look.labels.mark(mark.place_id, *look.to.at(mark.lon, mark.lat), _size(mark, look))
    return [_place(mark, look) for mark in places]


def _place(mark: PlaceMark, look: MapLook) -> Markup:
    palette = look.palette
    x, y = look.to.at(mark.lon, mark.lat)
    size = _size(mark, look)
    tone = palette.ink if mark.selected else palette.blue
    if look.dims(mark.place_id):
        tone = mixed(tone, palette.ground, DIMMED_GROUND_SHARE)
    drawn = [symbol("diamond", x, y, size, fill=tone, stroke=palette.paper, stroke_width=1.5)]
    spots = look.extent.places
    if look.extent.close or mark.place_id in spots or mark.place_id in (look.focus or ()):
        drawn += _name(mark, x, y, look)
    dim = look.dims(mark.place_id)
    signs = "chosen" if mark.selected else None
    return group(drawn, mark.place_id, kind="place", dim=dim, title=mark.name, data_signs=signs)
