"""Who told whom, in one sentence and as a list with arrows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.domain.evidence.independence import Independence, independence
from components.domain.evidence.provenance import Chain, Part, Step, chains
from components.i18n import N_, I18n
from components.presentation.context import Context

LABELS: Final[dict[Part, str]] = {
    "said": N_("first said by"),
    "reported": N_("reported by"),
    "repeated": N_("repeated by"),
}


STARTS: Final[dict[Part, str]] = {
    "said": N_("First said by {name}"),
    "reported": N_("Reported by {name}"),
    "repeated": N_("Repeated by {name}"),
}


@dataclass(frozen=True)
class StepView:
    """One station in the reader's language."""

    part: Part
    label: str
    name: str


@dataclass(frozen=True)
class Road:
    """One road: its stations, and the same in a sentence."""

    steps: tuple[StepView, ...]
    sentence: str


@dataclass(frozen=True)
class ChainView:
    """The roads of one record; without roads there is nothing to tell beyond the citations."""

    roads: tuple[Road, ...]
    summary: str


def _name(step: Step, here: Context) -> str:
    if step.claimant_id:
        name: str = here.i18n.of(here.dataset.claimants[step.claimant_id], "name")
        return name
    return here.dataset.sources[step.source_id or ""].custom.short


def _sentence(steps: tuple[StepView, ...], i18n: I18n, *, unnamed: bool) -> str:
    first, *others = steps
    parts = [i18n.t(STARTS[first.part], name=first.name)]
    parts += [f"{step.label} {step.name}" for step in others]
    text = "; ".join(parts) + "."
    if unnamed:
        text += " " + i18n.t("It does not say from which of its sources.")
    return text


def _road(group: list[Chain], here: Context) -> Road:
    """Draw roads that differ in their last station alone as one."""
    chain, i18n = group[0], here.i18n
    names = [_name(step, here) for step in chain.steps[:-1]]
    names.append(i18n.list(dict.fromkeys(_name(c.steps[-1], here) for c in group)))
    steps = tuple(
        StepView(step.part, i18n.t(LABELS[step.part]), name)
        for step, name in zip(chain.steps, names, strict=True)
    )
    return Road(steps, _sentence(steps, i18n, unnamed=chain.unnamed))


def _together(found: tuple[Chain, ...]) -> list[list[Chain]]:
    """Group the roads that are the same up to their last station, in which they do the same."""
    groups: dict[tuple[tuple[Step, ...], Part, bool], list[Chain]] = {}
    for chain in found:
        key = (chain.steps[:-1], chain.steps[-1].part, chain.unnamed)
        groups.setdefault(key, []).append(chain)
    return list(groups.values())


def root_names(found: Independence, i18n: I18n) -> str:
    """The independent sources as a sentence names them; "or" where nobody can say which."""
    either = i18n.t(" or ")
    return i18n.list(either.join(names) for names in found.roots)


def _summary(record_id: str, here: Context) -> str:
    """What several reports of one speaker are worth."""
    claim = here.dataset.claims.get(record_id)
    found = independence(here.dataset, record_id, here.view.filters)
    if claim is None or found.count < 2:
        return ""
    claimant = here.dataset.claimants[claim.claimant_id]
    if claimant.voice == "press":
        return ""
    return here.i18n.t(
        "{count} newsrooms reported it independently, {names}. They quote the same voice, so "
        "they confirm only that it was said.",
        count=here.i18n.number(found.count),
        names=root_names(found, here.i18n),
    )


def chain_view(record_id: str, here: Context) -> ChainView:
    """The roads of an event or claim, for ``chain.html``.

    A single road with one text on it says no more than the speaker and the citation do, so it is
    left out.
    """
    found = chains(here.dataset, record_id, here.view.filters)
    if len(found) == 1 and not found[0].unnamed and len(_texts(found[0])) == 1:
        return ChainView((), "")
    longer = tuple(c for c in found if len(c.steps) > 1 or c.unnamed)
    roads = tuple(_road(group, here) for group in _together(longer))
    return ChainView(roads, _summary(record_id, here) if roads else "")


def _texts(chain: Chain) -> tuple[Step, ...]:
    return tuple(step for step in chain.steps if step.source_id)
