"""Stories of other kinds, a city's and one of centuries: all that is told of them is their own."""

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pymupdf
import pytest
import shapely
from frictionless import Package as FrictionlessPackage

from components.drawing.scene import Sign, Text
from components.export.view_files import FORMS, context_of, file_bytes, openapi, picture_bytes
from components.i18n import Language
from components.intake.lessons import lesson_in_use
from components.intake.package import read_package
from components.intake.read import read_together
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.page.html import page_text
from components.page.map_page import map_page
from components.presentation.findings import map_finding
from components.presentation.pages import PAGES, pages_of
from components.presentation.scenes import draw_map, draw_timeline, outlines, signs_of
from components.presentation.sentence import sentence
from components.presentation.shown_table import tables_of
from components.presentation.stage import stage_data, stage_scene
from components.presentation.stories import LoadedStory, public_story
from components.query.filters import Filters
from components.query.view import View
from components.query.view_tables import SPECS
from components.site.links import SiteOptions
from components.site.published import site_files
from components.story.ground_data import basemap_of, world
from components.story.models import Bilingual
from components.story.presentation import MapExtent
from tests.support import drawing
from tests.support.cases import for_each
from tests.support.stories.foreign import FOLDER, files_of, serving
from tests.support.timelines import bodies

#: What only the project's own story speaks of; the names of its codes among it.
OURS = re.compile(
    r"Colombia|Venez|Migraci|C[uú]cuta|T[aá]chira|Guajira|Oriente|Natural Earth, public domain"
    r"|four (?:articles|documents)|cuatro (?:art|doc)|soldier|militar|Guaid|Maduro|\bnpr\b|hotels",
    re.IGNORECASE,
)
TEXTS = (".html", ".txt", ".xml", ".json", ".csv", ".svg", ".md", ".webmanifest")


#: A test of the city alone.
of_city = pytest.mark.parametrize("story", ["city"], indirect=True)


@pytest.fixture(scope="module", params=["city", "centuries"])
def story(request: pytest.FixtureRequest) -> Iterator[LoadedStory]:
    with serving(FOLDER / request.param):
        yield public_story()


@pytest.fixture(scope="module")
def site(story: LoadedStory) -> dict[str, str]:
    """The texts of the published story, by path."""
    made = site_files(story, SiteOptions(files=()))
    return {path: content.decode() for path, content in made if path.endswith(TEXTS)}


def ours(text: str) -> list[str]:
    """What of the project's own story stands in a text, with what is around it."""
    return [text[max(0, m.start() - 60) : m.end() + 40] for m in OURS.finditer(text)]


def test_a_published_site_is_the_storys_own(site: dict[str, str]) -> None:
    for path, text in site.items():
        assert ours(text) == [], path


@for_each("name", [name for name in FORMS if name.endswith(TEXTS)])
def test_a_file_is_the_storys_own(story: LoadedStory, name: str) -> None:
    assert story
    for language in ("en", "es"):
        assert ours(file_bytes(name, View(), language).decode()) == []


def test_pictures_and_the_description_for_programs_are_the_storys_own(story: LoadedStory) -> None:
    assert ours(json.dumps(openapi(story, ""), ensure_ascii=False)) == []
    for kind in ("timeline", "map", "figures"):
        picture = picture_bytes(f"{kind}.svg", View(), "en").decode()
        assert ours(picture) == []
        assert "1.0.0, –" not in picture


@pytest.mark.parametrize("story", ["centuries"], indirect=True)
def test_centuries_are_told_by_years_and_not_by_the_room_around_them(story: LoadedStory) -> None:
    assert story
    picture = picture_bytes("timeline.svg", View(), "en").decode()
    spans = re.findall(r"(?:Events by kind and date|Shown: \d+ of \d+ events), ([^.<]+)", picture)
    assert set(spans) == {"451 BC – 1936"}
    scene = draw_timeline(context_of(View(), "en", "timeline"), 972, 400)
    words = {s.words for m in scene.marks() for s in m.shapes if isinstance(s, Text)}
    assert {"400 BC", "200 BC", "1", "200", "1800"} <= words
    assert words.isdisjoint({"401 BC", "201 BC", "1 BC", "0"})


@of_city
def test_an_event_in_a_districts_outline_belongs_to_it(story: LoadedStory) -> None:
    data = story.dataset
    expected = {"ev-leak": ["quayside"], "ev-fire": ["quayside"], "ev-ambulances": ["hill"],
                "ev-hall": ["hill", "quayside"], "ev-report": ["hill"]}  # fmt: skip
    assert {key: sorted(data.regions_of(data.events[key])) for key in expected} == expected


@of_city
def test_a_citys_hours_are_told_and_drawn_where_a_day_or_two_are_shown(
    site: dict[str, str],
) -> None:
    names = ["leak", "blast", "fire", "ambulances", "search", "hall", "report"]
    assert [row.id for row in context_of(View(), "en", "").selection.rows] == [
        f"ev-{name}" for name in names]  # fmt: skip
    for file in ("events.csv", "events.json", "events.geojson"):
        assert "1962-03-10T07:42" in file_bytes(file, View(), "en").decode()
    assert any("10 March 1962, 07:42" in text for text in site.values())
    day = View(filters=Filters(start=date(1962, 3, 10), end=date(1962, 3, 10)))
    scene = draw_timeline(context_of(day, "en", "timeline"), 972, 400)
    found = bodies(scene)
    for key, hour in (("ev-blast", 7.7), ("ev-fire", 18.5)):
        left, _, right, _ = found[key]
        assert (left + right) / 2 == pytest.approx(scene.days.left + scene.days.width * hour / 24)
    # What has no hour may be of any: its bar goes over the day.
    whole = scene.days.left, scene.days.left + scene.days.width
    assert (found["ev-ambulances"][0], found["ev-ambulances"][2]) == pytest.approx(whole)
    words = {s.words for m in scene.marks() for s in m.shapes if isinstance(s, Text)}
    assert {"10 March 1962", "06:00", "18:00"} <= words
    assert "some" in signs_of(context_of(day, "en", "timeline"))
    longer = replace(day, filters=replace(day.filters, end=date(1962, 3, 12)))
    scene = draw_timeline(context_of(longer, "en", "timeline"), 972, 400)
    left, _, right, _ = bodies(scene)["ev-fire"]
    assert (left + right) / 2 == pytest.approx(scene.days.left + scene.days.day / 2)
    assert "some" not in signs_of(context_of(longer, "en", "timeline"))
    assert "06:00" not in {s.words for m in scene.marks() for s in m.shapes if isinstance(s, Text)}


@of_city
def test_a_citys_map_has_its_own_ground_a_scale_and_a_key_that_fits(story: LoadedStory) -> None:
    scene = draw_map(context_of(View(), "en", "map"), 900, 700)
    basemap = story.basemap
    assert set(basemap.roles) == {"land", "built", "water", "river", "road", "border"}
    assert basemap.countries == {}
    assert [mark.shapes[1].words for mark in scene.marks() if mark.kind == "scale"] == ["500 m"]
    # Every place is named, and no text was ever said of the districts' outlines.
    picture = picture_bytes("map.svg", View(), "en").decode()
    for name in ("Gasworks", "Quay Street", "Infirmary", "Town hall", "30 houses"):
        assert name in picture
    assert "named by a source" not in picture
    assert "seat inferred" not in picture


@of_city
@pytest.mark.usefixtures("story")
@for_each("width, height", [(343, 300), (375, 320), (600, 400), (900, 620)])
def test_names_on_a_citys_map_lie_over_no_sign(width: int, height: int) -> None:
    scene = stage_scene("map", context_of(View(), "en", ""), width, height)
    shapes = [shape for mark in scene.marks() for shape in mark.shapes]
    signs = [shape for shape in shapes if isinstance(shape, Sign) and shape.form != "circle"]
    assert len(signs) == 4
    for one in drawing.words(scene):
        for sign in signs:
            x, y, reach = (scene.unit * part for part in (sign.x, sign.y, sign.radius - 2))
            beside = one.right <= x - reach or one.left >= x + reach
            assert beside or one.bottom <= y - reach or one.top >= y + reach, (one.text, width)


@of_city
def test_a_city_without_a_ground_has_lines_of_degrees_and_no_land(story: LoadedStory) -> None:
    geo = {"regions": json.loads((FOLDER / "city/geo/regions.geojson").read_text())}
    basemap = basemap_of(story.dataset, geo)
    drawn = outlines(basemap, basemap.extents[0].id)
    assert "land" not in drawn.shapes
    assert "apart" not in drawn.shapes
    west, south, east, north = basemap.frame
    inside = shapely.clip_by_rect(drawn.shapes["grid"], west, south, east, north)
    assert 2 <= len(shapely.get_parts(inside)) <= 14
    assert basemap.credit.en == ""


def test_every_part_of_a_map_has_its_own_ground() -> None:
    """One extent of a city within the world's outlines, which mean nothing at its scale."""
    events = b"date,title,lat,lon\n1962-03-10,One,57.70,11.93\n1962-03-11,Two,59.33,18.06\n"
    data = read_together([("t.csv", events)]).dataset
    assert data
    name = Bilingual(en="x", es="x")
    parts = tuple(
        MapExtent(id=key, name=name, bounds=bounds, close=True)
        for key, bounds in (
            ("wide", (10.0, 55.0, 20.0, 62.0)),
            ("near", (11.9, 57.68, 12.0, 57.74)),
        )
    )
    shown = data.presentation.model_copy(update={"extents": parts})
    basemap = basemap_of(replace(data, presentation=shown), {})
    wide, near = (outlines(basemap, part.id) for part in parts)
    assert "land" in wide.shapes
    assert wide.shapes["land"].union(wide.shapes["apart"]).contains(shapely.Point(16.0, 59.4))
    assert "grid" not in wide.shapes
    assert "land" not in near.shapes
    assert "apart" not in near.shapes
    west, south, east, north = parts[1].bounds
    assert not shapely.clip_by_rect(near.shapes["grid"], west, south, east, north).is_empty
    # With a ground of its own the close part has that, and no lines of degrees.
    ground = {"ground": json.loads((FOLDER / "city/geo/ground.geojson").read_text())}
    own = basemap_of(replace(data, presentation=shown), ground)
    assert set(own.roles) >= {"land", "water"}


def test_outlines_of_six_decimals_are_the_same_when_they_are_saved_and_opened_again() -> None:
    files = files_of("city")
    regions = json.loads(files["geo/regions.geojson"])
    ring = regions["features"][0]["geometry"]["coordinates"][0]
    ring[1:-1] = [[round(lon + 0.000123, 6), round(lat + 0.000457, 6)] for lon, lat in ring[1:-1]]
    files["geo/regions.geojson"] = json.dumps(regions).encode()
    for _ in range(2):
        opened = read_package(files, "city")
        assert opened.geo["regions"]["features"][0]["geometry"]["coordinates"][0] == ring
        zipped = zipfile.ZipFile(io.BytesIO(file_bytes("package.zip", View(), "en", opened)))
        files = {name: zipped.read(name) for name in zipped.namelist()}
        table = json.loads(file_bytes("regions.geojson", View(), "en", opened))
        drawn = {one["properties"]["id"]: one["geometry"] for one in table["features"]}
        key = regions["features"][0]["properties"]["region_id"]
        shape = shapely.geometry.shape(drawn[key])
        assert shape.symmetric_difference(shapely.Polygon(ring)).area < 1e-10


def test_a_story_without_places_has_no_map(story: LoadedStory, site: dict[str, str]) -> None:
    slugs = [page.slug for page in pages_of(story)]
    assert ("map" in slugs) == bool(story.dataset.places)
    assert ("map/index.html" in site) == ("map" in slugs)
    assert ("embed/map/index.html" in site) == ("map" in slugs)
    pdf = lesson_bytes(PRODUCTS[0], lesson_in_use(story.dataset), "en", "apa", story.intake)
    pages = [page.get_text() for page in pymupdf.open(stream=pdf)]
    assert "The story, step by step" in "".join(pages)
    assert "its questions" not in "".join(pages)
    where = any("Houses lost by district" in text for text in pages)
    assert where == ("map" in slugs)
    assert ("What happened, and when" in pages[0]) == ("map" not in slugs)
    assert ("stage answering placeless" in site["index.html"]) == ("map" not in slugs)


def test_what_a_story_has_nothing_of_is_no_choice_and_no_section(story: LoadedStory) -> None:
    ctx = context_of(View(), "en", "data")
    page = {one.slug: page_text(ctx, one).html for one in PAGES if one.slug in ("data", "method")}
    known = ["events", "citations", "sources"]
    known = [name for name in SPECS if story.dataset.claims or name in known]
    assert tables_of(ctx) == known
    offered = set(re.findall(r"[?&;]table=(\w+)", page["data"])) | {"events"}
    assert offered == set(known)
    method = page["method"]
    assert ('id="places"' in method) == bool(story.dataset.places)
    assert "0 of 0" not in method
    assert ('id="place-precision"' in method) == bool(story.dataset.places)


def test_the_ground_of_openstreetmap_is_read_by_its_tags() -> None:
    box = [[[11.92, 57.69], [11.97, 57.69], [11.97, 57.71], [11.92, 57.71], [11.92, 57.69]]]
    tagged = [
        ({"natural": "water"}, "Polygon", box),
        ({"highway": "primary"}, "LineString", box[0]),
        ({"highway": "crossing"}, "Point", box[0][0]),
        ({"waterway": "river"}, "LineString", box[0]),
        ({"building": "yes"}, "Polygon", box),
    ]
    features = [
        {"type": "Feature", "properties": {"@id": f"way/{n}", **tags},
         "geometry": {"type": kind, "coordinates": at}}
        for n, (tags, kind, at) in enumerate(tagged)
    ]  # fmt: skip
    content = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    events = b"date,title,lat,lon\n1962-03-10,One,57.7,11.93\n1962-03-11,Two,57.705,11.96\n"
    found = read_together([("export.geojson", content), ("t.csv", events)])
    assert found.dataset is not None
    assert list(found.geo) == ["ground"]
    basemap = basemap_of(found.dataset, found.geo)
    assert list(basemap.roles) == ["built", "water", "river", "road"]
    assert "OpenStreetMap" in basemap.credit.en


def test_russia_is_drawn_on_its_own_side_of_the_world() -> None:
    russia = world()["RU"].shape
    for lon, lat in ((-60, 68), (0, 67), (20, 71.2)):
        assert not russia.contains(shapely.Point(lon, lat)), (lon, lat)
    for lon, lat in ((100, 67), (178, 67), (-175, 66.5)):
        assert russia.contains(shapely.Point(lon, lat)), (lon, lat)


def test_the_package_of_it_is_one_that_frictionless_accepts_and_opens_again(
    story: LoadedStory, tmp_path: Path
) -> None:
    content = file_bytes("package.zip", View(), "en")
    zipfile.ZipFile(io.BytesIO(content)).extractall(tmp_path)
    tool = Path(sys.executable).with_name("frictionless")
    command = [str(tool), "validate", "datapackage.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    again = read_together([("again.zip", content)])
    assert again.total.refused == 0
    assert again.dataset.events == story.dataset.events


#: Words that are said of people, where most figures are of other things.
OF_PEOPLE = re.compile(
    r"(?:those|people|they were) counted|who is counted|different people|same people|contad[ao]s"
    r"|a quiénes|mismas personas|personas distintas|everybody",
    re.IGNORECASE,
)


@of_city
def test_a_citys_unit_stands_beside_every_number_and_nothing_assumes_people(
    story: LoadedStory, site: dict[str, str]
) -> None:
    for language, found in (("en", ["84% in", "31 of 37 houses in"]),
                            ("es", ["84\u00a0% en", "31 de 37 houses, en"])):  # fmt: skip
        for filters, said in zip((Filters(), Filters(regions=("quayside",))), found, strict=True):
            ctx = context_of(View(filters=filters), language, "")
            assert map_finding(ctx) == f"Houses lost: {said} Quayside"
            sent = json.dumps(stage_data(ctx), ensure_ascii=False) + str(map_page(ctx))
            assert not OF_PEOPLE.search(sent)
    assert ">37 houses<" in site["index.html"]
    assert "Houses lost by district</b>" in site["index.html"]
    for page in ("index.html", "map/index.html", "embed/map/index.html", "es/map/index.html"):
        text = re.sub(r"<title>.*?</title>|<[^>]+>", " ", site[page])
        assert re.search(r"31\s+houses", text), page
        # Beside a region's name stands no bare number.
        assert not re.search(r"(?<![\d.])(?:31|37|6)\s+(?:Quayside|The hill)", text), page
    assert "3.8 to 4.6 million crowns" in site["disagreements/index.html"]
    for path, text in site.items():
        # The Data page has the format's own names of columns.
        if path.endswith(".html") and "data/" not in path:
            assert not OF_PEOPLE.search(text), path
    pdf = lesson_bytes(PRODUCTS[0], lesson_in_use(story.dataset), "en", "apa", story.intake)
    handout = "".join(page.get_text() for page in pymupdf.open(stream=pdf))
    assert "Houses lost by district" in handout
    assert "31 houses" in handout
    assert not OF_PEOPLE.search(handout)
    played = json.dumps(stage_data(context_of(View(), "en", "")))
    assert "Houses lost: {count} of {total} houses in {region}" in played


@for_each("language", ["en", "es"])
def test_one_of_a_kind_is_said_in_the_singular(language: Language) -> None:
    row = b"date,title,source\n2020-05-04,The bridge is closed,El Diario\n"
    ctx = context_of(View(), language, "", read_together([("one.csv", row)]))
    one, listed = {
        "en": ("Shown: 1 of 1 event, ", "1 event, 0 claims and 1 source, 4 May 2020."),
        "es": ("A la vista: 1 de 1 hecho, ", "1 hecho, 0 afirmaciones y 1 fuente, 4 de mayo de"),
    }[language]
    assert sentence(ctx).startswith(one)
    assert listed in page_text(ctx, next(page for page in PAGES if page.slug == "method")).html


@for_each("own", [
    {"title": "The gas disaster of the harbour town, " * 5}, {"created": "yesterday"},
    {"created": "2026-11-21"}, {"licenses": [{"title": "Free for all"}]}, {"version": ""},
    {"name": "Gas Disaster!", "homepage": "nowhere"},
])  # fmt: skip
def test_what_a_descriptor_says_loosely_is_written_as_frictionless_takes_it(
    own: dict[str, Any],
) -> None:
    files = files_of("city")
    about = json.loads(files["datapackage.json"]) | own
    opened = read_package({**files, "datapackage.json": json.dumps(about).encode()}, "city")
    archive = zipfile.ZipFile(io.BytesIO(file_bytes("package.zip", View(), "en", opened)))
    written = json.loads(archive.read("datapackage.json"))
    assert [one.message for one in FrictionlessPackage.metadata_validate(written)] == []


def test_a_list_of_years_names_no_months(story: LoadedStory) -> None:
    scene = stage_scene("list", context_of(View(), "en", ""), 375)
    words = {shape.words for mark in scene.marks() for shape in mark.shapes
             if isinstance(shape, Text)}  # fmt: skip
    assert ("Jan" in words) is False
    assert ("Mar" in words) == bool(story.dataset.claims)
