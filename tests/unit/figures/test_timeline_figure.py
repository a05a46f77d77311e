"""The timeline as data: what stands where, how it looks, and what it says of its certainty."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from html import unescape
from itertools import combinations

import pytest

from components.domain.dates.edtf import parse_edtf
from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.figures.drawing.fonts import width_of
from components.figures.palette import PALETTES, SYMBOL
from components.figures.timeline.chart import timeline, timeline_parts
from components.figures.timeline.fits import WIDTHS, difference, timelines
from components.figures.timeline.lanes import MARK_PX, Lane, Mark, TimelineTexts
from components.i18n import i18n_for
from tests.support.cases import for_each

DATA = load_dataset(DEFAULT_DATA)
PERIOD = DATA.period
CATEGORY = {kind.id: kind.name for kind in DATA.kinds}
LANES = [Lane(key, name) for key, name in CATEGORY.items()]
LIGHT = PALETTES["light"]
WEEK = (date(2019, 2, 20), date(2019, 2, 28))


def mark(key: str, when: str, category: str = "border", basis: str = "stated", **extra: str):
    texts = {"title": key, "label": key, "hover": key} | extra
    return Mark(id=key, date=parse_edtf(when), basis=basis, category=category, **texts)


def draw(*marks, window=PERIOD, chosen=None, width=640.0, language="en", mode="light"):
    months = i18n_for(language).months_short
    return timeline(
        list(marks),
        LANES,
        window=window,
        chosen=chosen,
        palette=PALETTES[mode],
        texts=TimelineTexts(month=lambda day: months[day.month - 1]),
        width=width,
    )


def trace(figure, name: str):
    (found,) = (t for t in figure.data if t.name == name)
    return found


def ids(found) -> list[str]:
    return [row[0] for row in found.customdata or ()]


def test_a_day_is_one_mark_in_the_middle_of_that_day():
    figure = draw(mark("a", "2019-02-23"))
    events = trace(figure, "events")
    assert list(events.x) == ["2019-02-23T12:00"]
    assert ids(events) == ["a"]
    assert ids(trace(figure, "spans")) == []


def test_a_range_is_a_solid_bar_over_its_days_and_no_more():
    spans = trace(draw(mark("a", "2019-02-22/2019-02-23")), "spans")
    assert ids(spans) == ["a"]
    assert list(spans.base) == ["2019-02-22"]
    assert timedelta(milliseconds=spans.x[0]) == timedelta(days=2)
    assert spans.marker.pattern.shape[0] == ""
    assert spans.marker.color[0] == LIGHT.category["border"]


@pytest.mark.parametrize(
    ("when", "basis"),
    [
        ("2019-02", "stated"),
        ("2019-04~", "stated"),
        ("2019-02-22/2019-02-26", "inferred"),
        ("2019-02-22/2019-02-26?", "stated"),
    ],
    ids=["month", "approximate", "inferred", "uncertain"],
)
def test_some_day_in_a_span_is_hatched_and_never_solid(when, basis):
    spans = trace(draw(mark("a", when, basis=basis)), "spans")
    assert spans.marker.pattern.shape[0] == "/"
    assert spans.marker.pattern.fillmode == "replace"
    assert spans.marker.color[0] == LIGHT.category["border"]


def test_a_month_covers_its_days_exactly():
    spans = trace(draw(mark("a", "2019-02")), "spans")
    assert list(spans.base) == ["2019-02-01"]
    assert timedelta(milliseconds=spans.x[0]) == timedelta(days=28)


def test_ends_that_are_not_sure_stay_open():
    ends = trace(draw(mark("a", "2019-04~"), mark("b", "2019-02")), "open-ends")
    assert list(ends.x) == ["2019-04-01", "2019-05-01"]
    assert list(ends.marker.angle) == [90, -90]
    assert list(ends.marker.standoff) == [0, 0]


def test_a_day_that_is_not_sure_has_brackets_beside_its_mark():
    ends = trace(draw(mark("a", "2019-02-23~"), mark("b", "2019-02-24")), "open-ends")
    assert list(ends.x) == ["2019-02-23T12:00"] * 2
    assert list(ends.marker.angle) == [90, -90]
    assert all(apart > MARK_PX / 2 for apart in ends.marker.standoff)


@pytest.mark.parametrize("category", CATEGORY)
@pytest.mark.parametrize(
    ("basis", "look"), [("stated", ""), ("inferred", "-open"), ("corroborated", "-open-dot")]
)
def test_the_symbol_says_the_kind_and_how_the_day_is_known(category, basis, look):
    events = trace(draw(mark("a", "2019-02-23", category, basis)), "events")
    assert list(events.marker.symbol) == [SYMBOL[category] + look]


def test_every_kind_has_a_shape_and_a_colour_of_its_own():
    assert len(set(SYMBOL.values())) == len(CATEGORY)
    for palette in PALETTES.values():
        assert len(set(palette.category.values())) == len(CATEGORY)


def test_no_mark_is_told_by_a_fainter_colour_alone():
    figure = draw(mark("a", "2019-02-23"), mark("b", "2019-02-24", basis="inferred"))
    events = trace(figure, "events")
    assert len(set(events.marker.color)) == 1
    assert len(set(events.marker.symbol)) == 2
    assert events.marker.opacity is None


def all_marks() -> list[Mark]:
    data = load_dataset(DEFAULT_DATA)
    return [
        Mark(e.id, parse_edtf(e.date), e.date_basis, e.category, e.title, e.title, e.title)
        for e in data.events.values()
    ]


def boxes(figure, window, width) -> dict[str, tuple[float, float, float]]:
    """Each mark's left and right edge in pixels, and its height in the chart."""
    scale = width / ((window[1] - window[0]).days + 1)

    def across(text: str) -> float:
        return (datetime.fromisoformat(text) - datetime.combine(window[0], datetime.min.time())) / (
            timedelta(days=1)
        )

    found = {}
    events, spans = trace(figure, "events"), trace(figure, "spans")
    for key, x, y in zip(ids(events), events.x, events.y, strict=True):
        middle = across(x) * scale
        found[key] = (middle - MARK_PX / 2, middle + MARK_PX / 2, y)
    for key, x, y, long in zip(ids(spans), spans.base, spans.y, spans.x, strict=True):
        left = across(x) * scale
        found[key] = (left, left + timedelta(milliseconds=long) / timedelta(days=1) * scale, y)
    return found


@for_each("width", [285, *WIDTHS])
@for_each("window", [PERIOD, WEEK, (date(2019, 4, 15), date(2019, 5, 10))])
def test_marks_never_lie_on_each_other_whatever_the_width(window, width):
    placed = boxes(draw(*all_marks(), window=window, width=width), window, width)
    assert len(placed) >= 5
    for (one, a), (two, b) in combinations(placed.items(), 2):
        if a[2] == b[2]:
            assert a[1] <= b[0] or b[1] <= a[0], (one, two)
        else:
            assert abs(a[2] - b[2]) >= MARK_PX, (one, two)


def label_boxes(figure, placed) -> dict[str, tuple[float, float, float]]:
    """Each label's left and right edge in pixels, and its height, as Plotly draws it."""
    found = {}
    labels = trace(figure, "labels")
    rows = zip(ids(labels), labels.text, labels.textposition, labels.marker.size, strict=True)
    for key, text, position, size in rows:
        left, right, y = placed[key]
        middle = (left + right) / 2
        is_point = key in ids(trace(figure, "events"))
        away = size / 2 / 0.8 + 1
        wide = width_of(unescape(text), 12)
        if position == "middle right":
            start = (middle if is_point else right) + away
        else:
            start = (middle if is_point else left) - away - wide
        found[key] = (start, start + wide, y)
    return found


@for_each("shown", [1.0, 1.12])
@for_each("width", WIDTHS)
@for_each("window", [PERIOD, WEEK, (date(2019, 4, 15), date(2019, 5, 10))])
def test_labels_lie_on_no_label_no_mark_and_not_outside(window, width, shown):
    figure = draw(*all_marks(), window=window, width=width)
    placed = boxes(figure, window, width * shown)
    named = label_boxes(figure, placed)
    for key, (left, right, y) in named.items():
        assert left >= -5, key
        assert right <= width * shown + 5, key
        others = [b for k, b in placed.items() if k != key]
        others += [b for k, b in named.items() if k != key]
        for other in others:
            assert other[2] != y or right <= other[0] or other[1] <= left, key


@pytest.mark.parametrize("language", ["title", "title_es"])
def test_on_a_desk_every_event_of_the_story_is_named(language):
    marks = [replace(m, label=getattr(DATA.events[m.id], language)) for m in all_marks()]
    figure = draw(*marks, width=1300.0)
    words = {unescape(text) for text in trace(figure, "labels").text}
    words |= {unescape(n.text) for n in figure.layout.annotations if n.name}
    assert {m.label for m in marks} <= words
    assert figure.layout.height < 900


def test_a_label_on_its_bar_is_named_after_it_and_has_a_ground_of_its_own():
    label = "A title that is far too long to stand on either side of a bar as wide as this one is"
    figure = draw(mark("a", "2019-01/2019-05", label=label), width=700.0)
    (note,) = [n for n in figure.layout.annotations if n.name]
    assert (note.name, note.bgcolor) == ("a", LIGHT.paper)


def merged(base, patch):
    """As the page's script does it."""
    if isinstance(base, list) and isinstance(patch, dict):
        return [merged(one, patch.get(str(n), {})) for n, one in enumerate(base)]
    if isinstance(base, dict) and isinstance(patch, dict):
        return {**base, **{k: merged(base.get(k), v) for k, v in patch.items()}}
    return patch


def test_the_chart_for_a_width_is_the_widest_one_with_what_differs():
    months = i18n_for("en").months_short
    view = {
        "window": PERIOD,
        "chosen": None,
        "palette": LIGHT,
        "texts": TimelineTexts(month=lambda day: months[day.month - 1]),
    }
    widest, fits = timelines(all_marks(), LANES, **view)
    assert [width for width, _ in fits] == list(WIDTHS)
    base = timeline_parts(all_marks(), LANES, width=WIDTHS[-1], **view)
    assert len(widest.data) == len(base["data"])
    for width, patch in fits:
        made = timeline_parts(all_marks(), LANES, width=width, **view)
        assert merged(base, patch) == made
    assert difference({"a": 1}, {"a": 1}) == {}


@for_each("days", [1, 2, 3, 5, 9, 14, 30, 90, 150])
@for_each("width", WIDTHS)
def test_no_day_is_named_twice_below_the_chart(days, width):
    window = (date(2019, 2, 22), date(2019, 2, 22) + timedelta(days=days - 1))
    axis = draw(window=window, width=width).layout.xaxis
    assert axis.tickmode == "array"
    assert len(axis.tickvals) == len(axis.ticktext) <= days
    assert len({tick[:10] for tick in axis.tickvals}) == len(axis.tickvals)


def test_every_event_of_the_window_is_drawn_once():
    figure = draw(*all_marks())
    drawn = ids(trace(figure, "events")) + ids(trace(figure, "spans"))
    inside = [m.id for m in all_marks() if m.date.possibly_within(*PERIOD)]
    assert sorted(drawn) == sorted(inside)
    assert len(inside) > 30


def test_an_event_outside_the_window_is_not_drawn():
    figure = draw(mark("in", "2019-02-23"), mark("out", "2019-04-30"), window=WEEK)
    assert ids(trace(figure, "events")) == ["in"]


def test_a_bar_is_cut_to_the_window():
    spans = trace(draw(mark("a", "2019-02"), window=WEEK), "spans")
    assert list(spans.base) == ["2019-02-20"]
    assert timedelta(milliseconds=spans.x[0]) == timedelta(days=9)


def test_the_chosen_event_alone_is_ringed():
    marks = [mark("a", "2019-02-23"), mark("b", "2019-02-25")]
    ring = trace(draw(*marks, chosen="b"), "chosen")
    events = trace(draw(*marks, chosen="b"), "events")
    assert list(ring.x) == ["2019-02-25T12:00"]
    assert ring.y[0] == events.y[ids(events).index("b")]
    assert ring.marker.symbol == "circle-open"
    assert ring.marker.size > MARK_PX
    assert not trace(draw(*marks), "chosen").x
    assert not trace(draw(*marks, chosen="gone"), "chosen").x


def test_choosing_moves_no_mark():
    marks = [mark("a", "2019-02-23"), mark("b", "2019-02")]
    for name in ("events", "spans"):
        before, after = (trace(draw(*marks, chosen=c), name) for c in (None, "a"))
        assert before.to_plotly_json() == after.to_plotly_json()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_months_are_named_in_the_readers_language(language):
    axis = draw(language=language).layout.xaxis2
    months = i18n_for(language).months_short
    assert list(axis.ticktext) == [f"<b>{month}</b>" for month in months[:5]]
    assert list(axis.tickvals) == [f"2019-0{number}-01" for number in range(1, 6)]


def test_the_last_day_of_a_month_does_not_put_its_name_on_the_next():
    axis = draw(window=(date(2019, 2, 28), date(2019, 5, 11))).layout.xaxis2
    assert axis.tickvals[0] == "2019-03-01"
    assert len(axis.tickvals) == len(axis.ticktext) == 3


def test_no_axis_leaves_a_months_name_to_the_library():
    for axis in (draw().layout.xaxis, draw().layout.xaxis2):
        assert axis.ticktext is not None
        assert axis.tickmode == "array"


def test_lanes_are_named_in_order_from_the_top():
    notes = draw(mark("a", "2019-02-23")).layout.annotations
    assert [n.text for n in notes] == [f"<b>{name}</b>" for name in CATEGORY.values()]
    assert [n.y for n in notes] == sorted(n.y for n in notes)


def test_a_mark_stands_in_its_own_lane():
    figure = draw(*(mark(key, "2019-02-23", key) for key in CATEGORY))
    heights = dict(zip(ids(trace(figure, "events")), trace(figure, "events").y, strict=True))
    tops = [shape.y0 for shape in figure.layout.shapes]
    for key, top, below in zip(CATEGORY, tops, [*tops[1:], figure.layout.height], strict=True):
        assert top < heights[key] < below


def test_markup_in_a_label_or_a_lane_stays_text():
    figure = draw(mark("a", "2019-02-23", label="<a href='x'>y</a>"))
    (text,) = trace(figure, "labels").text
    assert "<a" not in text
    assert "&lt;a" in text


@pytest.mark.parametrize("mode", PALETTES)
def test_the_colours_are_those_of_the_mode(mode):
    events = trace(draw(mark("a", "2019-02-23"), mode=mode), "events")
    assert events.marker.color[0] == PALETTES[mode].category["border"]


def test_nothing_to_draw_is_still_a_chart():
    figure = draw()
    assert ids(trace(figure, "events")) == []
    assert figure.layout.height > 100
