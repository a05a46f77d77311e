"""How many independent sources a record rests on.

**An independent source is a distinct reporting root**: the newsroom that reported a statement
first, as far as the data set knows who took it from whom.

* A citation's ``via`` lists the sources it passed through, nearest first, so the last one is the
  root; without ``via`` the cited source reports in its own name and is its own root.
* A text that repeats another adds nothing to it: Fighter Jets World by way of CNN Español has
  CNN Español for its root.
* An aggregator without ``via`` took the statement from one of its ``upstream`` sources, and it is
  not known which. Any of them may be its root.
* Several texts of one newsroom, and copies of one agency's text, have one root: the newsroom
  (:func:`newsroom`), not the page.

The count is the *smallest* number of roots that can account for every citation. So a text that
only repeats what is already cited never raises it, and taking a source away never does either.
Citations that give context or dispute a record are not what it rests on, and do not count.

Roots say how many newsrooms confirm that something was said, not whether it is true:
four newsrooms that quote one communiqué are four roots for "the office said 567" and one origin
for the 567. That origin is the claim's first speaker, which :func:`speakers` counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from components.limits import (
    MOST_CITATIONS_COMPARED,
    MOST_CITATIONS_SEARCHED,
    MOST_SEARCH_STEPS,
)
from components.query.filters import Filters, citations_in_use
from components.query.upstream import Origins, reporting_roots
from components.story.dataset import Dataset
from components.story.models import Citation, Claim


@dataclass(frozen=True)
class Independence:
    """The reporting roots of a record.

    Each root is the newsrooms that it may be: one name, or several where an aggregator does not
    say which of its sources it repeats.
    """

    roots: tuple[tuple[str, ...], ...]

    @property
    def count(self) -> int:
        """How many independent sources there are; 0 only for what no source supports."""
        return len(self.roots)

    @property
    def single(self) -> bool:
        """Whether there is exactly one independent source."""
        return self.count == 1


def origins(dataset: Dataset, citation: Citation) -> Origins:
    """The newsrooms that one citation may go back to; several where it is not known which."""
    last = citation.via[-1] if citation.via else citation.source_id
    return dataset.once(reporting_roots).of(last)


def fewest_roots(citations: Iterable[Origins]) -> tuple[tuple[str, ...], ...]:
    """The smallest set of roots that accounts for every citation, each with what it may be.

    Citations that share no newsroom are reckoned apart. Where very many hang together, the number
    is that of citations of which no two share a newsroom: never too many.
    """
    distinct = set(citations)
    sure = {name for s in distinct if len(s) == 1 for name in s}
    unsure = [s for s in distinct if not s & sure]
    found: list[tuple[str, ...]] = [(name,) for name in sure]
    for group in _grouped(unsure):
        found += _roots_of_group(group)
    return tuple(sorted(found))


def _grouped(sets: Iterable[Origins]) -> list[list[Origins]]:
    """The sets in groups of which no two share a name (union-find)."""
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        while leader.setdefault(name, name) != name:
            leader[name] = name = leader[leader[name]]
        return name

    ordered = sorted(sets, key=lambda s: (len(s), sorted(s)))
    for names in ordered:
        first = find(min(names))
        for name in names:
            leader[find(name)] = first
    groups: dict[str, list[Origins]] = {}
    for names in ordered:
        groups.setdefault(find(min(names)), []).append(names)
    return list(groups.values())


def _roots_of_group(group: Sequence[Origins]) -> list[tuple[str, ...]]:
    """The fewest roots of citations that hang together, smallest sets first."""
    shared = frozenset.intersection(*group)
    if shared:
        return [tuple(sorted(shared))]
    if len(group) <= MOST_CITATIONS_COMPARED:
        needed = [s for i, s in enumerate(group) if not any(small <= s for small in group[:i])]
        if len(needed) <= MOST_CITATIONS_SEARCHED:
            chosen = _smallest(needed)
            if chosen:
                return [_may_be(name, chosen, needed) for name in chosen]
    return [tuple(sorted(s)) for s in _apart(group)]


def _apart(sets: Iterable[Origins]) -> list[Origins]:
    """Some of the sets, no two of which share a name: so many roots there are at least."""
    taken: set[str] = set()
    found = []
    for names in sets:
        if taken.isdisjoint(names):
            taken |= names
            found.append(names)
    return found


def _smallest(sets: Sequence[Origins]) -> frozenset[str]:
    """The smallest choice of names with one of each set; empty where the search took too long."""
    steps = 0
    for size in range(len(_apart(sets)), len(sets) + 1):
        # What is left to account for, and what was chosen on the way there.
        waiting: list[tuple[list[Origins], frozenset[str]]] = [(list(sets), frozenset())]
        while waiting:
            left, chosen = waiting.pop()
            if not left:
                return chosen
            steps += len(left[0])
            if steps > MOST_SEARCH_STEPS:
                return frozenset()
            if len(chosen) + len(_apart(left)) > size:
                continue
            for name in sorted(left[0], reverse=True):
                waiting.append(([s for s in left if name not in s], chosen | {name}))
    return frozenset()


def _may_be(name: str, chosen: Origins, needed: Sequence[Origins]) -> tuple[str, ...]:
    """What a chosen root may be: the names shared by the citations that need it alone."""
    alone = [s for s in needed if s & chosen == {name}]
    return tuple(sorted(frozenset.intersection(*alone))) if alone else (name,)


def _supporting(dataset: Dataset, record_id: str, filters: Filters) -> list[Origins]:
    cited = citations_in_use(dataset, record_id, filters)
    return [origins(dataset, c) for c in cited if c.role == "supports"]


def independence(dataset: Dataset, record_id: str, filters: Filters) -> Independence:
    """The independent sources of one event or claim under the filters."""
    return Independence(fewest_roots(_supporting(dataset, record_id, filters)))


def joint_independence(dataset: Dataset, claims: Iterable[Claim], filters: Filters) -> Independence:
    """The independent sources of several claims taken together, as of one question."""
    found = [o for claim in claims for o in _supporting(dataset, claim.id, filters)]
    return Independence(fewest_roots(found))


def speakers(claims: Iterable[Claim]) -> tuple[str, ...]:
    """The claimants of some claims, each once, in order of first appearance."""
    return tuple(dict.fromkeys(claim.claimant_id for claim in claims))
