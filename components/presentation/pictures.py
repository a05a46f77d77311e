"""A picture to publish: a view's drawing with its finding, key, notes, sources, address, credit."""

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any, Final, Literal, NamedTuple, get_args
from urllib.parse import urlencode

from PIL import Image

from components.drawing.events import count_key
from components.drawing.palette import PALETTES
from components.drawing.scene import DayScale, Group, Line, Mark, Paint, Scene, Text
from components.drawing.sheet import EDGE_PX, Draw, KeyItem, PictureTexts, SheetForm, sheet_scene
from components.drawing.svg import paint, to_png
from components.drawing.timeline import FOOT_PX, HEAD_PX, SIDE_PX
from components.i18n import N_, I18n, Language
from components.i18n.credit import credit_line
from components.i18n.language import story_name
from components.limits import MOST_FRAMES
from components.presentation import (
    cited,
    figure_texts,
    findings,
    map_scenes,
    notices,
    timeline_scenes,
    totals_scenes,
)
from components.presentation.context import Context
from components.presentation.notices import list_filter_phrases, view_sentence
from components.presentation.pages import server_address
from components.query.figures import group_into_panels, parse_as_of, select_totals
from components.query.filters import select_allowed_citations
from components.query.view import View, parse_zoom_days, write_view
from components.story.edtf import days_after

#: Pictures are for paper and for other people's pages: their contexts are always light.
PALETTE: Final = PALETTES["light"]
Kind = Literal["timeline", "map", "figures"]
Format = Literal["png", "svg"]
#: How wide and high a picture is: the parameter ``form`` of its address.
Form = Literal["tall", "wide", "square"]
KIND_NAMES: Final[tuple[Kind, ...]] = get_args(Kind)
#: Pages with a chart of their own; the Overview's picture begins with the timeline.
CHART_OF: Final[dict[str, Kind]] = {"": "timeline", **{kind: kind for kind in KIND_NAMES}}
FORM_NAMES: Final[tuple[Form, ...]] = get_args(Form)
FORM_PARAMETER: Final = "form"
#: What a reader is offered; the first is the default.
FORMS: Final[dict[Form, str]] = {
    "tall": N_("tall, with every source"),
    "wide": N_("wide (1200 × 630), for links and papers"),
    "square": N_("square (1080 × 1080)"),
}
#: How wide a picture is as PNG, in pixels.
PNG_PX: Final[dict[Form, int]] = {"tall": 2400, "wide": 1200, "square": 1080}
PATH: Final = "/pictures"
#: What of a view decides how a picture looks, besides its filters and its version.
BEARS_ON: Final[dict[Kind, tuple[str, ...]]] = {
    "timeline": ("zoom", "event"),
    "map": ("counts", "extent", "event"),
    "figures": ("measure", "population", "claimant", "claim"),
}
#: The timeline as an animated picture, of the days in the address.
PLAY: Final = "play.webp"
PLAY_MEDIA: Final = "image/webp"
FORMATS: Final[dict[Format, str]] = {"png": "image/png", "svg": "image/svg+xml"}
#: What the name of a picture's file means.
PICTURES: Final[dict[str, tuple[Kind, Format]]] = {
    f"{kind}.{suffix}": (kind, suffix) for kind in KIND_NAMES for suffix in FORMATS
}
#: A tagline that is longer does not fit into a subtitle.
LONGEST_SUBJECT_CHARACTERS: Final = 100
SHEETS: Final[dict[Form, SheetForm]] = {
    "tall": SheetForm(1200),
    "wide": SheetForm(
        1200, 630, title=27, measured=15, key=12, note=12.5, small=11.5, most_notes=2
    ),
    "square": SheetForm(1080, 1080, title=31, measured=16, key=13, note=13, small=12, most_notes=4),
}
# A line breaks between two names, and not between a day and its month.
UNBROKEN: Final = "\u00a0"
#: So many names of sources in a picture of a fixed height; the rest are counted.
MOST_NAMES: Final = 4
#: How much larger than on the screen the type of a chart is, by form.
SIZE: Final[dict[Form, float]] = {"tall": 1.15, "wide": 1.0, "square": 1.1}
#: How high a chart without any mark is: enough for its axis.
EMPTY_HEIGHT_PX: Final = 160.0
MAP_HEIGHT_PX: Final = 1080
#: How much larger than on the screen a map's type and circles are.
MAP_SIZE: Final[dict[Form, float]] = {"tall": 1.6, "wide": 1.15, "square": 1.25}
#: Pixels of an animated picture across; as high as a wide picture is in proportion.
WIDTH_PX: Final = 960
#: Milliseconds of a frame, and of the last one.
FRAME_MS: Final = 350
LAST_FRAME_MS: Final = 3000
#: How much of its colour an event keeps that has not begun.
NOT_YET: Final = 0.12
DAY_PX: Final = 22
#: The key of a drawing, its notes, and what is drawn: ids of records, each group with its label.
Said = tuple[list[KeyItem], list[str], list[tuple[str, list[str]]]]


def picture_view(kind: Kind, view: View) -> View:
    """A view without parameters that do not change a picture: equal pictures are kept once."""
    kept: dict[str, Any] = {name: getattr(view, name) for name in BEARS_ON[kind]}
    return View(filters=view.filters, version=view.version, **kept)


def picture_query(kind: Kind, view: View, language: Language, **more: str) -> str:
    """What of a view stands in the address of its picture; its language is always named."""
    params = {**write_view(picture_view(kind, view)), "lang": language, **more}
    return urlencode(params, doseq=True)


def picture_address(name: str, view: View, i18n: I18n, shape: Form = "tall") -> str:
    """The address of a view's picture by the name of its file."""
    kind = "timeline" if name == PLAY else PICTURES[name][0]
    more = {} if shape == "tall" else {FORM_PARAMETER: shape}
    return server_address(f"{PATH}/{name}", picture_query(kind, view, i18n.language, **more))


class Parts(NamedTuple):
    """One kind of picture: how it is drawn, and what is said of what a drawing of it shows."""

    ctx: Context
    title: str
    measured: str
    draw: Draw
    said: Callable[[Scene], Said]


def subtitle(measured: str, ctx: Context) -> str:
    """Whom a story is about, what a picture shows, and the regions and voices of its view."""
    shown, i18n = ctx.dataset.presentation, ctx.i18n
    # What its tagline says before its dates, else its name.
    about = getattr(shown.tagline, i18n.language).partition(":")[0].strip().removesuffix(".")
    about = about.removesuffix(i18n.t("the days of the story")).strip().removesuffix(",")
    if not 0 < len(about) <= LONGEST_SUBJECT_CHARACTERS:
        about = story_name(ctx.dataset, i18n)
    told = list_filter_phrases(
        ctx.with_filters(ctx.view.filters.keep_only("regions", "voices", "tier"))
    )
    return f"{about}. {', '.join([measured, *told])}."


def source_lines(
    records: Iterable[str], ctx: Context, label: str = "", most: int | None = None
) -> list[str]:
    """The sources of some records, the documents apart; with ``most`` so many in one line."""
    i18n, data, filters = ctx.i18n, ctx.dataset, ctx.view.filters
    used = {c.source_id for key in records for c in select_allowed_citations(data, key, filters)}
    tiers: dict[str, list[str]] = {"document": [], "corroborating": []}
    for source in (data.sources[key] for key in data.sources if key in used):
        tiers[source.custom.tier].append(i18n.source_label(source).replace(" ", UNBROKEN))
    documents, others = tiers.values()
    if most is not None:
        documents, others = [*documents, *others], []
    more, listed = len(documents) - (most or len(documents)), "; ".join(documents[:most])
    lines = [i18n.t("Sources: {names}.", names=listed)] if documents else []
    if more > 0:
        lines[0] = i18n.n(
            "Sources: {names}, and {count} more named at the address below.",
            "Sources: {names}, and {count} more named at the address below.",
            more,
            names=listed,
        )
    if others:
        lines.append(i18n.t("Corroborating reports: {names}.", names="; ".join(others)))
    return [f"{label} {lines[0]}".strip(), *lines[1:]] if lines else []


def timeline_parts(whole: Context, form: Form) -> Parts:
    """The timeline of a view, ready to be set; all of it is of the days that are shown."""
    i18n, ctx, filters, closer = whole.i18n, whole, whole.view.filters, parse_zoom_days(whole.view)
    span = first, last = findings.chart_window(whole.dataset, whole.view)
    dated = filters.start or filters.end
    if closer or (whole.view.zoom != "all" and not dated):
        ctx = whole.with_filters(replace(filters, start=first, end=last))
    seen = [row.id for row in ctx.selection.rows if row.when.possibly_within(first, last)]

    def draw(width: float, height: float | None) -> Scene:
        room = height if seen else (height or EMPTY_HEIGHT_PX)
        options = timeline_scenes.TimelineOptions(window=(first, last), scale=SIZE[form])
        return timeline_scenes.draw_timeline(ctx, width, room, options)

    def said(drawing: Scene) -> Said:
        # Bars of counts have no ids: what they count is what falls in these days.
        if "counted" in drawing.kind:
            key, records = [count_key(ctx.palette, findings.format_bins_legend(ctx))], seen
        else:
            key = timeline_scenes.build_timeline_key(drawing.list_signs(), i18n, ctx.palette)
            records = list(drawing.record_ids("event"))
        return key, [view_sentence(ctx)], [("", records)]

    if not (dated or closer):
        # The room at both ends of the chart is no part of the story.
        begin, end = whole.dataset.period
        span = max(first, begin), min(last, end)
    measured = i18n.t(
        "Events by kind and date, {span}", span=i18n.format_date(f"{span[0]}/{span[1]}")
    )
    title = findings.timeline_finding(ctx) if seen else i18n.t(notices.NOTHING_FITS)
    return Parts(ctx, title, subtitle(measured, ctx), draw, said)


def map_parts(ctx: Context, form: Form) -> Parts:
    i18n, table, counted = ctx.i18n, findings.shown_counts(ctx), ctx.dataset.counts_by_region

    def draw(width: float, height: float | None) -> Scene:
        options = map_scenes.MapOptions(scale=MAP_SIZE[form])
        return map_scenes.draw_map(ctx, width, height or MAP_HEIGHT_PX, options)

    def said(drawing: Scene) -> Said:
        dimmed, places = not table.answered, set(drawing.record_ids("place"))
        scale = map_scenes.CircleScale(table.largest, drawing.unit)
        key = map_scenes.build_map_key(drawing.list_signs(), scale, ctx, is_dimmed=dimmed)
        events = [event.id for event in ctx.selection.events if event.place_id in places]
        shown = view_sentence(ctx, frozenset(events))
        if not counted:
            return key, [shown], [("", events)]
        both = ("latest", "earlier") if ctx.view.counts == "change" else None
        days = both or (findings.shown_count_day(ctx.view),)
        claims = [claim.id for row in table.rows for day in days if (claim := row.claims.get(day))]
        groups = [(i18n.t("Counts by region."), claims), (i18n.t("Places of events."), events)]
        return key, [shown, i18n.t(cited.COUNTS_NOTE)], groups

    measured, shown = i18n.t("Where the events happened"), ctx
    if counted:
        measured, counts = i18n.t("People counted by region"), ctx.view.counts
        before, day = map(table.days.get, ("earlier", findings.shown_count_day(ctx.view)))
        if day and counts == "change" and before:
            first, last = before.partition("/")[0], day.rpartition("/")[2]
            measured = f"{measured}, {i18n.format_date(f'{first}/{last}')}"
        elif day:
            measured = i18n.t(
                "{measured}, as of {date}", measured=measured, date=i18n.format_date(day)
            )
        # A map of counts shows every region.
        shown = ctx.with_filters(replace(ctx.view.filters, regions=()))
    measured = subtitle(measured, shown)
    return Parts(ctx, findings.map_finding(ctx), measured, draw, said)


def figures_parts(ctx: Context, form: Form) -> Parts:
    """The reported totals of a view, ready to be set."""
    i18n, shown = ctx.i18n, figure_texts.charted_claims(ctx)
    # A picture with a height of its own has room for those of the first measure alone.
    if form != "tall" and shown:
        shown = group_into_panels(ctx.dataset, shown)[0].claims
    found = totals_scenes.build_panels(shown, ctx)

    def draw(width: float, height: float | None) -> Scene:
        room = height if shown else (height or EMPTY_HEIGHT_PX)
        options = totals_scenes.TotalsOptions(SIZE[form], shown, found)
        return totals_scenes.draw_totals(ctx, width, room, options)

    notes = [
        figure_texts.figures_sentence(shown, len(select_totals(ctx.dataset.claims.values())), ctx)
    ]
    measured = i18n.t("Every reported total by its as-of date, who said it and how exactly")
    if shown:
        days = [parse_as_of(claim) for claim in shown]
        first, last = min(day.first for day in days), max(day.last for day in days)
        measured += ", " + i18n.format_date(f"{first}/{last}" if first != last else f"{first}")
        apart = i18n.t(
            "Figures count different people on different days, so no line joins two of them."
        )
        notes += [totals_scenes.format_scales(found, i18n), apart]

    def said(drawing: Scene) -> Said:
        key = totals_scenes.build_totals_key(drawing.list_signs(), shown, ctx)
        return key, notes, [("", [claim.id for claim in shown])]

    title = figure_texts.totals_finding(shown, ctx)
    return Parts(ctx, title, subtitle(measured, ctx), draw, said)


#: What there is a picture of, by the slug of its page, and how it is made.
KINDS: Final[dict[Kind, Callable[[Context, Form], Parts]]] = {
    "timeline": timeline_parts,
    "map": map_parts,
    "figures": figures_parts,
}


def credit_of(kind: Kind, ctx: Context) -> str:
    """Whose data a picture shows, and on a map whose boundaries."""
    ground = ctx.story.basemap.credit
    boundaries = (getattr(ground, ctx.i18n.language) or ground.en) if kind == "map" else ""
    return f"{credit_line(ctx.dataset, ctx.i18n)} {boundaries}".rstrip()


def picture(
    kind: Kind, ctx: Context, form: Form = "tall", base: str = "", *, title: str = ""
) -> Scene:
    """A view's picture with everything that must be published with it; ``base`` stands before the
    path in the address that is printed, ``title`` in place of the finding.
    """
    parts = KINDS[kind](ctx, form)
    query = picture_query(kind, ctx.view, ctx.i18n.language)
    most, size = None if form == "tall" else MOST_NAMES, SHEETS[form]
    if kind == "map" and form == "wide":
        size = replace(size, beside=True, most_notes=None)

    def words(drawing: Scene) -> PictureTexts:
        key, notes, groups = parts.said(drawing)
        sources = (source_lines(records, parts.ctx, label, most) for label, records in groups)
        # Without its scheme; a story that was opened in a session has none.
        address = "" if ctx.story.private else f"{base}/{kind}?{query}"
        told, credit = tuple(notes[: 1 if title else None]), credit_of(kind, ctx)
        below = (*(line for lines in sources for line in lines), credit)
        headline, language = title or parts.title, ctx.i18n.language
        return PictureTexts(headline, parts.measured, key, told, below, language, address)

    return sheet_scene(words, parts.draw, PALETTE, size)


def _pale(one: Mark | Group, day: date) -> Mark | Group:
    """A mark or a group with what has not begun on a day in hardly any of its colour."""
    if isinstance(one, Group):
        return replace(one, marks=tuple(_pale(inner, day) for inner in one.marks))
    later = one.data.get("start", "") > day.isoformat()
    return replace(one, opacity=NOT_YET) if later else one


def play_frames(ctx: Context, base: str = "") -> Iterator[Scene]:
    """The days of a view's window, or every few, each with a line, and pale what has not begun."""
    window, title = (
        findings.chart_window(ctx.dataset, ctx.view),
        ctx.i18n.t("The events, day by day"),
    )
    plain, accent = replace(ctx, view=replace(ctx.view, event=None)), PALETTE.accent
    whole = picture("timeline", plain, "wide", base, title=title)
    at, chart, (across, down) = next(
        (n, one, one.cut) for n, one in enumerate(whole.body) if isinstance(one, Group) and one.cut
    )
    scale = DayScale(window, float(SIDE_PX), across - 2 * SIDE_PX)
    days = (window[1] - window[0]).days
    for n in sorted({*range(0, days, days // MOST_FRAMES + 1), days}):
        day = days_after(window[0], n)
        x, (axis, *lanes) = (
            scale.day_start(day) + scale.day_width,
            (_pale(one, day) for one in chart.marks),
        )
        now = Line(((x, HEAD_PX - 18.0), (x, down - FOOT_PX)), Paint(stroke=accent, width=2))
        words, right = ctx.i18n.format_day(day), whole.width - EDGE_PX
        said = Text(words, right, 56, DAY_PX, accent, "end", 700, serif=True)
        # Behind the marks and their labels.
        drawn = replace(chart, marks=(axis, Mark((now,)), *lanes))
        body = (*whole.body[:at], drawn, *whole.body[at + 1 :], Mark((said,)))
        yield replace(whole, body=body)


def play_webp(ctx: Context, base: str = "") -> bytes:
    """The frames as an animated WebP that is played over and over, with a pause at its end."""
    pngs = (to_png(paint(scene), WIDTH_PX) for scene in play_frames(ctx, base))
    first, *rest = (Image.open(io.BytesIO(png)).convert("RGB") for png in pngs)
    made, times = io.BytesIO(), [FRAME_MS] * len(rest) + [LAST_FRAME_MS]
    first.save(
        made, "WEBP", save_all=True, append_images=rest, duration=times, loop=0, quality=80,
        method=2,
    )  # fmt: skip
    return made.getvalue()
