"""The drawings: the timeline, the map and the chart of totals as SVG, made here without a browser.

They share marks, packing, labels and colours with the charts on the screen, so that a picture, a
slide or a printed page says what the screen says. Each mark, region and place is a
``<g class="mark" data-id="…">``; what is not in ``focus`` has the class ``dim``, too.
"""

from components.figures.drawing.map.drawing import map_svg
from components.figures.drawing.marks import drawing_css
from components.figures.drawing.timeline.drawing import (
    TimelineDrawing,
    TimelineFrame,
    counted_drawing,
    timeline_drawing,
)
from components.figures.drawing.timeline.list import timeline_list
from components.figures.drawing.totals import TotalsPanel, totals_svg

__all__ = [
    "TimelineDrawing",
    "TimelineFrame",
    "TotalsPanel",
    "counted_drawing",
    "drawing_css",
    "map_svg",
    "timeline_drawing",
    "timeline_list",
    "totals_svg",
]
