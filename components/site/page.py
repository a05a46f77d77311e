"""One published page: its head, its menu, what it says, and the part that works by itself."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from components.export.embed import WIDE_PX, chart_drawings, frame_code, frame_height, headline_of
from components.export.metadata import PageText, head_html
from components.export.quotation import dataset_citation
from components.i18n import LANGUAGES, Language, i18n_for
from components.i18n.credit import story_name
from components.page.html import page_text
from components.presentation.context import Context, story_words
from components.presentation.markup import render
from components.presentation.pages import PAGES, PageInfo
from components.presentation.pictures import CHART_OF, FORMATS, FORMS, Kind
from components.presentation.sentence import sentence
from components.presentation.stories import LoadedStory
from components.query.view import View
from components.site.embed import discovery, embed_file
from components.site.links import Links, page_file
from components.site.options import SiteAddresses, SiteOptions
from components.site.scene import scene_html
from components.site.stage import stage_html

#: What a page may load: its own files alone. Drawings carry their colours as style attributes.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def context_of(story: LoadedStory, language: Language, slug: str) -> Context:
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
        ctx: the whole story, as :func:`context_of` gives it.
        options: what is published, and where.
    """
    i18n, kind = ctx.i18n, CHART_OF.get(page.slug)
    narrow = chart_drawings(kind, ctx)[1] if kind and not page.stage else None
    made = page_text(ctx, page, narrow)
    links = options.links(ctx.dataset, i18n.language, page.slug)
    return render(
        "site_page.html",
        i18n,
        policy=POLICY,
        head=Markup(  # noqa: S704 - made by templates that escape
            discovery(kind, i18n, options)
            + head_html(ctx, page, made, SiteAddresses(options, links.up))
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
