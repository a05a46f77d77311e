"""A language: it translates, and writes dates, numbers and lists, in the words of one story.

English strings are the message ids; the others are gettext catalogues in ``locales/*/*.po``. Where
a story's ``presentation.json`` has a sentence of its own for a message, that one is said. So no
page asks whose story it shows.
"""

from __future__ import annotations

import calendar
import datetime as dt
import gettext
import io
import re
from collections.abc import Iterable, Mapping, Sequence
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

from components.story.dataset import Dataset
from components.story.edtf import EdtfDate, parse_edtf
from components.story.models import PLACEHOLDER, PLAIN_UNITS, Bilingual, Claim, Source
from components.story.presentation import SENTENCES
from components.story.texts import N_ as N_

Language = Literal["en", "es"]
Form = Literal["long", "told", "short"]
LANGUAGES: Final[dict[Language, str]] = {"en": "English", "es": "Español"}
DEFAULT_LANGUAGE: Final[Language] = "en"
STORY_YEAR: Final = 2019  # of the project's own story
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


TITLE: Final = N_("The story")
TAGLINE: Final = N_("What the story is about")
#: What stands for the facts' sources where no report corroborates them.
FACTS: Final = N_("Facts from the sources named here.")
#: What is said of counts of people by region, and of those of other things: their measure's name.
THINGS: Final[dict[str, str]] = {
    SENTENCES["counts.share"]: N_("{measure}: {percent} in {region}"),
    SENTENCES["head.regions"]: N_("{measure} by region"),
    "Counted by region, as of {date}": N_("{measure} by region, as of {date}"),
    "Counted by region: {earlier} on {first}, {latest} on {last}": N_(
        "{measure} by region: {earlier} on {first}, {latest} on {last}"
    ),
    "Counted by region: {earlier} ({first}), {latest} ({last})": N_(
        "{measure} by region: {earlier} ({first}), {latest} ({last})"
    ),
    "Where they were counted": N_("{measure} by region"),
    "People counted on the latest day among these rows; empty where there is no count.": N_(
        "{measure} on the latest day among these rows; empty where there is no count."
    ),
    "{count} of {total} people counted in {region}": N_(
        "{measure}: {count} of {total} in {region}"
    ),
    "{count} people counted in {region}": N_("{measure}: {count} in {region}"),
    "{count} people counted in {region}, the most in the regions that your filters leave": N_(
        "{measure}: {count} in {region}, the most in the regions that your filters leave"
    ),
    "Nobody was counted in any region": N_("{measure}: none in any region"),
    "Map: people counted by region, as circles. {counts}": N_(
        "Map: {measure} by region, as circles. {counts}"
    ),
    "Map of the people counted by region, as of {date}: {numbers}.": N_(
        "Map: {measure} by region, as of {date}: {numbers}."
    ),
    "people counted by region, by area; a broken outline where the seat is inferred": N_(
        "{measure} by region, by area; a broken outline where the seat is inferred"
    ),
}
#: What is said of figures of people, and where most of a story's are of other things.
OF_PEOPLE: Final[dict[str, str]] = {
    "Every reported total, who said it and how exactly. The figures count different people "
    "on different days: they are not joined, added up or averaged.": N_(
        "Every reported total, who said it and how exactly. The figures count different things "
        "on different days: they are not joined, added up or averaged."
    ),
    "Figures count different people on different days, so no line joins two of them.": N_(
        "Figures count different things on different days, so no line joins two of them."
    ),
    "Who is counted": N_("Of whom or of what"),
    "who is counted": N_("of whom or of what"),
    "Everybody": N_("All"),
    "Another figure for the same people and the same day": N_(
        "Another figure of the same thing for the same day"
    ),
    "Other days, other people or other regions": N_("Other days, other things or other regions"),
}
#: The words of the catalogues for one region and for several.
REGION: Final[Mapping[Language, tuple[str, str]]] = {
    "en": ("region", "regions"),
    "es": ("región", "regiones"),
}


def translate_via(name: str, language: Language) -> str:
    """The name of a text and of who carried it: "AP, via Clarín", in Spanish "AP, vía Clarín"."""
    return name.replace(", via ", ", vía ") if language == "es" else name


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: Language) -> gettext.NullTranslations:
    """The messages of a language, read once per process."""
    if language == DEFAULT_LANGUAGE:
        return gettext.NullTranslations()
    joined, buffer = Catalog(locale=_BABEL[language]), io.BytesIO()
    for path in sorted((LOCALES / language).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=_BABEL[language]):
                if message.id:
                    joined.add(message.id, message.string, context=message.context)
    write_mo(buffer, joined)
    buffer.seek(0)
    return gettext.GNUTranslations(buffer)


@lru_cache(maxsize=4096)
def _day(value: dt.date, form: str, locale: str) -> str:
    """One day in CLDR's words: a page says the same few many times."""
    if form == "long":
        return str(format_date(value, "long", locale=locale))
    skeleton = {"told": "MMMMd", "short": "MMMd", "short, with its year": "yMMMd"}[form]
    return str(format_skeleton(skeleton, value, locale=locale)).replace(".", "")


class UntranslatedText(str):
    """A text of a story that has no translation; ``language`` is the one it is in."""

    language: str

    def __new__(cls, text: str, language: str) -> UntranslatedText:
        made = super().__new__(cls, text)
        made.language = language
        return made

    def __reduce__(self) -> Any:
        return UntranslatedText, (str(self), self.language)


class I18n:
    """Everything a text needs to be written in one language; of a story, in its words."""

    def __init__(self, language: Language, data: Dataset | None = None) -> None:
        self.language: Language = language
        self.locale = Locale.parse(_BABEL[language])
        self._messages, self._data = _catalogue(language), data
        #: The year that dates in short leave out; ``None`` where every date names its year.
        self.implied_year: int | None = STORY_YEAR
        #: What the story says in place of messages, by message; its own sentences, by key; what
        #: stands in place of the catalogue's words for regions.
        self._said, self._own, self._names = dict[str, str](), dict[str, str](), dict[str, str]()
        #: The language of the story's texts where it is not this one.
        self._other, self.about = "", ""
        if data:
            self._of_story(data)

    def _of_story(self, data: Dataset) -> None:
        shown, spanish = data.presentation, self.language == "es"
        self.implied_year = data.single_year
        self._other = data.language if data.language != self.language else ""
        both = (shown.region.one, shown.region.many) if shown.region else ()
        named = [getattr(words, self.language) for words in both]
        for old, new in zip(REGION[self.language], named, strict=False) if all(named) else ():
            self._names |= {old: new, old.capitalize(): new[:1].upper() + new[1:]}
        self._own = {key: self._told(words) for key, words in shown.sentences.items()}
        name = self._told(shown.title) or story_name(data, self)
        self.about = data.about.description_es if spanish else data.about.description
        credit = getattr(shown.credit, self.language)
        licence = (licence_sentence(data, self), credit, self._plain(SENTENCES["foot.licence"]))
        self._said = {
            TITLE: name,
            TAGLINE: self._told(shown.tagline) or self.about,
            SENTENCES["overview.title"]: name,
            SENTENCES["period"]: self.format_date("/".join(map(str, data.coverage))),
            SENTENCES["foot.licence"]: " ".join(part for part in licence if part),
        }
        if self.about:
            self._said[SENTENCES["overview.about"]] = self.about
        if all(source.custom.tier == "document" for source in data.sources.values()):
            self._said[SENTENCES["foot.facts"]] = self._plain(FACTS)
        if data.main_measure:
            counted = self.term_name("measures", data.main_measure)
            for key in ("map.caption", "counts.caption"):
                self._said[SENTENCES[key]] = self._plain("{measure} by region", measure=counted)
            if data.counted_unit != "people":
                for plain, worded in THINGS.items():
                    self._said[plain] = self._plain(worded).replace("{measure}", counted)
        units = [claim.unit == "people" for claim in data.claims.values() if claim.qualifier]
        if 2 * sum(units) < len(units):
            self._said |= {plain: self._plain(worded) for plain, worded in OF_PEOPLE.items()}
        for key, text in self._own.items():
            # The story's own words for its period might leave records out.
            if SENTENCES.get(key) and text and (key != "period" or data.coverage == data.period):
                self._said[SENTENCES[key]] = text

    def _plain(self, message: str, /, **values: object) -> str:
        return self._written(self._messages.gettext(message), values)

    def t(self, message: str, /, **values: object) -> str:
        """Translate a message, or say what the story says in its place; fill ``{named}`` places,
        with numbers as the language writes them.
        """
        said = self._said.get(message)
        if said is None:
            return self._plain(message, **values)

        def place(name: re.Match[str]) -> str:
            value = values.get(name[1], name[0])
            return self.format_number(value) if isinstance(value, (int, float)) else str(value)

        # Not str.format, whose "{figure:>999999999}" a story that is opened could bring.
        filled = PLACEHOLDER.sub(place, said)
        return (
            UntranslatedText(filled, said.language)
            if isinstance(said, UntranslatedText)
            else filled
        )

    def n(self, singular: str, plural: str, count: int, /, **values: object) -> str:
        """Translate a message that depends on a count, given to it as ``{count}``."""
        if self._data and plural in self._said:
            return self.t(
                plural, count=self.format_amount(count, self._data.counted_unit), **values
            )
        text = self._messages.ngettext(singular, plural, count)
        return self._written(text, {"count": count, **values})

    def _written(self, text: str, values: Mapping[str, object]) -> str:
        """A message in the story's own words for regions, with its places filled."""
        if self._names:
            # A place to fill in is found first, and left as it is.
            words = rf"\{{[^{{}}]*\}}|\b(?:{'|'.join(self._names)})\b"
            text = re.sub(words, lambda word: self._names.get(word[0], word[0]), text)
        if not values:
            return text
        numbers = {
            k: self.format_number(v) for k, v in values.items() if isinstance(v, (int, float))
        }
        return text.format(**{**values, **numbers})

    def story_sentence(self, key: str, message: str) -> str:
        """The story's own words for a key, else a message translated; empty for none."""
        return self._own.get(key) or (self._plain(message) if message else "")

    def localize(self, record: Any, column: str) -> Any:
        """A record's column in this language (``title`` or ``title_es``), or in the story's."""
        own = "" if self.language == DEFAULT_LANGUAGE else f"_{self.language}"
        text = getattr(record, column + own)
        return (
            UntranslatedText(text, self._other) if self._other and isinstance(text, str) else text
        )

    def _told(self, words: Bilingual) -> str:
        text = getattr(words, self.language)
        return UntranslatedText(text, self._other) if self._other and words.en == words.es else text

    def format_number(self, value: float) -> str:
        """Write a number with the language's separators."""
        return format_decimal(value, locale=self.locale)

    def format_coordinate(self, value: float) -> str:
        """Write a number with all its decimals, as coordinates need; the minus is a real one."""
        text = format_decimal(value, format="0.######", locale=self.locale)
        return text.replace("-", "\u2212")

    def format_change(self, value: float) -> str:
        """Write a change with its sign: "+87", "−3", "0"."""
        sign = "+" if value > 0 else "\u2212" if value < 0 else ""
        return sign + self.format_number(abs(value))

    def format_percent(self, share: float) -> str:
        """Write a share (0 to 1) as a percentage without decimals."""
        # U+00A0: Spanish parts the number from the sign, and the two must not break apart.
        form = "#,##0\u00a0%" if self.language == "es" else "#,##0%"
        return format_percent(share, format=form, locale=self.locale)

    def format_list(self, items: Iterable[str]) -> str:
        """Join items as a sentence does ("a, b and c"; in Spanish "a, b e Infobae")."""
        parts = list(items)
        text: str = format_list(parts, locale=self.locale)
        if self.language == "es" and len(parts) > 1 and E_NOT_Y.match(parts[-1].lstrip("«")):
            head, _, last = text.rpartition(" y ")
            return f"{head} e {last}"
        return text

    def format_month(self, day: dt.date) -> str:
        """The short name of the month of a day: "Feb"."""
        return str(self.locale.months["stand-alone"]["abbreviated"][day.month]).rstrip(".")

    def format_day(
        self, value: dt.date, form: Literal["long", "told", "short", "day"] = "long"
    ) -> str:
        """Write one day: "23 February 2019"; in a story of its year "23 February" or "23 Feb"."""
        locale, short = _BABEL[self.language], form == "short"
        if form == "day":
            return str(value.day)
        if form != "long" and value.year == self.implied_year:
            return _day(value, form, locale)
        if value.year < 1:
            day = _day(value, "short" if short else "told", locale)
            return self.t("{day} {year}", day=day, year=self.format_year(value.year))
        return _day(value, "short, with its year" if short else "long", locale)

    def format_time(self, value: dt.time) -> str:
        """Write a time of day: "18:07", with its seconds where it has some."""
        plain = value.replace(tzinfo=None)
        form = "Hms" if plain.second else "Hm"
        return str(format_skeleton(form, plain, locale=self.locale))

    def format_first_day(self, first: dt.date, last: dt.date) -> str:
        """Write a span's first day where its last one follows: "19 February" to 3 March 2019."""
        if first.year == last.year:
            return _day(first, "told", _BABEL[self.language])
        return self.format_day(first)

    def format_year(self, value: int) -> str:
        """Write a year as EDTF counts it: "2019", and -43 as "44 BC"."""
        return str(value) if value >= 1 else self.t("{year} BC", year=str(1 - value))

    def format_date(self, value: EdtfDate | str, form: Form = "long") -> str:
        """Write an EDTF date as a person does: "22–23 February 2019", "about April 2019".

        No more precise than it is; a story of one year tells it without the year ("told").
        """
        edtf = parse_edtf(value) if isinstance(value, str) else value
        text = self._plain_date(edtf, form)
        if edtf.time:
            zone = edtf.time.lstrip(":0123456789")
            shown = self.format_time(dt.time.fromisoformat(edtf.time))
            both = str(self.locale.datetime_formats["medium"])
            text = both.format(f"{shown} UTC{zone.strip('Z')}" if zone else shown, text)
        if edtf.approximate and edtf.lower and edtf.upper:
            text = self.t("about {date}", date=text)
        if edtf.uncertain:
            text = self.t("{date} (uncertain)", date=text)
        return text

    def _plain_date(self, edtf: EdtfDate, form: Form) -> str:
        low, high, precision = edtf.lower, edtf.upper, edtf.precision
        ends = [parse_edtf(end.strip("~?%")) for end in edtf.text.split("/") if end != ".."]
        if low is None or high is None or len({end.precision for end in ends}) > 1:
            return self._uneven(edtf, ends, form)
        if precision == "year":
            return self.format_year(low.year)
        if precision == "day" or low == high:
            return self.format_day(low, form)
        if (low.month, low.day, high.month, high.day) == (1, 1, 12, 31) and low.year != high.year:
            dash = " – " if form == "long" else "–"
            return f"{self.format_year(low.year)}{dash}{self.format_year(high.year)}"
        years = {low.year, high.year}
        months = low.day == 1 and high.day == calendar.monthrange(high.year, high.month)[1]
        if years != {self.implied_year} and (len(years) > 1 or months):
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
            first, last = self.format_month(low), self.format_month(high)
            return first if first == last else f"{first}–{last}"
        # Written here: CLDR's intervals shorten the month's name, which a headline should not.
        end = self.format_day(high, form)
        if (low.year, low.month) == (high.year, high.month):
            return f"{low.day}–{end}"
        if low.year != high.year:
            return f"{self.format_day(low, form)} – {end}"
        return f"{_day(low, 'short' if form == 'short' else 'told', _BABEL[self.language])} – {end}"

    def _uneven(self, edtf: EdtfDate, ends: Sequence[EdtfDate], form: Form) -> str:
        """An open interval, or one from a month to a day: no end is more exact than it is given."""
        low, high = edtf.lower, edtf.upper
        if not ends:
            return self.t("no date")
        if low is None or high is None:
            date = self._plain_date(ends[0], form)
            date = self.t("about {date}", date=date) if edtf.approximate else date
            if ends[0].precision == "day":
                words = N_("from {date}") if low else N_("until {date}")
            else:
                words = N_("from {month}") if low else N_("until {month}")
            return self.t(words, date=date, month=date)
        one_year = low.year == high.year
        form = form if one_year else "long"
        said = [
            self.format_month(end.first) if end.precision == "month" and form == "short"
            else self._plain_date(end, form) for end in ends
        ]  # fmt: skip
        if form == "long" and one_year and ends[0].precision != "year":
            wide = str(self.locale.months["stand-alone"]["wide"][low.month])
            said[0] = wide if ends[0].precision == "month" else self.format_first_day(low, high)
        return " – ".join(said)

    def _month(self, day: dt.date) -> str:
        if day.year >= 1:
            return format_skeleton("yMMMM", day, locale=self.locale)
        month = self.locale.months["stand-alone"]["wide"][day.month]
        return self.t("{month} {year}", month=month, year=self.format_year(day.year))

    def short_source_name(self, source: Source) -> str:
        """Name a source by its short name: "VICE News", "El Tiempo, via El Nacional"."""
        return translate_via(source.custom.short, self.language)

    def source_label(self, source: Source) -> str:
        """Name a source briefly: "VICE News", and for a report from outside "EFE, 27 Feb"."""
        name, when = self.short_source_name(source), source.custom.issued
        day = when.lower or when.upper
        if source.custom.tier == "document" or day is None:
            return name
        shown = (
            self.format_date(when, "short")
            if day.year == self.implied_year
            else self.format_year(day.year)
        )
        return f"{name}, {shown}"

    def format_value(self, claim: Claim) -> str:
        """Write a claim's figure with its qualifier: "more than 1,400"; empty without one."""
        low, high, share = claim.value_low, claim.value_high, claim.unit == "percent"

        def written(value: float | None) -> str:
            return (
                self.format_percent((value or 0) / 100) if share else self.format_number(value or 0)
            )

        if claim.qualifier == "range":
            return self.t("{low} to {high}", low=low or 0, high=written(high))
        number = written(high if low is None else low)
        if share and claim.qualifier == "less_than":
            return self.t("less than {number}", number=number)
        if claim.qualifier in QUALIFIED:
            return self.t(QUALIFIED[claim.qualifier], number=number)
        return number if claim.qualifier else ""

    def term_name(self, table: str, key: str, /) -> str:
        """What a story calls a code of one of its vocabularies; without a story, the code."""
        term = self._data.terms[table].get(key) if self._data else None
        return self.localize(term, "name") if term else key.replace("-", " ")

    def unit_name(self, unit: str | None, number: float, /) -> str:
        """The word after a number; empty for people and percentages."""
        if unit is None or unit in PLAIN_UNITS:
            return ""
        if (term := self._data.terms["units"].get(unit) if self._data else None) is None:
            return unit.replace("-", " ")
        return (self.localize(term, "many") if number != 1 else "") or self.localize(term, "name")

    def format_amount(self, number: float, unit: str | None) -> str:
        """Write a number with its unit: "37 houses"; one of people stands alone."""
        return f"{self.format_number(number)} {self.unit_name(unit, number)}".strip()

    def format_figure(self, claim: Claim) -> str:
        """A claim's figure with its qualifier and its unit: "more than 1,400", "up to 2 hours"."""
        number = claim.value_high if claim.value_high is not None else claim.value_low
        return f"{self.format_value(claim)} {self.unit_name(claim.unit, number or 0)}".strip()

    def figure_sentence(self, claim: Claim, /, **values: str) -> str:
        """The sentence that a story has for figures of a claim's measure; empty without one."""
        if self._data is None:
            return ""
        own = self._data.terms["measures"][claim.measure]
        people = self.localize(self._data.terms["populations"][claim.population], "people")
        text = self.localize(own, "sentence") if people else ""
        return PLACEHOLDER.sub(lambda name: {"people": people, **values}.get(name[1], ""), text)


def story_name(data: Dataset, i18n: I18n) -> str:
    """What a story is called on its pages: by its presentation, else by its package."""
    shown = data.presentation.title
    own = shown.es if i18n.language == "es" else shown.en
    return own or shown.en or (data.about.title_es if i18n.language == "es" else "") or data.title


def licence_sentence(data: Dataset, i18n: I18n) -> str:
    """The licence in a sentence; empty where the package names none."""
    licence = data.about.licence
    return i18n.t("Data: {licence}.", licence=licence.name) if licence else ""


def match_language(wanted: Iterable[str]) -> Language:
    """The first of the languages wanted ("es-CO", "en") that there is; else the default."""
    found = (one for tag in wanted for one in LANGUAGES if tag[:2].lower() == one)
    return next(found, DEFAULT_LANGUAGE)


@lru_cache(maxsize=len(LANGUAGES))
def i18n_for(language: Language) -> I18n:
    """A language without a story, one for each."""
    return I18n(language)
