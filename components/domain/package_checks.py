"""What must hold between the rows of a data package, once each row by itself is sound."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from components.domain.lesson import Known, lesson_problems
from components.domain.models import (
    Citation,
    Claim,
    Claimant,
    Correction,
    Event,
    LeftOut,
    Place,
    Region,
    RegionDepartment,
    Source,
    Topic,
)
from components.domain.package_files import (
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    CORRECTIONS,
    EVENTS,
    LEFT_OUT,
    PLACES,
    REGION_DEPARTMENTS,
    REGIONS,
    SOURCES,
    STORY,
    TOPICS,
    Numbered,
    Problem,
)
from components.domain.story import LANGUAGES, NO_STORY, Story


@dataclass
class Tables:
    """All rows read, with the numbers that tell the author where to look."""

    events: list[Numbered[Event]]
    claims: list[Numbered[Claim]]
    claimants: list[Numbered[Claimant]]
    citations: list[Numbered[Citation]]
    topics: list[Numbered[Topic]]
    places: list[Numbered[Place]]
    regions: list[Numbered[Region]]
    region_departments: list[Numbered[RegionDepartment]]
    left_out: list[Numbered[LeftOut]]
    corrections: list[Numbered[Correction]]
    sources: list[Numbered[Source]]
    story: Story

    def by_file(self) -> dict[str, list[tuple[int, Any]]]:
        """The rows under the name of the file they came from."""
        return {
            EVENTS: list(self.events),
            CLAIMS: list(self.claims),
            CLAIMANTS: list(self.claimants),
            CITATIONS: list(self.citations),
            TOPICS: list(self.topics),
            PLACES: list(self.places),
            REGIONS: list(self.regions),
            REGION_DEPARTMENTS: list(self.region_departments),
            LEFT_OUT: list(self.left_out),
            CORRECTIONS: list(self.corrections),
            SOURCES: list(self.sources),
        }

    def ids(self, file: str) -> set[str]:
        """The ids of one file."""
        return {record.id for _, record in self.by_file()[file]}


_REFERENCES: Mapping[str, Mapping[str, str]] = {
    EVENTS: {"place_id": PLACES},
    CLAIMS: {
        "topic_id": TOPICS,
        "region_id": REGIONS,
        "claimant_id": CLAIMANTS,
        "event_id": EVENTS,
    },
    CITATIONS: {"source_id": SOURCES, "via": SOURCES},
    REGIONS: {"seat_place_id": PLACES},
    REGION_DEPARTMENTS: {"region_id": REGIONS, "source": SOURCES},
    LEFT_OUT: {"source_id": SOURCES},
    SOURCES: {"custom.upstream": SOURCES},
}


KEYS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys((EVENTS, CLAIMS, CLAIMANTS, TOPICS, PLACES, REGIONS, SOURCES), ("id",)),
    CITATIONS: ("record_id", "source_id", "locator"),
    REGION_DEPARTMENTS: ("department",),
    LEFT_OUT: ("source_id", "locator"),
}


def _get(record: BaseModel, path: str) -> Any:
    value: Any = record
    for name in path.split("."):
        value = getattr(value, name)
    return value


def _repeated(tables: Tables) -> Iterable[Problem]:
    """Rows whose key another row of the same file already has."""
    for file, columns in KEYS.items():
        seen: dict[Hashable, int] = {}
        for row, record in tables.by_file()[file]:
            values = tuple(_get(record, column) for column in columns)
            first = seen.setdefault(values, row)
            if first != row:
                text = ", ".join(str(v) for v in values if v is not None)
                field = ", ".join(columns)
                yield Problem(file, f"{text!r} stands in row {first} already", row, field, text)


def _dangling(tables: Tables) -> Iterable[Problem]:
    """References to a record that is not there."""
    known = {file: tables.ids(file) for file in (EVENTS, CLAIMS, CLAIMANTS, TOPICS, PLACES,
                                                 REGIONS, SOURCES)}  # fmt: skip
    for file, columns in _REFERENCES.items():
        for row, record in tables.by_file()[file]:
            for column, target in columns.items():
                value = _get(record, column)
                for name in value if isinstance(value, tuple) else (value,):
                    if name is not None and name not in known[target]:
                        message = f"{name!r} is not an id in {target}"
                        yield Problem(file, message, row, column, name)
    records = known[EVENTS] | known[CLAIMS]
    for row, citation in tables.citations:
        if citation.record_id not in records:
            message = f"{citation.record_id!r} is not an id in {EVENTS} or {CLAIMS}"
            yield Problem(CITATIONS, message, row, "record_id", citation.record_id)


def _uncited(tables: Tables) -> Iterable[Problem]:
    """Events and claims without a citation."""
    cited = {citation.record_id for _, citation in tables.citations}
    for file in (EVENTS, CLAIMS):
        for row, record in tables.by_file()[file]:
            if record.id not in cited:
                message = f"{record.id!r} has no citation in {CITATIONS}"
                yield Problem(file, message, row, "id", record.id)


def _one_language(tables: Tables) -> Iterable[Problem]:
    """Texts that stand in one language and not in the other."""
    for file, rows in tables.by_file().items():
        for row, record in rows:
            for name in type(record).model_fields:
                other = f"{name}_es"
                if other not in type(record).model_fields:
                    continue
                if bool(getattr(record, name)) != bool(getattr(record, other)):
                    empty = name if getattr(record, other) else other
                    message = "is empty, and the other language is not"
                    yield Problem(file, message, row, empty)
    for number, source in tables.sources:
        for part in ("date_note", "notes"):
            for language, text in getattr(source.custom, part).model_dump().items():
                if not text:
                    spot = f"custom.{part}.{language}"
                    yield Problem(SOURCES, "is empty, and must not be", number, spot)


def _misplaced_locators(tables: Tables) -> Iterable[Problem]:
    """Citations of a document need paragraph and wording; those of other reports no paragraph."""
    tiers = {source.id: source.custom.tier for _, source in tables.sources}
    for row, citation in tables.citations:
        tier = tiers.get(citation.source_id)
        if tier == "document" and citation.locator is None:
            yield Problem(CITATIONS, "a document is cited by paragraph", row, "locator")
        if tier == "document" and not citation.wording:
            yield Problem(CITATIONS, "a document is cited with its words", row, "wording")
        if tier == "corroborating" and citation.locator is not None:
            message = "only the documents are cited by paragraph; leave the cell empty"
            yield Problem(CITATIONS, message, row, "locator", str(citation.locator))


def _half_dated(tables: Tables) -> Iterable[Problem]:
    """Dates without their basis, and document dates where nothing has been sharpened."""
    for row, claim in tables.claims:
        if (claim.as_of is None) != (claim.as_of_basis is None):
            empty = "as_of" if claim.as_of is None else "as_of_basis"
            yield Problem(CLAIMS, "as_of and as_of_basis stand together or not at all", row, empty)
        if claim.as_of and not claim.as_of_note:
            yield Problem(CLAIMS, "say how the date is known", row, "as_of_note")
    for row, event in tables.events:
        if event.document_date and event.date_basis != "corroborated":
            message = "only for a date whose date_basis is corroborated; leave the cell empty"
            yield Problem(EVENTS, message, row, "document_date", event.document_date)


def _untold(tables: Tables) -> Iterable[Problem]:
    """Steps of the story that name what is not there, or are not in both languages."""
    if tables.story is NO_STORY:
        return
    known = Known(
        {event.id: event for _, event in tables.events},
        {claim.id: claim for _, claim in tables.claims},
        tables.ids(REGIONS),
    )
    for wrong in lesson_problems(tables.story, known, LANGUAGES):
        yield Problem(STORY, wrong.message, wrong.step, wrong.spot)


CHECKS: Sequence[Callable[[Tables], Iterable[Problem]]] = (
    _repeated,
    _dangling,
    _uncited,
    _one_language,
    _misplaced_locators,
    _half_dated,
    _untold,
)
