"""The head figures, each with its source mark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.domain.headlines import Headline, HeadlineKind
from components.i18n import N_
from components.i18n.labels import POPULATION
from components.presentation.context import Context
from components.presentation.records.badges import Marks, marks
from components.presentation.records.citations import Cited, cited, said_once

LABELS: Final[dict[HeadlineKind, str]] = {
    "total": N_("Arrived in Colombia, latest figure"),
    "regions": N_("Counted by region"),
    "relatives": N_("Relatives who joined them"),
    "expelled": N_("Expelled from Venezuela’s forces"),
}


@dataclass(frozen=True)
class _Item:
    label: str
    value: str
    note: str
    citations: tuple[Cited, ...]
    marks: Marks


def _sum_note(item: Headline, here: Context) -> str:
    i18n = here.i18n
    when = i18n.date(item.claims[0].as_of or "")
    if len(item.claims) == 1:
        region = here.dataset.regions[item.claims[0].region_id or ""]
        return f"{i18n.of(region, 'label')}, {i18n.t('as of {date}', date=when)}"
    return i18n.n(
        "The sum of {count} regional count, as of {date}: why the reports say “more than 500”.",
        "The sum of {count} regional counts, as of {date}: why the reports say “more than 500”.",
        len(item.claims),
        date=when,
    )


def headline_item(item: Headline, here: Context) -> _Item:
    """A head figure ready to show."""
    i18n = here.i18n
    claim = item.claims[0]
    if item.kind == "regions":
        value, note = i18n.number(item.total), _sum_note(item, here)
    else:
        value = i18n.value(claim)
        claimant = i18n.of(here.dataset.claimants[claim.claimant_id], "name")
        note = i18n.t(
            "{population}, as of {date}. According to: {claimant}",
            population=i18n.t(POPULATION[claim.population]),
            date=i18n.date(claim.as_of or ""),
            claimant=claimant,
        )
    places = [c for one in item.claims for c in cited(one.id, here)]
    # The words of one region's count are not those of the sum.
    citations = said_once(places) if len(item.claims) > 1 else tuple(places)
    return _Item(i18n.t(LABELS[item.kind]), value, note, citations, marks(claim, here))


def missing_item(kind: HeadlineKind, here: Context) -> _Item:
    """The place of a head figure that the filters leave out."""
    t = here.i18n.t
    return _Item(t(LABELS[kind]), "", t("no figure under these filters"), (), Marks(None, ""))
