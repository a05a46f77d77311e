"""Timelines in Markwhen's syntax: dated lines, each with the text below it, in sections.

A line that begins with a day, or two, and a colon is an event; what follows until the next is its
text. Tags begin with ``#``, links are those of Markdown. https://docs.markwhen.com/syntax/overview
"""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final, NamedTuple

from components.intake.cell_texts import ADDRESS_SEPARATOR, find_addresses, is_address
from components.intake.columns import NAME_SEPARATOR, WORDS, field_of_header, fold_header
from components.intake.files import decode_text, read_csv
from components.intake.problems import Notes, Refusal, check
from components.intake.sheet_models import NumberedRow, Sheet
from components.intake.table_dates import DateRules, parse_table_date

#: So much of a text file shows whether it is such a timeline.
MOST_HEAD_BYTES: Final = 20_000
#: What stands before the colon of an event is no longer.
MAX_DATE_CHARACTERS: Final = 80
#: The columns of a timeline; those that none of its events fills are left out.
COLUMNS: Final = (
    "date", "end", "title", "summary", "category", "section", "tags", "place", "lat", "lon",
    "source", "url", "id",
)  # fmt: skip
#: The fields that a line of a key and a value below an event may fill.
_PROPERTY_FIELDS: Final = frozenset({"place", "lat", "lon", "source", "url", "id", "category"})
#: The keys of the lines above the first event.
_HEADER_KEYS: Final = frozenset(
    {"title", "description", "dateformat", "timezone", "key", "view", "edit", "ranges", "author"}
)
#: Words of links that name no thing: they are those of columns of links and of sources.
_LINK_WORDS: Final = frozenset(
    f"{WORDS['events']['url']}|{WORDS['events']['source']}".split(NAME_SEPARATOR)
)

_DATED_LINE = re.compile(r"\s*(?:[-*]\s+)?(?P<when>[^\s#:/][^\n]*?):(?:\s+(?P<text>\S.*)?|$)")
_HEADING = re.compile(r"(?P<signs>#{1,6})\s+(?P<name>\S.*)")
_SECTION_BEGINS = re.compile(r"\s*(?:section|group)\b\s*(?P<name>.*)", re.IGNORECASE)
_SECTION_ENDS = re.compile(r"\s*end(?:section|group)\s*", re.IGNORECASE)
_HAS_SECTION_ENDS = re.compile(r"^[ \t]*end(?:section|group)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_KEY_AND_VALUE = re.compile(r"\s*(?P<key>#?\w[\w ]{0,40}):\s*(?P<value>.*)")
_TAG = re.compile(r"(?<!\S)#(?P<name>[^\W\d][\w-]*)")
_MARKDOWN_LINK = re.compile(r"!?\[(?P<label>[^\[\]\n]{0,500})\]\((?P<target>[^()\s]{1,2000})\)")
_REPEATS = re.compile(r"\s+(?P<rule>every\s+.+|x\s*\d+)$", re.IGNORECASE)
#: Between two days: words or a dash with blanks around, else EDTF's slash.
_RANGE_SIGNS = (
    re.compile(r"\s+(?:-|–|—|to|until|hasta|al)\s+", re.IGNORECASE),
    re.compile(r"\s*/\s*(?=\d{4}|now\b|\d+\s*[a-z])", re.IGNORECASE),
    re.compile(r"(?:(?<=\d{4})|(?<=\d\dZ))[-–—](?=now\b|\d{1,2}/|\d{4}-\d\d-\d\dT)", re.IGNORECASE),
)
_DURATION = re.compile(r"(?P<count>\d{1,4})\s*(?P<unit>days?|weeks?|d|w)")
_DAYS_OF_UNIT: Final = {"d": 1, "w": 7}
_SLASHED_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_SLASHED_MONTH = re.compile(r"(\d{1,2})/(\d{4})")
#: What Markwhen calls the present: such an event has not ended.
_NOW: Final = "now"


class _When(NamedTuple):
    """The days of an event as cells, and how it is repeated."""

    date: str
    end: str
    repeats: str


class _Section(NamedTuple):
    """A section, by its depth: signs of its heading, or 0 for one with words around it."""

    depth: int
    name: str


@dataclass
class _Event:
    """An event with the number of its line."""

    line_number: int
    cells: dict[str, str]
    section: str
    texts: list[str] = field(default_factory=list)
    tags: dict[str, None] = field(default_factory=dict)
    addresses: dict[str, None] = field(default_factory=dict)
    has_text: bool = False


def looks_like_markwhen(content: bytes) -> bool:
    """Return whether a text begins as a timeline of Markwhen and has an event soon."""
    head = content[:MOST_HEAD_BYTES].decode("utf-8-sig", errors="replace")
    lines = [line for line in head.splitlines() if line.strip() and not _is_comment(line)]
    if not lines or not _may_begin(lines[0]):
        return False
    return any(_parse_dated_line(line, is_european=False) for line in lines)


def _may_begin(line: str) -> bool:
    """Return whether a line may be the first: a heading, a key of the file's head, or an event."""
    if line.strip() == "---" or _HEADING.match(line) or _SECTION_BEGINS.fullmatch(line):
        return True
    pair = _KEY_AND_VALUE.fullmatch(line)
    if pair and (pair["key"].startswith("#") or pair["key"].lower() in _HEADER_KEYS):
        return True
    return _parse_dated_line(line, is_european=False) is not None


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("//")


def read_text(content: bytes, name: str, notes: Notes) -> Sheet:
    """Read a text file: a timeline of Markwhen, else a table with delimiters."""
    if looks_like_markwhen(content):
        return read_markwhen(content, name, notes)
    return read_csv(content, name, notes)


def read_markdown(content: bytes, name: str, notes: Notes) -> Sheet:
    """Read a file in Markdown that is a timeline of Markwhen; refuse any other."""
    if looks_like_markwhen(content):
        return read_markwhen(content, name, notes)
    raise Refusal("kind_document", value=name)


def read_markwhen(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the events of a timeline as rows under the numbers of their lines.

    The kind of an event is its first tag, else the section that it is in.

    Raises
    ------
    Refusal
        If there are no events, or too many.
    """
    text = decode_text(content, name, notes)
    has_section_ends = bool(_HAS_SECTION_ENDS.search(text))
    timeline = _Timeline(name, has_section_ends=has_section_ends)
    for line_number, line in enumerate(text.splitlines(), start=1):
        timeline.add_line(line_number, line)
    return timeline.build_sheet()


class _Timeline:
    """The events of a timeline, read line by line."""

    def __init__(self, name: str, *, has_section_ends: bool) -> None:
        self.name = name
        self.title = ""
        #: Whether sections are named by words that have an end, and not by headings alone.
        self._has_section_ends = has_section_ends
        self._is_european = False
        self._events: list[_Event] = []
        self._sections: list[_Section] = []
        #: Lines that may begin an event: to look at each takes time.
        self._candidate_count = 0

    def add_line(self, line_number: int, line: str) -> None:
        """Add a line of the file."""
        if not line.strip():
            if self._events:
                self._events[-1].texts.append("")
            return
        if _is_comment(line) or self._take_section(line):
            return
        if ":" in line:
            self._candidate_count += 1
            check(self.name, rows=self._candidate_count)
            dated = _parse_dated_line(line, is_european=self._is_european)
            if dated:
                self._begin_event(line_number, *dated)
                return
        if self._events:
            self._add_text(self._events[-1], line)
        else:
            self._take_header_line(line)

    def _take_header_line(self, line: str) -> None:
        pair = _KEY_AND_VALUE.fullmatch(line)
        if not pair:
            return
        value = pair["value"].strip().strip("\"'")
        key = pair["key"].lower()
        if key == "title":
            self.title = value
        elif key == "dateformat":
            self._is_european = value.lower().replace("-", "/").startswith("d")

    def _take_section(self, line: str) -> bool:
        """Begin or end a section; return whether the line does."""
        heading = _HEADING.fullmatch(line.strip())
        if heading:
            depth = len(heading["signs"])
            while self._sections and self._sections[-1].depth >= depth:
                self._sections.pop()
            self._sections.append(_Section(depth, _strip_tags(heading["name"])))
            return True
        if _SECTION_ENDS.fullmatch(line):
            if self._sections:
                self._sections.pop()
            return True
        begins = _SECTION_BEGINS.fullmatch(line)
        if begins and self._has_section_ends:
            self._sections.append(_Section(0, _strip_tags(begins["name"])))
            return True
        return False

    def _innermost_section(self) -> str:
        for section in reversed(self._sections):
            if section.name:
                return section.name
        return ""

    def _begin_event(self, line_number: int, when: _When, text: str) -> None:
        event = _Event(line_number, {"date": when.date, "end": when.end}, self._innermost_section())
        self._events.append(event)
        event.cells["title"] = _take_links(_take_tags(text, event), event)
        if when.repeats:
            event.texts.append(when.repeats)

    def _add_text(self, event: _Event, line: str) -> None:
        """Add a line below an event: a property of it, else a part of its text."""
        pair = _KEY_AND_VALUE.fullmatch(line)
        if pair and not event.has_text:
            field_name = field_of_header(pair["key"]) or ""
            value = pair["value"].strip().strip("\"'")
            if field_name in _PROPERTY_FIELDS and value:
                event.cells.setdefault(field_name, value)
                return
        event.has_text = True
        for address in find_addresses(line):
            event.addresses[address] = None
        event.texts.append(_take_links(_take_tags(line.strip(), event), event))

    def build_sheet(self) -> Sheet:
        """Return the events as a table."""
        if not self._events:
            raise Refusal("table_empty", sheet=self.name)
        records = [_event_record(event) for event in self._events]
        columns = [column for column in COLUMNS if any(record.get(column) for record in records)]
        rows: list[NumberedRow] = []
        for event, record in zip(self._events, records, strict=True):
            cells = tuple(record.get(column, "") for column in columns)
            rows.append((event.line_number, cells))
        return Sheet(self.name, tuple(columns), tuple(rows), header_row=0, title=self.title)


def _event_record(event: _Event) -> dict[str, str]:
    record = dict(event.cells)
    if event.addresses:
        record.setdefault("url", ADDRESS_SEPARATOR.join(event.addresses))
    record["summary"] = "\n".join(event.texts).strip()
    kinds = [*list(event.tags)[:1], *filter(None, [event.section])]
    if kinds and "category" not in record:
        record["category"], *other_kinds = kinds
        record["section"] = "".join(other_kinds)
    if len(event.tags) > 1:
        record["tags"] = "; ".join(event.tags)
    return record


# Lines --------------------------------------------------------------------------------------------


def _parse_dated_line(line: str, *, is_european: bool) -> tuple[_When, str] | None:
    """Return the days and the text of the line of an event; ``None`` for any other line."""
    match = _DATED_LINE.fullmatch(line.rstrip())
    if not match or len(match["when"]) > MAX_DATE_CHARACTERS:
        return None
    if not any(map(str.isdigit, match["when"])):
        return None
    when = _parse_when(match["when"].strip(), is_european=is_european)
    if when is None:
        return None
    return when, (match["text"] or "").strip()


def _parse_when(text: str, *, is_european: bool) -> _When | None:
    """Return the days of an event as cells; ``None`` where its first is none."""
    repeats = ""
    rule = _REPEATS.search(text)
    if rule:
        repeats = rule["rule"]
        text = text[: rule.start()].strip()
    start = _rewrite_day(text, is_european=is_european)
    if start != text:
        return _When(start, "", repeats)
    for range_sign in _RANGE_SIGNS:
        sides = range_sign.split(text, maxsplit=1)
        if len(sides) > 1:
            start_text, end_text = sides
            start = _rewrite_day(start_text, is_european=is_european)
            if _is_day(start):
                days = _end_of(start, end_text.strip(), is_european=is_european)
                return _When(*days, repeats)
    if not _is_day(text):
        return None
    return _When(text, "", repeats)


def _is_day(text: str) -> bool:
    parsed = parse_table_date(text, DateRules("month"))
    return bool(parsed.edtf)


def _rewrite_day(text: str, *, is_european: bool) -> str:
    """Return a day in figures as EDTF: Markwhen has the month first unless its head says so."""
    day = _SLASHED_DAY.fullmatch(text.strip())
    if day:
        first, second, year = day.groups()
        if is_european:
            first, second = second, first
        return f"{year}-{int(first):02}-{int(second):02}"
    month = _SLASHED_MONTH.fullmatch(text.strip())
    if month:
        return f"{month[2]}-{int(month[1]):02}"
    return text.strip()


def _end_of(start: str, end_text: str, *, is_european: bool) -> tuple[str, str]:
    """Return the cells of the first and of the last day; now is an open end."""
    if end_text.lower() == _NOW:
        first_day = parse_table_date(start, DateRules("month")).edtf.partition("T")[0]
        return f"{first_day}/..", ""
    duration = _DURATION.fullmatch(end_text)
    if duration:
        days = int(duration["count"]) * _DAYS_OF_UNIT[duration["unit"][0]]
        try:
            last_day = date.fromisoformat(start) + timedelta(days=days - 1)
        except (ValueError, OverflowError):
            return start, end_text
        return start, last_day.isoformat()
    return start, _rewrite_day(end_text, is_european=is_european)


def _strip_tags(text: str) -> str:
    return " ".join(_TAG.sub(" ", text).split())


def _take_tags(text: str, event: _Event) -> str:
    """Add the tags of a text to its event, and return the text without them."""
    for match in _TAG.finditer(text):
        event.tags[match["name"]] = None
    return _strip_tags(text)


def _take_links(text: str, event: _Event) -> str:
    """Add the links of a text to its event, and return the text with their words alone.

    Words that say no more than that there is a link are left out at its end.
    """
    parts: list[str] = []
    position = 0
    links = list(_MARKDOWN_LINK.finditer(text))
    for match in links:
        if not is_address(match["target"]):
            continue
        event.addresses[match["target"]] = None
        parts.append(text[position : match.start()])
        is_at_end = match is links[-1] and not text[match.end() :].strip()
        if not (is_at_end and fold_header(match["label"]) in _LINK_WORDS):
            parts.append(match["label"])
        position = match.end()
    parts.append(text[position:])
    return "".join(parts).strip()
