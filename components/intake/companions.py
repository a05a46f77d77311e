"""Files chosen together: which is the table, and which are lists of sources, outlines, pictures."""

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, Final

from components import limits
from components.intake import (
    archives,
    columns,
    json_files,
    package_outlines,
    reference_files,
)
from components.intake.file_formats import (
    BIBLIOGRAPHIES,
    MAPS,
    PICTURES,
    TEXT_TABLES,
    NamedFile,
    file_ending,
    read_sheets,
)
from components.intake.problems import Notes, Problem, Refusal
from components.intake.sheet_models import Sheet
from components.intake.value_names import UniqueIds, make_slug
from components.story import package_files as paths
from components.story.ground_data import GROUND
from components.story.package_files import Files

#: A list of sources names these columns in its first line (Zotero's CSV), which is so long.
_SOURCE_LIST_MARKS: Final = (b"Item Type", b"Publication Year")
_FIRST_LINE_BYTES: Final = 4_000
#: Where the list of an archive's files is: at its end.
_ARCHIVE_LIST_BYTES: Final = 64 * 1024
_SHAPEFILE_ENDING: Final = b".shp"
#: What a shapefile begins with, and the parts of it that are read.
_SHAPEFILE_MARK: Final = b"\0\0\x27\x0a"
_SHAPEFILE_PARTS: Final = frozenset({".shp", ".shx", ".dbf", ".prj", ".cpg"})
_WGS_84: Final = 4326
#: A folder that macOS adds to archives.
_MACOS_FOLDER: Final = "__MACOSX"


#: What the readers of archives and shapefiles raise for broken ones.
_BROKEN_ARCHIVE_ERRORS: Final = (
    Refusal,
    zipfile.BadZipFile,
    ValueError,
    RuntimeError,
    AttributeError,
    KeyError,
)


# Archives -----------------------------------------------------------------------------------------


def unpack_named_file(name: str, content: bytes) -> list[NamedFile]:
    """Return the files of a zip with one workbook and pictures, a shapefile as GeoJSON in WGS 84.

    Any other file, and one that is broken, stays as it is.
    """
    packed_file = [(name, content)]
    is_large = len(content) > limits.files.MOST_FILE_BYTES
    if is_large or not name.lower().endswith(".zip"):
        return packed_file
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            archive_paths = archive.namelist()
        members = [path for path in archive_paths if _MACOS_FOLDER not in path]
        workbooks = [path for path in members if path.lower().endswith(archives.WORKBOOKS)]
        if len(workbooks) == 1:
            parts = archives.unpack_file(content)
            return _name_files(members, parts)
        if _lists_shapefile(content):
            parts = archives.unpack_file(content)
            return _convert_shapefile(parts) or packed_file
    except _BROKEN_ARCHIVE_ERRORS:
        # Whoever reads it next says what is wrong with it.
        return packed_file
    return packed_file


def _name_files(members: Iterable[str], parts: Files) -> list[NamedFile]:
    """Return the files of an archive without its folders."""
    named_files = []
    for path in members:
        if path in parts:
            file_name = PurePosixPath(path).name
            named_files.append((file_name, parts[path]))
    return named_files


def _lists_shapefile(content: bytes) -> bool:
    file_list = content[-_ARCHIVE_LIST_BYTES:]
    return _SHAPEFILE_ENDING in file_list.lower()


def _convert_shapefile(parts: Files) -> list[NamedFile]:
    """Convert the first shapefile of an archive to GeoJSON in WGS 84; nothing if it is none."""
    shape_paths = [path for path in parts if path.lower().endswith(".shp")]
    shape_path = min(shape_paths)
    # Nothing but a shapefile is given to the library, which would follow other files' links.
    if not parts[shape_path].startswith(_SHAPEFILE_MARK):
        return []
    stem = PurePosixPath(shape_path).stem
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in parts.items():
            ending = file_ending(path)
            is_of_shapefile = PurePosixPath(path).stem == stem
            if is_of_shapefile and ending in _SHAPEFILE_PARTS:
                archive.writestr(f"shape{ending}", content)
    # Imported late: only a shapefile needs it.
    import geopandas

    frame = geopandas.read_file(packed.getvalue())
    if frame.crs is not None:
        frame = frame.to_crs(_WGS_84)
    for column in frame.select_dtypes(["datetime", "datetimetz"]):
        frame[column] = frame[column].dt.strftime("%Y-%m-%d")
    geojson = frame.to_json(drop_id=True, na="drop")
    return [(f"{stem}.geojson", geojson.encode())]


# Companions ---------------------------------------------------------------------------------------


def may_be_companion(content: bytes, name: str) -> bool:
    """Return whether a file may hold sources or outlines of a table: by name and first line."""
    ending = file_ending(name)
    if ending == ".zip":
        return _lists_shapefile(content)
    if ending in TEXT_TABLES:
        # In UTF-16 every other byte is zero.
        first_bytes = content[:_FIRST_LINE_BYTES].replace(b"\0", b"")
        first_line, _, _ = first_bytes.partition(b"\n")
        return all(mark in first_line for mark in _SOURCE_LIST_MARKS)
    return ending in MAPS or ending in BIBLIOGRAPHIES


@dataclass
class ChosenFiles:
    """Files chosen together, by what they are.

    Attributes
    ----------
    all_files
        All of them, unpacked.
    tables
        Those that may hold the story.
    list_files
        Those that are lists of sources, which are in ``source_lists``.
    list_problems
        What is wrong with them, as one that is refused.
    attachments
        Outlines and pictures, by their paths in a package.
    """

    all_files: list[NamedFile]
    tables: list[NamedFile] = field(default_factory=list)
    list_files: list[NamedFile] = field(default_factory=list)
    list_problems: list[Problem] = field(default_factory=list)
    source_lists: list[Sheet] = field(default_factory=list)
    attachments: dict[str, bytes] = field(default_factory=dict)

    def add_file(self, name: str, content: bytes) -> None:
        """Sort a file by what it is; what is no companion may hold the story."""
        if name.lower().endswith(PICTURES):
            self.attachments[paths.PICTURE_FOLDER + name] = content
            return
        is_large = len(content) > limits.files.MOST_FILE_BYTES
        if may_be_companion(content, name) and not is_large:
            if name.lower().endswith(MAPS):
                document = _read_document(content, name)
                features = _outline_features(document)
                if features:
                    self._add_outlines(name, content, features)
                    return
                is_list = reference_files.is_csl_json(document)
            else:
                is_list = True
            if is_list and self._add_source_list(name, content):
                return
        self.tables.append((name, content))

    def _add_source_list(self, name: str, content: bytes) -> bool:
        """Add a list of sources; return whether a file is one. A broken one is reported."""
        notes = Notes()
        try:
            source_list = _read_source_list(content, name, notes)
        except Refusal as refusal:
            if not name.lower().endswith(BIBLIOGRAPHIES):
                return False
            self.list_problems.append(replace(refusal.problem, level="part"))
            self.list_files.append((name, content))
            return True
        if source_list is None:
            return False
        self.list_problems += notes.found
        self.source_lists.append(source_list)
        self.list_files.append((name, content))
        return True

    def _add_outlines(self, name: str, content: bytes, features: list[Any]) -> None:
        """Add outlines under a name that no file of a package has."""
        stems = [PurePosixPath(path).stem for path in self.attachments]
        ids = UniqueIds((package_outlines.REGION_OUTLINES, *stems))
        stem = make_slug(PurePosixPath(name).stem, "outlines")
        if any(map(package_outlines.is_ground, features)):
            stem = GROUND
        free_stem = ids.take_id(stem)
        self.attachments[f"{package_outlines.FOLDER}{free_stem}.geojson"] = content


def sort_files(chosen: Iterable[NamedFile]) -> ChosenFiles:
    """Sort files that were chosen together by what they are.

    A single file that cannot be a companion holds the story.
    """
    unpacked: list[NamedFile] = []
    for name, content in chosen:
        unpacked += unpack_named_file(name, content)
    sorted_files = ChosenFiles(unpacked)
    if len(unpacked) == 1:
        ((name, content),) = unpacked
        if not may_be_companion(content, name):
            sorted_files.tables = unpacked
            return sorted_files
    for name, content in unpacked:
        sorted_files.add_file(name, content)
    return sorted_files


def _read_document(content: bytes, name: str) -> Any:
    """Return the value of a JSON file; ``None`` for one that is refused."""
    try:
        return json_files.read_json(content, name, Notes())
    except Refusal:
        return None


def _outline_features(document: Any) -> list[Any]:
    """Return the features of GeoJSON with outlines or ground alone; none of any other."""
    features = None
    if isinstance(document, dict):
        features = document.get("features")
    if not features or not isinstance(features, list):
        return []
    if any(map(package_outlines.is_ground, features)):
        return features
    for feature in features:
        geometry = json_files.object_in(feature, "geometry")
        if geometry.get("type") not in package_outlines.SHAPES:
            return []
    return features


def _read_source_list(content: bytes, name: str, notes: Notes) -> Sheet | None:
    """Read a list of sources by the headers of a known tool; ``None`` for any other file.

    Raises
    ------
    Refusal
        If the file cannot be read.
    """
    sheets = read_sheets(content, name, notes) or []
    if not sheets:
        return None
    first_sheet = sheets[0]
    for preset in columns.load_presets():
        if preset.sources and preset.matches_header(first_sheet.header):
            return first_sheet
    return None
