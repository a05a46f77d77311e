"""Present: a lesson step by step, for a class or a newsroom's screen."""

from __future__ import annotations

from collections.abc import Iterator

from components.lesson.entry import present_head, present_steps, story_timeline, whole
from components.page import blocks
from components.presentation import findings
from components.presentation.context import Context


def present(ctx: Context) -> blocks.Page:
    """The lesson step by step, from the whole data set where it has steps of its own."""
    heading, lead = present_head(ctx)

    def still() -> Iterator[blocks.Block]:
        if ctx.lesson.steps:
            yield blocks.Chart(
                lambda width: story_timeline(ctx, width), findings.timeline_finding(whole(ctx))
            )
        yield blocks.Words(present_steps(ctx))

    return blocks.Page(heading, lead, (blocks.Form("lesson", still),), headed=True)
