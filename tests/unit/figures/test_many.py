"""Very many events: nothing is lost when marks become bars and places become circles."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.drawing.map import MOST_PLACES, gathered
from components.drawing.map import PlaceRow as Spot
from components.drawing.packing import Lane
from components.drawing.palette import PALETTES, palette_for
from components.drawing.timeline import Count, counted_scene
from components.intake import read_story
from components.presentation.stories import LARGE_EVENTS as LARGE
from components.presentation.stories import loaded_story as serve
from components.query.filters import Filters
from components.story.bins import bin_events
from components.story.edtf import parse_edtf
from components.story.models import Category
from components.work.memory import freeze_gc
from tests.bench.large.events_made import events_csv
from tests.support.timelines import framed

DAYS = st.dates(date(1890, 1, 1), date(2030, 12, 31))
KINDS = st.sampled_from(["flood", "relief", "politics"])


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
    first, second, last = date(2020, 1, 1), date(2020, 1, 2), date(2020, 1, 31)
    counts = [Count("a", first, first, 40), Count("b", second, second, 10)]
    palette = palette_for("light", kinds_called("a", "b"))
    lanes = [Lane("a", "A <b>"), Lane("b", "B")]
    frame = framed(lanes=lanes, window=(first, last), palette=palette, width=640, height=None)
    scene = counted_scene(counts, frame)
    bars = [bar for mark in scene.marks("bin") for bar in mark.shapes]
    high, low = (bar.box[3] - bar.box[1] for bar in bars)
    assert high == pytest.approx(4 * low)
    assert [bar.paint.fill for bar in bars] == list(palette.category.values())
    # The number on the tallest bar stands under the lane's name.
    (number, _) = [text for mark in scene.marks("bin-number") for text in mark.shapes]
    name = next(s for m in scene.marks() for s in m.shapes if getattr(s, "words", "") == "A <b>")
    assert number.y - name.y >= 12


SPOTS = st.lists(
    st.tuples(st.floats(-70, 70), st.floats(-60, 60), st.integers(1, 50)),
    min_size=MOST_PLACES + 1,
    max_size=MOST_PLACES + 80,
)


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
