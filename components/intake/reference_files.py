"""Lists of references as tables with Zotero's columns: RIS, BibTeX and CSL-JSON.

rispy parses RIS, bibtexparser BibTeX (``bibtex_files.py``). A file is weighed before they see it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from components import limits
from components.intake.cell_texts import strip_markup
from components.intake.files import Record, build_sheet, decode_text
from components.intake.json_files import object_in
from components.intake.problems import Notes, check, check_entries, check_entry_text
from components.intake.sheet_models import Sheet
from components.intake.source_library import CSL_TYPES, KNOWN_CSL_TYPES, format_author
from components.intake.table_dates import parse_table_date
from components.intake.value_names import LIST_SEPARATOR
from components.values.date_texts import EDTF_MARKS, format_edtf_year

#: The columns of a list of references: those of Zotero's CSV, and notes.
REFERENCE_COLUMNS: Final = (
    "Key",
    "Item Type",
    "Publication Year",
    "Date",
    "Author",
    "Title",
    "Publisher",
    "Publication Title",
    "Url",
    "DOI",
    "Pages",
    "Volume",
    "Issue",
    "Place",
    "Language",
    "Abstract Note",
    "Short Title",
    "Access Date",
    "ISBN",
    "ISSN",
    "Note",
    "Note_es",
)
#: Authors of one entry are joined up to this length.
MOST_AUTHORS_CHARACTERS: Final = 2_000
#: Zotero's item types by the types of RIS and the entries of BibTeX, folded.
ITEM_TYPES: Final[Mapping[str, str]] = {
    "news": "newspaperArticle",
    "mgzn": "magazineArticle",
    "jour": "journalArticle",
    "ejour": "journalArticle",
    "book": "book",
    "ebook": "book",
    "chap": "bookSection",
    "echap": "bookSection",
    "rprt": "report",
    "elec": "webpage",
    "web": "webpage",
    "blog": "blogPost",
    "conf": "conferencePaper",
    "cpaper": "conferencePaper",
    "thes": "thesis",
    "video": "videoRecording",
    "mpct": "film",
    "sound": "radioBroadcast",
    "icomm": "letter",
    "pcomm": "letter",
    "data": "dataset",
    "hear": "hearing",
    "law": "statute",
    "stat": "statute",
    "bill": "bill",
    "case": "case",
    "map": "map",
    "article": "journalArticle",
    "inbook": "bookSection",
    "incollection": "bookSection",
    "inproceedings": "conferencePaper",
    "techreport": "report",
    "report": "report",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "online": "webpage",
    "dataset": "dataset",
    "letter": "letter",
}
DEFAULT_ITEM_TYPE: Final = "document"


def build_reference_sheet(name: str, records: Sequence[Record]) -> Sheet:
    """Return references as a sheet with Zotero's columns; refuse too many of them."""
    check(name, rows=len(records))
    return build_sheet(name, records, REFERENCE_COLUMNS)


def join_authors(authors: Iterable[str]) -> str:
    """Join authors to a cell; those beyond its length are left out."""
    joined_authors: list[str] = []
    character_count = 0
    for author in filter(None, authors):
        character_count += len(author)
        if character_count > MOST_AUTHORS_CHARACTERS:
            break
        joined_authors.append(author)
    return f"{LIST_SEPARATOR} ".join(joined_authors)


# RIS ----------------------------------------------------------------------------------------------

#: The tags of RIS by column; the first that has a value counts.
RIS_TAGS: Final[Mapping[str, Sequence[str]]] = {
    "Key": ("ID",),
    "Title": ("TI", "T1", "CT", "BT"),
    "Publisher": ("PB",),
    "Publication Title": ("T2", "JO", "JF", "JA"),
    "Url": ("UR", "L2"),
    "DOI": ("DO",),
    "Volume": ("VL",),
    "Issue": ("IS",),
    "Place": ("CY", "PP"),
    "Language": ("LA",),
    "Abstract Note": ("AB", "N2"),
    "Short Title": ("ST",),
    "ISSN": ("SN",),
}
_RIS_AUTHOR_TAGS: Final = ("AU", "A1")
_RIS_DATE_TAGS: Final = ("DA", "Y1", "PY")
_RIS_OTHER_TAGS: Final = ("TY", "Y2", "SP", "EP", "N1")
#: The tags that may be there several times.
_RIS_LIST_TAGS: Final = ("AU", "A1", "N1", "UR", "L2")
_RIS_LINE: Final = re.compile(r"\s*([A-Z][A-Z0-9]) {1,2}-(?: (.*))?", re.DOTALL)
#: Year, month and day between slashes, and words behind them: "2019/02/23/", "2019///Spring".
_RIS_DAY: Final = re.compile(r"(-?\d{4})/(\d{0,2})(?:/(\d{0,2})(?:/.*)?)?")
#: What the notes of this project's lists say of a date: RIS has no intervals and no marks.
_NOTE_OF_INTERVAL: Final = re.compile(r"(?:Published|Publicado): (?P<interval>[^.]{4,60})\.")
_NOTE_OF_INFERENCE: Final = re.compile(r"(?:^|\. )(?:Date inferred|Fecha inferida)\b")
_RIS_END: Final = "ER"
_RIS_BEGIN: Final = "TY"


def read_ris(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the references of an RIS file as rows with Zotero's columns.

    Raises
    ------
    Refusal
        If it has more references, or longer ones, than a list may have, or none.
    """
    text = decode_text(content, name, notes)
    check_entry_text(text, name)
    lines = list(_list_ris_lines(text))
    entry_count = sum(line.startswith(_RIS_BEGIN) for line in lines)
    check_entries(entry_count, name)
    # Imported late: only such a file needs it.
    import rispy

    tags = [*_RIS_AUTHOR_TAGS, *_RIS_DATE_TAGS, *_RIS_OTHER_TAGS]
    for column_tags in RIS_TAGS.values():
        tags += column_tags
    parser = rispy.RisParser(
        mapping=dict(zip(tags, tags, strict=True)),
        list_tags=list(_RIS_LIST_TAGS),
        # An address may hold a semicolon.
        delimiter_tags_mapping={},
        skip_unknown_tags=True,
    )
    references = parser.parse_lines(iter(lines))
    return build_reference_sheet(name, list(map(_ris_record, references)))


def _list_ris_lines(text: str) -> Iterator[str]:
    """Yield each tag with all of its value on one line, and an end for each reference.

    Continued lines, and blank ones, between references stop the library. Two blanks are before the
    hyphen.
    """
    tag = ""
    value_lines: list[str] = []
    is_open = False
    for line in [*text.splitlines(), f"{_RIS_END}  - "]:
        line_match = _RIS_LINE.fullmatch(line)
        if line_match is None:
            value_lines.append(line.strip())
            continue
        if tag:
            value = " ".join(filter(None, value_lines))
            yield f"{tag}  - {value}"
        tag = line_match[1]
        value_lines = [line_match[2] or ""]
        if tag == _RIS_BEGIN and is_open:
            yield f"{_RIS_END}  - "
        if tag == _RIS_END and not is_open:
            tag = ""
        is_open = tag != _RIS_END and (is_open or tag == _RIS_BEGIN)
    if tag:
        yield f"{tag}  - "


def _ris_record(reference: Mapping[str, Any]) -> Record:
    record: Record = {}
    for column, tags in RIS_TAGS.items():
        values = map(reference.get, tags)
        record[column] = next(map(_first_text, filter(None, values)), "")
    kind = _first_text(reference.get(_RIS_BEGIN, ""))
    record["Item Type"] = ITEM_TYPES.get(kind.lower(), DEFAULT_ITEM_TYPE)
    authors: list[str] = []
    for tag in _RIS_AUTHOR_TAGS:
        authors += reference.get(tag, [])
    record["Author"] = join_authors(authors)
    dates = [str(reference.get(tag, "")) for tag in _RIS_DATE_TAGS]
    record["Note"] = strip_markup(" ".join(reference.get("N1", [])))
    record["Date"] = _add_noted_date(_choose_ris_date(dates), record["Note"])
    record["Access Date"] = _parse_ris_day(str(reference.get("Y2", "")))
    pages = (reference.get("SP", ""), reference.get("EP", ""))
    record["Pages"] = "-".join(filter(None, pages))
    return record


def _first_text(value: Any) -> str:
    """Return a value, or the first of several that has any text."""
    if isinstance(value, list):
        return next(filter(None, value), "")
    return str(value)


def _parse_ris_day(value: str) -> str:
    """Return 2019/2/23/ as 2019-02-23; a value of another form as it is."""
    day_match = _RIS_DAY.fullmatch(value.strip())
    if day_match is None:
        return value
    date_parts = []
    for part in day_match.groups():
        if not part:
            break
        date_parts.append(part.zfill(2))
    return "-".join(date_parts)


def _choose_ris_date(values: Iterable[str]) -> str:
    """Return the most exact of some dates; a day without a year is completed by another date."""
    dates = list(filter(None, map(_parse_ris_day, values)))
    years = [text for text in dates if text.isdigit()]
    readable_dates = []
    for text in dates:
        if parse_table_date(text).edtf:
            readable_dates.append(text)
        elif years:
            readable_dates.append(f"{text} {years[0]}")
    if not readable_dates:
        return "".join(dates[:1])
    return max(readable_dates, key=_date_exactness)


def _add_noted_date(date: str, note: str) -> str:
    """Return a date with what a note says: that it is an interval, or inferred."""
    interval = _NOTE_OF_INTERVAL.match(note)
    if interval and "/" not in date:
        noted_date = parse_table_date(interval["interval"]).edtf
        if "/" in noted_date:
            date = noted_date
    if _NOTE_OF_INFERENCE.search(note):
        ends = [end if end[-1:] in EDTF_MARKS else f"{end}~" for end in date.split("/") if end]
        return "/".join(ends)
    return date


def _date_exactness(text: str) -> int:
    """Return how many characters the first end of a date has in EDTF; 0 for what is none."""
    first_end, _, _ = parse_table_date(text).edtf.partition("/")
    return len(first_end)


# CSL-JSON -----------------------------------------------------------------------------------------

#: The fields of CSL-JSON by column.
CSL_FIELDS: Final[Mapping[str, str]] = {
    "Key": "id",
    "Title": "title",
    "Publisher": "publisher",
    "Publication Title": "container-title",
    "Url": "URL",
    "DOI": "DOI",
    "Pages": "page",
    "Volume": "volume",
    "Issue": "issue",
    "Place": "publisher-place",
    "Language": "language",
    "Abstract Note": "abstract",
    "Short Title": "title-short",
    "ISBN": "ISBN",
    "ISSN": "ISSN",
    "Note": "note",
}
#: The end of an interval that is not known.
_OPEN_END: Final = ".."
#: Keys of CSL-JSON, one of which each reference of a list has.
_CSL_MARKS: Final = frozenset(
    {"author", "issued", "accessed", "container-title", "publisher", "URL", "DOI", "ISBN"}
)


def is_csl_json(document: Any) -> bool:
    """Return whether JSON is a list of references: each has a type and another key of CSL-JSON."""
    if not isinstance(document, list) or not document:
        return False
    for item in document:
        if not isinstance(item, dict) or not isinstance(item.get("title"), str):
            return False
        item_type = item.get("type")
        if not isinstance(item_type, str) or item_type not in KNOWN_CSL_TYPES:
            return False
        if _CSL_MARKS.isdisjoint(item):
            return False
    return True


def build_csl_sheet(items: Sequence[Mapping[str, Any]], name: str) -> Sheet:
    """Return the references of CSL-JSON as rows with Zotero's columns."""
    item_types = {csl_type: item_type for item_type, csl_type in CSL_TYPES.items()}
    records = []
    for item in items:
        record: Record = {}
        for column, csl_field in CSL_FIELDS.items():
            record[column] = _scalar_text(item.get(csl_field))
        record["Item Type"] = item_types.get(item["type"], item["type"])
        record["Author"] = join_authors(_list_csl_authors(item.get("author")))
        custom = object_in(item, "custom")
        record["Access Date"] = _csl_date_text(item.get("accessed"))
        record["Date"] = _own_date_text(custom) or _csl_date_text(item.get("issued"))
        # This project's own fields, which its note is made of.
        own_notes = object_in(custom, "notes")
        if own_notes:
            record["Note"] = _scalar_text(own_notes.get("en"))
            record["Note_es"] = _scalar_text(own_notes.get("es"))
        record["Short Title"] = record["Short Title"] or _scalar_text(custom.get("short"))
        records.append(record)
    return build_reference_sheet(name, records)


def _scalar_text(value: Any) -> str:
    """Return a text or a number as a text; empty for all else."""
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return " ".join(str(value)[: limits.files.MOST_CELL_CHARACTERS].split())
    return ""


def _list_csl_authors(value: Any) -> Iterator[str]:
    if not isinstance(value, list):
        return
    for csl_name in value:
        if isinstance(csl_name, dict):
            texts = {str(key): _scalar_text(part) for key, part in csl_name.items()}
            yield format_author(texts)


def _csl_date_text(value: Any) -> str:
    """Return a date of CSL-JSON as EDTF; one that is written in words as it is."""
    if not isinstance(value, dict):
        return _scalar_text(value)
    mark = ""
    if value.get("circa"):
        mark = "~"
    ends = []
    parts_of_ends = value.get("date-parts")
    if isinstance(parts_of_ends, list):
        for parts in parts_of_ends[:2]:
            end = _format_csl_day(parts)
            if end:
                ends.append(end + mark)
    if ends:
        return "/".join(ends)
    return _scalar_text(value.get("raw") or value.get("literal"))


def _own_date_text(custom: Mapping[str, Any]) -> str:
    """Return the date of this project's own field, which may be an interval; empty without one."""
    edtf = _scalar_text(custom.get("issued_edtf"))
    ends = edtf.split("/")
    if _OPEN_END in ends:
        return ""
    if custom.get("date_basis") == "inferred":
        ends = [end if end[-1:] in EDTF_MARKS else f"{end}~" for end in ends if end]
    return "/".join(ends)


def _format_csl_day(parts: Any) -> str:
    """Return year, month and day as EDTF; empty for what are none."""
    if not isinstance(parts, list) or not parts:
        return ""
    try:
        year, *month_and_day = [int(part) for part in parts[:3]]
    except (TypeError, ValueError):
        return ""
    texts = [format_edtf_year(year)]
    texts += [f"{number:02}" for number in month_and_day if number]
    return "-".join(texts)
