"""Places of a table without coordinates, put where the project knows their names.

A name that can mean one place alone is placed, as an inference; any other is asked about, and
counts only once somebody has answered.
"""

from collections.abc import Mapping
from typing import Final

from components.intake.problems import Notes, fault
from components.intake.sheet_models import Rows
from components.story.gazetteer import find_named_places, is_certain

#: The field of rows that says what kind of place their name was found as.
NAMED_KIND: Final = "named_kind"
#: The answer that none of the offered places is meant.
NO_PLACE: Final = "-"


def place_rows_by_name(rows: Rows, answers: Mapping[str, str], notes: Notes) -> None:
    """Give rows that name a place without coordinates those of a place of that name, in place.

    Parameters
    ----------
    rows
        Rows whose places are joined.
    answers
        By name: the country (two letters) whose place is meant, or :data:`NO_PLACE`.
    notes
        Takes what was placed, what is asked about and what is not known.
    """
    names = rows.field_cells("place")
    if not any(names):
        return
    columns = rows.columns
    countries = [code.upper() for code in rows.field_cells("country")]
    latitudes = [*rows.field_cells("lat")]
    longitudes = [*rows.field_cells("lon")]
    kinds = [""] * len(names)
    for position, name in enumerate(names):
        has_point = latitudes[position] not in {None, ""}
        if not name or has_point:
            continue
        code = "place_unknown"
        place = None
        if answers.get(name) != NO_PLACE:
            country = countries[position] or answers.get(name, "")
            found = find_named_places(name, country)
            if found:
                code = "place_guess"
            if len(found) == 1 and is_certain(found[0], country):
                code = "place_named"
                place = found[0]
        if place is not None:
            latitudes[position] = place.lat
            longitudes[position] = place.lon
            countries[position] = place.country
            kinds[position] = place.kind
        problem = fault(code, "place", value=name, level="note")
        notes.take(problem, rows.count.sheet, rows.numbers[position])
    if any(kinds):
        columns["country"] = countries
        columns["lat"] = latitudes
        columns["lon"] = longitudes
        columns[NAMED_KIND] = kinds
