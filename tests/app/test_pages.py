"""Every page under many views, in both languages, run without a browser."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from lxml import html
from streamlit.testing.v1 import AppTest

from components.i18n import Language
from components.presentation.context import Context
from components.presentation.pages import FOLDER, NOT_HERE, PAGES
from components.presentation.records import detail_html
from components.query.filters import select
from components.query.view import View, read_view
from tests.support.apptest import (
    LANGUAGES,
    SLUGS,
    bodies,
    component_data,
    found,
    name_of,
    text_of,
    words,
)
from tests.support.cases import in_turn, leading
from tests.support.data import DATA
from tests.support.stories.story import story_of
from tests.support.words import i18n_for

EVENT = "ev-2019-02-28-count-567"
VIEWS: dict[str, dict[str, str | list[str]]] = {
    "everything": {},
    "one region": {"region": "oriente"},
    "two regions": {"region": ["oriente", "guajira"]},
    "some days": {"from": "2019-02-22", "to": "2019-02-28"},
    "one day": {"from": "2019-02-23", "to": "2019-02-23"},
    "from a day": {"from": "2019-03-01"},
    "until a day": {"to": "2019-02-28"},
    "certain dates alone": {"from": "2019-02-22", "to": "2019-02-28", "possible": "out"},
    "turned back to a day": {"known": "2019-02-28"},
    "the day of the first report": {"known": "2019-01-22"},
    "kinds": {"category": ["border", "counts"]},
    "sources": {"source": ["npr"]},
    "the documents alone": {"tier": "document"},
    "a voice left out": {"without": "colombian-state"},
    "words": {"q": "cucuta"},
    "nothing left": {"q": "no such words anywhere"},
    "an event chosen": {"event": EVENT},
    "an event without a place": {"event": "ev-2019-02-22-soldiers-cross"},
    "a region without a count": {"region": "amazonas"},
    "the map's other settings": {"extent": "border", "counts": "change"},
    "the earlier counts": {"counts": "earlier", "region": "narino"},
    "a closer span": {"zoom": "february"},
    "all at once": {
        "from": "2019-02-01",
        "to": "2019-05-31",
        "region": "oriente",
        "category": "border",
        "tier": "document",
        "q": "bridge",
        "event": EVENT,
        "zoom": "april",
        "counts": "earlier",
        "cite": "chicago",
    },
}
# What turns a whole page over: on every page.
EVERYWHERE = (
    "turned back to a day",
    "the day of the first report",
    "nothing left",
    "all at once",
)
# Parts that some pages have, and the views that change them alone; the first page has them all.
PARTS: dict[str, tuple[str, ...]] = {
    "one day": ("", "timeline"),
    "from a day": ("", "timeline"),
    "until a day": ("", "timeline"),
    "a closer span": ("", "timeline"),
    "two regions": ("", "map"),
    "the map's other settings": ("", "map"),
    "the earlier counts": ("", "map"),
    "a region without a count": ("", "map"),
    "an event chosen": ("", "timeline", "map"),
    "an event without a place": ("", "timeline", "map"),
}
# The other views leave some records out, and change every page but those that show all, always.
FILTERED = tuple(slug for slug in SLUGS if slug not in {"present", "method"})
# Pages that show the events under the filters, and say how many.
HEADINGS = ("h1", "h2", "h3", "h4")
COUNTING = ("", "timeline", "map")


def expected_count(params: dict[str, str | list[str]], language: str) -> str:
    lists = {k: v if isinstance(v, list) else [v] for k, v in params.items()}
    view, notices = read_view(lists, DATA)
    assert notices == (), "the test's own address is wrong"
    kept = select(DATA, view.filters)
    i18n = i18n_for(language)
    return i18n.t(
        "{shown} of {total} events",
        shown=i18n.number(len(kept.events)),
        total=i18n.number(len(DATA.events)),
    )


def expect_whole(opened: Callable[..., AppTest], slug: str, language: str, view: str) -> None:
    """A page opens at a view, and says how much it shows."""
    at = opened(slug, VIEWS[view] | {"lang": language})
    count = expected_count(VIEWS[view], language)
    if slug in COUNTING:
        assert count in text_of(at, "shown")
    assert len(found(at, "page-title")) == 1
    assert len(found(at, "foot")) == 1
    assert found(at, "notices") == []
    levels = [
        int(element.tag[1])
        for body in bodies(at)
        for element in html.fragment_fromstring(body, create_parent="div").iter(*HEADINGS)
    ]
    assert levels.count(1) == 1
    assert levels[0] == 1


@pytest.mark.parametrize(
    ("slug", "language", "view"),
    in_turn(SLUGS, [(lang, view) for view in EVERYWHERE for lang in LANGUAGES]),
)
def test_a_page_opens_cold(opened, slug, language, view):
    expect_whole(opened, slug, language, view)


@pytest.mark.parametrize(
    ("view", "slug"),
    [
        case
        for view in VIEWS
        if view not in {"everything", *EVERYWHERE}
        for case in leading(product([view], PARTS.get(view, FILTERED)))
    ],
)
def test_a_view_opens_cold_on_every_page_that_it_changes(opened, slug, view):
    expect_whole(opened, slug, "en", view)


def test_every_file_of_the_pages_folder_is_in_the_registry():
    files = [*(page.file for page in PAGES), NOT_HERE]
    assert sorted(FOLDER.glob("*.py")) == sorted(files)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("es-CO", "es"),
        ("ES-419", "es"),
        (None, "en"),
    ],
)
def test_the_language_is_guessed_from_the_browser(opened, locale, language):
    at = opened("", locale=locale)
    head = component_data(at, "page_head")
    assert head["language"] == language
    assert language not in [choice["code"] for choice in head["languages"]]


# Light is what every other test draws.
@pytest.mark.parametrize(
    ("slug", "theme"), leading([("", "light"), *((slug, "dark") for slug in SLUGS)], 3)
)
def test_a_page_takes_the_readers_theme(opened, slug, theme):
    at = opened(slug, {"event": EVENT}, theme=theme)
    paper = {"light": "--paper:#FBF9F4", "dark": "--paper:#15181C"}[theme]
    assert paper in "".join(bodies(at))


def shown_citations(article) -> list[tuple[str, str, str]]:
    """Each citation of an element: its mark, its paragraph and its wording."""
    citations = []
    for details in (mark.getparent().getparent() for mark in article.find_class("cite-mark")):
        parts = {words(dt): words(dt.getnext()) for dt in details.iter("dt")}
        quotes = [words(dd) for dd in details.iter("dd") if dd.get("lang")]
        mark = words(details.find("summary"))
        citations.append((mark, " ".join(parts.values()), " ".join(quotes)))
    return citations


def detail_of(event: str, language: Language) -> html.HtmlElement:
    """An event in full, as the pages that show it are given it."""
    ctx = Context(story_of(DATA), View(event=event), (), i18n_for(language), "light", "timeline")
    return html.fragment_fromstring(detail_html(ctx), create_parent="div").find_class("detail")[0]


@pytest.mark.parametrize("language", leading(reversed(LANGUAGES)))
def test_a_page_shows_a_chosen_event_in_full(opened, language):
    (article,) = found(opened("timeline", {"lang": language, "event": EVENT}), "detail")
    assert words(article) == words(detail_of(EVENT, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_of_an_event_stands_in_its_detail(language):
    para = i18n_for(language).t("para. {number}", number="@").split("@")[0].strip()
    for event in DATA.events.values():
        article = detail_of(event.id, language)
        assert words(article.find(".//h3")) == i18n_for(language).of(event, "title")
        records = [event.id, *(c.id for c in DATA.claims_of_event(event.id))]
        wanted = [c for record in records for c in DATA.citations_of(record)]
        assert wanted, event.id
        shown = shown_citations(article)
        assert len(shown) == len(wanted), event.id
        for citation in wanted:
            short = i18n_for(language).short(DATA.sources[citation.source_id])
            locator = f"{para} {citation.locator}" if citation.locator else ""
            wording = f"“{citation.wording}”" if citation.wording else ""
            fitting = [
                1
                for mark, _, quotes in shown
                if short in mark and locator in mark and " ".join(wording.split()) == quotes
            ]
            assert fitting, (event.id, citation)


@pytest.mark.parametrize("slug", leading(["map", "figures", "data"]))
def test_an_emptied_choice_says_so_in_the_language_of_the_page(opened, slug):
    """Without words of ours the framework says it in English."""
    at = opened(slug, {"lang": "es", "check": "567"})
    said = {one.proto.placeholder for one in (*at.multiselect, *at.selectbox)}
    assert said
    t = i18n_for("es").t
    assert said <= {t("Choose an option"), t("Choose a region")}


OWN: dict[str, dict[str, str]] = {
    "": {"compare": "region:guajira", "day": "2019-02-25", "page": "1"},
    "timeline": {"zoom": "february"},
    "map": {"counts": "change", "extent": "border"},
    "figures": {"measure": "arrivals", "population": "soldiers", "claim": "cl-bridge-14"},
    "disagreements": {"topic": next(iter(DATA.topics)), "claim": "cl-bridge-14"},
    "data": {"table": "claims", "sort": "-id", "find": "567", "column": "id"},
}


@pytest.mark.parametrize("slug", leading(OWN, 3), ids=name_of)
def test_what_is_chosen_on_one_page_stays_there(opened, slug):
    shared = {"lang": "en", "region": "oriente", "event": "ev-2019-02-23-aid-blocked"}
    others = {name: value for own in OWN.values() for name, value in own.items()}
    at = opened(slug, {**others, **shared, **OWN[slug]})
    for link in component_data(at, "page_head")["links"]:
        wanted = {**shared, **(OWN[slug] if link["slug"] == slug else {})}
        wanted.pop("page", None)
        assert parse_qs(urlsplit(link["href"]).query) == {n: [v] for n, v in wanted.items()}
