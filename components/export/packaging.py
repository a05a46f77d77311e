"""A view in one file: as a Data Package and as an Excel workbook, with its notes.

This app and others open the package again; its bytes depend on its content alone. A date that is no
single day stays the EDTF text it is, beside ``first_day`` and ``last_day``.
"""

import csv
import io
import json
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from components.citing.bibliographies import to_bibtex
from components.export.column_specs import TABLE_SPECS
from components.export.formats import build_view_table, records_to_csv
from components.export.package_notes import (
    TITLES,
    count_referred_rows,
    describe_subset,
    note_sections,
)
from components.export.problem_reports import UnreadRowsTable
from components.export.record_table import ViewTable
from components.export.workbooks import WorkbookWriter
from components.i18n import I18n
from components.intake.book_defaults import DEFAULT_VALUES
from components.intake.book_tables import SHEET_NAMES
from components.intake.nested_values import flatten_json
from components.intake.unmapped_columns import PACKAGE_PREFIX
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.query.subset import Subset
from components.query.table_schema import TableName
from components.query.view import View
from components.query.view_facts import ViewFacts
from components.story import package_files
from components.story.dataset import Dataset
from components.story.models import Category, Picture
from components.story.other_columns import NO_OTHER_COLUMNS
from components.story.texts import Value, guard_formula, unguard_formula

#: The first moment that a zip file can name.
ZIP_CLOCK: Final = (1980, 1, 1, 0, 0, 0)
#: The number of Unix among the systems of zip files, and the mode of a file there.
UNIX_SYSTEM: Final = 3
FILE_MODE: Final = 0o644
#: Characters that the column of notes is wide.
NOTES_WIDTH: Final = 110
#: The standard that descriptors keep to, unless they name another.
PROFILE: Final = "https://datapackage.org/profiles/2.0/datapackage.json"
#: A year in the pattern of a column.
YEAR_PATTERN: Final = r"\d{4}"
#: The pattern of some day of an interval (EDTF): its first and its last date.
_DATE_PATTERN: Final = rf"{YEAR_PATTERN}(-\d{{2}}(-\d{{2}})?)?[~?%]?"
CHOICE_PATTERN: Final = rf"^\[{_DATE_PATTERN}\.\.{_DATE_PATTERN}\]$"

#: Columns of a workbook to edit that are there even without a cell: rows are added to it.
ALWAYS_LISTED: Final = frozenset({"date", "title", "category", "place_id"})
#: The columns of events that are copied from another where a workbook lacks them.
COPIED_COLUMNS: Final[Mapping[str, str]] = {
    "title_es": "title",
    "summary": "title",
    "summary_es": "summary",
}
#: The content of files by their paths.
Files = dict[str, bytes]
JsonObject = dict[str, Any]
WorkbookRow = Mapping[str, Value]


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive that depends on their content alone.

    Parameters
    ----------
    files
        The content of each file by its path, in the order of the archive.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in files.items():
            info = zipfile.ZipInfo(path, ZIP_CLOCK)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = UNIX_SYSTEM
            info.external_attr = FILE_MODE << 16
            archive.writestr(info, content)
    return out.getvalue()


# The workbook of a view ---------------------------------------------------------------------------


def _add_view_table(book: WorkbookWriter, view_table: ViewTable, table_name: TableName) -> None:
    cell_rows = (row.values() for row in view_table.list_rows())
    book.add_table(table_name, tuple(view_table.spec.columns), cell_rows)


def _add_stored_table(book: WorkbookWriter, subset: Subset, table_name: str) -> None:
    """Add a table of the package that no view shows, with its stored columns."""
    model = package_files.TABLES[f"{table_name}.csv"]
    columns = tuple(model.model_fields)
    rows = []
    for record in subset.dataset.rows(table_name):
        cells = [getattr(record, column) or None for column in columns]
        rows.append(cells)
    book.add_table(table_name, columns, rows)


def _add_notes(book: WorkbookWriter, ctx: Context, address: str) -> None:
    sheet = book.add_sheet("notes")
    heading_format = book.formats["head"]
    sheet.set_column(0, 0, NOTES_WIDTH)
    sheet.write_string(0, 0, ctx.dataset.title, heading_format)
    row_index = 2
    for section in note_sections(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, address=address):
        sheet.write_string(row_index, 0, section.heading, heading_format)
        for line in section.lines:
            row_index += 1
            book.write_cell(sheet, row_index, 0, line)
        row_index += 2
    if book.shortened:
        shortened_note = ctx.i18n.n(
            "{count} text was too long for a cell and was cut; the CSV files have it whole.",
            "{count} texts were too long for a cell and were cut; the CSV files have them whole.",
            book.shortened,
        )
        book.write_cell(sheet, row_index, 0, shortened_note)


def tables_workbook(ctx: Context, address: str = "") -> bytes:
    """Return every table of a view, and the notes, as an Excel workbook.

    The sheets are named as the tables of the package, whatever the language, so that programs find
    them; the notes come last.

    Parameters
    ----------
    ctx
        The view.
    address
        The address of the view, "" if it is not known.
    """
    dataset = ctx.dataset
    book = WorkbookWriter(f"{dataset.title} {dataset.version}", dataset.title)
    table_names: dict[str, TableName] = {str(name): name for name in TABLE_SPECS}
    # Every row that a sheet refers to is in another: the notes say how many are no filter's.
    part = ctx.subset.with_referred_rows()
    for table_name in TITLES:
        if table_name in table_names:
            view_table = build_view_table(
                ctx.dataset, part, ctx.view, i18n=ctx.i18n, table_name=table_names[table_name]
            )
            _add_view_table(book, view_table, table_names[table_name])
        else:
            _add_stored_table(book, ctx.subset, table_name)
    _add_notes(book, ctx, address)
    return book.close()


# The package of a view ----------------------------------------------------------------------------


def _normalize_created(descriptor: JsonObject, dataset: Dataset) -> None:
    """Write the date of a data set as the standard's checkers require: with a time, or not."""
    created = str(descriptor.get("created", ""))
    if dataset.created is None:
        descriptor.pop("created", None)
    elif created and "T" not in created:
        descriptor["created"] = f"{dataset.created}T00:00:00Z"


def _name_licences(descriptor: JsonObject) -> None:
    """Give each licence a name, which the standard requires if it has no path."""
    for licence in descriptor.get("licenses", ()):
        if "name" not in licence and "path" not in licence:
            licence["name"] = licence.get("title") or "other"


def _remove_foreign_keys(resources: Sequence[JsonObject]) -> None:
    """Remove the foreign keys to tables that are not in the package."""
    # A table refers to itself by an empty name.
    known_names = {resource["name"] for resource in resources}
    known_names.add("")
    for resource in resources:
        schema = resource.get("schema", {})
        foreign_keys = schema.pop("foreignKeys", None) or []
        valid_keys = []
        for foreign_key in foreign_keys:
            reference = foreign_key["reference"]
            if reference["resource"] in known_names:
                valid_keys.append(foreign_key)
        if valid_keys:
            schema["foreignKeys"] = valid_keys


def _stored_texts(dataset: Dataset) -> Iterator[str]:
    """Yield every text in the tables of the package."""
    for file_name in (*package_files.TABLES, package_files.PICTURES):
        table_name = file_name.removesuffix(".csv")
        for record in dataset.rows(table_name):
            fields = record.model_dump()
            for value in fields.values():
                if isinstance(value, str):
                    yield value
                elif isinstance(value, tuple):
                    yield from [item for item in value if isinstance(item, str)]
    yield from dataset.other_columns.iterate_texts()


def _describe_other_columns(resources: Iterable[JsonObject], names: Sequence[str]) -> None:
    """Add the columns of a reader's table that no field takes to the table of events."""
    if not names:
        return
    stored_names = package_files.TABLES[package_files.EVENTS].model_fields
    for resource in resources:
        schema = resource.get("schema")
        if resource.get("path") != package_files.EVENTS or not schema:
            continue
        # A package that is opened may describe them under their own names.
        fields = [field for field in schema["fields"] if field.get("name") in stored_names]
        for name in names:
            fields.append({"name": f"{PACKAGE_PREFIX}{name}", "type": "string", "title": name})
        schema["fields"] = fields


def allow_apostrophes(resources: Iterable[JsonObject]) -> None:
    """Relax the limits of columns whose texts may stand behind an apostrophe."""
    for resource in resources:
        schema = resource.get("schema", {})
        for field in schema.get("fields", []):
            constraints = field.get("constraints", {})
            if "maxLength" in constraints:
                constraints["maxLength"] += 1
            pattern = constraints.get("pattern", "")
            if YEAR_PATTERN in pattern:
                # A year before our era begins with a sign, and so with an apostrophe.
                pattern = pattern.replace(YEAR_PATTERN, f"-?{YEAR_PATTERN}")
                constraints["pattern"] = pattern.replace("^", "^'?", 1)


def _allow_choices(resources: Iterable[JsonObject], dataset: Dataset) -> None:
    """Allow dates of events that are some day of an interval, where there are any."""
    if not any(event.date.startswith("[") for event in dataset.events.values()):
        return
    for resource in resources:
        if resource.get("path") != package_files.EVENTS:
            continue
        for field in resource.get("schema", {}).get("fields", []):
            constraints = field.get("constraints", {})
            if field.get("name") == "date" and "pattern" in constraints:
                constraints["pattern"] += f"|{CHOICE_PATTERN}"


def _list_roles(descriptor: JsonObject) -> None:
    """List the roles of each contributor, as the standard has had it since version 2.0."""
    for contributor in descriptor.get("contributors", ()):
        role = contributor.pop("role", None)
        if role and "roles" not in contributor:
            contributor["roles"] = [role]


def build_descriptor(ctx: Context, paths: Collection[str], address: str = "") -> JsonObject:
    """Return the data set's descriptor with the files that are here and what they are a part of.

    Parameters
    ----------
    ctx
        The view.
    paths
        The paths of the files.
    address
        The address of the view, "" if it is not known.
    """
    descriptor = {"$schema": PROFILE, **deepcopy(dict(ctx.dataset.descriptor))}
    _normalize_created(descriptor, ctx.subset.full_dataset)
    _name_licences(descriptor)
    _list_roles(descriptor)
    resources = []
    for resource in descriptor.get("resources", []):
        if resource.get("path") in paths:
            resources.append(resource)
    descriptor["resources"] = resources
    _remove_foreign_keys(resources)
    _describe_other_columns(resources, ctx.dataset.other_columns.names)
    if not ctx.subset.is_complete:
        descriptor["subset"] = describe_subset(
            ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, address=address
        )
    _allow_choices(resources, ctx.subset.dataset)
    stored_texts = _stored_texts(ctx.subset.dataset)
    if any(guard_formula(text) != text for text in stored_texts):
        # Some text has an apostrophe, so that no spreadsheet runs it.
        descriptor[package_files.FORMULA_GUARD] = "'"
        allow_apostrophes(resources)
    return descriptor


def json_bytes(content: Any) -> bytes:
    """Return JSON as people read it, in UTF-8."""
    text = json.dumps(content, ensure_ascii=False, indent=2)
    return f"{text}\n".encode()


def _table_files(dataset: Dataset) -> Files:
    """Return the tables of a package by their paths."""
    tables = {}
    for path, model in package_files.TABLES.items():
        table_name = path.removesuffix(".csv")
        records = dataset.rows(table_name)
        if records or path != package_files.STATEMENTS:
            other_columns = NO_OTHER_COLUMNS
            if path == package_files.EVENTS:
                other_columns = dataset.other_columns
            tables[path] = records_to_csv(records, model, other_columns)
    tables[package_files.CATEGORIES] = records_to_csv(dataset.kinds, Category)
    for path, model in package_files.VOCABULARIES.items():
        table_name = path.removesuffix(".csv")
        terms = dataset.vocabularies.get(table_name) or dataset.terms[table_name]
        if terms:
            tables[path] = records_to_csv(tuple(terms.values()), model)
    if dataset.pictures:
        pictures = dataset.rows("pictures")
        tables[package_files.PICTURES] = records_to_csv(pictures, Picture)
    return {path: table.encode() for path, table in tables.items()}


def _other_files(subset: Subset, story: LoadedStory) -> Files:
    """Return the files that are no tables, such as boundaries, without pictures of other events.

    The lesson is there only with everything it refers to.
    """
    shown_pictures = set()
    for picture in subset.dataset.pictures.values():
        shown_pictures.add(f"{package_files.PICTURE_FOLDER}{picture.file}")
    files = {}
    for path, content in story.intake.files.items():
        is_cut_lesson = path == package_files.STORY and not subset.is_complete
        is_picture = path.startswith(package_files.PICTURE_FOLDER)
        is_other_picture = is_picture and path not in shown_pictures
        if not is_cut_lesson and not is_other_picture:
            files[path] = content
    row_numbers = subset.dataset.presentation.row_numbers
    if row_numbers and package_files.PRESENTATION not in files:
        # A table has no such file, and the package of its rows tells which column is drawn.
        shown_numbers = row_numbers.model_dump(exclude_defaults=True)
        files[package_files.PRESENTATION] = json_bytes({"row_numbers": shown_numbers})
    return files


def _readme_bytes(
    facts: ViewFacts, story: LoadedStory, view: View, i18n: I18n, address: str
) -> bytes:
    lines = [f"# {facts.dataset.title}", ""]
    for section in note_sections(facts, story, view, i18n=i18n, address=address):
        lines += [f"## {section.heading}", ""]
        for line in section.lines:
            joined_line = " ".join(line.split())
            lines.append(f"- {joined_line}")
        lines.append("")
    return "\n".join(lines).encode()


def build_package_files(ctx: Context, address: str = "") -> Files:
    """Return every file of the Data Package of a view, by its path.

    Parameters
    ----------
    ctx
        The view.
    address
        The address of the view, "" if it is not known.
    """
    dataset = ctx.subset.dataset
    sources = list(dataset.sources.values())
    csl_items = [source.to_csl() for source in sources]
    bibliography = to_bibtex(sources, ctx.i18n.language)
    files = {
        **_table_files(dataset),
        package_files.SOURCES: json_bytes(csl_items),
        **_other_files(ctx.subset, ctx.story),
    }
    descriptor = build_descriptor(ctx, files.keys(), address)
    referred_counts = count_referred_rows(ctx.subset)
    if referred_counts:
        descriptor["subset"]["referred"] = referred_counts
    return {
        "README.md": _readme_bytes(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, address=address),
        package_files.DESCRIPTOR: json_bytes(descriptor),
        **files,
        "sources.bib": bibliography.encode(),
    }


# The workbook that is a package -------------------------------------------------------------------


def _settings_rows(descriptor: JsonObject, presentation: JsonObject) -> list[WorkbookRow]:
    """Return the settings of a package as rows of a name and a value, without empty ones."""
    titles = {
        "en": descriptor.get("title", ""),
        "es": descriptor.get("title_es", ""),
        **presentation.get("title", {}),
    }
    licences = descriptor.get("licenses") or [{}]
    licence = licences[0]
    settings = {
        "name": descriptor.get("name", ""),
        "version": descriptor.get("version", ""),
        "created": descriptor.get("created", ""),
        "description en": descriptor.get("description", ""),
        "description es": descriptor.get("description_es", ""),
        "licence": licence.get("name", ""),
        "licence link": licence.get("path", ""),
    }
    titled_presentation = {**presentation, "title": titles}
    settings |= dict(flatten_json(titled_presentation))
    rows: list[WorkbookRow] = []
    for name, value in settings.items():
        if value:
            rows.append({"name": name, "value": value})
    return rows


def _read_csv_rows(content: bytes, *, guarded: bool) -> list[WorkbookRow]:
    """Return the rows of a table of a package; ``guarded`` removes apostrophes before formulas."""
    text = io.StringIO(content.decode("utf-8-sig"), newline="")
    rows: list[WorkbookRow] = list(csv.DictReader(text, restval=""))
    if not guarded:
        return rows
    unguarded_rows: list[WorkbookRow] = []
    for row in rows:
        unguarded_row: dict[str, Value] = {}
        for name, cell in row.items():
            unguarded_row[name] = unguard_formula(str(cell))
        unguarded_rows.append(unguarded_row)
    return unguarded_rows


def _list_own_columns(path: str, rows: Sequence[WorkbookRow]) -> list[str]:
    """Return the columns of a sheet without those that are filled when the workbook is opened.

    These are columns without a cell and, of events, those whose cells are the defaults of a
    workbook or the same as those of another column.
    """
    columns = dict.fromkeys(column for row in rows for column in row)
    own_columns = []
    for column in columns:
        is_filled = any(row.get(column) not in {None, ""} for row in rows)
        is_default = path == package_files.EVENTS and _has_defaults(column, rows)
        is_of_reader = column in ALWAYS_LISTED or column.startswith(PACKAGE_PREFIX)
        if is_of_reader or (is_filled and not is_default):
            own_columns.append(column)
    return own_columns


def _has_defaults(column: str, rows: Sequence[WorkbookRow]) -> bool:
    """Return whether each cell of a column of events is what a workbook without it is given."""
    name = column.removesuffix("_es")
    texts = DEFAULT_VALUES[package_files.EVENTS].get(name)
    if texts:
        text = texts[-1] if column != name else texts[0]
        return all(row.get(column) == text for row in rows)
    source_column = COPIED_COLUMNS.get(column)
    if not source_column:
        return False
    return all(row.get(column) == row.get(source_column) for row in rows)


def package_workbook(
    files: Mapping[str, bytes],
    unread_rows: UnreadRowsTable | None = None,
    *,
    has_own_columns: bool = False,
) -> bytes:
    """Return the tables, sources and settings of a package as the workbook that opens again.

    Parameters
    ----------
    files
        The content of each file of a package by its path.
    unread_rows
        The rows of a reader's file that are not shown, which are no table of the package.
    has_own_columns
        Whether columns that are filled when the workbook is opened are left out.
    """
    descriptor = json.loads(files.get(package_files.DESCRIPTOR, b"{}"))
    presentation = json.loads(files.get(package_files.PRESENTATION, b"{}"))
    sources = json.loads(files[package_files.SOURCES])
    rows_by_file: dict[str, list[WorkbookRow]] = {
        package_files.PRESENTATION: _settings_rows(descriptor, presentation),
        package_files.SOURCES: [dict(flatten_json(source)) for source in sources],
    }
    guarded = package_files.FORMULA_GUARD in descriptor
    book = WorkbookWriter(descriptor.get("title", ""), "")
    for path, sheet_names in SHEET_NAMES.items():
        rows = rows_by_file.get(path)
        if rows is None:
            rows = _read_csv_rows(files.get(path, b""), guarded=guarded)
        if rows:
            # Every column that a row has, in the order in which they first appear.
            columns = list(dict.fromkeys(column for row in rows for column in row))
            if has_own_columns:
                columns = _list_own_columns(path, rows)
            cells = ([row.get(column) for column in columns] for row in rows)
            sheet_name, _, _ = sheet_names.partition("|")
            book.add_table(sheet_name, columns, cells)
    if unread_rows and unread_rows.rows:
        book.add_table(
            unread_rows.name, unread_rows.columns, unread_rows.rows, line=unread_rows.line
        )
    return book.close()
