"""Method: how a story's data were made, counted from them and told by its makers."""

from __future__ import annotations

from collections import Counter
from typing import Final, get_args

from components.i18n import N_, I18n
from components.i18n.code_names import BASIS, voice_names
from components.i18n.glossary import OTHER, glossary_rows
from components.i18n.intake import say_together
from components.page.blocks import Fold, Page
from components.presentation.cited import address, presented
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.pages import lead_of
from components.presentation.records import place_name
from components.presentation.stories import LoadedStory, public_story
from components.query.evidence import speakers
from components.query.filters import Filters
from components.story.dataset import Dataset
from components.story.edtf import day_order
from components.story.ground_data import RegionBorder, borders_apart
from components.story.models import Basis, Correction, Precision, Region, Topic
from components.story.presentation import MethodPart
from components.story.sources import Source
from components.story.versions import EMPTY, ROW, version_records

SECTIONS: Final = (
    ("scope", N_("What it covers")),
    ("events-and-claims", N_("Events and claims")),
    ("dates", N_("Dates")),
    ("places", N_("Places and regions")),
    ("voices", N_("Who speaks")),
    ("not-known", N_("What is not known")),
    ("terms", N_("Terms")),
    ("corrections", N_("Mistakes and corrections")),
    ("cite", N_("Version and citation")),
    ("accessibility", N_("Accessibility")),
    ("privacy", N_("Privacy")),
)
"""The ids of the page's sections in their order, with their headings."""


HALF_PERCENT_SHARE: Final = 0.005

PRECISION: Final[dict[Precision, str]] = {
    "exact": N_("a point, such as a bridge"),
    "locality": N_("a town"),
    "area": N_("an area, not drawn as a point"),
    "none": N_("not placed"),
}


#: How a correction says that a cell was or is empty, and that a whole row came or went.
MARKERS: Final = {EMPTY: N_("(empty)"), ROW: N_("(row)")}

#: One row of a table: its head, then its cells.
Row = tuple[str, ...]


def method(ctx: Context) -> Page:
    """The whole page, under an index of its sections.

    What the format means and what can be counted is said of every story; what its makers decided
    is said where ``presentation.json`` has a paragraph for that part.
    """
    story, data, i18n = ctx.story, ctx.dataset, ctx.i18n

    def own(part: MethodPart) -> list[str]:
        return [getattr(text, i18n.language) for text in data.presentation.method.get(part, ())]

    documents, differing = _documents(data), open_questions(data)
    not_known = unknowns(data, i18n)
    notes = story.intake.of_level("note") if story.intake else ()
    empty = {
        "voices": not data.claims,
        "not-known": not (not_known or differing or data.presentation.method.get("not-known")),
    }
    sections = tuple((key, i18n.t(text)) for key, text in SECTIONS if not empty.get(key))
    html = filled(
        "method.html",
        i18n,
        own=own,
        sections=[key for key, _ in sections],
        data=data,
        documents=documents,
        source_page=lambda one: address("sources", ctx, filters=Filters(sources=(one.id,))),
        outside=len(data.sources) - len(documents),
        span=i18n.date("/".join(day.isoformat() for day in data.coverage)),
        notes=[said.line for said in say_together(notes, i18n)],
        bases=[i18n.t(BASIS[key]) for key in get_args(Basis)],
        dates=date_rows(data, i18n),
        sharpened=sum(1 for e in data.events.values() if e.document_date),
        places=places_method(data, i18n),
        regions=regions_table(data, i18n),
        attested=sum(row.basis == "attested" for row in data.region_departments),
        borders=border_lines(story, i18n),
        terms=glossary_rows(i18n, data.presentation.terms),
        other=OTHER[i18n.language],
        voices=voice_rows(data, i18n),
        left_out=left_out_rows(data, i18n),
        corrections=correction_rows(ctx),
        wording=wording_lines(ctx),
        versions=version_links(ctx),
        unknowns=not_known,
        questions=differing,
        question_page=lambda topic: address("disagreements", ctx, topic=topic.id),
        presented=presented(i18n),
        differ_page=address("disagreements", ctx),
    )
    heading = i18n.t("How this was made, and what it cannot tell")
    return Page(heading, lead_of("method", i18n), (Fold(html, links=sections),))


def _documents(data: Dataset) -> list[Source]:
    return [s for s in data.sources.values() if s.custom.tier == "document"]


def _numbers(counted: Counter[str], keys: tuple[str, ...], i18n: I18n) -> tuple[str, ...]:
    return tuple(i18n.number(counted[key]) for key in keys)


def date_rows(dataset: Dataset, i18n: I18n) -> list[Row]:
    """How the dates of events, claims and sources are known, counted."""
    keys = get_args(Basis)
    events = Counter[str](e.date_basis for e in dataset.events.values())
    claims = Counter[str](c.as_of_basis for c in dataset.claims.values() if c.as_of_basis)
    sources = Counter[str](s.custom.date_basis or "" for s in dataset.sources.values())
    return [
        (i18n.t("Events"), *_numbers(events, keys, i18n)),
        (i18n.t("Claims, by as-of date"), *_numbers(claims, keys, i18n)),
        (i18n.t("Sources, by the day they appeared"), *_numbers(sources, keys, i18n)),
    ]


def places_method(dataset: Dataset, i18n: I18n) -> list[Row]:
    """How closely the places of the events are known, counted."""
    counted = Counter[str](
        dataset.places[e.place_id].precision if e.place_id else "none"
        for e in dataset.events.values()
    )
    return [(i18n.t(text), i18n.number(counted[key])) for key, text in PRECISION.items()]


def _seat(region: Region, dataset: Dataset, i18n: I18n) -> str:
    if not region.seat_place_id:
        return i18n.t("not drawn")
    name = place_name(dataset.places[region.seat_place_id], i18n)
    if region.seat_basis == "inferred":
        return i18n.t("{place} (inferred)", place=name)
    return name


def regions_table(dataset: Dataset, i18n: I18n) -> list[Row]:
    """The departments of each region, by what they rest on."""
    rows: list[Row] = []
    for key, region in dataset.regions.items():
        by_basis: dict[str, list[str]] = {"attested": [], "inferred": []}
        for row in dataset.departments_of(key):
            by_basis[row.basis].append(row.department_name)
        attested, inferred = (i18n.list(by_basis[b]) or "–" for b in ("attested", "inferred"))
        rows.append((i18n.of(region, "label"), attested, inferred, _seat(region, dataset, i18n)))
    return rows


def _borders(story: LoadedStory) -> dict[str, RegionBorder]:
    rows = story.dataset.region_departments
    basemap = story.basemap
    return story.once("borders", lambda: borders_apart(basemap, rows))


def border_lines(story: LoadedStory, i18n: I18n) -> list[str]:
    """Which regions with a count do not touch the countries set apart, or only by inference.

    Worked out from the boundary files each time, since a stored sentence of this was once wrong.
    """
    data, borders = story.dataset, _borders(story)
    counted = [borders[key] for key in sorted(data.counts_by_region()) if key in borders]
    beyond = i18n.list(i18n.country(code) for code in sorted(story.basemap.apart))
    away = [i18n.of(data.regions[b.region_id], "label") for b in counted if not b.touches]
    lines = []
    if away:
        text = i18n.n(
            "{regions} has a count and no border with {country}.",
            "{regions} have counts and no border with {country}.",
            len(away),
            regions=i18n.list(away),
            country=beyond,
        )
        lines.append(text)
    lines += [
        i18n.t(
            "{region} touches {country} only in {divisions}, which was given to it by inference.",
            region=i18n.of(data.regions[b.region_id], "label"),
            country=beyond,
            divisions=i18n.list(b.inferred),
        )
        for b in counted
        if b.touches and not b.attested
    ]
    return lines


def _share(part: int, whole: int, i18n: I18n) -> str:
    """A share in whole per cent; what would round to none says that it is less than one."""
    share = part / max(whole, 1)
    if 0 < share < HALF_PERCENT_SHARE:
        return i18n.t("less than {number}", number=i18n.percent(0.01))
    return i18n.percent(share)


def voice_rows(dataset: Dataset, i18n: I18n) -> list[Row]:
    """Who speaks in the claims, by kind of voice: how many speakers, claims and which share."""
    rows: list[Row] = []
    for voice, name in voice_names(dataset, i18n).items():
        claims = [
            c for c in dataset.claims.values() if dataset.claimants[c.claimant_id].voice == voice
        ]
        share = _share(len(claims), len(dataset.claims), i18n)
        spoken = i18n.number(len(speakers(claims)))
        rows.append((name, spoken, i18n.number(len(claims)), share))
    return rows


def left_out_rows(dataset: Dataset, i18n: I18n) -> list[Row]:
    """The paragraphs that were left out, with the reason."""
    return [
        (i18n.short(dataset.sources[r.source_id]), i18n.number(r.locator), i18n.of(r, "reason"))
        for r in dataset.left_out
    ]


def _corrections(ctx: Context) -> list[Correction]:
    # An older version does not know what was corrected after it.
    data = public_story().dataset if ctx.view.version else ctx.dataset
    return sorted(data.corrections, key=lambda c: c.date, reverse=True)


def correction_rows(ctx: Context) -> list[Row]:
    """The corrections that a reader could have relied on, newest first, a row for each reason.

    The row shows the first value that was corrected for it, and names the others.
    """
    i18n = ctx.i18n
    said = {marker: i18n.t(text) for marker, text in MARKERS.items()}
    groups: dict[tuple[str, str, str], list[Correction]] = {}
    for c in _corrections(ctx):
        if c.kind == "substance":
            groups.setdefault((c.date, c.version, i18n.of(c, "why")), []).append(c)
    rows: list[Row] = []
    for (date, version, why), found in groups.items():
        places = [f"{c.record_id} · {said.get(c.field, c.field)}" for c in found]
        where = i18n.list(places) if len(places) > 1 else places[0]
        old, new = (said.get(text, text) for text in (found[0].old, found[0].new))
        rows.append((i18n.date(date), version, where, old, new, why))
    return rows


def wording_lines(ctx: Context) -> list[str]:
    """How many texts of each version were only worded anew."""
    counted: Counter[str] = Counter()
    for c in _corrections(ctx):
        if c.kind == "wording":
            counted[c.version] += len(version_records(c.record_id))
    return [
        ctx.i18n.n(
            "Besides, {count} change of wording in version {version}: it stands in the difference "
            "between the versions.",
            "Besides, {count} changes of wording in version {version}: they stand in the "
            "difference between the versions.",
            count,
            version=version,
        )
        for version, count in counted.items()
    ]


def version_links(ctx: Context) -> list[tuple[str, str]]:
    """The versions that can be opened besides the one that is read, each with its address."""
    return [
        (version, address("method", ctx, version=None if not number else version))
        for number, version in enumerate(ctx.story.versions)
        if version != ctx.dataset.version
    ]


def unknowns(dataset: Dataset, i18n: I18n) -> list[str]:
    """What is not known, as far as the data set itself can tell."""
    found = [
        i18n.t("The printed date of {source}.", source=i18n.short(s))
        + " "
        + getattr(s.custom.date_note, i18n.language)
        for s in _documents(dataset)
        if s.custom.date_basis in {None, "inferred"}
    ]
    unsigned = [
        i18n.short(s) for s in _documents(dataset) if not (s.model_extra or {}).get("author")
    ]
    if unsigned:
        found.append(
            i18n.t("Who wrote {sources}: no author is named.", sources=i18n.list(unsigned))
        )
    days = [c.as_of or "" for rows in dataset.counts_by_region().values() for c in rows]
    if days:
        last = i18n.date(max(days, key=day_order))
        found.append(i18n.t("Any count by region after {date}: none was found.", date=last))
    return found + _unknown_areas(dataset, i18n)


def _unknown_areas(dataset: Dataset, i18n: I18n) -> list[str]:
    rows = dataset.region_departments
    inferred = sum(row.basis == "inferred" for row in rows)
    silent = [i18n.of(r, "label") for k, r in dataset.regions.items() if not _counted(k, dataset)]
    lines = []
    if inferred:
        text = i18n.t(
            "Which divisions belong to each region: {inferred} of {total} are inferred.",
            inferred=i18n.number(inferred),
            total=i18n.number(len(rows)),
        )
        lines.append(text)
    if silent and dataset.counts_by_region():
        text = i18n.t(
            "How many were counted in {regions}: no figure was found, which does not mean zero.",
            regions=i18n.list(silent),
        )
        lines.append(text)
    return lines


def _counted(region_id: str, data: Dataset) -> bool:
    return region_id in data.counts_by_region()


def open_questions(dataset: Dataset) -> list[Topic]:
    """The questions on which sources differ without an explanation."""
    return [topic for topic in dataset.topics.values() if topic.status == "differ"]
