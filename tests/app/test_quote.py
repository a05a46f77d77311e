"""The chosen claim is ready to quote on its page: a sentence and its references, each to copy."""

from __future__ import annotations

import pytest

from components.domain.records.package import DEFAULT_DATA, load_dataset
from components.domain.views.filters import Filters
from components.exports.quotation import quotation
from tests.support.apptest import assert_sound, page_at
from tests.support.words import i18n_for

DATA = load_dataset(DEFAULT_DATA)


@pytest.mark.parametrize(("language", "style"), [("en", "apa"), ("es", "chicago")])
def test_a_claim_has_its_sentence_and_its_references_to_copy(language, style):
    claim = next(
        c for c in DATA.claims.values() if c.value_low and len(DATA.citations_of(c.id)) > 1
    )
    at = page_at("figures", {"claim": claim.id, "lang": language, "cite": style})
    assert_sound(at)
    wanted = quotation(DATA, claim.id, Filters(), i18n_for(language), style)
    assert wanted
    copied = [code.value for code in at.code]
    assert wanted.sentence in copied
    assert "\n".join(entry.text for entry in wanted.references) in copied


def test_without_a_source_in_use_there_is_nothing_to_quote():
    def outside(key: str) -> bool:
        sources = (DATA.sources[c.source_id] for c in DATA.citations_of(key))
        return all(source.custom.tier != "document" for source in sources)

    claim = next(c for c in DATA.claims.values() if c.value_low and outside(c.id))
    at = page_at("figures", {"claim": claim.id, "tier": "document"})
    assert_sound(at)
    assert not at.code
