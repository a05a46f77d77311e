"""One chart alone as a page to be framed: no Streamlit, no script but that of its height."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.key import sign_svg
from components.drawing.palette import PALETTES, css_colours
from components.drawing.svg import Drawn, dark_rules, paint
from components.i18n import I18n
from components.i18n.credit import credit_line
from components.presentation.context import Context
from components.presentation.embed.links import SCRIPT, WIDE_PX
from components.presentation.embed.parts import Chart, chart_alone
from components.presentation.embed.tables import chart_table
from components.presentation.markup import render
from components.presentation.pictures import Kind, picture_view
from components.query.filters import citations_in_use
from components.query.view import View, write_view

STYLE: Final = Path(__file__).parent / "embed.css"
NOTHING: Final = Markup()
#: Tells the page around a chart how high its frame must be.
HEIGHT_SCRIPT: Final = Path(__file__).parent / SCRIPT


@dataclass(frozen=True)
class SourceLink:
    """A source's short name, and where all that rests on it is shown."""

    name: str
    address: str


@dataclass(frozen=True)
class Named:
    """The sources of some records; ``label`` says of which, where there are several lists."""

    label: str
    documents: tuple[SourceLink, ...]
    others: tuple[SourceLink, ...]


def _sources(
    records: Iterable[str], ctx: Context
) -> tuple[tuple[SourceLink, ...], tuple[SourceLink, ...]]:
    """The documents and the other sources in use of some records."""
    data, i18n = ctx.dataset, ctx.i18n
    used = {c.source_id for r in records for c in citations_in_use(data, r, ctx.view.filters)}
    documents: list[SourceLink] = []
    others: list[SourceLink] = []
    for key, source in data.sources.items():
        if key in used:
            asked = {"source": key, "lang": i18n.language}
            if ctx.view.version:
                asked["v"] = ctx.view.version
            address = f"../sources?{urlencode(asked)}"
            found = documents if source.custom.tier == "document" else others
            found.append(SourceLink(i18n.source(source), address))
    return tuple(documents), tuple(others)


def _drawn(chart: Chart) -> list[Drawn]:
    return [chart.wide, chart.narrow, *(item.shapes for item in chart.key)]


@lru_cache(maxsize=1)
def _style() -> str:
    return (
        f":root{{{css_colours(PALETTES['light'])}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{css_colours(PALETTES['dark'])}}}}}"
        f"{STYLE.read_text('utf-8')}"
    )


def whole_view(kind: Kind, view: View, i18n: I18n) -> str:
    """The address of the page that shows the whole view, from that of the chart alone."""
    params = {**write_view(picture_view(kind, view)), "lang": i18n.language}
    return f"../{kind}?{urlencode(params, doseq=True)}"


def embed_page(
    kind: Kind,
    ctx: Context,
    script: str = f"./{SCRIPT}",
    led: Callable[[str], str] = str,
    head: Markup = NOTHING,
    foot: Markup = NOTHING,
) -> str:
    """The page of one chart of a view, light and dark at once, in the reader's language.

    Its links are relative to ``/embed/<kind>``, whatever path the server stands under.

    Args:
        script: the address of the one it loads.
        led: where a link leads on a published page; empty for nowhere.
        head: what else stands in its head.
        foot: what else stands at its end.
    """
    light = chart_alone(kind, replace(ctx, mode="light"))
    dark = chart_alone(kind, replace(ctx, mode="dark"))
    pairs = zip(_drawn(light), _drawn(dark), strict=True)
    ground = ctx.story.basemap.credit
    boundaries = (getattr(ground, ctx.i18n.language) or ground.en) if kind == "map" else ""
    return render(
        "embed.html",
        ctx.i18n,
        kind=kind,
        chart=light,
        wide_drawing=paint(light.wide),
        narrow_drawing=paint(light.narrow),
        style=Markup(_style()),  # noqa: S704
        dark=Markup(dark_rules(pairs, "main ")),  # noqa: S704
        wide=WIDE_PX,
        key=[(sign_svg(item), item.words) for item in light.key],
        table=chart_table(kind, ctx),
        sources=[Named(label, *_sources(records, ctx)) for label, records in light.sources],
        led=led,
        head=head,
        foot=foot,
        credit=f"{credit_line(ctx.dataset, ctx.i18n)} {boundaries}".strip(),
        whole=whole_view(kind, ctx.view, ctx.i18n),
        script=script,
    )


def problem_page(headline: str, lines: Iterable[str], i18n: I18n) -> str:
    """What stands in a frame whose address cannot be used: why, and the way to the story."""
    return render(
        "embed_problem.html",
        i18n,
        headline=headline,
        lines=list(lines),
        style=Markup(_style()),  # noqa: S704
        whole=f"../?lang={i18n.language}",
        script=f"./{SCRIPT}",
    )
