"""The story that this server shows to everybody: the settings that name it, and its versions."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from components import limits
from components.i18n import LANGUAGES, i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult, Problem, read
from components.intake.package_folders import load_older, load_package
from components.intake.problems import DataError
from components.intake.source_library import LanguageTexts
from components.loading.loaded_story import LoadedStory
from components.loading.report_address import find_report_problem
from components.loading.story_files import build_table_dataset
from components.query.engine_errors import StoreError
from components.query.table_address import parse_table_address
from components.story.package_files import DEFAULT_DATA, PROGRAMS, list_versions, read_archive

if TYPE_CHECKING:
    from components.query.table import TableStore

#: The setting with the package, the table's file or the database's address.
DATA_SETTING: Final = "STORY_DATA"
#: The setting with a file that maps the columns of a table.
COLUMNS_SETTING: Final = "STORY_COLUMNS"
#: The setting with the seconds that a query of a table may take.
SECONDS_SETTING: Final = "STORY_SECONDS"
#: The folder of a package that holds its older versions.
VERSIONS_FOLDER: Final = "versions"
#: Versions of the public story in memory; readers rarely open an older one.
CACHED_VERSIONS: Final = 4


def _read_setting(name: str) -> str:
    return os.environ.get(name, "").strip()


def _data_path() -> Path:
    """Return the path of the package that is served: the setting's, else this project's own."""
    return Path(_read_setting(DATA_SETTING) or DEFAULT_DATA)


def _read_query_seconds() -> float:
    """Return the seconds that a query of the table may take; raise ``StoreError`` if invalid."""
    text = _read_setting(SECONDS_SETTING) or str(limits.tables.QUERY_SECONDS)
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if 0 < seconds <= limits.tables.MOST_QUERY_SECONDS:
        return seconds
    most_seconds = limits.tables.MOST_QUERY_SECONDS
    raise StoreError(f"{SECONDS_SETTING}={text}: give a number of seconds, {most_seconds} at most.")


@lru_cache(maxsize=1)
def _served_table() -> TableStore | None:
    """Open the table that the setting names; ``None`` where it names a package."""
    address = parse_table_address(os.environ.get(DATA_SETTING, ""))
    if address is None:
        return None
    # Imported late: only a story that is a table needs an engine.
    from components.query.opening import open_store, read_column_map

    column_map = None
    columns_path = _read_setting(COLUMNS_SETTING)
    if columns_path:
        column_map = read_column_map(Path(columns_path))
        if column_map is None:
            raise StoreError(f"{COLUMNS_SETTING}={columns_path}: there is no such file.")
    return open_store(address, column_map, _read_query_seconds())


@lru_cache(maxsize=1)
def served_package() -> ImportResult:
    """Read the package that is served.

    Returns
    -------
    ImportResult
        Its records; of a table without events.

    Raises
    ------
    OSError
        If there is nothing to read.
    DataError
        If this project's own data are damaged.
    StoreError
        If a table cannot be opened.
    """
    address = parse_table_address(os.environ.get(DATA_SETTING, ""))
    table = _served_table()
    if address and table:
        default_names: LanguageTexts = dict.fromkeys(LANGUAGES, address.name)
        dataset = build_table_dataset(table, default_names, table.credit)
        return ImportResult(address.name, dataset, ())
    if _data_path() == DEFAULT_DATA:
        return load_package(DEFAULT_DATA)
    return read.read_hosted(_data_path())


def startup_problems() -> str:
    """Return why the server must not start, line by line; empty where nothing is wrong.

    A visitor cannot correct the data, so that a row that is left out stops the start. A row that
    gives no date at all is no mistake: :func:`list_undated_rows` has it.
    """
    report_problem = find_report_problem()
    if report_problem:
        return report_problem
    data_setting = f"{DATA_SETTING}={_read_setting(DATA_SETTING)}"
    try:
        intake = served_package()
    except OSError as error:
        return f"{data_setting}: {error.strerror or error}."
    except DataError as error:
        return str(error)
    except StoreError as error:
        return f"{DATA_SETTING}: {error}"
    lines: list[str] = []
    for problem in intake.of_level("stop", "refused", "undated", "part"):
        if not _gives_no_date(problem):
            lines.append(format_problem(problem, i18n_for("en")).line)
    if intake.dataset is None and not lines:
        lines.append("there is no event and no claim in it.")
    if not lines:
        return ""
    return "\n".join([f"{data_setting}:", *lines])


def _gives_no_date(problem: Problem) -> bool:
    """Return whether a problem says that the cell of a row's date is empty."""
    return problem.level == "undated" and problem.code == "empty"


def list_undated_rows() -> str:
    """Return the rows of the story that give no date, line by line; they are on no page."""
    lines = []
    for problem in served_package().of_level("undated"):
        if _gives_no_date(problem):
            lines.append(format_problem(problem, i18n_for("en")).line)
    return "\n".join(lines)


@lru_cache(maxsize=CACHED_VERSIONS)
def _load_version(version: str, present_version: str) -> LoadedStory:
    intake = served_package()
    archives = list_versions(_data_path() / VERSIONS_FOLDER)
    if version != present_version:
        # In memory: whoever asks for a version is answered even where the disk is full.
        intake = load_older(read_archive(archives[version]), version, _data_path())
    # The present one first, then the newest.
    older_versions = [older for older in archives if older != present_version]
    return LoadedStory(
        intake,
        key=f"{_data_path().resolve()} {version}",
        versions=(present_version, *older_versions),
        table=_served_table(),
    )


def public_story(version: str | None = None) -> LoadedStory:
    """Return the story that this server shows to everybody.

    Parameters
    ----------
    version
        One of its versions; the present one if ``None``.
    """
    dataset = served_package().dataset
    present_version = ""
    if dataset:
        present_version = dataset.version
    return _load_version(version or present_version, present_version)


def check_story() -> None:
    """Raise a :class:`StoreError` while the table that everybody reads cannot be asked."""
    table = _served_table()
    if table:
        table.engine.check_connection()


def data_stamp() -> str:
    """Return a hash that changes when a file of the story that everybody reads is changed."""
    path = _data_path()
    if not path.exists():
        # A database elsewhere: it is asked each time for what it holds.
        return hashlib.sha256(str(path).encode()).hexdigest()
    files = [path]
    if path.is_dir():
        files = []
        for file in sorted(path.rglob("*")):
            if file.is_file() and file.suffix not in PROGRAMS:
                files.append(file)
    file_states: list[tuple[str, int, int]] = []
    for file in files:
        status = file.stat()
        file_states.append((str(file), status.st_size, status.st_mtime_ns))
    return hashlib.sha256(repr(file_states).encode()).hexdigest()


def forget_stories() -> None:
    """Clear the caches, so that every story is read anew when it is next asked for."""
    served_package.cache_clear()
    _served_table.cache_clear()
    _load_version.cache_clear()
