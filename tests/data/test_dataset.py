"""The data set as shipped: complete, referenced, in both languages, and adding up."""

import csv
import json
import re
from datetime import date
from functools import cache
from typing import Any, get_args

import pytest

from components.intake.package_tables import completed
from components.story.edtf import parse_edtf
from components.story.lesson import find_placeholders
from components.story.lesson_figures import find_uncited_figures
from components.story.models import PLAIN_UNITS
from components.story.package_files import (
    CORRECTIONS,
    DEFAULT_DATA,
    TABLES,
    VOCABULARIES,
    list_versions,
)
from components.story.texts import format_cell
from tests.support.data import DATA, kept_version

DOCUMENTS = {"vice", "npr", "caracas-chronicles", "fighter-jets-world"}
KEYS = {
    "citations.csv": ("record_id", "source_id", "locator"),
    "region_departments.csv": ("department",),
    "left_out.csv": ("source_id", "locator"),
}


@cache
def rows(name: str) -> list[dict[str, str]]:
    with (DEFAULT_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def descriptor() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((DEFAULT_DATA / "datapackage.json").read_text("utf-8"))
    return content


def regional(day: str) -> dict[str, float]:
    return {
        claim.region_id: claim.value_low
        for claim in DATA.claims.values()
        if claim.region_id and claim.as_of == day and claim.value_low is not None
    }


def test_counts_by_region_are_those_of_the_documents() -> None:
    assert regional("2019-02-27") == {
        "oriente": 415, "orinoquia": 46, "guajira": 30, "andina": 30, "caribe": 23,
        "antioquia": 14, "occidente": 6, "narino": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("day", "total", "claim_id"),
    [
        ("2019-02-27", 567, "cl-arrivals-2019-02-27-567"),
        ("2019-02-26?", 411, "cl-arrivals-2019-02-26-411"),
    ],
    ids=["27 February", "26 February"],
)
def test_counts_by_region_add_up_to_the_total(day: str, total: int, claim_id: str) -> None:
    assert sum(regional(day).values()) == total == DATA.claims[claim_id].value_low


def test_region_that_is_not_reported_has_no_count_and_never_0() -> None:
    assert "narino" not in regional("2019-02-26?")
    assert [
        claim.id for claim in DATA.claims.values() if claim.region_id and not claim.value_low
    ] == []
    without = {"eje-cafetero", "amazonas", "san-andres"}
    assert set(DATA.regions) - set(DATA.counts_by_region) == without


@pytest.mark.parametrize(
    "claim",
    [claim for claim in DATA.claims.values() if claim.region_id and claim.as_of == "2019-02-27"],
)
def test_count_of_the_document_has_its_paragraph_and_is_corroborated(claim) -> None:
    places = {(citation.source_id, citation.locator) for citation in DATA.citations_of(claim.id)}
    assert ("fighter-jets-world", 4) in places
    assert {("cnn-es-2019-02-28", None), ("efe-2019-02-28", None)} <= places
    assert claim.as_of_basis == "corroborated"


def test_each_of_33_departments_is_in_one_region() -> None:
    departments = [row.department for row in DATA.region_departments]
    assert len(departments) == len(set(departments)) == 33
    assert {row.region_id for row in DATA.region_departments} == set(DATA.regions)
    assert [department.department for department in DATA.departments_of("oriente")] == [
        "CO-NSA",
        "CO-SAN",
    ]
    for row in DATA.region_departments:
        assert row.source or row.basis == "inferred", f"{row.department} is attested by nothing"
        assert row.note or row.basis == "attested", f"{row.department}: say why it is inferred"


def test_coordinates_have_a_source_and_every_seat_has_coordinates() -> None:
    for place in DATA.places.values():
        has_point = place.lat is not None and place.lon is not None
        assert has_point == (place.precision in {"exact", "locality"}), place.id
        assert has_point == bool(place.coordinate_source), place.id
    for region in DATA.regions.values():
        if region.seat_place_id:
            seat = DATA.places[region.seat_place_id]
            assert None not in (seat.lat, seat.lon), region.id
            assert region.seat_basis == "inferred", "no source of 2019 names a seat"


def test_event_has_a_short_title_and_a_documented_date() -> None:
    for event in DATA.events.values():
        shown = parse_edtf(event.date)
        assert date(2019, 1, 1) <= shown.first, event.id
        assert shown.last <= date(2019, 5, 31), event.id
        assert max(len(event.title), len(event.title_es)) <= 70, event.id
        cited = {citation.source_id for citation in DATA.citations_of(event.id)}
        if event.document_date:
            assert event.date_basis == "corroborated", event.id
            assert cited & DOCUMENTS, f"{event.id}: no document gives this date"
            assert cited - DOCUMENTS, f"{event.id}: nothing sharpens it"
            assert shown.last <= parse_edtf(event.document_date).last, event.id
        if event.date_basis == "stated":
            assert cited & DOCUMENTS, f"{event.id}: stated, and no document is cited"


PARALLEL = {  # columns that say the same thing in both languages, and names that may be alike
    "events.csv": ("date_note", "title", "summary"),
    "claims.csv": ("as_of_note", "statement"),
    "topics.csv": ("question", "explanation", "settle"),
    "left_out.csv": ("reason",),
    "regions.csv": ("note",),
    "region_departments.csv": ("note",),
}


@pytest.mark.parametrize("name", PARALLEL)
def test_spanish_text_is_there_and_is_not_the_english_one(name: str) -> None:
    for row in rows(name):
        for column in PARALLEL[name]:
            english, spanish = row[column], row[f"{column}_es"]
            assert bool(english) == bool(spanish), row
            assert not english or english != spanish, row


@pytest.mark.parametrize("name", [*TABLES, "sources.json", "datapackage.json"])
def test_files_are_plain_utf8_with_lf(name: str) -> None:
    raw = (DEFAULT_DATA / name).read_bytes()
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in raw
    assert raw.endswith(b"\n")
    raw.decode("utf-8")


@pytest.mark.parametrize("name", TABLES)
def test_rows_are_sorted_unique_and_stored_in_canonical_form(name: str) -> None:
    """What the reader mends in anybody's package is mended here."""
    found = rows(name)
    for row, record in zip(found, DATA.rows(name.removesuffix(".csv")), strict=True):
        assert row == {column: format_cell(getattr(record, column)) for column in row}
    assert [*found[0]] == [*TABLES[name].model_fields]
    if name != CORRECTIONS:
        columns = KEYS.get(name, ("id",))
        keys = [
            tuple(int(row[name] or 0) if name == "locator" else row[name] for name in columns)
            for row in found
        ]
        assert keys == sorted(set(keys))
    assert list(DATA.sources) == sorted(DATA.sources)


def test_citation_has_at_most_eight_words_and_a_paragraph_if_of_a_document() -> None:
    for citation in DATA.citations:
        document = citation.source_id in DOCUMENTS
        assert len(citation.wording.split()) <= 8, citation
        assert document == (citation.locator is not None), citation
        assert citation.wording or not document, citation


def test_cited_wording_of_a_claim_contains_its_number() -> None:
    """The cited words carry the number that the claim stores, in digits or as a word."""
    as_words = {2: "two", 3: "three", 4: "four", 7: "seven", 8: "eight", 10: "decade"}
    as_words[1_200_000] = "1.2 million"
    for claim in DATA.claims.values():
        values = {value for value in (claim.value_low, claim.value_high) if value is not None}
        for citation in DATA.citations_of(claim.id):
            if citation.source_id not in DOCUMENTS or citation.role != "supports":
                continue
            for value in values:
                forms = (f"{value:,.0f}", as_words.get(int(value), f"{value:.0f}"))
                said = citation.wording.lower()
                assert any(form in said for form in forms), (claim.id, citation)


def test_every_question_has_two_claims_and_a_dispute_two_claimants() -> None:
    for topic in DATA.topics.values():
        said = [claim for claim in DATA.claims.values() if claim.topic_id == topic.id]
        assert len(said) >= 2, topic.id
        assert topic.status != "differ" or len({claim.claimant_id for claim in said}) > 1, topic.id


def test_source_has_a_date_with_its_basis_and_notes() -> None:
    for source in DATA.sources.values():
        told = source.custom
        assert (told.tier == "document") == bool(told.file) == (source.id in DOCUMENTS), source.id
        assert told.issued_edtf and told.date_basis, source.id  # noqa: PT018
        assert all((told.date_note.en, told.date_note.es, told.notes.en, told.notes.es)), source.id
        assert told.notes.en != told.notes.es, source.id
        assert told.date_note.en != told.date_note.es, source.id


@pytest.mark.parametrize("name", ["sources.json", "presentation.json"])
def test_every_text_of_a_file_is_in_both_languages(name: str) -> None:
    content = json.loads((DEFAULT_DATA / name).read_text("utf-8"))
    assert completed(content) == content


def test_date_of_a_claim_has_its_basis_and_its_report() -> None:
    for claim in DATA.claims.values():
        tiers = {
            DATA.sources[citation.source_id].custom.tier for citation in DATA.citations_of(claim.id)
        }
        reported = claim.as_of_basis == "corroborated"
        assert (claim.as_of is None) == (claim.as_of_basis is None), claim.id
        assert claim.as_of_note or not claim.as_of, claim.id
        assert not reported or "corroborating" in tiers, claim.id
        assert claim.document_date or not (reported and "document" in tiers), claim.id
        # The day of a report's text may stand in for what a document leaves without one.
        assert not claim.document_date or tiers == {"corroborating", "document"}, claim.id
        # Words alone carry no value.
        if claim.measure in {"permission", "payer", "assertion"}:
            assert (claim.qualifier, claim.unit) == (None, None), claim.id
    assert all(claimant.mention for claimant in DATA.claimants.values())


def test_every_step_is_translated_and_has_no_typed_figure() -> None:
    assert DATA.story.title.es != DATA.story.title.en
    for step in DATA.story.steps:
        assert not find_uncited_figures(step, DATA), step.id
        assert step.cited_records(), step.id
        assert bool(step.question) == bool(step.evidence), step.id
        for name, words in step.named_texts():
            where, both = (step.id, name), (words.en, words.es)
            assert words.es not in {"", words.en}, where
            # With the same figures; a year may be typed, and no English word is left.
            english, spanish = (
                {placeholder.text for placeholder in find_placeholders(text)} for text in both
            )
            assert english == spanish, where
            for text in both:
                assert not re.search(r"\d", re.sub(r"\{[^}]*\}|2019", "", text)), (where, text)
            assert not re.search(r"\b(the|and|of|they|was|with)\b", words.es), where


@pytest.mark.parametrize("name", TABLES)
def test_the_descriptor_mirrors_the_models(name: str) -> None:
    tables = {
        resource["path"]: resource
        for resource in descriptor()["resources"]
        if resource.get("type") == "table"
    }
    model = TABLES[name]
    fields = {field["name"]: field for field in tables[name]["schema"]["fields"]}
    assert list(fields) == list(model.model_fields)
    for column, info in model.model_fields.items():
        constraints = fields[column].get("constraints", {})
        assert bool(constraints.get("required")) == info.is_required(), column
        allowed = [value for part in (info.annotation, *get_args(info.annotation)) if part
                   for value in get_args(part) if isinstance(value, str)]  # fmt: skip
        if allowed:
            assert constraints["enum"] == allowed, column
        assert fields[column]["description"].strip(), column


def test_the_descriptor_lists_every_file() -> None:
    paths = {resource["path"] for resource in descriptor()["resources"]}
    geo = {"geo/departments.geojson", "geo/states.geojson", "geo/countries.geojson"}
    shown = {"categories.csv", *VOCABULARIES, "presentation.json"}
    assert paths == {*TABLES, *shown, "sources.json", "story.json", *geo}
    for resource in descriptor()["resources"]:
        assert resource["title"]
        assert resource["description"]
        assert resource["licenses"]


def test_vocabularies_have_exactly_the_codes_in_use() -> None:
    units = {claim.unit for claim in DATA.claims.values()}
    assert units - PLAIN_UNITS == DATA.vocabularies["units"].keys()
    assert {claim.measure for claim in DATA.claims.values()} == DATA.vocabularies["measures"].keys()
    assert {claim.population for claim in DATA.claims.values()} == DATA.vocabularies[
        "populations"
    ].keys()
    assert {claimant.voice for claimant in DATA.claimants.values()} == DATA.vocabularies[
        "voices"
    ].keys()
    assert {place.kind for place in DATA.places.values()} == DATA.vocabularies["place_kinds"].keys()


def test_ids_in_the_presentation_exist() -> None:
    shown = DATA.presentation
    assert set(shown.off_map) <= DATA.regions.keys()
    for part in (*shown.extents, *shown.scenes):
        assert part.regions.keys() <= DATA.regions.keys(), part.id
        assert part.places.keys() <= DATA.places.keys(), part.id
    assert {event.category for event in DATA.events.values()} <= set(DATA.category_ids)
    kinds = DATA.kinds
    assert (
        len({kind.symbol for kind in kinds}) == len({kind.colour for kind in kinds}) == len(kinds)
    )


KEPT = list_versions(DEFAULT_DATA / "versions")


@pytest.mark.parametrize("version", KEPT)
def test_stored_version_can_be_opened(version):
    assert DATA.version in KEPT, "run python -m components.commands.keep_version --keep"
    assert kept_version(version).version == version


def documents_of(record_id: str) -> set[str]:
    cited = {citation.source_id for citation in DATA.citations_of(record_id)}
    return {source_id for source_id in cited if DATA.sources[source_id].custom.tier == "document"}


def test_a_day_of_an_undated_article_alone_is_approximate() -> None:
    # Fighter Jets World has weekdays and no date: what others date has both dates.
    wrong = []
    dated = [(event, event.date, event.date_basis) for event in DATA.events.values()]
    dated += [(claim, claim.as_of, claim.as_of_basis) for claim in DATA.claims.values()]
    for record, text, basis in dated:
        if basis == "stated" or documents_of(record.id) != {"fighter-jets-world"}:
            continue
        own_date = parse_edtf(record.document_date or text)
        if own_date.is_day:
            wrong.append(record.id)
    assert wrong == []


@pytest.mark.parametrize(
    ("claim_id", "as_of"),
    [
        ("cl-arrivals-2019-02-27-567", "2019-02-27"),
        ("cl-approached-migracion", "2019-02-27"),
        ("cl-entered-through-two-departments", "2019-02-27"),
    ],
)
def test_what_one_communique_says_of_the_567_holds_for_one_day(claim_id, as_of):
    claim = DATA.claims[claim_id]
    assert (claim.as_of, claim.statement_id) == (as_of, "st-2019-02-28-migracion-colombia")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            DATA.claims["cl-work-not-allowed-herald"].statement,
            "Those who left Venezuela's forces and their families",
        ),
        (
            DATA.claims["cl-work-not-allowed-herald"].statement_es,
            "Quienes dejaron las fuerzas de Venezuela y sus familias",
        ),
        (DATA.claims["cl-arrivals-2019-04-1285"].statement, "“de estos extranjeros”"),
        (DATA.claims["cl-arrivals-2019-04-1285"].statement_es, "«de estos extranjeros»"),
        (DATA.events["ev-2019-04-count-1285"].summary, "“de estos extranjeros”"),
        (DATA.events["ev-2019-04-count-1285"].summary_es, "«de estos extranjeros»"),
    ],
    ids=["families", "families es", "1,285", "1,285 es", "event", "event es"],
)
def test_a_text_says_of_whom_its_source_speaks(text, words):
    assert words in text
