"""How many independent sources a record rests on.

**An independent source is a distinct reporting root**: the newsroom that stands first on the road
a text took, so far as the data set knows that road.

* A citation's road is its ``via`` (nearest first), so its root is the last of it; without ``via``
  the cited source reports in its own name and is its own root.
* A text that repeats another adds nothing to it: Fighter Jets World by way of CNN Español has
  CNN Español for its root.
* An aggregator without ``via`` took the statement from one of its ``upstream`` sources, and nobody
  can say which. It may have any of them for its root.
* Several texts of one newsroom, and copies of one agency's text, have one root: the newsroom
  (:func:`newsroom`), not the page.

The count is the *smallest* number of roots that can account for every citation. So a text that
only repeats what is already cited never raises it, and taking a source away never does either.
Citations that give context or dispute a record are not what it rests on, and do not count.

Roots say how many newsrooms vouch that somebody said something. Whether it is so is another
matter: four newsrooms that quote one communiqué are four roots for "the office said 567" and one
origin for the 567. That origin is the claim's first speaker, which :func:`speakers` counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from components.domain.dataset import Dataset
from components.domain.filters import Filters, citations_in_use
from components.domain.models import Citation, Claim, Source

Origins = frozenset[str]


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
        """Whether all rests on exactly one."""
        return self.count == 1


def newsroom(source: Source) -> str:
    """The newsroom behind a text: a source's short name without its carrier.

    Two texts of EFE are EFE; "Bloomberg, via Military Periscope" is Bloomberg.
    """
    return source.custom.short.split(",")[0].strip()


def _origins_of_source(dataset: Dataset, source_id: str, seen: Origins = frozenset()) -> Origins:
    source = dataset.sources[source_id]
    upstream = [s for s in source.custom.upstream if s not in seen and s in dataset.sources]
    if source.custom.kind != "aggregator" or not upstream:
        return frozenset({newsroom(source)})
    seen |= {source_id}
    return frozenset().union(*(_origins_of_source(dataset, s, seen) for s in upstream))


def origins(dataset: Dataset, citation: Citation) -> Origins:
    """The newsrooms that one citation may go back to; more than one only where nobody can say."""
    return _origins_of_source(dataset, citation.via[-1] if citation.via else citation.source_id)


def fewest_roots(citations: Iterable[Origins]) -> tuple[tuple[str, ...], ...]:
    """The smallest set of roots that accounts for every citation, each with what it may be."""
    known = sorted(set(citations), key=lambda s: (len(s), sorted(s)))
    needed = [s for i, s in enumerate(known) if not any(small <= s for small in known[:i])]
    sure = tuple(name for s in needed if len(s) == 1 for name in s)
    # Only aggregators leave a choice, so there is little to try.
    unsure = [s for s in needed if len(s) > 1]
    chosen = (*sure, *_smallest(unsure))
    return tuple(sorted(_may_be(name, chosen, needed) for name in chosen))


def _smallest(unsure: list[Origins]) -> tuple[str, ...]:
    """The smallest choice of names with at least one of each set, first in the alphabet."""
    names = sorted(frozenset().union(*unsure))
    sizes = range(len(unsure) + 1)
    choices = (chosen for size in sizes for chosen in combinations(names, size))
    return next(chosen for chosen in choices if all(s & set(chosen) for s in unsure))


def _may_be(name: str, chosen: tuple[str, ...], needed: list[Origins]) -> tuple[str, ...]:
    """What a chosen root may be: the names shared by the citations that need it alone."""
    alone = [s for s in needed if s & set(chosen) == {name}]
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
