"""The tables of a Data Package: what fits its model, what refers to what, and what is wrong.

They are read by their columns like every table (:mod:`components.intake.rows`). A row that refers
to a refused row is refused, too, and says why; so this goes on until nothing more falls.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from components import limits
from components.intake.cell_texts import is_address
from components.intake.problems import Level, Notes, Problem, Refusal
from components.intake.rows import extract_texts, find_odd_texts, note_header_problems
from components.intake.sheet_models import ColumnMap, OtherCells, Sheet
from components.intake.unmapped_columns import (
    find_other_columns,
    note_other_columns,
    read_other_cells,
)
from components.story import package_files as paths
from components.story.models import PICTURE_FILE, Source, column_references
from components.story.texts import find_invalid_texts, unguard_formula, walk_texts
from components.values.date_texts import parse_date
from components.values.number_text import parse_count, parse_number

Model = TypeVar("Model", bound=BaseModel)
LANGUAGES: Final = ("en", "es")
#: Parts of ``presentation.json`` that a language may simply lack: it has a word of its own there.
LEFT: Final = frozenset({"region"})
DATES: Final = ("date", "document_date", "period", "as_of", "day")
NUMBERS: Final = ("lat", "lon", "value_low", "value_high", "locator")
#: Those of :data:`NUMBERS` that count something.
COUNTS: Final = ("value_low", "value_high")


class _Link(NamedTuple):
    """A column of a table that holds ids of other tables."""

    table: str
    column: str
    targets: tuple[str, ...]


def _find_links() -> list[_Link]:
    """Return the columns that refer to tables; codes of vocabularies do without rows."""
    links = []
    for name, model in paths.MODELS.items():
        for column, targets in column_references(model).items():
            if targets[0] not in paths.VOCABULARIES:
                links.append(_Link(name, column, targets))
    return links


_LINKS: Final = _find_links()
#: Stand in for values whose problem is noted, so that models find no second one.
VALID_DATE: Final = "0000"
VALID_NUMBER: Final = "0"
#: The code of each fault that a model names, and an example of each pattern.
_CODES: Final[Mapping[str, str]] = {
    "missing": "empty",
    "string_too_short": "empty",
    "float_parsing": "not_a_number",
    "int_parsing": "not_whole",
    "int_from_float": "not_whole",
    "greater_than_equal": "out_of_range",
    "less_than_equal": "out_of_range",
    "string_pattern_mismatch": "pattern",
    "literal_error": "not_allowed",
    "extra_forbidden": "field_unknown",
    "model_type": "not_an_item",
    "dict_type": "not_an_item",
    "string_type": "not_a_text",
}
#: The codes of messages of validators, by a part of the message; the first that fits counts.
_CODES_OF_REASONS: Final[Mapping[str, str]] = {
    "wording": "wording_long",
    "is not a date": "date_unknown",
    "before it starts": "date_unknown",
    "unit": "claim_unit",
}
#: A problem of missing columns lists this many of those that are there.
MAX_LISTED_HEADERS: Final = 12
#: So many of the last notes may be on the cells of the row that is validated.
RECENT_NOTES: Final = 8
_FORMS: Final[Mapping[str, str]] = {
    r"^ev-[a-z0-9-]+$": "ev-2019-02-23-bridge",
    r"^cl-[a-z0-9-]+$": "cl-arrivals-2019-02-27",
    r"^[A-Z]{2}$": "CO",
    PICTURE_FILE: "harbour-1962.jpg",
    r"^[A-Z]{2}-[A-Z0-9]{1,3}$": "CO-NSA",
}


#: The number of a row, and its record.
NumberedRecord = tuple[int, Any]
#: The cells of a row that hold anything, by column.
RowValues = dict[str, str]
#: A column of texts in English and the same in Spanish.
ColumnPair = tuple[str, str]


@dataclass
class CheckedTable:
    """The rows of one table that fit their model, how many there were, and their languages.

    Of a table of events ``other`` has the cells of further columns, for every row of its sheet.
    """

    name: str
    rows: list[NumberedRecord] = field(default_factory=list)
    read: int = 0
    languages: set[str] = field(default_factory=set)
    sheet: Sheet | None = None
    other: OtherCells = field(default_factory=OtherCells)


Tables = Mapping[str, CheckedTable]
IdsByTable = Mapping[str, set[str]]


def check_table(table: CheckedTable, sheet: Sheet, notes: Notes, guarded: bool) -> None:
    """Check the rows of a table, and keep those that fit its model.

    Parameters
    ----------
    guarded
        Whether texts that a spreadsheet would run begin with an apostrophe.

    Raises
    ------
    Refusal
        If the table cannot be read at all.
    """
    name = table.name
    model = paths.MODELS[name]
    table.sheet = sheet
    table.read = len(sheet.rows)
    # A package is records, however many: none of its tables can be queried instead.
    if table.read > notes.records:
        raise Refusal("rows_many", sheet=name, most=notes.records)
    columns = _match_columns(sheet, model)
    pairs = _list_pairs(model)
    _require_columns(name, sheet, columns, pairs)
    positions = {column: (columns.index(column),) for column in columns if column}
    if name == paths.EVENTS:
        taken_positions = [position for (position,) in positions.values()]
        table.other = _read_further_columns(sheet, taken_positions, notes, guarded)
    else:
        note_header_problems(sheet, columns, notes)
    texts = extract_texts(sheet, ColumnMap(), positions)
    if guarded:
        for column, cells in texts.items():
            texts[column] = list(map(unguard_formula, cells))
    odd_texts = find_odd_texts(sheet, texts)
    comma_count = 0
    for position, row in enumerate(sheet.row_numbers):
        for problem in odd_texts.get(position, ()):
            notes.take(problem, name, row)
        row_cells = {column: cells[position] for column, cells in texts.items()}
        values = {column: cell for column, cell in row_cells.items() if cell}
        if _normalize_values(values, name, row, notes):
            comma_count += 1
        for pair in pairs:
            table.languages |= _complete_pair(values, pair)
        record = validated(
            name,
            row,
            values=values,
            model=model,
            notes=notes,
        )
        is_refused = (name, row) in notes.refused
        if record is not None and not is_refused:
            table.rows.append((row, record))
        notes.report_progress(position, table.read)
    if comma_count:
        notes.add(
            "decimal_commas",
            name,
            level="note",
            count=comma_count,
        )


def _read_further_columns(
    sheet: Sheet, taken: Sequence[int], notes: Notes, guarded: bool
) -> OtherCells:
    """Read the columns of a table of events that its model has not."""
    found = find_other_columns(sheet, taken)
    problems: defaultdict[int, list[Problem]] = defaultdict(list)
    cells = read_other_cells(sheet, found.shown, problems)
    note_other_columns(sheet, cells, found, notes)
    for position, row_number in enumerate(sheet.row_numbers):
        for problem in problems.get(position, ()):
            notes.take(problem, sheet.name, row_number)
    if not guarded:
        return cells
    plain_columns = [list(map(unguard_formula, column)) for column in cells.columns]
    return cells._replace(columns=plain_columns)


def _match_columns(sheet: Sheet, model: type[BaseModel]) -> list[str | None]:
    """Return the field of a model that each column of a sheet is; ``None`` where it is none."""
    columns: list[str | None] = []
    for cell in sheet.header:
        column = cell.strip()
        if column in model.model_fields:
            columns.append(column)
        else:
            columns.append(None)
    return columns


def _list_pairs(model: type[BaseModel]) -> list[ColumnPair]:
    """Return the fields of a model that have texts in both languages."""
    pairs: list[ColumnPair] = []
    for column in model.model_fields:
        spanish_column = f"{column}_es"
        if spanish_column in model.model_fields:
            pairs.append((column, spanish_column))
    return pairs


def _require_columns(
    name: str, sheet: Sheet, columns: Sequence[str | None], pairs: Sequence[ColumnPair]
) -> None:
    """Raise a :class:`Refusal` if a required column is missing in both languages."""
    present_columns = set(columns)
    for pair in pairs:
        if not present_columns.isdisjoint(pair):
            present_columns.update(pair)
    missing_columns = []
    model = paths.MODELS[name]
    for column, model_field in model.model_fields.items():
        if model_field.is_required() and column not in present_columns:
            missing_columns.append(column)
    if missing_columns:
        listed_headers = sheet.header[:MAX_LISTED_HEADERS]
        raise Refusal(
            "columns_missing",
            sheet=name,
            columns=", ".join(missing_columns),
            value=", ".join(listed_headers),
        )


def _complete_pair(values: RowValues, pair: ColumnPair) -> set[str]:
    """Fill a text that is there in one language in the other, and return its languages."""
    languages = set()
    first_text = ""
    for language, column in zip(LANGUAGES, pair, strict=True):
        text = values.get(column)
        if text:
            languages.add(language)
            first_text = first_text or text
    if languages:
        for column in pair:
            values[column] = values.get(column) or first_text
    return languages


def _normalize_values(values: RowValues, name: str, row: int, notes: Notes) -> bool:
    """Put dates and numbers of a row into the form that models read, in place.

    Returns
    -------
    bool
        Whether a number had a decimal comma.
    """
    for column in DATES:
        if column not in values:
            continue
        day = parse_date(values[column])
        if day.code:
            notes.add(
                day.code,
                name,
                row,
                column=column,
                value=values[column],
                level="refused",
                **day.params,
            )
        edtf = day.edtf
        if column != "date":
            # Only events have a time of day.
            edtf, _, _ = edtf.partition("T")
        values[column] = edtf or VALID_DATE
    has_comma = False
    for column in NUMBERS:
        if column not in values:
            continue
        parse = parse_number
        if column in COUNTS:
            parse = parse_count
        text = values[column]
        number, code = parse(text)
        if code:
            notes.add(code, name, row, column=column, value=text)
            values[column] = VALID_NUMBER
        elif not text.isascii() or "," in text or text.count(".") > 1:
            # Models read a point and a hyphen alone.
            values[column] = repr(number)
            has_comma = has_comma or "," in text
    return has_comma


def validated(name: str, row: int, values: Any, model: type[Model], notes: Notes) -> Model | None:
    """Validate the record of a row.

    Parameters
    ----------
    name, row
        The table and the number of the row, for problems.
    values
        The fields of the record.

    Returns
    -------
    Model | None
        ``None`` if fields are at fault; each is noted, unless the last notes of the row name it.
    """
    noted_columns = set()
    for problem in notes.found[-RECENT_NOTES:]:
        if (problem.sheet, problem.row) == (name, row):
            noted_columns.add(problem.column)
    try:
        return model.model_validate(values)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            column = ".".join(map(str, detail["loc"]))
            if column not in noted_columns:
                _note_invalid_field(name, row, column, detail, notes)
    return None


def _note_invalid_field(
    name: str, row: int, column: str, detail: ErrorDetails, notes: Notes
) -> None:
    """Note an error of a model as a problem with its remedy."""
    context = detail.get("ctx") or {}
    reason = str(context.get("error", detail["msg"]))
    code = _CODES.get(detail["type"])
    if not code:
        code = _code_of_reason(reason, column)
    value = detail.get("input")
    if not isinstance(value, (str, int, float)):
        value = ""
    # Pydantic writes "'a', 'b' or 'c'".
    expected = str(context.get("expected", ""))
    allowed = expected.replace("'", "").replace(" or ", ", ")
    bound = context.get("ge", context.get("le"))
    most = ""
    if bound is not None:
        most = f"{bound:g}"
    pattern = context.get("pattern", "")
    params = {
        "allowed": allowed,
        "most": most,
        "pattern": _FORMS.get(pattern, "my-own-id-2"),
    }
    if "error" in context:
        params["why"] = reason
    notes.add(
        code,
        name,
        row,
        column=column or None,
        value=value,
        level="refused",
        **params,
    )


def _code_of_reason(reason: str, column: str) -> str:
    """Return the code of a problem by the message of a model's validator."""
    for message_part, code in _CODES_OF_REASONS.items():
        if message_part in reason:
            return code
    if column:
        return "not_a_text"
    return "claim_values"


def say_no_texts(
    name: str, row: int | None, content: Any, notes: Notes, level: Level = "refused"
) -> bool:
    """Say which texts of a JSON file hold what is no text; whether there is any."""
    invalid_texts = list(find_invalid_texts(content))
    for place, text in invalid_texts:
        notes.add(
            "control_characters",
            name,
            row,
            column=".".join(map(str, place)),
            value=text,
            level=level,
        )
    return bool(invalid_texts)


def check_sources(table: CheckedTable, items: Any, notes: Notes) -> None:
    """Check each item of the list of sources, and note what is wrong with it."""
    name = table.name
    if not isinstance(items, list):
        raise Refusal("json_no_list", sheet=name)
    if len(items) > limits.files.MOST_SOURCES:
        raise Refusal("rows_many", sheet=name, most=limits.files.MOST_SOURCES)
    table.read = len(items)
    for number, item in enumerate(items, start=1):
        say_no_texts(
            name,
            number,
            content=item,
            notes=notes,
        )
        for place, text in walk_texts(item):
            if len(text) > limits.files.MOST_CELL_CHARACTERS:
                notes.add(
                    "text_long",
                    name,
                    number,
                    column=".".join(map(str, place)),
                    value=text,
                    count=len(text),
                    most=limits.files.MOST_CELL_CHARACTERS,
                )
        source = validated(
            name,
            number,
            values=completed(item),
            model=Source,
            notes=notes,
        )
        address = None
        if isinstance(item, dict):
            address = item.get("URL")
        is_web_address = isinstance(address, str) and is_address(address)
        if address and not is_web_address:
            notes.add("address", name, number, column="URL", value=str(address))
        is_refused = (name, number) in notes.refused
        if source is not None and not is_refused:
            table.rows.append((number, source))


def completed(content: Any) -> Any:
    """Return a decoded JSON value in which each text of one language stands for both."""
    if isinstance(content, list):
        return [completed(item) for item in content]
    if not isinstance(content, dict):
        return content
    if content and content.keys() <= set(LANGUAGES):
        texts = {}
        for language, text in content.items():
            if isinstance(text, str) and text.strip():
                texts[language] = text
        if texts:
            first_text = next(iter(texts.values()))
            return dict.fromkeys(LANGUAGES, first_text) | texts
    completed_parts = {}
    for key, part in content.items():
        if key in LEFT:
            completed_parts[key] = part
        else:
            completed_parts[key] = completed(part)
    return completed_parts


def check_references(tables: Tables, notes: Notes) -> None:
    """Refuse rows of an id that is taken, that refer to nothing, or that nothing supports.

    Rows that refer to a refused row are refused, too, until no more rows fall. Refused rows are
    removed from the tables.
    """
    _refuse_duplicates(tables, notes)
    all_ids: IdsByTable = {}
    refused_before = -1
    while refused_before < len(notes.refused):
        refused_before = len(notes.refused)
        _remove_refused_rows(tables, notes)
        known_ids: dict[str, set[str]] = {}
        for name in paths.WITH_IDS:
            rows = tables[name].rows
            known_ids[name] = {record.id for _, record in rows}
        all_ids = all_ids or known_ids
        for link in _LINKS:
            table = tables[link.table]
            _refuse_dangling_rows(table, link, known_ids, all_ids, notes)
        if len(notes.refused) == refused_before:
            _refuse_uncited_rows(tables, notes)
    _remove_unknown_upstreams(tables[paths.SOURCES], notes)


def _refuse_duplicates(tables: Tables, notes: Notes) -> None:
    """Refuse rows whose key another row has already."""
    for name, table in tables.items():
        key_columns = getattr(paths.MODELS.get(name), "key", ("id",))
        if not key_columns:
            continue
        first_rows: dict[Hashable, int] = {}
        for row, record in table.rows:
            key = tuple(getattr(record, column) for column in key_columns)
            first_row = first_rows.setdefault(key, row)
            if first_row != row:
                key_texts = [str(part) for part in key if part is not None]
                notes.add(
                    "duplicate_id",
                    name,
                    row,
                    column=", ".join(key_columns),
                    value=", ".join(key_texts),
                    first=first_row,
                )


def _remove_refused_rows(tables: Tables, notes: Notes) -> None:
    for table in tables.values():
        accepted_rows = []
        for row, record in table.rows:
            if (table.name, row) not in notes.refused:
                accepted_rows.append((row, record))
        table.rows[:] = accepted_rows


def _refuse_dangling_rows(
    table: CheckedTable, link: _Link, known_ids: IdsByTable, all_ids: IdsByTable, notes: Notes
) -> None:
    """Refuse rows that refer to an id that no row has.

    Parameters
    ----------
    known_ids, all_ids
        The ids of rows that are left, and of all rows, refused ones among them.
    """
    target_ids: set[str] = set()
    written_ids: set[str] = set()
    for target in link.targets:
        target_ids |= known_ids[target]
        written_ids |= all_ids[target]
    # Kinds do without rows where a package has none.
    if link.column == "category" and not target_ids:
        return
    targets_text = " / ".join(link.targets)
    for row, record in table.rows:
        value = getattr(record, link.column)
        references = (value,)
        if isinstance(value, tuple):
            references = value
        for reference in references:
            if reference is None or reference in target_ids:
                continue
            code = "reference"
            if reference in written_ids:
                code = "reference_refused"
            notes.add(
                code,
                table.name,
                row,
                column=link.column,
                value=reference,
                target=targets_text,
            )


def _refuse_uncited_rows(tables: Tables, notes: Notes) -> None:
    """Refuse events and claims without a citation."""
    citation_rows = tables[paths.CITATIONS].rows
    cited_ids = {citation.record_id for _, citation in citation_rows}
    for name in (paths.EVENTS, paths.CLAIMS):
        for row, record in tables[name].rows:
            if record.id not in cited_ids:
                notes.add("uncited", name, row, column="id", value=record.id)


def _remove_unknown_upstreams(sources: CheckedTable, notes: Notes) -> None:
    """Remove from each source the sources it takes from that are not there; the source stays."""
    source_ids = {source.id for _, source in sources.rows}
    for position, (row, source) in enumerate(sources.rows):
        known_upstream = []
        unknown_upstream = []
        for source_id in source.custom.upstream:
            if source_id in source_ids:
                known_upstream.append(source_id)
            else:
                unknown_upstream.append(source_id)
        if unknown_upstream:
            notes.add(
                "upstream_unknown",
                paths.SOURCES,
                row,
                column="custom.upstream",
                value=", ".join(unknown_upstream),
                level="note",
            )
            changes = {"upstream": tuple(known_upstream)}
            custom = source.custom.model_copy(update=changes)
            known_source = source.model_copy(update={"custom": custom})
            sources.rows[position] = (row, known_source)
