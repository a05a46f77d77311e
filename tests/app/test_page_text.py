"""The text of a page equals what the app shows, in both languages."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from lxml import html
from streamlit.testing.v1 import AppTest

from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES
from tests.support.apptest import bodies, sent_to
from tests.support.cases import LANGUAGES, SLUGS, paired_cases

#: What is of the interface alone: keys to what a click does, buttons and their words, and what
#: stands around every page.
INTERFACE = {
    "asks",
    "check-head",
    "close",
    "copy",
    "data-section",
    "detail-empty",
    "fold-tools",
    "foot",
    "key",
    "live-view",
    "totals-drawing",
    "totals-key",
    "open-shape",
    "open-story",
    "print-only",
    "share",
    "text-choices",
    "way",
}
VIEWS: dict[str, dict[str, str]] = {
    "everything": {},
    "a region and some days": {"region": "guajira", "from": "2019-02-22", "to": "2019-02-28"},
    "an event and a claim": {
        "event": "ev-2019-02-28-count-567",
        "claim": "cl-arrivals-2019-02-27-567",
    },
    "nothing left": {"q": "zzzz"},
    "turned back, and a bad value": {"known": "2019-02-27", "from": "yesterday"},
    "a figure checked": {"check": "more than 500"},
    "claims in another order": {"table": "claims", "sort": "-id", "find": "soldiers"},
    "an older version": {"v": "1.0.0"},
}


def flat(text: str) -> str:
    return " ".join(text.split())


def leaves(element: html.HtmlElement) -> Iterator[str]:
    """Every piece of text in an element that a reader sees, parts of the interface left out."""
    if not isinstance(element.tag, str) or INTERFACE & set(element.get("class", "").split()):
        return
    yield flat(element.text or "")
    for child in element:
        yield from leaves(child)
        yield flat(child.tail or "")


def listed(at: AppTest) -> Iterator[Any]:
    for data in sent_to(at, "event_list"):
        rows = html.fragment_fromstring(data["rows"], create_parent="ol")
        yield from (flat(part.text_content()) for part in rows.iterfind("li/button/span"))
    for data in sent_to(at, "data_table"):
        table = html.fragment_fromstring(data["html"], create_parent="div")
        cells = table.xpath(".//span[@class='label' or @class='value']")
        yield from (flat(cell.text_content()) for cell in cells)
    for data in sent_to(at, "story_scene"):
        for step in data["steps"]:
            yield from (step[name] for name in ("headline", "text", "question", "answer"))
            told = html.fragment_fromstring(step["told"], create_parent="div")
            yield from (flat(label.text_content()) for label in told.iterfind(".//li/button"))
        yield data["title"]


def shown(at: AppTest) -> set[str]:
    found = {flat(text) for text in listed(at)}
    for body in bodies(at):
        if not body.startswith(("<style", "<script")):
            found |= set(leaves(html.fragment_fromstring(body, create_parent="div")))
    return {text for text in found if text}


@pytest.mark.parametrize(
    ("slug", "view"), [*product(SLUGS, ["everything"]), *paired_cases(SLUGS, [*VIEWS][1:])]
)
def test_text_of_a_page_equals_the_page_of_the_app(opened, slug, view):
    number = SLUGS.index(slug) + list(VIEWS).index(view)
    # Each page in both languages with every filter off, and in one or the other with each view.
    for language in LANGUAGES if view == "everything" else (LANGUAGES[number % 2],):
        params = VIEWS[view] | {"lang": language}
        says = shown(opened(slug, params))
        page = next(page for page in PAGES if page.slug == slug)
        ctx = public_context({name: [value] for name, value in params.items()}, "en", slug)
        text = page_text(ctx, page)
        said = flat(html.fragment_fromstring(text.html, create_parent="div").text_content())
        assert len(says) > 2
        assert {one for one in says if one not in said} == set()
        assert flat(text.heading) in said
        assert text.title
        assert text.description
