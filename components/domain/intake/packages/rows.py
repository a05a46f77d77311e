"""The tables of a Data Package, row by row: what fits its model, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from components.domain.characters import no_texts, texts_in
from components.domain.intake.files.strict_json import parse_json
from components.domain.intake.files.tabular import decode, read_csv
from components.domain.intake.limits import Limits
from components.domain.intake.packages.languages import (
    cells_completed,
    completed,
    pairs_of,
    say_half,
)
from components.domain.intake.problems import Level, Notes, Refusal, Sheet
from components.domain.intake.rows.rows import cells_of, check_texts, header_problems
from components.domain.intake.rows.values import is_address, read_date, read_number
from components.domain.records.cells import restored
from components.domain.records.models import Category
from components.domain.records.package_files import (
    CATEGORIES,
    CLAIMANTS,
    CLAIMS,
    CORRECTIONS,
    SOURCES,
    TABLES,
)

DATES: Final = frozenset({"date", "document_date", "period", "as_of"})
NUMBERS: Final = frozenset({"lat", "lon", "value_low", "value_high", "locator"})
Progress = Callable[[int, int], None]
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


@dataclass
class CheckedTable:
    """The rows of one table that fit their model, and how many there were."""

    name: str
    rows: list[tuple[int, Any]] = field(default_factory=list)
    read: int = 0
    blank: int = 0
    #: The languages that its texts are written in.
    languages: set[str] = field(default_factory=set)


#: Columns that versions of the project's own package before 1.3 do not have.
SINCE_1_3: Final = frozenset(
    ((CLAIMS, "document_date"), (CLAIMANTS, "mention"), (CLAIMANTS, "mention_es"),
     (CORRECTIONS, "kind"))
)  # fmt: skip
MODELS: Final[Mapping[str, type[BaseModel]]] = {CATEGORIES: Category, **TABLES}


def read_table(
    content: bytes,
    name: str,
    model: type[BaseModel],
    limits: Limits,
    notes: Notes,
    progress: Progress | None = None,
    guarded: bool = False,
) -> tuple[CheckedTable, Sheet | None]:
    """Read one CSV table; a table that cannot be read at all is said and comes back empty.

    ``guarded`` says that texts a spreadsheet would run stand behind an apostrophe.
    """
    try:
        sheet = read_csv(content, name, limits, notes)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return CheckedTable(name), None
    known = set(model.model_fields)
    names = [cell.strip() if cell.strip() in known else None for cell in sheet.header]
    table = CheckedTable(name, read=len(sheet.rows), blank=sheet.blank)
    if not _header_fits(sheet, names, model, notes):
        return table, sheet
    commas, pairs = 0, () if notes.strict else pairs_of(model)
    for done, (number, raw) in enumerate(sheet.rows):
        texts = tuple(map(restored, raw)) if guarded else raw
        if notes.strict and len(raw) < len(names):
            notes.rule("rule_cells", name, number, None, count=len(raw), most=len(names))
            continue
        cells = cells_of(sheet, names, number, texts, notes)
        check_texts(sheet, number, cells, limits, notes)
        values, comma = _mended(name, number, cells, notes)
        commas += comma
        values = cells_completed(values, pairs, table.languages)
        record = validated(name, number, values, model, notes)
        if record is not None and not notes.refuses(name, number):
            table.rows.append((number, record))
        if progress and done % 2000 == 0:
            progress(done, len(sheet.rows))
    if commas:
        notes.add("decimal_commas", name, level="note", count=commas)
    return table, sheet


def _header_fits(
    sheet: Sheet, names: list[str | None], model: type[BaseModel], notes: Notes
) -> bool:
    """Whether a table has the columns it needs; what is wrong with its header is said."""
    fields = model.model_fields
    absent = [c for c in fields if c not in names and (sheet.name, c) not in SINCE_1_3]
    for column in absent:
        notes.rule("rule_column", sheet.name, 1, column)
    missing = [c for c in absent if fields[c].is_required()]
    if not notes.strict:
        # A text that stands in one language stands in both.
        here = {one for pair in pairs_of(model) if {*pair} & {*names} for one in pair}
        missing = [c for c in missing if c not in here]
    if missing and not notes.strict:
        problem = Refusal("columns_missing", sheet=sheet.name, columns=", ".join(missing),
                          value=", ".join(sheet.header[:12])).problem  # fmt: skip
        notes.take(problem)
        return False
    header_problems(sheet, names, notes)
    return not any(p.level == "refused" for p in notes.found if (p.sheet, p.row) == (sheet.name, 1))


def _mended(
    name: str, row: int, cells: Mapping[str, str], notes: Notes
) -> tuple[dict[str, str], bool]:
    """Dates and numbers in the one form the models read; what is not clear is said."""
    values = dict(cells)
    comma = False
    if notes.strict:
        return values, comma
    for column in DATES & cells.keys():
        found = read_date(cells[column])
        if found.code:
            notes.add(found.code, name, row, column, cells[column], **found.params)
            values[column] = "0000"
        else:
            values[column] = found.text
    for column in NUMBERS & cells.keys():
        number = read_number(cells[column])
        if number.comma and number.value is not None:
            comma, values[column] = True, repr(number.value)
        elif number.code:
            notes.add(number.code, name, row, column, cells[column])
            values[column] = "0"
    return values, comma


def validated(
    name: str, row: int, values: Any, model: type[BaseModel], notes: Notes
) -> BaseModel | None:
    """The record of a row, or ``None`` once every field at fault has been said."""
    said = {p.column for p in notes.found[-8:] if (p.sheet, p.row) == (name, row)}
    try:
        return model.model_validate(values)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            column = ".".join(str(part) for part in detail["loc"])
            if column not in said:
                _say(name, row, column, detail, notes)
    return None


def _say(name: str, row: int, column: str, detail: Any, notes: Notes) -> None:
    value, context = detail.get("input"), detail.get("ctx") or {}
    code = _CODES.get(detail["type"])
    text = value if isinstance(value, (str, int, float)) else ""
    allowed = str(context.get("expected", "")).replace("'", "").replace(" or ", ", ")
    bound = context.get("ge", context.get("le"))
    most = "" if bound is None else f"{bound:g}"
    if code is None:
        code = _rule(column, str(context.get("error", detail["msg"])))
    shown = column or None
    why = {"why": str(context["error"])} if "error" in context else {}
    notes.add(code, name, row, shown, text, "refused", allowed=allowed, most=most,
              pattern=_form(context.get("pattern", "")), **why)  # fmt: skip


def _rule(column: str, message: str) -> str:
    """The rule of a model that was broken: on dates, wordings or the values of a claim."""
    if "wording" in message:
        return "wording_long"
    if "is not a date" in message or "before it starts" in message:
        return "date_unknown"
    if "unit" in message:
        return "claim_unit"
    return "claim_values" if not column else "not_a_text"


def _form(pattern: str) -> str:
    """A pattern of the schema as an example that people can read."""
    return {
        r"^ev-[a-z0-9-]+$": "ev-2019-02-23-bridge",
        r"^cl-[a-z0-9-]+$": "cl-arrivals-2019-02-27",
        r"^[A-Z]{2}$": "CO",
        r"^[A-Z]{2}-[A-Z0-9]{1,3}$": "CO-NSA",
    }.get(pattern, "my-own-id-2")


def read_json(content: bytes, name: str, limits: Limits, notes: Notes) -> Any:
    """What a JSON file holds.

    Raises:
        Refusal: as :func:`components.domain.intake.files.strict_json.parse_json`.
    """
    return parse_json(decode(content, name, notes), name, limits)


def say_no_texts(
    name: str, row: int | None, content: Any, notes: Notes, level: Level = "refused"
) -> bool:
    """Say which texts of a JSON file hold what is no text; whether there is any."""
    found = list(no_texts(content))
    for place, text in found:
        notes.add("control_characters", name, row, ".".join(map(str, place)), text, level)
    return bool(found)


def _say_long(name: str, row: int, content: Any, limits: Limits, notes: Notes) -> None:
    for place, text in texts_in(content):
        if len(text) > limits.cell:
            notes.add("text_long", name, row, ".".join(map(str, place)), text,
                      count=len(text), most=limits.cell)  # fmt: skip


def read_sources(
    content: bytes, model: type[BaseModel], limits: Limits, notes: Notes
) -> CheckedTable:
    """The items of ``sources.json`` that fit their model and whose addresses are addresses."""
    table = CheckedTable(SOURCES)
    try:
        items = read_json(content, SOURCES, limits, notes)
        if not isinstance(items, list):
            raise Refusal("json_no_list", sheet=SOURCES)
        if len(items) > limits.sources:
            raise Refusal("rows_many", sheet=SOURCES, most=limits.sources)
    except Refusal as refusal:
        notes.take(refusal.problem)
        return table
    table.read = len(items)
    for number, item in enumerate(items, start=1):
        say_no_texts(SOURCES, number, item, notes)
        _say_long(SOURCES, number, item, limits, notes)
        say_half(SOURCES, number, item, notes)
        source = validated(SOURCES, number, completed(item), model, notes)
        address = item.get("URL") if isinstance(item, dict) else None
        if address and not (isinstance(address, str) and is_address(address)):
            notes.add("address", SOURCES, number, "URL", address)
        if source is not None and not notes.refuses(SOURCES, number):
            table.rows.append((number, source))
    return table


def text_of(values: Mapping[str, Any], names: Sequence[str]) -> str:
    """The first of some keys that holds a text."""
    for name in names:
        text = values.get(name)
        if isinstance(text, str) and text.strip():
            return text.strip()
    return ""
