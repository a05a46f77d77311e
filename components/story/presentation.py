"""How a story is shown: what ``presentation.json`` says that the records cannot say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final, Literal

from pydantic import Field, field_validator, model_validator

from components.story.models import (
    MAX_LATITUDE,
    MAX_LONGITUDE,
    PLACEHOLDER,
    Bilingual,
    Slug,
    TableRow,
)
from components.story.texts import N_

#: The parts of the Method page where a story may have paragraphs of its own.
MethodPart = Literal[
    "scope", "records", "left-out", "dates", "places", "voices", "not-known", "corrections"
]
Degrees = Annotated[float, Field(ge=-MAX_LONGITUDE, le=MAX_LONGITUDE)]
Bounds = tuple[Degrees, Degrees, Degrees, Degrees]  # west, south, east, north (EPSG:4326)

LONGEST_SENTENCE_CHARACTERS: Final = 400
NO_TEXT: Final = Bilingual(en="", es="")

#: Sentences that a story may replace, by key, and the plain message. A replacement has no other
#: places to fill in than the plain one, where that has any.
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
        "sources.documents": "The sources",
        "sources.about": "The sources that the story rests on.",
        "sources.outside": "Reports from outside these sources, marked ◇ wherever they appear.",
        "tier.help": "Reports from outside these sources. They are marked ◇ wherever they appear.",
        "column.citations": "Source and paragraph, such as gazette:3; in brackets where it does "
        "not support.",
        "tier.alone": "the documents alone",
        "tier.within": "in the documents alone",
        "basis.corroborated": "known from another report",
        "basis.day": "day by another report",
        "foot.facts": "Facts from the sources named here and, marked apart, from other reports.",
        "foot.licence": "Shown with Cited Story, free software (MIT).",
        "measures": "Every measure",
        "check.example": "120, a thousand people …",
        "handout.when": "What happened, and when",
        "handout.marks": "§ is a document, cited by paragraph; ◇ is another report.",
        "head.regions": "Counted by region",
        "counts.share": "{percent} of the {total} counted were counted in {region}",
        "cite.sum": "{title} adds up {count} regional counts: {figure} {people} {by}",
        "cite.sum-in": "{title} adds up {count} regional counts: {figure} {people} in "
        "{places} {by}",
        "cite.title": "{title}. Data set, version {version}.",
        "key.attested": "division named by a source",
        "key.inferred": "division inferred",
        "region.attested": "Divisions named by a source",
        "region.inferred": "Divisions inferred",
    }
)
#: Keys of earlier versions: rows of the package's tables have their texts, or findings.
MOVED_KEYS: Final = re.compile(r"(?:measure|people|voice|claim)\.|head\.(?!regions$)|counts\.sum$")


class RegionName(TableRow):
    """What a story calls its regions, in small letters: "district"; in Spanish a feminine noun."""

    one: Bilingual
    many: Bilingual

    @model_validator(mode="after")
    def _names_are_short(self) -> RegionName:
        texts = (
            self.one.en,
            self.one.es,
            self.many.en,
            self.many.es,
        )
        names = [name for name in texts if name]
        if not names:
            names = [""]
        for name in names:
            if not re.fullmatch(r"[^\W\d_][\w '’-]{0,39}", name):
                raise ValueError(f"{name!r} is no name of at most 40 letters")
        return self


class RowNumbers(TableRow):
    """The numbers that the rows of a table of events give, each of its own row.

    ``column`` is the name of the further column of events that holds them, ``name`` says what they
    count; without a name the column's is used.
    """

    column: Annotated[str, Field(min_length=1, max_length=300)]
    name: Bilingual = NO_TEXT


class StoryTerm(TableRow):  # noqa: D101 - it would appear in the schema for authors of packages
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
    name: Bilingual = NO_TEXT  # in the map's control; a scene of lessons needs none
    bounds: Bounds  # what must be in sight
    zooms: tuple[float, float] = (0.0, 12.0)  # the least and the greatest, as deck.gl counts them
    close: bool = False
    regions: Mapping[str, LabelSpot] = Field(default_factory=dict)
    places: Mapping[str, LabelSpot] = Field(default_factory=dict)
    # Where countries and divisions are named, by ISO 3166 code.
    names: Mapping[str, tuple[Degrees, Degrees]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _bounds_in_order(self) -> MapExtent:
        west, south, east, north = self.bounds
        has_latitudes = -MAX_LATITUDE <= south < north <= MAX_LATITUDE
        if not has_latitudes or west >= east:
            raise ValueError("bounds are west, south, east and north, in degrees")
        return self


class Span(TableRow):  # noqa: D101 - it would appear in the schema for authors of packages
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

    title: Bilingual = NO_TEXT  # on every page; else the package's title
    tagline: Bilingual = NO_TEXT  # one line below it; else the package's description
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
    #: The numbers of the events' rows, which How many? draws where no figure is reported.
    row_numbers: RowNumbers | None = None
    credit: Bilingual = NO_TEXT  # of the outlines, where their licence asks for one
    region: RegionName | None = None
    #: The story's paragraphs of the Method page, and its terms in the glossary there.
    method: Mapping[MethodPart, tuple[Bilingual, ...]] = Field(default_factory=dict)
    terms: tuple[StoryTerm, ...] = ()
    #: Words that find each other, beside those of :mod:`components.query.search`.
    synonyms: Annotated[tuple[Synonyms, ...], Field(max_length=200)] = ()
    #: Claims in words that cannot both be true; of numbers this is computed.
    contrary: Annotated[tuple[ContraryClaims, ...], Field(max_length=200)] = ()
    sentences: Mapping[str, Bilingual] = Field(default_factory=dict)

    @field_validator("method", mode="before")
    @classmethod
    def _accept_old_flag(cls, value: Any) -> Any:
        # Before version 1.2.0 this was whether the page has paragraphs on this project's data.
        if isinstance(value, bool):
            return {}
        return value

    @field_validator("sentences", mode="before")
    @classmethod
    def _omit_moved_keys(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: text for key, text in value.items() if not MOVED_KEYS.match(str(key))}

    @model_validator(mode="after")
    def _sentences_are_known(self) -> Presentation:
        unknown_keys = sorted(self.sentences.keys() - SENTENCES)
        if unknown_keys:
            raise ValueError(f"{unknown_keys[0]!r} is none of the sentences a story may have")
        return self

    @model_validator(mode="after")
    def _texts_are_short(self) -> Presentation:
        texts = list(self.sentences.items())
        for part, paragraphs in self.method.items():
            texts.extend((f"method.{part}", paragraph) for paragraph in paragraphs)
        for key, text in texts:
            if max(len(text.en), len(text.es)) > LONGEST_SENTENCE_CHARACTERS:
                raise ValueError(f"{key!r} has more than {LONGEST_SENTENCE_CHARACTERS} characters")
        return self

    @model_validator(mode="after")
    def _places_are_known(self) -> Presentation:
        for key, sentence in self.sentences.items():
            known_names = set(PLACEHOLDER.findall(SENTENCES[key]))
            unknown_names = set(PLACEHOLDER.findall(sentence.en + sentence.es)) - known_names
            if known_names and unknown_names:
                allowed = ", ".join(f"{{{name}}}" for name in sorted(known_names))
                raise ValueError(f"{key!r} has {{{min(unknown_names)}}}; it may have {allowed}")
        return self

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Presentation:
        map_parts = (*self.extents, *self.scenes)
        _check_unique([part.id for part in map_parts])
        _check_unique([zoom.id for zoom in self.zooms])
        return self


def _check_unique(ids: Sequence[str]) -> None:
    repeated_ids = [each for each in ids if ids.count(each) > 1]
    if repeated_ids:
        raise ValueError(f"{repeated_ids[0]!r} is the id of two entries")


PLAIN: Final = Presentation()
