"""How a story is shown: what ``presentation.json`` says that the records cannot say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal

from pydantic import Field, field_validator, model_validator

from components.story.models import PLACEHOLDER, Bilingual, Slug, TableRow
from components.story.texts import N_

#: The parts of the Method page where a story may have paragraphs of its own.
MethodPart = Literal[
    "scope", "records", "left-out", "dates", "places", "voices", "not-known", "corrections"
]
Degrees = Annotated[float, Field(ge=-180, le=180)]
Bounds = tuple[Degrees, Degrees, Degrees, Degrees]  # west, south, east, north (EPSG:4326)

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
    """What a story calls its regions, in small letters: "district"; in Spanish a feminine noun."""

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
    anchor: Literal["start", "middle", "end"] = "start"
    wrap: Annotated[int, Field(ge=4, le=80)] = 18


class MapExtent(TableRow):
    """One part of the map, by the value of ``extent`` in an address or in a lesson's step.

    Drawn ``close`` it is as fine as the outlines allow, with the lines of divisions and every place
    named; without it, only places with a spot are named.
    """

    id: Slug
    name: Bilingual = NO_WORDS  # what the map's control calls it; a scene of lessons needs none
    bounds: Bounds  # what must be in sight
    zooms: tuple[float, float] = (0.0, 12.0)  # how far and how close a reader may go, in deck.gl's
    close: bool = False
    regions: Mapping[str, LabelSpot] = Field(default_factory=dict)
    places: Mapping[str, LabelSpot] = Field(default_factory=dict)
    # Where countries and divisions are named, by ISO 3166 code.
    names: Mapping[str, tuple[Degrees, Degrees]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _bounds_in_order(self) -> MapExtent:
        west, south, east, north = self.bounds
        if not (west < east and south < north <= 90 and south >= -90):
            raise ValueError("bounds are west, south, east and north, in degrees")
        return self


class Span(TableRow):
    start: date = Field(alias="from")
    end: date = Field(alias="to")

    @model_validator(mode="after")
    def _in_order(self) -> Span:
        if self.start > self.end:
            raise ValueError("“from” comes after “to”")
        return self


class Zoom(Span):
    """Days of the timeline that a reader may look at closely."""

    id: Slug


class Presentation(TableRow):
    """How one story is shown; what is left out is worked out from the records."""

    title: Bilingual = NO_WORDS  # on every page; else the package's title
    tagline: Bilingual = NO_WORDS  # one line below it; else the package's description
    period: Span | None = None
    zooms: tuple[Zoom, ...] = ()
    #: The days whose share of the events is the timeline's title; else the fullest year or month.
    peak: Span | None = None
    #: The parts of the map to choose from, beginning with the first; others for lessons' steps.
    extents: tuple[MapExtent, ...] = ()
    scenes: tuple[MapExtent, ...] = ()
    #: The countries drawn a shade apart; the regions that lie out of every extent.
    apart: tuple[Annotated[str, Field(pattern=r"^[A-Z]{2}$")], ...] = ()
    off_map: tuple[Slug, ...] = ()
    #: The last day to which a reader can turn back; else the day of the newest source.
    known_until: date | None = None
    #: What the totals show before a reader chooses; else every measure.
    measures: tuple[Slug, ...] = ()
    #: The head figures in order: ``total`` (of the measure that the map draws), ``regions``, or
    #: measures; else these two and the next two measures.
    figures: tuple[Slug, ...] = ()
    credit: Bilingual = NO_WORDS  # what must be said of where the outlines are from
    region: RegionName | None = None
    #: The story's own paragraphs of the Method page, and its own terms there.
    method: Mapping[MethodPart, tuple[Bilingual, ...]] = Field(default_factory=dict)
    terms: tuple[StoryTerm, ...] = ()
    #: Words that find each other, beside those of :mod:`components.query.search`.
    synonyms: Annotated[tuple[Synonyms, ...], Field(max_length=200)] = ()
    #: Claims in words of which not both can be so; of numbers this is worked out.
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
        moved = isinstance(value, dict)
        return {k: v for k, v in value.items() if not MOVED.match(str(k))} if moved else value

    @model_validator(mode="after")
    def _known_and_once(self) -> Presentation:
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
        for rows in ((*self.extents, *self.scenes), self.zooms):
            ids: list[Any] = [row.id for row in rows]
            twice = [key for key in ids if ids.count(key) > 1]
            if twice:
                raise ValueError(f"{twice[0]!r} is the id of two entries")
        return self


PLAIN: Final = Presentation()
