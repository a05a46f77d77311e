"""Dates as programs write them: e-mail's, counts of seconds, unknown parts, arrows between days.

Each is rewritten as a date that people write, or as EDTF; nothing is guessed here.
"""

import contextlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from components.story.edtf import parse_edtf
from components.story.texts import fold
from components.values.language_tables import MONTH_OF, MONTHS_IN_YEAR

#: Counts of seconds since 1970 with ten digits, of milliseconds with twelve or thirteen: from
#: 2001 to 2100, and from 1973 to 2100. Shorter counts are other numbers.
_SECONDS = re.compile(r"[1-3]\d{9}|40\d{8}", re.ASCII)
_MILLISECONDS = re.compile(r"[1-9]\d{11}|[1-3]\d{12}|40\d{11}", re.ASCII)
_UNIX_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
#: "Fri, 22 Feb 2019 18:07:00 GMT", as in e-mail and news feeds (RFC 2822).
_MAIL_DATE = re.compile(
    r"(?:[a-z]{3,9},?\s+)?(?P<day>\d{1,2})\s+(?P<month>[a-z]{3,9})\s+(?P<year>\d{4})"
    r"\s+(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)\s*(?P<zone>gmt|utc?|z|[+-]\d{2}:?\d{2})"
)
#: "Fri Feb 22 18:07:24 +0000 2019", as social networks and Unix write it.
_UNIX_DATE = re.compile(
    r"[a-z]{3}\s+(?P<month>[a-z]{3})\s+(?P<day>\d{1,2})\s+(?P<clock>\d{2}:\d{2}:\d{2})"
    r"\s+(?P<zone>gmt|utc?|[+-]\d{4})\s+(?P<year>\d{4})"
)
#: "22-Feb-2019" and "22/FEB/19", also with a time behind.
_NAMED_MONTH_WITH_SIGNS = re.compile(
    r"(?P<day>\d{1,2})[-/.](?P<month>[^\W\d_]{3,10})\.?[-/.](?P<year>\d{4}|\d{2})(?P<rest>\s.*)?"
)
_MONTH_NAME: Final = r"(?P<month>[^\W\d_]{3,10})\.?"
#: "mar-2017", "marzo/2017" and "2017-mar": a hyphen or a dash, which may be one of spans, too.
_MONTH_AND_YEAR_WITH_SIGN = re.compile(
    rf"{_MONTH_NAME}\s?[-–/.]\s?(?P<year>\d{{4}})|(?P<first>\d{{4}})(?:\s?[-–/.]\s?|\s)"
    rf"{_MONTH_NAME.replace('month', 'second')}",
    re.ASCII,
)
#: "Mar-17" and "mar'17", as spreadsheets show a month.
_MONTH_AND_NUMBER = re.compile(
    rf"{_MONTH_NAME}\s?(?P<sign>[-–/.'’])\s?(?P<number>\d{{2}})", re.ASCII
)
#: "17-Mar", as spreadsheets show a day.
_DAY_AND_MONTH = re.compile(rf"(?P<day>\d{{1,2}})\s?[-–/.]\s?{_MONTH_NAME}", re.ASCII)
#: A time in universal time, "UTC", "GMT" or "(GMT-5)" behind it.
_UNIVERSAL_TIME = re.compile(
    r"(?P<text>.*\d(?:\s*[ap]\.?m\.?)?)\s*\(?(?:utc|gmt)(?P<hours>[+-]\d{1,2})?(?::?00)?\)?"
)
#: A time at a place that the zones of IANA know: "America/Los_Angeles".
_NAMED_ZONE = re.compile(r"(?P<text>.*\d)\s+(?P<zone>[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z_+-]+)+)")
_FRACTION_OF_SECOND = re.compile(r"(?<=:\d\d)\.\d+")
#: Days, or months and days, that are not known: 00, XX and NA.
_UNKNOWN_PARTS = re.compile(
    r"(?P<year>-?(?!0000)\d{4})-(?:(?P<month>0[1-9]|1[0-2])-)?(?:00|XX|UU|NA)(?:-(?:00|XX|UU|NA))?",
    re.IGNORECASE,
)
#: Decades and centuries of which the last digits are not known: "193X", "19XX".
_MASKED_YEAR = re.compile(r"(?P<known>\d{2,3})(?P<masked>[xu]{1,2})", re.IGNORECASE)
#: Parts of a year in EDTF: 21 to 24 for spring to winter, 25 to 41 for those below.
_PART_OF_YEAR = re.compile(r"(?P<year>-?\d{4})-(?P<part>2[1-9]|3\d|4[01])", re.ASCII)
#: Summer and winter anywhere: in one half of the world they go on into the next year.
SEASONS_ACROSS_YEARS: Final = frozenset({22, 24})
#: Their first and last months, those of the next year being counted on: seasons of the northern (25
#: to 28) and the southern half of the world, quarters, thirds and halves of a year
#: (https://www.loc.gov/standards/datetime/).
_MONTHS_OF_PART: Final[Mapping[int, tuple[int, int]]] = {
    25: (3, 5), 26: (6, 8), 27: (9, 11), 28: (12, 14),
    29: (9, 11), 30: (12, 14), 31: (3, 5), 32: (6, 8),
    33: (1, 3), 34: (4, 6), 35: (7, 9), 36: (10, 12),
    37: (1, 4), 38: (5, 8), 39: (9, 12),
    40: (1, 6), 41: (7, 12),
}  # fmt: skip
#: From here on parts of a year are of the calendar; seasons before begin when people say so.
_FIRST_QUARTER: Final = 33
_ONE_OF = re.compile(r"[\[{](?P<first>-?\d{4})\s*(?:,[^\]}]*,|,|\.\.)\s*(?P<last>-?\d{4})[\]}]")
#: "2019/02"; two years that follow each other ("2008/09") are no month.
_YEAR_AND_MONTH = re.compile(r"(?P<year>\d{4})[/.](?P<month>\d{1,2})")
_MONTH_AND_YEAR = re.compile(r"(?P<month>0?[1-9]|1[0-2])/(?P<year>[12]\d{3})")
_EIGHT_DIGITS = re.compile(r"(?P<year>1[0-8]\d\d)(?P<month>\d\d)(?P<day>\d\d)", re.ASCII)
#: ISO 8601 without signs, as interfaces of the web write it: "20240304T101500Z".
_BASIC_TIME = re.compile(
    r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)T?(?P<hour>\d\d)(?P<minute>\d\d)(?P<second>\d\d)Z?",
    re.ASCII,
)
_YEAR_AS_DECIMAL = re.compile(r"(?P<year>\d{4})\.0+")
#: Between two days: an arrow, or a colon between two dates in figures.
_ARROW = re.compile(r"\s*(?:→|⟶|->|–>|=>)\s*")
_COLON_SPAN = re.compile(r"(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})?:(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})?")
#: Fourteen digits without a letter are a time of these years, else another number.
_MIN_YEAR: Final = "1970"
_MAX_YEAR: Final = "2100"
#: Longer texts are no dates of programs.
_MAX_CHARACTERS: Final = 100
#: Days of a month at most.
LONGEST_MONTH: Final = 31


def rewrite_program_date(text: str) -> str:
    """Rewrite the date of a program as people write it, or as EDTF; empty for other texts.

    Parameters
    ----------
    text
        A text with single blanks, no date that people write.
    """
    if len(text) > _MAX_CHARACTERS:
        return ""
    return (
        _rewrite_count(text)
        or _rewrite_mail_date(fold(text))
        or _rewrite_parts(text)
        or _rewrite_figures(text)
        or _rewrite_zone(text)
        or _rewrite_named_month(text)
        or _rewrite_month_of_year(text)
    )


class MonthAndNumber(NamedTuple):
    """The parts of "Mar-17", which is a month of a year, or a day of a month without a year.

    Attributes
    ----------
    month
        1 to 12.
    number
        0 to 99.
    is_year
        Whether the number can be nothing but a year: after an apostrophe, 0, or over 31.
    """

    month: int
    number: int
    is_year: bool


def parse_month_and_number(text: str) -> MonthAndNumber | None:
    """Parse "Mar-17"; ``None`` for other texts."""
    match = _MONTH_AND_NUMBER.fullmatch(fold(text))
    month = MONTH_OF.get(match["month"]) if match else None
    if not match or not month:
        return None
    number = int(match["number"])
    is_year = match["sign"] in "'’" or not 1 <= number <= LONGEST_MONTH
    return MonthAndNumber(month, number, is_year)


def is_month_of_year(text: str) -> bool:
    """Return whether a text is a month with its year, and a sign between them: "mar-2017"."""
    return bool(_rewrite_month_of_year(text))


def rewrite_day_and_month(text: str) -> str:
    """Rewrite "17-Mar" as "17 mar"; empty for other texts."""
    match = _DAY_AND_MONTH.fullmatch(fold(text))
    if not match or match["month"] not in MONTH_OF:
        return ""
    return f"{match['day']} {match['month']}"


def split_program_span(text: str) -> tuple[str, str] | None:
    """Split two days with an arrow or a colon between them; either may be empty."""
    if len(text) > _MAX_CHARACTERS:
        return None
    sides = _ARROW.split(text)
    with contextlib.suppress(ValueError):
        start, end = sides
        return start, end
    with_colon = _COLON_SPAN.fullmatch(text)
    if with_colon and any(with_colon.groups()):
        return with_colon[1] or "", with_colon[2] or ""
    return None


def is_count_of_time(text: str) -> bool:
    """Return whether a text may count seconds or milliseconds since 1970; so may many numbers."""
    return bool(_SECONDS.fullmatch(text) or _MILLISECONDS.fullmatch(text))


def _rewrite_count(text: str) -> str:
    """Rewrite seconds or milliseconds since 1970 as a time in UTC, without fractions."""
    if _SECONDS.fullmatch(text):
        seconds = int(text)
    elif _MILLISECONDS.fullmatch(text):
        seconds = int(text) // 1000
    else:
        return ""
    moment = _UNIX_EPOCH + timedelta(seconds=seconds)
    return f"{moment:%Y-%m-%dT%H:%M:%S}Z"


def _rewrite_mail_date(folded: str) -> str:
    """Rewrite the dates of e-mail and of social networks."""
    match = _MAIL_DATE.fullmatch(folded) or _UNIX_DATE.fullmatch(folded)
    if not match or match["month"] not in MONTH_OF:
        return ""
    zone = match["zone"]
    if zone.isalpha() or zone.strip("+-0:") == "":
        zone = "Z"
    elif ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    month = MONTH_OF[match["month"]]
    hour, rest = match["clock"].split(":", 1)
    clock = f"{int(hour):02}:{rest}"
    return f"{match['year']}-{month:02}-{int(match['day']):02}T{clock}{zone}"


def _rewrite_parts(text: str) -> str:
    """Rewrite dates of which parts are not known."""
    unknown = _UNKNOWN_PARTS.fullmatch(text)
    if unknown:
        return "-".join(part for part in (unknown["year"], unknown["month"]) if part)
    masked = _MASKED_YEAR.fullmatch(text)
    if masked and len(text) == len("19XX"):
        digits = len(masked["masked"])
        return f"{masked['known']}{'0' * digits}/{masked['known']}{'9' * digits}"
    part_of_year = _PART_OF_YEAR.fullmatch(text)
    if part_of_year:
        return format_part_of_year(part_of_year["year"], int(part_of_year["part"]))
    one_of = _ONE_OF.fullmatch(text)
    if one_of:
        return f"{one_of['first']}?/{one_of['last']}?"
    return ""


def is_part_of_year(text: str) -> bool:
    """Return whether a text is a season or another part of a year, as EDTF counts them."""
    return bool(_PART_OF_YEAR.fullmatch(text))


def format_part_of_year(year: str, part: int) -> str:
    """Format a part of a year by its number in EDTF, as far as its months are certain.

    Spring on one half of the world is autumn on the other: of a season whose half is not said the
    year alone is certain, and of summer and winter it is approximate.
    """
    if part not in _MONTHS_OF_PART:
        mark = "~" if part in SEASONS_ACROSS_YEARS else ""
        return year + mark
    mark = "~" if part < _FIRST_QUARTER else ""
    ends = []
    for month in _MONTHS_OF_PART[part]:
        years_later, month_index = divmod(month - 1, MONTHS_IN_YEAR)
        number = int(year) + years_later
        sign = "-" if number < 0 else ""
        ends.append(f"{sign}{abs(number):04}-{month_index + 1:02}{mark}")
    return "/".join(ends)


def _rewrite_figures(text: str) -> str:
    """Rewrite years, months and days that are written with other signs, or with none."""
    decimal = _YEAR_AS_DECIMAL.fullmatch(text)
    if decimal:
        return decimal["year"]
    digits_alone = _EIGHT_DIGITS.fullmatch(text)
    if digits_alone:
        return "-".join(digits_alone.groups())
    basic_time = _BASIC_TIME.fullmatch(text)
    if basic_time and ("T" in text or _MIN_YEAR <= basic_time["year"] <= _MAX_YEAR):
        day = "-".join(basic_time.group("year", "month", "day"))
        clock = ":".join(basic_time.group("hour", "minute", "second"))
        return f"{day}T{clock}{'Z' if text.endswith('Z') else ''}"
    month = _YEAR_AND_MONTH.fullmatch(text) or _MONTH_AND_YEAR.fullmatch(text)
    if month:
        return _rewrite_month(int(month["year"]), int(month["month"]))
    return ""


def _rewrite_month(year: int, month: int) -> str:
    """Rewrite a year and a month; the years 2008/09 are no month."""
    follows_year = month == (year + 1) % 100
    if follows_year or not 1 <= month <= MONTHS_IN_YEAR:
        return ""
    return f"{year:04}-{month:02}"


def _rewrite_zone(text: str) -> str:
    """Rewrite a time with a zone in words as one with an offset."""
    universal = _UNIVERSAL_TIME.fullmatch(text.lower())
    if universal:
        offset = int(universal["hours"] or 0)
        zone = f"{offset:+03}:00" if offset else "Z"
        return f"{text[: universal.end('text')]}{zone}"
    named = _NAMED_ZONE.fullmatch(text)
    if not named:
        return ""
    local = _FRACTION_OF_SECOND.sub("", named["text"]).replace(" ", "T")
    try:
        clock = parse_edtf(local)
        moment = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(named["zone"]))
    except (ValueError, KeyError, OSError):
        return ""
    return f"{clock.text}{moment:%z}"[:-2] + ":" + f"{moment:%z}"[-2:]


def _rewrite_month_of_year(text: str) -> str:
    """Rewrite "mar-2017" and "2017-mar" as "2017-03"."""
    match = _MONTH_AND_YEAR_WITH_SIGN.fullmatch(fold(text))
    month = MONTH_OF.get(match["month"] or match["second"]) if match else None
    if not match or not month:
        return ""
    return f"{match['year'] or match['first']}-{month:02}"


def _rewrite_named_month(text: str) -> str:
    """Rewrite "22-Feb-2019" as "22 Feb 2019"; a year of two digits stays as it is."""
    match = _NAMED_MONTH_WITH_SIGNS.fullmatch(text)
    month = MONTH_OF.get(fold(match["month"])) if match else None
    if not match or not month:
        return ""
    rest = match["rest"] or ""
    if len(match["year"]) == len("19"):
        return f"{match['day']}/{month}/{match['year']}{rest}"
    return f"{match['year']}-{month:02}-{int(match['day']):02}{rest}"
