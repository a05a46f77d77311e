"""Every file of a published story, held against the validators of what the web reads."""

import json
import re
from urllib.robotparser import RobotFileParser

import pytest
from lxml import html

from components.presentation.stories import public_story
from components.site.published import downloads, site_files
from components.site.site_page import SiteOptions
from tests.support.programs import web_validators
from tests.unit.presentation.site.conftest import BASE, OPTIONS


def document(site: dict[str, bytes], path: str) -> html.HtmlElement:
    return html.document_fromstring(site[path].decode())


def graph_of(site: dict[str, bytes], path: str) -> dict:
    (text,) = document(site, path).xpath("//script[@type='application/ld+json']/text()")
    return json.loads(text)


def pages(site: dict[str, bytes]) -> list[str]:
    return [path for path in site if path.endswith("index.html") and "embed/" not in path]


@pytest.mark.long
def test_every_file_is_valid_html(site, tmp_path):
    web_validators.need()
    files = {f"site/{path}": text for path, text in site.items() if path.endswith(".html")}
    assert len(files) == 2 * (9 + 3) + 1
    assert web_validators.html_errors(files, tmp_path) == []


@pytest.mark.long
def test_the_validator_finds_what_is_wrong(tmp_path):
    web_validators.need()
    wrong = {"site/a.html": b"<!doctype html><title>a</title><p><a target=_self>b</a><p id=c id=d>"}
    assert len(web_validators.html_errors(wrong, tmp_path)) >= 2


@pytest.mark.long
def test_what_programs_are_told_of_a_page_is_schema_org(site, tmp_path):
    web_validators.need()
    graphs = {path: graph_of(site, path) for path in pages(site)}
    assert web_validators.schema_org_errors(graphs, tmp_path) == ""


@pytest.mark.long
def test_a_term_that_schema_org_does_not_know_is_found(tmp_path):
    web_validators.need()
    page = {"@type": "WebPage", "@id": "a", "headlines": "b"}
    graph = {"@context": "https://schema.org", "@graph": [page]}
    assert "headlines" in web_validators.schema_org_errors({"a": graph}, tmp_path)


def test_the_map_of_the_site_fits_its_schema(site, tmp_path):
    web_validators.need()
    assert web_validators.sitemap_errors(site["sitemap.xml"], tmp_path) == []
    wrong = site["sitemap.xml"].replace(b"<lastmod>", b"<lastmod>on ")
    assert web_validators.sitemap_errors(wrong, tmp_path)


def test_robots_may_read_all_and_are_led_to_the_map():
    options = SiteOptions(base=BASE, files=(), pages=("method",), languages=("en",))
    made = dict(site_files(public_story(), options))
    robots = RobotFileParser()
    robots.parse(made["robots.txt"].decode().splitlines())
    assert robots.can_fetch("*", f"{BASE}method/index.html")
    assert robots.site_maps() == [f"{BASE}sitemap.xml"]
    # What is not published is named nowhere.
    assert b"timeline/index.html" not in made["sitemap.xml"] + made["404.html"]


def test_the_head_names_a_wide_picture_of_the_view_and_the_files_that_are_made(site):
    made = downloads(public_story(), OPTIONS)
    for path in pages(site):
        page = document(site, path)
        own = "es/" if path.startswith("es/") else ""
        kind = next((kind for kind in ("map", "figures") if f"{kind}/" in path), "timeline")
        for name in ("og:image", "twitter:image"):
            (picture,) = page.xpath("//meta[@property=$n or @name=$n]/@content", n=name)
            assert picture == f"{BASE}{own}pictures/{kind}-wide.png"
        assert picture.removeprefix(BASE) in made
        (about, data) = graph_of(site, path)["@graph"]
        assert about["url"] == BASE + path
        assert about["about"] == {"@id": data["@id"]}
        for one in data["distribution"]:
            assert one["contentUrl"].removeprefix(BASE) in made


def test_without_an_address_nothing_is_named_whole():
    options = SiteOptions(files=(), pages=("map",), languages=("es", "en"))
    made = dict(site_files(public_story(), options))
    assert not {"sitemap.xml", "robots.txt"} & set(made)
    page = document(made, "map/index.html")
    assert page.get("lang") == "es"
    assert not page.xpath("//link[@rel='canonical'] | //meta[@property='og:url']")
    assert not page.xpath("//meta[@property='og:image']")
    assert page.xpath("//link[@hreflang='en']/@href") == ["../en/map/index.html"]
    graph = graph_of(made, "map/index.html")["@graph"]
    assert "distribution" not in graph[1]
    assert graph[0]["url"] == "../map/index.html"


def test_the_lesson_leads_to_its_files_in_either_language(site):
    files = downloads(public_story(), OPTIONS)
    for own in ("", "es/"):
        page = document(site, f"{own}present/index.html")
        data = json.loads(page.xpath("//script[@id='scene-data']/text()")[0])
        found = html.fragment_fromstring(data["kit"], create_parent=True).xpath(".//ul//a/@href")
        assert len(found) == 5
        assert {re.sub(r"^(\.\./)+", "", one) for one in found} <= set(files)
        assert all(own in one for one in found)
