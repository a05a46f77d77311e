"""The signs of the key, drawn from the same strokes as the marks they explain."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from components.domain.dates.edtf import EdtfDate
from components.domain.records.models import Qualifier
from components.figures.palette import Palette
from components.figures.totals.marks import HANGS, HOLLOW, Stroke, TotalMark, strokes
from components.figures.totals.scale import NumberScale

SIZE: Final = (26, 40)
MIDDLE: Final[dict[Qualifier, float]] = {
    "more_than": -10, "at_least": -10, "nearly": 8, "less_than": 14, "up_to": 12, "range": -11,
}  # fmt: skip
_SCALE: Final = NumberScale("linear", 0, 100, 33)
DASHES: Final = {"solid": "", "dot": "1.5 2.5", "dash": "5 3"}


def sample(qualifier: Qualifier) -> TotalMark:
    """A figure of the given kind; a range is made as tall as the sign has room for."""
    high = 11.0 if qualifier == "range" else None
    when = EdtfDate("", None, None, "day", False, False)
    return TotalMark("", 0.0, high, qualifier, when, True, "soldiers", "", (), "")


def _stroke(stroke: Stroke, ink: str) -> str:
    dash = DASHES[stroke.dash]
    style = f'stroke="{ink}" stroke-width="{4 if stroke.kind == "bar" else 1.75}" fill="none"'
    style += f' stroke-dasharray="{dash}"' if dash else ""
    if stroke.kind == "ring":
        return f'<circle r="{stroke.x1}" {style}/>'
    return f'<path d="M{stroke.x0} {-stroke.y0}L{stroke.x1} {-stroke.y1}" {style}/>'


def _uri(inner: str, middle: float = 0) -> str:
    width, height = SIZE
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-width / 2} {-height / 2} {width} {height}">'
        f'<g transform="translate(0 {-middle})">{inner}</g></svg>'
    )
    return "data:image/svg+xml," + quote(svg)


def _dot(y: float, hollow: bool, palette: Palette) -> str:
    fill, edge = (palette.paper, palette.ink) if hollow else (palette.ink, palette.paper)
    width = 2 if hollow else 1
    return f'<circle cy="{-y}" r="5" fill="{fill}" stroke="{edge}" stroke-width="{width}"/>'


def sign(qualifier: Qualifier, palette: Palette) -> str:
    """The mark of a qualifier, as the address of an SVG image."""
    mark = sample(qualifier)
    lines = "".join(_stroke(s, palette.ink) for s in strokes(mark, _SCALE))
    dots = _dot(-HANGS.get(qualifier, 0), qualifier in HOLLOW, palette)
    if qualifier == "range":
        dots += _dot(_SCALE.at(11) - _SCALE.at(0), False, palette)
    return _uri(lines + dots, MIDDLE.get(qualifier, 0))


def date_sign(dash: str, palette: Palette) -> str:
    """The line of a date that is not one named day, as the address of an SVG image."""
    line = _stroke(Stroke("date", -12, 0, 12, 0, dash), palette.ink)
    return _uri(line + _dot(0, False, palette))
