"""The timeline of a view as a short film: a frame for each day, or for every few days."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from PIL import Image

from components.domain.dates.days import days_after
from components.domain.limits import MOST_FRAMES
from components.drawing.packing import FOOT_PX, HEAD_PX, SIDE_PX
from components.drawing.scene import DayScale, Group, Line, Mark, Paint, Scene, Text
from components.drawing.sheet import EDGE_PX
from components.drawing.svg import paint
from components.exports.png import to_png
from components.i18n import I18n
from components.presentation.charts.findings import window_of
from components.presentation.charts.pictures import picture
from components.presentation.charts.scene import PALETTE
from components.presentation.context import Context

#: Pixels across; as high as a wide picture is in proportion.
WIDTH_PX: Final = 960
#: Milliseconds of a frame, and of the last one.
FRAME_MS: Final = 350
LAST_FRAME_MS: Final = 3000
#: How much of its colour an event keeps that has not begun.
NOT_YET: Final = 0.12
DAY_PX: Final = 22


def frame_days(first: date, last: date) -> list[date]:
    """The days of the frames: each day, or every few so that no more are made than is allowed."""
    whole = (last - first).days
    step = whole // MOST_FRAMES + 1
    days = [days_after(first, n) for n in range(0, whole + 1, step)]
    return days if days[-1] == last else [*days, last]


def _pale(one: Mark | Group, day: date) -> Mark | Group:
    """A mark or a group with what has not begun on a day in hardly any of its colour."""
    if isinstance(one, Group):
        return replace(one, marks=tuple(_pale(inner, day) for inner in one.marks))
    later = one.data.get("start", "") > day.isoformat()
    return replace(one, opacity=NOT_YET) if later else one


def _frame(whole: Scene, day: date, window: tuple[date, date], i18n: I18n) -> Scene:
    """A picture on one day: what has not begun is pale, and a line stands at the day."""
    at, chart, (across, down) = next(
        (n, one, one.cut) for n, one in enumerate(whole.body) if isinstance(one, Group) and one.cut
    )
    x = DayScale(window, float(SIDE_PX), across - 2 * SIDE_PX).end(day)
    now = Line(((x, HEAD_PX - 18.0), (x, down - FOOT_PX)), Paint(stroke=PALETTE.accent, width=2))
    axis, *lanes = (_pale(one, day) for one in chart.marks)
    said = Text(
        i18n.day(day), whole.width - EDGE_PX, 56, DAY_PX, PALETTE.accent, "end", 700, serif=True
    )
    # Behind the marks and their labels.
    chart = replace(chart, marks=(axis, Mark((now,)), *lanes))
    body = (*whole.body[:at], chart, *whole.body[at + 1 :], Mark((said,)))
    return replace(whole, body=body)


def play_frames(ctx: Context, base: str = "") -> Iterator[Scene]:
    """The frames, from the first day of the view's window to its last."""
    window = window_of(ctx.dataset, ctx.view)
    whole = replace(ctx, view=replace(ctx.view, event=None))
    title = ctx.i18n.t("The events, day by day")
    drawn = picture("timeline", whole, "wide", base, title=title)
    for day in frame_days(*window):
        yield _frame(drawn, day, window, ctx.i18n)


def play_webp(ctx: Context, base: str = "") -> bytes:
    """The frames as an animated WebP that is played over and over, with a pause at its end."""
    frames = []
    for scene in play_frames(ctx, base):
        png = to_png(paint(scene), WIDTH_PX)
        frames.append(Image.open(io.BytesIO(png)).convert("RGB"))
    made = io.BytesIO()
    times = [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    first, *rest = frames
    first.save(
        made, "WEBP", save_all=True, append_images=rest, duration=times, loop=0, quality=80,
        method=2,
    )  # fmt: skip
    return made.getvalue()
