"""A workbook as a package: each sheet the table of its name, the settings a sheet of two columns.

It becomes the tables that a package has, under the rows of its sheets, which are then checked as
those of a zip are. Columns have the package's names or plain words; what refers to a row may name
it by its id or by what it is called. What a sheet leaves out is filled with the plainest thing that
is true.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from components.intake import columns, layouts, package, row_records, source_library
from components.intake import rows as table_rows
from components.intake.columns import WORDS, header_key
from components.intake.files import headed, object_in
from components.intake.problems import ImportResult, Notes, Problem, under_headers
from components.intake.sheet_models import CELL_JOINER, ColumnMap, Sheet
from components.intake.table_dates import DEFAULT_RULES, parse_row_date, parse_table_date
from components.intake.value_names import DEFAULT_KIND, UniqueIds, make_slug
from components.story import package_files as paths
from components.story.models import column_references
from components.story.presentation import Presentation

SETTINGS: Final = paths.PRESENTATION
#: What the sheet of each table may be called; the package's own name is known besides.
SHEETS: Final[Mapping[str, str]] = WORDS["sheets"]
#: Sheets whose names alone make a workbook with events a package.
MARKS: Final = (SETTINGS, paths.CLAIMS, paths.TOPICS, paths.SOURCES, paths.CITATIONS)
#: The columns that tables share: what a row is cited by, or what it is called.
_SHARED: Final = {
    paths.EVENTS: "cited", paths.CLAIMS: "cited", paths.CITATIONS: "cited", paths.TOPICS: "",
    paths.SOURCES: "", paths.PICTURES: "",
}  # fmt: skip
_CSL: Final = re.compile(
    r"(?:author|editor|translator|issued|accessed|custom)(?: \S{1,40}){1,5}"
    r"|id|type|title|language|URL|DOI|ISBN|ISSN|page|volume|issue|publisher|publisher-place|number"
    r"|container-title|title-short|edition|genre|section|note|abstract|archive|authority|medium"
)
#: What stands where a sheet does not say it, in a field that must be there; texts in English and
#: Spanish.
FILLED: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    paths.EVENTS: {"date_basis": ("stated",), "date_note": (*source_library.IN_TABLE.values(),)},
    paths.CLAIMS: {"measure": ("count",), "population": ("people",)},
    paths.TOPICS: {"explanation_basis": ("editors",),
                   "explanation": ("Not explained yet.", "Sin explicar todavía."),
                   "settle": ("Not known yet.", "No se sabe todavía.")},
    paths.PLACES: {"country": (row_records.UNKNOWN_COUNTRY,)},
    paths.CLAIMANTS: {"voice": ("other",)},
    paths.CITATIONS: {"role": ("supports",)},
    paths.REGION_DEPARTMENTS: {"basis": ("attested",)},
}  # fmt: skip
#: The texts that stand for others which are left out.
_SAME: Final = {paths.EVENTS: {"summary": "title"}, paths.REGIONS: {"label": "name"}}
#: Fields of a table of events that a workbook has in its sheet of places, where there is one.
_IN_PLACES: Final = ("lat", "lon", "coordinates", "country")
_NEVER_MADE: Final = (paths.EVENTS, paths.CLAIMS, paths.SOURCES, paths.TOPICS)
_NAMED_BY: Final = ("name", "title", "question", "statement")
_PREFIX: Final = {paths.EVENTS: "ev-", paths.CLAIMS: "cl-"}
#: Which settings are no part of ``presentation.json``.
_ABOUT: Final = ("title", "description", "version", "created", "name")
_LISTS: Final = ("measures", "figures", "apart", "off_map", "bounds", "claims", "synonyms", "names")
_TEXTS: Final = ("title", "tagline", "credit", "name", "meaning", "one", "many", "how")

#: So many words has the longest name of a setting.
MOST_WORDS: Final = 6
Row = dict[str, Any]


#: The tables by the names of their sheets.
_TABLES: Final = {
    name: table for table, names in [*SHEETS.items()][::-1]
    for name in (*names.split("|"), header_key(table.rpartition(".")[0]))
}  # fmt: skip
#: The plain words for the columns of each table, besides those of tables of events.
_PLAIN: Final[Mapping[str, Mapping[str, str]]] = {
    table: {
        word: name
        for names in (WORDS.get(_SHARED.get(table, "named"), {}), WORDS["columns"].get(table, {}))
        for name, words in names.items() for word in (header_key(name), *words.split("|"))
    } for table in SHEETS
}  # fmt: skip


def is_package(sheets: Sequence[Sheet]) -> bool:
    named = {_TABLES.get(header_key(sheet.name)) for sheet in sheets}
    return paths.EVENTS in named and not named.isdisjoint(MARKS)


def flat(content: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """What a JSON value holds as names and values of two columns; items of lists have numbers."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from flat(value, (*place, key))
    elif isinstance(content, list) and any(isinstance(one, (dict, list)) for one in content):
        for n, value in enumerate(content, start=1):
            yield from flat(value, (*place, str(n)))
    elif isinstance(content, list):
        yield " ".join(place), "; ".join(map(str, content))
    elif content not in (None, ""):
        yield " ".join(place), str(content).lower() if content is True else str(content)


def _is_place(part: str) -> bool:
    """Whether a part of a name is the number of an item in a list."""
    return part.isdecimal() and len(part) < 9


def _nested(named: Mapping[tuple[str, ...], Any]) -> Any:
    """The JSON value that names of several words make: keys, and numbers for items of lists."""
    parts: dict[str, dict[tuple[str, ...], Any]] = {}
    for (first, *rest), value in named.items():
        parts.setdefault(first, {})[tuple(rest)] = value
    found = {key: inner[()] if () in inner else _nested(inner) for key, inner in parts.items()}
    return list(found.values()) if all(map(_is_place, found)) else found


@dataclass
class _Book:
    """The tables as they grow: rows by number, and where each stands in the workbook."""

    notes: Notes
    library: source_library.SourceLibrary = field(default_factory=source_library.SourceLibrary)
    spanish: bool = False
    #: The endings of columns for the languages in which the workbook is written.
    endings: tuple[str, ...] = ("",)
    sheets: dict[str, Sheet] = field(default_factory=dict)
    rows: dict[str, dict[int, Row]] = field(default_factory=dict)
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    ids: dict[str, UniqueIds] = field(default_factory=dict)
    known: dict[str, dict[str, str]] = field(default_factory=dict)
    items: list[dict[str, Any]] = field(default_factory=list)
    #: The sheet and the row from which was made what has no row of its own there.
    origin: dict[tuple[str, object], tuple[str, int | None]] = field(default_factory=dict)

    def read(self, table: str, sheet: Sheet) -> None:
        """Take the rows of a sheet under the package's names of their columns."""
        grid = layouts.first_rows(sheet)
        known = [sum(map(bool, self._columns(table, row))) for _, row in grid]
        if at := known.index(max(known)):
            top, header = grid[at]
            sheet = replace(sheet, header=header, rows=sheet.rows[at:], header_row=top)
            self.sheets[table] = sheet
        names = self._columns(table, sheet.header)
        table_rows.note_header_problems(sheet, names, self.notes)
        places = {name: (names.index(name),) for name in names if name}
        self.columns[table] = {name: sheet.header[n] for name, (n,) in places.items()}
        said = defaultdict[int, list[Problem]](list)
        if _SHARED.get(table):
            texts = table_rows.extract_event_texts(sheet, ColumnMap(), places)
            table_rows.parse_columns(texts, table_rows.CELL_PARSERS, said)
        else:
            texts = table_rows.extract_texts(sheet, ColumnMap(), places)
        rows = self.rows[table] = {}
        for n, (number, _) in enumerate(sheet.rows):
            rows[number] = {name: cells[n] for name, cells in texts.items()}
            for problem in said.get(n, ()):
                self.notes.take(problem, table, number)

    def _columns(self, table: str, header: Sequence[str]) -> list[str | None]:
        """What the columns of a table are; ``None`` of those that are not read."""
        fields = {} if table == paths.SOURCES else paths.MODELS[table].model_fields
        cells = [*map(str.strip, header)]
        events = columns.fields_of_headers(cells) if table == paths.EVENTS else {}
        unread = _IN_PLACES if events and paths.PLACES in self.sheets else ()

        def name_of(cell: str) -> str | None:
            if cell in fields or (table == paths.SOURCES and _CSL.fullmatch(cell)):
                return cell
            name = _PLAIN[table].get(header_key(cell), events.get(cell))
            name = "place_id" if name == "place" else name
            spanish = self.spanish and f"{name}_es" in fields
            return None if name in unread else f"{name}_es" if spanish else name

        return [*map(name_of, cells)]

    def add(self, table: str, row: Row, sheet: str, number: int) -> None:
        rows = self.rows.setdefault(table, {})
        own = self.sheets.get(table)
        new = next(reversed(rows), own.header_row if own else 1) + 1
        rows[new], self.origin[table, new] = row, (sheet, number)

    def name_rows(self, table: str) -> None:
        """Give the rows of a table that has ids theirs, and learn what each is called."""
        ids, known = self.ids.setdefault(table, UniqueIds()), self.known.setdefault(table, {})
        prefix, rows = _PREFIX.get(table, ""), self.rows.get(table, {})
        sound = re.compile(f"{prefix}[a-z0-9][a-z0-9-]*")
        for row in rows.values():
            if sound.fullmatch(row.get("id", "")):
                ids.take_id(row["id"])
        for row in rows.values():
            names = [row.get(f"{name}{ending}", "") for name in _NAMED_BY for ending in ("", "_es")]
            called, own = next(filter(None, names), ""), row.get("id", "")
            if not sound.fullmatch(own) and (own or called):
                row["id"] = ids.take_id(
                    prefix + make_slug(own or called, "row").removeprefix(prefix)
                )
            for name in filter(None, (row.get("id"), own, *names)):
                known.setdefault(header_key(name), row["id"])

    def refer(self, table: str, column: str, target: str) -> None:
        """Put ids in place of what cells call the rows of another table, and make what lacks."""
        # Whether sources differ on a question is its author's to say: none is made from a word.
        strict = target in self.sheets or target in _NEVER_MADE
        known = self.known.setdefault(target, {})
        for number, row in self.rows[table].items():
            text = row.get(column, "")
            if not text:
                continue
            found = known.get(header_key(text))
            plain = text if column == "unit" else make_slug(text, "word")
            if found is None and not strict and (target not in paths.VOCABULARIES or plain != text):
                found = self.ids.setdefault(target, UniqueIds()).take_id(plain)
                made = {"id": found, f"name{self.endings[0]}": text}
                self.add(target, made, self.sheets[table].name, number)
                known[header_key(text)] = found
            row[column] = found or plain

    def locate(self, title: str) -> None:
        """Give events with coordinates their places; ``title`` is whose these are."""
        places = row_records.PlaceRegistry(title, self.endings[:1], self.ids[paths.PLACES])
        for number, row in self.rows[paths.EVENTS].items():
            if row.get("lat") is not None:
                cells, before = {**row, "place": row.get("place_id", "")}, len(places.rows_by_spot)
                place = places.place_of({name: cell for name, cell in cells.items() if cell != ""})
                row["place_id"] = place["id"]
                for name in (place["id"], place[f"name{self.endings[0]}"]):
                    self.known[paths.PLACES].setdefault(header_key(name), place["id"])
                if len(places.rows_by_spot) > before:
                    made = {name: str(cell) for name, cell in place.items()}
                    self.add(paths.PLACES, made, self.sheets[paths.EVENTS].name, number)

    def sources(self, lists: Iterable[Sheet]) -> None:
        self.ids[paths.SOURCES] = self.library.ids
        self.known[paths.SOURCES] = self.library.listed_ids
        self.name_rows(paths.SOURCES)
        for number, row in self.rows.get(paths.SOURCES, {}).items():
            said = self.sheets[paths.SOURCES].name
            days = {name: row.pop(name, "") for name in ("day", "accessed day")}
            people = source_library.parse_authors(row.pop("author", ""))
            parts = {tuple(name.split()): text for name, text in row.items() if text}
            item = _nested(parts) if parts else {}
            custom, given = item.get("custom", {}), days["day"]
            if isinstance(custom, dict) and isinstance(custom.get("upstream"), str):
                custom["upstream"] = [one.strip() for one in custom["upstream"].split(";")]
            for dates in (object_in(item, part) for part in ("issued", "accessed")):
                # Numbers of dates, and whether one is approximate.
                if "circa" in dates:
                    dates["circa"] = dates["circa"] == "true"
                if isinstance(days_of := dates.get("date-parts"), list):
                    parted = [re.findall(r"\d{1,4}", str(day)) for day in days_of]
                    dates["date-parts"] = [[*map(int, numbers)] for numbers in parted]
            if isinstance(custom, dict) and "tier" not in custom and item.get("title"):
                day = parse_table_date(given)
                if given and day.code:
                    column = self.columns[paths.SOURCES].get("day")
                    self.notes.add(day.code, said, number, column, given, "part", **day.params)
                seen = source_library.csl_accessed(parse_table_date(days["accessed day"]).edtf)
                link, more = item.get("URL", ""), {**people, **seen}
                draft = source_library.SourceDraft(
                    row["id"], item["title"], url=link, day=day.edtf, csl_fields=more
                )
                whole = draft.to_source().to_csl()
                item = {**whole, **item, "custom": whole["custom"] | custom}
            self.items.append(item)
            self.origin[paths.SOURCES, len(self.items)] = said, number
            if link := source_library.link_key(row.get("URL", "")):
                self.library.listed_ids.setdefault(link, row.get("id", ""))
        for sheet in lists:
            self.library.add_source_list(sheet)
        for n in range(len(self.library.sources)):
            self.origin[paths.SOURCES, len(self.items) + n + 1] = self.library.list_name, None

    def cite(self, table: str) -> None:
        """Cite the rows of a table by the sources that they name, else by the workbook."""
        done = {row.get("record_id") for row in self.rows[paths.CITATIONS].values()}
        for number, row in self.rows.get(table, {}).items():
            text, said = row.get("source", ""), self.sheets[table].name
            if not (text or row.get("url") or row.get("citations")):
                if row.get("id") in done or not row.get("id"):
                    continue
                self.notes.add("no_source", table, number, "source", level="note")
            before = len(self.library.sources)
            cited, joined = [{"source_id": text}], False
            strict = text and text == make_slug(text, "") and paths.SOURCES in self.sheets
            if not strict or self.library.find_listed_sources(row):
                cited, joined = self.library.cite_row(row)
            if joined:
                self.notes.add("source_joined", table, number, "source", text, "note")
            for n in range(before, len(self.library.sources)):
                self.origin[paths.SOURCES, len(self.items) + n + 1] = said, number
            more = {k: row[k] for k in ("locator", "wording") if row.get(k) and len(cited) == 1}
            for one in cited:
                made = {"record_id": row.get("id", ""), **more, **one}
                self.add(paths.CITATIONS, made, said, number)

    def complete(self, table: str) -> None:
        """Fill what a sheet leaves out, and put values and dates into the package's columns."""
        for number, row in self.rows[table].items():
            date, end, time = (row.get(name, "") for name in ("date", "end", "time"))
            if date:
                read = parse_row_date(DEFAULT_RULES, date, end, row.get("date_mark", ""), time)
                row["date"] = read.values[0] or "/".join(filter(None, (date, end)))
                for one in (one for one in read.problems if one.code == "date_time"):
                    self.notes.take(one, table, number)
            if count := row.get("number"):
                counted = f"{self.columns[table]['number']}: {count}"
                for name in (f"summary{ending}" for ending in self.endings):
                    row[name] = CELL_JOINER.join(filter(None, (row.get(name), counted)))
            if row.get("as_of"):
                row["as_of"] = parse_table_date(row["as_of"]).edtf or row["as_of"]
            qualifier = row.get("qualifier", "")
            if value := row.get("value"):
                plain = header_key(qualifier)
                qualifier = WORDS["qualifiers"].get(plain, plain.replace(" ", "_")) or "exact"
                low = {} if qualifier in ("nearly", "less_than", "up_to") else {"value_low": value}
                high = {} if qualifier in ("more_than", "at_least") else {"value_high": value}
                row |= {"qualifier": qualifier, "unit": row.get("unit") or "people", **low, **high}
            if table == paths.CLAIMS and row.get("as_of") and "as_of_basis" not in row:
                row["as_of_basis"] = "stated"
            if table == paths.PLACES and not row.get("precision"):
                row["precision"] = "locality" if row.get("lat") else "none"
            for name, same in _SAME.get(table, {}).items():
                if not (row.get(name) or row.get(f"{name}_es")):
                    row |= {f"{name}{e}": row.get(f"{same}{e}", "") for e in ("", "_es")}
            for name, texts in FILLED.get(table, {}).items():
                if not (row.get(name) or row.get(f"{name}_es")):
                    both = dict(zip(("", "_es"), texts, strict=False))
                    endings = self.endings if len(texts) > 1 else ("",)
                    row |= {f"{name}{ending}": both[ending] for ending in endings}

    def settings(self, title: str) -> tuple[dict[str, Any], Any]:
        """The descriptor and the presentation that the sheet of settings stands for.

        ``title`` is the story's where the sheet gives none.
        """
        about: dict[str, Any] = {}
        shown: dict[tuple[str, ...], Any] = {}
        sheet = self.sheets.get(SETTINGS)
        lines = ((sheet.header_row, sheet.header), *sheet.rows) if sheet else ()
        top, said = (sheet.header_row, sheet.name) if sheet else (0, "settings")
        for number, cells in lines:
            name, value, *_ = *(cell.strip() for cell in cells), "", ""
            stem, _, last = name.rpartition(" ")
            stem, tongue = (stem, last) if last in ("en", "es") else (name, "")
            plain = header_key(stem)
            known = (
                key for key, names in WORDS["settings"].items() if plain in (key, *names.split("|"))
            )
            path = tuple(next(known, stem).split())
            if not value or not path or (number == top and plain in ("name", "nombre")):
                continue
            first = path[0] if len(path) <= MOST_WORDS else ""
            tongue = tongue or ("es" if self.spanish else "en")
            if first in _ABOUT:
                about[f"{first}_es" if tongue == "es" and first in _ABOUT[:2] else first] = value
            if first.startswith("licence"):
                licence = about.setdefault("licenses", [{}])[0]
                licence["path" if first == "licence_address" else "name"] = value
            elif first == "map":
                self._draw_on_map(value, number)
            elif first in Presentation.model_fields or first == "period":
                own_words = first in ("method", "sentences")
                listed = not own_words and (
                    path[-1] in _LISTS or first == "synonyms" or "names" in path[-2:-1]
                    or (len(path) > 2 and path[-1] == "zooms")
                )  # fmt: skip
                found: Any = [p.strip() for p in value.split(";")] if listed else value
                if not listed and (path[-1] in _TEXTS or own_words):
                    path = (*path, tongue)
                shown[path] = found
                key = ".".join(str(int(p) - 1) if _is_place(p) else p for p in path)
                self.origin[SETTINGS, key] = said, number
            elif first not in _ABOUT:
                self.notes.add("setting_unknown", said, number, value=name, level="note")
        if title and not about.keys() & {"title", "title_es"}:
            about["title"] = title
        elif not about.keys() & {"title", "title_es"}:
            self.notes.add("untitled", said, level="note")
            about |= {"title": row_records.UNTITLED["en"], "title_es": row_records.UNTITLED["es"]}
        for path, value in [*shown.items()]:
            if path[:2] == ("region", "one"):
                shown.setdefault(("region", "many", path[2]), value)
        return about, _nested(shown) if shown else None

    def placed(self, result: ImportResult) -> ImportResult:
        """The same with its problems and counts by the workbook's sheets, rows and columns."""
        names = {table: self.sheets[table].name if table in self.sheets else words.partition("|")[0]
                 for table, words in SHEETS.items()}  # fmt: skip
        tables = {sheet.name: table for table, sheet in self.sheets.items()}

        def at(one: Problem) -> Problem:
            key = one.column if one.sheet == SETTINGS else one.row
            here = names.get(one.sheet, one.sheet), one.row
            sheet, row = self.origin.get((one.sheet, key), here)
            params = {k: " / ".join(names.get(part, part) for part in v.split(" / "))
                      for k, v in one.params.items()}  # fmt: skip
            if one.code == "columns_missing" and one.sheet in self.sheets:
                # What is made of other cells is not asked for; the rest has its plain name.
                words, own = WORDS["columns"].get(one.sheet, {}), self.sheets[one.sheet].header
                gone = [part for part in params["columns"].split(", ") if not part.endswith("_es")]
                wanted = [words.get(part, part).partition("|")[0] if part.endswith("_id") else part
                          for part in gone if part != "id"]  # fmt: skip
                params["columns"] = ", ".join(wanted or gone)
                one = replace(one, value=", ".join(own[:12]))
            headers = self.columns.get(tables.get(sheet, ""), {}) if one.sheet in names else {}
            return replace(under_headers(one, headers), sheet=sheet, row=row, params=params)

        counts = []
        for count in (one for one in result.counts if one.sheet in self.sheets):
            own = names[count.sheet]
            made = sum(table == count.sheet and sheet != own
                       for (table, _), (sheet, _) in self.origin.items())  # fmt: skip
            read, accepted = count.read - made, max(count.accepted - made, 0)
            counts.append(replace(count, sheet=own, read=read, accepted=accepted))
        sheets = tuple(sheet for table, sheet in self.sheets.items() if table != SETTINGS)
        refused = [one for one in result.problems if one.level == "refused"]
        said = {(p.sheet, p.row) for p in refused if p.column in self.columns.get(p.sheet, {})}

        def follows(one: Problem) -> bool:
            """Whether it goes without saying: by what a refused row is cited, or what it lacks
            since a cell is empty from which more is filled."""
            if (one.column or "").startswith("record_id"):
                return (one.sheet, one.row) in self.origin
            filled = one.column not in self.columns.get(one.sheet, {})
            return one.code == "empty" and filled and (one.sheet, one.row) in said

        problems = tuple(at(one) for one in result.problems if not follows(one))
        return replace(result, problems=problems, counts=tuple(counts), sheets=sheets)

    def link(self, title: str) -> None:
        """Put ids wherever a row names another, and cite what names a source; else ``title``."""
        for table in paths.WITH_IDS:
            if table != paths.SOURCES:
                self.name_rows(table)
        for table, model in paths.MODELS.items():
            for column, targets in column_references(model).items():
                # Of several ids in one cell each is written as it is.
                if column == "place_id" and paths.PLACES not in self.sheets:
                    self.locate(title)
                if table in self.sheets and len(targets) == 1 and column != "via":
                    self.refer(table, column, *targets)
        for row in self.rows.setdefault(paths.CITATIONS, {}).values():
            name = header_key(row.get("record_id", ""))
            own = (self.known[table].get(name) for table in (paths.EVENTS, paths.CLAIMS))
            row["record_id"] = next(filter(None, own), row.get("record_id", ""))
        self.library.default_title, cited = title, (paths.EVENTS, paths.CLAIMS)
        rows = (row for table in cited for row in self.rows.get(table, {}).values())
        self.library.learn_links((row.get("source", ""), row.get("url", "")) for row in rows)
        for table in cited:
            self.cite(table)

    def tables(self) -> Iterator[tuple[str, Sheet | None]]:
        """The tables under the package's names of their columns, which hold anything."""
        for table in self.rows.keys() - {paths.SOURCES}:
            self.complete(table)
            rows, fields = self.rows[table], paths.MODELS[table].model_fields
            header = [n for n in fields if any(row.get(n) for row in rows.values())] or [*fields]
            top = self.sheets[table].header_row if table in self.sheets else 1
            cells = {n: tuple(row.get(name, "") for name in header) for n, row in rows.items()}
            yield table, headed(table, [(top, tuple(header)), *sorted(cells.items())])

    def _draw_on_map(self, measure: str, number: int) -> None:
        rows = self.rows.setdefault("measures.csv", {})
        self.name_rows("measures.csv")
        key = self.known["measures.csv"].get(header_key(measure)) or make_slug(measure, "count")
        if key not in {row.get("id") for row in rows.values()}:
            made = {"id": key, f"name{self.endings[0]}": measure}
            self.add("measures.csv", made, self.sheets[SETTINGS].name, number)
            self.name_rows("measures.csv")
        for row in rows.values():
            row["map"] = str(row.get("id") == key).lower()


def read_book(
    sheets: Sequence[Sheet],
    name: str,
    notes: Notes,
    lists: Iterable[Sheet],
    outlines: Mapping[str, bytes],
) -> ImportResult:
    """Read a workbook as a package; beside it lie lists of sources and outlines by path."""
    book, unread = _Book(notes), []
    for sheet in sheets:
        table = _TABLES.get(header_key(sheet.name))
        if table and table not in book.sheets:
            book.sheets[table] = sheet
        else:
            unread.append(sheet.name)
    if unread:
        notes.add("sheets_not_tables", "", value=unread, level="note")
    events = book.sheets[paths.EVENTS]
    book.spanish = header_key(events.name) in ("eventos", "hechos")
    for table, sheet in [*book.sheets.items()]:
        if table != SETTINGS:
            book.read(table, sheet)
    second = any(name.endswith("_es") for own in book.columns.values() for name in own)
    book.endings = ("_es",) if book.spanish else ("", "_es") if second else ("",)
    about, shown = book.settings(
        layouts.find_title_above(events, book.sheets[paths.EVENTS].header_row)
    )
    files = {paths.DESCRIPTOR: json.dumps(about).encode()}
    if shown:
        files[SETTINGS] = json.dumps(shown).encode()
    names = {f"name{end}": getattr(DEFAULT_KIND, f"name{end}") for end in book.endings}
    for number, row in book.rows[paths.EVENTS].items():
        if paths.CATEGORIES not in book.sheets and not row.get("category"):
            row["category"] = DEFAULT_KIND.id
            if paths.CATEGORIES not in book.rows:
                book.add(paths.CATEGORIES, {"id": DEFAULT_KIND.id, **names}, events.name, number)
    book.sources(lists)
    book.link(about.get("title") or about.get("title_es", ""))
    # Areas whose file is called regions are those of the story's own regions.
    regions = {f"{package.FOLDER}regions-2.geojson": f"{package.FOLDER}regions.geojson"}
    files |= {regions.get(path, path): content for path, content in outlines.items()}
    items = [*book.items, *(source.to_csl() for source in book.library.sources.values())]
    tables = {**dict(book.tables()), paths.SOURCES: items}
    return book.placed(package.read_package(files, name, notes, tables))
