"""Reading the data package: every table, checked, or one error that lists all that is wrong.

Only the standard library and the models are used, so that a server is ready in a fraction of a
second and a data set of one's own is held to the same rules as the one shipped.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from components.domain.cells import restored
from components.domain.dataset import Dataset
from components.domain.lesson import Known, lesson_problems
from components.domain.lesson_form import parse_lesson
from components.domain.lesson_problems import LessonError
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
    Row,
    Source,
    Topic,
)
from components.domain.story import LANGUAGES, NO_STORY, Story

DEFAULT_DATA = Path(__file__).parents[2] / "data"

EVENTS = "events.csv"
CLAIMS = "claims.csv"
CLAIMANTS = "claimants.csv"
CITATIONS = "citations.csv"
TOPICS = "topics.csv"
PLACES = "places.csv"
REGIONS = "regions.csv"
REGION_DEPARTMENTS = "region_departments.csv"
LEFT_OUT = "left_out.csv"
CORRECTIONS = "corrections.csv"
SOURCES = "sources.json"
#: Kinds of event of its own; only another story has this table.
CATEGORIES = "categories.csv"
STORY = "story.json"
DESCRIPTOR = "datapackage.json"
#: The descriptor's word that texts a spreadsheet would run stand behind an apostrophe.
FORMULA_GUARD = "formulaGuard"

TABLES: Mapping[str, type[Row]] = {
    EVENTS: Event,
    CLAIMS: Claim,
    CLAIMANTS: Claimant,
    CITATIONS: Citation,
    TOPICS: Topic,
    PLACES: Place,
    REGIONS: Region,
    REGION_DEPARTMENTS: RegionDepartment,
    LEFT_OUT: LeftOut,
    CORRECTIONS: Correction,
}

Model = TypeVar("Model", bound=BaseModel)
Numbered = tuple[int, Model]
"""A record and the line of its file (for JSON, its place in the list) that it came from."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where: ``row`` is a line of the file, the header being 1.

    For a JSON list it is the place of the item in the list, and for the story the step, from 1.
    """

    file: str
    message: str
    row: int | None = None
    field: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        """Say it as one line: "claims.csv, row 14, qualifier: 'roughly' is not one of …"."""
        where = [self.file]
        if self.row is not None:
            unit = "item" if self.file.endswith(".json") else "row"
            where.append(f"{'step' if self.file == STORY else unit} {self.row}")
        if self.field:
            where.append(self.field)
        return f"{', '.join(where)}: {self.message}"


class DataError(Exception):
    """The data does not keep its schema; ``problems`` lists everything that was found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """List the problems, one to a line."""
        return "\n".join(str(problem) for problem in self.problems)


@dataclass
class _Reader:
    """Reads the files of one folder and gathers what is wrong with them."""

    folder: Path
    problems: list[Problem] = field(default_factory=list)
    content: Mapping[str, Any] = field(default_factory=dict)

    def say(self, file: str, message: str, row: int | None = None, **where: str | None) -> None:
        self.problems.append(Problem(file, message, row, where.get("field"), where.get("value")))

    def text(self, name: str) -> str | None:
        """The text of a file, or ``None`` once the reason has been noted."""
        try:
            return (self.folder / name).read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            self.say(name, "the file is missing")
        except OSError as error:
            self.say(name, f"the file cannot be read: {error.strerror}")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            self.say(name, "the file is not UTF-8 from this line on; save it as UTF-8", line)
        return None

    def table(self, name: str, model: type[Model]) -> list[Numbered[Model]]:
        """The rows of a CSV file that fit the model, each with its line number."""
        text = self.text(name)
        if text is None:
            return []
        lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            rows = [(lines.line_num, cells) for cells in lines]
        except csv.Error as error:
            self.say(name, f"the line cannot be read as CSV: {error}", lines.line_num)
            return []
        if not rows:
            self.say(name, "the file is empty; its first row names the columns")
            return []
        header = rows[0][1]
        if not self._header_fits(name, header, model):
            return []
        found: list[Numbered[Model]] = []
        for row, cells in rows[1:]:
            if len(cells) != len(header):
                self.say(name, f"{len(cells)} cells, but the header names {len(header)}", row)
                continue
            texts = [restored(cell) for cell in cells] if FORMULA_GUARD in self.content else cells
            record = self._record(name, row, _filled(dict(zip(header, texts, strict=True))), model)
            if record is not None:
                found.append((row, record))
        return found

    def _header_fits(self, name: str, header: Sequence[str], model: type[BaseModel]) -> bool:
        columns = list(model.model_fields)
        missing = [c for c in columns if c not in header]
        extra = [c for c in dict.fromkeys(header) if c not in columns]
        twice = [c for c in columns if header.count(c) > 1]
        for column in missing:
            self.say(name, "the column is missing", 1, field=column)
        for column in extra:
            message = f"{column!r} is not a column of this table; allowed: {', '.join(columns)}"
            self.say(name, message, 1, field=column or "(no name)", value=column)
        for column in twice:
            self.say(name, "the column stands twice in the header", 1, field=column)
        return not (missing or extra or twice)

    def _record(
        self, name: str, row: int, values: Mapping[str, Any], model: type[Model]
    ) -> Model | None:
        try:
            return model.model_validate(values)
        except ValidationError as error:
            for detail in error.errors(include_url=False):
                self._note(name, row, detail)
        return None

    def _note(self, name: str, row: int, detail: Any) -> None:
        message, value = _plain(detail)
        spot = ".".join(str(part) for part in detail["loc"])
        self.say(name, message, row, field=spot or None, value=value)

    def json(self, name: str) -> Any:
        """What a JSON file holds, or ``None`` once the reason has been noted."""
        text = self.text(name)
        if text is None:
            return None
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            self.say(name, f"not JSON at line {error.lineno}: {error.msg}")
            return None

    def sources(self) -> list[Numbered[Source]]:
        """The sources that fit the model, each with its place in the list."""
        items = self.json(SOURCES)
        if items is None:
            return []
        if not isinstance(items, list):
            self.say(SOURCES, "the file must hold a list of CSL-JSON items")
            return []
        records = ((n, self._record(SOURCES, n, i, Source)) for n, i in enumerate(items, start=1))
        return [(number, source) for number, source in records if source is not None]

    def story(self) -> Story:
        """The guided story, or an empty one once the reason has been noted.

        A package need not have one; where its descriptor names it, it must be there.
        """
        resources = self.content.get("resources")
        listed = resources if isinstance(resources, list) else []
        named = [item.get("path") for item in listed if isinstance(item, dict)]
        if STORY not in named and not (self.folder / STORY).exists():
            return NO_STORY
        text = self.text(STORY)
        if text is None:
            return NO_STORY
        try:
            return parse_lesson(text)
        except LessonError as error:
            for wrong in error.problems:
                self.say(STORY, wrong.message, wrong.step, field=wrong.spot)
        return NO_STORY

    def descriptor(self) -> tuple[str, str, date | None]:
        """Version, title and day of the data set."""
        content = self.json(DESCRIPTOR)
        if content is None:
            return "", "", None
        values = content if isinstance(content, dict) else {}
        self.content = values
        for key in ("version", "title"):
            if not isinstance(values.get(key), str) or not values[key].strip():
                self.say(DESCRIPTOR, "must be a text that is not empty", field=key)
        return str(values.get("version", "")), str(values.get("title", "")), self._created(values)

    def _created(self, values: Mapping[str, Any]) -> date | None:
        """The day the version is of; a data set need not say it."""
        created = values.get("created")
        if created is None:
            return None
        try:
            return datetime.fromisoformat(str(created)).date()
        except ValueError:
            self.say(
                DESCRIPTOR, "must be a date and time like 2026-11-21T00:00:00Z", field="created"
            )
            return None


def _filled(cells: Mapping[str, str]) -> dict[str, str]:
    """A row without its empty cells: an empty cell means that the value is missing."""
    return {column: text for column, text in cells.items() if text.strip()}


_PLAIN: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "missing": lambda _value, _ctx: "is empty, and must not be",
    "string_too_short": lambda _value, _ctx: "is empty, and must not be",
    "extra_forbidden": lambda _value, _ctx: "is not a field of this table",
    "float_parsing": lambda value, _ctx: f"{value!r} is not a number (write 1200 or 7.5)",
    "int_parsing": lambda value, _ctx: f"{value!r} is not a whole number",
    "greater_than_equal": lambda value, ctx: f"{value!r} is under {ctx['ge']:g}, the least allowed",
    "less_than_equal": lambda value, ctx: f"{value!r} is over {ctx['le']:g}, the most allowed",
    "string_pattern_mismatch": lambda value, ctx: (
        f"{value!r} does not have the form allowed here: {ctx['pattern']}"
    ),
    "literal_error": lambda value, ctx: f"{value!r} is not one of {_listed(ctx['expected'])}",
    "value_error": lambda _value, ctx: str(ctx["error"]),
    "model_type": lambda value, _ctx: f"{value!r} is not an object",
}


def _plain(detail: Mapping[str, Any]) -> tuple[str, str | None]:
    """Say a validation error in plain words, with what is allowed; also the value at fault."""
    value, context = detail.get("input"), detail.get("ctx") or {}
    say = _PLAIN.get(detail["type"])
    message = say(value, context) if say else f"{value!r}: {detail['msg']}"
    return message, value if isinstance(value, str) else None


def _listed(expected: str) -> str:
    """Turn "'exact', 'about' or 'range'" into "exact, about, range"."""
    return expected.replace("'", "").replace(" or ", ", ")


@dataclass
class _Tables:
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


def _repeated(tables: _Tables) -> Iterable[Problem]:
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


def _dangling(tables: _Tables) -> Iterable[Problem]:
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


def _uncited(tables: _Tables) -> Iterable[Problem]:
    """Events and claims without a citation."""
    cited = {citation.record_id for _, citation in tables.citations}
    for file in (EVENTS, CLAIMS):
        for row, record in tables.by_file()[file]:
            if record.id not in cited:
                message = f"{record.id!r} has no citation in {CITATIONS}"
                yield Problem(file, message, row, "id", record.id)


def _one_language(tables: _Tables) -> Iterable[Problem]:
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


def _misplaced_locators(tables: _Tables) -> Iterable[Problem]:
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


def _half_dated(tables: _Tables) -> Iterable[Problem]:
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


def _untold(tables: _Tables) -> Iterable[Problem]:
    """Steps of the story that name what is not there, or are not in both languages."""
    if tables.story is NO_STORY:
        return
    known = Known(
        {event.id: event for event in _values(tables.events)},
        {claim.id: claim for claim in _values(tables.claims)},
        tables.ids(REGIONS),
    )
    for wrong in lesson_problems(tables.story, known, LANGUAGES):
        yield Problem(STORY, wrong.message, wrong.step, wrong.spot)


_CHECKS = (
    _repeated,
    _dangling,
    _uncited,
    _one_language,
    _misplaced_locators,
    _half_dated,
    _untold,
)


def _values(rows: Collection[Numbered[Model]]) -> tuple[Model, ...]:
    return tuple(record for _, record in rows)


def load_dataset(folder: Path) -> Dataset:
    """Read and check the data package in a folder.

    Raises:
        DataError: listing every problem found. References are followed only once each row by
            itself is sound, so that one bad row does not bring a dozen complaints about others.
    """
    reader = _Reader(folder)
    version, title, created = reader.descriptor()
    tables = _Tables(
        events=reader.table(EVENTS, Event),
        claims=reader.table(CLAIMS, Claim),
        claimants=reader.table(CLAIMANTS, Claimant),
        citations=reader.table(CITATIONS, Citation),
        topics=reader.table(TOPICS, Topic),
        places=reader.table(PLACES, Place),
        regions=reader.table(REGIONS, Region),
        region_departments=reader.table(REGION_DEPARTMENTS, RegionDepartment),
        left_out=reader.table(LEFT_OUT, LeftOut),
        corrections=reader.table(CORRECTIONS, Correction),
        sources=reader.sources(),
        story=reader.story(),
    )
    problems = reader.problems or [problem for check in _CHECKS for problem in check(tables)]
    if problems:
        raise DataError(problems)
    return Dataset(
        version=version,
        title=title,
        sources={record.id: record for record in _values(tables.sources)},
        events={record.id: record for record in _values(tables.events)},
        claims={record.id: record for record in _values(tables.claims)},
        claimants={record.id: record for record in _values(tables.claimants)},
        citations=_values(tables.citations),
        topics={record.id: record for record in _values(tables.topics)},
        places={record.id: record for record in _values(tables.places)},
        regions={record.id: record for record in _values(tables.regions)},
        region_departments=_values(tables.region_departments),
        left_out=_values(tables.left_out),
        corrections=_values(tables.corrections),
        created=created,
        descriptor=reader.content,
        story=tables.story,
    )
