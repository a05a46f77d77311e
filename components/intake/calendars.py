"""Calendars (``.ics``, RFC 5545) as tables of their entries, parsed by icalendar.

The library is given one entry at a time, and of it the lines that are read: zones that a file
defines, alarms and people are not. It counts and weighs all of them before.
"""

import contextlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from icalendar import Component, Event
from icalendar.prop import vBroken, vCategory, vDDDLists, vDDDTypes, vGeo, vRecur

from components import limits
from components.intake.files import Record, build_sheet, decode_text
from components.intake.problems import Notes, Refusal, check, check_entries
from components.intake.repeated_days import RepeatedDays, format_rule, list_repeated_days, to_local
from components.intake.sheet_models import Sheet

#: The columns of the table; their names are those by which columns are known.
CALENDAR_COLUMNS: Final = (
    "id",
    "date",
    "end",
    "title",
    "summary",
    "place",
    "category",
    "coordinates",
    "url",
)
#: A further column where an entry has several categories.
MORE_CATEGORIES: Final = "more categories"
#: The columns of properties that are texts.
_TEXT_COLUMNS: Final[Mapping[str, str]] = {
    "SUMMARY": "title",
    "DESCRIPTION": "summary",
    "LOCATION": "place",
    "URL": "url",
}
#: The properties that the library is given.
_READ_PROPERTIES: Final = frozenset(
    {*_TEXT_COLUMNS, "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE"}
) | {"RECURRENCE-ID", "STATUS", "CATEGORIES", "GEO"}
_ENTRY_BEGIN: Final = "BEGIN:VEVENT"
_ENTRY_END: Final = "END:VEVENT"
_PROPERTY_NAME: Final = re.compile(r"[\w -]*")
#: What calendars are called: by RFC 7986, and as most programs write it.
_NAME_PROPERTIES: Final = frozenset({"NAME", "X-WR-CALNAME"})
#: The name of a calendar is looked for in so much of the file.
MOST_HEAD_CHARACTERS: Final = 20_000
_FOLD: Final = re.compile(r"\r?\n[ \t]")
#: Of texts (RFC 5545, 3.3.11).
_ESCAPED: Final = re.compile(r"\\([\\,;nN])")
#: A parameter's value, which may hold a colon.
_QUOTED: Final = re.compile(r'"[^"]*"')
#: What the library raises for an entry that it cannot parse.
_BROKEN_ENTRY_ERRORS: Final = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    ArithmeticError,
    AssertionError,
)
#: EDTF writes no seconds of a zone, which zones had before they were those of hours.
_MINUTE: Final = timedelta(minutes=1)
_MOMENT: Final = timedelta(microseconds=1)
#: A moment that takes one of several places of an entry that repeats, or the whole of its day.
_Moments = Sequence[date]


@dataclass(frozen=True)
class CalendarEntry:
    """An entry of a calendar.

    Attributes
    ----------
    record
        Its texts by column.
    uid
        Its id, which entries that replace a day of it share.
    start
        ``None`` where the library cannot read it; the record has its text.
    end
        The first moment after it, ``None`` where the file names none.
    rule
        By which it repeats.
    added, removed
        Days on which it is besides those of its rule, and those on which it is not.
    replaces
        The day of another entry with the same id that this one replaces.
    """

    record: Record
    uid: str = ""
    start: date | None = None
    end: date | None = None
    rule: vRecur | None = None
    added: _Moments = ()
    removed: _Moments = ()
    replaces: date | None = None
    is_cancelled: bool = False

    @property
    def span(self) -> timedelta:
        """Return how long it takes."""
        if self.start is None or self.end is None:
            return timedelta(0)
        return to_local(self.end, self.start) - to_local(self.start, self.start)


@dataclass
class _RecordList:
    """The rows of a calendar, with notes on days that are not among them.

    Attributes
    ----------
    replaced_days
        The days that other entries replace, by the id of an entry.
    last_named_day
        The last day that the calendar names.
    days_left
        How many days of entries that repeat may still be listed.
    """

    name: str
    notes: Notes
    replaced_days: Mapping[str, _Moments]
    last_named_day: date
    records: list[Record] = field(default_factory=list)
    days_left: int = field(default_factory=lambda: limits.files.MOST_REPEATED_DAYS)

    def add_entry(self, entry: CalendarEntry) -> None:
        """Add a row for each day of an entry."""
        if entry.start is None:
            self._add_record(entry, None, entry.uid)
            return
        repeated = self._list_starts(entry, entry.start)
        if repeated.code:
            self._note_repetition(entry, repeated)
        for index, local_start in enumerate(repeated.starts):
            row_id = entry.uid
            is_further_day = index > 0 or entry.replaces is not None
            if entry.uid and is_further_day:
                row_id = f"{entry.uid}-{local_start.date().isoformat()}"
            self._add_record(entry, local_start, row_id)

    def _list_starts(self, entry: CalendarEntry, start: date) -> RepeatedDays:
        """Return the starts of an entry, without the days on which it is not."""
        repeated = RepeatedDays((to_local(start, start),))
        if entry.rule is not None and entry.replaces is None:
            most = max(min(limits.files.MOST_OCCURRENCES, self.days_left), 1)
            repeated = list_repeated_days(start, entry.rule, self.last_named_day, most)
            self.days_left -= len(repeated.starts)
        added_starts = []
        for moment in entry.added:
            added_start = to_local(moment, start)
            if not isinstance(moment, datetime):
                clock = repeated.starts[0].time()
                added_start = datetime.combine(moment, clock)
            added_starts.append(added_start)
        removed = list(entry.removed)
        if entry.replaces is None:
            removed += self.replaced_days.get(entry.uid, ())
        removed_starts = set()
        removed_days = set()
        for moment in removed:
            if isinstance(moment, datetime):
                removed_starts.add(to_local(moment, start))
            else:
                removed_days.add(moment)
        starts = []
        for local_start in sorted({*repeated.starts, *added_starts}):
            is_removed = local_start in removed_starts or local_start.date() in removed_days
            if not is_removed:
                starts.append(local_start)
        return repeated._replace(starts=tuple(starts))

    def _add_record(self, entry: CalendarEntry, local_start: datetime | None, row_id: str) -> None:
        record = {**entry.record, "id": row_id}
        if local_start is not None and entry.start is not None:
            record["date"] = _format_start(local_start, entry.start)
            record["end"] = _format_last_day(local_start, entry.span)
        self.records.append(record)
        check(self.name, rows=len(self.records))

    def _note_repetition(self, entry: CalendarEntry, repeated: RepeatedDays) -> None:
        first_row = len(self.records) + 1
        rule_text = ""
        if entry.rule is not None:
            rule_text = format_rule(entry.rule)
        self.notes.add(
            repeated.code,
            self.name,
            first_row,
            "date",
            entry.record.get("title", ""),
            level="note",
            rule=rule_text,
            most=len(repeated.starts),
            day=self.last_named_day.isoformat(),
        )


def read_calendar(content: bytes, name: str, notes: Notes) -> Sheet:
    """Return the entries of a calendar as rows, an entry that repeats as one for each of its days.

    An entry ends before its ``DTEND``: one of whole days on the day before.

    Raises
    ------
    Refusal
        If it has more entries, or longer ones, than a calendar may have, or none.
    """
    text = decode_text(content, name, notes)
    entries = []
    unread_count = 0
    cancelled_count = 0
    # All are counted before the first is parsed.
    for lines in list(_list_entry_lines(text, name)):
        try:
            entry = _parse_entry(lines)
        except _BROKEN_ENTRY_ERRORS:
            unread_count += 1
            continue
        entries.append(entry)
        cancelled_count += entry.is_cancelled
    counts = {"entries_unread": unread_count, "entries_cancelled": cancelled_count}
    for code, count in counts.items():
        if count:
            notes.add(
                code,
                name,
                level="note",
                count=count,
            )
    replaced_days = defaultdict(list)
    for entry in entries:
        if entry.replaces is not None:
            replaced_days[entry.uid].append(entry.replaces)
    record_list = _RecordList(
        name,
        notes,
        replaced_days=replaced_days,
        last_named_day=_find_last_day(entries),
    )
    for entry in entries:
        if not entry.is_cancelled:
            record_list.add_entry(entry)
    columns = list(CALENDAR_COLUMNS)
    if any(MORE_CATEGORIES in record for record in record_list.records):
        columns.append(MORE_CATEGORIES)
    return build_sheet(name, record_list.records, columns, _find_name(text))


def _find_name(text: str) -> str:
    """Return what a calendar calls itself before its first entry; empty where it does not."""
    head, _, _ = text[:MOST_HEAD_CHARACTERS].partition(_ENTRY_BEGIN)
    unfolded_head = _FOLD.sub("", head)
    for line in unfolded_head.splitlines():
        if _property_name(line) in _NAME_PROPERTIES:
            _, _, written_name = _QUOTED.sub("", line).partition(":")
            # The library leaves the marks of escaped characters in names of calendars.
            return _ESCAPED.sub(_unescape, written_name).strip()
    return ""


def _unescape(match: re.Match[str]) -> str:
    """Return what an escaped character stands for; a line break is a blank."""
    character = match[1]
    return " " if character in "nN" else character


# Lines of entries ---------------------------------------------------------------------------------


@dataclass
class _EntryScale:
    """What the library is to parse, weighed; too much of it is refused."""

    name: str
    entry_count: int = 0
    property_count: int = 0
    character_count: int = 0
    rule_character_count: int = 0

    def add_entry(self) -> None:
        self.entry_count += 1
        check_entries(self.entry_count, self.name)

    def add_line(self, line: str, property_name: str, *, is_folded: bool) -> None:
        self.character_count += len(line)
        if not is_folded:
            self.property_count += 1
        if property_name == "RRULE":
            self.rule_character_count += len(line)
        self._check("characters_many", self.character_count, limits.files.MOST_ENTRY_CHARACTERS)
        self._check("characters_many", self.rule_character_count, limits.files.MOST_RULE_CHARACTERS)
        self._check("rows_many", self.property_count, limits.files.MOST_PROPERTIES)

    def _check(self, code: str, count: int, most: int) -> None:
        if count > most:
            raise Refusal(code, sheet=self.name, most=most)


def _list_entry_lines(text: str, name: str) -> Iterator[list[str]]:
    """Yield the lines of each entry that the library is to parse, weighed before.

    What is within an entry, as an alarm, is left out. A line goes on after a line break and a
    blank. An entry that never ends goes to the next one.
    """
    unified_text = text.replace("\r\n", "\n").replace("\r", "\n")
    if unified_text.count("\n") > limits.files.MOST_ENTRY_LINES:
        raise Refusal("rows_many", sheet=name, most=limits.files.MOST_ENTRY_LINES)
    scale = _EntryScale(name)
    entry_lines: list[str] | None = None
    inner_depth = 0
    property_name = ""
    for line in unified_text.split("\n"):
        mark = line[: len(_ENTRY_BEGIN) + 1].strip().upper()
        is_begin = mark == _ENTRY_BEGIN
        if entry_lines is not None and (is_begin or mark == _ENTRY_END):
            yield [_ENTRY_BEGIN, *entry_lines, _ENTRY_END]
            entry_lines = None
        if is_begin:
            scale.add_entry()
            entry_lines = []
            inner_depth = 0
            property_name = ""
        elif entry_lines is None:
            continue
        elif mark.startswith("BEGIN:"):
            inner_depth += 1
        elif mark.startswith("END:"):
            inner_depth = max(inner_depth - 1, 0)
        elif inner_depth == 0:
            is_folded = line[:1] in {" ", "\t"}
            if not is_folded:
                property_name = _property_name(line)
            if property_name in _READ_PROPERTIES:
                scale.add_line(line, property_name, is_folded=is_folded)
                entry_lines.append(line)
    if entry_lines is not None:
        yield [_ENTRY_BEGIN, *entry_lines, _ENTRY_END]


def _property_name(line: str) -> str:
    """Return the name that a line begins with; empty for another line."""
    name_match = _PROPERTY_NAME.match(line)
    if name_match is None:
        return ""
    return name_match[0].strip().upper()


# Parts of an entry --------------------------------------------------------------------------------


def _parse_entry(lines: Iterable[str]) -> CalendarEntry:
    # A text with line breaks is never taken for the path of a file.
    event = Event.from_ical("\r\n".join(lines))
    record: Record = {}
    for property_name, column in _TEXT_COLUMNS.items():
        text = str(_first_value(event, property_name) or "")
        record[column] = text.strip()
    categories = _list_categories(event)
    if categories:
        record["category"], *more_categories = categories
        if more_categories:
            record[MORE_CATEGORIES] = ", ".join(more_categories)
    position = _first_value(event, "GEO")
    if isinstance(position, vGeo):
        record["coordinates"] = f"{position.latitude}, {position.longitude}"
    elif position is not None:
        record["coordinates"] = str(position)
    entry = CalendarEntry(
        record,
        uid=str(_first_value(event, "UID") or "").strip(),
        start=_read_moment(event, "DTSTART"),
        added=_list_moments(event, "RDATE"),
        removed=_list_moments(event, "EXDATE"),
        replaces=_read_moment(event, "RECURRENCE-ID"),
        is_cancelled=str(_first_value(event, "STATUS") or "").upper() == "CANCELLED",
    )
    rule = _first_value(event, "RRULE")
    if isinstance(rule, vRecur):
        entry = replace(entry, rule=rule)
    if entry.start is None:
        unread_start = _first_value(event, "DTSTART")
        record["date"] = str(unread_start or "")
        return entry
    return replace(entry, end=_find_end(event, entry.start))


def _first_value(event: Component, property_name: str) -> Any:
    """Return the value of a property, the first of several; ``None`` without one."""
    value = event.get(property_name)
    if isinstance(value, list):
        return value[0]
    return value


def _list_values(event: Component, property_name: str) -> list[Any]:
    value = event.get(property_name, [])
    if isinstance(value, list):
        return value
    return [value]


def _read_moment(event: Component, property_name: str) -> date | None:
    """Return a day or a time; one whose parameters do not fit it is read without them."""
    value = _first_value(event, property_name)
    parse_moment: Any = vDDDTypes.from_ical
    moment: Any = None
    if isinstance(value, vBroken):
        with contextlib.suppress(ValueError):
            moment = parse_moment(str(value))
    elif value is not None:
        moment = value.dt
    if isinstance(moment, date):
        return moment
    return None


def _list_moments(event: Component, property_name: str) -> _Moments:
    """Return the days and times of a property; of a period its start."""
    moments = []
    for value in _list_values(event, property_name):
        if not isinstance(value, vDDDLists):
            continue
        for item in value.dts[: limits.files.MOST_OCCURRENCES]:
            moment: Any = item.dt
            if isinstance(moment, tuple):
                moment, _ = moment
            if isinstance(moment, date):
                moments.append(moment)
    return moments[: limits.files.MOST_OCCURRENCES]


def _list_categories(event: Component) -> list[str]:
    categories: list[str] = []
    for value in _list_values(event, "CATEGORIES"):
        if isinstance(value, vCategory):
            categories += [str(category).strip() for category in value.cats]
        else:
            categories.append(str(value).strip())
    return list(filter(None, categories))


def _find_end(event: Component, start: date) -> date | None:
    """Return the first moment after an entry: its end, or its start and how long it takes."""
    end = _read_moment(event, "DTEND")
    if end is not None:
        return end
    duration = _first_value(event, "DURATION")
    if duration is None or isinstance(duration, vBroken):
        return None
    if not isinstance(duration.dt, timedelta):
        return None
    try:
        return to_local(start, start) + duration.dt
    except OverflowError:
        return None


def _find_last_day(entries: Iterable[CalendarEntry]) -> date:
    """Return the last day that a calendar names, be it the last of a rule."""
    last_day = date.min
    for entry in entries:
        moments = [entry.start, entry.replaces, *entry.added]
        if entry.rule is not None:
            moments += entry.rule.get("UNTIL", [])
        for moment in moments:
            if isinstance(moment, date):
                last_day = max(last_day, to_local(moment, moment).date())
    return last_day


# Cells --------------------------------------------------------------------------------------------


def _format_start(local_start: datetime, start: date) -> str:
    """Return a start as EDTF, with the zone of the entry's start; a day where that is one."""
    if not isinstance(start, datetime):
        return local_start.date().isoformat()
    moment = local_start.replace(tzinfo=start.tzinfo)
    offset = moment.utcoffset()
    if offset is not None and offset % _MINUTE:
        moment = local_start
    return moment.isoformat(timespec="minutes").replace("+00:00", "Z")


def _format_last_day(local_start: datetime, span: timedelta) -> str:
    """Return the last day of an entry; empty for one that ends on the day of its start."""
    if span <= timedelta(0):
        return ""
    try:
        last_day = (local_start + span - _MOMENT).date()
    except OverflowError:
        return ""
    if last_day == local_start.date():
        return ""
    return last_day.isoformat()
