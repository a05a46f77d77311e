"""What the pictures that answer are sent: the stage of the Overview, and the Timeline's chart."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.map import radius
from components.drawing.palette import drawing_css
from components.drawing.plotly import EPOCH, timeline_figure
from components.drawing.scene import Mark, Scene
from components.drawing.svg import paint
from components.export.quotation import sources_in_view
from components.i18n import N_, i18n_for
from components.presentation import (
    filter_line,
    findings,
    index,
    legend,
    map_scenes,
    notices,
    pages,
    records,
    timeline_scenes,
)
from components.presentation.context import Context
from components.presentation.figure_texts import HeadFigure, build_headline, headline_label
from components.presentation.markup import render
from components.presentation.notices import view_sentence
from components.query import figures
from components.query.filters import MOST_INDEXED, FilterName, Filters, parse_event_date
from components.query.search import SearchIndex
from components.query.view import (
    PARAMETERS_BY_FILTER,
    SOURCE_PARAMETERS,
    View,
    parse_zoom_days,
    write_view,
)
from components.story.bins import Binned
from components.story.dataset import Dataset
from components.story.edtf import parse_day, parse_edtf
from components.story.models import Claim

Json = dict[str, Any]
PATH: Final = "/stage"
#: The scripts of a scene that answers, and those that the stage is made of beside its own.
SCENE: Final = ("dom", "view", "scene")
SCRIPTS: Final = (*SCENE, "filters", "answering", "axis", "play", "drawer")
#: Milliseconds for which each day stands while the days are played.
PLAY_MILLISECONDS: Final = 130
#: What is drawn of the stage, by the name of its file, with the filters of the view that it depends
#: on besides those that decide which sources are used. A map's numbers are those of its sources.
DRAWN: Final[dict[str, tuple[FilterName, ...]]] = {
    "timeline": ("dates",),
    "list": ("dates",),
    "map": ("sources",),
    "ground": ("sources",),
}
#: The sizes of drawings that cannot be asked for in the size of the window, in pixels.
INLINE: Final = {"timeline": (900, 560), "list": (400, 0), "map": (400, 400)}
#: Width and height in pixels up to which the timeline's type has its plain size, how far it may
#: grow in a larger one, and how many times the height of a low one the drawing may have so that
#: every event is named: then the page scrolls.
PLAIN_SIZE: Final = (920.0, 600.0)
MOST_SCALE: Final = 1.25
MOST_GROWTH: Final = 2.0
#: What of the stage may stand in its markup before its script runs.
STANDING: Final = ("headline", "figures", "time", "timeline", "key", "map_title", "map", "counts")
#: The parameters of an address with which the Overview shows less than the whole story, or more
#: than one view of it.
NARROWING: Final = (*(name for names in PARAMETERS_BY_FILTER.values() for name in names), "compare")
#: Titles of events that are written out on each side, when its list is opened.
MOST_TITLES: Final = 60
#: The page of the Timeline, and its chart's width in pixels until a browser has said its own: that
#: of a window of 1366.
TIMELINE: Final = "timeline"
ORDINARY_PX: Final = 1240.0
#: How high a row of the chart is: no higher than its name needs, so that the whole is seen.
LIVE_ROW_PX: Final = 16.5
LEAD: Final = N_("Every event, by kind. A date is drawn only as precisely as its source gives it.")
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


#: The words of what answers in the browser, whose places the browser fills.
TEXTS: Final = N_(
    {
        "story": "The story in one line",
        "happenedBy": "What had happened by {date}",
        "happenedOn": "What happened on {date}",
        "happenedFrom": "What happened from {start} to {date}",
        "close": "Close",
        "failed": "The picture could not be loaded. Reload the page to try again.",
        "firstDay": "First day",
        "lastDay": "Last day",
        "play": "Play the days",
        "pause": "Pause",
        "speed": "Speed",
        "end": "Show everything",
        "noteBy": "What had happened by this day",
        "noteOn": "What happened on this day",
        "noteFrom": "What happened from {start} to this day",
        "noTotal": "No total yet",
        "noTotalHere": "No total of these regions alone",
        "noCounts": "No count by region yet",
        "noCountsHere": "No count by region fits these filters",
        "theseRegions": "these regions",
        "timeline": "Events by date. Arrow keys move between events, Enter opens one.",
        "map": "Map of the counts by region and the places of events",
        "day": "Day shown",
        "axis": "Dates shown",
    }
)


def as_of_day(view: View) -> View:
    """The view of what had happened by the day that is played."""
    if view.day is None:
        return view
    end = min(view.day, view.filters.end or view.day)
    return replace(view, filters=replace(view.filters, end=end), day=None)


def overview_headline(ctx: Context, compared: str = "") -> str:
    """The headline of the Overview; ``compared`` says which two views stand side by side."""
    i18n, view, shown = ctx.i18n, ctx.view, ctx.selection
    if not shown.events:
        return i18n.t(notices.NOTHING_FITS)
    # The days of a story that the server filters are not played.
    if view.day and len(ctx.dataset.events) <= MOST_INDEXED:
        start = view.filters.start
        way = "happenedOn" if start == view.day else "happenedFrom" if start else "happenedBy"
        first = i18n.format_first_day(start, view.day) if start else ""
        return i18n.t(TEXTS[way], start=first, date=i18n.format_day(view.day))
    if compared:
        return compared
    if not view.filters.list_active():
        return i18n.t(TEXTS["story"])
    # "12 of 43 events, 22–25 February 2019, in Guajira"
    shown_count = i18n.format_number(len(shown.events))
    count = notices.format_event_share(shown_count, shown.events_total, i18n)
    said = ", ".join([count, *notices.list_restrictions(ctx)])
    return said if len(said) <= notices.LONGEST_HEADLINE_CHARACTERS else count


# Two views side by side ---------------------------------------------------------------------------
def _counts(day: figures.DayCounts, side: Context) -> tuple[Sequence[Claim], int]:
    """The counts of a day that the dates and regions of a side leave, and their sum."""
    asked = side.view.filters
    within = parse_edtf(day.day).possibly_within(asked.start, asked.end)
    claims = day.of_regions(asked.regions) if within else ()
    return claims, int(sum(claim.value_low or 0 for claim in claims))


def _cells(
    side: Context, days: Sequence[figures.DayCounts], largest: int
) -> Iterator[tuple[str, Json]]:
    """What a side has: its counts by region of each day, as circles on the scale of the
    ``largest``, its head figures, events and sources.
    """
    i18n, data, shown, asked = side.i18n, side.dataset, side.selection, side.view.filters
    for day in days:
        (claims, number), cell = _counts(day, side), Json(missing=True)
        if claims:
            cell = {"claims": claims, "side": side}
            cell["value"] = i18n.n("{count} count", "{count} counts", len(claims))
        elif {*day.claims, *day.left_out} & {*asked.regions}:
            cell["value"] = i18n.t("left out by your filters")
        else:
            cell["value"] = i18n.t("not reported") if asked.regions else i18n.t("no count here")
        if figures.is_summable(claims):
            note = i18n.n("{count} region", "{count} regions", len(claims))
            value, size = (
                i18n.format_amount(number, claims[0].unit),
                round(radius(number, largest), 1),
            )
            cell |= {"value": value, "note": note if len(claims) > 1 else "", "radius": size}
        yield (
            i18n.t("Counted by region, as of {date}", date=i18n.format_date(day.day, "short")),
            cell,
        )
    heads = figures.select_headlines(data, shown.claims, asked)
    for kind in ("total", *figures.list_headline_measures(data)):
        cell = {"value": i18n.t("no figure in this view"), "missing": True}
        if kind in heads:
            head = build_headline(kind, heads[kind], side)
            cell = {"value": head.value, "note": head.note, "claims": head.claims, "side": side}
        yield headline_label(kind, side), cell
    note = notices.format_certainty(side, [event.id for event in shown.events])
    yield i18n.t("Events"), {"value": i18n.format_number(len(shown.events)), "note": note}
    cited = sources_in_view(data, shown, View(filters=asked))
    found = [one for one in cited if not asked.sources or one.id in asked.sources]
    found.sort(key=lambda one: (one.custom.tier != "document", one.id))
    note = " · ".join(map(i18n.source_label, found[:3]))
    note = i18n.t("{some} and others", some=note) if len(found) > 3 else note
    yield i18n.t("Sources"), {"value": i18n.format_number(len(found)), "note": note}


def _side(side: Context, other: Context, *, dates: bool) -> Json:
    """A view's name, its first events (``shared`` where the other has them), and how many more."""
    i18n, theirs, own = side.i18n, {e.id for e in other.selection.events}, side.selection.events
    titles = []
    for event in own[:MOST_TITLES]:
        date = i18n.format_date(parse_event_date(side.dataset, event, side.view.filters), "short")
        title = {"date": date, "title": i18n.localize(event, "title"), "shared": event.id in theirs}
        titles.append({"id": event.id, **title})
    regions = side.view.filters.regions
    name = i18n.format_list(i18n.localize(side.dataset.regions[key], "label") for key in regions)
    if dates:
        name = notices.format_dates(side.view, i18n)
    elif not regions:
        name = i18n.t("All regions")
    return {"name": name, "titles": titles, "more": max(len(own) - MOST_TITLES, 0)}


def comparison(ctx: Context) -> Json | None:
    """The view beside the one that it is compared with; ``None`` where there is none.

    It has a ``caption``, two ``sides``, and ``lines`` with a cell for each: a ``value`` and, where
    there are any, a ``note``, a circle's ``radius`` in pixels and ``claims`` to cite. The value of
    a cell that is ``missing`` says why.
    """
    asked = ctx.view.compare
    if asked is None:
        return None
    other, dates = ctx.with_filters(asked.apply_to(ctx.view.filters)), asked.dates is not None
    one, two = _side(ctx, other, dates=dates), _side(other, ctx, dates=dates)
    lines, days = [], figures.list_day_counts(ctx.dataset, replace(ctx.view.filters, regions=()))
    largest = max((_counts(day, side)[1] for day in days for side in (ctx, other)), default=0)
    pairs = zip(*(_cells(side, days, largest) for side in (ctx, other)), strict=True)
    for number, ((label, cell), (_, beside)) in enumerate(pairs):
        if not ("missing" in cell and "missing" in beside):
            size = radius(largest, largest) if number < len(days) else 0
            lines.append({"label": label, "cells": (cell, beside), "size": size})
    caption = ctx.i18n.t("Side by side: {one}, and {other}", one=one["name"], other=two["name"])
    return {"caption": caption, "sides": (one, two), "lines": lines}


# What changes with the view -----------------------------------------------------------------------
def stage_parts(ctx: Context) -> Json:
    """What on the stage changes with the view and only the server can say."""
    view, compared, counted = ctx.view, comparison(ctx), ctx.dataset.counts_by_region
    # Beside another one a region is shown in the comparison.
    apart = view.compare and not view.event
    chosen, detail = ("", "") if apart else records.find_chosen_record(ctx)
    beside, events = compared["caption"] if compared else "", ctx.selection.events
    # The head figures, or the nearest outside the filters; without an event, what to do.
    back = notices.render_no_events(ctx) if not events else ""
    data, filters = ctx.dataset, view.filters
    found = figures.select_headlines(data, ctx.selection.claims, filters)
    whole = ctx.with_filters(filters.keep_only(*index.SOURCE_FILTERS))

    def item(kind: str) -> HeadFigure | None:
        if kind in found:
            return build_headline(kind, found[kind], ctx)
        base, dates = whole.view.filters, (filters.start, filters.end)
        near = figures.find_nearest_headline(data, whole.selection.claims, base, kind, dates)
        if not near:
            return None
        said = build_headline(kind, near, whole)
        note = ctx.i18n.t("outside these filters: {note}", note=said.note)
        return replace(said, note=note, outside=True)

    items = [item(k) for k in data.presentation.figures or found if k in found or not back]
    # The counts that stay whatever the dates and regions, as the browser compares their day.
    plain = ctx.with_filters(replace(filters, start=None, end=None, regions=()))
    table, which, held = findings.shown_counts(plain), findings.shown_count_day(view), list[Json]()
    if (day := table.days.get(which)) and table.answered:
        regions = [row.region.id for row in table.rows if which not in row.left_out]
        held = [{**index.date_bounds(parse_edtf(day)), "regions": regions}]
    return {
        "headline": overview_headline(ctx, beside),
        "shown": f"{view_sentence(ctx)} {beside}." if beside else view_sentence(ctx),
        "figures": render("stage_figures.html", ctx.i18n, items=filter(None, items), back=back),
        "counts": index.render_counts(ctx),
        "held": held,
        "compare": render("stage_compare.html", ctx.i18n, **compared) if compared else "",
        # The headline says that nothing is left; no title says it again.
        "time": findings.timeline_finding(ctx) if events else "",
        "map": findings.map_finding(ctx) if events or counted else "",
        "chosen": chosen,
        "detail": detail,
    }


def stage_markup(ctx: Context, **standing: str) -> Markup:
    """Render the stage of a published page, prerendered.

    Parameters
    ----------
    ctx
        The view; of a story without places the stage has no map.
    standing
        HTML of some of :data:`STANDING`, which stands there until the script runs.

    Returns
    -------
    Markup
        The stage, for this story and language alone.
    """
    standing = dict.fromkeys(STANDING, "") | standing
    placeless = not pages.has_map(ctx.dataset)
    return render("stage.html", ctx.i18n, standing=standing, placeless=placeless)


@lru_cache(maxsize=1)
def empty_stage_markup() -> Markup:
    """Render the stage that every reader gets, whatever the story, language and view."""
    standing = dict.fromkeys(STANDING, "")
    return render("stage.html", i18n_for("en"), standing=standing, placeless=False)


def _asked(ctx: Context, *names: FilterName) -> Filters:
    """The filters that something drawn depends on: those that decide which sources are used, and
    some by ``names``. The others are the browser's, which dims.
    """
    asked, all_there = ctx.view.filters, index.answers_in_browser(ctx.dataset)
    return asked.keep_only(*index.SOURCE_FILTERS, *names) if all_there else asked


def stage_scene(name: str, ctx: Context, width: float = 0, height: float = 0) -> Scene:
    """One of :data:`DRAWN`, in pixels: every event in the dates of the view, or the map.

    The ground of the Map page has no size, and lies still under its marks whatever they are. A list
    goes from top to bottom and is as high as it must be. In a large window the type of a timeline
    grows from 12 to 15 pixels, as far as that costs no title; in a low one the drawing is higher
    than asked for, as far as every title needs it.
    """
    plain, own = (
        replace(ctx, view=replace(ctx.view, filters=_asked(ctx, *names), event=None))
        for names in ((), DRAWN[name])
    )
    if name == "ground":
        return map_scenes.draw_ground(own)
    if name == "map":
        extent = ctx.story.basemap.extents[0]
        places = findings.list_drawn_places(plain, extent)
        return map_scenes.draw_map(
            own, width, height, map_scenes.MapOptions(extent=extent, described=False), places
        )
    (first, last), asked = ctx.dataset.period, ctx.view.filters
    window = (asked.start or first, asked.end or last)
    if name == "list":
        return timeline_scenes.draw_timeline(
            own,
            width,
            options=timeline_scenes.TimelineOptions(window=window, described=False, title_lines=3),
        )
    scale = min(max(1.0, min(width / PLAIN_SIZE[0], height / PLAIN_SIZE[1])), MOST_SCALE)
    options = timeline_scenes.TimelineOptions(
        window=window, scale=scale, smallest=1 / scale, grow=MOST_GROWTH, described=False
    )
    return timeline_scenes.draw_timeline(own, width, height, options)


def ground_sent(ctx: Context) -> str:
    """The address of that ground, or all of it for a story that no address leads to."""
    if ctx.story.private:
        return paint(stage_scene("ground", ctx))
    return _address("ground.svg", ctx, "counts", "extent")


def _address(name: str, ctx: Context, *fields: str, whole: bool = False) -> str:
    """The address of a part of the stage: its filters, ``fields`` of the view, and the story; to
    that of a ``whole`` view the browser adds the view.
    """
    view = View(ctx.i18n.language)
    if not whole:
        more: Json = {field: getattr(ctx.view, field) for field in fields}
        filters = _asked(ctx, *DRAWN.get(name.partition(".")[0], ()))
        view = replace(view, filters=filters, version=ctx.view.version, **more)
    params = {**write_view(view), "mode": ctx.mode, "story": ctx.story.mark}
    return pages.server_address(f"{PATH}/{name}", urlencode(params, doseq=True))


def words_found(dataset: Dataset, view: View) -> Json | None:
    """The events that hold the words of the view, whatever else is asked for."""
    text = view.filters.text
    if not text or not index.answers_in_browser(dataset):
        return None
    held = dataset.memoize(SearchIndex).find_ids(text, "events")
    return {"text": text, "events": sorted(dataset.events if held is None else held)}


def around(ctx: Context) -> Json:
    """What the framework draws around a picture for a view, as far as another view changes it."""
    hidden = [said for said, *_ in notices.list_hidden_notices(ctx)]
    return {"empty": not ctx.selection.events, "notices": len(ctx.notices), "hidden": hidden}


def view_data(ctx: Context) -> dict[str, Any]:
    """What the stage is sent that changes with the view; made once for all who come by it."""

    def made() -> dict[str, Any]:
        return {
            **filter_line.line_view(ctx, ""),
            "parts": stage_parts(ctx),
            "addresses": {
                "index": _address("index.json", ctx),
                "timeline": _address("timeline.svg", ctx),
                "list": _address("list.svg", ctx),
                "map": _address("map.svg", ctx, "counts"),
                "view": _address("view.json", ctx, whole=True),
            },
            "found": words_found(ctx.dataset, ctx.view),
            "around": around(ctx),
        }

    told = ctx.i18n.language, ctx.mode, len(ctx.notices), index.answers_in_browser(ctx.dataset)
    return ctx.story.memoize(("stage", ctx.view, *told), made)


def stage_data(ctx: Context, *, inline: bool = False) -> dict[str, Any]:
    """Everything the stage is sent with one run of the page; with ``inline``, and of an opened
    story, index and drawings as well.
    """
    i18n, t, data, sent = ctx.i18n, ctx.i18n.t, ctx.dataset, None
    chips = {"/": i18n.t("All dates"), **filter_line.named_spans(ctx)}
    # The signs of every event, whatever is dimmed.
    signs = timeline_scenes.list_timeline_signs(ctx.with_filters(_asked(ctx)))
    key = legend.draw_signs(timeline_scenes.build_timeline_key(signs, i18n))
    regions = data.counts_by_region
    if inline or ctx.story.private:
        drawn = {name: paint(stage_scene(name, ctx, *size)) for name, size in INLINE.items()}
        sent = {"index": index.build_stage_index(ctx), **drawn}
    # The browser fills in the rest of these, too.
    same = {name: f"{{{name}}}" for name in ("start", "date", "count", "region")}
    counted = f"{{total}} {i18n.unit_name(data.counted_unit, 2)}".strip()
    events = notices.format_event_share("{shown}", len(data.events), i18n)
    texts = {name: t(message) for name, message in TEXTS.items()} | {
        "locale": str(i18n.locale).replace("_", "-"),
        "count": events,
        "nothing": t(notices.NOTHING_FITS),
        "eventsBy": t("{events} by {date}", events=events, **same),
        "eventsOn": t("{events} on {date}", events=events, **same),
        "eventsFrom": t("{events} from {start} to {date}", events=events, **same),
        "ofEvents": i18n.n("of {count} event", "of {count} events", len(data.events)),
        "ofRegion": t("{count} of {total} people counted in {region}", total=counted, **same),
        "sum": counted,
    }
    return {
        **view_data(ctx),
        "line": filter_line.line_html(ctx, ""),
        "period": [day.isoformat() for day in data.period],
        "inline": sent,
        "chips": render("stage_chips.html", i18n, chips=chips),
        "css": drawing_css(ctx.palette),
        "placeless": not pages.has_map(data),
        "key": render("stage_key.html", i18n, regions=regions, signs=key),
        "narrowing": NARROWING,
        "sourced": SOURCE_PARAMETERS,
        "play_milliseconds": PLAY_MILLISECONDS,
        "texts": texts,
    }


# The Timeline -------------------------------------------------------------------------------------
#: How the chart is looked at more closely.
ZOOM: Final = N_("To zoom: Ctrl and the wheel, two fingers, or the buttons.")


def chart_data(ctx: Context, width: float, counted: Binned | None = None) -> Json:
    """Everything that a chart of days is sent: the events of a view, or very many ``counted``."""
    i18n, t, view, filters = ctx.i18n, ctx.i18n.t, ctx.view, ctx.view.filters
    event = ctx.dataset.events.get(view.event or "")
    when = parse_event_date(ctx.dataset, event, filters) if event else None

    def chosen(mark: Mark) -> bool:
        if mark.id or not event or not when or "count" not in mark.data:
            return bool(mark.id) and mark.id == view.event
        first, last = (parse_day(mark.data[end]) for end in ("start", "end"))
        return mark.data["kind"] == event.category and first <= when.first <= last

    def made() -> str:
        scene = timeline_scenes.draw_timeline(
            ctx,
            width,
            options=timeline_scenes.TimelineOptions(
                binned=counted, described=False, smallest=1.0, row=LIVE_ROW_PX
            ),
        )
        figure = timeline_figure(scene, ctx.palette, chosen=chosen)
        return json.dumps(figure, ensure_ascii=False, separators=(",", ":"))

    shown = view_sentence(ctx)
    words = N_("Timeline of events by kind. {sentence} The list below holds the same events.")
    if counted:
        words = N_(
            "Timeline of events by kind, counted by {step}. {sentence} The list below holds the "
            "same events."
        )
    label = t(words, sentence=shown, step=t(findings.BIN_STEPS[counted.step]) if counted else "")
    if counted and counted.summed:
        label = f"{findings.format_bins_title(counted, i18n)}. {shown}"
    # Laying names out takes longer than all else of a run.
    key = ("timeline", filters, view.zoom, view.event, i18n.language, ctx.mode, width, counted)
    return {
        "figure": ctx.story.memoize(key, made),
        "tools": render("drawing_tools.html", i18n, map=False),
        "texts": {"tools": t("Span shown"), "wheel": t(ZOOM)},
        "dated": bool(filters.start or filters.end),
        "label": label,
        "config": CONFIG,
        "script": pages.server_address(f"{pages.LIBRARIES}/{pages.PLOTLY}"),
        "failed": t("The chart could not be drawn. Reload the page to try again."),
    }


def counted_key(ctx: Context, counted: Binned, *, click: bool) -> Markup:
    """What the bars of counted events are; ``click`` is whether one can be clicked."""
    step = ctx.i18n.t(findings.BIN_STEPS[counted.step])
    return render("timeline_counts.html", ctx.i18n, counted=counted, step=step, click=click)


def timeline_view(ctx: Context, width: float) -> dict[str, Any]:
    """What the Timeline page is sent that changes with the view; ``width`` is the chart's."""
    ctx = replace(ctx, slug=TIMELINE)
    i18n, shown = ctx.i18n, ctx.selection
    chart, key = None, Markup()
    counted = findings.bin_selected_events(ctx) if findings.needs_bins(shown) else None
    if shown.events:
        chart = chart_data(ctx, width, counted)
        if counted:
            key = counted_key(ctx, counted, click=True)
        else:
            key = timeline_scenes.render_timeline_key(
                timeline_scenes.list_timeline_signs(ctx), i18n
            )
    # Which part of a very long list stands below it.
    long = len(shown.events) > records.LONG_ROWS
    part = (ctx.view.page, len(shown.events)) if long else ()
    # The days of the chart that is seen whole.
    whole = findings.chart_window(ctx.dataset, replace(ctx.view, zoom="all"))
    # The spans to choose: those the story names, where no dates are asked for; the one seen.
    dated = ctx.view.filters.start or ctx.view.filters.end
    zooms = {"all": whole} if dated else findings.list_zooms(ctx.dataset)
    if days := parse_zoom_days(ctx.view):
        zooms[ctx.view.zoom] = days
    spans = {
        zoom: i18n.format_date("/".join(map(str, span)), "short") for zoom, span in zooms.items()
    }
    return {
        **filter_line.line_view(ctx, TIMELINE),
        "title": findings.timeline_finding(ctx),
        "lead": i18n.t(LEAD) if shown.events else "",
        "back": "" if shown.events else str(notices.render_no_events(ctx)),
        "shown": view_sentence(ctx),
        "spans": render("timeline_spans.html", i18n, spans=spans)
        if len(spans) > 1 and shown.events
        else "",
        # Where the first of them begins and the last one ends, as a browser counts days.
        "whole": [whole[0].toordinal() - EPOCH, whole[1].toordinal() - EPOCH + 1],
        "chart": chart,
        "width": width,
        "counted": bool(counted),
        "key": str(key),
        "addresses": {"view": _address("timeline.json", ctx, whole=True)},
        "around": {**around(ctx), "counted": bool(counted), "pages": part},
    }
