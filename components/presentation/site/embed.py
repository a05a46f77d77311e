"""One chart alone as a file to be framed by other sites, and how they find the code for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from components.i18n import I18n
from components.presentation.charts.picture_links import KIND_NAMES, Kind
from components.presentation.context import Context
from components.presentation.embed.oembed import discovery_link, oembed_content
from components.presentation.embed.page import HEIGHT_SCRIPT, embed_page
from components.presentation.site.links import page_file
from components.presentation.site.options import SiteOptions

FOLDER: Final = "embed"
SCRIPT: Final = f"assets/{HEIGHT_SCRIPT.name}"
#: What lets a chart show the view of its address.
VIEW_SCRIPT: Final = "assets/embed.js"
#: A chart alone brings its own style; it may run the scripts that show a view and tell its height.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEAD: Final = Markup(
    '<meta http-equiv="Content-Security-Policy" content="{policy}">\n{found}'
    '<link rel="stylesheet" href="{fonts}">\n<script src="{script}" defer></script>\n<title>'
)


def embed_file(kind: Kind, i18n: I18n, options: SiteOptions) -> str:
    """The file of a chart alone, from the top of the site."""
    return page_file(f"{FOLDER}/{kind}", i18n.language, options.languages[0])


def _oembed_file(kind: Kind, i18n: I18n, options: SiteOptions) -> str:
    return f"{options.own(i18n.language)}oembed/{kind}.json"


def discovery(kind: Kind | None, i18n: I18n, options: SiteOptions) -> str:
    """The link to a chart's oEmbed answer; nothing where the site's address is not known."""
    if kind is None or not options.root:
        return ""
    return discovery_link(options.root + _oembed_file(kind, i18n, options), i18n) + "\n"


def _page(kind: Kind, ctx: Context, options: SiteOptions) -> str:
    slug, language = f"{FOLDER}/{kind}", ctx.i18n.language
    links = options.links(ctx.dataset, language, slug)
    text = embed_page(kind, ctx, links.up + SCRIPT)
    found = Markup(discovery(kind, ctx.i18n, options))  # noqa: S704 - made from a template that escapes
    head = HEAD.format(
        policy=POLICY,
        found=found,
        fonts=f"{links.up}assets/fonts.css",
        script=links.up + VIEW_SCRIPT,
    )
    begin, mark, rest = text.partition("</head>")
    return begin.replace("<title>", str(head), 1) + mark + links.all_of(rest)


def embed_files(ctx: Context, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Every chart alone in the language of a view, and its oEmbed answer where one can be given."""
    for kind in KIND_NAMES:
        path = embed_file(kind, ctx.i18n, options)
        yield path, _page(kind, ctx, options).encode()
        if options.root:
            base = options.root.rstrip("/")
            said = oembed_content(kind, ctx, base, options.root + path)
            yield (
                _oembed_file(kind, ctx.i18n, options),
                json.dumps(said, ensure_ascii=False).encode(),
            )
