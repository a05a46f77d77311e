"""What is said of a file that somebody opens: problems, counts, and how much may be opened."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from components import limits as most
from components.story.dataset import Dataset
from components.story.sources import Source

if TYPE_CHECKING:
    from components.intake.columns import Layout
    from components.intake.rows import Rows

MB: Final = most.MEGABYTE
Level = Literal["stop", "refused", "undated", "part", "note"]
#: Called with rows done and rows in all, now and then.
Progress = Callable[[int, int], None]
SHOWN_CHARACTERS: Final = 120
#: The addresses that cells are linked to, by column from 0 and number of row.
Links = dict[tuple[int, int], str]


@dataclass(frozen=True)
class Problem:
    """One thing to say about a file.

    A ``stop`` keeps the whole file or table out, a ``refused`` its row; an ``undated`` row is kept
    in a list of its own, since its day cannot be read; of a ``part`` one cell is left out; a
    ``note`` tells how something was read.
    """

    code: str  # names a message and its remedy (messages.py)
    sheet: str = ""
    row: int | None = None  # as a spreadsheet numbers it, the header being 1; in JSON the item
    column: str | None = None
    value: str = ""
    level: Level = "refused"
    params: Mapping[str, str] = field(default_factory=dict)
    alike: int = 1  # for how many it stands, as the last of a kind of which no more are listed


def fault(
    code: str,
    column: str | None = None,
    value: object = "",
    level: Level = "refused",
    **params: object,
) -> Problem:
    """A problem of a row whose table and number are not known here; its value in one short line."""
    flat = " ".join(str(value)[: 4 * SHOWN_CHARACTERS].split())
    shown = flat if len(flat) <= SHOWN_CHARACTERS else flat[:SHOWN_CHARACTERS] + "…"
    return Problem(code, "", None, column, shown, level, {k: str(v) for k, v in params.items()})


class Refusal(Exception):  # noqa: N818 - it refuses; nothing went wrong here
    """A file that is not opened at all; carries the problem to tell."""

    def __init__(self, code: str, *, sheet: str = "", value: str = "", **params: object) -> None:
        super().__init__(code)
        self.problem = replace(fault(code, None, value, "stop", **params), sheet=sheet)


@dataclass(frozen=True)
class Limits:
    """What a file may hold at most; sizes in bytes, from ``components/limits.py``.

    ``cells`` are those of the whole rectangle of every sheet, and ``characters`` those of all cells
    once each shared text stands in its place. Of a table of events with more rows than ``records``
    no records are made, and of its problems the first of each kind are listed.
    """

    file: int = most.MOST_FILE_BYTES
    unpacked: int = most.MOST_UNPACKED_BYTES
    ratio: int = most.MOST_UNPACKED_TIMES
    # A few repeated lines pack very well.
    ratio_from: int = most.UNPACKED_TIMES_FROM_BYTES
    members: int = most.MOST_FILES
    rows: int = most.MOST_ROWS
    records: int = most.MOST_ROWS
    columns: int = most.MOST_COLUMNS
    cells: int = most.MOST_CELLS
    cell: int = most.MOST_CELL_CHARACTERS
    characters: int = most.MOST_CHARACTERS
    sources: int = most.MOST_SOURCES
    depth: int = most.MOST_JSON_DEPTH
    vertices: int = most.MOST_VERTICES

    def check(self, sheet: str = "", **counts: int) -> None:
        """Raise a :class:`Refusal` for a table with more rows, columns, … than it may have."""
        for name, count in counts.items():
            if count > (limit := getattr(self, name)):
                value = str(count) if name == "columns" else ""
                raise Refusal(f"{name}_many", sheet=sheet, value=value, most=limit)


LIMITS: Final = Limits()


@dataclass(frozen=True)
class RowCount:
    """The rows of one table: all that hold anything are accepted, undated or refused."""

    sheet: str
    read: int = 0
    accepted: int = 0
    blank: int = 0
    undated: int = 0

    @property
    def refused(self) -> int:
        return self.read - self.accepted - self.undated


@dataclass(frozen=True)
class Sheet:
    """One table as it was written: its header, and its rows under their numbers.

    Cells are texts; a cell that the spreadsheet keeps as a day is in ``YYYY-MM-DD``. ``top`` is
    the number of the header's row, 0 where it has none. ``links`` are those of cells that a
    workbook links to a page.
    """

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    blank: int = 0
    top: int = 1
    links: Links = field(default_factory=dict)


class Undated(NamedTuple):
    """A row that is whole but for its day, which ``when`` does not say: it is on no timeline."""

    row: int
    when: str
    title: str
    place: str


@dataclass(frozen=True)
class ImportResult:
    """What became of one file; ``dataset`` is ``None`` when nothing of it can be shown.

    ``geo`` maps the names of the package's boundary files to their FeatureCollections; ``files``
    are those that are no tables and were read, with their notices, by path. Of a table of events
    ``layout`` is what was taken for what, and ``undated`` its first rows without a day.
    ``sources`` are those of a list of sources that was opened without events. ``rows`` are those of
    a table of which no records were made. ``total`` counts the rows of all tables.
    """

    name: str
    dataset: Dataset | None
    problems: tuple[Problem, ...]
    counts: tuple[RowCount, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    geo: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    layout: Layout | None = None
    undated: tuple[Undated, ...] = ()
    sources: tuple[Source, ...] = ()
    rows: Rows | None = None

    @property
    def total(self) -> RowCount:
        counts = ((c.read, c.accepted, c.blank, c.undated) for c in self.counts)
        return RowCount(self.name, *map(sum, zip(*counts, strict=True)))

    def of_level(self, *levels: Level) -> tuple[Problem, ...]:
        """The problems of some levels, in the order they were found."""
        return tuple(p for p in self.problems if p.level in levels)


class Notes:
    """A file as it is read: its limits, who is told how far it is, and its problems in order.

    Of each kind of problem ``most`` are listed, and the others counted.
    """

    def __init__(self, limits: Limits = LIMITS, progress: Progress | None = None) -> None:
        self.limits, self.progress = limits, progress
        self.found: list[Problem] = []
        self.most = sys.maxsize
        self._refused: set[tuple[str, int]] = set()
        self._alike: Counter[tuple[str, str, str | None, Level]] = Counter()

    def add(
        self,
        code: str,
        sheet: str,
        row: int | None = None,
        column: str | None = None,
        value: object = "",
        level: Level = "refused",
        **params: object,
    ) -> None:
        self.take(fault(code, column, value, level, **params), sheet, row)

    def take(self, problem: Problem, sheet: str = "", row: int | None = None) -> None:
        """Note a problem that was made elsewhere; a refused row is kept in mind."""
        if sheet:
            problem = replace(problem, sheet=sheet, row=row)
        if problem.level == "refused" and problem.row is not None:
            self._refused.add((problem.sheet, problem.row))
        self._alike[kind := (problem.sheet, problem.code, problem.column, problem.level)] += 1
        if self._alike[kind] <= self.most:
            self.found.append(problem)

    def tell(self, done: int, of: int) -> None:
        if self.progress and done % 2000 == 0:
            self.progress(done, of)

    def blank_rows(self, counts: Iterable[RowCount]) -> None:
        for count in counts:
            if count.blank:
                self.add("blank_rows", count.sheet, level="note", count=count.blank)

    def counted(self) -> tuple[Problem, ...]:
        """The problems in the order they were found, the last of a kind with those not listed."""
        last = {(p.sheet, p.code, p.column, p.level): n for n, p in enumerate(self.found)}
        for kind, n in last.items():
            alike = max(self._alike[kind] - self.most + 1, 1)
            self.found[n] = replace(self.found[n], alike=alike)
        return tuple(self.found)

    def refuses(self, sheet: str, row: int) -> bool:
        return (sheet, row) in self._refused


def list_values(names: Sequence[str], most: int = 12) -> str:
    """Names in one line; a long list is cut, and says so with an ellipsis."""
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")
