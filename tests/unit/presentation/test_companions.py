"""Stories of a city and of centuries have none of our texts; pictures of events have credits."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pymupdf
import pytest
import shapely
from frictionless import Package as FrictionlessPackage
from PIL import Image

from components import limits
from components.drawing.scene import Sign, Text
from components.export.api_addresses import openapi_document
from components.export.view_files import (
    FILE_MEDIA_TYPES,
    PACKAGE_WORKBOOK,
    file_bytes,
)
from components.i18n import Language, i18n_for
from components.intake import ImportResult
from components.intake.package import read_package
from components.intake.read import read_together
from components.lesson.entry import PRODUCTS, lesson_bytes, present_steps, scene_data
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.page.data_grid import dictionary_rows
from components.page.html import page_text
from components.presentation.chart_data import map_finding
from components.presentation.context import Context, file_context
from components.presentation.map_scenes import cached_outlines
from components.presentation.pages import PAGES, SLUGS, list_pages
from components.presentation.records import find_chosen_record
from components.presentation.stage import build_stage_data, draw_stage_part
from components.presentation.timeline_scenes import draw_timeline, list_timeline_signs
from components.query.filters import Filters
from components.query.view import View
from components.site.published import site_files
from components.site.site_options import SiteOptions
from components.story.edtf import complete_time
from components.story.ground_data import build_basemap
from components.story.lesson_from_events import lesson_in_use
from components.story.models import Bilingual
from components.story.presentation import MapExtent
from tests.support import drawing
from tests.support.drawing import mark_boxes
from tests.support.stories.foreign import FOLDER, files_of, serving
from tests.support.stories.uploads import zipped

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
    made = site_files(story, SiteOptions(files=()))
    return {path: content.decode() for path, content in made if path.endswith(TEXTS)}


def ours(text: str) -> list[str]:
    return [text[max(0, match.start() - 60) : match.end() + 40] for match in OURS.finditer(text)]


def test_published_site_has_none_of_our_texts(site: dict[str, str]) -> None:
    for path, text in site.items():
        assert ours(text) == [], path


@pytest.mark.parametrize("name", [name for name in FILE_MEDIA_TYPES if name.endswith(TEXTS)])
def test_file_has_none_of_our_texts(story: LoadedStory, name: str) -> None:
    assert story
    for language in ("en", "es"):
        assert ours(file_bytes(name, View(), language).decode()) == []


def test_pictures_and_openapi_document_have_none_of_our_texts(story: LoadedStory) -> None:
    assert ours(json.dumps(openapi_document(story, ""), ensure_ascii=False)) == []
    for kind in ("timeline", "map", "figures"):
        picture = file_bytes(f"{kind}.svg", View(), "en").decode()
        assert ours(picture) == []
        assert "1.0.0, –" not in picture


@of_city
def test_an_event_in_a_districts_outline_belongs_to_it(story: LoadedStory) -> None:
    data = story.dataset
    expected = {"ev-leak": ["quayside"], "ev-fire": ["quayside"], "ev-ambulances": ["hill"],
                "ev-hall": ["hill", "quayside"], "ev-report": ["hill"]}  # fmt: skip
    assert {key: sorted(data.regions_of(data.events[key])) for key in expected} == expected


@of_city
@pytest.mark.usefixtures("story")
def test_hours_are_drawn_where_one_or_two_days_are_shown() -> None:
    for file in ("events.csv", "events.json", "events.geojson"):
        assert "1962-03-10T07:42" in file_bytes(file, View(), "en").decode()
    day = View(filters=Filters(start=date(1962, 3, 10), end=date(1962, 3, 10)))
    scene = draw_timeline(file_context(day, "en", "timeline"), 972, 400)
    found = mark_boxes(scene)
    for key, hour in (("ev-blast", 7.7), ("ev-fire", 18.5)):
        left, _, right, _ = found[key]
        assert (left + right) / 2 == pytest.approx(scene.days.left + scene.days.width * hour / 24)
    # What has no hour may be of any: its bar goes over the day.
    whole = scene.days.left, scene.days.left + scene.days.width
    assert (found["ev-ambulances"][0], found["ev-ambulances"][2]) == pytest.approx(whole)
    words = {
        shape.content
        for mark in scene.iter_marks()
        for shape in mark.shapes
        if isinstance(shape, Text)
    }
    assert {"10 March 1962", "06:00", "18:00"} <= words
    ctx = file_context(day, "en", "timeline")
    assert "some" in list_timeline_signs(ctx.facts, ctx.view)
    longer = replace(day, filters=replace(day.filters, end=date(1962, 3, 12)))
    scene = draw_timeline(file_context(longer, "en", "timeline"), 972, 400)
    left, _, right, _ = mark_boxes(scene)["ev-fire"]
    assert (left + right) / 2 == pytest.approx(scene.days.left + scene.days.day_width / 2)
    ctx = file_context(longer, "en", "timeline")
    assert "some" not in list_timeline_signs(ctx.facts, ctx.view)
    assert "06:00" not in {
        shape.content
        for mark in scene.iter_marks()
        for shape in mark.shapes
        if isinstance(shape, Text)
    }


@of_city
@pytest.mark.usefixtures("story")
@pytest.mark.parametrize(("width", "height"), [(343, 300), (375, 320), (600, 400), (900, 620)])
def test_labels_of_a_city_map_keep_off_signs(width: int, height: int) -> None:
    scene = draw_stage_part("map", file_context(View(), "en", ""), width, height)
    shapes = [shape for mark in scene.iter_marks() for shape in mark.shapes]
    signs = [shape for shape in shapes if isinstance(shape, Sign) and shape.form != "circle"]
    assert len(signs) == 4
    for one in drawing.list_text_lines(scene):
        for sign in signs:
            x, y, reach = (scene.unit * part for part in (sign.x, sign.y, sign.radius - 2))
            beside = one.right <= x - reach or one.left >= x + reach
            assert beside or one.bottom <= y - reach or one.top >= y + reach, (one.text, width)


def test_every_extent_of_a_map_has_its_basemap() -> None:
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
    basemap = build_basemap(replace(data, presentation=shown), {})
    wide, near = (cached_outlines(basemap, part.id) for part in parts)
    assert "land" in wide.shapes
    assert wide.shapes["land"].union(wide.shapes["apart"]).contains(shapely.Point(16.0, 59.4))
    assert "grid" not in wide.shapes
    assert "land" not in near.shapes
    assert "apart" not in near.shapes
    west, south, east, north = parts[1].bounds
    assert not shapely.clip_by_rect(near.shapes["grid"], west, south, east, north).is_empty
    # With a ground of its own the close part has that, and no lines of degrees.
    ground = {"ground": json.loads((FOLDER / "city/geo/ground.geojson").read_text())}
    own = build_basemap(replace(data, presentation=shown), ground)
    assert set(own.roles) >= {"land", "water"}


def test_outlines_keep_six_decimals_when_saved_and_opened() -> None:
    files = files_of("city")
    regions = json.loads(files["geo/regions.geojson"])
    ring = regions["features"][0]["geometry"]["coordinates"][0]
    ring[1:-1] = [[round(lon + 0.000123, 6), round(lat + 0.000457, 6)] for lon, lat in ring[1:-1]]
    files["geo/regions.geojson"] = json.dumps(regions).encode()
    for _ in range(2):
        opened = read_package(files, "city")
        assert opened.geo["regions"]["features"][0]["geometry"]["coordinates"][0] == ring
        zipped = zipfile.ZipFile(io.BytesIO(file_bytes("package.zip", View(), "en", opened=opened)))
        files = {name: zipped.read(name) for name in zipped.namelist()}
        table = json.loads(file_bytes("regions.geojson", View(), "en", opened=opened))
        drawn = {one["properties"]["id"]: one["geometry"] for one in table["features"]}
        key = regions["features"][0]["properties"]["region_id"]
        shape = shapely.geometry.shape(drawn[key])
        assert shape.symmetric_difference(shapely.Polygon(ring)).area < 1e-10


def test_a_story_without_places_has_no_map(story: LoadedStory, site: dict[str, str]) -> None:
    mapped = bool(story.dataset.places)
    assert ("map" in [page.slug for page in list_pages(story)]) == mapped
    assert ("map/index.html" in site) == ("embed/map/index.html" in site) == mapped
    pdf = lesson_bytes(PRODUCTS[0], lesson_in_use(story.dataset), "en", "apa", story.intake)
    pages = [page.get_text() for page in pymupdf.open(stream=pdf)]
    assert any("Houses lost by district" in text for text in pages) == mapped
    assert ("What happened, and when" in pages[0]) != mapped
    assert ("stage live-view placeless" in site["index.html"]) != mapped


def test_basemap_of_openstreetmap_is_read_by_its_tags() -> None:
    box = [[[11.92, 57.69], [11.97, 57.69], [11.97, 57.71], [11.92, 57.71], [11.92, 57.69]]]
    tagged = [
        ({"natural": "water"}, "Polygon", box),
        ({"highway": "primary"}, "LineString", box[0]),
        ({"highway": "crossing"}, "Point", box[0][0]),
        ({"waterway": "river"}, "LineString", box[0]),
        ({"building": "yes"}, "Polygon", box),
    ]
    features = [
        {"type": "Feature", "properties": {"@id": f"way/{index}", **tags},
         "geometry": {"type": kind, "coordinates": at}}
        for index, (tags, kind, at) in enumerate(tagged)
    ]  # fmt: skip
    content = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    events = b"date,title,lat,lon\n1962-03-10,One,57.7,11.93\n1962-03-11,Two,57.705,11.96\n"
    found = read_together([("export.geojson", content), ("t.csv", events)])
    assert found.dataset is not None
    assert list(found.geo) == ["ground"]
    basemap = build_basemap(found.dataset, found.geo)
    assert list(basemap.roles) == ["built", "water", "river", "road"]
    assert "OpenStreetMap" in basemap.credit.en


def test_package_of_another_story_is_valid_and_opens_again(
    story: LoadedStory, tmp_path: Path
) -> None:
    content = file_bytes("package.zip", View(), "en")
    zipfile.ZipFile(io.BytesIO(content)).extractall(tmp_path)
    report = FrictionlessPackage(str(tmp_path / "datapackage.json")).validate()
    assert report.valid, report.flatten(["name", "type", "note"])
    again = read_together([("again.zip", content)])
    assert again.total.refused == 0
    # A time has its seconds in a file.
    assert again.dataset.events == {
        key: event.model_copy(update={"date": complete_time(event.date)})
        for key, event in story.dataset.events.items()
    }


#: Words that are said of people, where most figures are of other things.
OF_PEOPLE = re.compile(
    r"(?:those|people|they were) counted|who is counted|different people|same people|contad[ao]s"
    r"|a quiénes|mismas personas|personas distintas|everybody",
    re.IGNORECASE,
)


@of_city
def test_texts_on_counted_houses_do_not_mention_people(
    story: LoadedStory, site: dict[str, str]
) -> None:
    """What the pages say of its units is kept with the golden outputs."""
    for language in ("en", "es"):
        ctx = file_context(View(), language, "")
        stage_texts = json.dumps(build_stage_data(ctx), ensure_ascii=False)
        map_texts = str(page_text(ctx, PAGES[SLUGS.index("map")]).html)
        assert not OF_PEOPLE.search(stage_texts + map_texts)
    for path, text in site.items():
        # The Data page has the format's own names of columns.
        if path.endswith(".html") and "data/" not in path:
            assert not OF_PEOPLE.search(text), path
    pdf = lesson_bytes(PRODUCTS[0], lesson_in_use(story.dataset), "en", "apa", story.intake)
    handout = "".join(page.get_text() for page in pymupdf.open(stream=pdf))
    assert "31 houses" in handout
    assert not OF_PEOPLE.search(handout)


@of_city
@pytest.mark.parametrize(("language", "words"), [
    ("en", "Houses lost by district: 37 houses (February), 37 houses (12 March)"),
    ("es", "Houses lost por región: 37 houses (febrero), 37 houses (12 de marzo)"),
])  # fmt: skip
def test_map_headline_compares_a_month_with_a_day(
    story: LoadedStory, language: Language, words: str
) -> None:
    data = story.dataset
    claims, citations = dict(data.claims), list(data.citations)
    for claim in (claim for claim in data.claims.values() if claim.region_id):
        again = {"id": f"{claim.id}-before", "as_of": "1962-02"}
        claims[again["id"]] = claim.model_copy(update=again)
        citations += [
            one.model_copy(update={"record_id": again["id"]}) for one in data.citations_of(claim.id)
        ]
    twice = replace(data, claims=claims, citations=tuple(citations))
    both = replace(story.intake, dataset=twice)
    other = LoadedStory(both, "counted twice")
    i18n = other.in_language(language)
    ctx = Context(other, View(counts="change"), (), i18n, "light", "map")
    assert map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts) == words


@pytest.mark.parametrize("fields", [
    {"title": "The gas disaster of the harbour town, " * 5}, {"created": "yesterday"},
    {"created": "2026-11-21"}, {"licenses": [{"title": "Free for all"}]}, {"version": ""},
    {"name": "Gas Disaster!", "homepage": "nowhere"},
], ids=["long title", "no date", "date", "licence", "empty version", "bad names"])  # fmt: skip
def test_loose_descriptor_is_written_as_a_valid_one(
    fields: dict[str, Any],
) -> None:
    files = files_of("city")
    about = json.loads(files["datapackage.json"]) | fields
    opened = read_package({**files, "datapackage.json": json.dumps(about).encode()}, "city")
    archive = zipfile.ZipFile(io.BytesIO(file_bytes("package.zip", View(), "en", opened=opened)))
    written = json.loads(archive.read("datapackage.json"))
    assert [one.message for one in FrictionlessPackage.metadata_validate(written)] == []


def test_a_list_of_years_names_no_months(story: LoadedStory) -> None:
    scene = draw_stage_part("list", file_context(View(), "en", ""), 375)
    words = {shape.content for mark in scene.iter_marks() for shape in mark.shapes
             if isinstance(shape, Text)}  # fmt: skip
    assert ("Jan" in words) is False
    assert ("Mar" in words) == bool(story.dataset.claims)


FILES = files_of("city")
PNG = FILES["pictures/gasworks.png"]
SAID = "Picture: Drawn for this example (CC0 1.0)"
ALT = "A drawing of a gas holder under smoke, between houses at the water."


def opened(files: Mapping[str, bytes] = FILES) -> ImportResult:
    return read_together([("city.zip", zipped(files))])


def in_kind(kind: str, size: tuple[int, int] = (60, 40)) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, "#9c2a17").save(made, kind)
    return made.getvalue()


def record_of(event_id: str, language: Language, intake: ImportResult) -> str:
    """The panel of an event as HTML."""
    ctx = file_context(View(event=event_id), language, "", intake)
    return find_chosen_record(ctx)[1]


def test_record_of_an_event_has_its_picture_with_alternative_text_and_credit() -> None:
    record = record_of("ev-blast", "en", opened())
    assert f'alt="{ALT}"' in record
    assert SAID in record
    assert 'src="data:image/png;base64,' in record


def test_picture_without_a_translation_is_marked_as_english() -> None:
    record = record_of("ev-blast", "es", opened())
    assert f'alt="{ALT}" lang="en"' in record
    assert "Imagen: Drawn for this example (CC0 1.0)" in record


def test_event_without_a_picture_shows_none() -> None:
    assert "<img" not in record_of("ev-fire", "en", opened())


def test_lesson_shows_a_picture_in_the_step_of_its_event_alone() -> None:
    ctx = file_context(View(), "en", "present", opened())
    texts = [step["told"] for step in scene_data(ctx, (), {})["steps"]]
    events_of_steps = [step.view.events for step in ctx.lesson.steps]
    assert [SAID in text for text in texts] == ["ev-blast" in events for events in events_of_steps]
    assert str(present_steps(ctx)).count(SAID) == 1


@pytest.fixture(scope="module")
def city_site() -> dict[str, bytes]:
    ctx = file_context(View(), "en", "present", opened())
    return dict(site_files(ctx.story, SiteOptions(files=())))


def test_published_site_has_the_picture_as_a_file(city_site: dict[str, bytes]) -> None:
    assert city_site["assets/pictures/gasworks.png"] == PNG
    assert "assets/pictures/gasworks.png" in city_site["worker.js"].decode()


@pytest.mark.parametrize(
    ("path", "prefix"),
    [
        ("assets/stage-en.js", ""),
        ("present/index.html", "../"),
        ("es/present/index.html", "../../"),
    ],
)
def test_published_page_links_to_the_picture(
    city_site: dict[str, bytes], path: str, prefix: str
) -> None:
    page = city_site[path].decode().replace('\\"', '"')
    assert f' src="{prefix}assets/pictures/gasworks.png"' in page
    assert "data:image/png" not in page


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_handout_prints_a_picture_with_credit_and_alternative_text(kind: str) -> None:
    city = opened({**FILES, "pictures/gasworks.png": in_kind(kind)})
    pdf = lesson_bytes(PRODUCTS[0], lesson_in_use(city.dataset), "en", "apa", city)
    document = pymupdf.open(stream=pdf)
    assert sum(SAID in page.get_text() for page in document) == 1
    (page,) = [page for page in document if SAID in page.get_text()]
    assert len(page.get_images()) == 1
    objects = [document.xref_object(number) for number in range(1, document.xref_length())]
    assert any(ALT in one for one in objects)


def test_saved_package_has_the_picture_and_its_table() -> None:
    city = opened()
    package = file_bytes("package.zip", View(), "en", opened=city)
    again = read_together([("again.zip", package)])
    assert again.dataset.pictures == city.dataset.pictures
    assert again.files["pictures/gasworks.png"] == PNG
    rows = dictionary_rows(again.dataset, i18n_for("es"))
    (table,) = [one for one in rows if one["path"] == "pictures.csv"]
    assert [field["name"] for field in table["fields"]] == [
        "event_id", "file", "alt", "alt_es", "credit", "licence"]  # fmt: skip
    # A part without the event has no picture; nor is the table named there.
    part = View(filters=Filters(categories=("inquiry",)))
    archive = zipfile.ZipFile(io.BytesIO(file_bytes("package.zip", part, "en", opened=city)))
    assert not [name for name in archive.namelist() if "pictures" in name]
    assert "pictures" not in archive.read("datapackage.json").decode()


def test_workbook_finds_a_picture_in_a_zip_or_beside_it() -> None:
    city = opened()
    book = file_bytes(PACKAGE_WORKBOOK, View(), "en", opened=city)
    packed = zipped({"book.xlsx": book, "pictures/gasworks.png": PNG})
    for files in ([("all.zip", packed)], [("book.xlsx", book), ("gasworks.png", PNG)]):
        found = read_together(files)
        assert [one.file for one in found.dataset.pictures.values()] == ["gasworks.png"]
        assert found.files["pictures/gasworks.png"] == PNG
    alone = read_together([("book.xlsx", book)])
    said = [(one.code, one.sheet, one.row, one.column) for one in alone.of_level("refused")]
    assert said == [("picture_missing", "pictures", 2, "file")]
    table = b"date,title\n1962-03-10,One\n"
    unread = read_together([("gasworks.png", PNG), ("t.csv", table)])
    assert [one.code for one in unread.problems if one.code == "files_unread"]


def test_unusable_picture_is_reported_with_its_row_and_event_kept() -> None:
    large = in_kind("PNG") + b"\0" * limits.files.MOST_PICTURE_BYTES
    faults = {
        "a.png": ("picture_kind", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        "b.png": ("picture_kind", in_kind("GIF")),
        "c.png": ("picture_kind", PNG[:200]),
        "d.png": ("picture_wide", in_kind("PNG", (limits.files.MOST_PICTURE_PIXELS + 1, 2))),
        "e.png": ("picture_large", large),
        "f.png": ("picture_missing", b""),
        "../g.png": ("pattern", PNG),
    }
    events = [row.split(",")[0] for row in FILES["events.csv"].decode().split()[1:] if "ev-" in row]
    rows = [[event, name, "It", "Ana", "CC0"] for event, name in zip(events, faults, strict=False)]
    rows += [[rows[0][0], "gasworks.png", "It", "Ana", "CC0"]]
    made = io.StringIO()
    csv.writer(made).writerows([["event_id", "file", "alt", "credit", "licence"], *rows])
    files = {**FILES, "pictures.csv": made.getvalue().encode()}
    files |= {f"pictures/{name}": content for name, (_, content) in faults.items()
              if content and "/" not in name}  # fmt: skip
    found = opened(files)
    said = {one.row: (one.code, one.column) for one in found.of_level("refused")}
    expected = {index: (code, "file") for index, (code, _) in enumerate(faults.values(), start=2)}
    assert said == expected | {len(rows) + 1: ("duplicate_id", "event_id")}
    assert len(found.dataset.events) == 7
    assert found.dataset.pictures == {}


@pytest.mark.parametrize("column", ["alt", "credit", "licence"])
def test_picture_needs_alternative_text_credit_and_licence(column: str) -> None:
    row = {"event_id": "ev-fire", "file": "gasworks.png", "alt": "It", "credit": "Ana",
           "licence": "CC0"}  # fmt: skip
    text = f"{','.join(row)}\n{','.join((row | {column: ''}).values())}\n"
    found = opened({**FILES, "pictures.csv": text.encode()})
    assert {one.code for one in found.of_level("refused")} == {"empty"}
    assert found.dataset.pictures == {}


def test_pictures_over_the_memory_limit_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert limits.files.MOST_FILE_BYTES > limits.files.MOST_PICTURES_BYTES
    monkeypatch.setattr("components.limits.files.MOST_PICTURES_BYTES", len(PNG) + 1)
    text = FILES["pictures.csv"].decode() + "ev-fire,again.png,It,Ana,CC0\n"
    files = {**FILES, "pictures.csv": text.encode(), "pictures/again.png": PNG}
    found = opened(files)
    assert [(one.code, one.row) for one in found.of_level("refused")] == [("pictures_large", 3)]
