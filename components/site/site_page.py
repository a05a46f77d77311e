"""One published page: head, menu, words, and the part that works by itself; and one chart alone.

A page that is opened from a folder may fetch nothing, so all that the stage and the lesson need
stands in it. A chart alone shows the whole story; its script pales the marks that the filters of
its address leave out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from components.drawing.svg import paint
from components.export.embed import (
    HEIGHT_SCRIPT,
    WIDE_PX,
    chart_alone,
    embed_page,
    frame_code,
    frame_height,
    headline_of,
)
from components.export.metadata import PageText, head_html
from components.export.quotation import dataset_citation
from components.i18n import LANGUAGES, I18n, Language, i18n_for
from components.i18n.credit import story_name
from components.lesson.entry import FOLDER as LESSON_FOLDER
from components.lesson.entry import PATH as LESSON_PATH
from components.lesson.entry import PRODUCTS, scene_data
from components.lesson.entry import SCRIPTS as LESSON_SCRIPTS
from components.page.event_blocks import events
from components.page.html import page_text, painted
from components.presentation.context import Context, story_words
from components.presentation.index import stage_index
from components.presentation.markup import render
from components.presentation.pages import PAGES, PageInfo, has_figures
from components.presentation.pictures import BEARS_ON, CHART_OF, FORMATS, FORMS, KIND_NAMES, Kind
from components.presentation.records import detail_html, record_in_full
from components.presentation.sentence import sentence
from components.presentation.stage import INLINE_MAP, SCENE, stage_data, stage_list, stage_markup
from components.presentation.stage import SCRIPTS as STAGE_SCRIPTS
from components.presentation.stories import LoadedStory
from components.presentation.ways_back import nothing_fits
from components.query.view import View
from components.site.links import Links, SiteOptions, page_file, site_addresses
from components.site.site_assets import as_json, given_script, plain_script

EMBED_FOLDER: Final = "embed"
EMBED_SCRIPT: Final = f"assets/{HEIGHT_SCRIPT.name}"
#: What pales the marks that the filters of its address leave out.
VIEW_SCRIPT: Final = "assets/embed.js"
#: The filters that a chart alone answers.
FILTERS: Final = ("from", "to", "possible", "region", "category", "source")
EVENT_KEYS: Final = ("id", "first", "last", "unsure", "at")
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


def embed_file(kind: Kind, i18n: I18n, options: SiteOptions) -> str:
    """The file of a chart alone, from the top of the site."""
    return page_file(f"{EMBED_FOLDER}/{kind}", i18n.language, options.languages[0])


def view_script() -> str:
    """The script of a chart alone: a scene's, and what pales marks by the filters asked for."""
    own = HERE / "site_embed.js"
    return plain_script([*(SHARED / f"{name}.js" for name in SCENE), own], "")


def _view_data(kind: Kind, ctx: Context, options: SiteOptions) -> dict[str, Any]:
    """What the script is given: the events, the filters that it answers, and what it says."""
    index, t = stage_index(ctx), ctx.i18n.t
    names = FILTERS if kind != "figures" else ()
    drawn_apart = tuple(name for name in BEARS_ON[kind] if name != "event")
    links = options.links(ctx.dataset, ctx.i18n.language, f"{EMBED_FOLDER}/{kind}")
    whole = t("The figures, the table and the sources are those of the whole story.")
    return {
        "index": {
            "events": [{name: event[name] for name in EVENT_KEYS} for event in index["events"]],
            "sets": index.get("sets", {}),
            "total": index["total"],
        },
        "names": names,
        "apart": [*APART, "q", *drawn_apart, *(() if names else FILTERS)],
        "texts": {
            "count": t("{shown} of {total} events", shown="{shown}", total="{total}"),
            "nothing": nothing_fits(ctx.i18n),
            "paler": f"{t('Paler marks are outside the filters.')} {whole}",
            "apart": t("This chart shows the whole story; the link opens the view asked for."),
            "whole": links.page("") if "" in options.pages else "",
        },
    }


def _embed_page(kind: Kind, ctx: Context, options: SiteOptions) -> str:
    slug, language = f"{EMBED_FOLDER}/{kind}", ctx.i18n.language
    links = options.links(ctx.dataset, language, slug)
    head = HEAD.format(
        policy=EMBED_POLICY,
        fonts=f"{links.up}assets/fonts.css",
        script=links.up + VIEW_SCRIPT,
    )
    data = DATA.format(data=as_json(_view_data(kind, ctx, options)))
    return embed_page(kind, ctx, links.up + EMBED_SCRIPT, links.to, head, data)


def embed_files(ctx: Context, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Every chart alone in the language of a view."""
    for kind in KIND_NAMES:
        if kind == "figures" and not has_figures(ctx.dataset):
            continue
        path = embed_file(kind, ctx.i18n, options)
        yield path, _embed_page(kind, ctx, options).encode()


HERE: Final = Path(__file__).parent


def scene_script() -> str:
    """The scene's script, and what makes it stand on a page of its own."""
    files = [LESSON_FOLDER / f"{name}.js" for name in LESSON_SCRIPTS]
    return plain_script([*files, HERE / "site_scene.js"], "drawScene")


def scene_style(colours: str) -> str:
    """The scene's style sheet, with the colours of drawings in light and dark."""
    return (LESSON_FOLDER / "present.css").read_text("utf-8") + colours


def scene_html(ctx: Context, text: str, links: Links) -> Markup:
    """The scene, and the same as text for a browser without scripts and for paper.

    Args:
        ctx: the page of the whole story.
        text: the page's text.
        links: where addresses on the page lead.
    """
    data = scene_data(ctx, (), {"own": "", "closed": True}, inline=True)
    folder = LESSON_PATH.strip("/")
    files = [(f"./{folder}/{one.file}", one.label) for one in PRODUCTS]
    data["kit"] = render(
        "site_kit.html",
        ctx.i18n,
        products=files if folder in links.files else [],
        app=links.app,
    )
    data["leave"] = links.page("")
    data["pages"] = {code: links.page("present", code) for code in links.languages}
    del data["takeaway"]
    return Markup(  # noqa: S704 - the template escapes what is not made by other templates
        render(
            "site_scene.html",
            ctx.i18n,
            scene=Markup((LESSON_FOLDER / "present.html").read_text("utf-8")),  # noqa: S704
            style=f"{links.up}assets/present.css",
            data=as_json(links.all_in(data)),
            text=Markup(text),  # noqa: S704
        )
    )


#: What of an address only the app shows: a published page has all sources, each event at one date.
APART: Final = ("tier", "without", "known", "compare")
#: Where the scripts and style sheets of the pages lie; here they are read, not imported.
SHARED: Final = Path(__file__).parents[1] / "ui" / "scripts"
#: What stands in the page as HTML, and is read from there.
WRITTEN: Final = ("figures", "counts")
#: What of the index the browser needs for words and days, and not before.
LATER: Final = ("words", "totals", "counts")


def stage_script() -> str:
    """The stage's script, and what makes it stand on a page of its own."""
    files = [SHARED / f"{name}.js" for name in STAGE_SCRIPTS]
    return plain_script([*files, SHARED / "stage.js", HERE / "site_stage.js"], "drawStage")


def stage_style() -> str:
    """The stage's style sheet."""
    files = (SHARED / "filters.css", SHARED / "stage.css")
    return "\n".join(file.read_text("utf-8") for file in files)


def _chosen(ctx: Context) -> dict[str, str]:
    """What the drawer shows of each event and region, by the key that the stage gives it."""
    views = [replace(ctx.view, event=event) for event in ctx.dataset.events]
    for region in ctx.dataset.regions:
        filters = replace(ctx.view.filters, regions=(region,))
        views.append(replace(ctx.view, filters=filters))
    return {record_in_full(view): detail_html(replace(ctx, view=view)) for view in views}


def _standing(data: dict[str, Any], ctx: Context) -> Markup:
    """The stage as it stands before its script runs, with its words and drawings in it.

    Without its script the timeline is a picture, not a list to go through by keyboard.
    """
    parts, drawn = data["parts"], data["inline"]
    # Made by templates and painters, which escape every value.
    made = {name: Markup(parts[name]) for name in WRITTEN}  # noqa: S704
    made |= {name: Markup(drawn[name]) for name in ("timeline", "map")}  # noqa: S704
    made["key"] = Markup(data.pop("key"))  # noqa: S704
    return stage_markup(
        ctx.i18n, headline=parts["headline"], time=parts["time"], map_title=parts["map"], **made
    )


def _sent(ctx: Context) -> dict[str, Any]:
    t = ctx.i18n.t
    data: dict[str, Any] = stage_data(ctx, inline=True)
    data["found"] = {"alone": True}
    # The colours of its marks are in the site's style sheet, for light pages and for dark ones.
    data["css"] = ""
    data["filters"] = [one for one in data["filters"] if one["name"] not in APART]
    data["apart"] = APART
    data["whole"] = t("The figures are those of the whole story: filters choose events alone.")
    return data


def later_file(ctx: Context, links: Links) -> tuple[str, str]:
    """The script with what the stage does not need at first, and its path.

    Every event and region in full, the drawing for a phone, the words of the story and its days.
    """
    index = stage_index(ctx)
    rest = {
        "details": _chosen(ctx),
        "list": paint(stage_list(ctx, INLINE_MAP[0])),
        "index": {name: index[name] for name in LATER if name in index},
    }
    return f"assets/stage-{links.language}.js", given_script("rest", rest, links)


def stage_html(ctx: Context, links: Links) -> Markup:
    """The stage of the whole story, standing before its script runs, and its events as a list.

    Args:
        ctx: the Overview of the whole story; its story is told as one that no address leads to.
        links: where addresses on the page lead.
    """
    data = _sent(ctx)
    standing = _standing(data, ctx)
    index = data["inline"]["index"]
    # Until an event in full is there, its date and its place stand in the drawer.
    index["events"] = [one | {"summary": "", "sources": []} for one in index["events"]]
    for name in LATER:
        index.pop(name, None)
    data["inline"] = {"index": index}
    data["parts"] = {key: one for key, one in data["parts"].items() if key not in WRITTEN}
    return Markup(  # noqa: S704 - the template escapes what is not made by other templates
        render(
            "site_stage.html",
            ctx.i18n,
            rest=f"{links.up}assets/stage-{links.language}.js",
            stage=standing,
            data=as_json(links.all_in(data)),
            text=painted(events(ctx), ctx),
        )
    )


#: What a page may load: its own files alone. Drawings carry their colours as style attributes.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def site_context(story: LoadedStory, language: Language, slug: str) -> Context:
    """The whole story in a language, as a page shows it in light colours."""
    words = story_words(story, i18n_for(language))
    return Context(story, View(lang=language), (), words, "light", slug)


def _share(kind: Kind, ctx: Context, options: SiteOptions, links: Links) -> Markup:
    """The menu below a chart: its link, its pictures, the code for it, its citation."""
    forms = [
        (words, [(name.upper(), f"{kind}{end}.{name}") for name in FORMATS])
        for form, words in FORMS.items()
        for end in ("" if form == "tall" else f"-{form}",)
    ]
    code = link = ""
    if options.root:
        title = f"{headline_of(kind, ctx)} · {story_name(ctx.dataset, ctx.i18n)}"
        address = options.root + embed_file(kind, ctx.i18n, options)
        code = frame_code(address, title, "100%", frame_height(kind, WIDE_PX))
        link = options.root + page_file(ctx.slug, ctx.i18n.language, options.languages[0])
    said = dataset_citation(ctx.dataset, sentence(ctx), ctx.i18n)
    made = render(
        "site_share.html",
        ctx.i18n,
        link=link,
        pictures=forms if "pictures" in options.files else [],
        folder="./pictures/",
        code=code,
        said=f"{said} {link}".strip(),
    )
    return Markup(links.all_of(made))  # noqa: S704 - made by a template that escapes


def _body(page: PageInfo, ctx: Context, said: PageText, links: Links) -> Markup:
    """What stands on a page: its text, or the part that works with the text beside it."""
    if page.stage:
        return Markup(links.all_of(stage_html(ctx, links)))  # noqa: S704 - the same
    if page.bare and ctx.lesson.steps:
        return Markup(links.all_of(scene_html(ctx, said.html, links)))  # noqa: S704 - the same
    return Markup(links.all_of(said.html))  # noqa: S704 - made by templates that escape


def site_page(page: PageInfo, ctx: Context, options: SiteOptions) -> str:
    """The file of one page in one language.

    Args:
        page: the page.
        ctx: the whole story, as :func:`site_context` gives it.
        options: what is published, and where.
    """
    i18n, kind = ctx.i18n, CHART_OF.get(page.slug)
    narrow = chart_alone(kind, ctx)[2] if kind and not page.stage else None
    made = page_text(ctx, page, narrow)
    links = options.links(ctx.dataset, i18n.language, page.slug)
    return render(
        "site_page.html",
        i18n,
        policy=POLICY,
        head=Markup(  # noqa: S704 - made by templates that escape
            head_html(ctx, page, made, site_addresses(options, links.up))
        ),
        page=page,
        links=links,
        menu=[
            (links.page(one.slug), i18n.t(one.title), one == page)
            for one in PAGES
            if one.slug in options.pages
        ],
        languages=[
            (code, links.page(page.slug, code), LANGUAGES[code])
            for code in options.languages
            if code != i18n.language
        ],
        body=_body(page, ctx, made, links),
        share=_share(kind, ctx, options, links) if kind else "",
        version=ctx.dataset.version,
        app=options.app,
    )
