"""The languages, their catalogues, and the messages that depend on what a story counts.

English strings are the message ids; the others are gettext catalogues in ``locales/*/*.po``.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from components.story.presentation import SENTENCES
from components.story.texts import N_ as N_

Language = Literal["en", "es"]
LANGUAGES: Final[dict[Language, str]] = {"en": "English", "es": "Español"}
DEFAULT_LANGUAGE: Final[Language] = "en"
LOCALES: Final = Path(__file__).parent / "locales"
#: The locale of each language: British dates suit "27 February 2019"; the Spanish is Colombia's.
BABEL_LOCALES: Final[dict[Language, str]] = {"en": "en_GB", "es": "es_CO"}
#: A number with its qualifier, where it is not exact.
QUALIFIED_NUMBERS: Final = {
    "about": N_("about {number}"),
    "nearly": N_("nearly {number}"),
    "more_than": N_("more than {number}"),
    "at_least": N_("at least {number}"),
    "less_than": N_("fewer than {number}"),
    "up_to": N_("up to {number}"),
}

TITLE: Final = N_("The story")
TAGLINE: Final = N_("What the story is about")
#: The line on the sources of a story that no report corroborates.
FACTS: Final = N_("Facts from the sources named here.")
#: Messages on counts of people by region, and the ones on counts of other things, with the measure.
THING_MESSAGES: Final[dict[str, str]] = {
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
#: Messages on figures of people, and the ones of a story whose figures mostly count other things.
MIXED_MESSAGES: Final[dict[str, str]] = {
    "The figures count different people on different days: they are not joined, added up or "
    "averaged.": N_(
        "The figures count different things on different days: they are not joined, added up or "
        "averaged."
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


class RegionWords(NamedTuple):
    """The words of a catalogue for one region and for several."""

    singular: str
    plural: str


REGION_WORDS: Final[Mapping[Language, RegionWords]] = {
    "en": RegionWords("region", "regions"),
    "es": RegionWords("región", "regiones"),
}


class UntranslatedText(str):
    """A text of a story that has no translation; ``language`` is the one it is in."""

    language: str

    def __new__(cls, text: str, language: str) -> UntranslatedText:
        """Return the text with the code of its language (BCP 47)."""
        untranslated_text = super().__new__(cls, text)
        untranslated_text.language = language
        return untranslated_text

    def __reduce__(self) -> Any:
        text = str(self)
        return UntranslatedText, (text, self.language)


@lru_cache(maxsize=len(LANGUAGES))
def load_catalogue(language: Language) -> gettext.NullTranslations:
    """Return the messages of a language, read once a process from its ``.po`` files."""
    if language == DEFAULT_LANGUAGE:
        return gettext.NullTranslations()
    locale = BABEL_LOCALES[language]
    catalogue = Catalog(locale=locale)
    folder = LOCALES / language
    for path in sorted(folder.glob("*.po")):
        with path.open("rb") as po_file:
            for message in read_po(po_file, locale=locale):
                if message.id:
                    catalogue.add(message.id, message.string, context=message.context)
    mo_file = io.BytesIO()
    write_mo(mo_file, catalogue)
    mo_file.seek(0)
    return gettext.GNUTranslations(mo_file)
