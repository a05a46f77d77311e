"""What the scene is sent: every step at once, in the reader's language, and what it draws with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final

from components.domain.dates.edtf import parse_edtf
from components.domain.lessons.story import BOUNDS, StepView
from components.domain.records.models import Claim, Event
from components.domain.views.filters import Filters
from components.figures import scene
from components.i18n.labels import BASIS
from components.i18n.telling import ToldStep
from components.presentation.context import Context
from components.presentation.records.citations import Cited, cited
from components.presentation.records.events import place_name

Json = dict[str, Any]


FIRST: Final = date(2019, 1, 1)


def whole(here: Context) -> Context:
    """The same run without filters: the story is told from the whole data set."""
    return replace(here, view=replace(here.view, filters=Filters()))


def _day(value: date) -> int:
    """Days since the year began."""
    return (value - FIRST).days


def citations(records: Iterable[str], here: Context) -> list[Json]:
    """The places in sources behind some records, each once, the four documents first."""
    found: dict[tuple[str, int | None], list[Cited]] = {}
    for record in records:
        for one in cited(record, here):
            found.setdefault((one.source_id, one.locator), []).append(one)
    ordered = sorted(found.values(), key=lambda same: same[0].corroborating)
    return [_citation(same, here) for same in ordered]


def _citation(same: Sequence[Cited], here: Context) -> Json:
    first, t = same[0], here.i18n.t
    where = t("para. {number}", number=first.locator) if first.locator else ""
    words = dict.fromkeys((c.wording, c.wording_language) for c in same if c.wording)
    via = next((c.via for c in same if c.via), ())
    return {
        "mark": "◇" if first.corroborating else "§",
        "label": ", ".join(part for part in (first.short, where) if part),
        "outside": first.corroborating,
        "words": [{"text": text, "lang": language} for text, language in words],
        "rows": [
            [t("Source"), f"{first.title.removesuffix('.')}. {first.kind}."],
            *([[t("Paragraph"), str(first.locator)]] if first.locator else []),
            [t("Published"), f"{first.issued} ({first.issued_basis}). {first.issued_note}"],
            *([[t("By way of"), " → ".join([*via, first.short])]] if via else []),
        ],
        "address": first.address,
        "url": first.url or "",
    }


def _evidence(record: str, here: Context) -> Json:
    """One event or claim as it is shown with the answer."""
    i18n, data = here.i18n, here.dataset
    if record in data.events:
        event = data.events[record]
        when = i18n.date(event.date)
        basis = i18n.t("date {basis}", basis=i18n.t(BASIS[event.date_basis]))
        return {
            "value": "",
            "text": i18n.of(event, "title"),
            "who": "",
            "when": f"{when} · {basis}",
            "sources": citations([record], here),
        }
    claim = data.claims[record]
    return {
        "value": i18n.value(claim),
        "text": i18n.of(claim, "statement"),
        "who": i18n.of(data.claimants[claim.claimant_id], "name"),
        "when": i18n.t("as of {date}", date=i18n.date(claim.as_of)) if claim.as_of else "",
        "sources": citations([record], here),
    }


def _figure(claim: Claim, here: Context) -> Json:
    when = parse_edtf(claim.as_of or "")
    return {
        "id": claim.id,
        "from": _day(when.first),
        "to": _day(when.last),
        "value": claim.value_high if claim.value_low is None else claim.value_low,
        "text": here.i18n.value(claim),
    }


def _focus(view: StepView, here: Context) -> Json:
    data = here.dataset
    at = dict.fromkeys(data.events[e].place_id for e in view.events)
    return {
        "extent": view.extent,
        "from": _day(view.start),
        "to": _day(view.end),
        "counts": view.counts or "",
        "events": list(view.events),
        "regions": list(view.regions),
        "places": [place for place in at if place],
        "figures": [_figure(data.claims[c], here) for c in view.claims],
    }


def _in_words(view: StepView, here: Context) -> tuple[str, str]:
    """The map and the timeline of a step in words, for those who do not see them."""
    i18n, data = here.i18n, here.dataset
    names = [i18n.of(data.regions[r], "name") for r in view.regions]
    at = dict.fromkeys(data.events[e].place_id for e in view.events)
    names += [place_name(data.places[p], i18n) for p in at if p]
    map_words = i18n.t("Map.")
    if names:
        map_words = i18n.t("Map. In focus: {names}.", names=i18n.list(dict.fromkeys(names)))
    if view.counts:
        numbers = "; ".join(
            f"{i18n.of(data.regions[c.region_id or ''], 'name')} {i18n.value(c)}"
            for c in _counts(view.counts, here)
        )
        map_words += " " + i18n.t("People counted by region: {numbers}.", numbers=numbers)
    told = [
        f"{i18n.date(data.events[e].date, 'told')}: {i18n.of(data.events[e], 'title')}"
        for e in view.events
    ]
    told += [f"{i18n.date(data.claims[c].as_of or '', 'told')}: {i18n.value(data.claims[c])}"
             for c in view.claims]  # fmt: skip
    span = i18n.date(f"{view.start}/{view.end}")
    time_words = i18n.t("Timeline, {span}.", span=span)
    if told:
        time_words = i18n.t("Timeline, {span}. In focus: {events}.", span=span,
                            events="; ".join(told))  # fmt: skip
    return map_words, time_words


def step_data(told: ToldStep, here: Context) -> Json:
    """One step, whole."""
    step = told.step
    map_words, time_words = _in_words(step.view, here)
    return {
        "id": step.id,
        "minutes": step.minutes,
        "headline": told.headline,
        "text": told.text,
        "question": told.question,
        "answer": told.answer,
        "notes": told.notes,
        "sources": citations(step.records(), here),
        "evidence": [_evidence(record, here) for record in step.evidence],
        "view": _focus(step.view, here),
        "map": map_words,
        "time": time_words,
    }


def _event(event: Event, here: Context) -> Json:
    when = parse_edtf(event.date)
    return {
        "id": event.id,
        "kind": event.category,
        "from": _day(when.first),
        "to": _day(when.last),
        "point": when.precision == "day",
        "span": when.precision == "range" and not (when.approximate or when.uncertain)
        and event.date_basis != "inferred",
        "unsure": when.approximate or when.uncertain,
        "basis": event.date_basis,
        "label": here.i18n.date(event.date, "short"),
        "title": here.i18n.of(event, "title"),
    }  # fmt: skip


def _counts(day: str, here: Context) -> list[Claim]:
    found = [
        claim
        for claims in here.dataset.counts_by_region().values()
        for claim in claims
        if claim.as_of == day
    ]
    return sorted(found, key=lambda c: -(c.value_low or 0))


def _regions(here: Context) -> list[Json]:
    data, i18n, rows = here.dataset, here.i18n, []
    for region in data.regions.values():
        if region.id not in here.story.basemap.anchors:
            continue
        x, y = scene.point(*here.story.basemap.anchors[region.id])
        rows.append(
            {
                "id": region.id,
                "name": i18n.of(region, "name"),
                "x": x,
                "y": y,
                "left": region.id in scene.LEFT,
                "inferred": region.seat_basis != "attested",
            }
        )
    return rows


def _places(here: Context) -> list[Json]:
    used = {event.place_id for event in here.dataset.events.values()} | set(scene.KNOWN)
    return [
        {
            "id": place.id,
            "name": place_name(place, here.i18n),
            "x": scene.point(place.lon, place.lat)[0],
            "y": scene.point(place.lon, place.lat)[1],
            "known": place.id in scene.KNOWN,
        }
        for place in here.dataset.places.values()
        if place.id in used and place.lon is not None and place.lat is not None
    ]


def _country_names(here: Context) -> dict[str, list[Json]]:
    basemap, language = here.story.basemap, here.i18n.language
    return {
        extent: [
            {
                "text": basemap.name(code, language),
                "x": scene.point(*at)[0],
                "y": scene.point(*at)[1],
            }
            for code, at in spots.items()
        ]
        for extent, spots in scene.NAMES.items()
    }


def drawing_data(here: Context) -> Json:
    """What the map and the timeline are drawn with, whatever the step."""
    days = dict.fromkeys(
        claim.as_of for claims in here.dataset.counts_by_region().values() for claim in claims
    )
    counts = {
        day: {
            claim.region_id or "": {
                "value": claim.value_low,
                "text": here.i18n.value(claim),
            }
            for claim in _counts(day, here)
        }
        for day in days
        if day
    }
    return {
        "ground": here.story.once("scene", lambda: scene.ground(here.story.basemap)),
        "offset": round(scene.offset(), 1),
        "boxes": {extent: scene.box(extent) for extent in BOUNDS},
        "close": list(scene.CLOSE),
        "names": _country_names(here),
        "regions": _regions(here),
        "counts": counts,
        "places": _places(here),
        "events": [_event(event, here) for event in here.dataset.events.values()],
        "lanes": [{"kind": kind, "name": name} for kind, name in here.kinds.items()],
        "months": list(here.i18n.months_short),
        "largest": max((c["value"] or 0 for day in counts.values() for c in day.values()),
                       default=0),
    }  # fmt: skip
