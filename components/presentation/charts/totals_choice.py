"""Which totals a view shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from components.domain.evidence.totals import ChartOptions, measures_of, totals
from components.domain.records.dataset import Dataset
from components.domain.views.view import View
from components.i18n import N_

ALL: Final = ""

CHOICES: Final = {
    "measure": N_("what is counted"),
    "population": N_("who is counted"),
    "claimant": N_("who said it"),
}


def asked(dataset: Dataset, view: View) -> ChartOptions:
    """What the reader chose on this page."""
    found = ChartOptions(view.measure, view.population, view.claimant)
    named = dataset.presentation.measures
    every = measures_of(totals(dataset.claims.values()))
    return replace(found, defaults=named or every)
