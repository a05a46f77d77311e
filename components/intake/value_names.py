"""Ids and labels of the values of a column, and the kinds of event of a table."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from components import limits
from components.story.models import Category
from components.story.texts import fold

MAX_ID_CHARACTERS: Final = 48
#: More kinds than these have no colours that can be told apart.
MAX_KINDS: Final = 8
#: The kind of rows that name none, and of those whose kind is too rare for a colour.
DEFAULT_KIND: Final = Category(
    id="event",
    name="Events",
    name_es="Hechos",
)
OTHER_KINDS: Final = Category(
    id="other-kinds",
    name="Other kinds",
    name_es="Otras clases",
)
#: Between the values of a cell that holds several.
LIST_SEPARATOR: Final = ";"

_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
#: The spellings of a value in its column; ``None`` for empty cells.
CellsOfValue = tuple[str | None, ...]


def make_slug(text: str, default: str) -> str:
    """Return a text as an id: lower case, digits and hyphens; ``default`` if none remain."""
    # Of a long text only the start is folded, with room for what a slug leaves out.
    text_start = text[: 4 * MAX_ID_CHARACTERS]
    slug = _NOT_IN_IDS.sub("-", fold(text_start)).strip("-")
    short_slug = slug[:MAX_ID_CHARACTERS].strip("-")
    return short_slug or default


def spelling_key(text: str) -> str:
    """Return what a word is known by: its characters (NFC) in small letters, and single blanks.

    Words in other scripts, and words that differ by a sign or an accent, are different.
    """
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


class UniqueIds:
    """Ids that are all different: a second one of the same name gets the next free number."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._last_number: dict[str, int] = {}

    def take_id(self, wanted: str) -> str:
        """Return an unused id and reserve it: ``wanted``, else ``wanted-2``, and so on."""
        free_id = wanted
        while free_id in self._taken:
            number = self._last_number.get(wanted, 1) + 1
            self._last_number[wanted] = number
            free_id = f"{wanted}-{number}"
        self._taken.add(free_id)
        return free_id


@dataclass(frozen=True)
class ValueNames:
    """The values of a column by their ids: their labels, and the cells that mean them.

    Attributes
    ----------
    labels
        By id, the most frequent first.
    cells
        By id, the cells that mean it; ``None`` is an empty cell.
    is_list
        Whether a cell may hold several values, between semicolons.
    shared_labels
        The labels of the kinds that share the id of :data:`OTHER_KINDS`.
    rest_id
        The id of every cell that is not listed; empty where such cells have none.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, CellsOfValue] = field(default_factory=dict)
    is_list: bool = False
    shared_labels: tuple[str, ...] = ()
    rest_id: str = ""

    @cached_property
    def _id_of_cell(self) -> dict[str | None, str]:
        ids = {}
        for value_id, cells in self.cells.items():
            for cell in cells:
                ids[cell] = value_id
        return ids

    def ids_in(self, cell: str | None) -> tuple[str, ...]:
        """Return the ids of the values in a cell, each once."""
        values: list[str | None] = [cell]
        if self.is_list and cell:
            values = list(filter(None, cell.split(LIST_SEPARATOR)))
        ids: dict[str, None] = {}
        for value in values:
            value_id = self._id_of_cell.get(value, "")
            if value and not value_id:
                value_id = self.rest_id
            if value_id:
                ids[value_id] = None
        return tuple(ids)


class TableKinds(NamedTuple):
    """The kinds of event of a table, with the cells that mean them."""

    names: ValueNames
    kinds: tuple[Category, ...]


def name_values(counts: Mapping[str, int], default_id: str, *, is_list: bool = False) -> ValueNames:
    """Name the values of a column, the most frequent first; one word in two cases is one value.

    Parameters
    ----------
    counts
        The number of rows by cell.
    default_id
        The id of cells without letters or digits.
    is_list
        Whether a cell may hold several values.
    """
    labels: dict[str, str] = {}
    cells: dict[str, list[str]] = {}
    ids = UniqueIds()
    id_of_spelling: dict[str, str] = {}
    by_frequency = sorted(counts, key=lambda cell: (-counts[cell], cell))
    for cell in by_frequency:
        spelling = spelling_key(cell)
        value_id = id_of_spelling.get(spelling)
        if value_id is None:
            value_id = ids.take_id(make_slug(cell, default_id))
            id_of_spelling[spelling] = value_id
            labels[value_id] = cell
        cells.setdefault(value_id, []).append(cell)
    cells_by_id = {}
    for value_id, cells_of_value in cells.items():
        cells_by_id[value_id] = tuple(cells_of_value)
    return ValueNames(labels, cells_by_id, is_list)


def group_kinds(counts: Mapping[str | None, int]) -> TableKinds:
    """Return the kinds of event of an opened table: eight at most, the rest share one.

    Parameters
    ----------
    counts
        The number of rows by the cell of their kind; ``None`` is an empty cell.
    """
    named_counts = {cell: count for cell, count in counts.items() if cell}
    every = name_values(named_counts, "kind")
    kind_ids = list(every.labels)
    has_unnamed = bool(counts.get(None))
    room = MAX_KINDS - int(has_unnamed)
    shown_ids = kind_ids
    if len(kind_ids) > room:
        # One place is for the kind that the rest share.
        shown_ids = kind_ids[: room - 1]
    rare_ids = kind_ids[len(shown_ids) :]
    cells: dict[str, CellsOfValue] = {}
    for kind_id in shown_ids:
        cells[kind_id] = every.cells[kind_id]
    if rare_ids:
        rare_cells: list[str | None] = []
        for kind_id in rare_ids:
            rare_cells.extend(every.cells[kind_id])
        cells[OTHER_KINDS.id] = tuple(rare_cells)
    if has_unnamed:
        default_cells = cells.get(DEFAULT_KIND.id, ())
        cells[DEFAULT_KIND.id] = (*default_cells, None)
    fixed_kinds = {kind.id: kind for kind in (OTHER_KINDS, DEFAULT_KIND)}
    labels: dict[str, str] = {}
    kinds: list[Category] = []
    for kind_id in cells:
        label = every.labels.get(kind_id)
        if not label:
            label = fixed_kinds[kind_id].name
        labels[kind_id] = label
        new_kind = Category(
            id=kind_id,
            name=label,
            name_es=label,
        )
        kinds.append(fixed_kinds.get(kind_id, new_kind))
    rest_id = ""
    if rare_ids and len(counts) >= limits.tables.MOST_VALUES:
        # Of a table with more kinds only the most frequent are listed.
        rest_id = OTHER_KINDS.id
    shared_labels = tuple(every.labels[kind_id] for kind_id in rare_ids)
    names = ValueNames(labels, cells, shared_labels=shared_labels, rest_id=rest_id)
    return TableKinds(names, tuple(kinds))
