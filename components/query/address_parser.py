"""The parameters of an address: what each is, and how its text becomes a value of a view.

The table of all parameters is :data:`components.query.view.PARAMETER_TABLE`; each row names the
method of :class:`AddressParser` that parses it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from components.limits.views import MOST_DAYS_AROUND_STORY, MOST_NAMED, MOST_TEXT_CHARACTERS
from components.query.filters import REGION_PREFIX, ComparedView, FilterName
from components.query.table_schema import TableName, list_column_names
from components.story.dataset import Dataset
from components.story.edtf import LAST_DAY, days_after, parse_day

Reason = Literal[
    "unknown",
    "more",
    "step",
    "date",
    "look",
    "reversed",
    "beyond",
    "nearest",
    "too_long",
    "repeated",
    "number",
    "table",
    "retired",
]
#: Characters of a value that a message shows: they fit a line on a phone.
SHOWN_CHARACTERS: Final = 40
EXAMPLE_DAY: Final = "2019-02-23"
EXAMPLE_DAYS: Final = "2019-03-01/2019-03-31"
EXAMPLE_LOOK: Final = "-72.5,7.9,9"
MAX_TEXT: Final = MOST_TEXT_CHARACTERS
#: Plain digits alone: int() also takes "+2", "1_0" and the digits of other scripts. No zero comes
#: first: a page has a single address.
_NUMBER: Final = re.compile("[1-9][0-9]{0,6}")
MOST_PAGES: Final = 9_999_999
MOST_STEPS: Final = 999
_LOOK: Final = re.compile(r"(-?\d{1,3}(?:\.\d{1,4})?),(-?\d{1,2}(?:\.\d{1,4})?),(\d{1,2}(?:\.\d)?)")
#: The greatest longitude, latitude and zoom of a map.
LOOK_LIMITS: Final = (180, 85, 20)
#: The texts of a parameter, in the order of the address.
Texts = Sequence[str]
Params = Mapping[str, Texts]


class Notice(NamedTuple):
    """What in the address could not be used; ``allowed`` lists what may be written, if anything."""

    parameter: str
    value: str
    reason: Reason
    allowed: tuple[str, ...] = ()


def shorten_value(value: str) -> str:
    """Return a value fit for a message: on one line, and cut to ``SHOWN_CHARACTERS``."""
    flat_value = " ".join(value.split())
    if len(flat_value) <= SHOWN_CHARACTERS:
        return flat_value
    return flat_value[:SHOWN_CHARACTERS] + "…"


@dataclass(frozen=True)
class KnownIds:
    """What the values of parameters depend on; the methods list the values that are allowed.

    Attributes
    ----------
    dataset
        The data set, of the version that the address names.
    versions
        Versions that may be opened; without any, that of the data set alone.
    steps
        How many steps the lesson in use has.
    table
        The table that the Data page shows.
    """

    dataset: Dataset
    languages: Sequence[str] = ("en", "es")
    versions: Sequence[str] = ()
    steps: int = 1
    table: TableName = "events"

    def list_languages(self) -> Iterable[str]:
        """Return the values of ``lang``: codes of languages."""
        return self.languages

    def list_versions(self) -> Iterable[str]:
        """Return the values of ``v``: versions of the data set."""
        return self.versions or (self.dataset.version,)

    def list_events(self) -> Iterable[str]:
        """Return the values of ``event``: ids of events."""
        return self.dataset.events

    def list_claims(self) -> Iterable[str]:
        """Return the values of ``claim``: ids of claims."""
        return self.dataset.claims

    def list_topics(self) -> Iterable[str]:
        """Return the values of ``topic``: ids of questions."""
        return self.dataset.topics

    def list_claimants(self) -> Iterable[str]:
        """Return the values of ``claimant``: ids of claimants."""
        return self.dataset.claimants

    def list_sources(self) -> Iterable[str]:
        """Return the values of ``source``: ids of sources."""
        return self.dataset.sources

    def list_regions(self) -> Iterable[str]:
        """Return the values of ``region`` and ``check_region``: ids of regions."""
        return self.dataset.regions

    def list_categories(self) -> Iterable[str]:
        """Return the values of ``category``: ids of kinds of event, in the order of their lanes."""
        return self.dataset.category_ids

    def list_voices(self) -> Iterable[str]:
        """Return the values of ``voice`` and ``without``: ids of voices."""
        return self.dataset.terms["voices"]

    def list_measures(self) -> Iterable[str]:
        """Return the values of ``measure``: ids of measures."""
        return self.dataset.terms["measures"]

    def list_populations(self) -> Iterable[str]:
        """Return the values of ``population``: ids of populations."""
        return self.dataset.terms["populations"]

    def list_extents(self) -> Iterable[str]:
        """Return the values of ``extent``: ids of the parts of the map, the default first."""
        extents = self.dataset.presentation.extents
        return [extent.id for extent in extents]

    def list_zooms(self) -> Iterable[str]:
        """Return the values of ``zoom`` that are no days: ``all`` and the story's spans."""
        zooms = self.dataset.presentation.zooms
        zoom_ids = [zoom.id for zoom in zooms]
        return ["all", *zoom_ids]

    def list_columns(self) -> Iterable[str]:
        """Return the values of ``column``: columns of the table that is shown."""
        return list_column_names(self.table)

    def list_sort_orders(self) -> Iterable[str]:
        """Yield the values of ``sort``: each column, and with ``-`` before it, descending."""
        for name in list_column_names(self.table):
            yield name
            yield f"-{name}"


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A parameter of an address.

    Attributes
    ----------
    name
        Its name in the query string.
    field
        The field of :class:`~components.query.view.View` or of ``Filters`` that it sets.
    parse
        The method of :class:`AddressParser` that turns its texts into the field's value.
    default
        The field's default, at which the parameter is left out of the address.
    description, example
        What it does and what may be written, in the descriptions of the addresses.
    choices
        All of its values, where they can be listed; of a flag the value for no, then for yes.
    pages
        The slugs of the pages that read it; no link to another page carries it. Without any, every
        page reads it.
    is_display_option
        Whether it says how a page is drawn, or what of it is open, and not what is selected.
    filter_name
        The filter that it sets, if it does.
    """

    name: str
    field: str
    parse: Callable[["AddressParser", "Parameter", Texts], Any]
    default: Any
    description: str
    example: str
    choices: tuple[str, ...] | Callable[[KnownIds], Iterable[str]] = ()
    pages: tuple[str, ...] = ()
    is_display_option: bool = False
    filter_name: FilterName | None = None

    @property
    def is_list(self) -> bool:
        """Whether it may be repeated, each time with one more value."""
        return isinstance(self.default, tuple)

    def list_choices(self, known: KnownIds) -> tuple[str, ...]:
        """Return the values that it takes, in order; none where they cannot be listed."""
        if callable(self.choices):
            return tuple(self.choices(known))
        return self.choices


@dataclass
class AddressParser:
    """Parses the parameters of an address, one after the other.

    A method ``parse_…`` takes the parameter and its texts, at least one, and returns the value.
    What cannot be used is added to ``notices``, and the default is returned.

    Attributes
    ----------
    values
        The values that were parsed, by field; dates use those of earlier parameters.
    """

    params: Params
    known: KnownIds
    values: dict[str, Any] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)

    def parse_parameter(self, parameter: Parameter) -> None:
        """Parse a parameter of the address into ``values``."""
        texts = []
        for text in self.params.get(parameter.name, ()):
            if text.strip():
                texts.append(text)
        value = parameter.default
        if texts:
            value = parameter.parse(self, parameter, texts)
        self.values[parameter.field] = value

    def add_notice(
        self,
        name: str,
        value: str,
        reason: Reason,
        allowed: Iterable[str] = (),
    ) -> None:
        """Note what of a parameter could not be used, and what may be written."""
        notice = Notice(
            parameter=name,
            value=shorten_value(value),
            reason=reason,
            allowed=tuple(allowed),
        )
        self.notices.append(notice)

    def take_last(self, parameter: Parameter, texts: Texts) -> str:
        """Return the last of the texts, which counts where a parameter has a single value."""
        *other_texts, last_text = texts
        different_texts = set(other_texts) - {last_text}
        if different_texts:
            dropped_texts = ", ".join(other_texts)
            shown_text = shorten_value(last_text)
            self.add_notice(
                parameter.name,
                dropped_texts,
                "repeated",
                allowed=[shown_text],
            )
        return last_text

    def parse_choices(self, parameter: Parameter, texts: Texts) -> tuple[str, ...]:
        """Return the known values among the texts, in the order in which all are listed."""
        choices = parameter.list_choices(self.known)
        known_values = set(choices)
        # A dict, since it keeps the order.
        wanted_values = dict.fromkeys(texts)
        unknown_values = []
        for value in wanted_values:
            if value not in known_values:
                unknown_values.append(value)
        for value in unknown_values[:MOST_NAMED]:
            self.add_notice(
                parameter.name,
                value,
                "unknown",
                allowed=choices,
            )
        more_count = len(unknown_values) - MOST_NAMED
        if more_count > 0:
            count_text = str(more_count)
            self.add_notice(parameter.name, count_text, "more")
        wanted_choices = [value for value in choices if value in wanted_values]
        return tuple(wanted_choices)

    def parse_choice(self, parameter: Parameter, texts: Texts) -> Any:
        """Return the value if it is among the choices."""
        text = self.take_last(parameter, texts)
        return self._require_choice(parameter, text)

    def _require_choice(self, parameter: Parameter, text: str) -> Any:
        choices = parameter.list_choices(self.known)
        if text not in choices:
            self.add_notice(
                parameter.name,
                text,
                "unknown",
                allowed=choices,
            )
            return parameter.default
        return text

    def parse_flag(self, parameter: Parameter, texts: Texts) -> bool:
        """Return whether the value is the second choice, that for yes."""
        _, yes_value = parameter.list_choices(self.known)
        choice = self.parse_choice(parameter, texts)
        is_yes = choice == yes_value
        return bool(is_yes)

    def parse_extent(self, parameter: Parameter, texts: Texts) -> str:
        """Return the id of a part of the map; empty for the first, which is the default."""
        extent_id = str(self.parse_choice(parameter, texts))
        choices = parameter.list_choices(self.known)
        if choices and extent_id == choices[0]:
            return ""
        return extent_id

    def parse_table(self, parameter: Parameter, texts: Texts) -> Any:
        """Return the name of a table, whose columns later parameters are checked against."""
        table = self.parse_choice(parameter, texts)
        self.known = replace(self.known, table=table)
        return table

    def parse_words(self, parameter: Parameter, texts: Texts) -> str:
        """Return a text with plain spaces, cut to ``MAX_TEXT`` characters."""
        last_text = self.take_last(parameter, texts)
        text = " ".join(last_text.split())
        if len(text) > MAX_TEXT:
            limit_text = str(MAX_TEXT)
            self.add_notice(
                parameter.name,
                text,
                "too_long",
                allowed=[limit_text],
            )
        cut_text = text[:MAX_TEXT]
        return cut_text.strip()

    def _parse_days(self, parameter: Parameter, text: str, example: str) -> list[date]:
        """Return as many days as an example has, in order, near those of the story.

        For any other text the list is empty.
        """
        day_texts = text.split("/")
        expected_count = len(example.split("/"))
        try:
            if len(day_texts) != expected_count:
                raise ValueError(text)
            days = [parse_day(day_text) for day_text in day_texts]
        except ValueError:
            self.add_notice(
                parameter.name,
                text,
                "date",
                allowed=[example],
            )
            return []
        dataset = self.known.dataset
        if parameter.field == "published_by":
            # Any day from the first publication on.
            earliest_day, _ = dataset.published
            latest_day = LAST_DAY
        else:
            first_day, last_day = dataset.coverage
            earliest_day = days_after(first_day, -MOST_DAYS_AROUND_STORY)
            latest_day = days_after(last_day, MOST_DAYS_AROUND_STORY)
        near_days = []
        for day in days:
            near_day = max(day, earliest_day)
            near_day = min(near_day, latest_day)
            near_days.append(near_day)
        if near_days != days:
            near_texts = [str(day) for day in near_days]
            near_text = "/".join(near_texts)
            self.add_notice(
                parameter.name,
                text,
                "beyond",
                allowed=[near_text],
            )
        start_day = near_days[0]
        end_day = near_days[-1]
        if start_day > end_day:
            reversed_text = f"{start_day} > {end_day}"
            self.add_notice(parameter.name, reversed_text, "reversed")
        return sorted(near_days)

    def parse_day(self, parameter: Parameter, texts: Texts) -> date | None:
        """Return a day near those of the story; ``None`` for what is no day."""
        text = self.take_last(parameter, texts)
        days = self._parse_days(parameter, text, EXAMPLE_DAY)
        if not days:
            return None
        return days[0]

    def parse_end_date(self, parameter: Parameter, texts: Texts) -> date | None:
        """Return the last day shown; one before the first day changes places with it."""
        start_day: date | None = self.values["start"]
        end_day = self.parse_day(parameter, texts)
        if not start_day or not end_day:
            return end_day
        if start_day > end_day:
            reversed_text = f"{start_day} > {end_day}"
            self.add_notice("from", reversed_text, "reversed")
            self.values["start"] = end_day
            return start_day
        return end_day

    def parse_played_day(self, parameter: Parameter, texts: Texts) -> date | None:
        """Return the day that is played, within the days of the filters."""
        day = self.parse_day(parameter, texts)
        if day is None:
            return None
        start_day = self.values["start"] or day
        end_day = self.values["end"] or day
        played_day = min(max(day, start_day), end_day)
        if played_day != day:
            self.add_notice(parameter.name, str(day), "nearest", allowed=[str(played_day)])
        return played_day

    def parse_compared_view(self, parameter: Parameter, texts: Texts) -> ComparedView | None:
        """Return the region or the dates that are set beside the view."""
        text = self.take_last(parameter, texts)
        regions = self.known.dataset.regions
        region_id = text.removeprefix(REGION_PREFIX)
        if text.startswith(REGION_PREFIX) and region_id in regions:
            return ComparedView(region=region_id)
        if "/" not in text:
            allowed = [EXAMPLE_DAYS]
            for known_id in regions:
                allowed_text = f"{REGION_PREFIX}{known_id}"
                allowed.append(allowed_text)
            self.add_notice(
                parameter.name,
                text,
                "unknown",
                allowed=allowed,
            )
            return None
        days = self._parse_days(parameter, text, EXAMPLE_DAYS)
        if not days:
            return None
        start_day, end_day = days
        return ComparedView(dates=(start_day, end_day))

    def parse_page(self, parameter: Parameter, texts: Texts) -> int:
        """Return a number from 1; how far it may go is for the page to know."""
        text = self.take_last(parameter, texts)
        if _NUMBER.fullmatch(text):
            page_number = int(text)
            if page_number <= MOST_PAGES:
                return page_number
        self.add_notice(
            parameter.name,
            text,
            "number",
            allowed=["1"],
        )
        return 1

    def parse_step(self, parameter: Parameter, texts: Texts) -> int:
        """Return a number from 1 to that of the lesson's last step."""
        text = self.take_last(parameter, texts)
        last_step = max(self.known.steps, 1)
        most_steps = min(last_step, MOST_STEPS)
        if _NUMBER.fullmatch(text):
            step_number = int(text)
            if step_number <= most_steps:
                return step_number
        step_range = f"1–{last_step}"
        self.add_notice(
            parameter.name,
            text,
            "step",
            allowed=[step_range],
        )
        return 1

    def parse_look(self, parameter: Parameter, texts: Texts) -> str:
        """Return where a reader looks on the map, as it is written: "longitude,latitude,zoom"."""
        last_text = self.take_last(parameter, texts)
        text = last_text.strip()
        match = _LOOK.fullmatch(text)
        is_on_map = match is not None
        if match is not None:
            number_texts = match.groups()
            for number_text, limit in zip(number_texts, LOOK_LIMITS, strict=True):
                number = float(number_text)
                if abs(number) > limit:
                    is_on_map = False
        if is_on_map:
            return text
        self.add_notice(
            parameter.name,
            text,
            "look",
            allowed=[EXAMPLE_LOOK],
        )
        return ""

    def parse_zoom(self, parameter: Parameter, texts: Texts) -> str:
        """Return the id of a span of the timeline, or two days with a slash between them."""
        text = self.take_last(parameter, texts)
        if "/" not in text:
            return str(self._require_choice(parameter, text))
        days = self._parse_days(parameter, text, EXAMPLE_DAYS)
        if not days:
            return "all"
        start_day, end_day = days
        return f"{start_day}/{end_day}"
