"""What the app sends to browsers and programs, held against a validator of each format."""

from __future__ import annotations

import json
from urllib.robotparser import RobotFileParser

import html5lib
import pytest
from lxml import html

from components.presentation.pages import PAGES
from components.presentation.pictures import KIND_NAMES
from tests.support.ask import ask, with_text
from tests.support.programs import web_validators

#: What stands outside the pages: charts alone, one with a mistake in its address, and no page.
OTHERS = [*(f"embed/{kind}" for kind in KIND_NAMES), "embed/map?region=mars", "nopage"]


@pytest.fixture(scope="module")
def documents(server) -> dict[str, str]:
    """Each page's first document, in both languages."""
    return {
        f"{page.slug or 'overview'}-{language}": with_text(f"{server}/{page.slug}?lang={language}")
        for page in PAGES
        for language in ("en", "es")
    }


def test_every_document_is_read_without_a_mistake(documents):
    for name, text in documents.items():
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(text)
        assert [(where, code) for where, code, _ in parser.errors] == [], name


@pytest.mark.long
def test_every_document_is_valid_html(server, documents, tmp_path):
    web_validators.need()
    files = {f"site/{name}.html": text.encode() for name, text in documents.items()}
    for number, path in enumerate(OTHERS):
        for language in ("en", "es"):
            said = ask(f"{server}/{path}{'&' if '?' in path else '?'}lang={language}")
            files[f"site/other-{number}-{language}.html"] = said.body
    assert len(files) == 2 * (len(PAGES) + len(OTHERS))
    assert web_validators.html_errors(files, tmp_path) == []


@pytest.mark.long
def test_what_programs_are_told_of_a_page_is_schema_org(documents, tmp_path):
    web_validators.need()
    told = "//script[@type='application/ld+json']/text()"
    graphs = {
        name: json.loads(html.document_fromstring(text).xpath(told)[0])
        for name, text in documents.items()
    }
    assert web_validators.schema_org_errors(graphs, tmp_path) == ""


def test_the_map_of_the_site_fits_its_schema(server, tmp_path):
    web_validators.need()
    assert web_validators.sitemap_errors(ask(f"{server}/sitemap.xml").body, tmp_path) == []


def test_robots_may_read_the_pages_and_are_led_to_the_map(server):
    robots = RobotFileParser()
    robots.parse(ask(f"{server}/robots.txt").text.splitlines())
    assert all(robots.can_fetch("*", f"{server}/{page.slug}?lang=es") for page in PAGES)
    assert not robots.can_fetch("*", f"{server}/_stcore/health")
    assert robots.site_maps() == [f"{server}/sitemap.xml"]


def test_how_to_cite_the_data_fits_its_schema(server):
    web_validators.need()
    cited = ask(f"{server}/CITATION.cff").body
    assert web_validators.citation_errors(cited) == []
    assert web_validators.citation_errors(cited.replace(b"1.2.0", b"0.0"))
