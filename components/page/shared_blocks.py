"""What several pages have: what is shown, the list, what is chosen, the frame of a table."""

from __future__ import annotations

from markupsafe import Markup

from components.i18n.language import story_name
from components.page import blocks
from components.presentation import notices, records, table_view
from components.presentation.context import Context, Missing
from components.presentation.notices import sentence


def shown(ctx: Context) -> blocks.Words:
    return blocks.words("shown.html", ctx, text=sentence(ctx))


def events(ctx: Context) -> blocks.Block:
    """The events under the filters in order of date, with the way on where there are very many."""
    found = records.event_list(ctx)
    if isinstance(found, Missing):
        return blocks.words("caveat.html", ctx, text=found)
    return blocks.Records(label=ctx.i18n.t("Events, in order of date"), chooses="event", **found)


def chosen(ctx: Context) -> blocks.Chosen:
    """The chosen event, or the one region filtered on, in full; nothing where none is chosen."""
    shown = records.record_in_full(ctx.view)
    return blocks.Chosen(shown, records.detail_html(ctx), ctx.i18n.t("Close"))


def nothing_left(ctx: Context, heading: str = "") -> blocks.Words:
    """What to do where no event fits; ``heading`` says that none does, where nothing else does."""
    words, ways = notices.ways_to_events(ctx)
    return blocks.ways_on(ctx, ways, heading, words)


def table_page(ctx: Context, *own: blocks.Block, rows: bool = True) -> blocks.Page:
    """A page of a table: what it is of, the ``own`` blocks of the page, and its rows."""
    credit, (heading, lead, aged) = ctx.table.credit, table_view.table_words(ctx)
    parts: list[blocks.Block] = [
        blocks.words("table_credit.html", ctx, credit=credit)
        if credit.source or credit.licence
        else blocks.Words(Markup()),
        shown(ctx),
        blocks.words("caveat.html", ctx, text=aged) if aged else blocks.Words(Markup()),
        *own,
    ]
    if rows:
        parts += [blocks.Words(records.row_html(ctx)), events(ctx)]
    return blocks.Page(heading, lead, parts, shown=sentence(ctx))


def not_here(ctx: Context) -> blocks.Page:
    """That a page does not apply to a story, for who comes by an old link, and which pages do."""
    t, name = ctx.i18n.t, story_name(ctx.dataset, ctx.i18n)
    if ctx.story.table:
        lead = t(
            "“{name}” is a table of events: it has no claims, citations or steps of its own. "
            "The Overview, the Timeline, the Map and the Data page show its rows.",
            name=name,
        )
        return blocks.Page(t("This page does not apply to a table of events"), lead)
    heading = t("This story has no questions that several claims answer")
    if ctx.slug == "figures":
        heading = t("This story has no figures")
    return blocks.Page(heading, t("The pages in the menu show what “{name}” has.", name=name))
