"""The files of a data package: their names, their tables, and the versions that are kept."""

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from components.story import models

DEFAULT_DATA = Path(__file__).parents[2] / "data"  # the project's own package
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

TABLES: Final[Mapping[str, type[models.TableRow]]] = {
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
#: The tables, sources among them, whose rows have ids of their own.
WITH_IDS: Final = (*(name for name, model in MODELS.items() if "id" in model.model_fields), SOURCES)


def picture_kind(content: bytes) -> str:
    """The kind of a picture by its bytes, as a media type names it; it was checked when read."""
    if content.startswith(b"\x89PNG"):
        return "png"
    return "webp" if content.startswith(b"RIFF") else "jpeg"


VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)")
#: What a correction says for a cell that was or is empty, and for a row as a whole.
EMPTY: Final = "(empty)"
ROW: Final = "(row)"


def parse_version(version: str) -> tuple[int, int, int]:
    """A version as numbers, for comparing; raises ``ValueError`` where it is none."""
    found = VERSION.fullmatch(version)
    if not found:
        raise ValueError(f"{version!r} is not a version: write 1.0.0")
    return int(found[1]), int(found[2]), int(found[3])


def list_versions(folder: Path) -> dict[str, Path]:
    """The versions kept in a folder (``1.0.0.zip``, byte for byte), the newest first."""
    found = {p.stem: p for p in folder.glob("*.zip") if VERSION.fullmatch(p.stem)}
    return dict(sorted(found.items(), key=lambda pair: parse_version(pair[0]), reverse=True))


def read_archive(archive: Path) -> dict[str, bytes]:
    """Every file of a kept version by path."""
    with zipfile.ZipFile(archive) as content:
        return {name: content.read(name) for name in content.namelist()}


def split_record_ids(record_id: str) -> tuple[str, ...]:
    """The records that a correction is of: one, or for a change of wording several."""
    return tuple(part.strip() for part in record_id.split(";"))
