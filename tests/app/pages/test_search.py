"""The words typed find questions, claims, events and sources, each with a link to its place."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from components.query.figures import totals
from tests.support.apptest import found, words
from tests.support.cases import for_each
from tests.support.data import DATA


def hits(opened, slug="timeline", **params):
    """The links of what was found, by the parameter that names each place."""
    (box,) = found(opened(slug, params), "hits")
    named = [urlsplit(a.get("href")) for a in box.iter("a")]
    return box, [(link.path, parse_qs(link.query), link.fragment) for link in named]


@for_each("typed, language", [("hoteles", "en"), ("HOTELS", "es")])
def test_a_word_in_any_form_finds_every_kind(opened, typed, language):
    box, links = hits(opened, lang=language, q=typed)
    heads = [int(words(head).split()[0]) for head in box.iter("strong")]
    assert sum(heads) == len(links), "what was counted is there to be opened"
    assert {"disagreements", "timeline"} <= {path for path, _, _ in links}
    assert any("how-many-hotels" in query.get("topic", []) for _, query, _ in links)
    assert all(query["lang"] == [language] and "q" not in query for _, query, _ in links)


def test_each_hit_leads_to_its_place(opened):
    for typed in ("soldiers hotels", "npr", "415", "bridge"):
        _, links = hits(opened, lang="en", q=typed)
        assert links
        for path, query, fragment in links:
            if "topic" in query:
                assert path == "disagreements"
            elif "claim" in query:
                claim = DATA.claims[query["claim"][0]]
                assert (path == "figures") == bool(totals([claim]) or not claim.topic_id)
            elif "event" in query:
                assert (path, query["event"][0] in DATA.events) == ("timeline", True)
            elif "check" not in query:
                assert (path, fragment in DATA.sources) == ("sources", True)


@for_each(
    "slug, language, said",
    [("timeline", "en", "Did you mean …?"), ("sources", "es", "¿Quiso decir…?")],
)
def test_a_misspelt_name_offers_the_nearest_on_the_same_page(opened, slug, language, said):
    box, links = hits(opened, slug, lang=language, q="Gaido", region="oriente")
    assert said in words(box)
    assert (slug, {"lang": [language], "q": ["Guaidó"], "region": ["oriente"]}, "") in links
