"""A claim ready to show, with its citations."""

from __future__ import annotations

from dataclasses import dataclass

from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.records.badges import Marks, address, marks
from components.presentation.records.citations import CitationView, citation_views
from components.presentation.records.provenance import ProvenanceView, provenance_view
from components.query.filters import Filters, claim_in_use
from components.story.models import Claim


@dataclass(frozen=True)
class ClaimView:
    """One claim in the reader's language, with its citations.

    ``said`` is where everything stands that its claimant says.
    """

    id: str
    value: str
    when: str
    statement: str
    claimant: str
    said: str
    citations: tuple[CitationView, ...]
    marks: Marks
    provenance: ProvenanceView


def presented(i18n: I18n) -> str:
    """Where people are counted: said wherever the regional counts are shown."""
    return i18n.t("Counts are as their sources give them.")


def everything_said(claimant: str, ctx: Context) -> str:
    """Where everything stands that a claimant says: the table of claims, without filters."""
    return address("data", ctx, filters=Filters(), table="claims", claimant=claimant)


def claim_view(claim: Claim, ctx: Context) -> ClaimView:
    """A claim ready to show."""
    i18n = ctx.i18n
    claim = claim_in_use(ctx.dataset, claim, ctx.view.filters)
    when = i18n.date(claim.as_of) if claim.as_of else ""
    return ClaimView(
        id=claim.id,
        value=i18n.value(claim),
        when=i18n.t("as of {date}", date=when) if when else "",
        statement=i18n.of(claim, "statement"),
        claimant=i18n.of(ctx.dataset.claimants[claim.claimant_id], "name"),
        said=everything_said(claim.claimant_id, ctx),
        citations=citation_views(claim.id, ctx),
        marks=marks(claim, ctx),
        provenance=provenance_view(claim.id, ctx),
    )
