"""One published page: head, menu, words, and the part that works by itself; and one chart alone.

A page that is opened from a folder may fetch nothing, so all that the stage and the lesson need
stands in it. A chart alone shows the whole story; its script pales the marks that the filters of
its address leave out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from components.drawing.svg import paint
from components.export import embed
from components.export.metadata import head_html, script_json
from components.export.quotation import dataset_citation
from components.i18n import LANGUAGES, Language
from components.lesson import entry as lesson
from components.page.html import page_text, painted
from components.page.shared_blocks import events
from components.presentation import pictures
from components.presentation.context import Context
from components.presentation.filter_line import line_html
from components.presentation.index import stage_index
from components.presentation.markup import render
from components.presentation.notices import nothing_fits
from components.presentation.pages import PAGES, PageInfo, has_figures, has_map
from components.presentation.records import detail_html, record_in_full
from components.presentation.sentence import events_of, sentence
from components.presentation.stage import INLINE, stage_data, stage_markup, stage_scene
from components.presentation.stories import LoadedStory
from components.query.view import View
from components.site.links import Links, SiteOptions, site_addresses

EMBED_FOLDER: Final = "embed"
EMBED_SCRIPT: Final = f"assets/{embed.HEIGHT_SCRIPT.name}"
#: What pales the marks that the filters of its address leave out.
VIEW_SCRIPT: Final = "assets/embed.js"
#: The filters that a chart alone answers.
FILTERS: Final = ("from", "to", "possible", "region", "category", "source")
EVENT_KEYS: Final = ("id", "first", "last", "unsure", "at")
#: What of an address only the app shows: a published page has all sources, each event at one date.
APART: Final = ("tier", "without", "known", "compare")
#: A chart alone brings its own style; it may run the scripts that show a view and tell its height.
EMBED_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEAD: Final = Markup(
    '<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    '<link rel="stylesheet" href="{fonts}">\n<script src="{script}" defer></script>\n'
)
DATA: Final = Markup('<script type="application/json" id="view-data">{data}</script>\n')


def site_context(story: LoadedStory, language: Language, slug: str) -> Context:
    """The whole story in a language, as a page shows it in light colours."""
    words = story.in_language(language)
    return Context(story, View(lang=language), (), words, "light", slug)


def embed_files(ctx: Context, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Every chart alone in the language of a view: its path and its page."""
    index, t = stage_index(ctx), ctx.i18n.t
    needs = {"figures": has_figures, "map": has_map}
    whole = t("The figures, the table and the sources are those of the whole story.")
    for kind in pictures.KIND_NAMES:
        if kind in needs and not needs[kind](ctx.dataset):
            continue
        slug = f"{EMBED_FOLDER}/{kind}"
        links = Links(options, ctx.dataset, ctx.i18n.language, slug)
        names = FILTERS if kind != "figures" else ()
        drawn_apart = (name for name in pictures.BEARS_ON[kind] if name != "event")
        # What the script is given: the events, the filters that it answers, and what it says.
        data = {
            "index": {
                "events": [{name: event[name] for name in EVENT_KEYS} for event in index["events"]],
                "sets": index.get("sets", {}),
                "total": index["total"],
            },
            "names": names,
            "apart": [*APART, "q", *drawn_apart, *(() if names else FILTERS)],
            "texts": {
                "count": events_of("{shown}", index["total"], ctx.i18n),
                "nothing": nothing_fits(ctx.i18n),
                "paler": f"{t('Paler marks are outside the filters.')} {whole}",
                "apart": t("This chart shows the whole story; the link opens the view asked for."),
                "whole": links.page("") if "" in options.pages else "",
            },
        }
        fonts, script = f"{links.up}assets/fonts.css", links.up + VIEW_SCRIPT
        head = HEAD.format(policy=EMBED_POLICY, fonts=fonts, script=script)
        foot = DATA.format(data=script_json(data))
        page = embed.embed_page(kind, ctx, links.up + EMBED_SCRIPT, links.to, head, foot)
        yield options.page(slug, ctx.i18n.language), page.encode()


def _scene_html(ctx: Context, text: str, links: Links) -> str:
    """The lesson's scene, and the same as text for a browser without scripts and for paper."""
    data = lesson.scene_data(ctx, (), {"own": "", "closed": True}, inline=True)
    folder = lesson.PATH.strip("/")
    files = [(f"./{folder}/{one.file}", one.label) for one in lesson.PRODUCTS]
    published = files if folder in links.options.files else []
    data["kit"] = render("site_kit.html", ctx.i18n, products=published, app=links.options.app)
    data["leave"] = links.page("")
    data["pages"] = {code: links.page("present", code) for code in links.options.languages}
    del data["takeaway"]
    # The template escapes what is not made by other templates.
    return render(
        "site_scene.html",
        ctx.i18n,
        scene=Markup((lesson.FOLDER / "present.html").read_text("utf-8")),  # noqa: S704
        style=f"{links.up}assets/present.css",
        data=script_json(links.all_in(data)),
        text=Markup(text),  # noqa: S704
    )


#: What stands in the page as HTML, and is read from there.
WRITTEN: Final = ("figures", "counts")
#: What of the index the browser needs for words and days, and not before.
LATER: Final = ("words", "totals", "counts")


def later_file(ctx: Context, links: Links) -> tuple[str, bytes]:
    """The script of what the stage does not need at first: it hands over what cannot be fetched.

    Every event and region in full, the drawing for a phone, the words of the story and its days.
    """
    index = stage_index(ctx)
    # What the drawer shows of each event and region, by the key that the stage gives it.
    views = [replace(ctx.view, event=event) for event in ctx.dataset.events]
    for region in ctx.dataset.regions:
        views.append(replace(ctx.view, filters=replace(ctx.view.filters, regions=(region,))))
    rest = {
        "details": {record_in_full(v): detail_html(replace(ctx, view=v)) for v in views},
        "list": paint(stage_scene("list", ctx, *INLINE["list"])),
        "index": {name: index[name] for name in LATER if name in index},
    }
    given = script_json(links.all_in(rest))
    script = f'document.dispatchEvent(new CustomEvent("stage:rest", {{ detail: {given} }}))\n'
    return f"assets/stage-{links.language}.js", script.encode()


def _stage_html(ctx: Context, links: Links) -> str:
    """The stage of the whole story, standing before its script runs, and its events as a list."""
    t, data = ctx.i18n.t, stage_data(ctx, inline=True)
    data["found"] = {"alone": True}
    # The colours of its marks are in the site's style sheet, for light pages and for dark ones.
    data["css"] = ""
    data["line"] = line_html(ctx, "", apart=APART)
    data["apart"] = APART
    data["whole"] = t("The figures are those of the whole story: filters choose events alone.")
    parts, drawn = data["parts"], data["inline"]
    # Made by templates and painters, which escape every value.
    made = {name: Markup(parts[name]) for name in WRITTEN}  # noqa: S704
    made |= {name: Markup(drawn[name]) for name in ("timeline", "map")}  # noqa: S704
    made["key"] = Markup(data.pop("key"))  # noqa: S704
    standing = stage_markup(
        ctx, headline=parts["headline"], time=parts["time"], map_title=parts["map"], **made
    )
    index = drawn["index"]
    # Until an event in full is there, its date and its place stand in the drawer.
    index["events"] = [one | {"summary": "", "sources": []} for one in index["events"]]
    for name in LATER:
        index.pop(name, None)
    data["inline"] = {"index": index}
    data["parts"] = {key: one for key, one in parts.items() if key not in WRITTEN}
    return render(
        "site_stage.html",
        ctx.i18n,
        rest=f"{links.up}assets/stage-{links.language}.js",
        stage=standing,
        data=script_json(links.all_in(data)),
        text=painted(events(ctx), ctx),
    )


def _share(kind: pictures.Kind, ctx: Context, links: Links) -> str:
    """The menu below a chart: its link, its pictures, the code for it, its citation."""
    options, language = links.options, ctx.i18n.language
    forms = [
        (ctx.i18n.t(words), [
            (name.upper(), pictures.picture_address(f"{kind}.{name}", ctx.view, ctx.i18n, form), "")
            for name in pictures.FORMATS
        ])
        for form, words in pictures.FORMS.items()
    ]  # fmt: skip
    code = link = ""
    if options.root:
        address = options.root + options.page(f"{EMBED_FOLDER}/{kind}", language)
        code = embed.frame_code(kind, ctx, address)
        link = options.root + options.page(ctx.slug, language)
    said = dataset_citation(ctx.dataset, sentence(ctx), ctx.i18n)
    return render(
        "site_share.html",
        ctx.i18n,
        note="",
        link=link,
        charts=[{"pictures": forms if "pictures" in options.files else [], "code": code}],
        said=f"{said} {link}".strip(),
    )


#: What a page may load: its own files alone. Drawings carry their colours as style attributes.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def site_page(page: PageInfo, ctx: Context, options: SiteOptions) -> str:
    """The file of one page in one language; ``ctx`` is the whole story by :func:`site_context`."""
    i18n, kind = ctx.i18n, pictures.CHART_OF.get(page.slug)
    narrow = embed.chart_alone(kind, ctx)[2] if kind and not page.stage else None
    text = page_text(ctx, page, narrow)
    links = Links(options, ctx.dataset, i18n.language, page.slug)
    body = text.html
    if page.stage:
        body = _stage_html(ctx, links)
    elif page.bare and ctx.lesson.steps:
        body = _scene_html(ctx, text.html, links)
    menu = [(links.page(one.slug), i18n.t(one.title), one == page)
            for one in PAGES if one.slug in options.pages]  # fmt: skip
    languages = [(code, links.page(page.slug, code), LANGUAGES[code])
                 for code in options.languages if code != i18n.language]  # fmt: skip
    # Head, body and menu of a chart are made by templates that escape.
    share = Markup(links.all_of(_share(kind, ctx, links))) if kind else ""  # noqa: S704
    head = Markup(head_html(ctx, page, text, site_addresses(options, links.up)))  # noqa: S704
    return render(
        "site_page.html",
        i18n,
        policy=POLICY,
        head=head,
        page=page,
        links=links,
        menu=menu,
        languages=languages,
        body=Markup(links.all_of(body)),  # noqa: S704
        share=share,
        version=ctx.dataset.version,
        app=options.app,
    )
