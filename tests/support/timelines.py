"""Timelines of the package's events, laid out without a page."""

from dataclasses import replace
from typing import Any

from components.drawing.events import EventRow
from components.drawing.palette import palette_for
from components.drawing.scene import Bar, Box, Mark, Scene, Sign, Text
from components.drawing.timeline import TimelineFrame
from components.i18n import i18n_for
from components.presentation.records import event_row
from components.presentation.scenes import timeline_texts
from components.story.edtf import parse_edtf
from tests.support.data import DATA

PERIOD = DATA.period


def row(
    key: str, dated: str, kind: str = "border", basis: Any = "stated", **words: str
) -> EventRow:
    """An event of a test, named as its id where it is not named otherwise."""
    return event_row(key, parse_edtf(dated), basis, kind, **{"label": key, **words})


def rows(language: Any = "en", events: Any = None) -> list[EventRow]:
    """The package's events, or others."""
    i18n = i18n_for(language)
    return [
        row(
            e.id, e.date, e.category, e.date_basis, label=i18n.of(e, "title"),
            when=i18n.date(e.date, "short"), says=f"told {e.id}",
        )
        for e in events or DATA.events.values()
    ]  # fmt: skip


#: The kinds of event of the package, as a palette takes them.
KINDS = tuple((kind.id, kind.colour, kind.symbol) for kind in DATA.kinds)


def framed(language: Any = "en", **more: Any) -> TimelineFrame:
    """What a timeline of the package has besides its events."""
    i18n = i18n_for(language)
    lanes = {kind.id: i18n.of(kind, "name") for kind in DATA.kinds}
    window, texts = PERIOD, timeline_texts(i18n)
    palette = palette_for("light", KINDS)
    return replace(TimelineFrame(lanes, window, palette, texts, 900, 560), **more)


def body_of(mark: Mark) -> Box:
    """The box of a mark without its arrow heads and its name."""
    shape = mark.shapes[0] if not isinstance(mark.shapes[0], Text) else mark.shapes[1]
    if isinstance(shape, Bar):
        return shape.box
    assert isinstance(shape, Sign)
    return shape.x - 6.5, shape.y - 6.5, shape.x + 6.5, shape.y + 6.5


def bodies(scene: Scene) -> dict[str, Box]:
    """The boxes of the events' marks."""
    return {mark.id: body_of(mark) for mark in scene.marks("event")}


def words_of(scene: Scene) -> dict[str, str]:
    """The names of the events that have one, by id."""
    found = {}
    for mark in scene.marks("named"):
        found[mark.id] = " ".join(s.words for s in mark.shapes if isinstance(s, Text) and s.label)
    return found
