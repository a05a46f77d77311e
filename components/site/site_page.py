"""One published page: where its addresses lead, its head, menu and words, and what works by itself.

The app has one path for each page and says language and view in the query. Published pages have a
file for each page and language; the stage on the Overview reads the same query, the other pages
open the part that an address names. A page that is opened from a folder may fetch nothing, so all
that the stage and the lesson need stands in it. A chart alone shows the whole story; its script
pales the marks that the filters of its address leave out.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from markupsafe import Markup

from components.drawing.svg import paint
from components.export import embed
from components.export.metadata import Addresses, head_html, script_json
from components.export.quotation import dataset_citation
from components.i18n import LANGUAGES, Language
from components.lesson import entry as lesson
from components.page.blocks import events
from components.page.html import page_text, painted
from components.presentation import pictures
from components.presentation.context import Context
from components.presentation.filter_line import line_html
from components.presentation.index import stage_index
from components.presentation.markup import render
from components.presentation.notices import events_of, nothing_fits, sentence
from components.presentation.pages import PAGES, SLUGS, PageInfo, pages_of
from components.presentation.records import detail_html, record_in_full
from components.presentation.stage import INLINE, stage_data, stage_markup, stage_scene
from components.presentation.stories import LoadedStory
from components.query.view import View, names_of
from components.story.dataset import Dataset

#: Pages whose views the stage shows as well.
ON_STAGE: Final = ("", "timeline", "map")
#: The folders of what can be taken away.
DOWNLOADS: Final = ("api", "pictures", "takeaway")
ADDRESS: Final = re.compile(r' (href|src)="(?!#|https?:|mailto:|data:)([^"]*)"')
#: A picture that a page holds; published it is a file beside the pages.
HELD: Final = re.compile(r' src="data:image/[a-z]+;base64,[^"]*" data-file="([^"]+)"')
PICTURE_FILES: Final = "assets/pictures/"
#: A link that leads nowhere, once its address was taken out.
NOWHERE: Final = re.compile(r"<a\b(?![^>]* href=)[^>]*>")


@dataclass(frozen=True)
class SiteOptions:
    """What is published.

    ``base`` is the address of the site, for what must name it whole, ``app`` that of the app with
    the same story, for what only it can do; both may be empty. The first of the ``languages``
    stands at the top of the site; ``pages`` are slugs, ``files`` folders of downloads.
    """

    base: str = ""
    app: str = ""
    languages: tuple[Language, ...] = tuple(LANGUAGES)
    pages: tuple[str, ...] = SLUGS
    files: tuple[str, ...] = DOWNLOADS

    @property
    def root(self) -> str:
        return f"{self.base.rstrip('/')}/" if self.base else ""

    def own(self, language: Language) -> str:
        """The folder of what is in a language, with a slash at its end."""
        return "" if language == self.languages[0] else f"{language}/"

    def page(self, slug: str, language: Language) -> str:
        """The file of a page, from the top of the site."""
        return f"{self.own(language)}{slug}{'/' if slug else ''}index.html"


class Links(Addresses):
    """Where the addresses on one published page of a story lead; ``up`` leads to the site's top."""

    def __init__(
        self, options: SiteOptions, dataset: Dataset, language: Language, slug: str
    ) -> None:
        self.options, self.dataset, self.language = options, dataset, language
        self.up = "../" * options.page(slug, language).count("/")
        base = (options.root or self.up).rstrip("/") or "."
        super().__init__(base, bool(options.base), options.languages)

    def page(self, slug: str, _: Context, language: Language | None) -> str:
        """A page in a language, the first one where none is named, as other sites may name it."""
        return f"{self.base}/{self.options.page(slug, language or self.languages[0])}"

    def at(self, address: str) -> str:
        """The file that stands for an address of the app; empty where it is not published."""
        led = self.to(address)
        return f"{self.base}/{led.removeprefix(self.up)}" if led else ""

    def beside(self, slug: str, language: Language | None = None) -> str:
        """The address of a page from this one."""
        return self.up + self.options.page(slug, language or self.language)

    def to(self, address: str) -> str:
        """An address of the app as one from this page; empty where the site has none."""
        options, parts = self.options, urlsplit(address)
        path, params = parts.path.lstrip("./").rstrip("/"), parse_qs(parts.query)
        named = params.pop("lang", [self.language])[0]
        language = next((one for one in options.languages if one == named), self.language)
        if (folder := path.split("/")[0]) in DOWNLOADS:
            # A picture of another form than the tall one has its name.
            stem, _, ending = path.partition(".")
            name = "-".join([stem, *params.get(pictures.FORM_PARAMETER, [])])
            own = f"{self.up}{options.own(self.language)}{name}.{ending}"
            return own if folder in options.files else ""
        if path not in SLUGS:
            return ""
        one = {name: values[-1] for name, values in params.items()}
        claim, step = self.dataset.claims.get(one.get("claim", "")), one.get("step", "")
        view = {name: params[name] for name in names_of(path) if name in params}
        slug, rest = path, f"#{parts.fragment}" if parts.fragment else ""
        if path == "figures" and claim and claim.topic_id:
            slug, rest = "disagreements", f"#{claim.id}"
        elif path == "disagreements" and "topic" in one:
            rest = f"#topic-{one['topic']}"
        elif path == "sources" and "source" in one:
            rest = f"#{one['source']}"
        elif path == "present" and step.isdigit():
            rest = f"?step={step}#step-{step}"
        elif path in ON_STAGE and view:
            slug, rest = "", "?" + urlencode(view, doseq=True)
        of_the_app = "v" in params or params.get("table", ["events"]) != ["events"]
        if not of_the_app and slug in options.pages:
            return self.beside(slug, language) + rest
        return f"{options.app.rstrip('/')}/{path}?{parts.query}" if options.app else ""

    def all_of(self, text: str) -> str:
        """A page's HTML with every address led to a file; one that leads nowhere is taken out."""

        def led(found: re.Match[str]) -> str:
            to = self.to(html.unescape(found[2]))
            return f' {found[1]}="{html.escape(to, quote=True)}"' if to else ""

        text = NOWHERE.sub("<a>", ADDRESS.sub(led, text))
        return HELD.sub(rf' src="{self.up}{PICTURE_FILES}\1"', text)

    def all_in(self, value: Any) -> Any:
        """What a script is sent, with every address in its texts led to a file."""
        if isinstance(value, str):
            return self.all_of(value)
        if isinstance(value, dict):
            return {key: self.all_in(one) for key, one in value.items()}
        return [self.all_in(one) for one in value] if isinstance(value, list) else value


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
    said = {page.slug for page in pages_of(ctx.story)}
    whole = t("The figures, the table and the sources are those of the whole story.")
    for kind in (kind for kind in pictures.KIND_NAMES if kind in said):
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
                "whole": links.beside("") if "" in options.pages else "",
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
    data["leave"] = links.beside("")
    data["pages"] = {code: links.beside("present", code) for code in links.options.languages}
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
    data["line"] = line_html(ctx, "", APART)
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
    forms = [
        (ctx.i18n.t(words), [
            (name.upper(), pictures.picture_address(f"{kind}.{name}", ctx.view, ctx.i18n, form), "")
            for name in pictures.FORMATS
        ])
        for form, words in pictures.FORMS.items()
    ]  # fmt: skip
    code = link = ""
    if links.known:
        address = links.page(f"{EMBED_FOLDER}/{kind}", ctx, links.language)
        code = embed.frame_code(kind, ctx, address)
        link = links.page(ctx.slug, ctx, links.language)
    said = dataset_citation(ctx.dataset, sentence(ctx), ctx.i18n)
    return render(
        "site_share.html",
        ctx.i18n,
        note="",
        link=link,
        charts=[{"pictures": forms if "pictures" in links.options.files else [], "code": code}],
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
    menu = [(links.beside(one.slug), i18n.t(one.title), one == page)
            for one in PAGES if one.slug in options.pages]  # fmt: skip
    languages = [(code, links.beside(page.slug, code), LANGUAGES[code])
                 for code in options.languages if code != i18n.language]  # fmt: skip
    # Head, body and menu of a chart are made by templates that escape.
    share = Markup(links.all_of(_share(kind, ctx, links))) if kind else ""  # noqa: S704
    head = Markup(head_html(ctx, page, text, links))  # noqa: S704
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
