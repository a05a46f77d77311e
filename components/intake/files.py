"""Parse files of readers, with a limit on everything.

They are archives, CSV, JSON, GeoJSON, calendars (``.ics``) and bibliographies (``.ris``, ``.bib``).

Nothing is ever written to disk, so a path in an archive that climbs out could do no harm here; it
is refused all the same, because an archive that holds one was not made by an honest tool. JSON is
parsed as strictly as the standard allows: Python takes the last of two equal keys, and NaN and
1e999, and a file with either means something else to another program than to this one. A file that
cannot be read raises a :class:`Refusal` with the reason.
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
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from components import limits
from components.intake.problems import MB, SHOWN_CHARACTERS, Notes, Refusal, check
from components.intake.sheet_models import Sheet

ENCRYPTED_BIT: Final = 0x1
METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
ARCHIVES: Final = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ", b"Rar!")
#: What an archive may contain though it is one: it is opened with the limits of any workbook.
WORKBOOKS: Final = (".xlsx", ".ods")
#: What files in encodings that are not read here begin with.
UNREAD: Final = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"+/v": "UTF-7"}
#: A zero byte among so many first bytes is of no text.
MOST_BINARY_BYTES: Final = 4096
#: So much of a header decides on the delimiter.
MOST_HEAD_CHARACTERS: Final = 100_000
DELIMITERS: Final = (",", ";", "\t", "|")
#: A JSON list with more values than this is no cell.
MOST_LIST_VALUES: Final = 50
MOST_AUTHORS_CHARACTERS: Final = 2_000
_LINE: Final = re.compile("[^\n]+")
# A text, to the end where it is not closed, or a bracket; nothing of a text is tried twice.
_JSON_MARK: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
# An escape may name half of a character; no file can be written with one.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
# A cell may be as long as a file: a text that is too long is reported by its row and column, and a
# quotation mark that is not closed by its line. The limit is the process's.
csv.field_size_limit(max(csv.field_size_limit(), limits.MOST_FILE_BYTES))

NumberedRow = tuple[int, tuple[str, ...]]


def unpack_file(content: bytes) -> dict[str, bytes]:
    """Return the files of an archive by their paths; unpack none before all are checked.

    Raises
    ------
    Refusal
        If it is no zip, is too large or too densely packed, or has a member that is an archive, a
        link, encrypted, packed by another method, or at an unsafe path.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            _check_members(members)
            return _unpack_members(archive, members)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError) as error:
        raise Refusal("zip_broken") from error


def _check_members(members: Sequence[zipfile.ZipInfo]) -> None:
    if len(members) > limits.MOST_FILES:
        raise Refusal("zip_members", count=len(members), most=limits.MOST_FILES)
    total_bytes = sum(member.file_size for member in members)
    if total_bytes > limits.MOST_UNPACKED_BYTES:
        most_megabytes = limits.MOST_UNPACKED_BYTES // MB
        raise Refusal("zip_large", size=f"{total_bytes / MB:.0f}", most=most_megabytes)
    seen_names: set[str] = set()
    for member in members:
        code = _find_member_problem(member, seen_names)
        if code:
            raise Refusal(code, value=member.filename, most=limits.MOST_UNPACKED_TIMES)
        seen_names.add(member.filename)


def _find_member_problem(member: zipfile.ZipInfo, seen_names: set[str]) -> str:
    """Return the code of the first problem of an archive's member; empty without one."""
    if not _is_safe_path(member.filename):
        return "zip_path"
    # The upper half is the mode of Unix; 0 where another system made the archive.
    file_type = stat.S_IFMT(member.external_attr >> 16)
    if file_type not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return "zip_link"
    if member.flag_bits & ENCRYPTED_BIT:
        return "zip_encrypted"
    if member.compress_type not in METHODS:
        return "zip_method"
    if member.filename in seen_names:
        return "zip_twice"
    packed_bytes = max(member.compress_size, 1)
    most_bytes = limits.MOST_UNPACKED_TIMES * packed_bytes
    if member.file_size > max(limits.UNPACKED_TIMES_FROM_BYTES, most_bytes):
        return "zip_ratio"
    return ""


def _is_safe_path(member_name: str) -> bool:
    """Return whether a path is relative and stays below the archive's folder."""
    path = member_name.replace("\\", "/")
    if "\x00" in member_name or posixpath.normpath(path) in {"", "."}:
        return False
    # The second is a drive of Windows, as in C:.
    if path.startswith("/") or path[1:2] == ":":
        return False
    return ".." not in path.split("/")


def _unpack_members(
    archive: zipfile.ZipFile, members: Sequence[zipfile.ZipInfo]
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for member in members:
        if member.is_dir():
            continue
        with archive.open(member) as stream:
            # No more than the list says, even where it is wrong: those sizes were checked.
            unpacked = stream.read(member.file_size)
        path = member.filename.replace("\\", "/")
        if unpacked.startswith(ARCHIVES) and not path.lower().endswith(WORKBOOKS):
            raise Refusal("zip_nested", value=path)
        files[path] = unpacked
    return files


def decode_text(content: bytes, name: str, notes: Notes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, with a note.

    Parameters
    ----------
    name
        The file's name, for its problems.

    Raises
    ------
    Refusal
        If it is in another encoding, or is no text.
    """
    for mark, encoding in UNREAD.items():
        if content.startswith(mark):
            raise Refusal("encoding_unread", sheet=name, value=encoding)
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            return content.decode("utf-16")
        if b"\x00" in content[:MOST_BINARY_BYTES]:
            raise Refusal("not_text", sheet=name)
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            error_position = error.start
        text = content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise Refusal("encoding", sheet=name) from error
    line_number = content.count(b"\n", 0, error_position) + 1
    line_start = text.rfind("\n", 0, error_position) + 1
    line = text[line_start : line_start + 2 * SHOWN_CHARACTERS].partition("\n")[0].strip()
    notes.add("windows_1252", name, line_number, value=line, level="note")
    return text


def read_csv(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the rows of a CSV file, numbered as a spreadsheet shows them.

    Raises
    ------
    Refusal
        If it has no rows, too many rows, columns or cells, or a quotation mark is not closed.
    """
    text = decode_text(content, name, notes)
    header_line = _find_header_line(text)
    # Compared with each row, so read once.
    most_rows = limits.MOST_ROWS
    most_columns = limits.MOST_COLUMNS
    most_cells = limits.MOST_CELLS
    rows: list[NumberedRow] = []
    cell_count = 0
    try:
        delimiter = _find_delimiter(header_line)
        lines = _read_lines(text, delimiter, name)
        for number, row in enumerate(csv.reader(lines, delimiter=delimiter, strict=True), start=1):
            column_count = len(row)
            cell_count += column_count
            # The header is no row.
            row_count = number - 1
            if row_count > most_rows or column_count > most_columns or cell_count > most_cells:
                check(name, rows=row_count, columns=column_count, cells=cell_count)
            rows.append((number, tuple(row)))
    except csv.Error as error:
        raise Refusal("csv_broken", sheet=name, row=len(rows) + 1) from error
    sheet = headed(name, rows)
    if sheet is None:
        raise Refusal("table_empty", sheet=name)
    return sheet


def _find_header_line(text: str) -> str:
    """Return the beginning of the first line with more than delimiters and blanks."""
    for match in _LINE.finditer(text):
        for line in match[0].splitlines():
            if line.strip(" ,;\t|"):
                return line[:MOST_HEAD_CHARACTERS]
    return ""


def _find_delimiter(header_line: str) -> str:
    """Return the delimiter that gives the header most cells; a comma where none does."""
    header_delimiter = DELIMITERS[0]
    most_cells = 0
    for delimiter in DELIMITERS:
        header_cells = next(csv.reader([header_line], delimiter=delimiter), [])
        if len(header_cells) > most_cells:
            most_cells = len(header_cells)
            header_delimiter = delimiter
    return header_delimiter


def _read_lines(text: str, delimiter: str, name: str) -> Iterator[str]:
    """Yield the lines of a table; refuse one with more delimiters than a row may have characters.

    Such a line would be millions of cells before they could be counted.
    """
    most_delimiters = limits.MOST_COLUMNS * limits.MOST_CELL_CHARACTERS
    for line in io.StringIO(text, newline=""):
        if len(line) > most_delimiters:
            delimiter_count = line.count(delimiter)
            if delimiter_count > most_delimiters:
                check(name, columns=delimiter_count + 1)
        yield line


def headed(name: str, rows: Sequence[NumberedRow]) -> Sheet | None:
    """Return rows as a table whose header is the first row with a cell that is not blank.

    ``None`` where all are blank; blank rows between others are only counted.
    """
    filled_rows = [numbered_row for numbered_row in rows if any(map(str.strip, numbered_row[1]))]
    if not filled_rows:
        return None
    header_row, header = filled_rows[0]
    last_row = filled_rows[-1][0]
    blank_count = last_row - header_row - len(filled_rows) + 1
    return Sheet(name, header, tuple(filled_rows[1:]), blank_count, header_row)


def build_sheet(name: str, records: Sequence[Mapping[str, str]], columns: Sequence[str]) -> Sheet:
    """Return records as a table with the columns in this order, its first row numbered 2.

    Raises
    ------
    Refusal
        If there are no records or no columns.
    """
    if not records or not columns:
        raise Refusal("table_empty", sheet=name)
    rows: list[NumberedRow] = []
    for row_number, record in enumerate(records, start=2):
        rows.append((row_number, tuple(record.get(column, "") for column in columns)))
    return Sheet(name, tuple(columns), tuple(rows))


def parse_json(text: str, name: str) -> Any:
    """Return the value of a JSON text, parsed strictly.

    Raises
    ------
    Refusal
        If it is not JSON, is nested too deep, has a key twice in an object, a number that is not
        finite, or half of a character.
    """
    _check_json_depth(text, name)

    def parse_number(number_text: str) -> float:
        number = float(number_text)
        if not math.isfinite(number):
            raise Refusal("json_number", sheet=name, value=number_text)
        return number

    def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        json_object = dict(pairs)
        if len(json_object) < len(pairs):
            key_counts = Counter(key for key, _ in pairs)
            for key, key_count in key_counts.items():
                if key_count > 1:
                    raise Refusal("json_twice", sheet=name, value=key)
        return json_object

    try:
        value = json.loads(
            text,
            parse_constant=parse_number,
            parse_float=parse_number,
            object_pairs_hook=reject_duplicate_keys,
        )
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Refusal("encoding", sheet=name) from error
    except json.JSONDecodeError as error:
        raise Refusal("json_broken", sheet=name, line=error.lineno) from error
    except ValueError as error:
        # All else that Python refuses is an integer of thousands of digits.
        raise Refusal("json_number", sheet=name, value="999…") from error
    return value


def _check_json_depth(text: str, name: str) -> None:
    """Refuse a text with brackets nested too deep, before anything is built from them."""
    most_depth = limits.MOST_JSON_DEPTH
    depth = 0
    for match in _JSON_MARK.finditer(text):
        mark = match[0]
        if mark in ("[", "{"):
            depth += 1
            if depth > most_depth:
                raise Refusal("json_deep", sheet=name, most=most_depth)
        elif mark in ("]", "}"):
            depth -= 1


def read_json(content: bytes, name: str, notes: Notes) -> Any:
    """Return the value of a JSON file; refuse it as :func:`parse_json` does."""
    return parse_json(decode_text(content, name, notes), name)


class _SlideField(NamedTuple):
    """Where TimelineJS's JSON has a column of its spreadsheet."""

    object_key: str
    key: str


#: The columns of TimelineJS's spreadsheet, by its documentation.
SLIDE_COLUMNS: Final[Mapping[str, _SlideField]] = {
    "Year": _SlideField("start_date", "year"),
    "Month": _SlideField("start_date", "month"),
    "Day": _SlideField("start_date", "day"),
    "Hour": _SlideField("start_date", "hour"),
    "Minute": _SlideField("start_date", "minute"),
    "End Year": _SlideField("end_date", "year"),
    "End Month": _SlideField("end_date", "month"),
    "End Day": _SlideField("end_date", "day"),
    "Headline": _SlideField("text", "headline"),
    "Text": _SlideField("text", "text"),
    "Media": _SlideField("media", "url"),
    "Media Credit": _SlideField("media", "credit"),
    "Media Caption": _SlideField("media", "caption"),
}


def read_features(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the features of a GeoJSON file, or the slides of TimelineJS's JSON, as rows.

    A feature has its properties as columns, and ``longitude`` and ``latitude`` if it is a point; a
    slide has the columns of TimelineJS's spreadsheet.
    """
    document = read_json(content, name, notes)
    if isinstance(document, dict):
        if isinstance(document.get("events"), list):
            return _build_slide_sheet(document, name)
        features = document.get("features")
    else:
        features = None
    if not isinstance(features, list):
        raise Refusal("features_none", sheet=name)
    if not all(isinstance(feature, dict) for feature in features):
        raise Refusal("features_none", sheet=name)
    check(name, rows=len(features))
    records = [_feature_record(feature) for feature in features]
    # A dict, since it keeps the order in which the columns are read.
    columns: dict[str, None] = {}
    for record in records:
        columns.update(dict.fromkeys(record))
    check(name, columns=len(columns), cells=len(records) * len(columns))
    return build_sheet(name, records, tuple(columns))


def _build_slide_sheet(document: Mapping[str, Any], name: str) -> Sheet:
    events = document["events"]
    eras = document.get("eras")
    if not isinstance(eras, list):
        eras = []
    check(name, rows=len(events) + len(eras))
    slides_by_type = {"title": [document.get("title")], "": events, "era": eras}
    records: list[dict[str, str]] = []
    for slide_type, slides in slides_by_type.items():
        for slide in slides:
            if isinstance(slide, dict):
                records.append(_slide_record(slide, slide_type))
    return build_sheet(name, records, (*SLIDE_COLUMNS, "Type", "Group"))


def _slide_record(slide: Mapping[str, Any], slide_type: str) -> dict[str, str]:
    record: dict[str, str] = {}
    for column, slide_field in SLIDE_COLUMNS.items():
        record[column] = _format_cell(object_in(slide, slide_field.object_key).get(slide_field.key))
    record["Type"] = slide_type
    record["Group"] = _format_cell(slide.get("group"))
    return record


def _feature_record(feature: Mapping[str, Any]) -> dict[str, str]:
    values: dict[str, Any] = {}
    for key, value in object_in(feature, "properties").items():
        values[str(key)] = value
    geometry = object_in(feature, "geometry")
    coordinates = geometry.get("coordinates")
    if geometry.get("type") == "Point" and isinstance(coordinates, list) and len(coordinates) >= 2:
        values["longitude"] = coordinates[0]
        values["latitude"] = coordinates[1]
    if "id" in feature:
        values.setdefault("id", feature["id"])
    record: dict[str, str] = {}
    for key, value in values.items():
        if key.strip():
            record[key] = _format_cell(value)
    return record


def object_in(item: Any, key: str) -> dict[str, Any]:
    """Return the object under a key; an empty one where there is none."""
    if isinstance(item, dict):
        member = item.get(key)
        if isinstance(member, dict):
            return member
    return {}


def _format_cell(value: Any) -> str:
    """Return a JSON value as a cell: plain values of a list with semicolons, nothing nested."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        if len(value) > MOST_LIST_VALUES:
            return ""
        return "; ".join(filter(None, map(_format_cell, value)))
    if isinstance(value, (str, int, float)):
        return str(value)
    return ""


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
    records: list[dict[str, str]] = []
    record: dict[str, str] | None = None
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
            column = CALENDAR_COLUMNS.get(key.upper().partition(";")[0])
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
    records: list[dict[str, str]] = []
    for entry in entries:
        item_type = _KINDS.get(entry.get("Item Type", "").lower(), "document")
        records.append({**entry, "Item Type": item_type})
        check(name, rows=len(records))
    return build_sheet(name, records, tuple(SOURCE_TAGS))


def _parse_ris(text: str) -> Iterator[dict[str, str]]:
    """Yield each entry that an ``ER`` closes; of a tag that is there twice the first is taken."""
    entry: dict[str, str] = {}
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
    return "-".join(part.zfill(2) for part in day_match.groups() if part)


def _parse_bibtex(text: str) -> Iterator[dict[str, str]]:
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
                entry.setdefault(column, _parse_bibtex_value(text[value_start:value_end]))
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
