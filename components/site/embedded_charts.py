"""Charts alone as published pages, for frames of other sites.

Such a page shows the chart of the whole story; its script pales the marks that the filters of its
address exclude.
"""

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup

from components.export import pictures
from components.i18n import I18n
from components.page import embed, metadata
from components.presentation.context import Context
from components.presentation.finding_texts import NOTHING_FITS, format_event_share
from components.presentation.index import build_stage_index
from components.presentation.pages import list_pages
from components.site.page_links import PageLinks
from components.site.site_assets import EMBED_SCRIPT, FONT_STYLE, HEIGHT_SCRIPT
from components.site.site_options import EMBED_FOLDER, SiteFiles, SiteOptions

#: The filters that the script of a chart applies.
FILTERS: Final = ("from", "to", "possible", "region", "category", "source")
#: Parameters that only the app applies: a published page has all sources, each event at one date.
APP_PARAMS: Final = ("tier", "voice", "without", "known", "compare")
#: What of an event the script needs.
EVENT_KEYS: Final = ("id", "first", "last", "unsure", "at")
EMBED_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
_HEAD: Final = Markup(
    '<meta http-equiv="Content-Security-Policy" content="{}">\n'
    '<link rel="stylesheet" href="{}">\n<script src="{}" defer></script>\n'
)
_DATA: Final = Markup('<script type="application/json" id="view-data">{}</script>\n')


def _chart_texts(links: PageLinks, i18n: I18n, event_count: int) -> dict[str, str]:
    """Return the messages of the script of a chart."""
    t = i18n.t
    story_note = t("The figures, the table and the sources are those of the whole story.")
    story_link = ""
    if "" in links.options.pages:
        story_link = links.relative_link("")
    return {
        "count": format_event_share("{shown}", event_count, i18n),
        "nothing": t(NOTHING_FITS),
        "paler": f"{t('Paler marks are outside the filters.')} {story_note}",
        "apart": t("This chart shows the whole story; the link opens the view asked for."),
        "whole": story_link,
    }


def _chart_event(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the filters of a chart need to know of an event."""
    return {key: event[key] for key in EVENT_KEYS}


def _chart_data(kind: pictures.Kind, ctx: Context, links: PageLinks) -> dict[str, Any]:
    """Return what the script of a chart needs: the events, its filters and its messages."""
    index = build_stage_index(ctx)
    applied_filters: tuple[str, ...] = FILTERS
    ignored_filters: tuple[str, ...] = ()
    if kind == "figures":
        applied_filters = ()
        ignored_filters = FILTERS
    chart_params = [name for name in pictures.BEARS_ON[kind] if name != "event"]
    chart_index = {
        "events": [_chart_event(event) for event in index["events"]],
        "sets": index.get("sets", {}),
        "total": index["total"],
    }
    return {
        "index": chart_index,
        "names": applied_filters,
        "apart": [*APP_PARAMS, "q", *chart_params, *ignored_filters],
        "texts": _chart_texts(links, ctx.i18n, index["total"]),
    }


def embed_files(ctx: Context, options: SiteOptions) -> SiteFiles:
    """Yield every chart of a story, in the context's language, as a page: path and content."""
    page_slugs = {page.slug for page in list_pages(ctx.story)}
    for kind in pictures.KIND_NAMES:
        if kind not in page_slugs:
            continue
        slug = f"{EMBED_FOLDER}/{kind}"
        links = PageLinks(options, ctx.dataset, ctx.i18n.language, slug)
        chart_data = _chart_data(kind, ctx, links)
        chart_json = metadata.to_script_json(chart_data)
        font_style = links.up + FONT_STYLE
        embed_script = links.up + EMBED_SCRIPT
        embed_options = embed.EmbedOptions(
            links.up + HEIGHT_SCRIPT,
            links.rewrite_link,
            head=_HEAD.format(EMBED_POLICY, font_style, embed_script),
            foot=_DATA.format(chart_json),
        )
        chart_page = embed.embed_page(kind, ctx, embed_options)
        page_path = options.page_path(slug, ctx.i18n.language)
        yield page_path, chart_page.encode()
