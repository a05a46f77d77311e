"""Reads the project's own package strictly: any problem or note stops the start."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from components.domain.intake import ImportResult, read_folder, read_package
from components.domain.intake.messages import english
from components.domain.records.dataset import Dataset
from components.domain.records.package_files import (
    CATEGORIES,
    DEFAULT_DATA,
    PRESENTATION,
    DataError,
    PackageProblem,
)

__all__ = ["DEFAULT_DATA", "load_dataset", "load_older", "load_package"]


def data_error(intake: ImportResult) -> DataError:
    """Everything that was found, as the error that stops a start."""
    return DataError(
        [
            PackageProblem(p.sheet, english(p), p.row, p.column, p.value or None)
            for p in intake.problems
        ]
    )


def load_package(folder: Path) -> ImportResult:
    """Read the data package in a folder strictly: any problem or note is an error.

    Raises:
        DataError: listing every problem found, with file, row and field. References are followed
            only once each row by itself is sound, so that one bad row does not bring a dozen
            complaints about others.
    """
    intake = read_folder(folder, strict=True)
    if intake.problems or intake.dataset is None:
        raise data_error(intake)
    return intake


def load_dataset(folder: Path) -> Dataset:
    """The data of :func:`load_package`, which raises its errors."""
    found = load_package(folder).dataset
    if found is None:  # pragma: no cover - load_package has raised
        raise DataError([])
    return found


def load_older(files: Mapping[str, bytes], name: str, present: Path) -> ImportResult:
    """Read a version of the package ``present`` that was published earlier, as it was.

    It was checked when it was kept, by the rules of its day, so the rules of today are not asked
    of it. Where it has no kinds of event, and for each part of the presentation that it has not or
    has in an older form, the present ones count.

    Args:
        files: what each of its files holds, by path.
        present: the folder of the package as it is now.

    Raises:
        DataError: when a row of it can no longer be read.
    """
    paths = (present / CATEGORIES, present / PRESENTATION)
    others = {path.name: path.read_bytes() for path in paths if path.exists()}
    if PRESENTATION in files and PRESENTATION in others:
        shown = _completed(files[PRESENTATION], others[PRESENTATION])
        files = {**files, PRESENTATION: shown}
    intake = read_package({**others, **files}, name)
    if intake.dataset is None or intake.of_level("stop", "refused", "undated", "part"):
        raise data_error(intake)
    return intake


def _completed(older: bytes, present: bytes) -> bytes:
    """An older ``presentation.json`` with the parts and sentences that only the present one has."""
    shown, now = json.loads(older), json.loads(present)
    if isinstance(shown.get("method"), bool):
        del shown["method"]
    sentences = {**now.get("sentences", {}), **shown.get("sentences", {})}
    return json.dumps({**now, **shown, "sentences": sentences}).encode()
