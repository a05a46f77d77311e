"""Method: how a story's data were made, counted from the data and explained by their makers."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any, Final, NamedTuple, get_args

from components.citing.reference import csl_authors
from components.i18n import N_, I18n
from components.i18n.glossary import OTHER_LANGUAGE, glossary_rows
from components.i18n.labels import BASIS
from components.i18n.problem_texts import format_problems
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.page.blocks import Fold, Page, SectionLink, template_block
from components.page.correction_sentences import (
    group_by_version,
    list_correction_entries,
    list_number_corrections,
)
from components.presentation.cited import page_address
from components.presentation.context import Context
from components.presentation.view_links import LinkBase
from components.query.filters import Filters
from components.query.view import View
from components.story.dataset import Dataset
from components.story.edtf import edtf_sort_key
from components.story.ground_data import list_border_divisions
from components.story.models import Basis, Correction, Precision, Region, RegionBasis, Source
from components.story.package_files import split_record_ids
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

#: A share of claims below this rounds to none; the page says that it is less than one per cent.
LEAST_ROUNDED_SHARE: Final = 0.005
#: One row of a table: its head, then its cells.
Row = tuple[str, ...]


def method_page(ctx: Context) -> Page:
    """Return what can be counted of any story, and what its makers say (``presentation.json``)."""
    i18n = ctx.i18n
    sections = _list_sections(ctx.dataset, ctx.i18n)
    html = template_block(
        "method.html",
        ctx.i18n,
        link_base=ctx.link_base,
        sections=[section_id for section_id, _ in sections],
        data=_complete_dataset(ctx.dataset),
        **_scope_values(ctx.dataset, ctx.story, ctx.i18n, link_base=ctx.link_base),
        **_count_tables(_complete_dataset(ctx.dataset), i18n),
        voice_addresses=_voice_addresses(_complete_dataset(ctx.dataset), i18n, ctx.link_base),
        **_evidence_values(ctx.dataset, ctx.story, ctx.i18n),
        **_correction_values(ctx.dataset, ctx.view, ctx.i18n, ctx.link_base),
    ).html
    heading = i18n.t("How this was made, and what it cannot tell")
    lead = i18n.t(
        "Where the facts come from, how dates, places and numbers were decided, what is not "
        "known and how to report a mistake. The numbers on this page are of the whole data "
        "set, whatever the filters."
    )
    fold = Fold(html, links=sections)
    return Page(heading, lead, (fold,))


def _complete_dataset(dataset: Dataset) -> Dataset:
    """Return the data set as all its sources give it: the page is the same under all filters."""
    return dataset.complete or dataset


def _story_texts(part: MethodPart, data: Dataset, i18n: I18n) -> list[str]:
    """Return the story's paragraphs for a part of the page."""
    parts = data.presentation.method
    return [getattr(paragraph, i18n.language) for paragraph in parts.get(part, ())]


def _list_documents(data: Dataset) -> list[Source]:
    documents: list[Source] = []
    for source in data.sources.values():
        if source.custom.tier == "document":
            documents.append(source)
    return documents


def _list_open_questions(data: Dataset) -> list[Any]:
    topics = data.topics.values()
    return [topic for topic in topics if topic.status == "differ"]


def _list_sections(dataset: Dataset, i18n: I18n) -> tuple[SectionLink, ...]:
    """Return the ids and headings of the sections that have something to show."""
    data = _complete_dataset(dataset)
    story_texts = data.presentation.method
    empty_sections: set[str] = set()
    has_places = data.places or data.regions
    place_texts = story_texts.get("places")
    if not has_places and not place_texts:
        empty_sections.add("places")
    if not data.claims:
        empty_sections.add("voices")
    unknowns = _list_unknowns(data, i18n)
    open_questions = _list_open_questions(data)
    story_unknowns = story_texts.get("not-known")
    if not unknowns and not open_questions and not story_unknowns:
        empty_sections.add("not-known")
    links: list[SectionLink] = []
    for section_id, heading in SECTIONS:
        if section_id not in empty_sections:
            localized_heading = i18n.t(heading)
            links.append((section_id, localized_heading))
    return tuple(links)


def _scope_values(
    dataset: Dataset, story: LoadedStory, i18n: I18n, link_base: LinkBase
) -> dict[str, Any]:
    """Return what the template has of the story as a whole and of its files."""
    data = _complete_dataset(dataset)
    documents = _list_documents(data)
    first_day, last_day = data.coverage
    span = f"{first_day.isoformat()}/{last_day.isoformat()}"
    notes = story.intake.of_level("note", "undated")
    problem_texts = format_problems(notes, i18n)
    return {
        "story_texts": partial(_story_texts, data=data, i18n=i18n),
        "documents": documents,
        "by_paragraph": all(_is_cited_by_paragraph(document, data) for document in documents),
        "source_page": partial(_source_address, link_base=link_base),
        "outside": len(data.sources) - len(documents),
        "span": i18n.format_date(span),
        "notes": [texts.line for texts in problem_texts],
        "left_out": _list_left_out(data, i18n),
        "versions": _list_other_versions(dataset, story, link_base),
        "terms": glossary_rows(i18n, data),
        "other": OTHER_LANGUAGE[i18n.language],
    }


def _is_cited_by_paragraph(document: Source, data: Dataset) -> bool:
    for citation in data.citations_from(document.id):
        if not citation.locator or not citation.wording:
            return False
    return True


def _source_address(source: Source, link_base: LinkBase) -> str:
    filters = Filters(sources=(source.id,))
    return page_address("sources", link_base, filters=filters)


def _list_left_out(data: Dataset, i18n: I18n) -> list[Row]:
    """Return the paragraphs of which something is left out: source, number, reason."""
    rows: list[Row] = []
    for left_out in data.left_out:
        source = data.sources[left_out.source_id]
        row = (
            i18n.short_source_name(source),
            i18n.format_number(left_out.locator),
            i18n.localize(left_out, "reason"),
        )
        rows.append(row)
    return rows


class _VersionLink(NamedTuple):
    version: str
    address: str


def _list_other_versions(
    dataset: Dataset, story: LoadedStory, link_base: LinkBase
) -> list[_VersionLink]:
    """Return links to the versions besides the one that is shown; the newest needs no number."""
    links: list[_VersionLink] = []
    for index, version in enumerate(story.versions):
        if version == dataset.version:
            continue
        version_param: str | None = version
        if index == 0:
            version_param = None
        address = page_address("method", link_base, version=version_param)
        links.append(_VersionLink(version, address))
    return links


def _evidence_values(dataset: Dataset, story: LoadedStory, i18n: I18n) -> dict[str, Any]:
    """Return what the template has of dates, regions and what is not known."""
    data = _complete_dataset(dataset)
    events = data.events.values()
    dated_events = [event for event in events if event.document_date]
    division_bases = Counter(row.basis for row in data.region_departments)
    return {
        "bases": [i18n.t(BASIS[basis]) for basis in get_args(Basis)],
        "sharpened": len(dated_events),
        "attested": division_bases["attested"],
        "borders": _border_lines(story, i18n),
        "unknowns": _list_unknowns(data, i18n),
        "questions": _list_open_questions(data),
    }


def _count_tables(data: Dataset, i18n: I18n) -> dict[str, list[Row]]:
    """Return the rows of the page's tables of counts, by table."""
    region_rows: list[Row] = []
    for region in data.regions.values():
        region_rows.append(_region_row(region, data, i18n))
    voice_rows: list[Row] = []
    for voice in data.terms["voices"]:
        voice_rows.append(_voice_row(voice, data, i18n))
    return {
        "dates": _date_rows(data, i18n),
        "places": _place_rows(data, i18n),
        "regions": region_rows,
        "voices": voice_rows,
    }


def _date_rows(data: Dataset, i18n: I18n) -> list[Row]:
    """Return how many dates of events, claims and sources are known in each way."""
    events = data.events.values()
    claims = data.claims.values()
    sources = data.sources.values()
    event_bases = [event.date_basis for event in events]
    claim_bases = [claim.as_of_basis for claim in claims]
    source_bases = [source.custom.date_basis for source in sources]
    return [
        _basis_row(i18n.t("Events"), event_bases, i18n),
        _basis_row(i18n.t("Claims, by as-of date"), claim_bases, i18n),
        _basis_row(i18n.t("Sources, by the day they appeared"), source_bases, i18n),
    ]


def _basis_row(head: str, bases: Iterable[Basis | None], i18n: I18n) -> Row:
    counts = Counter(bases)
    cells = [head]
    for basis in get_args(Basis):
        basis_count = counts[basis]
        cells.append(i18n.format_number(basis_count))
    return tuple(cells)


def _place_rows(data: Dataset, i18n: I18n) -> list[Row]:
    """Return how many events have a place of each precision."""
    counts: Counter[Precision] = Counter()
    named_count = 0
    for event in data.events.values():
        precision: Precision = "none"
        if event.place_id:
            place = data.places[event.place_id]
            precision = place.precision
            if place.is_placed_by_name:
                # Of an area a point is drawn, and a town is no surer: their own row says both.
                named_count += 1
                continue
        counts[precision] += 1
    rows: list[Row] = []
    for precision, label in PRECISION.items():
        count_text = i18n.format_number(counts[precision])
        label_text = i18n.t(label)
        rows.append((label_text, count_text))
    if named_count:
        rows.append((i18n.t("placed by its name alone"), i18n.format_number(named_count)))
    return rows


def _region_row(region: Region, data: Dataset, i18n: I18n) -> Row:
    return (
        i18n.localize(region, "label"),
        _format_departments(region.id, "attested", data, i18n),
        _format_departments(region.id, "inferred", data, i18n),
        _format_seat(region, data, i18n),
    )


def _format_departments(region_id: str, basis: RegionBasis, data: Dataset, i18n: I18n) -> str:
    rows = data.departments_of(region_id)
    names: list[str] = []
    for row in rows:
        if row.basis == basis:
            names.append(row.department_name)
    return i18n.format_list(names) or "–"


def _format_seat(region: Region, data: Dataset, i18n: I18n) -> str:
    if not region.seat_place_id:
        return i18n.t("not drawn")
    seat = data.places[region.seat_place_id]
    name: str = i18n.localize(seat, "name")
    if region.seat_basis == "inferred":
        return i18n.t("{place} (inferred)", place=name)
    return name


def _voice_addresses(data: Dataset, i18n: I18n, link_base: LinkBase) -> dict[str, str]:
    """Return the address of all that a kind of voice says, by its name; of those with a claim."""
    speaking = {data.claimants[claim.claimant_id].voice for claim in data.claims.values()}
    addresses: dict[str, str] = {}
    for voice in data.terms["voices"]:
        if voice in speaking:
            name = i18n.term_name("voices", voice)
            addresses[name] = page_address("sources", link_base, filters=Filters(voices=(voice,)))
    return addresses


def _voice_row(voice: str, data: Dataset, i18n: I18n) -> Row:
    """Return how many claimants and claims a kind of voice has, and its share of the claims."""
    claim_count = 0
    claimant_ids: set[str] = set()
    for claim in data.claims.values():
        claimant = data.claimants[claim.claimant_id]
        if claimant.voice == voice:
            claim_count += 1
            claimant_ids.add(claimant.id)
    all_count = max(len(data.claims), 1)
    share = claim_count / all_count
    percent = i18n.format_percent(share)
    if 0 < share < LEAST_ROUNDED_SHARE:
        least_percent = i18n.format_percent(0.01)
        percent = i18n.t("less than {number}", number=least_percent)
    return (
        i18n.term_name("voices", voice),
        i18n.format_number(len(claimant_ids)),
        i18n.format_number(claim_count),
        percent,
    )


def _border_lines(story: LoadedStory, i18n: I18n) -> list[str]:
    """Return which counted regions do not touch the countries drawn apart, or only by inference."""
    data = story.dataset
    basemap = story.basemap
    borders = story.memoize(
        "borders", lambda: list_border_divisions(basemap, data.region_departments)
    )
    territory_names = i18n.locale.territories
    country_codes = sorted(basemap.apart)
    country_names = [territory_names.get(code, code) for code in country_codes]
    countries = i18n.format_list(country_names)
    counted_regions = data.counts_by_region.keys() & borders.keys()
    inner_regions: list[str] = []
    inferred_lines: list[str] = []
    for region_id in sorted(counted_regions):
        region = data.regions[region_id]
        region_name = i18n.localize(region, "label")
        divisions = borders[region_id]
        if not any(divisions.values()):
            inner_regions.append(region_name)
            continue
        if divisions["inferred"] and not divisions["attested"]:
            line = i18n.t(
                "{region} touches {country} only in {divisions}, which was given to it by "
                "inference.",
                region=region_name,
                country=countries,
                divisions=i18n.format_list(divisions["inferred"]),
            )
            inferred_lines.append(line)
    if not inner_regions:
        return inferred_lines
    inner_line = i18n.n(
        "{regions} has a count and no border with {country}.",
        "{regions} have counts and no border with {country}.",
        len(inner_regions),
        regions=i18n.format_list(inner_regions),
        country=countries,
    )
    return [inner_line, *inferred_lines]


def _correction_date(correction: Correction) -> str:
    return correction.date


def _correction_values(
    dataset: Dataset, view: View, i18n: I18n, link_base: LinkBase
) -> dict[str, Any]:
    """Return corrections of what a reader could have relied on, and how many of wording."""
    data = dataset
    if view.version:
        # An older version does not know what was corrected after it.
        data = public_story().dataset
    of_substance: list[Correction] = []
    wording_counts: Counter[str] = Counter()
    newest_first = sorted(data.corrections, key=_correction_date, reverse=True)
    for correction in newest_first:
        if correction.kind == "substance":
            of_substance.append(correction)
        elif correction.kind == "wording":
            record_ids = split_record_ids(correction.record_id)
            wording_counts[correction.version] += len(record_ids)
    wording_lines: list[str] = []
    for version, count in wording_counts.items():
        wording_line = i18n.n(
            "Besides, {count} change of wording in version {version}: it stands in the difference "
            "between the versions.",
            "Besides, {count} changes of wording in version {version}: they stand in the "
            "difference between the versions.",
            count,
            version=version,
        )
        wording_lines.append(wording_line)
    entries = list_correction_entries(of_substance, data, i18n)
    return {
        "corrections": entries,
        "corrected_numbers": list_number_corrections(of_substance, data, i18n, link_base),
        "corrected_versions": group_by_version(entries),
        "wording": wording_lines,
    }


def _list_unknowns(data: Dataset, i18n: I18n) -> list[str]:
    """Return what the records show not to be known."""
    unknowns: list[str] = []
    anonymous_documents: list[str] = []
    for document in _list_documents(data):
        if _is_undated(document):
            undated_line = _undated_line(document, i18n)
            if undated_line not in unknowns:
                unknowns.append(undated_line)
        if not csl_authors(document):
            anonymous_documents.append(i18n.short_source_name(document))
    if anonymous_documents:
        names = i18n.format_list(dict.fromkeys(anonymous_documents))
        unknown_authors = i18n.t("Who wrote {sources}: no author is named.", sources=names)
        unknowns.append(unknown_authors)
    return unknowns + _unknown_counts(data, i18n)


def _is_undated(document: Source) -> bool:
    return document.custom.date_basis in {None, "inferred"}


def _undated_line(document: Source, i18n: I18n) -> str:
    name = i18n.short_source_name(document)
    sentence = i18n.t("The printed date of {source}.", source=name)
    date_notes = document.custom.date_note
    date_note = getattr(date_notes, i18n.language)
    return f"{sentence} {date_note}"


def _unknown_counts(data: Dataset, i18n: I18n) -> list[str]:
    """Return what is not known of the counts by region."""
    counts = data.counts_by_region
    departments = data.region_departments
    unknowns: list[str] = []
    days: list[str] = []
    for claims in counts.values():
        for claim in claims:
            days.append(claim.as_of or "")
    if days:
        last_day = max(days, key=edtf_sort_key)
        day_text = i18n.format_date(last_day)
        text = i18n.t("Any count by region after {date}: none was found.", date=day_text)
        unknowns.append(text)
    inferred_rows = [row for row in departments if row.basis == "inferred"]
    if inferred_rows:
        text = i18n.t(
            "Which divisions belong to each region: {inferred} of {total} are inferred.",
            inferred=len(inferred_rows),
            total=len(departments),
        )
        unknowns.append(text)
    uncounted_regions: list[str] = []
    for region_id, region in data.regions.items():
        if region_id not in counts:
            uncounted_regions.append(i18n.localize(region, "label"))
    if uncounted_regions and counts:
        text = i18n.t(
            "How many were counted in {regions}: no figure was found, which does not mean zero.",
            regions=i18n.format_list(uncounted_regions),
        )
        unknowns.append(text)
    return unknowns
