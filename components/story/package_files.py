"""The files of a data package: their names, their tables, and the stored versions."""

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from components.story import models

#: The content of each file by its path.
Files = Mapping[str, bytes]
DEFAULT_DATA = Path(__file__).parents[2] / "data"  # the project's own package
EVENTS = "events.csv"
CLAIMS = "claims.csv"
CLAIMANTS = "claimants.csv"
CITATIONS = "citations.csv"
STATEMENTS = "statements.csv"
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
#: How the records are shown: the kinds of event, and everything else.
CATEGORIES = "categories.csv"
PRESENTATION = "presentation.json"
STORY = "story.json"
DESCRIPTOR = "datapackage.json"
#: Endings of programs that make a package's outlines; they are no part of it.
PROGRAMS = (".py", ".pyc")
#: The descriptor's key that texts which a spreadsheet would run begin with an apostrophe.
FORMULA_GUARD = "formulaGuard"

TABLES: Final[Mapping[str, type[models.TableRow]]] = {
    EVENTS: models.Event,
    CLAIMS: models.Claim,
    CLAIMANTS: models.Claimant,
    CITATIONS: models.Citation,
    STATEMENTS: models.Statement,
    TOPICS: models.Topic,
    PLACES: models.Place,
    REGIONS: models.Region,
    REGION_DEPARTMENTS: models.RegionDepartment,
    LEFT_OUT: models.LeftOut,
    CORRECTIONS: models.Correction,
}
#: The story's terms for the codes of its tables, besides the kinds of event.
VOCABULARIES: Final[Mapping[str, type[models.Term]]] = {
    "measures.csv": models.Measure,
    "populations.csv": models.Population,
    "voices.csv": models.Term,
    "units.csv": models.Unit,
    "place_kinds.csv": models.Term,
}
#: Every table, in the order in which they are read.
MODELS: Final[Mapping[str, type[models.TableRow]]] = {
    CATEGORIES: models.Category,
    PICTURES: models.Picture,
    **VOCABULARIES,
    **TABLES,
}
#: The tables, sources among them, whose rows have ids.
WITH_IDS: Final = (
    *(name for name, model in MODELS.items() if "id" in model.model_fields),
    SOURCES,
)


def picture_kind(content: bytes) -> str:
    """Return the subtype of a picture's media type; it was checked when it was read."""
    if content.startswith(b"\x89PNG"):
        return "png"
    if content.startswith(b"RIFF"):
        return "webp"
    return "jpeg"


VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)")
#: The value, in a correction, of a cell that was or is empty.
EMPTY_VALUE: Final = "(empty)"
#: The field, in a correction, of a row that was added or removed.
WHOLE_ROW: Final = "(row)"


class VersionNumber(NamedTuple):
    """A version as numbers, for comparing."""

    major: int
    minor: int
    patch: int


def parse_version(version: str) -> VersionNumber:
    """Parse a version such as ``1.0.0``.

    Raises
    ------
    ValueError
        If it is none.
    """
    match = VERSION.fullmatch(version)
    if match is None:
        raise ValueError(f"{version!r} is not a version: write 1.0.0")
    return VersionNumber(int(match[1]), int(match[2]), int(match[3]))


def list_versions(folder: Path) -> dict[str, Path]:
    """Return the stored versions of a folder (``1.0.0.zip``, byte for byte), the newest first."""
    archives = {path.stem: path for path in folder.glob("*.zip") if VERSION.fullmatch(path.stem)}
    versions = sorted(archives, key=parse_version, reverse=True)
    return {version: archives[version] for version in versions}


def read_archive(archive: Path) -> dict[str, bytes]:
    """Return every file of a stored version by its path."""
    with zipfile.ZipFile(archive) as zip_file:
        return {name: zip_file.read(name) for name in zip_file.namelist()}


def split_record_ids(record_id: str) -> tuple[str, ...]:
    """Return the records that a correction is of: one, or for a change of wording several."""
    return tuple(part.strip() for part in record_id.split(";"))
