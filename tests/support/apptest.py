"""Pages run without a browser: the entry script under Streamlit's own test harness."""

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlsplit

from lxml import html
from streamlit.testing.v1 import AppTest

from components.presentation.pages import PAGES
from tests.support.data import DATA as DATA
from tests.support.server import ROOT

MAIN = ROOT / "components" / "ui" / "main.py"
# Those that the line of filters stands on, and that run on the server for each choice.
FILTERED = tuple(page.slug for page in PAGES if page.filtered and not (page.bare or page.answers))

Params = Mapping[str, "str | list[str]"]


def page_at(slug: str, params: Params | None = None, **context: Any) -> AppTest:
    """A page as a cold link opens it: its first run is the page's own."""
    at = AppTest.from_file(str(MAIN), default_timeout=60)
    at.query_params.update(params or {})
    at.context.update(context)
    if slug:
        at.switch_page(f"../../pages/{slug}.py")
    return at.run()


def assert_sound(at: AppTest) -> None:
    assert [e.message for e in at.exception] == []
    assert [e.value for e in at.error] == []


def bodies(at: AppTest) -> list[str]:
    own = [*stage_bodies(at), *timeline_bodies(at), *_sent(at, "filter_line", "hits")]
    own += [element.proto.body for element in at.html]
    return own + _sent(at, "drawer", "html") + _sent(at, "forms", "html")


def _sent(at: AppTest, name: str, part: str) -> list[str]:
    """One part of what each component of a name is sent, where there is any."""
    sent = [c.proto for c in at.get("bidi_component") if c.proto.component_name == name]
    return [text for proto in sent if (text := sent_data(proto)[part])]


def stage_bodies(at: AppTest) -> list[str]:
    """What the stage shows of a view, as HTML; nothing where a page has no stage."""
    sent = [c.proto for c in at.get("bidi_component") if c.proto.component_name == "stage"]
    if not sent:
        return []
    data = sent_data(sent[0])
    parts = data["parts"]
    titles = (parts["time"], parts["map"])
    return [
        f"<div class='page-title'><h1>{escape(parts['headline'])}</h1></div>",
        f"<p class='shown'>{escape(parts['shown'])}</p>",
        f"<ul class='headlines'>{parts['figures']}</ul>",
        *(f"<div class='chart-title'><h2>{escape(title)}</h2></div>" for title in titles),
        parts["counts"] or "<p></p>",
        parts["detail"] or "<p></p>",
    ]


def timeline_bodies(at: AppTest) -> list[str]:
    """What the Timeline page shows of a view, as HTML; nothing on any other page."""
    names = [c.proto.component_name for c in at.get("bidi_component")]
    if "timeline_page" not in names:
        return []
    data = component_data(at, "timeline_page")
    title, lead, shown = (escape(data[name]) for name in ("title", "lead", "shown"))
    return [
        f"<div class='page-title'><h1>{title}</h1><p class='lead'>{lead}</p></div>",
        f"<p class='shown'>{shown}</p>",
        data["hits"] or "<p></p>",
        data["back"] or "<p></p>",
        data["key"] or "<p></p>",
    ]


def sent_data(proto: Any) -> dict[str, Any]:
    """What is sent to a component: the tuple around it is for the framework alone."""
    (data,) = json.loads(proto.json)
    return dict(data)


def component_data(at: AppTest, name: str) -> dict[str, Any]:
    (one,) = [c.proto for c in at.get("bidi_component") if c.proto.component_name == name]
    return sent_data(one)


def follow(at: AppTest, label: str) -> AppTest:
    """Follow the first link whose words begin so, as the app does: without a new document."""
    links = [a for body in bodies(at) for a in html.fromstring(body).iter("a")]
    link = next(a for a in links if words(a).startswith(label))
    params = parse_qs(urlsplit(link.get("href")).query)
    for name in (*at.query_params,):
        del at.query_params[name]
    at.query_params.update(params)
    return at.run()


def line_of(at: AppTest) -> dict[str, Any]:
    return component_data(at, "filter_line")


def lists_of(line: dict[str, Any]) -> list[str]:
    return re.findall('data-name="([^"]*)"', line["line"])


def chosen_in(at: AppTest) -> dict[str, list[str]]:
    """The view that the line of filters shows, as the server has read it."""
    return parse_qs(line_of(at)["seen"])


def charts(at: AppTest) -> list[tuple[dict[str, Any], str]]:
    protos = [c.proto for c in at.get("bidi_component")]
    data = [sent_data(proto) for proto in protos if proto.component_name == "chart"]
    page = [
        sent_data(proto)["chart"] for proto in protos if proto.component_name == "timeline_page"
    ]
    data += [chart for chart in page if chart]
    return [(json.loads(one["figure"]), one["label"]) for one in data]


def decks(at: AppTest) -> list[dict[str, Any]]:
    sent = [c.proto for c in at.get("bidi_component") if c.proto.component_name == "deck_map"]
    return [json.loads(sent_data(proto)["deck"]) for proto in sent]


def found(at: AppTest, css_class: str) -> list[html.HtmlElement]:
    elements = []
    for body in bodies(at):
        if not body.startswith(("<style", "<script")):
            elements += html.fragment_fromstring(body, create_parent="div").find_class(css_class)
    return elements


def words(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def text_of(at: AppTest, css_class: str) -> str:
    (element,) = found(at, css_class)
    return words(element)
