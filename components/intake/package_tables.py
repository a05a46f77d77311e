"""The tables of a Data Package: what fits its model, what refers to what, and what is wrong.

They are read by their columns like every table (:mod:`components.intake.rows`). A row that refers
to a refused row is refused, too, and says why; so this goes on until nothing more falls.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from components.intake.columns import ColumnMap
from components.intake.files import read_csv, read_json
from components.intake.problems import Level, Limits, Notes, Progress, Refusal, Sheet
from components.intake.rows import header_problems, odd_texts, say_beyond, texts_of
from components.intake.values import cell_number, is_address, read_date
from components.story.cells import restored
from components.story.models import Category
from components.story.package_files import (
    CATEGORIES,
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    EVENTS,
    KEYS,
    LEFT_OUT,
    PLACES,
    REGION_DEPARTMENTS,
    REGIONS,
    SOURCES,
    TABLES,
    TOPICS,
    VOCABULARIES,
)
from components.story.sources import Source
from components.story.texts import no_texts, texts_in

LANGUAGES: Final = ("en", "es")
#: Parts of ``presentation.json`` that a language may simply lack: it has a word of its own there.
LEFT: Final = frozenset({"region"})
DATES: Final = ("date", "document_date", "period", "as_of")
NUMBERS: Final = ("lat", "lon", "value_low", "value_high", "locator")
MODELS: Final[Mapping[str, type[BaseModel]]] = {
    CATEGORIES: Category, **VOCABULARIES, **TABLES
}  # fmt: skip
#: The tables in which the ids of a column stand.
LINKS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    EVENTS: {"place_id": (PLACES,), "category": (CATEGORIES,)},
    CLAIMS: {"topic_id": (TOPICS,), "region_id": (REGIONS,), "claimant_id": (CLAIMANTS,),
             "event_id": (EVENTS,)},
    CITATIONS: {"record_id": (EVENTS, CLAIMS), "source_id": (SOURCES,), "via": (SOURCES,)},
    REGIONS: {"seat_place_id": (PLACES,)},
    REGION_DEPARTMENTS: {"region_id": (REGIONS,), "source": (SOURCES,)},
    LEFT_OUT: {"source_id": (SOURCES,)},
}  # fmt: skip
_MISSING: Final = {"source_id": "source_unknown", "category": "kind_unknown"}
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
_FORMS: Final[Mapping[str, str]] = {
    r"^ev-[a-z0-9-]+$": "ev-2019-02-23-bridge",
    r"^cl-[a-z0-9-]+$": "cl-arrivals-2019-02-27",
    r"^[A-Z]{2}$": "CO",
    r"^[A-Z]{2}-[A-Z0-9]{1,3}$": "CO-NSA",
}


@dataclass
class CheckedTable:
    """The rows of one table that fit their model, how many there were, and their languages."""

    name: str
    rows: list[tuple[int, Any]] = field(default_factory=list)
    read: int = 0
    blank: int = 0
    languages: set[str] = field(default_factory=set)


Tables = Mapping[str, CheckedTable]


def read_table(
    content: bytes,
    name: str,
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
    model = MODELS[name]
    names = [c.strip() if c.strip() in model.model_fields else None for c in sheet.header]
    table = CheckedTable(name, read=len(sheet.rows), blank=sheet.blank)
    if not _header_fits(sheet, names, model, notes):
        return table, sheet
    places = {cell: (names.index(cell),) for cell in names if cell}
    texts = texts_of(sheet, ColumnMap(), places)
    if guarded:
        texts = {column: list(map(restored, cells)) for column, cells in texts.items()}
    odd, beyond = odd_texts(texts, limits), say_beyond(sheet)
    commas, pairs = 0, _pairs(model)
    for n, (number, _) in enumerate(sheet.rows):
        notes.of_row(name, number, (*beyond.get(n, ()), *odd.get(n, ())))
        values = {column: cells[n] for column, cells in texts.items() if cells[n]}
        commas += _mend(values, name, number, notes)
        _complete(values, pairs, table.languages)
        record = validated(name, number, values, model, notes)
        if record is not None and not notes.refuses(name, number):
            table.rows.append((number, record))
        if progress and n % 2000 == 0:
            progress(n, len(sheet.rows))
    if commas:
        notes.add("decimal_commas", name, level="note", count=commas)
    return table, sheet


def _header_fits(
    sheet: Sheet, names: Sequence[str | None], model: type[BaseModel], notes: Notes
) -> bool:
    """Whether a table has the columns it needs; what is wrong with its header is said."""
    fields = model.model_fields
    # A text that stands in one language stands in both.
    here = {one for pair in _pairs(model) if {*pair} & {*names} for one in pair}
    missing = [c for c in fields if fields[c].is_required() and c not in {*names, *here}]
    if missing:
        notes.take(Refusal("columns_missing", sheet=sheet.name, columns=", ".join(missing),
                           value=", ".join(sheet.header[:12])).problem)  # fmt: skip
        return False
    header_problems(sheet, names, notes)
    return True


def _mend(values: dict[str, str], name: str, row: int, notes: Notes) -> bool:
    """Put dates and numbers into the one form that models read; say what is not clear.

    Returns:
        whether a number had a decimal comma.
    """
    comma = False
    for column in DATES:
        if column in values:
            day = read_date(values[column])
            if day.code:
                notes.add(day.code, name, row, column, values[column], "refused", **day.params)
            values[column] = day.text or "0000"
    for column in NUMBERS:
        if column in values:
            number = cell_number(values[column])
            if number.code:
                notes.add(number.code, name, row, column, values[column])
                values[column] = "0"
            elif number.comma:
                comma, values[column] = True, repr(number.value)
    return comma


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
    """Say what a model has found, in a message with its remedy."""
    value, context = detail.get("input"), detail.get("ctx") or {}
    reason = str(context.get("error", detail["msg"]))
    if "wording" in reason:
        rule = "wording_long"
    elif "is not a date" in reason or "before it starts" in reason:
        rule = "date_unknown"
    elif "unit" in reason:
        rule = "claim_unit"
    else:
        rule = "not_a_text" if column else "claim_values"
    bound = context.get("ge", context.get("le"))
    notes.add(
        _CODES.get(detail["type"], rule), name, row, column or None,
        value if isinstance(value, (str, int, float)) else "", "refused",
        allowed=str(context.get("expected", "")).replace("'", "").replace(" or ", ", "),
        most="" if bound is None else f"{bound:g}",
        pattern=_FORMS.get(context.get("pattern", ""), "my-own-id-2"),
        **({"why": reason} if "error" in context else {}),
    )  # fmt: skip


def say_no_texts(
    name: str, row: int | None, content: Any, notes: Notes, level: Level = "refused"
) -> bool:
    """Say which texts of a JSON file hold what is no text; whether there is any."""
    found = list(no_texts(content))
    for place, text in found:
        notes.add("control_characters", name, row, ".".join(map(str, place)), text, level)
    return bool(found)


def read_sources(content: bytes, limits: Limits, notes: Notes) -> CheckedTable:
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
        for place, text in texts_in(item):
            if len(text) > limits.cell:
                notes.add("text_long", SOURCES, number, ".".join(map(str, place)), text,
                          count=len(text), most=limits.cell)  # fmt: skip
        source = validated(SOURCES, number, completed(item), Source, notes)
        address = item.get("URL") if isinstance(item, dict) else None
        if address and not (isinstance(address, str) and is_address(address)):
            notes.add("address", SOURCES, number, "URL", address)
        if source is not None and not notes.refuses(SOURCES, number):
            table.rows.append((number, source))
    return table


def _pairs(model: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """The columns of a table that hold one text in English and in Spanish."""
    fields = model.model_fields
    return tuple((name, f"{name}_es") for name in fields if f"{name}_es" in fields)


def _complete(values: dict[str, str], pairs: Iterable[tuple[str, str]], written: set[str]) -> None:
    """Put a text that stands in one language into both; ``written`` takes those it had."""
    for pair in pairs:
        texts = {name: values[name] for name in pair if values.get(name)}
        written |= {LANGUAGES[pair.index(name)] for name in texts}
        if texts:
            values |= dict.fromkeys(pair, next(iter(texts.values()))) | texts


def completed(content: Any) -> Any:
    """What a JSON file holds, with each text that has one language in both."""
    if isinstance(content, list):
        return [completed(item) for item in content]
    if not isinstance(content, dict):
        return content
    if texts := _texts(content):
        return dict.fromkeys(LANGUAGES, next(iter(texts.values()))) | texts
    return {key: item if key in LEFT else completed(item) for key, item in content.items()}


def _texts(item: Mapping[str, Any]) -> dict[str, str]:
    """The texts of ``{"en": …, "es": …}``; none of any other object."""
    own = bool(item) and item.keys() <= set(LANGUAGES)
    return {k: text for k, text in item.items() if own and isinstance(text, str) and text.strip()}


def check_references(tables: Tables, notes: Notes) -> None:
    """Refuse rows of an id that is taken, that refer to nothing, or that nothing supports."""
    _drop_repeated(tables, notes)
    written, falls = _ids(tables), True
    while falls:
        _follow(tables, _ids(tables), written, notes)
        falls = _keep(tables, notes)
        if not falls:
            _drop_uncited(tables, notes)
            falls = _keep(tables, notes)
    known = {record.id for _, record in tables[SOURCES].rows}
    for at, (row, source) in enumerate(tables[SOURCES].rows):
        # A source that takes from one that is not there stays, without that one.
        if gone := [key for key in source.custom.upstream if key not in known]:
            notes.add("upstream_unknown", SOURCES, row, "custom.upstream", ", ".join(gone), "note")
            kept = tuple(key for key in source.custom.upstream if key in known)
            custom = source.custom.model_copy(update={"upstream": kept})
            tables[SOURCES].rows[at] = (row, source.model_copy(update={"custom": custom}))


def _drop_repeated(tables: Tables, notes: Notes) -> None:
    """Keep the first row of each id, and refuse the others."""
    for name, columns in KEYS.items():
        seen: dict[Hashable, int] = {}
        for row, record in tables[name].rows:
            key = tuple(getattr(record, column) for column in columns)
            if (first := seen.setdefault(key, row)) != row:
                value = ", ".join(str(v) for v in key if v is not None)
                notes.add("duplicate_id", name, row, ", ".join(columns), value, first=first)
    _keep(tables, notes)


def _drop_uncited(tables: Tables, notes: Notes) -> None:
    cited = {citation.record_id for _, citation in tables[CITATIONS].rows}
    for name in (EVENTS, CLAIMS):
        for row, record in tables[name].rows:
            if record.id not in cited:
                notes.add("uncited", name, row, "id", record.id)


def _ids(tables: Tables) -> dict[str, set[str]]:
    """The ids of each table whose rows have one."""
    named = [name for name, columns in KEYS.items() if columns == ("id",)]
    return {name: {record.id for _, record in tables[name].rows} for name in named}


def _keep(tables: Tables, notes: Notes) -> bool:
    """Take the refused rows out; whether there were any."""
    before = sum(len(table.rows) for table in tables.values())
    for table in tables.values():
        table.rows[:] = [row for row in table.rows if not notes.refuses(table.name, row[0])]
    return sum(len(table.rows) for table in tables.values()) < before


def _follow(
    tables: Tables, known: Mapping[str, set[str]], written: Mapping[str, set[str]], notes: Notes
) -> None:
    """Refuse the rows that refer to an id which is not known."""
    for name, links in LINKS.items():
        for column, targets in links.items():
            if column == "category" and not known[CATEGORIES]:
                continue
            there = set[str]().union(*(known[target] for target in targets))
            once = set[str]().union(*(written[target] for target in targets))
            for row, record in tables[name].rows:
                value = getattr(record, column)
                for one in value if isinstance(value, tuple) else (value,):
                    if one is not None and one not in there:
                        missing = _MISSING.get(column, "reference")
                        code = "reference_refused" if one in once else missing
                        notes.add(code, name, row, column, one, target=" / ".join(targets))


def decoded_text(values: Mapping[str, Any], names: Sequence[str]) -> str:
    """The first of some keys that holds a text."""
    for name in names:
        text = values.get(name)
        if isinstance(text, str) and text.strip():
            return text.strip()
    return ""
