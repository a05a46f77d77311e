"""Files as somebody sends them: archives, CSV, JSON and GeoJSON, with a limit on everything."""

from __future__ import annotations

import csv
import io
import json
import math
import posixpath
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from components.intake.problems import LIMITS, MB, Limits, Notes, Refusal, Sheet

CHUNK = 256 * 1024
ENCRYPTED_BIT = 0x1
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ", b"Rar!")


def unpack(content: bytes, limits: Limits) -> dict[str, bytes]:
    """The files of an archive by path.

    Raises:
        Refusal: at the first thing that an archive must not hold, before anything is unpacked
            where its list tells, and else as soon as a limit is passed.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = list(_checked(archive, limits))
            return _read_all(archive, members, limits)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError) as error:
        raise Refusal("zip_broken") from error


def _checked(archive: zipfile.ZipFile, limits: Limits) -> Iterator[zipfile.ZipInfo]:
    """The members that hold something, each found harmless by what the list says of it."""
    members = archive.infolist()
    if len(members) > limits.members:
        raise Refusal("zip_members", count=len(members), most=limits.members)
    total = sum(member.file_size for member in members)
    if total > limits.unpacked:
        raise Refusal("zip_large", size=_mb(total), most=_mb(limits.unpacked))
    seen = set()
    for member in members:
        name = member.filename
        _check_path(name)
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
            raise Refusal("zip_link", value=name)
        if member.flag_bits & ENCRYPTED_BIT:
            raise Refusal("zip_encrypted", value=name)
        if member.compress_type not in METHODS:
            raise Refusal("zip_method", value=name)
        if name in seen:
            raise Refusal("zip_twice", value=name)
        seen.add(name)
        packed = max(member.compress_size, 1)
        if member.file_size > limits.ratio_from and member.file_size / packed > limits.ratio:
            raise Refusal("zip_ratio", value=name, most=limits.ratio)
        if not member.is_dir():
            yield member


def _check_path(name: str) -> None:
    plain = name.replace("\\", "/")
    climbs = ".." in plain.split("/")
    absolute = plain.startswith("/") or (len(plain) > 1 and plain[1] == ":")
    if climbs or absolute or "\x00" in name or posixpath.normpath(plain) in {"", "."}:
        raise Refusal("zip_path", value=name)


def _read_all(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], limits: Limits
) -> dict[str, bytes]:
    """Unpack; what the list says of a size is not believed."""
    files: dict[str, bytes] = {}
    total = 0
    for member in members:
        parts: list[bytes] = []
        size = 0
        with archive.open(member) as stream:
            while chunk := stream.read(CHUNK):
                size += len(chunk)
                total += len(chunk)
                if total > limits.unpacked:
                    raise Refusal("zip_large", size=f"> {_mb(total)}", most=_mb(limits.unpacked))
                if size > limits.ratio_from and size / max(member.compress_size, 1) > limits.ratio:
                    raise Refusal("zip_ratio", value=member.filename, most=limits.ratio)
                parts.append(chunk)
        content = b"".join(parts)
        if content.startswith(ARCHIVES):
            raise Refusal("zip_nested", value=member.filename)
        files[member.filename.replace("\\", "/")] = content
    return files


def _mb(size: int) -> str:
    return f"{size / MB:.0f}"


# An escape may name half of a character; no file can be written with one.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(text: str, name: str, limits: Limits) -> Any:
    """What a JSON text holds.

    Raises:
        Refusal: when it is no JSON, is nested too deeply, names a key of one object twice, or has
            a number that is none or has no end, or half a character.
    """
    _check_depth(text, name, limits)

    def number(word: str) -> float:
        value = float(word)
        return value if math.isfinite(value) else no_number(word)

    def no_number(word: str) -> float:
        raise Refusal("json_number", sheet=name, value=word)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in found if keys.count(key) > 1)
            raise Refusal("json_twice", sheet=name, value=twice)
        return found

    try:
        found = json.loads(
            text, parse_constant=no_number, parse_float=number, object_pairs_hook=once
        )
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


def _check_depth(text: str, name: str, limits: Limits) -> None:
    """Count brackets outside of texts, before anything is built from them."""
    depth = 0
    for mark in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        found = mark.group()
        if found in "[{":
            depth += 1
            if depth > limits.depth:
                raise Refusal("json_deep", sheet=name, most=limits.depth)
        elif found in "]}":
            depth -= 1


DELIMITERS: Final = (",", ";", "\t", "|")
_LINE: Final = re.compile("[^\n]+")
# A cell may be as long as a file: a text that is too long is said by its row and column, and a
# quotation mark that is not closed by the line it is on. The limit is the process's own.
csv.field_size_limit(max(csv.field_size_limit(), LIMITS.file))


def decode(content: bytes, name: str, notes: Notes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, which is said."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise Refusal("encoding", sheet=name) from error
    if b"\x00" in content[:4096]:
        raise Refusal("not_text", sheet=name)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = content[: error.start].count(b"\n") + 1
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise Refusal("encoding", sheet=name) from error
    line = text.splitlines()[at - 1] if at <= len(text.splitlines()) else ""
    notes.add("windows_1252", name, at, value=line, level="note")
    return text


def _delimiter(text: str) -> str:
    """The mark that parts the header into most cells; a comma where none does."""
    parts = (found[0].splitlines() for found in _LINE.finditer(text))
    head = next((line for lines in parts for line in lines if line.strip(" ,;\t|")), "")
    counts = {mark: len(next(csv.reader([head], delimiter=mark), [])) for mark in DELIMITERS}
    return max(DELIMITERS, key=lambda mark: counts[mark])


def headed(name: str, rows: Sequence[tuple[int, tuple[str, ...]]]) -> Sheet | None:
    """A table from its rows: the first that holds anything is the header."""
    filled = [(number, cells) for number, cells in rows if any(map(str.strip, cells))]
    if not filled:
        return None
    head = filled[0][0]
    last = filled[-1][0]
    blank = (last - head) - (len(filled) - 1)
    return Sheet(name, filled[0][1], tuple(filled[1:]), blank, head)


def read_csv(content: bytes, name: str, limits: Limits, notes: Notes) -> Sheet:
    """The rows of a CSV file, numbered as a spreadsheet shows them.

    Raises:
        Refusal: when it is no text, holds nothing, or is over a limit.
    """
    text = decode(content, name, notes)
    mark = _delimiter(text)
    rows: list[tuple[int, tuple[str, ...]]] = []
    cells = 0
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
        for number, row in enumerate(reader, start=1):
            cells += len(row)
            limits.check(name, rows=number - 1, columns=len(row), cells=cells)
            rows.append((number, tuple(row)))
    except csv.Error as error:
        raise Refusal("csv_broken", sheet=name, row=len(rows) + 1) from error
    sheet = headed(name, rows)
    if sheet is None:
        raise Refusal("table_empty", sheet=name)
    return sheet


LATITUDE, LONGITUDE = "latitude", "longitude"


def read_features(text: str, name: str, limits: Limits) -> Sheet:
    """Properties as columns, and the coordinates of points; other shapes have none.

    Raises:
        Refusal: when it is no FeatureCollection, or is over a limit.
    """
    found = parse_json(text, name, limits)
    features = found.get("features") if isinstance(found, dict) else None
    if not isinstance(features, list) or not all(isinstance(f, dict) for f in features):
        raise Refusal("features_none", sheet=name)
    limits.check(name, rows=len(features))
    records = [_record(feature) for feature in features]
    columns: dict[str, None] = {}
    for record in records:
        columns |= dict.fromkeys(record)
        limits.check(name, columns=len(columns))
    limits.check(name, cells=len(records) * len(columns))
    if not columns:
        raise Refusal("table_empty", sheet=name)
    rows = tuple(
        (number, tuple(record.get(column, "") for column in columns))
        for number, record in enumerate(records, start=2)
    )
    return Sheet(name, tuple(columns), rows)


def _record(feature: Mapping[str, Any]) -> dict[str, str]:
    properties = feature.get("properties")
    own = properties if isinstance(properties, dict) else {}
    record = {str(key): _said(value) for key, value in own.items()}
    geometry = feature.get("geometry")
    shape = geometry if isinstance(geometry, dict) else {}
    spot = shape.get("coordinates")
    if shape.get("type") == "Point" and isinstance(spot, list) and len(spot) >= 2:
        record[LONGITUDE], record[LATITUDE] = _said(spot[0]), _said(spot[1])
    if "id" in feature and "id" not in record:
        record["id"] = _said(feature["id"])
    return {key: text for key, text in record.items() if key.strip()}


def _said(value: Any) -> str:
    """A value as a cell: a list of plain values with semicolons, anything nested not at all."""
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value).lower()
    if isinstance(value, list):
        return "; ".join(filter(None, map(_said, value))) if len(value) <= 50 else ""
    return str(value) if isinstance(value, (str, int, float)) else ""
