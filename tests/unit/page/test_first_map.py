"""The Map of the first document: which views have it, and what it holds."""

import json

import pytest
from lxml import html

from components.page.first_map import HTML_DATA, HTML_MAP, has_first_map, render_first_map
from components.page.live_map import OWN_PARAMETERS, build_map_view, render_empty_frame
from components.presentation.context import Context, public_context
from components.presentation.pages import PAGES, SLUGS
from components.server.document import make_first_text

MAP_PAGE = PAGES[SLUGS.index("map")]


def build_context(**params: str) -> Context:
    return public_context({name: [value] for name, value in params.items()}, "en", "map")


@pytest.fixture(scope="module")
def document() -> html.HtmlElement:
    return html.fragment_fromstring(str(render_first_map(build_context())))


@pytest.fixture
def _paints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.page.live_map.is_painted", lambda _ctx: False)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"lang": "es"},
        {"category": "politics"},
        {"counts": "change"},
        {"extent": "border"},
        {"inferred": "hidden"},
    ],
    ids=["whole", "in Spanish", "filter", "counts", "extent", "without lines"],
)
def test_views_of_the_map_have_it(params):
    assert has_first_map(build_context(**params))


@pytest.mark.parametrize(
    "params",
    [
        {"event": "ev-2019-02-23-aid-blocked"},
        {"look": "-72.5,7.9,9"},
        {"search": "bridge"},
        {"region": "mars"},
    ],
    ids=["event", "closer look", "search", "notice"],
)
def test_other_views_of_the_map_have_the_text_of_the_page(params):
    assert not has_first_map(build_context(**params))


@pytest.mark.usefixtures("_paints_nothing")
def test_map_of_too_many_marks_is_drawn_by_its_library_at_once():
    assert not has_first_map(build_context())
    text = make_first_text("lang=en&extent=border", "en", MAP_PAGE, "https://example.org")
    assert (text.comes_first, text.draws_at_once) == (False, True)


@pytest.mark.parametrize(
    ("query", "comes_first"),
    [("lang=en", True), ("lang=en&event=ev-2019-02-23-aid-blocked", False)],
    ids=["whole", "event"],
)
def test_library_of_the_map_waits_for_a_zoom(query, comes_first):
    text = make_first_text(query, "en", MAP_PAGE, "https://example.org")
    assert (text.comes_first, text.draws_at_once) == (comes_first, False)


def test_first_map_has_its_marks_ground_and_table(document):
    ctx = build_context()
    counted = {claim.region_id for claim in ctx.dataset.claims.values() if claim.region_id}
    marks = document.xpath("//*[@class='map-marks']//*[@data-id]/@data-id")
    assert set(marks) & counted
    assert document.xpath("//*[@class='basemap']//*[@data-corners]")
    rows = document.xpath("//*[@data-part='tables']//tr[@data-region]")
    assert len(rows) == len(ctx.dataset.regions)
    (heading,) = document.xpath("//h1")
    assert heading.text_content().strip()


def test_empty_map_has_the_links_out_of_its_view():
    ctx = build_context(**{"from": "2018-01-01", "to": "2018-01-02"})
    page = html.fragment_fromstring(str(render_first_map(ctx)))
    assert page.xpath("//*[@data-part='back']//a[@data-lift]")


def test_script_of_the_map_gets_what_the_document_has_not_as_html(document):
    (text,) = document.xpath("//script[@id='map-data']/text()")
    data = json.loads(text)
    built = build_map_view(build_context())
    assert set(data) - {"drawer", "travels"} == set(built) - set(HTML_DATA)
    assert set(data["map"]) == set(built["map"]) - set(HTML_MAP)


def test_browser_keeps_where_a_reader_looks():
    """A view is not asked for anew because the map was moved."""
    assert OWN_PARAMETERS.isdisjoint(build_map_view(build_context())["names"])


def test_map_of_a_table_has_an_empty_frame():
    frame = html.fragment_fromstring(str(render_empty_frame()))
    assert [len(part) for part in frame.find_class("basemap") + frame.find_class("map-marks")] == [
        0,
        0,
    ]
