"""Method: how a story's data were made, counted from them and told by its makers."""

from collections import Counter
from typing import Any, Final, get_args

from components.i18n import N_, I18n
from components.i18n.glossary import OTHER_LANGUAGE, glossary_rows
from components.i18n.labels import BASIS
from components.i18n.problem_texts import format_problems
from components.page.blocks import Fold, Page, words
from components.presentation.cited import page_address
from components.presentation.context import Context
from components.presentation.stories import LoadedStory, public_story
from components.query.filters import Filters
from components.story.dataset import Dataset
from components.story.edtf import edtf_sort_key
from components.story.ground_data import list_border_divisions
from components.story.models import Basis, Correction, Precision, RegionBasis
from components.story.package_files import EMPTY_VALUE, WHOLE_ROW, split_record_ids
from components.story.presentation import MethodPart

#: The ids of the page's sections in their order, with their headings.
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
PRECISION: Final[dict[Precision, str]] = {
    "exact": N_("a point, such as a bridge"),
    "locality": N_("a town"),
    "area": N_("an area, not drawn as a point"),
    "none": N_("not placed"),
}

#: How a correction says that a cell was or is empty, and that a whole row came or went.
MARKERS: Final = {EMPTY_VALUE: N_("(empty)"), WHOLE_ROW: N_("(row)")}
#: One row of a table: its head, then its cells.
Row = tuple[str, ...]


def method(ctx: Context) -> Page:
    """What can be counted of any story, and what its makers say (``presentation.json``)."""
    story, data, i18n = ctx.story, ctx.dataset, ctx.i18n

    def own(part: MethodPart) -> list[str]:
        return [getattr(text, i18n.language) for text in data.presentation.method.get(part, ())]

    documents = [s for s in data.sources.values() if s.custom.tier == "document"]
    questions = [topic for topic in data.topics.values() if topic.status == "differ"]
    unknown = _unknown(data, i18n)
    notes = story.intake.of_level("note")
    empty = {
        "places": not (data.places or data.regions or data.presentation.method.get("places")),
        "voices": not data.claims,
        "not-known": not (unknown or questions or data.presentation.method.get("not-known")),
    }
    sections = tuple((key, i18n.t(text)) for key, text in SECTIONS if not empty.get(key))
    html = words(
        "method.html",
        ctx,
        own=own,
        sections=[key for key, _ in sections],
        data=data,
        documents=documents,
        by_paragraph=all(
            c.locator and c.wording for one in documents for c in data.citations_from(one.id)
        ),
        source_page=lambda one: page_address("sources", ctx, filters=Filters(sources=(one.id,))),
        outside=len(data.sources) - len(documents),
        span=i18n.format_date("/".join(day.isoformat() for day in data.coverage)),
        notes=[said.line for said in format_problems(notes, i18n)],
        bases=[i18n.t(BASIS[key]) for key in get_args(Basis)],
        sharpened=sum(1 for e in data.events.values() if e.document_date),
        attested=sum(row.basis == "attested" for row in data.region_departments),
        borders=_border_lines(story, i18n),
        terms=glossary_rows(i18n, data),
        other=OTHER_LANGUAGE[i18n.language],
        left_out=[
            (
                i18n.short_source_name(data.sources[r.source_id]),
                i18n.format_number(r.locator),
                i18n.localize(r, "reason"),
            )
            for r in data.left_out
        ],
        unknowns=unknown,
        questions=questions,
        # The versions that can be opened besides the one that is read.
        versions=[
            (version, page_address("method", ctx, version=version if number else None))
            for number, version in enumerate(story.versions)
            if version != data.version
        ],
        **_counted(data, i18n),
        **_corrected(ctx),
    ).html
    heading = i18n.t("How this was made, and what it cannot tell")
    lead = i18n.t(
        "Where the facts come from, how dates, places and numbers were decided, what is not "
        "known and how to report a mistake. The numbers on this page are of the whole data "
        "set, whatever the filters."
    )
    return Page(heading, lead, (Fold(html, links=sections),))


def _counted(data: Dataset, i18n: I18n) -> dict[str, list[Row]]:
    events, claims, sources = data.events.values(), data.claims.values(), data.sources.values()

    def by_basis(head: str, bases: list[str | None]) -> Row:
        counted = Counter(bases)
        return (head, *(i18n.format_number(counted[key]) for key in get_args(Basis)))

    def departments(region_id: str, basis: RegionBasis) -> str:
        rows = (row for row in data.departments_of(region_id) if row.basis == basis)
        return i18n.format_list(row.department_name for row in rows) or "–"

    def seat(place_id: str | None, basis: RegionBasis | None) -> str:
        if not place_id:
            return i18n.t("not drawn")
        name: str = i18n.localize(data.places[place_id], "name")
        return i18n.t("{place} (inferred)", place=name) if basis == "inferred" else name

    def voice(key: str, name: str) -> Row:
        said = [c for c in claims if data.claimants[c.claimant_id].voice == key]
        share = len(said) / max(len(claims), 1)
        # What would round to none says that it is less than one per cent.
        part = i18n.format_percent(share)
        if 0 < share < 0.005:
            part = i18n.t("less than {number}", number=i18n.format_percent(0.01))
        speakers = {claim.claimant_id for claim in said}
        return name, i18n.format_number(len(speakers)), i18n.format_number(len(said)), part

    placed = Counter(data.places[e.place_id].precision if e.place_id else "none" for e in events)
    return {
        "dates": [
            by_basis(i18n.t("Events"), [e.date_basis for e in events]),
            by_basis(i18n.t("Claims, by as-of date"), [c.as_of_basis for c in claims]),
            by_basis(
                i18n.t("Sources, by the day they appeared"), [s.custom.date_basis for s in sources]
            ),
        ],
        "places": [
            (i18n.t(text), i18n.format_number(placed[key])) for key, text in PRECISION.items()
        ],
        "regions": [
            (
                i18n.localize(region, "label"),
                departments(key, "attested"),
                departments(key, "inferred"),
                seat(region.seat_place_id, region.seat_basis),
            )
            for key, region in data.regions.items()
        ],
        "voices": [voice(key, i18n.term_name("voices", key)) for key in data.terms["voices"]],
    }


def _border_lines(story: LoadedStory, i18n: I18n) -> list[str]:
    """Which regions with a count do not touch the countries set apart, or only by inference."""
    data, ground = story.dataset, story.basemap
    borders = story.memoize(
        "borders", lambda: list_border_divisions(ground, data.region_departments)
    )
    counted = sorted(data.counts_by_region.keys() & borders.keys())
    found = [(i18n.localize(data.regions[key], "label"), borders[key]) for key in counted]
    beyond = i18n.format_list(
        i18n.locale.territories.get(code, code) for code in sorted(ground.apart)
    )
    away = [region for region, by in found if not any(by.values())]
    lines = [
        i18n.t(
            "{region} touches {country} only in {divisions}, which was given to it by inference.",
            region=region,
            country=beyond,
            divisions=i18n.format_list(by["inferred"]),
        )
        for region, by in found
        if by["inferred"] and not by["attested"]
    ]
    text = i18n.n(
        "{regions} has a count and no border with {country}.",
        "{regions} have counts and no border with {country}.",
        len(away),
        regions=i18n.format_list(away),
        country=beyond,
    )
    return [text, *lines] if away else lines


def _corrected(ctx: Context) -> dict[str, Any]:
    """Corrections of what a reader could have relied on, newest first, and how many of wording.

    Each reason has a row, with the first value that was corrected for it and the places of all.
    """
    i18n = ctx.i18n
    # An older version does not know what was corrected after it.
    data = public_story().dataset if ctx.view.version else ctx.dataset
    said = {marker: i18n.t(text) for marker, text in MARKERS.items()}
    reasons, wording = dict[tuple[str, str, str], list[Correction]](), Counter[str]()
    for c in sorted(data.corrections, key=lambda c: c.date, reverse=True):
        if c.kind == "substance":
            reasons.setdefault((c.date, c.version, i18n.localize(c, "why")), []).append(c)
        elif c.kind == "wording":
            wording[c.version] += len(split_record_ids(c.record_id))
    rows: list[Row] = []
    for (date, version, why), found in reasons.items():
        where = i18n.format_list(f"{c.record_id} · {said.get(c.field, c.field)}" for c in found)
        old, new = (said.get(text, text) for text in (found[0].old, found[0].new))
        rows.append((i18n.format_date(date), version, where, old, new, why))
    lines = [
        i18n.n(
            "Besides, {count} change of wording in version {version}: it stands in the difference "
            "between the versions.",
            "Besides, {count} changes of wording in version {version}: they stand in the "
            "difference between the versions.",
            count,
            version=version,
        )
        for version, count in wording.items()
    ]
    return {"corrections": rows, "wording": lines}


def _unknown(data: Dataset, i18n: I18n) -> list[str]:
    documents = [s for s in data.sources.values() if s.custom.tier == "document"]
    counts, rows = data.counts_by_region, data.region_departments
    found = [
        i18n.t("The printed date of {source}.", source=i18n.short_source_name(s))
        + " "
        + getattr(s.custom.date_note, i18n.language)
        for s in documents
        if s.custom.date_basis in {None, "inferred"}
    ]
    if unsigned := [
        i18n.short_source_name(s) for s in documents if not (s.model_extra or {}).get("author")
    ]:
        names = i18n.format_list(unsigned)
        found.append(i18n.t("Who wrote {sources}: no author is named.", sources=names))
    if days := [claim.as_of or "" for claims in counts.values() for claim in claims]:
        last = i18n.format_date(max(days, key=edtf_sort_key))
        found.append(i18n.t("Any count by region after {date}: none was found.", date=last))
    if inferred := sum(row.basis == "inferred" for row in rows):
        text = i18n.t(
            "Which divisions belong to each region: {inferred} of {total} are inferred.",
            inferred=inferred,
            total=len(rows),
        )
        found.append(text)
    silent = [i18n.localize(r, "label") for key, r in data.regions.items() if key not in counts]
    if silent and counts:
        text = i18n.t(
            "How many were counted in {regions}: no figure was found, which does not mean zero.",
            regions=i18n.format_list(silent),
        )
        found.append(text)
    return found
