"""Provenance in words: from the first speaker to the page that was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from components.i18n import N_, I18n
from components.presentation.context import Context
from components.query.evidence import Chain, ChainStep, Independence, Part, chains, independence
from components.story.dataset import Dataset

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
class ChainStepView:
    """One step in the reader's language."""

    part: Part
    label: str
    name: str


@dataclass(frozen=True)
class ChainText:
    """One chain of sources: its steps, and the same in a sentence."""

    steps: tuple[ChainStepView, ...]
    sentence: str


@dataclass(frozen=True)
class ProvenanceView:
    """The chains of one record; none where they say no more than the citations do."""

    chains: tuple[ChainText, ...]
    summary: str


def _name(step: ChainStep, dataset: Dataset, i18n: I18n) -> str:
    if step.claimant_id:
        name: str = i18n.of(dataset.claimants[step.claimant_id], "name")
        return name
    return i18n.short(dataset.sources[step.source_id or ""])


def _sentence(steps: tuple[ChainStepView, ...], i18n: I18n, *, unnamed: bool) -> str:
    first, *others = steps
    parts = [i18n.t(STARTS[first.part], name=first.name)]
    parts += [f"{step.label} {step.name}" for step in others]
    text = "; ".join(parts) + "."
    if unnamed:
        text += " " + i18n.t("It does not say from which of its sources.")
    return text


def _chain_text(group: list[Chain], dataset: Dataset, i18n: I18n) -> ChainText:
    """Chains that differ in their last step alone, as one."""
    chain = group[0]
    names = [_name(step, dataset, i18n) for step in chain.steps[:-1]]
    names.append(i18n.list(dict.fromkeys(_name(c.steps[-1], dataset, i18n) for c in group)))
    steps = tuple(
        ChainStepView(step.part, i18n.t(LABELS[step.part]), name)
        for step, name in zip(chain.steps, names, strict=True)
    )
    return ChainText(steps, _sentence(steps, i18n, unnamed=chain.unnamed))


def _together(found: tuple[Chain, ...]) -> list[list[Chain]]:
    """Group the chains that are the same up to their last step and in the part that one plays."""
    groups: dict[tuple[tuple[ChainStep, ...], Part, bool], list[Chain]] = {}
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


def provenance_view(record_id: str, ctx: Context) -> ProvenanceView:
    """The provenance of an event or claim, for ``provenance.html``.

    A single chain with one text in it says no more than the speaker and the citation do, so it is
    left out.
    """
    found = chains(ctx.dataset, record_id, ctx.view.filters)
    if len(found) == 1 and not found[0].unnamed and len(_texts(found[0])) == 1:
        return ProvenanceView((), "")
    longer = tuple(c for c in found if len(c.steps) > 1 or c.unnamed)
    texts = tuple(_chain_text(group, ctx.dataset, ctx.i18n) for group in _together(longer))
    return ProvenanceView(texts, _summary(record_id, ctx) if texts else "")


def _texts(chain: Chain) -> tuple[ChainStep, ...]:
    return tuple(step for step in chain.steps if step.source_id)
