"""How a story is shown: ``presentation.json``, and plain defaults for a package without one.

Only what the records cannot say stands here: the story's name, the days and the parts of the map
a reader begins with, where labels stand, and the sentences that are this story's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal

from pydantic import Field, field_validator, model_validator

from components.story.models import PLACEHOLDER, Slug, TableRow
from components.story.sources import Bilingual
from components.story.texts import N_

Anchor = Literal["start", "middle", "end"]
MethodPart = Literal[
    "scope", "records", "left-out", "dates", "places", "voices", "not-known", "corrections"
]
"""The parts of the Method page where a story may have paragraphs of its own."""
Degrees = Annotated[float, Field(ge=-180, le=180)]
Bounds = tuple[Degrees, Degrees, Degrees, Degrees]
"""West, south, east and north in degrees (WGS 84, EPSG:4326)."""

#: The longest of the story's own sentences, in characters.
LONGEST_SENTENCE_CHARACTERS: Final = 400
NO_WORDS: Final = Bilingual(en="", es="")

#: What a story may say in its own words, by key, and the plain message in its place. A sentence has
#: no other places to fill in than the plain one, where that has any.
SENTENCES: Final[dict[str, str]] = N_(
    {
        "overview.title": "The story in one line",
        "overview.about": "What happened, where, how many, and who says so.",
        "period": "the days of the story",
        "timeline.title": "Events by kind and date",
        "map.title": "Where did it happen?",
        "map.about": "Where the events happened, and what was counted by region.",
        "map.caption": "People counted by region",
        # Above the ranked counts beside the map, where there is one line.
        "counts.caption": "Counted, by region",
        "map.region": "Region of the map",
        "counts.caveat": "Counts are as their sources give them.",
        "sources.title": "The sources, and what rests on them",
        "sources.documents": "The documents",
        "sources.about": "The sources that the story rests on.",
        "sources.outside": "Reports from outside the documents, marked ◇ wherever they appear.",
        "tier.help": "Reports from outside the documents. They are marked ◇ wherever they appear.",
        "column.citations": "Source and paragraph, such as gazette:3; in brackets where it does "
        "not support.",
        "tier.alone": "the documents alone",
        "tier.within": "in the documents alone",
        "basis.corroborated": "known from a corroborating report",
        "basis.day": "day known from a corroborating report",
        "foot.facts": "Facts from the sources named here and, marked apart, from corroborating "
        "reports.",
        "foot.licence": "Shown with Cited Story, free software (MIT).",
        "measures": "Every measure",
        "check.example": "120, a thousand people …",
        "handout.when": "What happened, and when",
        "handout.marks": "§ is a document, cited by paragraph; ◇ is a report that corroborates it.",
        "head.regions": "Counted by region",
        "counts.share": "{percent} of those counted were counted in {region}",
        "cite.sum": "{title}’s own sum of {count} regional counts: {figure} {people} {by}",
        "cite.sum-in": "{title}’s own sum of {count} regional counts: {figure} {people} in "
        "{places} {by}",
        "cite.title": "{title}. Data set, version {version}.",
        "key.attested": "division named by a source",
        "key.inferred": "division inferred",
        "region.attested": "Divisions named by a source",
        "region.inferred": "Divisions inferred",
        # Added to a sum of its own; nothing stands in its place.
        "counts.sum": "",
    }
)
#: Words that versions before 1.4 had here; a row of the package's tables has them since.
MOVED: Final = re.compile(r"(?:measure|people|voice|claim)\.|head\.(?!regions$)")


class RegionName(TableRow):
    """What a story calls its regions: "district", "provincia"; in Spanish a feminine noun.

    Both are in small letters; a capital is put where the sentence has one. A language that has no
    name says regions.
    """

    one: Bilingual
    many: Bilingual

    @model_validator(mode="after")
    def _words(self) -> RegionName:
        found = [name for words in (self.one, self.many) for name in (words.en, words.es)]
        for name in [name for name in found if name] or [""]:
            if not re.fullmatch(r"[^\W\d_][\w '’-]{0,39}", name):
                raise ValueError(f"{name!r} is no name of at most 40 letters")
        return self


class StoryTerm(TableRow):
    """A term that this story uses, and what it means by it."""

    name: Bilingual
    meaning: Bilingual


Word = Annotated[str, Field(pattern=r"^[^\W\d_]{2,40}$")]
Synonyms = Annotated[tuple[Word, ...], Field(min_length=2, max_length=20)]


class ContraryClaims(TableRow):
    """Two claims in words that cannot both be so, and how that is seen."""

    claims: tuple[Slug, Slug]
    how: Bilingual


class LabelSpot(TableRow):
    """Where a label stands, in pixels from its mark, to the right and down; ``wrap`` in letters."""

    dx: int
    dy: int
    anchor: Anchor = "start"
    wrap: Annotated[int, Field(ge=4, le=80)] = 18


class MapExtent(TableRow):
    """One part of the map.

    Attributes:
        id: the value of ``extent`` in an address, or in a lesson's step.
        name: what the map's control calls it; a scene of lessons alone needs none.
        bounds: what must be in sight.
        zooms: how far and how close a reader may go, as deck.gl counts zoom levels.
        close: drawn as fine as the outlines allow, with the lines of divisions and every place
            named; without it, only places with a spot are named.
        regions: label spots by region.
        places: label spots by place.
        names: longitude and latitude of the names of countries and divisions, by ISO 3166 code.
    """

    id: Slug
    name: Bilingual = NO_WORDS
    bounds: Bounds
    zooms: tuple[float, float] = (0.0, 12.0)
    close: bool = False
    regions: Mapping[str, LabelSpot] = Field(default_factory=dict)
    places: Mapping[str, LabelSpot] = Field(default_factory=dict)
    names: Mapping[str, tuple[Degrees, Degrees]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _bounds_in_order(self) -> MapExtent:
        west, south, east, north = self.bounds
        if not (west < east and south < north <= 90 and south >= -90):
            raise ValueError("bounds are west, south, east and north, in degrees")
        return self


class Span(TableRow):
    """A first and a last day."""

    start: date = Field(alias="from")
    end: date = Field(alias="to")

    @model_validator(mode="after")
    def _in_order(self) -> Span:
        if self.start > self.end:
            raise ValueError("“from” comes after “to”")
        return self


class Zoom(Span):
    """Some days of the timeline that a reader may look at closely."""

    id: Slug


class Presentation(TableRow):
    """How one story is shown.

    Attributes:
        title: its name, on every page; without one, the package's title.
        tagline: one line below it; without one, the package's description.
        period: the days it tells of; without them, those of its records.
        zooms: days to look at closely on the timeline.
        peak: the days whose share of the events is the timeline's title; without them, the year
            or the month with the most events.
        extents: the parts of the map to choose from; the first one is where it begins.
        scenes: further parts of the map, for the steps of a lesson.
        apart: codes of countries drawn a shade apart from the other ground.
        off_map: regions that lie out of every extent; the tables have them.
        known_until: the last day to which a reader can turn back; without it, the day of the
            newest source.
        measures: what the totals show before a reader chooses; without any, every measure.
        figures: the head figures, in their order: ``total`` (of the measure that the map draws),
            ``regions``, or measures; without any, these two and the next two measures.
        credit: what must be said of where the outlines are from.
        region: what the story calls its regions; without it, regions.
        method: the story's own paragraphs of the Method page, by its parts: what it covers, what
            its makers decided, what they do not know.
        terms: the story's own terms, listed on the Method page after those of the data.
        synonyms: groups of words that find each other when they are looked up, beside those of
            :mod:`components.query.search`.
        contrary: claims in words of which not both can be so; of numbers this is worked out.
        sentences: the story's own, by the keys of :data:`SENTENCES`.
    """

    title: Bilingual = NO_WORDS
    tagline: Bilingual = NO_WORDS
    period: Span | None = None
    zooms: tuple[Zoom, ...] = ()
    peak: Span | None = None
    extents: tuple[MapExtent, ...] = ()
    scenes: tuple[MapExtent, ...] = ()
    apart: tuple[Annotated[str, Field(pattern=r"^[A-Z]{2}$")], ...] = ()
    off_map: tuple[Slug, ...] = ()
    known_until: date | None = None
    measures: tuple[Slug, ...] = ()
    figures: tuple[Slug, ...] = ()
    credit: Bilingual = NO_WORDS
    region: RegionName | None = None
    method: Mapping[MethodPart, tuple[Bilingual, ...]] = Field(default_factory=dict)
    terms: tuple[StoryTerm, ...] = ()
    synonyms: Annotated[tuple[Synonyms, ...], Field(max_length=200)] = ()
    contrary: Annotated[tuple[ContraryClaims, ...], Field(max_length=200)] = ()
    sentences: Mapping[str, Bilingual] = Field(default_factory=dict)

    @field_validator("method", mode="before")
    @classmethod
    def _yes_or_no_before(cls, value: Any) -> Any:
        # Packages of before version 1.2.0 only said whether the page told of this project's data.
        return {} if isinstance(value, bool) else value

    @field_validator("sentences", mode="before")
    @classmethod
    def _without_moved(cls, value: Any) -> Any:
        kept = isinstance(value, dict)
        return {k: v for k, v in value.items() if not MOVED.match(str(k))} if kept else value

    @model_validator(mode="after")
    def _known_sentences(self) -> Presentation:
        unknown = sorted(self.sentences.keys() - SENTENCES)
        if unknown:
            raise ValueError(f"{unknown[0]!r} is none of the sentences a story may have")
        parts = self.method.items()
        paragraphs = [(f"method.{part}", text) for part, rows in parts for text in rows]
        for key, words in (*self.sentences.items(), *paragraphs):
            if max(len(words.en), len(words.es)) > LONGEST_SENTENCE_CHARACTERS:
                raise ValueError(f"{key!r} has more than {LONGEST_SENTENCE_CHARACTERS} characters")
        for key, words in self.sentences.items():
            names = {*PLACEHOLDER.findall(SENTENCES[key])}
            other = sorted({*PLACEHOLDER.findall(words.en + words.es)} - names)
            if names and other:
                allowed = ", ".join(f"{{{name}}}" for name in sorted(names))
                raise ValueError(f"{key!r} has {{{other[0]}}}; it may have {allowed}")
        return self

    @model_validator(mode="after")
    def _ids_once(self) -> Presentation:
        for rows in ((*self.extents, *self.scenes), self.zooms):
            ids: list[Any] = [row.id for row in rows]
            twice = [key for key in ids if ids.count(key) > 1]
            if twice:
                raise ValueError(f"{twice[0]!r} is the id of two entries")
        return self


PLAIN: Final = Presentation()
"""What a package without ``presentation.json`` has."""
