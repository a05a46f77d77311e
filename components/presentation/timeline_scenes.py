"""The timeline of a view as a scene, for the stage, pages, pictures, embeds, lessons and print."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from functools import partial
from typing import Final

from markupsafe import Markup

from components.drawing.event_signs import (
    KEY_SIZE,
    OTHER_SIZE,
    EventRow,
    Window,
    timeline_key,
)
from components.drawing.palette import Palette
from components.drawing.scene import Scene
from components.drawing.sheet import KeyItem
from components.drawing.text_direction import isolate_text
from components.drawing.timeline import show_hours, timeline_scene
from components.drawing.timeline_counts import counted_scene
from components.drawing.timeline_frame import Count, TimelineFrame
from components.drawing.timeline_list import list_scene
from components.i18n import I18n, labels
from components.limits.views import MOST_MARKS
from components.loading.loaded_story import LoadedStory
from components.presentation import chart_data
from components.presentation.context import Context
from components.presentation.filter_texts import view_sentence
from components.presentation.legend import PAGE_PALETTE, render_legend
from components.presentation.records import EventTexts, build_event_row, format_sources
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.bins import Binned, bin_events, build_axis
from components.story.dataset import Dataset
from components.story.edtf import EdtfDate
from components.story.models import Event
from components.values.date_texts import format_edtf_year
from components.work.cancellation import raise_if_cancelled

#: How wide a drawing is laid out for a page, in pixels; a narrow screen scrolls it.
WIDTH_PX: Final = 1100
#: The marks of EDTF for what is approximate or uncertain: the drawing's signs show this.
UNSURE_MARKS: Final = str.maketrans("", "", "~?%")


@dataclass(frozen=True)
class TimelineOptions:
    """How a timeline is laid out.

    Attributes
    ----------
    window
        The first and the last day shown; those of the view if ``None``.
    scale
        The size of type and marks; 1 is 12 pixels for names.
    smallest
        The share of its size to which the type may shrink, so that names have room.
    grow
        How many times as high the drawing may become, so that names have room.
    row
        The height of a row in pixels, of a timeline without a height.
    described
        Whether the scene has a title and a text alternative.
    title_lines
        If above 0, the timeline goes from top to bottom, for a narrow screen, and no title has
        more lines.
    focus
        The events that the drawing is about; the rest is dim.
    dim_note
        What the rest is, as a text.
    binned
        The events of a table, counted.
    sized
        Whether key moments are larger than the other events.
    """

    window: Window | None = None
    scale: float = 1.0
    smallest: float = 0.8
    grow: float = 1.0
    row: float = 20.0
    described: bool = True
    title_lines: int = 0
    focus: frozenset[str] | None = None
    dim_note: str = ""
    binned: Binned | None = None
    sized: bool = True


PLAIN_OPTIONS: Final = TimelineOptions()


def build_timeline_row(event: Event, when: EdtfDate, facts: ViewFacts, i18n: I18n) -> EventRow:
    """Build the row of an event of a timeline; the event is as the sources in use give it."""
    title = i18n.localize(event, "title")
    date_text = i18n.format_date(when)
    basis_text = i18n.t("date {basis}", basis=i18n.t(labels.BASIS[event.date_basis]))
    title_text = isolate_text(title)
    kind_name = isolate_text(i18n.kind_names[event.category])
    sources_text = format_sources(event.id, facts, i18n)
    texts = EventTexts(
        label=title,
        when=i18n.format_date(when.text.translate(UNSURE_MARKS), "short"),
        says=f"{date_text} ({basis_text}). {title_text}. {kind_name}. {sources_text}",
    )
    return build_event_row(event.id, when, event.date_basis, event.category, texts)


def list_key_moments(dataset: Dataset) -> frozenset[str]:
    """Return the events that the words of the story's lesson name.

    None without a lesson, or where it names every event: then none stands out.
    """
    named_ids = dataset.story.worded_records()
    key_ids = frozenset(event_id for event_id in dataset.events if event_id in named_ids)
    if len(key_ids) == len(dataset.events):
        return frozenset()
    return key_ids


def size_key_moments(rows: Sequence[EventRow], dataset: Dataset) -> list[EventRow]:
    """Return events with the sizes of their marks: key moments are larger than the others."""
    key_ids = dataset.memoize(list_key_moments)
    if not key_ids:
        return [*rows]
    sized_rows: list[EventRow] = []
    for row in rows:
        size = OTHER_SIZE
        if row.id in key_ids:
            size = KEY_SIZE
        sized_rows.append(replace(row, size=size))
    return sized_rows


def _build_counts(binned: Binned, i18n: I18n) -> list[Count]:
    """Return the bars of binned events, each with its text."""
    # The bars of several kinds are of the same days.
    days_texts: dict[Window, str] = {}
    counts: list[Count] = []
    for event_bin in binned.bins:
        days = (event_bin.start, event_bin.end)
        if days not in days_texts:
            days_texts[days] = chart_data.format_bin_days(event_bin, i18n)
        if binned.summed:
            number_text = f"{i18n.format_number(event_bin.count)} ({binned.summed})"
        else:
            number_text = i18n.n("{count} event", "{count} events", int(event_bin.count))
        counts.append(
            Count(
                event_bin.category,
                event_bin.start,
                event_bin.end,
                event_bin.count,
                says=f"{days_texts[days]}: {number_text}",
            )
        )
    return counts


def _count_rows(i18n: I18n, rows: Sequence[EventRow], window: Window) -> list[Count]:
    """Count how many of some events begin in each stretch of a window."""
    kinds = [row.kind for row in rows]
    return _build_counts(bin_events(kinds, rows, window), i18n)


def _format_hour(i18n: I18n, hour: int) -> str:
    return i18n.format_time(time(hour))


def _format_list_month(i18n: I18n, day: date) -> str:
    """Return the month of a day, with its year where the story has several."""
    if i18n.implied_year is not None:
        return i18n.format_month(day)
    return i18n.format_date(f"{format_edtf_year(day.year)}-{day.month:02}")


def build_timeline_frame(
    ctx: Context,
    width: float,
    height: float | None = None,
    options: TimelineOptions = PLAIN_OPTIONS,
) -> TimelineFrame:
    """Build what the timelines of a view have besides their events and their texts."""
    i18n = ctx.i18n
    return TimelineFrame(
        lanes=ctx.i18n.kind_names,
        window=options.window or chart_data.chart_window(ctx.dataset, ctx.view),
        palette=ctx.palette,
        axis=partial(
            build_axis,
            format_month=i18n.format_month,
            format_year=i18n.format_year,
            with_years=i18n.implied_year is None,
        ),
        month=partial(_format_list_month, i18n),
        day=i18n.format_day,
        hour=partial(_format_hour, i18n),
        number=i18n.format_number,
        count=partial(_count_rows, i18n),
        width=width,
        height=height,
        scale=options.scale,
        row=options.row,
        smallest=options.smallest,
        grow=options.grow,
        dim_note=options.dim_note,
    )


def _describe_frame(
    frame: TimelineFrame, facts: ViewFacts, story: LoadedStory, i18n: I18n, binned: Binned | None
) -> TimelineFrame:
    """Return a frame with the title of the timeline and its text alternative."""
    sentence = view_sentence(facts, story, i18n)
    if binned:
        return replace(
            frame, title=chart_data.format_bins_title(binned, i18n), description=sentence
        )
    description = i18n.t("Timeline of events by kind. {sentence}", sentence=sentence)
    return replace(frame, title=chart_data.timeline_finding(facts, i18n), description=description)


def draw_timeline(
    ctx: Context,
    width: float,
    height: float | None = None,
    options: TimelineOptions = PLAIN_OPTIONS,
) -> Scene:
    """Draw the timeline of a view.

    Parameters
    ----------
    ctx
        The view; too many events to draw each are counted.
    width
        Pixels.
    height
        Pixels; as high as the events need if ``None``.
    options
        How it is laid out.
    """
    raise_if_cancelled()
    binned = options.binned
    frame = build_timeline_frame(ctx, width, height, options)
    if options.described:
        frame = _describe_frame(frame, ctx.facts, ctx.story, i18n=ctx.i18n, binned=binned)
    shown_rows = [row for row in ctx.selection.rows if row.when.possibly_within(*frame.window)]
    if not binned and len(shown_rows) > MOST_MARKS:
        kinds = [row.category for row in shown_rows]
        dates = [row.when for row in shown_rows]
        binned = bin_events(kinds, dates, frame.window)
    if binned:
        return counted_scene(_build_counts(binned, ctx.i18n), frame)
    event_rows = [
        build_timeline_row(row.event, row.when, ctx.facts, i18n=ctx.i18n) for row in shown_rows
    ]
    if options.sized:
        event_rows = size_key_moments(event_rows, ctx.dataset)
    if options.title_lines:
        return list_scene(event_rows, frame, most_lines=options.title_lines)
    return timeline_scene(event_rows, frame, options.focus)


# The legend ---------------------------------------------------------------------------------------
def list_timeline_signs(facts: ViewFacts, view: View) -> frozenset[str]:
    """Return the signs of a view's events, as its timeline draws them; none if they are counted."""
    if chart_data.needs_bins(facts.selection):
        return frozenset()
    event_rows: list[EventRow] = []
    for row in facts.selection.rows:
        basis = row.event.date_basis
        event_rows.append(build_event_row(row.id, row.when, basis, row.category))
    sized_rows = size_key_moments(event_rows, facts.dataset)
    drawn_rows, _ = show_hours(sized_rows, chart_data.chart_window(facts.dataset, view))
    signs: set[str] = set()
    for drawn_row in drawn_rows:
        signs.update(drawn_row.signs)
    return frozenset(signs)


def build_timeline_key(
    signs: Collection[str], i18n: I18n, palette: Palette = PAGE_PALETTE
) -> list[KeyItem]:
    """Build the legend of some signs of a timeline; in the colour of a page's text by default."""
    meanings = {
        "stated": i18n.t("day stated"),
        "inferred": i18n.t("day inferred"),
        "outside": i18n.t("day by another report"),
        "days": i18n.t("several days"),
        "some": i18n.t("some day in this span"),
        "unsure": i18n.t("day or ends not sure"),
        "key": i18n.t("large: named in “Step by step”"),
    }
    return timeline_key(palette, meanings, signs)


def render_timeline_key(signs: Collection[str], i18n: I18n) -> Markup:
    """Render how to read the marks of a timeline; empty where none has a sign."""
    return render_legend(build_timeline_key(signs, i18n), i18n.t("How to read the marks"), i18n)
