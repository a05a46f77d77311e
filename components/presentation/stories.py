"""A story as it is shown: what a reader opens, and what this server shows to every visitor."""

from __future__ import annotations

import gc
import hashlib
import os
import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from cachetools import LRUCache

from components import limits
from components.i18n import LANGUAGES, I18n, Language, i18n_for
from components.i18n.problem_texts import format_problem
from components.intake import ImportResult, read
from components.intake.columns import ColumnMap, Credit
from components.intake.package import DEFAULT_DATA, load_older, load_package
from components.intake.problems import DataError
from components.intake.row_records import UNTITLED, Texts, about_of, own_source
from components.query.engine import StoreError, has_shared_memory, parse_table_address
from components.query.filters import (
    MOST_INDEXED,
    Filters,
    Selection,
    fold_record_texts,
    select_records,
)
from components.query.view_tables import Subset, build_subset
from components.story.content_hash import hash_code
from components.story.dataset import Dataset
from components.story.ground_data import Basemap, build_basemap, pad_bounds
from components.story.models import Bilingual, Region
from components.story.package_files import PROGRAMS, list_versions, read_archive
from components.story.presentation import MapExtent, Presentation, Span
from components.work.memory import SingleFlightCache, freeze_gc, watch_story

SETTING: Final = "STORY_DATA"
#: A file that says what the columns of a table are.
COLUMNS: Final = "STORY_COLUMNS"
#: How many seconds one question to a table may take.
SECONDS: Final = "STORY_SECONDS"
#: The folder of a package that holds its older versions.
VERSIONS: Final = "versions"
#: So many sets of filters are kept of a story that all visitors share, and of one in a session.
SHARED_ENTRIES: Final = 256
SESSION_ENTRIES: Final = 8
KEPT_VERSIONS: Final = 4
#: Answers of a table are kept with its story, so that a closed one leaves no words of its rows.
MOST_ANSWERS: Final = 512

if TYPE_CHECKING:
    from components.query.table import TableStore

Made = TypeVar("Made")


@dataclass(eq=False)
class LoadedStory:
    """A story as it is shown: its records, its ground, and what sets of filters leave of it, kept
    here so that the rows of an opened file are gone with the session that holds them.

    ``key`` tells it from every other story of the process; of ``versions`` the present one is
    first. No address leads to a ``private`` one, opened in a session. Events that are asked instead
    of read are in ``table``; the records then hold its name, days, kinds, regions and sources.
    Raises a ``ValueError`` where nothing of what was read can be shown.
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
        size = SESSION_ENTRIES if self.private else SHARED_ENTRIES
        self._kept: LRUCache[Hashable, Any] = LRUCache(size)
        self.answers: SingleFlightCache[Any] = SingleFlightCache(MOST_ANSWERS)
        self._lock = threading.RLock()
        self._basemap: Basemap | None = None
        self._spoken: dict[Language, I18n] = {}
        if len(self.dataset.events) > MOST_INDEXED:
            # Now, while the reader sees that something is being read, not with the first filter.
            self.selection(Filters())
            self.dataset.memoize(fold_record_texts)
        if self.private:
            watch_story(self)

    @staticmethod
    def go_on() -> None:
        """Called between the steps of a layout: the interface puts in here what ends, by an
        exception of the framework's, a run that nobody looks at.
        """

    def in_language(self, language: Language) -> I18n:
        """A language as this story is told in it."""
        if language not in self._spoken:
            self._spoken[language] = I18n(language, self.dataset)
        return self._spoken[language]

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
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]

    @property
    def is_live(self) -> bool:
        """Return whether the rows are asked elsewhere and may change under the same mark."""
        return self.table is not None and not self.table.about.made

    @property
    def basemap(self) -> Basemap:
        """The ground of its map, which what filters leave never pushes out."""
        if self._basemap is None:
            self.go_on()
            # Not a cached property: those of all stories wait for one lock.
            self._basemap = build_basemap(self.dataset, self.intake.geo)
        return self._basemap

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What ``make`` gives, kept while it is among the latest asked for."""
        # Nobody waits for another one's making: two who ask at once may both make it, and get the
        # same. A lock held meanwhile could wait for one that its holder's thread needs.
        with self._lock:
            if key in self._kept:
                return cast(Made, self._kept[key])
        made = make()
        with self._lock:
            return cast(Made, self._kept.setdefault(key, made))

    def selection(self, filters: Filters) -> Selection:
        """What some filters leave."""
        return self.once(("selection", filters), lambda: select_records(self.dataset, filters))

    def subset(self, filters: Filters) -> Subset:
        """What some filters leave as a data set of its own."""
        return self.once(
            ("part", filters), lambda: build_subset(self.dataset, filters, self.selection(filters))
        )


# What a reader opens ------------------------------------------------------------------------------
def maybe_table(files: Sequence[read.NamedFile]) -> bool:
    """Whether the files are one with enough rows to be queried as a table, as far as one sees."""
    (name, content), *others = files
    ending = PurePosixPath(name.lower()).suffix
    if (
        others
        or not has_shared_memory()
        or len(content) > limits.MOST_FILE_BYTES
        or ending == ".zip"
    ):
        return False
    if ending not in read.TABLES:
        return len(content) > limits.MEGABYTE
    many = content.count(b"\n") > limits.MOST_READ_ROWS
    return many and not read.may_stand_beside(content, name)


#: What became of files that a reader opened, and the file of their table, if it is asked.
Opened = tuple[ImportResult, bytes | None]


def read_files(
    files: Sequence[read.NamedFile],
    column_map: ColumnMap | None,
    progress: Callable[[int, int], None] | None = None,
) -> Opened:
    """Read files as one story: as records, or with many rows as a table. ``column_map`` says which
    column is what, else it is guessed; ``progress`` is told the rows done and all rows.
    """
    records = limits.MOST_READ_ROWS if has_shared_memory() else limits.MOST_ROWS
    # Python's collector would look through all cells again and again.
    collected = gc.isenabled()
    gc.disable()
    try:
        intake = read.read_together(files, records, progress, column_map)
        if not intake.rows:
            return intake, None
        # Imported late: only a table needs an engine.
        from components.query.opening import pack_rows

        number = intake.layout.map.number if intake.layout else ""
        return replace(intake, rows=None), pack_rows(intake.rows, number)
    finally:
        if collected:
            gc.enable()


def unpacked(opened: Opened) -> tuple[ImportResult, TableStore | None]:
    """What was opened, and its table in this process where it is asked as one."""
    intake, packed = opened
    if packed is None:
        return intake, None
    from components.query.opening import unpack_table

    table = unpack_table(packed)
    if not table.about.shown:
        return intake, None
    if intake.layout:
        table.credit = intake.layout.map.credit
    return replace(intake, dataset=records_of(table, UNTITLED, table.credit)), table


def records_of(table: TableStore, names: Texts, credit: Credit) -> Dataset:
    """A data set of a table: days, kinds, regions, sources; named by its credit, else ``names``."""
    bounds, extents = table.about.bounds, tuple[MapExtent, ...]()
    if bounds:
        # The one part of the map; its id is never in an address.
        name = Bilingual(en="All", es="Todo")
        extents = (MapExtent(id="whole", name=name, bounds=pad_bounds(bounds), close=True),)
    regions = {
        key: Region(id=key, name=word, name_es=word, label=word, label_es=word)
        for key, word in table.names("regions").items()
    }
    first, last = table.about.span
    return Dataset(
        **about_of(credit, names),
        sources={k: own_source(k, word, "", "") for k, word in table.names("sources").items()},
        regions=regions,
        categories={kind.id: kind for kind in table.kinds},
        presentation=Presentation(period=Span(**{"from": first, "to": last}), extents=extents),
    )


# The story that this server shows -------------------------------------------------------------
def _path() -> Path:
    """The package that is served: the one that the setting names, else this project's own."""
    return Path(os.environ.get(SETTING, "").strip() or DEFAULT_DATA)


@lru_cache(maxsize=1)
def _served_table() -> TableStore | None:
    """The table that the setting names, opened; ``None`` where it names a package."""
    address = parse_table_address(os.environ.get(SETTING, ""))
    if address is None:
        return None
    # Imported late: only a story that is a table needs an engine.
    from components.query.opening import open_store, read_column_map

    columns = os.environ.get(COLUMNS, "").strip()
    given = read_column_map(Path(columns)) if columns else None
    if columns and given is None:
        raise StoreError(f"{COLUMNS}={columns}: there is no such file.")
    text = os.environ.get(SECONDS, "").strip() or str(limits.QUERY_SECONDS)
    with suppress(ValueError):
        if 0 < (seconds := float(text)) <= limits.MOST_QUERY_SECONDS:
            return open_store(address, given, seconds)
    most = limits.MOST_QUERY_SECONDS
    raise StoreError(f"{SECONDS}={text}: give a number of seconds, {most} at most.")


@lru_cache(maxsize=1)
def served_package() -> ImportResult:
    """The package that is served, read; raises ``OSError`` where there is nothing to read,
    ``DataError`` for bad data of this project's own, ``StoreError`` for a table.
    """
    address, table = parse_table_address(os.environ.get(SETTING, "")), _served_table()
    if address and table:
        names: Texts = dict.fromkeys(LANGUAGES, address.name)
        return ImportResult(address.name, records_of(table, names, table.credit), ())
    return read.read_hosted(_path()) if _path() != DEFAULT_DATA else load_package(DEFAULT_DATA)


def refusal() -> str:
    """Why the server must not start, line by line; empty where nothing is wrong."""
    named = f"{SETTING}={os.environ.get(SETTING, '').strip()}:"
    try:
        intake = served_package()
    except OSError as error:
        return f"{named[:-1]}: {error.strerror or error}."
    except DataError as error:
        return str(error)
    except StoreError as error:
        return f"{SETTING}: {error}"
    # A visitor can mend nothing here, so a row that is left out stops the start.
    found = intake.of_level("stop", "refused", "undated", "part")
    lines = [format_problem(problem, i18n_for("en")).line for problem in found]
    if intake.dataset is None and not lines:
        lines = ["there is no event and no claim in it."]
    return "\n".join([named, *lines]) if lines else ""


@lru_cache(maxsize=KEPT_VERSIONS)
def _version(version: str, present: str) -> LoadedStory:
    intake, older = served_package(), list_versions(_path() / VERSIONS)
    if version != present:
        # In memory: whoever asks for a version is answered even where the disk is full.
        intake = load_older(read_archive(older[version]), version, _path())
    # The present one first, then the newest.
    versions = (present, *(kept for kept in older if kept != present))
    key = f"{_path().resolve()} {version}"
    return LoadedStory(intake, key, versions, table=_served_table())


def public_story(version: str | None = None) -> LoadedStory:
    """What this server shows to everybody; the present version if none is named."""
    found = served_package().dataset
    present = found.version if found else ""
    return _version(version or present, present)


def check_story() -> None:
    """Raise a :class:`StoreError` while the table that everybody reads cannot be asked."""
    if table := _served_table():
        table.engine.check()


def data_stamp() -> str:
    """Changes when a file of the story that everybody reads is changed."""
    path = _path()
    if not path.exists():
        # An engine elsewhere: what it holds is asked each time.
        return hashlib.sha256(str(path).encode()).hexdigest()
    every = sorted(path.rglob("*")) if path.is_dir() else [path]
    files = [f for f in every if f == path or (f.is_file() and f.suffix not in PROGRAMS)]
    said = [(str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in files]
    return hashlib.sha256(repr(said).encode()).hexdigest()


def forget() -> None:
    """Read every story anew when it is next asked for."""
    for cached in (served_package, _served_table, _version):
        cached.cache_clear()


def warm() -> None:
    """Load everything, so that the first visitor waits for nothing."""
    story = public_story()
    # Of the code as it is loaded, before an update replaces its files.
    hash_code()
    from components.presentation.scenes import outlines

    outlines(story.basemap, story.basemap.extents[0].id)
    for language in LANGUAGES:
        i18n_for(language)
    # The map's library is slow to import; the first page would pay for it.
    import pydeck  # noqa: F401

    freeze_gc()
