"""The address: one table of its parameters, by which a view is read, written and explained.

Whatever names parameters takes them from :data:`TABLE`: the pages and their scripts, the addresses
for programs and their description, `docs/addresses.md`. A parameter at its default is left out of
the address. A value that cannot be used is dropped with a :class:`Notice` that names the parameter,
the value and what is allowed; the rest of the address still counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any, Final, Literal, NamedTuple, get_args

from components.limits import MOST_DAYS_AROUND_STORY, MOST_NAMED, MOST_TEXT_CHARACTERS
from components.query.filters import FilterName, Filters, in_address
from components.query.view_tables import SPECS, TableName
from components.story.dataset import Dataset
from components.story.edtf import LAST_DAY, days_after, parse_day
from components.story.models import Qualifier

Reason = Literal[
    "unknown", "more", "step", "date", "look", "reversed", "beyond", "too_long", "repeated",
    "number", "table", "retired",
]  # fmt: skip
SHOWN_CHARACTERS: Final = 40


class Notice(NamedTuple):
    """One thing in the address that could not be used.

    ``allowed`` lists values a reader may write instead; it may be empty.
    """

    parameter: str
    value: str
    reason: Reason
    allowed: tuple[str, ...] = ()


def shown_value(value: str) -> str:
    """A value fit for a message: one line, and short."""
    flat = " ".join(value.split())
    return flat if len(flat) <= SHOWN_CHARACTERS else flat[:SHOWN_CHARACTERS] + "…"


def known_between(dataset: Dataset) -> tuple[date, date]:
    """The first and the last day that the filter ``known`` may name.

    Before the first nothing of it was published; any later day may be named.
    """
    return dataset.published[0], LAST_DAY


REGION: Final = "region:"
EXAMPLE_DAYS: Final = "2019-03-01/2019-03-31"


@dataclass(frozen=True)
class Other:
    """The other side of a comparison: one region, or the first and the last day of other dates."""

    region: str | None = None
    dates: tuple[date, date] | None = None

    def __str__(self) -> str:
        return "/".join(map(str, self.dates)) if self.dates else f"{REGION}{self.region}"

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

MAX_TEXT: Final = MOST_TEXT_CHARACTERS
#: Parameters of earlier versions, with the values that meant something: an address that has one
#: opens without it, and says so.
RETIRED: Final = {"by": "published"}
Params = Mapping[str, Sequence[str]]


_LOOK: Final = re.compile(r"(-?\d{1,3}(?:\.\d{1,4})?),(-?\d{1,2}(?:\.\d{1,4})?),(\d{1,2}(?:\.\d)?)")
#: The greatest longitude, latitude and closeness of a map.
LOOKS: Final = (180, 85, 20)

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
    """One parameter of an address, as its field of :class:`View` or :class:`Filters` tells of it.

    Attributes:
        name: as the address has it.
        field: of the view; those of its filters begin with ``filters.``.
        default: the value of the field in a view that says nothing.
        kind: how it is read: the method of :class:`_Reading` that is called so.
        says: what it does, for `docs/addresses.md` and for the description of the addresses.
        example: the values that it takes, for `docs/addresses.md`.
        among: all of these values, where they can be listed; of a flag that of no and that of yes.
        pages: the pages it belongs to, by their slugs: no other page reads it, and no link to
            another page carries it. Without any it belongs to every page.
        drawn: whether it says how a page is drawn, or what of it stands open.
        filter: of which filter it is, which every page has.
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

    def of(self, view: View) -> Any:
        """The value of the field in a view."""
        return getattr(view.filters if self.filter else view, self.own)

    def values(self, known: KnownIds) -> tuple[str, ...]:
        """The values that it takes, in order; none where they cannot be listed."""
        return tuple(self.among(known) if callable(self.among) else self.among)

    @property
    def own(self) -> str:
        return self.field.removeprefix("filters.")


# fmt: off
@dataclass(frozen=True)
class View:
    """Everything that an address restores; each field says what it is in the address."""

    lang: str | None = in_address(None, "one", "the language; without it, the browser's",
        "`en`, `es`", lambda known: known.languages)
    filters: Filters = field(default_factory=Filters)
    event: str | None = in_address(None, "one", "the event shown in full", "an event id",
        lambda known: known.dataset.events)
    claim: str | None = in_address(None, "one",
        "the claim shown in full, on How many? and Where sources differ", "a claim id",
        lambda known: known.dataset.claims, pages=("figures", "disagreements"), drawn=True)
    topic: str | None = in_address(None, "one", "the question shown, on Where sources differ",
        "a question's id", lambda known: known.dataset.topics, pages=("disagreements",), drawn=True)
    day: date | None = in_address(None, "played",
        "the day that the Overview plays: what had happened by then, from the first day "
        "chosen on", "a day, `2019-02-23`", pages=("",))
    compare: Other | None = in_address(None, "compare",
        "sets the same view of another region, or of other dates, beside this one, on the "
        "Overview", "`region:guajira`, or two days, `2019-03-01/2019-03-31`", pages=("",))
    measure: str | None = in_address(None, "one", "what is counted, on How many?",
        "a measure's id", lambda known: known.dataset.words("measures"), pages=("figures",))
    population: str | None = in_address(None, "one", "who is counted, on How many?",
        "a population's id", lambda known: known.dataset.words("populations"), pages=("figures",))
    claimant: str | None = in_address(None, "one",
        "who said it, on How many?; whose claims alone the table of claims holds",
        "a claimant's id", lambda known: known.dataset.claimants, pages=("figures", "data"))
    check: str = in_address("", "words",
        "a figure to be checked, on How many?, with `measure` and `population`",
        "a number in digits, `567` or `1,400`; of a text, its numbers are offered",
        pages=("figures",))
    said: Qualifier = in_address("exact", "one", "how that figure was said",
        "`exact`, `about`, `nearly`, `more_than`, `at_least`, `less_than`, `up_to`, `range`",
        get_args(Qualifier))
    check_to: str = in_address("", "words", "with `said=range`, the greater number",
        "a number in digits")
    check_day: date | None = in_address(None, "day", "the day that the checked figure is for",
        "a day, `2019-02-23`")
    check_region: str | None = in_address(None, "one",
        "the region that the checked figure is for", "a region's id",
        lambda known: known.dataset.regions)
    counts: Counts = in_address("latest", "one", "which day's counts the map shows",
        "`latest`, `earlier`, `change`", get_args(Counts), pages=("map",), drawn=True)
    extent: str = in_address("", "extent", "the part of the map shown", "`country`, `border`",
        lambda known: [part.id for part in known.dataset.presentation.extents],
        pages=("map",), drawn=True)
    look: str = in_address("", "look",
        "where on the map a reader looks: longitude and latitude of the middle, and how close",
        "like `-72.5,7.9,9`", pages=("map",), drawn=True)
    zoom: str = in_address("all", "zoom", "the span of the timeline that is seen",
        "`all`, `february`, `april`, or two days, `2019-02-20/2019-03-05`",
        lambda known: ["all", *(zoom.id for zoom in known.dataset.presentation.zooms)],
        pages=("timeline",), drawn=True)
    cite: Cite = in_address("apa", "one", "the citation style", "`apa`, `chicago`, `iso690`",
        get_args(Cite))
    table: TableName = in_address("events", "one", "the table shown, on Data",
        "`events`, `claims`, `citations`, `sources`, `regions`, `places`",
        get_args(TableName), pages=("data",), drawn=True)
    sort: str = in_address("", "one", "the order of that table",
        "a column, such as `date`; from the last to the first, `-date`",
        lambda known: [way + n for n in SPECS[known.table].names for way in ("", "-")],
        pages=("data",), drawn=True)
    find: str = in_address("", "words",
        "rows of that table with all of these words, in any column", "words", pages=("data",))
    columns: tuple[str, ...] = in_address((), "several", "the columns shown",
        "a column of that table, such as `title`; may be repeated",
        lambda known: SPECS[known.table].names, name="column", pages=("data",), drawn=True)
    page: int = in_address(1, "number", "the page of that table, or of a long list of events",
        "a number, such as `2`", pages=("", "timeline", "map", "data"))
    version: str | None = in_address(None, "one", "the data set as it was in that version",
        "a version, such as `1.0.0`", lambda known: known.versions or (known.dataset.version,),
        name="v")
    step: int = in_address(1, "number", "the step of the story, on Present",
        "a step's number, such as `4`", pages=("present",), drawn=True)
    evidence: Evidence = in_address("hidden", "one",
        "the evidence of that step's question, on Present", "`shown`", get_args(Evidence),
        pages=("present",), drawn=True)
    panel: Panel = in_address("closed", "one",
        "the teacher's panel, on Present: the notes with the answers after a warning",
        "`teacher`", get_args(Panel), pages=("present",), drawn=True)
    screen: Screen = in_address("class", "one",
        "the teacher's notes in a window of their own, which moves with the class's", "`notes`",
        get_args(Screen), pages=("present",), drawn=True)
# fmt: on


def _parameters(of: type[View | Filters], before: str = "") -> Iterator[Parameter]:
    for one in fields(of):
        if one.name == "filters":
            yield from _parameters(Filters, "filters.")
        else:
            said = {"name": one.name, **one.metadata}
            yield Parameter(field=before + one.name, default=one.default, **said)


#: Every parameter of an address, in the order in which they are read and written.
TABLE: Final = tuple(_parameters(View))
PARAMETERS: Final = tuple(one.name for one in TABLE)
#: The pages that a choice belongs to, by their slugs.
OF_PAGES: Final = {one.name: one.pages for one in TABLE if one.pages}
FILTERS: Final = tuple(one.name for one in TABLE if one.filter)
#: The parameters that each filter goes by.
PARAMETERS_OF: Final[Mapping[FilterName, tuple[str, ...]]] = {
    name: tuple(one.name for one in TABLE if one.filter == name) for name in get_args(FilterName)
}
#: Those that decide which sources are used.
OF_SOURCES: Final = ("known", "without", "tier")


class _Reading:
    """An address while it is read: what was found of it, by field, and what could not be used."""

    def __init__(self, params: Params, known: KnownIds) -> None:
        self.params, self.known = params, known
        self.found: dict[str, Any] = {}
        self.notices: list[Notice] = []

    def refuse(self, name: str, value: str, reason: Reason, allowed: Iterable[str] = ()) -> None:
        self.notices.append(Notice(name, shown_value(value), reason, tuple(allowed)))

    def read(self, asked: Parameter) -> None:
        """Read a parameter; of several values the last counts, where it has one alone."""
        values: Any = [value for value in self.params.get(asked.name, ()) if value.strip()]
        if asked.kind != "several":
            if len(set(values)) > 1:
                last = shown_value(values[-1])
                self.refuse(asked.name, ", ".join(values[:-1]), "repeated", (last,))
            values = values[-1] if values else ""
        self.found[asked.field] = getattr(self, asked.kind)(asked, values)

    def several(self, asked: Parameter, values: Sequence[str]) -> tuple[str, ...]:
        """Some of the values, in their own order."""
        wanted, allowed = dict.fromkeys(values), asked.values(self.known) if values else ()
        known = set(allowed)
        unknown = [value for value in wanted if value not in known]
        for value in unknown[:MOST_NAMED]:
            self.refuse(asked.name, value, "unknown", allowed)
        if len(unknown) > MOST_NAMED:
            self.refuse(asked.name, str(len(unknown) - MOST_NAMED), "more")
        return tuple(value for value in allowed if value in wanted)

    def one(self, asked: Parameter, value: str) -> Any:
        allowed = asked.values(self.known)
        if value and value not in allowed:
            self.refuse(asked.name, value, "unknown", allowed)
        return value if value in allowed else asked.default

    def flag(self, asked: Parameter, value: str) -> bool:
        # Whether the value is that of yes, the second.
        return bool(self.one(asked, value) == asked.values(self.known)[1])

    def words(self, asked: Parameter, value: str) -> str:
        value = " ".join(value.split())
        if len(value) > MAX_TEXT:
            self.refuse(asked.name, value, "too_long", (str(MAX_TEXT),))
        return value[:MAX_TEXT].strip()

    def _around(self) -> tuple[date, date]:
        first, last = self.known.dataset.coverage
        most = MOST_DAYS_AROUND_STORY
        return days_after(first, -most), days_after(last, most)

    def day(self, asked: Parameter, value: str) -> date | None:
        """A day near those of the story; of its publication, one from the first on."""
        if not value:
            return None
        try:
            day = parse_day(value)
        except ValueError:
            self.refuse(asked.name, value, "date", ("2019-02-23",))
            return None
        published = asked.own == "published_by"
        near = _nearest(day, known_between(self.known.dataset) if published else self._around())
        if near != day:
            self.refuse(asked.name, value, "beyond", (near.isoformat(),))
        return near

    def until(self, asked: Parameter, value: str) -> date | None:
        start, end = self.found["filters.start"], self.day(asked, value)
        if start and end and start > end:
            self.refuse("from", f"{start} > {end}", "reversed")
            self.found["filters.start"], end = end, start
        return end

    def played(self, asked: Parameter, value: str) -> date | None:
        day, start = self.day(asked, value), self.found["filters.start"]
        return day and _nearest(day, (start or day, self.found["filters.end"] or day))

    def _days(self, name: str, value: str) -> tuple[date, date] | None:
        """Two days, ``2019-03-01/2019-03-31``, in order and near those of the story."""
        try:
            first, last = map(parse_day, value.split("/"))
        except ValueError:
            self.refuse(name, value, "date", (EXAMPLE_DAYS,))
            return None
        start, end = (_nearest(day, self._around()) for day in (first, last))
        if (start, end) != (first, last):
            self.refuse(name, value, "beyond", (f"{start}/{end}",))
        if start > end:
            self.refuse(name, f"{start} > {end}", "reversed")
        return min(start, end), max(start, end)

    def compare(self, asked: Parameter, value: str) -> Other | None:
        regions = self.known.dataset.regions
        if value.startswith(REGION) and (key := value.removeprefix(REGION)) in regions:
            return Other(region=key)
        if value and "/" not in value:
            allowed = EXAMPLE_DAYS, *(f"{REGION}{key}" for key in regions)
            self.refuse(asked.name, value, "unknown", allowed)
            return None
        days = self._days(asked.name, value) if value else None
        return Other(dates=days) if days else None

    def number(self, asked: Parameter, value: str) -> int:
        """A number from 1; how far it may go is for the page to know, of a step for the lesson."""
        of_step, steps = asked.name == "step", max(self.known.steps, 1)
        most = min(steps, 999) if of_step else 9_999_999
        # Plain digits alone: int() also takes "+2", "1_0" and the digits of other scripts. No zero
        # stands before them: one page has one address.
        if re.fullmatch("[1-9][0-9]{0,6}", value) and int(value) <= most:
            return int(value)
        if value:
            allowed = f"1–{steps}" if of_step else "1"
            self.refuse(asked.name, value, "step" if of_step else "number", (allowed,))
        return 1

    def extent(self, asked: Parameter, value: str) -> str:
        """The part of the map; empty for the first one, with which the map begins."""
        found: str = self.one(asked, value)
        return "" if found in asked.values(self.known)[:1] else found

    def look(self, asked: Parameter, value: str) -> str:
        value = value.strip()
        found = _LOOK.fullmatch(value)
        pairs = zip(found.groups(), LOOKS, strict=True) if found else ()
        if found and all(abs(float(one)) <= most for one, most in pairs):
            return value
        if value:
            self.refuse(asked.name, value, "look", ("-72.5,7.9,9",))
        return ""

    def zoom(self, asked: Parameter, value: str) -> str:
        if "/" not in value:
            return str(self.one(asked, value))
        days = self._days(asked.name, value)
        return "/".join(map(str, days)) if days else "all"


def _nearest(day: date, bounds: tuple[date, date]) -> date:
    """The day itself, or the nearer end of the bounds where it lies outside of them."""
    return min(max(day, bounds[0]), bounds[1])


def read_version(params: Params, versions: Sequence[str]) -> str | None:
    """Which of the versions an address asks for; any other value is left to :func:`read_view`."""
    wanted = [value for value in params.get("v") or [] if value != ""]
    return wanted[-1] if wanted and wanted[-1] in versions else None


def read_view(
    params: Params,
    dataset: Dataset,
    languages: Sequence[str] = ("en", "es"),
    versions: Sequence[str] = (),
    steps: int | None = None,
) -> tuple[View, tuple[Notice, ...]]:
    """Read an address's parameters into a view and the notices of what was dropped.

    Names this project does not use are left alone: other sites add their own. ``versions`` are
    those that may be opened besides the data set's own; ``steps`` is how many the lesson in use
    has; without it, those of the data set's own.
    """
    counted = len(dataset.story.steps) if steps is None else steps
    reading = _Reading(params, KnownIds(dataset, languages, versions, counted))
    for one in TABLE:
        reading.read(one)
        if one.name == "table":
            reading.known = replace(reading.known, table=reading.found["table"])
    found = reading.found
    filters = {one.own: found.pop(one.field) for one in TABLE if one.filter}
    for name, value in RETIRED.items():
        if value in params.get(name, ()):
            reading.refuse(name, value, "retired")
    return View(filters=Filters(**filters), **found), tuple(reading.notices)


def zoom_days(view: View) -> tuple[date, date] | None:
    """The two days of a span of the timeline that the story does not name."""
    if "/" not in view.zoom:
        return None
    first, last = map(parse_day, view.zoom.split("/"))
    return first, last


def write_view(view: View) -> dict[str, str | list[str]]:
    """Write a view as URL parameters, defaults left out; :func:`read_view` reads them back."""
    written: dict[str, str | list[str]] = {}
    for one in TABLE:
        value = one.of(view)
        if not value or value == one.default:
            continue
        if one.kind == "flag" and isinstance(one.among, tuple):
            written[one.name] = one.among[1]
        else:
            written[one.name] = list(value) if isinstance(value, tuple) else str(value)
    return written


def names_of(slug: str) -> tuple[str, ...]:
    """The parameters that a page reads."""
    return tuple(name for name in PARAMETERS if slug in OF_PAGES.get(name, (slug,)))


def narrowing_names(slug: str) -> tuple[str, ...]:
    """The parameters that "Clear all filters" takes out of a page's address."""
    own = (one.name for one in TABLE if slug in one.pages and not one.drawn)
    return (*FILTERS, *own)


def write_link(view: View, **changes: Any) -> dict[str, str | list[str]]:
    """Write what another page is opened with: what belongs to every page, and ``changes``."""
    named = write_view(replace(View(), **changes))
    written = write_view(replace(view, **changes))
    return {n: value for n, value in written.items() if n not in OF_PAGES or n in named}
