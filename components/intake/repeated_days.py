"""The days of calendar entries that repeat, from their rules (RFC 5545) by dateutil.

A rule is given to the library only if it is met at least once in a year or four: the library looks
for the next day of any other to the end of the year 9999.
"""

from collections.abc import Sequence
from datetime import date, datetime, time
from itertools import islice
from typing import Any, Final, NamedTuple

from dateutil.rrule import rrulestr
from icalendar.prop import vRecur

#: The parts of rules that are read, and those that leave days out.
READ_PARTS: Final = frozenset(
    {"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTH", "BYMONTHDAY", "BYSETPOS"}
)
CONDITIONS: Final = frozenset({"BYDAY", "BYMONTH", "BYMONTHDAY", "BYSETPOS"})
#: More often than daily is no rule of events on a timeline.
READ_FREQUENCIES: Final = frozenset({"DAILY", "WEEKLY", "MONTHLY", "YEARLY"})
MONTHS_IN_YEAR: Final = 12
#: Every month has a day of this number, and each weekday so many times.
DAYS_OF_EVERY_MONTH: Final = 28
WEEKS_OF_EVERY_MONTH: Final = 4
DAYS_OF_LONGEST_MONTH: Final = 31


class RepeatedDays(NamedTuple):
    """The starts of an entry that repeats, in order.

    Attributes
    ----------
    starts
        The first is that of the entry itself. Times are local, without a zone.
    code
        That of the note on days that are not listed; empty where all are.
    """

    starts: tuple[datetime, ...]
    code: str = ""


def to_local(moment: date, start: date) -> datetime:
    """Return a day or a time as the clock at a place shows it.

    Parameters
    ----------
    start
        The start of an entry, whose zone is that of the place.
    """
    if not isinstance(moment, datetime):
        return datetime.combine(moment, time.min)
    zone = start.tzinfo if isinstance(start, datetime) else None
    if moment.tzinfo and zone:
        try:
            moment = moment.astimezone(zone)
        except OverflowError:
            # It is in the first or last hours of the calendar.
            return moment.replace(tzinfo=None)
    return moment.replace(tzinfo=None)


def list_repeated_days(start: date, rule: vRecur, last_named_day: date, most: int) -> RepeatedDays:
    """Return the starts of an entry that repeats by a rule.

    Parameters
    ----------
    start
        The start of the entry.
    rule
        Its rule.
    last_named_day
        The last day that the calendar names: a rule without an end is listed until then.
    most
        How many starts may be listed, 1 or more.

    Returns
    -------
    RepeatedDays
        The starts; the entry's alone where the rule is not read.
    """
    local_start = to_local(start, start)
    if not is_always_met(rule, local_start):
        return RepeatedDays((local_start,), "repeats_unread")
    until = _last_start(rule, start)
    is_endless = until is None and "COUNT" not in rule
    if is_endless:
        until = datetime.combine(last_named_day, time.max)
    try:
        days = rrulestr(_rule_text(rule), dtstart=local_start)
        if until is not None:
            days = days.replace(until=until, count=None)
        found = list(islice(days, most + 1))
    except (ValueError, OverflowError, KeyError, TypeError):
        return RepeatedDays((local_start,), "repeats_unread")
    starts = tuple(dict.fromkeys((local_start, *found)))
    if len(starts) > most:
        return RepeatedDays(starts[:most], "repeats_many")
    if is_endless:
        return RepeatedDays(starts, "repeats_endless")
    return RepeatedDays(starts)


def format_rule(rule: Any) -> str:
    """Format a rule as a calendar has it: "FREQ=WEEKLY;COUNT=3"."""
    return str(rule.to_ical(), "utf-8")


def _rule_text(rule: vRecur) -> str:
    """Return a rule as text without its end, whose zone may differ from that of the start."""
    parts = {name: values for name, values in rule.items() if name != "UNTIL"}
    return format_rule(vRecur(parts))


def _last_start(rule: vRecur, start: date) -> datetime | None:
    """Return when a rule ends; a day is over at its end."""
    ends = _values_of(rule, "UNTIL")
    if not ends or not isinstance(ends[0], date):
        return None
    (end, *_) = ends
    if isinstance(end, datetime):
        return to_local(end, start)
    return datetime.combine(end, time.max)


def _values_of(rule: vRecur, name: str) -> Sequence[Any]:
    values = rule.get(name, [])
    if isinstance(values, list):
        return values
    return [values]


# What is met again and again ----------------------------------------------------------------------


def is_always_met(rule: vRecur, start: datetime) -> bool:
    """Return whether a rule is read and certainly has a next day within some years.

    Parameters
    ----------
    rule
        The rule of an entry.
    start
        The start of the entry: what the rule leaves open is as there.
    """
    if not READ_PARTS.issuperset(rule):
        return False
    frequency = "".join(map(str, _values_of(rule, "FREQ")))
    intervals = _values_of(rule, "INTERVAL") or [1]
    if frequency not in READ_FREQUENCIES or min(intervals) < 1:
        return False
    conditions = CONDITIONS.intersection(rule)
    if not conditions:
        return True
    is_every_time = intervals == [1]
    if frequency == "WEEKLY" or (frequency == "DAILY" and is_every_time):
        return conditions == {"BYDAY"} and not _has_ordinals(rule)
    if frequency == "DAILY":
        return False
    return _is_met_in_months(rule, start, is_every_time=is_every_time)


def _is_met_in_months(rule: vRecur, start: datetime, *, is_every_time: bool) -> bool:
    """Return whether a rule of months or years has a day in every month that it names.

    A rule of months that names some of them, and one of a weekday on a day of the month, are not
    read: their days are far apart.
    """
    weekdays = _values_of(rule, "BYDAY")
    month_days = _values_of(rule, "BYMONTHDAY")
    months = _values_of(rule, "BYMONTH")
    is_monthly = "MONTHLY" in _values_of(rule, "FREQ")
    is_far_apart = bool(weekdays and month_days) or bool(is_monthly and months)
    if is_far_apart or not all(1 <= month <= MONTHS_IN_YEAR for month in months):
        return False
    if "BYSETPOS" in rule and not _is_met_by_position(rule, is_monthly=is_monthly):
        return False
    if weekdays:
        ordinals = [weekday.relative or 0 for weekday in weekdays]
        return all(abs(ordinal) <= WEEKS_OF_EVERY_MONTH for ordinal in ordinals)
    days = month_days or [start.day]
    if _are_in_every_month(days):
        return True
    are_days = all(1 <= abs(day) <= DAYS_OF_LONGEST_MONTH for day in days)
    return are_days and is_every_time and not months


def _is_met_by_position(rule: vRecur, *, is_monthly: bool) -> bool:
    """Return whether a rule takes, say, the last of a month's working days."""
    is_of_month = is_monthly or "BYMONTH" in rule
    if not is_of_month or "BYDAY" not in rule or _has_ordinals(rule):
        return False
    positions = _values_of(rule, "BYSETPOS")
    return all(1 <= abs(position) <= WEEKS_OF_EVERY_MONTH for position in positions)


def _has_ordinals(rule: vRecur) -> bool:
    """Return whether a rule names the first or the last of a weekday."""
    return any(weekday.relative for weekday in _values_of(rule, "BYDAY"))


def _are_in_every_month(days: Sequence[int]) -> bool:
    return all(1 <= abs(day) <= DAYS_OF_EVERY_MONTH for day in days)
