"""Pages without instruments: HTML with forms that is the same in a first document and in the app.

Its parts (filters, forms, what folds, the panel of a record) are moved by the scripts of the app;
without scripts forms are sent, and choices are links.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from markupsafe import Markup

from components.drawing.svg import paint
from components.drawing.totals import split_panels
from components.export.download_tokens import download_messages
from components.export.view_files import opened_view_files
from components.page import blocks
from components.page.figure_forms import render_check, render_choices
from components.page.metadata import SiteAddresses, to_script_json
from components.page.share_menu import render_share_body, render_styles
from components.page.sources_page import FILES
from components.page.take_buttons import render_take_buttons
from components.presentation.context import Context
from components.presentation.filter_line import build_filter_bar_view, render_filter_form
from components.presentation.markup import render
from components.presentation.notices import format_notice, list_hidden_notices
from components.presentation.pages import PageInfo
from components.presentation.view_links import view_address
from components.query.view import CARRIED_PARAMETERS

#: The scripts of a live page, in the order in which they need each other, and its style sheets.
SCRIPTS: Final = (
    "dom",
    "view",
    "dock",
    "filter_bar",
    "live_view",
    "filter_page",
    "forms",
    "folds",
    "drawer",
    "record_drawer",
    "clipboard",
    "download",
    "drawings",
    "live_page",
)
STYLES: Final = ("filter_bar", "drawing", "event_list", "share", "takes", "live_page")
#: The widths in pixels for which a chart is drawn; the style sheet shows the one that fits.
#: The second is printed: it is as wide as A4 between margins of 10 mm, so that no type shrinks.
CHART_WIDTHS_PX: Final = (1280, 716, 350)
#: The parameters of the address that record lists choose.
RECORD_PARAMETERS: Final = ("event", "claim")


def build_live_data(
    ctx: Context, info: PageInfo, page: blocks.Page, addresses: SiteAddresses
) -> dict[str, Any]:
    """Return what the script of a live page is sent: its HTML, and what its filters show.

    Parameters
    ----------
    ctx
        The view.
    info, page
        The page.
    addresses
        The addresses of the pages, for links to share.
    """
    filters = None
    if info.filtered:
        filters = build_filter_bar_view(ctx, ctx.slug)
    words = None
    if ctx.story.private:
        words = {"language": ctx.i18n.language, "texts": download_messages(ctx.i18n)}
    return {
        "html": render_live_page(ctx, info, page, addresses),
        "filters": filters,
        "words": words,
    }


def render_first_page(
    ctx: Context, info: PageInfo, addresses: SiteAddresses, page: blocks.Page
) -> Markup:
    """Render a page for its first document, with what its script needs."""
    data = build_live_data(ctx, info, page, addresses)
    html = data.pop("html")
    data["travels"] = CARRIED_PARAMETERS
    return render(
        "first_page.html",
        ctx.i18n,
        notices=[format_notice(notice, ctx.i18n) for notice in ctx.notices],
        html=html,
        data=to_script_json(data),
    )


def render_live_page(
    ctx: Context, info: PageInfo, page: blocks.Page, addresses: SiteAddresses
) -> Markup:
    """Render a page from its filters to its last block; parameters as for the data."""
    parts: list[Markup] = []
    if info.filtered:
        parts.append(render_filter_form(ctx))
    hidden_notices = list_hidden_notices(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
    if info.filtered and hidden_notices:
        parts.append(_wrap_text(render("hidden_notice.html", ctx.i18n, lines=hidden_notices)))
    title = render("page_title.html", ctx.i18n, title=page.heading, lead=page.lead)
    parts.append(_wrap_text(title))
    parts += _render_blocks(page.blocks, ctx, addresses)
    return Markup("\n").join(parts)


def _wrap_text(html: Markup) -> Markup:
    return Markup('<div class="live-text">{}</div>').format(html)


def _render_blocks(
    several_blocks: Iterable[blocks.Block], ctx: Context, addresses: SiteAddresses
) -> list[Markup]:
    parts = []
    for block in several_blocks:
        html = _render_block(block, ctx, addresses)
        if html:
            parts.append(html)
    return parts


def _render_block(block: blocks.Block, ctx: Context, addresses: SiteAddresses) -> Markup:
    html = Markup()
    match block:
        case blocks.HtmlBlock():
            if block.html:
                html = _wrap_text(block.html)
        case blocks.Form(name):
            html = FORMS[name](ctx)
        case blocks.Row(name):
            inner = Markup("").join(_render_blocks(block.blocks, ctx, addresses))
            html = Markup('<div class="{}-tools">{}</div>').format(name, inner)
        case blocks.Fold():
            tools = render("fold_tools.html", ctx.i18n, find=block.find, links=block.links)
            html = render("live_folds.html", ctx.i18n, tools=tools, fold=block)
        case blocks.Chart():
            html = _render_chart(block)
        case blocks.Share():
            if block.kinds:
                body = render_share_body(ctx, block.kinds, addresses)
                html = render("live_share.html", ctx.i18n, body=body)
        case blocks.Records():
            html = _render_records(block, ctx)
        case blocks.Chosen():
            clear_address = view_address(ctx.link_base, **dict.fromkeys(RECORD_PARAMETERS))
            html = render("live_drawer.html", ctx.i18n, chosen=block, clear=clear_address)
        case blocks.Table():
            raise TypeError("A live page has no table with pages.")
    return html


def _render_chart(chart: blocks.Chart) -> Markup:
    """Render a chart for each width; that for paper is one drawing a panel."""
    wide, middle, narrow = (chart.draw(width) for width in CHART_WIDTHS_PX)
    panels = "".join(map(paint, split_panels(middle)))
    # The painter escapes every text.
    drawings = Markup(f"{paint(wide)}<div>{panels}</div>{paint(narrow)}")  # noqa: S704
    return Markup(
        '<div class="live-text"><div class="totals-drawing">{}</div><div>{}</div></div>'
    ).format(drawings, chart.key(wide))


def _render_records(records: blocks.Records, ctx: Context) -> Markup:
    addresses = {}
    for row in records.rows:
        changes: dict[str, Any] = {records.chooses: row["id"]}
        addresses[row["id"]] = view_address(ctx.link_base, **changes)
    rows = render(
        "event_rows.html",
        ctx.i18n,
        rows=records.rows,
        chosen=records.chosen,
        detail="",
        addresses=addresses,
    )
    pager = blocks.render_pager(records, ctx.i18n, ctx.link_base)
    return render("live_records.html", ctx.i18n, records=records, rows=rows, pager=pager)


def _render_forms(name: str, html: Markup) -> Markup:
    return Markup('<div class="{}"><div class="forms">{}</div></div>').format(name, html)


def _render_choices(ctx: Context) -> Markup:
    return _render_forms("totals-choices", render_choices(ctx))


def _render_check(ctx: Context) -> Markup:
    return _render_forms("check-form", render_check(ctx))


def _render_opened_bibliography(ctx: Context) -> Markup:
    """Render buttons for the bibliography of an opened story."""
    labels = {}
    for file_name, label in FILES.items():
        labels[file_name] = ctx.i18n.t("Download {format}", format=label)
    buttons = render_take_buttons(opened_view_files(labels, ctx), ctx.i18n)
    return Markup('<ul class="takes">{}</ul>').format(buttons)


#: What renders the forms of live pages, by their names.
FORMS: Final[Mapping[str, Callable[[Context], Markup]]] = {
    "choices": _render_choices,
    "check": _render_check,
    "cite": render_styles,
    "files": _render_opened_bibliography,
}
