"""Reading placemarks (KML, or KMZ with a KML in it) as a table: one row, one placemark."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Final

from components.domain.intake.files.archive import unpack
from components.domain.intake.files.markup import Pass
from components.domain.intake.limits import Limits
from components.domain.intake.problems import Refusal, Sheet

#: The columns that every placemark has; those of its own data follow.
COLUMNS: Final = ("name", "description", "when", "end", "folder", "latitude", "longitude")
_TIMES: Final = {"when": "when", "begin": "when", "end": "end"}
_FOLDERS: Final = frozenset({"Folder", "Document"})


class _Placemarks(Pass):
    """The placemarks of a KML document."""

    def __init__(self, name: str, limits: Limits) -> None:
        super().__init__(name, "kml_broken")
        self.limits = limits
        self.rows: list[dict[str, str]] = []
        self.columns: dict[str, None] = dict.fromkeys(COLUMNS)
        self.characters = 0
        self._path: list[str] = []
        self._folders: list[str] = []
        self._mark: dict[str, str] | None = None
        self._parts: list[str] = []
        self._field = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._path.append(tag)
        self._parts = []
        if tag in _FOLDERS:
            self._folders.append("")
        elif tag == "Placemark":
            self._mark = {"folder": next((f for f in reversed(self._folders) if f), "")}
        elif tag in {"Data", "SimpleData"}:
            self._field = attributes.get("name", "").strip()[:100]

    def text(self, text: str) -> None:
        self._parts.append(text)

    def end(self, tag: str) -> None:
        self._path.pop()
        text = "".join(self._parts).strip()
        self._parts = []
        parent = self._path[-1] if self._path else ""
        if tag == "Placemark" and self._mark is not None:
            self._take(self._mark)
            self._mark = None
        elif tag in _FOLDERS and self._folders:
            self._folders.pop()
        elif self._mark is None:
            if tag == "name" and parent == "Folder":
                self._folders[-1] = text
        elif parent == "Placemark" and tag in {"name", "description"}:
            self._mark[tag] = text
        elif parent in {"TimeStamp", "TimeSpan"} and tag in _TIMES:
            self._mark[_TIMES[tag]] = text
        elif tag == "coordinates" and parent == "Point":
            lon, _, lat = text.partition(",")
            self._mark |= {"longitude": lon.strip(), "latitude": lat.partition(",")[0].strip()}
        elif tag == "SimpleData" or (tag == "value" and parent == "Data"):
            self._own(text)

    def _own(self, text: str) -> None:
        if self._field and text and self._mark is not None and self._field not in COLUMNS:
            self.columns[self._field] = None
            self._mark[self._field] = text
            self.limits.check(columns=len(self.columns))

    def _take(self, mark: dict[str, str]) -> None:
        self.rows.append(mark)
        self.characters += sum(map(len, mark.values()))
        rows = len(self.rows)
        cells = rows * len(self.columns)
        self.limits.check(self.name, rows=rows, cells=cells, characters=self.characters)


def read_kml(content: bytes, name: str, limits: Limits) -> Sheet:
    """The placemarks of a KML file as rows, numbered as they stand; points have coordinates.

    Raises:
        Refusal: when it is no KML, holds no placemark, or is over a limit.
    """
    found = _Placemarks(name, limits)
    found.read(content)
    if not found.rows:
        raise Refusal("table_empty", sheet=name)
    columns = tuple(found.columns)
    rows = tuple(
        (number, tuple(mark.get(column, "") for column in columns))
        for number, mark in enumerate(found.rows, start=2)
    )
    return Sheet(name, columns, rows)


def read_kmz(content: bytes, name: str, limits: Limits) -> Sheet:
    """The placemarks of the first KML of an archive, ``doc.kml`` before others.

    Raises:
        Refusal: as :func:`read_kml`, and when the archive holds none.
    """
    parts = unpack(content, limits)
    inside = sorted((n for n in parts if n.lower().endswith(".kml")),
                    key=lambda n: (PurePosixPath(n).name.lower() != "doc.kml", n))  # fmt: skip
    if not inside:
        raise Refusal("kml_broken", sheet=name)
    return read_kml(parts[inside[0]], name, limits)
