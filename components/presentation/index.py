"""What the browser filters and plays the stage by: sets of events, words, days and their counts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from components.drawing.map_signs import radius
from components.i18n import I18n
from components.loading.loaded_story import LoadedStory
from components.presentation import chart_data, cited, empty_states, figure_texts, markup
from components.presentation.context import Context
from components.presentation.finding_texts import format_finding, format_sum_row
from components.presentation.view_links import LinkBase
from components.query import figures, search, selection
from components.query.count_findings import compute_counts_finding, compute_day_sums
from components.query.filters import SOURCE_FILTERS
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset, DatedEvent
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import Claim
from components.values.date_terms import DAY_PATTERNS
from components.values.language_tables import MONTHS
from components.values.number_text import NUMBER_WORDS

Json = dict[str, Any]
#: What the terms of the search index begin with that are numbers and days.
NUMBER_AND_DAY_MARKS: Final = "#@"


def date_bounds(when: EdtfDate) -> Json:
    """Return a date as the browser compares it.

    Returns
    -------
    Json
        ``first`` and ``last`` are day numbers (1 is 1 January of the year 1), ``None`` where open;
        ``unsure`` tells whether the date is approximate or doubtful.
    """
    first_number = None
    last_number = None
    if when.lower:
        first_number = when.first.toordinal()
    if when.upper:
        last_number = when.last.toordinal()
    return {
        "first": first_number,
        "last": last_number,
        "unsure": when.approximate or when.uncertain,
    }


# Counts by region ---------------------------------------------------------------------------------
def render_counts(
    ctx: Context, table: figures.CountTable | None = None, *, still: bool = False
) -> Markup:
    """Render the counts by region, the largest first.

    Parameters
    ----------
    ctx
        The view.
    table
        The counts whose latest day is shown; those of the view if ``None``.
    still
        Whether no region can be pressed.

    Returns
    -------
    Markup
        A table; empty where no day has counts.
    """
    i18n = ctx.i18n
    if table is None:
        table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    day_key = table.shown
    day = table.days.get(day_key)
    if day is None:
        return Markup()
    rows = _build_count_rows(table, day_key, i18n)
    total_text = ""
    if len(rows) > 1:
        sums = compute_day_sums(table, ctx.view.filters)
        total_text = format_sum_row(sums, "", i18n)[day_key]
    day_text = i18n.format_date(day) if day else ""
    caption = i18n.t("Counted, by region")
    if rows and not table.answered:
        caption = i18n.t("By region, as of {date}, outside these filters", date=day_text)
    elif day:
        caption = i18n.t("{counts}, as of {date}", counts=caption, date=day_text)
    silent_regions = [i18n.localize(row.region, "label") for row in table.unreported_rows(day_key)]
    return markup.render(
        "stage_counts.html",
        i18n,
        still=still,
        caption=caption,
        rows=rows,
        total=total_text,
        note=i18n.t(cited.COUNTS_NOTE),
        silent=i18n.format_list(silent_regions),
        hidden=empty_states.render_hidden_counts(
            table, (day_key,), ctx.story.facts, i18n=ctx.i18n, link_base=ctx.link_base
        ),
        facts=ctx.facts,
        link_base=ctx.link_base,
        claims=table.claims_of(day_key),
    )


def _build_count_rows(table: figures.CountTable, day_key: str, i18n: I18n) -> list[Json]:
    """Return a row for each region with a count; its bar is a share in percent of the largest."""
    numbered_rows: list[tuple[int, figures.RegionCounts]] = []
    for row in table.rows:
        number = row.count_of(day_key)
        if number is not None:
            numbered_rows.append((number, row))
    numbered_rows.sort(key=lambda numbered: -numbered[0])
    json_rows: list[Json] = []
    for number, row in numbered_rows:
        json_rows.append(
            {
                "id": row.region.id,
                "share": round(100 * number / max(table.largest, 1), 1),
                "label": i18n.localize(row.region, "label"),
                "text": i18n.format_amount(number, table.unit),
            }
        )
    return json_rows


# The days that are played -------------------------------------------------------------------------
def _build_played_figure(
    kind: str, claims: Sequence[Claim], facts: ViewFacts, i18n: I18n, link_base: LinkBase
) -> Json:
    """Return a head figure as it is shown while the days are played."""
    headline = figure_texts.build_headline(kind, claims, facts, i18n=i18n, link_base=link_base)
    source_ids = {citation.source_id for citation in cited.claim_citations(claims, facts)}
    return {
        "label": headline.label,
        "value": headline.value,
        "note": headline.note,
        "link": _render_number(headline.address, headline.value, i18n),
        "mark": markup.render(
            "stage_mark.html",
            i18n,
            facts=facts,
            link_base=link_base,
            claims=claims,
        ),
        "sources": sorted(source_ids),
    }


def _render_number(address: str, value: str, i18n: I18n) -> Markup:
    return markup.render("stage_number.html", i18n, address=address, value=value)


def build_count_steps(ctx: Context) -> list[Json]:
    """Return the counts by region of each day that has some; they hold until the next such day."""
    days = ctx.facts.day_counts
    largest = figures.find_largest_count(days)
    steps: list[Json] = []
    for day_counts in days:
        day_table = figures.build_count_table(ctx.dataset, (day_counts,))
        table = replace(day_table, largest=largest)
        step: Json = {
            "day": parse_edtf(day_counts.day).last.toordinal(),
            "regions": _build_played_regions(table, ctx.i18n, ctx.link_base),
            "html": render_counts(ctx, table),
            "when": ctx.i18n.format_date(day_counts.day, "short"),
            "finding": _format_counts_step(table, ctx.facts, ctx.i18n),
        }
        step.update(
            _build_played_figure(
                "regions",
                day_counts.of_regions(()),
                ctx.facts,
                i18n=ctx.i18n,
                link_base=ctx.link_base,
            )
        )
        steps.append(step)
    return steps


def _format_counts_step(table: figures.CountTable, facts: ViewFacts, i18n: I18n) -> str:
    """Format what the counts of a day that is played state."""
    finding = compute_counts_finding(facts, table)
    return format_finding(finding, facts.dataset, i18n)


def _build_played_regions(table: figures.CountTable, i18n: I18n, link_base: LinkBase) -> Json:
    """Return for each region the radius of its circle in pixels, its number, and its link."""
    regions: Json = {}
    for row in table.rows:
        claim = row.claims.get("latest")
        number = row.count_of("latest")
        if claim is None or number is None:
            continue
        number_text = i18n.format_amount(number, table.unit)
        link = _render_number(cited.claim_address(claim, link_base), number_text, i18n)
        circle_radius = round(radius(number, table.largest), 2)
        regions[row.region.id] = [circle_radius, number_text, number, link]
    return regions


def _build_played_totals(facts: ViewFacts, i18n: I18n, link_base: LinkBase) -> list[Json]:
    """Return the figures of the running total, in order of the last day that each holds for."""
    charted_measures = figures.list_charted_measures(facts.dataset, link_base.view)
    dated_claims: list[tuple[int, Claim]] = []
    for claim in figure_texts.charted_claims(facts, link_base.view):
        is_total = claim.measure in charted_measures[:1] and claim.region_id is None
        if is_total and claim.as_of:
            dated_claims.append((parse_edtf(claim.as_of).last.toordinal(), claim))
    dated_claims.sort(key=lambda dated: dated[0])
    totals: list[Json] = []
    for day_number, claim in dated_claims:
        total: Json = {"day": day_number}
        total.update(_build_played_figure("total", (claim,), facts, i18n=i18n, link_base=link_base))
        totals.append(total)
    return totals


# The index ----------------------------------------------------------------------------------------
def answers_in_browser(dataset: Dataset) -> bool:
    """Tell whether a story is small enough for its filters to be combined in the browser."""
    return len(dataset.events) <= selection.MOST_INDEXED


def build_word_index(record_numbers: Mapping[tuple[str, str], int], dataset: Dataset) -> Json:
    """Return the records that hold each word, or a word that means about the same.

    Parameters
    ----------
    record_numbers
        The numbers of the records that are indexed, by kind and id.
    dataset
        The story.

    Returns
    -------
    Json
        ``forms`` has the words, in order, each with the positions of its stems in ``held``; numbers
        are in digits behind ``#``, days behind ``@``, ``voices`` by name. ``days`` are the patterns
        of days and ``months`` the names in them. What holds ``numbers`` (words that may be part of
        one), digits or words that begin no form, only the server can answer.
    """
    index = dataset.memoize(search.SearchIndex)
    held: list[list[int]] = []
    term_positions: dict[str, int] = {}
    for term, holders in sorted(index.holders.items()):
        holding_records: list[int] = []
        for holder in holders:
            record = index.records[holder]
            record_key = (record.kind, record.id)
            if record_key in record_numbers:
                holding_records.append(record_numbers[record_key])
        if holding_records:
            term_positions[term] = len(held)
            held.append(holding_records)
    forms: dict[str, list[int]] = {}
    for form in index.forms:
        stems = sorted(index.list_meanings(form))
        forms[form] = [term_positions[stem] for stem in stems if stem in term_positions]
    for term, position in term_positions.items():
        if term[0] in NUMBER_AND_DAY_MARKS:
            forms[term] = [position]
    voices: dict[str, int] = {}
    for term, name in index.voices:
        if term in term_positions:
            voices[name] = term_positions[term]
    return {
        "forms": forms,
        "held": held,
        "voices": voices,
        "ignored": sorted(search.STOP_WORDS),
        "numbers": sorted(NUMBER_WORDS),
        "months": MONTHS,
        "days": DAY_PATTERNS,
        "least": search.LEAST_LETTERS,
    }


def build_stage_index(ctx: Context) -> Json:
    """Build what the browser filters and plays a story by.

    Only filters that decide which sources are allowed are applied.

    Returns
    -------
    Json
        ``events`` in order of date; ``sets`` with the numbers of the events for each value of each
        filter; ``words``, ``totals`` and ``counts``. Of a story that the server filters there are
        no events.
    """
    data = ctx.dataset
    if not answers_in_browser(data):
        return {"browser": False, "events": [], "totals": [], "total": len(data.events)}
    sourced_ctx = ctx.with_filters(ctx.view.filters.keep_only(*SOURCE_FILTERS))
    rows = sourced_ctx.selection.rows
    event_numbers = {row.id: event_number for event_number, row in enumerate(rows)}
    word_numbers = {("events", event_id): number for event_id, number in event_numbers.items()}
    numbers_by_value = selection.group_events_by_value(data, sourced_ctx.view.filters)
    category_numbers = numbers_by_value["categories"]
    region_numbers = numbers_by_value["regions"]
    source_numbers = numbers_by_value["sources"]
    place_marks = find_place_marks(
        sourced_ctx.facts, sourced_ctx.story, sourced_ctx.view, i18n=sourced_ctx.i18n
    )
    return {
        "browser": True,
        "events": [
            _build_index_event(row, place_marks, sourced_ctx.dataset, i18n=sourced_ctx.i18n)
            for row in rows
        ],
        "sets": {
            "category": {key: category_numbers.get(key, []) for key in data.category_ids},
            "region": {key: region_numbers.get(key, []) for key in data.regions},
            "source": {key: source_numbers.get(key, []) for key in data.sources},
        },
        "words": build_word_index(word_numbers, data),
        "totals": _build_played_totals(sourced_ctx.facts, sourced_ctx.i18n, sourced_ctx.link_base),
        "counts": build_count_steps(sourced_ctx),
        "total": len(data.events),
    }


def find_place_marks(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n
) -> dict[str, str]:
    """Return the place whose mark stands for a place, where several are drawn as a cluster."""
    place_marks: dict[str, str] = {}
    extent = story.basemap.extents[0]
    for row in chart_data.list_drawn_places(facts, story, view, i18n=i18n, extent=extent):
        for place_id in row.member_ids:
            place_marks[place_id] = row.place_id
    return place_marks


def _build_index_event(
    row: DatedEvent, place_marks: Mapping[str, str], dataset: Dataset, i18n: I18n
) -> Json:
    event = row.event
    title = i18n.localize(event, "title")
    summary = i18n.localize(event, "summary")
    if summary == title:
        summary = ""
    place_id = event.place_id or ""
    place_name = ""
    place = dataset.places.get(place_id)
    if place:
        place_name = i18n.localize(place, "name")
    bounds = date_bounds(row.when)
    return {
        "id": event.id,
        **bounds,
        "when": i18n.format_date(row.when),
        "kind": event.category,
        "title": title,
        "summary": summary,
        "place": place_name,
        "at": place_marks.get(place_id, place_id),
    }
