"""Files of entries as tables: calendars (``.ics``) and bibliographies (``.ris``, ``.bib``)."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from components.intake.files import Record, build_sheet, decode_text
from components.intake.problems import Notes, check
from components.intake.sheet_models import Sheet

#: Authors of one entry are joined up to this length.
MOST_AUTHORS_CHARACTERS: Final = 2_000
#: Columns of a calendar's entries; their names are those by which columns are known.
CALENDAR_COLUMNS: Final = {
    "UID": "id",
    "DTSTART": "date",
    "DTEND": "end",
    "SUMMARY": "title",
    "DESCRIPTION": "summary",
    "LOCATION": "place",
    "CATEGORIES": "category",
    "GEO": "coordinates",
    "URL": "url",
}
#: The columns of a list of sources, as Zotero's CSV has them, by the tags of RIS, which are in
#: capitals, and the fields of BibTeX.
SOURCE_TAGS: Final = {
    "Key": "ID",
    "Item Type": "TY",
    "Publication Year": "PY year",
    "Date": "Y1 DA date",
    "Author": "AU A1 author",
    "Title": "TI T1 CT title",
    "Publisher": "PB publisher institution",
    "Publication Title": "T2 JO JF journal journaltitle booktitle",
    "Url": "UR url",
    "DOI": "DO doi",
    "Pages": "SP pages",
    "Volume": "VL volume",
    "Issue": "IS number",
    "Place": "CY PP address location",
    "Language": "LA langid language",
    "Abstract Note": "AB abstract",
    "Short Title": "ST shorttitle",
    "Access Date": "Y2 urldate",
    "ISBN": "isbn",
    "ISSN": "issn",
}


def _index_source_tags() -> dict[str, str]:
    """Return the column of each tag of RIS and each field of BibTeX."""
    columns: dict[str, str] = {}
    for column, tags in SOURCE_TAGS.items():
        for tag in tags.split():
            columns[tag] = column
    return columns


_SOURCE_COLUMNS: Final = _index_source_tags()
#: Kinds of source as RIS and BibTeX name them, and as Zotero does.
_KINDS: Final = {
    "news": "newspaperArticle",
    "mgzn": "magazineArticle",
    "jour": "journalArticle",
    "book": "book",
    "chap": "bookSection",
    "rprt": "report",
    "elec": "webpage",
    "web": "webpage",
    "blog": "blogPost",
    "conf": "conferencePaper",
    "thes": "thesis",
    "video": "videoRecording",
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
    "online": "webpage",
}
_RIS_LINE: Final = re.compile(r"([A-Z][A-Z0-9]) {1,2}-(?: (.*))?")
_RIS_DAY: Final = re.compile(r"(\d{4})/(\d{1,2})?/?(\d{1,2})?/?.*")
#: The tags of RIS that may be there several times.
_RIS_AUTHOR_TAGS: Final = {"AU", "A1"}
_RIS_DATE_COLUMNS: Final = {"Date", "Access Date"}
#: None of these goes back on its steps: many blanks would take it the square of their number.
_ENTRY: Final = re.compile(r"@(\w++)\s*+\{\s*+([^\s,{}\"]*+)\s*+,")
_NAME: Final = re.compile(r"[\s,]*+([\w-]++)\s*+=\s*+")
_ACCENT: Final = re.compile(r"\\([`'^\"~c])\s*\{?\\?([A-Za-z])\}?")
_BIBTEX_MARKUP: Final = re.compile(r"[{}]|\\(?=[&%$#_])")
#: The combining accent of each of TeX's commands.
_ACCENTS: Final = dict(zip("`'^\"~c", "\u0300\u0301\u0302\u0308\u0303\u0327", strict=True))
_ESCAPED: Final = re.compile(r"\\([,;\\nN])")
_CALENDAR_DAY: Final = re.compile(r"(\d{4})(\d\d)(\d\d)")
#: The length of 20190223T1030, a day with hour and minute.
_CALENDAR_TIME_CHARACTERS: Final = 13


def read_calendar(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the entries of a calendar (RFC 5545) as rows.

    An entry of whole days ends on the day before ``DTEND``, which is the first day after it.
    """
    text = decode_text(content, name, notes).replace("\r\n", "\n")
    # A long line goes on after a line break and a blank.
    unfolded_text = re.sub(r"\n[ \t]", "", text)
    records: list[Record] = []
    record: Record | None = None
    for line in unfolded_text.split("\n"):
        key, _, value = line.partition(":")
        mark = line.strip().upper()
        if mark == "BEGIN:VEVENT":
            record = {}
        elif record is None:
            continue
        elif mark == "END:VEVENT":
            records.append(record)
            record = None
            check(name, rows=len(records))
        else:
            property_name, _, _ = key.upper().partition(";")
            column = CALENDAR_COLUMNS.get(property_name)
            if column:
                record[column] = _parse_calendar_value(column, value.strip())
    return build_sheet(name, records, tuple(CALENDAR_COLUMNS.values()))


def _parse_calendar_value(column: str, value: str) -> str:
    day_match = None
    if column in {"date", "end"}:
        day_match = _CALENDAR_DAY.match(value)
    if day_match is None:
        return _ESCAPED.sub(_unescape, value)
    day_text = "-".join(day_match.groups())
    if len(value) >= _CALENDAR_TIME_CHARACTERS:
        date_time = f"{day_text}T{value[9:11]}:{value[11:13]}"
        if value.endswith("Z"):
            return f"{date_time}Z"
        return date_time
    if column == "end":
        try:
            last_day = date.fromisoformat(day_text) - timedelta(days=1)
        except (ValueError, OverflowError):
            return day_text
        return last_day.isoformat()
    return day_text


def _unescape(escape: re.Match[str]) -> str:
    if escape[1] in "nN":
        return "\n"
    return escape[1]


def read_bibliography(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the entries of a BibTeX (``.bib``) or RIS file as rows with Zotero's columns."""
    text = decode_text(content, name, notes)
    if name.lower().endswith(".bib"):
        entries = _parse_bibtex(text)
    else:
        entries = _parse_ris(text)
    records: list[Record] = []
    for entry in entries:
        entry_kind = entry.get("Item Type", "").lower()
        item_type = _KINDS.get(entry_kind, "document")
        records.append({**entry, "Item Type": item_type})
        check(name, rows=len(records))
    return build_sheet(name, records, tuple(SOURCE_TAGS))


def _parse_ris(text: str) -> Iterator[Record]:
    """Yield each entry that an ``ER`` closes; of a tag that is there twice the first is taken."""
    entry: Record = {}
    for line in text.splitlines():
        line_match = _RIS_LINE.fullmatch(line.strip())
        if line_match is None:
            continue
        tag = line_match[1]
        value = (line_match[2] or "").strip()
        if tag == "ER":
            yield entry
            entry = {}
            continue
        column = _SOURCE_COLUMNS.get(tag)
        if not value or column is None:
            continue
        if column in _RIS_DATE_COLUMNS:
            value = _parse_ris_day(value)
        first_value = entry.get(column, "")
        if not first_value:
            entry[column] = value
        elif tag in _RIS_AUTHOR_TAGS and len(first_value) < MOST_AUTHORS_CHARACTERS:
            entry[column] = f"{first_value}; {value}"


def _parse_ris_day(value: str) -> str:
    """Return 2019/2/23/ as 2019-02-23; a value of another form as it is."""
    day_match = _RIS_DAY.fullmatch(value)
    if day_match is None:
        return value
    date_parts = filter(None, day_match.groups())
    return "-".join(part.zfill(2) for part in date_parts)


def _parse_bibtex(text: str) -> Iterator[Record]:
    position = 0
    while entry_match := _ENTRY.search(text, position):
        entry = {"Item Type": entry_match[1], "Key": entry_match[2]}
        position = entry_match.end()
        while name_match := _NAME.match(text, position):
            value_start = name_match.end()
            is_quoted = text.startswith('"', value_start)
            if is_quoted:
                value_start += 1
            value_end = _find_value_end(text, value_start, is_quoted=is_quoted)
            position = value_end
            if is_quoted:
                position += 1
            column = _SOURCE_COLUMNS.get(name_match[1].lower())
            if column:
                value_text = text[value_start:value_end]
                entry.setdefault(column, _parse_bibtex_value(value_text))
        entry["Author"] = entry.get("Author", "").replace(" and ", "; ")
        yield entry


def _find_value_end(text: str, value_start: int, *, is_quoted: bool) -> int:
    """Return the position of the mark that closes a value: outside of braces, and not escaped."""
    closing_marks = ",}"
    if is_quoted:
        closing_marks = '"'
    depth = 0
    position = value_start
    while position < len(text):
        character = text[position]
        if character == "\\":
            # The next one is escaped.
            position += 1
        elif depth == 0 and character in closing_marks:
            break
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
        position += 1
    return position


def _parse_bibtex_value(value: str) -> str:
    """Return a value with its accents, without braces and TeX's marks, on one line."""
    accented_text = _ACCENT.sub(_combine_accent, value)
    plain_text = _BIBTEX_MARKUP.sub("", accented_text)
    return unicodedata.normalize("NFC", " ".join(plain_text.split()))


def _combine_accent(accent_match: re.Match[str]) -> str:
    return accent_match[2] + _ACCENTS[accent_match[1]]
