"""Still drawings: every mark is there, every text is whole, and nothing lies on anything else."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from components.drawing.ground import LIGHT_MAP
from components.drawing.map import MapRows, PlaceRow, RegionRow, map_scene
from components.drawing.svg import paint
from components.drawing.timeline import timeline_scene
from components.i18n import i18n_for
from components.presentation.ground import map_ground
from components.presentation.scenes import map_frame
from components.query.figures import regional_counts
from components.query.filters import Filters
from tests.support.cases import for_each
from tests.support.data import DATA
from tests.support.drawing import clipped, ids, overlaps, read, words
from tests.support.ground import BASEMAP, BORDER, COUNTRY
from tests.support.timelines import framed, rows

WEEK = (date(2019, 2, 20), date(2019, 2, 28))
HOSTILE = "</text><script>alert('1')</script> & \"so\" \x00\x0b"


def draw_timeline(language="en", found=None, **more):
    events = {name: more.pop(name) for name in ("focus", "smallest") if name in more}
    frame = framed(language, **({"width": 1144, "height": None} | more))
    return paint(timeline_scene(rows(language) if found is None else found, frame, **events))


def regions(language="en", compared=False):
    i18n = i18n_for(language)
    earlier, latest = (
        {c.region_id: int(c.value_low) for c in day}
        for day in regional_counts(DATA, Filters())[-2:]
    )
    found = []
    for key, region in DATA.regions.items():
        if key == "san-andres":
            continue
        seat = DATA.places.get(region.seat_place_id or "")
        lon, lat = (seat.lon, seat.lat) if seat else BASEMAP.anchors[key]
        value, before = latest.get(key), earlier.get(key) if compared else None
        text = f"{before} → {value}" if before else str(value or "")
        found.append(
            RegionRow(key, i18n.of(region, "label"), lon, lat, value, before, text, seat is None)
        )
    return found


def places(language="en"):
    used = sorted({e.place_id for e in DATA.events.values() if e.place_id})
    i18n = i18n_for(language)
    return [
        PlaceRow(p.id, i18n.of(p, "name"), p.lon, p.lat, 1)
        for p in map(DATA.places.get, used)
        if p.lat is not None
    ]


def draw_map(language="en", **more):
    size = {"width": 700, "height": 760, "scale": 1.0, "title": ""}
    own = {key: more.pop(key, value) for key, value in size.items()}
    own["description"] = more.pop("desc", "")
    extent = more.pop("extent", COUNTRY)
    silent = i18n_for(language).t("not reported")
    rows = MapRows(**({"regions": regions(language), "places": places(language)} | more))
    ground = map_ground(BASEMAP, extent, language)
    rows = replace(rows, not_reported=silent)
    return paint(map_scene(ground, rows, map_frame(extent), LIGHT_MAP, **own))


LOW = {"width": 640, "height": 420}
NARROW = {"width": 480, "height": 900}
SHAPES = {
    "timeline": draw_timeline,
    "timeline of a week": lambda language, **m: draw_timeline(language, window=WEEK, **m),
    "timeline in a low box": lambda language, **m: draw_timeline(language, **LOW, **m),
    "narrow timeline": lambda language, **m: draw_timeline(language, **NARROW, **m),
    "map": draw_map,
    "map of the change": lambda language, **m: draw_map(
        language, regions=regions(language, True), **m
    ),
    "wide map": lambda language, **m: draw_map(language, width=1200, height=560, scale=1.4, **m),
    "map of the border": lambda language, **m: draw_map(language, extent=BORDER, **m),
}  # fmt: skip


@for_each("language", ["en", "es"])
@for_each("name", SHAPES)
def test_no_text_lies_on_another_or_over_the_edge(name, language):
    svg = SHAPES[name](language)
    assert words(svg)
    assert overlaps(words(svg)) == []
    assert clipped(svg) == []


@pytest.mark.parametrize("name", SHAPES)
def test_a_drawing_names_itself_and_what_it_shows(name):
    svg = read(SHAPES[name]("es", title="Título", desc=HOSTILE))
    assert [child.tag.rpartition("}")[2] for child in svg][:2] == ["title", "desc"]
    assert svg[0].text == "Título"
    assert svg[1].text.startswith("</text><script>")
    assert svg.get("role") == "img"
    assert "Source Sans" in svg.get("font-family")
    assert "sans-serif" in svg.get("font-family")


def test_every_event_is_drawn_and_labelled_with_its_whole_title():
    svg = draw_timeline()
    assert ids(svg, "event") == set(DATA.events)
    said = {w.text for w in words(svg)}
    assert {e.title for e in DATA.events.values()} <= said


def test_every_region_and_every_count_is_drawn():
    svg = draw_map()
    assert ids(svg, "count-label") == set(DATA.regions) - {"san-andres"}
    (latest,) = regional_counts(DATA, Filters())[-1:]
    assert ids(svg, "count") == {c.region_id for c in latest}
    said = [w.text for w in words(svg)]
    assert {str(int(c.value_low)) for c in latest} <= set(said)
    assert said.count("not reported") == 2


def test_text_of_others_stays_text():
    event = next(iter(DATA.events.values())).model_copy(update={"title": HOSTILE})
    svg = draw_timeline(found=rows("en", [event]))
    assert not list(read(svg).iter("{*}script"))
    assert any("<script>" in w.text for w in words(svg))


def test_a_number_is_drawn_in_proportion_by_area():
    svg = read(draw_map())
    radii = {
        g.get("data-id"): float(g.find("{*}circle").get("r"))
        for g in svg.iter("{*}g")
        if "count" in (g.get("class") or "").split()
    }
    assert radii["oriente"] ** 2 / radii["orinoquia"] ** 2 == pytest.approx(415 / 46, rel=0.01)
