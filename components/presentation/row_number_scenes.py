"""The numbers of a story's rows: their drawing, by the engine of reported totals, and their texts.

Each mark is an event's: it leads to the row's record and its sources.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from components.drawing import number_line, totals
from components.drawing.figure_signs import FORMS
from components.drawing.palette import Palette
from components.drawing.scene import Scene
from components.drawing.sheet import KeyItem
from components.drawing.totals_panel import MOST_ROWS
from components.i18n import I18n
from components.limits.views import MOST_MARKS, MOST_ROW_NUMBERS
from components.presentation.context import Context
from components.presentation.figure_texts import FiguresTable
from components.presentation.finding_texts import format_finding, row_numbers_name
from components.presentation.records import (
    LONG_ROWS,
    ListLine,
    build_event_line,
    format_date_basis,
    format_sources,
)
from components.presentation.totals_scenes import (
    MOST_NAMED_FIGURES,
    UNSURE_SIGN,
    build_frame,
    translate_qualifier_signs,
)
from components.query.row_numbers import (
    NumberedEvent,
    list_unread_texts,
    parse_story_numbers,
)
from components.query.view_facts import ViewFacts

#: What the figures of a drawing count, to its engine: all the same.
ONE_POPULATION: Final = "rows"
#: Cells without a number that are quoted; the rest is counted.
MOST_QUOTED: Final = 5
#: A longer text is cut where it is quoted.
MOST_QUOTED_CHARACTERS: Final = 40


# The drawing --------------------------------------------------------------------------------------
def _build_figure(event: NumberedEvent, unit: str, i18n: I18n) -> number_line.Figure:
    """Build the number of a row as it is drawn, with its sentence."""
    when = event.row.when
    number = event.number
    # The marks say that a date is approximate or uncertain.
    plain_date = replace(when, approximate=False, uncertain=False)
    is_sure = event.row.event.date_basis != "inferred" and plain_date == when
    value = i18n.format_cell_number(number, unit)
    title = str(i18n.localize(event.row.event, "title"))
    date_text = i18n.format_date(when)
    return number_line.Figure(
        id=event.row.id,
        low=number.low,
        high=number.high,
        qualifier=number.qualifier,
        first=when.first,
        last=when.last,
        when=i18n.format_date(plain_date, "short"),
        sure=is_sure,
        population=ONE_POPULATION,
        form=FORMS[0],
        value=value,
        who=title,
        says=i18n.t("{value}: {title} ({date})", value=value, title=title, date=date_text),
    )


def _build_panel(
    events: Sequence[NumberedEvent], facts: ViewFacts, i18n: I18n
) -> number_line.Panel:
    unit = facts.dataset.memoize(parse_story_numbers).unit
    return number_line.Panel(
        title=row_numbers_name(facts.dataset, i18n),
        says="",
        unit=unit,
        figures=tuple([_build_figure(event, unit, i18n) for event in events]),
        number=i18n.format_number,
    )


def format_number_count(i18n: I18n, count: int) -> str:
    """Format a number of numbers."""
    return i18n.n("{count} number", "{count} numbers", count)


def list_drawn_events(facts: ViewFacts) -> tuple[NumberedEvent, ...]:
    """Return the events whose numbers are drawn: the first by date, up to a limit."""
    return facts.numbered_events[:MOST_ROW_NUMBERS]


def build_panels(ctx: Context) -> list[number_line.Panel]:
    """Return the panel of a view, which every width draws; none without a number."""
    cache_key = ("panel of row numbers", ctx.view.filters, ctx.i18n.language)
    return ctx.story.memoize(cache_key, partial(_compute_panels, ctx.facts, ctx.i18n))


def _compute_panels(facts: ViewFacts, i18n: I18n) -> list[number_line.Panel]:
    events = list_drawn_events(facts)
    if not events:
        return []
    return [_build_panel(events, facts, i18n)]


def draw_row_numbers(
    ctx: Context, width: float, height: float | None = None, unit: float = 1.0
) -> Scene:
    """Draw the numbers of the rows of a view; cached by view, size and language.

    Parameters
    ----------
    ctx
        The view.
    width
        Pixels.
    height
        Pixels; as high as the numbers need if ``None``.
    unit
        The size of type and marks; 1 is 13 pixels.
    """
    size = (width, height, unit)
    cache_key = ("row numbers", ctx.view, size, ctx.i18n.language, ctx.mode)
    return ctx.story.memoize(cache_key, partial(_draw_scene, ctx, width, height, unit))


def _draw_scene(ctx: Context, width: float, height: float | None, unit: float) -> Scene:
    i18n = ctx.i18n
    panels = build_panels(ctx)
    format_count = partial(format_number_count, i18n)
    frame = build_frame(i18n, ctx.palette, format_count, ctx.view.event or "")
    scene = totals.totals_scene(panels, replace(frame, record="event"), width, height, unit)
    title = format_finding(ctx.facts.row_numbers_finding, ctx.dataset, i18n)
    sentences = [_describe_panel(panel, i18n) for panel in panels]
    return replace(scene, title=title, description=" ".join(sentences))


def _describe_panel(panel: number_line.Panel, i18n: I18n) -> str:
    """Return the text alternative of a panel: its numbers in sentences, of many the first."""
    sentences = [figure.says for figure in panel.figures[:MOST_NAMED_FIGURES]]
    return i18n.t(
        "{measure}: {count}. {figures}.",
        measure=panel.title,
        count=format_number_count(i18n, len(panel.figures)),
        figures="; ".join(sentences),
    )


def build_row_numbers_key(scene: Scene, i18n: I18n, palette: Palette) -> list[KeyItem]:
    """Build the legend of a drawing: the signs that are in it, and no other."""
    texts = totals.TotalsKeyTexts(
        translate_qualifier_signs(i18n),
        populations={},
        main="",
        unsure=i18n.t(UNSURE_SIGN),
    )
    return totals.totals_key(scene.list_signs(), palette, texts)


# Texts --------------------------------------------------------------------------------------------
def list_omissions(facts: ViewFacts, i18n: I18n) -> list[str]:
    """Return sentences on what is not drawn: cells without a number, and numbers past the limit."""
    sentences: list[str] = []
    unread_texts = list_unread_texts(facts)
    if unread_texts:
        quoted_texts: list[str] = []
        for text in dict.fromkeys(unread_texts):
            if len(quoted_texts) == MOST_QUOTED:
                quoted_texts.append("…")
                break
            shown_text = text[:MOST_QUOTED_CHARACTERS]
            quoted_texts.append(i18n.t("“{text}”", text=shown_text))
        sentence = i18n.n(
            "{count} cell is no number that can be drawn beside the others: {texts}.",
            "{count} cells are no numbers that can be drawn beside the others: {texts}.",
            len(unread_texts),
            texts=", ".join(quoted_texts),
        )
        sentences.append(sentence)
    numbered_count = len(facts.numbered_events)
    if numbered_count > MOST_ROWS:
        sentence = i18n.t(
            "So many numbers have a row for each period, and one mark for those that are close."
        )
        sentences.append(sentence)
    if numbered_count > MOST_ROW_NUMBERS:
        sentence = i18n.t(
            "The drawing has the first {most} of {total} numbers by date; choose days to see "
            "others.",
            most=MOST_ROW_NUMBERS,
            total=numbered_count,
        )
        sentences.append(sentence)
    return sentences


def format_shown_part(shown: int, total: int, i18n: I18n) -> str:
    """Format which part of the numbers a list has; empty where it has all."""
    if total <= shown:
        return ""
    return i18n.t(
        "The first {most} of {total} by date; choose days to see others.", most=shown, total=total
    )


def build_number_lines(facts: ViewFacts, i18n: I18n, palette: Palette) -> list[ListLine]:
    """Build the lines of the list of numbers in order of date: the first of very many."""
    unit = facts.dataset.memoize(parse_story_numbers).unit
    lines: list[ListLine] = []
    for row, number in facts.numbered_events[:LONG_ROWS]:
        line = build_event_line(row, facts, i18n, palette=palette)
        value = i18n.format_cell_number(number, unit)
        lines.append({**line, "title": f"{value} · {line['title']}"})
    return lines


def build_numbers_table(facts: ViewFacts, i18n: I18n) -> FiguresTable:
    """Build a table of the numbers, a row each in order of date: the first of very many."""
    unit = facts.dataset.memoize(parse_story_numbers).unit
    heads = (
        row_numbers_name(facts.dataset, i18n),
        i18n.t("Event"),
        i18n.t("Date"),
        i18n.t("Place"),
        i18n.t("Source"),
    )
    table_rows: list[tuple[str, ...]] = []
    for row, number in facts.numbered_events[:MOST_MARKS]:
        date_text = i18n.format_date(row.when)
        basis_text = format_date_basis(row.event.date_basis, i18n)
        if basis_text:
            date_text = f"{date_text} ({basis_text})"
        place = facts.dataset.places.get(row.place_id or "")
        place_name = i18n.localize(place, "name") if place else ""
        table_row = (
            i18n.format_cell_number(number, unit),
            str(i18n.localize(row.event, "title")),
            date_text,
            str(place_name),
            format_sources(row.id, facts, i18n),
        )
        table_rows.append(table_row)
    return FiguresTable(heads, table_rows)
