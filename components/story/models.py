"""The rows of each table, column for column as in ``data/datapackage.json``, and the sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from components.mark_styles import KIND_COLOURS, KIND_SHAPES
from components.story.edtf import EdtfDate, interval_of_choice, parse_edtf

Basis = Literal["stated", "inferred", "corroborated"]
Qualifier = Literal[
    "exact", "about", "nearly", "more_than", "at_least", "less_than", "up_to", "range"
]
Role = Literal["supports", "disputes", "context"]
StatementKind = Literal[
    "communique", "interview", "press-conference", "report", "speech", "testimony", "announcement"
]
Tier = Literal["document", "corroborating"]
#: The voice of sources and claimants of which nobody says whose voice they are.
UNKNOWN_VOICE: Final = "unknown"
Kind = Literal[
    "original-reporting", "commentary", "aggregator", "wire", "newspaper", "broadcaster", "official"
]
Precision = Literal["exact", "locality", "area", "none"]
RegionBasis = Literal["attested", "inferred"]
StatementBasis = Literal["stated", "inferred"]
#: The most degrees from the equator, and from Greenwich.
MAX_LATITUDE: Final = 90
MAX_LONGITUDE: Final = 180
#: A citation quotes no more words of its source.
MOST_QUOTED_WORDS: Final = 8
if TYPE_CHECKING:
    Symbol = str
else:
    # Pydantic refuses any other text, as for the literals above.
    Symbol = Literal[KIND_SHAPES]

RECORD_ID = r"^[a-z]{2}-[a-z0-9-]+$"
SLUG = r"^[a-z0-9][a-z0-9-]*$"
PICTURE_FILE = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"


def _split_items(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    items = [item.strip() for item in value.split(";")]
    return tuple(item for item in items if item)


def _validate_edtf(value: Any) -> Any:
    if isinstance(value, str) and value:
        return parse_edtf(value).text
    return value


def _validate_edtf_without_time(value: Any) -> Any:
    if not isinstance(value, str) or not value:
        return value
    if parse_edtf(value).time:
        raise ValueError(f"{value!r} has a time, which the date of an event alone may have")
    # That something was on some day of an interval is said of events alone.
    return interval_of_choice(value)


EdtfTime = Annotated[str, BeforeValidator(_validate_edtf)]
Edtf = Annotated[str, BeforeValidator(_validate_edtf_without_time)]
#: Units whose number stands alone, or with its sign; they need no row of ``units.csv``.
PLAIN_UNITS: Final = frozenset({None, "", "people", "percent"})
#: The places to fill in a measure's sentence.
SENTENCE_PLACES: Final = frozenset({"figure", "people", "by"})
PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")


def _validate_places(value: str) -> str:
    unknown_names = sorted(set(PLACEHOLDER.findall(value)) - SENTENCE_PLACES)
    if unknown_names:
        raise ValueError(f"{{{unknown_names[0]}}} is none of {{figure}}, {{people}} and {{by}}")
    return value


Sentence = Annotated[str, Field(max_length=400), AfterValidator(_validate_places)]
#: A list in one cell: values separated by ``;``.
Items = Annotated[tuple[str, ...], BeforeValidator(_split_items)]
#: A list of numbers from 1 in one cell.
Numbers = Annotated[tuple[Annotated[int, Field(ge=1)], ...], BeforeValidator(_split_items)]
Slug = Annotated[str, Field(pattern=SLUG)]
RequiredText = Annotated[str, Field(min_length=1)]
Division = Annotated[str, Field(pattern=r"^[A-Z]{2}-[A-Z0-9]{1,3}$")]


class Ref:
    """What a column refers to by id: rows of these files; a vocabulary need not have the row."""

    def __init__(self, *tables: str) -> None:
        self.tables = tables


EventId = Annotated[str, Field(pattern=r"^ev-[a-z0-9-]+$")]
ClaimId = Annotated[str, Field(pattern=r"^cl-[a-z0-9-]+$")]
#: References to rows of other tables.
EventRef = Annotated[str | None, Ref("events.csv")]
PlaceRef = Annotated[Slug | None, Ref("places.csv")]
RegionRef = Annotated[Slug, Ref("regions.csv")]
OptionalRegionRef = Annotated[Slug | None, Ref("regions.csv")]
SourceRef = Annotated[Slug, Ref("sources.json")]
OptionalSourceRef = Annotated[Slug | None, Ref("sources.json")]
#: A locator: non-empty lines of a text, from 1.
Locator = Annotated[int, Field(ge=1)]


class TableRow(BaseModel):
    """A record of the data set: frozen, and with no column the schema does not name."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        str_strip_whitespace=True,
    )
    #: The columns that a row is known by.
    key: ClassVar[tuple[str, ...]] = ("id",)


class Event(TableRow):
    """One thing that happened: ``date`` is the best date known, with a time where that is known.

    ``document_date`` is what the documents give, where a corroborating report has sharpened it.
    """

    id: EventId
    date: Annotated[EdtfTime, Field(min_length=4)]
    date_basis: Basis
    document_date: Edtf | None = None
    date_note: str
    date_note_es: str
    category: Annotated[Slug, Ref("categories.csv")]
    place_id: PlaceRef = None
    title: RequiredText
    title_es: RequiredText
    summary: RequiredText
    summary_es: RequiredText
    actors: Items = ()
    actors_es: Items = ()


class Term(TableRow):
    """A term of a story: what a code of its tables is called, and its position in lists."""

    id: Slug
    name: RequiredText
    name_es: RequiredText
    order: Annotated[int, Field(ge=0)] = 0


class Category(Term):
    """One kind of event; without a shape or a colour it takes the next ones in turn."""

    symbol: Symbol | None = None
    colour: Annotated[int, Field(ge=1, le=len(KIND_COLOURS))] | None = None


class Measure(Term):
    """What a figure measures: arrivals, deaths, hotels."""

    #: The name of its latest figure at the head of the Overview; else its name.
    head: str = ""
    head_es: str = ""
    #: Quotes a figure, with {figure}, {people} and {by}; else the claim's statement does.
    sentence: Sentence = ""
    sentence_es: Sentence = ""
    #: Whether the map draws its counts by region: the first such measure that has some.
    map: bool = False
    #: Whether a later figure tells what came since an earlier one.
    running: bool = False
    #: Whether it gathers unlike things, compared within one question alone.
    mixed: bool = False


class Population(Term):
    """Who or what a figure counts."""

    #: The noun for those who are counted, in a sentence to quote.
    people: str = ""
    people_es: str = ""


class Unit(Term):
    """The unit of a figure that is not a count of people."""

    #: The plural of the name.
    many: str = ""
    many_es: str = ""


class Claim(TableRow):
    """One assertion of a number or of a disputable state of affairs, for the date ``as_of``.

    "More than 500" has a low value and no high one, "nearly 1,000" a high and no low, a range both,
    an exact or approximate figure the same number in both.
    """

    id: ClaimId
    topic_id: Annotated[Slug | None, Ref("topics.csv")] = None
    measure: Annotated[Slug, Ref("measures.csv")]
    population: Annotated[Slug, Ref("populations.csv")]
    value_low: float | None = None
    value_high: float | None = None
    qualifier: Qualifier | None = None
    unit: Annotated[str | None, Ref("units.csv")] = None
    region_id: OptionalRegionRef = None
    period: Edtf | None = None
    as_of: Edtf | None = None
    as_of_basis: Basis | None = None
    document_date: Edtf | None = None
    as_of_note: str = ""
    as_of_note_es: str = ""
    claimant_id: Annotated[Slug, Ref("claimants.csv")]
    statement: RequiredText
    statement_es: RequiredText
    event_id: EventRef = None
    statement_id: Annotated[Slug | None, Ref("statements.csv")] = None

    @model_validator(mode="after")
    def _values_fit_the_qualifier(self) -> Claim:
        low = self.value_low
        high = self.value_high
        qualifier = self.qualifier
        if qualifier is None:
            if low is not None or high is not None:
                raise ValueError("a value needs a qualifier (exact, about, more_than …)")
            return self
        if self.unit is None:
            raise ValueError("a value needs a unit (people, hotels, percent …)")
        wants_low = qualifier not in {"nearly", "less_than", "up_to"}
        wants_high = qualifier not in {"more_than", "at_least"}
        if wants_low != (low is not None) or wants_high != (high is not None):
            low_rule = _value_rule("value_low", is_wanted=wants_low)
            high_rule = _value_rule("value_high", is_wanted=wants_high)
            raise ValueError(f"qualifier {qualifier!r} takes {low_rule} and {high_rule}")
        if qualifier in {"exact", "about"} and low != high:
            raise ValueError(f"qualifier {qualifier!r} takes the same number in both values")
        if qualifier == "range" and low is not None and high is not None and low >= high:
            raise ValueError("qualifier 'range' takes a value_low under its value_high")
        return self


def _value_rule(column: str, *, is_wanted: bool) -> str:
    if is_wanted:
        return f"a {column}"
    return f"no {column}"


class Claimant(TableRow):
    """Whoever said it first: an office, a person or a newsroom, and the voice they speak with."""

    id: Slug
    name: str
    name_es: str
    mention: str = ""  # inside a sentence, with its article: "the ministry"
    mention_es: str = ""
    voice: Annotated[Slug, Ref("voices.csv")]


class Statement(TableRow):
    """One statement that several claims may relay: a communiqué, an interview, a speech."""

    id: Slug
    claimant_id: Annotated[Slug, Ref("claimants.csv")]
    #: Empty where no source tells it; an interval is the span in which it must lie.
    day: Edtf | None = None
    place: str = ""
    kind: StatementKind
    title: RequiredText
    title_es: RequiredText


class Picture(TableRow):
    """The picture of an event: a file in the package's folder ``pictures``, and whose it is."""

    key = ("event_id",)
    event_id: Annotated[RequiredText, Ref("events.csv")]
    file: Annotated[str, Field(pattern=PICTURE_FILE)]
    alt: RequiredText
    alt_es: RequiredText
    credit: RequiredText
    licence: RequiredText


class Citation(TableRow):
    """One place in one source that bears on one record."""

    key = ("record_id", "source_id", "locator")
    record_id: Annotated[str, Field(pattern=RECORD_ID), Ref("events.csv", "claims.csv")]
    source_id: SourceRef
    locator: Locator | None = None
    wording: str = ""
    role: Role
    #: The sentences of the record's text that it supports, from 1; empty for all of the text.
    sentences: Numbers = ()
    #: Who carried it on its way to this one, nearest first.
    via: Annotated[Items, Ref("sources.json")] = ()
    #: How it is known that it relays the statement which its claim names.
    statement_basis: StatementBasis | None = None

    @model_validator(mode="after")
    def _wording_is_short(self) -> Citation:
        if len(self.wording.split()) > MOST_QUOTED_WORDS:
            raise ValueError("wording holds the figure's own words, eight at most")
        return self


class Topic(TableRow):
    """One question that several claims answer.

    What explains or would settle it is empty where nobody says it.
    """

    id: Slug
    question: str
    question_es: str
    status: Literal["agree", "differ", "explained"]
    explanation: str = ""
    explanation_es: str = ""
    explanation_basis: Literal["editors", "source"]
    settle: str = ""
    settle_es: str = ""


#: The source of the coordinates of a place whose table gives none, but a name that is known.
PLACED_BY_NAME: Final = "placed by its name (Natural Earth)"


class Place(TableRow):
    """One named place; ``lat`` and ``lon`` are degrees, WGS 84 (EPSG:4326)."""

    id: Slug
    name: str
    name_es: str
    kind: Annotated[Slug, Ref("place_kinds.csv")] = "place"
    lat: Annotated[float, Field(ge=-MAX_LATITUDE, le=MAX_LATITUDE)] | None = None
    lon: Annotated[float, Field(ge=-MAX_LONGITUDE, le=MAX_LONGITUDE)] | None = None
    country: Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
    admin1: Division | None = None
    precision: Precision
    coordinate_source: str = ""

    @property
    def is_located(self) -> bool:
        """Whether it has coordinates, so that a map can show it."""
        return self.lat is not None and self.lon is not None

    @property
    def is_placed_by_name(self) -> bool:
        """Whether its point is inferred from its name alone; of an area, one well inside."""
        return self.coordinate_source == PLACED_BY_NAME


class Region(TableRow):
    """One area for which figures are given."""

    id: Slug
    name: str
    name_es: str
    label: str
    label_es: str
    seat_place_id: PlaceRef = None
    seat_basis: RegionBasis | None = None
    note: str = ""
    note_es: str = ""


class RegionDepartment(TableRow):
    """One first-level division's (ISO 3166-2) belonging to one region, and on what that rests."""

    key = ("department",)
    department: Division
    department_name: str
    region_id: RegionRef
    basis: RegionBasis
    source: OptionalSourceRef = None
    note: str = ""
    note_es: str = ""


class LeftOut(TableRow):
    """One paragraph of which the data set leaves something out: what it is, and why."""

    key = ("source_id", "locator")
    source_id: SourceRef
    locator: Locator
    reason: str
    reason_es: str


class Correction(TableRow):
    """One correction made public, or a change of wording, of one or (``;``) several records.

    A reader could have relied on what a correction of ``kind`` substance mends.
    """

    key = ()
    date: str
    version: str
    record_id: str
    kind: Literal["substance", "wording"] = "substance"
    field: str
    old: str
    new: str
    why: str
    why_es: str


class Bilingual(TableRow):  # noqa: D101 - it would appear in the schema for authors of packages
    en: str = ""
    es: str = ""


class SourceDetails(TableRow):
    """What is known of a source beyond CSL-JSON (its ``custom`` object).

    ``kind`` is ``None``, and ``voice`` is :data:`UNKNOWN_VOICE`, where nobody says them.
    """

    tier: Tier
    kind: Kind | None = None
    voice: Slug
    short: str
    issued_edtf: Edtf = ""
    date_basis: Basis | None = None
    date_note: Bilingual = Bilingual()
    upstream: tuple[str, ...] = ()
    notes: Bilingual = Bilingual()
    file: str | None = None

    @property
    def issued(self) -> EdtfDate:
        """When it appeared; open at both ends where no date is known."""
        return parse_edtf(self.issued_edtf or "../..")


class Source(BaseModel):
    """One document, as CSL-JSON. Fields not named here pass through to the citation styles."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: Slug
    type: str
    title: RequiredText
    language: str
    URL: str | None = None
    custom: SourceDetails

    def to_csl(self) -> dict[str, Any]:
        """Return the item as plain CSL-JSON, ``custom`` included."""
        return self.model_dump(mode="json", exclude_none=True)


@cache
def column_references(model: type[BaseModel]) -> Mapping[str, tuple[str, ...]]:
    """Return the files whose ids a table's columns hold, by column."""
    files_by_column: dict[str, tuple[str, ...]] = {}
    for column, field_info in model.model_fields.items():
        for metadata in field_info.metadata:
            if isinstance(metadata, Ref):
                files_by_column[column] = metadata.tables
    return files_by_column
