"""What a citation offers to copy: a sentence with its source alone, and that source's reference."""

from dataclasses import replace

import pytest

from components.export.citations import format_pinpoint, format_source
from components.export.quotation import cited_sentence, figure_sentences, quotation
from components.presentation.cited import citations_of, figure_places, reference, sentences
from components.query.figures import regional_counts
from components.query.filters import Filters, select
from components.query.view import View
from tests.support.data import DATA
from tests.support.views import viewed
from tests.support.words import i18n_for

LANGUAGES = ("en", "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_offers_a_sentence_with_its_source_and_the_reference_of_that_source(
    language,
):
    ctx = viewed(language=language)
    for record in (*DATA.events, *DATA.claims):
        for one in citations_of(record, ctx):
            source = DATA.sources[one.source_id]
            assert reference(source, ctx.i18n) == format_source(source, "apa", language).text
            place = format_pinpoint(source, one.locator, language)
            if one.role == "context":
                assert sentences([one], ctx) == (), record
            else:
                (said,) = sentences([one], ctx)
                assert said.endswith(f"({place}).")
                assert ".." not in said, record


def test_a_claim_with_several_sources_offers_the_sentence_with_each_of_them_alone():
    ctx = viewed()
    claim = next(c for c in DATA.claims if len({x.source_id for x in DATA.citations_of(c)}) > 2)
    found = citations_of(claim, ctx)
    assert len({sentences([one], ctx) for one in found}) == len(found)
    names = {one.source_id: ctx.i18n.source(DATA.sources[one.source_id]) for one in found}
    for one in found:
        others = {*names.values()} - {names[one.source_id]}
        assert not any(f"({other}" in said or f"; {other}" in said
                       for said in sentences([one], ctx) for other in others)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "start"),
    [
        ("en", "Across the Táchira’s own sum of 8 counts by office: 567 people "),
        ("es", "Suma propia de Al otro lado del Táchira con 8 cifras por regional: 567 personas "),
    ],
)
def test_a_sum_is_quoted_as_the_storys_own_with_every_source_of_its_parts(language, start):
    ctx = viewed(language=language)
    counts = regional_counts(DATA, Filters())[-1]
    found = figure_places(counts, ctx)
    assert len(found) == 3
    (said,) = {said for place in found for said in sentences(place, ctx, counts)}
    assert said.startswith(start)
    for one, *_ in found:
        assert format_pinpoint(DATA.sources[one.source_id], one.locator, language) in said


def test_a_source_that_disputes_a_figure_is_said_to():
    first = DATA.citations_of(next(iter(DATA.claims)))[0]
    citation = first.model_copy(update={"role": "disputes"})
    assert "(disputed by " in cited_sentence(DATA, citation, Filters(), i18n_for("en"))
    assert "(en desacuerdo: " in cited_sentence(DATA, citation, Filters(), i18n_for("es"))


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
