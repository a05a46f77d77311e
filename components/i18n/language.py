"""A language: it translates messages and writes records, in the words of one story.

Where a story's ``presentation.json`` has a sentence for a message, the page shows that one. So no
page asks whose story it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from typing import Any, Final

from components.drawing.text_direction import isolate_text
from components.i18n.formatter import LocaleFormatter
from components.i18n.messages import (
    DEFAULT_LANGUAGE,
    FACTS,
    LANGUAGES,
    MIXED_MESSAGES,
    QUALIFIED_NUMBERS,
    REGION_WORDS,
    TAGLINE,
    THING_MESSAGES,
    TITLE,
    Language,
    RegionWords,
    UntranslatedText,
    load_catalogue,
)
from components.i18n.messages import N_ as N_
from components.story.dataset import Dataset
from components.story.models import PLACEHOLDER, PLAIN_UNITS, Bilingual, Claim, Source
from components.story.presentation import SENTENCES
from components.values.cell_numbers import CellNumber

#: What a story has in place of messages, by message.
Replacements = dict[str, str]
#: What the places of a message are filled with, by their names.
PlaceValues = Mapping[str, object]
#: A place or a word that a pattern found in a text.
TextMatch = re.Match[str]
#: A text in a place of a message keeps its own order; one that is markup is not touched.
ISOLATED_TYPES: Final = (str, UntranslatedText)
#: The key of the sentence that names the days of a story.
PERIOD_KEY: Final = "period"


def translate_via(name: str, language: Language) -> str:
    """Write the name of a text and of who carried it: "AP, via Clarín"; in Spanish "vía"."""
    if language == "es":
        return name.replace(", via ", ", vía ")
    return name


class I18n(LocaleFormatter):
    """Writes every text of a page in one language; of a story, in its words.

    Parameters
    ----------
    language
        The language.
    data
        The story whose words are used; without it, the plain messages are.
    """

    def __init__(self, language: Language, data: Dataset | None = None) -> None:
        super().__init__(language)
        self._catalogue = load_catalogue(language)
        self._data = data
        self._column_suffix = ""
        if language != DEFAULT_LANGUAGE:
            self._column_suffix = f"_{language}"
        self._replacements: Replacements = {}
        #: The story's sentences by key.
        self._sentences: dict[str, str] = {}
        #: What the story calls regions, by the catalogue's words, and a pattern of these.
        self._region_words: dict[str, str] = {}
        self._region_pattern: re.Pattern[str] | None = None
        #: The language of the story's texts, if they are not in this one.
        self._text_language = ""
        #: The description of the story.
        self.about = ""
        if data:
            self._adopt_story(data)

    def _adopt_story(self, data: Dataset) -> None:
        self.implied_year = data.single_year
        if data.language != self.language:
            self._text_language = data.language
        self._adopt_region_words(data)
        for key, sentence in data.presentation.sentences.items():
            self._sentences[key] = self._text_in_language(sentence)
        self.about = data.about.description
        if self.language == "es":
            self.about = data.about.description_es
        # The story's sentences come last: they replace all others.
        replacements = {
            **self._head_replacements(data),
            **self._count_replacements(data),
            **self._sentence_replacements(data),
        }
        self._replacements = replacements

    def _adopt_region_words(self, data: Dataset) -> None:
        region_name = data.presentation.region
        if region_name is None:
            return
        singular = getattr(region_name.one, self.language)
        plural = getattr(region_name.many, self.language)
        if not singular or not plural:
            return
        plain_words = REGION_WORDS[self.language]
        story_words = RegionWords(singular, plural)
        for plain_word, story_word in zip(plain_words, story_words, strict=True):
            self._region_words[plain_word] = story_word
            capital_word = plain_word.capitalize()
            initial = story_word[:1].upper()
            self._region_words[capital_word] = initial + story_word[1:]
        # A placeholder matches first, and stays as it is.
        alternatives = "|".join(self._region_words)
        self._region_pattern = re.compile(rf"\{{[^{{}}]*\}}|\b(?:{alternatives})\b")

    def _head_replacements(self, data: Dataset) -> Replacements:
        """Return the messages on the story: its title, period, licence and sources."""
        presentation = data.presentation
        title = self._text_in_language(presentation.title)
        if not title:
            title = story_name(data, self)
        tagline = self._text_in_language(presentation.tagline) or self.about
        credit = getattr(presentation.credit, self.language)
        licence_parts = (
            licence_sentence(data, self),
            credit,
            self._translate(SENTENCES["foot.licence"]),
        )
        first_day, last_day = data.coverage
        replacements = {
            TITLE: title,
            TAGLINE: tagline,
            SENTENCES["overview.title"]: title,
            SENTENCES[PERIOD_KEY]: self.format_date(f"{first_day}/{last_day}"),
            SENTENCES["foot.licence"]: " ".join(filter(None, licence_parts)),
        }
        if self.about:
            about_message = SENTENCES["overview.about"]
            replacements[about_message] = self.about
        for source in data.sources.values():
            if source.custom.tier != "document":
                return replacements
        # The usual line says that reports corroborate the documents.
        facts_message = SENTENCES["foot.facts"]
        replacements[facts_message] = self._translate(FACTS)
        return replacements

    def _count_replacements(self, data: Dataset) -> Replacements:
        """Return the messages on counts and figures of a story that counts more than people."""
        replacements: Replacements = {}
        if data.main_measure:
            measure = self.term_name("measures", data.main_measure)
            caption = self._translate("{measure} by region", measure=measure)
            replacements[SENTENCES["map.caption"]] = caption
            replacements[SENTENCES["counts.caption"]] = caption
            if data.counted_unit != "people":
                for message, thing_message in THING_MESSAGES.items():
                    text = self._translate(thing_message)
                    replacements[message] = text.replace("{measure}", measure)
        people_count = 0
        other_count = 0
        for claim in data.claims.values():
            if not claim.qualifier:
                continue
            if claim.unit == "people":
                people_count += 1
            else:
                other_count += 1
        if people_count < other_count:
            for message, mixed_message in MIXED_MESSAGES.items():
                replacements[message] = self._translate(mixed_message)
        return replacements

    def _sentence_replacements(self, data: Dataset) -> Replacements:
        """Return the story's sentences by the message that each replaces."""
        replacements: Replacements = {}
        for key, sentence in self._sentences.items():
            message = SENTENCES.get(key)
            if not message or not sentence:
                continue
            # The story's words for its period might leave records out.
            is_narrowed = data.coverage != data.period
            if is_narrowed and key == PERIOD_KEY:
                continue
            replacements[message] = sentence
        return replacements

    def _text_in_language(self, text: Bilingual) -> str:
        text_in_language: str = getattr(text, self.language)
        if self._text_language and text.en == text.es:
            return UntranslatedText(text_in_language, self._text_language)
        return text_in_language

    @cached_property
    def kind_names(self) -> dict[str, str]:
        """The names of the story's kinds of event by id, in the order of their lanes."""
        if self._data is None:
            return {}
        return {kind.id: self.localize(kind, "name") for kind in self._data.kinds}

    def _translate(self, message: str, /, **values: object) -> str:
        """Translate a message by the catalogue, though the story replaces it."""
        text = self._catalogue.gettext(message)
        return self._fill_places(text, values)

    def t(self, message: str, /, **values: object) -> str:
        """Translate a message, or return what the story has in its place.

        Parameters
        ----------
        message
            The English text, with ``{named}`` places.
        values
            What fills the places; numbers are written with the language's separators.
        """
        replacement = self._replacements.get(message)
        if replacement is None:
            return self._translate(message, **values)
        # Not str.format, whose "{figure:>999999999}" a story that is opened could bring.
        fill_place = partial(self._fill_place, values)
        text = PLACEHOLDER.sub(fill_place, replacement)
        if isinstance(replacement, UntranslatedText):
            return UntranslatedText(text, replacement.language)
        return text

    def _fill_place(self, values: PlaceValues, place: TextMatch) -> str:
        place_name = place[1]
        value = values.get(place_name, place[0])
        if isinstance(value, (int, float)):
            return self.format_number(value)
        if type(value) in ISOLATED_TYPES:
            return isolate_text(str(value))
        return str(value)

    def n(self, singular: str, plural: str, count: int, /, **values: object) -> str:
        """Translate a message that depends on a count, which fills its place ``{count}``."""
        if self._data and plural in self._replacements:
            amount = self.format_amount(count, self._data.counted_unit)
            return self.t(plural, count=amount, **values)
        text = self._catalogue.ngettext(singular, plural, count)
        return self._fill_places(text, {"count": count, **values})

    def _fill_places(self, text: str, values: PlaceValues) -> str:
        """Fill the places of a translated message, in the story's words for regions."""
        if self._region_pattern is not None:
            text = self._region_pattern.sub(self._replace_region_word, text)
        if not values:
            return text
        texts = dict(values)
        for name, value in values.items():
            if isinstance(value, (int, float)):
                texts[name] = self.format_number(value)
            elif type(value) in ISOLATED_TYPES:
                texts[name] = isolate_text(str(value))
        return text.format(**texts)

    def _replace_region_word(self, match: TextMatch) -> str:
        word = match[0]
        return self._region_words.get(word, word)

    def localize(self, record: Any, column: str) -> Any:
        """Return a record's column in this language (``title`` or ``title_es``)."""
        text = getattr(record, column + self._column_suffix)
        if self._text_language and isinstance(text, str):
            return UntranslatedText(text, self._text_language)
        return text

    def short_source_name(self, source: Source) -> str:
        """Name a source by its short name: "VICE News", "El Tiempo, via El Nacional"."""
        short_name = source.custom.short
        return translate_via(short_name, self.language)

    def source_label(self, source: Source) -> str:
        """Name a source briefly: "VICE News", and for a report from outside "EFE, 27 Feb"."""
        name = self.short_source_name(source)
        issued = source.custom.issued
        day = issued.lower or issued.upper
        is_document = source.custom.tier == "document"
        if is_document or day is None:
            return name
        date = self.format_year(day.year)
        if day.year == self.implied_year:
            date = self.format_date(issued, "short")
        return f"{name}, {date}"

    def format_value(self, claim: Claim) -> str:
        """Write a claim's figure with its qualifier: "more than 1,400"; empty without one."""
        low = claim.value_low
        high = claim.value_high
        if claim.qualifier == "range":
            last_number = self._format_number_or_share(high, claim)
            return self.t("{low} to {high}", low=low or 0, high=last_number)
        value = low
        if value is None:
            value = high
        number = self._format_number_or_share(value, claim)
        is_less = claim.qualifier == "less_than"
        if is_less and claim.unit == "percent":
            return self.t("less than {number}", number=number)
        if claim.qualifier in QUALIFIED_NUMBERS:
            message = QUALIFIED_NUMBERS[claim.qualifier]
            return self.t(message, number=number)
        if claim.qualifier is None:
            return ""
        return number

    def _format_number_or_share(self, value: float | None, claim: Claim) -> str:
        number = value or 0
        if claim.unit == "percent":
            return self.format_percent(number / 100)
        return self.format_number(number)

    def term_name(self, table: str, key: str, /) -> str:
        """Return what a story calls a code of one of its vocabularies; without one, the code."""
        term = None
        if self._data:
            terms = self._data.terms[table]
            term = terms.get(key)
        if term is None:
            return key.replace("-", " ")
        name: str = self.localize(term, "name")
        return name

    def unit_name(self, unit: str | None, number: float, /) -> str:
        """Return the word after a number; empty for people and percentages."""
        if unit is None or unit in PLAIN_UNITS:
            return ""
        term = None
        if self._data:
            units = self._data.terms["units"]
            term = units.get(unit)
        if term is None:
            return unit.replace("-", " ")
        name: str = self.localize(term, "name")
        if number == 1:
            return name
        return self.localize(term, "many") or name

    def format_amount(self, number: float, unit: str | None) -> str:
        """Write a number with its unit: "37 houses"; one of people alone."""
        number_text = self.format_number(number)
        unit_text = self.unit_name(unit, number)
        return f"{number_text} {unit_text}".strip()

    def format_figure(self, claim: Claim) -> str:
        """Write a claim's figure with qualifier and unit: "more than 1,400", "up to 2 hours"."""
        number = claim.value_high
        if number is None:
            number = claim.value_low
        value_text = self.format_value(claim)
        unit_text = self.unit_name(claim.unit, number or 0)
        return f"{value_text} {unit_text}".strip()

    def format_cell_number(self, number: CellNumber, unit: str) -> str:
        """Write the number of a row with its qualifier and unit: "more than 1,200 m³"."""
        if number.qualifier == "range":
            text = self.t("{low} to {high}", low=number.low or 0, high=number.high or 0)
        else:
            text = self.format_number(number.number)
            if number.qualifier in QUALIFIED_NUMBERS:
                text = self.t(QUALIFIED_NUMBERS[number.qualifier], number=text)
        return f"{text} {unit}".rstrip()

    def figure_sentence(self, claim: Claim, /, **values: str) -> str:
        """Return the story's sentence for figures of a claim's measure, filled; empty without one.

        Parameters
        ----------
        claim
            The claim whose figure is quoted.
        values
            What fills ``{figure}`` and ``{by}``; ``{people}`` is the claim's population.
        """
        if self._data is None:
            return ""
        populations = self._data.terms["populations"]
        population = populations[claim.population]
        people: str = self.localize(population, "people")
        if not people:
            return ""
        measures = self._data.terms["measures"]
        measure = measures[claim.measure]
        sentence: str = self.localize(measure, "sentence")
        fillings = {"people": people, **values}
        fill_place = partial(_fill_known, fillings)
        return PLACEHOLDER.sub(fill_place, sentence)


def _fill_known(fillings: Mapping[str, str], place: TextMatch) -> str:
    return fillings.get(place[1], "")


def story_name(data: Dataset, i18n: I18n) -> str:
    """Return what a story is called on its pages: by its presentation, else by its package."""
    title = data.presentation.title
    package_title = ""
    localized_title = title.en
    if i18n.language == "es":
        package_title = data.about.title_es
        localized_title = title.es
    return localized_title or title.en or package_title or data.title


def licence_sentence(data: Dataset, i18n: I18n) -> str:
    """Return the licence in a sentence; empty if the package names none."""
    licence = data.about.licence
    if licence is None:
        return ""
    return i18n.t("Data: {licence}.", licence=licence.name)


def match_language(tags: Iterable[str]) -> Language:
    """Return the first available language of some tags ("es-CO", "en"), else the default."""
    return next(_available_languages(tags), DEFAULT_LANGUAGE)


def _available_languages(tags: Iterable[str]) -> Iterator[Language]:
    for tag in tags:
        for language in LANGUAGES:
            if tag[:2].lower() == language:
                yield language


@lru_cache(maxsize=len(LANGUAGES))
def i18n_for(language: Language) -> I18n:
    """Return a language without a story, one instance a process."""
    return I18n(language)
