"""Makes the data set from the valid rows of a package and its descriptor."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any

from components.domain.intake.packages.descriptor import descriptor_of
from components.domain.intake.packages.rows import (
    CheckedTable,
    text_of,
)
from components.domain.intake.problems import Notes
from components.domain.intake.rows.values import is_address
from components.domain.records.dataset import Dataset, Licence, PackageInfo, kinds_of
from components.domain.records.package_files import (
    CATEGORIES,
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    CORRECTIONS,
    DESCRIPTOR,
    EVENTS,
    LEFT_OUT,
    PLACES,
    REGION_DEPARTMENTS,
    REGIONS,
    SOURCES,
    TOPICS,
)
from components.domain.records.presentation import Presentation


def created_on(about: Mapping[str, Any], notes: Notes) -> date | None:
    """The day the version is of; a package need not say it."""
    created = about.get("created")
    if created is None:
        return None
    try:
        return datetime.fromisoformat(str(created)).date()
    except ValueError:
        notes.add("created", DESCRIPTOR, None, "created", created, "note")
        return None


def _licence(about: Mapping[str, Any]) -> Licence | None:
    """The first licence that the package names."""
    listed_ones = about.get("licenses")
    first = listed_ones[0] if isinstance(listed_ones, list) and listed_ones else None
    if not isinstance(first, dict):
        return None
    name = text_of(first, ["name", "title"])
    shown = name.replace("-", " ") if name.upper().startswith("CC") else name
    address = text_of(first, ["path"])
    return Licence(shown[:80], address if is_address(address) else "") if name else None


def _about(values: Mapping[str, Any], title: str) -> PackageInfo:
    english, _, spanish = text_of(values, ["description", "description_es"]).partition("\n\n")
    return PackageInfo(
        title_es=(text_of(values, ["title_es"]) or title)[:200],
        description=english[:1000],
        description_es=(text_of(values, ["description_es"]) or spanish or english)[:1000],
        licence=_licence(values),
    )


def _language(tables: Mapping[str, CheckedTable]) -> str:
    """The one language that the texts of all tables are written in; empty where there are two."""
    written = set().union(*(table.languages for table in tables.values()))
    return next(iter(written)) if len(written) == 1 else ""


def dataset_of(
    about: Mapping[str, Any],
    name: str,
    tables: Mapping[str, CheckedTable],
    shown: Presentation,
    created: date | None,
    empty: bool,
) -> Dataset | None:
    """The data set that the sound rows make; ``None`` without an event and a claim.

    Args:
        name: what the file or folder is called, where the descriptor gives no title.
        created: the day the version is of.
        empty: whether a data set without any is one.
    """
    if not empty and not tables[EVENTS].rows and not tables[CLAIMS].rows:
        return None
    title = (text_of(about, ["title", "title_es", "name"]) or PurePosixPath(name).stem)[:200]
    version = text_of(about, ["version"]) or "1.0.0"

    def by_id(table: str) -> dict[str, Any]:
        return {record.id: record for _, record in tables[table].rows}

    def rows(table: str) -> tuple[Any, ...]:
        return tuple(record for _, record in tables[table].rows)

    return Dataset(
        version=version,
        title=title,
        sources=by_id(SOURCES),
        events=by_id(EVENTS),
        claims=by_id(CLAIMS),
        claimants=by_id(CLAIMANTS),
        citations=rows(CITATIONS),
        topics=by_id(TOPICS),
        places=by_id(PLACES),
        regions=by_id(REGIONS),
        region_departments=rows(REGION_DEPARTMENTS),
        left_out=rows(LEFT_OUT),
        corrections=rows(CORRECTIONS),
        created=created,
        about=_about(about, title),
        categories=by_id(CATEGORIES) or kinds_of(rows(EVENTS)),
        presentation=shown,
        language=_language(tables),
        descriptor=descriptor_of(about, title, version),
    )
