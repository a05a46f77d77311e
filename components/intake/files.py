"""Files as somebody sends them: archives, CSV, JSON, GeoJSON, calendars (``.ics``), bibliographies
(``.ris``, ``.bib``), with a limit on everything.

Nothing is ever written to disk, so a path in an archive that climbs out could do no harm here; it
is refused all the same, because an archive that holds one was not made by an honest tool. JSON is
read as strictly as the standard allows: Python keeps the last of two equal keys and takes NaN and
1e999, and a file with either says something else to another program than to this one. What is not
read raises a :class:`Refusal` that says why.
"""

import csv
import io
import json
import math
import posixpath
import re
import stat
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, Final

from components import limits
from components.intake.problems import MB, SHOWN_CHARACTERS, Notes, Refusal, check
from components.intake.sheet_models import Sheet

ENCRYPTED_BIT: Final = 0x1
METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
ARCHIVES: Final = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ", b"Rar!")
#: What may lie in an archive though it is one: it is opened with the limits of any workbook.
WORKBOOKS: Final = (".xlsx", ".ods")
#: What files in encodings that are not read here begin with.
UNREAD: Final = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"+/v": "UTF-7"}
#: So much of a header says by which mark it is parted.
MOST_HEAD_CHARACTERS: Final = 100_000
DELIMITERS: Final = (",", ";", "\t", "|")
_LINE: Final = re.compile("[^\n]+")
# A text, to the end where it is not closed, or a bracket; nothing of a text is tried twice.
_JSON_MARK: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
# An escape may name half of a character; no file can be written with one.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
# A cell may be as long as a file: a text that is too long is said by its row and column, and a
# quotation mark that is not closed by the line it is on. The limit is the process's own.
csv.field_size_limit(max(csv.field_size_limit(), limits.MOST_FILE_BYTES))

NumberedRow = tuple[int, tuple[str, ...]]


def unpack_file(content: bytes) -> dict[str, bytes]:
    """The files of an archive by their paths; nothing of it is unpacked before all is checked."""
    files: dict[str, bytes] = {}
    most, times, seen = limits.MOST_UNPACKED_BYTES, limits.MOST_UNPACKED_TIMES, set[str]()
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > limits.MOST_FILES:
                raise Refusal("zip_members", count=len(members), most=limits.MOST_FILES)
            if (total := sum(member.file_size for member in members)) > most:
                raise Refusal("zip_large", size=f"{total / MB:.0f}", most=most // MB)
            for member in members:
                name, size = member.filename, member.file_size
                plain, mode = name.replace("\\", "/"), stat.S_IFMT(member.external_attr >> 16)
                odd = "\x00" in name or posixpath.normpath(plain) in {"", "."} or plain[1:2] == ":"
                large = max(limits.UNPACKED_TIMES_FROM_BYTES, times * max(member.compress_size, 1))
                wrong = {
                    "zip_path": odd or plain.startswith("/") or ".." in plain.split("/"),
                    "zip_link": mode not in {0, stat.S_IFREG, stat.S_IFDIR},
                    "zip_encrypted": member.flag_bits & ENCRYPTED_BIT,
                    "zip_method": member.compress_type not in METHODS,
                    "zip_twice": name in seen,
                    "zip_ratio": size > large,
                }
                if code := next((code for code, there in wrong.items() if there), None):
                    raise Refusal(code, value=name, most=times)
                seen.add(name)
            for member in (one for one in members if not one.is_dir()):
                with archive.open(member) as stream:
                    # No more than the list says, even where it lies: those sizes were checked.
                    unpacked = stream.read(member.file_size)
                name = member.filename.replace("\\", "/")
                if unpacked.startswith(ARCHIVES) and not name.lower().endswith(WORKBOOKS):
                    raise Refusal("zip_nested", value=name)
                files[name] = unpacked
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError) as error:
        raise Refusal("zip_broken") from error
    return files


def decode(content: bytes, name: str, notes: Notes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, which is said."""
    for mark, unread in UNREAD.items():
        if content.startswith(mark):
            raise Refusal("encoding_unread", sheet=name, value=unread)
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            return content.decode("utf-16")
        if b"\x00" in content[:4096]:
            raise Refusal("not_text", sheet=name)
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            error_at, at = error.start, content.count(b"\n", 0, error.start) + 1
        text = content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise Refusal("encoding", sheet=name) from error
    start = text.rfind("\n", 0, error_at) + 1
    line = text[start : start + 2 * SHOWN_CHARACTERS].partition("\n")[0].strip()
    notes.add("windows_1252", name, at, value=line, level="note")
    return text


def read_csv(content: bytes, name: str, notes: Notes) -> Sheet:
    """The rows of a CSV file, numbered as a spreadsheet shows them."""
    text = decode(content, name, notes)
    parts = (found[0].splitlines() for found in _LINE.finditer(text))
    head = next((line for lines in parts for line in lines if line.strip(" ,;\t|")), "")
    head = head[:MOST_HEAD_CHARACTERS]
    # Asked of each row, so read once.
    most_rows, most_columns, most_cells = limits.MOST_ROWS, limits.MOST_COLUMNS, limits.MOST_CELLS
    most = most_columns * limits.MOST_CELL_CHARACTERS

    def lines() -> Iterator[str]:
        # None holds more delimiters than all cells of a row may have.
        for line in io.StringIO(text, newline=""):
            if len(line) > most and (marks := line.count(mark)) > most:
                check(name, columns=marks + 1)
            yield line

    rows: list[NumberedRow] = []
    cells = 0
    try:
        # The mark that parts the header into most cells; a comma where none does.
        mark = max(DELIMITERS, key=lambda one: len(next(csv.reader([head], delimiter=one), [])))
        for number, row in enumerate(csv.reader(lines(), delimiter=mark, strict=True), start=1):
            cells += len(row)
            if number - 1 > most_rows or len(row) > most_columns or cells > most_cells:
                check(name, rows=number - 1, columns=len(row), cells=cells)
            rows.append((number, tuple(row)))
    except csv.Error as error:
        raise Refusal("csv_broken", sheet=name, row=len(rows) + 1) from error
    if not (sheet := headed(name, rows)):
        raise Refusal("table_empty", sheet=name)
    return sheet


def headed(name: str, rows: Sequence[NumberedRow]) -> Sheet | None:
    """A table from its rows: the first that holds anything is the header."""
    filled = [(number, cells) for number, cells in rows if any(map(str.strip, cells))]
    if not filled:
        return None
    (head, header), last = filled[0], filled[-1][0]
    return Sheet(name, header, tuple(filled[1:]), last - head - len(filled) + 1, head)


def sheet_of(name: str, records: Sequence[Mapping[str, str]], columns: Sequence[str]) -> Sheet:
    if not (records and columns):
        raise Refusal("table_empty", sheet=name)
    rows = (tuple(record.get(column, "") for column in columns) for record in records)
    return Sheet(name, tuple(columns), tuple(enumerate(rows, start=2)))


def parse_json(text: str, name: str) -> Any:
    depth = 0
    # Brackets outside of texts are counted before anything is built from them.
    for mark in _JSON_MARK.finditer(text):
        depth += (mark[0] in "[{") - (mark[0] in "]}")
        if depth > limits.MOST_JSON_DEPTH:
            raise Refusal("json_deep", sheet=name, most=limits.MOST_JSON_DEPTH)

    def number(word: str) -> float:
        if not math.isfinite(float(word)):
            raise Refusal("json_number", sheet=name, value=word)
        return float(word)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            (twice, _), *_ = (Counter(key for key, _ in pairs) - Counter(found.keys())).items()
            raise Refusal("json_twice", sheet=name, value=twice)
        return found

    try:
        found = json.loads(text, parse_constant=number, parse_float=number, object_pairs_hook=once)
        if _SURROGATE.search(text):
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Refusal("encoding", sheet=name) from error
    except json.JSONDecodeError as error:
        raise Refusal("json_broken", sheet=name, line=error.lineno) from error
    except ValueError as error:
        # A whole number of thousands of digits is the one thing left that Python refuses.
        raise Refusal("json_number", sheet=name, value="999…") from error
    return found


def read_json(content: bytes, name: str, notes: Notes) -> Any:
    """What a JSON file holds; refused as by :func:`parse_json`."""
    return parse_json(decode(content, name, notes), name)


#: The columns of TimelineJS's spreadsheet, by where its JSON has the same.
SLIDES: Final[Mapping[str, tuple[str, str]]] = {
    "Year": ("start_date", "year"), "Month": ("start_date", "month"),
    "Day": ("start_date", "day"), "Hour": ("start_date", "hour"),
    "Minute": ("start_date", "minute"), "End Year": ("end_date", "year"),
    "End Month": ("end_date", "month"), "End Day": ("end_date", "day"),
    "Headline": ("text", "headline"), "Text": ("text", "text"), "Media": ("media", "url"),
    "Media Credit": ("media", "credit"), "Media Caption": ("media", "caption"),
}  # fmt: skip


def read_features(content: bytes, name: str, notes: Notes) -> Sheet:
    """The features of a GeoJSON file as rows: properties, and the coordinates of points.

    Of TimelineJS's JSON the slides, as the rows of its spreadsheet.
    """
    found, records = read_json(content, name, notes), list[dict[str, str]]()
    if isinstance(found, dict) and isinstance(found.get("events"), list):
        eras = found["eras"] if isinstance(found.get("eras"), list) else []
        check(name, rows=len(found["events"]) + len(eras))
        kinds = {"title": [found.get("title")], "": found["events"], "era": eras}
        for kind, slide in ((kind, one) for kind, slides in kinds.items() for one in slides):
            if isinstance(slide, dict):
                own = {column: object_in(slide, part).get(key)
                       for column, (part, key) in SLIDES.items()}  # fmt: skip
                own |= {"Type": kind, "Group": slide.get("group")}
                records.append({column: _cell(value) for column, value in own.items()})
        return sheet_of(name, records, (*SLIDES, "Type", "Group"))
    features = found.get("features") if isinstance(found, dict) else None
    if not isinstance(features, list) or not all(isinstance(f, dict) for f in features):
        raise Refusal("features_none", sheet=name)
    check(name, rows=len(features))
    for feature in features:
        own = {str(key): part for key, part in object_in(feature, "properties").items()}
        geometry = object_in(feature, "geometry")
        spot = geometry.get("coordinates")
        if geometry.get("type") == "Point" and isinstance(spot, list) and len(spot) >= 2:
            own |= {"longitude": spot[0], "latitude": spot[1]}
        if "id" in feature:
            own.setdefault("id", feature["id"])
        records.append({key: _cell(part) for key, part in own.items() if key.strip()})
    columns = dict.fromkeys(key for record in records for key in record)
    check(name, columns=len(columns), cells=len(records) * len(columns))
    return sheet_of(name, records, tuple(columns))


def object_in(item: Any, key: str) -> dict[str, Any]:
    """The object under a key; an empty one where there is none."""
    found = item.get(key) if isinstance(item, dict) else None
    return found if isinstance(found, dict) else {}


def _cell(value: Any) -> str:
    """A value as a cell: a list of plain values with semicolons, anything nested not at all."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "; ".join(filter(None, map(_cell, value))) if len(value) <= 50 else ""
    return str(value) if isinstance(value, (str, int, float)) else ""


#: Columns of a calendar's entries; their names are those by which columns are known.
CALENDAR: Final = {
    "UID": "id", "DTSTART": "date", "DTEND": "end", "SUMMARY": "title", "DESCRIPTION": "summary",
    "LOCATION": "place", "CATEGORIES": "category", "GEO": "coordinates", "URL": "url",
}  # fmt: skip
#: The columns of a list of sources, as Zotero's CSV has them, by the tags of RIS, which are in
#: capitals, and the fields of BibTeX.
SOURCES: Final = {
    "Key": "ID", "Item Type": "TY", "Publication Year": "PY year", "Date": "Y1 DA date",
    "Author": "AU A1 author", "Title": "TI T1 CT title", "Publisher": "PB publisher institution",
    "Publication Title": "T2 JO JF journal journaltitle booktitle", "Url": "UR url",
    "DOI": "DO doi", "Pages": "SP pages", "Volume": "VL volume", "Issue": "IS number",
    "Place": "CY PP address location", "Language": "LA langid language",
    "Abstract Note": "AB abstract", "Short Title": "ST shorttitle", "Access Date": "Y2 urldate",
    "ISBN": "isbn", "ISSN": "issn",
}  # fmt: skip
_SOURCE_COLUMNS: Final = {word: name for name, words in SOURCES.items() for word in words.split()}
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
#: None of these goes back on its steps: many blanks would take it the square of their number.
_ENTRY = re.compile(r"@(\w++)\s*+\{\s*+([^\s,{}\"]*+)\s*+,")
_NAME = re.compile(r"[\s,]*+([\w-]++)\s*+=\s*+")
_ACCENT = re.compile(r"\\([`'^\"~c])\s*\{?\\?([A-Za-z])\}?")
_ACCENTS: Final = dict(zip("`'^\"~c", "\u0300\u0301\u0302\u0308\u0303\u0327", strict=True))
_ESCAPED = re.compile(r"\\([,;\\nN])")


def read_calendar(content: bytes, name: str, notes: Notes) -> Sheet:
    """The entries of a calendar as rows; days that are whole end on the day before ``DTEND``."""
    text = re.sub(r"\n[ \t]", "", decode(content, name, notes).replace("\r\n", "\n"))
    rows: list[dict[str, str]] = []
    own: dict[str, str] | None = None
    for line in text.split("\n"):
        key, _, value = line.partition(":")
        field, mark, value = key.upper().partition(";")[0], line.strip().upper(), value.strip()
        if mark == "BEGIN:VEVENT":
            own = {}
        elif mark == "END:VEVENT" and own is not None:
            rows.append(own)
            own = None
            check(name, rows=len(rows))
        elif own is not None and (column := CALENDAR.get(field)):
            found = re.match(r"(\d{4})(\d\d)(\d\d)", value)
            if not found or column not in {"date", "end"}:
                own[column] = _ESCAPED.sub(lambda m: "\n" if m[1] in "nN" else m[1], value)
                continue
            own[column] = "-".join(found.groups())
            if len(value) >= 13:
                own[column] += f"T{value[9:11]}:{value[11:13]}{'Z' * value.endswith('Z')}"
            elif column == "end":
                with suppress(ValueError, OverflowError):
                    last = date.fromisoformat(own[column]) - timedelta(days=1)
                    own[column] = last.isoformat()
    return sheet_of(name, rows, tuple(CALENDAR.values()))


def read_bibliography(content: bytes, name: str, notes: Notes) -> Sheet:
    text, rows = decode(content, name, notes), []
    for own in (_bibtex_entries if name.lower().endswith(".bib") else _ris_entries)(text):
        kind = own.get("Item Type", "").lower()
        rows.append({**own, "Item Type": _KINDS.get(kind, "document")})
        check(name, rows=len(rows))
    return sheet_of(name, rows, tuple(SOURCES))


def _ris_entries(text: str) -> Iterator[dict[str, str]]:
    own: dict[str, str] = {}
    for line in text.splitlines():
        if not (found := _RIS_LINE.fullmatch(line.strip())):
            continue
        tag, value = found[1], (found[2] or "").strip()
        if tag == "ER":
            yield own
            own = {}
        elif value and (column := _SOURCE_COLUMNS.get(tag)):
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
            quoted, depth = text[field.end() : field.end() + 1] == '"', 0
            at = start = field.end() + quoted
            while at < len(text):
                sign = text[at]
                if sign == "\\":
                    at += 1
                elif depth == 0 and (sign == '"' if quoted else sign in ",}"):
                    break
                depth += (sign == "{") - (sign == "}")
                at += 1
            # A value without its braces and marks.
            plain = _ACCENT.sub(lambda mark: mark[2] + _ACCENTS[mark[1]], text[start:at])
            plain = re.sub(r"[{}]|\\(?=[&%$#_])", "", plain)
            at += quoted
            if column := _SOURCE_COLUMNS.get(field[1].lower()):
                own.setdefault(column, unicodedata.normalize("NFC", " ".join(plain.split())))
        own["Author"] = own.get("Author", "").replace(" and ", "; ")
        yield own
