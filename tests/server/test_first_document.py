"""The first document of a page: its metadata, and what validators say of it."""

import json
import re
import struct
from itertools import product
from typing import Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import html5lib
import pytest
from lxml import etree, html

from components.export.pictures import KIND_NAMES
from components.presentation.pages import PAGES
from tests.support.cases import LANGUAGES
from tests.support.programs import web_validators
from tests.support.server import ask, with_text
from tests.support.stories.foreign import OURS, PIURA

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
OG = ("type", "site_name", "title", "description", "url", "locale", "image", "image:alt")
TWITTER = ("card", "title", "description", "image", "image:alt")


def document(address: str) -> html.HtmlElement:
    return html.document_fromstring(with_text(address))


def named(page: html.HtmlElement, attribute: str, name: str) -> str:
    (found,) = page.xpath(f"//head/meta[@{attribute}=$name]/@content", name=name)
    return str(found)


@pytest.fixture(scope="module")
def page_documents(server) -> dict[tuple[str, str], html.HtmlElement]:
    """Each page in both languages, asked for with a parameter of other sites."""
    return {
        (info.slug, language): document(f"{server}/{info.slug}?lang={language}&utm_source=x")
        for info in PAGES
        for language in LANGUAGES
    }


def linked_data(page: html.HtmlElement) -> list[dict[str, Any]]:
    """The JSON-LD of a page: the page and the data set."""
    (text,) = page.xpath("//script[@type='application/ld+json']/text()")
    return json.loads(text)["@graph"]


every_page = pytest.mark.parametrize(
    ("slug", "language"), list(product([info.slug for info in PAGES], LANGUAGES))
)


@every_page
def test_page_names_its_language_and_its_translations(server, page_documents, slug, language):
    page, plain = page_documents[slug, language], f"{server}/{slug}"
    assert page.get("lang") == language
    assert page.xpath("//head/link[@rel='canonical']/@href") == [f"{plain}?lang={language}"]
    links = page.xpath("//head/link[@rel='alternate'][@hreflang]")
    translations = {link.get("hreflang"): link.get("href") for link in links}
    assert translations == {
        "en": f"{plain}?lang=en", "es": f"{plain}?lang=es", "x-default": plain,
    }  # fmt: skip


@pytest.mark.parametrize("slug", ["", "timeline"])
def test_address_without_a_language_stands_for_itself(server, slug):
    page = document(f"{server}/{slug}")
    assert page.xpath("//head/link[@rel='canonical']/@href") == [f"{server}/{slug}"]


@every_page
def test_page_describes_itself_to_other_sites(server, page_documents, slug, language):
    page = page_documents[slug, language]
    (heading,) = page.xpath("//div[@id='first']//h1")
    assert named(page, "name", "description")
    described = {name: named(page, "property", f"og:{name}") for name in OG}
    assert described["url"] == f"{server}/{slug}?lang={language}"
    assert described["title"] in heading.text_content()
    assert all(named(page, "name", f"twitter:{name}") for name in TWITTER)


@every_page
def test_page_describes_itself_and_its_data_to_programs(server, page_documents, slug, language):
    page = page_documents[slug, language]
    (title,) = page.xpath("//head/title/text()")
    about, data = linked_data(page)
    address = f"{server}/{slug}?lang={language}"
    assert (about["@type"], about["url"], about["name"]) == ("WebPage", address, title)
    assert about["about"] == {"@id": data["@id"]}
    assert data["@type"] == "Dataset"
    assert {file["@type"] for file in data["distribution"]} == {"DataDownload"}


@every_page
def test_page_gives_programs_the_extent_and_licence_of_its_data(page_documents, slug, language):
    _, data = linked_data(page_documents[slug, language])
    assert data["temporalCoverage"] == "2019-01-01/2019-05-31"
    assert data["license"] == "https://creativecommons.org/licenses/by/4.0/"
    assert 50 <= len(data["description"]) <= 5000
    assert len(data["spatialCoverage"]["geo"]["box"].split()) == 4


@every_page
def test_page_has_no_id_twice_and_no_nested_links(page_documents, slug, language):
    page = page_documents[slug, language]
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert page.xpath("//a//a | //button//a | //p//div") == []


def test_files_named_in_the_head_exist(server):
    page = document(f"{server}/map?lang=es&region=oriente")
    picture = named(page, "property", "og:image")
    _, headers, body = ask(picture)
    assert headers["content-type"] == "image/png"
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">2I", body[16:24]) == (1200, 630)
    assert "region=oriente" in picture
    for one in linked_data(page)[1]["distribution"]:
        _, headers, body = ask(one["contentUrl"])
        assert headers.get_content_type() == one["encodingFormat"]
        assert body


def test_scripts_of_a_first_document_exist(server):
    page = document(f"{server}/map?lang=es&region=oriente")
    scripts = page.xpath("//script[contains(@src, 'first-')]/@src")
    assert len(scripts) == 2
    for script in scripts:
        _, headers, body = ask(f"{server}/{script.removeprefix('./')}")
        assert headers.get_content_type() == "text/javascript"
        assert b"first" in body


def test_first_paint_waits_for_no_file_of_style(server):
    page = document(f"{server}/?lang=en")
    assert page.xpath("//link[@rel='stylesheet'][not(ancestor::noscript)]") == []
    style = " ".join(map(str, page.xpath("//head/style/text()")))
    faces = re.findall(r"@font-face\{font-family:([\w ]+);[^}]*url\(\./([^)]+)\)", style)
    assert {family for family, _ in faces} == {
        "Source Sans",
        "Source Serif",
        "Source Code Pro",
        "Material Symbols Rounded",
    }
    for _, path in faces:
        _, headers, body = ask(f"{server}/{path}")
        assert headers.get_content_type() == "font/woff2"
        assert body


def test_framework_of_the_map_waits_for_the_first_frame(server):
    """The script of the document takes it from the template; deck.gl waits for a first zoom."""
    head, _, template = with_text(f"{server}/map?lang=en").partition('<template id="framework">')
    assert "./static/js/index." in template
    assert "./static/js/" not in head
    assert 'href="./scripts/deck-' not in head + template


@pytest.mark.parametrize("address", ["?lang=en", "timeline?lang=es"])
def test_only_letters_of_both_languages_are_preloaded(server, address):
    page = document(f"{server}/{address}")
    fonts = page.xpath("//link[@rel='preload' and @as='font']/@href")
    assert fonts
    assert all("-latin-" in font for font in fonts)


def test_links_between_pages_keep_language_and_filters(server):
    page = document(f"{server}/sources?lang=es&region=oriente&from=2019-02-22")
    links = page.xpath("//div[@id='first']/header/nav/ul/li/a/@href")
    assert len(links) == len(PAGES)
    assert {urlsplit(link).query for link in links} == {"lang=es&from=2019-02-22&region=oriente"}


def test_sitemap_has_every_page_in_both_languages(server):
    _, headers, body = ask(f"{server}/sitemap.xml")
    assert headers.get_content_type() == "application/xml"
    root = etree.fromstring(body)
    assert root.tag == f"{SITEMAP}urlset"
    places = [one.text for one in root.iter(f"{SITEMAP}loc")]
    assert places == [
        f"{server}/{page.slug}?lang={code}" for page in PAGES for code in ("en", "es")
    ]
    for one in root:
        others = {link.get("hreflang"): link.get("href") for link in one.iter(f"{XHTML}link")}
        assert set(others) == {"en", "es", "x-default"}
        assert one.findtext(f"{SITEMAP}loc") in others.values()
    assert f"Sitemap: {server}/sitemap.xml" in ask(f"{server}/robots.txt").text


@pytest.mark.parametrize("path", ["", "map", "figures", "method", "CITATION.cff", "sitemap.xml"])
def test_another_story_has_none_of_our_texts(hosted, path):
    foreign = hosted(PIURA)
    if "." in path:
        told = ask(f"{foreign}/{path}").text
    else:
        page = document(f"{foreign}/{path}")
        for one in page.xpath("//div[@id='first']//footer"):
            # The software is named there, as its licence asks.
            one.drop_tree()
        data = "//script[@type='application/ld+json']/text()"
        named = "//head/meta[not(@name='viewport')]/@content | //head/title/text()"
        told = " ".join(map(str, page.xpath(f"{named} | {data}")))
        told += html.tostring(page.get_element_by_id("first"), encoding="unicode")
    assert OURS.findall(told) == []


#: What stands outside the pages: charts alone, one with a mistake in its address, and no page.
OTHERS = [*(f"embed/{kind}" for kind in KIND_NAMES), "embed/map?region=mars", "nopage"]


@pytest.fixture(scope="module")
def documents(server) -> dict[str, str]:
    return {
        f"{page.slug or 'overview'}-{language}": with_text(f"{server}/{page.slug}?lang={language}")
        for page in PAGES
        for language in LANGUAGES
    }


def test_every_document_parses_without_errors(documents):
    for name, text in documents.items():
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(text)
        assert [(where, code) for where, code, _ in parser.errors] == [], name


@pytest.mark.long
def test_every_document_is_valid_html(server, documents, tmp_path):
    web_validators.skip_if_missing()
    files = {f"site/{name}.html": text.encode() for name, text in documents.items()}
    for number, path in enumerate(OTHERS):
        for language in LANGUAGES:
            said = ask(f"{server}/{path}{'&' if '?' in path else '?'}lang={language}")
            files[f"site/other-{number}-{language}.html"] = said.body
    assert len(files) == 2 * (len(PAGES) + len(OTHERS))
    assert web_validators.html_errors(files, tmp_path) == []


@pytest.mark.long
def test_linked_data_of_every_page_is_schema_org(documents, tmp_path):
    web_validators.skip_if_missing()
    told = "//script[@type='application/ld+json']/text()"
    graphs = {
        name: json.loads(html.document_fromstring(text).xpath(told)[0])
        for name, text in documents.items()
    }
    assert web_validators.schema_org_errors(graphs, tmp_path) == ""


def test_sitemap_fits_its_schema(server, tmp_path):
    web_validators.skip_if_missing()
    assert web_validators.sitemap_errors(ask(f"{server}/sitemap.xml").body, tmp_path) == []


def test_robots_may_read_pages_and_find_the_sitemap(server):
    robots = RobotFileParser()
    robots.parse(ask(f"{server}/robots.txt").text.splitlines())
    assert all(robots.can_fetch("*", f"{server}/{page.slug}?lang=es") for page in PAGES)
    assert not robots.can_fetch("*", f"{server}/_stcore/health")
    assert robots.site_maps() == [f"{server}/sitemap.xml"]


def test_citation_file_fits_its_schema(server):
    web_validators.skip_if_missing()
    cited = ask(f"{server}/CITATION.cff").body
    assert web_validators.citation_errors(cited) == []
    assert web_validators.citation_errors(cited.replace(b"1.2.0", b"0.0"))
