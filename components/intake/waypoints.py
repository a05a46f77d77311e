"""Waypoints, routes and tracks of GPX files as rows of a table.

A waypoint is a row. A route or a track is one, too, at its first point, from the day of its first
point to that of its last. https://www.topografix.com/GPX/1/1/
"""

from typing import Final

from components.intake.cell_texts import ADDRESS_SEPARATOR
from components.intake.files import Record, build_sheet
from components.intake.problems import Notes, check
from components.intake.sheet_models import Sheet
from components.intake.xml_scanner import Attributes, XmlScanner

#: The columns, by the names by which columns are known.
GPX_COLUMNS: Final = (
    "date", "end", "title", "summary", "category", "source", "url", "latitude", "longitude",
)  # fmt: skip
#: The elements that are rows, and the points of those that have several.
_FEATURES: Final = frozenset({"wpt", "rte", "trk"})
_INNER_POINTS: Final = frozenset({"rtept", "trkpt"})
#: The columns of the elements of a waypoint, a route or a track.
_COLUMN_OF_ELEMENT: Final = {
    "name": "title",
    "desc": "summary",
    "cmt": "comment",
    "src": "source",
    "type": "category",
    "sym": "symbol",
    "time": "date",
}
#: The length of YYYY-MM-DD.
_DAY_CHARACTERS: Final = 10


class _GpxScanner(XmlScanner):
    """The waypoints, routes and tracks of a GPX text as rows, each cell counted."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "gpx_broken")
        self.rows: list[Record] = []
        self.title = ""
        self.path_count = 0
        self._character_count = 0
        #: The tags of the elements that are open.
        self._path: list[str] = []
        #: The row of the waypoint, route or track that is open, and its links.
        self._row: Record | None = None
        self._links: dict[str, None] = {}
        self._text_parts: list[str] = []

    def start_element(self, tag: str, attributes: Attributes) -> None:
        """Open a row, take the first point of a route or track, or a link."""
        self._path.append(tag)
        self._text_parts = []
        if tag in _FEATURES:
            self._row = {}
            self._links = {}
        if self._row is None:
            return
        if tag == "wpt" or tag in _INNER_POINTS:
            if "latitude" not in self._row:
                self._row["latitude"] = attributes.get("lat", "").strip()
                self._row["longitude"] = attributes.get("lon", "").strip()
        elif tag == "link" and self._parent() in _FEATURES:
            self._add_link(attributes.get("href", ""))

    def _parent(self) -> str:
        """Return the tag of the element around the innermost."""
        return self._path[-2] if len(self._path) > 1 else ""

    def _add_link(self, address: str) -> None:
        if address.strip():
            self._links[address.strip()] = None

    def add_text(self, text: str) -> None:
        """Collect the text of the innermost element."""
        self._text_parts.append(text)

    def end_element(self, tag: str) -> None:
        """Fill a cell by the text of an element, or finish a row."""
        parent = self._parent()
        self._path.pop()
        text = "".join(self._text_parts).strip()
        self._text_parts = []
        row = self._row
        if row is None:
            is_title = parent == "metadata" or (parent == "gpx" and not self.title)
            if tag == "name" and is_title:
                self.title = text
        elif tag in _FEATURES:
            self._finish_row(row, tag)
        elif parent in _FEATURES:
            if tag == "url":
                # Version 1.0 has the address as a text.
                self._add_link(text)
            elif tag in _COLUMN_OF_ELEMENT and text:
                row.setdefault(_COLUMN_OF_ELEMENT[tag], text)
        elif parent in _INNER_POINTS and tag == "time" and text:
            row.setdefault("date", text)
            row["last"] = text

    def _finish_row(self, row: Record, tag: str) -> None:
        """Add a row; its comment, its symbol and its last day where they say something more."""
        comment = row.pop("comment", "")
        if comment and comment != row.get("summary"):
            texts = filter(None, (row.get("summary", ""), comment))
            row["summary"] = "\n".join(texts)
        if self._links:
            row["url"] = ADDRESS_SEPARATOR.join(self._links)
        symbol = row.pop("symbol", "")
        row.setdefault("category", symbol)
        last_moment = row.pop("last", "")
        last_day = last_moment[:_DAY_CHARACTERS]
        if last_day and last_day != row["date"][:_DAY_CHARACTERS]:
            row["end"] = last_day
            row["date"] = row["date"][:_DAY_CHARACTERS]
        if tag != "wpt":
            self.path_count += 1
        self.rows.append(row)
        self._row = None
        self._character_count += sum(map(len, row.values()))
        row_count = len(self.rows)
        check(
            self.name,
            rows=row_count,
            cells=row_count * len(GPX_COLUMNS),
            characters=self._character_count,
        )


def read_gpx(content: bytes, name: str, notes: Notes) -> Sheet:
    """Read the waypoints, routes and tracks of a GPX file, one a row.

    Raises
    ------
    Refusal
        If it is no XML, has none of them, or too many.
    """
    scanner = _GpxScanner(name).scan(content)
    if scanner.path_count:
        notes.add(
            "paths_as_points",
            name,
            level="note",
            count=scanner.path_count,
        )
    columns = [column for column in GPX_COLUMNS if any(row.get(column) for row in scanner.rows)]
    return build_sheet(name, scanner.rows, columns, scanner.title)
