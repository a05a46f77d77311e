"""What the browser needs to filter the stage by itself: sets of events, days and folded words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from components.domain.dates.edtf import parse_edtf
from components.domain.dates.months import MONTHS
from components.domain.evidence.headlines import Headline
from components.domain.evidence.totals import charted
from components.domain.records.dataset import Dataset
from components.domain.records.models import Event
from components.domain.views.filters import (
    MOST_INDEXED,
    Filters,
    event_date,
    events_by_value,
)
from components.domain.views.said_days import PATTERNS
from components.domain.views.view import View
from components.domain.views.word_index import LEAST_LETTERS, NUMBER_WORDS, STOP
from components.i18n.labels import BASIS
from components.presentation.charts.figures import asked
from components.presentation.charts.headlines import headline_item
from components.presentation.context import Context
from components.presentation.records.citations import citation_views
from components.presentation.records.events import basis_in_use, place_name
from components.presentation.stage.counts import (
    bounds,
    count_steps,
    mark_html,
    number_html,
    sources_of,
)

Json = dict[str, Any]
#: A story with more events is filtered by the server.
MOST_EVENTS: Final = MOST_INDEXED


def source_filters(filters: Filters) -> Filters:
    """The filters that decide which sources are used: the server alone applies these."""
    return Filters(
        published_by=filters.published_by,
        excluded_voices=filters.excluded_voices,
        documents_only=filters.documents_only,
    )


def answers_in_browser(dataset: Dataset) -> bool:
    """Whether the story is small enough for its filters to be combined in the browser."""
    return len(dataset.events) <= MOST_EVENTS


def _sources(event: Event, ctx: Context) -> list[Json]:
    t = ctx.i18n.t
    found: dict[str, Json] = {}
    for one in citation_views(event.id, ctx):
        where = t("para. {number}", number=one.locator) if one.locator else ""
        label = ", ".join(part for part in (one.short, where) if part)
        found.setdefault(label, {"label": label, "outside": one.corroborating})
    return list(found.values())


def _event(event: Event, ctx: Context) -> Json:
    i18n, data = ctx.i18n, ctx.dataset
    when = event_date(data, event, ctx.view.filters)
    basis = basis_in_use(event, data, ctx.view)
    place = data.places[event.place_id] if event.place_id else None
    title, summary = i18n.of(event, "title"), i18n.of(event, "summary")
    return {
        "id": event.id,
        **bounds(when),
        "when": i18n.date(when),
        "basis": i18n.t("date {basis}", basis=i18n.t(BASIS[basis])) if basis != "stated" else "",
        "kind": event.category,
        "title": title,
        "summary": "" if summary == title else summary,
        "place": place_name(place, i18n) if place else "",
        "at": event.place_id or "",
        "sources": _sources(event, ctx),
    }


def _totals(ctx: Context) -> list[Json]:
    """The figures of the running total, in order of the last day that each holds for."""
    shown = charted(ctx.selection.claims, asked(ctx.dataset, ctx.view))
    leading = asked(ctx.dataset, ctx.view).measures[0] if shown else None
    totals = [c for c in shown if c.measure == leading and c.region_id is None and c.as_of]
    totals.sort(key=lambda claim: parse_edtf(claim.as_of or "").last)
    items = [(claim, headline_item(Headline("total", (claim,)), ctx)) for claim in totals]
    return [
        {
            "day": parse_edtf(claim.as_of or "").last.toordinal(),
            "label": item.label,
            "value": item.value,
            "link": number_html(item.address, item.value, ctx),
            "note": item.note,
            "mark": mark_html([claim], ctx),
            "sources": sources_of([claim], ctx.dataset, ctx.view),
        }
        for claim, item in items
    ]


def _words(number: Mapping[str, int], dataset: Dataset) -> Json:
    """For each word of the story and of those that mean about the same, the events that hold it.

    ``forms`` has the words, in order, each with the positions of its stems in ``held``; numbers are
    in digits behind ``#``, days behind ``@``. ``days`` are the patterns of days and ``months`` the
    names in them. ``voices`` has the position of the events that a voice of a name speaks of.
    ``numbers`` are words that may be part of a number: with these, with digits and
    with words that begin no form, only the server can say what holds them.

    Args:
        number: the number of each event, by its id.
        dataset: the story's.
    """
    index = dataset.search_index
    held: list[list[int]] = []
    place: dict[str, int] = {}
    for term in index.terms():
        keys = (index.records[n] for n in index.holders(term))
        found = [number[key] for kind, key in keys if kind == "events" and key in number]
        if found:
            place[term] = len(held)
            held.append(found)
    means = index.means
    forms = {form: [place[s] for s in sorted(means(form)) if s in place] for form in index.forms}
    forms |= {term: [n] for term, n in place.items() if term[0] in "#@"}
    return {
        "forms": forms,
        "held": held,
        "voices": {" ".join(name): place[term] for term, name in index.voices if term in place},
        "ignored": sorted(STOP),
        "numbers": sorted(NUMBER_WORDS),
        "months": MONTHS,
        "days": PATTERNS,
        "least": LEAST_LETTERS,
    }


def drawn_filters(dataset: Dataset, view: View) -> Filters:
    """The filters that what is sent by address depends on: all of them where the server answers."""
    asked = view.filters
    return source_filters(asked) if answers_in_browser(dataset) else asked


def stage_index(ctx: Context) -> Json:
    """Every event in order of date, and for each value of each filter the numbers of its events.

    ``first`` and ``last`` are day numbers (1 is 1 January of the year 1), ``None`` where the date
    is open. The filters of the view that decide which sources are used are applied. Of a story
    that the server filters there are no events.
    """
    if not answers_in_browser(ctx.dataset):
        return {"browser": False, "events": [], "totals": [], "total": len(ctx.dataset.events)}
    base = source_filters(ctx.view.filters)
    plain = replace(ctx, view=replace(ctx.view, filters=base))
    data = ctx.dataset
    shown = plain.selection.events
    number = {event.id: n for n, event in enumerate(shown)}
    held = events_by_value(data, base)

    return {
        "browser": True,
        "events": [_event(event, plain) for event in shown],
        "sets": {
            "category": {key: held["categories"].get(key, []) for key in data.category_ids},
            "region": {key: held["regions"].get(key, []) for key in data.regions},
            "source": {key: held["sources"].get(key, []) for key in data.sources},
        },
        "words": _words(number, plain.dataset),
        "totals": _totals(plain),
        "counts": count_steps(plain),
        "total": len(data.events),
    }
