"""Published pages: the app's pages of a story as HTML files that need no server.

A page that is opened from a folder cannot fetch anything, so it contains all that the stage and the
lesson need.
"""

from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from components.citing.quotation import dataset_citation
from components.drawing.svg import paint
from components.export import pictures
from components.i18n import LANGUAGES, Language
from components.lesson import entry as lesson
from components.page import embed, metadata
from components.page.blocks import events_block
from components.page.html import page_text, render_block
from components.presentation import stage
from components.presentation.context import Context
from components.presentation.filter_line import render_filter_bar
from components.presentation.filter_texts import view_sentence
from components.presentation.index import build_stage_index
from components.presentation.markup import render
from components.presentation.pages import PAGES, PageInfo
from components.presentation.records import find_chosen_record
from components.presentation.stage import INLINE, draw_stage_part
from components.site.embedded_charts import APP_PARAMS
from components.site.page_links import PageLinks
from components.site.site_assets import APP_SCRIPTS
from components.site.site_options import EMBED_FOLDER, SiteOptions

#: What a page may load: its own files alone. Drawings carry their colours as style attributes.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
#: Parts of the stage that the page has as HTML, where its script reads them.
HTML_PARTS: Final = ("figures", "counts")
#: Parts of the index that the stage does not need at first.
DEFERRED_INDEX_PARTS: Final = ("words", "totals", "counts")


# Present ------------------------------------------------------------------------------------------


def _scene_html(ctx: Context, text_html: str, links: PageLinks) -> str:
    """Return the lesson's scene, and its text for a browser without scripts and for paper."""
    data = lesson.scene_data(ctx, (), {"own": "", "closed": True}, inline=True)
    folder = lesson.PATH.strip("/")
    product_links = []
    if folder in links.options.files:
        product_links = [(f"./{folder}/{item.file}", item.label) for item in lesson.PRODUCTS]
    data["kit"] = render("site_kit.html", ctx.i18n, products=product_links, app=links.options.app)
    data["leave"] = links.relative_link("")
    data["pages"] = {code: links.relative_link("present", code) for code in links.languages}
    del data["takeaway"]
    # The template escapes what is not made by other templates.
    return render(
        "site_scene.html",
        ctx.i18n,
        scene=Markup((APP_SCRIPTS / "present.html").read_text("utf-8")),  # noqa: S704
        style=f"{links.up}assets/present.css",
        data=metadata.to_script_json(links.rewrite_json(data)),
        text=Markup(text_html),  # noqa: S704
    )


# The stage ----------------------------------------------------------------------------------------


def _prerendered_stage(ctx: Context, parts: dict[str, Any], drawings: dict[str, Any]) -> Markup:
    """Return the stage of the story as HTML, before its script runs."""
    # Templates and painters have escaped every value.
    html_parts = {name: Markup(parts[name]) for name in HTML_PARTS}  # noqa: S704
    for name in ("timeline", "map", "key"):
        html_parts[name] = Markup(drawings[name])  # noqa: S704
    return stage.render_stage(
        ctx,
        headline=parts["headline"],
        time=parts["time"],
        map_title=parts["map"],
        **html_parts,
    )


def _initial_index(index: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of the index that the stage needs at first.

    Until the details of an event are there, the drawer shows its date and its place.
    """
    initial_index: dict[str, Any] = {}
    for name, part in index.items():
        if name not in DEFERRED_INDEX_PARTS:
            initial_index[name] = part
    initial_events: list[dict[str, Any]] = []
    for event in index["events"]:
        initial_events.append({**event, "summary": "", "sources": []})
    initial_index["events"] = initial_events
    return initial_index


def _stage_html(ctx: Context, links: PageLinks) -> str:
    """Return the stage of the story, prerendered, and its events as a list."""
    data = stage.build_stage_data(ctx, inline=True)
    data["found"] = {"alone": True}
    # The colours of marks are in the site's style sheet, for light pages and for dark pages.
    data["css"] = ""
    data["line"] = render_filter_bar(ctx, "", APP_PARAMS)
    data["apart"] = APP_PARAMS
    data["whole"] = ctx.i18n.t(
        "The figures are those of the whole story: filters choose events alone."
    )
    parts = data["parts"]
    inline = data["inline"]
    prerendered_stage = _prerendered_stage(ctx, parts, {**inline, "key": data.pop("key")})
    data["inline"] = {"index": _initial_index(inline["index"])}
    data["parts"] = {name: part for name, part in parts.items() if name not in HTML_PARTS}
    return render(
        "site_stage.html",
        ctx.i18n,
        rest=f"{links.up}{stage_script_path(links.language)}",
        stage=prerendered_stage,
        data=metadata.to_script_json(links.rewrite_json(data)),
        text=render_block(events_block(ctx), ctx),
    )


def stage_script_path(language: Language) -> str:
    """Return the path of :func:`stage_details_script` in a language."""
    return f"assets/stage-{language}.js"


def stage_details_script(ctx: Context, options: SiteOptions) -> bytes:
    """Return what the stage does not need at first, as a script, since it cannot be fetched.

    What the drawer shows of each event and region, by the key that the stage gives it; the list for
    a phone; the deferred parts of the index.
    """
    view = ctx.view
    record_views = [replace(view, event=event_id) for event_id in ctx.dataset.events]
    for region_id in ctx.dataset.regions:
        region_filters = replace(view.filters, regions=(region_id,))
        record_views.append(replace(view, filters=region_filters))
    record_details: dict[str, Any] = {}
    for record_view in record_views:
        record_key, record_html = find_chosen_record(replace(ctx, view=record_view))
        record_details[record_key] = record_html
    index = build_stage_index(ctx)
    deferred_index: dict[str, Any] = {}
    for name in DEFERRED_INDEX_PARTS:
        if name in index:
            deferred_index[name] = index[name]
    narrow_list = draw_stage_part("list", ctx, *INLINE["list"])
    details = {
        "details": record_details,
        "list": paint(narrow_list),
        "index": deferred_index,
    }
    links = PageLinks(options, ctx.dataset, ctx.i18n.language, "")
    detail = metadata.to_script_json(links.rewrite_json(details))
    script = f'document.dispatchEvent(new CustomEvent("stage:rest", {{ detail: {detail} }}))\n'
    return script.encode()


# Pages --------------------------------------------------------------------------------------------


def _picture_links(kind: pictures.Kind, ctx: Context) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Return the pictures of a chart: for each form its label and the links of its formats."""
    forms = []
    for form, label in pictures.FORMS.items():
        links: list[tuple[str, ...]] = []
        for extension in pictures.FORMATS:
            file_name = f"{kind}.{extension}"
            address = pictures.picture_address(file_name, ctx.view, ctx.i18n, form)
            links.append((extension.upper(), address, ""))
        forms.append((ctx.i18n.t(label), links))
    return forms


def _share_html(kind: pictures.Kind, ctx: Context, links: PageLinks) -> str:
    """Return the menu below a chart: its link, its pictures, the code for it, its citation."""
    embed_code = ""
    page_link = ""
    if links.known:
        chart_address = links.page_address(f"{EMBED_FOLDER}/{kind}", ctx, links.language)
        embed_code = embed.frame_code(kind, ctx, chart_address)
        page_link = links.page_address(ctx.slug, ctx, links.language)
    picture_links = []
    if "pictures" in links.options.files:
        picture_links = _picture_links(kind, ctx)
    citation = dataset_citation(ctx.dataset, view_sentence(ctx), ctx.i18n)
    return render(
        "site_share.html",
        ctx.i18n,
        note="",
        link=page_link,
        charts=[{"pictures": picture_links, "code": embed_code}],
        said=f"{citation} {page_link}".strip(),
    )


def site_page(page: PageInfo, ctx: Context, options: SiteOptions) -> str:
    """Return a published page.

    Parameters
    ----------
    page
        The page.
    ctx
        The whole story in light colours and in the language of the page.
    options
        What is published.
    """
    i18n = ctx.i18n
    links = PageLinks(options, ctx.dataset, i18n.language, page.slug)
    chart_kind = pictures.CHART_OF.get(page.slug)
    narrow_drawing = None
    if chart_kind and not page.stage:
        narrow_drawing = embed.draw_chart(chart_kind, ctx).narrow
    text = page_text(ctx, page, narrow_drawing)
    body = text.html
    if page.stage:
        body = _stage_html(ctx, links)
    elif page.bare and ctx.lesson.steps:
        body = _scene_html(ctx, text.html, links)
    share = ""
    if chart_kind:
        share = links.rewrite_html(_share_html(chart_kind, ctx, links))
    menu = []
    for menu_page in PAGES:
        if menu_page.slug in options.pages:
            link = links.relative_link(menu_page.slug)
            menu.append((link, i18n.t(menu_page.title), menu_page == page))
    languages = []
    for code in options.languages:
        if code != i18n.language:
            languages.append((code, links.relative_link(page.slug, code), LANGUAGES[code]))
    # Templates that escape have made head, body and menu of the chart.
    return render(
        "site_page.html",
        i18n,
        policy=POLICY,
        head=Markup(metadata.render_head(ctx, page, text, links)),  # noqa: S704
        page=page,
        links=links,
        menu=menu,
        languages=languages,
        body=Markup(links.rewrite_html(body)),  # noqa: S704
        share=Markup(share),  # noqa: S704
        version=ctx.dataset.version,
        app=options.app,
    )
