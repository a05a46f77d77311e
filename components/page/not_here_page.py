"""A page that has nothing to say for a story, for who comes by an old link."""

from __future__ import annotations

from components.i18n.credit import story_name
from components.page.blocks import Page
from components.presentation.context import Context


def not_here(ctx: Context) -> Page:
    """That the page does not apply, and which pages do."""
    t, name = ctx.i18n.t, story_name(ctx.dataset, ctx.i18n)
    if ctx.story.table:
        return Page(
            t("This page does not apply to a table of events"),
            t(
                "“{name}” is a table of events: it has no claims, citations or steps of its own. "
                "The Overview, the Timeline, the Map and the Data page show its rows.",
                name=name,
            ),
            (),
        )
    if ctx.slug == "figures":
        heading = t("This story has no figures")
    else:
        heading = t("This story has no questions that several claims answer")
    return Page(heading, t("The pages in the menu show what “{name}” has.", name=name), ())
