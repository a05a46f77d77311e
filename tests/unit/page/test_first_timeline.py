"""The Timeline of the first document: which views have it, and what it holds."""

import json

import pytest
from lxml import html

from components.page.first_timeline import (
    HTML_CHART,
    HTML_DATA,
    has_first_timeline,
    render_first_timeline,
)
from components.presentation.context import Context, public_context
from components.presentation.timeline_chart import build_timeline_view


def build_context(**params: str) -> Context:
    return public_context({name: [value] for name, value in params.items()}, "en", "timeline")


@pytest.fixture(scope="module")
def document() -> html.HtmlElement:
    return html.fragment_fromstring(str(render_first_timeline(build_context())))


@pytest.mark.parametrize(
    "params",
    [{}, {"lang": "es"}, {"category": "politics"}, {"zoom": "february"}],
    ids=["whole", "in Spanish", "filter", "span"],
)
def test_views_of_the_timeline_have_it(params):
    assert has_first_timeline(build_context(**params))


@pytest.mark.parametrize(
    "params",
    [
        {"event": "ev-2019-02-23-aid-blocked"},
        {"search": "bridge"},
        {"region": "mars"},
        {"from": "2018-01-01", "to": "2018-01-02"},
    ],
    ids=["event", "search", "notice", "no event"],
)
def test_other_views_have_the_text_of_the_page(params):
    assert not has_first_timeline(build_context(**params))


def test_timeline_has_its_scene_and_its_list(document):
    events = build_context().dataset.events
    assert len(document.xpath("//*[@class='chart']//*[@data-event]")) == len(events)
    assert len(document.xpath("//*[@class='event-list']//button")) == len(events)
    (heading,) = document.xpath("//h1")
    assert heading.text_content().strip()


def test_row_of_the_list_opens_its_event_without_scripts(document):
    (form,) = document.xpath("//form")
    button = document.xpath("//*[@class='event-list']//button")[0]
    assert button.get("form") == form.get("id")
    assert (button.get("type"), button.get("name")) == ("submit", "event")
    assert button.get("value") in build_context().dataset.events


def test_script_gets_what_the_document_has_not_as_html(document):
    (text,) = document.xpath("//script[@id='timeline-data']/text()")
    data = json.loads(text)
    built = build_timeline_view(build_context(), 1360)
    assert set(data) - {"list", "drawer", "travels"} == set(built) - set(HTML_DATA)
    assert set(data["chart"]) == set(built["chart"]) - set(HTML_CHART)
