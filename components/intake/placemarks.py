"""Placemarks of KML and KMZ files as rows of a table, with Google's My Maps in mind."""

from pathlib import PurePosixPath
from typing import Final

from components.intake.archives import unpack_file
from components.intake.columns import field_of_header
from components.intake.files import Record, build_sheet
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import Sheet
from components.intake.xml_scanner import Attributes, XmlScanner

#: The columns that every placemark has; those of its extended data follow.
PLACEMARK_COLUMNS: Final = (
    "name", "description", "when", "end", "folder", "latitude", "longitude",
)  # fmt: skip
MAX_COLUMN_NAME_CHARACTERS: Final = 100
#: The columns of the elements of ``TimeStamp`` and ``TimeSpan``.
_COLUMN_OF_TIME: Final = {"when": "when", "begin": "when", "end": "end"}
#: The columns of dates among the extended data, by the fields that their names mean.
_COLUMN_OF_FIELD: Final = {"date": "when", "end": "end"}
_CONTAINERS: Final = frozenset({"Folder", "Document"})


class _PlacemarkScanner(XmlScanner):
    """The placemarks of a KML text as rows, each cell counted."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "kml_broken")
        self.rows: list[Record] = []
        self.columns: dict[str, None] = dict.fromkeys(PLACEMARK_COLUMNS)
        self._character_count = 0
        #: The tags of the elements that are open, and the names of the folders among them.
        self._path: list[str] = []
        self._folder_names: list[str] = []
        #: The row of the placemark that is open.
        self._placemark: Record | None = None
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
        elif tag == "Placemark":
            self._finish_placemark(self._placemark)
        else:
            self._fill_cell(self._placemark, tag, parent=parent, text=text)

    def _finish_placemark(self, placemark: Record) -> None:
        # My Maps stores a table's day among the extended data.
        for column in placemark.keys() - {*PLACEMARK_COLUMNS}:
            field_name = field_of_header(column) or ""
            date_column = _COLUMN_OF_FIELD.get(field_name)
            if date_column:
                placemark.setdefault(date_column, placemark[column])
        self.rows.append(placemark)
        self._placemark = None
        character_counts = map(len, placemark.values())
        self._character_count += sum(character_counts)
        row_count = len(self.rows)
        cell_count = row_count * len(self.columns)
        check(
            self.name,
            rows=row_count,
            cells=cell_count,
            characters=self._character_count,
        )

    def _fill_cell(self, placemark: Record, tag: str, parent: str, text: str) -> None:
        is_data = tag == "SimpleData" or (parent == "Data" and tag == "value")
        if is_data:
            self._fill_data_cell(placemark, text)
        elif parent == "Placemark" and tag in {"name", "description"}:
            placemark[tag] = text
        elif parent in {"TimeStamp", "TimeSpan"} and tag in _COLUMN_OF_TIME:
            placemark[_COLUMN_OF_TIME[tag]] = text
        elif parent == "Point" and tag == "coordinates":
            # Longitude, latitude and height, between commas.
            longitude, _, others = text.partition(",")
            latitude, _, _ = others.partition(",")
            placemark["longitude"] = longitude.strip()
            placemark["latitude"] = latitude.strip()

    def _fill_data_cell(self, placemark: Record, text: str) -> None:
        """Fill a cell of the extended data; none takes the place of the columns of all."""
        name = self._data_name
        if not name or not text or name in PLACEMARK_COLUMNS:
            return
        self.columns[name] = None
        placemark[name] = text
        check(columns=len(self.columns))


def read_kml(content: bytes, name: str, _notes: Notes) -> Sheet:
    """Read the placemarks of a KML file, one a row."""
    scanner = _PlacemarkScanner(name).scan(content)
    return build_sheet(name, scanner.rows, tuple(scanner.columns))


def read_kmz(content: bytes, name: str, notes: Notes) -> Sheet:
    """Read the placemarks of the first KML file of an archive, ``doc.kml`` before others."""
    parts = unpack_file(content)
    kml_paths = []
    main_paths = []
    for path in parts:
        file_name = PurePosixPath(path).name.lower()
        if file_name.endswith(".kml"):
            kml_paths.append(path)
        if file_name == "doc.kml":
            main_paths.append(path)
    if not kml_paths:
        raise Refusal("kml_broken", sheet=name)
    first_path = min(main_paths or kml_paths)
    return read_kml(parts[first_path], name, notes)
