"""A host's story: its pictures, files and lesson are its own, and nothing of ours is in them."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from lxml import etree

from components.export.view_files import file_bytes, picture_bytes
from components.intake import read_hosted
from components.intake.package import DEFAULT_DATA, load_package
from components.presentation import stories
from components.presentation.scenes import outlines
from components.presentation.stories import LoadedStory, public_story
from components.query.filters import Filters, select
from components.query.view import View
from tests.support.cases import in_turn, leading
from tests.support.stories.foreign import OURS

TITLES = {"en": "The flood of Piura", "es": "La inundación de Piura"}


def texts(svg: bytes) -> str:
    """The texts of a picture: each is a group of outlines with the text as its label."""
    return " ".join(node.get("aria-label", "") for node in etree.fromstring(svg).iter("{*}g"))


def said(svg: bytes) -> str:
    """All that a picture says, with its titles and descriptions."""
    return " ".join([texts(svg), *etree.fromstring(svg).itertext()])


@pytest.mark.parametrize(
    ("kind", "language"), in_turn(["timeline", "map", "figures"], ["en", "es"])
)
@pytest.mark.usefixtures("flood")
def test_a_picture_is_the_hosts_own(kind, language) -> None:
    found = said(picture_bytes(f"{kind}.svg", View(), language))
    assert OURS.findall(found) == []
    assert TITLES[language] in found
    assert "ODC-BY-1.0" in found


def test_the_maps_picture_has_a_ground_and_the_hosts_places(flood: LoadedStory) -> None:
    svg = etree.fromstring(picture_bytes("map.svg", View(), "en"))
    drawn = {node.get("data-id") for node in svg.iter() if node.get("data-id")}
    assert {"piura", "sullana", "talara"} <= drawn
    found = said(picture_bytes("map.svg", View(), "en"))
    assert "Piura" in found
    assert "Made with Natural Earth." in found
    assert flood.basemap.apart == {"PE"}
    ground = outlines(flood.basemap, flood.basemap.extents[0].id)
    assert "apart" in ground.shapes


@pytest.mark.parametrize("name", ["events.geojson", "datapackage.json"])
@pytest.mark.usefixtures("flood")
def test_a_file_for_machines_names_the_hosts_licence(name) -> None:
    found = file_bytes(name, View(), "en").decode()
    assert "CC BY" not in found
    about = json.loads(found)
    assert (about.get("about") or about)["title"] == "The flood of Piura"
    assert "ODC-BY-1.0" in found


def test_a_hosted_copy_of_our_data_is_the_same_story() -> None:
    ours, copy = load_package(DEFAULT_DATA), read_hosted(DEFAULT_DATA)
    assert copy.problems == ()
    assert copy.dataset == ours.dataset
    assert (copy.geo, copy.files) == (ours.geo, ours.files)


def test_eight_threads_at_once_get_right_answers() -> None:
    story = LoadedStory(load_package(DEFAULT_DATA), "threads", private=True)
    kinds = story.dataset.category_ids
    # More sets of filters than are kept, so that some are pushed out all the time.
    wanted = [Filters(categories=(k,), text=text) for k in kinds for text in ("", "a", "e", "the")]
    right = {f: select(story.dataset, f).events for f in wanted}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda f: (f, story.selection(f).events), wanted * 20))
    assert all(right[f] == events for f, events in found)


@pytest.mark.parametrize("kind", leading(["timeline", "map", "figures"]))
def test_an_older_version_has_its_pictures(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(stories.SETTING, raising=False)
    stories.forget()
    story = public_story()
    older = [version for version in story.versions if version != story.dataset.version]
    assert older
    for version in older:
        found = said(picture_bytes(f"{kind}.svg", View(version=version), "en"))
        assert version in found
        assert "Across the Táchira" in found
