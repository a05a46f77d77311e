"""The timeline: labels without overlaps, and the same scene drawn by Plotly."""

from datetime import date
from itertools import combinations
from typing import Any

import pytest

from components.drawing.fonts import measure_text
from components.drawing.plotly import timeline_figure
from components.drawing.scene import Scene, Text
from components.drawing.svg import paint
from components.drawing.timeline import timeline_scene
from components.i18n import Language
from components.presentation.records import EventTexts, build_event_row
from components.presentation.timeline_scenes import (
    TimelineOptions,
    build_timeline_frame,
    draw_timeline,
)
from components.story.edtf import parse_edtf
from tests.support.data import DATA, i18n_for
from tests.support.drawing import list_overlaps, list_text_lines, mark_boxes
from tests.support.views import build_view_context

PERIOD = DATA.period
WEEK = (date(2019, 2, 20), date(2019, 2, 28))


def draw(language: Language = "en", width: float = 1000, **framed: Any) -> Scene:
    ctx = build_view_context(language=language, slug="timeline")
    options = TimelineOptions(**({"window": PERIOD, "smallest": 1.0, "row": 16.5} | framed))
    return draw_timeline(ctx, width, options=options)


def words_of(scene: Scene) -> dict[str, str]:
    found = {}
    for mark in scene.iter_marks("named"):
        found[mark.id] = " ".join(
            shape.content for shape in mark.shapes if isinstance(shape, Text) and shape.label
        )
    return found


def label_boxes(scene):
    found = {}
    for mark in scene.iter_marks("named"):
        for text in mark.shapes:
            if isinstance(text, Text) and text.label:
                wide = measure_text(text.content, text.size, text.weight)
                left = text.x - (wide if text.anchor == "end" else 0)
                found[mark.id] = (left, text.y - 10, left + wide, text.y + 2)
    return found


def colliding(boxes):
    return [
        (first, second)
        for (first, x), (second, y) in combinations(boxes.items(), 2)
        if x[0] < y[2] and y[0] < x[2] and x[1] + 1 < y[3] and y[1] + 1 < x[3]
    ]


@pytest.mark.parametrize("language", ["en", "es"])
def test_phone_timeline_has_each_title_in_full_near_its_mark(language):
    drawing = draw(language, width=346)
    titles = {
        event.id: i18n_for(language).localize(event, "title") for event in DATA.events.values()
    }
    assert words_of(drawing) == titles
    labels, marks = label_boxes(drawing), mark_boxes(drawing)
    # A bar of days lies under its own title at most.
    hits = colliding({f"label {key}": box for key, box in labels.items()})
    assert [hit for hit in hits if hit[0] != hit[1]] == []
    assert list_overlaps(list_text_lines(paint(drawing))) == []
    for key, (left, top, right, bottom) in labels.items():
        _, y0, _, y1 = marks[key]
        assert left >= drawing.plot[0], "a chart hides what is anchored before its first day"
        assert right <= drawing.width
        assert abs((top + bottom) / 2 - (y0 + y1) / 2) < 2.5 * 16.5, "near its mark"


@pytest.mark.parametrize(
    "window",
    [PERIOD, WEEK, (date(2019, 4, 15), date(2019, 5, 10))],
    ids=["whole story", "week", "25 days"],
)
@pytest.mark.parametrize("width", [290, 340, 640, 1000, 1360])
def test_timeline_of_free_height_has_no_overlaps(window, width):
    scene = draw(window=window, width=width)
    inside = {
        key for key, event in DATA.events.items() if parse_edtf(event.date).possibly_within(*window)
    }
    assert set(scene.record_ids("event")) == inside
    boxes = {f"label {key}": box for key, box in label_boxes(scene).items()}
    marks = {f"mark {key}": box for key, box in mark_boxes(scene).items()}
    hits = colliding(boxes | marks)
    assert [
        (first, second) for first, second in hits if first.split()[1] != second.split()[1]
    ] == []
    for left, _, right, _ in boxes.values():
        assert left >= 0
        assert right <= width


def painted(scene):
    palette = build_timeline_frame(build_view_context(), 1000).palette
    return timeline_figure(scene, palette, chosen=lambda _: False)


def trace(figure, name):
    return next((t for t in figure["data"] if t["name"] == name), {"customdata": [], "x": []})


def test_plotly_marks_are_at_their_scene_positions_with_hover_texts():
    scene = draw()
    figure, found = painted(scene), {}
    points, bars = trace(figure, "events"), trace(figure, "bars")
    for (key,), x, y in zip(points["customdata"], points["x"], points["y"], strict=True):
        found.setdefault(key, (x - 6.5, y, x + 6.5))
    for (key,), x, y, wide in zip(
        bars["customdata"], bars["base"], bars["y"], bars["x"], strict=True
    ):
        found.setdefault(key, (x, y, x + wide))
    at = {
        key: (left, (top + bottom) / 2, right)
        for key, (left, top, right, bottom) in mark_boxes(scene).items()
    }
    assert set(found) == set(at) == set(DATA.events)
    assert [key for key in at if found[key] != pytest.approx(at[key])] == []
    said = {mark.id: mark.says for mark in scene.iter_marks("event")}
    for (key,), hover in zip(points["customdata"], points["hovertext"], strict=True):
        assert hover.replace("<br>", " ").startswith(f"<b>{said[key].split('. ')[0]}</b>")


def test_plotly_labels_are_those_of_the_scene_with_markup_escaped():
    scene = draw()
    labels = trace(painted(scene), "labels")
    said = {key: text for (key,), text in zip(labels["customdata"], labels["text"], strict=True)}
    assert {key: text.replace("&#x27;", "'") for key, text in said.items()} == words_of(scene)
    row = build_event_row(
        "a", parse_edtf("2019-02-23"), "stated", "border", EventTexts("<a href='x'>y</a>")
    )
    hostile = timeline_scene(
        [row],
        build_timeline_frame(build_view_context(), 1000, options=TimelineOptions(window=PERIOD)),
    )
    (text,) = trace(painted(hostile), "labels")["text"]
    assert text.startswith("&lt;a")
