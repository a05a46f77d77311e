"""A chart alone as a page: what it holds, in light and dark, and that nothing in it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import html
from lxml.html import HtmlElement

from components.export.embed import problem_page
from components.export.tasks import embed_bytes
from components.presentation import stories
from components.presentation.pictures import KIND_NAMES
from components.query.view import View, read_view
from tests.support.data import DATA
from tests.support.stories.foreign import OURS, write_foreign
from tests.support.words import i18n_for

VIEWS: dict[str, dict[str, list[str]]] = {
    "all": {},
    "a region and days": {"region": ["oriente"], "from": ["2019-02-22"], "to": ["2019-02-28"]},
    "the change at the border": {"counts": ["change"], "extent": ["border"]},
    "one measure": {"measure": ["share"]},
    "nothing": {"q": ["zzzz"]},
}


def view_of(params: dict[str, list[str]]) -> View:
    view, notices = read_view(params, DATA)
    assert notices == ()
    return view


def page_of(kind: str, params: dict[str, list[str]] | None = None, lang: str = "en") -> HtmlElement:
    return html.fromstring(embed_bytes(kind, view_of(params or {}), lang))


def part(page: HtmlElement, name: str) -> str:
    (found,) = page.xpath(f"//*[@data-part='{name}']")
    return " ".join(found.text_content().split())


def test_the_table_has_a_row_for_each_event_count_and_figure_drawn():
    events = page_of("timeline", VIEWS["a region and days"])
    drawn = set(events.xpath("//div[@class='wide']//@data-event"))
    assert len(events.xpath("//tbody/tr")) >= len(drawn) > 0
    assert len(page_of("map").xpath("//tbody/tr")) == len(DATA.regions)
    figures = page_of("figures")
    claims = set(figures.xpath("//div[@class='narrow']//g[contains(@class,'claim')]/@data-id"))
    assert len(figures.xpath("//tbody/tr")) == len(claims) > 0


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_nothing_runs_and_nothing_comes_from_elsewhere(kind):
    page = page_of(kind, {"q": ["<script>alert(1)</script>"]})
    (script,) = page.xpath("//script")
    assert (script.get("src"), script.text) == ("./height.js", None)
    for name in ("src", "href"):
        for address in page.xpath(f"//@{name}"):
            assert address.startswith(("./", "../")), address
    assert not page.xpath("//@*[starts-with(name(), 'on')]")
    assert not page.xpath("//@id"), "the two drawings must not share names"
    assert "<script>alert(1)</script>" in page.text_content()


def test_what_cannot_be_used_is_said_on_a_page_of_its_own():
    text = problem_page("No <b>", ["one", "<i>two"], i18n_for("es"))
    page = html.fromstring(text)
    assert page.findtext(".//h1") == "No <b>"
    assert "<i>" not in text
    assert page.xpath("//*[@class='whole']/a/@href") == ["../?lang=es"]


@pytest.fixture
def flood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(stories.SETTING, str(write_foreign(tmp_path)))
    stories.forget()
    yield
    stories.forget()


@pytest.mark.usefixtures("flood")
@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_hosts_story_is_its_own(kind):
    text = embed_bytes(kind, View(), "en").decode()
    page = html.fromstring(text)
    assert part(page, "story") == "The flood of Piura"
    assert not re.search(OURS, page.text_content())
