"""One chart alone as a file to be framed by other sites, and how they find the code for it.

It shows the whole story; the script pales the marks that the filters of its address leave out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from components.export.embed import HEIGHT_SCRIPT, discovery_link, embed_page, oembed_content
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.index import stage_index
from components.presentation.pages import has_figures
from components.presentation.pictures import BEARS_ON, KIND_NAMES, Kind
from components.presentation.stage import SCENE
from components.presentation.ways_back import nothing_fits
from components.site.links import page_file
from components.site.options import SiteOptions
from components.site.script import as_json, plain_script
from components.site.stage import APART, SHARED

FOLDER: Final = "embed"
SCRIPT: Final = f"assets/{HEIGHT_SCRIPT.name}"
#: What pales the marks that the filters of its address leave out.
VIEW_SCRIPT: Final = "assets/embed.js"
#: The filters that a chart alone answers.
FILTERS: Final = ("from", "to", "possible", "region", "category", "source")
EVENT_KEYS: Final = ("id", "first", "last", "unsure", "at")
#: A chart alone brings its own style; it may run the scripts that show a view and tell its height.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEAD: Final = Markup(
    '<meta http-equiv="Content-Security-Policy" content="{policy}">\n{found}'
    '<link rel="stylesheet" href="{fonts}">\n<script src="{script}" defer></script>\n'
)

DATA: Final = Markup('<script type="application/json" id="view-data">{data}</script>\n')


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


def view_script() -> str:
    """The script of a chart alone: a scene's, and what pales marks by the filters asked for."""
    own = Path(__file__).parent / "site_embed.js"
    return plain_script([*(SHARED / f"{name}.js" for name in SCENE), own], "")


def _view_data(kind: Kind, ctx: Context, options: SiteOptions) -> dict[str, Any]:
    """What the script is given: the events, the filters that it answers, and what it says."""
    index, t = stage_index(ctx), ctx.i18n.t
    names = FILTERS if kind != "figures" else ()
    drawn_apart = tuple(name for name in BEARS_ON[kind] if name != "event")
    links = options.links(ctx.dataset, ctx.i18n.language, f"{FOLDER}/{kind}")
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


def _page(kind: Kind, ctx: Context, options: SiteOptions) -> str:
    slug, language = f"{FOLDER}/{kind}", ctx.i18n.language
    links = options.links(ctx.dataset, language, slug)
    found = Markup(discovery(kind, ctx.i18n, options))  # noqa: S704 - made from a template that escapes
    head = HEAD.format(
        policy=POLICY,
        found=found,
        fonts=f"{links.up}assets/fonts.css",
        script=links.up + VIEW_SCRIPT,
    )
    data = DATA.format(data=as_json(_view_data(kind, ctx, options)))
    return embed_page(kind, ctx, links.up + SCRIPT, links.to, head, data)


def embed_files(ctx: Context, options: SiteOptions) -> Iterator[tuple[str, bytes]]:
    """Every chart alone in the language of a view, and its oEmbed answer where one can be given."""
    for kind in KIND_NAMES:
        if kind == "figures" and not has_figures(ctx.dataset):
            continue
        path = embed_file(kind, ctx.i18n, options)
        yield path, _page(kind, ctx, options).encode()
        if options.root:
            base = options.root.rstrip("/")
            said = oembed_content(kind, ctx, base, options.root + path)
            yield (
                _oembed_file(kind, ctx.i18n, options),
                json.dumps(said, ensure_ascii=False).encode(),
            )
