"""What stands behind a record: how many independent sources, and who took it from whom.

**An independent source is a distinct reporting root**: the newsroom that reported a statement
first, as far as the data set knows.

* A citation's ``via`` lists the sources it passed through, nearest first, so the last one is the
  root; without ``via`` the cited source is its own root. A text that repeats another adds nothing.
* An aggregator without ``via`` took the statement from one of its ``upstream`` sources, and it is
  not known which. Any of them may be its root.
* Several texts of one newsroom, and copies of one agency's text, have one root: the newsroom.

The count is the *smallest* number of roots that can account for every citation, so that a text that
repeats what is cited never raises it. What gives context or disputes a record does not count. Roots
say how many newsrooms confirm that something was said, not whether it is true: four that quote one
communiqué are four roots for "the office said 567" and one origin for the 567, its claimant.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations, islice, zip_longest
from typing import Literal, NamedTuple

from components.limits import MOST_CITATIONS_SEARCHED, MOST_SEARCH_STEPS
from components.query.filters import Filters, select_allowed_citations
from components.story.dataset import Dataset
from components.story.models import Citation, Source

Origins = frozenset[str]
Roots = tuple[tuple[str, ...], ...]
"""Reporting roots, each the newsrooms that it may be: one name, or several where an aggregator does
not say which of its sources it repeats."""


def newsroom_name(source: Source) -> str:
    """The newsroom behind a text: "Bloomberg, via Military Periscope" is Bloomberg."""
    return source.custom.short.split(",")[0].strip()


def find_origins(dataset: Dataset, citation: Citation) -> Origins:
    """The newsrooms that one citation may go back to; several where it is not known which."""
    sources = dataset.sources
    waiting = [citation.via[-1] if citation.via else citation.source_id]
    seen, first = set(waiting), set()
    while waiting:
        source = sources[waiting.pop()]
        upstream = source.custom.upstream if source.custom.kind == "aggregator" else ()
        behind = [key for key in upstream if key in sources]
        if not behind:
            first.add(newsroom_name(source))
        waiting += [key for key in behind if key not in seen]
        seen.update(behind)
    return frozenset(first or (newsroom_name(sources[key]) for key in seen))


def find_fewest_roots(citations: Iterable[Origins]) -> Roots:
    """The fewest roots that account for every citation, each as what it may be; never too many."""
    distinct = set(citations)
    sure = {name for s in distinct if len(s) == 1 for name in s}
    found: list[tuple[str, ...]] = [(name,) for name in sure]
    holders: defaultdict[str, list[Origins]] = defaultdict(list)
    for names in (s for s in distinct if not s & sure):
        for name in names:
            holders[name].append(names)
    while holders:
        # Citations that share no newsroom are reckoned apart, the smallest set of a group first.
        waiting, together, apart = [next(iter(holders))], set[Origins](), list[Origins]()
        while waiting:
            more = set(holders.pop(waiting.pop(), ())) - together
            together |= more
            waiting += (name for names in more for name in names)
        group = sorted(together, key=lambda names: (len(names), sorted(names)))
        for names in group:
            if all(names.isdisjoint(other) for other in apart):
                apart.append(names)
        few = len(group) <= MOST_CITATIONS_SEARCHED
        sizes = range(len(apart), len(group) + 1) if few else ()
        every = sorted(frozenset().union(*group))
        choices = (frozenset(some) for size in sizes for some in combinations(every, size))
        tried = islice(choices, MOST_SEARCH_STEPS)
        if chosen := next((c for c in tried if not any(map(c.isdisjoint, group))), None):
            # What each may be: the names shared by the citations that need it alone.
            alone = ([s for s in group if s & chosen == {name}] for name in chosen)
            found += (tuple(sorted(frozenset.intersection(*sets))) for sets in alone)
        else:
            found += (tuple(sorted(names)) for names in apart)
    return tuple(sorted(found))


def find_independent_roots(dataset: Dataset, records: Iterable[str], filters: Filters) -> Roots:
    """The independent sources of some events or claims, as of one; none without a source."""
    cited = (c for record in records for c in _cited(dataset, record, filters))
    return find_fewest_roots(find_origins(dataset, c) for c in cited)


def _cited(dataset: Dataset, record_id: str, filters: Filters) -> list[Citation]:
    return [
        c for c in select_allowed_citations(dataset, record_id, filters) if c.role == "supports"
    ]


Part = Literal["said", "reported", "repeated"]


class ChainStep(NamedTuple):
    part: Part
    #: Of the claimant who said it first, or of a source.
    key: str


class Chain(NamedTuple):
    """Who took a statement from whom, in order; ``unnamed``: an aggregator hides a step."""

    steps: tuple[ChainStep, ...]
    unnamed: bool = False


def trace_chains(dataset: Dataset, record_id: str, filters: Filters) -> tuple[Chain, ...]:
    """The chains of a claim, or of an event from the text that reported it, each once, longest
    first.
    """
    claim, every = dataset.claims.get(record_id), set[Chain]()
    claimant = dataset.claimants[claim.claimant_id] if claim else None
    for citation in _cited(dataset, record_id, filters):
        passed = (*reversed(citation.via), citation.source_id)
        first, *others = (dataset.sources[key] for key in passed)
        # A newsroom that speaks for itself was told by nobody.
        name, own_words = newsroom_name(first).casefold().split(), False
        if claimant and claimant.voice == "press":
            called = {*claimant.name.casefold().split()}
            own_words = claimant.id == "-".join(name) or called.issuperset(name)
        unnamed = first.custom.kind == "aggregator" and not citation.via and not own_words
        said = [ChainStep("said", claimant.id)] if claimant and not own_words else []
        told = ChainStep("repeated" if unnamed else "reported", first.id)
        repeated = (ChainStep("repeated", source.id) for source in others)
        every.add(Chain((*said, told, *repeated), unnamed))
    # A chain that begins another stands right before one that it begins.
    found = sorted(every)
    longest: dict[str, int] = {}
    for chain in found:
        last = chain.steps[-1].key
        longest[last] = max(longest.get(last, 0), len(chain.steps))
    kept = []
    for chain, after in zip_longest(found, found[1:]):
        length = len(chain.steps)
        begins = after and len(after.steps) > length and after.steps[:length] == chain.steps
        named = chain.unnamed and longest[chain.steps[-1].key] > length
        if not (begins or named):
            kept.append(chain)
    kept.sort(key=lambda chain: (-len(chain.steps), [(p != "said", key) for p, key in chain.steps]))
    return tuple(kept)
