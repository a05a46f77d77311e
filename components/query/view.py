"""The address: one table of its parameters, by which a view is read, written and explained.

Whatever names parameters takes them from :data:`PARAMETER_TABLE`. A parameter at its default is
left out of the address. A value that cannot be used is dropped with a :class:`Notice` that names
the parameter, the value and what is allowed; the rest of the address still counts.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any, Final, Literal, NamedTuple, get_args

from components.limits import MOST_DAYS_AROUND_STORY, MOST_NAMED, MOST_TEXT_CHARACTERS
from components.query.filters import FilterName, Filters, query_param
from components.query.view_tables import TABLE_SPECS, TableName
from components.story.dataset import Dataset
from components.story.edtf import LAST_DAY, days_after, parse_day
from components.story.models import Qualifier

Reason = Literal[
    "unknown", "more", "step", "date", "look", "reversed", "beyond", "too_long", "repeated",
    "number", "table", "retired",
]  # fmt: skip
SHOWN_CHARACTERS: Final = 40


class Notice(NamedTuple):
    """What in the address could not be used; ``allowed`` lists what may be written, if anything."""

    parameter: str
    value: str
    reason: Reason
    allowed: tuple[str, ...] = ()


def shorten_value(value: str) -> str:
    """A value fit for a message: one line, and short."""
    flat = " ".join(value.split())
    return flat if len(flat) <= SHOWN_CHARACTERS else flat[:SHOWN_CHARACTERS] + "…"


REGION_PREFIX: Final = "region:"
EXAMPLE_DAY: Final = "2019-02-23"
EXAMPLE_DAYS: Final = "2019-03-01/2019-03-31"


@dataclass(frozen=True)
class ComparedView:
    """The other side of a comparison: one region, or the first and the last day of other dates."""

    region: str | None = None
    dates: tuple[date, date] | None = None

    def __str__(self) -> str:
        return "/".join(map(str, self.dates)) if self.dates else f"{REGION_PREFIX}{self.region}"

    def of(self, filters: Filters) -> Filters:
        """The filters of the other side; all that it does not name stays."""
        if self.dates:
            return replace(filters, start=self.dates[0], end=self.dates[1])
        return replace(filters, regions=(self.region,) if self.region else ())


Counts = Literal["latest", "earlier", "change"]
Cite = Literal["apa", "chicago", "iso690"]
Evidence = Literal["hidden", "shown"]
Panel = Literal["closed", "teacher"]
Screen = Literal["class", "notes"]
Params = Mapping[str, Sequence[str]]
MAX_TEXT: Final = MOST_TEXT_CHARACTERS
#: Parameters of earlier versions, with the values that meant something: an address that has one
#: opens without it, and says so.
RETIRED_PARAMETERS: Final = {"by": "published"}
_LOOK: Final = re.compile(r"(-?\d{1,3}(?:\.\d{1,4})?),(-?\d{1,2}(?:\.\d{1,4})?),(\d{1,2}(?:\.\d)?)")
#: The greatest longitude, latitude and closeness of a map.
LOOK_LIMITS: Final = (180, 85, 20)
Kind = Literal[
    "one", "several", "flag", "words", "number", "day", "until", "played", "compare", "extent",
    "look", "zoom",
]  # fmt: skip


@dataclass(frozen=True)
class KnownIds:
    """What the values of a parameter depend on: the data set is of the version that is named.
    Without any versions it is the data set's own that may be opened; ``steps`` are how many the
    lesson in use has, ``table`` is the one that the Data page shows.
    """

    dataset: Dataset
    languages: Sequence[str] = ("en", "es")
    versions: Sequence[str] = ()
    steps: int = 1
    table: TableName = "events"


@dataclass(frozen=True)
class Parameter:
    """One parameter of an address, as its ``field`` of :class:`View` or :class:`Filters` tells.
    ``kind`` is the method of :class:`_Reading` that reads it, ``says`` and ``example`` stand in the
    descriptions of the addresses. ``among`` are all of its values, where they can be listed; of a
    flag that of no and that of yes. No page but its ``pages`` reads it, and no link to another
    carries it; without any it belongs to every page. What is ``drawn`` says how a page is drawn, or
    what of it stands open. ``filter`` is the filter that it is of.
    """

    name: str
    field: str
    default: Any
    kind: Kind
    says: str
    example: str
    among: tuple[str, ...] | Callable[[KnownIds], Iterable[str]] = ()
    pages: tuple[str, ...] = ()
    drawn: bool = False
    filter: FilterName | None = None

    def values(self, known: KnownIds) -> tuple[str, ...]:
        """The values that it takes, in order; none where they cannot be listed."""
        return tuple(self.among(known) if callable(self.among) else self.among)


# fmt: off
@dataclass(frozen=True)
class View:
    """Everything that an address restores; each field says what it is in the address."""

    lang: str | None = query_param(None, "one", "the language; without it, the browser's",
        "`en`, `es`", lambda known: known.languages)
    filters: Filters = field(default_factory=Filters)
    event: str | None = query_param(None, "one", "the event shown in full", "an event id",
        lambda known: known.dataset.events)
    claim: str | None = query_param(None, "one",
        "the claim shown in full, on How many? and Where sources differ", "a claim id",
        lambda known: known.dataset.claims, pages=("figures", "disagreements"), drawn=True)
    topic: str | None = query_param(None, "one", "the question shown, on Where sources differ",
        "a question's id", lambda known: known.dataset.topics, pages=("disagreements",), drawn=True)
    day: date | None = query_param(None, "played",
        "the day that the Overview plays: what had happened by then, from the first day "
        "chosen on", "a day, `2019-02-23`", pages=("",))
    compare: ComparedView | None = query_param(None, "compare",
        "sets the same view of another region, or of other dates, beside this one, on the "
        "Overview", "`region:guajira`, or two days, `2019-03-01/2019-03-31`", pages=("",))
    measure: str | None = query_param(None, "one", "what is counted, on How many?",
        "a measure's id", lambda known: known.dataset.terms["measures"], pages=("figures",))
    population: str | None = query_param(None, "one", "who is counted, on How many?",
        "a population's id", lambda known: known.dataset.terms["populations"], pages=("figures",))
    claimant: str | None = query_param(None, "one",
        "who said it, on How many?; whose claims alone the table of claims holds",
        "a claimant's id", lambda known: known.dataset.claimants, pages=("figures", "data"))
    check: str = query_param("", "words",
        "a figure to be checked, on How many?, with `measure` and `population`",
        "a number in digits, `567` or `1,400`; of a text, its numbers are offered",
        pages=("figures",))
    said: Qualifier = query_param("exact", "one", "how that figure was said",
        "`exact`, `about`, `nearly`, `more_than`, `at_least`, `less_than`, `up_to`, `range`",
        get_args(Qualifier))
    check_to: str = query_param("", "words", "with `said=range`, the greater number",
        "a number in digits")
    check_day: date | None = query_param(None, "day", "the day that the checked figure is for",
        "a day, `2019-02-23`")
    check_region: str | None = query_param(None, "one",
        "the region that the checked figure is for", "a region's id",
        lambda known: known.dataset.regions)
    counts: Counts = query_param("latest", "one", "which day's counts the map shows",
        "`latest`, `earlier`, `change`", get_args(Counts), pages=("map",), drawn=True)
    extent: str = query_param("", "extent", "the part of the map shown", "`country`, `border`",
        lambda known: [part.id for part in known.dataset.presentation.extents],
        pages=("map",), drawn=True)
    look: str = query_param("", "look",
        "where on the map a reader looks: longitude and latitude of the middle, and how close",
        "like `-72.5,7.9,9`", pages=("map",), drawn=True)
    zoom: str = query_param("all", "zoom", "the span of the timeline that is seen",
        "`all`, `february`, `april`, or two days, `2019-02-20/2019-03-05`",
        lambda known: ["all", *(zoom.id for zoom in known.dataset.presentation.zooms)],
        pages=("timeline",), drawn=True)
    cite: Cite = query_param("apa", "one", "the citation style", "`apa`, `chicago`, `iso690`",
        get_args(Cite))
    table: TableName = query_param("events", "one", "the table shown, on Data",
        "`events`, `claims`, `citations`, `sources`, `regions`, `places`",
        get_args(TableName), pages=("data",), drawn=True)
    sort: str = query_param("", "one", "the order of that table",
        "a column, such as `date`; from the last to the first, `-date`",
        lambda known: [way + n for n in TABLE_SPECS[known.table].columns for way in ("", "-")],
        pages=("data",), drawn=True)
    find: str = query_param("", "words",
        "rows of that table with all of these words, in any column", "words", pages=("data",))
    columns: tuple[str, ...] = query_param((), "several", "the columns shown",
        "a column of that table, such as `title`; may be repeated",
        lambda known: TABLE_SPECS[known.table].columns, name="column", pages=("data",), drawn=True)
    page: int = query_param(1, "number", "the page of that table, or of a long list of events",
        "a number, such as `2`", pages=("", "timeline", "map", "data"))
    version: str | None = query_param(None, "one", "the data set as it was in that version",
        "a version, such as `1.0.0`", lambda known: known.versions or (known.dataset.version,),
        name="v")
    step: int = query_param(1, "number", "the step of the story, on Present",
        "a step's number, such as `4`", pages=("present",), drawn=True)
    evidence: Evidence = query_param("hidden", "one",
        "the evidence of that step's question, on Present", "`shown`", get_args(Evidence),
        pages=("present",), drawn=True)
    panel: Panel = query_param("closed", "one",
        "the teacher's panel, on Present: the notes with the answers after a warning",
        "`teacher`", get_args(Panel), pages=("present",), drawn=True)
    screen: Screen = query_param("class", "one",
        "the teacher's notes in a window of their own, which moves with the class's", "`notes`",
        get_args(Screen), pages=("present",), drawn=True)
# fmt: on


#: Every parameter of an address, in the order in which they are read and written.
PARAMETER_TABLE: Final = tuple(
    Parameter(field=one.name, default=one.default, **{"name": one.name, **one.metadata})
    for own in fields(View)
    for one in (fields(Filters) if own.name == "filters" else (own,))
)
PARAMETER_NAMES: Final = tuple(one.name for one in PARAMETER_TABLE)
#: The pages that a choice belongs to, by their slugs.
PAGES_BY_PARAMETER: Final = {one.name: one.pages for one in PARAMETER_TABLE if one.pages}
FILTER_PARAMETERS: Final = tuple(one.name for one in PARAMETER_TABLE if one.filter)
#: The parameters that each filter goes by.
PARAMETERS_BY_FILTER: Final[Mapping[FilterName, tuple[str, ...]]] = {
    name: tuple(one.name for one in PARAMETER_TABLE if one.filter == name)
    for name in get_args(FilterName)
}
#: Those that decide which sources are used.
SOURCE_PARAMETERS: Final = ("known", "without", "tier")


@dataclass
class _Reading:
    """An address while it is read: what was found of it, by field, and what could not be used."""

    params: Params
    known: KnownIds
    found: dict[str, Any] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)

    def refuse(self, name: str, value: str, reason: Reason, allowed: Iterable[str] = ()) -> None:
        self.notices.append(Notice(name, shorten_value(value), reason, tuple(allowed)))

    def read(self, asked: Parameter) -> None:
        """Read a parameter; of several values the last counts, where it has one alone."""
        values = [value for value in self.params.get(asked.name, ()) if value.strip()]
        found = asked.default
        if asked.kind == "several":
            found = self.several(asked, values) if values else found
        elif values:
            if len(set(values)) > 1:
                last = shorten_value(values[-1])
                self.refuse(asked.name, ", ".join(values[:-1]), "repeated", (last,))
            found = getattr(self, asked.kind)(asked, values[-1])
        self.found[asked.field] = found

    def several(self, asked: Parameter, values: Sequence[str]) -> tuple[str, ...]:
        wanted, allowed = dict.fromkeys(values), asked.values(self.known)
        known = set(allowed)
        unknown = [value for value in wanted if value not in known]
        for value in unknown[:MOST_NAMED]:
            self.refuse(asked.name, value, "unknown", allowed)
        if len(unknown) > MOST_NAMED:
            self.refuse(asked.name, str(len(unknown) - MOST_NAMED), "more")
        return tuple(value for value in allowed if value in wanted)

    def one(self, asked: Parameter, value: str) -> Any:
        """One of the values; whether a flag is at its second; nothing for the map's first part."""
        allowed = asked.values(self.known)
        if value not in allowed:
            self.refuse(asked.name, value, "unknown", allowed)
            return asked.default
        if asked.kind == "flag":
            return value == allowed[1]
        return "" if asked.kind == "extent" and value == allowed[0] else value

    flag = extent = one

    def words(self, asked: Parameter, value: str) -> str:
        value = " ".join(value.split())
        if len(value) > MAX_TEXT:
            self.refuse(asked.name, value, "too_long", (str(MAX_TEXT),))
        return value[:MAX_TEXT].strip()

    def _days(self, asked: Parameter, value: str, example: str = EXAMPLE_DAY) -> list[date]:
        """As many days as an example has, in order, near those of the story; none for anything
        else.
        """
        try:
            pairs = zip(value.split("/"), example.split("/"), strict=True)
            days = [parse_day(text) for text, _ in pairs]
        except ValueError:
            self.refuse(asked.name, value, "date", (example,))
            return []
        data, most = self.known.dataset, MOST_DAYS_AROUND_STORY
        first, last = days_after(data.coverage[0], -most), days_after(data.coverage[1], most)
        if asked.field == "published_by":
            # Any day from the first publication on.
            first, last = data.published[0], LAST_DAY
        near = [min(max(day, first), last) for day in days]
        if near != days:
            self.refuse(asked.name, value, "beyond", ("/".join(map(str, near)),))
        if near[0] > near[-1]:
            self.refuse(asked.name, f"{near[0]} > {near[-1]}", "reversed")
        return sorted(near)

    def day(self, asked: Parameter, value: str) -> date | None:
        return next(iter(self._days(asked, value)), None)

    def until(self, asked: Parameter, value: str) -> date | None:
        start, end = self.found["start"], self.day(asked, value)
        if start and end and start > end:
            self.refuse("from", f"{start} > {end}", "reversed")
            self.found["start"], end = end, start
        return end

    def played(self, asked: Parameter, value: str) -> date | None:
        start, end = self.found["start"], self.found["end"]
        days = [min(max(day, start or day), end or day) for day in self._days(asked, value)]
        return days[0] if days else None

    def compare(self, asked: Parameter, value: str) -> ComparedView | None:
        regions = self.known.dataset.regions
        if (
            value.startswith(REGION_PREFIX)
            and (key := value.removeprefix(REGION_PREFIX)) in regions
        ):
            return ComparedView(region=key)
        if "/" not in value:
            allowed = EXAMPLE_DAYS, *(f"{REGION_PREFIX}{key}" for key in regions)
            self.refuse(asked.name, value, "unknown", allowed)
            return None
        days = self._days(asked, value, EXAMPLE_DAYS)
        return ComparedView(dates=(days[0], days[1])) if days else None

    def number(self, asked: Parameter, value: str) -> int:
        """A number from 1; how far it may go is for the page to know, of a step for the lesson."""
        of_step, steps = asked.name == "step", max(self.known.steps, 1)
        most = min(steps, 999) if of_step else 9_999_999
        # Plain digits alone: int() also takes "+2", "1_0" and the digits of other scripts. No zero
        # stands before them: one page has one address.
        if re.fullmatch("[1-9][0-9]{0,6}", value) and int(value) <= most:
            return int(value)
        allowed = f"1–{steps}" if of_step else "1"
        self.refuse(asked.name, value, "step" if of_step else "number", (allowed,))
        return 1

    def look(self, asked: Parameter, value: str) -> str:
        found = _LOOK.fullmatch(value.strip())
        pairs = zip(found.groups(), LOOK_LIMITS, strict=True) if found else ()
        if found and all(abs(float(one)) <= most for one, most in pairs):
            return found[0]
        self.refuse(asked.name, value.strip(), "look", ("-72.5,7.9,9",))
        return ""

    def zoom(self, asked: Parameter, value: str) -> str:
        if "/" not in value:
            return str(self.one(asked, value))
        return "/".join(map(str, self._days(asked, value, EXAMPLE_DAYS))) or "all"


def read_view(
    params: Params,
    dataset: Dataset,
    languages: Sequence[str] = ("en", "es"),
    versions: Sequence[str] = (),
    steps: int | None = None,
) -> tuple[View, tuple[Notice, ...]]:
    """Read an address's parameters into a view and the notices of what was dropped; names that are
    not ours are left alone. ``versions`` may be opened besides the data set's own; ``steps`` are
    how many the lesson in use has; without it, those of the data set's own.
    """
    counted = len(dataset.story.steps) if steps is None else steps
    reading = _Reading(params, KnownIds(dataset, languages, versions, counted))
    for one in PARAMETER_TABLE:
        reading.read(one)
        if one.name == "table":
            reading.known = replace(reading.known, table=reading.found["table"])
    found = reading.found
    filters = {one.field: found.pop(one.field) for one in PARAMETER_TABLE if one.filter}
    for name, value in RETIRED_PARAMETERS.items():
        if value in params.get(name, ()):
            reading.refuse(name, value, "retired")
    return View(filters=Filters(**filters), **found), tuple(reading.notices)


def parse_zoom_days(view: View) -> tuple[date, date] | None:
    """The two days of a span of the timeline that the story does not name."""
    if "/" not in view.zoom:
        return None
    first, last = map(parse_day, view.zoom.split("/"))
    return first, last


def write_view(view: View) -> dict[str, str | list[str]]:
    """Write a view as URL parameters, defaults left out; :func:`read_view` reads them back."""
    written: dict[str, str | list[str]] = {}
    for one in PARAMETER_TABLE:
        value = getattr(view.filters if one.filter else view, one.field)
        if not value or value == one.default:
            continue
        if one.kind == "flag" and isinstance(one.among, tuple):
            written[one.name] = one.among[1]
        else:
            written[one.name] = list(value) if isinstance(value, tuple) else str(value)
    return written


def list_page_parameters(slug: str) -> tuple[str, ...]:
    """The parameters that a page reads."""
    return tuple(name for name in PARAMETER_NAMES if slug in PAGES_BY_PARAMETER.get(name, (slug,)))
