"""What a page is made of: a few kinds of blocks, each plain data, and those of several pages.

:mod:`components.page.html` paints them for first documents, published pages and paper,
:mod:`components.page.streamlit` for the app.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from markupsafe import Markup

from components.drawing.scene import Scene
from components.i18n.language import story_name
from components.presentation import (
    cited,
    findings,
    notices,
    records,
    stage,
    table_view,
    timeline_scenes,
)
from components.presentation.context import Context, QueryFailed
from components.presentation.markup import render
from components.presentation.notices import view_sentence
from components.presentation.pictures import Kind


@dataclass(frozen=True)
class Words:
    """What is read and not touched, as HTML; ``renewed`` is its name where a picture renews it."""

    html: Markup
    renewed: str = ""


NOTHING: Final = Words(Markup())


def words(template: str, ctx: Context, /, **values: Any) -> Words:
    return Words(render(template, ctx.i18n, ctx=ctx, **values))


@dataclass(frozen=True)
class Fold:
    """Parts that open and close, each with an id and ``data-fold``, as HTML.

    ``find`` labels the box that looks among them, ``target`` is the id of the part that the address
    names, ``links`` are ids and names for an index.
    """

    html: Markup
    find: str = ""
    target: str = ""
    links: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Form:
    """What the app draws to be worked, by its name; ``still`` are the blocks that say the same."""

    name: str
    still: Callable[[], Iterable[Block]] = tuple


@dataclass(frozen=True)
class Row:
    """Blocks side by side, where there is room; with ``right`` in two columns."""

    name: str
    blocks: Sequence[Block]
    right: Sequence[Block] = ()


@dataclass(frozen=True)
class Chart:
    """A drawing for any width in pixels, that where there is room; ``key`` says what signs mean."""

    draw: Callable[[float], Scene]
    label: str
    key: Callable[[Scene], Markup] = lambda _: Markup()
    width: float = timeline_scenes.WIDTH_PX


@dataclass(frozen=True)
class Share:
    """How the charts above it are taken along: link, pictures, code, citation; the app's menu."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Table:
    """A page of a table that is ordered by its heads; ``words`` say which page this is.

    A head has ``name``, ``label``, ``numeric``, ``sort``, a cell ``text``, ``code`` and ``href``.
    """

    label: str
    heads: Sequence[dict[str, Any]]
    rows: Sequence[Sequence[dict[str, str]]]
    words: str
    page: int
    pages: int


@dataclass(frozen=True)
class Records:
    """A list of records, a line each; a choice sets the parameter ``event`` or ``claim``.

    ``detail`` is the chosen one in full; ``words`` say which part of a very long list this is.
    """

    rows: Sequence[records.ListLine]
    label: str
    chooses: str
    chosen: str | None
    signs: str = ""
    detail: str = ""
    words: str = ""
    page: int = 1
    pages: int = 1


@dataclass(frozen=True)
class Chosen:
    """The chosen record in full, if any, in the app's drawer; its key is such as ``event:…``."""

    key: str
    html: Markup
    close: str


Block = Words | Fold | Form | Row | Chart | Share | Table | Records | Chosen


def sent_records(block: Block, ctx: Context) -> dict[str, Any]:
    """What the list of the app is sent: its rows as HTML, and what opens under one of them."""
    rows = render("event_rows.html", ctx.i18n, **vars(block)) if isinstance(block, Records) else ""
    return vars(block) | {"rows": rows}


def pager(block: Table | Records, ctx: Context) -> Markup:
    """The links to the pages before and after; nothing where there is one."""
    if block.pages < 2:
        return Markup()
    number = block.page
    before = notices.view_address(ctx, page=number - 1) if number > 1 else ""
    after = notices.view_address(ctx, page=number + 1) if number < block.pages else ""
    said = {"words": block.words, "page": number}
    return render("text_pager.html", ctx.i18n, before=before, after=after, **said)


@dataclass(frozen=True)
class Page:
    """What one page says of a view: its headline, the line below it, and its blocks in order.

    With ``headed`` its first block shows the headline in the app; ``shown`` is what filters leave.
    """

    heading: str
    lead: str
    blocks: Sequence[Block] = ()
    headed: bool = False
    shown: str = ""


def shown(ctx: Context) -> Words:
    return words("shown.html", ctx, text=view_sentence(ctx))


def events(ctx: Context) -> Block:
    """The events under the filters in order of date, with the way on where there are very many."""
    found = records.build_event_list(ctx)
    if isinstance(found, QueryFailed):
        return words("caveat.html", ctx, text=found.message)
    return Records(label=ctx.i18n.t("Events, in order of date"), chooses="event", **found)


def chosen(ctx: Context) -> Chosen:
    """The chosen event, or the one region filtered on, in full; nothing where none is chosen."""
    return Chosen(*records.find_chosen_record(ctx), ctx.i18n.t("Close"))


def ways_on(
    ctx: Context, ways: Iterable[notices.ViewChange], heading: str = "", note: str = ""
) -> Words:
    """Links to other views, where one holds nothing: a heading, what to do, and where to go."""
    links = [(notices.view_address(ctx, **changes), label) for label, changes in ways]
    return words("ways.html", ctx, links=links, heading=heading, note=note)


def nothing_left(ctx: Context, heading: str = "") -> Words:
    """What to do where no event fits; ``heading`` says that none does, where nothing else does."""
    words, ways = notices.no_events_actions(ctx)
    return ways_on(ctx, ways, heading, words)


def table_page(ctx: Context, *own: Block, rows: bool = True) -> Page:
    """A page of a table: what it is of, the ``own`` blocks of the page, and its rows."""
    credit, (heading, lead, aged) = ctx.table.credit, table_view.table_words(ctx)
    named = credit.source or credit.licence
    head = words("table_credit.html", ctx, credit=credit) if named else NOTHING
    caveat = words("caveat.html", ctx, text=aged) if aged else NOTHING
    below = (Words(records.render_table_row(ctx)), events(ctx)) if rows else ()
    return Page(heading, lead, (head, shown(ctx), caveat, *own, *below), shown=view_sentence(ctx))


def table_bars(ctx: Context) -> tuple[tuple[Chart, ...], Words]:
    """The bars as a drawing, and that they count, with the fullest; or why there are none."""
    i18n, found = ctx.i18n, table_view.bins(ctx)
    if isinstance(found, QueryFailed):
        return (), words("caveat.html", ctx, text=found.message)
    # The fullest, for those who do not see them.
    rows, (first, last) = [], findings.chart_window(ctx.dataset, ctx.view)
    for one in sorted(found.bins, key=lambda b: (-b.count, b.start))[:12]:
        start, end, kinds = max(one.start, first), min(one.end, last), (one.category,)
        filters = replace(ctx.view.filters, categories=kinds, start=start, end=end)
        said = (
            ctx.kind_names[one.category],
            findings.format_bin_days(one, i18n),
            i18n.format_number(one.count),
        )
        to = cited.page_address("timeline", ctx, filters=filters) if found.summed else ""
        rows.append((*said, to))
    table = words("table_bins.html", ctx, rows=rows, summed=found.summed)
    chart = Chart(
        lambda width: timeline_scenes.draw_timeline(
            ctx, width, options=timeline_scenes.TimelineOptions(binned=found)
        ),
        findings.format_bins_title(found, i18n),
    )
    return (chart,), Words(stage.counted_key(ctx, found, click=False) + table.html)


def not_here(ctx: Context) -> Page:
    """That a page does not apply to a story, for who comes by an old link, and which pages do."""
    t, name = ctx.i18n.t, story_name(ctx.dataset, ctx.i18n)
    if ctx.story.table:
        lead = t(
            "“{name}” is a table of events: it has no claims, citations or steps of its own. "
            "The Overview, the Timeline, the Map and the Data page show its rows.",
            name=name,
        )
        return Page(t("This page does not apply to a table of events"), lead)
    heading = t("This story has no questions that several claims answer")
    if ctx.slug == "figures":
        heading = t("This story has no figures")
    return Page(heading, t("The pages in the menu show what “{name}” has.", name=name))
