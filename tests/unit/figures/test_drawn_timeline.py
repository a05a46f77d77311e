"""The drawn timeline: how many events it names, that nothing collides, and what it may cost."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

import pytest

from components.domain.dates.days import FIRST_DAY, day_of
from components.domain.dates.edtf import parse_edtf
from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.figures.drawing import TimelineFrame, timeline_drawing, timeline_list
from components.figures.drawing.axis import axis_of
from components.figures.drawing.fonts import shortened, width_of
from components.figures.drawing.keys import timeline_key
from components.figures.drawing.marks import drawing_css
from components.figures.map.marks import mixed
from components.figures.palette import PALETTES
from components.figures.timeline.lanes import Lane, Mark, TimelineTexts
from components.i18n import i18n_for
from components.i18n.labels import kind_names
from tests.support.cases import for_each
from tests.support.drawing import clipped, ids, overlaps, read, words

DATA = load_dataset(DEFAULT_DATA)
LIGHT = PALETTES["light"]
PERIOD = (date(2019, 1, 1), date(2019, 5, 31))


def texts(language="en"):
    months = i18n_for(language).months_short
    return TimelineTexts(month=lambda day: months[day.month - 1])


def marks(language="en"):
    i18n = i18n_for(language)
    return [
        Mark(
            e.id, parse_edtf(e.date), e.date_basis, e.category, i18n.of(e, "title"),
            i18n.of(e, "title"), "", i18n.date(e.date, "short"), f"told {e.id}",
        )
        for e in DATA.events.values()
    ]  # fmt: skip


def lanes(language="en"):
    return [Lane(key, name) for key, name in kind_names(DATA, i18n_for(language)).items()]


def many(count, days=100, kinds=5):
    keys = [lane.category for lane in lanes()]
    made = []
    for n in range(count):
        day = (PERIOD[0] + timedelta(days=n % days)).isoformat()
        made.append(Mark(f"ev-{n}", parse_edtf(day), "stated", keys[n % kinds], "t", "Title", ""))
    return made


def framed(language="en", **more):
    frame = TimelineFrame(lanes(language), PERIOD, LIGHT, texts(language), 900, 560)
    return replace(frame, **more)


def draw(language="en", found=None, **more):
    given = {name: more.pop(name) for name in ("focus", "smallest") if name in more}
    events = marks(language) if found is None else found
    return timeline_drawing(events, framed(language, **more), **({"smallest": 1.0} | given))


def colliding(boxes):
    return [
        (a, b)
        for (a, x), (b, y) in combinations(boxes.items(), 2)
        if x[0] < y[2] and y[0] < x[2] and x[1] + 1 < y[3] and y[1] + 1 < x[3]
    ]


@for_each("language", ["en", "es"])
@for_each(
    "width, height, least",
    [
        (920, 580, 43),  # a window of 1440 × 900
        (900, 560, 42),
        (1120, 600, 43),
        (760, 480, 32),
        (860, 440, 31),
        (1040, 520, 43),
        (1400, 640, 43),
    ],
)
def test_the_stage_names_most_events_and_nothing_collides(language, width, height, least):
    drawing = draw(language, width=width, height=height)
    assert len(drawing.named) >= least
    assert drawing.shortened == frozenset(), "a title is whole, or not there"
    assert set(drawing.bodies) == set(DATA.events)
    labels = {f"label {key}": box for key, box in drawing.labels.items()}
    bodies = {f"mark {key}": box for key, box in drawing.bodies.items()}
    # A label may lie on a bar of its own, and on nothing else.
    hits = colliding(labels | bodies)
    assert [(a, b) for a, b in hits if a.split()[1] != b.split()[1]] == []
    assert len(hits) <= 2
    assert overlaps(words(drawing.svg)) == []
    assert clipped(drawing.svg) == []
    assert drawing.size == (width, height)


def test_the_type_is_not_smaller_than_asked():
    svg = read(draw().svg)
    labels = [t for t in svg.iter("{*}text") if t.get("class") == "label"]
    assert {float(t.get("font-size")) for t in labels} == {12}
    # The box is as large as the drawing: a unit is a pixel.
    assert svg.get("viewBox") == "0 0 900 560"


def test_what_matters_most_is_named_first():
    first = marks()
    low = {"width": 560, "height": 420}
    important = {m.id for m in first[12:20]}

    def whole(order):
        drawing = draw(found=order, **low)
        return len((drawing.named - drawing.shortened) & important)

    chosen = sorted(first, key=lambda m: m.id not in important)
    assert whole(chosen) > whole(list(reversed(chosen)))


def test_a_label_is_cut_at_a_word_and_says_so():
    # So small that not even 30 of the 43 titles have room: more are named, and cut.
    drawing = draw(width=620, height=440)
    said = {w.text for w in words(drawing.svg)}
    titles = {m.id: m.label for m in marks()}
    cut = [w for w in said if w.endswith("…")]
    assert cut
    assert len(cut) == len(drawing.shortened)
    for label in cut:
        assert any(t.startswith(label[:-1]) and len(t) > len(label) for t in titles.values())
    assert shortened("one two", 1000, 12) == "one two"
    room = width_of("the great start of the…", 12)
    assert shortened("the great start of the whole story", room, 12) == "the great start…"
    assert shortened("Unbreakable", 10, 12) == ""


def test_each_mark_says_what_it_is_to_a_script_and_to_a_reader():
    groups = [g for g in read(draw().svg).iter("{*}g") if g.get("data-event")]
    assert {g.get("data-event") for g in groups} == set(DATA.events)
    for group in groups:
        event = DATA.events[group.get("data-id")]
        when = parse_edtf(event.date)
        assert group.get("data-kind") == event.category
        assert group.get("data-start") == when.first.isoformat()
        assert group.get("data-end") == when.last.isoformat()
        assert group.find("{*}title").text == f"told {event.id}"


def test_nothing_is_dimmed_by_opacity_and_a_class_alone_dims():
    drawing = draw(focus=frozenset(list(DATA.events)[:3]))
    assert "opacity" not in drawing.svg
    assert len(ids(drawing.svg, "dim")) == len(DATA.events) - 3
    css = drawing_css(LIGHT)
    for colour in LIGHT.category.values():
        assert mixed(colour, LIGHT.paper, 0.3) in css
    plain = read(draw().svg)
    for group in plain.iter("{*}g"):
        if group.get("data-event"):
            tones = [x for x in group.iter() if "tone-" in (x.get("class") or "")]
            assert tones, group.get("data-event")


def test_an_uncertain_day_has_open_ends_and_the_key_has_the_signs_drawn():
    drawing = draw()
    by_id = {g.get("data-event"): g for g in read(drawing.svg).iter("{*}g")}
    unsure = [e.id for e in DATA.events.values() if set(e.date) & set("~?%")]
    assert unsure
    for key, group in by_id.items():
        if key:
            ends = [x for x in group.iter("{*}path") if x.get("stroke-linecap") == "round"]
            assert len(ends) == (2 if key in unsure else 0)
    assert drawing.signs == {"stated", "inferred", "outside", "days", "some", "unsure"}
    names = {name: name for name in drawing.signs}
    day = [m for m in marks() if m.basis == "stated" and m.date.is_day]
    one = draw(found=day)
    assert [item.words for item in timeline_key(LIGHT, names, one.signs)] == ["stated"]
    assert [item.words for item in timeline_key(LIGHT, names)] == [
        "stated", "inferred", "outside", "days", "some", "unsure",
    ]  # fmt: skip


def test_over_the_budget_events_are_counted_and_the_counts_add_up():
    drawing = draw(found=many(401))
    assert drawing.drawn == "counts"
    bars = [g for g in read(drawing.svg).iter("{*}g") if g.get("data-count")]
    assert sum(int(g.get("data-count")) for g in bars) == 401
    assert {g.get("data-kind") for g in bars} == {lane.category for lane in lanes()}
    assert overlaps(words(drawing.svg)) == []
    assert clipped(drawing.svg) == []
    assert draw(found=many(400, days=150)).drawn in {"marks", "counts"}
    assert draw(found=many(40)).drawn == "marks"


def test_days_before_our_era_are_drawn():
    found = [Mark("ev-i", parse_edtf("-0043-03-15"), "stated", "politics", "t", "The Ides", "")]
    drawing = draw(found=found, window=(day_of(-43, 3, 1), day_of(-43, 3, 31)))
    group = next(g for g in read(drawing.svg).iter("{*}g") if g.get("data-event"))
    assert group.get("data-start") == "-0043-03-15"
    left, right = drawing.plot[0], drawing.plot[2]
    box = drawing.bodies["ev-i"]
    assert (box[0] + box[2]) / 2 == pytest.approx(left + (right - left) * 14.5 / 31)


def test_what_is_on_one_day_in_hundreds_is_counted_where_marks_could_not_be_told_apart():
    assert draw(found=many(390, days=1, kinds=1)).drawn == "counts"


@for_each("count", [0, 43, 5000, 50_000])
@for_each(
    "window",
    [
        (date(1, 1, 1), date(9999, 12, 31)),
        (date(1000, 1, 1), date(3000, 12, 31)),
        (date(2019, 1, 1), date(2029, 1, 1)),
        (date(2019, 1, 1), date(2019, 1, 1)),
        (date(9999, 12, 1), date(9999, 12, 31)),
        (FIRST_DAY, date(9999, 12, 31)),
        (day_of(-43, 3, 1), day_of(-43, 3, 31)),
        (day_of(-60), day_of(14)),
    ],
)
def test_any_window_costs_the_same(window, count):
    found = marks() if count == 43 else many(count)
    svg = draw(found=found, window=window).svg
    elements = sum(1 for _ in read(svg).iter())
    assert elements < 2500
    assert len(svg) < 400_000
    axis = axis_of(window, 880, texts().month)
    assert len(axis.above) + len(axis.below) <= 130


@pytest.mark.parametrize(
    ("days", "single"),
    [(1, True), (5, True), (30, True), (150, True), (400, True), (900, False), (20000, False)],
)
def test_dates_along_the_axis_are_named_once(days, single):
    window = (date(2019, 2, 22), date(2019, 2, 22) + timedelta(days=days - 1))
    axis = axis_of(window, 880, texts().month)
    assert axis.single_days == single
    for ticks in (axis.above, axis.below):
        assert len({t.day for t in ticks}) == len(ticks)
        assert all(window[0] <= t.day <= window[1] for t in ticks)
    assert overlaps(words(draw(window=window, found=[]).svg)) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_on_a_phone_the_events_stand_in_order_of_date(language):
    drawing = timeline_list(marks(language), framed(language, width=343, height=None))
    assert set(drawing.labels) == set(DATA.events)
    assert drawing.size[0] == 343
    assert overlaps(words(drawing.svg)) == []
    assert clipped(drawing.svg) == []
    order = sorted(drawing.labels, key=lambda key: drawing.labels[key][1])
    starts = [max(parse_edtf(DATA.events[key].date).first, PERIOD[0]) for key in order]
    assert starts == sorted(starts)
    sizes = [float(t.get("font-size")) for t in read(drawing.svg).iter("{*}text")]
    assert min(sizes) >= 12
    said = {w.text for w in words(drawing.svg)}
    assert {i18n_for(language).date(e.date, "short") for e in DATA.events.values()} <= said


@pytest.mark.parametrize("events", [121, 1000])
def test_a_phone_gets_bars_of_counts_for_very_many(events):
    drawing = timeline_list(many(events), framed(width=343, height=None))
    assert drawing.drawn == "counts"
    assert clipped(drawing.svg) == []
    assert drawing.size[1] < 1_000
