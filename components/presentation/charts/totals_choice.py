"""Which totals a view shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from components.domain.evidence.totals import ChartOptions, measures_of, totals
from components.i18n import N_
from components.presentation.context import Context

ALL: Final = ""


CHOICES: Final = {
    "measure": N_("what is counted"),
    "population": N_("who is counted"),
    "claimant": N_("who said it"),
}


def asked(ctx: Context) -> ChartOptions:
    """What the reader chose on this page."""
    view = ctx.view
    found = ChartOptions(view.measure, view.population, view.claimant)
    named = ctx.dataset.presentation.measures
    every = measures_of(totals(ctx.dataset.claims.values()))
    return replace(found, defaults=named or every)
