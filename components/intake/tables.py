"""The tables of a Data Package: what fits its model, what refers to what, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from components.intake.files import decode, parse_json, read_csv
from components.intake.problems import Level, Limits, Notes, Refusal, Sheet
from components.intake.rows import cells_of, check_texts, header_problems
from components.intake.values import is_address, read_date, read_number
from components.story.cells import restored
from components.story.characters import no_texts, texts_in
from components.story.models import Category
from components.story.package_files import (
    CATEGORIES,
    CITATIONS,
    CLAIMANTS,
    CLAIMS,
    CORRECTIONS,
    EVENTS,
    KEYS,
    LEFT_OUT,
    PLACES,
    REGION_DEPARTMENTS,
    REGIONS,
    SOURCES,
    TABLES,
    TOPICS,
)

LANGUAGES: Final = ("en", "es")
#: Parts of ``presentation.json`` that a language may simply lack: it has a word of its own there.
LEFT: Final = frozenset({"region"})


def pairs_of(model: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """The columns of a table that hold one text in English and in Spanish."""
    fields = model.model_fields
    return tuple((name, f"{name}_es") for name in fields if f"{name}_es" in fields)


def cells_completed(
    values: Mapping[str, str], pairs: Sequence[tuple[str, str]], written: set[str]
) -> dict[str, str]:
    """The cells of a row, each text in both languages; ``written`` takes the languages it had."""
    found = dict(values)
    for names in pairs:
        texts = [values.get(name) or "" for name in names]
        written |= {language for language, text in zip(LANGUAGES, texts, strict=True) if text}
        if any(texts):
            found |= {name: text or max(texts) for name, text in zip(names, texts, strict=True)}
    return found


def completed(content: Any) -> Any:
    """What a JSON file holds, with each text that has one language in both."""
    if isinstance(content, list):
        return [completed(item) for item in content]
    if not isinstance(content, dict):
        return content
    if texts := _texts(content):
        return dict.fromkeys(LANGUAGES, next(iter(texts.values()))) | texts
    return {key: item if key in LEFT else completed(item) for key, item in content.items()}


def say_half(name: str, row: int | None, content: Any, notes: Notes) -> None:
    """Say which texts of a JSON file have one language alone, where reading is strict."""
    for place in _half(content, ()):
        notes.rule("rule_empty", name, row, ".".join(place))


def _texts(item: Mapping[str, Any]) -> dict[str, str]:
    """The texts of ``{"en": …, "es": …}``; none of any other object."""
    if not item or not item.keys() <= set(LANGUAGES):
        return {}
    return {key: text for key, text in item.items() if isinstance(text, str) and text.strip()}


def _half(content: Any, place: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(content, list):
        items = [(str(number), item) for number, item in enumerate(content, start=1)]
    elif isinstance(content, dict):
        texts = _texts(content)
        yield from ((*place, one) for one in LANGUAGES if texts and one not in texts)
        items = list(content.items())
    else:
        return
    for key, item in items:
        yield from _half(item, (*place, key))


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
        Refusal: as :func:`components.intake.files.parse_json`.
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


Tables = Mapping[str, CheckedTable]
LINKS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    EVENTS: {"place_id": (PLACES,), "category": (CATEGORIES,)},
    CLAIMS: {
        "topic_id": (TOPICS,),
        "region_id": (REGIONS,),
        "claimant_id": (CLAIMANTS,),
        "event_id": (EVENTS,),
    },
    CITATIONS: {"record_id": (EVENTS, CLAIMS), "source_id": (SOURCES,), "via": (SOURCES,)},
    REGIONS: {"seat_place_id": (PLACES,)},
    REGION_DEPARTMENTS: {"region_id": (REGIONS,), "source": (SOURCES,)},
    LEFT_OUT: {"source_id": (SOURCES,)},
}


def drop_repeated(tables: Tables, notes: Notes) -> None:
    """Keep the first row of each id, and refuse the others."""
    for name, columns in KEYS.items():
        table = tables.get(name)
        if table is None:
            continue
        seen: dict[Hashable, int] = {}
        for row, record in table.rows:
            key = tuple(getattr(record, column) for column in columns)
            first = seen.setdefault(key, row)
            if first != row:
                value = ", ".join(str(v) for v in key if v is not None)
                notes.add("duplicate_id", name, row, ", ".join(KEYS[name]), value, first=first)
        _keep(table, notes)


def drop_dangling(tables: Tables, notes: Notes) -> None:
    """Refuse what refers to nothing and what nothing supports, until no more falls.

    Strict reading names each fault itself and not what falls with it.
    """
    written = {name: {r.id for _, r in t.rows} for name, t in tables.items() if name in _WITH_ID}
    cited = {citation.record_id for _, citation in tables[CITATIONS].rows}
    if notes.strict:
        _uncited(tables, cited, notes)
        _follow(tables, written, written, notes)
        _upstream(tables, notes)
        return
    changed = True
    while changed:
        known = {name: {r.id for _, r in t.rows} for name, t in tables.items() if name in _WITH_ID}
        changed = _follow(tables, known, written, notes)
        cited = {citation.record_id for _, citation in tables[CITATIONS].rows}
        changed = changed or _uncited(tables, cited, notes)
    _upstream(tables, notes)


_WITH_ID: Final = frozenset(
    {EVENTS, CLAIMS, CLAIMANTS, TOPICS, PLACES, REGIONS, SOURCES, CATEGORIES}
)


def _keep(table: CheckedTable, notes: Notes) -> bool:
    kept = [(row, record) for row, record in table.rows if not notes.refuses(table.name, row)]
    changed = len(kept) != len(table.rows)
    table.rows[:] = kept
    return changed


def _follow(
    tables: Tables,
    known: Mapping[str, set[str]],
    written: Mapping[str, set[str]],
    notes: Notes,
) -> bool:
    for name, links in LINKS.items():
        table = tables.get(name)
        for column, targets in links.items():
            if table is None or (column == "category" and not known.get(CATEGORIES)):
                continue
            there = set[str]().union(*(known.get(t, set()) for t in targets))
            once = set[str]().union(*(written.get(t, set()) for t in targets))
            for row, record in table.rows:
                for value in _values(getattr(record, column)):
                    if value not in there:
                        code = "reference_refused" if value in once else _missing(column)
                        notes.add(code, name, row, column, value, target=" / ".join(targets))
    return sum(_keep(table, notes) for table in tables.values()) > 0


def _missing(column: str) -> str:
    return {"source_id": "source_unknown", "category": "kind_unknown"}.get(column, "reference")


def _values(value: Any) -> Iterable[str]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _uncited(tables: Tables, cited: set[str], notes: Notes) -> bool:
    for name in (EVENTS, CLAIMS):
        for row, record in tables[name].rows if name in tables else ():
            if record.id not in cited:
                notes.add("uncited", name, row, "id", record.id)
    return sum(_keep(tables[name], notes) for name in (EVENTS, CLAIMS) if name in tables) > 0


def _upstream(tables: Tables, notes: Notes) -> None:
    """A source that takes from one that is not there stays, without that one."""
    known = {record.id for _, record in tables[SOURCES].rows}
    for at, (row, source) in enumerate(tables[SOURCES].rows):
        gone = [key for key in source.custom.upstream if key not in known]
        if gone:
            notes.add("upstream_unknown", SOURCES, row, "custom.upstream", ", ".join(gone), "note")
            kept = tuple(key for key in source.custom.upstream if key in known)
            details = source.custom.model_copy(update={"upstream": kept})
            tables[SOURCES].rows[at] = (row, source.model_copy(update={"custom": details}))


def check_house_rules(tables: Tables, notes: Notes) -> None:
    """Note every breach, where reading is strict."""
    if notes.strict:
        _languages(tables, notes)
        _locators(tables, notes)
        _dates(tables, notes)
        _mentions(tables, notes)


def _languages(tables: Tables, notes: Notes) -> None:
    """Texts stand in both languages."""
    for name, model in MODELS.items():
        pairs = [(c, f"{c}_es") for c in model.model_fields if f"{c}_es" in model.model_fields]
        for row, record in tables[name].rows:
            for english, spanish in pairs:
                if bool(getattr(record, english)) != bool(getattr(record, spanish)):
                    empty = english if getattr(record, spanish) else spanish
                    notes.rule("rule_language", name, row, empty)
    for number, source in tables[SOURCES].rows:
        if not (source.custom.issued_edtf and source.custom.date_basis):
            notes.rule("rule_empty", SOURCES, number, "custom.issued_edtf")
        for part in ("date_note", "notes"):
            for language, text in getattr(source.custom, part).model_dump().items():
                if not text:
                    notes.rule("rule_empty", SOURCES, number, f"custom.{part}.{language}")


def _locators(tables: Tables, notes: Notes) -> None:
    """A document is cited by paragraph and words, an outside report by neither."""
    tiers = {source.id: source.custom.tier for _, source in tables[SOURCES].rows}
    for row, citation in tables[CITATIONS].rows:
        tier = tiers.get(citation.source_id)
        if tier == "document" and citation.locator is None:
            notes.rule("rule_locator", CITATIONS, row, "locator")
        if tier == "document" and not citation.wording:
            notes.rule("rule_wording", CITATIONS, row, "wording")
        if tier == "corroborating" and citation.locator is not None:
            notes.rule("rule_outside", CITATIONS, row, "locator", citation.locator)


def _dates(tables: Tables, notes: Notes) -> None:
    """A date has its basis, and a document date only where another report has sharpened it.

    A claim that a document is cited for has its date beside one that another report gives, and that
    report is cited, too.
    """
    tiers = {source.id: source.custom.tier for _, source in tables[SOURCES].rows}
    citations = [citation for _, citation in tables[CITATIONS].rows]
    # Versions before 1.3 have neither this column nor that of the next rule.
    dated = any(claim.document_date for _, claim in tables[CLAIMS].rows)
    for row, claim in tables[CLAIMS].rows:
        if (claim.as_of is None) != (claim.as_of_basis is None):
            empty = "as_of" if claim.as_of is None else "as_of_basis"
            notes.rule("rule_as_of", CLAIMS, row, empty)
        if claim.as_of and not claim.as_of_note:
            notes.rule("rule_as_of_note", CLAIMS, row, "as_of_note")
        if claim.document_date and claim.as_of_basis != "corroborated":
            notes.rule("rule_document_date", CLAIMS, row, "document_date", claim.document_date)
        if dated and claim.as_of_basis == "corroborated":
            cited = {tiers.get(c.source_id) for c in citations if c.record_id == claim.id}
            if "document" in cited and not claim.document_date:
                notes.rule("rule_document_date_missing", CLAIMS, row, "document_date")
            if "corroborating" not in cited:
                notes.rule("rule_report_missing", CLAIMS, row, "as_of")
    for row, event in tables[EVENTS].rows:
        if event.document_date and event.date_basis != "corroborated":
            notes.rule("rule_document_date", EVENTS, row, "document_date", event.document_date)


def _mentions(tables: Tables, notes: Notes) -> None:
    """Every claimant has its name inside a sentence, with its article."""
    named = any(claimant.mention for _, claimant in tables[CLAIMANTS].rows)
    for row, claimant in tables[CLAIMANTS].rows:
        if named and not claimant.mention:
            notes.rule("rule_mention", CLAIMANTS, row, "mention")
