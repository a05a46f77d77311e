"""The parameters of an address: one table of them, by which a view is read and written.

A parameter at its default is left out of the address. A value that cannot be used is dropped with
a :class:`Notice` that names the parameter, the value and what is allowed; the rest of the address
still counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any, Final, Literal, TypeVar, get_args

from components.domain.dates.days import parse_day
from components.domain.limits import MOST_TEXT_CHARACTERS
from components.domain.records.dataset import Dataset
from components.domain.records.models import Measure, Population, Qualifier, Voice
from components.domain.records.tables import SPECS, TableName
from components.domain.views.compare import Other, read_days, read_other
from components.domain.views.days import around, known_between, nearest
from components.domain.views.filters import Filters
from components.domain.views.notice import Notice, shown

Counts = Literal["latest", "earlier", "change"]
Cite = Literal["apa", "chicago", "iso690"]
Evidence = Literal["hidden", "shown"]
Panel = Literal["closed", "teacher"]
Screen = Literal["class", "notes"]

MAX_TEXT: Final = MOST_TEXT_CHARACTERS
#: Parameters of earlier versions, with the values that meant something: an address that has one
#: opens without it, and says so.
RETIRED: Final = {"by": "published"}


@dataclass(frozen=True)
class View:
    """Everything that an address restores."""

    lang: str | None = None
    filters: Filters = field(default_factory=Filters)
    event: str | None = None
    claim: str | None = None
    topic: str | None = None
    day: date | None = None
    compare: Other | None = None
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


Choice = TypeVar("Choice", bound=str)
Params = Mapping[str, Sequence[str]]
Notices = list[Notice]


def _single(params: Params, name: str, notices: Notices) -> str | None:
    """The last value of a parameter that has one; other values are said to be dropped."""
    values = [value for value in params.get(name) or [] if value.strip()]
    if len(set(values)) > 1:
        dropped, used = shown(", ".join(values[:-1])), shown(values[-1])
        notices.append(Notice(name, dropped, "repeated", (used,)))
    return values[-1] if values else None


def _one(params: Params, name: str, allowed: Sequence[str], default: str, notices: Notices) -> str:
    value = _single(params, name, notices)
    if value is None:
        return default
    if value in allowed:
        return value
    notices.append(Notice(name, shown(value), "unknown", tuple(allowed)))
    return default


def _several(
    params: Params, name: str, allowed: Sequence[str], notices: Notices
) -> tuple[str, ...]:
    wanted = [value for value in params.get(name, []) if value.strip()]
    known = set(allowed)
    for value in dict.fromkeys(v for v in wanted if v not in known):
        notices.append(Notice(name, shown(value), "unknown", tuple(allowed)))
    asked = set(wanted)
    return tuple(value for value in allowed if value in asked)


def _day(params: Params, name: str, bounds: tuple[date, date], notices: Notices) -> date | None:
    value = _single(params, name, notices)
    if value is None:
        return None
    try:
        day = parse_day(value)
    except ValueError:
        notices.append(Notice(name, shown(value), "date", ("2019-02-23",)))
        return None
    near = nearest(day, bounds)
    if near != day:
        notices.append(Notice(name, value, "beyond", (near.isoformat(),)))
    return near


def _dates(
    params: Params, bounds: tuple[date, date], notices: Notices
) -> tuple[date | None, date | None]:
    start, end = _day(params, "from", bounds, notices), _day(params, "to", bounds, notices)
    if start and end and start > end:
        notices.append(Notice("from", f"{start} > {end}", "reversed"))
        start, end = end, start
    return start, end


def _text(params: Params, name: str, notices: Notices) -> str:
    value = " ".join((_single(params, name, notices) or "").split())
    if len(value) > MAX_TEXT:
        notices.append(Notice(name, shown(value), "too_long", (str(MAX_TEXT),)))
        return value[:MAX_TEXT].strip()
    return value


def _number(params: Params, name: str, notices: Notices) -> int:
    """A number from 1; how far it may go is for the page to know."""
    value = _single(params, name, notices)
    if value is None:
        return 1
    # Plain digits alone: int() also takes "+2", "1_0" and the digits of other scripts.
    if value.isascii() and value.isdigit() and len(value) < 8 and str(int(value)) == value != "0":
        return int(value)
    notices.append(Notice(name, shown(value), "number", ("1",)))
    return 1


def read_version(params: Params, versions: Sequence[str]) -> str | None:
    """Which of the versions an address asks for; any other value is left to :func:`read_view`."""
    wanted = [value for value in params.get("v") or [] if value != ""]
    return wanted[-1] if wanted and wanted[-1] in versions else None


def _step(params: Params, steps: int, notices: Notices) -> int:
    value = _single(params, "step", notices)
    if value is None:
        return 1
    # Digits alone, and no zero before them: one step has one address.
    if value.isascii() and value.isdigit() and value[0] != "0" and len(value) <= 3:
        number = int(value)
        if number <= max(steps, 1):
            return number
    notices.append(Notice("step", shown(value), "step", (f"1–{max(steps, 1)}",)))
    return 1


def _played(params: Params, dataset: Dataset, filters: Filters, notices: Notices) -> date | None:
    """The day that is played, or the nearest of the days that are chosen."""
    day = _day(params, "day", around(dataset), notices)
    return day and nearest(day, (filters.start or day, filters.end or day))


def read_view(
    params: Params,
    dataset: Dataset,
    languages: Sequence[str] = ("en", "es"),
    versions: Sequence[str] = (),
    steps: int | None = None,
) -> tuple[View, tuple[Notice, ...]]:
    """Read an address's parameters into a view and the notices of what was dropped.

    ``params`` maps each name to its values in order. Names this project does not use are left
    alone: other sites add their own. ``versions`` are those that may be opened besides the data
    set's own; ``steps`` is how many the lesson in use has; without it, those of the data set's
    story.
    """
    notices: Notices = []
    start, end = _dates(params, around(dataset), notices)
    filters = Filters(
        start=start,
        end=end,
        certain_only=_one(params, "possible", ("in", "out"), "in", notices) == "out",
        published_by=_day(params, "known", known_between(dataset), notices),
        regions=_several(params, "region", tuple(dataset.regions), notices),
        categories=_several(params, "category", dataset.category_ids, notices),
        sources=_several(params, "source", tuple(dataset.sources), notices),
        excluded_voices=_several(params, "without", get_args(Voice), notices),
        documents_only=_one(params, "tier", ("document", "all"), "all", notices) == "document",
        text=_text(params, "q", notices),
    )
    table = _literal(params, "table", get_args(TableName), "events", notices)
    columns = SPECS[table].names
    view = View(
        lang=_one(params, "lang", tuple(languages), "", notices) or None,
        filters=filters,
        event=_one(params, "event", tuple(dataset.events), "", notices) or None,
        claim=_one(params, "claim", tuple(dataset.claims), "", notices) or None,
        topic=_one(params, "topic", tuple(dataset.topics), "", notices) or None,
        day=_played(params, dataset, filters, notices),
        compare=read_other(_single(params, "compare", notices), dataset, notices),
        measure=_one(params, "measure", get_args(Measure), "", notices) or None,
        population=_one(params, "population", get_args(Population), "", notices) or None,
        claimant=_one(params, "claimant", tuple(dataset.claimants), "", notices) or None,
        check=_text(params, "check", notices),
        said=_literal(params, "said", get_args(Qualifier), "exact", notices),
        check_to=_text(params, "check_to", notices),
        check_day=_day(params, "check_day", around(dataset), notices),
        check_region=_one(params, "check_region", tuple(dataset.regions), "", notices) or None,
        counts=_literal(params, "counts", get_args(Counts), "latest", notices),
        extent=_extent(params, dataset, notices),
        zoom=_zoom(params, dataset, notices),
        cite=_literal(params, "cite", get_args(Cite), "apa", notices),
        table=table,
        sort=_one(params, "sort", [s for c in columns for s in (c, f"-{c}")], "", notices),
        find=_text(params, "find", notices),
        columns=_several(params, "column", columns, notices),
        page=_number(params, "page", notices),
        version=_one(params, "v", versions or (dataset.version,), "", notices) or None,
        step=_step(params, len(dataset.story.steps) if steps is None else steps, notices),
        evidence=_literal(params, "evidence", get_args(Evidence), "hidden", notices),
        panel=_literal(params, "panel", get_args(Panel), "closed", notices),
        screen=_literal(params, "screen", get_args(Screen), "class", notices),
    )
    notices += [
        Notice(name, value, "retired")
        for name, value in RETIRED.items()
        if value in params.get(name, ())
    ]
    return view, tuple(notices)


def _extent(params: Params, dataset: Dataset, notices: Notices) -> str:
    """The part of the map; empty for the first one, with which the map begins."""
    ids = tuple(part.id for part in dataset.presentation.extents)
    found = _one(params, "extent", ids, "", notices)
    return "" if found in ids[:1] else found


def _zoom(params: Params, dataset: Dataset, notices: Notices) -> str:
    """The span of the timeline: one that the story names, or any two days."""
    if "/" in (params.get("zoom") or [""])[-1]:
        value = _single(params, "zoom", notices) or ""
        days = read_days("zoom", value, dataset, notices)
        return "/".join(day.isoformat() for day in days) if days else "all"
    named = (zoom.id for zoom in dataset.presentation.zooms)
    return _one(params, "zoom", ("all", *named), "all", notices)


def zoom_days(view: View) -> tuple[date, date] | None:
    """The two days of a span of the timeline that the story does not name."""
    if "/" not in view.zoom:
        return None
    first, last = view.zoom.split("/")
    return parse_day(first), parse_day(last)


def _literal(
    params: Params, name: str, allowed: tuple[Choice, ...], default: Choice, notices: Notices
) -> Choice:
    found = _one(params, name, allowed, default, notices)
    return next(value for value in allowed if value == found)


_WRITERS: Final[dict[str, Callable[[View], str | list[str] | None]]] = {
    "lang": lambda v: v.lang,
    "from": lambda v: v.filters.start.isoformat() if v.filters.start else None,
    "to": lambda v: v.filters.end.isoformat() if v.filters.end else None,
    "possible": lambda v: "out" if v.filters.certain_only else None,
    "known": lambda v: v.filters.published_by.isoformat() if v.filters.published_by else None,
    "region": lambda v: list(v.filters.regions),
    "category": lambda v: list(v.filters.categories),
    "source": lambda v: list(v.filters.sources),
    "without": lambda v: list(v.filters.excluded_voices),
    "tier": lambda v: "document" if v.filters.documents_only else None,
    "q": lambda v: v.filters.text,
    "event": lambda v: v.event,
    "claim": lambda v: v.claim,
    "topic": lambda v: v.topic,
    "day": lambda v: v.day.isoformat() if v.day else None,
    "compare": lambda v: str(v.compare) if v.compare else None,
    "measure": lambda v: v.measure,
    "population": lambda v: v.population,
    "claimant": lambda v: v.claimant,
    "check": lambda v: v.check,
    "said": lambda v: v.said,
    "check_to": lambda v: v.check_to,
    "check_day": lambda v: v.check_day.isoformat() if v.check_day else None,
    "check_region": lambda v: v.check_region,
    "counts": lambda v: v.counts,
    "extent": lambda v: v.extent,
    "zoom": lambda v: v.zoom,
    "cite": lambda v: v.cite,
    "table": lambda v: v.table,
    "sort": lambda v: v.sort,
    "find": lambda v: v.find,
    "column": lambda v: list(v.columns),
    "page": lambda v: str(v.page) if v.page > 1 else None,
    "v": lambda v: v.version,
    "step": lambda v: str(v.step) if v.step > 1 else None,
    "evidence": lambda v: v.evidence,
    "panel": lambda v: v.panel,
    "screen": lambda v: v.screen,
}
PARAMETERS: Final = tuple(_WRITERS)
#: The pages that a choice belongs to, by their slugs: no other page reads it, and no link to
#: another page carries it. A parameter that is not here belongs to every page.
OF_PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "claim": ("figures", "disagreements"),
    "topic": ("disagreements",),
    "day": ("",),
    "compare": ("",),
    "measure": ("figures",),
    "population": ("figures",),
    "claimant": ("figures", "data"),
    "check": ("figures",),
    "counts": ("map",),
    "extent": ("map",),
    "zoom": ("timeline",),
    "table": ("data",),
    "sort": ("data",),
    "find": ("data",),
    "column": ("data",),
    "page": ("", "timeline", "map", "data"),
    "step": ("present",),
    "evidence": ("present",),
    "panel": ("present",),
    "screen": ("present",),
}
_DEFAULTS: Final = {f.name: f.default for f in fields(View) if isinstance(f.default, str)}
#: The filters, which every page has.
FILTERS: Final = (
    "from", "to", "possible", "known", "region", "category", "source", "without", "tier", "q",
)  # fmt: skip
#: Choices of a page that say how it is drawn, or what of it stands open.
_DRAWN: Final = frozenset(
    {"claim", "topic", "counts", "extent", "zoom", "table", "sort", "column", "step", "evidence",
     "panel", "screen"}
)  # fmt: skip


def write_view(view: View) -> dict[str, str | list[str]]:
    """Write a view as URL parameters, defaults left out; :func:`read_view` reads them back."""
    written: dict[str, str | list[str]] = {}
    for name, writer in _WRITERS.items():
        value = writer(view)
        if value and value != _DEFAULTS.get(name):
            written[name] = value
    return written


def names_of(slug: str) -> tuple[str, ...]:
    """The parameters that a page reads."""
    return tuple(name for name in PARAMETERS if slug in OF_PAGES.get(name, (slug,)))


def narrowing_names(slug: str) -> tuple[str, ...]:
    """The parameters that "Clear all filters" takes out of a page's address."""
    own = (n for n, slugs in OF_PAGES.items() if slug in slugs and n not in _DRAWN)
    return (*FILTERS, *own)


def write_link(view: View, **changes: Any) -> dict[str, str | list[str]]:
    """Write what another page is opened with: what belongs to every page, and ``changes``."""
    named = write_view(replace(View(), **changes))
    written = write_view(replace(view, **changes))
    return {n: value for n, value in written.items() if n not in OF_PAGES or n in named}
