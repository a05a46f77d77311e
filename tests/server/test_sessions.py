"""Concurrent sessions get, byte by byte, what each gets alone."""

import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from components.limits.files import MOST_READ_ROWS
from tests.bench.large.tables_made import SHAPES, events_csv
from tests.bench.large.tables_made import table as table_of
from tests.support.cases import LANGUAGES, SLUGS
from tests.support.server import running_server
from tests.support.sessions import Record, SessionPlan, differences, record_sessions
from tests.support.stories import own_tables
from tests.support.stories.foreign import files_of
from tests.support.stories.uploads import EVENT, GOOD, HEADER, package, rows_of, table, zipped

THEMES: Final = ("light", "dark")
#: Servers of one reader each that run at the same time.
SERVERS_AT_ONCE: Final = 2
#: What the readers of the server's story look at: every page, and filters, days, versions and
#: records in its address.
SERVED_PAGES: Final = (
    ("", "region=oriente"),
    ("timeline", "from=2019-02-22&to=2019-02-28"),
    ("map", "counts=change"),
    ("figures", "measure=people&check=567"),
    ("disagreements", "topic=by-region"),
    ("", "compare=region:guajira"),
    ("sources", "cite=chicago"),
    ("data", "table=claims&find=hotel"),
    ("method", ""),
    ("present", "step=4&evidence=shown"),
    ("", "day=2019-02-23&category=border"),
    ("timeline", "q=hotel&event=ev-2019-02-22-delay-operation"),
    ("data", "table=regions&sort=-name"),
    ("", "v=1.0.0"),
    ("map", "category=armed-forces"),
)
SERVED_FILES: Final = (
    "/api/events.csv?region=oriente",
    "/pictures/timeline.png?category=border",
    "/api/tables.xlsx?q=hotel",
    "/takeaway/handout-a4.pdf?lang=es",
    "/embed/map?region=guajira",
    "/api/claims.json?lang=es",
    "/pictures/map.svg?lang=es",
    "/api/cited.bib?q=hotel",
    "/takeaway/slides.pptx?lang=en",
    "/api/package.zip?v=1.1.0",
    "/api/events.gpkg?from=2019-02-23",
    "/takeaway/drawings/wide/3?lang=es&mode=dark",
    "/sitemap.xml?lang=es",
)
#: What the readers of opened stories look at; a value that a story does not know brings a notice.
OPENED_PAGES: Final = (
    ("", ""),
    ("timeline", "q=the"),
    ("map", ""),
    ("data", "table=sources"),
    ("present", "step=2"),
    ("sources", "cite=iso690"),
    ("figures", ""),
    ("", "q=a&lang=es"),
    ("disagreements", ""),
    ("timeline", "from=1998-01-01&to=2019-12-31"),
    ("method", ""),
    ("data", "table=events&sort=-title"),
    ("map", "lang=es&category=flood"),
)
OPENED_FILES: Final = (
    "events.csv",
    "timeline.svg",
    "tables.xlsx",
    "handout-a4.pdf",
    "events.json?q=a",
    "timeline.png",
    "package.zip",
    "bibliography.ris",
    "package.xlsx",
    "site.zip",
    "slides.pptx",
    "events.parquet",
)
#: Files of a table that is asked, not read.
TABLE_FILES: Final = ("rows.csv?category=decree", "rows.parquet?q=event+7")
#: Of the tables with very many rows.
LARGE: Final = MOST_READ_ROWS + 100
PLACELESS: Final = "date,title\n2019-02-23,The {}\n2019-02-24,The {}, again\n"
Stories = dict[str, tuple[str, bytes]]


def packages() -> Stories:
    """Return packages; two of them have the same ids and other words."""
    changed = rows_of(EVENT | {"title": "Another river", "title_es": "Otro río"})
    contents = {name: zipped(files_of(name)) for name in ("piura", "harbour", "city", "centuries")}
    contents |= {"lima": package(), "lima-changed": package(events_csv=changed)}
    return {name: (f"{name.partition('-')[0]}.zip", body) for name, body in contents.items()}


def tables() -> Stories:
    """Return tables; each two have the same name of their file, and other rows."""
    other = (*GOOD[:1], "Another row", "Pasto", 1.21, -77.28, *GOOD[5:])
    overlapping = table_of(SHAPES["spans that overlap"], 60)
    return {
        "table": ("mine.csv", table(HEADER, [GOOD])),
        "table-changed": ("mine.csv", table(HEADER, [other])),
        "placeless": ("days.csv", PLACELESS.format("first day", "first day").encode()),
        "placeless-changed": ("days.csv", PLACELESS.format("ship", "ship").encode()),
        "forty": ("events.csv", events_csv(40)),
        "sixty-spans": ("events.csv", overlapping),
        "large": ("large.csv", events_csv(LARGE)),
        "large-changed": ("large.csv", events_csv(LARGE + 1)),
        "acled": ("acled.csv", own_tables.acled()),
        "geojson": ("points.geojson", own_tables.geojson()),
        "kml": ("map.kml", own_tables.kml()),
        "ods": ("book.ods", own_tables.ods()),
        "workbook": ("libro.xlsx", own_tables.spanish_workbook()),
        "timeline-js": ("events.csv", own_tables.timeline_js()),
    }


def rotated(values: Sequence[str] | Sequence[tuple[str, str]], start: int, count: int) -> tuple:
    """Return some values in a row, from one on; after the last one comes the first."""
    return tuple(values[(start + number) % len(values)] for number in range(count))


def plan_sessions() -> list[SessionPlan]:
    """Return thirty readers: ten of the server's story, twenty of stories that they open."""
    ways = list(product(LANGUAGES, THEMES))
    plans = []
    for number in range(10):
        pages = rotated(SERVED_PAGES, 4 * number, 5)
        files = rotated(SERVED_FILES, 3 * number, 4)
        plans.append(SessionPlan(f"served-{number}", None, *ways[number % 4], pages, files))
    for number, (name, story) in enumerate((packages() | tables()).items()):
        pages = rotated(OPENED_PAGES, 3 * number, 5)
        files = TABLE_FILES if name.startswith("large") else rotated(OPENED_FILES, 2 * number, 3)
        closes = number % 3 == 0
        # In another order than above, so that each kind of story has every way.
        language, theme = ways[(number + number // 4) % 4]
        plans.append(SessionPlan(name, story, language, theme, pages, files, closes))
    return plans


PLANS: Final = plan_sessions()


def record_alone(plan: SessionPlan) -> Record:
    """Record a session on a server that has no other."""
    with running_server() as base:
        return record_sessions(base, [plan])[plan.name]


def record_each_alone(plans: Sequence[SessionPlan]) -> dict[str, Record]:
    with ThreadPoolExecutor(SERVERS_AT_ONCE) as pool:
        records = pool.map(record_alone, plans)
        return {plan.name: record for plan, record in zip(plans, records, strict=True)}


def record_in_turn(plans: Sequence[SessionPlan]) -> dict[str, Record]:
    """Record sessions on a server that has one at a time."""
    records: dict[str, Record] = {}
    with running_server() as base:
        for plan in plans:
            records |= record_sessions(base, [plan])
    return records


def shuffled(plans: Sequence[SessionPlan], seed: int) -> list[SessionPlan]:
    order = list(plans)
    random.Random(seed).shuffle(order)  # noqa: S311 - the same each time, and guarding nothing
    return order


def all_differences(alone: Mapping[str, Record], shared: Mapping[str, Record]) -> list[str]:
    return [
        line for name, record in shared.items() for line in differences(name, alone[name], record)
    ]


def test_thirty_readers_have_different_stories_in_both_languages_and_themes() -> None:
    assert len({plan.name for plan in PLANS}) == 30
    assert len({plan.story for plan in PLANS}) == 21
    assert {(plan.language, plan.theme) for plan in PLANS} == set(product(LANGUAGES, THEMES))
    assert {slug for plan in PLANS for slug, _ in plan.pages} == set(SLUGS)
    assert {file for plan in PLANS for file in plan.files} == {
        *SERVED_FILES,
        *OPENED_FILES,
        *TABLE_FILES,
    }


@pytest.mark.parametrize(
    "shared",
    [{"page (1)": b"Another word"}, {}, {"page (1)": b"A word", "page (2)": b"A word"}],
    ids=["another-byte", "less", "more"],
)
def test_difference_from_a_single_session_is_reported(shared: Record) -> None:
    found = differences("reader", {"page (1)": b"A word"}, shared)

    assert len(found) == 1
    assert found[0].startswith("reader: page (")


@pytest.mark.slow
def test_six_concurrent_sessions_get_the_messages_of_single_ones(server: str) -> None:
    """Single sessions take turns on two servers; each of thirty below has a server of its own."""
    names = ("served-0", "served-3", "lima", "lima-changed", "placeless", "table")
    plans = [
        replace(plan, pages=plan.pages[:2], files=plan.files[:1])
        for plan in PLANS
        if plan.name in names
    ]
    with ThreadPoolExecutor(SERVERS_AT_ONCE) as pool:
        first, second = pool.map(record_in_turn, [plans[::2], plans[1::2]])

    shared = record_sessions(server, shuffled(plans, 0))

    assert all_differences(first | second, shared) == []


@pytest.fixture(scope="module")
def thirty_alone() -> dict[str, Record]:
    return record_each_alone(PLANS)


@pytest.fixture(scope="module")
def shared_server() -> Iterator[str]:
    """A server that has the sessions of every order, one order after the other."""
    with running_server() as base:
        yield base


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_thirty_concurrent_sessions_get_the_messages_of_single_ones(
    thirty_alone: dict[str, Record], shared_server: str, seed: int
) -> None:
    shared = record_sessions(shared_server, shuffled(PLANS, seed))

    assert all_differences(thirty_alone, shared) == []
