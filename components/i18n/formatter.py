"""Numbers, lists and dates as a language writes them."""

import calendar
import datetime as dt
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from components.drawing.text_direction import isolate_text
from components.i18n.messages import BABEL_LOCALES, N_, Language
from components.story.edtf import EdtfDate, parse_edtf

#: "23 February 2019"; without the year where the story has one alone ("23 February"); the same
#: with a short month ("23 Feb").
DateForm = Literal["long", "yearless", "short"]
# Spanish "y" turns into "e" before the sound of i, but not before a diphthong ("hielo").
E_NOT_Y: Final = re.compile(r"h?[iíIÍ](?![aeoáéó])", re.IGNORECASE)
#: U+2212: hyphens are shorter, and a line may break after one.
MINUS: Final = "\u2212"
#: CLDR's skeletons of a day by form.
DAY_SKELETONS: Final = {"yearless": "MMMMd", "short": "MMMd", "short with year": "yMMMd"}


@lru_cache(maxsize=4096)
def _format_day(value: dt.date, form: str, locale: str) -> str:
    """Write one day by CLDR; cached, as a page writes the same few days many times."""
    if form == "long":
        return str(format_date(value, "long", locale=locale))
    skeleton = DAY_SKELETONS[form]
    day_text: str = format_skeleton(skeleton, value, locale=locale)
    return day_text.replace(".", "")


def _parse_ends(edtf: EdtfDate) -> list[EdtfDate]:
    """Return the dates that an interval names, without the open ones; of a date, itself alone."""
    ends: list[EdtfDate] = []
    for end_text in edtf.ends:
        if end_text != "..":
            plain_text = end_text.strip("~?%")
            ends.append(parse_edtf(plain_text))
    return ends


def _is_whole_years(first: dt.date, last: dt.date) -> bool:
    starts_year = (first.month, first.day) == (1, 1)
    ends_year = (last.month, last.day) == (12, 31)
    return starts_year and ends_year


def _is_whole_months(first: dt.date, last: dt.date) -> bool:
    if first.day > 1:
        return False
    _, days_in_month = calendar.monthrange(last.year, last.month)
    return last.day == days_in_month


class LocaleFormatter:
    """Writes numbers, lists and dates of a language; :class:`I18n` adds the messages."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.locale = Locale.parse(BABEL_LOCALES[language])
        #: Names of months outside a date, by width and number.
        self._month_names = self.locale.months["stand-alone"]
        #: The year that "yearless" and "short" dates leave out; ``None``: every date names it.
        self.implied_year: int | None = None

    def t(self, message: str, /, **values: object) -> str:
        """Translate a message."""
        raise NotImplementedError

    def format_number(self, value: float) -> str:
        """Write a number with the language's separators."""
        return format_decimal(value, locale=self.locale)

    def format_coordinate(self, value: float) -> str:
        """Write a number with up to six decimals and a real minus sign."""
        text = format_decimal(value, format="0.######", locale=self.locale)
        return text.replace("-", MINUS)

    def format_change(self, value: float) -> str:
        """Write a change with its sign: "+87", "−3", "0"."""
        number = self.format_number(abs(value))
        if value > 0:
            return f"+{number}"
        if value < 0:
            return f"{MINUS}{number}"
        return number

    def format_percent(self, share: float) -> str:
        """Write a share (0 to 1) as a percentage without decimals."""
        pattern = "#,##0%"
        if self.language == "es":
            # U+00A0: Spanish has a space before the sign, at which no line may break.
            pattern = "#,##0\u00a0%"
        return format_percent(share, format=pattern, locale=self.locale)

    def format_list(self, items: Iterable[str]) -> str:
        """Join items as a sentence does ("a, b and c"; in Spanish "a, b e Infobae")."""
        parts = [isolate_text(item) for item in items]
        text: str = format_list(parts, locale=self.locale)
        if self.language != "es" or len(parts) <= 1:
            return text
        last_part = parts[-1]
        if E_NOT_Y.match(last_part.lstrip("«")):
            first_items, _, last_item = text.rpartition(" y ")
            return f"{first_items} e {last_item}"
        return text

    def format_month(self, day: dt.date) -> str:
        """Write the short name of the month of a day: "Feb"."""
        short_names = self._month_names["abbreviated"]
        month_name: str = short_names[day.month]
        return month_name.rstrip(".")

    def _format_wide_month(self, day: dt.date) -> str:
        wide_names = self._month_names["wide"]
        month_name: str = wide_names[day.month]
        return month_name

    def _format_month_and_year(self, day: dt.date) -> str:
        if day.year >= 1:
            return format_skeleton("yMMMM", day, locale=self.locale)
        month = self._format_wide_month(day)
        year = self.format_year(day.year)
        return self.t("{month} {year}", month=month, year=year)

    def format_day(self, value: dt.date, form: DateForm | Literal["day"] = "long") -> str:
        """Write one day: "23 February 2019"; with ``day`` the number of the day alone."""
        if form == "day":
            return str(value.day)
        locale = BABEL_LOCALES[self.language]
        is_implied = value.year == self.implied_year
        if is_implied and form != "long":
            return _format_day(value, form, locale)
        if value.year < 1:
            day_form = "yearless"
            if form == "short":
                day_form = "short"
            day = _format_day(value, day_form, locale)
            year = self.format_year(value.year)
            return self.t("{day} {year}", day=day, year=year)
        if form == "short":
            return _format_day(value, "short with year", locale)
        return _format_day(value, "long", locale)

    def format_time(self, value: dt.time) -> str:
        """Write a time of day: "18:07", with its seconds where it has some."""
        plain_time = value.replace(tzinfo=None)
        skeleton = "Hm"
        if plain_time.second:
            skeleton = "Hms"
        return str(format_skeleton(skeleton, plain_time, locale=self.locale))

    def format_first_day(self, first: dt.date, last: dt.date) -> str:
        """Write a span's first day where its last one follows: "19 February" to 3 March 2019."""
        if first.year != last.year:
            return self.format_day(first)
        locale = BABEL_LOCALES[self.language]
        return _format_day(first, "yearless", locale)

    def format_year(self, value: int) -> str:
        """Write a year as EDTF counts it: "2019", and -43 as "44 BC"."""
        if value >= 1:
            return str(value)
        year_before = str(1 - value)
        return self.t("{year} BC", year=year_before)

    def format_date(self, value: EdtfDate | str, form: DateForm = "long") -> str:
        """Write an EDTF date as a person does: "22–23 February 2019", "about April 2019".

        The text is as precise as the date: a month has no day.
        """
        edtf = value
        if isinstance(edtf, str):
            edtf = parse_edtf(edtf)
        text = self._format_plain_date(edtf, form)
        if edtf.precision == "choice":
            text = self._format_choice(edtf, text, form)
        if edtf.time:
            pattern = str(self.locale.datetime_formats["medium"])
            time_text = self._format_edtf_time(edtf.time)
            text = pattern.format(time_text, text)
        is_closed = edtf.lower and edtf.upper
        if is_closed and edtf.approximate:
            text = self.t("about {date}", date=text)
        if edtf.uncertain:
            text = self.t("{date} (uncertain)", date=text)
        return text

    def _format_edtf_time(self, time_text: str) -> str:
        """Write the time of an EDTF date with its zone, if it names one: "18:07 UTC-5"."""
        parsed_time = dt.time.fromisoformat(time_text)
        clock_time = self.format_time(parsed_time)
        zone = time_text.lstrip(":0123456789")
        if not zone:
            return clock_time
        offset = zone.strip("Z")
        return f"{clock_time} UTC{offset}"

    def _format_plain_date(self, edtf: EdtfDate, form: DateForm) -> str:
        """Write a date or interval without its time and its doubts."""
        first = edtf.lower
        last = edtf.upper
        ends = _parse_ends(edtf)
        precisions = {end.precision for end in ends}
        if first is None or last is None or len(precisions) > 1:
            return self._format_uneven_interval(edtf, ends, form)
        if edtf.precision == "year":
            return self.format_year(first.year)
        is_single_day = first == last
        if is_single_day or edtf.precision == "day":
            return self.format_day(first, form)
        spans_years = first.year != last.year
        if spans_years and _is_whole_years(first, last):
            return self._format_year_span(first.year, last.year, form)
        has_whole_months = _is_whole_months(first, last)
        names_year = has_whole_months and first.year != self.implied_year
        if spans_years or names_year:
            form = "long"
        if edtf.precision == "month":
            return self._format_single_month(first, form)
        if has_whole_months:
            return self._format_month_span(first, last, form)
        return self._format_day_span(first, last, form)

    def _format_choice(self, edtf: EdtfDate, span_text: str, form: DateForm) -> str:
        """Write some day of an interval: "some day between 3 and 8 March 2019"."""
        first_end, last_end = _parse_ends(edtf)
        if form != "long":
            return self.t("{date} (day unknown)", date=span_text)
        last_text = self._format_plain_date(last_end, form)
        first_text = self._format_plain_date(first_end, form)
        if first_end.precision == last_end.precision == "day":
            first, last = first_end.first, last_end.first
            first_text = self.format_first_day(first, last)
            if (first.year, first.month) == (last.year, last.month):
                first_text = self.format_day(first, "day")
            # Two messages: Spanish has an article before a day, none before a month or a year.
            return self.t("some day between {first} and {last}", first=first_text, last=last_text)
        is_single_year = first_end.first.year == last_end.first.year
        if is_single_year and first_end.precision == last_end.precision == "month":
            first_text = self._format_wide_month(first_end.first)
        return self.t(
            "some day between {first_month} and {last_month}",
            first_month=first_text,
            last_month=last_text,
        )

    def _format_year_span(self, first_year: int, last_year: int, form: DateForm) -> str:
        dash = "–"
        if form == "long":
            dash = " – "
        first_text = self.format_year(first_year)
        last_text = self.format_year(last_year)
        return f"{first_text}{dash}{last_text}"

    def _format_single_month(self, first: dt.date, form: DateForm) -> str:
        if form == "long":
            return self._format_month_and_year(first)
        return self._format_wide_month(first)

    def _format_month_span(self, first: dt.date, last: dt.date, form: DateForm) -> str:
        if form == "long":
            if first.year < 1:
                # CLDR's intervals have no years before our era.
                first_month = self._format_month_and_year(first)
                last_month = self._format_month_and_year(last)
                return f"{first_month} – {last_month}"
            return format_interval(first, last, "yMMMM", locale=self.locale)
        if form == "yearless":
            return format_interval(first, last, "MMMM", locale=self.locale)
        first_month = self.format_month(first)
        last_month = self.format_month(last)
        if first_month == last_month:
            return first_month
        return f"{first_month}–{last_month}"

    def _format_day_span(self, first: dt.date, last: dt.date, form: DateForm) -> str:
        # Not by CLDR's intervals: they shorten the month's name, which a headline should not.
        last_day = self.format_day(last, form)
        if first.year != last.year:
            first_day = self.format_day(first, form)
            return f"{first_day} – {last_day}"
        if first.month == last.month:
            return f"{first.day}–{last_day}"
        first_form = "yearless"
        if form == "short":
            first_form = "short"
        locale = BABEL_LOCALES[self.language]
        first_day = _format_day(first, first_form, locale)
        return f"{first_day} – {last_day}"

    def _format_uneven_interval(
        self, edtf: EdtfDate, ends: Sequence[EdtfDate], form: DateForm
    ) -> str:
        """Write an open interval, or one from a month to a day: each end as precise as it is.

        Parameters
        ----------
        edtf
            The interval.
        ends
            The dates that it names: both, one if it is open, none if it is open at both ends.
        form
            The form of days.
        """
        if not ends:
            return self.t("no date")
        first = edtf.lower
        last = edtf.upper
        first_end = ends[0]
        if first is None or last is None:
            return self._format_open_interval(edtf, first_end, form)
        is_single_year = first.year == last.year
        if not is_single_year:
            form = "long"
        texts: list[str] = []
        for end in ends:
            texts.append(self._format_interval_end(end, form))
        if form == "long" and is_single_year:
            # The year follows with the last date.
            if first_end.precision == "month":
                texts[0] = self._format_wide_month(first)
            elif first_end.precision != "year":
                texts[0] = self.format_first_day(first, last)
        return " – ".join(texts)

    def _format_interval_end(self, end: EdtfDate, form: DateForm) -> str:
        if form == "short" and end.precision == "month":
            return self.format_month(end.first)
        return self._format_plain_date(end, form)

    def _format_open_interval(self, edtf: EdtfDate, end: EdtfDate, form: DateForm) -> str:
        date = self._format_plain_date(end, form)
        if edtf.approximate:
            date = self.t("about {date}", date=date)
        has_start = edtf.lower is not None
        # Two messages: Spanish has an article before a day, none before a month or a year.
        if end.precision == "day":
            message = N_("until {date}")
            if has_start:
                message = N_("from {date}")
            return self.t(message, date=date)
        message = N_("until {month}")
        if has_start:
            message = N_("from {month}")
        return self.t(message, month=date)
