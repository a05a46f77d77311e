"""The blocks that pages are made of, each plain data, and those that several pages share.

:mod:`components.page.html` renders them for first documents, published pages and paper,
:mod:`components.ui.page_renderer` for the app.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.pictures import Kind
from components.i18n import I18n
from components.i18n.language import story_name
from components.loading.loaded_story import LoadedStory
from components.presentation import (
    chart_data,
    cited,
    empty_states,
    records,
    table_view,
    timeline_chart,
    timeline_scenes,
    view_links,
)
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.markup import render
from components.presentation.table_answers import QueryFailed
from components.presentation.view_links import LinkBase
from components.query.view_facts import ViewFacts
from components.story.bins import Bin, Binned
from components.story.dataset import Dataset

#: Bins of a table that are listed beside their drawing: the fullest, for those who do not see it.
MOST_LISTED_BINS: Final = 12


@dataclass(frozen=True)
class HtmlBlock:
    """Text and links without controls; ``renewed`` is its name where a drawing updates it."""

    html: Markup
    renewed: str = ""


EMPTY_BLOCK: Final = HtmlBlock(Markup())
#: The id and the heading of a section of a page.
SectionLink = tuple[str, str]


def template_block(template: str, i18n: I18n, /, **values: Any) -> HtmlBlock:
    """Return a block from a template in the reader's language."""
    html = render(template, i18n, **values)
    return HtmlBlock(html)


@dataclass(frozen=True)
class Fold:
    """Parts that open and close, each with an id and ``data-fold``, as HTML.

    ``find`` labels the box that searches them, ``target`` is the id of the part that the address
    names, ``links`` are ids and labels for an index.
    """

    html: Markup
    find: str = ""
    target: str = ""
    links: tuple[SectionLink, ...] = ()


def _no_blocks() -> Iterable[Block]:
    return ()


@dataclass(frozen=True)
class Form:
    """A form of the app, by its name; ``still`` returns the blocks that take its place in HTML."""

    name: str
    still: Callable[[], Iterable[Block]] = _no_blocks


@dataclass(frozen=True)
class Row:
    """Blocks side by side, where there is room."""

    name: str
    blocks: Sequence[Block]


def _no_key(_scene: Scene) -> Markup:
    return Markup()


@dataclass(frozen=True)
class Chart:
    """A drawing for any width in pixels, and its usual width; ``key`` renders its legend."""

    draw: Callable[[float], Scene]
    label: str
    key: Callable[[Scene], Markup] = _no_key
    width: float = timeline_scenes.WIDTH_PX


@dataclass(frozen=True)
class Share:
    """The app's menu of links, pictures, code and citation for the charts above it."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Table:
    """A page of a table that is sorted by its column heads; ``words`` say which page this is.

    A head has ``name``, ``label``, ``numeric``, ``sort``, a cell ``text``, ``code`` and ``href``.
    The names of the fields are those of templates and scripts.
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

    ``detail`` is the chosen one in full; ``words`` say which part of a very long list this is. The
    names of the fields are those of templates and scripts.
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


Block = HtmlBlock | Fold | Form | Row | Chart | Share | Table | Records | Chosen


def list_data(block: Block, i18n: I18n) -> dict[str, Any]:
    """Return what the app's list is sent: the fields of a block, its rows as HTML.

    A block in place of the list, such as a message, has no rows.
    """
    rows = ""
    if isinstance(block, Records):
        fields = vars(block)
        rows = render("event_rows.html", i18n, **fields)
    return vars(block) | {"rows": rows}


def render_pager(block: Table | Records, i18n: I18n, link_base: LinkBase) -> Markup:
    """Render the links to the pages before and after; empty if there is one page."""
    if block.pages <= 1:
        return Markup()
    previous_address = ""
    if block.page > 1:
        previous_page = block.page - 1
        previous_address = view_links.view_address(link_base, page=previous_page)
    next_address = ""
    if block.page < block.pages:
        next_page = block.page + 1
        next_address = view_links.view_address(link_base, page=next_page)
    return render(
        "text_pager.html",
        i18n,
        before=previous_address,
        after=next_address,
        words=block.words,
        page=block.page,
    )


@dataclass(frozen=True)
class Page:
    """A page of a view: its heading, the line below it, and its blocks in order.

    With ``headed`` its first block shows the heading in the app; ``shown`` is the sentence on what
    the filters leave.
    """

    heading: str
    lead: str
    blocks: Sequence[Block] = ()
    headed: bool = False
    shown: str = ""


def shown_block(facts: ViewFacts, story: LoadedStory, i18n: I18n) -> HtmlBlock:
    """Return the sentence on what the filters leave."""
    return template_block("shown.html", i18n, text=view_sentence(facts, story, i18n))


def caveat_block(text: str, i18n: I18n) -> HtmlBlock:
    """Return a sentence in small type."""
    return template_block("caveat.html", i18n, text=text)


def events_block(ctx: Context) -> Block:
    """Return the events under the filters in order of date; of very many, a page of them."""
    event_list = records.build_event_list(ctx)
    if isinstance(event_list, QueryFailed):
        return caveat_block(event_list.message, ctx.i18n)
    return Records(
        label=ctx.i18n.t("Events, in order of date"),
        chooses="event",
        **event_list,
    )


def chosen_block(ctx: Context) -> Chosen:
    """Return the chosen event, or the only region that is filtered on, in full; else nothing."""
    record_key, record_html = records.find_chosen_record(ctx)
    close_label = ctx.i18n.t("Close")
    return Chosen(record_key, record_html, close_label)


def action_links(
    i18n: I18n,
    link_base: LinkBase,
    actions: Iterable[view_links.ViewChange],
    heading: str = "",
    note: str = "",
) -> HtmlBlock:
    """Return links to other views, where this one shows nothing.

    Parameters
    ----------
    i18n
        The reader's language.
    link_base
        What links start from.
    actions
        The links with what they change.
    heading
        Says that nothing is shown.
    note
        Says what to do.
    """
    links = []
    for label, changes in actions:
        address = view_links.view_address(link_base, **changes)
        links.append((address, label))
    return template_block(
        "ways.html",
        i18n,
        links=links,
        heading=heading,
        note=note,
    )


def no_events_block(
    facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase, heading: str = ""
) -> HtmlBlock:
    """Return what to do where no event fits; ``heading`` says so where nothing else does."""
    note, actions = empty_states.no_events_actions(facts, story, i18n, slug=link_base.slug)
    return action_links(i18n, link_base, actions, heading=heading, note=note)


def table_page(ctx: Context, *page_blocks: Block, rows: bool = True) -> Page:
    """Return a page of a table: its credit, the blocks of the page, and its rows.

    Parameters
    ----------
    ctx
        The view.
    page_blocks
        The blocks of this page alone.
    rows
        Whether the rows follow.
    """
    heading, lead, change_note = table_view.format_table_texts(
        ctx.facts, ctx.table_answers, ctx.i18n, slug=ctx.slug
    )
    credit = ctx.table_answers.table.credit
    credit_block = EMPTY_BLOCK
    if credit.source or credit.licence:
        credit_block = template_block("table_credit.html", ctx.i18n, credit=credit)
    note_block = EMPTY_BLOCK
    if change_note:
        note_block = caveat_block(change_note, ctx.i18n)
    blocks: list[Block] = [
        credit_block,
        shown_block(ctx.facts, ctx.story, ctx.i18n),
        note_block,
        *page_blocks,
    ]
    if rows:
        chosen_row = HtmlBlock(records.render_table_row(ctx))
        blocks += [chosen_row, events_block(ctx)]
    return Page(heading, lead, tuple(blocks), shown=view_sentence(ctx.facts, ctx.story, ctx.i18n))


class DrawingWithText(NamedTuple):
    """The drawing of a table, if it can be drawn, and what it shows or why there is none."""

    charts: tuple[Chart, ...]
    text: HtmlBlock


def draw_table_bars(ctx: Context) -> DrawingWithText:
    """Return a table's events as bars by kind and bin of time, with a list of the fullest."""
    binned = table_view.query_bins(ctx.dataset, ctx.table_answers, ctx.link_base)
    if isinstance(binned, QueryFailed):
        problem = caveat_block(binned.message, ctx.i18n)
        return DrawingWithText((), problem)
    sorted_bins = sorted(binned.bins, key=_fullest_first)
    rows = []
    for each_bin in sorted_bins[:MOST_LISTED_BINS]:
        bin_line = _bin_line(each_bin, binned, ctx.dataset, i18n=ctx.i18n, link_base=ctx.link_base)
        rows.append(bin_line)
    table = template_block("table_bins.html", ctx.i18n, rows=rows, summed=binned.summed)
    options = timeline_scenes.TimelineOptions(binned=binned)
    chart = Chart(
        partial(timeline_scenes.draw_timeline, ctx, options=options),
        chart_data.format_bins_title(binned, ctx.i18n),
    )
    key = timeline_chart.render_bins_legend(binned, ctx.i18n, can_click=False)
    text = HtmlBlock(key + table.html)
    return DrawingWithText((chart,), text)


def _fullest_first(each_bin: Bin) -> tuple[float, Any]:
    return -each_bin.count, each_bin.start


class _BinLine(NamedTuple):
    """A bin in words, and the address of its events where the bins are sums."""

    kind: str
    days: str
    amount: str
    address: str


def _bin_line(
    each_bin: Bin, binned: Binned, dataset: Dataset, i18n: I18n, link_base: LinkBase
) -> _BinLine:
    address = ""
    if binned.summed:
        first_day, last_day = chart_data.chart_window(dataset, link_base.view)
        filters = replace(
            link_base.view.filters,
            categories=(each_bin.category,),
            start=max(each_bin.start, first_day),
            end=min(each_bin.end, last_day),
        )
        address = cited.page_address("timeline", link_base, filters=filters)
    return _BinLine(
        kind=i18n.kind_names[each_bin.category],
        days=chart_data.format_bin_days(each_bin, i18n),
        amount=i18n.format_number(each_bin.count),
        address=address,
    )


def not_here_page(ctx: Context) -> Page:
    """Return why a page does not apply to a story, for old links, and which pages do."""
    t = ctx.i18n.t
    name = story_name(ctx.dataset, ctx.i18n)
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
