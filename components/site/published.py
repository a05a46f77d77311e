"""A story as plain files: every page in every language, its pictures, its downloads, its lesson.

The pages need no server and ask no other site for anything; they work from a folder, under any
path, and offline after the first visit. The app has one path for each page and says language and
view in the query; here is a file for each page and language. The stage on the Overview reads the
same query, the other pages open the part that an address names. A page that is opened from a folder
may fetch nothing, so all that the stage and the lesson need stands in it. A chart alone shows the
whole story; its script pales the marks that the filters of its address leave out.

Drawings are painted once, in light colours, with each colour as an attribute. The same is laid out
in dark colours beside it, and every pair of paints becomes a rule of the style sheet. Fonts hold
the letters of both languages; the scripts are the app's without modules.
"""

import hashlib
import html
import io
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from fontTools import subset
from markupsafe import Markup

from components.drawing.fonts import font_file
from components.drawing.palette import PALETTES, css_colours, drawing_css
from components.drawing.svg import Drawn, dark_rules, paint
from components.export import embed, metadata
from components.export.packaging import zip_files
from components.export.quotation import dataset_citation
from components.export.view_files import (
    DATA_SLUG,
    FILE_MEDIA_TYPES,
    PictureOptions,
    build_context,
    file_bytes,
)
from components.i18n import LANGUAGES, Language
from components.intake import ImportResult
from components.lesson import entry as lesson
from components.page.blocks import events
from components.page.html import page_text, painted
from components.presentation import pictures, stage
from components.presentation.context import Context
from components.presentation.filter_line import line_html
from components.presentation.index import build_stage_index
from components.presentation.markup import render
from components.presentation.notices import NOTHING_FITS, format_event_share, view_sentence
from components.presentation.pages import PAGES, SLUGS, PageInfo, pages_of
from components.presentation.records import find_chosen_record
from components.presentation.stage import INLINE, stage_scene
from components.presentation.stories import LoadedStory
from components.query.view import View, list_page_parameters
from components.story.dataset import Dataset
from components.story.package_files import PICTURE_FOLDER

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


class Links(metadata.SiteAddresses):
    """Where the addresses on one published page of a story lead; ``up`` leads to the site's top."""

    def __init__(
        self, options: SiteOptions, dataset: Dataset, language: Language, slug: str
    ) -> None:
        self.options, self.dataset, self.language = options, dataset, language
        self.up = "../" * options.page(slug, language).count("/")
        base = (options.root or self.up).rstrip("/") or "."
        super().__init__(base, bool(options.base), options.languages)

    def page_address(self, slug: str, _: Context, language: Language | None) -> str:
        """A page in a language, the first one where none is named, as other sites may name it."""
        return f"{self.base}/{self.options.page(slug, language or self.languages[0])}"

    def absolute_address(self, address: str) -> str:
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
        view = {name: params[name] for name in list_page_parameters(path) if name in params}
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
#: What of an address only the app shows: a published page has all sources, each event at one date.
APART: Final = ("tier", "without", "known", "compare")
EMBED_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def embed_files(ctx: Context, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Every chart alone in the language of a view: its path and its page."""
    index, t = build_stage_index(ctx), ctx.i18n.t
    keys = ("id", "first", "last", "unsure", "at")
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
                "events": [{name: event[name] for name in keys} for event in index["events"]],
                "sets": index.get("sets", {}),
                "total": index["total"],
            },
            "names": names,
            "apart": [*APART, "q", *drawn_apart, *(() if names else FILTERS)],
            "texts": {
                "count": format_event_share("{shown}", index["total"], ctx.i18n),
                "nothing": ctx.i18n.t(NOTHING_FITS),
                "paler": f"{t('Paler marks are outside the filters.')} {whole}",
                "apart": t("This chart shows the whole story; the link opens the view asked for."),
                "whole": links.beside("") if "" in options.pages else "",
            },
        }
        # A chart alone brings its style; it runs what shows a view, and what tells its height.
        head = Markup(
            '<meta http-equiv="Content-Security-Policy" content="{}">\n'
            '<link rel="stylesheet" href="{}">\n<script src="{}" defer></script>\n'
        ).format(EMBED_POLICY, f"{links.up}assets/fonts.css", links.up + VIEW_SCRIPT)
        script = Markup('<script type="application/json" id="view-data">{}</script>\n')
        foot = script.format(metadata.to_script_json(data))
        page = embed.embed_page(
            kind, ctx, embed.EmbedOptions(links.up + EMBED_SCRIPT, links.to, head, foot)
        )
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
        data=metadata.to_script_json(links.all_in(data)),
        text=Markup(text),  # noqa: S704
    )


#: What stands in the page as HTML, and is read from there.
WRITTEN: Final = ("figures", "counts")
#: What of the index the browser needs for words and days, and not at first.
LATER: Final = ("words", "totals", "counts")


def _stage_html(ctx: Context, links: Links) -> str:
    """The stage of the whole story, standing before its script runs, and its events as a list."""
    t, data = ctx.i18n.t, stage.stage_data(ctx, inline=True)
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
    standing = stage.stage_markup(
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
        data=metadata.to_script_json(links.all_in(data)),
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
        address = links.page_address(f"{EMBED_FOLDER}/{kind}", ctx, links.language)
        code = embed.frame_code(kind, ctx, address)
        link = links.page_address(ctx.slug, ctx, links.language)
    said = dataset_citation(ctx.dataset, view_sentence(ctx), ctx.i18n)
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
    """The file of one page in one language; ``ctx`` is the whole story in light colours."""
    i18n, kind = ctx.i18n, pictures.CHART_OF.get(page.slug)
    narrow = embed.draw_chart(kind, ctx).narrow if kind and not page.stage else None
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
    head = Markup(metadata.render_head(ctx, page, text, links))  # noqa: S704
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


HERE: Final = Path(__file__).parent
#: Scripts and style sheets of the app's pages, which the published ones share.
SHARED: Final = HERE.parent / "ui" / "scripts"
REMARK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A rule for the framework's own parts alone, which published pages have none of.
FRAMEWORK: Final = re.compile(
    r"^[^\n{}@]*(?:data-testid|\.st-key|data-stale)[^\n{}]*\{[^{}]*\}\n", re.MULTILINE
)
SCRIPT_REMARK: Final = re.compile(r"^\s*//.*\n", re.MULTILINE)
INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


def plain_script(files: Sequence[Path], name: str) -> bytes:
    """Scripts as one, without remarks; ``name`` is what the default export becomes."""
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = text.replace("export default ", f"const {name} = ", 1)
    # In a function of its own, so that its names are nobody else's; no text of ours has lines.
    return f"(() => {{\n{INDENT.sub('', SCRIPT_REMARK.sub('', text))}\n}})()\n".encode()


#: The letters of both languages and the signs of the pages, which every page fetches; before them
#: Latin with all its accents and more punctuation, fetched where a page has one of these besides.
PARTS: Final = {
    "-more": "U+A0-17F,U+2010-203F,U+20AC",
    "": "U+20-7E,U+A0-A1,U+A7,U+AB,U+B0,U+B7,U+BB,U+BF,U+C1,U+C9,U+CD,U+D1,U+D3,U+D7,U+DA,U+DC,"
    "U+E1,U+E9,U+ED,U+F1,U+F3,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,"
    "U+2190-2193,U+2212,U+2248,U+2260,U+2264-2265,U+25A0,U+25B2-25B3,U+25B6,U+25BC,U+25C6-25C7,"
    "U+25CB,U+25CF",
}
#: The weights of the sans serif (0 is italics) and of the serif that the pages use.
FACES: Final = ((400, False), (0, False), (600, False), (700, False), (600, True))
FAMILIES: Final = ("Source Sans", "Source Serif")


@lru_cache(maxsize=1)
def web_fonts() -> dict[str, bytes]:
    """The fonts of published pages by the names of their files."""
    # Without pairs of letters set closer, which are half of a font's weight.
    options = subset.Options(flavor="woff2", layout_features=["tnum"], hinting=False)
    fonts = {}
    for file, part in product((font_file(*face) for face in FACES), PARTS):
        font, out = subset.load_font(str(file), options), io.BytesIO()
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=subset.parse_unicodes(PARTS[part]))
        subsetter.subset(font)
        subset.save_font(font, out, options)
        fonts[f"{file.stem}{part}.woff2"] = out.getvalue()
    return fonts


def font_style(*, inline: bool = False) -> str:
    """The style sheet that names them, beside them; ``inline`` with those of running text, bold
    and headings in it, for a page at any address.
    """
    rules = []
    for (weight, serif), part in product(FACES, PARTS):
        file = f"{font_file(weight, serif).stem}{part}.woff2"
        names = [FAMILIES[serif], f"{FAMILIES[serif]} Pro"]
        if inline:
            names = names[:1] if not part and (weight in (400, 700) or serif) else []
            file = f"data:font/woff2;base64,{b64encode(web_fonts()[file]).decode()}"
        rules += [
            f'@font-face {{ font-family: "{name}"; font-weight: {weight or 400}; '
            f"font-style: {'normal' if weight else 'italic'}; font-display: swap; "
            f'src: url("{file}") format("woff2"); unicode-range: {PARTS[part]}; }}'
            for name in names
        ]
    return "\n".join(rules) + "\n"


def _drawn(page: PageInfo, ctx: Context) -> Iterator[Drawn]:
    if page.stage:
        yield from (stage_scene(name, ctx, *size) for name, size in INLINE.items())
    elif page.bare:
        yield from lesson.page_scenes(ctx)
    elif kind := pictures.CHART_OF.get(page.slug):
        yield from embed.draw_chart(kind, ctx).drawings()


def page_colours(pages: Iterable[tuple[PageInfo, Context]]) -> str:
    """The style rules of the colours of some pages, each with a view in light colours."""
    pairs: list[tuple[Drawn, Drawn]] = []
    light = dark = words = ""
    for page, ctx in pages:
        other = replace(ctx, mode="dark")
        pairs += zip(_drawn(page, ctx), _drawn(page, other), strict=True)
        light, dark = (
            f":root{{{css_colours(one.palette)}}}" + drawing_css(one.palette)
            for one in (ctx, other)
        )
        # Signs that stand in words have their colour in their style.
        inks = [(*one.palette.category.values(), one.palette.ink) for one in (ctx, other)]
        words = "".join(
            f'[style^="color:{gap}{old}"]{{color:{new}!important}}'
            for old, new in sorted(dict(zip(*inks, strict=True)).items())
            for gap in ("", " ")
        )
    media = "@media (prefers-color-scheme: dark)"
    return f"{light}\n{media}{{{dark}{words}{dark_rules(pairs)}}}\n"


def downloads(story: LoadedStory, options: SiteOptions) -> dict[str, Callable[[], bytes]]:
    found: dict[str, Callable[[], bytes]] = {}
    for language in options.languages:
        own, view = options.own(language), View(lang=language)
        told = build_context(view, language, DATA_SLUG, story).lesson
        for name in FILE_MEDIA_TYPES:
            found[f"{own}api/{name}"] = partial(file_bytes, name, view, language, opened=story)
        for name, (kind, ending) in pictures.PICTURES.items():
            for shape in pictures.FORM_NAMES:
                file = kind + ("" if shape == "tall" else f"-{shape}")
                made = partial(
                    file_bytes, name, view, language, PictureOptions(shape, options.base), story
                )
                found[f"{own}pictures/{file}.{ending}"] = made
        for paper in lesson.PRODUCTS:
            made = partial(lesson.lesson_bytes, paper, told, language, "apa", story)
            found[f"{own}takeaway/{paper.file}"] = made
    return {path: make for path, make in found.items() if path.split("/")[-2] in options.files}


#: What a page that is not there may load: nothing.
NOTHING: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)


def _pages(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    first = options.languages[0]
    published = [page for page in PAGES if page.slug in options.pages]
    colours = page_colours(
        (page, build_context(View(lang=first), first, page.slug, story)) for page in published
    )
    sheets = [SHARED / "filters.css", SHARED / "stage.css", SHARED / "style.css", HERE / "site.css"]
    style = REMARK.sub("", "\n".join(sheet.read_text("utf-8") for sheet in sheets))
    style = INDENT.sub("", FRAMEWORK.sub("", style))
    yield "assets/site.css", f"{font_style()}{colours}{style}".encode()
    yield "assets/fonts.css", font_style().encode()
    scene = (lesson.FOLDER / "present.css").read_text("utf-8")
    yield "assets/present.css", f"{scene}{colours}".encode()
    # What draws, and what makes it stand on a page of its own.
    drawn = [*(SHARED / f"{name}.js" for name in (*stage.SCRIPTS, "stage")), HERE / "site_stage.js"]
    present = [*(lesson.FOLDER / f"{name}.js" for name in lesson.SCRIPTS), HERE / "site_scene.js"]
    view = [*(SHARED / f"{name}.js" for name in stage.SCENE), HERE / "site_embed.js"]
    yield "assets/site.js", plain_script([SHARED / "copy.js", HERE / "site.js"], "page")
    yield "assets/stage.js", plain_script(drawn, "drawStage")
    yield "assets/present.js", plain_script(present, "drawScene")
    yield EMBED_SCRIPT, embed.HEIGHT_SCRIPT.read_bytes()
    yield VIEW_SCRIPT, plain_script(view, "")
    yield "assets/icon.svg", metadata.ICON.read_bytes()
    yield "favicon.ico", metadata.build_icon()
    for name, content in web_fonts().items():
        yield f"assets/{name}", content
    for one in story.dataset.pictures.values():
        yield f"{PICTURE_FILES}{one.file}", story.intake.files[f"{PICTURE_FOLDER}{one.file}"]
    for language in options.languages:
        for page in PAGES:
            if page.slug in options.pages:
                ctx = build_context(View(lang=language), language, page.slug, story)
                made = site_page(page, ctx, options)
                yield options.page(page.slug, language), made.encode()
        ctx = build_context(View(lang=language), language, "", story)
        yield from embed_files(ctx, options)
        if "" not in options.pages:
            continue
        # What the stage does not need at first, handed over by a script since it cannot be fetched:
        # what the drawer shows of each event and region, by the key that the stage gives it, the
        # drawing for a phone, the words of the story and its days.
        index, plain = build_stage_index(ctx), ctx.view.filters
        views = [replace(ctx.view, event=event) for event in ctx.dataset.events]
        views += [replace(ctx.view, filters=replace(plain, regions=(region,)))
                  for region in ctx.dataset.regions]  # fmt: skip
        rest = {
            "details": dict(find_chosen_record(replace(ctx, view=view)) for view in views),
            "list": paint(stage_scene("list", ctx, *INLINE["list"])),
            "index": {name: index[name] for name in LATER if name in index},
        }
        given = metadata.to_script_json(Links(options, ctx.dataset, language, "").all_in(rest))
        script = f'document.dispatchEvent(new CustomEvent("stage:rest", {{ detail: {given} }}))\n'
        yield f"assets/stage-{language}.js", script.encode()


def site_files(story: LoadedStory, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """The files of a published story, path by path."""
    said = {page.slug for page in pages_of(story)}
    options = replace(options, pages=tuple(slug for slug in options.pages if slug in said))
    hashes: list[tuple[str, str]] = []
    for path, content in _pages(story, options):
        hashes.append((path, hashlib.sha256(content).hexdigest()))
        yield path, content
    # The script that keeps what was made for reading without a connection.
    stamp = hashlib.sha256(repr(hashes).encode()).hexdigest()[:16]
    worker = (HERE / "worker.js").read_text("utf-8").replace("{{name}}", f"site-{stamp}")
    paths = json.dumps([path for path, _ in hashes])
    yield "worker.js", worker.replace("{{pages}}", paths).encode()
    # What hosts, searches and reference managers read besides the pages.
    first, *others = options.languages
    ctx = build_context(View(lang=first), first, "", story)
    links = Links(options, ctx.dataset, first, "")
    i18n, root = ctx.i18n, options.root or "/"
    listed = [page for page in PAGES if page.slug in options.pages]
    # Hosts serve it for any address, however deep: its links are whole, or from the host's top.
    lost = render(
        "not_found.html",
        i18n,
        policy=NOTHING,
        path="",
        nearest=None,
        links=[
            (root + options.page(page.slug, first), i18n.t(page.title), i18n.t(page.question))
            for page in listed
        ],
        others=[
            (root + options.page(listed[0].slug, code), LANGUAGES[code], code) for code in others
        ],
        light=PALETTES["light"],
        dark=PALETTES["dark"],
        fonts=Markup(f"<style>{font_style(inline=True)}</style>"),  # noqa: S704 - made here
    )
    yield "404.html", lost.encode()
    yield "CITATION.cff", metadata.render_citation_file(ctx.dataset, ctx.i18n, links).encode()
    if options.root:
        yield "sitemap.xml", metadata.render_sitemap(ctx, links, listed).encode()
        robots = f"User-agent: *\nAllow: /\nSitemap: {options.root}sitemap.xml\n"
        yield "robots.txt", robots.encode()
    for path, make in downloads(story, options).items():
        yield path, make()


def own_site(intake: ImportResult) -> bytes:
    """An opened story as published pages with their tables, as one zip archive."""
    story = build_context(View(), "en", "", intake).story
    files = site_files(story, SiteOptions(files=("api",)))
    # Fixed times, so that equal files give equal bytes.
    return zip_files({f"site/{path}": content for path, content in files})
