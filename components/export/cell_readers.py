"""How the cells of the tables of a view are read from its records."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from components.export.record_table import Record, ViewTable
from components.query.figures import RegionCounts, build_count_table, list_day_counts
from components.story.dataset import Dataset
from components.story.edtf import complete_time, parse_edtf
from components.story.models import Citation, Claim, Claimant, Event, Place, Region, Source
from components.story.texts import Value

#: Which of the two latest days with counts by region.
DayKey = Literal["latest", "earlier"]


def without_empty(value: Value) -> Value:
    """Return a value, with ``None`` for an empty text or list."""
    if isinstance(value, (str, tuple)) and not value:
        return None
    return value


def read_field(name: str, record: Record, _table: ViewTable) -> Value:
    """Return a field of a record."""
    value: Value = getattr(record, name, None)
    if name == "sentences":
        # Lists of a table hold texts.
        value = tuple(str(number) for number in record.sentences)
    return without_empty(value)


def first_day_of(date_text: str | None) -> Value:
    """Return the first day that a date may mean; ``None`` where it is open or absent."""
    if not date_text:
        return None
    return parse_edtf(date_text).lower


def last_day_of(date_text: str | None) -> Value:
    """Return the last day that a date may mean; ``None`` where it is open or absent."""
    if not date_text:
        return None
    return parse_edtf(date_text).upper


def list_row_citations(record: Record, table: ViewTable) -> tuple[Citation, ...]:
    """Return a citation itself, or those of an event, a claim or a region's latest count."""
    if isinstance(record, Citation):
        return (record,)
    if isinstance(record, Region):
        claim = read_count(record, table, "latest")
        if claim is None:
            return ()
        return table.data.citations_of(claim.id)
    return table.data.citations_of(record.id)


def read_citations(record: Record, table: ViewTable) -> Value:
    """Return the citations of a record for programs: "npr:3", "npr:3 (disputes)"."""
    citation_texts = []
    for citation in list_row_citations(record, table):
        citation_text = citation.source_id
        if citation.locator:
            citation_text += f":{citation.locator}"
        if citation.role != "supports":
            citation_text += f" ({citation.role})"
        citation_texts.append(citation_text)
    unique_texts = dict.fromkeys(citation_texts)
    return without_empty(tuple(unique_texts))


def read_cited_as(record: Record, table: ViewTable) -> Value:
    """Return the citations of a record for people."""
    citations = list_row_citations(record, table)
    return without_empty(table.format_citations(citations))


# Events ------------------------------------------------------------------------------------------


def read_event_date(event: Event, _table: ViewTable) -> Value:
    """Return the date of an event as EDTF, a time with its seconds."""
    return complete_time(event.date)


def read_other_cell(position: int, event: Event, table: ViewTable) -> Value:
    """Return the cell of an event in the column at a position among those that no field takes."""
    return without_empty(table.data.other_columns.text_of(event.id, position))


def read_event_first_day(event: Event, _table: ViewTable) -> Value:
    """Return the first day that the date of an event may mean."""
    return first_day_of(event.date)


def read_event_last_day(event: Event, _table: ViewTable) -> Value:
    """Return the last day that the date of an event may mean."""
    return last_day_of(event.date)


def find_event_place(event: Event, table: ViewTable) -> Place | None:
    """Return the place of an event, if it has one."""
    if not event.place_id:
        return None
    return table.data.places.get(event.place_id)


def read_event_place(event: Event, table: ViewTable) -> Value:
    """Return what the place of an event is called in English."""
    event_place = find_event_place(event, table)
    if not event_place:
        return None
    return without_empty(event_place.name)


def read_event_place_es(event: Event, table: ViewTable) -> Value:
    """Return what the place of an event is called in Spanish."""
    event_place = find_event_place(event, table)
    if not event_place:
        return None
    return without_empty(event_place.name_es)


def read_event_latitude(event: Event, table: ViewTable) -> Value:
    """Return the latitude of an event's place, in degrees, WGS 84."""
    event_place = find_event_place(event, table)
    if not event_place:
        return None
    return event_place.lat


def read_event_longitude(event: Event, table: ViewTable) -> Value:
    """Return the longitude of an event's place, in degrees, WGS 84."""
    event_place = find_event_place(event, table)
    if not event_place:
        return None
    return event_place.lon


# Claims ------------------------------------------------------------------------------------------


def read_claim_first_day(claim: Claim, _table: ViewTable) -> Value:
    """Return the first day of a claim's as-of date, else of its period."""
    return first_day_of(claim.as_of or claim.period)


def read_claim_last_day(claim: Claim, _table: ViewTable) -> Value:
    """Return the last day of a claim's as-of date, else of its period."""
    return last_day_of(claim.as_of or claim.period)


def find_claimant(claim: Claim, table: ViewTable) -> Claimant:
    """Return who made a claim."""
    return table.data.claimants[claim.claimant_id]


def read_claimant_name(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant is called in English."""
    return without_empty(find_claimant(claim, table).name)


def read_claimant_name_es(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant is called in Spanish."""
    return without_empty(find_claimant(claim, table).name_es)


def read_claimant_voice(claim: Claim, table: ViewTable) -> Value:
    """Return the id of the claimant's voice."""
    return without_empty(find_claimant(claim, table).voice)


def read_claimant_voice_name(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant's voice is called in English."""
    return voice_name(find_claimant(claim, table).voice, table)


def read_claimant_voice_name_es(claim: Claim, table: ViewTable) -> Value:
    """Return what the claimant's voice is called in Spanish."""
    return voice_name_es(find_claimant(claim, table).voice, table)


def voice_name(voice_id: str, table: ViewTable) -> Value:
    """Return what a voice is called in English."""
    name: str = table.data.terms["voices"][voice_id].name
    return without_empty(name)


def voice_name_es(voice_id: str, table: ViewTable) -> Value:
    """Return what a voice is called in Spanish."""
    name: str = table.data.terms["voices"][voice_id].name_es
    return without_empty(name)


# Citations ---------------------------------------------------------------------------------------


def read_cited_title(citation: Citation, table: ViewTable) -> Value:
    """Return the title of the event, or the statement of the claim, that is cited for."""
    cited_event = table.data.events.get(citation.record_id)
    if cited_event:
        return cited_event.title
    cited_claim = table.data.claims[citation.record_id]
    return cited_claim.statement


def read_cited_title_es(citation: Citation, table: ViewTable) -> Value:
    """Return the same in Spanish."""
    cited_event = table.data.events.get(citation.record_id)
    if cited_event:
        return cited_event.title_es
    cited_claim = table.data.claims[citation.record_id]
    return cited_claim.statement_es


# Sources -----------------------------------------------------------------------------------------


def read_details(name: str, source: Source, _table: ViewTable) -> Value:
    """Return a field of the details of a source (its ``custom`` object)."""
    value: Value = getattr(source.custom, name)
    return without_empty(value)


def read_source_authors(source: Source, _table: ViewTable) -> Value:
    """Return the names of the authors, given name first."""
    author_names = []
    for person in getattr(source, "author", None) or ():
        author_name = person.get("literal")
        if not author_name:
            name_parts = (person.get("given"), person.get("family"))
            author_name = " ".join(name_part for name_part in name_parts if name_part)
        author_names.append(author_name.strip())
    return without_empty(tuple(author_names))


def read_source_container(source: Source, _table: ViewTable) -> Value:
    """Return the newspaper, site or collection that a source appeared in."""
    container_title = getattr(source, "container-title", None)
    if not container_title:
        return None
    return str(container_title)


def read_source_date_note(source: Source, _table: ViewTable) -> Value:
    """Return the English note on the date of a source."""
    return without_empty(source.custom.date_note.en)


def read_source_date_note_es(source: Source, _table: ViewTable) -> Value:
    """Return the Spanish note on the date of a source."""
    return without_empty(source.custom.date_note.es)


def read_source_notes(source: Source, _table: ViewTable) -> Value:
    """Return the English notes on a source."""
    return without_empty(source.custom.notes.en)


def read_source_notes_es(source: Source, _table: ViewTable) -> Value:
    """Return the Spanish notes on a source."""
    return without_empty(source.custom.notes.es)


def read_source_first_day(source: Source, _table: ViewTable) -> Value:
    """Return the first day that a source may have appeared."""
    return first_day_of(source.custom.issued_edtf)


def read_source_last_day(source: Source, _table: ViewTable) -> Value:
    """Return the last day that a source may have appeared."""
    return last_day_of(source.custom.issued_edtf)


def read_source_voice_name(source: Source, table: ViewTable) -> Value:
    """Return what the voice of a source is called in English."""
    return voice_name(source.custom.voice, table)


def read_source_voice_name_es(source: Source, table: ViewTable) -> Value:
    """Return what the voice of a source is called in Spanish."""
    return voice_name_es(source.custom.voice, table)


def read_source_records(source: Source, table: ViewTable) -> Value:
    """Return how many of the shown events and claims cite a source."""
    citations = table.data.citations_from(source.id)
    record_ids = {citation.record_id for citation in citations}
    return len(record_ids)


# Regions and places ------------------------------------------------------------------------------


def count_rows_by_region(dataset: Dataset) -> dict[str, RegionCounts]:
    """Return the counts of the two latest days by region id."""
    day_counts = list_day_counts(dataset)
    table = build_count_table(dataset, day_counts)
    return {row.region.id: row for row in table.rows}


def count_events_by_place(dataset: Dataset) -> Counter[str]:
    """Return the number of events at each place, by its id."""
    event_counts: Counter[str] = Counter()
    for event in dataset.events.values():
        if event.place_id:
            event_counts[event.place_id] += 1
    return event_counts


def read_count(region: Region, table: ViewTable, which_day: DayKey) -> Claim | None:
    """Return the count of a region on a day, if there is one."""
    counts_by_region = table.data.memoize(count_rows_by_region)
    region_counts = counts_by_region[region.id]
    return region_counts.claims.get(which_day)


def read_latest_count(region: Region, table: ViewTable) -> Value:
    """Return the count of the latest day; empty where there is none."""
    latest_claim = read_count(region, table, "latest")
    if not latest_claim:
        return None
    return latest_claim.value_low


def read_latest_qualifier(region: Region, table: ViewTable) -> Value:
    """Return how exact the count of the latest day is."""
    latest_claim = read_count(region, table, "latest")
    if not latest_claim:
        return None
    return latest_claim.qualifier


def read_latest_as_of(region: Region, table: ViewTable) -> Value:
    """Return the as-of date (EDTF) of the count of the latest day."""
    latest_claim = read_count(region, table, "latest")
    if not latest_claim:
        return None
    return without_empty(latest_claim.as_of)


def read_latest_claim_id(region: Region, table: ViewTable) -> Value:
    """Return the id of the claim that gives the count of the latest day."""
    latest_claim = read_count(region, table, "latest")
    if not latest_claim:
        return None
    return latest_claim.id


def read_earlier_count(region: Region, table: ViewTable) -> Value:
    """Return the count of the day before the latest."""
    earlier_claim = read_count(region, table, "earlier")
    if not earlier_claim:
        return None
    return earlier_claim.value_low


def read_earlier_as_of(region: Region, table: ViewTable) -> Value:
    """Return the as-of date (EDTF) of the count of the day before the latest."""
    earlier_claim = read_count(region, table, "earlier")
    if not earlier_claim:
        return None
    return without_empty(earlier_claim.as_of)


def read_event_count(place: Place, table: ViewTable) -> Value:
    """Return how many of the shown events are at a place."""
    event_counts = table.data.memoize(count_events_by_place)
    return event_counts[place.id]
