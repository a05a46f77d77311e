"""A published site: complete, linked, valid and self-contained."""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice
from posixpath import dirname, normpath
from urllib.parse import unquote, urlsplit
from urllib.robotparser import RobotFileParser

import html5lib
import pymupdf
import pytest
from lxml import html
from PIL import Image

from components.commands import publish
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.presentation.pages import PAGES
from components.site.published import list_downloads, site_files
from components.site.site_options import SiteOptions
from components.site.site_pages import POLICY
from tests.support.programs import web_validators
from tests.support.stories.uploads import GOOD, HEADER, read_story, table

BASE = "https://example.org/story/"
OPTIONS = SiteOptions(base=BASE, app="https://app.example.org")


@pytest.fixture(scope="session")
def site() -> dict[str, bytes]:
    """The site without the downloads themselves, which take minutes."""
    made = {}
    for path, content in site_files(public_story(), OPTIONS):
        made[path] = content
        if path == "robots.txt":
            break
    return made


#: Scripts that are read and never run.
DATA_BLOCKS = {"application/json", "application/ld+json"}
#: The least that another timeline sends for the same events, packed, in bytes: TimelineJS3.
LIGHTEST = 109_000
#: What the browser fetches for the first view of the Overview, besides its document.
FIRST_VIEW = re.compile(r"assets/(site\.(css|js)|stage\.js|icon\.svg|[A-Za-z]+-[A-Za-z]+\.woff2)")
#: Parts of the stage's index that the browser fetches with what answers a view.
LATER = {"words", "totals", "counts"}
#: Pages that say what an opened table has and has not.
OPENED = ("sources", "es/map", "method")


def pages_of(site: dict[str, bytes]) -> dict[str, html.HtmlElement]:
    return {
        path: html.document_fromstring(text.decode())
        for path, text in site.items()
        if path.endswith("index.html") and "embed/" not in path
    }


def graph_of(page: html.HtmlElement) -> dict:
    (text,) = page.xpath("//script[@type='application/ld+json']/text()")
    return json.loads(text)


def test_every_link_of_the_site_has_its_file_and_fragment(site) -> None:
    made = {
        path: html.document_fromstring(text.decode())
        for path, text in site.items()
        if path.endswith("index.html")
    }
    parts = {path: {node.get("id") for node in page.iter() if node.get("id")}
             for path, page in made.items()}  # fmt: skip
    files = list_downloads(public_story(), OPTIONS)
    for path, page in made.items():
        for node in page.iter("a", "link", "script", "img"):
            address = node.get("href") or node.get("src")
            if not address or urlsplit(address).netloc or address.startswith("data:"):
                continue
            to = urlsplit(address)
            target = normpath(f"{dirname(path)}/{to.path}") if to.path else path
            target = target.lstrip("./") or path
            assert target in site or target in files, f"{path}: {address}"
            if to.fragment:
                assert unquote(to.fragment) in parts[target], f"{path}: {address}"
    own = [path for path in files if not path.startswith("es/")]
    assert len([path for path in own if path.startswith("pictures/")]) == 18
    assert len([path for path in own if path.startswith("takeaway/")]) == 5
    assert files["api/events.csv"]().startswith(b"\xef\xbb\xbfid,")
    assert files["es/pictures/map-wide.png"]().startswith(b"\x89PNG")


#: An address of the site in any text; a stop behind it is that of a sentence.
OWN_ADDRESS = re.compile(r"https://example\.org/story[^\s\"'<>()\\]*[^\s\"'<>()\\.,;]")
#: A download of each kind, in either language.
DOWNLOADS = (
    "api/datapackage.json", "es/api/datapackage.json", "api/events.csv", "es/api/events.geojson",
    "api/tables.xlsx", "es/api/tables.xlsx", "es/api/package.zip", "api/cited.bib",
    "pictures/map.svg", "es/pictures/timeline-wide.svg", "es/pictures/figures-square.png",
    "takeaway/slides.pptx", "es/takeaway/handout-a4.pdf",
)  # fmt: skip


def list_addresses(path: str, content: bytes) -> set[str]:
    """The addresses of the site that a file prints, links to or has in its metadata."""
    text = content.decode(errors="replace")
    if path.endswith(("zip", "xlsx", "pptx")):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            text = "\n".join(
                archive.read(name).decode(errors="replace") for name in archive.namelist()
            )
    elif path.endswith("pdf"):
        pages = list(pymupdf.open(stream=content))
        links = [link.get("uri", "") for page in pages for link in page.get_links()]
        text = "\n".join([*(page.get_text() for page in pages), *links])
    elif path.endswith("png"):
        text = "\n".join(map(str, Image.open(io.BytesIO(content)).info.values()))
    return set(OWN_ADDRESS.findall(unescape(text)))


def file_of(address: str) -> str:
    """The path of the file that a host sends for an address of the site."""
    path = urlsplit(address).path.removeprefix(urlsplit(BASE).path)
    if path.endswith("/") or not path:
        path += "index.html"
    return path


def test_every_address_in_a_page_of_the_site_is_one_of_its_files(site) -> None:
    files = {*site, *list_downloads(public_story(), OPTIONS)}
    addresses = {
        address for path, content in site.items() for address in list_addresses(path, content)
    }
    assert {f"{BASE}sitemap.xml", f"{BASE}es/map/index.html"} <= addresses
    assert sorted(address for address in addresses if file_of(address) not in files) == []


def missing_addresses(paths: Iterable[str], site: dict[str, bytes]) -> list[tuple[str, str]]:
    downloads = list_downloads(public_story(), OPTIONS)
    return [
        (path, address)
        for path in paths
        for address in list_addresses(path, downloads[path]())
        if file_of(address) not in {*site, *downloads}
    ]


@pytest.mark.parametrize("path", DOWNLOADS)
def test_every_address_in_a_download_of_the_site_is_one_of_its_files(site, path) -> None:
    assert missing_addresses([path], site) == []


@pytest.mark.long
def test_every_address_in_all_downloads_of_the_site_is_one_of_its_files(site) -> None:
    assert missing_addresses(list_downloads(public_story(), OPTIONS), site) == []


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("pictures/map.svg", "map/"),
        ("es/pictures/map-wide.svg", "es/map/"),
        ("es/pictures/timeline.svg", "es/timeline/"),
        ("es/api/events.geojson", "es/data/"),
        ("es/api/tables.xlsx", "es/data/"),
    ],
)
def test_a_download_of_the_site_leads_to_its_page_in_its_language(path, page) -> None:
    content = list_downloads(public_story(), OPTIONS)[path]()
    assert list_addresses(path, content) == {BASE + page}


def test_a_download_of_a_site_without_an_address_leads_to_a_page_beside_it() -> None:
    downloads = list_downloads(public_story(), SiteOptions())
    about = json.loads(downloads["es/api/events.geojson"]())["about"]
    assert about["view"] == "../data/index.html"
    assert "lang=es" not in downloads["es/pictures/map.svg"]().decode()


def test_pages_have_no_inline_script_or_handler(site) -> None:
    for path, text in site.items():
        if not path.endswith(".html"):
            continue
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(text.decode())
        assert [(where, code) for where, code, _ in parser.errors] == [], path
        assert "http-equiv" in text.decode(), path
        for node in html.document_fromstring(text.decode()).iter():
            if node.tag == "script":
                assert node.get("src") or node.get("type") in DATA_BLOCKS, path
            assert not [name for name in node.attrib if name.startswith("on")], path


@pytest.mark.parametrize("page", ["index.html", "es/index.html"])
def test_first_view_of_the_site_is_small(site, page) -> None:
    files = [page, *(path for path in site if FIRST_VIEW.fullmatch(path))]
    assert len(files) == 1 + 4 + 5
    # A font is packed already: packed once more it would be larger.
    packed = (min(len(site[path]), len(gzip.compress(site[path], 9))) for path in files)
    assert sum(packed) < LIGHTEST
    (data,) = pages_of(site)[page].xpath("//script[@id='stage-data']/text()")
    index = json.loads(data)["inline"]["index"]
    assert not LATER & set(index)
    assert {"events", "sets", "total"} <= set(index)


def test_first_article_of_a_page_has_all_of_its_text(site) -> None:
    """Programs that take the main text out of a page keep its first article and nothing else."""
    for path, page in pages_of(site).items():
        first, *others = page.iter("article")
        assert first.getparent().tag == "main", path
        assert all(first in other.iterancestors() for other in others), path
        (heading,) = page.iter("h1")
        assert first in heading.iterancestors(), path


def test_page_of_the_site_may_load_own_files_alone(site) -> None:
    assert "http" not in POLICY
    for page in pages_of(site).values():
        (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert policy == POLICY
        for node in page.xpath("//link[@rel='stylesheet'] | //script[@src] | //img"):
            assert not urlsplit(node.get("href") or node.get("src")).netloc


def test_site_of_an_opened_table_has_no_figures_and_one_language() -> None:
    story = LoadedStory(read_story(table(HEADER, [GOOD]), "events.csv"), "opened", private=True)
    options = SiteOptions(BASE, files=())
    names = dict(site_files(story, options))
    said = {name: names[f"{name}/index.html"].decode() for name in OPENED}
    listed = names["sitemap.xml"].decode()
    # A page that has nothing to say for it is not there, and nothing leads to it.
    for slug in ("figures", "disagreements"):
        assert not [
            name for name in names if name.endswith(f"{slug}/index.html") and "embed" not in name
        ]
        assert f"{slug}/" not in listed
        assert not [page for page in said.values() if f'{slug}/index.html"' in page]
    # The language of a row's source is not known: none is named to a screen reader.
    assert '<cite lang="' not in said["sources"]
    assert "<cite>" in said["sources"]


def test_command_replaces_own_files_and_keeps_others(tmp_path, capsys) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    assert publish.main([str(full)]) == 1
    assert "holds something else" in capsys.readouterr().err
    out = tmp_path / "site"
    asked = [str(out), "--no-files", "--lang", "es", "--page", "timeline"]
    assert publish.main(asked) == 0
    mine = ("mine.html", ".git/config", "timeline/mine.txt")
    for own in mine:
        (out / own).parent.mkdir(exist_ok=True)
        (out / own).write_text(own)
    # What an earlier site had and this one has not is gone.
    (out / "old.html").write_text("old")
    (out / publish.FILE_LIST).write_text(
        (out / publish.FILE_LIST).read_text("utf-8") + "\nold.html"
    )
    assert publish.main(asked) == 0
    assert not (out / "old.html").exists()
    assert [(out / own).read_text("utf-8") for own in mine] == [*mine]
    assert (out / "timeline" / "index.html").read_text("utf-8").count('lang="es"')


def test_interrupted_publishing_keeps_the_old_site_and_can_be_repeated(
    tmp_path, monkeypatch
) -> None:
    out = tmp_path / "site"
    asked = [str(out), "--no-files", "--lang", "es", "--page", "timeline"]
    assert publish.main(asked) == 0
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}

    def broken_off(*given: object) -> Iterator[tuple[str, bytes]]:
        yield from islice(site_files(*given), 5)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(publish, "site_files", broken_off)
        with pytest.raises(KeyboardInterrupt):
            publish.main(asked)
    assert {file: file.read_bytes() for file in out.rglob("*") if file.is_file()} == before
    assert publish.main(asked) == 0
    assert [one.name for one in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("base", ["example.org", "ftp://example.org", "https://example.org/?a=b"])
def test_invalid_base_address_is_refused(base, tmp_path, capsys) -> None:
    with pytest.raises(SystemExit):
        publish.main([str(tmp_path / "site"), "--base", base])
    assert "https://example.org/story/" in capsys.readouterr().err


@pytest.mark.long
def test_every_file_is_valid_html(site, tmp_path):
    web_validators.skip_if_missing()
    files = {f"site/{path}": text for path, text in site.items() if path.endswith(".html")}
    assert len(files) == 2 * (len(PAGES) + 3) + 1
    assert web_validators.html_errors(files, tmp_path) == []


@pytest.mark.long
def test_linked_data_of_every_page_is_schema_org(site, tmp_path):
    web_validators.skip_if_missing()
    graphs = {path: graph_of(page) for path, page in pages_of(site).items()}
    assert web_validators.schema_org_errors(graphs, tmp_path) == ""


def test_sitemap_fits_its_schema(site, tmp_path):
    web_validators.skip_if_missing()
    assert web_validators.sitemap_errors(site["sitemap.xml"], tmp_path) == []
    wrong = site["sitemap.xml"].replace(b"<lastmod>", b"<lastmod>on ")
    assert web_validators.sitemap_errors(wrong, tmp_path)


def test_robots_may_read_all_and_find_the_sitemap():
    options = SiteOptions(base=BASE, files=(), pages=("method",), languages=("en",))
    made = dict(site_files(public_story(), options))
    robots = RobotFileParser()
    robots.parse(made["robots.txt"].decode().splitlines())
    assert robots.can_fetch("*", f"{BASE}method/index.html")
    assert robots.site_maps() == [f"{BASE}sitemap.xml"]
    # What is not published is named nowhere.
    assert b"timeline/index.html" not in made["sitemap.xml"] + made["404.html"]


def test_head_names_a_wide_picture_and_the_files(site):
    made = list_downloads(public_story(), OPTIONS)
    for path, page in pages_of(site).items():
        own = "es/" if path.startswith("es/") else ""
        kind = next((kind for kind in ("map", "figures") if f"{kind}/" in path), "timeline")
        for name in ("og:image", "twitter:image"):
            (picture,) = page.xpath("//meta[@property=$n or @name=$n]/@content", n=name)
            assert picture == f"{BASE}{own}pictures/{kind}-wide.png"
        assert picture.removeprefix(BASE) in made
        (about, data) = graph_of(page)["@graph"]
        assert about["url"] == BASE + path
        assert about["about"] == {"@id": data["@id"]}
        for one in data["distribution"]:
            assert one["contentUrl"].removeprefix(BASE) in made


def test_site_without_a_base_has_relative_addresses():
    options = SiteOptions(files=(), pages=("map",), languages=("es", "en"))
    made = dict(site_files(public_story(), options))
    assert not {"sitemap.xml", "robots.txt"} & set(made)
    page = pages_of(made)["map/index.html"]
    assert page.get("lang") == "es"
    assert not page.xpath("//link[@rel='canonical'] | //meta[@property='og:url']")
    assert not page.xpath("//meta[@property='og:image']")
    assert page.xpath("//link[@hreflang='en']/@href") == ["../en/map/index.html"]
    graph = graph_of(page)["@graph"]
    assert "distribution" not in graph[1]
    assert graph[0]["url"] == "../map/index.html"


def test_lesson_links_to_its_files_in_both_languages(site):
    files = list_downloads(public_story(), OPTIONS)
    for own in ("", "es/"):
        page = pages_of(site)[f"{own}present/index.html"]
        data = json.loads(page.xpath("//script[@id='scene-data']/text()")[0])
        found = html.fragment_fromstring(data["kit"], create_parent=True).xpath(".//ul//a/@href")
        assert len(found) == 5
        assert {re.sub(r"^(\.\./)+", "", one) for one in found} <= set(files)
        assert all(own in one for one in found)
