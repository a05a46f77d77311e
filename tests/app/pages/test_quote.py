"""Figures ready to quote: a sentence and its references, each to copy, on every page."""

from __future__ import annotations

from lxml import html

from components.export.citations import format_source
from components.export.quotation import quotation
from components.query.filters import Filters
from tests.support.apptest import assert_sound, bodies, page_at
from tests.support.cases import for_each
from tests.support.data import DATA
from tests.support.words import i18n_for


def test_a_claim_has_its_sentence_and_its_references_to_copy():
    language, style = "es", "chicago"
    claim = next(
        c for c in DATA.claims.values() if c.value_low and len(DATA.citations_of(c.id)) > 1
    )
    at = page_at("figures", {"claim": claim.id, "lang": language, "cite": style})
    assert_sound(at)
    wanted = quotation(DATA, claim.id, Filters(), i18n_for(language), style)
    assert wanted
    (part,) = html.fromstring("".join(bodies(at))).find_class("text-quotation")
    copied = [button.getprevious().text for button in part.iter("button")]
    assert copied == [wanted.sentence, *(entry.text for entry in wanted.references)]


def test_without_a_source_in_use_there_is_nothing_to_quote():
    def outside(key: str) -> bool:
        sources = (DATA.sources[c.source_id] for c in DATA.citations_of(key))
        return all(source.custom.tier != "document" for source in sources)

    claim = next(c for c in DATA.claims.values() if c.value_low and outside(c.id))
    at = page_at("figures", {"claim": claim.id, "tier": "document"})
    assert_sound(at)
    assert not html.fromstring("".join(bodies(at))).find_class("text-quotation")


@for_each(
    "slug, view, language",
    [
        ("", {"event": "ev-2019-02-28-count-567"}, "en"),
        ("", {"compare": "region:guajira"}, "es"),
        ("map", {}, "en"),
        ("figures", {"claim": "cl-region-2019-02-27-oriente"}, "es"),
        ("figures", {"check": "1,400 soldiers"}, "en"),
        ("disagreements", {}, "es"),
    ],
)
def test_every_citation_that_opens_offers_a_sentence_and_its_reference(slug, view, language):
    at = page_at(slug, {**view, "lang": language})
    assert_sound(at)
    t = i18n_for(language).t
    names = t("Copy the sentence"), t("Copy the reference")
    references = {format_source(s, "apa", language).text for s in DATA.sources.values()}
    page = html.fromstring("".join(bodies(at)))
    opening = [one.getparent().getparent() for one in page.find_class("cite-mark")]
    assert opening
    for one in opening:
        buttons = [button for button in one.iter("button") if "data-copy" in button.attrib]
        copied = {button.text: button.getprevious().text for button in buttons}
        assert copied[names[1]] in references
        assert copied.get(names[0], ").").endswith(".")
    assert any(button.text == names[0] for button in page.iter("button"))
