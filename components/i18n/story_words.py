"""What a story says in its own words, and the plain words for what it leaves out.

A page asks for a plain message; where the story's ``presentation.json`` has a sentence of its own
for it, that one is said. So no page asks whose story it shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from components.i18n.language import N_, Foreign, I18n, Language
from components.i18n.names import licence_words, story_name
from components.story.dataset import Dataset
from components.story.models import PLACEHOLDER, PLAIN_UNITS, Claim
from components.story.presentation import SENTENCES
from components.story.sources import Bilingual

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


class StoryI18n(I18n):
    """A language in which the interface speaks of one story."""

    def __init__(self, base: I18n, data: Dataset) -> None:
        # The catalogue of a language is read once per process, and shared.
        self.__dict__.update(base.__dict__)
        self._data, self._said = data, dict[str, str]()
        shown, spanish = data.presentation, self.language == "es"
        self.one_year = data.one_year
        #: The language of the story's texts where it is not this one.
        self._other = data.language if data.language != self.language else ""
        #: What stands in place of the catalogue's words for regions.
        self._names: dict[str, str] = {}
        both = (shown.region.one, shown.region.many) if shown.region else ()
        named = [getattr(words, self.language) for words in both]
        for old, new in zip(REGION[self.language], named, strict=False) if all(named) else ():
            self._names |= {old: new, old.capitalize(): new[:1].upper() + new[1:]}
        self._own = {key: self._told(words) for key, words in shown.sentences.items()}
        name = self._told(shown.title) or story_name(data, self)
        self.about = data.about.description_es if spanish else data.about.description
        credit = getattr(shown.credit, self.language)
        licence = (licence_words(data, self), credit, super().t(SENTENCES["foot.licence"]))
        self._said = {
            TITLE: name,
            TAGLINE: self._told(shown.tagline) or self.about,
            SENTENCES["overview.title"]: name,
            SENTENCES["period"]: self.date("/".join(map(str, data.coverage))),
            SENTENCES["foot.licence"]: " ".join(part for part in licence if part),
        }
        if self.about:
            self._said[SENTENCES["overview.about"]] = self.about
        if all(source.custom.tier == "document" for source in data.sources.values()):
            self._said[SENTENCES["foot.facts"]] = super().t(FACTS)
        if data.main_measure:
            counted = self.called("measures", data.main_measure)
            for key in ("map.caption", "counts.caption"):
                self._said[SENTENCES[key]] = super().t("{measure} by region", measure=counted)
            if data.counted_unit != "people":
                for plain, worded in THINGS.items():
                    self._said[plain] = super().t(worded).replace("{measure}", counted)
        if not data.of_people:
            self._said |= {plain: super(StoryI18n, self).t(s) for plain, s in OF_PEOPLE.items()}
        for key, text in self._own.items():
            # The story's own words for its period might leave records out.
            if SENTENCES.get(key) and text and (key != "period" or data.coverage == data.period):
                self._said[SENTENCES[key]] = text

    def t(self, message: str, /, **values: object) -> str:
        """Translate a message, or say what the story says in its place."""
        said = self._said.get(message)
        if said is None:
            return super().t(message, **values)
        # Not str.format, whose "{figure:>999999999}" a story that is opened could bring.
        filled = PLACEHOLDER.sub(lambda name: str(values.get(name[1], name[0])), said)
        return Foreign(filled, said.language) if isinstance(said, Foreign) else filled

    def _renamed(self, text: str) -> str:
        if not self._names:
            return text
        # A place to fill in is found first, and left as it is.
        words = rf"\{{[^{{}}]*\}}|\b(?:{'|'.join(self._names)})\b"
        return re.sub(words, lambda word: self._names.get(word[0], word[0]), text)

    def n(self, singular: str, plural: str, count: int, /, **values: object) -> str:
        """Translate a message that depends on a count, or say what the story says in its place."""
        if plural in self._said:
            return self.t(plural, count=self.amount(count, self._data.counted_unit), **values)
        return super().n(singular, plural, count, **values)

    def called(self, table: str, key: str, /) -> str:
        """What the story calls a code of one of its vocabularies."""
        term = self._data.words(table).get(key)
        return self.of(term, "name") if term else super().called(table, key)

    def unit(self, unit: str | None, number: float, /) -> str:
        """The word after a number; empty for people and percentages."""
        term = self._data.words("units").get(unit or "")
        if unit in PLAIN_UNITS or term is None:
            return ""
        return (self.of(term, "many") if number != 1 else "") or self.of(term, "name")

    def sentence(self, claim: Claim, /, **values: str) -> str:
        """The sentence that the story has for figures of a claim's measure; empty without one."""
        own = self._data.words("measures")[claim.measure]
        people = self.of(self._data.words("populations")[claim.population], "people")
        text = self.of(own, "sentence") if people else ""
        return PLACEHOLDER.sub(lambda name: {"people": people, **values}.get(name[1], ""), text)

    def of(self, record: Any, column: str) -> Any:
        """Return a record's column in this language; in the story's where it has only that."""
        text = super().of(record, column)
        return Foreign(text, self._other) if self._other and isinstance(text, str) else text

    def _told(self, words: Bilingual) -> str:
        text = getattr(words, self.language)
        return Foreign(text, self._other) if self._other and words.en == words.es else text

    def own(self, key: str, message: str) -> str:
        """The story's own words for a key, else a message translated; empty for none."""
        return self._own.get(key) or (super().t(message) if message else "")
