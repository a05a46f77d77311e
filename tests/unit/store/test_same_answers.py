"""A table gives the answers of the same story in memory."""

import math
import tempfile
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.query.filters import FACETS, Facet, Filters
from components.query.opening import open_store
from components.query.selection import Selection
from components.query.table import Cell, Entry, FacetValue, TableStore
from components.query.table_address import TableAddress
from components.query.table_columns import POLE_DEGREES
from components.story.bins import Binned, bin_events
from components.story.dataset import Dataset, DatedEvent
from components.story.models import Citation, RegionDepartment
from tests.support.data import DATA as BUILT_IN
from tests.support.oracle import select
from tests.support.stories.small import event, place, small_dataset
from tests.support.stories.store import MAP, written

DAYS = st.dates(date(2018, 6, 1), date(2019, 12, 31))
WINDOWS = (
    (date(2019, 1, 1), date(2019, 5, 31)),
    (date(2019, 2, 20), date(2019, 3, 3)),
    (date(1990, 1, 1), date(2030, 1, 1)),
    (date(1500, 3, 1), date(2030, 1, 1)),
)


def tile_of(lat: float, lon: float, zoom: int) -> tuple[int, int]:
    """The tile of a place in degrees (WGS 84), counted from the north-west."""
    across, most = 2**zoom, 2**zoom - 1
    tangent = math.tan(math.radians(max(-POLE_DEGREES, min(POLE_DEGREES, lat))))
    north = math.log(tangent + math.sqrt(tangent * tangent + 1))
    x = math.floor((lon + 180) / 360 * across)
    y = math.floor((1 - north / math.pi) / 2 * across)
    return max(0, min(most, x)), max(0, min(most, y))


class StoryStore:
    """The same questions asked of a story in memory: the answers of the oracle."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset

    def spot(self, event: str) -> tuple[float, float] | None:
        place = self.dataset.places.get(self.dataset.events[event].place_id or "")
        if place is None or place.lat is None or place.lon is None:
            return None
        return place.lat, place.lon

    def _left(self, filters: Filters) -> Selection:
        # A table of events holds words as they are written.
        return select(self.dataset, filters, as_written=True)

    def count_events(self, filters: Filters) -> FacetValue:
        return FacetValue("", "", len(self._left(filters).rows))

    def count_bins(self, filters: Filters, window: tuple[date, date]) -> Binned:
        left = self._left(filters)
        return bin_events(
            [row.category for row in left.rows], [row.when for row in left.rows], window
        )

    def count_cells(self, filters: Filters, zoom: int) -> tuple[Cell, ...]:
        tiles: defaultdict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
        for row in self._left(filters).rows:
            spot = self.spot(row.id)
            if spot:
                tiles[tile_of(*spot, zoom)].append(spot)
        found = [
            Cell(
                x,
                y,
                sum(lat for lat, _ in spots) / len(spots),
                sum(lon for _, lon in spots) / len(spots),
                len(spots),
            )
            for (x, y), spots in tiles.items()
        ]
        return tuple(sorted(found, key=lambda cell: (-cell.count, cell.x, cell.y)))

    def _held(self, row: DatedEvent, facet: Facet) -> set[str]:
        if facet == "categories":
            return {row.category}
        if facet == "regions":
            return set(self.dataset.regions_of(row.event))
        return {citation.source_id for citation in self.dataset.citations_of(row.id)}

    def count_values(self, filters: Filters, facet: Facet) -> list[FacetValue]:
        rows = self._left(filters.without_filter(facet)).rows
        counted = Counter(key for row in rows for key in self._held(row, facet))
        return [FacetValue(key, "", count) for key, count in counted.items()]

    def fetch_page(self, filters: Filters, number: int, size: int) -> tuple[Entry, ...]:
        rows = self._left(filters).rows[(number - 1) * size : number * size]
        return tuple(map(self._entry, rows))

    def _entry(self, row: DatedEvent) -> Entry:
        # A table has no citations by the sentence: its texts are whole whatever the source.
        event, spot = self.dataset.events[row.id], self.spot(row.id)
        place = self.dataset.places.get(row.place_id or "")
        sources = [citation.source_id for citation in self.dataset.citations_of(row.id)]
        addresses = (self.dataset.sources[key].URL for key in sources)
        return Entry(
            key=row.id,
            edtf=row.when.text,
            first=row.when.first,
            last=row.when.last,
            title=event.title,
            summary=event.summary,
            kind=row.category,
            region=tuple(sorted(self._held(row, "regions"))),
            source=tuple(dict.fromkeys(sources)),
            place=place.name if place else "",
            lat=spot[0] if spot else None,
            lon=spot[1] if spot else None,
            url=next((address for address in addresses if address), ""),
        )


def filters_for(data: Dataset) -> st.SearchStrategy[Filters]:
    """Filters of every kind that a table knows, with values of the story and others."""

    def some(values: object) -> st.SearchStrategy[tuple[str, ...]]:
        return st.lists(st.sampled_from([*values, "none-such"]), max_size=3).map(tuple)

    words = st.sampled_from(
        ["", "cucuta", "CÚCUTA", "guardia puente", "'; --", "500", "straße", "%"]
    )
    return st.builds(
        Filters, start=st.none() | DAYS, end=st.none() | DAYS, certain_only=st.booleans(),
        regions=some(data.regions), categories=some(data.category_ids),
        sources=some(data.sources), text=words,
    )  # fmt: skip


ASKED = st.tuples(st.sampled_from(WINDOWS), st.integers(0, 12), st.sampled_from(FACETS))


def check_alike(
    table: TableStore, story: StoryStore | TableStore, filters: Filters, asked: tuple
) -> None:
    window, zoom, facet = asked
    assert table.count_events(filters) == story.count_events(filters)
    assert table.count_bins(filters, window) == story.count_bins(filters, window)
    for one, two in zip(
        table.count_cells(filters, zoom), story.count_cells(filters, zoom), strict=True
    ):
        assert (one.x, one.y, one.count) == (two.x, two.y, two.count)
        assert math.isclose(one.lat, two.lat, abs_tol=1e-9)
        assert math.isclose(one.lon, two.lon, abs_tol=1e-9)
    counted = [
        {value.id: value.count for value in side.count_values(filters, facet)}
        for side in (table, story)
    ]
    assert counted[0] == counted[1]
    for number in (1, 2):
        pages = [side.fetch_page(filters, number, 7) for side in (table, story)]
        assert list(map(comparable, pages[0])) == list(map(comparable, pages[1]))


def comparable(entry):
    return entry._replace(source=tuple(sorted(entry.source)), region=tuple(sorted(entry.region)))


@pytest.fixture(scope="module", params=["duck", "postgres"])
def built_in(request, tmp_path_factory):
    """The built-in story as a table: in a file, and on a server of PostgreSQL."""
    if request.param == "postgres":
        return request.getfixturevalue("on_server")
    path = written(BUILT_IN, tmp_path_factory.mktemp("store") / "events.parquet")
    return open_store(str(path), MAP)


@settings(max_examples=12, deadline=None)
@given(filters=filters_for(BUILT_IN), asked=ASKED)
def test_built_in_story_as_a_table_gives_the_same_answers(built_in, filters, asked):
    check_alike(built_in, StoryStore(BUILT_IN), filters, asked)


def test_table_of_texts_gives_the_same_answers(tmp_path):
    path = written(BUILT_IN, tmp_path / "events.csv")
    table = open_store(TableAddress("csv", str(path)), MAP)
    for filters in (Filters(), Filters(text="cucuta", start=date(2019, 2, 23))):
        check_alike(table, StoryStore(BUILT_IN), filters, (WINDOWS[0], 6, "regions"))


def test_table_has_the_same_summary_and_finds_events_by_id(built_in):
    table, story, rows = built_in.about, StoryStore(BUILT_IN), len(BUILT_IN.events)
    assert (table.rows, table.shown, table.undated) == (rows, rows, 0)
    lats, lons = zip(*filter(None, map(story.spot, BUILT_IN.events)), strict=True)
    assert table.bounds == pytest.approx((min(lons), min(lats), max(lons), max(lats)))
    assert {kind.id for kind in built_in.kinds} == {
        event.category for event in BUILT_IN.events.values()
    }
    lowest = [row.when.lower for row in select(BUILT_IN, Filters()).rows]
    assert table.span[0] == min(filter(None, lowest))
    (known,) = story.fetch_page(Filters(), 1, 1)
    found = built_in.fetch_entry(known.key)
    assert found
    assert comparable(found) == comparable(known)
    assert built_in.fetch_entry("ev-none' OR '1'='1") is None


EDTF = st.sampled_from([
    "2019-02-23", "2019-02-22/2019-03-01", "2019-02", "2019-04~", "2019", "2019-02-28?",
    "../2019-01-31", "2019-05-01/..", "1998-03", "-0044-03-15", "2019-03-31/2019-04-01~",
])  # fmt: skip
TITLE = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x24F, exclude_categories=["Cc", "Zs"]),
    min_size=1, max_size=12,
)  # fmt: skip


@st.composite
def stories(draw: st.DrawFn) -> Dataset:
    """Small stories of odd dates, texts, places and several sources and regions of an event."""
    small = small_dataset()
    places = [
        place("here", "CO-NSA").model_copy(update={"lat": draw(st.floats(-85, 85)), "lon": 12.5}),
        place("there", "CO-LAG").model_copy(update={"lat": 7.9, "lon": -72.5}),
        place("nowhere", None).model_copy(update={"lat": None, "lon": None, "precision": "none"}),
    ]
    events, citations = [], []
    for number in range(draw(st.integers(1, 12))):
        where = draw(st.sampled_from(["here", "there", "nowhere", None]))
        made = event(f"n{number}", draw(EDTF), draw(st.sampled_from(["aa", "bb", "cc"])), where,
                     title=f"Straße cúcuta {draw(TITLE)}")  # fmt: skip
        events.append(made)
        cited = draw(st.sets(st.sampled_from(list(small.sources)), min_size=1))
        citations += [
            Citation(record_id=made.id, source_id=citation, role="supports") for citation in cited
        ]
    departments = [
        RegionDepartment(department=code, department_name=code, region_id=region, basis="inferred")
        for code, region in (("CO-NSA", "oriente"), ("CO-LAG", "guajira"))
    ]
    return replace(
        small,
        events={event.id: event for event in events},
        citations=tuple(citations),
        places={place.id: place for place in places},
        claims={},
        region_departments=tuple(departments),
        categories={},
    )


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=stories(), seed=st.data())
def test_random_stories_as_tables_give_the_same_answers(data, seed):
    with tempfile.TemporaryDirectory() as folder:
        table = open_store(str(written(data, Path(folder) / "events.parquet")), MAP)
        for _ in range(4):
            filters, asked = seed.draw(filters_for(data)), seed.draw(ASKED)
            check_alike(table, StoryStore(data), filters, asked)
        table.engine.backend.disconnect()
