"""The address: one table of its parameters, by which a view is read, written and explained.

Whatever names parameters takes them from :data:`PARAMETER_TABLE`. A parameter at its default is
left out of the address. A value that cannot be used is dropped with a
:class:`~components.query.address_parser.Notice` that names the parameter, the value and what is
allowed; the rest of the address still counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Literal, get_args

from components.query.address_parser import AddressParser, KnownIds, Notice, Parameter, Params
from components.query.filters import ComparedView, FilterName, Filters
from components.query.table_schema import TABLE_NAMES, TableName
from components.story.dataset import Dataset
from components.story.edtf import parse_day
from components.story.models import Qualifier

Counts = Literal["latest", "earlier", "change"]
Cite = Literal["apa", "chicago", "iso690"]
Evidence = Literal["hidden", "shown"]
Panel = Literal["closed", "teacher"]
Screen = Literal["class", "notes"]
#: Parameters of earlier versions, with the values that meant something: an address that has one
#: opens without it, and says so.
RETIRED_PARAMETERS: Final = {"by": "published"}
#: Parameters that decide which sources are allowed.
SOURCE_PARAMETERS: Final = ("known", "voice", "without", "tier")
#: The pages with a search field.
SEARCH_PAGES: Final = ("", "timeline", "map", "figures", "disagreements", "sources", "data")


@dataclass(frozen=True)
class View:
    """Everything that an address restores; :data:`PARAMETER_TABLE` says what each field is."""

    lang: str | None = None
    filters: Filters = field(default_factory=Filters)
    search: str = ""
    event: str | None = None
    claim: str | None = None
    topic: str | None = None
    day: date | None = None
    compare: ComparedView | None = None
    measure: str | None = None
    population: str | None = None
    claimant: str | None = None
    check: str = ""
    said: Qualifier = "exact"
    check_to: str = ""
    check_day: date | None = None
    check_region: str | None = None
    counts: Counts = "latest"
    extent: str = ""
    look: str = ""
    hides_inferred: bool = False
    zoom: str = "all"
    cite: Cite = "apa"
    table: TableName = "events"
    sort: str = ""
    find: str = ""
    columns: tuple[str, ...] = ()
    page: int = 1
    version: str | None = None
    step: int = 1
    evidence: Evidence = "hidden"
    panel: Panel = "closed"
    screen: Screen = "class"


#: Every parameter of an address, in the order in which they are parsed and written.
PARAMETER_TABLE: Final = (
    Parameter(
        name="lang",
        field="lang",
        parse=AddressParser.parse_choice,
        default=None,
        description="the language; without it, the browser's",
        example="`en`, `es`",
        choices=KnownIds.list_languages,
    ),
    Parameter(
        name="from",
        field="start",
        parse=AddressParser.parse_day,
        default=None,
        description="the first day shown",
        example="a day, `2019-02-22`",
        filter_name="dates",
    ),
    Parameter(
        name="to",
        field="end",
        parse=AddressParser.parse_end_date,
        default=None,
        description="the last day shown",
        example="a day, `2019-02-28`",
        filter_name="dates",
    ),
    Parameter(
        name="possible",
        field="certain_only",
        parse=AddressParser.parse_flag,
        default=False,
        description="leaves out events that only possibly fall in the dates",
        example="`out`",
        choices=("in", "out"),
        filter_name="certain",
    ),
    Parameter(
        name="known",
        field="published_by",
        parse=AddressParser.parse_day,
        default=None,
        description="turns every page back to what had been published by that day",
        example="a day, `2019-03-01`",
        filter_name="known",
    ),
    Parameter(
        name="region",
        field="regions",
        parse=AddressParser.parse_choices,
        default=(),
        description="regions, by their ids",
        example="region ids, such as `oriente`; may be repeated",
        choices=KnownIds.list_regions,
        filter_name="regions",
    ),
    Parameter(
        name="category",
        field="categories",
        parse=AddressParser.parse_choices,
        default=(),
        description="kinds of event",
        example="ids of kinds, such as `politics`; may be repeated",
        choices=KnownIds.list_categories,
        filter_name="categories",
    ),
    Parameter(
        name="source",
        field="sources",
        parse=AddressParser.parse_choices,
        default=(),
        description="only what these sources say; what is shown names other sources of its dates",
        example="source ids, such as `npr`; may be repeated",
        choices=KnownIds.list_sources,
        filter_name="sources",
    ),
    Parameter(
        name="voice",
        field="voices",
        parse=AddressParser.parse_choices,
        default=(),
        description=(
            "only what voices of this kind say, whoever prints it, and the events it is about"
        ),
        example="ids of kinds of voice, such as `defectors`; may be repeated",
        choices=KnownIds.list_voices,
        filter_name="voices",
    ),
    Parameter(
        name="without",
        field="excluded_voices",
        parse=AddressParser.parse_choices,
        default=(),
        description="leaves a kind of voice out",
        example="ids of kinds of voice, such as `press`; may be repeated",
        choices=KnownIds.list_voices,
        filter_name="voices",
    ),
    Parameter(
        name="tier",
        field="documents_only",
        parse=AddressParser.parse_flag,
        default=False,
        description="only what the documents say, without the corroborating reports",
        example="`document`",
        choices=("all", "document"),
        filter_name="tier",
    ),
    Parameter(
        name="q",
        field="text",
        parse=AddressParser.parse_words,
        default="",
        description=(
            "events and claims with all of these words; accents and capitals do not matter; the "
            "name of a voice finds all that it says"
        ),
        example="words",
        filter_name="text",
    ),
    Parameter(
        name="search",
        field="search",
        parse=AddressParser.parse_words,
        default="",
        description="lists what has these words, in the whole story, and filters nothing",
        example="words",
        pages=SEARCH_PAGES,
        is_display_option=True,
    ),
    Parameter(
        name="event",
        field="event",
        parse=AddressParser.parse_choice,
        default=None,
        description="the event shown in full",
        example="an event id",
        choices=KnownIds.list_events,
    ),
    Parameter(
        name="claim",
        field="claim",
        parse=AddressParser.parse_choice,
        default=None,
        description="the claim shown in full, on How many? and Where sources differ",
        example="a claim id",
        choices=KnownIds.list_claims,
        pages=("figures", "disagreements"),
        is_display_option=True,
    ),
    Parameter(
        name="topic",
        field="topic",
        parse=AddressParser.parse_choice,
        default=None,
        description="the question shown, on Where sources differ",
        example="a question's id",
        choices=KnownIds.list_topics,
        pages=("disagreements",),
        is_display_option=True,
    ),
    Parameter(
        name="day",
        field="day",
        parse=AddressParser.parse_played_day,
        default=None,
        description=(
            "the day that the Overview plays: what had happened by then, from the first day "
            "chosen on"
        ),
        example="a day, `2019-02-23`",
        pages=("",),
    ),
    Parameter(
        name="compare",
        field="compare",
        parse=AddressParser.parse_compared_view,
        default=None,
        description=(
            "sets the same view of another region, or of other dates, beside this one, on the "
            "Overview; other pages carry it in their links"
        ),
        example="`region:guajira`, or two days, `2019-03-01/2019-03-31`",
    ),
    Parameter(
        name="measure",
        field="measure",
        parse=AddressParser.parse_choice,
        default=None,
        description="what is counted, on How many?",
        example="a measure's id",
        choices=KnownIds.list_measures,
        pages=("figures",),
    ),
    Parameter(
        name="population",
        field="population",
        parse=AddressParser.parse_choice,
        default=None,
        description="who is counted, on How many?",
        example="a population's id",
        choices=KnownIds.list_populations,
        pages=("figures",),
    ),
    Parameter(
        name="claimant",
        field="claimant",
        parse=AddressParser.parse_choice,
        default=None,
        description="who said it, on How many?; whose claims alone the table of claims holds",
        example="a claimant's id",
        choices=KnownIds.list_claimants,
        pages=("figures", "data"),
    ),
    Parameter(
        name="check",
        field="check",
        parse=AddressParser.parse_words,
        default="",
        description="a figure to be checked, on How many?, with `measure` and `population`",
        example=(
            "a number in digits, `567` or `1,400`, or a sentence with one; of several numbers one "
            "is chosen"
        ),
        pages=("figures",),
    ),
    Parameter(
        name="said",
        field="said",
        parse=AddressParser.parse_choice,
        default="exact",
        description="how that figure was said",
        example=(
            "`exact`, `about`, `nearly`, `more_than`, `at_least`, `less_than`, `up_to`, `range`"
        ),
        choices=get_args(Qualifier),
        pages=("figures",),
    ),
    Parameter(
        name="check_to",
        field="check_to",
        parse=AddressParser.parse_words,
        default="",
        description="with `said=range`, the greater number",
        example="a number in digits",
        pages=("figures",),
    ),
    Parameter(
        name="check_day",
        field="check_day",
        parse=AddressParser.parse_day,
        default=None,
        description="the day that the checked figure is for",
        example="a day, `2019-02-23`",
        pages=("figures",),
    ),
    Parameter(
        name="check_region",
        field="check_region",
        parse=AddressParser.parse_choice,
        default=None,
        description="the region that the checked figure is for",
        example="a region's id",
        choices=KnownIds.list_regions,
        pages=("figures",),
    ),
    Parameter(
        name="counts",
        field="counts",
        parse=AddressParser.parse_choice,
        default="latest",
        description="which day's counts the map shows",
        example="`latest`, `earlier`, `change`",
        choices=get_args(Counts),
        pages=("map",),
        is_display_option=True,
    ),
    Parameter(
        name="extent",
        field="extent",
        parse=AddressParser.parse_extent,
        default="",
        description="the part of the map shown",
        example="`country`, `border`",
        choices=KnownIds.list_extents,
        pages=("map",),
        is_display_option=True,
    ),
    Parameter(
        name="look",
        field="look",
        parse=AddressParser.parse_look,
        default="",
        description=(
            "where on the map a reader looks: longitude and latitude of the middle, and how close"
        ),
        example="like `-72.5,7.9,9`",
        pages=("map",),
        is_display_option=True,
    ),
    Parameter(
        name="inferred",
        field="hides_inferred",
        parse=AddressParser.parse_flag,
        default=False,
        description="hides the lines around departments whose region is inferred, on the Map",
        example="`hidden`",
        choices=("shown", "hidden"),
        pages=("map",),
        is_display_option=True,
    ),
    Parameter(
        name="zoom",
        field="zoom",
        parse=AddressParser.parse_zoom,
        default="all",
        description="the span of the timeline that is seen",
        example="`all`, `february`, `april`, or two days, `2019-02-20/2019-03-05`",
        choices=KnownIds.list_zooms,
        pages=("timeline",),
        is_display_option=True,
    ),
    Parameter(
        name="cite",
        field="cite",
        parse=AddressParser.parse_choice,
        default="apa",
        description="the citation style",
        example="`apa`, `chicago`, `iso690`",
        choices=get_args(Cite),
    ),
    Parameter(
        name="table",
        field="table",
        parse=AddressParser.parse_table,
        default="events",
        description="the table shown, on Data",
        example="`events`, `claims`, `citations`, `sources`, `regions`, `places`",
        choices=TABLE_NAMES,
        pages=("data",),
        is_display_option=True,
    ),
    Parameter(
        name="sort",
        field="sort",
        parse=AddressParser.parse_choice,
        default="",
        description="the order of that table",
        example="a column, such as `date`; from the last to the first, `-date`",
        choices=KnownIds.list_sort_orders,
        pages=("data",),
        is_display_option=True,
    ),
    Parameter(
        name="find",
        field="find",
        parse=AddressParser.parse_words,
        default="",
        description="rows of that table with all of these words, in any column",
        example="words",
        pages=("data",),
    ),
    Parameter(
        name="column",
        field="columns",
        parse=AddressParser.parse_choices,
        default=(),
        description="the columns shown",
        example="a column of that table, such as `title`; may be repeated",
        choices=KnownIds.list_columns,
        pages=("data",),
        is_display_option=True,
    ),
    Parameter(
        name="page",
        field="page",
        parse=AddressParser.parse_page,
        default=1,
        description="the page of that table, or of a long list of events",
        example="a number, such as `2`",
        pages=("", "timeline", "map", "data"),
    ),
    Parameter(
        name="v",
        field="version",
        parse=AddressParser.parse_choice,
        default=None,
        description="the data set as it was in that version",
        example="a version, such as `1.0.0`",
        choices=KnownIds.list_versions,
    ),
    Parameter(
        name="step",
        field="step",
        parse=AddressParser.parse_step,
        default=1,
        description="the step of the story, on “Step by step”",
        example="a step's number, such as `4`",
        pages=("present",),
        is_display_option=True,
    ),
    Parameter(
        name="evidence",
        field="evidence",
        parse=AddressParser.parse_choice,
        default="hidden",
        description="the evidence of that step's question, on “Step by step”",
        example="`shown`",
        choices=get_args(Evidence),
        pages=("present",),
        is_display_option=True,
    ),
    Parameter(
        name="panel",
        field="panel",
        parse=AddressParser.parse_choice,
        default="closed",
        description=(
            "the teacher's panel, on “Step by step”: the notes with the answers after a warning"
        ),
        example="`teacher`",
        choices=get_args(Panel),
        pages=("present",),
        is_display_option=True,
    ),
    Parameter(
        name="screen",
        field="screen",
        parse=AddressParser.parse_choice,
        default="class",
        description=("the teacher's notes in a window of their own, which moves with the class's"),
        example="`notes`",
        choices=get_args(Screen),
        pages=("present",),
        is_display_option=True,
    ),
)
PARAMETER_NAMES: Final = tuple(parameter.name for parameter in PARAMETER_TABLE)
#: The pages that a choice belongs to, by their slugs.
PAGES_BY_PARAMETER: Final = {
    parameter.name: parameter.pages for parameter in PARAMETER_TABLE if parameter.pages
}
#: What goes along to other pages.
CARRIED_PARAMETERS: Final = tuple(
    name for name in PARAMETER_NAMES if name not in PAGES_BY_PARAMETER
)
FILTER_PARAMETERS: Final = tuple(
    parameter.name for parameter in PARAMETER_TABLE if parameter.filter_name
)


def list_filter_parameters(filter_name: FilterName) -> tuple[str, ...]:
    """Return the names of the parameters that set a filter."""
    parameter_names = []
    for parameter in PARAMETER_TABLE:
        if parameter.filter_name == filter_name:
            parameter_names.append(parameter.name)
    return tuple(parameter_names)


def list_cleared_parameters(slug: str) -> tuple[str, ...]:
    """Return the parameters that "Clear all filters" removes from the address of a page."""
    names = list(FILTER_PARAMETERS)
    for parameter in PARAMETER_TABLE:
        if slug in parameter.pages and not parameter.is_display_option:
            names.append(parameter.name)
    # Every page carries the comparison; only the Overview shows it, and clears it.
    if not slug:
        names.append("compare")
    return tuple(names)


def clear_filters(slug: str) -> dict[str, Any]:
    """Return the fields of a view that "Clear all filters" sets on a page, with their values."""
    cleared_names = list_cleared_parameters(slug)
    changes: dict[str, Any] = {"filters": Filters(), "page": 1}
    for parameter in PARAMETER_TABLE:
        if parameter.name in cleared_names and not parameter.filter_name:
            changes[parameter.field] = parameter.default
    return changes


PARAMETERS_BY_FILTER: Final[Mapping[FilterName, tuple[str, ...]]] = {
    filter_name: list_filter_parameters(filter_name) for filter_name in get_args(FilterName)
}


def read_view(
    params: Params,
    dataset: Dataset,
    languages: Sequence[str] = ("en", "es"),
    versions: Sequence[str] = (),
    steps: int | None = None,
) -> tuple[View, tuple[Notice, ...]]:
    """Parse the parameters of an address.

    Parameters
    ----------
    params
        The texts of each parameter; names that are not in :data:`PARAMETER_TABLE` are ignored.
    versions
        Versions that may be opened besides the data set's own.
    steps
        How many steps the lesson in use has; without it, those of the data set's own.

    Returns
    -------
    tuple
        The view, and a notice of each value that was dropped.
    """
    if steps is None:
        steps = len(dataset.story.steps)
    parser = AddressParser(params, KnownIds(dataset, languages, versions, steps))
    for parameter in PARAMETER_TABLE:
        parser.parse_parameter(parameter)
    for name, field_value in RETIRED_PARAMETERS.items():
        if field_value in params.get(name, ()):
            parser.add_notice(name, field_value, "retired")
    filter_values: dict[str, Any] = {}
    view_values: dict[str, Any] = {}
    for parameter in PARAMETER_TABLE:
        field_value = parser.values[parameter.field]
        if parameter.filter_name:
            filter_values[parameter.field] = field_value
        else:
            view_values[parameter.field] = field_value
    view = View(filters=Filters(**filter_values), **view_values)
    return view, tuple(parser.notices)


def parse_zoom_days(view: View) -> tuple[date, date] | None:
    """Return the two days of a span of the timeline that the story does not name."""
    if "/" not in view.zoom:
        return None
    first_text, last_text = view.zoom.split("/")
    return parse_day(first_text), parse_day(last_text)


def write_view(view: View) -> dict[str, str | list[str]]:
    """Return a view as parameters without defaults; :func:`read_view` reads them back."""
    params: dict[str, str | list[str]] = {}
    for parameter in PARAMETER_TABLE:
        owner = view.filters if parameter.filter_name else view
        field_value = getattr(owner, parameter.field)
        if not field_value or field_value == parameter.default:
            continue
        if isinstance(field_value, tuple):
            params[parameter.name] = list(field_value)
        elif field_value is True and isinstance(parameter.choices, tuple):
            params[parameter.name] = parameter.choices[1]
        else:
            params[parameter.name] = str(field_value)
    return params


def list_page_parameters(slug: str) -> tuple[str, ...]:
    """Return the parameters that a page reads."""
    parameter_names = []
    for name in PARAMETER_NAMES:
        pages = PAGES_BY_PARAMETER.get(name)
        if pages is None or slug in pages:
            parameter_names.append(name)
    return tuple(parameter_names)
