"""Parse a still drawing: its marks, and the position of every line of text."""

import re
from dataclasses import dataclass
from itertools import combinations

from lxml import etree

from components.drawing.fonts import measure_text
from components.drawing.scene import Bar, Box, Scene, Text
from components.drawing.svg import paint

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class TextLine:
    text: str
    left: float
    right: float
    top: float
    bottom: float


def parse_svg(drawn: Scene | str) -> etree._Element:
    return etree.fromstring(str(paint(drawn) if isinstance(drawn, Scene) else drawn).encode())


def box_of(svg: Scene | str) -> tuple[float, float]:
    _, _, width, height = map(float, parse_svg(svg).get("viewBox").split())
    return width, height


def _moved(element: etree._Element, x: float, y: float) -> tuple[float, float, float]:
    """Where a point of an element lies in the drawing, and how much larger it is there."""
    scale = 1.0
    for holder in [element, *element.iterancestors()]:
        transform = holder.get("transform") or ""
        if found := re.search(r"scale\((\S+)\)", transform):
            own = float(found[1])
            x, y, scale = x * own, y * own, scale * own
        if found := re.search(r"translate\((\S+)[ ,](\S+)\)", transform):
            x, y = x + float(found[1]), y + float(found[2])
    return x, y, scale


def list_text_lines(svg: Scene | str, *, dimmed: bool = True) -> list[TextLine]:
    """Every line of text; those that are dimmed only where they are asked for."""
    found = []
    for item in parse_svg(svg).iter(f"{SVG}text"):
        if item.get("class") == "halo":
            continue
        if not dimmed and any(
            "dim" in (ancestor.get("class") or "") for ancestor in item.iterancestors()
        ):
            continue
        size = float(item.get("font-size"))
        serif = "Serif" in (item.get("font-family") or "")
        wide = measure_text(item.text or "", size, int(item.get("font-weight") or 400), serif=serif)
        x, y, scale = _moved(item, float(item.get("x")), float(item.get("y")))
        wide, size = wide * scale, size * scale
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[item.get("text-anchor") or "start"]
        # From the top of the capitals to a little below the baseline.
        found.append(TextLine(item.text or "", left, left + wide, y - size * 0.66, y + size * 0.12))
    return found


def list_overlaps(lines: list[TextLine]) -> list[tuple[str, str]]:
    return [
        (first.text, second.text)
        for first, second in combinations(lines, 2)
        if first.left < second.right
        and second.left < first.right
        and first.top < second.bottom
        and second.top < first.bottom
    ]


def list_near_pairs(lines: list[TextLine], room: float) -> list[tuple[str, str]]:
    """The pairs of texts in one line that less than ``room`` parts, so that they read as one."""
    return [
        (first.text, second.text)
        for first, second in combinations(lines, 2)
        if first.left < second.right + room and second.left < first.right + room
        and 2 * (min(first.bottom, second.bottom) - max(first.top, second.top))
        > first.bottom - first.top
    ]  # fmt: skip


def list_clipped_texts(svg: Scene | str) -> list[str]:
    width, height = box_of(svg)
    return [
        line.text
        for line in list_text_lines(svg)
        if line.left < -0.5
        or line.right > width + 0.5
        or line.top < -0.5
        or line.bottom > height + 0.5
    ]


def mark_ids(svg: Scene | str, kind: str) -> set[str]:
    groups = parse_svg(svg).iter(f"{SVG}g")
    return {group.get("data-id") for group in groups if kind in (group.get("class") or "").split()}


def mark_boxes(scene: Scene) -> dict[str, Box]:
    """The boxes of the events' marks on a timeline, without arrow heads and names."""
    found = {}
    for mark in scene.iter_marks("event"):
        shape = next(one for one in mark.shapes if not isinstance(one, Text))
        sign = None if isinstance(shape, Bar) else (shape.x, shape.y)
        found[mark.id] = shape.box if sign is None else (
            sign[0] - 6.5, sign[1] - 6.5, sign[0] + 6.5, sign[1] + 6.5)  # fmt: skip
    return found
