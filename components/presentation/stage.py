"""What the Overview's picture is sent: texts, drawings and addresses of the stage."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.palette import MAP_PALETTES, Mode, drawing_css
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.i18n import N_, I18n, i18n_for
from components.loading.loaded_story import LoadedStory
from components.presentation import (
    chart_data,
    cited,
    comparison,
    empty_states,
    filter_line,
    filter_texts,
    index,
    legend,
    map_scenes,
    notices,
    pages,
    records,
    timeline_scenes,
)
from components.presentation.context import Context
from components.presentation.figure_texts import HeadFigure, build_growth, build_headline
from components.presentation.filter_texts import view_sentence
from components.presentation.finding_texts import (
    NOTHING_FITS,
    PART_OF_COUNTS,
    format_event_share,
    format_finding,
)
from components.presentation.markup import render
from components.presentation.view_links import LinkBase
from components.query import figures
from components.query.filters import SOURCE_FILTERS, FilterName, Filters
from components.query.search import SearchIndex
from components.query.view import (
    PARAMETERS_BY_FILTER,
    SOURCE_PARAMETERS,
    Counts,
    View,
    write_view,
)
from components.query.view_facts import FindFacts, ViewFacts
from components.story.bins import build_axis
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, parse_edtf
from components.story.lesson import Story
from components.story.models import Claim

Json = dict[str, Any]


class DrawingSize(NamedTuple):
    """The size of a drawing in CSS pixels."""

    width: int
    height: int


PATH: Final = "/stage"
#: The scripts of a scene that answers, and those that the stage is made of beside its own.
SCENE: Final = ("dom", "view", "scene")
#: A scene with the filters of its page.
FILTERED_SCENE: Final = (*SCENE, "dock", "filter_bar", "live_view")
SCRIPTS: Final = (*FILTERED_SCENE, "axis", "play", "drawer")
#: Milliseconds for which each day is shown while the days are played.
PLAY_MILLISECONDS: Final = 130
#: What is drawn of the stage, by the name of its file, with the filters of the view that it depends
#: on besides those that decide which sources are allowed. A map's numbers are those of its sources.
DRAWN: Final[dict[str, tuple[FilterName, ...]]] = {
    "timeline": ("dates",),
    "list": ("dates",),
    "map": ("sources",),
    "ground": ("sources",),
}
#: The sizes of drawings that cannot be asked for in the size of the window, in pixels.
INLINE: Final = {
    "timeline": DrawingSize(900, 560),
    "list": DrawingSize(400, 0),
    "map": DrawingSize(400, 400),
}
#: Width and height in pixels up to which the timeline's type has its plain size, how far it may
#: grow in a larger one, and how many times the height of a low one the drawing may have so that
#: every event is named: then the page scrolls.
PLAIN_SIZE: Final = (920.0, 600.0)
MOST_SCALE: Final = 1.25
MOST_GROWTH: Final = 2.0
#: The width in pixels for which the names of the strip of days are chosen: a phone's.
STRIP_PX: Final = 320.0
#: Lines of a title in the list of events.
LIST_TITLE_LINES: Final = 3
#: Parts that can be prerendered.
PRERENDERED_PARTS: Final = (
    "line",
    "hidden",
    "headline",
    "heading_class",
    "standfirst",
    "figures",
    "time",
    "timeline",
    "chips",
    "key",
    "map_title",
    "map",
    "counts",
)
#: Texts that the browser shows; it fills their places.
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


def _list_narrowing_parameters() -> tuple[str, ...]:
    names: list[str] = []
    for parameter_names in PARAMETERS_BY_FILTER.values():
        names += parameter_names
    names.append("compare")
    return tuple(names)


#: The parameters of an address with which the Overview shows less than the whole story, or more
#: than one view of it.
NARROWING: Final = _list_narrowing_parameters()


# Texts of the view --------------------------------------------------------------------------------
def as_of_day(view: View) -> View:
    """Return the view of what had happened by the day that is played."""
    if view.day is None:
        return view
    end = min(view.day, view.filters.end or view.day)
    return replace(view, filters=replace(view.filters, end=end), day=None)


def overview_headline(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n, comparison_caption: str = ""
) -> str:
    """Return the headline of the Overview.

    Parameters
    ----------
    facts
        The facts of the view.
    story
        The story that is shown.
    view
        What the address asks for.
    i18n
        The reader's language.
    comparison_caption
        Which two views are side by side; empty without a comparison.
    """
    if not facts.selection.events:
        return i18n.t(NOTHING_FITS)
    # The days of a story that the server filters are not played.
    if view.day and index.answers_in_browser(facts.dataset):
        return _played_day_headline(view, i18n)
    if comparison_caption:
        return comparison_caption
    if not facts.filters.list_active():
        return i18n.t(TEXTS["story"])
    # "12 of 43 events, 22–25 February 2019, in Guajira"
    count_text = format_finding(facts.shown_events, facts.dataset, i18n)
    restrictions = filter_texts.list_restrictions(
        facts.filters, story, i18n, facts.selection.events
    )
    headline = ", ".join([count_text, *restrictions])
    if len(headline) > filter_texts.LONGEST_HEADLINE_CHARACTERS:
        return count_text
    return headline


def _played_day_headline(view: View, i18n: I18n) -> str:
    start_day = view.filters.start
    played_day = view.day
    if played_day is None:
        return ""
    day_text = i18n.format_day(played_day)
    if start_day is None:
        return i18n.t(TEXTS["happenedBy"], date=day_text)
    if start_day == played_day:
        return i18n.t(TEXTS["happenedOn"], date=day_text)
    first_text = i18n.format_first_day(start_day, played_day)
    return i18n.t(TEXTS["happenedFrom"], start=first_text, date=day_text)


def _list_head_figures(
    facts: ViewFacts, find_facts: FindFacts, i18n: I18n, link_base: LinkBase, *, has_events: bool
) -> list[HeadFigure]:
    """Return the head figures; without a figure in the view the nearest one outside its filters.

    The first one leads, with the growth of its measure. Where no event fits, the empty state is in
    place of figures outside the filters.
    """
    headlines = facts.headlines
    head_figures: list[HeadFigure] = []
    for kind in facts.dataset.presentation.figures or headlines:
        if kind in headlines:
            head_figure = build_headline(
                kind, headlines[kind], facts, i18n=i18n, link_base=link_base
            )
            if not head_figures:
                growth = build_growth(kind, facts, i18n=i18n, link_base=link_base)
                head_figure = replace(head_figure, growth=growth)
            head_figures.append(head_figure)
        elif has_events:
            nearest = _find_nearest_figure(kind, facts, find_facts, i18n=i18n, link_base=link_base)
            if nearest:
                head_figures.append(nearest)
    return head_figures


def _find_nearest_figure(
    kind: str, facts: ViewFacts, find_facts: FindFacts, i18n: I18n, link_base: LinkBase
) -> HeadFigure | None:
    """Return the head figure of a kind that is nearest to the dates of the view."""
    filters = facts.filters
    source_filters = filters.keep_only(*SOURCE_FILTERS)
    sourced_facts = find_facts(source_filters)
    claims: Sequence[Claim] = figures.find_nearest_headline(
        facts.dataset,
        sourced_facts.selection.claims,
        sourced_facts.regional_counts,
        kind,
        (filters.start, filters.end),
    )
    if not claims:
        return None
    headline = build_headline(
        kind,
        claims,
        facts=sourced_facts,
        i18n=i18n,
        link_base=link_base.with_filters(source_filters),
    )
    note = i18n.t("outside these filters: {note}", note=headline.note)
    return replace(headline, note=note, outside=True)


class HeldCounts(NamedTuple):
    """The counts that stay whatever the dates and regions: their day, and the regions counted."""

    day: EdtfDate
    regions: list[str]


def find_held_counts(filters: Filters, counts: Counts, find_facts: FindFacts) -> HeldCounts | None:
    """Return the counts that stay whatever the dates and regions; None where there are none."""
    undated_filters = replace(filters, start=None, end=None, regions=())
    undated_facts = find_facts(undated_filters)
    table = chart_data.shown_counts(undated_facts, counts, find_facts)
    day_key = table.shown
    day = table.days.get(day_key)
    if not day or not table.answered:
        return None
    regions = [row.region.id for row in table.rows if day_key not in row.left_out]
    return HeldCounts(parse_edtf(day), regions)


def _list_held_counts(ctx: Context) -> list[Json]:
    """Return the counts that stay whatever the dates and regions, for the browser."""
    held = find_held_counts(ctx.view.filters, ctx.view.counts, ctx.story.facts)
    if held is None:
        return []
    return [{**index.date_bounds(held.day), "regions": held.regions}]


def build_stage_parts(ctx: Context) -> Json:
    """Build what on the stage changes with the view and only the server can say."""
    i18n = ctx.i18n
    has_events = bool(ctx.selection.events)
    compared = comparison.compare_views(
        ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base
    )
    caption = ""
    comparison_html = ""
    shown = view_sentence(ctx.facts, ctx.story, ctx.i18n)
    if compared:
        caption = compared["caption"]
        comparison_html = render("stage_compare.html", i18n, **compared)
        shown = f"{shown} {caption}."
    # Beside another view a region is shown in the comparison.
    chosen = records.ChosenRecord("", Markup())
    if not ctx.view.compare or ctx.view.event:
        chosen = records.find_chosen_record(ctx)
    empty_state: str = ""
    time_title = ""
    map_title = ""
    # The headline says that no event fits; no title repeats it.
    if has_events:
        time_title = chart_data.timeline_finding(ctx.facts, ctx.i18n)
    else:
        empty_state = empty_states.render_no_events(
            ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base
        )
    if has_events or ctx.dataset.counts_by_region:
        map_title = chart_data.map_finding(
            ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts
        )
    head_figures = _list_head_figures(
        ctx.facts, ctx.story.facts, ctx.i18n, link_base=ctx.link_base, has_events=has_events
    )
    return {
        "headline": overview_headline(
            ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, comparison_caption=caption
        ),
        "shown": shown,
        "figures": render("stage_figures.html", i18n, items=head_figures, back=empty_state),
        "counts": index.render_counts(ctx),
        "held": _list_held_counts(ctx),
        "compare": comparison_html,
        "time": time_title,
        "map": map_title,
        "chosen": chosen.key,
        "detail": chosen.html,
    }


def render_standfirst(lesson: Story, i18n: I18n, link_base: LinkBase) -> str:
    """Render what the story is about, under its headline, with the link to its steps."""
    step_count = len(lesson.steps)
    steps_text = ""
    if step_count:
        steps_text = i18n.n(
            "Read the story in {count} step", "Read the story in {count} steps", step_count
        )
    return render(
        "standfirst.html",
        i18n,
        about=i18n.t("What the story is about"),
        steps=steps_text,
        address=cited.page_address("present", link_base),
    )


# Markup -------------------------------------------------------------------------------------------
def render_stage(dataset: Dataset, i18n: I18n, **prerendered: str) -> Markup:
    """Render the stage, prerendered.

    Parameters
    ----------
    dataset
        The records.
    i18n
        The reader's language.
    prerendered
        HTML of some of :data:`PRERENDERED_PARTS`, shown until the script runs.

    Returns
    -------
    Markup
        The stage, for this story and language alone.
    """
    parts = dict.fromkeys(PRERENDERED_PARTS, "") | prerendered
    placeless = not pages.has_map(dataset)
    return render("stage.html", i18n, prerendered=parts, placeless=placeless)


@lru_cache(maxsize=1)
def render_empty_stage() -> Markup:
    """Render the stage that every reader gets, whatever the story, language and view."""
    parts = dict.fromkeys(PRERENDERED_PARTS, "")
    return render("stage.html", i18n_for("en"), prerendered=parts, placeless=False)


# Drawings -----------------------------------------------------------------------------------------
def _drawing_filters(facts: ViewFacts, *names: FilterName) -> Filters:
    """Return the filters that a drawing depends on: those of sources, and some by their names.

    The browser applies the others, by dimming; those of a large story the server applies.
    """
    filters = facts.filters
    if not index.answers_in_browser(facts.dataset):
        return filters
    return filters.keep_only(*SOURCE_FILTERS, *names)


def draw_stage_part(name: str, ctx: Context, width: float = 0, height: float = 0) -> Scene:
    """Draw one of :data:`DRAWN`: every event in the dates of the view, or the map.

    The ground of the Map page has no size, and stays under its marks whatever they are. A list
    goes from top to bottom and is as high as it must be. In a large window the type of a timeline
    grows from 12 to 15 pixels, as far as that costs no title; in a low one the drawing is higher
    than asked for, as far as every title needs it.

    Parameters
    ----------
    name
        A key of :data:`DRAWN`.
    ctx
        The view.
    width, height
        Pixels.
    """
    drawn_ctx = _drawing_context(ctx, *DRAWN[name])
    if name == "ground":
        return map_scenes.draw_ground(drawn_ctx)
    if name == "map":
        extent = ctx.story.basemap.extents[0]
        # Events of every source have their places on the map; the browser dims them.
        places_ctx = _drawing_context(ctx)
        places = chart_data.list_drawn_places(
            places_ctx.facts,
            places_ctx.story,
            places_ctx.view,
            i18n=places_ctx.i18n,
            extent=extent,
        )
        map_options = map_scenes.MapOptions(extent=extent, described=False, with_inset=True)
        return map_scenes.draw_map(drawn_ctx, width, height, map_options, places)
    first_day, last_day = ctx.dataset.period
    start_day = ctx.view.filters.start or first_day
    end_day = ctx.view.filters.end or last_day
    options = timeline_scenes.TimelineOptions(window=(start_day, end_day), described=False)
    if name == "list":
        list_options = replace(options, title_lines=LIST_TITLE_LINES)
        return timeline_scenes.draw_timeline(drawn_ctx, width, options=list_options)
    scale = _type_scale(width, height)
    options = replace(options, scale=scale, smallest=1 / scale, grow=MOST_GROWTH)
    return timeline_scenes.draw_timeline(drawn_ctx, width, height, options)


def _drawing_context(ctx: Context, *filter_names: FilterName) -> Context:
    """Return the view of a drawing: without an event, and with the filters that it depends on."""
    filters = _drawing_filters(ctx.facts, *filter_names)
    return replace(ctx, view=replace(ctx.view, filters=filters, event=None))


def _type_scale(width: float, height: float) -> float:
    """Return the size of a timeline's type: it grows with a window above the plain size."""
    plain_width, plain_height = PLAIN_SIZE
    window_share = min(width / plain_width, height / plain_height)
    return min(max(1.0, window_share), MOST_SCALE)


def ground_source(ctx: Context) -> str:
    """Return the address of the ground; its SVG for a story that no address leads to."""
    if ctx.story.private:
        return paint(draw_stage_part("ground", ctx))
    return _part_address("ground.svg", ctx, "counts", "extent")


def _part_address(file_name: str, ctx: Context, *field_names: str) -> str:
    """Return the address of a part of the stage, with all that it depends on.

    Parameters
    ----------
    file_name
        A name of :data:`DRAWN` with its ending, or the index.
    ctx
        The view.
    field_names
        The fields of the view that the part depends on besides its filters.
    """
    name = file_name.partition(".")[0]
    fields: Json = {field_name: getattr(ctx.view, field_name) for field_name in field_names}
    view = View(
        lang=ctx.i18n.language,
        filters=_drawing_filters(ctx.facts, *DRAWN.get(name, ())),
        version=ctx.view.version,
        **fields,
    )
    return _stage_address(file_name, ctx.story, ctx.mode, view=view)


def view_data_address(file_name: str, story: LoadedStory, i18n: I18n, mode: Mode) -> str:
    """Return the address of what changes with the view; the browser adds the view to it."""
    return _stage_address(file_name, story, mode, view=View(lang=i18n.language))


def _stage_address(file_name: str, story: LoadedStory, mode: Mode, view: View) -> str:
    params = {**write_view(view), "mode": mode, "story": story.mark}
    return pages.server_address(f"{PATH}/{file_name}", urlencode(params, doseq=True))


# What the browser is sent -------------------------------------------------------------------------
def find_word_events(dataset: Dataset, view: View) -> Json | None:
    """Return the events that hold the words searched, whatever else the view asks for.

    Returns
    -------
    Json | None
        ``None`` without words, and of a story that the server filters.
    """
    search_text = view.filters.text
    if not search_text or not index.answers_in_browser(dataset):
        return None
    event_ids = dataset.memoize(SearchIndex).find_ids(search_text, "events")
    if event_ids is None:
        return {"text": search_text, "events": sorted(dataset.events)}
    return {"text": search_text, "events": sorted(event_ids)}


def page_chrome(ctx: Context) -> Json:
    """Return what the framework draws around a picture, as far as another view changes it."""
    return {"empty": not ctx.selection.events, "notices": len(ctx.notices)}


def render_hidden_notices(ctx: Context) -> Markup:
    """Render what filters on sources leave out of a page whose picture answers by itself."""
    lines = notices.list_hidden_notices(ctx.facts, ctx.story, ctx.i18n, link_base=ctx.link_base)
    return render("hidden_notice.html", ctx.i18n, lines=lines)


def _compute_view_data(ctx: Context) -> Json:
    return {
        **filter_line.build_filter_bar_view(ctx, ""),
        "parts": build_stage_parts(ctx),
        "addresses": {
            "index": _part_address("index.json", ctx),
            "timeline": _part_address("timeline.svg", ctx),
            "list": _part_address("list.svg", ctx),
            "map": _part_address("map.svg", ctx, "counts"),
            "view": view_data_address("view.json", ctx.story, ctx.i18n, mode=ctx.mode),
        },
        "found": find_word_events(ctx.dataset, ctx.view),
        "hidden": render_hidden_notices(ctx),
        "around": page_chrome(ctx),
    }


def build_view_data(ctx: Context) -> Json:
    """Build what the stage is sent that changes with the view; cached for all who come by it.

    Words that are only listed change nothing but their list.
    """
    if ctx.view.search:
        whole_view = replace(ctx.view, search="")
        view_data = build_view_data(replace(ctx, view=whole_view))
        return {**view_data, **filter_line.build_filter_bar_view(ctx, "")}
    reader = (ctx.i18n.language, ctx.mode, len(ctx.notices))
    cache_key = ("stage", ctx.view, *reader, index.answers_in_browser(ctx.dataset))
    return ctx.story.memoize(cache_key, partial(_compute_view_data, ctx))


def _build_inline_data(ctx: Context) -> Json:
    """Return the index and the drawings of a stage that cannot ask for them."""
    inline_data: Json = {"index": index.build_stage_index(ctx)}
    for part_name, size in INLINE.items():
        inline_data[part_name] = paint(draw_stage_part(part_name, ctx, *size))
    return inline_data


def _build_texts(data: Dataset, i18n: I18n) -> Json:
    """Return the texts that the browser shows, with places that it fills."""
    event_count = len(data.events)
    total_text = f"{{total}} {i18n.unit_name(data.counted_unit, 2)}".strip()
    events_text = format_event_share("{shown}", event_count, i18n)
    texts: Json = {name: i18n.t(message) for name, message in TEXTS.items()}
    texts["locale"] = str(i18n.locale).replace("_", "-")
    texts["count"] = events_text
    texts["nothing"] = i18n.t(NOTHING_FITS)
    texts["countPossible"] = i18n.t(
        "{events} certainly, {possible} possibly", events=events_text, possible="{possible}"
    )
    texts["eventsBy"] = i18n.t("{events} by {date}", events="{events}", date="{date}")
    texts["eventsOn"] = i18n.t("{events} on {date}", events="{events}", date="{date}")
    texts["eventsFrom"] = i18n.t(
        "{events} from {start} to {date}", events="{events}", start="{start}", date="{date}"
    )
    texts["ofEvents"] = i18n.n("of {count} event", "of {count} events", event_count)
    texts["ofEventsPossible"] = i18n.t(
        "{events} certainly, {possible} possibly", events=texts["ofEvents"], possible="{possible}"
    )
    texts["ofRegion"] = i18n.t(
        PART_OF_COUNTS,
        count="{count}",
        total=total_text,
        region="{region}",
    )
    texts["sum"] = total_text
    return texts


def _list_months(data: Dataset, i18n: I18n) -> list[tuple[int, str]]:
    """Return the months of a story, or the years of a long one: where each begins, and its name."""
    months, _, _ = build_axis(
        data.period,
        STRIP_PX,
        format_month=i18n.format_month,
        format_year=i18n.format_year,
        with_years=i18n.implied_year is None,
    )
    return [(day.toordinal(), name) for day, name in months]


def _drawing_rules(ctx: Context) -> str:
    """Return the rules of pale marks; a dark page is printed with those of a light one."""
    rules = drawing_css(ctx.palette, MAP_PALETTES[ctx.mode])
    if ctx.mode == "light":
        return rules
    on_paper = drawing_css(ctx.palette_in("light"), MAP_PALETTES["light"])
    return f"{rules}@media print{{{on_paper}}}"


def build_stage_data(ctx: Context, *, inline: bool = False) -> Json:
    """Build everything the stage is sent with a run of the page.

    Parameters
    ----------
    ctx
        The view.
    inline
        Whether index and drawings are sent as well, as they are of an opened story.
    """
    i18n = ctx.i18n
    data = ctx.dataset
    chips = {"/": i18n.t("All dates"), **filter_line.list_named_spans(data, i18n)}
    # The signs of every event, whatever is dimmed.
    drawing_view = replace(ctx.view, filters=_drawing_filters(ctx.facts))
    drawing_facts = ctx.story.facts(drawing_view.filters)
    signs = timeline_scenes.list_timeline_signs(drawing_facts, drawing_view)
    legend_signs = legend.draw_signs(timeline_scenes.build_timeline_key(signs, i18n))
    legend_html = render("stage_key.html", i18n, regions=data.counts_by_region, signs=legend_signs)
    inline_data = None
    if inline or ctx.story.private:
        inline_data = _build_inline_data(ctx)
    return {
        **build_view_data(ctx),
        "line": filter_line.render_filter_bar(ctx, ""),
        "period": [day.isoformat() for day in data.period],
        "months": _list_months(data, i18n),
        "inline": inline_data,
        "chips": render("stage_chips.html", i18n, chips=chips),
        "standfirst": render_standfirst(ctx.lesson, ctx.i18n, ctx.link_base),
        "css": _drawing_rules(ctx),
        "placeless": not pages.has_map(data),
        "key": legend_html,
        "narrowing": NARROWING,
        "sourced": SOURCE_PARAMETERS,
        "play_milliseconds": PLAY_MILLISECONDS,
        "texts": _build_texts(data, i18n),
    }
