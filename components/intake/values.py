"""Dates, coordinates and addresses as people write them: read when clear, never guessed."""

import html
import re
from calendar import monthrange
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from components.caches import clear_with_stories
from components.intake.problems import Problem, fault
from components.intake.sheet_models import DateOrder, DateReadings, DayOrder
from components.story.edtf import MONTH_OF, parse_edtf
from components.story.texts import fold

MOST_DATES_ASKED: Final = 3
MARKS: Final = frozenset("~?%")
# The day from which Excel counts: its numbers under 61 are one off, and no story is of 1900.
EXCEL: Final = date(1899, 12, 30)
SERIALS: Final = (20_000, 80_000)

_YEAR_FIRST = re.compile(r"(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})|((?:19|20)\d\d)(\d\d)(\d\d)")
_YEAR_LAST = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?!\d)")
_NUMBER = re.compile(r"\d{5}(?:\.\d+)?")
_CLOCK = re.compile(
    r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*(?:([ap])\.?\s?m\.?)?(Z|[+-]\d{2}(?::?\d{2})?)?",
    re.IGNORECASE,
)
_TIME = re.compile(rf"(.+?)(?:T|,?\s)\s*({_CLOCK.pattern})", re.IGNORECASE)
_MINUS = re.compile(r"[-\u2212](?!0)(\d{1,3})", re.ASCII)
_NAMED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th|º|°)?\s+(?:de\s+|of\s+)?)?(?P<month>[a-z]+)\.?"
    r"(?:\s+(?P<after>\d{1,2})(?:st|nd|rd|th)?)?(?:,?\s+(?:de\s+|del\s+)?(?P<year>\d{4}))?"
)
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_COMMA_NUMBER = re.compile(r"[+-]?\d+,\d+")
_DEGREES = re.compile(r"[°º'\"′″]|\d\s*[NSEWO]\b|\b[NSEWO]\s*\d")
#: The sides of the world and the way they count; O is the west of Spanish.
_SIDES: Final = {"N": ("lat", 1), "S": ("lat", -1), "E": ("lon", 1), "W": ("lon", -1),
                 "O": ("lon", -1)}  # fmt: skip
_SIGNS_OF_DEGREES = re.compile(r"[NSEWO°º'′’\"″”:\s]+")
_PART_OF_DEGREES = re.compile(r"\d{1,3}(?:[.,]\d{1,12})?")
_POINT = re.compile(r"POINT\s*Z?\s*\(\s*(\S+)\s+([^\s)]+)[^()]*\)", re.IGNORECASE)
#: What parts two coordinates of one cell, the surest first.
_BETWEEN_TWO: Final = tuple(map(re.compile, (";", r",\s+", ",", r"(?<=[NSEWO])\s+", r"\s+")))
LONGEST_SPOT_CHARACTERS: Final = 80

LONGEST_PHRASE_CHARACTERS: Final = 100
_WEEKDAYS = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+"
    r"|\b(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo),?\s+"
)
_ABOUT = re.compile(
    r"(?:c\.|c(?=\s?\d)|~|ca\.?|circa|about|around|approximately|approx\.?|aproximadamente"
    r"|aprox\.?|alrededor del?|hacia|cerca del?|en torno al?)\s*(\S.*)"
)
_PERHAPS = re.compile(r"(?:probably|possibly|perhaps|probablemente|posiblemente|quizas?)\s+(.+)")
_DOUBTED = re.compile(r"(.*[^\s?()])\s*[?()]*\?\)?")
_THIRDS: Final = (
    r"(?:early(?: in)?|(?:the )?(?:beginning|start) of"
    r"|(?:a )?(?:principios|comienzos|inicios) del?)",
    r"(?:mid|(?:the )?middle of|(?:a )?mediados del?)",
    r"(?:late(?: in)?|(?:the )?end of|(?:a )?(?:finales|fines|fin) del?)",
)
_PART_OF = re.compile(rf"(?:(?P<a>{_THIRDS[0]})|(?P<b>{_THIRDS[1]})|(?P<c>{_THIRDS[2]}))[\s-]+(.+)")
_FRAME = re.compile(r"^(?:between|entre|from|desde|del?)\s+(?:el\s+|los\s+)?")
_TO = re.compile(
    r"\s*(?:[–—/-]|\s(?:to|until|till|through|thru|and|hasta|al?|y|e)\s)\s*(?:the\s+|el\s+)?"
)
_DAY = re.compile(r"(\d{1,2})(?!\d)(?:st|nd|rd|th|º|°)?")
#: Years, decades and centuries as histories write them: "44 BC", "the 1540s", "siglo III a. C.".
_BEFORE: Final = (
    r"b\.?\s?c\.?(?:\s?e)?|a\.?\s?(?:de\s)?c|a\.?\s?(?:n\.?\s?e|e\.?\s?c)|antes de cristo"
)
_SINCE: Final = r"a\.?\s?d|c\.?\s?e|d\.?\s?(?:de\s)?c|n\.?\s?e|e\.?\s?c|despues de cristo"
_ORDINALS: Final = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth"
    "|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
)
_ROMAN: Final = "i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv|xvi|xvii|xviii|xix|xx|xxi"
_COUNTED: Final = {
    word: n for words in (_ROMAN, _ORDINALS) for n, word in enumerate(words.split("|"), start=1)
}
_AGE = re.compile(
    r"(?P<about>(?:c\.?|ca\.?|circa|about|hacia)\s*(?=[^a-z]))?(?:the\s+|el\s+)?"
    r"(?:(?P<first>a\.?\s?d\.?|c\.?\s?e\.?)\s*)?"
    r"(?:(?P<tens>(?:los\s+)?anos\s+|(?:la\s+)?decada de(?: los)?(?: anos)?\s+)?"
    r"(?P<year>\d{1,4})(?P<s>'?s)?"
    rf"|(?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{_ORDINALS})"
    r"(?:[\s-]+(?P<century>centur(?:y|ies)|cent\.?|c\.?))?"
    rf"|(?P<siglo>(?:siglos?|s\.?)\s?)?(?P<roman>{_ROMAN}))"
    rf"\s*(?:(?P<before>{_BEFORE})|(?P<since>{_SINCE}))?\.?", re.ASCII,
)  # fmt: skip
_TAG = re.compile(r"<[^<>]{0,1000}>")
_FOOTNOTES = re.compile(r"\s*\[(?:\d{1,3}|[a-z]{1,2}|(?:note|nota)\s*\d+)\]", re.IGNORECASE)


class ReadDate(NamedTuple):
    """A date read (EDTF), or the code of the reason why not, with what fills its message."""

    text: str = ""
    code: str = ""
    params: Mapping[str, str] = {}
    # By the order of its column, from words, or with a time that was left out.
    how: Literal["", "order", "words", "time"] = ""
    means: str = ""  # the date it may stand for, to be asked


def _day(year: int, month: int, day: int) -> ReadDate:
    try:
        return ReadDate(date(year, month, day).isoformat())
    except ValueError:
        return ReadDate(code="date_impossible")


def _edtf(text: str) -> ReadDate:
    try:
        parse_edtf(text)
    except ValueError as error:
        ends_first = "before it starts" in str(error)
        return ReadDate(code="date_ends_first" if ends_first else "date_unknown")
    return ReadDate(text)


def read_clock(text: str) -> str:
    """A time of day as a date ends with it in EDTF: "T18:07" for "18:07" and "6:07 p. m.".

    Empty for what is none, and for midnight, which tables write where no time is known.
    """
    found = _CLOCK.fullmatch(text.strip())
    if not found or (found[4] and not 1 <= int(found[1]) <= 12):
        return ""
    hour = int(found[1]) % 12 + 12 * (found[4] in "pP") if found[4] else int(found[1])
    times = f"{hour:02}:{found[2]}" + (f":{found[3]}" if found[3] else "")
    zone = re.sub(r"(?<=[+-]\d\d)(?=\d\d)", ":", (found[5] or "").upper())
    clock = f"T{times}{zone}"
    return clock if times.strip("0:") and _edtf(f"2000-01-01{clock}").text else ""


def looked_up(day: str) -> dict[str, Any]:
    """The day on which a source was last looked up, as a field of CSL; nothing without one."""
    found = re.match(r"\d{4}(?:-\d\d){0,2}", day)
    return {"accessed": {"date-parts": [[*map(int, found[0].split("-"))]]}} if found else {}


@clear_with_stories
@lru_cache(maxsize=4096)
def read_date(raw: str, order: str = "") -> ReadDate:
    """Read a date that can be read in one way only: by a number over 12, or by ``order``."""
    text = " ".join(raw.split())
    if _NUMBER.fullmatch(text):
        # The number of a spreadsheet's day is none: workbooks count from two different days.
        days = int(float(text))
        if not SERIALS[0] <= days <= SERIALS[1]:
            return ReadDate(code="date_unknown")
        day = (EXCEL + timedelta(days=days)).isoformat()
        return ReadDate(code="date_serial", params={"day": day}, means=day)
    plain = _edtf(text)
    if plain.text:
        return plain
    if timed := _TIME.fullmatch(text):
        inner, clock = read_date(timed[1], order), read_clock(timed[2])
        if inner.text and parse_edtf(inner.text).is_day:
            return ReadDate(inner.text + clock, how=inner.how or ("" if clock else "time"))
        if inner.code not in {"", "date_unknown"}:
            ways = {way: day + clock for way, day in inner.params.items()}
            return inner._replace(params=ways, means="")
    if parts := _YEAR_FIRST.fullmatch(text):
        return _day(*map(int, filter(None, parts.groups())))
    if parts := _YEAR_LAST.fullmatch(text):
        if len(parts[3]) == 2:
            return ReadDate(code="date_short_year")
        one, two, year = map(int, parts.groups())
        if one > 12 or two > 12 or one == two:
            return _day(year, two, one) if two <= 12 else _day(year, one, two)
        readings = _day(year, two, one), _day(year, one, two)
        if not all(found.text for found in readings):
            return ReadDate(code="date_impossible")
        ways = {"one": readings[0].text, "two": readings[1].text}
        if order:
            return ReadDate(ways["one" if order == "day" else "two"], how="order")
        return ReadDate(code="date_two_ways", params=ways)
    named, number, of_year = _named(fold(text).strip())
    if not (named and of_year):
        return plain
    return _day(int(of_year), named, number) if number else ReadDate(f"{of_year}-{named:02}")


def _named(text: str) -> tuple[int, int, str]:
    """The month, the day and the year of a folded "3 March 2019", as far as they are there."""
    found = _NAMED.fullmatch(text)
    if not found or (found["day"] and found["after"]):
        return 0, 0, ""
    day = int(found["day"] or found["after"] or 0)
    return MONTH_OF.get(found["month"], 0), day, found["year"] or ""


def cell_number(raw: str) -> tuple[float | None, str]:
    """A number in digits, with a decimal point or comma; else the code of the reason why not."""
    text = raw.strip().replace("\u2212", "-").replace("\u00a0", "")
    if _PLAIN_NUMBER.fullmatch(text):
        value = float(text)
        return (value, "") if abs(value) < 1e300 else (None, "not_a_number")
    if _COMMA_NUMBER.fullmatch(text):
        return float(text.replace(",", ".")), ""
    return None, "coordinate_degrees" if _DEGREES.search(text) else "not_a_number"


def read_degrees(raw: str) -> tuple[float | None, str, str]:
    """Degrees (33.9, 33°54'05"N, S 4 30.5), or why not; and which axis where a letter says it."""
    value, code = cell_number(raw)
    if code != "coordinate_degrees" or len(raw) > LONGEST_SPOT_CHARACTERS:
        return value, code, ""
    text = raw.strip().upper().replace("\u2212", "-")
    sides = [_SIDES[letter] for letter in text if letter in _SIDES]
    parts = _SIGNS_OF_DEGREES.sub(" ", text).strip().removeprefix("-").split()
    whole = 1 <= len(parts) <= 3 and all(map(_PART_OF_DEGREES.fullmatch, parts))
    if not whole or len(sides) > 1 or (sides and "-" in text):
        return None, code, ""
    degrees, *less = (float(part.replace(",", ".")) for part in parts)
    if any(part >= 60 for part in less) or any(not part.isdigit() for part in parts[:-1]):
        return None, code, ""
    axis, way = sides[0] if sides else ("", -1 if "-" in text else 1)
    value = degrees + sum(part / 60**nth for nth, part in enumerate(less, start=1))
    return round(way * value, 7), "", axis


def two_coordinates(spot: str) -> tuple[str, str] | None:
    """Both texts of "33.9, 35.5", "33,9; 35,5", "33°54'N 35°31'E" or "POINT (35.5 33.9)"."""
    text = spot.strip()
    if len(text) > LONGEST_SPOT_CHARACTERS:
        return None
    if point := _POINT.fullmatch(text):
        return point[2], point[1]
    for between in _BETWEEN_TWO:
        parts = [part.strip() for part in between.split(text.strip("()[] "))]
        if len(parts) == 2 and not any(read_degrees(part)[1] for part in parts):
            return parts[0], parts[1]
    return None


def is_address(text: str) -> bool:
    """Whether a text is the address of a web page: nothing else is ever made a link."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    whole = parts.scheme in {"http", "https"} and bool(parts.hostname)
    return whole and not any(c.isspace() or c in '<>"' for c in text) and (port or 0) >= 0


def plain_text(text: str) -> str:
    """A text without the tags and the signs of HTML."""
    text = html.unescape(_TAG.sub(" ", text)) if "<" in text or "&" in text else text
    return " ".join(text.split())


def without_footnotes(text: str) -> str:
    """A text without the marks of footnotes that copied tables bring: "[1]", "[a]", "[note 2]"."""
    return _FOOTNOTES.sub("", text).strip()


def read_phrase(raw: str, order: str = "") -> ReadDate | None:
    """A date in words, or why it is asked about; ``None`` for anything else."""
    if len(raw) > LONGEST_PHRASE_CHARACTERS:
        return None
    text = " ".join(_WEEKDAYS.sub("", fold(raw)).strip(" .,").split())
    if minus := _MINUS.fullmatch(text):
        # People mean 450 BC by -450; EDTF, which counts a year 0, would mean 451 BC by -0450.
        year = edtf_year(1 - int(minus[1]))
        return ReadDate(code="date_minus", params={"day": year}, means=year)
    if found := _worded(text, order):
        return ReadDate(found)
    # "11 May": the day is there, the year is not.
    month, day, named_year = _named(text)
    if month and not named_year and 1 <= day <= monthrange(2020, month)[1]:
        return ReadDate(code="date_no_year", params={"day": f"{month:02}-{day:02}"})
    return None


def _one(text: str, order: str) -> str:
    return read_date(text, order).text.partition("T")[0] or _age(_AGE.fullmatch(text))


def _worded(text: str, order: str) -> str:
    """The EDTF of "c. 2019-02", "3 March 2019?", "early May 2019" or "44–30 BC"; else empty."""
    for pattern, mark in ((_ABOUT, "~"), (_PERHAPS, "?"), (_DOUBTED, "?")):
        inner = pattern.fullmatch(text)
        whole = _worded(inner[1], order).partition("T")[0] if inner else ""
        if whole and ".." not in whole:
            # Both ends of a span have the mark; one that has another gets that of both.
            return "/".join(
                end if end[-1] in {mark, "%"} else end.rstrip("~?") + (mark, "%")[end[-1] in MARKS]
                for end in whole.split("/")
            )
    return (
        _third(text, order) or read_date(text, order).text or _one(text, order)
        or _span(text, order)
    )  # fmt: skip


def _third(text: str, order: str) -> str:
    """ "early May 2019", "mediados de 2019": the first, second or last third."""
    if not (found := _PART_OF.fullmatch(text)):
        return ""
    nth = next(n for n, name in enumerate("abc") if found[name])
    whole = _one(found[4], order) or _span(found[4], order)
    years = re.fullmatch(r"(-?\d{4})~?/(-?\d{4})~?", whole)
    month = re.fullmatch(r"(\d{4})-(\d{2})", whole)
    first, last = map(int, years.groups()) if years else (1, 30 if month else 12)
    if not (years or month or re.fullmatch(r"-?\d{4}", whole)) or last - first < 2:
        return ""
    begin, end = (first + (last - first + 1) * n // 3 for n in (nth, nth + 1))
    if month and nth == 2:
        end = monthrange(int(month[1]), int(month[2]))[1] + 1
    ends = (edtf_year(n) if years else f"{whole}-{n:02}" for n in (begin, end - 1))
    # The whole's own first or last day is no convention.
    return "/".join(map(str.__add__, ends, ("~" * (nth > 0), "~" * (nth < 2))))


def _span(text: str, order: str) -> str:
    """Two days, ages or years: "del 11 al 28 de mayo de 2019", "44–30 BC", "siglos XII y XIII"."""
    inner = _FRAME.sub("", text)
    for between in _TO.finditer(inner):
        start, end, sign = inner[: between.start()], inner[between.end() :], between[0].strip()[0]
        one, other = _AGE.fullmatch(start), _AGE.fullmatch(end)
        found = _age(one, other, dashed=sign not in "-/") if one and other else ""
        # A hyphen without blanks parts days of one month: "11-28 May 2019", "May 11-28, 2019".
        month, _, named_year = _named(start)
        days = _DAY.match(end) and (_DAY.fullmatch(start) or (month and not named_year))
        apart = sign != "/" and (sign != "-" or between[0].startswith(" - ") or days)
        if found := found or (_days(start, end, order) if apart else ""):
            return found
    return ""


def _days(start: str, end: str, order: str) -> str:
    """Two dates, of which the first may lack what the last has, and the last its month."""
    month, _, named_year = _named(start)
    first, last = _one(start, order), _one(end, order)
    if month and not named_year:
        if not last and (bare := re.fullmatch(r"(\d{1,2}),?\s+(\d{4})", end)):
            last = read_date(f"{bare[2]}-{month}-{bare[1]}").text
        first = first or (read_date(f"{start} {last[:4]}").text if last else "")
    elif not first and (day := _DAY.fullmatch(start)) and len(last) == 10:
        first = read_date(f"{last[:8]}{int(day[1]):02}").text
    whole = first and last and not {*first, *last} & {*"/~?%"} and _edtf(f"{first}/{last}").text
    if not whole or first[0] == "-" != last[0]:
        return ""
    return whole if first != last else first


def edtf_year(year: int) -> str:
    """A year of EDTF, of which 0 is 1 BC, in its four digits."""
    return f"{'-' * (year < 0)}{abs(year):04}"


def _age(*found: re.Match[str] | None, dashed: bool = True) -> str:
    """The EDTF of a year, decade or century, or of two that lend each other what only one says.

    A century is the interval of its years ("3rd century" is 0201~/0300~), since EDTF has no shorter
    way that a page could draw. A year of one or two digits needs its era.
    """
    parts = [part for part in found if part]
    centuries = any(part["century"] or part["siglo"] for part in parts)
    if not parts or (not centuries and any(part["nth"] or part["roman"] for part in parts)):
        return ""
    eras = [-1 if p["before"] else bool(p["since"] or p["first"]) for p in parts]
    numbers = [
        _COUNTED.get(p["roman"] or p["nth"] or "") or int(p["year"] or p["nth"][:-2]) for p in parts
    ]
    first, last = numbers[0], numbers[-1]
    if len(parts) == 2 and not centuries:
        if not any(eras) and dashed and first > 99 and last < 100 and len(parts[1]["year"]) == 2:
            # "1348–51"; with a hyphen it might be a month.
            last = numbers[1] = first - first % 100 + last
        if eras == [-1, 0] and last < first:
            return ""  # 300 BC – 250 may be of either era
    lent = eras[-1] if eras[0] == 0 else eras[0] if eras[0] == 1 else 0
    ends: list[int] = []
    marks = []
    for part, number, own in zip(parts, numbers, eras, strict=True):
        era, size = own or lent, 100 if centuries else 10 if part["s"] or part["tens"] else 1
        bare = size == 1 and not era and number < 100
        if bare or number == 0 or (centuries and number > 99) or (size == 10 and number % 10):
            return ""
        year = 100 * number - 99 if centuries else number
        years = year, year + size - 1
        ends += [1 - years[1], 1 - years[0]] if era == -1 else years
        marks.append(size > 1 or bool(part["about"]))
    # Within a decade or a century the year is not known, and it may not have lasted all of them.
    wide = centuries or any(part["s"] or part["tens"] for part in parts)
    first, last = ends[0], ends[-1]
    begin, end = (edtf_year(year) + "~" * (wide or mark)
                  for year, mark in ((first, marks[0]), (last, marks[-1])))  # fmt: skip
    return "" if first > last else begin if first == last and len(parts) == 1 else f"{begin}/{end}"


def order_of(values: Iterable[str]) -> DateOrder:
    """Find out whether days or months are first, from every date of a column.

    A number over 12 settles its own date, and with it all others; where some dates have the day
    and some the month first, none is settled.
    """
    shown: dict[DayOrder, str] = {}
    doubtful: dict[str, None] = {}
    for value in dict.fromkeys(values):
        if not (found := _YEAR_LAST.match(value.strip())):
            continue
        one, two = int(found[1]), int(found[2])
        if 12 < one <= 31 and two <= 12:
            shown.setdefault("day", value)
        elif 12 < two <= 31 and one <= 12:
            shown.setdefault("month", value)
        elif one != two and one <= 12 and two <= 12 and len(doubtful) < MOST_DATES_ASKED:
            doubtful[value.strip()] = None
    order, shown_by = next(iter(shown.items())) if len(shown) == 1 else ("", "")
    return DateOrder(order, shown_by, tuple(doubtful))


def both_ways(text: str) -> DateReadings:
    """A text that begins with a date of two readings, and its EDTF with day and month first."""
    found = _YEAR_LAST.match(text)
    day, month = (
        read_when(text, ways).text or read_when(found[0] if found else "", ways).text
        for ways in (DateWays("day", asked=True), DateWays("month", asked=True))
    )
    return DateReadings(text, day, month)


class DateWays(NamedTuple):
    """How the dates of a table are read."""

    order: DayOrder = ""
    answers: Mapping[str, str] = {}  # EDTF dates of texts that somebody was asked about
    year: str = ""  # that of all the other dates of the column
    asked: bool = False  # whether the order was chosen by somebody who saw two-digit years in full


AS_READ: Final = DateWays()


def read_when(raw: str, ways: DateWays = AS_READ) -> ReadDate:
    """Read a date of a table; what can be read in two ways is offered, never chosen."""
    text = " ".join(without_footnotes(raw).split())
    if text in ways.answers:
        return ReadDate(ways.answers[text])
    found = read_date(text, ways.order)
    if found.code == "date_short_year" and (short := _YEAR_LAST.match(text)):
        # Written out, the year is the one nearest before today; a time of day may follow.
        now, year = date.today().year, int(short[3])
        full = now // 100 * 100 + year - (100 if year > now % 100 else 0)
        means = read_date(f"{text[: short.start(3)]}{full}{text[short.end() :]}", ways.order).text
        return ReadDate(means, how="order") if ways.asked and means else found._replace(means=means)
    if found.code in {"date_unknown", "date_impossible"} and (
        other := read_phrase(text, ways.order)
    ):
        if not other.code or other.means:
            return other._replace(how=other.how or "words")
        day = f"{ways.year}-{other.params['day']}" if ways.year else ""
        return ReadDate(code=other.code, means=read_date(day).text)
    return found


def ways_of(dates: Iterable[str], ways: DateWays) -> DateWays:
    """How the dates of a column are read, with the one year of all."""
    found = [read_when(text, ways) for text in set(dates) if text]
    years = {when.text[:4] for when in found if when.text}
    if len(years) == 1 and any(when.code == "date_no_year" for when in found):
        return ways._replace(year=years.pop())
    return ways


class Read(NamedTuple):
    """What the cells of a row are read as, and what is said of them."""

    values: tuple[Any, ...]
    said: tuple[Problem, ...] = ()
    tally: int = 0  # 1 for a decimal comma, and for each date read by the order of its column


def read_day(ways: DateWays, date: str, end: str = "", mark: str = "", time: str = "") -> Read:
    """Read the date of a row from its cells; ``mark`` is that of a date that is about right."""
    # A time, in a cell of its own or with the day, stays where the row is of one certain day.
    said: list[Problem] = []
    read: dict[str, str] = {}
    ordered = 0
    for column, raw in (("date", date), ("end", end)):
        if not raw:
            continue
        found = read_when(raw, ways)
        if found.code:
            means = {"means": found.means} if found.means else {}
            code = "date_means" if found.code == "date_no_year" and means else found.code
            said.append(fault(code, column, raw, "undated", **found.params, **means))
        elif found.how == "time" or (column == "end" and "T" in found.text):
            said.append(fault("date_time", column, raw, "note"))
        elif found.how == "words":
            said.append(fault("date_words", column, raw, "note", day=found.text))
        ordered += found.how == "order"
        read[column] = found.text if column == "date" else found.text.partition("T")[0]
    if not date:
        said.append(fault("empty", "date", level="undated"))
    if not date or not all(read.values()):
        return Read(("",), tuple(said), ordered)
    (first, own, clock), last = read["date"].partition("T"), read.get("end", "")
    clock = own + clock or read_clock(time)
    timed = parse_edtf(first).is_day and mark not in MARKS and last in {"", first}
    # Midnight is what tables write where no time is known.
    clock = clock if timed and clock.strip("T0:Z") else ""
    if (own or time) and not clock:
        said.append(fault("date_time", "date" if own else "time", date if own else time, "note"))
    first += mark if mark in MARKS and first[-1].isdigit() else clock
    if not last or clock or first == last:
        return Read((first,), tuple(said), ordered)
    twice = "/" in first or "/" in last
    span = ReadDate(code="date_span_twice") if twice else _edtf(f"{first}/{last}")
    if span.code:
        said.append(fault(span.code, "end", f"{date} – {end}", "undated"))
    return Read((span.text,), tuple(said), ordered)
