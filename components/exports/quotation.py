"""One claim, ready to quote: a sentence that names who said it and where, and its references."""

from __future__ import annotations

from dataclasses import dataclass

from components.domain.records.dataset import Dataset
from components.domain.views.filters import Filters, citations_in_use
from components.domain.views.view import Cite
from components.exports.citations import FormattedCitation, format_source
from components.exports.view_citation import claimant_name, sources_in_brackets, total_phrase
from components.i18n import I18n


@dataclass(frozen=True)
class Quotation:
    """A sentence to quote, and the references of the sources that it names, each once."""

    sentence: str
    references: tuple[FormattedCitation, ...]


def quotation(
    dataset: Dataset, claim_id: str, filters: Filters, i18n: I18n, style: Cite = "apa"
) -> Quotation | None:
    """Say one claim as a sentence to quote, with its references in a style.

    "According to NPR, 1,400 people had crossed by 24 April 2019 (NPR, 24 April 2019, para. 3)."

    Args:
        dataset: the data set.
        claim_id: which claim.
        filters: only sources that they leave in use are named.
        i18n: the language of the sentence and of the references' own words.
        style: of the references.

    Returns:
        The quotation; ``None`` where the filters leave none of its sources in use.

    Raises:
        KeyError: if there is no such claim.
    """
    claim = dataset.claims[claim_id]
    sources = sources_in_brackets(dataset, (claim_id,), filters, i18n)
    if not sources:
        return None
    claimant, total = claimant_name(dataset, claim, i18n), total_phrase(claim, i18n)
    if total:
        said = i18n.t("According to {claimant}, {figure}", claimant=claimant, figure=total)
    else:
        statement = i18n.of(claim, "statement").strip().removesuffix(".")
        said = i18n.t("According to {claimant}: {statement}", claimant=claimant,
                      statement=statement)  # fmt: skip
    found = dict.fromkeys(c.source_id for c in citations_in_use(dataset, claim_id, filters))
    entries = [format_source(dataset.sources[key], style, i18n.language) for key in found]
    return Quotation(f"{said} ({sources}).", tuple(entries))
