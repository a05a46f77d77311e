"""One chart alone as a page to be framed: drawings in two sizes, words, a table, and its code.

What is said is what a picture of the same view says. Its one script is that of its height.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.palette import PALETTES, Mode, css_colours
from components.drawing.scene import Scene
from components.drawing.svg import Drawn, dark_rules, paint
from components.i18n import I18n
from components.i18n.counts import format_count_row
from components.i18n.language import story_name
from components.limits import MOST_MARKS
from components.presentation import findings, legend, map_scenes, timeline_scenes, totals_scenes
from components.presentation.context import Context
from components.presentation.figure_texts import build_figures_table, charted_claims
from components.presentation.markup import render
from components.presentation.pictures import KINDS, Kind, Parts, credit_of, picture_query
from components.presentation.records import build_list_line
from components.query.filters import select_allowed_citations

PATH: Final = "/embed"
SCRIPT: Final = "height.js"
#: Tells the page around a chart how high its frame must be.
HEIGHT_SCRIPT: Final = Path(__file__).parent / SCRIPT
#: What a host's script for frames adds to the address (Pym and Sidechain); it changes nothing.
FROM_HOSTS: Final = frozenset({"initialWidth", "childId", "parentTitle", "parentUrl"})
#: Pixels that a wide frame is high until it says itself how high it must be.
HEIGHTS: Final[dict[Kind, int]] = {"timeline": 960, "map": 1050, "figures": 1280}
FRAME: Final = Markup(
    '<iframe src="{}" title="{}" loading="lazy" width="100%" height="{}" '
    'style="border:0;max-width:100%"></iframe>'
)


def frame_code(kind: Kind, ctx: Context, address: str) -> str:
    """An ``<iframe>`` to put into a page: the chart of a view at its address."""
    # Every run of a page that offers its code asks for what the chart says.
    key = ("headline of", kind, ctx.view, ctx.i18n.language)
    headline = ctx.story.memoize(key, lambda: KINDS[kind](ctx, "tall").title)
    title = f"{headline} · {story_name(ctx.dataset, ctx.i18n)}"
    return str(FRAME.format(address, title, HEIGHTS[kind]))


def chart_alone(kind: Kind, ctx: Context) -> tuple[Parts, Scene, Scene]:
    """What a chart of a view says, its wide and its narrow drawing, in the context's colours."""
    parts = KINDS[kind](ctx, "tall")
    # In pixels; a page shows them somewhat larger or smaller.
    wide, narrow = 720, 320
    if kind == "map":
        return parts, map_scenes.draw_map(ctx, wide, 560), map_scenes.draw_map(ctx, narrow, 400)
    if kind == "figures":
        return parts, totals_scenes.draw_totals(ctx, wide), totals_scenes.draw_totals(ctx, narrow)
    window = findings.chart_window(ctx.dataset, ctx.view)
    options = timeline_scenes.TimelineOptions(window=window)
    free = timeline_scenes.draw_timeline(parts.ctx, wide, options=options)
    if free.height > (highest := 620):
        free = timeline_scenes.draw_timeline(parts.ctx, wide, highest, options)
    listed = timeline_scenes.TimelineOptions(window=window, title_lines=3)
    return parts, free, timeline_scenes.draw_timeline(parts.ctx, narrow, options=listed)


def chart_paints(parts: Parts, wide: Scene, narrow: Scene) -> list[Drawn]:
    """Both drawings of a chart alone, and the signs of its key."""
    return [wide, narrow, *(item.shapes for item in parts.said(wide)[0])]


def _chart_table(kind: Kind, ctx: Context) -> tuple[Sequence[str], Sequence[Sequence[str]], int]:
    """Its columns, its rows, the first cell of which names each, and how many more there are."""
    i18n, t = ctx.i18n, ctx.i18n.t
    if kind == "timeline":
        events = ctx.selection.events
        heads = {"title": t("Event"), "date": t("Date"), "kind": t("Kind"), "sources": t("Sources")}
        lines = (build_list_line(event, ctx) for event in events[:MOST_MARKS])
        rows = [[line["title"], line["date"], line["kind"], line["sources"]] for line in lines]
        return [*heads.values()], rows, max(len(events) - MOST_MARKS, 0)
    if kind == "figures":
        return (*build_figures_table(charted_claims(ctx), ctx), 0)
    if not ctx.dataset.counts_by_region:
        columns, places, more = findings.build_places_table(ctx)
        return columns[:2], [place[:2] for place in places], more
    table, counted = findings.shown_counts(ctx), []
    for counts in table.rows:
        row = format_count_row(counts, i18n)
        cited = dict.fromkeys(one.source_id for one in findings.count_citations(counts, ctx))
        said = dict.fromkeys(i18n.source_label(ctx.dataset.sources[key]) for key in cited)
        both = ("earlier", "latest") if len(table.days) > 1 else ("latest",)
        counted.append((row["region"], *(row[day] for day in both), ", ".join(said)))
    days = [t("to {date}", date=i18n.format_date(day)) for day in reversed([*table.days.values()])]
    return (t("Region"), *days, t("Sources")), counted, 0


def _sources(records: Iterable[str], ctx: Context) -> list[list[tuple[str, str]]]:
    """The documents and the other sources in use of some records: names, where each is shown."""
    data, version = ctx.dataset, {"v": ctx.view.version} if ctx.view.version else {}
    used = {
        c.source_id for r in records for c in select_allowed_citations(data, r, ctx.view.filters)
    }
    found: list[list[tuple[str, str]]] = [[], []]
    for key, source in data.sources.items():
        if key in used:
            query = urlencode({"source": key, "lang": ctx.i18n.language, **version})
            outside = source.custom.tier != "document"
            found[outside].append((ctx.i18n.source_label(source), f"../sources?{query}"))
    return found


@lru_cache(maxsize=1)
def _style() -> Markup:
    sheet = (Path(__file__).parent / "embed.css").read_text("utf-8")
    return Markup(  # noqa: S704
        f":root{{{css_colours(PALETTES['light'])}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{css_colours(PALETTES['dark'])}}}}}{sheet}"
    )


def embed_page(
    kind: Kind,
    ctx: Context,
    script: str = f"./{SCRIPT}",
    led: Callable[[str], str] = str,
    head: str = "",
    foot: str = "",
) -> str:
    """The page of one chart of a view, light and dark at once, in the reader's language.

    Its links are relative to ``/embed/<kind>``; on a published page they lead where ``led`` says,
    empty for nowhere. ``script`` is the address of the one it loads; ``head`` and ``foot`` are what
    else stands in its head and at its end.
    """
    modes: tuple[Mode, Mode] = ("light", "dark")
    light, dark = (chart_alone(kind, replace(ctx, mode=mode)) for mode in modes)
    parts, wide, narrow = light
    key, notes, groups = parts.said(wide)
    pairs = zip(chart_paints(*light), chart_paints(*dark), strict=True)
    columns, rows, more = _chart_table(kind, ctx)
    return render(
        "embed.html",
        ctx.i18n,
        kind=kind,
        headline=parts.title,
        subtitle=parts.measured,
        notes=notes,
        columns=columns,
        rows=rows,
        more=more,
        wide_drawing=paint(wide),
        narrow_drawing=paint(narrow),
        style=_style(),
        dark=Markup(dark_rules(pairs, "main ")),  # noqa: S704
        # From this width on, in pixels, a frame shows the wide drawing.
        wide=600,
        key=legend.draw_signs(key),
        sources=[(label, *_sources(records, ctx)) for label, records in groups],
        led=led,
        head=head,
        foot=foot,
        credit=credit_of(kind, ctx),
        whole=f"../{kind}?{picture_query(kind, ctx.view, ctx.i18n.language)}",
        script=script,
    )


def problem_page(headline: str, lines: Iterable[str], i18n: I18n) -> str:
    """What stands in a frame whose address cannot be used: why, and the way to the story."""
    return render(
        "embed_problem.html",
        i18n,
        headline=headline,
        lines=list(lines),
        style=_style(),
        whole=f"../?lang={i18n.language}",
        script=f"./{SCRIPT}",
    )
