"""The files of a Data Package: its tables, its descriptor, its outlines and how it is shown."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from components.intake.lessons import LessonError, read_lesson
from components.intake.messages import english
from components.intake.problems import (
    LIMITS,
    Count,
    ImportResult,
    Limits,
    Notes,
    Refusal,
    Sheet,
    listed,
)
from components.intake.tables import (
    MODELS,
    CheckedTable,
    check_house_rules,
    completed,
    drop_dangling,
    drop_repeated,
    read_json,
    read_sources,
    read_table,
    say_half,
    say_no_texts,
    text_of,
    validated,
)
from components.intake.values import is_address
from components.story.characters import no_texts, with_marks
from components.story.dataset import Dataset, Licence, PackageInfo, kinds_of
from components.story.lesson import LANGUAGES, NO_STORY, Story
from components.story.package_files import (
    CATEGORIES,
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    CORRECTIONS,
    DEFAULT_DATA,
    DESCRIPTOR,
    EVENTS,
    FORMULA_GUARD,
    LEFT_OUT,
    PLACES,
    PRESENTATION,
    PROGRAMS,
    REGION_DEPARTMENTS,
    REGIONS,
    SOURCES,
    STORY,
    TABLES,
    TOPICS,
    DataError,
    PackageProblem,
)
from components.story.presentation import PLAIN, Presentation
from components.story.sources import Source

#: What the shipped descriptor says of this project alone.
OURS: Final = frozenset(
    {"name", "title", "description", "keywords", "contributors", "sources", "created", "licenses"}
)
#: The outlines and the lesson are each package’s own.
DESCRIBED: Final = (".csv", "sources.json")
TOLD: Final = ("description", "title")
SPEAKS: Final = re.compile(
    r"Colombia|Venez|Migraci|Táchira|2019|four |cuatro|NPR|VICE|soldier|militar", re.IGNORECASE
)


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads((DEFAULT_DATA / DESCRIPTOR).read_text(encoding="utf-8"))
    return found


def _neutral(value: Any) -> Any:
    """What the schema says, without its examples and without what speaks of this project."""
    if isinstance(value, dict):
        return {
            key: "" if isinstance(part, str) and key.startswith(TOLD) and SPEAKS.search(part)
            else _neutral(part)
            for key, part in value.items()
            if not key.startswith("example")
        }  # fmt: skip
    return [_neutral(part) for part in value] if isinstance(value, list) else value


def _resources() -> list[dict[str, Any]]:
    shipped = [deepcopy(r) for r in _shipped()["resources"] if r["path"].endswith(DESCRIBED)]
    made: list[dict[str, Any]] = _neutral(shipped)
    return made


def descriptor_of(own: Mapping[str, Any], title: str, version: str) -> dict[str, Any]:
    """The descriptor to show and to export.

    Args:
        own: the package's own ``datapackage.json``; empty for a table of events.
    """
    base = {key: value for key, value in _shipped().items() if key not in OURS}
    made = {**own, "title": title, "version": version}
    made |= {key: value for key, value in base.items() if key not in made}
    made.setdefault("name", "story")
    listed = own.get("resources")
    sound = isinstance(listed, list) and all(
        isinstance(r, dict) and isinstance(r.get("name"), str) and isinstance(r.get("path"), str)
        for r in listed
    )
    # A descriptor that tells nothing of columns is filled with what this shape says of them.
    described = sound and any("schema" in r for r in listed or ())
    made["resources"] = listed if described else _resources()
    return made


class _Part(BaseModel):
    """A piece of a descriptor; names that are not listed hold anything."""

    model_config = ConfigDict(strict=True, extra="allow")


class _Named(_Part):
    """A licence, a source or a contributor."""

    name: str | None = None
    title: str | None = None
    path: str | None = None


class _Described(_Part):
    title: str | None = None
    title_es: str | None = None
    description: str | None = None
    description_es: str | None = None


class _Constraints(_Part):
    enum: list[Any] = []
    required: bool = False


class _Column(_Described):
    name: str
    type: str | None = None
    constraints: _Constraints | None = None


class _Reference(_Part):
    resource: str
    columns: str | list[str] = Field([], alias="fields")


class _ForeignKey(_Part):
    fields: str | list[str]
    reference: _Reference


class _Schema(_Part):
    columns: list[_Column] = Field([], alias="fields")
    foreign_keys: list[_ForeignKey] = Field([], alias="foreignKeys")


class _Resource(_Described):
    name: str | None = None
    path: str | None = None
    table: _Schema | None = Field(None, alias="schema")
    item_fields: list[_Column] = Field([], alias="itemFields")


class _Descriptor(_Described):
    name: str | None = None
    version: str | None = None
    created: str | None = None
    homepage: str | None = None
    keywords: list[str] = []
    licenses: list[_Named] = []
    sources: list[_Named] = []
    contributors: list[_Named] = []
    resources: list[_Resource] = []


def sound_descriptor(found: Any, notes: Notes) -> dict[str, Any]:
    """A descriptor without the members that are not of the type they must be; each is said once.

    ``found`` is what ``datapackage.json`` holds, of whatever type.
    """
    if not isinstance(found, dict):
        notes.add("descriptor_shape", DESCRIPTOR, level="note")
        return {}
    bad = {place[0] for place, _ in no_texts(found)}
    say_no_texts(DESCRIPTOR, None, found, notes, "note")
    values = {key: value for key, value in found.items() if with_marks(key) not in bad}
    try:
        _Descriptor.model_validate(values)
    except ValidationError as error:
        wrong: dict[Any, Any] = {}
        for detail in error.errors(include_url=False):
            wrong.setdefault(detail["loc"][0], detail)
        for detail in wrong.values():
            place = ".".join(map(str, detail["loc"]))
            notes.add("descriptor_type", DESCRIPTOR, None, place, detail["input"], "note")
        return {key: value for key, value in values.items() if key not in wrong}
    return values


FOLDER: Final = "geo/"
ENDINGS: Final = (".geojson", ".json")
SHAPES: Final = frozenset({"Polygon", "MultiPolygon"})
#: A ring has at least a triangle's corners and its first point again (RFC 7946, 3.1.6).
LEAST_POINTS_OF_RING: Final = 4
_POINT: Final = re.compile(r"\[(\S+) (\S+)\]")

#: Longitude and latitude in degrees (EPSG:4326).
Ring = Sequence[tuple[float, float]]


def read_outlines(
    files: Mapping[str, bytes], limits: Limits, notes: Notes
) -> dict[str, Mapping[str, Any]]:
    """The package's FeatureCollections under the names of their files, without the ending.

    A file with a fault is left out whole and said: half a map misleads.
    """
    found: dict[str, Mapping[str, Any]] = {}
    left = limits.vertices
    for name in sorted(files):
        if not (name.startswith(FOLDER) and name.endswith(ENDINGS)):
            continue
        try:
            collection = read_json(files[name], name, limits, notes)
            left -= _checked(collection, name, left, limits)
        except Refusal as refusal:
            notes.take(refusal.problem)
            continue
        found[name.removeprefix(FOLDER).rpartition(".")[0]] = collection
    return found


def _checked(collection: Any, name: str, left: int, limits: Limits) -> int:
    """How many points a collection has, once all of it is sound."""
    features = collection.get("features") if isinstance(collection, dict) else None
    if not isinstance(features, list):
        raise Refusal("geojson_shape", sheet=name)
    count = 0
    for number, feature in enumerate(features, start=1):
        geometry = feature.get("geometry") if isinstance(feature, dict) else None
        kind = geometry.get("type") if isinstance(geometry, dict) else ""
        if not isinstance(geometry, dict) or kind not in SHAPES:
            raise Refusal("geojson_kind", sheet=name, value=str(kind), item=number)
        coordinates = geometry.get("coordinates")
        shapes = _filled(coordinates if kind == "MultiPolygon" else [coordinates], name)
        polygons = [[_ring(ring, name) for ring in _filled(shape, name)] for shape in shapes]
        for lon, lat in (point for rings in polygons for ring in rings for point in ring):
            count += 1
            if count > left:
                raise Refusal("geojson_large", sheet=name, most=limits.vertices)
            if not (abs(lon) <= 180 and abs(lat) <= 90):
                spot = f"{lon:g}, {lat:g}"
                raise Refusal("geojson_degrees", sheet=name, value=spot, item=number)
        for code, point in filter(None, map(_fault, polygons)):
            raise Refusal(code, sheet=name, value=point, item=number)
        if not isinstance(feature.get("properties"), dict):
            feature["properties"] = {}
    return count


def _filled(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise Refusal("geojson_shape", sheet=name)
    return value


def _ring(value: Any, name: str) -> Ring:
    for position in _filled(value, name):
        numbers = [v for v in _filled(position, name) if isinstance(v, (int, float))]
        whole = len(numbers) == len(position) >= 2 and not any(isinstance(v, bool) for v in numbers)
        if not (whole and all(map(math.isfinite, numbers))):
            raise Refusal("geojson_shape", sheet=name)
    return [(float(position[0]), float(position[1])) for position in value]


def _fault(rings: Sequence[Ring]) -> tuple[str, str] | None:
    """What is wrong with a polygon, and the point it is at; it touches or crosses itself last."""
    for ring in rings:
        point = f"{ring[0][0]:g}, {ring[0][1]:g}"
        if len(set(ring)) < LEAST_POINTS_OF_RING - 1:
            return "geojson_few_points", point
        if ring[0] != ring[-1]:
            return "geojson_open", point
    # Imported late: only a story with outlines of its own needs it.
    import shapely

    reason = shapely.is_valid_reason(shapely.Polygon(rings[0], rings[1:]))
    if reason == "Valid Geometry":
        return None
    found = _POINT.search(reason)
    return "geojson_crosses", f"{float(found[1]):g}, {float(found[2]):g}" if found else ""


def created_on(about: Mapping[str, Any], notes: Notes) -> date | None:
    """The day the version is of; a package need not say it."""
    created = about.get("created")
    if created is None:
        return None
    try:
        return datetime.fromisoformat(str(created)).date()
    except ValueError:
        notes.add("created", DESCRIPTOR, None, "created", created, "note")
        return None


def _licence(about: Mapping[str, Any]) -> Licence | None:
    """The first licence that the package names."""
    listed_ones = about.get("licenses")
    first = listed_ones[0] if isinstance(listed_ones, list) and listed_ones else None
    if not isinstance(first, dict):
        return None
    name = text_of(first, ["name", "title"])
    shown = name.replace("-", " ") if name.upper().startswith("CC") else name
    address = text_of(first, ["path"])
    return Licence(shown[:80], address if is_address(address) else "") if name else None


def _about(values: Mapping[str, Any], title: str) -> PackageInfo:
    english, _, spanish = text_of(values, ["description", "description_es"]).partition("\n\n")
    return PackageInfo(
        title_es=(text_of(values, ["title_es"]) or title)[:200],
        description=english[:1000],
        description_es=(text_of(values, ["description_es"]) or spanish or english)[:1000],
        licence=_licence(values),
    )


def _language(tables: Mapping[str, CheckedTable]) -> str:
    """The one language that the texts of all tables are written in; empty where there are two."""
    written = set().union(*(table.languages for table in tables.values()))
    return next(iter(written)) if len(written) == 1 else ""


def dataset_of(
    about: Mapping[str, Any],
    name: str,
    tables: Mapping[str, CheckedTable],
    shown: Presentation,
    created: date | None,
    empty: bool,
) -> Dataset | None:
    """The data set that the sound rows make; ``None`` without an event and a claim.

    Args:
        name: what the file or folder is called, where the descriptor gives no title.
        created: the day the version is of.
        empty: whether a data set without any is one.
    """
    if not empty and not tables[EVENTS].rows and not tables[CLAIMS].rows:
        return None
    title = (text_of(about, ["title", "title_es", "name"]) or PurePosixPath(name).stem)[:200]
    version = text_of(about, ["version"]) or "1.0.0"

    def by_id(table: str) -> dict[str, Any]:
        return {record.id: record for _, record in tables[table].rows}

    def rows(table: str) -> tuple[Any, ...]:
        return tuple(record for _, record in tables[table].rows)

    return Dataset(
        version=version,
        title=title,
        sources=by_id(SOURCES),
        events=by_id(EVENTS),
        claims=by_id(CLAIMS),
        claimants=by_id(CLAIMANTS),
        citations=rows(CITATIONS),
        topics=by_id(TOPICS),
        places=by_id(PLACES),
        regions=by_id(REGIONS),
        region_departments=rows(REGION_DEPARTMENTS),
        left_out=rows(LEFT_OUT),
        corrections=rows(CORRECTIONS),
        created=created,
        about=_about(about, title),
        categories=by_id(CATEGORIES) or kinds_of(rows(EVENTS)),
        presentation=shown,
        language=_language(tables),
        descriptor=descriptor_of(about, title, version),
    )


Progress = Callable[[int, int], None]
NEEDED: Final = (EVENTS, SOURCES, CITATIONS)
# Files of a package that are read elsewhere or are for people.
FOR_EDITORS: Final = ".schema.json"
PASSED: Final = ("README", "LICENSE", "NOTICE", "CITATION", "SOURCES.BIB")
#: Where older versions of a package are kept beside it.
VERSIONS: Final = "versions/"
#: What a JSON file holds that cannot be read.
NOTHING: Final = object()


def read_files(
    files: Mapping[str, bytes],
    name: str,
    limits: Limits,
    notes: Notes,
    progress: Progress | None = None,
) -> ImportResult:
    """Read the files of a package, given by path within it.

    Raises:
        Refusal: when a table is missing without which there is no story.
    """
    missing = [n for n in NEEDED if n not in files]
    if missing and not notes.strict:
        raise Refusal("package_without", names=", ".join(missing), value=listed(sorted(files)))
    about = _descriptor(files, limits, notes)
    tables, sheets = _tables(files, limits, notes, progress, FORMULA_GUARD in about)
    shown = _presentation(files, limits, notes)
    _say_unread(files, about, notes)
    geo = read_outlines(files, limits, notes)
    if notes.strict and notes.found:
        return ImportResult(name, None, tuple(notes.found))
    drop_repeated(tables, notes)
    drop_dangling(tables, notes)
    _say_soft(tables, notes)
    _say_divisions(tables, geo, notes)
    if not notes.found:
        check_house_rules(tables, notes)
    counts = [Count(n, t.read, len(t.rows), t.blank) for n, t in tables.items() if t.read]
    say_blank(counts, notes)
    dataset = dataset_of(about, name, tables, shown, created_on(about, notes), notes.strict)
    # Strictly read, a lesson is held against sound rows alone.
    if dataset is not None and STORY in files and not (notes.strict and notes.found):
        lesson = _json(files, STORY, limits, notes)
        if lesson is not NOTHING:
            dataset = replace(dataset, story=_lesson(lesson, dataset, notes))
    others = _other_files(files, geo, dataset)
    return ImportResult(
        name, dataset, tuple(notes.found), tuple(counts), tuple(sheets), geo, others
    )


def _lesson(content: Any, data: Dataset, notes: Notes) -> Story:
    """The lesson of a package; an empty one where it is wrong."""
    try:
        text = json.dumps(content, ensure_ascii=False)
        return read_lesson(text, data, LANGUAGES if notes.strict else (), strict=notes.strict)
    except LessonError as error:
        for wrong in error.problems:
            code, why = ("lesson", {"why": wrong.message}) if notes.strict else ("lesson_wrong", {})
            notes.add(code, STORY, wrong.step, wrong.spot, level="note", **why)
    return NO_STORY


def say_blank(counts: list[Count], notes: Notes) -> None:
    """Note how many blank rows were passed over in each table."""
    for count in counts:
        if count.blank:
            notes.add("blank_rows", count.sheet, level="note", count=count.blank)


def _other_files(
    files: Mapping[str, bytes], geo: Mapping[str, Any], dataset: Dataset | None
) -> dict[str, bytes]:
    """What a package has besides its tables, as far as it could be read, and its notices."""
    kept = {f"geo/{name}{ending}" for name in geo for ending in ENDINGS}
    notices = {n for n in files if n.startswith("geo/") and not n.endswith(ENDINGS)}
    kept |= {n for n in notices if PurePosixPath(n).name.upper().startswith(PASSED)}
    if dataset is not None and dataset.story.steps:
        kept.add(STORY)
    if dataset is not None and dataset.presentation is not PLAIN:
        kept.add(PRESENTATION)
    return {name: content for name, content in files.items() if name in kept}


def _tables(
    files: Mapping[str, bytes],
    limits: Limits,
    notes: Notes,
    progress: Progress | None,
    guarded: bool,
) -> tuple[dict[str, CheckedTable], list[Sheet]]:
    tables: dict[str, CheckedTable] = {}
    sheets: list[Sheet] = []
    for name, model in MODELS.items():
        tables[name] = CheckedTable(name)
        if name in files:
            tables[name], sheet = read_table(
                files[name], name, model, limits, notes, progress, guarded
            )
            sheets += [sheet] if sheet else []
        elif notes.strict and name in TABLES:
            notes.add("file_missing", name, level="stop")
    tables[SOURCES] = CheckedTable(SOURCES)
    if SOURCES in files:
        tables[SOURCES] = read_sources(files[SOURCES], Source, limits, notes)
    elif notes.strict:
        notes.add("file_missing", SOURCES, level="stop")
    return tables, sheets


def _say_unread(files: Mapping[str, bytes], about: Mapping[str, Any], notes: Notes) -> None:
    known = {*MODELS, SOURCES, DESCRIPTOR, STORY, PRESENTATION}
    unread = [
        n
        for n in sorted(files)
        if n not in known
        and not n.startswith(("geo/", VERSIONS, "__MACOSX/"))
        and not PurePosixPath(n).name.upper().startswith(PASSED)
        and not PurePosixPath(n).name.startswith(".")
        and not n.endswith(FOR_EDITORS)
    ]
    if unread:
        notes.add("files_unread", "", value=listed(unread), level="note")
    resources = about.get("resources")
    for item in resources if notes.strict and isinstance(resources, list) else ():
        path = item.get("path") if isinstance(item, dict) else None
        if isinstance(path, str) and path not in files and path not in (*TABLES, SOURCES):
            notes.add("file_missing", path, level="stop")


def _say_soft(tables: Mapping[str, CheckedTable], notes: Notes) -> None:
    """What this project asks of itself and forgives others: the paragraph of a document."""
    tiers = {source.id: source.custom.tier for _, source in tables[SOURCES].rows}
    bare = sum(
        1
        for _, c in tables[CITATIONS].rows
        if tiers.get(c.source_id) == "document" and (c.locator is None or not c.wording)
    )
    if bare and not notes.strict:
        notes.add("no_paragraph", CITATIONS, level="note", count=bare)


def _say_divisions(
    tables: Mapping[str, CheckedTable], geo: Mapping[str, Mapping[str, Any]], notes: Notes
) -> None:
    """Divisions that have no outline, where the package brings outlines of divisions."""
    codes = {
        str(feature["properties"].get("code", ""))
        for collection in geo.values()
        for feature in collection["features"]
    }
    codes = {code for code in codes if "-" in code}
    for row, record in tables[REGION_DEPARTMENTS].rows if codes else ():
        if record.department not in codes:
            notes.add("division_unknown", REGION_DEPARTMENTS, row, "department",
                      record.department, "note", allowed=", ".join(sorted(codes)))  # fmt: skip


def _json(files: Mapping[str, bytes], name: str, limits: Limits, notes: Notes) -> Any:
    """What a JSON file holds; ``NOTHING`` once the reason why it cannot be read has been said."""
    try:
        return read_json(files[name], name, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return NOTHING


def _descriptor(files: Mapping[str, bytes], limits: Limits, notes: Notes) -> Mapping[str, Any]:
    if DESCRIPTOR not in files:
        code = "file_missing" if notes.strict else "no_descriptor"
        notes.add(code, DESCRIPTOR, level="note")
        return {}
    try:
        found = read_json(files[DESCRIPTOR], DESCRIPTOR, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return {}
    values = sound_descriptor(found, notes)
    for key in ("version", "title"):
        if not text_of(values, [key]):
            notes.rule("rule_version", DESCRIPTOR, None, key)
    return values


def _presentation(files: Mapping[str, bytes], limits: Limits, notes: Notes) -> Presentation:
    """How the package is shown; in the plain way where it does not say, or not soundly."""
    content = _json(files, PRESENTATION, limits, notes) if PRESENTATION in files else NOTHING
    if content is NOTHING or say_no_texts(PRESENTATION, None, content, notes, "note"):
        return PLAIN
    found = Notes()
    say_half(PRESENTATION, None, content, notes)
    record = validated(PRESENTATION, 1, completed(content), Presentation, found)
    for problem in found.found:
        notes.add("presentation_wrong", PRESENTATION, None, problem.column, problem.value, "note",
                  **problem.params)  # fmt: skip
    return record if isinstance(record, Presentation) else PLAIN


__all__ = ["DEFAULT_DATA", "load_dataset", "load_older", "load_package"]


def files_in(folder: Path, limits: Limits = LIMITS) -> dict[str, bytes]:
    """The files of a package in a folder, by path; neither kept versions nor programs are."""
    return {
        found.relative_to(folder).as_posix(): found.read_bytes()
        for found in sorted(folder.rglob("*"))
        if found.is_file()
        and found.suffix not in PROGRAMS
        and not found.relative_to(folder).as_posix().startswith(VERSIONS)
        and found.stat().st_size <= limits.unpacked
    }


def read_package(
    files: Mapping[str, bytes], name: str, limits: Limits = LIMITS, *, strict: bool = False
) -> ImportResult:
    """Read the files of a package, given by path.

    Args:
        files: what each holds.
        strict: mend nothing, and hold it to this project's own rules as well.
    """
    notes = Notes(strict=strict)
    try:
        return read_files(files, name, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return ImportResult(name, None, tuple(notes.found))


def data_error(intake: ImportResult) -> DataError:
    """Everything that was found, as the error that stops a start."""
    return DataError(
        [
            PackageProblem(p.sheet, english(p), p.row, p.column, p.value or None)
            for p in intake.problems
        ]
    )


def load_package(folder: Path) -> ImportResult:
    """Read the data package in a folder strictly: any problem or note is an error.

    Raises:
        DataError: listing every problem found, with file, row and field. References are followed
            only once each row by itself is sound, so that one bad row does not bring a dozen
            complaints about others.
    """
    intake = read_package(files_in(folder), folder.name, strict=True)
    if intake.problems or intake.dataset is None:
        raise data_error(intake)
    return intake


def load_dataset(folder: Path) -> Dataset:
    """The data of :func:`load_package`, which raises its errors."""
    found = load_package(folder).dataset
    if found is None:  # pragma: no cover - load_package has raised
        raise DataError([])
    return found


def load_older(files: Mapping[str, bytes], name: str, present: Path) -> ImportResult:
    """Read a version of the package ``present`` that was published earlier, as it was.

    It was checked when it was kept, by the rules of its day, so the rules of today are not asked
    of it. Where it has no kinds of event, and for each part of the presentation that it has not or
    has in an older form, the present ones count.

    Args:
        files: what each of its files holds, by path.
        present: the folder of the package as it is now.

    Raises:
        DataError: when a row of it can no longer be read.
    """
    paths = (present / CATEGORIES, present / PRESENTATION)
    others = {path.name: path.read_bytes() for path in paths if path.exists()}
    if PRESENTATION in files and PRESENTATION in others:
        shown = _completed(files[PRESENTATION], others[PRESENTATION])
        files = {**files, PRESENTATION: shown}
    intake = read_package({**others, **files}, name)
    if intake.dataset is None or intake.of_level("stop", "refused", "undated", "part"):
        raise data_error(intake)
    return intake


def _completed(older: bytes, present: bytes) -> bytes:
    """An older ``presentation.json`` with the parts and sentences that only the present one has."""
    shown, now = json.loads(older), json.loads(present)
    if isinstance(shown.get("method"), bool):
        del shown["method"]
    sentences = {**now.get("sentences", {}), **shown.get("sentences", {})}
    return json.dumps({**now, **shown, "sentences": sentences}).encode()
