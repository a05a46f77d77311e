"""A chart alone as a page for a frame: drawings in two sizes, texts, a table, and its code.

Its texts are those of a picture of the same view. Its only script reports its height.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.palette import PALETTES, Palette, css_colours
from components.drawing.scene import Scene
from components.drawing.svg import Drawn, dark_rules, paint
from components.drawing.text_direction import join_isolated
from components.export.pictures import (
    PARTS_BUILDERS,
    Kind,
    PictureParts,
    format_credit,
    picture_query,
)
from components.export.view_files import DATA_SLUG
from components.i18n import I18n, Language
from components.i18n.counts import format_count_day, format_count_row
from components.i18n.language import story_name
from components.limits.views import MOST_MARKS
from components.presentation import (
    chart_data,
    cited,
    legend,
    map_scenes,
    row_number_scenes,
    timeline_scenes,
    totals_scenes,
)
from components.presentation.context import Context, file_context
from components.presentation.figure_texts import (
    build_figures_table,
    charted_claims,
    list_other_measures,
)
from components.presentation.markup import render
from components.presentation.records import build_event_line
from components.query.row_numbers import shows_row_numbers
from components.query.view import Counts, View
from components.query.view_facts import FindFacts, ViewFacts

SCRIPT: Final = "height.js"
#: Tells the page around a chart how high its frame must be.
HEIGHT_SCRIPT: Final = Path(__file__).parent / SCRIPT
#: What a host's script for frames adds to the address (Pym and Sidechain); it changes nothing.
FROM_HOSTS: Final = frozenset({"initialWidth", "childId", "parentTitle", "parentUrl"})
#: The height of a wide frame in pixels until its script reports how high it must be.
FRAME_HEIGHTS: Final[dict[Kind, int]] = {"timeline": 960, "map": 1050, "figures": 1280}
FRAME: Final = Markup(
    '<iframe src="{}" title="{}" loading="lazy" width="100%" height="{}" '
    'style="border:0;max-width:100%"></iframe>'
)
#: What stands behind the frame in the code for other pages: it gives the frame the height that the
#: chart reports, and reads no other message.
LISTENER: Final = Markup(
    "<script>"
    'addEventListener("message",({source,data})=>{'
    'if(data?.type==="embed-size"&&data.height>0)'
    'for(const frame of document.querySelectorAll("iframe"))'
    "if(frame.contentWindow===source)frame.height=data.height"
    "})"
    "</script>"
)
#: The parameter for the colours of a chart; without it they are those of the reader's browser.
THEME_PARAMETER: Final = "theme"
Theme = Literal["", "light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
#: When the dark colours hold, as a media query: a dark page is printed in light colours.
DARK_MEDIA: Final[dict[Theme, str]] = {
    "": "screen and (prefers-color-scheme:dark)",
    "light": "not all",
    "dark": "screen",
}
#: What the style sheet leaves on both sides of a drawing, in pixels.
SIDES_PX: Final = 28
#: The widths of both drawings in pixels. A page shows them larger, and never smaller, so that no
#: type is below 12 pixels: the narrow one has room in a frame of 320 pixels.
WIDE_PX: Final = 640
NARROW_PX: Final = 320 - SIDES_PX
#: From this width of a frame on, in pixels, its page shows the wide drawing.
WIDE_FRAME_PX: Final = WIDE_PX + SIDES_PX
WIDE_MAP_HEIGHT_PX: Final = 520
NARROW_MAP_HEIGHT_PX: Final = 380
#: The height of a row in a wide timeline.
ROW_PX: Final = 16.5
#: Lines of a title in a narrow timeline.
NARROW_TITLE_LINES: Final = 3


class EmbeddedChart(NamedTuple):
    """The texts of a chart, and its drawings in two widths."""

    parts: PictureParts
    wide: Scene
    narrow: Scene

    def drawings(self) -> list[Drawn]:
        """Return both drawings and the signs of the legend."""
        legend_items, _, _ = self.parts.explain(self.wide)
        legend_shapes = [item.shapes for item in legend_items]
        return [self.wide, self.narrow, *legend_shapes]


class ChartTable(NamedTuple):
    """The table of a chart; the first cell of a row names it."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    #: Rows that are not in the table.
    more_count: int = 0


class SourceLink(NamedTuple):
    """The name of a source, and the address that shows it."""

    name: str
    address: str


class SourceGroup(NamedTuple):
    """The sources of some records of a chart, below a label."""

    label: str
    documents: list[SourceLink]
    reports: list[SourceLink]


@dataclass(frozen=True)
class EmbedOptions:
    """How a chart's page is connected to the site that it is on."""

    #: The address of its script, from the page.
    script: str = f"./{SCRIPT}"
    #: Returns where a link of the app leads on this site, "" for nowhere.
    rewrite_link: Callable[[str], str] = str
    #: HTML for the head of the page, and for its end.
    head: str = ""
    foot: str = ""
    theme: Theme = ""


APP_OPTIONS: Final = EmbedOptions()


def _chart_headline(kind: Kind, ctx: Context) -> str:
    return PARTS_BUILDERS[kind](ctx, "tall").title


def frame_code(kind: Kind, ctx: Context, address: str) -> str:
    """Return the code to put a chart of a view into a page: its frame, and what sets its height."""
    # Each run of a page that offers its code needs the headline.
    cache_key = ("headline of", kind, ctx.view, ctx.i18n.language)
    make_headline = partial(_chart_headline, kind, ctx)
    headline = ctx.story.memoize(cache_key, make_headline)
    name = story_name(ctx.dataset, ctx.i18n)
    title = f"{headline} · {name}"
    height = FRAME_HEIGHTS[kind]
    frame = FRAME.format(address, title, height)
    return f"{frame}\n{LISTENER}"


def draw_chart(kind: Kind, ctx: Context) -> EmbeddedChart:
    """Draw a chart of a view in two widths, in the context's colours."""
    parts = PARTS_BUILDERS[kind](ctx, "tall")
    if kind == "map":
        wide = map_scenes.draw_map(ctx, WIDE_PX, WIDE_MAP_HEIGHT_PX)
        narrow = map_scenes.draw_map(ctx, NARROW_PX, NARROW_MAP_HEIGHT_PX)
        return EmbeddedChart(parts, wide, narrow)
    if kind == "figures":
        draw_figures: Callable[[Context, float], Scene] = totals_scenes.draw_totals
        if shows_row_numbers(ctx.dataset):
            draw_figures = row_number_scenes.draw_row_numbers
        wide = draw_figures(ctx, WIDE_PX)
        narrow = draw_figures(ctx, NARROW_PX)
        return EmbeddedChart(parts, wide, narrow)
    window = chart_data.chart_window(ctx.dataset, ctx.view)
    wide_options = timeline_scenes.TimelineOptions(window=window, row=ROW_PX)
    wide = timeline_scenes.draw_timeline(parts.ctx, WIDE_PX, options=wide_options)
    narrow_options = timeline_scenes.TimelineOptions(window=window, title_lines=NARROW_TITLE_LINES)
    narrow = timeline_scenes.draw_timeline(parts.ctx, NARROW_PX, options=narrow_options)
    return EmbeddedChart(parts, wide, narrow)


# The table of a chart -----------------------------------------------------------------------------


def _events_table(facts: ViewFacts, i18n: I18n, palette: Palette) -> ChartTable:
    t = i18n.t
    events = facts.selection.rows
    rows = []
    for event in events[:MOST_MARKS]:
        line = build_event_line(event, facts, i18n, palette=palette)
        rows.append([line[key] for key in ("title", "date", "kind", "sources")])
    columns = (t("Event"), t("Date"), t("Kind"), t("Sources"))
    more_count = max(len(events) - MOST_MARKS, 0)
    return ChartTable(columns, rows, more_count)


def _counts_table(
    facts: ViewFacts, counts: Counts, find_facts: FindFacts, i18n: I18n
) -> ChartTable:
    """Return the counts of each region on the days that are shown, the earlier day first."""
    table = chart_data.shown_counts(facts, counts, find_facts)
    day_keys = ["latest"]
    if len(table.days) > 1:
        day_keys = ["earlier", "latest"]
    rows = []
    for region_counts in table.rows:
        row = format_count_row(region_counts, i18n)
        labels = cited.list_source_labels(region_counts.claims.values(), facts, i18n)
        day_cells = [row[day_key] for day_key in day_keys]
        rows.append([row["region"], *day_cells, join_isolated(", ", labels)])
    columns = [i18n.t("Region")]
    days = list(table.days.values())
    for day in reversed(days):
        columns.append(format_count_day(day, i18n))
    columns.append(i18n.t("Sources"))
    return ChartTable(columns, rows)


def _chart_table(kind: Kind, ctx: Context) -> ChartTable:
    if kind == "timeline":
        return _events_table(ctx.facts, ctx.i18n, ctx.palette)
    if kind == "figures" and shows_row_numbers(ctx.dataset):
        columns, rows = row_number_scenes.build_numbers_table(ctx.facts, ctx.i18n)
        number_count = len(ctx.facts.row_numbers_finding.records)
        return ChartTable(columns, rows, number_count - len(rows))
    if kind == "figures":
        claims = charted_claims(ctx.facts, ctx.view)
        columns, rows = build_figures_table(claims, ctx.facts, ctx.i18n)
        return ChartTable(columns, rows)
    if ctx.dataset.counts_by_region:
        return _counts_table(ctx.facts, ctx.view.counts, ctx.story.facts, i18n=ctx.i18n)
    place_columns, place_rows, more_count = chart_data.build_places_table(ctx.facts, ctx.i18n)
    # Without the coordinates, which the map shows.
    rows = [place_row[:2] for place_row in place_rows]
    return ChartTable(place_columns[:2], rows, more_count)


# The page of a chart ------------------------------------------------------------------------------


def _source_group(
    label: str, record_ids: Iterable[str], facts: ViewFacts, view: View, i18n: I18n
) -> SourceGroup:
    """Return the allowed sources of some records, in the data set's order."""
    group = SourceGroup(label, [], [])
    for source in facts.list_cited_sources(record_ids):
        params = {"source": source.id, "lang": i18n.language}
        if view.version:
            params["v"] = view.version
        label_of_source = i18n.source_label(source)
        link = SourceLink(label_of_source, f"../sources?{urlencode(params)}")
        if source.custom.tier == "document":
            group.documents.append(link)
        else:
            group.reports.append(link)
    return group


@cache
def _page_style(theme: Theme = "") -> Markup:
    style_file = Path(__file__).with_name("embed.css")
    style_sheet = style_file.read_text("utf-8")
    light_colours = css_colours(PALETTES["light"])
    dark_colours = css_colours(PALETTES["dark"])
    dark_scheme = f"@media {DARK_MEDIA[theme]}{{:root{{{dark_colours}}}}}"
    scheme = f":root{{color-scheme:{theme}}}" if theme else ""
    return Markup(f":root{{{light_colours}}}{dark_scheme}{style_sheet}{scheme}")  # noqa: S704


def _list_other_measures(kind: Kind, ctx: Context) -> list[tuple[str, str]]:
    """Return the address and the label of what else is counted by figures that fit."""
    if kind != "figures" or shows_row_numbers(ctx.dataset):
        return []
    links = []
    for other in list_other_measures(ctx.facts, ctx.view, ctx.i18n):
        view = replace(ctx.view, measure=other.measure, claim=None)
        query = picture_query(kind, view, ctx.i18n.language)
        links.append((f"../{kind}?{query}", other.label))
    return links


def embed_page(kind: Kind, ctx: Context, options: EmbedOptions = APP_OPTIONS) -> str:
    """Return the page of a chart, light and dark at once, in the context's language.

    Parameters
    ----------
    kind
        The chart.
    ctx
        The view.
    options
        How the page is connected to its site; its links are relative to ``/embed/<kind>``.
    """
    light_ctx = replace(ctx, mode="light")
    dark_ctx = replace(ctx, mode="dark")
    light_chart = draw_chart(kind, light_ctx)
    dark_chart = draw_chart(kind, dark_ctx)
    drawing_pairs = zip(light_chart.drawings(), dark_chart.drawings(), strict=True)
    parts = light_chart.parts
    legend_items, notes, record_groups = parts.explain(light_chart.wide)
    table = _chart_table(kind, ctx)
    return render(
        "embed.html",
        ctx.i18n,
        kind=kind,
        headline=parts.title,
        subtitle=parts.subtitle,
        notes=notes,
        columns=table.columns,
        rows=table.rows,
        more=table.more_count,
        wide_drawing=paint(light_chart.wide, has_app_fonts=False),
        narrow_drawing=paint(light_chart.narrow, has_app_fonts=False),
        style=_page_style(options.theme),
        dark_media=DARK_MEDIA[options.theme],
        dark=Markup(dark_rules(drawing_pairs, "main ")),  # noqa: S704
        wide=WIDE_FRAME_PX,
        key=legend.draw_signs(legend_items),
        others=_list_other_measures(kind, ctx),
        sources=[
            _source_group(label, record_ids, ctx.facts, view=ctx.view, i18n=ctx.i18n)
            for label, record_ids in record_groups
        ],
        rewrite_link=options.rewrite_link,
        head=options.head,
        foot=options.foot,
        credit=format_credit(kind, ctx.dataset, ctx.story, i18n=ctx.i18n),
        whole=f"../{kind}?{picture_query(kind, ctx.view, ctx.i18n.language)}",
        script=options.script,
    )


def chart_page_bytes(kind: Kind, view: View, language: Language, theme: Theme = "") -> bytes:
    """Return the page of a chart of the public story (UTF-8); a worker can make it."""
    ctx = file_context(view, language, DATA_SLUG)
    options = replace(APP_OPTIONS, theme=theme)
    return embed_page(kind, ctx, options).encode()


def problem_page(headline: str, lines: Iterable[str], i18n: I18n) -> str:
    """Return the page of a frame whose address cannot be used: why, and a link to the story."""
    return render(
        "embed_problem.html",
        i18n,
        headline=headline,
        lines=list(lines),
        style=_page_style(),
        whole=f"../?lang={i18n.language}",
        script=f"./{SCRIPT}",
    )
