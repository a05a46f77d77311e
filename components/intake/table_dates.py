"""Dates of a table: days or months first, the year of a column, and what somebody answered."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from components.intake.cell_texts import ParsedCells, strip_footnotes
from components.intake.columns import YEAR_NAMES, fold_header
from components.intake.problems import Problem, fault
from components.intake.sheet_models import (
    ColumnMap,
    DateOrder,
    DateReadings,
    DayOrder,
    MinusReadings,
)
from components.story.edtf import parse_edtf
from components.values.date_phrases import parse_date_phrase
from components.values.date_texts import (
    EDTF_MARKS,
    YEAR_LAST_DATE,
    ParsedDate,
    check_edtf,
    format_edtf_year,
    parse_clock,
    parse_date,
)
from components.values.number_text import MINUS_SIGN
from components.values.program_dates import (
    is_month_of_year,
    parse_month_and_number,
    rewrite_day_and_month,
    rewrite_program_date,
    split_program_span,
)

#: Somebody who is asked how the dates of a column are meant is shown so many of them.
MAX_DATES_TO_ASK: Final = 3
#: The mark of a date of which the month alone is known.
MONTH_ALONE: Final = "month"
#: The end of an EDTF interval that is not known to have ended.
OPEN_END: Final = ".."
LAST_MONTH: Final = 12
LAST_DAY: Final = 31

#: EDTF's own years before our era have a nought in front, if they are short: "-0450".
_YEAR_ALONE = re.compile(rf"(?:[-{MINUS_SIGN}](?!0))?\d{{1,4}}(?:\.0+)?", re.ASCII)
_MINUS_YEAR = re.compile(rf"[-{MINUS_SIGN}]([1-9]\d{{0,3}})(?:\.0+)?", re.ASCII)
#: Days that every month has, but for the first of a year.
_PLAIN_DAY = re.compile(r"(?!\d{4}-01-01)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])", re.ASCII)
_FIRST_OF_YEAR = re.compile(r"-?\d{4}-01-01")


class DateRules(NamedTuple):
    """How the dates of a column are parsed.

    Attributes
    ----------
    order
        Whether days or months come first in 03/04/2019.
    answers
        EDTF dates of texts that somebody was asked about.
    year
        The year of all other dates of the column, for those that have none.
    is_confirmed
        Whether the order was chosen by somebody, who saw years of two digits in full.
    are_years
        Whether every text of the column is a year: then 79 is one, and -1200 is 1200 BC.
    months_have_years
        Whether a text of the column is a month with its year: then Mar-17 is one of 2017.
    first_days_are_years
        Whether every day of the column is a 1 January, by which programs write years.
    minus
        How a year with a minus is counted; ``ask`` where somebody can be asked, and empty where it
        is read as EDTF.
    """

    order: DayOrder = ""
    answers: Mapping[str, str] = {}
    year: str = ""
    is_confirmed: bool = False
    are_years: bool = False
    months_have_years: bool = False
    first_days_are_years: bool = False
    minus: Literal["", "ask", "historical", "astronomical"] = ""


#: For dates that stand alone, without a column that tells more of them.
DEFAULT_RULES: Final = DateRules()


def detect_day_order(texts: Iterable[str]) -> DateOrder:
    """Find out whether days or months come first, from every date of a column.

    A number over 12 settles its own date, and with it all others; where some dates have the day and
    some the month first, none is settled.
    """
    evidence: dict[DayOrder, str] = {}
    ambiguous: dict[str, None] = {}
    for text in dict.fromkeys(texts):
        match = YEAR_LAST_DATE.match(text.strip())
        if not match:
            continue
        first = int(match[1])
        second = int(match[2])
        if LAST_MONTH < first <= LAST_DAY and second <= LAST_MONTH:
            evidence.setdefault("day", text)
        elif LAST_MONTH < second <= LAST_DAY and first <= LAST_MONTH:
            evidence.setdefault("month", text)
        elif first != second and max(first, second) <= LAST_MONTH:
            ambiguous[text.strip()] = None
    dates_to_ask = tuple(ambiguous)[:MAX_DATES_TO_ASK]
    if len(evidence) != 1:
        return DateOrder(ambiguous=dates_to_ask)
    ((order, shown_by),) = evidence.items()
    return DateOrder(order, shown_by, dates_to_ask)


def parse_both_orders(text: str) -> DateReadings:
    """Parse a text that begins with an ambiguous date, with the day and with the month first."""
    day_first = _parse_in_order(text, "day")
    month_first = _parse_in_order(text, "month")
    return DateReadings(text, day_first, month_first)


def _parse_in_order(text: str, order: DayOrder) -> str:
    rules = DateRules(order, is_confirmed=True)
    edtf = parse_table_date(text, rules).edtf
    date_alone = YEAR_LAST_DATE.match(text)
    if not edtf and date_alone:
        edtf = parse_table_date(date_alone[0], rules).edtf
    return edtf


def complete_short_year(short_year: int, today: dt.date) -> int:
    """Return the last year, up to this one, that ends in these two digits."""
    century = today.year - today.year % 100
    if short_year > today.year % 100:
        century -= 100
    return century + short_year


def _parse_short_year(text: str, rules: DateRules, parsed: ParsedDate) -> ParsedDate:
    """Offer a date with its year in full; a time of day may follow it."""
    order = rules.order
    match = YEAR_LAST_DATE.match(text)
    if not match:
        # A day with the name of its month: "1-Mar-17" is rewritten with the day first.
        text = rewrite_program_date(text)
        match = YEAR_LAST_DATE.match(text)
        order = "day"
    if not match:
        return parsed
    short_year = int(match[3])
    year = complete_short_year(short_year, dt.date.today())
    text_before = text[: match.start(3)]
    text_after = text[match.end() :]
    completed_text = f"{text_before}{year}{text_after}"
    completed = parse_date(completed_text, order).edtf
    if rules.is_confirmed and completed:
        return ParsedDate(completed, basis="order")
    return parsed._replace(suggestion=completed)


def _parse_phrase(text: str, rules: DateRules) -> ParsedDate | None:
    """Parse a date in words; one without a year is offered with that of its column."""
    phrase = parse_date_phrase(text, rules.order)
    if phrase is None:
        return None
    if not phrase.code or phrase.suggestion:
        return phrase._replace(basis="words")
    suggestion = ""
    if rules.year:
        month_and_day = phrase.params["day"]
        suggestion = parse_date(f"{rules.year}-{month_and_day}").edtf
    return ParsedDate(code=phrase.code, suggestion=suggestion)


def parse_table_date(raw: str, rules: DateRules = DEFAULT_RULES) -> ParsedDate:
    """Parse a date of a table; what can be read in two ways is offered, never chosen."""
    text = " ".join(strip_footnotes(raw).split())
    if text in rules.answers:
        return ParsedDate(rules.answers[text])
    if rules.minus:
        minus_year = parse_minus_year(text)
        if minus_year:
            return _choose_minus_year(minus_year, rules)
    if rules.are_years and is_year(text):
        return _parse_year(text)
    parsed = parse_date(text, rules.order)
    if rules.first_days_are_years and parsed.edtf:
        return ParsedDate(parsed.edtf.partition("T")[0].removesuffix("-01-01"))
    if parsed.code == "date_short_year":
        return _parse_short_year(text, rules, parsed)
    if parsed.code in {"date_unknown", "date_impossible"}:
        return (
            _parse_month_and_number(text, rules)
            or _parse_program_span(text, rules)
            or _parse_phrase(rewrite_day_and_month(text) or text, rules)
            or parsed
        )
    return parsed


def _parse_month_and_number(text: str, rules: DateRules) -> ParsedDate | None:
    """Parse "Mar-17" where its column, or itself, says that it is of a year; else offer that."""
    parts = parse_month_and_number(text)
    if parts is None:
        return None
    year = complete_short_year(parts.number, dt.date.today())
    month = f"{year}-{parts.month:02}"
    if parts.is_year or rules.months_have_years:
        return ParsedDate(month, basis="words")
    return ParsedDate(code="date_month_number", suggestion=month)


def _parse_program_span(text: str, rules: DateRules) -> ParsedDate | None:
    """Parse two days with an arrow or a colon between them; an end that is missing is open."""
    sides = split_program_span(text)
    if sides is None:
        return None
    start_text, end_text = sides
    start = parse_date(start_text, rules.order)
    if start.edtf and parse_clock(end_text):
        # It begins and ends on one day: the hour of its end has no place in EDTF.
        return start._replace(basis="time")
    end = parse_date(end_text, rules.order)
    if (start_text and not start.edtf) or (end_text and not end.edtf):
        return None
    first = start.edtf.partition("T")[0] or OPEN_END
    last = end.edtf.partition("T")[0] or OPEN_END
    if first == last:
        return start
    span = check_edtf(f"{first}/{last}")
    return span if span.edtf else None


def rules_of_column(texts: Iterable[str], rules: DateRules, header: str = "") -> DateRules:
    """Add to the rules of a column what its name and all its texts say together.

    That is the year of all dates, where some have none; that all are years, where it is called so;
    that months have a year of two digits; and that all are the first of January.
    """
    distinct_texts = {text for text in texts if text}
    is_called_year = fold_header(header) in YEAR_NAMES
    if is_called_year and distinct_texts and all(map(is_year, distinct_texts)):
        return rules._replace(are_years=True)
    # Most texts of most columns are days that need no parsing here.
    plain_days = set(filter(_PLAIN_DAY.fullmatch, distinct_texts)) - rules.answers.keys()
    other_texts = distinct_texts - plain_days
    if any(map(_is_clear_month, other_texts)):
        rules = rules._replace(months_have_years=True)
    dates = [parse_table_date(text, rules) for text in other_texts]
    edtf_texts = [*plain_days, *[date.edtf for date in dates if date.edtf]]
    years = {text[:4] for text in edtf_texts}
    days = {text.partition("T")[0] for text in edtf_texts}
    if len(days) > 1 and all(map(_FIRST_OF_YEAR.fullmatch, days)):
        return rules._replace(first_days_are_years=True)
    lacks_year = any(date.code == "date_no_year" for date in dates)
    if lacks_year and len(years) == 1:
        return rules._replace(year=years.pop())
    return rules


def _is_clear_month(text: str) -> bool:
    """Return whether a text can be nothing but a month of a year: "mar-2017" or "Mar-98"."""
    stripped_text = text.strip()
    parts = parse_month_and_number(stripped_text)
    if parts is not None:
        return parts.is_year
    return is_month_of_year(stripped_text)


def is_year(text: str) -> bool:
    """Return whether a text is a whole number of one to four digits, perhaps with a minus."""
    return bool(_YEAR_ALONE.fullmatch(text.strip()))


def _parse_year(text: str) -> ParsedDate:
    """Parse the year of a column of years; one before our era is asked about.

    People mean 450 BC by -450; EDTF, which counts a year 0, would mean 451 BC.
    """
    number = int(float(text.replace(MINUS_SIGN, "-")))
    if number > 0:
        return ParsedDate(format_edtf_year(number))
    before_era = format_edtf_year(1 + number)
    return ParsedDate(code="date_minus", params={"day": before_era}, suggestion=before_era)


def rule_of_minus(column_map: ColumnMap) -> Literal["", "ask", "historical", "astronomical"]:
    """Return how years with a minus are counted in a table that a reader opens.

    Known tools and this project's own tables say it themselves.
    """
    if column_map.minus:
        return column_map.minus
    if column_map.name or "cited_as" in column_map.columns:
        return ""
    return "ask"


def parse_minus_year(text: str) -> MinusReadings | None:
    """Parse a year with a minus in both ways; ``None`` for others, as EDTF's own "-0450"."""
    match = _MINUS_YEAR.fullmatch(text.strip())
    if not match:
        return None
    number = int(match[1])
    return MinusReadings(text.strip(), format_edtf_year(1 - number), format_edtf_year(-number))


def find_minus_years(texts: Iterable[str]) -> tuple[MinusReadings, ...]:
    """Return the first different years with a minus among some texts, to ask about."""
    found: dict[str, MinusReadings] = {}
    for text in texts:
        if not text.startswith(("-", MINUS_SIGN)) or text in found:
            continue
        minus_year = parse_minus_year(text)
        if minus_year:
            found[text] = minus_year
        if len(found) == MAX_DATES_TO_ASK:
            break
    return tuple(found.values())


def _choose_minus_year(minus_year: MinusReadings, rules: DateRules) -> ParsedDate:
    """Return a year with a minus as its column counts, or ask: most people mean 450 BC by -450."""
    if rules.minus == "astronomical":
        return ParsedDate(minus_year.astronomical)
    if rules.minus == "historical":
        return ParsedDate(minus_year.historical)
    before_era = minus_year.historical
    return ParsedDate(code="date_minus", params={"day": before_era}, suggestion=before_era)


def is_midnight(clock: str) -> bool:
    """Return whether an EDTF time ("T00:00:00+00:00") is empty, or midnight in UTC or no zone.

    Tables write midnight where no time is known.
    """
    return not clock.strip("T0:Z+")


def _date_problem(column: str, raw: str, parsed: ParsedDate) -> Problem | None:
    """Return the problem or note of a date of a row; ``None`` for most."""
    if parsed.code:
        params = dict(parsed.params)
        code = parsed.code
        if parsed.suggestion:
            params["means"] = parsed.suggestion
            if code == "date_no_year":
                code = "date_means"
        return fault(
            code,
            column,
            value=raw,
            level="undated",
            **params,
        )
    is_end_with_time = column == "end" and "T" in parsed.edtf
    if is_end_with_time or parsed.basis == "time":
        return fault(
            "date_time",
            column,
            value=raw,
            level="note",
        )
    if parsed.basis == "words":
        return fault(
            "date_words",
            column,
            value=raw,
            level="note",
            day=parsed.edtf,
        )
    return None


def _unused_time_problem(date: str, date_clock: str, time: str) -> Problem | None:
    """Return the note that a time of day is not used; a time in the date's cell comes first."""
    if date_clock:
        return fault(
            "date_time",
            "date",
            value=date,
            level="note",
        )
    if time:
        return fault(
            "date_time",
            "time",
            value=time,
            level="note",
        )
    return None


def _join_days(first: str, last: str) -> ParsedDate:
    """Join two days to an interval in EDTF; a code of the reason if one is an interval itself."""
    if any(sign in day for day in (first, last) for sign in "/["):
        return ParsedDate(code="date_span_twice")
    return check_edtf(f"{first}/{last}")


def _mark_date(day: str, mark: str, clock: str) -> str:
    """Return a date in EDTF with its mark, else with its time of day."""
    if mark == MONTH_ALONE and parse_edtf(day).is_day:
        # ACLED writes a day within the month that it knows.
        month, _, _ = day.rpartition("-")
        return month
    if mark in EDTF_MARKS and day[-1].isdigit():
        return day + mark
    return day + clock


def parse_row_date(
    rules: DateRules, date: str, end: str = "", mark: str = "", time: str = ""
) -> ParsedCells:
    """Parse the date of a row from its cells.

    Parameters
    ----------
    date, end
        The first and the last day, as written.
    mark
        ``~``, ``?`` or ``%`` where the date is approximate or uncertain, or :data:`MONTH_ALONE`.
    time
        The time of day, which is used where the row is of one certain day.

    Returns
    -------
    ParsedCells
        One value: the date in EDTF, empty where there is none.
    """
    problems: list[Problem] = []
    edtf_of: dict[str, str] = {}
    ordered_count = 0
    for column, raw in (("date", date), ("end", end)):
        if not raw:
            continue
        parsed = parse_table_date(raw, rules)
        problem = _date_problem(column, raw, parsed)
        if problem:
            problems.append(problem)
        if parsed.basis == "order":
            ordered_count += 1
        edtf_of[column] = parsed.edtf
    if not date:
        problems.append(fault("empty", "date", level="undated"))
    if not date or not all(edtf_of.values()):
        return ParsedCells(("",), tuple(problems), ordered_count)
    first, separator, clock_of_date = edtf_of["date"].partition("T")
    date_clock = separator + clock_of_date
    last, _, _ = edtf_of.get("end", "").partition("T")
    clock = date_clock or parse_clock(time)
    is_single_day = parse_edtf(first).is_day and last in {"", first}
    has_time = is_single_day and mark not in EDTF_MARKS
    if not has_time or is_midnight(clock):
        clock = ""
        problem = _unused_time_problem(date, date_clock, time)
        if problem:
            problems.append(problem)
    first = _mark_date(first, mark, clock)
    if not last or clock or first == last:
        return ParsedCells((first,), tuple(problems), ordered_count)
    span = _join_days(first, last)
    if span.code:
        problem = fault(span.code, "end", value=f"{date} – {end}", level="undated")
        problems.append(problem)
    return ParsedCells((span.edtf,), tuple(problems), ordered_count)
