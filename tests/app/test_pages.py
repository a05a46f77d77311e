"""Every page under many views, in both languages, run without a browser."""

from urllib.parse import parse_qs, urlsplit

import pytest
from lxml import html

from components.i18n import Language
from components.loading.served_story import public_story
from components.presentation.cited import quote_wording
from components.presentation.context import Context
from components.presentation.records import find_chosen_record
from components.query.view import View
from tests.support.apptest import component_data, words
from tests.support.cases import FRAMED, LANGUAGES, SLUGS
from tests.support.data import DATA, i18n_for


@pytest.mark.parametrize(("locale", "language"), [("ES-419", "es"), (None, "en")])
def test_language_follows_the_browser(opened, locale, language):
    at = opened("", locale=locale)
    head = component_data(at, "page_head")
    assert head["language"] == language
    assert language not in [choice["code"] for choice in head["languages"]]


def shown_citations(article) -> list[tuple[str, str, str]]:
    citations = []
    for details in (mark.getparent().getparent() for mark in article.find_class("cite-mark")):
        parts = {words(dt): words(dt.getnext()) for dt in details.iter("dt")}
        quotes = [words(dd) for dd in details.iter("dd") if dd.get("lang")]
        mark = words(details.find("summary"))
        citations.append((mark, " ".join(parts.values()), " ".join(quotes)))
    return citations


def detail_of(event: str, language: Language) -> html.HtmlElement:
    ctx = Context(public_story(), View(event=event), (), i18n_for(language), "light", "timeline")
    _, shown = find_chosen_record(ctx)
    return html.fragment_fromstring(shown, create_parent="div").find_class("detail")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_panel_of_an_event_has_all_its_citations(language):
    para = i18n_for(language).t("para. {number}", number="@").split("@")[0].strip()
    for event in DATA.events.values():
        article = detail_of(event.id, language)
        assert words(article.find(".//h3")) == i18n_for(language).localize(event, "title")
        records = [event.id, *(claim.id for claim in DATA.claims_of_event(event.id))]
        wanted = [citation for record in records for citation in DATA.citations_of(record)]
        assert wanted, event.id
        shown = shown_citations(article)
        assert len(shown) == len(wanted), event.id
        for citation in wanted:
            short = i18n_for(language).short_source_name(DATA.sources[citation.source_id])
            locator = f"{para} {citation.locator}" if citation.locator else ""
            wording = ""
            if citation.wording:
                wording = quote_wording(citation.wording, i18n_for(language))
            fitting = [
                1
                for mark, _, quotes in shown
                if short in mark and locator in mark and " ".join(wording.split()) == quotes
            ]
            assert fitting, (event.id, citation)


def test_placeholder_of_an_empty_choice_is_translated(opened):
    """Without words of ours the framework says it in English."""
    at = opened("data", {"lang": "es"})
    at.file_uploader[0].upload("rows.csv", b"one,other\n2019-02-23,Bridge\n").run()
    said = {one.proto.placeholder for one in (*at.multiselect, *at.selectbox)}
    assert said
    assert said <= {i18n_for("es").t("Choose an option")}


OWN: dict[str, dict[str, str]] = {
    "": {"day": "2019-02-25", "page": "1"},
    "timeline": {"zoom": "february"},
    "map": {"counts": "change", "extent": "border"},
    "figures": {"measure": "arrivals", "population": "soldiers", "claim": "cl-bridge-14"},
    "disagreements": {"topic": next(iter(DATA.topics)), "claim": "cl-bridge-14"},
    "data": {"table": "claims", "sort": "-id", "find": "567", "column": "id"},
}


@pytest.mark.parametrize("slug", SLUGS)
def test_parameters_of_a_page_stay_on_that_page(opened, slug):
    """Nor stands a drawing in HTML that the framework takes drawings out of."""
    shared = {
        "lang": "en",
        "region": "oriente",
        "event": "ev-2019-02-23-aid-blocked",
        "compare": "region:guajira",
    }
    others = {name: value for own in OWN.values() for name, value in own.items()}
    own = OWN.get(slug, {})
    at = opened(slug, {**others, **shared, **own})
    assert not [one for one in at.html if "<svg" in one.proto.body]
    for link in component_data(at, "page_head")["links"] if slug in FRAMED else ():
        wanted = {**shared, **(own if link["slug"] == slug else {})}
        wanted.pop("page", None)
        assert parse_qs(urlsplit(link["href"]).query) == {
            name: [value] for name, value in wanted.items()
        }
