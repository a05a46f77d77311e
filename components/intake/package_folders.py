"""Packages in folders: this project's own, its earlier versions, and the example to begin with.

Of this project's own, anything that is wrong stops the start.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from components import limits
from components.intake.json_files import JsonObject
from components.intake.package import VERSIONS, read_package
from components.intake.problems import DataError, ImportResult
from components.story import package_files as paths
from components.story.content_hash import hash_files
from components.story.dataset import Dataset
from components.story.package_files import Files
from components.story.presentation import Presentation

#: What to begin with: a table of events and a package.
EXAMPLE: Final = Path(__file__).with_name("example")
#: Files that an earlier version of the package may lack; then the present ones count.
_LATER_FILES: Final = (
    paths.CATEGORIES,
    *paths.VOCABULARIES,
    paths.PRESENTATION,
)


def files_in(folder: Path) -> Files:
    """Return the files of a package in a folder, by path, without kept versions and programs."""
    files: dict[str, bytes] = {}
    for file in sorted(folder.rglob("*")):
        is_program = file.suffix in paths.PROGRAMS
        if is_program or not file.is_file():
            continue
        path = file.relative_to(folder).as_posix()
        is_small = file.stat().st_size <= limits.files.MOST_UNPACKED_BYTES
        if is_small and not path.startswith(VERSIONS):
            files[path] = file.read_bytes()
    return files


def load_package(folder: Path) -> ImportResult:
    """Read the data package in a folder.

    Raises
    ------
    DataError
        With its problems and notes, if there are any.
    """
    files = files_in(folder)
    intake = read_package(files, folder.name)
    if intake.problems or intake.dataset is None:
        raise DataError(intake.problems)
    return replace(intake, content_hash=hash_files(files))


def load_dataset(folder: Path) -> Dataset:
    """Return the data of :func:`load_package`; its errors are raised."""
    return cast(Dataset, load_package(folder).dataset)


def load_older(files: Files, name: str, present: Path) -> ImportResult:
    """Read a version of the package in the folder ``present`` that was published earlier.

    It was checked when it was kept, by the rules of its day, so those of today are not asked of it.
    Where it has no kinds of event or no words of its own, and for each part of the presentation
    that it has not or has in an older form, the present ones count.

    Raises
    ------
    DataError
        When a row of it can no longer be read.
    """
    present_files: dict[str, bytes] = {}
    for path in _LATER_FILES:
        file = present / path
        if file.exists():
            present_files[path] = file.read_bytes()
    read_files = {**present_files, **files}
    older_json = files.get(paths.PRESENTATION)
    present_json = present_files.get(paths.PRESENTATION)
    if older_json is not None and present_json is not None:
        older_content = json.loads(older_json)
        present_content = json.loads(present_json)
        presentation = _complete_presentation(older_content, present_content)
        presentation_text = json.dumps(presentation)
        read_files[paths.PRESENTATION] = presentation_text.encode()
    intake = read_package(read_files, name)
    if intake.dataset is None or intake.of_level("stop", "refused", "undated", "part"):
        raise DataError(intake.problems)
    return replace(intake, content_hash=hash_files(read_files))


def _complete_presentation(older: JsonObject, present: JsonObject) -> JsonObject:
    """Return an older presentation, with what it lacks from the present one."""
    older_parts = dict(older)
    if isinstance(older_parts.get("method"), bool):
        # It once said only whether there is a page on method.
        del older_parts["method"]
    present_sentences = present.get("sentences", {})
    older_sentences = older_parts.get("sentences", {})
    sentences = {**present_sentences, **older_sentences}
    return {**present, **older_parts, "sentences": sentences}


def read_example_events() -> bytes:
    """Return the example as a table of events, with the mark by which spreadsheets know UTF-8."""
    return (EXAMPLE / "events.csv").read_bytes()


def example_package() -> Files:
    """Return the example as files of a package, by path, with the schema of its presentation."""
    story_files = files_in(EXAMPLE / "story")
    schema = Presentation.model_json_schema(by_alias=True)
    schema_text = json.dumps(schema, ensure_ascii=False, indent=2)
    return {**story_files, "presentation.schema.json": schema_text.encode()}
