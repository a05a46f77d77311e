"""One :class:`I18n` per language: it translates, and writes dates, numbers and lists.

English strings are the message ids; the other languages are gettext catalogues in
``locales/<language>/*.po``, read as text and compiled in memory so that no binary file is kept.
"""

from __future__ import annotations

import calendar
import datetime as dt
import gettext
import io
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from babel import Locale
from babel.dates import format_date, format_interval, format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import PLAIN_UNITS, Claim
from components.story.sources import Source
from components.story.texts import N_ as N_

Language = Literal["en", "es"]
Form = Literal["long", "told", "short"]
LANGUAGES: Final[dict[Language, str]] = {"en": "English", "es": "Español"}
DEFAULT_LANGUAGE: Final[Language] = "en"
# The year of the project's own story.
STORY_YEAR: Final = 2019
# Spanish "y" turns into "e" before the sound of i, but not before a diphthong ("hielo").
E_NOT_Y: Final = re.compile(r"h?[iíIÍ](?![aeoáéó])", re.IGNORECASE)
LOCALES: Final = Path(__file__).parent / "locales"
# The region of each language: British dates suit "27 February 2019"; the Spanish is Colombia's.
_BABEL: Final[dict[Language, str]] = {"en": "en_GB", "es": "es_CO"}


#: How a number is said that is not exact.
QUALIFIED: Final = {
    "about": N_("about {number}"),
    "nearly": N_("nearly {number}"),
    "more_than": N_("more than {number}"),
    "at_least": N_("at least {number}"),
    "less_than": N_("fewer than {number}"),
    "up_to": N_("up to {number}"),
}


def by_way(name: str, language: Language) -> str:
    """The name of a text and of who carried it: "AP, via Clarín", in Spanish "AP, vía Clarín"."""
    return name.replace(", via ", ", vía ") if language == "es" else name


def _read_catalogue(language: Language) -> Catalog:
    joined = Catalog(locale=_BABEL[language])
    for path in sorted((LOCALES / language).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=_BABEL[language]):
                if message.id:
                    joined.add(message.id, message.string, context=message.context)
    return joined


@lru_cache(maxsize=4096)
def _day(value: dt.date, form: str, locale: str) -> str:
    """One day in CLDR's words: a page says the same few many times."""
    if form == "long":
        return str(format_date(value, "long", locale=locale))
    skeleton = {"told": "MMMMd", "short": "MMMd", "short, with its year": "yMMMd"}[form]
    return str(format_skeleton(skeleton, value, locale=locale)).replace(".", "")


class Foreign(str):
    """A text of a story that has no translation; ``language`` is the one it is in."""

    language: str

    def __new__(cls, text: str, language: str) -> Foreign:
        """The text as it is written in its own language."""
        made = super().__new__(cls, text)
        made.language = language
        return made

    def __reduce__(self) -> Any:
        return Foreign, (str(self), self.language)


class I18n:
    """Everything a text needs to be written in one language."""

    #: The year that dates in short leave out; ``None`` where every date names its year.
    one_year: int | None = STORY_YEAR

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.locale = Locale.parse(_BABEL[language])
        self._catalogue = gettext.NullTranslations()
        if language != DEFAULT_LANGUAGE:
            buffer = io.BytesIO()
            write_mo(buffer, _read_catalogue(language))
            buffer.seek(0)
            self._catalogue = gettext.GNUTranslations(buffer)

    def t(self, message: str, /, **values: object) -> str:
        """Translate a message and fill its ``{named}`` places."""
        text = self._renamed(self._catalogue.gettext(message))
        return text.format(**values) if values else text

    def n(self, singular: str, plural: str, count: int, /, **values: object) -> str:
        """Translate a message that depends on a count, given to it as ``{count}``."""
        text = self._renamed(self._catalogue.ngettext(singular, plural, count))
        return text.format(count=self.number(count), **values)

    def _renamed(self, text: str) -> str:
        return text

    def own(self, key: str, message: str) -> str:  # noqa: ARG002 - a story has words for keys
        """A story's own words for a key, else a message translated; empty for none."""
        return self.t(message) if message else ""

    def of(self, record: Any, column: str) -> Any:
        """Return a record's column in this language (``title`` or ``title_es``)."""
        own = "" if self.language == DEFAULT_LANGUAGE else f"_{self.language}"
        return getattr(record, column + own)

    def number(self, value: float) -> str:
        """Write a number with the language's separators."""
        return format_decimal(value, locale=self.locale)

    def exact(self, value: float) -> str:
        """Write a number with all its decimals, as coordinates need; the minus is a real one."""
        text = format_decimal(value, format="0.######", locale=self.locale)
        return text.replace("-", "\u2212")

    def signed(self, value: float) -> str:
        """Write a change with its sign: "+87", "−3", "0"."""
        sign = "+" if value > 0 else "\u2212" if value < 0 else ""
        return sign + self.number(abs(value))

    def percent(self, share: float) -> str:
        """Write a share (0 to 1) as a percentage without decimals."""
        # U+00A0: Spanish parts the number from the sign, and the two must not break apart.
        form = "#,##0\u00a0%" if self.language == "es" else "#,##0%"
        return format_percent(share, format=form, locale=self.locale)

    def country(self, code: str) -> str:
        """The name of a country by its code of ISO 3166-1, or the code where it has none."""
        return str(self.locale.territories.get(code, code))

    def list(self, items: Iterable[str]) -> str:
        """Join items as a sentence does ("a, b and c"; in Spanish "a, b e Infobae")."""
        parts = list(items)
        text: str = format_list(parts, locale=self.locale)
        if self.language == "es" and len(parts) > 1 and E_NOT_Y.match(parts[-1].lstrip("«")):
            head, _, last = text.rpartition(" y ")
            return f"{head} e {last}"
        return text

    def month(self, day: dt.date) -> str:
        """The short name of the month of a day: "Feb"."""
        return str(self.locale.months["stand-alone"]["abbreviated"][day.month]).rstrip(".")

    def day(self, value: dt.date, form: Literal["long", "told", "short", "day"] = "long") -> str:
        """Write one day: "23 February 2019", "23 February" (told), "23 Feb" or "23".

        Where the story is of several years, or the day of another one, only the last has no year.
        """
        locale, short = _BABEL[self.language], form == "short"
        if form == "day":
            return str(value.day)
        if form != "long" and value.year == self.one_year:
            return _day(value, form, locale)
        if value.year < 1:
            day = _day(value, "short" if short else "told", locale)
            return self.t("{day} {year}", day=day, year=self.year(value.year))
        return _day(value, "short, with its year" if short else "long", locale)

    def clock(self, value: dt.time) -> str:
        """Write a time of day: "18:07", with its seconds where it has some."""
        plain = value.replace(tzinfo=None)
        form = "Hms" if plain.second else "Hm"
        return str(format_skeleton(form, plain, locale=self.locale))

    def start(self, first: dt.date, last: dt.date) -> str:
        """Write a span's first day where its last one follows: "19 February" to 3 March 2019."""
        if first.year == last.year:
            return _day(first, "told", _BABEL[self.language])
        return self.day(first)

    def year(self, value: int) -> str:
        """Write a year as EDTF counts it: "2019", and -43 as "44 BC"."""
        return str(value) if value >= 1 else self.t("{year} BC", year=1 - value)

    def date(self, value: EdtfDate | str, form: Form = "long") -> str:
        """Write an EDTF date as a person does, no more precise than it is.

        "22–23 February 2019", "January 2019", "about April 2019", "from 23 February 2019", "23
        February 2019, 18:07"; a story of one year tells it without the year ("told").
        """
        edtf = parse_edtf(value) if isinstance(value, str) else value
        text = self._plain_date(edtf, form)
        if edtf.time:
            zone = edtf.time.lstrip(":0123456789")
            shown = self.clock(dt.time.fromisoformat(edtf.time))
            both = str(self.locale.datetime_formats["medium"])
            text = both.format(f"{shown} UTC{zone.strip('Z')}" if zone else shown, text)
        if edtf.approximate:
            text = self.t("about {date}", date=text)
        if edtf.uncertain:
            text = self.t("{date} (uncertain)", date=text)
        return text

    def _plain_date(self, edtf: EdtfDate, form: Form) -> str:
        low, high, precision = edtf.lower, edtf.upper, edtf.precision
        if low is None or high is None:
            if low:
                return self.t("from {date}", date=self.day(low, form))
            return self.t("until {date}", date=self.day(high, form)) if high else self.t("no date")
        if precision == "year":
            return self.year(low.year)
        if precision == "day" or low == high:
            return self.day(low, form)
        if (low.month, low.day, high.month, high.day) == (1, 1, 12, 31) and low.year != high.year:
            dash = " – " if form == "long" else "–"
            return f"{self.year(low.year)}{dash}{self.year(high.year)}"
        years = {low.year, high.year}
        months = low.day == 1 and high.day == calendar.monthrange(high.year, high.month)[1]
        if years != {self.one_year} and (len(years) > 1 or months):
            form = "long"
        if precision == "month":
            name = str(self.locale.months["stand-alone"]["wide"][low.month])
            return self._month(low) if form == "long" else name
        if months and form == "long" and low.year < 1:
            return f"{self._month(low)} – {self._month(high)}"
        if months and form != "short":
            skeleton = "yMMMM" if form == "long" else "MMMM"
            return format_interval(low, high, skeleton, locale=self.locale)
        if months:
            first, last = self.month(low), self.month(high)
            return first if first == last else f"{first}–{last}"
        # Written here: CLDR's intervals shorten the month's name, which a headline should not.
        end = self.day(high, form)
        if (low.year, low.month) == (high.year, high.month):
            return f"{low.day}–{end}"
        if low.year != high.year:
            return f"{self.day(low, form)} – {end}"
        return f"{_day(low, 'short' if form == 'short' else 'told', _BABEL[self.language])} – {end}"

    def _month(self, day: dt.date) -> str:
        if day.year >= 1:
            return format_skeleton("yMMMM", day, locale=self.locale)
        month = self.locale.months["stand-alone"]["wide"][day.month]
        return self.t("{month} {year}", month=month, year=self.year(day.year))

    def short(self, source: Source) -> str:
        """Name a source by its short name: "VICE News", "El Tiempo, via El Nacional"."""
        return by_way(source.custom.short, self.language)

    def source(self, source: Source) -> str:
        """Name a source briefly: "VICE News", and for a report from outside "EFE, 27 Feb"."""
        name, when = self.short(source), source.custom.issued
        day = when.lower or when.upper
        if source.custom.tier == "document" or day is None:
            return name
        shown = self.date(when, "short") if day.year == self.one_year else self.year(day.year)
        return f"{name}, {shown}"

    def value(self, claim: Claim) -> str:
        """Write a claim's figure with its qualifier: "more than 1,400"; empty without one."""
        low, high, qualifier = claim.value_low, claim.value_high, claim.qualifier
        share = claim.unit == "percent"
        if qualifier is None:
            return ""
        if qualifier == "range":
            last = self.percent((high or 0) / 100) if share else self.number(high or 0)
            return self.t("{low} to {high}", low=self.number(low or 0), high=last)
        value = (high if low is None else low) or 0
        number = self.percent(value / 100) if share else self.number(value)
        if qualifier == "less_than" and share:
            return self.t("less than {number}", number=number)
        return self.qualified(qualifier, number)

    def called(self, _table: str, key: str, /) -> str:
        """What a story calls a code of one of its vocabularies; without a story, the code."""
        return key.replace("-", " ")

    def unit(self, unit: str | None, _number: float, /) -> str:
        """The word after a number; empty for people and percentages."""
        return "" if unit in PLAIN_UNITS else (unit or "").replace("-", " ")

    def amount(self, number: float, unit: str | None) -> str:
        """Write a number with its unit: "37 houses"; one of people stands alone."""
        return f"{self.number(number)} {self.unit(unit, number)}".strip()

    def figure(self, claim: Claim) -> str:
        """A claim's figure with its qualifier and its unit: "more than 1,400", "up to 2 hours"."""
        number = claim.value_high if claim.value_high is not None else claim.value_low
        return f"{self.value(claim)} {self.unit(claim.unit, number or 0)}".strip()

    def sentence(self, _claim: Claim, /, **_values: str) -> str:
        """The sentence that a story has for figures of a claim's measure; empty without one."""
        return ""

    def qualified(self, qualifier: str, number: str) -> str:
        """Write a number as it was said: "more than 1,400"."""
        message = QUALIFIED.get(qualifier)
        return self.t(message, number=number) if message else number


def first_language(wanted: Iterable[str]) -> Language:
    """The first of the languages wanted ("es-CO", "en") that there is; else the default."""
    found = (one for tag in wanted for one in LANGUAGES if tag[:2].lower() == one)
    return next(found, DEFAULT_LANGUAGE)


@lru_cache(maxsize=len(LANGUAGES))
def i18n_for(language: Language) -> I18n:
    """Return the one :class:`I18n` of a language; catalogues are read once per process."""
    return I18n(language)
