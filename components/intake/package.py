"""The files of a Data Package: its tables, its descriptor, its outlines and how it is shown.

Of this project's own, anything that is said of it stops the start.
"""

import io
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Annotated, Any, Final, NamedTuple, cast

from PIL import Image
from pydantic import Field as Within
from pydantic import FiniteFloat, TypeAdapter, ValidationError

from components import limits
from components.intake import package_tables, problems
from components.intake.cell_texts import is_address
from components.intake.files import object_in, read_csv, read_json
from components.intake.lessons import LESSON_MESSAGES, read_lesson
from components.intake.package_tables import CheckedTable, Tables
from components.intake.problems import DataError, ImportResult, Notes, Refusal
from components.intake.sheet_models import RowCount
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
Point = tuple[float, float]
Ring = Sequence[Point]
#: The outline of an area and its holes.
Polygon = Sequence[Ring]
_POSITIONS = Annotated[
    list[Annotated[list[FiniteFloat], Within(min_length=2)]], Within(min_length=1)
]
#: The polygons of an area, each of its outline and its holes.
_SHAPES: Final = TypeAdapter(
    Annotated[list[Annotated[list[_POSITIONS], Within(min_length=1)]], Within(min_length=1)]
)


class _Fault(NamedTuple):
    """What is wrong with a polygon: the code of the problem, and "lon, lat" where it is."""

    code: str
    point: str


def schema_errors(
    schema: Any, value: Any, place: tuple[object, ...] = ()
) -> Iterator[tuple[str, Any]]:
    """Find the parts of a JSON value that do not fit a schema.

    Parameters
    ----------
    schema
        A type, a list of the schema of all items, an object of schemas by key, or a tuple of
        alternatives; ``object`` allows anything. Keys with ``!`` are required; other texts and
        objects may be null.
    value
        The decoded JSON value.
    place
        The keys that lead to it.

    Yields
    ------
    tuple[str, Any]
        The keys that lead to a part, joined by dots, and the part.
    """
    if isinstance(schema, tuple):
        errors_of_alternatives = [
            list(schema_errors(alternative, value, place)) for alternative in schema
        ]
        if all(errors_of_alternatives):
            yield from errors_of_alternatives[-1]
    elif isinstance(schema, list) and isinstance(value, list):
        for index, item in enumerate(value):
            yield from schema_errors(schema[0], item, (*place, index))
    elif isinstance(schema, dict) and isinstance(value, dict):
        for key, part_schema in schema.items():
            name = key.rstrip("!")
            part = value.get(name)
            may_be_null = part_schema is str or isinstance(part_schema, dict)
            is_missing = name not in value or (part is None and may_be_null)
            is_required = key != name
            if is_required or not is_missing:
                yield from schema_errors(part_schema, part, (*place, name))
    elif schema is not object and not (isinstance(schema, type) and type(value) is schema):
        yield ".".join(str(key) for key in place), value


def _read_descriptor(files: Mapping[str, bytes], notes: Notes) -> dict[str, Any]:
    """Read the descriptor; fields that do not fit the standard are left out."""
    if DESCRIPTOR not in files:
        notes.add("no_descriptor", DESCRIPTOR, level="note")
    content = _json(files, DESCRIPTOR, notes)
    if not isinstance(content, dict):
        if content is not NOTHING:
            notes.add("descriptor_shape", DESCRIPTOR, level="note")
        return {}
    invalid_keys = {place[0] for place, _ in find_invalid_texts(content)}
    package_tables.say_no_texts(DESCRIPTOR, None, content, notes, "note")
    descriptor = {}
    for key, value in content.items():
        if mark_invalid_characters(key) not in invalid_keys:
            descriptor[key] = value
    # The first error of a field takes it out.
    for place, value in schema_errors(_DESCRIPTOR, dict(descriptor)):
        key = place.partition(".")[0]
        if key in descriptor:
            del descriptor[key]
            notes.add("descriptor_type", DESCRIPTOR, None, place, str(value), "note")
    return descriptor


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Any]:
    text = (DEFAULT_DATA / DESCRIPTOR).read_text(encoding="utf-8")
    descriptor: dict[str, Any] = json.loads(text)
    return descriptor


def _neutral(value: Any) -> Any:
    """Return a schema without its examples and without texts that speak of this project."""
    if isinstance(value, list):
        return [_neutral(item) for item in value]
    if not isinstance(value, dict):
        return value
    neutral_parts = {}
    for key, part in value.items():
        if key.startswith("example"):
            continue
        is_text = isinstance(part, str) and key.startswith(("description", "title"))
        if is_text and SPEAKS.search(part):
            neutral_parts[key] = ""
        else:
            neutral_parts[key] = _neutral(part)
    return neutral_parts


def descriptor_of(own_fields: Mapping[str, Any], title: str, version: str) -> dict[str, Any]:
    """Return the descriptor to show and to export.

    Parameters
    ----------
    own_fields
        The fields of a package's descriptor; empty for a table of events.
    title, version
        Those of the data set.
    """
    descriptor = dict(own_fields)
    descriptor.setdefault("name", "story")
    for key, value in _shipped().items():
        if key not in OURS:
            descriptor.setdefault(key, value)
    descriptor["title"] = title
    descriptor["version"] = version
    if not _describes_tables(own_fields.get("resources")):
        # The outlines and the lesson are each package's own.
        tables = []
        for resource in _shipped()["resources"]:
            if resource["path"].endswith((".csv", paths.SOURCES)):
                tables.append(resource)
        descriptor["resources"] = _neutral(tables)
    return descriptor


def _describes_tables(resources: Any) -> bool:
    """Whether the resources of a descriptor all have a name and a path, and some have columns."""
    if not isinstance(resources, list) or not any("schema" in item for item in resources):
        return False
    return all(
        isinstance(item.get("name"), str) and isinstance(item.get("path"), str)
        for item in resources
    )


def read_outlines(files: Mapping[str, bytes], notes: Notes) -> dict[str, Mapping[str, Any]]:
    """Read the outlines of a package.

    A file with a fault is left out as a whole, with a problem: half a map misleads.

    Returns
    -------
    dict[str, Mapping[str, Any]]
        GeoJSON FeatureCollections (EPSG:4326) by the names of their files, without the ending.
    """
    outlines: dict[str, Mapping[str, Any]] = {}
    vertices_left = limits.MOST_VERTICES
    for name in sorted(files):
        if not (name.startswith(FOLDER) and name.endswith(ENDINGS)):
            continue
        stem = name.removeprefix(FOLDER).rpartition(".")[0]
        try:
            collection = read_json(files[name], name, notes)
            vertices_left -= _check_outlines(collection, name, vertices_left, stem == GROUND)
            outlines[stem] = collection
        except Refusal as refusal:
            notes.take(refusal.problem)
    return outlines


def _check_outlines(collection: Any, name: str, max_vertices: int, is_of_ground: bool) -> int:
    """Check the features of a collection, and return how many vertices it has.

    The collection of the ground may have lines. Its other features, as OpenStreetMap gives them,
    are left out, and areas that cross themselves are mended as they are drawn.
    """
    features = None
    if isinstance(collection, dict):
        features = collection.get("features")
    if not isinstance(features, list):
        raise Refusal("geojson_shape", sheet=name)
    allowed_kinds: tuple[str, ...] = SHAPES
    if is_of_ground:
        features[:] = [feature for feature in features if is_ground(feature)]
        allowed_kinds = SHAPES + LINES
    vertex_count = 0
    for number, feature in enumerate(features, start=1):
        geometry = object_in(feature, "geometry")
        kind = geometry.get("type", "")
        if kind not in allowed_kinds:
            raise Refusal("geojson_kind", sheet=name, value=str(kind), item=number)
        polygons = _parse_polygons(geometry, name)
        for lon, lat in _vertices(polygons):
            vertex_count += 1
            if vertex_count > max_vertices:
                raise Refusal("geojson_large", sheet=name, most=limits.MOST_VERTICES)
            if not (abs(lon) <= 180 and abs(lat) <= 90):
                point = f"{lon:g}, {lat:g}"
                raise Refusal("geojson_degrees", sheet=name, value=point, item=number)
        if kind in SHAPES:
            for rings in polygons:
                fault = _find_fault(rings)
                if fault and (not is_of_ground or fault.code == "geojson_few_points"):
                    raise Refusal(fault.code, sheet=name, value=fault.point, item=number)
        if not isinstance(feature.get("properties"), dict):
            feature["properties"] = {}
    return vertex_count


def _parse_polygons(geometry: Mapping[str, Any], name: str) -> list[Polygon]:
    """Parse the coordinates of an area or a line, which is read as a ring of an area is."""
    coordinates = geometry.get("coordinates")
    kind = geometry.get("type")
    if kind == "LineString":
        coordinates = [[coordinates]]
    elif kind != "MultiPolygon":
        # Several lines are read as the rings of one polygon.
        coordinates = [coordinates]
    try:
        shapes = _SHAPES.validate_python(coordinates, strict=True)
    except ValidationError as error:
        raise Refusal("geojson_shape", sheet=name) from error
    polygons: list[Polygon] = []
    for rings in shapes:
        # Heights are left out.
        polygons.append([[(lon, lat) for lon, lat, *_ in ring] for ring in rings])
    return polygons


def _vertices(polygons: Sequence[Polygon]) -> Iterator[Point]:
    for rings in polygons:
        for ring in rings:
            yield from ring


def is_ground(feature: Any) -> bool:
    """Whether a feature is an area or a line of a ground, by its role or OpenStreetMap's tags."""
    kind = object_in(feature, "geometry").get("type")
    return kind in SHAPES + LINES and bool(parse_role(object_in(feature, "properties")))


def _find_fault(rings: Polygon) -> _Fault | None:
    """Return what is wrong with a polygon, if anything; crossings are looked for last."""
    for ring in rings:
        lon, lat = ring[0]
        point = f"{lon:g}, {lat:g}"
        if len(set(ring)) < 3:
            return _Fault("geojson_few_points", point)
        if ring[0] != ring[-1]:
            return _Fault("geojson_open", point)
    # Imported late: only a story with outlines of its own needs it.
    import shapely

    reason = shapely.is_valid_reason(shapely.Polygon(rings[0], rings[1:]))
    if reason == "Valid Geometry":
        return None
    match = _POINT.search(reason)
    if match is None:
        return _Fault("geojson_crosses", "")
    return _Fault("geojson_crosses", f"{float(match[1]):g}, {float(match[2]):g}")


def _place_regions(
    data: Dataset, outlines: Mapping[str, Mapping[str, Any]]
) -> dict[str, frozenset[str]]:
    """Return the regions in whose outlines each place is; a point on a border is in both."""
    region_ids = []
    geometries = []
    for feature in outlines.get(REGION_OUTLINES, {}).get("features", ()):
        region_id = feature["properties"].get("region_id")
        if region_id in data.regions:
            region_ids.append(region_id)
            geometries.append(feature["geometry"])
    place_ids = []
    points = []
    for place in data.places.values():
        if place.lon is not None and place.lat is not None:
            place_ids.append(place.id)
            points.append((place.lon, place.lat))
    if not region_ids or not place_ids:
        return {}
    # Imported late: only a story with outlines of its own needs it.
    import shapely
    from shapely import geometry as shapely_geometry

    areas = [shapely_geometry.shape(geometry) for geometry in geometries]
    point_shapes = [shapely_geometry.Point(point) for point in points]
    regions_by_place: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    index_pairs = shapely.STRtree(areas).query(point_shapes, "intersects").T
    for point_index, area_index in index_pairs:
        regions_by_place[place_ids[point_index]] |= {region_ids[area_index]}
    return dict(regions_by_place)


def read_package(
    files: Mapping[str, bytes],
    name: str,
    notes: Notes | None = None,
    given: Mapping[str, Any] = MappingProxyType({}),
) -> ImportResult:
    """Read the files of a package.

    Parameters
    ----------
    files
        The content of each file by its path.
    name
        The name of the package, for its title where it has none.
    notes
        Takes its problems.
    given
        Tables that are not read from files: sheets by path, and the items of ``sources.json``.
    """
    notes = notes or Notes()
    missing_tables = []
    for path in (paths.EVENTS, paths.SOURCES, paths.CITATIONS):
        if path not in files and path not in given:
            missing_tables.append(path)
    if missing_tables:
        names = ", ".join(missing_tables)
        notes.add("package_without", "", value=sorted(files), level="stop", names=names)
        return ImportResult(name, None, tuple(notes.found))
    descriptor = _read_descriptor(files, notes)
    tables = _check_tables(files, given, paths.FORMULA_GUARD in descriptor, notes)
    presentation = _presentation(files, notes)
    _note_unread_files(files, tables, notes)
    outlines = read_outlines(files, notes)
    _check_pictures(tables[paths.PICTURES], files, notes)
    package_tables.check_references(tables, notes)
    _add_warnings(tables, outlines, notes)
    counts = []
    for path, table in tables.items():
        if table.read:
            blank_count = 0
            if table.sheet:
                blank_count = table.sheet.blank
            counts.append(RowCount(path, table.read, len(table.rows), blank_count))
    notes.blank_rows(counts)
    dataset = _build_dataset(descriptor, name, tables, presentation, notes)
    if dataset is not None:
        dataset = replace(dataset, place_regions=_place_regions(dataset, outlines))
        dataset = _with_lesson(dataset, files, notes)
    other_paths = _list_other_paths(files, outlines, dataset)
    return ImportResult(
        name,
        dataset,
        tuple(notes.found),
        tuple(counts),
        tuple(table.sheet for table in tables.values() if table.sheet),
        outlines,
        {path: content for path, content in files.items() if path in other_paths},
    )


def _note_unread_files(files: Mapping[str, bytes], tables: Tables, notes: Notes) -> None:
    """Note the files that are no part of a package; those for people and programs are passed."""
    known_paths = {*paths.MODELS, paths.SOURCES, DESCRIPTOR, paths.STORY, paths.PRESENTATION}
    for _, picture in tables[paths.PICTURES].rows:
        known_paths.add(paths.PICTURE_FOLDER + picture.file)
    unread_paths = []
    for path in sorted(files):
        is_passed = (
            path in known_paths
            or path.startswith((FOLDER, VERSIONS, "__MACOSX/"))
            or _for_people(path)
            or PurePosixPath(path).name.startswith(".")
            or path.endswith(FOR_EDITORS)
        )
        if not is_passed:
            unread_paths.append(path)
    if unread_paths:
        notes.add("files_unread", "", value=unread_paths, level="note")


def _with_lesson(dataset: Dataset, files: Mapping[str, bytes], notes: Notes) -> Dataset:
    """Return a data set with the lesson of its package, if that can be read."""
    content = _json(files, paths.STORY, notes)
    if content is NOTHING:
        return dataset
    try:
        lesson = read_lesson(json.dumps(content, ensure_ascii=False), dataset)
    except DataError as error:
        for problem in error.problems:
            reason = LESSON_MESSAGES[problem.code].format(**problem.params)
            notes.add(
                "lesson_wrong", paths.STORY, problem.row, problem.column, level="note", why=reason
            )
        return dataset
    return replace(dataset, story=lesson)


def _list_other_paths(
    files: Mapping[str, bytes], outlines: Mapping[str, Any], dataset: Dataset | None
) -> set[str]:
    """Return what a package has besides its tables, as far as it was read, and its notices."""
    other_paths = set()
    for stem in outlines:
        for ending in ENDINGS:
            other_paths.add(f"{FOLDER}{stem}{ending}")
    for path in files:
        if path.startswith(FOLDER) and not path.endswith(ENDINGS) and _for_people(path):
            other_paths.add(path)
    if dataset is not None:
        if dataset.story.steps:
            other_paths.add(paths.STORY)
        if dataset.presentation is not PLAIN:
            other_paths.add(paths.PRESENTATION)
        for picture in dataset.pictures.values():
            other_paths.add(paths.PICTURE_FOLDER + picture.file)
    return other_paths


def _check_tables(
    files: Mapping[str, bytes], given: Mapping[str, Any], guarded: bool, notes: Notes
) -> dict[str, CheckedTable]:
    """Return each table of a package with the rows that fit its model."""
    tables = {name: CheckedTable(name) for name in (*paths.MODELS, paths.SOURCES)}
    for path, table in tables.items():
        if path not in files and path not in given:
            continue
        try:
            if path in given:
                content = given[path]
            elif path == paths.SOURCES:
                content = read_json(files[path], path, notes)
            else:
                content = read_csv(files[path], path, notes)
            if path == paths.SOURCES:
                package_tables.check_sources(table, content, notes)
            else:
                package_tables.check_table(table, content, notes, guarded)
        except Refusal as refusal:
            notes.take(refusal.problem)
    return tables


def _check_pictures(table: CheckedTable, files: Mapping[str, bytes], notes: Notes) -> None:
    bytes_left = limits.MOST_PICTURES_BYTES
    for row, record in table.rows:
        content = files.get(paths.PICTURE_FOLDER + record.file)
        code = ""
        most = ""
        if content is None:
            code = "picture_missing"
        elif len(content) > limits.MOST_PICTURE_BYTES:
            code = "picture_large"
            most = f"{limits.MOST_PICTURE_BYTES // 1024}"
        else:
            bytes_left -= len(content)
            if bytes_left < 0:
                code = "pictures_large"
                most = f"{limits.MOST_PICTURES_BYTES // problems.MB}"
            else:
                code = _picture_fault(content)
                if code == "picture_wide":
                    most = str(limits.MOST_PICTURE_PIXELS)
        if code:
            notes.add(code, table.name, row, "file", record.file, most=most)


def _picture_fault(content: bytes) -> str:
    """Return the code of what is wrong with a picture; empty if it can be shown."""
    code = ""
    try:
        with Image.open(io.BytesIO(content), formats=PICTURE_KINDS) as image:
            if max(image.size) > limits.MOST_PICTURE_PIXELS:
                code = "picture_wide"
            image.verify()
    except Exception:  # its readers raise many kinds of error
        return "picture_kind"
    return code


def _json(files: Mapping[str, bytes], name: str, notes: Notes) -> Any:
    """Return the content of a JSON file; ``NOTHING`` without one, or once a problem is noted."""
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


def _add_warnings(tables: Tables, outlines: Mapping[str, Mapping[str, Any]], notes: Notes) -> None:
    """Add notes on what this project asks of itself and forgives others.

    These are citations of documents without a paragraph, and divisions without an outline.
    """
    tiers = {source.id: source.custom.tier for _, source in tables[paths.SOURCES].rows}
    incomplete_count = 0
    for _, citation in tables[paths.CITATIONS].rows:
        is_incomplete = citation.locator is None or not citation.wording
        if tiers.get(citation.source_id) == "document" and is_incomplete:
            incomplete_count += 1
    if incomplete_count:
        notes.add("no_paragraph", paths.CITATIONS, level="note", count=incomplete_count)
    division_codes = set()
    for collection in outlines.values():
        for feature in collection["features"]:
            code = str(feature["properties"].get("code", ""))
            # Codes of ISO 3166-2 have a hyphen, those of countries have none.
            if "-" in code:
                division_codes.add(code)
    if not division_codes:
        return
    allowed = ", ".join(sorted(division_codes))
    table_name = paths.REGION_DEPARTMENTS
    for row, record in tables[table_name].rows:
        code = record.department
        if code not in division_codes:
            notes.add(
                "division_unknown", table_name, row, "department", code, "note", allowed=allowed
            )


def decoded_text(values: Mapping[str, Any], *names: str) -> str:
    """Return the first text that is not blank among some fields; empty without one."""
    for name in names:
        value = values.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def _parse_created_day(descriptor: Mapping[str, Any], notes: Notes) -> date | None:
    created = descriptor.get("created")
    if created is None:
        return None
    try:
        return datetime.fromisoformat(str(created)).date()
    except ValueError:
        notes.add("created", DESCRIPTOR, None, "created", created, "note")
        return None


def _describe_package(descriptor: Mapping[str, Any], title: str) -> PackageInfo:
    """Return the texts of a descriptor in both languages, and its licence."""
    # A description may hold a Spanish paragraph after the English.
    text = decoded_text(descriptor, "description", "description_es")
    description, _, second_paragraph = text.partition("\n\n")
    description_es = decoded_text(descriptor, "description_es") or second_paragraph or description
    licence_fields = (descriptor.get("licenses") or [{}])[0]
    licence_name = decoded_text(licence_fields, "name", "title")
    licence_address = decoded_text(licence_fields, "path")
    licence = None
    if licence_name:
        if licence_name.upper().startswith("CC"):
            licence_name = licence_name.replace("-", " ")
        if not is_address(licence_address):
            licence_address = ""
        licence = Licence(licence_name[:80], licence_address)
    return PackageInfo(
        title_es=(decoded_text(descriptor, "title_es") or title)[:200],
        description=description[:1000],
        description_es=description_es[:1000],
        licence=licence,
    )


def _build_dataset(
    descriptor: Mapping[str, Any],
    name: str,
    tables: Tables,
    presentation: Presentation,
    notes: Notes,
) -> Dataset | None:
    """Build the data set of checked tables; ``None`` without events and claims."""
    created_day = _parse_created_day(descriptor, notes)
    rows: dict[str, tuple[Any, ...]] = {}
    for path, table in tables.items():
        rows[path] = tuple(record for _, record in table.rows)
    by_id = {path: {record.id: record for record in rows[path]} for path in paths.WITH_IDS}
    if not (rows[paths.EVENTS] or rows[paths.CLAIMS]):
        if not notes.found:
            notes.add("table_empty", paths.EVENTS, level="stop")
        return None
    title = decoded_text(descriptor, "title", "title_es", "name") or PurePosixPath(name).stem
    title = title[:200]
    version = decoded_text(descriptor, "version") or "1.0.0"
    full_descriptor = descriptor_of(descriptor, title, version)
    described_paths = {resource["path"] for resource in full_descriptor["resources"]}
    if rows[paths.PICTURES] and paths.PICTURES not in described_paths:
        pictures_resource = json.loads(_OF_PICTURES.read_text("utf-8"))
        full_descriptor["resources"] = [*full_descriptor["resources"], pictures_resource]
    records: dict[str, Any] = {}
    for path in (*paths.TABLES, paths.SOURCES):
        records[PurePosixPath(path).stem] = by_id.get(path, rows[path])
    vocabularies = {}
    for path in paths.VOCABULARIES:
        if rows[path]:
            vocabularies[path.removesuffix(".csv")] = by_id[path]
    # Where all texts are written in one language, it is that of the data set.
    languages: set[str] = set()
    for table in tables.values():
        languages |= table.languages
    language = ""
    if len(languages) == 1:
        language = languages.pop()
    return Dataset(
        version=version,
        title=title,
        **records,
        pictures={picture.event_id: picture for picture in rows[paths.PICTURES]},
        created=created_day,
        about=_describe_package(descriptor, title),
        categories=by_id[paths.CATEGORIES] or default_categories(rows[paths.EVENTS]),
        presentation=presentation,
        vocabularies=vocabularies,
        language=language,
        descriptor=full_descriptor,
    )


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the files of a package in a folder, by path, without kept versions and programs."""
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
    """Return the data of :func:`load_package`; its errors are raised."""
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
    """Return the example as a table of events, with the mark by which spreadsheets know UTF-8."""
    return (EXAMPLE / "events.csv").read_bytes()


def example_package() -> dict[str, bytes]:
    """Return the example as files of a package, by path, with the schema of its presentation."""
    schema = Presentation.model_json_schema(by_alias=True)
    drawn = json.dumps(schema, ensure_ascii=False, indent=2).encode()
    return {**files_in(EXAMPLE / "story"), "presentation.schema.json": drawn}
