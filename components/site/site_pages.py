"""Published pages: the app's pages of a story as HTML files that need no server.

A page that is opened from a folder cannot fetch anything, so it contains all that the stage and the
lesson need.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from components.citing.quotation import dataset_citation
from components.drawing.svg import paint
from components.export import pictures
from components.i18n import LANGUAGES, I18n, Language
from components.lesson import entry as lesson
from components.page import embed, metadata
from components.page.blocks import events_block
from components.page.html import page_text, render_block
from components.presentation import stage
from components.presentation.context import Context
from components.presentation.filter_line import render_filter_bar
from components.presentation.filter_texts import view_sentence
from components.presentation.index import build_stage_index, build_word_index
from components.presentation.markup import render
from components.presentation.notices import NOTICE_TEXTS
from components.presentation.pages import PAGES, PageInfo
from components.presentation.paper_drawings import PAPER_DRAWINGS, paint_for_paper
from components.presentation.records import find_chosen_record
from components.presentation.search_hits import build_search_data, number_records
from components.presentation.stage import INLINE, draw_stage_part
from components.query.view import View
from components.site.embedded_charts import APP_PARAMS
from components.site.page_links import PageLinks
from components.site.site_assets import (
    APP_SCRIPTS,
    PRERENDERED_SCENES,
    later_script,
    search_function,
)
from components.site.site_options import EMBED_FOLDER, SiteOptions
from components.story.dataset import Dataset

ASSET_FOLDER: Final = "assets/"
#: What a page may load: its own files alone. Drawings carry their colours as style attributes.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
#: Parts of the stage that the page has as HTML, where its script reads them.
HTML_PARTS: Final = ("standfirst", "figures", "chips", "counts")
#: The drawings that the page has as HTML.
HTML_DRAWINGS: Final = (*PRERENDERED_SCENES, "key")
#: Parts of the index that the stage does not need at first.
DEFERRED_INDEX_PARTS: Final = ("words", "totals", "counts")
#: The label of a form of a chart's picture, and the links of its formats.
PictureLinks = tuple[str, list[tuple[str, ...]]]
#: What a script of a page is given, by name.
ScriptData = dict[str, Any]


# Present ------------------------------------------------------------------------------------------


def _scene_html(ctx: Context, text_html: str, links: PageLinks) -> str:
    """Return the lesson's scene, and its text for a browser without scripts and for paper."""
    no_lost_story = {"own": "", "closed": True}
    data = lesson.scene_data(ctx, (), no_lost_story, inline=True)
    folder = lesson.PATH.strip("/")
    product_links = []
    if folder in links.options.files:
        for product in lesson.PRODUCTS:
            product_link = f"./{folder}/{product.file}"
            product_links.append((product_link, product.label))
    data["kit"] = render(
        "site_kit.html",
        ctx.i18n,
        products=product_links,
        app=links.options.app,
    )
    data["leave"] = links.relative_link("")
    language_links: dict[str, str] = {}
    for code in links.languages:
        language_links[code] = links.relative_link("present", code)
    data["pages"] = language_links
    del data["takeaway"]
    site_data = links.rewrite_json(data)
    scene_file = APP_SCRIPTS / "present.html"
    scene_html = scene_file.read_text("utf-8")
    # The template escapes what is not made by other templates.
    return render(
        "site_scene.html",
        ctx.i18n,
        scene=Markup(scene_html),  # noqa: S704
        style=f"{links.up}assets/present.css",
        data=metadata.to_script_json(site_data),
        text=Markup(text_html),  # noqa: S704
    )


# The stage ----------------------------------------------------------------------------------------


def _prerendered_stage(
    dataset: Dataset, i18n: I18n, parts: ScriptData, drawings: ScriptData
) -> Markup:
    """Return the stage of the story as HTML, before its script runs."""
    # Templates and painters have escaped every value.
    html_parts: dict[str, Markup] = {}
    for name in HTML_PARTS:
        html_parts[name] = Markup(parts[name])  # noqa: S704
    for name in HTML_DRAWINGS:
        html_parts[name] = Markup(drawings[name])  # noqa: S704
    return stage.render_stage(
        dataset,
        i18n,
        headline=parts["headline"],
        time=parts["time"],
        map_title=parts["map"],
        **html_parts,
    )


def _initial_index(index: ScriptData) -> ScriptData:
    """Return the parts of the index that the stage needs at first.

    Until the details of an event are there, the drawer shows its date and its place.
    """
    initial_events: list[ScriptData] = []
    for event in index["events"]:
        initial_event = {
            **event,
            "summary": "",
            "sources": [],
        }
        initial_events.append(initial_event)
    initial_index = {**index, "events": initial_events}
    for name in DEFERRED_INDEX_PARTS:
        initial_index.pop(name, None)
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
    drawings = {**inline, "key": data.pop("key")}
    html_parts = {
        **parts,
        "standfirst": data.pop("standfirst"),
        # The line that they stand in keeps its places when the script comes.
        "chips": data["chips"],
    }
    prerendered_stage = _prerendered_stage(ctx.dataset, ctx.i18n, html_parts, drawings=drawings)
    data["inline"] = {"index": _initial_index(inline["index"])}
    script_parts: ScriptData = {}
    for name, part in parts.items():
        if name not in HTML_PARTS:
            script_parts[name] = part
    data["parts"] = script_parts
    site_data = links.rewrite_json(data)
    script_path = stage_script_path(links.language)
    event_list = events_block(ctx)
    return render(
        "site_stage.html",
        ctx.i18n,
        rest=f"{links.up}{script_path}",
        stage=prerendered_stage,
        data=metadata.to_script_json(site_data),
        text=render_block(event_list, ctx.i18n, ctx.link_base),
    )


def stage_script_path(language: Language) -> str:
    """Return the path of :func:`stage_details_script` in a language."""
    return f"{ASSET_FOLDER}stage-{language}.js"


def later_files(ctx: Context) -> Iterator[tuple[str, bytes]]:
    """Yield what the Overview fetches when it stands, in a language: path and content.

    It is a script, and the drawings that it asks for where the page is printed.
    """
    language = ctx.i18n.language
    # The script fills in the days; the name of the parameter is that of the address.
    nearest_message = NOTICE_TEXTS["nearest"]
    nearest_text = ctx.i18n.t(
        nearest_message, parameter="day", value="{value}", allowed="{allowed}"
    )
    yield f"{ASSET_FOLDER}later-{language}.js", later_script(nearest_text)
    for name in PAPER_DRAWINGS:
        svg = paint_for_paper(name, ctx)
        if svg:
            yield f"{ASSET_FOLDER}{name}-{language}.svg", svg.encode()


def stage_details_script(ctx: Context, options: SiteOptions) -> bytes:
    """Return what the stage does not need at first, as a script, since it cannot be fetched.

    What the drawer shows of each event and region, by the key that the stage gives it; the list for
    a phone; the deferred parts of the index, with the words of all records; what a search lists.
    """
    view = ctx.view
    record_views: list[View] = []
    for event_id in ctx.dataset.events:
        record_views.append(replace(view, event=event_id))
    for region_id in ctx.dataset.regions:
        region_filters = replace(view.filters, regions=(region_id,))
        record_views.append(replace(view, filters=region_filters))
    record_details: ScriptData = {}
    for record_view in record_views:
        record_ctx = replace(ctx, view=record_view)
        record_key, record_html = find_chosen_record(record_ctx)
        record_details[record_key] = record_html
    index = build_stage_index(ctx)
    deferred_index: ScriptData = {}
    for name in DEFERRED_INDEX_PARTS:
        if name in index:
            deferred_index[name] = index[name]
    event_ids = [event["id"] for event in index["events"]]
    record_numbers = number_records(ctx.dataset, event_ids)
    deferred_index["words"] = build_word_index(record_numbers, ctx.dataset)
    narrow_list = draw_stage_part("list", ctx, *INLINE["list"])
    details = {
        "details": record_details,
        "list": paint(narrow_list),
        "index": deferred_index,
        "search": build_search_data(ctx.dataset, event_ids, ctx.i18n, ctx.link_base),
    }
    links = PageLinks(options, ctx.dataset, ctx.i18n.language, "")
    site_details = links.rewrite_json(details)
    detail = metadata.to_script_json(site_details)
    makes_search = f"const makeSearch = {search_function()}\n"
    sends = f'document.dispatchEvent(new CustomEvent("stage:rest", {{ detail: {detail} }}))\n'
    script = sends.replace("{ detail: {", "{ detail: { makeSearch, ", 1)
    return f"(() => {{\n{makes_search}{script}}})()\n".encode()


# Pages --------------------------------------------------------------------------------------------


def _picture_links(kind: pictures.Kind, view: View, i18n: I18n) -> list[PictureLinks]:
    """Return the pictures of a chart: for each form its label and the links of its formats."""
    forms: list[PictureLinks] = []
    for form, label in pictures.FORMS.items():
        links: list[tuple[str, ...]] = []
        for extension in pictures.FORMATS:
            file_name = f"{kind}.{extension}"
            address = pictures.picture_address(file_name, view, i18n, form)
            links.append((extension.upper(), address, ""))
        form_label = i18n.t(label)
        forms.append((form_label, links))
    return forms


def _share_html(kind: pictures.Kind, ctx: Context, links: PageLinks) -> str:
    """Return the menu below a chart: its link, its pictures, the code for it, its citation."""
    embed_code = ""
    page_link = ""
    if links.known:
        chart_slug = f"{EMBED_FOLDER}/{kind}"
        chart_address = links.page_address(chart_slug, ctx.link_base, links.language)
        embed_code = embed.frame_code(kind, ctx, chart_address)
        page_link = links.page_address(ctx.slug, ctx.link_base, links.language)
    picture_links = []
    if "pictures" in links.options.files:
        picture_links = _picture_links(kind, ctx.view, ctx.i18n)
    picture_menu = {"pictures": picture_links, "code": embed_code}
    shown_sentence = view_sentence(ctx.facts, ctx.story, ctx.i18n)
    citation = dataset_citation(ctx.dataset, shown_sentence, ctx.i18n)
    return render(
        "site_share.html",
        ctx.i18n,
        note="",
        link=page_link,
        charts=[picture_menu],
        has_choices=False,
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
        drawn_chart = embed.draw_chart(chart_kind, ctx)
        narrow_drawing = drawn_chart.narrow
    text = page_text(ctx, page, narrow_drawing)
    body = text.html
    if page.stage:
        body = _stage_html(ctx, links)
    elif page.bare and ctx.lesson.steps:
        body = _scene_html(ctx, text.html, links)
    share = ""
    if chart_kind:
        share_html = _share_html(chart_kind, ctx, links)
        share = links.rewrite_html(share_html)
    menu = []
    for menu_page in PAGES:
        if menu_page.slug in options.pages:
            link = links.relative_link(menu_page.slug)
            title = i18n.t(menu_page.title)
            is_this_page = menu_page == page
            menu.append((link, title, is_this_page))
    languages = []
    for code in options.languages:
        if code != i18n.language:
            link = links.relative_link(page.slug, code)
            languages.append((code, link, LANGUAGES[code]))
    head = metadata.render_head(ctx, page, text, links)
    report_html = render("report.html", i18n, story=ctx.story, link_base=ctx.link_base)
    # Templates that escape have made head, body and menu of the chart.
    return render(
        "site_page.html",
        i18n,
        policy=POLICY,
        head=Markup(head),  # noqa: S704
        page=page,
        links=links,
        menu=menu,
        languages=languages,
        body=Markup(links.rewrite_html(body)),  # noqa: S704
        share=Markup(share),  # noqa: S704
        version=ctx.dataset.version,
        app=options.app,
        report=Markup(links.rewrite_html(report_html)),  # noqa: S704
    )
