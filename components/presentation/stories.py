"""The story that is shown: the one that every reader shares, or one that a reader opens."""

from __future__ import annotations

import gc
import hashlib
import os
import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

from cachetools import LRUCache

from components import limits
from components.i18n import LANGUAGES, I18n, Language, i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult, read
from components.intake.companions import may_be_companion
from components.intake.file_formats import TEXT_TABLES, NamedFile
from components.intake.package_folders import load_older, load_package
from components.intake.problems import DataError
from components.intake.row_records import UNTITLED, describe_dataset
from components.intake.sheet_models import ColumnMap, Credit
from components.intake.source_library import LanguageTexts, SourceDraft
from components.query.engine import has_shared_memory
from components.query.engine_errors import StoreError
from components.query.filters import (
    MOST_INDEXED,
    SOURCE_DEPENDENT_FILTERS,
    Filters,
    Selection,
    fold_record_texts,
    restrict_to_sources,
    select_records,
)
from components.query.table_address import parse_table_address
from components.query.view_tables import Subset, build_subset
from components.story.content_hash import hash_code
from components.story.dataset import Dataset
from components.story.ground_data import Basemap, build_basemap, pad_bounds
from components.story.models import Bilingual, Region, Source
from components.story.package_files import DEFAULT_DATA, PROGRAMS, list_versions, read_archive
from components.story.presentation import MapExtent, Presentation, Span
from components.work.memory import SingleFlightCache, watch_story

#: The setting with the package, the table's file or the database's address.
DATA_SETTING: Final = "STORY_DATA"
#: The setting with a file that maps the columns of a table.
COLUMNS_SETTING: Final = "STORY_COLUMNS"
#: The setting with the seconds that a query of a table may take.
SECONDS_SETTING: Final = "STORY_SECONDS"
#: The folder of a package that holds its older versions.
VERSIONS_FOLDER: Final = "versions"
#: Cached values of a story that all visitors share, and of a story in a session, which has one
#: reader.
SHARED_ENTRIES: Final = 256
SESSION_ENTRIES: Final = 8
#: Versions of the public story in memory; readers rarely open an older one.
CACHED_VERSIONS: Final = 4
#: Answers of a table are cached with its story, so that a closed one leaves no text of its rows.
MOST_ANSWERS: Final = 512
#: Characters of the hash in the addresses of drawings.
MARK_CHARACTERS: Final = 12

if TYPE_CHECKING:
    from components.query.table import TableStore

Value = TypeVar("Value")


@dataclass(eq=False)
class LoadedStory:
    """A story as it is shown: its records, its basemap, and a cache of what is computed from them.

    The cache is here so that the rows of an opened file are gone with the session that holds them.

    Attributes
    ----------
    intake
        What was read, with the problems in it.
    key
        Tells the story from every other story of the process.
    versions
        Versions of the data set that can be shown, the present one first.
    private
        Whether it was opened in a session; no address leads to it.
    table
        Events that are queried instead of read; ``dataset`` then holds their name, days, kinds,
        regions and sources.
    dataset
        The records.

    Raises
    ------
    ValueError
        If nothing of what was read can be shown.
    """

    intake: ImportResult
    key: str
    versions: tuple[str, ...] = ()
    private: bool = False
    table: TableStore | None = None
    dataset: Dataset = field(init=False)

    def __post_init__(self) -> None:
        if self.intake.dataset is None:
            raise ValueError(f"{self.intake.name}: nothing of it can be shown")
        self.dataset = self.intake.dataset
        self.versions = self.versions or (self.dataset.version,)
        cache_size = SHARED_ENTRIES
        if self.private:
            cache_size = SESSION_ENTRIES
        self._cached_values: LRUCache[Hashable, Any] = LRUCache(cache_size)
        self.answers: SingleFlightCache[Any] = SingleFlightCache(MOST_ANSWERS)
        self._lock = threading.RLock()
        self._basemap: Basemap | None = None
        self._languages: dict[Language, I18n] = {}
        if len(self.dataset.events) > MOST_INDEXED:
            # Now, while the reader sees that something is being read, not with the first filter.
            self.selection(Filters())
            self.dataset.memoize(fold_record_texts)
        if self.private:
            watch_story(self)

    @staticmethod
    def raise_if_cancelled() -> None:
        """Stop a layout that nobody waits for.

        Called between the steps of a layout. The interface replaces it by a function that ends the
        run with an exception of the framework's.
        """

    def in_language(self, language: Language) -> I18n:
        """Return a language with the texts and names that this story has in it."""
        if language not in self._languages:
            self._languages[language] = I18n(language, self.dataset)
        return self._languages[language]

    @cached_property
    def mark(self) -> str:
        """Tell this story from every other by its content, on every copy of the app.

        Two copies that read the same files with the same code have the same mark, in whatever
        folder: what is named by it is kept for good by browsers. A story that was not read from
        the server's files is told by its key.
        """
        data = self.dataset
        if self.private:
            content = self.key
        elif self.table is not None:
            content = repr(self.table.about)
        else:
            content = self.intake.content_hash or self.key
        parts = (content, hash_code(), data.title, data.version, data.created)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:MARK_CHARACTERS]

    @property
    def is_live(self) -> bool:
        """Return whether the rows are asked elsewhere and may change under the same mark."""
        return self.table is not None and not self.table.about.made

    @property
    def basemap(self) -> Basemap:
        """The basemap, which the cached values of filters never push out."""
        if self._basemap is None:
            self.raise_if_cancelled()
            # Not a cached property: those of all stories wait for one lock.
            self._basemap = build_basemap(self.dataset, self.intake.geo)
        return self._basemap

    def memoize(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """Return the cached value of a key, or compute and cache it.

        Nobody waits for another thread's computation: two threads that ask at the same time may
        both compute the value, and get the same. A lock held meanwhile could wait for one that its
        holder's thread needs.
        """
        with self._lock:
            if key in self._cached_values:
                return cast(Value, self._cached_values[key])
        computed = compute()
        with self._lock:
            return cast(Value, self._cached_values.setdefault(key, computed))

    def selection(self, filters: Filters) -> Selection:
        """Return the records that meet the filters."""
        compute_selection = partial(select_records, self.dataset, filters)
        return self.memoize(("selection", filters), compute_selection)

    def restrict_to_sources(self, filters: Filters) -> Dataset:
        """Return the records as the sources give them that the filters leave in use."""
        source_filters = filters.keep_only(*SOURCE_DEPENDENT_FILTERS)
        if source_filters == Filters():
            return self.dataset
        compute_restricted = partial(restrict_to_sources, self.dataset, source_filters)
        return self.memoize(("sources", source_filters), compute_restricted)

    def subset(self, filters: Filters) -> Subset:
        """Return the records that meet the filters as a data set of its own."""
        return self.memoize(("part", filters), partial(self._compute_subset, filters))

    def _compute_subset(self, filters: Filters) -> Subset:
        return build_subset(self.dataset, filters, self.selection(filters))


# Files that a reader opens ------------------------------------------------------------------------
def looks_like_single_table(files: Sequence[NamedFile]) -> bool:
    """Guess whether the files are one with enough rows to be queried as a table.

    Parameters
    ----------
    files
        Name and content of each file.

    Returns
    -------
    bool
        False for several files or an archive. A text file is counted by its lines; a workbook, or
        another binary file, by its size.
    """
    if len(files) > 1 or not has_shared_memory():
        return False
    file_name, content = files[0]
    ending = PurePosixPath(file_name.lower()).suffix
    if len(content) > limits.MOST_FILE_BYTES or ending == ".zip":
        return False
    if ending not in TEXT_TABLES:
        return len(content) > limits.MEGABYTE
    has_many_rows = content.count(b"\n") > limits.MOST_READ_ROWS
    return has_many_rows and not may_be_companion(content, file_name)


class OpenedFiles(NamedTuple):
    """What became of files that a reader opened; a worker sends it to the server's process."""

    intake: ImportResult
    #: The database file of their rows, if these are queried as a table.
    packed_table: bytes | None


def read_files(
    files: Sequence[NamedFile],
    column_map: ColumnMap | None,
    report_progress: Callable[[int, int], None] | None = None,
) -> OpenedFiles:
    """Read files as one story: as records, or with many rows as a table.

    Parameters
    ----------
    files
        Name and content of each file.
    column_map
        Which column holds which field; guessed if ``None``.
    report_progress
        Called with the number of rows done and of all rows.

    Returns
    -------
    OpenedFiles
        The records with their problems, and the table if the rows are queried.
    """
    most_records = limits.MOST_ROWS
    if has_shared_memory():
        most_records = limits.MOST_READ_ROWS
    # Python's collector would look through all cells again and again.
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        intake = read.read_together(files, most_records, report_progress, column_map)
        if not intake.rows:
            return OpenedFiles(intake, None)
        # Imported late: only a table needs an engine.
        from components.query.packed_table import pack_rows

        number_column = ""
        if intake.layout:
            number_column = intake.layout.column_map.number_header
        packed_table = pack_rows(intake.rows, number_column)
        return OpenedFiles(replace(intake, rows=None), packed_table)
    finally:
        if was_collecting:
            gc.enable()


def unpack_opened_files(opened: OpenedFiles) -> tuple[ImportResult, TableStore | None]:
    """Return what was read, and its table, loaded in this process, if it is queried as one."""
    intake, packed_table = opened
    if packed_table is None:
        return intake, None
    from components.query.packed_table import unpack_table

    table = unpack_table(packed_table)
    if not table.about.shown:
        return intake, None
    if intake.layout:
        table.credit = intake.layout.column_map.credit
    dataset = build_table_dataset(table, UNTITLED, table.credit)
    return replace(intake, dataset=dataset), table


def build_table_dataset(table: TableStore, default_names: LanguageTexts, credit: Credit) -> Dataset:
    """Build the data set of a table: its days, kinds, regions and sources, without events.

    Parameters
    ----------
    table
        The events.
    default_names
        The title in each language where the credit has none.
    credit
        Title, author and licence of the table.
    """
    extents: tuple[MapExtent, ...] = ()
    if table.about.bounds:
        # The one part of the map; its id is never in an address.
        extent_name = Bilingual(en="All", es="Todo")
        bounds = pad_bounds(table.about.bounds)
        extents = (MapExtent(id="whole", name=extent_name, bounds=bounds, close=True),)
    regions: dict[str, Region] = {}
    for key, region_name in table.list_names("regions").items():
        regions[key] = Region(
            id=key,
            name=region_name,
            name_es=region_name,
            label=region_name,
            label_es=region_name,
        )
    sources: dict[str, Source] = {}
    for key, source_name in table.list_names("sources").items():
        sources[key] = SourceDraft(key, source_name).to_source()
    first_day, last_day = table.about.span
    # "from" is a keyword of Python.
    period = Span(**{"from": first_day, "to": last_day})
    return Dataset(
        **describe_dataset(credit, default_names),
        sources=sources,
        regions=regions,
        categories={kind.id: kind for kind in table.kinds},
        presentation=Presentation(period=period, extents=extents),
    )


# The story that this server shows -----------------------------------------------------------------
def _read_setting(name: str) -> str:
    return os.environ.get(name, "").strip()


def _data_path() -> Path:
    """Return the path of the package that is served: the setting's, else this project's own."""
    return Path(_read_setting(DATA_SETTING) or DEFAULT_DATA)


def _read_query_seconds() -> float:
    """Return the seconds that a query of the table may take; raise ``StoreError`` if invalid."""
    text = _read_setting(SECONDS_SETTING) or str(limits.QUERY_SECONDS)
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if 0 < seconds <= limits.MOST_QUERY_SECONDS:
        return seconds
    most_seconds = limits.MOST_QUERY_SECONDS
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

    A visitor cannot correct the data, so that a row that is left out stops the start.
    """
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
        lines.append(format_problem(problem, i18n_for("en")).line)
    if intake.dataset is None and not lines:
        lines.append("there is no event and no claim in it.")
    if not lines:
        return ""
    return "\n".join([f"{data_setting}:", *lines])


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
