"""The files of a data package: their names, their tables, and what can be wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from components.story import models

#: The project's own package.
DEFAULT_DATA = Path(__file__).parents[2] / "data"
EVENTS = "events.csv"
CLAIMS = "claims.csv"
CLAIMANTS = "claimants.csv"
CITATIONS = "citations.csv"
TOPICS = "topics.csv"
PLACES = "places.csv"
REGIONS = "regions.csv"
REGION_DEPARTMENTS = "region_departments.csv"
LEFT_OUT = "left_out.csv"
CORRECTIONS = "corrections.csv"
#: The picture of an event, if it has one, and the folder of their files.
PICTURES = "pictures.csv"
PICTURE_FOLDER = "pictures/"
SOURCES = "sources.json"
#: How the records are shown: the kinds of event, and all else.
CATEGORIES = "categories.csv"
PRESENTATION = "presentation.json"
STORY = "story.json"
DESCRIPTOR = "datapackage.json"
#: What makes the outlines of a package lies beside them, and is no part of it.
PROGRAMS = (".py", ".pyc")
#: The descriptor's word that texts a spreadsheet would run stand behind an apostrophe.
FORMULA_GUARD = "formulaGuard"

TABLES: Mapping[str, type[models.TableRow]] = {
    EVENTS: models.Event,
    CLAIMS: models.Claim,
    CLAIMANTS: models.Claimant,
    CITATIONS: models.Citation,
    TOPICS: models.Topic,
    PLACES: models.Place,
    REGIONS: models.Region,
    REGION_DEPARTMENTS: models.RegionDepartment,
    LEFT_OUT: models.LeftOut,
    CORRECTIONS: models.Correction,
}
#: The story's own words for the codes of its tables, beside the kinds of event.
VOCABULARIES: Mapping[str, type[models.Term]] = {
    "measures.csv": models.Measure,
    "populations.csv": models.Population,
    "voices.csv": models.Term,
    "units.csv": models.Unit,
    "place_kinds.csv": models.Term,
}
#: What a row of each table is known by.
KEYS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (EVENTS, CLAIMS, CLAIMANTS, TOPICS, PLACES, REGIONS, SOURCES, CATEGORIES, *VOCABULARIES),
        ("id",),
    ),
    CITATIONS: ("record_id", "source_id", "locator"),
    REGION_DEPARTMENTS: ("department",),
    LEFT_OUT: ("source_id", "locator"),
    PICTURES: ("event_id",),
}


def picture_kind(content: bytes) -> str:
    """The kind of a picture by its bytes, as a media type names it; it was checked when read."""
    if content.startswith(b"\x89PNG"):
        return "png"
    return "webp" if content.startswith(b"RIFF") else "jpeg"


@dataclass(frozen=True)
class PackageProblem:
    """One thing that is wrong, and where: ``row`` is a line of the file, the header being 1.

    For a JSON list it is the place of the item in the list, and for the story the step, from 1.
    """

    file: str
    message: str
    row: int | None = None
    field: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        where = [self.file] if self.file else []
        if self.row is not None:
            unit = "item" if self.file.endswith(".json") else "row"
            where.append(f"{'step' if self.file == STORY else unit} {self.row}")
        if self.field:
            where.append(self.field)
        return ": ".join(filter(None, (", ".join(where), self.message)))


class DataError(Exception):
    """The data does not keep its schema; ``problems`` lists everything that was found."""

    def __init__(self, problems: Sequence[PackageProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)
