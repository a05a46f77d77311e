"""A claim as a sentence to quote, with its references."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.export.citations import format_source
from components.export.quotation import figure_sentences, quotation, sum_sentence
from components.query.figures import regional_counts
from components.query.filters import Filters, select
from components.query.view import View
from tests.support.data import DATA
from tests.support.words import i18n_for

LANGUAGES = ("en", "es")
LEAD = {"en": "According to ", "es": "Según "}
PARAGRAPH = {"en": "para", "es": "párr"}


def test_each_source_is_named_for_what_it_says():
    found = quotation(DATA, "cl-arrivals-2019-03-17-nearly-1000", Filters(), i18n_for("en"))
    assert found[0] == (
        "According to the Colombian Foreign Ministry, nearly 1,000 Venezuelan soldiers had "
        "arrived in Colombia (NPR, 21 March 2019, para. 12); the date, 17 March 2019, is from EFE, "
        "c. 17 March 2019."
    )
    documents = Filters(documents_only=True)
    alone = quotation(DATA, "cl-arrivals-2019-03-17-nearly-1000", documents, i18n_for("en"))
    assert "17 March" not in alone[0]
    assert "by about 21 March 2019 (NPR" in alone[0]


def test_under_the_documents_alone_a_sum_and_its_parts_have_their_date():
    documents = Filters(documents_only=True)
    (counts,) = regional_counts(DATA, documents)
    assert {claim.as_of_basis for claim in counts} == {"inferred"}
    for said in (sum_sentence(DATA, counts, f, i18n_for("en")) for f in (documents, Filters())):
        assert "own sum of 8 counts by office" in said
    kept = {c.id: c for c in select(DATA, documents).claims}
    for claim in DATA.claims.values():
        if claim.document_date and claim.id in kept:
            assert kept[claim.id].as_of == claim.document_date


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_can_be_quoted_where_it_was_said(language):
    i18n = i18n_for(language)
    for claim in DATA.claims.values():
        found = quotation(DATA, claim.id, Filters(), i18n)
        assert found is not None, claim.id
        sentence, references = found
        named = i18n.of(DATA.claimants[claim.claimant_id], "mention")
        if sentence.startswith(LEAD[language]):
            assert named in sentence or "Según " in i18n.of(claim, "statement"), claim.id
        assert sentence.endswith(".")
        assert sentence.count("..") == 0
        cited = DATA.citations_of(claim.id)
        assert (PARAGRAPH[language] in sentence) == any(c.locator for c in cited)
        for reference in references:
            assert reference.text in {
                format_source(DATA.sources[c.source_id], "apa", language).text for c in cited
            }
        assert len(references) == len({c.source_id for c in cited})


def test_a_claim_without_a_source_in_use_is_not_quoted():
    outside = next(
        c.id for c in DATA.claims.values()
        if all(DATA.sources[x.source_id].custom.tier != "document" for x in DATA.citations_of(c.id))
    )  # fmt: skip
    assert quotation(DATA, outside, Filters(documents_only=True), i18n_for("en")) is None


def test_a_claim_without_a_date_is_quoted():
    key = "cl-arrivals-2019-03-17-nearly-1000"
    undated = {"as_of": None, "as_of_basis": None, "document_date": None}
    claim = DATA.claims[key].model_copy(update=undated)
    data, i18n = replace(DATA, claims={**DATA.claims, key: claim}), i18n_for("en")
    sentence, _ = quotation(data, key, Filters(), i18n)
    assert sentence.endswith("before the report (NPR, 21 March 2019, para. 12).")
    (chosen, *_) = figure_sentences(data, select(data, Filters()), View(claim=key), i18n)
    assert "NPR, 21 March 2019, para. 12" in chosen.text
    assert "the date" not in chosen.text


def test_an_unknown_claim_is_refused():
    with pytest.raises(KeyError):
        quotation(DATA, "cl-nobody", Filters(), i18n_for("en"))
