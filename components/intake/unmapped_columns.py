"""The columns of a table that no field takes: their names, and their cells as they can be shown.

Nothing of a table is lost: what is no title, day or place is kept with its row. Columns that are
meant for the desk, or hold the addresses and numbers of people, are never published by a guess.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from components.intake.cell_texts import DIRECTION_MARKS, WORDS_FOR_NOTHING, means_nothing
from components.intake.column_guesses import words_of
from components.intake.column_values import is_for_desk
from components.intake.problems import Notes, Problem, fault
from components.intake.sheet_models import EVENT_FIELDS, OtherCells, Sheet
from components.story.other_columns import NO_OTHER_COLUMNS, OtherColumns
from components.story.texts import (
    NOT_TEXT,
    have_invalid_characters,
    mark_invalid_characters,
    shorten_text,
)

#: What a package calls these columns in its table of events: none of its own begins so.
PACKAGE_PREFIX: Final = "other: "
MAX_NAME_CHARACTERS: Final = 120
#: As many as a summary has.
MAX_CELL_CHARACTERS: Final = EVENT_FIELDS["summary"].max_characters
#: Words of headers of columns by which people can be reached.
PERSONAL_WORDS: Final = frozenset(
    {
        "email", "mail", "phone", "phonenumber", "telephone", "whatsapp", "username", "password",
        "passport", "deviceid", "imei", "submitter", "correo", "telefono", "celular", "contrasena",
        "pasaporte", "cedula", "dni",
    }
)  # fmt: skip
#: Words that together mean the person who filled in a form.
SUBMITTER_WORDS: Final = frozenset({"submitted", "by"})


class OtherColumn(NamedTuple):
    """A column that no field takes: its position in the header, and what it is called."""

    position: int
    name: str


class FoundColumns(NamedTuple):
    """The columns that no field takes: those that are shown, and the names of private ones."""

    shown: list[OtherColumn]
    private_names: list[str]


def find_other_columns(sheet: Sheet, taken: Collection[int]) -> FoundColumns:
    """Find the columns that no field takes.

    Parameters
    ----------
    taken
        The positions of the columns that fields take.
    """
    shown: list[OtherColumn] = []
    private_names = []
    used_names: set[str] = set()
    for position, header in enumerate(sheet.header):
        if position in taken:
            continue
        if is_private(header):
            private_names.append(header)
            continue
        name = name_of_column(header)
        if not name:
            name = f"Column {position + 1}"
        name = make_unique(name, used_names)
        shown.append(OtherColumn(position, name))
    return FoundColumns(shown, private_names)


def name_of_column(header: str) -> str:
    """Return what a column is called that no field takes: its header without a package's prefix."""
    plain_name = " ".join(mark_invalid_characters(header).split())
    plain_name = plain_name.removeprefix(PACKAGE_PREFIX)
    return shorten_text(plain_name, MAX_NAME_CHARACTERS)


def make_unique(name: str, used_names: set[str]) -> str:
    """Return a name that no other has, in small letters or capitals, and add it to those used."""
    unique_name = name
    number = 1
    while unique_name.casefold() in used_names:
        number += 1
        unique_name = f"{name} ({number})"
    used_names.add(unique_name.casefold())
    return unique_name


def is_private(header: str) -> bool:
    """Return whether a column is meant for the desk, or tells how to reach people."""
    words = words_of(header)
    is_personal = words >= SUBMITTER_WORDS or not words.isdisjoint(PERSONAL_WORDS)
    return is_personal or is_for_desk(words)


def read_other_cells(
    sheet: Sheet, columns: Sequence[OtherColumn], problems: defaultdict[int, list[Problem]]
) -> OtherCells:
    """Read the cells of other columns; columns without any text are left out.

    Parameters
    ----------
    problems
        Takes a note by the position of each row with a cell that is cut or marked.
    """
    if not columns:
        return OtherCells()
    rows_of_cells = [cells for _, cells in sheet.rows]
    all_cells = list(zip_longest(*rows_of_cells, fillvalue=""))
    names = []
    filled_columns = []
    for column in columns:
        if column.position >= len(all_cells):
            continue
        cells = _clean_cells(all_cells[column.position])
        if not any(cells):
            continue
        _repair_cells(column.name, cells, problems)
        names.append(column.name)
        filled_columns.append(cells)
    return OtherCells(tuple(names), filled_columns)


def _clean_cells(cells: Sequence[str]) -> list[str]:
    """Strip cells, and empty those that say in a word that nothing is known."""
    texts = list(map(str.strip, cells))
    # All texts are looked at together: few columns have such words.
    folded_lines = "\n".join(texts).casefold().split("\n")
    if WORDS_FOR_NOTHING.isdisjoint(folded_lines):
        return texts
    return ["" if means_nothing(text) else text for text in texts]


def _repair_cells(name: str, cells: list[str], problems: defaultdict[int, list[Problem]]) -> None:
    """Cut texts that are too long, and mark characters that are no text, in place."""
    longest = max(map(len, cells))
    if longest <= MAX_CELL_CHARACTERS and not have_invalid_characters(cells):
        return
    for position, text in enumerate(cells):
        if NOT_TEXT.search(text):
            plain_text = DIRECTION_MARKS.sub("", text)
            cells[position] = mark_invalid_characters(plain_text)
            marked = fault("characters_marked", name, text, "note")
            problems[position].append(marked)
        if len(text) > MAX_CELL_CHARACTERS:
            cells[position] = shorten_text(cells[position], MAX_CELL_CHARACTERS)
            cut = fault(
                "text_cut",
                name,
                value=text,
                level="note",
                count=len(text),
                most=MAX_CELL_CHARACTERS,
            )
            problems[position].append(cut)


def note_other_columns(sheet: Sheet, cells: OtherCells, found: FoundColumns, notes: Notes) -> None:
    """Note which columns records show as other columns, and which private ones are not shown."""
    if cells.names:
        notes.add(
            "columns_other",
            sheet.name,
            1,
            value=cells.names,
            level="note",
        )
    if found.private_names:
        notes.add(
            "columns_private",
            sheet.name,
            1,
            value=found.private_names,
            level="note",
        )


def collect_other_columns(cells: OtherCells, event_ids: Sequence[str]) -> OtherColumns:
    """Return the other columns of a story, given the id of the event of each row."""
    if not cells.names:
        return NO_OTHER_COLUMNS
    texts_by_id = zip(event_ids, cells.list_rows(), strict=True)
    return OtherColumns(cells.names, dict(texts_by_id))
