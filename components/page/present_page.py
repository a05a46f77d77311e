"""Present: the story told for a class, every step with its question, answer and sources."""

from __future__ import annotations

from collections.abc import Iterator

from components.lesson.entry import present_head, present_steps, story_timeline, whole
from components.page.blocks import Block, Chart, Instrument, Page, Words
from components.presentation.context import Context
from components.presentation.findings import timeline_finding


def present(ctx: Context) -> Page:
    """The lesson step by step, from the whole data set where it has steps of its own."""
    heading, lead = present_head(ctx)

    def drawn() -> Iterator[Block]:
        if ctx.lesson.steps:
            yield Chart(lambda width: story_timeline(ctx, width), timeline_finding(whole(ctx)))
        yield Words(present_steps(ctx))

    return Page(heading, lead, (Instrument("lesson", drawn),), headed=True)
