"""Placemarks of KML and KMZ files as rows of a table: of Google's My Maps, GDAL and QGIS."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final, NamedTuple

import shapely

from components.intake.archives import unpack_file
from components.intake.columns import fields_of_headers
from components.intake.files import Record, build_sheet
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Sheet
from components.intake.xml_scanner import Attributes, XmlScanner

#: What a placemark has besides its extended data; the columns are called so, too.
PLACEMARK_CELLS: Final = (
    "name", "description", "when", "end", "folder", "latitude", "longitude",
)  # fmt: skip
MAX_COLUMN_NAME_CHARACTERS: Final = 100
#: A line or an area of more characters is drawn at its first point: to find another takes long.
MAX_SHAPE_CHARACTERS: Final = 200_000
#: The cells that extended data fill where a placemark has nothing itself, by the fields that their
#: names mean. Programs that write tables have no other place for them.
_CELL_OF_FIELD: Final = {
    "date": "when",
    "end": "end",
    "title": "name",
    "summary": "description",
    "lat": "latitude",
    "lon": "longitude",
}
_CONTAINERS: Final = frozenset({"Folder", "Document"})
_SHAPES: Final = frozenset({"LineString", "LinearRing"})
#: How EDTF writes a span that has no end, or no beginning.
_OPEN: Final = ".."
#: The length of YYYY-MM-DD.
_DAY_CHARACTERS: Final = 10


class _Placemark(NamedTuple):
    """The cells of a placemark, and its extended data."""

    cells: Record
    data: Record


class _Columns(NamedTuple):
    """The columns of placemarks.

    ``headers`` are those of the cells of a placemark, ``cell_of_data`` the cells that extended data
    fill where a placemark has none.
    """

    headers: Mapping[str, str]
    cell_of_data: Mapping[str, str]


class _PlacemarkScanner(XmlScanner):
    """The placemarks of a KML text as rows, each cell counted."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "kml_broken")
        self.placemarks: list[_Placemark] = []
        self.title = ""
        self.shape_count = 0
        self._data_names: set[str] = set()
        self._character_count = 0
        #: The tags of the elements that are open, and the names of the folders among them.
        self._path: list[str] = []
        self._folder_names: list[str] = []
        #: The cells of the placemark that is open, and whether it has a point of its own.
        self._placemark: Record | None = None
        self._data: Record = {}
        self._is_point = False
        self._text_parts: list[str] = []
        self._data_name = ""

    def start_element(self, tag: str, attributes: Attributes) -> None:
        """Open a folder, a placemark, or a cell of its extended data."""
        self._path.append(tag)
        self._text_parts = []
        if tag in _CONTAINERS:
            self._folder_names.append("")
        elif tag == "Placemark":
            self._placemark = {"folder": self._innermost_folder()}
            self._data = {}
            self._is_point = False
        elif tag in {"Data", "SimpleData"}:
            data_name = attributes.get("name", "").strip()
            self._data_name = data_name[:MAX_COLUMN_NAME_CHARACTERS]

    def _innermost_folder(self) -> str:
        for name in reversed(self._folder_names):
            if name:
                return name
        return ""

    def add_text(self, text: str) -> None:
        """Collect the text of the innermost element."""
        self._text_parts.append(text)

    def end_element(self, tag: str) -> None:
        """Fill a cell by the text of an element, or finish a folder or placemark."""
        self._path.pop()
        text = "".join(self._text_parts).strip()
        self._text_parts = []
        parent = ""
        if self._path:
            parent = self._path[-1]
        if tag in _CONTAINERS and self._folder_names:
            self._folder_names.pop()
        elif self._placemark is None:
            if tag == "name" and parent == "Folder":
                self._folder_names[-1] = text
            elif tag == "name" and parent == "Document" and not self.title:
                self.title = text
        elif tag == "Placemark":
            self._finish_placemark(self._placemark)
        elif tag == "SimpleData" or (parent == "Data" and tag == "value"):
            # Each placemark has data of its own.
            if self._data_name and text:
                self._data[self._data_name] = text
        elif tag in {"coordinates", "coord"}:
            self._locate(self._placemark, parent, text)
        else:
            self._fill_cell(self._placemark, tag, parent=parent, text=text)

    def _finish_placemark(self, placemark: Record) -> None:
        """Add a placemark; a span that has no end, or no beginning, is open."""
        begin = placemark.pop("begin", "")
        end = placemark.get("end", "")
        if begin and not end:
            placemark["when"] = f"{begin[:_DAY_CHARACTERS]}/{_OPEN}"
        elif begin:
            placemark["when"] = begin
        elif end and "when" not in placemark:
            placemark["when"] = f"{_OPEN}/{end[:_DAY_CHARACTERS]}"
            del placemark["end"]
        self.placemarks.append(_Placemark(placemark, self._data))
        self._placemark = None
        self._data_names.update(self._data)
        self._character_count += sum(map(len, placemark.values()))
        self._character_count += sum(map(len, self._data.values()))
        column_count = len(PLACEMARK_CELLS) + len(self._data_names)
        row_count = len(self.placemarks)
        check(
            self.name,
            rows=row_count,
            columns=column_count,
            cells=row_count * column_count,
            characters=self._character_count,
        )

    def _fill_cell(self, placemark: Record, tag: str, parent: str, text: str) -> None:
        if parent == "Placemark" and tag in {"name", "description"}:
            placemark[tag] = text
        elif parent == "TimeStamp" and tag == "when":
            placemark["when"] = text
        elif parent == "TimeSpan" and tag in {"begin", "end"} and text:
            placemark[tag] = text
        elif parent == "Track" and tag == "when":
            # A moment for each point of its way.
            placemark.setdefault("begin", text[:_DAY_CHARACTERS])
            placemark["end"] = text[:_DAY_CHARACTERS]

    def _locate(self, placemark: Record, parent: str, text: str) -> None:
        """Take the point of a placemark; without one, that of its first line or area."""
        if parent == "Point" and not self._is_point:
            self._is_point = True
            if "latitude" in placemark:
                self.shape_count -= 1
            longitude, latitude = _first_point(text)
        elif "latitude" not in placemark and (parent in _SHAPES or parent == "Track"):
            self.shape_count += 1
            longitude, latitude = _point_of_shape(text, is_area=parent == "LinearRing")
        else:
            return
        placemark["longitude"] = longitude
        placemark["latitude"] = latitude


def _first_point(text: str) -> tuple[str, str]:
    """Return longitude and latitude of the first point: between commas, or blanks in a track."""
    tuple_text = text.strip()
    if "," in tuple_text:
        tuple_text = tuple_text.replace(",", " ", 2)
    longitude, latitude, *_ = [*tuple_text.split(maxsplit=2), "", ""]
    return longitude, latitude


def _point_of_shape(text: str, *, is_area: bool) -> tuple[str, str]:
    """Return a point on a line or within an area; the first one where that is not known."""
    if len(text) > MAX_SHAPE_CHARACTERS or "," not in text:
        return _first_point(text)
    try:
        points = []
        for tuple_text in text.split():
            longitude, latitude, *_ = tuple_text.split(",")
            points.append((float(longitude), float(latitude)))
        shape = shapely.Polygon(points) if is_area else shapely.LineString(points)
        point = shape.representative_point()
    except (ValueError, shapely.errors.ShapelyError):
        return _first_point(text)
    if point.is_empty:
        return _first_point(text)
    return f"{point.x:.5f}", f"{point.y:.5f}"


def read_kml(content: bytes, name: str, notes: Notes) -> Sheet:
    """Read the placemarks of a KML file, one a row."""
    return _read_parts({name: content}, name, notes)


def read_kmz(content: bytes, name: str, notes: Notes) -> Sheet:
    """Read the placemarks of an archive: of ``doc.kml``, or of the files that it leads to."""
    parts = unpack_file(content)
    kml_parts: dict[str, bytes] = {}
    main_parts: dict[str, bytes] = {}
    for path in sorted(parts):
        file_name = PurePosixPath(path).name.lower()
        if file_name.endswith(".kml"):
            kml_parts[path] = parts[path]
        if file_name == "doc.kml" and not main_parts:
            main_parts[path] = parts[path]
    if not kml_parts:
        raise Refusal("kml_broken", sheet=name)
    if not main_parts:
        first_path = min(kml_parts)
        main_parts = {first_path: kml_parts[first_path]}
    if any(b"<Placemark" in part for part in main_parts.values()):
        return _read_parts(main_parts, name, notes)
    # GDAL writes each layer into a file of its own.
    return _read_parts({**main_parts, **kml_parts}, name, notes)


def _read_parts(parts: Mapping[str, bytes], name: str, notes: Notes) -> Sheet:
    """Return the placemarks of some KML texts as one table; their titles and texts are HTML."""
    placemarks: list[_Placemark] = []
    title = ""
    shape_count = 0
    for part in parts.values():
        scanner = _PlacemarkScanner(name).scan(part)
        placemarks += scanner.placemarks
        title = title or scanner.title
        shape_count += scanner.shape_count
        check(name, rows=len(placemarks))
    if shape_count:
        notes.add(
            "shapes_as_points",
            name,
            level="note",
            count=shape_count,
        )
    columns = _find_columns(placemarks)
    records = []
    headers = dict.fromkeys(columns.headers.values())
    for placemark in placemarks:
        record = _join_cells(placemark, columns)
        headers.update(dict.fromkeys(record))
        records.append(record)
    check(name, columns=len(headers), cells=len(records) * len(headers))
    return build_sheet(name, records, tuple(headers), title, has_markup=True)


def _find_columns(placemarks: Sequence[_Placemark]) -> _Columns:
    """Find the columns of placemarks.

    A cell that no placemark has itself, but the extended data of a program, is no column: which of
    the data it is is told by their values, as in any table. Folders are then kinds.
    """
    filled: set[str] = set()
    data_names: dict[str, None] = {}
    for placemark in placemarks:
        filled.update(cell for cell, text in placemark.cells.items() if text)
        data_names.update(dict.fromkeys(placemark.data))
    data_fields = fields_of_headers(list(data_names))
    missing = set()
    if "when" not in filled:
        missing = {"when", "end"}
    cell_of_data = {}
    for name in data_names:
        cell = _CELL_OF_FIELD.get(data_fields.get(name, ""), "")
        if name in PLACEMARK_CELLS:
            cell = name
        if cell in filled:
            cell_of_data[name] = cell
        elif cell:
            missing.add(cell)
    headers = {cell: cell for cell in PLACEMARK_CELLS if cell not in missing}
    is_plain_table = not {"name", "when"} <= headers.keys()
    if is_plain_table and "category" not in data_fields.values():
        headers["folder"] = "category"
    return _Columns(headers, cell_of_data)


def _join_cells(placemark: _Placemark, columns: _Columns) -> Record:
    """Return the cells and the extended data of a placemark as a record.

    What a placemark lacks its data say; other data have columns of their own.
    """
    record = {}
    for cell, header in columns.headers.items():
        record[header] = placemark.cells.get(cell, "")
    for name, text in placemark.data.items():
        cell = columns.cell_of_data.get(name, "")
        header = columns.headers.get(cell, name)
        if record.get(header) == text:
            continue
        if record.get(header):
            header = name
        if record.get(header):
            header = f"{name} 2"
        record[header] = text
    return record
