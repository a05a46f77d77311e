"""Calendars (``.ics``) and bibliographies (``.ris``, ``.bib``) as tables of their entries."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from components.intake.files import decode, sheet_of
from components.intake.problems import Notes, Sheet

#: Columns of a calendar's entries; their names are those by which columns are known.
CALENDAR: Final = {
    "UID": "id", "DTSTART": "date", "DTEND": "end", "SUMMARY": "title", "DESCRIPTION": "summary",
    "LOCATION": "place", "CATEGORIES": "category", "GEO": "coordinates", "URL": "url",
}  # fmt: skip
#: Those of a list of sources, as Zotero's CSV has them.
SOURCES: Final = (
    "Key", "Item Type", "Publication Year", "Author", "Title", "Publication Title", "Publisher",
    "Date", "Url", "DOI", "ISBN", "ISSN", "Pages", "Volume", "Issue", "Place", "Language",
    "Abstract Note", "Short Title", "Access Date",
)  # fmt: skip
_RIS: Final = {
    "ID": "Key", "TY": "Item Type", "PY": "Publication Year", "Y1": "Date", "DA": "Date",
    "AU": "Author", "A1": "Author", "TI": "Title", "T1": "Title", "CT": "Title",
    "T2": "Publication Title", "JO": "Publication Title", "JF": "Publication Title",
    "PB": "Publisher", "UR": "Url", "DO": "DOI", "SP": "Pages", "VL": "Volume", "IS": "Issue",
    "CY": "Place", "PP": "Place", "LA": "Language", "AB": "Abstract Note", "ST": "Short Title",
    "Y2": "Access Date",
}  # fmt: skip
_BIBTEX: Final = {
    "year": "Publication Year", "author": "Author", "title": "Title", "date": "Date",
    "journal": "Publication Title", "journaltitle": "Publication Title", "url": "Url",
    "booktitle": "Publication Title", "publisher": "Publisher", "institution": "Publisher",
    "doi": "DOI", "isbn": "ISBN", "issn": "ISSN", "pages": "Pages", "volume": "Volume",
    "number": "Issue", "address": "Place", "location": "Place", "langid": "Language",
    "language": "Language", "abstract": "Abstract Note", "shorttitle": "Short Title",
    "urldate": "Access Date",
}  # fmt: skip
#: What both call a kind of source, in Zotero's words.
_KINDS: Final = {
    "news": "newspaperArticle", "mgzn": "magazineArticle", "jour": "journalArticle",
    "book": "book", "chap": "bookSection", "rprt": "report", "elec": "webpage", "web": "webpage",
    "blog": "blogPost", "conf": "conferencePaper", "thes": "thesis", "video": "videoRecording",
    "law": "statute", "stat": "statute", "bill": "bill", "case": "case", "map": "map",
    "article": "journalArticle", "inbook": "bookSection", "incollection": "bookSection",
    "inproceedings": "conferencePaper", "techreport": "report", "online": "webpage",
}  # fmt: skip
MOST_AUTHORS_CHARACTERS: Final = 2_000
_RIS_LINE = re.compile(r"([A-Z][A-Z0-9]) {1,2}-(?: (.*))?")
_RIS_DAY = re.compile(r"(\d{4})/(\d{1,2})?/?(\d{1,2})?/?.*")
_ENTRY = re.compile(r"@(\w+)\s*\{\s*([^\s,{}\"]*)\s*,")
_NAME = re.compile(r"[\s,]*([\w-]+)\s*=\s*")
_ACCENT = re.compile(r"\\([`'^\"~c])\s*\{?\\?([A-Za-z])\}?")
_ACCENTS: Final = dict(zip("`'^\"~c", "\u0300\u0301\u0302\u0308\u0303\u0327", strict=True))
_ESCAPED = re.compile(r"\\([,;\\nN])")


def read_calendar(content: bytes, name: str, notes: Notes) -> Sheet:
    """The entries of a calendar as rows; days that are whole end on the day before ``DTEND``."""
    text = decode(content, name, notes).replace("\r\n", "\n")
    lines = re.sub(r"\n[ \t]", "", text).split("\n")
    rows: list[dict[str, str]] = []
    own: dict[str, str] | None = None
    for line in lines:
        key, _, value = line.partition(":")
        field = key.upper().partition(";")[0]
        if line.strip().upper() == "BEGIN:VEVENT":
            own = {}
        elif line.strip().upper() == "END:VEVENT" and own is not None:
            rows.append(own)
            own = None
            notes.limits.check(name, rows=len(rows))
        elif own is not None and (column := CALENDAR.get(field)):
            own[column] = _calendar_cell(field, value.strip())
    return sheet_of(name, rows, tuple(CALENDAR.values()))


def _calendar_cell(field: str, value: str) -> str:
    if field in {"DTSTART", "DTEND"} and (found := re.match(r"(\d{4})(\d\d)(\d\d)", value)):
        day = "-".join(found.groups())
        if len(value) >= 13:
            return f"{day}T{value[9:11]}:{value[11:13]}{'Z' * value.endswith('Z')}"
        try:
            last = date.fromisoformat(day) - timedelta(days=field == "DTEND")
        except (ValueError, OverflowError):
            return day
        return last.isoformat()
    said = {"n": "\n", "N": "\n"}
    return _ESCAPED.sub(lambda sign: said.get(sign[1], sign[1]), value)


def read_bibliography(content: bytes, name: str, notes: Notes) -> Sheet:
    text = decode(content, name, notes)
    read = _bibtex_entries if name.lower().endswith(".bib") else _ris_entries
    rows = []
    for own in read(text):
        kind = own.get("Item Type", "").lower()
        rows.append({**own, "Item Type": _KINDS.get(kind, "document")})
        notes.limits.check(name, rows=len(rows))
    return sheet_of(name, rows, SOURCES)


def _ris_entries(text: str) -> Iterator[dict[str, str]]:
    own: dict[str, str] = {}
    for line in text.splitlines():
        if not (found := _RIS_LINE.fullmatch(line.strip())):
            continue
        tag, value = found[1], (found[2] or "").strip()
        if tag == "ER":
            yield own
            own = {}
        elif value and (column := _RIS.get(tag)):
            if column in {"Date", "Access Date"} and (day := _RIS_DAY.fullmatch(value)):
                value = "-".join(part.zfill(2) for part in day.groups() if part)
            had = own.get(column, "")
            more = tag in {"AU", "A1"} and 0 < len(had) < MOST_AUTHORS_CHARACTERS
            own[column] = f"{had}; {value}" if more else had or value


def _bibtex_entries(text: str) -> Iterator[dict[str, str]]:
    at = 0
    while entry := _ENTRY.search(text, at):
        own, at = {"Item Type": entry[1], "Key": entry[2]}, entry.end()
        while field := _NAME.match(text, at):
            value, at = _bibtex_value(text, field.end())
            if column := _BIBTEX.get(field[1].lower()):
                own.setdefault(column, value)
        own["Author"] = own.get("Author", "").replace(" and ", "; ")
        yield own


def _bibtex_value(text: str, start: int) -> tuple[str, int]:
    """A value without its braces and marks, and where it ends."""
    depth, quoted, at = 0, text[start : start + 1] == '"', start + (text[start : start + 1] == '"')
    while at < len(text):
        sign = text[at]
        if sign == "\\":
            at += 1
        elif depth == 0 and (sign == '"' if quoted else sign in ",}"):
            break
        depth += (sign == "{") - (sign == "}")
        at += 1
    raw = text[start + quoted : at]
    plain = _ACCENT.sub(lambda mark: mark[2] + _ACCENTS[mark[1]], raw)
    plain = re.sub(r"[{}]|\\(?=[&%$#_])", "", plain)
    return unicodedata.normalize("NFC", " ".join(plain.split())), at + quoted
