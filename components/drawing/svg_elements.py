"""SVG elements as markup, and the data of their paths: every value is escaped and short."""

import math
import re
from functools import lru_cache
from typing import Final

import numpy as np
import shapely
from markupsafe import Markup, escape
from numpy.typing import ArrayLike
from shapely.geometry.base import BaseGeometry

from components.drawing.scene import Box

# Characters that XML does not allow, even escaped.
FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
XMLNS: Final = "http://www.w3.org/2000/svg"
#: The older of the two names of a link: every program knows it.
HREF: Final = "xlink:href"
#: The distance of the slanting lines of a hatched bar, and the shortest of them.
HATCH_PX: Final = 6
LEAST_HATCH_PX: Final = 0.5
#: Paths are exact to a tenth of a unit.
TENTHS: Final = 10
Value = str | float | int | None
Attributes = dict[str, Value]


def format_value(value: Value) -> str:
    """Return a value as text: a float with two decimals at most, without what XML forbids."""
    if isinstance(value, float):
        decimal_text = f"{value:.2f}".rstrip("0").rstrip(".")
        if decimal_text == "-0":
            return "0"
        return decimal_text
    return FORBIDDEN.sub("", str(value))


@lru_cache(maxsize=128)
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def tag(name: str, *children: str, **attributes: Value) -> Markup:
    """Return an element.

    Parameters
    ----------
    name
        Of the element.
    children
        Those that are not ``Markup`` are escaped.
    attributes
        None leaves an attribute out. An underscore in a name is a hyphen; one at its end is
        dropped.
    """
    element_parts = [f"<{name}"]
    for key, value in attributes.items():
        if value is None:
            continue
        value_text = format_value(value)
        if not isinstance(value, float):
            value_text = escape(value_text)
        element_parts.append(f' {_attribute_name(key)}="{value_text}"')
    element_parts.append(">")
    is_empty = True
    for child in children:
        if not isinstance(child, Markup):
            child = escape(format_value(child))
        if child:
            is_empty = False
            element_parts.append(child)
    if is_empty:
        element_parts[-1] = "/>"
    else:
        element_parts.append(f"</{name}>")
    return Markup("".join(element_parts))  # noqa: S704


def format_path(points: ArrayLike, *, closed: bool = True) -> str:
    """Return a path through points, to a tenth of a unit, each by its step from the last one."""
    coordinates = np.asarray(points)
    tenths = np.rint(coordinates * TENTHS).astype(int)
    tenth_steps = np.diff(tenths, axis=0)
    path_steps = ""
    for step_tenths in tenth_steps[tenth_steps.any(axis=1)].ravel().tolist():
        step_text = f"{step_tenths / TENTHS:g}"
        if abs(step_tenths) < TENTHS:
            step_text = step_text.replace("0.", ".", 1)
        if path_steps and step_text[0] != "-":
            path_steps += " "
        path_steps += step_text
    x, y = tenths[0].tolist()
    start_x = x / TENTHS
    start_y = y / TENTHS
    path_start = f"M{start_x:g} {start_y:g}"
    if path_steps:
        path_start += "l"
    path_end = ""
    if closed:
        path_end = "Z"
    return f"{path_start}{path_steps}{path_end}"


def format_area(geometry: BaseGeometry) -> str:
    """Return the path of the areas and lines of a geometry."""
    path_data = ""
    for area_part in shapely.get_parts(shapely.get_parts(geometry)):
        if area_part.is_empty:
            continue
        if area_part.geom_type == "Polygon":
            for ring in (area_part.exterior, *area_part.interiors):
                # A ring ends where it began.
                path_data += format_path(shapely.get_coordinates(ring)[:-1])
        elif area_part.geom_type == "LineString":
            path_data += format_path(shapely.get_coordinates(area_part), closed=False)
    return path_data


def format_hatching(box: Box) -> str:
    """Return the path of slanting lines within a box."""
    left, top, right, bottom = box
    box_height = bottom - top
    least_foot = left - box_height
    first_foot = math.ceil(least_foot / HATCH_PX) * HATCH_PX
    last_foot = math.floor(right / HATCH_PX) * HATCH_PX
    path_data = ""
    for line_foot in range(first_foot, last_foot + 1, HATCH_PX):
        line_left = max(line_foot, left)
        line_right = min(line_foot + box_height, right)
        if line_right - line_left > LEAST_HATCH_PX:
            line_ends = [
                (line_left, bottom - (line_left - line_foot)),
                (line_right, bottom - (line_right - line_foot)),
            ]
            path_data += format_path(line_ends, closed=False)
    return path_data
