"""A claim as a sentence to quote, with its references."""

from __future__ import annotations

import pytest

from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.domain.views.filters import Filters
from components.exports.citations import STYLES, format_source
from components.exports.quotation import quotation
from tests.support.words import i18n_for

DATA = load_dataset(DEFAULT_DATA)
LANGUAGES = ("en", "es")
LEAD = {"en": "According to ", "es": "Según "}
PARAGRAPH = {"en": "para", "es": "párr"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_can_be_quoted_with_who_said_it_where(language):
    i18n = i18n_for(language)
    for claim in DATA.claims.values():
        found = quotation(DATA, claim.id, Filters(), i18n)
        assert found is not None, claim.id
        claimant = i18n.of(DATA.claimants[claim.claimant_id], "name").split(" (")[0]
        assert found.sentence.startswith(f"{LEAD[language]}{claimant}"), claim.id
        assert found.sentence.endswith(").")
        assert found.sentence.count("..") == 0
        cited = DATA.citations_of(claim.id)
        assert (PARAGRAPH[language] in found.sentence) == any(c.locator for c in cited)
        for reference in found.references:
            assert reference.text in {
                format_source(DATA.sources[c.source_id], "apa", language).text for c in cited
            }
        assert len(found.references) == len({c.source_id for c in cited})


@pytest.mark.parametrize("style", STYLES)
def test_the_references_have_the_style_that_was_asked_for(style):
    claim = next(c for c in DATA.claims.values() if c.claimant_id == "npr")
    found = quotation(DATA, claim.id, Filters(), i18n_for("en"), style)
    assert format_source(DATA.sources["npr"], style, "en") in found.references


def test_a_total_is_a_running_sentence():
    found = quotation(DATA, "cl-region-2019-02-27-oriente", Filters(), i18n_for("en"))
    assert "415" in found.sentence


def test_a_claim_without_a_source_in_use_is_not_quoted():
    outside = next(
        c.id for c in DATA.claims.values()
        if all(DATA.sources[x.source_id].custom.tier != "document" for x in DATA.citations_of(c.id))
    )  # fmt: skip
    assert quotation(DATA, outside, Filters(documents_only=True), i18n_for("en")) is None


def test_an_unknown_claim_is_refused():
    with pytest.raises(KeyError):
        quotation(DATA, "cl-nobody", Filters(), i18n_for("en"))
