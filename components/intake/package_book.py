"""Workbooks as packages: each sheet is the table of its name, the settings a sheet of two columns.

The sheets become the tables of a package, under their row numbers, which are then checked as those
of a zip are. Columns have the package's names or plain names; references hold the id or the name of
a row. What a sheet leaves out is filled with the plainest thing that is true.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from components.intake import columns, layouts, package, row_records, source_library
from components.intake import rows as table_rows
from components.intake.columns import WORDS, header_key
from components.intake.files import headed, object_in
from components.intake.problems import ImportResult, Notes, Problem, under_headers
from components.intake.sheet_models import CELL_JOINER, ColumnMap, RowCount, Sheet
from components.intake.table_dates import DEFAULT_RULES, parse_row_date, parse_table_date
from components.intake.value_names import DEFAULT_KIND, LIST_SEPARATOR, UniqueIds, make_slug
from components.story import package_files as paths
from components.story.models import column_references
from components.story.presentation import Presentation
from components.values.language_tables import QUALIFIER_OF_WORDS

SETTINGS: Final = paths.PRESENTATION
NAME_SEPARATOR: Final = "|"
#: What the sheet of each table may be called, besides the package's name of the table.
SHEET_NAMES: Final[Mapping[str, str]] = WORDS["sheets"]
#: Sheets whose names alone make a workbook with events a package.
PACKAGE_SHEETS: Final = (SETTINGS, paths.CLAIMS, paths.TOPICS, paths.SOURCES, paths.CITATIONS)
#: The group of columns that tables share: "cited" for citations, "named" where none is given.
_SHARED_COLUMNS: Final = {
    paths.EVENTS: "cited",
    paths.CLAIMS: "cited",
    paths.CITATIONS: "cited",
    paths.TOPICS: "",
    paths.STATEMENTS: "",
    paths.SOURCES: "",
    paths.PICTURES: "",
}
#: The names of CSL-JSON that columns of sources may have; nested fields are separated by spaces.
_CSL_NAME: Final = re.compile(
    r"(?:author|editor|translator|issued|accessed|custom)(?: \S{1,40}){1,5}"
    r"|id|type|title|language|URL|DOI|ISBN|ISSN|page|volume|issue|publisher|publisher-place|number"
    r"|container-title|title-short|edition|genre|section|note|abstract|archive|authority|medium"
)
#: The values of required fields that a sheet leaves out; texts in English and Spanish.
DEFAULT_VALUES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    paths.EVENTS: {
        "date_basis": ("stated",),
        "date_note": tuple(source_library.IN_TABLE.values()),
    },
    paths.CLAIMS: {"measure": ("count",), "population": ("people",)},
    paths.TOPICS: {
        "explanation_basis": ("editors",),
        "explanation": ("Not explained yet.", "Sin explicar todavía."),
        "settle": ("Not known yet.", "No se sabe todavía."),
    },
    paths.PLACES: {"country": (row_records.UNKNOWN_COUNTRY,)},
    paths.CLAIMANTS: {"voice": ("other",)},
    paths.CITATIONS: {"role": ("supports",)},
    paths.REGION_DEPARTMENTS: {"basis": ("attested",)},
}
#: Texts that are copied from another column where they are left out.
_COPIED_TEXTS: Final = {paths.EVENTS: {"summary": "title"}, paths.REGIONS: {"label": "name"}}
#: Fields of a table of events that a workbook has in its sheet of places, where there is one.
_PLACE_FIELDS: Final = ("lat", "lon", "coordinates", "country")
#: Tables whose rows are never made from a name in another table. Whether sources differ on a
#: question is for its author to write.
_TABLES_OF_AUTHORS: Final = (
    paths.EVENTS,
    paths.CLAIMS,
    paths.SOURCES,
    paths.TOPICS,
    paths.STATEMENTS,
)
_NAME_FIELDS: Final = ("name", "title", "question", "statement")
_ID_PREFIXES: Final = {paths.EVENTS: "ev-", paths.CLAIMS: "cl-"}
#: Settings of the descriptor, which are no part of ``presentation.json``.
_DESCRIPTOR_SETTINGS: Final = ("title", "description", "version", "created", "name")
_TRANSLATED_DESCRIPTOR_SETTINGS: Final = ("title", "description")
#: Settings, by the last part of their names, that are lists, and those that have a language.
_LIST_SETTINGS: Final = frozenset(
    {"measures", "figures", "apart", "off_map", "bounds", "claims", "synonyms", "names"}
)
_TRANSLATED_SETTINGS: Final = frozenset(
    {"title", "tagline", "credit", "name", "meaning", "one", "many", "how"}
)
#: Qualifiers of figures that have no lower or no upper bound.
_WITHOUT_LOW: Final = ("nearly", "less_than", "up_to")
_WITHOUT_HIGH: Final = ("more_than", "at_least")
#: The longest name of a setting has this many parts.
MAX_NAME_PARTS: Final = 6
#: Numbers of items in lists are shorter than this; longer digits are keys.
MAX_ITEM_DIGITS: Final = 8
#: A problem of missing columns lists this many of those that are there.
MAX_LISTED_HEADERS: Final = 12

Row = dict[str, Any]
NameParts = tuple[str, ...]


def _tables_by_sheet_name() -> dict[str, str]:
    """Return the tables by the folded names of their sheets; the first table with a name has it."""
    tables: dict[str, str] = {}
    for table, names in SHEET_NAMES.items():
        for name in names.split(NAME_SEPARATOR):
            tables.setdefault(name, table)
        tables.setdefault(header_key(table.rpartition(".")[0]), table)
    return tables


def _plain_column_names(table: str) -> dict[str, str]:
    """Return the columns of a table by their plain names; those of events are read elsewhere."""
    shared_names = WORDS.get(_SHARED_COLUMNS.get(table, "named"), {})
    table_names = WORDS["columns"].get(table, {})
    plain_names: dict[str, str] = {}
    for names_by_column in (shared_names, table_names):
        for column, names in names_by_column.items():
            plain_names[header_key(column)] = column
            for name in names.split(NAME_SEPARATOR):
                plain_names[name] = column
    return plain_names


_TABLES: Final = _tables_by_sheet_name()
_PLAIN_COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    table: _plain_column_names(table) for table in SHEET_NAMES
}


def is_package(sheets: Sequence[Sheet]) -> bool:
    """Whether the sheets of a workbook have the names of events and of another table."""
    tables = {_TABLES.get(header_key(sheet.name)) for sheet in sheets}
    return paths.EVENTS in tables and not tables.isdisjoint(PACKAGE_SHEETS)


# Nested values as rows ----------------------------------------------------------------------------


def flatten_json(content: Any, name_parts: NameParts = ()) -> Iterator[tuple[str, str]]:
    """Flatten a JSON value to pairs for two columns, the inverse of how settings are read.

    Parameters
    ----------
    content
        A decoded JSON value; null and empty texts are left out.
    name_parts
        The keys that lead to it.

    Yields
    ------
    tuple[str, str]
        Name and value: keys are separated by spaces, items of lists are numbered from 1, and lists
        of plain values become texts separated by semicolons.
    """
    if isinstance(content, dict):
        for key, value in content.items():
            yield from flatten_json(value, (*name_parts, key))
    elif isinstance(content, list):
        if any(isinstance(item, (dict, list)) for item in content):
            for item_number, item in enumerate(content, start=1):
                yield from flatten_json(item, (*name_parts, str(item_number)))
        else:
            yield " ".join(name_parts), "; ".join(str(item) for item in content)
    elif content is True:
        yield " ".join(name_parts), "true"
    elif content not in (None, ""):
        yield " ".join(name_parts), str(content)


def _is_item_number(name_part: str) -> bool:
    """Whether a part of a name is the number of an item in a list."""
    return name_part.isdecimal() and len(name_part) <= MAX_ITEM_DIGITS


def _nest_values(values: Mapping[NameParts, Any]) -> Any:
    """Build the JSON value of names of several parts: keys, and numbers for items of lists."""
    inner_values: dict[str, dict[NameParts, Any]] = {}
    for (first_part, *other_parts), value in values.items():
        inner_values.setdefault(first_part, {})[tuple(other_parts)] = value
    nested: dict[str, Any] = {}
    for key, inner in inner_values.items():
        if () in inner:
            nested[key] = inner[()]
        else:
            nested[key] = _nest_values(inner)
    if all(_is_item_number(key) for key in nested):
        return list(nested.values())
    return nested


def _split_list(text: str) -> list[str]:
    return [item.strip() for item in text.split(LIST_SEPARATOR)]


# Rows of a workbook -------------------------------------------------------------------------------


class _Origin(NamedTuple):
    """The sheet and the row of a workbook that a row or setting of the package comes from."""

    sheet: str
    row: int | None


class _Setting(NamedTuple):
    """The name of a setting in the package, its language ("" if none is named), and its value."""

    name_parts: NameParts
    language: str
    value: str
    is_header: bool = False


class _Settings(NamedTuple):
    """The descriptor and the presentation that a sheet of settings stands for."""

    descriptor: dict[str, Any]
    presentation: Any


@dataclass
class _Workbook:
    """The tables of a workbook while they become those of a package.

    Attributes
    ----------
    library
        The sources of rows that name a source.
    is_spanish
        Whether its sheets are named in Spanish.
    endings
        The endings of columns for the languages in which it is written.
    sheets, rows, columns
        By table: its sheet, its rows by number, and its headers by column.
    ids, known_ids
        By table: the ids that are taken, and the ids of rows by their folded names.
    source_items
        The items of ``sources.json`` that the sheet of sources gives.
    origins
        By table and row: where a row or setting comes from that has no row of its number there.
    """

    notes: Notes
    library: source_library.SourceLibrary = field(default_factory=source_library.SourceLibrary)
    is_spanish: bool = False
    endings: tuple[str, ...] = ("",)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    rows: dict[str, dict[int, Row]] = field(default_factory=dict)
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    ids: dict[str, UniqueIds] = field(default_factory=dict)
    known_ids: dict[str, dict[str, str]] = field(default_factory=dict)
    source_items: list[dict[str, Any]] = field(default_factory=list)
    origins: dict[tuple[str, object], _Origin] = field(default_factory=dict)

    # Reading

    def read_sheet(self, table: str, sheet: Sheet) -> None:
        """Read the rows of a sheet under the package's names of their columns."""
        sheet = self._find_header(table, sheet)
        names = self._match_columns(table, sheet.header)
        table_rows.note_header_problems(sheet, names, self.notes)
        positions = {}
        headers = {}
        for name in names:
            if name:
                position = names.index(name)
                positions[name] = (position,)
                headers[name] = sheet.header[position]
        self.columns[table] = headers
        problems: defaultdict[int, list[Problem]] = defaultdict(list)
        cells_by_name: dict[str, list[Any]]
        if _SHARED_COLUMNS.get(table):
            cells_by_name = table_rows.extract_event_texts(sheet, ColumnMap(), positions)
            table_rows.parse_columns(cells_by_name, table_rows.CELL_PARSERS, problems)
        else:
            cells_by_name = table_rows.extract_texts(sheet, ColumnMap(), positions)
        self.rows[table] = {}
        for position, (row_number, _) in enumerate(sheet.rows):
            row = {name: cells[position] for name, cells in cells_by_name.items()}
            self.rows[table][row_number] = row
            for problem in problems.get(position, ()):
                self.notes.take(problem, table, row_number)

    def _find_header(self, table: str, sheet: Sheet) -> Sheet:
        """Return a sheet whose header is the row with most known names; the first of several."""
        first_rows = layouts.first_rows(sheet)
        name_counts = []
        for _, cells in first_rows:
            known_names = [name for name in self._match_columns(table, cells) if name]
            name_counts.append(len(known_names))
        position = name_counts.index(max(name_counts))
        if position == 0:
            return sheet
        row_number, header = first_rows[position]
        found_sheet = replace(
            sheet, header=header, rows=sheet.rows[position:], header_row=row_number
        )
        self.sheets[table] = found_sheet
        return found_sheet

    def _match_columns(self, table: str, header: Sequence[str]) -> list[str | None]:
        """Return the package's column of each header; ``None`` for those that are not read."""
        cells = [cell.strip() for cell in header]
        event_fields: Mapping[str, str] = {}
        if table == paths.EVENTS:
            event_fields = columns.fields_of_headers(cells)
        return [self._match_column(table, cell, event_fields) for cell in cells]

    def _match_column(self, table: str, cell: str, event_fields: Mapping[str, str]) -> str | None:
        """Return the package's column of a header.

        Parameters
        ----------
        event_fields
            The fields of a table of events by headers; empty for other tables.
        """
        if table == paths.SOURCES:
            model_fields: Iterable[str] = ()
            is_exact = _CSL_NAME.fullmatch(cell) is not None
        else:
            model_fields = paths.MODELS[table].model_fields
            is_exact = cell in model_fields
        if is_exact:
            return cell
        name = _PLAIN_COLUMNS[table].get(header_key(cell), event_fields.get(cell))
        if name == "place":
            name = "place_id"
        if event_fields and paths.PLACES in self.sheets and name in _PLACE_FIELDS:
            return None
        if self.is_spanish and f"{name}_es" in model_fields:
            return f"{name}_es"
        return name

    def add_row(self, table: str, row: Row, origin: _Origin) -> None:
        """Add a row to a table that comes from a row of another sheet."""
        rows = self.rows.setdefault(table, {})
        last_number = 1
        if rows:
            last_number = next(reversed(rows))
        elif table in self.sheets:
            last_number = self.sheets[table].header_row
        rows[last_number + 1] = row
        self.origins[table, last_number + 1] = origin

    # Ids and references

    def assign_ids(self, table: str) -> None:
        """Give each row of a table an id, and learn the names that refer to it."""
        ids = self.ids.setdefault(table, UniqueIds())
        known_ids = self.known_ids.setdefault(table, {})
        prefix = _ID_PREFIXES.get(table, "")
        id_pattern = re.compile(f"{prefix}[a-z0-9][a-z0-9-]*")
        rows = self.rows.get(table, {}).values()
        for row in rows:
            if id_pattern.fullmatch(row.get("id", "")):
                ids.take_id(row["id"])
        for row in rows:
            names = _names_of_row(row)
            written_id = row.get("id", "")
            wanted = written_id or next(iter(names), "")
            if wanted and not id_pattern.fullmatch(written_id):
                slug = make_slug(wanted, "row").removeprefix(prefix)
                row["id"] = ids.take_id(prefix + slug)
            for name in (row.get("id"), written_id, *names):
                if name:
                    known_ids.setdefault(header_key(name), row["id"])

    def resolve_reference(self, table: str, column: str, target: str) -> None:
        """Replace the names of rows of another table by their ids.

        A name that no row has adds a row where the workbook has no sheet of that table.

        Parameters
        ----------
        table, column
            The column that refers.
        target
            The table that it refers to.
        """
        may_add = target not in self.sheets and target not in _TABLES_OF_AUTHORS
        known_ids = self.known_ids.setdefault(target, {})
        for row_number, row in self.rows[table].items():
            name = row.get(column, "")
            if not name:
                continue
            slug = name
            if column != "unit":
                slug = make_slug(name, "word")
            row_id = known_ids.get(header_key(name))
            # Codes of vocabularies do without rows.
            is_code = target in paths.VOCABULARIES and slug == name
            if row_id is None and may_add and not is_code:
                row_id = self.ids.setdefault(target, UniqueIds()).take_id(slug)
                new_row = {"id": row_id, f"name{self.endings[0]}": name}
                self.add_row(target, new_row, _Origin(self.sheets[table].name, row_number))
                known_ids[header_key(name)] = row_id
            row[column] = row_id or slug

    def assign_places(self, coordinate_source: str) -> None:
        """Add the places of events that have coordinates, and refer to them.

        Parameters
        ----------
        coordinate_source
            Whose the coordinates are.
        """
        registry = row_records.PlaceRegistry(
            coordinate_source, self.endings[:1], self.ids[paths.PLACES]
        )
        known_ids = self.known_ids[paths.PLACES]
        for row_number, row in self.rows[paths.EVENTS].items():
            if row.get("lat") is None:
                continue
            cells = {**row, "place": row.get("place_id", "")}
            filled_cells = {name: cell for name, cell in cells.items() if cell != ""}
            count_before = len(registry.rows_by_spot)
            place = registry.place_of(filled_cells)
            row["place_id"] = place["id"]
            for name in (place["id"], place[f"name{self.endings[0]}"]):
                known_ids.setdefault(header_key(name), place["id"])
            if len(registry.rows_by_spot) > count_before:
                place_row = {name: str(cell) for name, cell in place.items()}
                origin = _Origin(self.sheets[paths.EVENTS].name, row_number)
                self.add_row(paths.PLACES, place_row, origin)

    def resolve_all(self, title: str) -> None:
        """Replace all references by ids, and cite events and claims.

        Parameters
        ----------
        title
            The title of the story: the source of rows that name none.
        """
        for table in paths.WITH_IDS:
            if table != paths.SOURCES:
                self.assign_ids(table)
        for table, model in paths.MODELS.items():
            for column, targets in column_references(model).items():
                if column == "place_id" and paths.PLACES not in self.sheets:
                    self.assign_places(title)
                # A cell with several ids is read as it is.
                if table in self.sheets and len(targets) == 1 and column != "via":
                    self.resolve_reference(table, column, targets[0])
        self._resolve_records()
        self.library.default_title = title
        cited_tables = (paths.EVENTS, paths.CLAIMS)
        sources_and_links = []
        for table in cited_tables:
            for row in self.rows.get(table, {}).values():
                sources_and_links.append((row.get("source", ""), row.get("url", "")))
        self.library.learn_links(sources_and_links)
        for table in cited_tables:
            self.cite_rows(table)

    def _resolve_records(self) -> None:
        """Replace the names of events and claims in citations by ids; events come first."""
        for row in self.rows.setdefault(paths.CITATIONS, {}).values():
            name = header_key(row.get("record_id", ""))
            event_id = self.known_ids[paths.EVENTS].get(name)
            claim_id = self.known_ids[paths.CLAIMS].get(name)
            row["record_id"] = event_id or claim_id or row.get("record_id", "")

    # Sources and citations

    def read_sources(self, source_lists: Iterable[Sheet]) -> None:
        """Read the sheet of sources, and lists of sources beside the workbook."""
        self.ids[paths.SOURCES] = self.library.ids
        self.known_ids[paths.SOURCES] = self.library.listed_ids
        self.assign_ids(paths.SOURCES)
        for row_number, row in self.rows.get(paths.SOURCES, {}).items():
            self.source_items.append(self._parse_source(row, row_number))
            origin = _Origin(self.sheets[paths.SOURCES].name, row_number)
            self.origins[paths.SOURCES, len(self.source_items)] = origin
            link = source_library.link_key(row.get("URL", ""))
            if link:
                self.library.listed_ids.setdefault(link, row.get("id", ""))
        for sheet in source_lists:
            self.library.add_source_list(sheet)
        self._set_source_origins(0, _Origin(self.library.list_name, None))

    def _set_source_origins(self, first_position: int, origin: _Origin) -> None:
        """Set the origin of the sources of the library from a position on."""
        for position in range(first_position, len(self.library.sources)):
            self.origins[paths.SOURCES, len(self.source_items) + position + 1] = origin

    def _parse_source(self, row: Row, row_number: int) -> dict[str, Any]:
        """Parse a row of the sheet of sources to an item of CSL-JSON."""
        written_day = row.pop("day", "")
        written_access_day = row.pop("accessed day", "")
        csl_fields = source_library.parse_authors(row.pop("author", ""))
        values = {tuple(name.split()): text for name, text in row.items() if text}
        item: dict[str, Any] = {}
        if values:
            item = _nest_values(values)
        custom = item.get("custom", {})
        if isinstance(custom, dict) and isinstance(custom.get("upstream"), str):
            custom["upstream"] = _split_list(custom["upstream"])
        for csl_date in (object_in(item, "issued"), object_in(item, "accessed")):
            _parse_csl_date(csl_date)
        is_complete = not isinstance(custom, dict) or "tier" in custom
        if is_complete or not item.get("title"):
            return item
        day = parse_table_date(written_day)
        if written_day and day.code:
            sheet_name = self.sheets[paths.SOURCES].name
            header = self.columns[paths.SOURCES].get("day")
            self.notes.add(
                day.code, sheet_name, row_number, header, written_day, "part", **day.params
            )
        csl_fields |= source_library.csl_accessed(parse_table_date(written_access_day).edtf)
        draft = source_library.SourceDraft(
            row["id"],
            item["title"],
            url=item.get("URL", ""),
            day=day.edtf,
            csl_fields=csl_fields,
        )
        default_item = draft.to_source().to_csl()
        return {**default_item, **item, "custom": default_item["custom"] | custom}

    def cite_rows(self, table: str) -> None:
        """Cite the rows of a table by the sources that they name, else by the workbook."""
        cited_ids = {row.get("record_id") for row in self.rows[paths.CITATIONS].values()}
        for row_number, row in self.rows.get(table, {}).items():
            names_source = row.get("source") or row.get("url") or row.get("citations")
            if not names_source:
                if row.get("id") in cited_ids or not row.get("id"):
                    continue
                self.notes.add("no_source", table, row_number, "source", level="note")
            self._cite_row(table, row_number)

    def _cite_row(self, table: str, row_number: int) -> None:
        row = self.rows[table][row_number]
        source_name = row.get("source", "")
        origin = _Origin(self.sheets[table].name, row_number)
        count_before = len(self.library.sources)
        # With a sheet of sources, an id that it lacks is an error and no new source.
        is_source_id = source_name and source_name == make_slug(source_name, "")
        must_be_listed = is_source_id and paths.SOURCES in self.sheets
        citations: list[dict[str, Any]] = [{"source_id": source_name}]
        if not must_be_listed or self.library.find_listed_sources(row):
            row_citations = self.library.cite_row(row)
            citations = row_citations.citations
            if row_citations.is_joined:
                self.notes.add("source_joined", table, row_number, "source", source_name, "note")
        self._set_source_origins(count_before, origin)
        details = {}
        if len(citations) == 1:
            for name in ("locator", "wording"):
                if row.get(name):
                    details[name] = row[name]
        for citation in citations:
            citation_row = {"record_id": row.get("id", ""), **details, **citation}
            self.add_row(paths.CITATIONS, citation_row, origin)

    # Tables of the package

    def build_tables(self) -> dict[str, Any]:
        """Build the tables that have rows, under the package's names of their columns."""
        tables: dict[str, Any] = {}
        for table, rows in self.rows.items():
            if table == paths.SOURCES:
                continue
            self._fill_rows(table)
            fields = list(paths.MODELS[table].model_fields)
            header = [name for name in fields if any(row.get(name) for row in rows.values())]
            header = header or fields
            header_row = 1
            if table in self.sheets:
                header_row = self.sheets[table].header_row
            numbered_rows = [(header_row, tuple(header))]
            for row_number, row in sorted(rows.items()):
                cells = tuple(row.get(name, "") for name in header)
                numbered_rows.append((row_number, cells))
            tables[table] = headed(table, numbered_rows)
        named_sources = [source.to_csl() for source in self.library.sources.values()]
        tables[paths.SOURCES] = [*self.source_items, *named_sources]
        return tables

    def _fill_rows(self, table: str) -> None:
        """Fill what a sheet leaves out, and put values and dates into the package's columns."""
        for row_number, row in self.rows[table].items():
            self._fill_date(table, row_number)
            if row.get("number"):
                self._add_number(row, self.columns[table]["number"])
            if row.get("as_of"):
                row["as_of"] = parse_table_date(row["as_of"]).edtf or row["as_of"]
            if row.get("value"):
                _fill_figure(row)
            if table == paths.CLAIMS and row.get("as_of") and "as_of_basis" not in row:
                row["as_of_basis"] = "stated"
            if table == paths.PLACES and not row.get("precision"):
                row["precision"] = "none"
                if row.get("lat"):
                    row["precision"] = "locality"
            self._fill_defaults(table, row)

    def _fill_date(self, table: str, row_number: int) -> None:
        """Put the date of a row, with its end, mark and time, into one cell in EDTF."""
        row = self.rows[table][row_number]
        date = row.get("date", "")
        if not date:
            return
        end = row.get("end", "")
        parsed = parse_row_date(
            DEFAULT_RULES, date, end, row.get("date_mark", ""), row.get("time", "")
        )
        written_date = date
        if end:
            written_date = f"{date}/{end}"
        row["date"] = parsed.values[0] or written_date
        for problem in parsed.problems:
            if problem.code == "date_time":
                self.notes.take(problem, table, row_number)

    def _add_number(self, row: Row, header: str) -> None:
        """Add the number of a row to its summary, under its header."""
        counted = f"{header}: {row['number']}"
        for ending in self.endings:
            summary = row.get(f"summary{ending}")
            if summary:
                row[f"summary{ending}"] = f"{summary}{CELL_JOINER}{counted}"
            else:
                row[f"summary{ending}"] = counted

    def _fill_defaults(self, table: str, row: Row) -> None:
        """Fill required fields that a row has in neither language."""
        for name, other_name in _COPIED_TEXTS.get(table, {}).items():
            if not _has_text(row, name):
                row[name] = row.get(other_name, "")
                row[f"{name}_es"] = row.get(f"{other_name}_es", "")
        for name, texts in DEFAULT_VALUES.get(table, {}).items():
            if _has_text(row, name):
                continue
            if len(texts) == 1:
                row[name] = texts[0]
                continue
            texts_by_ending = dict(zip(("", "_es"), texts, strict=True))
            for ending in self.endings:
                row[f"{name}{ending}"] = texts_by_ending[ending]

    # Settings

    def read_settings(self, default_title: str) -> _Settings:
        """Read the sheet of settings.

        Parameters
        ----------
        default_title
            The title of the story where the sheet gives none.
        """
        descriptor: dict[str, Any] = {}
        shown_values: dict[NameParts, Any] = {}
        sheet_name = "settings"
        sheet = self.sheets.get(SETTINGS)
        if sheet:
            sheet_name = sheet.name
            self._read_setting(sheet.header, sheet.header_row, descriptor, shown_values)
            for row_number, cells in sheet.rows:
                self._read_setting(cells, row_number, descriptor, shown_values)
        if "title" not in descriptor and "title_es" not in descriptor:
            if default_title:
                descriptor["title"] = default_title
            else:
                self.notes.add("untitled", sheet_name, level="note")
                descriptor["title"] = row_records.UNTITLED["en"]
                descriptor["title_es"] = row_records.UNTITLED["es"]
        for name_parts, value in list(shown_values.items()):
            if name_parts[:2] == ("region", "one"):
                shown_values.setdefault(("region", "many", name_parts[2]), value)
        presentation = None
        if shown_values:
            presentation = _nest_values(shown_values)
        return _Settings(descriptor, presentation)

    def _read_setting(
        self,
        cells: Sequence[str],
        row_number: int,
        descriptor: dict[str, Any],
        shown_values: dict[NameParts, Any],
    ) -> None:
        """Read a row of the sheet of settings.

        Parameters
        ----------
        descriptor, shown_values
            Take the setting, if it is one of the descriptor or of the presentation.
        """
        sheet = self.sheets[SETTINGS]
        setting = _parse_setting(cells)
        is_header = row_number == sheet.header_row and setting.is_header
        if not setting.value or not setting.name_parts or is_header:
            return
        first_part = ""
        if len(setting.name_parts) <= MAX_NAME_PARTS:
            first_part = setting.name_parts[0]
        language = setting.language or self._default_language()
        if first_part in _DESCRIPTOR_SETTINGS:
            key = first_part
            if language == "es" and first_part in _TRANSLATED_DESCRIPTOR_SETTINGS:
                key = f"{first_part}_es"
            descriptor[key] = setting.value
        if first_part.startswith("licence"):
            licence = descriptor.setdefault("licenses", [{}])[0]
            if first_part == "licence_address":
                licence["path"] = setting.value
            else:
                licence["name"] = setting.value
        elif first_part == "map":
            self._set_map_measure(setting.value, row_number)
        elif first_part in Presentation.model_fields or first_part == "period":
            name_parts = setting.name_parts
            value: Any = setting.value
            if _is_list_setting(name_parts):
                value = _split_list(setting.value)
            elif _is_translated_setting(name_parts):
                name_parts = (*name_parts, language)
            shown_values[name_parts] = value
            key = ".".join(_index_part(name_part) for name_part in name_parts)
            self.origins[SETTINGS, key] = _Origin(sheet.name, row_number)
        elif first_part not in _DESCRIPTOR_SETTINGS:
            written_name = cells[0].strip()
            self.notes.add(
                "setting_unknown", sheet.name, row_number, value=written_name, level="note"
            )

    def _default_language(self) -> str:
        if self.is_spanish:
            return "es"
        return "en"

    def _set_map_measure(self, measure: str, row_number: int) -> None:
        """Set the measure that the map shows; it is added where no row has it."""
        table = "measures.csv"
        rows = self.rows.setdefault(table, {})
        self.assign_ids(table)
        measure_id = self.known_ids[table].get(header_key(measure)) or make_slug(measure, "count")
        if measure_id not in {row.get("id") for row in rows.values()}:
            new_row = {"id": measure_id, f"name{self.endings[0]}": measure}
            self.add_row(table, new_row, _Origin(self.sheets[SETTINGS].name, row_number))
            self.assign_ids(table)
        for row in rows.values():
            row["map"] = "false"
            if row.get("id") == measure_id:
                row["map"] = "true"

    # Problems

    def relabel_problems(self, result: ImportResult) -> ImportResult:
        """Give problems and counts the names of the workbook's sheets, rows and headers."""
        problems = []
        refused_rows = self._find_rows_with_refused_cells(result.problems)
        for problem in result.problems:
            if not self._follows_from_other(problem, refused_rows):
                problems.append(self._relabel_problem(problem))
        counts = []
        for count in result.counts:
            if count.sheet in self.sheets:
                counts.append(self._count_sheet_rows(count))
        sheets = [sheet for table, sheet in self.sheets.items() if table != SETTINGS]
        return replace(result, problems=tuple(problems), counts=tuple(counts), sheets=tuple(sheets))

    def _name_sheet(self, table: str) -> str:
        """Return the name of the sheet of a table, or what it would be called."""
        if table in self.sheets:
            return self.sheets[table].name
        if table in SHEET_NAMES:
            return SHEET_NAMES[table].partition(NAME_SEPARATOR)[0]
        return table

    def _relabel_problem(self, problem: Problem) -> Problem:
        """Return a problem by the workbook's sheet, row and headers."""
        origin_key: object = problem.row
        if problem.sheet == SETTINGS:
            origin_key = problem.column
        default_origin = _Origin(self._name_sheet(problem.sheet), problem.row)
        origin = self.origins.get((problem.sheet, origin_key), default_origin)
        params = {}
        for name, text in problem.params.items():
            params[name] = " / ".join(self._name_sheet(part) for part in text.split(" / "))
        if problem.code == "columns_missing" and problem.sheet in self.sheets:
            params["columns"] = _plain_missing_columns(problem.sheet, params["columns"])
            header = self.sheets[problem.sheet].header
            problem = replace(problem, value=", ".join(header[:MAX_LISTED_HEADERS]))
        headers: Mapping[str, str] = {}
        if problem.sheet in SHEET_NAMES:
            for table, sheet in self.sheets.items():
                if sheet.name == origin.sheet:
                    headers = self.columns.get(table, {})
        return replace(
            under_headers(problem, headers), sheet=origin.sheet, row=origin.row, params=params
        )

    def _count_sheet_rows(self, count: RowCount) -> RowCount:
        """Return the row count of a table for its sheet, without rows from other sheets."""
        sheet_name = self._name_sheet(count.sheet)
        added_count = 0
        for (table, _), origin in self.origins.items():
            if table == count.sheet and origin.sheet != sheet_name:
                added_count += 1
        return replace(
            count,
            sheet=sheet_name,
            read=count.read - added_count,
            accepted=max(count.accepted - added_count, 0),
        )

    def _find_rows_with_refused_cells(
        self, problems: Iterable[Problem]
    ) -> set[tuple[str, int | None]]:
        """Return the table and row of problems with a cell that the workbook has a column for."""
        rows = set()
        for problem in problems:
            has_column = problem.column in self.columns.get(problem.sheet, {})
            if problem.level == "refused" and has_column:
                rows.add((problem.sheet, problem.row))
        return rows

    def _follows_from_other(
        self, problem: Problem, refused_rows: set[tuple[str, int | None]]
    ) -> bool:
        """Whether a problem follows from another that is reported.

        This holds for the citations of a refused row, and for cells that would be filled from a
        cell that is empty.
        """
        row_key = (problem.sheet, problem.row)
        if (problem.column or "").startswith("record_id"):
            return row_key in self.origins
        is_filled = problem.column not in self.columns.get(problem.sheet, {})
        return problem.code == "empty" and is_filled and row_key in refused_rows


def _names_of_row(row: Row) -> list[str]:
    """Return the names and titles of a row, in both languages."""
    names = []
    for name_field in _NAME_FIELDS:
        for ending in ("", "_es"):
            name = row.get(f"{name_field}{ending}", "")
            if name:
                names.append(name)
    return names


def _has_text(row: Row, name: str) -> bool:
    """Whether a row has a field in English or Spanish."""
    return bool(row.get(name) or row.get(f"{name}_es"))


def _parse_csl_date(csl_date: dict[str, Any]) -> None:
    """Parse the texts of a CSL-JSON date in place: its numbers, and whether it is approximate."""
    if "circa" in csl_date:
        csl_date["circa"] = csl_date["circa"] == "true"
    date_parts = csl_date.get("date-parts")
    if isinstance(date_parts, list):
        parsed_parts = []
        for day in date_parts:
            numbers = re.findall(r"\d{1,4}", str(day))
            parsed_parts.append([int(number) for number in numbers])
        csl_date["date-parts"] = parsed_parts


def _fill_figure(row: Row) -> None:
    """Put the value of a claim and how exact it is into the package's columns, in place."""
    value = row["value"]
    written_qualifier = header_key(row.get("qualifier", ""))
    default_qualifier = written_qualifier.replace(" ", "_")
    qualifier = QUALIFIER_OF_WORDS.get(written_qualifier, default_qualifier) or "exact"
    row["qualifier"] = qualifier
    row["unit"] = row.get("unit") or "people"
    if qualifier not in _WITHOUT_LOW:
        row["value_low"] = value
    if qualifier not in _WITHOUT_HIGH:
        row["value_high"] = value


def _plain_missing_columns(table: str, missing_columns: str) -> str:
    """Return the missing columns of a table by the names that readers write.

    Ids and Spanish texts are made from other cells and left out, unless nothing else is missing.
    """
    plain_names = WORDS["columns"].get(table, {})
    columns_to_name = []
    for column in missing_columns.split(", "):
        if not column.endswith("_es"):
            columns_to_name.append(column)
    wanted_names = []
    for column in columns_to_name:
        if column == "id":
            continue
        name = column
        if column.endswith("_id"):
            name = plain_names.get(column, column).partition(NAME_SEPARATOR)[0]
        wanted_names.append(name)
    return ", ".join(wanted_names or columns_to_name)


def _parse_setting(cells: Sequence[str]) -> _Setting:
    """Parse a row of settings: the name, which may end with a language, and the value."""
    name, value, *_ = [*(cell.strip() for cell in cells), "", ""]
    stem, _, last_part = name.rpartition(" ")
    language = last_part
    if last_part not in ("en", "es"):
        stem = name
        language = ""
    folded_name = header_key(stem)
    setting_name = stem
    for key, names in WORDS["settings"].items():
        if folded_name in (key, *names.split(NAME_SEPARATOR)):
            setting_name = key
            break
    return _Setting(
        tuple(setting_name.split()),
        language,
        value,
        is_header=folded_name in ("name", "nombre"),
    )


def _is_prose_setting(name_parts: NameParts) -> bool:
    """Whether a setting is a text of the page on method or a sentence of a page."""
    return name_parts[0] in ("method", "sentences")


def _is_list_setting(name_parts: NameParts) -> bool:
    """Whether the value of a setting is a list, separated by semicolons."""
    if _is_prose_setting(name_parts):
        return False
    last_part = name_parts[-1]
    return (
        last_part in _LIST_SETTINGS
        or name_parts[0] == "synonyms"
        or "names" in name_parts[-2:-1]
        or (last_part == "zooms" and len(name_parts) > 2)
    )


def _is_translated_setting(name_parts: NameParts) -> bool:
    return name_parts[-1] in _TRANSLATED_SETTINGS or _is_prose_setting(name_parts)


def _index_part(name_part: str) -> str:
    """Return a part of a name as validation names it: items of lists are counted from 0."""
    if _is_item_number(name_part):
        return str(int(name_part) - 1)
    return name_part


# The workbook -------------------------------------------------------------------------------------


def read_book(
    sheets: Sequence[Sheet],
    name: str,
    notes: Notes,
    source_lists: Iterable[Sheet],
    outlines: Mapping[str, bytes],
) -> ImportResult:
    """Read a workbook as a package.

    Parameters
    ----------
    sheets
        Its sheets, for which :func:`is_package` holds.
    name
        The name of the file.
    notes
        Takes its problems.
    source_lists
        Lists of sources beside the workbook.
    outlines
        Files of outlines (GeoJSON) and pictures beside it, by path in a package.

    Returns
    -------
    ImportResult
        Its problems and counts name sheets, rows and headers of the workbook.
    """
    workbook = _Workbook(notes)
    _assign_sheets(workbook, sheets)
    events_sheet = workbook.sheets[paths.EVENTS]
    workbook.is_spanish = header_key(events_sheet.name) in ("eventos", "hechos")
    for table, sheet in list(workbook.sheets.items()):
        if table != SETTINGS:
            workbook.read_sheet(table, sheet)
    workbook.endings = _find_endings(workbook)
    header_row = workbook.sheets[paths.EVENTS].header_row
    settings = workbook.read_settings(layouts.find_title_above(events_sheet, header_row))
    descriptor = settings.descriptor
    files = {paths.DESCRIPTOR: json.dumps(descriptor).encode()}
    if settings.presentation:
        files[SETTINGS] = json.dumps(settings.presentation).encode()
    if paths.CATEGORIES not in workbook.sheets:
        _fill_categories(workbook)
    workbook.read_sources(source_lists)
    workbook.resolve_all(descriptor.get("title") or descriptor.get("title_es", ""))
    for path, content in outlines.items():
        # Areas whose file is called regions are those of the story's own regions.
        if path == f"{package.FOLDER}regions-2.geojson":
            files[f"{package.FOLDER}regions.geojson"] = content
        else:
            files[path] = content
    result = package.read_package(files, name, notes, workbook.build_tables())
    return workbook.relabel_problems(result)


def _assign_sheets(workbook: _Workbook, sheets: Sequence[Sheet]) -> None:
    """Assign each sheet to the table of its name; note those that are no tables."""
    unread_names = []
    for sheet in sheets:
        table = _TABLES.get(header_key(sheet.name))
        if table and table not in workbook.sheets:
            workbook.sheets[table] = sheet
        else:
            unread_names.append(sheet.name)
    if unread_names:
        workbook.notes.add("sheets_not_tables", "", value=unread_names, level="note")


def _find_endings(workbook: _Workbook) -> tuple[str, ...]:
    """Return the endings of columns for the languages in which a workbook is written."""
    if workbook.is_spanish:
        return ("_es",)
    for headers in workbook.columns.values():
        if any(column.endswith("_es") for column in headers):
            return ("", "_es")
    return ("",)


def _fill_categories(workbook: _Workbook) -> None:
    """Give events without a kind the default kind."""
    events_sheet = workbook.sheets[paths.EVENTS]
    default_row = {"id": DEFAULT_KIND.id}
    for ending in workbook.endings:
        default_row[f"name{ending}"] = getattr(DEFAULT_KIND, f"name{ending}")
    for row_number, row in workbook.rows[paths.EVENTS].items():
        if not row.get("category"):
            row["category"] = DEFAULT_KIND.id
            if paths.CATEGORIES not in workbook.rows:
                origin = _Origin(events_sheet.name, row_number)
                workbook.add_row(paths.CATEGORIES, default_row, origin)
