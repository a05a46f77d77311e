"""The tables of a Data Package: what fits its model, what refers to what, and what is wrong.

They are read by their columns like every table (:mod:`components.intake.rows`). A row that refers
to a refused row is refused, too, and says why; so this goes on until nothing more falls.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from components import limits
from components.intake.date_texts import parse_date
from components.intake.problems import Level, Notes, Refusal
from components.intake.rows import extract_texts, find_odd_texts, note_header_problems
from components.intake.sheet_models import ColumnMap, Sheet
from components.intake.values import is_address, parse_number
from components.story import package_files as paths
from components.story.models import PICTURE_FILE, Source, column_references
from components.story.texts import find_invalid_texts, unguard_formula, walk_texts

Model = TypeVar("Model", bound=BaseModel)
LANGUAGES: Final = ("en", "es")
#: Parts of ``presentation.json`` that a language may simply lack: it has a word of its own there.
LEFT: Final = frozenset({"region"})
DATES: Final = ("date", "document_date", "period", "as_of")
NUMBERS: Final = ("lat", "lon", "value_low", "value_high", "locator")
#: Which columns refer to which tables; words do without rows.
_LINKS: Final = [
    (name, column, targets)
    for name, model in paths.MODELS.items()
    for column, targets in column_references(model).items()
    if targets[0] not in paths.VOCABULARIES
]
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
    PICTURE_FILE: "harbour-1962.jpg",
    r"^[A-Z]{2}-[A-Z0-9]{1,3}$": "CO-NSA",
}


@dataclass
class CheckedTable:
    """The rows of one table that fit their model, how many there were, and their languages."""

    name: str
    rows: list[tuple[int, Any]] = field(default_factory=list)
    read: int = 0
    languages: set[str] = field(default_factory=set)
    sheet: Sheet | None = None


Tables = Mapping[str, CheckedTable]


def check_table(table: CheckedTable, sheet: Sheet, notes: Notes, guarded: bool) -> None:
    """Check the rows of a table; one that cannot be read at all raises a :class:`Refusal`.

    ``guarded`` says that texts a spreadsheet would run stand behind an apostrophe.
    """
    name, model = table.name, paths.MODELS[table.name]
    table.sheet, table.read = sheet, len(sheet.rows)
    # A package is records, however many: none of its tables can be asked instead.
    if table.read > notes.records:
        raise Refusal("rows_many", sheet=name, most=notes.records)
    names = [c.strip() if c.strip() in model.model_fields else None for c in sheet.header]
    # A text that stands in one language stands in both.
    pairs = [(one, f"{one}_es") for one in model.model_fields if f"{one}_es" in model.model_fields]
    here = {*names, *(one for pair in pairs if {*pair} & {*names} for one in pair)}
    if missing := [
        c for c, one in model.model_fields.items() if one.is_required() and c not in here
    ]:
        said = ", ".join(sheet.header[:12])
        raise Refusal("columns_missing", sheet=name, columns=", ".join(missing), value=said)
    note_header_problems(sheet, names, notes)
    texts = extract_texts(
        sheet, ColumnMap(), {cell: (names.index(cell),) for cell in names if cell}
    )
    if guarded:
        texts = {column: list(map(unguard_formula, cells)) for column, cells in texts.items()}
    odd, commas = find_odd_texts(sheet, texts), 0
    for n, (number, _) in enumerate(sheet.rows):
        for problem in odd.get(n, ()):
            notes.take(problem, name, number)
        values = {column: cells[n] for column, cells in texts.items() if cells[n]}
        commas += _mend(values, name, number, notes)
        for pair in pairs:
            own = {one: values[one] for one in pair if values.get(one)}
            table.languages |= {LANGUAGES[pair.index(one)] for one in own}
            if own:
                values |= dict.fromkeys(pair, next(iter(own.values()))) | own
        record = validated(name, number, values, model, notes)
        if record is not None and (name, number) not in notes.refused:
            table.rows.append((number, record))
        notes.report_progress(n, len(sheet.rows))
    if commas:
        notes.add("decimal_commas", name, level="note", count=commas)


def _mend(values: dict[str, str], name: str, row: int, notes: Notes) -> bool:
    """Put dates and numbers into the one form that models read; whether there was a comma."""
    comma = False
    for column in DATES:
        if column in values:
            day = parse_date(values[column])
            if day.code:
                notes.add(day.code, name, row, column, values[column], "refused", **day.params)
            values[column] = day.edtf if column == "date" else day.edtf.partition("T")[0]
            values[column] = values[column] or "0000"
    for column in NUMBERS:
        if column in values:
            number, code = parse_number(values[column])
            if code:
                notes.add(code, name, row, column, values[column])
                values[column] = "0"
            elif "," in values[column]:
                comma, values[column] = True, repr(number)
    return comma


def validated(name: str, row: int, values: Any, model: type[Model], notes: Notes) -> Model | None:
    """The record of a row, or ``None`` once every field at fault has been said, with its remedy."""
    said = {p.column for p in notes.found[-8:] if (p.sheet, p.row) == (name, row)}
    try:
        return model.model_validate(values)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            column = ".".join(str(part) for part in detail["loc"])
            if column in said:
                continue
            value, context = detail.get("input"), detail.get("ctx") or {}
            reason = str(context.get("error", detail["msg"]))
            rules = (("wording", "wording_long"), ("is not a date", "date_unknown"),
                     ("before it starts", "date_unknown"), ("unit", "claim_unit"))  # fmt: skip
            rule = next((code for words, code in rules if words in reason), "")
            rule = rule or ("not_a_text" if column else "claim_values")
            bound = context.get("ge", context.get("le"))
            notes.add(
                _CODES.get(detail["type"], rule), name, row, column or None,
                value if isinstance(value, (str, int, float)) else "", "refused",
                allowed=str(context.get("expected", "")).replace("'", "").replace(" or ", ", "),
                most="" if bound is None else f"{bound:g}",
                pattern=_FORMS.get(context.get("pattern", ""), "my-own-id-2"),
                **({"why": reason} if "error" in context else {}),
            )  # fmt: skip
    return None


def say_no_texts(
    name: str, row: int | None, content: Any, notes: Notes, level: Level = "refused"
) -> bool:
    """Say which texts of a JSON file hold what is no text; whether there is any."""
    found = list(find_invalid_texts(content))
    for place, text in found:
        notes.add("control_characters", name, row, ".".join(map(str, place)), text, level)
    return bool(found)


def check_sources(table: CheckedTable, items: Any, notes: Notes) -> None:
    name = table.name
    if not isinstance(items, list):
        raise Refusal("json_no_list", sheet=name)
    if len(items) > limits.MOST_SOURCES:
        raise Refusal("rows_many", sheet=name, most=limits.MOST_SOURCES)
    table.read = len(items)
    for number, item in enumerate(items, start=1):
        say_no_texts(name, number, item, notes)
        for place, text in walk_texts(item):
            if len(text) > limits.MOST_CELL_CHARACTERS:
                notes.add("text_long", name, number, ".".join(map(str, place)), text,
                          count=len(text), most=limits.MOST_CELL_CHARACTERS)  # fmt: skip
        source = validated(name, number, completed(item), Source, notes)
        address = item.get("URL") if isinstance(item, dict) else None
        if address and not (isinstance(address, str) and is_address(address)):
            notes.add("address", name, number, "URL", str(address))
        if source is not None and (name, number) not in notes.refused:
            table.rows.append((number, source))


def completed(content: Any) -> Any:
    """What a JSON file holds, with each text that has one language in both."""
    if isinstance(content, list):
        return [completed(item) for item in content]
    if not isinstance(content, dict):
        return content
    if content and content.keys() <= {*LANGUAGES}:
        texts = {k: t for k, t in content.items() if isinstance(t, str) and t.strip()}
        if texts:
            return dict.fromkeys(LANGUAGES, next(iter(texts.values()))) | texts
    return {key: item if key in LEFT else completed(item) for key, item in content.items()}


def check_references(tables: Tables, notes: Notes) -> None:
    """Refuse rows of an id that is taken, that refer to nothing, or that nothing supports.

    What a refused row was needed by is refused, too, until nothing more falls.
    """
    for name, table in tables.items():
        columns = getattr(paths.MODELS.get(name), "key", ("id",))
        seen: dict[Hashable, int] = {}
        for row, record in table.rows if columns else ():
            key = tuple(getattr(record, column) for column in columns)
            if (first := seen.setdefault(key, row)) != row:
                value = ", ".join(str(v) for v in key if v is not None)
                notes.add("duplicate_id", name, row, ", ".join(columns), value, first=first)
    written: dict[str, set[str]] = {}
    before = -1
    while before < (before := len(notes.refused)):
        for table in tables.values():
            table.rows[:] = [r for r in table.rows if (table.name, r[0]) not in notes.refused]
        known = {name: {record.id for _, record in tables[name].rows} for name in paths.WITH_IDS}
        written = written or known
        for name, column, targets in _LINKS:
            there, once = (set[str]().union(*(ids[t] for t in targets)) for ids in (known, written))
            # Kinds do without rows where a package has none.
            for row, record in tables[name].rows if column != "category" or there else ():
                value = getattr(record, column)
                for one in value if isinstance(value, tuple) else (value,):
                    if one is not None and one not in there:
                        code = "reference_refused" if one in once else "reference"
                        notes.add(code, name, row, column, one, target=" / ".join(targets))
        cited = {citation.record_id for _, citation in tables[paths.CITATIONS].rows}
        for name in (paths.EVENTS, paths.CLAIMS) if len(notes.refused) == before else ():
            for row, record in tables[name].rows:
                if record.id not in cited:
                    notes.add("uncited", name, row, "id", record.id)
    sources, there = tables[paths.SOURCES].rows, known[paths.SOURCES]
    for at, (row, source) in enumerate(sources):
        # A source that takes from one that is not there stays, without that one.
        upstream = source.custom.upstream
        if gone := [key for key in upstream if key not in there]:
            notes.add("upstream_unknown", paths.SOURCES, row, "custom.upstream", ", ".join(gone),
                      "note")  # fmt: skip
            rest = {"upstream": tuple(key for key in upstream if key in there)}
            custom = source.custom.model_copy(update=rest)
            sources[at] = (row, source.model_copy(update={"custom": custom}))
