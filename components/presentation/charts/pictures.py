"""What stands around a picture: finding, key, filters, sources and the date of the data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from components.domain.evidence.totals import main_voice, panels, totals
from components.domain.views.filters import citations_in_use
from components.figures.drawing.keys import ladder_key, map_key, timeline_key
from components.figures.drawing.map import unit_of
from components.figures.drawing.marks import signs_of
from components.figures.drawing.sheet import INNER, KeyItem, Sheet, SheetPalette, sheet_svg
from components.figures.drawing.svg import size_of
from components.figures.map.deck import LEGEND
from components.figures.palette import palette_for
from components.figures.totals.chart import GLYPH
from components.i18n.credit import credit_line
from components.i18n.labels import map_key_words, people_legend, timeline_key_words
from components.presentation.charts.drawings import (
    MAP_PALETTE,
    PALETTE,
    draw_ladder,
    draw_map,
    draw_timeline,
    ladder_claims,
)
from components.presentation.charts.map import count_table, has_counts, map_finding
from components.presentation.charts.picture_links import Kind
from components.presentation.charts.timeline import event_mark, timeline_finding, window_of
from components.presentation.charts.totals import DATE_SIGNS, SCALE_WORDS, SIGNS, panel_scales
from components.presentation.charts.totals_table import ladder_finding
from components.presentation.charts.totals_words import population_name, short_name
from components.presentation.context import Context
from components.presentation.records.claims import presented
from components.presentation.sentence import conditions, dates_words, sentence

SIZE: Final = 1.15


# A line breaks between two names, and not between a day and its month.
UNBROKEN: Final = "\u00a0"


MAP_HEIGHT: Final = 1080


MAP_SIZE: Final = 1.6


SHEET: Final = SheetPalette(PALETTE.paper, PALETTE.ink, PALETTE.muted, PALETTE.line, PALETTE.accent)


@dataclass(frozen=True)
class _Parts:
    """One kind of picture, ready to be set."""

    title: str
    measured: str
    drawing: Markup
    key: list[KeyItem]
    notes: list[str]
    records: list[str]


def source_lines(records: Iterable[str], here: Context) -> tuple[str, ...]:
    """The sources that some records rest on under the filters, the four documents apart."""
    i18n, data = here.i18n, here.dataset
    used = {
        citation.source_id
        for record in records
        for citation in citations_in_use(data, record, here.view.filters)
    }
    names: dict[bool, list[str]] = {True: [], False: []}
    for key, source in data.sources.items():
        if key in used:
            name = i18n.source(source).replace(" ", UNBROKEN)
            names[source.custom.tier == "document"].append(name)
    lines = []
    if names[True]:
        lines.append(i18n.t("Sources: {names}.", names="; ".join(names[True])))
    if names[False]:
        lines.append(i18n.t("Corroborating reports: {names}.", names="; ".join(names[False])))
    return tuple(lines)


def _timeline(here: Context) -> _Parts:
    i18n, (first, last) = here.i18n, window_of(here)
    marks = [event_mark(event, here) for event in here.selection.events]
    drawn = [mark for mark in marks if mark.date.possibly_within(first, last)]
    return _Parts(
        timeline_finding(here),
        i18n.t("Events by kind and date, {span}", span=i18n.date(f"{first}/{last}")),
        draw_timeline(here, INNER, scale=SIZE),
        timeline_key(
            palette_for("light", here.dataset.category_ids),
            timeline_key_words(i18n),
            signs_of(drawn),
        ),
        [sentence(here)],
        [mark.id for mark in drawn],
    )


def _map(here: Context) -> _Parts:
    i18n, table = here.i18n, count_table(here)
    day = table.earlier if here.view.counts == "earlier" else table.latest
    measured = i18n.t("People counted by region")
    if day and here.view.counts == "change" and table.earlier:
        measured = i18n.t(
            "{measured}, from {earlier} to {latest}",
            measured=measured,
            earlier=i18n.date(table.earlier),
            latest=i18n.date(day),
        )
    elif day:
        measured = i18n.t("{measured}, as of {date}", measured=measured, date=i18n.date(day))
    legend = people_legend(LEGEND, i18n)
    unit = unit_of(INNER, MAP_HEIGHT, MAP_SIZE, here.story.basemap.frame)
    claims = [c for row in table.rows for c in (row.latest, row.earlier) if c]
    kept = [c.id for c in claims if here.view.counts == "change" or c.as_of == day]
    notes = [sentence(here)]
    if not table.answered:
        notes.append(i18n.t("No count by region fits these filters: those shown are the latest."))
    places = [event.id for event in here.selection.events if event.place_id]
    if not has_counts(here):
        measured = i18n.t("Where the events happened")
        drawn = draw_map(here, INNER, MAP_HEIGHT, scale=MAP_SIZE)
        return _Parts(map_finding(here), measured, drawn, [], [sentence(here)], places)
    return _Parts(
        map_finding(here),
        measured,
        draw_map(here, INNER, MAP_HEIGHT, scale=MAP_SIZE),
        map_key(MAP_PALETTE, legend, table.largest, unit, map_key_words(i18n)),
        [*notes, presented(here)],
        [*kept, *places],
    )


def _figures_shown(here: Context) -> str:
    """How many figures are drawn, under which choices and filters."""
    i18n, view = here.i18n, here.view
    total = len(totals(here.dataset.claims.values()))
    parts = [
        i18n.t(
            "{shown} of {total} reported figures",
            shown=i18n.number(len(ladder_claims(here))),
            total=i18n.number(total),
        )
    ]
    if view.population:
        parts.append(population_name(view.population, i18n))
    if view.claimant:
        parts.append(i18n.of(here.dataset.claimants[view.claimant], "name"))
    parts += [dates_words(here), *conditions(here)]
    return i18n.t("Shown: {parts}.", parts=", ".join(parts))


def _figures(here: Context) -> _Parts:
    i18n, shown = here.i18n, ladder_claims(here)
    used = {claim.qualifier for claim in shown}
    present = {claim.population for claim in shown}
    main = main_voice(shown)
    notes = [_figures_shown(here)]
    kinds = dict.fromkeys(scale.kind for scale in panel_scales(panels(shown)).values())
    notes.append(" ".join(i18n.t(SCALE_WORDS[kind]) for kind in kinds))
    voice = next((short_name(c, here) for c in shown if c.claimant_id == main), "")
    if voice:
        notes[-1] += " " + i18n.t("Marks without a name are those of {claimant}.", claimant=voice)
    return _Parts(
        ladder_finding(shown, here),
        i18n.t("Every reported total by its as-of date, who said it and how exactly"),
        draw_ladder(here, INNER, scale=SIZE),
        ladder_key(
            PALETTE,
            [(q, i18n.t(words)) for q, words in SIGNS.items() if q in used],
            [(dash, i18n.t(words)) for dash, words in DATE_SIGNS.items()],
            [(p, population_name(p, i18n)) for p in GLYPH if p in present],
        ),
        [
            *notes,
            i18n.t(
                "Figures count different people on different days, so no line joins two of them."
            ),
        ],
        [claim.id for claim in shown],
    )


#: What there is a picture of: the page it belongs to, and how it is made.
KINDS: Final[dict[Kind, tuple[str, Callable[[Context], _Parts]]]] = {
    "timeline": ("timeline", _timeline),
    "map": ("map", _map),
    "figures": ("figures", _figures),
}


def picture(kind: Kind, here: Context) -> Markup:
    """A view's picture with everything that must be published with it, as SVG."""
    parts = KINDS[kind][1](here)
    ground = here.story.basemap.credit
    boundaries = getattr(ground, here.i18n.language) or ground.en
    credit = credit_line(here.dataset, here.i18n)
    credit += f" {boundaries}" if kind == "map" and boundaries else ""
    sheet = Sheet(
        parts.title,
        parts.measured,
        tuple(parts.notes),
        (*source_lines(parts.records, here), credit),
        here.i18n.language,
    )
    return sheet_svg(sheet, parts.drawing, size_of(parts.drawing), parts.key, SHEET)
