"""Very many events: nothing is lost when marks become bars and places become circles."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, shape

from components.domain.dates.bins import MOST_BINS, bin_events, step_for
from components.domain.dates.edtf import parse_edtf
from components.domain.geography.ground import basemap_of
from components.domain.intake import read_story
from components.domain.records.models import Category
from components.domain.views.filters import Filters
from components.figures.map.deck import LIGHT_MAP, MapTexts, story_map
from components.figures.map.places import MOST_PLACES, gathered, radius_of
from components.figures.map.places import PlaceCircle as Spot
from components.figures.palette import PALETTES, palette_for
from components.figures.timeline.bins import binned_timeline
from components.figures.timeline.lanes import Lane, TimelineTexts
from components.presentation.stories import LARGE_EVENTS as LARGE
from components.presentation.stories import loaded_story as serve
from components.presentation.work.memory import freeze_gc
from tests.bench.large.events_made import events_csv
from tests.support.stories.small import small_dataset

DAYS = st.dates(date(1890, 1, 1), date(2030, 12, 31))
KINDS = st.sampled_from(["flood", "relief", "politics"])


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.tuples(KINDS, DAYS), min_size=1, max_size=200))
def test_every_event_is_in_one_bar_of_its_kind_that_holds_its_day(rows) -> None:
    window = (min(d for _, d in rows), max(d for _, d in rows))
    dates = [parse_edtf(day.isoformat()) for _, day in rows]
    binned = bin_events([kind for kind, _ in rows], dates, window)
    assert binned.total == len(rows)
    assert binned.imprecise == 0
    by_kind = Counter(kind for kind, _ in rows)
    for kind, count in by_kind.items():
        own = [b for b in binned.bins if b.category == kind]
        assert sum(b.count for b in own) == count
        for one, two in pairwise(own):
            assert one.end < two.start
    for kind, day in rows:
        assert any(b.category == kind and b.start <= day <= b.end for b in binned.bins)


@pytest.mark.parametrize(
    ("days", "step"),
    [(60, "day"), (400, "week"), (3000, "month"), (9000, "quarter"), (40000, "year"),
     (300000, "decade"), (700000, "century")],
)  # fmt: skip
def test_the_finest_step_with_few_enough_bars_is_taken(days: int, step: str) -> None:
    window = (date(100, 1, 1), date(100, 1, 1) + timedelta(days=days))
    assert step_for(window) == step
    assert days / MOST_BINS > 0


def test_dates_wider_than_a_bar_are_counted_once_and_said() -> None:
    texts = ["2020-01", "2020-03-05", "2019/2021", "2020-02-01/2020-02-03"]
    window = (date(2020, 1, 1), date(2020, 4, 30))
    binned = bin_events(["a"] * 4, [parse_edtf(t) for t in texts], window)
    assert binned.step == "day"
    assert (binned.total, binned.imprecise) == (4, 3)


def test_a_large_story_is_set_aside_and_gone_with_the_last_that_refers_to_it() -> None:
    # What the tests before left behind goes first: it would be counted before, and not after.
    freeze_gc()
    before = gc.get_freeze_count()
    story = serve(read_story(events_csv(LARGE + 1), "story.csv"), "many")
    assert story is not None
    story.subset(Filters(categories=("relief",)))
    data, event = weakref.ref(story.dataset), weakref.ref(next(iter(story.dataset.events.values())))
    freeze_gc()
    # Frozen objects are looked through by no collection: only their count can free them.
    assert gc.get_freeze_count() > before + LARGE
    del story
    assert data() is None
    assert event() is None
    gc.unfreeze()


def test_bars_are_in_proportion_and_all_kinds_share_one_scale() -> None:
    dates = [parse_edtf("2020-01-01")] * 40 + [parse_edtf("2020-01-02")] * 10
    binned = bin_events(["a"] * 40 + ["b"] * 10, dates, (date(2020, 1, 1), date(2020, 1, 31)))
    palette = palette_for("light", kinds_called("a", "b"))
    figure = binned_timeline(
        binned,
        [Lane("a", "A <b>"), Lane("b", "B")],
        window=(date(2020, 1, 1), date(2020, 1, 31)),
        chosen=("b", date(2020, 1, 2)),
        palette=palette,
        texts=TimelineTexts(month=str),
        hover=lambda b: str(b.count),
        number=str,
    )
    (bars,) = [t for t in figure.data if t.name == "bins"]
    assert [abs(y) for y in bars.y] == [44, 11]
    assert list(bars.marker.color) == list(palette.category.values())
    assert figure.layout.annotations[0].text == "<b>A &lt;b&gt;</b>"
    (numbers,) = [t for t in figure.data if t.name == "labels"]
    # The number on the tallest bar stands under the lane's name: both are written 12 px high.
    assert numbers.y[0] - figure.layout.annotations[0].y >= 12 + 2


def test_the_number_on_a_late_bar_ends_with_the_bar_and_is_not_cut_at_the_edge() -> None:
    window = (date(2020, 1, 1), date(2020, 1, 31))
    dates = [parse_edtf("2020-01-03")] * 9 + [parse_edtf("2020-01-31")] * 40
    figure = binned_timeline(
        bin_events(["a"] * 9 + ["b"] * 40, dates, window),
        [Lane("a", "A"), Lane("b", "B")],
        window=window,
        chosen=None,
        palette=palette_for("light", kinds_called("a", "b")),
        texts=TimelineTexts(month=str),
        hover=lambda b: str(b.count),
        number=str,
    )
    (numbers,) = [t for t in figure.data if t.name == "labels"]
    assert list(numbers.textposition) == ["middle right", "middle left"]
    assert list(numbers.x) == ["2020-01-03", "2020-02-01"]


SPOTS = st.lists(
    st.tuples(st.floats(-70, 70), st.floats(-60, 60), st.integers(1, 50)),
    min_size=MOST_PLACES + 1,
    max_size=MOST_PLACES + 80,
)


@settings(max_examples=30, deadline=None)
@given(rows=SPOTS)
def test_gathered_places_keep_every_event_and_lie_among_their_own(rows) -> None:
    spots = [Spot(f"p{n}", f"P{n}", lon, lat, count) for n, (lon, lat, count) in enumerate(rows)]
    lons, lats = [s.lon for s in spots], [s.lat for s in spots]
    frame = (min(lons), min(lats), max(lons), max(lats))
    made = gathered(spots, frame)
    assert sum(s.events for s in made) == sum(s.events for s in spots)
    assert sum(s.places for s in made) == len(spots)
    west, south, east, north = frame
    for spot in made:
        assert west - 1e-6 <= spot.lon <= east + 1e-6
        assert south - 1e-6 <= spot.lat <= north + 1e-6


def test_few_places_are_drawn_as_they_are() -> None:
    spots = [Spot(str(n), "x", n, n, 1) for n in range(MOST_PLACES)]
    assert sorted(gathered(spots, (0, 0, 200, 200)), key=lambda s: int(s.key)) == spots


def test_a_circles_area_grows_with_its_events() -> None:
    assert radius_of(100, 100) == pytest.approx(2 * radius_of(25, 100))
    assert radius_of(1, 10**6) == 5


def test_without_boundaries_the_ground_is_that_of_the_world() -> None:
    basemap = basemap_of(small_dataset(), {})
    west, south, east, north = basemap.frame
    assert west < -72 < east
    assert south < 1 < north
    assert basemap.apart == {"CO"}
    assert (basemap.name("CO", "en"), basemap.name("CO", "es")) == ("Colombia", "Colombia")
    assert basemap.credit.en == "Made with Natural Earth."
    ground = basemap.outlines(basemap.extents[0].id)
    assert shape(ground.apart["geometry"]).covers(Point(-72, 1))


def names_of(spots: list[Spot]) -> list[dict]:
    """What is written at circles on a map of 20 by 20 degrees."""
    basemap = basemap_of(small_dataset(), {})
    extent = basemap.extents[0].model_copy(update={"bounds": (0.0, 0.0, 20.0, 20.0)})
    deck = story_map(
        basemap,
        regions=[],
        circles=spots,
        selected_regions=[],
        palette=LIGHT_MAP,
        extent=extent,
        texts=MapTexts("en", ""),
    )
    (names,) = [layer.data for layer in deck.layers if layer.id == "place-names"]
    return names


def test_the_chosen_place_is_named_and_names_keep_within_the_map() -> None:
    spots = [
        Spot("busy", "Busy", 10.0, 10.0, 40),
        Spot("chosen", "Chosen", 10.1, 10.0, 1, selected=True),
        Spot("east", "East", 19.5, 15.0, 5),
        Spot("west", "West", 0.5, 15.0, 5),
    ]
    beside = {name["text"]: name["anchor"] for name in names_of(spots)}
    # It lies on the busy one, whose name gives way.
    assert beside == {"Chosen": "start", "East": "end", "West": "start"}


def test_a_number_of_a_cell_stands_under_its_circle_and_not_on_its_neighbour() -> None:
    cells = [Spot(str(n), f"{n}", n / 10, 10.0, n, under=True) for n in range(1, 121)]
    for name in names_of(cells):
        assert name["anchor"] == "middle"
        across, down = name["offset"]
        # Half a cell at most, and half a line.
        assert across == 0
        assert 0 < down < 32


def kinds_called(*ids: str) -> tuple[Category, ...]:
    return tuple(Category(id=key, name=key, name_es=key) for key in ids)


def test_kinds_of_another_story_get_a_colour_and_a_shape_each() -> None:
    kinds = kinds_called(*(f"k{n}" for n in range(8)))
    for mode in PALETTES:
        made = palette_for(mode, kinds)
        assert len(set(made.category.values())) == len(set(made.glyph.values())) == 8
        assert len(set(made.symbol.values())) == 8


def test_the_symbol_and_the_colour_that_a_kind_names_are_its_own() -> None:
    star = Category(id="a", name="A", name_es="A", symbol="star", colour=3)
    square = Category(id="c", name="C", name_es="C", symbol="square")
    plain = kinds_called("b", "d")
    for mode, ours in PALETTES.items():
        made = palette_for(mode, (star, plain[0], square, plain[1]))
        assert made.symbol == {"a": "star", "b": "diamond", "c": "square", "d": "circle"}
        assert made.glyph["a"] == "★"
        # The third colour is taken: the others take the first, the second and the fourth.
        first, second, third, fourth, _ = ours.category.values()
        assert list(made.category.values()) == [third, first, second, fourth]


def test_this_storys_kinds_have_the_colours_that_its_table_names() -> None:
    from components.domain.records.package import DEFAULT_DATA, load_dataset

    for mode, ours in PALETTES.items():
        made = palette_for(mode, load_dataset(DEFAULT_DATA).kinds)
        assert (made.category, made.symbol, made.glyph) == (ours.category, ours.symbol, ours.glyph)
