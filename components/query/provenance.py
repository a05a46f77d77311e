"""Provenance: from the first speaker of a statement to the page that was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from components.query.filters import Filters, citations_in_use
from components.query.upstream import newsroom
from components.story.dataset import Dataset
from components.story.models import Citation, Claimant
from components.story.sources import Source

Part = Literal["said", "reported", "repeated"]


@dataclass(frozen=True)
class ChainStep:
    """A first speaker (``claimant_id``) or a text (``source_id``), and the part it plays."""

    part: Part
    claimant_id: str | None = None
    source_id: str | None = None


@dataclass(frozen=True)
class Chain:
    """Who took a statement from whom, in order; ``unnamed``: an aggregator hides a step."""

    steps: tuple[ChainStep, ...]
    unnamed: bool = False


def speaks_for(claimant: Claimant, source: Source) -> bool:
    """Whether a claimant is the newsroom of a source, so that the two are one step."""
    if claimant.voice != "press":
        return False
    name = newsroom(source).casefold()
    if claimant.id == "-".join(name.split()):
        return True
    return set(name.split()) <= set(claimant.name.casefold().split())


def _chain(dataset: Dataset, citation: Citation, claimant: Claimant | None) -> Chain:
    sources = [dataset.sources[s] for s in (*reversed(citation.via), citation.source_id)]
    last = sources[-1]
    steps: list[ChainStep] = []
    own_words = claimant is not None and speaks_for(claimant, sources[0])
    if claimant is not None and not own_words:
        steps.append(ChainStep("said", claimant_id=claimant.id))
    unnamed = last.custom.kind == "aggregator" and not citation.via and not own_words
    for number, source in enumerate(sources):
        part: Part = "repeated" if number or unnamed else "reported"
        steps.append(ChainStep(part, source_id=source.id))
    return Chain(tuple(steps), unnamed)


def _longest_only(found: Iterable[Chain]) -> list[Chain]:
    """The chains that are not the beginning of a longer one.

    In order of their steps, a chain that begins another stands right before one that it begins.
    """
    ordered = sorted(dict.fromkeys(found), key=lambda c: [_key(s) for s in c.steps])
    longest: dict[str | None, int] = {}
    for chain in ordered:
        last = chain.steps[-1].source_id
        longest[last] = max(longest.get(last, 0), len(chain.steps))
    kept = []
    for chain, after in zip_longest(ordered, ordered[1:]):
        length = len(chain.steps)
        begins = after and len(after.steps) > length and after.steps[:length] == chain.steps
        named = chain.unnamed and longest[chain.steps[-1].source_id] > length
        if not (begins or named):
            kept.append(chain)
    return kept


def _key(step: ChainStep) -> tuple[str, str, str]:
    return step.part, step.claimant_id or "", step.source_id or ""


def chains(dataset: Dataset, record_id: str, filters: Filters) -> tuple[Chain, ...]:
    """The chains of an event or claim under the filters, each once, longest first.

    A chain that is the beginning of another is left out. An event has no first speaker, so its
    chains begin with the text that reported it.
    """
    claim = dataset.claims.get(record_id)
    claimant = dataset.claimants[claim.claimant_id] if claim else None
    cited = citations_in_use(dataset, record_id, filters)
    found = [_chain(dataset, c, claimant) for c in cited if c.role == "supports"]
    kept = _longest_only(found)
    return tuple(sorted(kept, key=lambda c: (-len(c.steps), [s.source_id or "" for s in c.steps])))
