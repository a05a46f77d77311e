"""A picture to publish: a drawing with its finding, legend, notes, sources, address and credit."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final, Literal, NamedTuple, get_args
from urllib.parse import urlencode

from PIL import Image

from components.drawing.event_signs import count_key
from components.drawing.fonts import lacks_letters
from components.drawing.palette import PALETTES
from components.drawing.scene import DayScale, Group, Line, Mark, Paint, Scene, Text
from components.drawing.sheet import EDGE_PX, Draw, KeyItem, PictureTexts, SheetForm, sheet_scene
from components.drawing.svg import paint, to_png
from components.drawing.text_direction import join_isolated
from components.drawing.timeline_frame import FOOT_PX, HEAD_PX, SIDE_PX
from components.i18n import N_, I18n, Language
from components.i18n.credit import credit_line
from components.i18n.language import story_name
from components.limits.views import MOST_FRAMES
from components.loading.loaded_story import LoadedStory
from components.presentation import (
    chart_data,
    cited,
    figure_texts,
    map_scenes,
    row_number_scenes,
    timeline_scenes,
    totals_scenes,
)
from components.presentation.context import Context
from components.presentation.filter_texts import list_filter_phrases, view_sentence
from components.presentation.finding_texts import (
    NOTHING_FITS,
    format_finding,
    format_measured_totals,
    format_no_lines,
)
from components.presentation.pages import server_address
from components.query.figure_findings import compute_totals_extent
from components.query.figures import CountTable, group_into_panels
from components.query.filters import Filters
from components.query.row_numbers import shows_row_numbers
from components.query.selection import Selection
from components.query.view import Counts, View, parse_zoom_days, write_view
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.edtf import days_after
from components.story.models import Claim

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
PNG_PX: Final[dict[Form, int]] = {
    "tall": 2400,
    "wide": 1200,
    "square": 1080,
}
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
        1200,
        630,
        title=27,
        measured=15,
        key=12,
        note=12.5,
        small=12,
        most_notes=2,
    ),
    "square": SheetForm(
        1080,
        1080,
        title=31,
        measured=16,
        key=13,
        note=13,
        small=12,
        most_notes=4,
    ),
}
#: A line breaks between two names, and not between a day and its month.
UNBROKEN: Final = "\u00a0"
#: Sources that are named in a picture of a fixed height; the rest is counted.
MOST_NAMES: Final = 4
#: How much larger than on the screen the type of a chart is, by form.
SIZE: Final[dict[Form, float]] = {
    "tall": 1.15,
    "wide": 1.0,
    "square": 1.1,
}
#: How high a chart without any mark is: enough for its axis.
EMPTY_HEIGHT_PX: Final = 160.0
MAP_HEIGHT_PX: Final = 1080
#: How much larger than on the screen a map's type and circles are.
MAP_SIZE: Final[dict[Form, float]] = {
    "tall": 1.6,
    "wide": 1.15,
    "square": 1.25,
}
#: Pixels of an animated picture across; as high as a wide picture is in proportion.
WIDTH_PX: Final = 960
#: Milliseconds of a frame, and of the last one.
FRAME_MS: Final = 350
LAST_FRAME_MS: Final = 3000
#: The opacity of an event that has not begun.
NOT_YET: Final = 0.12
#: The type of the day on a frame, and its baseline from the top.
DAY_PX: Final = 22
DAY_BASELINE_PX: Final = 56
#: How far the line of the day reaches above the lanes.
DAY_LINE_PX: Final = 18.0


class RecordGroup(NamedTuple):
    """Records that a picture shows, whose sources are named together."""

    label: str
    record_ids: Sequence[str]


class DrawingTexts(NamedTuple):
    """The texts that belong to what a drawing shows."""

    key: list[KeyItem]
    notes: list[str]
    groups: list[RecordGroup]


class PictureParts(NamedTuple):
    """A kind of picture of a view: how it is drawn, and the texts of a drawing of it."""

    ctx: Context
    title: str
    subtitle: str
    draw: Draw
    explain: Callable[[Scene], DrawingTexts]


# Addresses ----------------------------------------------------------------------------------------
def picture_view(kind: Kind, view: View) -> View:
    """Return a view without parameters that do not change a picture: equal ones are cached once."""
    fields: dict[str, Any] = {}
    for name in BEARS_ON[kind]:
        fields[name] = getattr(view, name)
    return View(filters=view.filters, version=view.version, **fields)


def picture_query(kind: Kind, view: View, language: Language, **more: str) -> str:
    """Return the query of a picture's address; its language is always named."""
    shown_view = picture_view(kind, view)
    params = {
        **write_view(shown_view),
        "lang": language,
        **more,
    }
    return urlencode(params, doseq=True)


def shown_page(kind: Kind, view: View, language: Language) -> str:
    """Return the page that shows what a picture does, below the address of the server."""
    query = picture_query(kind, view, language)
    return f"{kind}?{query}"


def picture_address(file_name: str, view: View, i18n: I18n, form: Form = "tall") -> str:
    """Return the address of a view's picture by the name of its file."""
    kind: Kind = "timeline"
    if file_name != PLAY:
        kind, _ = PICTURES[file_name]
    more: dict[str, str] = {}
    if form != "tall":
        more[FORM_PARAMETER] = form
    query = picture_query(kind, view, i18n.language, **more)
    return server_address(f"{PATH}/{file_name}", query)


# Texts --------------------------------------------------------------------------------------------
def format_subtitle(measured: str, filters: Filters, story: LoadedStory, i18n: I18n) -> str:
    """Format whom a story is about, what a picture measures, and the view's regions and voices.

    Parameters
    ----------
    measured
        What the picture measures, in words.
    filters
        The filters of the view.
    story
        The story that is shown.
    i18n
        The reader's language.
    """
    tagline = getattr(story.dataset.presentation.tagline, i18n.language)
    # The tagline without its dates, else the name of the story.
    subject, _, _ = tagline.partition(":")
    subject = subject.strip().removesuffix(".")
    days_phrase = i18n.t("the days of the story")
    subject = subject.removesuffix(days_phrase).strip().removesuffix(",")
    if not subject or len(subject) > LONGEST_SUBJECT_CHARACTERS:
        subject = story_name(story.dataset, i18n)
    lasting_filters = filters.keep_only("regions", "voices", "tier")
    filter_phrases = list_filter_phrases(lasting_filters, story, i18n)
    phrases = ", ".join([measured, *filter_phrases])
    return f"{subject}. {phrases}."


def format_source_lines(
    group: RecordGroup,
    facts: ViewFacts,
    i18n: I18n,
    most_names: int | None = None,
    *,
    has_address: bool = True,
) -> list[str]:
    """Format the sources of some records, the reports apart from the documents.

    Parameters
    ----------
    group
        The records, whose label begins the first line.
    facts
        The facts of the view.
    i18n
        The reader's language.
    most_names
        If given, documents and reports are in a line of at most so many names.
    has_address
        Whether an address below names all sources.
    """
    document_names, report_names = _list_source_names(group.record_ids, facts, i18n)
    if most_names is not None:
        document_names = document_names + report_names
        report_names = []
    lines: list[str] = []
    if document_names:
        if most_names is None or len(document_names) <= most_names:
            names_text = join_isolated("; ", document_names)
            lines.append(i18n.t("Sources: {names}.", names=names_text))
        else:
            lines.append(
                _format_some_names(document_names, most_names, i18n, has_address=has_address)
            )
    if report_names:
        names_text = join_isolated("; ", report_names)
        lines.append(i18n.t("Other reports: {names}.", names=names_text))
    if lines:
        lines[0] = f"{group.label} {lines[0]}".strip()
    return lines


def _list_source_names(
    record_ids: Iterable[str], facts: ViewFacts, i18n: I18n
) -> tuple[list[str], list[str]]:
    """Return the names of the documents and of the reports that some records cite."""
    # Several reports of one outlet may have its name alone.
    document_names: dict[str, None] = {}
    report_names: dict[str, None] = {}
    for source in facts.list_cited_sources(record_ids):
        label = i18n.source_label(source)
        source_name = label.replace(" ", UNBROKEN)
        if source.custom.tier == "document":
            document_names[source_name] = None
        else:
            report_names[source_name] = None
    return list(document_names), list(report_names)


def _format_some_names(
    names: Sequence[str], most_names: int, i18n: I18n, *, has_address: bool
) -> str:
    names_text = join_isolated("; ", names[:most_names])
    more_count = len(names) - most_names
    if not has_address:
        return i18n.t("Sources: {names}, and {count} more.", names=names_text, count=more_count)
    return i18n.n(
        "Sources: {names}, and {count} more named at the address below.",
        "Sources: {names}, and {count} more named at the address below.",
        more_count,
        names=names_text,
    )


def format_credit(kind: Kind, dataset: Dataset, story: LoadedStory, i18n: I18n) -> str:
    """Format whose data a picture shows, and on a map whose boundaries."""
    credit = credit_line(dataset, i18n)
    if kind != "map":
        return credit.rstrip()
    boundaries = story.basemap.credit
    boundaries_text = getattr(boundaries, i18n.language) or boundaries.en
    return f"{credit} {boundaries_text}".rstrip()


# The timeline -------------------------------------------------------------------------------------
def _list_event_ids(window: tuple[date, date], selection: Selection) -> list[str]:
    """Return the events that possibly fall in a window."""
    return [row.id for row in selection.rows if row.when.possibly_within(*window)]


def _picture_room(height: float | None, *, has_marks: bool) -> float | None:
    """Return the height of a drawing; without marks it needs room for its axis alone."""
    if has_marks or height:
        return height
    return EMPTY_HEIGHT_PX


def _draw_timeline(
    ctx: Context,
    options: timeline_scenes.TimelineOptions,
    has_events: bool,
    width: float,
    height: float | None,
) -> Scene:
    room = _picture_room(height, has_marks=has_events)
    return timeline_scenes.draw_timeline(ctx, width, room, options)


def _explain_timeline(ctx: Context, event_ids: list[str], drawing: Scene) -> DrawingTexts:
    # Bars of counts have no ids: they count what falls in these days.
    if "counted" in drawing.kind:
        bins_legend = chart_data.format_bins_legend(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)
        legend_items = [count_key(ctx.palette, bins_legend)]
        record_ids = event_ids
    else:
        signs = drawing.list_signs()
        legend_items = timeline_scenes.build_timeline_key(signs, ctx.i18n, ctx.palette)
        record_ids = list(drawing.record_ids("event"))
    return DrawingTexts(
        key=legend_items,
        notes=[view_sentence(ctx.facts, ctx.story, ctx.i18n)],
        groups=[RecordGroup("", record_ids)],
    )


def build_timeline_parts(view_ctx: Context, form: Form) -> PictureParts:
    """Build the timeline of a view, ready to be set; all of it is of the days that are shown."""
    i18n = view_ctx.i18n
    filters = view_ctx.view.filters
    window = chart_data.chart_window(view_ctx.dataset, view_ctx.view)
    first_day, last_day = window
    has_dates = bool(filters.start or filters.end)
    is_zoomed = bool(parse_zoom_days(view_ctx.view))
    ctx = view_ctx
    shows_window = view_ctx.view.zoom != "all" and not has_dates
    if is_zoomed or shows_window:
        window_filters = replace(filters, start=first_day, end=last_day)
        ctx = view_ctx.with_filters(window_filters)
    event_ids = _list_event_ids(window, ctx.selection)
    if not has_dates and not is_zoomed:
        # The room at both ends of the chart is no part of the story.
        period_first, period_last = view_ctx.dataset.period
        first_day = max(first_day, period_first)
        last_day = min(last_day, period_last)
    span_text = i18n.format_date(f"{first_day}/{last_day}")
    measured = i18n.t("Events by kind and date, {span}", span=span_text)
    title = i18n.t(NOTHING_FITS)
    if event_ids:
        title = chart_data.timeline_finding(ctx.facts, ctx.i18n)
    # A picture is looked at on screens: names without room in type of 12 pixels are left out.
    options = timeline_scenes.TimelineOptions(
        window=window, scale=SIZE[form], smallest=1 / SIZE[form]
    )
    return PictureParts(
        ctx,
        title=title,
        subtitle=format_subtitle(measured, ctx.view.filters, ctx.story, i18n),
        draw=partial(_draw_timeline, ctx, options, bool(event_ids)),
        explain=partial(_explain_timeline, ctx, event_ids),
    )


# The map ------------------------------------------------------------------------------------------
def _draw_map(
    ctx: Context, options: map_scenes.MapOptions, width: float, height: float | None
) -> Scene:
    return map_scenes.draw_map(ctx, width, height or MAP_HEIGHT_PX, options)


def _explain_map(ctx: Context, table: CountTable, drawing: Scene) -> DrawingTexts:
    i18n = ctx.i18n
    scale = map_scenes.CircleScale(table.largest, drawing.unit)
    signs = [*drawing.list_signs()]
    if not table.answered:
        signs.append(map_scenes.DIMMED_SIGN)
    circles = map_scenes.list_legend_circles(scale, ctx.dataset, i18n)
    legend_items = map_scenes.build_map_key(signs, circles, i18n, mode=ctx.mode)
    place_ids = set(drawing.record_ids("place"))
    event_ids: list[str] = []
    for event in ctx.selection.events:
        if event.place_id in place_ids:
            event_ids.append(event.id)
    sentence = view_sentence(ctx.facts, ctx.story, ctx.i18n, placed_event_ids=frozenset(event_ids))
    if not ctx.dataset.counts_by_region:
        return DrawingTexts(
            key=legend_items,
            notes=[sentence],
            groups=[RecordGroup("", event_ids)],
        )
    day_keys = [table.shown]
    if ctx.view.counts == "change":
        day_keys = ["latest", "earlier"]
    claim_ids: list[str] = []
    for row in table.rows:
        for day_key in day_keys:
            if day_key in row.claims:
                claim = row.claims[day_key]
                claim_ids.append(claim.id)
    counts_note = i18n.t(cited.COUNTS_NOTE)
    return DrawingTexts(
        key=legend_items,
        notes=[sentence, counts_note],
        groups=[
            RecordGroup(i18n.t("Counts by region."), claim_ids),
            RecordGroup(i18n.t("Places of events."), event_ids),
        ],
    )


def _format_counted_days(table: CountTable, counts: Counts, i18n: I18n) -> str:
    """Format what a map of counts measures, with its day or the two days that are compared."""
    measured = i18n.t("People counted by region")
    earlier_day = table.days.get("earlier")
    day = table.days.get(table.shown)
    has_counts = any(row.claims for row in table.rows)
    if not day or not has_counts:
        return measured
    if counts == "change" and earlier_day:
        # From the first day of the one to the last day of the other, where these are spans.
        first_day, _, _ = earlier_day.partition("/")
        _, _, last_day = day.rpartition("/")
        span_text = i18n.format_date(f"{first_day}/{last_day}")
        return f"{measured}, {span_text}"
    return i18n.t(
        "{measured}, as of {date}",
        measured=measured,
        date=i18n.format_date(day),
    )


def build_map_parts(ctx: Context, form: Form) -> PictureParts:
    """Build the map of a view, ready to be set."""
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    filters = ctx.view.filters
    measured = ctx.i18n.t("Where the events happened")
    if ctx.dataset.counts_by_region:
        # A map of counts shows every region.
        filters = replace(filters, regions=())
        measured = _format_counted_days(table, ctx.view.counts, ctx.i18n)
    subtitle = format_subtitle(measured, filters, ctx.story, ctx.i18n)
    options = map_scenes.MapOptions(scale=MAP_SIZE[form])
    return PictureParts(
        ctx,
        title=chart_data.map_finding(
            ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts
        ),
        subtitle=subtitle,
        draw=partial(_draw_map, ctx, options),
        explain=partial(_explain_map, ctx, table),
    )


# The totals ---------------------------------------------------------------------------------------
def _draw_totals(
    ctx: Context, options: totals_scenes.TotalsOptions, width: float, height: float | None
) -> Scene:
    room = _picture_room(height, has_marks=bool(options.claims))
    return totals_scenes.draw_totals(ctx, width, room, options)


def _explain_totals(
    ctx: Context, claims: Sequence[Claim], notes: list[str], drawing: Scene
) -> DrawingTexts:
    claim_ids = [claim.id for claim in claims]
    return DrawingTexts(
        key=totals_scenes.build_totals_key(
            drawing.list_signs(), claims, ctx.dataset, i18n=ctx.i18n, palette=ctx.palette
        ),
        notes=notes,
        groups=[RecordGroup("", claim_ids)],
    )


def build_figures_parts(ctx: Context, form: Form) -> PictureParts:
    """Build what How many? draws, ready to be set: reported totals, else the numbers of rows."""
    if shows_row_numbers(ctx.dataset):
        return _build_row_numbers_parts(ctx, form)
    return _build_totals_parts(ctx, form)


def _build_totals_parts(ctx: Context, form: Form) -> PictureParts:
    i18n = ctx.i18n
    view = ctx.view
    claims: Sequence[Claim] = figure_texts.charted_claims(ctx.facts, view)
    # A picture with a height of its own has room for those of the first measure alone.
    if form != "tall" and claims:
        first_panel, *_ = group_into_panels(ctx.dataset, claims)
        claims = first_panel.claims
        view = replace(view, measure=first_panel.measure)
    panels = totals_scenes.build_panels(claims, ctx.facts, ctx.i18n)
    extent = compute_totals_extent(ctx.facts, claims)
    notes = [figure_texts.figures_sentence(claims, ctx.facts, ctx.story, view=view, i18n=ctx.i18n)]
    other_figures = figure_texts.format_other_figures(ctx.facts, ctx.view, claims, i18n)
    if other_figures:
        notes.append(other_figures)
    if claims:
        notes.append(totals_scenes.format_scales(panels, i18n))
    no_lines = format_no_lines(extent, i18n)
    if no_lines:
        notes.append(no_lines)
    options = totals_scenes.TotalsOptions(SIZE[form], claims, panels)
    return PictureParts(
        ctx,
        title=figure_texts.totals_finding(claims, ctx.facts, ctx.view, i18n=ctx.i18n),
        subtitle=format_subtitle(
            format_measured_totals(extent, i18n), ctx.view.filters, ctx.story, i18n
        ),
        draw=partial(_draw_totals, ctx, options),
        explain=partial(_explain_totals, ctx, claims, notes),
    )


# The numbers of rows ------------------------------------------------------------------------------
def _draw_row_numbers(ctx: Context, unit: float, width: float, height: float | None) -> Scene:
    has_marks = bool(ctx.facts.row_numbers_finding.records)
    room = _picture_room(height, has_marks=has_marks)
    return row_number_scenes.draw_row_numbers(ctx, width, room, unit)


def _explain_row_numbers(ctx: Context, drawing: Scene) -> DrawingTexts:
    i18n = ctx.i18n
    panels = row_number_scenes.build_panels(ctx)
    notes = [view_sentence(ctx.facts, ctx.story, i18n)]
    if panels:
        notes.append(totals_scenes.format_scales(panels, i18n))
    notes += row_number_scenes.list_omissions(ctx.facts, i18n)
    # Of very many numbers a mark stands for those close to it; all rows have their sources.
    event_ids = [event.row.id for event in row_number_scenes.list_drawn_events(ctx.facts)]
    return DrawingTexts(
        key=row_number_scenes.build_row_numbers_key(drawing, i18n, ctx.palette),
        notes=notes,
        groups=[RecordGroup("", event_ids)],
    )


def _build_row_numbers_parts(ctx: Context, form: Form) -> PictureParts:
    i18n = ctx.i18n
    measured = i18n.t("The number of each row, by date")
    return PictureParts(
        ctx,
        title=format_finding(ctx.facts.row_numbers_finding, ctx.dataset, i18n),
        subtitle=format_subtitle(measured, ctx.view.filters, ctx.story, i18n),
        draw=partial(_draw_row_numbers, ctx, SIZE[form]),
        explain=partial(_explain_row_numbers, ctx),
    )


# The picture --------------------------------------------------------------------------------------
#: The kinds of picture by the slug of their page.
PARTS_BUILDERS: Final[dict[Kind, Callable[[Context, Form], PictureParts]]] = {
    "timeline": build_timeline_parts,
    "map": build_map_parts,
    "figures": build_figures_parts,
}


class _Publication(NamedTuple):
    """What is printed with a picture besides what it shows."""

    title: str
    #: Only the first note is printed.
    is_brief: bool
    most_names: int | None
    credit: str
    address: str


def _lacks_typeface(drawing: Scene) -> bool:
    """Return whether a name in a drawing has letters that no font has here."""
    for mark in drawing.iter_marks():
        for shape in mark.shapes:
            if isinstance(shape, Text) and lacks_letters(shape.content):
                return True
    return False


def _build_texts(parts: PictureParts, publication: _Publication, drawing: Scene) -> PictureTexts:
    """Build the texts of a picture from what its drawing shows."""
    explained = parts.explain(drawing)
    notes = explained.notes
    if publication.is_brief:
        notes = notes[:1]
    source_lines: list[str] = []
    for group in explained.groups:
        source_lines += format_source_lines(
            group,
            parts.ctx.facts,
            parts.ctx.i18n,
            most_names=publication.most_names,
            has_address=bool(publication.address),
        )
    if _lacks_typeface(drawing):
        source_lines.append(
            parts.ctx.i18n.t(
                "The PNG of this picture lacks letters for which this server has no typeface; its "
                "SVG has them as text."
            )
        )
    return PictureTexts(
        publication.title,
        parts.subtitle,
        explained.key,
        tuple(notes),
        (*source_lines, publication.credit),
        parts.ctx.i18n.language,
        publication.address,
    )


def draw_picture(
    kind: Kind, ctx: Context, form: Form = "tall", address: str = "", *, title: str = ""
) -> Scene:
    """Draw a view's picture with everything that must be published with it.

    Parameters
    ----------
    kind
        What it is a picture of.
    ctx
        The view.
    form
        How wide and high it is.
    address
        The address of the view, which is printed; "" if it is not known, as in an opened story.
    title
        A title in place of the finding; then the first note alone is printed.
    """
    parts = PARTS_BUILDERS[kind](ctx, form)
    sheet = SHEETS[form]
    most_names: int | None = MOST_NAMES
    if form == "tall":
        most_names = None
    if kind == "map" and form == "wide":
        sheet = replace(sheet, beside=True, most_notes=None)
    publication = _Publication(
        title=title or parts.title,
        is_brief=bool(title),
        most_names=most_names,
        credit=format_credit(kind, ctx.dataset, ctx.story, i18n=ctx.i18n),
        address=address,
    )
    return sheet_scene(partial(_build_texts, parts, publication), parts.draw, PALETTE, sheet)


# The animated picture -----------------------------------------------------------------------------
def _fade_later(body: Mark | Group, day: date) -> Mark | Group:
    """Return a mark or a group in which what has not begun on a day is pale."""
    if isinstance(body, Group):
        return replace(body, marks=tuple(_fade_later(mark, day) for mark in body.marks))
    if body.data.get("start", "") > day.isoformat():
        return replace(body, opacity=NOT_YET)
    return body


def _find_chart(scene: Scene) -> tuple[int, Group]:
    """Return the chart of a picture and its position: the group that cuts off what is beyond it."""
    for position, body in enumerate(scene.body):
        if isinstance(body, Group) and body.cut:
            return position, body
    raise ValueError("the picture has no chart")


def _list_frame_days(first_day: date, last_day: date) -> list[date]:
    """Return the days of the frames: every day or every few, and the last."""
    days_between = last_day - first_day
    day_count = days_between.days
    step = day_count // MOST_FRAMES + 1
    frame_days: list[date] = []
    for offset in range(0, day_count, step):
        frame_days.append(days_after(first_day, offset))
    frame_days.append(last_day)
    return frame_days


def draw_play_frames(ctx: Context, address: str = "") -> Iterator[Scene]:
    """Draw the days of a view's window, each with a line, and pale what has not begun.

    Parameters
    ----------
    ctx
        The view.
    address
        Its address, which is printed; "" if it is not known.
    """
    window = chart_data.chart_window(ctx.dataset, ctx.view)
    title = ctx.i18n.t("The events, day by day")
    plain_ctx = replace(ctx, view=replace(ctx.view, event=None))
    picture = draw_picture("timeline", plain_ctx, "wide", address, title=title)
    position, chart = _find_chart(picture)
    chart_width, chart_height = chart.cut or (0.0, 0.0)
    scale = DayScale(window, float(SIDE_PX), chart_width - 2 * SIDE_PX)
    accent = PALETTE.accent
    for day in _list_frame_days(*window):
        x = scale.day_start(day) + scale.day_width
        line = Line(
            ((x, HEAD_PX - DAY_LINE_PX), (x, chart_height - FOOT_PX)),
            Paint(stroke=accent, width=2),
        )
        day_text = Text(
            ctx.i18n.format_day(day),
            picture.width - EDGE_PX,
            DAY_BASELINE_PX,
            DAY_PX,
            accent,
            "end",
            700,
            serif=True,
        )
        axis, *lanes = [_fade_later(mark, day) for mark in chart.marks]
        # The line is behind the marks and their labels.
        line_mark = Mark((line,))
        frame_chart = replace(chart, marks=(axis, line_mark, *lanes))
        body = [*picture.body, Mark((day_text,))]
        body[position] = frame_chart
        yield replace(picture, body=tuple(body))


def render_play_webp(ctx: Context, address: str = "") -> bytes:
    """Render the frames as an animated WebP that repeats, with a pause at its end."""
    images: list[Image.Image] = []
    for scene in draw_play_frames(ctx, address):
        svg = paint(scene)
        png = to_png(svg, WIDTH_PX)
        image = Image.open(io.BytesIO(png))
        images.append(image.convert("RGB"))
    first_image, *other_images = images
    durations = [FRAME_MS for _ in other_images]
    durations.append(LAST_FRAME_MS)
    file = io.BytesIO()
    first_image.save(
        file,
        "WEBP",
        save_all=True,
        append_images=other_images,
        duration=durations,
        loop=0,
        quality=80,
        method=2,
    )
    return file.getvalue()
