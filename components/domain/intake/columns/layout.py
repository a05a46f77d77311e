"""How a table lies in its file: which sheet, under which row, which column is what, what to ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from components.domain.intake.columns.column_map import ColumnMap
from components.domain.intake.columns.guess import Guessed, Sure, by_names, guess
from components.domain.intake.columns.presets import preset_of, preset_without_header
from components.domain.intake.problems import Sheet
from components.domain.intake.rows.columns import looks_like_events, plain_name
from components.domain.intake.rows.values import read_date
from components.domain.intake.rows.when import Ordered, order_of

#: Rows among which the names of the columns are looked for.
TOP_ROWS: Final = 15
MOST_EXAMPLES: Final = 3
#: What columns of regions are called, the first that a table has; without one it is the country.
REGIONS: Final = (
    "region", "admin1", "adm1", "department", "departamento", "province", "provincia", "state",
    "estado",
)  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """What is taken for what in a table, and what of it has to be asked.

    ``doubts`` are ``columns`` (date or title are a guess, or missing), ``order`` (days or months
    first), ``sheet`` (several could be meant) and ``map`` (the map that was given does not fit).
    ``asked`` are up to three dates with their two readings, day first and month first;
    ``examples`` the first values of each column; ``top`` the first rows, to choose the header from.
    """

    sheets: tuple[str, ...]
    map: ColumnMap
    sure: Mapping[str, Sure] = field(default_factory=dict)
    header: tuple[str, ...] = ()
    row: int = 1
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    ordered: Ordered = field(default_factory=Ordered)
    asked: tuple[tuple[str, str, str], ...] = ()
    top: tuple[tuple[int, str], ...] = ()
    above: int = 0


def lay_out(sheets: Sequence[Sheet], given: ColumnMap | None) -> tuple[Sheet, Layout]:
    """Choose the sheet, the row of names and the columns.

    Args:
        sheets: every table of the file, each under its first row; one at least.
        given: what the columns are, where somebody has said so.

    Returns:
        the table under its names, and what was taken for what.
    """
    sheet, unsure = _sheet(sheets, given)
    under, made = _under(sheet, given)
    guessed = Guessed(dict(made.columns), dict.fromkeys(made.columns, "sure"))
    misfit = bool(given and given.columns) and not (given and _holds(given, under.header))
    if not guessed.whole:
        guessed = guess(under)
        made = made.model_copy(update={"columns": guessed.columns})
    made = made.model_copy(update={"sheet": sheet.name if len(sheets) > 1 else ""})
    ordered = order_of(_dates(under, made))
    asked = () if made.order or ordered.order else tuple(map(_two_ways, ordered.doubtful))
    doubts = {"map": misfit, "sheet": unsure, "columns": not guessed.certain, "order": bool(asked)}
    return under, Layout(
        sheets=tuple(s.name for s in sheets),
        map=made,
        sure=guessed.sure,
        header=under.header,
        row=under.top,
        examples=_examples(under),
        doubts=tuple(doubt for doubt, there in doubts.items() if there),
        ordered=ordered,
        asked=asked,
        top=tuple((n, " | ".join(c for c in cells if c.strip())[:80]) for n, cells in _grid(sheet)),
        above=sum(n < under.top for n, _ in _grid(sheet)),
    )


def _holds(given: ColumnMap, header: Sequence[str]) -> bool:
    """Whether a table has a map's columns of date and title."""
    held = given.held_by(header)
    return held.dated and "title" in held.columns


def _sheet(sheets: Sequence[Sheet], given: ColumnMap | None) -> tuple[Sheet, bool]:
    """The sheet that is meant, and whether another could be."""
    if given and given.sheet:
        named = [sheet for sheet in sheets if sheet.name == given.sheet]
        if named:
            return named[0], False
    fit = [s for s in sheets if any(looks_like_events(cells) for _, cells in _grid(s))]
    could = fit or [s for s in sheets if guess(_under(s, given)[0]).whole] or list(sheets)
    # Our own columns in the first sheet that has them; others are asked about.
    return could[0], len(could) > 1


def _grid(sheet: Sheet) -> list[tuple[int, tuple[str, ...]]]:
    """The first rows of a sheet, that of its present header included."""
    return [(sheet.top, sheet.header), *sheet.rows[: TOP_ROWS - 1]]


def _under(sheet: Sheet, given: ColumnMap | None) -> tuple[Sheet, ColumnMap]:
    """A sheet under the row with its names, and what is known of its columns from them alone."""
    grid = _grid(sheet)
    if given and given.columns:
        if given.header == 0:
            return _without_header(sheet, given.names), given.held_by(_names_for(sheet, given))
        chosen = [row for row in grid if given.header in {None, row[0]}] or grid
        for number, cells in chosen:
            if _holds(given, cells):
                return _below(sheet, number), given.held_by(cells)
    if given is not None and given.header:
        return _below(sheet, given.header), ColumnMap(order=given.order)
    for number, cells in grid:
        if preset := preset_of(cells):
            return _below(sheet, number), preset
        if looks_like_events(cells):
            return _below(sheet, number), ColumnMap(columns=by_names(cells).columns)
    if preset := preset_without_header(grid[0][1]):
        return _without_header(sheet, preset.names), preset
    likely = [number for number, cells in grid if by_names(cells).whole]
    return _below(sheet, likely[0] if likely else _first_full(grid)), ColumnMap()


def _first_full(grid: Sequence[tuple[int, tuple[str, ...]]]) -> int:
    """The first row that fills at least half of what the fullest one does: titles stand alone."""
    filled = {number: sum(bool(c.strip()) for c in cells) for number, cells in grid}
    most = max(filled.values())
    return next(number for number, count in filled.items() if 2 * count >= most)


def _below(sheet: Sheet, number: int) -> Sheet:
    """The sheet under another of its rows."""
    if number == sheet.top:
        return sheet
    at = next((n for n, (row, _) in enumerate(sheet.rows) if row == number), None)
    if at is None:
        return sheet
    return replace(sheet, header=sheet.rows[at][1], rows=sheet.rows[at + 1 :], top=number)


def _names_for(sheet: Sheet, given: ColumnMap) -> tuple[str, ...]:
    width = len(sheet.header)
    return given.names or tuple(f"Column {n}" for n in range(1, width + 1))


def _without_header(sheet: Sheet, names: Sequence[str]) -> Sheet:
    """A sheet that has no names under the names given, its first row among its rows."""
    header = tuple(names) or tuple(f"Column {n}" for n in range(1, len(sheet.header) + 1))
    rows = ((sheet.top, sheet.header), *sheet.rows)
    return replace(sheet, header=header, rows=rows, top=0)


def _dates(sheet: Sheet, made: ColumnMap) -> Iterable[str]:
    """The texts of the columns that hold days."""
    names = [n for field in ("date", "end") for n in made.columns.get(field, ())]
    at = [sheet.header.index(name) for name in names]
    return [cells[n] for _, cells in sheet.rows for n in at if n < len(cells) and cells[n]]


def _two_ways(text: str) -> tuple[str, str, str]:
    """A date with its reading day first and month first."""
    for end in range(len(text), 7, -1):
        params = read_date(text[:end]).params
        if params:
            return text, str(params["one"]), str(params["two"])
    return text, "", ""


def _examples(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The first values of each column."""
    found: dict[str, tuple[str, ...]] = {}
    for n, name in enumerate(sheet.header):
        texts = [c[n].strip() for _, c in sheet.rows[:50] if n < len(c) and c[n].strip()]
        found.setdefault(name, tuple(text[:60] for text in texts[:MOST_EXAMPLES]))
    return found


def with_region(found: ColumnMap, header: Sequence[str]) -> ColumnMap:
    """A column map with a column of regions, where one of the header is called so."""
    if "region" in found.columns:
        return found
    plain = {plain_name(cell): cell for cell in reversed(header)}
    region = next((plain[word] for word in REGIONS if word in plain), None)
    more = {"region": (region,)} if region else {}
    return found.model_copy(update={"columns": {**found.columns, **more}})
