"""Reading the data package: every table, checked, or one error that lists all that is wrong.

Only the standard library and the models are used, so that a server is ready in a fraction of a
second and a data set of one's own is held to the same rules as the one shipped.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from components.domain.dataset import Dataset
from components.domain.models import (
    Citation,
    Claim,
    Claimant,
    Correction,
    Event,
    LeftOut,
    Place,
    Region,
    RegionDepartment,
    Topic,
)
from components.domain.package_checks import CHECKS, Tables
from components.domain.package_files import (
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    CORRECTIONS,
    EVENTS,
    LEFT_OUT,
    PLACES,
    REGION_DEPARTMENTS,
    REGIONS,
    TOPICS,
    DataError,
    Model,
    Numbered,
)
from components.domain.package_reader import Reader

DEFAULT_DATA = Path(__file__).parents[2] / "data"


def _values(rows: Collection[Numbered[Model]]) -> tuple[Model, ...]:
    return tuple(record for _, record in rows)


def load_dataset(folder: Path) -> Dataset:
    """Read and check the data package in a folder.

    Raises:
        DataError: listing every problem found. References are followed only once each row by
            itself is sound, so that one bad row does not bring a dozen complaints about others.
    """
    reader = Reader(folder)
    version, title, created = reader.descriptor()
    tables = Tables(
        events=reader.table(EVENTS, Event),
        claims=reader.table(CLAIMS, Claim),
        claimants=reader.table(CLAIMANTS, Claimant),
        citations=reader.table(CITATIONS, Citation),
        topics=reader.table(TOPICS, Topic),
        places=reader.table(PLACES, Place),
        regions=reader.table(REGIONS, Region),
        region_departments=reader.table(REGION_DEPARTMENTS, RegionDepartment),
        left_out=reader.table(LEFT_OUT, LeftOut),
        corrections=reader.table(CORRECTIONS, Correction),
        sources=reader.sources(),
        story=reader.story(),
    )
    problems = reader.problems or [problem for check in CHECKS for problem in check(tables)]
    if problems:
        raise DataError(problems)
    return Dataset(
        version=version,
        title=title,
        sources={record.id: record for record in _values(tables.sources)},
        events={record.id: record for record in _values(tables.events)},
        claims={record.id: record for record in _values(tables.claims)},
        claimants={record.id: record for record in _values(tables.claimants)},
        citations=_values(tables.citations),
        topics={record.id: record for record in _values(tables.topics)},
        places={record.id: record for record in _values(tables.places)},
        regions={record.id: record for record in _values(tables.regions)},
        region_departments=_values(tables.region_departments),
        left_out=_values(tables.left_out),
        corrections=_values(tables.corrections),
        created=created,
        descriptor=reader.content,
        story=tables.story,
    )
