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


def _name(step: Step, ctx: Context) -> str:
    if step.claimant_id:
        name: str = ctx.i18n.of(ctx.dataset.claimants[step.claimant_id], "name")
        return name
    return ctx.dataset.sources[step.source_id or ""].custom.short


def _sentence(steps: tuple[StepView, ...], i18n: I18n, *, unnamed: bool) -> str:
    first, *others = steps
    parts = [i18n.t(STARTS[first.part], name=first.name)]
    parts += [f"{step.label} {step.name}" for step in others]
    text = "; ".join(parts) + "."
    if unnamed:
        text += " " + i18n.t("It does not say from which of its sources.")
    return text


def _road(group: list[Chain], ctx: Context) -> Road:
    """Draw roads that differ in their last station alone as one."""
    chain, i18n = group[0], ctx.i18n
    names = [_name(step, ctx) for step in chain.steps[:-1]]
    names.append(i18n.list(dict.fromkeys(_name(c.steps[-1], ctx) for c in group)))
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


def _summary(record_id: str, ctx: Context) -> str:
    """What several reports of one speaker are worth."""
    claim = ctx.dataset.claims.get(record_id)
    found = independence(ctx.dataset, record_id, ctx.view.filters)
    if claim is None or found.count < 2:
        return ""
    claimant = ctx.dataset.claimants[claim.claimant_id]
    if claimant.voice == "press":
        return ""
    return ctx.i18n.t(
        "{count} newsrooms reported it independently, {names}. They quote the same voice, so "
        "they confirm only that it was said.",
        count=ctx.i18n.number(found.count),
        names=root_names(found, ctx.i18n),
    )


def chain_view(record_id: str, ctx: Context) -> ChainView:
    """The roads of an event or claim, for ``chain.html``.

    A single road with one text on it says no more than the speaker and the citation do, so it is
    left out.
    """
    found = chains(ctx.dataset, record_id, ctx.view.filters)
    if len(found) == 1 and not found[0].unnamed and len(_texts(found[0])) == 1:
        return ChainView((), "")
    longer = tuple(c for c in found if len(c.steps) > 1 or c.unnamed)
    roads = tuple(_road(group, ctx) for group in _together(longer))
    return ChainView(roads, _summary(record_id, ctx) if roads else "")


def _texts(chain: Chain) -> tuple[Step, ...]:
    return tuple(step for step in chain.steps if step.source_id)
