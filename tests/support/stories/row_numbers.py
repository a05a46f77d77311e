"""A table whose rows give numbers, each its own, and its story."""

from typing import Any

from components.i18n import Language
from components.intake import ImportResult
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.query.view import View
from tests.support.stories.uploads import read_story, table

HEADER = ("date", "title", "place", "number of people", "source", "url")
PAGE = "https://example.org/"
ROWS = (
    ("2017-03-14", "Flood in Piura", "Piura", "~300", "El Comercio", f"{PAGE}a"),
    ("2017-03", "Road cut in Sullana", "Sullana", "40", "RPP", f"{PAGE}b"),
    ("2017-03-27/2017-03-29", "Second flood", "Piura", "more than 1400", "RPP", f"{PAGE}c"),
    ("2017-04-01?", "Shelter", "Catacaos", "30-40", "RPP", f"{PAGE}d"),
    ("2017-04-02", "Nobody", "Catacaos", "0", "RPP", f"{PAGE}e"),
    ("2017-04-03", "In words", "Catacaos", "several", "RPP", f"{PAGE}f"),
    ("2017-04-04", "No number", "Catacaos", "", "RPP", f"{PAGE}g"),
)
FLOOD = "ev-2017-03-14-flood-in-piura"
#: The table of seven rows, five of which give a number.
NUMBERED_TABLE = table(HEADER, ROWS)


def read_numbers(*cells: str, header: str = "people") -> ImportResult:
    """The story of a table with a row for each cell, a day apart."""
    rows = [(f"2017-03-{day:02}", f"Row {day}", cell) for day, cell in enumerate(cells, start=1)]
    return read_story(table(("date", "title", header), rows), "numbers.csv")


def view_numbers(
    result: ImportResult | None = None, language: Language = "en", **fields: Any
) -> Context:
    """How many? of a story of rows; by default of the table of seven."""
    result = result or read_story(NUMBERED_TABLE, "floods.csv")
    story = LoadedStory(result, "numbers", private=True)
    words = story.in_language(language)
    return Context(story, View(**fields), (), words, "light", "figures")
