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
FILTERED = tuple(
    page.slug for page in PAGES if page.filtered and not (page.bare or page.answers or page.live)
)

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
    assert [element.message for element in at.exception] == []
    assert [element.value for element in at.error] == []


def bodies(at: AppTest) -> list[str]:
    """All that a page shows as HTML; of a component the parts that are a view's own words."""
    own = []
    for data in sent_to(at, "stage"):
        parts = data["parts"]
        own += [
            f"<div class='page-title'><h1>{escape(parts['headline'])}</h1></div>",
            f"<p class='shown'>{escape(parts['shown'])}</p>",
            f"<ul class='headlines'>{parts['figures']}</ul>",
            *(f"<div class='chart-title'><h2>{escape(parts[part])}</h2></div>"
              for part in ("time", "map")),
            parts["counts"],
            parts["detail"],
            data["hidden"],
        ]  # fmt: skip
    for data in sent_to(at, "timeline_page"):
        title, lead, shown = (escape(data[name]) for name in ("title", "lead", "shown"))
        head = f"<div class='page-title'><h1>{title}</h1><p class='lead'>{lead}</p></div>"
        own += [
            head,
            f"<p class='shown'>{shown}</p>",
            data["hits"],
            data["back"],
            data["key"],
            data["hidden"],
        ]
    for data in sent_to(at, "map_page"):
        title, lead, shown, caveat = (
            escape(data[name]) for name in ("title", "lead", "shown", "caveat")
        )
        own += [
            f"<div class='page-title'><h1>{title}</h1><p class='lead'>{lead}</p></div>",
            f"<p class='shown'>{shown}</p>",
            f"<p class='caveat'>{caveat}</p>",
            *(data[name] for name in ("hits", "back", "controls", "key", "tables", "hidden")),
        ]
    for data in sent_to(at, "live_page"):
        own.append(data["html"])
        if data["filters"]:
            own.append(data["filters"]["hits"])
    own += [data["hits"] for data in sent_to(at, "filter_line")]
    own += [element.proto.body for element in at.html]
    own += [data["html"] for name in ("drawer", "forms") for data in sent_to(at, name)]
    return [body for body in own if body]


def sent_to(at: AppTest, name: str) -> list[dict[str, Any]]:
    """What each component of a name is sent: the tuple around it is for the framework alone."""
    protos = [one.proto for one in at.get("bidi_component")]
    return [json.loads(proto.json)[0] for proto in protos if proto.component_name == name]


def component_data(at: AppTest, name: str) -> dict[str, Any]:
    (one,) = sent_to(at, name)
    return one


def follow(at: AppTest, label: str) -> AppTest:
    """Follow the first link whose words begin so, as the app does: without a new document."""
    links = [link for body in bodies(at) for link in html.fromstring(body).iter("a")]
    link = next(link for link in links if words(link).startswith(label))
    params = parse_qs(urlsplit(link.get("href")).query)
    for name in (*at.query_params,):
        del at.query_params[name]
    at.query_params.update(params)
    return at.run()


def line_of(at: AppTest) -> dict[str, Any]:
    """The line of filters: of a page whose map answers, or of one without a picture."""
    (line,) = sent_to(at, "filter_line") + sent_to(at, "map_page")
    return line


def lists_of(line: dict[str, Any]) -> list[str]:
    return re.findall('data-name="([^"]*)"', line["line"])


def chosen_in(at: AppTest) -> dict[str, list[str]]:
    """The view that the line of filters shows, as the server has read it."""
    return parse_qs(line_of(at)["seen"])


def charts(at: AppTest) -> list[tuple[dict[str, Any], str]]:
    data = sent_to(at, "chart") + [page["chart"] for page in sent_to(at, "timeline_page")]
    return [(json.loads(one["figure"]), one["label"]) for one in data if one]


def decks(at: AppTest) -> list[dict[str, Any]]:
    data = sent_to(at, "deck_map") + [page["map"] for page in sent_to(at, "map_page")]
    return [json.loads(one["deck"]) for one in data]


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
