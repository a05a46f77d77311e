"""The lesson as text: Present without scripts, for searches, for published pages, and printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from components.drawing.scene import Scene
from components.lesson.drawings import SCREENS, step_scenes, whole
from components.lesson.told import language_of, render_story, title_of
from components.presentation.context import Context
from components.presentation.markup import filled, render
from components.presentation.notices import notice_text
from components.presentation.records.citations import citation_views
from components.presentation.scenes import WIDTH_PX, draw_timeline
from components.story.lesson import MOST_STEPS


def present_head(ctx: Context) -> tuple[str, str]:
    """The headline of the lesson, and the line below it."""
    if not ctx.lesson.steps:
        return ctx.i18n.t("The story"), ""
    lead = ctx.i18n.t("The story, step by step, for a room")
    return title_of(ctx.lesson, ctx.dataset, ctx.i18n), lead


def present_steps(ctx: Context) -> Markup:
    """Every step with its question, answer and sources, as HTML; or that there is none to tell."""
    i18n, spoken = ctx.i18n, language_of(ctx.lesson, ctx.i18n)
    if not ctx.lesson.steps:
        return filled("nothing_to_tell.html", i18n)
    more = events_untold(ctx)
    return filled("text_steps.html", i18n, steps=_steps(ctx), spoken=spoken, more=more)


def story_timeline(ctx: Context, width: float = WIDTH_PX) -> Scene:
    """The whole story's, with the events of the steps lit."""
    events = frozenset(event for step in ctx.lesson.steps for event in step.view.events)
    return draw_timeline(whole(ctx), width, focus=events)


def page_scenes(ctx: Context) -> Iterator[Scene]:
    """All that Present draws: as text, and for each step in windows of both shapes."""
    yield story_timeline(ctx)
    for screen in SCREENS:
        for step in ctx.lesson.steps:
            yield from step_scenes(step.view, ctx, screen)


def printed(ctx: Context) -> str:
    """What the browser prints of Present, which has no window to fill, as HTML."""
    return render(
        "present_print.html",
        ctx.i18n,
        title=title_of(ctx.lesson, ctx.dataset, ctx.i18n),
        spoken=language_of(ctx.lesson, ctx.i18n),
        steps=_steps(ctx),
        notices=[notice_text(notice, ctx.i18n) for notice in ctx.notices],
        version=ctx.dataset.version,
    )


def _steps(ctx: Context) -> list[dict[str, Any]]:
    """Each step with the citations of headline and text."""
    everything, found = whole(ctx), []
    for told in render_story(ctx.lesson, ctx.dataset, ctx.i18n):
        cited = [one for r in told.step.records() for one in citation_views(r, everything)]
        places = dict.fromkeys((one.short, one.locator, one.corroborating) for one in cited)
        found.append({"told": told, "citations": cited, "places": list(places)})
    return found


def events_untold(ctx: Context) -> int:
    """How many events come after the last step, where each step is an event."""
    if ctx.opened_lesson or ctx.dataset.story.steps:
        return 0
    return max(len(ctx.selection.events) - MOST_STEPS, 0)
