"""The timeline of a view as a short film: a frame for each day, or for every few days."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from lxml import etree
from PIL import Image

from components.domain.dates.days import days_after
from components.domain.limits import MOST_FRAMES
from components.exports.png import to_png
from components.figures.drawing.sheet import EDGE_PX
from components.figures.drawing.svg import line, tag, text
from components.figures.drawing.timeline.fitting import FOOT_PX, HEAD_PX, SIDE_PX
from components.figures.drawing.timeline.scale import DayScale
from components.i18n import I18n
from components.presentation.charts.drawings import PALETTE
from components.presentation.charts.pictures import picture
from components.presentation.charts.timeline import window_of
from components.presentation.context import Context

#: Pixels across; as high as a wide picture is in proportion.
WIDTH_PX: Final = 960
#: Milliseconds of a frame, and of the last one.
FRAME_MS: Final = 350
LAST_FRAME_MS: Final = 3000
#: How much of its colour an event keeps that has not begun.
NOT_YET: Final = "0.12"
SVG: Final = "{http://www.w3.org/2000/svg}"
DAY_PX: Final = 22


def frame_days(first: date, last: date) -> list[date]:
    """The days of the frames: each day, or every few so that no more are made than is allowed."""
    whole = (last - first).days
    step = whole // MOST_FRAMES + 1
    days = [days_after(first, n) for n in range(0, whole + 1, step)]
    return days if days[-1] == last else [*days, last]


def _frame(whole: str, day: date, window: tuple[date, date], i18n: I18n) -> str:
    """A picture on one day: what has not begun is pale, and a line stands at the day."""
    root = etree.fromstring(whole.encode())
    for mark in root.iter(f"{SVG}g"):
        if (mark.get("data-start") or "") > day.isoformat():
            mark.set("opacity", NOT_YET)
    width, height = float(root.get("width")), root.get("height")
    chart = next(root.iterdescendants(f"{SVG}svg"))
    _, _, across, down = map(float, chart.get("viewBox").split())
    x = DayScale(window, float(SIDE_PX), across - 2 * SIDE_PX).end(day)
    ends = ((x, HEAD_PX - 18.0), (x, down - FOOT_PX))
    now = tag("g", line(*ends, PALETTE.accent, 2))
    said = text(
        i18n.day(day), width - EDGE_PX, 56, size=DAY_PX, fill=PALETTE.accent, anchor="end",
        weight=700, serif=True,
    )  # fmt: skip
    namespace = f'<svg xmlns="{SVG[1:-1]}" height="{height}">'
    # Behind the marks and their labels.
    axis = next(g for g in chart.iter(f"{SVG}g") if g.get("class") == "axis")
    axis.addnext(etree.fromstring(f"{namespace}{now}</svg>")[0])
    root.append(etree.fromstring(f"{namespace}{said}</svg>")[0])
    return str(etree.tostring(root, encoding="unicode"))


def play_frames(ctx: Context, base: str = "") -> Iterator[str]:
    """The frames as SVG, from the first day of the view's window to its last."""
    window = window_of(ctx.dataset, ctx.view)
    whole = replace(ctx, view=replace(ctx.view, event=None))
    title = ctx.i18n.t("The events, day by day")
    drawn = picture("timeline", whole, "wide", base, title=title)
    for day in frame_days(*window):
        yield _frame(drawn, day, window, ctx.i18n)


def play_webp(ctx: Context, base: str = "") -> bytes:
    """The frames as an animated WebP that is played over and over, with a pause at its end."""
    frames = []
    for svg in play_frames(ctx, base):
        png = to_png(svg, WIDTH_PX)
        frames.append(Image.open(io.BytesIO(png)).convert("RGB"))
    made = io.BytesIO()
    times = [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    first, *rest = frames
    first.save(
        made, "WEBP", save_all=True, append_images=rest, duration=times, loop=0, quality=80,
        method=2,
    )  # fmt: skip
    return made.getvalue()
