"""What somebody can correct in an opened table: dates with one likely meaning, and single cells."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from components.intake.cell_texts import strip_footnotes
from components.intake.named_places import NO_PLACE as NO_PLACE
from components.intake.problems import ImportResult
from components.intake.rows import find_row_links
from components.intake.sheet_models import ColumnMap
from components.story.gazetteer import NamedPlace, find_named_places
from components.story.texts import csv_bytes

#: The header of the column of links that a corrected table gets.
LINK_HEADER: Final = "link"


class Suggestion(NamedTuple):
    """What all dates of one kind may mean.

    Attributes
    ----------
    code
        The code of their problem.
    answers
        Dates in EDTF by the texts of their cells.
    rows
        The numbers of their rows.
    """

    code: str
    answers: dict[str, str]
    rows: list[int]


def list_suggestions(intake: ImportResult) -> list[Suggestion]:
    """Return what dates may mean, one suggestion for all rows of a kind."""
    suggestions: dict[str, Suggestion] = {}
    for problem in intake.problems:
        meaning = problem.params.get("means")
        if not meaning or problem.row is None:
            continue
        code = problem.code
        suggestion = suggestions.setdefault(code, Suggestion(code, {}, []))
        plain_text = strip_footnotes(problem.value)
        text = " ".join(plain_text.split())
        suggestion.answers[text] = meaning
        suggestion.rows.append(problem.row)
    return list(suggestions.values())


def accept_suggestion(column_map: ColumnMap, suggestion: Suggestion) -> ColumnMap:
    """Return a column map by which the dates of a suggestion mean what it says."""
    answers = {**column_map.answers, **suggestion.answers}
    return column_map.model_copy(update={"answers": answers})


class PlaceOffer(NamedTuple):
    """The places of one country that names of a table without coordinates may mean.

    Attributes
    ----------
    places
        By the name as the table writes it.
    rows
        The numbers of the rows.
    """

    country: str
    places: dict[str, NamedPlace]
    rows: list[int]


def list_place_offers(intake: ImportResult) -> list[PlaceOffer]:
    """Return what names of places may mean, one offer for all rows and each country."""
    offers: dict[str, PlaceOffer] = {}
    for problem in intake.problems:
        if problem.code != "place_guess" or problem.row is None:
            continue
        for place in find_named_places(problem.value):
            offer = offers.setdefault(place.country, PlaceOffer(place.country, {}, []))
            offer.places[problem.value] = place
            offer.rows.append(problem.row)
    return list(offers.values())


def answer_places(column_map: ColumnMap, countries: Mapping[str, str]) -> ColumnMap:
    """Return a column map by which names of places mean those of some countries."""
    places = {**column_map.places, **countries}
    return column_map.model_copy(update={"places": places})


def list_faulty_rows(intake: ImportResult) -> list[int]:
    """Return the numbers of rows that are refused, have no day, or lack a part."""
    faults = intake.of_level("refused", "undated", "part")
    row_numbers = {problem.row for problem in faults if problem.row is not None}
    return sorted(row_numbers)


def correct_table(intake: ImportResult, changes: Mapping[int, Mapping[int, str]]) -> bytes:
    """Serialize the table that was read as CSV, with other texts in some of its cells.

    Parameters
    ----------
    intake
        What was read.
    changes
        The new texts by number of row and position of column, from 0.

    Returns
    -------
    bytes
        UTF-8 with a byte order mark, each row under its number; rows above the header are blank.
        What cells are linked to is in a column of its own.
    """
    (sheet,) = intake.sheets
    column_map = ColumnMap()
    if intake.layout:
        column_map = intake.layout.column_map
    columns = column_map.columns
    links: dict[int, str] = {}
    if "url" not in columns:
        source_headers = columns.get("source", ())
        source_columns = [sheet.header.index(header) for header in source_headers]
        links = find_row_links(sheet, source_columns)
    header = list(sheet.header)
    if links:
        header.append(LINK_HEADER)
    lines = {sheet.header_row: header}
    for row_number, cells in sheet.rows:
        row = dict(enumerate(cells))
        row.update(changes.get(row_number, {}))
        if row_number in links:
            link_position = len(sheet.header)
            row[link_position] = links[row_number]
        last_position = max(row, default=-1)
        positions = range(last_position + 1)
        lines[row_number] = [row.get(position, "") for position in positions]
    # Where rows are missing, as many blank ones are written.
    first_line = min(sheet.header_row, 1)
    last_line = max(lines)
    csv_lines = []
    for number in range(first_line, last_line + 1):
        csv_lines.append(lines.get(number, []))
    return csv_bytes(csv_lines)
