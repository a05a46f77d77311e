"""Share this view: the menu below a chart, with its link, pictures, code and citation."""

import json
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from markupsafe import Markup

from components.citing import quotation
from components.citing.citation_terms import STYLE_NAMES
from components.export import pictures
from components.export.api_addresses import EMBED_PATH
from components.export.download_tokens import opened_file_address
from components.i18n import N_
from components.i18n.credit import file_stem
from components.page import embed
from components.page.metadata import SiteAddresses
from components.presentation.chart_data import chart_window, needs_bins
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.markup import render
from components.presentation.view_links import list_choices

CHART_NAMES: Final[dict[pictures.Kind, str]] = {
    "timeline": N_("Timeline"),
    "map": N_("Map"),
    "figures": N_("How many?"),
}


class PictureLink(NamedTuple):
    """A picture to download: by its address, or of an opened story by a request for it."""

    label: str
    address: str
    #: JSON for the script of the button; empty where there is an address.
    request: str


#: A shape of a chart's pictures, by its label, with a link for each format.
PictureForm = tuple[str, list[PictureLink]]


def _link_picture(file: str, label: str, ctx: Context, form: pictures.Form = "tall") -> PictureLink:
    """Return the link to a picture of this view in one format."""
    address = pictures.picture_address(file, ctx.view, ctx.i18n, form)
    if not ctx.story.private:
        return PictureLink(label, address, "")
    query = parse_qs(address.partition("?")[2])
    name, ending = file.split(".")
    name_parts = (file_stem(ctx.dataset), name, *query.get(pictures.FORM_PARAMETER, []))
    request = {
        "address": opened_file_address(ctx.story.intake, file, query),
        "name": f"{'-'.join(name_parts)}.{ending}",
        "body": "",
    }
    return PictureLink(label, "", json.dumps(request))


def _list_picture_forms(kind: pictures.Kind, ctx: Context) -> list[PictureForm]:
    """Return the shapes of a chart's pictures, and the played one where days can be played."""
    picture_forms = []
    for form, form_label in pictures.FORMS.items():
        links = []
        for ending in pictures.FORMATS:
            links.append(_link_picture(f"{kind}.{ending}", ending.upper(), ctx, form))
        picture_forms.append((ctx.i18n.t(form_label), links))
    if kind == "timeline" and ctx.selection.events and not needs_bins(ctx.selection):
        picture_forms.append(_played_form(ctx))
    return picture_forms


def _played_form(ctx: Context) -> PictureForm:
    """Return the picture that plays the days of the view."""
    i18n = ctx.i18n
    first_day, last_day = chart_window(ctx.dataset, ctx.view)
    first_told, last_told = ctx.dataset.period
    # The timeline has a little room before and after an own story.
    first_day = min(max(first_day, first_told), last_told)
    last_day = max(min(last_day, last_told), first_day)
    if first_day == last_day:
        span = i18n.format_day(first_day)
    else:
        span = i18n.format_date(f"{first_day}/{last_day}")
    label = i18n.t("animated, day by day ({span})", span=span)
    return label, [_link_picture(pictures.PLAY, "WebP", ctx)]


def render_share_body(
    ctx: Context, kinds: Sequence[pictures.Kind], addresses: SiteAddresses
) -> Markup:
    """Render what the menu for the charts of a page has, the main chart first.

    Parameters
    ----------
    ctx
        The view.
    kinds
        The charts.
    addresses
        The addresses of the pages; of an opened story there are none.
    """
    i18n = ctx.i18n
    note = ""
    link = ""
    if ctx.story.private:
        note = i18n.t(
            "A story that you opened yourself has no address: it is nowhere but in this session. "
            "Its tables can be downloaded on the Data page."
        )
    else:
        link = addresses.page_address(ctx.slug, ctx.link_base, i18n.language)
    charts = []
    for kind in kinds:
        query = pictures.picture_query(kind, ctx.view, i18n.language)
        code = ""
        if link:
            code = embed.frame_code(kind, ctx, f"{addresses.base}{EMBED_PATH}/{kind}?{query}")
        picture_forms = _list_picture_forms(kind, ctx)
        charts.append({"name": i18n.t(CHART_NAMES[kind]), "pictures": picture_forms, "code": code})
    citation = quotation.dataset_citation(
        ctx.dataset, view_sentence(ctx.facts, ctx.story, ctx.i18n), i18n
    )
    return render(
        "share.html",
        i18n,
        note=note,
        link=link,
        charts=charts,
        has_choices=True,
        said=f"{citation} {link}".rstrip(),
    )


def render_styles(ctx: Context) -> Markup:
    """Render the choice of citation styles."""
    return render(
        "text_choices.html",
        ctx.i18n,
        label=ctx.i18n.t("Citation style"),
        choices=list_choices(ctx.link_base, "cite", STYLE_NAMES),
    )
