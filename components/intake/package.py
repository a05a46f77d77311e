"""The files of a Data Package: its tables, its descriptor, its outlines and how it is shown.

Of this project's own, anything that is said of it stops the start.
"""

import io
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Annotated, Any, Final, cast

from PIL import Image
from pydantic import Field as Within
from pydantic import FiniteFloat, TypeAdapter, ValidationError

from components import limits
from components.intake import package_tables, problems
from components.intake.files import object_in, read_csv, read_json
from components.intake.lessons import LESSON_MESSAGES, read_lesson
from components.intake.package_tables import CheckedTable, Tables
from components.intake.problems import DataError, ImportResult, Notes, Refusal
from components.intake.sheet_models import RowCount
from components.intake.values import is_address
from components.story import package_files as paths
from components.story.content_hash import hash_files
from components.story.dataset import Dataset, Licence, PackageInfo, default_categories
from components.story.ground_data import GROUND, parse_role
from components.story.package_files import DEFAULT_DATA, DESCRIPTOR
from components.story.presentation import PLAIN, Presentation
from components.story.texts import find_invalid_texts, mark_invalid_characters

__all__ = [
    "DEFAULT_DATA", "events_csv", "example_package", "load_dataset", "load_older", "load_package",
]  # fmt: skip

#: What to begin with: a table of events and a package.
EXAMPLE: Final = Path(__file__).with_name("example")
#: What the shipped descriptor says of this project alone.
OURS: Final = frozenset(
    {"name", "title", "description", "keywords", "contributors", "sources", "created", "licenses"}
)
SPEAKS: Final = re.compile(
    r"Colombia|Venez|Migraci|Táchira|2019|four |cuatro|NPR|VICE|soldier|militar", re.IGNORECASE
)
# Files of a package that are read elsewhere or are for people.
FOR_EDITORS: Final = ".schema.json"
PASSED: Final = ("README", "LICENSE", "NOTICE", "CITATION", "SOURCES.BIB")
#: Where older versions of a package are kept beside it.
VERSIONS: Final = "versions/"
#: What a JSON file holds that cannot be read.
NOTHING: Final = object()
#: The outlines of the story's own regions, each named by ``region_id``.
REGION_OUTLINES: Final = "regions"
FOLDER: Final = "geo/"
ENDINGS: Final = (".geojson", ".json")
SHAPES: Final = ("Polygon", "MultiPolygon")
#: What a ground may have besides areas: its rivers, roads and borders.
LINES: Final = ("LineString", "MultiLineString")
_POINT: Final = re.compile(r"\[(\S+) (\S+)\]")

PICTURE_KINDS: Final = ("PNG", "JPEG", "WEBP")
#: What the descriptor says of the table of pictures, which this project's own package has not.
_OF_PICTURES: Final = Path(paths.__file__).with_name("pictures.json")

#: What is read of a descriptor and of which type it is: https://datapackage.org/standard. Names
#: with a mark must be there, texts and objects may be null, and all else may hold anything.
_TOLD: Final = {"title": str, "title_es": str, "description": str, "description_es": str}
_NAMED: Final = {"name": str, "title": str, "path": str}
_COLUMN: Final = {
    **_TOLD, "name!": str, "type": str, "constraints": {"enum": [object], "required": bool},
}  # fmt: skip
_ONE_OR_MORE: Final = (str, [str])
_KEY: Final = {
    "fields!": _ONE_OR_MORE, "reference!": {"resource!": str, "fields": _ONE_OR_MORE},
}  # fmt: skip
_DESCRIPTOR: Final = {
    **_TOLD, "name": str, "version": str, "created": str, "homepage": str, "keywords": [str],
    "licenses": [_NAMED], "sources": [_NAMED], "contributors": [_NAMED],
    "resources": [{
        **_TOLD, "name": str, "path": str, "itemFields": [_COLUMN],
        "schema": {"fields": [_COLUMN], "foreignKeys": [_KEY]},
    }],
}  # fmt: skip
#: Longitude and latitude in degrees (EPSG:4326).
Ring = Sequence[tuple[float, float]]
_POSITIONS = Annotated[
    list[Annotated[list[FiniteFloat], Within(min_length=2)]], Within(min_length=1)
]
#: The polygons of an area, each of its outline and its holes.
_SHAPES: Final = TypeAdapter(
    Annotated[list[Annotated[list[_POSITIONS], Within(min_length=1)]], Within(min_length=1)]
)


def _misfits(shape: Any, value: Any, place: tuple[object, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Each place of a value that is not of its type, and what stands there."""
    if isinstance(shape, tuple):
        found = [list(_misfits(one, value, place)) for one in shape]
        yield from found[-1] if all(found) else ()
    elif isinstance(shape, list) and isinstance(value, list):
        for n, item in enumerate(value):
            yield from _misfits(shape[0], item, (*place, n))
    elif isinstance(shape, dict) and isinstance(value, dict):
        for key, part in shape.items():
            name, own = key.rstrip("!"), value.get(key.rstrip("!"))
            null = name not in value or (own is None and (part is str or isinstance(part, dict)))
            if key != name or not null:
                yield from _misfits(part, own, (*place, name))
    elif shape is not object and not (isinstance(shape, type) and type(value) is shape):
        yield ".".join(map(str, place)), value


def _descriptor(files: Mapping[str, bytes], notes: Notes) -> dict[str, Any]:
    if DESCRIPTOR not in files:
        notes.add("no_descriptor", DESCRIPTOR, level="note")
    found = _json(files, DESCRIPTOR, notes)
    if not isinstance(found, dict):
        if found is not NOTHING:
            notes.add("descriptor_shape", DESCRIPTOR, level="note")
        return {}
    bad = {place[0] for place, _ in find_invalid_texts(found)}
    package_tables.say_no_texts(DESCRIPTOR, None, found, notes, "note")
    values = {key: value for key, value in found.items() if mark_invalid_characters(key) not in bad}
    for place, value in _misfits(_DESCRIPTOR, values):
        if values.pop(place.partition(".")[0], NOTHING) is not NOTHING:
            notes.add("descriptor_type", DESCRIPTOR, None, place, str(value), "note")
    return values


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads((DEFAULT_DATA / DESCRIPTOR).read_text(encoding="utf-8"))
    return found


def _neutral(value: Any) -> Any:
    """What the schema says, without its examples and without what speaks of this project."""
    if isinstance(value, dict):
        return {
            key: "" if isinstance(part, str) and key.startswith(("description", "title"))
            and SPEAKS.search(part) else _neutral(part)
            for key, part in value.items()
            if not key.startswith("example")
        }  # fmt: skip
    return [_neutral(part) for part in value] if isinstance(value, list) else value


def descriptor_of(own: Mapping[str, Any], title: str, version: str) -> dict[str, Any]:
    """The descriptor to show and to export; ``own`` is empty for a table of events."""
    base = {"name": "story"} | {k: v for k, v in _shipped().items() if k not in OURS}
    lacking = {key: value for key, value in base.items() if key not in own}
    whole = {**own, **lacking, "title": title, "version": version}
    listed = own.get("resources")
    # A descriptor that tells nothing of columns is filled with what this shape says of them. The
    # outlines and the lesson are each package's own.
    if not (isinstance(listed, list) and any("schema" in r for r in listed) and all(
        isinstance(r.get("name"), str) and isinstance(r.get("path"), str) for r in listed
    )):  # fmt: skip
        tables = [r for r in _shipped()["resources"] if r["path"].endswith((".csv", paths.SOURCES))]
        whole["resources"] = _neutral(tables)
    return whole


def read_outlines(files: Mapping[str, bytes], notes: Notes) -> dict[str, Mapping[str, Any]]:
    """The package's FeatureCollections by the names of their files, without the ending.

    A file with a fault is left out whole and said: half a map misleads.
    """
    found: dict[str, Mapping[str, Any]] = {}
    left = limits.MOST_VERTICES
    for name in sorted(n for n in files if n.startswith(FOLDER) and n.endswith(ENDINGS)):
        stem = name.removeprefix(FOLDER).rpartition(".")[0]
        try:
            collection = read_json(files[name], name, notes)
            left -= _checked(collection, name, left, ground=stem == GROUND)
            found[stem] = collection
        except Refusal as refusal:
            notes.take(refusal.problem)
    return found


def _checked(collection: Any, name: str, left: int, *, ground: bool) -> int:
    """How many points a collection has, once all of it is sound.

    A ``ground`` may have lines, and what it has besides, as OpenStreetMap gives it, is left out;
    its areas are mended as they are drawn.
    """
    features = collection.get("features") if isinstance(collection, dict) else None
    if not isinstance(features, list):
        raise Refusal("geojson_shape", sheet=name)
    if ground:
        features[:] = [one for one in features if is_ground(one)]
    count = 0
    for number, feature in enumerate(features, start=1):
        geometry = object_in(feature, "geometry")
        kind = geometry.get("type", "")
        if kind not in (SHAPES + LINES if ground else SHAPES):
            raise Refusal("geojson_kind", sheet=name, value=str(kind), item=number)
        areas = geometry.get("coordinates")
        # A line is read as a ring of an area is, several as the rings of one.
        for _ in range({"MultiPolygon": 0, "LineString": 2}.get(str(kind), 1)):
            areas = [areas]
        try:
            shapes = _SHAPES.validate_python(areas, strict=True)
        except ValidationError as error:
            raise Refusal("geojson_shape", sheet=name) from error
        polygons = [[[(lon, lat) for lon, lat, *_ in ring] for ring in rings] for rings in shapes]
        for lon, lat in (point for rings in polygons for ring in rings for point in ring):
            count += 1
            if count > left:
                raise Refusal("geojson_large", sheet=name, most=limits.MOST_VERTICES)
            if not (abs(lon) <= 180 and abs(lat) <= 90):
                spot = f"{lon:g}, {lat:g}"
                raise Refusal("geojson_degrees", sheet=name, value=spot, item=number)
        for code, point in filter(None, map(_fault, () if kind in LINES else polygons)):
            if not ground or code == "geojson_few_points":
                raise Refusal(code, sheet=name, value=point, item=number)
        if not isinstance(feature.get("properties"), dict):
            feature["properties"] = {}
    return count


def is_ground(feature: Any) -> bool:
    """Whether a feature is an area or a line of a ground, by its role or OpenStreetMap's tags."""
    kind = object_in(feature, "geometry").get("type")
    return kind in SHAPES + LINES and bool(parse_role(object_in(feature, "properties")))


def _fault(rings: Sequence[Ring]) -> tuple[str, str] | None:
    """What is wrong with a polygon, and the point it is at; it touches or crosses itself last."""
    for ring in rings:
        point = f"{ring[0][0]:g}, {ring[0][1]:g}"
        if len(set(ring)) < 3:
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


def _place_regions(
    data: Dataset, outlines: Mapping[str, Mapping[str, Any]]
) -> dict[str, frozenset[str]]:
    """The regions in whose outlines the points of places lie, by place; a border is of both."""
    features = outlines.get(REGION_OUTLINES, {}).get("features", ())
    drawn = [(key, one["geometry"]) for one in features
             if (key := one["properties"].get("region_id")) in data.regions]  # fmt: skip
    spots = {one.id: (one.lon, one.lat) for one in data.places.values()
             if one.lon is not None and one.lat is not None}  # fmt: skip
    if not drawn or not spots:
        return {}
    # Imported late: only a story with outlines of its own needs it.
    import shapely
    from shapely.geometry import Point, shape

    found, ids = defaultdict[str, frozenset[str]](frozenset), [*spots]
    areas = shapely.STRtree([shape(geometry) for _, geometry in drawn])
    for spot, area in areas.query([*map(Point, spots.values())], "intersects").T:
        found[ids[spot]] |= {drawn[area][0]}
    return dict(found)


def read_package(
    files: Mapping[str, bytes],
    name: str,
    notes: Notes | None = None,
    given: Mapping[str, Any] = MappingProxyType({}),
) -> ImportResult:
    """Read the files of a package by path: what each holds.

    ``given`` are tables that need not be read from files: their sheets, and the items of sources.
    """
    notes, there = notes or Notes(), {*files, *given}
    if missing := [n for n in (paths.EVENTS, paths.SOURCES, paths.CITATIONS) if n not in there]:
        notes.add("package_without", "", value=sorted(files), level="stop",
                  names=", ".join(missing))  # fmt: skip
        return ImportResult(name, None, tuple(notes.found))
    about = _descriptor(files, notes)
    tables = _check_tables(files, given, paths.FORMULA_GUARD in about, notes)
    shown = _presentation(files, notes)
    known = {*paths.MODELS, paths.SOURCES, DESCRIPTOR, paths.STORY, paths.PRESENTATION}
    known |= {paths.PICTURE_FOLDER + one.file for _, one in tables[paths.PICTURES].rows}
    if unread := [
        path for path in sorted(files)
        if path not in known and not path.startswith((FOLDER, VERSIONS, "__MACOSX/"))
        and not _for_people(path) and not PurePosixPath(path).name.startswith(".")
        and not path.endswith(FOR_EDITORS)
    ]:  # fmt: skip
        notes.add("files_unread", "", value=unread, level="note")
    geo = read_outlines(files, notes)
    _check_pictures(tables[paths.PICTURES], files, notes)
    package_tables.check_references(tables, notes)
    _say_soft(tables, geo, notes)
    counts = [
        RowCount(n, t.read, len(t.rows), t.sheet.blank if t.sheet else 0)
        for n, t in tables.items() if t.read
    ]  # fmt: skip
    notes.blank_rows(counts)
    dataset = _dataset(about, name, tables, shown, notes)
    # What a package has besides its tables, as far as it could be read, and its notices.
    others = {f"{FOLDER}{outline}{ending}" for outline in geo for ending in ENDINGS}
    others |= {path for path in files if path.startswith(FOLDER) and not path.endswith(ENDINGS)
               and _for_people(path)}  # fmt: skip
    if dataset is not None:
        dataset = replace(dataset, place_regions=_place_regions(dataset, geo))
        if (lesson := _json(files, paths.STORY, notes)) is not NOTHING:
            try:
                story = read_lesson(json.dumps(lesson, ensure_ascii=False), dataset)
                dataset = replace(dataset, story=story)
            except DataError as error:
                for one in error.problems:
                    notes.add("lesson_wrong", paths.STORY, one.row, one.column, level="note",
                              why=LESSON_MESSAGES[one.code].format(**one.params))  # fmt: skip
        others |= {paths.STORY} if dataset.story.steps else set()
        others |= {paths.PRESENTATION} if dataset.presentation is not PLAIN else set()
        others |= {paths.PICTURE_FOLDER + one.file for one in dataset.pictures.values()}
    return ImportResult(
        name, dataset, tuple(notes.found), tuple(counts),
        tuple(table.sheet for table in tables.values() if table.sheet), geo,
        {path: content for path, content in files.items() if path in others},
    )  # fmt: skip


def _check_tables(
    files: Mapping[str, bytes], given: Mapping[str, Any], guarded: bool, notes: Notes
) -> dict[str, CheckedTable]:
    """Each table of a package with the rows that fit its model."""
    tables = {name: CheckedTable(name) for name in (*paths.MODELS, paths.SOURCES)}
    for path in filter({*files, *given}.__contains__, tables):
        try:
            read = read_json if path == paths.SOURCES else read_csv
            content = given[path] if path in given else read(files[path], path, notes)
            if path == paths.SOURCES:
                package_tables.check_sources(tables[path], content, notes)
            else:
                package_tables.check_table(tables[path], content, notes, guarded)
        except Refusal as refusal:
            notes.take(refusal.problem)
    return tables


def _check_pictures(table: CheckedTable, files: Mapping[str, bytes], notes: Notes) -> None:
    left = limits.MOST_PICTURES_BYTES
    for row, record in table.rows:
        content, problem, most = files.get(paths.PICTURE_FOLDER + record.file), "", ""
        if content is None:
            problem = "picture_missing"
        elif len(content) > limits.MOST_PICTURE_BYTES:
            problem, most = "picture_large", f"{limits.MOST_PICTURE_BYTES // 1024}"
        elif (left := left - len(content)) < 0:
            problem, most = "pictures_large", f"{limits.MOST_PICTURES_BYTES // problems.MB}"
        else:
            try:
                with Image.open(io.BytesIO(content), formats=PICTURE_KINDS) as image:
                    if max(image.size) > limits.MOST_PICTURE_PIXELS:
                        problem, most = "picture_wide", str(limits.MOST_PICTURE_PIXELS)
                    image.verify()
            except Exception:  # its readers raise many kinds of error
                problem = "picture_kind"
        if problem:
            notes.add(problem, table.name, row, "file", record.file, most=most)


def _json(files: Mapping[str, bytes], name: str, notes: Notes) -> Any:
    """What a JSON file holds; ``NOTHING`` of none, and once what is wrong with it has been said."""
    try:
        return read_json(files[name], name, notes) if name in files else NOTHING
    except Refusal as refusal:
        notes.take(refusal.problem)
        return NOTHING


def _presentation(files: Mapping[str, bytes], notes: Notes) -> Presentation:
    """How the package is shown; in the plain way where it does not say, or not soundly."""
    name, found = paths.PRESENTATION, Notes()
    content = _json(files, name, notes)
    if content is NOTHING or package_tables.say_no_texts(name, None, content, notes, "note"):
        return PLAIN
    whole = package_tables.completed(content)
    record = package_tables.validated(name, 1, whole, Presentation, found)
    for one in found.found:
        notes.add("presentation_wrong", name, None, one.column, one.value, "note", **one.params)
    return record or PLAIN


def _for_people(name: str) -> bool:
    return PurePosixPath(name).name.upper().startswith(PASSED)


def _say_soft(tables: Tables, geo: Mapping[str, Mapping[str, Any]], notes: Notes) -> None:
    """What this project asks of itself and forgives others: paragraphs, outlines of divisions."""
    tiers = {source.id: source.custom.tier for _, source in tables[paths.SOURCES].rows}
    bare = sum(tiers.get(c.source_id) == "document" and (c.locator is None or not c.wording)
               for _, c in tables[paths.CITATIONS].rows)  # fmt: skip
    if bare:
        notes.add("no_paragraph", paths.CITATIONS, level="note", count=bare)
    features = (feature for collection in geo.values() for feature in collection["features"])
    codes = {code for one in features if "-" in (code := str(one["properties"].get("code", "")))}
    for row, record in tables[paths.REGION_DEPARTMENTS].rows if codes else ():
        if record.department not in codes:
            notes.add("division_unknown", paths.REGION_DEPARTMENTS, row, "department",
                      record.department, "note", allowed=", ".join(sorted(codes)))  # fmt: skip


def decoded_text(values: Mapping[str, Any], *names: str) -> str:
    texts = (values.get(name) for name in names)
    return next((t.strip() for t in texts if isinstance(t, str) and t.strip()), "")


def _dataset(
    about: Mapping[str, Any], name: str, tables: Tables, shown: Presentation, notes: Notes
) -> Dataset | None:
    created, day = about.get("created"), None
    try:
        day = None if created is None else datetime.fromisoformat(str(created)).date()
    except ValueError:
        notes.add("created", DESCRIPTOR, None, "created", created, "note")
    rows = {name: tuple(record for _, record in table.rows) for name, table in tables.items()}
    by_id = {name: {record.id: record for record in rows[name]} for name in paths.WITH_IDS}
    if not (rows[paths.EVENTS] or rows[paths.CLAIMS]):
        if not notes.found:
            notes.add("table_empty", paths.EVENTS, level="stop")
        return None
    title = (decoded_text(about, "title", "title_es", "name") or PurePosixPath(name).stem)[:200]
    version = decoded_text(about, "version") or "1.0.0"
    descriptor = descriptor_of(about, title, version)
    if rows[paths.PICTURES] and paths.PICTURES not in {r["path"] for r in descriptor["resources"]}:
        descriptor["resources"] = [
            *descriptor["resources"],
            json.loads(_OF_PICTURES.read_text("utf-8")),
        ]
    text, _, second = decoded_text(about, "description", "description_es").partition("\n\n")
    named = (about.get("licenses") or [{}])[0]
    licence, address = decoded_text(named, "name", "title"), decoded_text(named, "path")
    licence = licence.replace("-", " ") if licence.upper().startswith("CC") else licence
    own = PackageInfo(
        title_es=(decoded_text(about, "title_es") or title)[:200],
        description=text[:1000],
        description_es=(decoded_text(about, "description_es") or second or text)[:1000],
        licence=Licence(licence[:80], address * is_address(address)) if licence else None,
    )
    # Where all texts are written in one language, it is that of the data set.
    languages = set[str]().union(*(table.languages for table in tables.values()))
    records: dict[str, Any] = {PurePosixPath(path).stem: by_id.get(path, rows[path])
                               for path in (*paths.TABLES, paths.SOURCES)}  # fmt: skip
    return Dataset(
        version=version,
        title=title,
        **records,
        pictures={one.event_id: one for one in rows[paths.PICTURES]},
        created=day,
        about=own,
        categories=by_id[paths.CATEGORIES] or default_categories(rows[paths.EVENTS]),
        presentation=shown,
        vocabularies={
            path.removesuffix(".csv"): by_id[path] for path in paths.VOCABULARIES if rows[path]
        },
        language=languages.pop() if len(languages) == 1 else "",
        descriptor=descriptor,
    )


def files_in(folder: Path) -> dict[str, bytes]:
    """The files of a package in a folder, by path; neither kept versions nor programs are."""
    return {
        path: found.read_bytes()
        for found in sorted(folder.rglob("*"))
        if found.is_file() and found.suffix not in paths.PROGRAMS
        and not (path := found.relative_to(folder).as_posix()).startswith(VERSIONS)
        and found.stat().st_size <= limits.MOST_UNPACKED_BYTES
    }  # fmt: skip


def load_package(folder: Path) -> ImportResult:
    """Read the data package in a folder, of which any problem or note is a ``DataError``."""
    files = files_in(folder)
    intake = read_package(files, folder.name)
    if intake.problems or intake.dataset is None:
        raise DataError(intake.problems)
    return replace(intake, content_hash=hash_files(files))


def load_dataset(folder: Path) -> Dataset:
    """The data of :func:`load_package`, which raises its errors."""
    return cast(Dataset, load_package(folder).dataset)


def load_older(files: Mapping[str, bytes], name: str, present: Path) -> ImportResult:
    """Read a version of the package in the folder ``present`` that was published earlier.

    It was checked when it was kept, by the rules of its day, so those of today are not asked of it.
    Where it has no kinds of event or no words of its own, and for each part of the presentation
    that it has not or has in an older form, the present ones count. Raises a ``DataError`` when a
    row of it can no longer be read.
    """
    own = (paths.CATEGORIES, *paths.VOCABULARIES, paths.PRESENTATION)
    others = {path: (present / path).read_bytes() for path in own if (present / path).exists()}
    if paths.PRESENTATION in files and paths.PRESENTATION in others:
        shown, now = (json.loads(one[paths.PRESENTATION]) for one in (files, others))
        if isinstance(shown.get("method"), bool):
            del shown["method"]
        sentences = {**now.get("sentences", {}), **shown.get("sentences", {})}
        whole = json.dumps({**now, **shown, "sentences": sentences}).encode()
        files = {**files, paths.PRESENTATION: whole}
    read_files = {**others, **files}
    intake = read_package(read_files, name)
    if intake.dataset is None or intake.of_level("stop", "refused", "undated", "part"):
        raise DataError(intake.problems)
    return replace(intake, content_hash=hash_files(read_files))


def events_csv() -> bytes:
    """The example as a table of events; with the mark by which spreadsheets know UTF-8."""
    return (EXAMPLE / "events.csv").read_bytes()


def example_package() -> dict[str, bytes]:
    """The example as the files of a package, by path, with the form of ``presentation.json``."""
    schema = Presentation.model_json_schema(by_alias=True)
    drawn = json.dumps(schema, ensure_ascii=False, indent=2).encode()
    return {**files_in(EXAMPLE / "story"), "presentation.schema.json": drawn}
