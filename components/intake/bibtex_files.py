"""BibTeX as a table with Zotero's columns, by bibtexparser and pylatexenc.

A file is weighed before the libraries see it: neither has a bound.
"""

import logging
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from components import limits
from components.intake.cell_texts import find_addresses
from components.intake.files import Record, decode_text
from components.intake.problems import Notes, Refusal, check_entries, check_entry_text
from components.intake.reference_files import (
    DEFAULT_ITEM_TYPE,
    ITEM_TYPES,
    build_reference_sheet,
    join_authors,
)
from components.intake.sheet_models import Sheet
from components.intake.source_library import format_author
from components.values.language_tables import MONTH_OF, MONTHS

#: The kinds of periodical that BibTeX names beside an article or a page.
_PERIODICAL_TYPES: Final[Mapping[str, str]] = {
    "newspaper": "newspaperArticle",
    "magazine": "magazineArticle",
}
#: The fields of BibTeX and biblatex by column; the first that has a value counts.
BIBTEX_FIELDS: Final[Mapping[str, Sequence[str]]] = {
    "Title": ("title",),
    "Publisher": ("publisher", "institution", "school"),
    "Publication Title": ("journal", "journaltitle", "booktitle", "maintitle", "series"),
    "Pages": ("pages",),
    "Volume": ("volume",),
    "Issue": ("number", "issue"),
    "Place": ("address", "location"),
    "Abstract Note": ("abstract",),
    "Short Title": ("shorttitle",),
    "Note": ("note", "comment"),
}
#: Fields that hold no prose: TeX's signs within them mean themselves.
BIBTEX_VERBATIM_FIELDS: Final[Mapping[str, Sequence[str]]] = {
    "Date": ("date",),
    "Publication Year": ("year",),
    "DOI": ("doi",),
    "Language": ("language", "langid"),
    "Access Date": ("urldate",),
    "ISBN": ("isbn",),
    "ISSN": ("issn",),
}
#: Fields with an address, which may stand in ``\url{…}``.
_ADDRESS_FIELDS: Final = ("url", "howpublished", "link")
#: What the library takes for the beginning of an entry.
_ENTRY_BEGIN: Final = re.compile(r"@\w*[ \t]*[{(]")
#: A brace, or an entry at the beginning of a line, which ends all braces that are open.
_BRACE: Final = re.compile(r"\\.|[{}]|^[ \t]*@", re.MULTILINE)
#: What the library that makes plain text takes long for.
_TEX_MARKS: Final = ("\\", "{", "$", "~", "%", "&", "#", "--", "``", "''", "?`", "!`")
#: Between the parts of a value that are joined.
_JOINED_VALUE: Final = re.compile(r"(?<!\\)[{}\"#]")
_ENCLOSING: Final = frozenset({("{", "}"), ('"', '"')})
_TEX_SYNTAX: Final = re.compile(r"[\\{}$~%]|--|``|''")
_ESCAPED_SIGN: Final = re.compile(r"\\([_%&#$~^{}])")
_BARE_PERCENT: Final = re.compile(r"(?<!\\)%")
_BARE_DOLLAR: Final = re.compile(r"(?<!\\)\$")
#: An author who stands for all that are not named.
_OTHERS: Final = "others"

#: Makes plain text of TeX.
TexDecoder = Callable[[str], str]


def read_bibtex(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the references of a BibTeX file as rows with Zotero's columns.

    Raises
    ------
    Refusal
        If it has more references, longer or deeper ones than a list may have, or none.
    """
    text = decode_text(content, name, notes)
    _weigh_bibtex(text, name)
    # Imported late: only such a file needs them.
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import Entry

    for library_name in ("bibtexparser", "pylatexenc"):
        # Each broken entry would be a line of the server's log.
        logging.getLogger(library_name).setLevel(logging.CRITICAL)
    library = parse_string(text, parse_stack=())
    strings = _resolve_strings(library.strings)
    decode = _make_tex_decoder()
    records = []
    unread_count = 0
    for block in library.blocks:
        # Of an entry with a key or a field that stands twice nothing is wrong but that.
        entry = getattr(block, "ignore_error_block", block)
        if isinstance(entry, Entry):
            values = _resolve_fields(entry.fields, strings)
            record = _bibtex_record(values, decode)
            record["Key"] = entry.key
            record["Item Type"] = _bibtex_item_type(entry.entry_type, values)
            records.append(record)
        elif entry is None:
            unread_count += 1
    if unread_count:
        notes.add(
            "entries_unread",
            name,
            level="note",
            count=unread_count,
        )
    return build_reference_sheet(name, records)


def _weigh_bibtex(text: str, name: str) -> None:
    """Refuse a text with more entries, characters, braces or commands than a list may have."""
    check_entry_text(text, name)
    entry_count = sum(1 for _ in _ENTRY_BEGIN.finditer(text))
    check_entries(entry_count, name)
    mark_count = sum(map(text.count, _TEX_MARKS))
    # Each field makes an object.
    mark_count = max(mark_count, text.count("="))
    if mark_count > limits.files.MOST_TEX_MARKS:
        raise Refusal("tex_marks_many", sheet=name, most=limits.files.MOST_TEX_MARKS)
    depth = 0
    for match in _BRACE.finditer(text):
        mark = match[0]
        if mark == "{":
            depth += 1
            if depth > limits.files.MOST_BRACE_DEPTH:
                raise Refusal("braces_deep", sheet=name, most=limits.files.MOST_BRACE_DEPTH)
        elif mark == "}":
            depth -= 1
        elif mark.endswith("@"):
            depth = 0


def _resolve_strings(strings: Iterable[Any]) -> dict[str, str]:
    """Return the values of BibTeX's own months, and of the strings that a file defines."""
    values = {name[:3].lower(): name for name in MONTHS}
    for string in strings:
        values[string.key.lower()] = _resolve_value(string.value, values)
    return values


def _resolve_value(value: str, strings: Mapping[str, str]) -> str:
    """Return the text of a value, whose parts may be strings and are joined by ``#``.

    It is cut at the length of a cell: strings that are joined again and again grow without end.
    """
    text = ""
    for part in _split_joined_value(value):
        part_text = strings.get(part.lower(), part)
        if (part[:1], part[-1:]) in _ENCLOSING and len(part) > 1:
            part_text = part[1:-1]
        text += part_text
        if len(text) > limits.files.MOST_CELL_CHARACTERS:
            return text[: limits.files.MOST_CELL_CHARACTERS]
    return text


def _split_joined_value(value: str) -> list[str]:
    """Split a value at each ``#`` that is neither in braces nor in quotation marks."""
    parts = []
    part_start = 0
    depth = 0
    is_quoted = False
    for match in _JOINED_VALUE.finditer(value):
        mark = match[0]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
        elif depth == 0 and mark == '"':
            is_quoted = not is_quoted
        elif depth == 0 and not is_quoted:
            parts.append(value[part_start : match.start()].strip())
            part_start = match.end()
    parts.append(value[part_start:].strip())
    return parts


def _resolve_fields(fields: Iterable[Any], strings: Mapping[str, str]) -> dict[str, str]:
    """Return the values of an entry by field; of a field that stands twice the first counts."""
    values: dict[str, str] = {}
    for field in fields:
        value = _resolve_value(field.value, strings).strip()
        if value:
            values.setdefault(field.key.lower(), value)
    return values


def _bibtex_item_type(entry_type: str, values: Mapping[str, str]) -> str:
    for field_name in ("entrysubtype", "keywords"):
        periodical = values.get(field_name, "").lower()
        if periodical in _PERIODICAL_TYPES:
            return _PERIODICAL_TYPES[periodical]
    return ITEM_TYPES.get(entry_type.lower(), DEFAULT_ITEM_TYPE)


def _bibtex_record(values: Mapping[str, str], decode: TexDecoder) -> Record:
    record: Record = {}
    for column, field_names in BIBTEX_FIELDS.items():
        record[column] = decode(_first_value(values, field_names))
    for column, field_names in BIBTEX_VERBATIM_FIELDS.items():
        record[column] = _strip_tex(_first_value(values, field_names))
    if "subtitle" in values:
        record["Title"] = f"{record['Title']}: {decode(values['subtitle'])}"
    for organization in _split_tex_list(values.get("organization", "")):
        # That of a page publishes it, and may have a publisher.
        column = "Publisher" if record["Publication Title"] else "Publication Title"
        record[column] = record[column] or decode(organization)
    record["Author"] = join_authors(_list_bibtex_authors(values.get("author", ""), decode))
    record["Date"] = record["Date"] or _join_bibtex_date(values)
    for field_name in _ADDRESS_FIELDS:
        addresses = find_addresses(_strip_tex(values.get(field_name, "")))
        if addresses:
            record["Url"] = addresses[0]
            break
    return record


def _first_value(values: Mapping[str, str], field_names: Iterable[str]) -> str:
    for field_name in field_names:
        if field_name in values:
            return values[field_name]
    return ""


def _join_bibtex_date(values: Mapping[str, str]) -> str:
    """Return the date that year, month and day give; a month in other words behind the year."""
    year = _strip_tex(values.get("year", ""))
    month = _strip_tex(values.get("month", "").replace("~", " "))
    day = _strip_tex(values.get("day", ""))
    if not year or not month:
        return year
    month_number = MONTH_OF.get(month.lower().rstrip("."), 0)
    if month.isdigit():
        month_number = int(month)
    if not month_number or not year.isdigit():
        # As in "February 28".
        return f"{month} {year}"
    if day.isdigit():
        return f"{year}-{month_number:02}-{int(day):02}"
    return f"{year}-{month_number:02}"


def _list_bibtex_authors(value: str, decode: TexDecoder) -> Iterator[str]:
    """Yield authors as a cell has them; the name of an institution is one word, in braces."""
    from bibtexparser.middlewares.names import parse_single_name_into_parts

    for name in _split_tex_list(value):
        if name.lower() == _OTHERS:
            continue
        parts = parse_single_name_into_parts(name, strict=False)
        names = {
            "family": [*parts.von, *parts.last],
            "given": parts.first,
            "suffix": parts.jr,
        }
        csl_name = {}
        for part_name, words in names.items():
            csl_name[part_name] = decode(" ".join(words))
        yield format_author(csl_name)


def _split_tex_list(value: str) -> list[str]:
    """Split names, or other items, at each "and" outside of braces."""
    from bibtexparser.middlewares.names import split_multiple_persons_names

    return [item for item in split_multiple_persons_names(" ".join(value.split())) if item]


def _strip_tex(text: str) -> str:
    """Return a text that is no prose without braces, TeX's escapes and its command for links."""
    without_command = text.replace("\\url", "")
    unescaped_text = _ESCAPED_SIGN.sub(r"\1", without_command)
    return " ".join(unescaped_text.replace("{", "").replace("}", "").split())


def _make_tex_decoder() -> TexDecoder:
    """Return a function that makes plain text of TeX: accents, signs and commands."""
    from pylatexenc.latex2text import (
        LatexNodes2Text,
        MacroTextSpec,
        get_default_latex_context_db,
    )

    context = get_default_latex_context_db()
    context.add_context_category(
        "references",
        prepend=True,
        macros=[
            MacroTextSpec("url", simplify_repl="%s"),
            MacroTextSpec("textbraceleft", simplify_repl="{"),
            MacroTextSpec("textbraceright", simplify_repl="}"),
        ],
    )
    converter = LatexNodes2Text(latex_context=context, math_mode="verbatim")

    def decode(text: str) -> str:
        source = " ".join(text.split())
        if not _TEX_SYNTAX.search(source):
            return source
        # Few people know that these begin a comment and a formula.
        source = _BARE_PERCENT.sub(r"\\%", source)
        if len(_BARE_DOLLAR.findall(source)) % 2:
            source = _BARE_DOLLAR.sub(r"\\$", source)
        try:
            plain_text = converter.latex_to_text(source)
        except Exception:
            # Commands within commands, or without what they need: the library raises all kinds.
            plain_text = ""
        plain_text = plain_text.strip() or _strip_tex(text)
        return unicodedata.normalize("NFC", " ".join(plain_text.split()))

    return decode
