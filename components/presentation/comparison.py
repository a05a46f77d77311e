"""Two views side by side: what each has of counts by region, head figures, events and sources."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from components.citing.quotation import sources_in_view
from components.drawing.map_signs import radius
from components.drawing.text_direction import join_isolated
from components.i18n import I18n
from components.presentation import filter_texts
from components.presentation.figure_texts import build_headline, headline_label
from components.presentation.finding_texts import format_head_value
from components.presentation.view_links import LinkBase
from components.query import figures
from components.query.filters import Filters
from components.query.findings import Rule
from components.query.view import View
from components.query.view_facts import FindFacts, ViewFacts
from components.story.edtf import parse_edtf
from components.story.models import Claim, Source

Json = dict[str, Any]
#: Titles of events that are written out on each side, when its list is opened.
MOST_TITLES: Final = 60
#: Sources that are named on each side; the rest is "and others".
MOST_SOURCES: Final = 3


class LabelledCell(NamedTuple):
    """What a side has of one thing that is compared."""

    label: str
    cell: Json


def compare_views(
    facts: ViewFacts, find_facts: FindFacts, i18n: I18n, link_base: LinkBase
) -> Json | None:
    """Compare the view with the one beside it.

    Returns
    -------
    Json | None
        A ``caption``, two ``sides``, and ``lines`` with a cell for each: a ``value`` and, where
        there are any, a ``note``, a circle's ``radius`` in pixels and ``claims`` to cite. The
        value of a cell that is ``missing`` says why. ``None`` where nothing is compared.
    """
    compared_view = link_base.view.compare
    if compared_view is None:
        return None
    other_facts = find_facts(compared_view.apply_to(facts.filters))
    by_dates = compared_view.dates is not None
    side = _build_side(facts, other_facts, i18n, by_dates=by_dates)
    other_side = _build_side(other_facts, facts, i18n, by_dates=by_dates)
    caption = i18n.t("Side by side: {one}, and {other}", one=side["name"], other=other_side["name"])
    all_regions = replace(facts.filters, regions=())
    days = find_facts(all_regions).day_counts
    lines = _build_lines((facts, other_facts), days, i18n, link_base)
    return {"caption": caption, "sides": (side, other_side), "lines": lines}


def _build_side(side: ViewFacts, other: ViewFacts, i18n: I18n, *, by_dates: bool) -> Json:
    """Return a view's name, its first events, which are ``shared`` with the other, and the rest."""
    rows = side.selection.rows
    other_ids = other.event_ids
    titles: list[Json] = []
    for row in rows[:MOST_TITLES]:
        titles.append(
            {
                "id": row.id,
                "date": i18n.format_date(row.when, "short"),
                "title": i18n.localize(row.event, "title"),
                "shared": row.id in other_ids,
            }
        )
    return {
        "name": _name_side(side, i18n, by_dates=by_dates),
        "titles": titles,
        "more": max(len(rows) - MOST_TITLES, 0),
    }


def _name_side(side: ViewFacts, i18n: I18n, *, by_dates: bool) -> str:
    """Return the dates of a view, or its regions."""
    if by_dates:
        return filter_texts.format_dates(side.filters, i18n)
    regions = side.filters.regions
    if not regions:
        return i18n.t("All regions")
    labels = [i18n.localize(side.dataset.regions[region_id], "label") for region_id in regions]
    return i18n.format_list(labels)


def _build_lines(
    sides: Sequence[ViewFacts],
    days: Sequence[figures.DayCounts],
    i18n: I18n,
    link_base: LinkBase,
) -> list[Json]:
    """Return a line for each thing that at least one side has."""
    largest = 0
    for day_counts in days:
        for side in sides:
            largest = max(largest, _sum_counts(_list_day_claims(day_counts, side.filters)))
    cells_by_side = [_list_cells(side, days, largest, i18n, link_base) for side in sides]
    lines: list[Json] = []
    for line_index, (first, second) in enumerate(zip(*cells_by_side, strict=True)):
        if "missing" in first.cell and "missing" in second.cell:
            continue
        # The counts by region come first, and only they have circles.
        circle_radius = 0.0
        if line_index < len(days):
            circle_radius = radius(largest, largest)
        cells = (first.cell, second.cell)
        lines.append({"label": first.label, "cells": cells, "size": circle_radius})
    return lines


def _list_cells(
    side: ViewFacts,
    days: Sequence[figures.DayCounts],
    largest: int,
    i18n: I18n,
    link_base: LinkBase,
) -> list[LabelledCell]:
    """Return what a side has; its circles are on the scale of the ``largest`` sum."""
    side_base = link_base.with_filters(side.filters)
    cells: list[LabelledCell] = []
    for day_counts in days:
        cells.append(_build_count_cell(day_counts, side, largest, i18n=i18n, link_base=side_base))
    cells += _list_headline_cells(side, i18n, side_base)
    cells.append(_build_event_cell(side, i18n))
    cells.append(_build_source_cell(side, i18n))
    return cells


def _list_day_claims(day: figures.DayCounts, filters: Filters) -> Sequence[Claim]:
    """Return the counts of a day that the dates and regions of a side's filters allow."""
    if not parse_edtf(day.day).possibly_within(filters.start, filters.end):
        return ()
    return day.of_regions(filters.regions)


def _sum_counts(claims: Sequence[Claim]) -> int:
    return int(sum(claim.value_low or 0 for claim in claims))


def _build_count_cell(
    day: figures.DayCounts,
    side: ViewFacts,
    largest: int,
    i18n: I18n,
    link_base: LinkBase,
) -> LabelledCell:
    regions = side.filters.regions
    claims = _list_day_claims(day, side.filters)
    cell: Json
    if claims:
        finding = side.headline_finding("regions", claims)
        value = format_head_value(finding, side.dataset, i18n)
        cell = {"claims": claims, "facts": side, "link_base": link_base, "value": value}
        if finding.rule is Rule.SUM_OF_COUNTS:
            cell["note"] = ""
            if len(claims) > 1:
                cell["note"] = i18n.n("{count} region", "{count} regions", len(claims))
            cell["radius"] = round(radius(finding.amount("sum"), largest), 1)
    elif any(region_id in day.claims or region_id in day.left_out for region_id in regions):
        cell = {"missing": True, "value": i18n.t("left out by your filters")}
    elif regions:
        cell = {"missing": True, "value": i18n.t("not reported")}
    else:
        cell = {"missing": True, "value": i18n.t("no count here")}
    day_text = i18n.format_date(day.day, "short")
    return LabelledCell(i18n.t("Counted by region, as of {date}", date=day_text), cell)


def _list_headline_cells(side: ViewFacts, i18n: I18n, link_base: LinkBase) -> list[LabelledCell]:
    headlines = side.headlines
    cells: list[LabelledCell] = []
    for kind in ("total", *figures.list_headline_measures(side.dataset)):
        cell: Json = {"value": i18n.t("no figure in this view"), "missing": True}
        if kind in headlines:
            headline = build_headline(
                kind, headlines[kind], facts=side, i18n=i18n, link_base=link_base
            )
            cell = {
                "value": headline.value,
                "note": headline.note,
                "claims": headline.claims,
                "facts": headline.facts,
                "link_base": headline.link_base,
            }
        cells.append(LabelledCell(headline_label(kind, side.dataset, i18n), cell))
    return cells


def _build_event_cell(side: ViewFacts, i18n: I18n) -> LabelledCell:
    event_ids = [event.id for event in side.selection.events]
    cell = {
        "value": i18n.format_number(len(event_ids)),
        "note": filter_texts.format_certainty(side, i18n, event_ids),
    }
    return LabelledCell(i18n.t("Events"), cell)


def _source_order(source: Source) -> tuple[bool, str]:
    return source.custom.tier != "document", source.id


def _build_source_cell(side: ViewFacts, i18n: I18n) -> LabelledCell:
    """Return how many sources a side has, and its first ones, the documents before the reports."""
    filters = side.filters
    sources: list[Source] = []
    for source in sources_in_view(side.dataset, side.selection, View(filters=filters)):
        if not filters.sources or source.id in filters.sources:
            sources.append(source)
    sources.sort(key=_source_order)
    labels = [i18n.source_label(source) for source in sources[:MOST_SOURCES]]
    names_text = join_isolated(" · ", labels)
    if len(sources) > MOST_SOURCES:
        names_text = i18n.t("{some} and others", some=names_text)
    cell = {"value": i18n.format_number(len(sources)), "note": names_text}
    return LabelledCell(i18n.t("Sources"), cell)
