"""The provenance of a record: how many independent sources, and who took it from whom.

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
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Literal, NamedTuple

from components.limits.views import MOST_CITATIONS_SEARCHED, MOST_SEARCH_STEPS
from components.query.filters import Filters
from components.query.sources_in_use import select_allowed_citations
from components.story.dataset import Dataset
from components.story.models import Citation, Claimant, Source

#: The newsrooms that a citation may go back to.
Origins = frozenset[str]
#: A reporting root, the newsrooms that it may be: a single name, or several where an aggregator
#: does not say which of its sources it repeats.
Root = tuple[str, ...]
Roots = tuple[Root, ...]


def newsroom_name(source: Source) -> str:
    """Return the newsroom behind a text: "Bloomberg, via Military Periscope" is Bloomberg."""
    name, _, _ = source.custom.short.partition(",")
    return name.strip()


def find_origins(dataset: Dataset, citation: Citation) -> Origins:
    """Return the newsrooms that a citation may go back to; several where it is not known which."""
    sources = dataset.sources
    root_id = citation.source_id
    if citation.via:
        root_id = citation.via[-1]
    waiting_ids = [root_id]
    seen_ids = {root_id}
    newsrooms = set()
    while waiting_ids:
        source_id = waiting_ids.pop()
        source = sources[source_id]
        upstream_ids: list[str] = []
        if source.custom.kind == "aggregator":
            upstream_ids = [key for key in source.custom.upstream if key in sources]
        if not upstream_ids:
            newsrooms.add(newsroom_name(source))
        for upstream_id in upstream_ids:
            if upstream_id not in seen_ids:
                seen_ids.add(upstream_id)
                waiting_ids.append(upstream_id)
    if not newsrooms:
        # Aggregators that only repeat each other.
        for source_id in seen_ids:
            newsrooms.add(newsroom_name(sources[source_id]))
    return frozenset(newsrooms)


def find_fewest_roots(citations: Iterable[Origins]) -> Roots:
    """Return the fewest roots that account for every citation; never too many.

    A root is the newsrooms that it may be.
    """
    distinct_origins = set(citations)
    certain_names: set[str] = set()
    for origins in distinct_origins:
        if len(origins) == 1:
            certain_names |= origins
    roots: list[Root] = [(name,) for name in certain_names]
    open_origins = [origins for origins in distinct_origins if not origins & certain_names]
    for group in split_into_groups(open_origins):
        roots += find_roots_of_group(group)
    roots.sort()
    return tuple(roots)


def split_into_groups(open_origins: Iterable[Origins]) -> Iterator[list[Origins]]:
    """Yield citations that share newsrooms together, those with the fewest newsrooms first.

    Citations of two groups share none, so the roots of each are searched apart.
    """
    origins_by_name: defaultdict[str, list[Origins]] = defaultdict(list)
    for origins in open_origins:
        for name in origins:
            named_origins = origins_by_name[name]
            named_origins.append(origins)
    while origins_by_name:
        first_name = next(iter(origins_by_name))
        waiting_names = [first_name]
        group: set[Origins] = set()
        while waiting_names:
            name = waiting_names.pop()
            named_origins = origins_by_name.pop(name, [])
            new_origins = set(named_origins) - group
            group |= new_origins
            for origins in new_origins:
                waiting_names += origins
        yield sorted(group, key=origins_sort_key)


def origins_sort_key(origins: Origins) -> tuple[int, list[str]]:
    """Return what the origins of a group are sorted by: the fewest newsrooms first."""
    return len(origins), sorted(origins)


def find_roots_of_group(group: Sequence[Origins]) -> list[Root]:
    """Return the fewest roots of citations that share newsrooms, smallest sets first.

    Where too many would have to be tried, the citations that share nothing are the roots: these are
    never more than there are.
    """
    disjoint_origins: list[Origins] = []
    for origins in group:
        if all(origins.isdisjoint(other) for other in disjoint_origins):
            disjoint_origins.append(origins)
    chosen_names = None
    if len(group) <= MOST_CITATIONS_SEARCHED:
        chosen_names = search_fewest_names(group, len(disjoint_origins))
    if chosen_names is None:
        return [tuple(sorted(origins)) for origins in disjoint_origins]
    roots = []
    for name in chosen_names:
        # What it may be: the names shared by the citations that need it alone.
        needing_origins = [origins for origins in group if origins & chosen_names == {name}]
        possible_names = frozenset.intersection(*needing_origins)
        roots.append(tuple(sorted(possible_names)))
    return roots


def search_fewest_names(group: Sequence[Origins], least: int) -> frozenset[str] | None:
    """Return the fewest newsrooms, at least so many, of which each citation has one.

    ``None`` is returned where :data:`MOST_SEARCH_STEPS` choices hold none.
    """
    all_names = sorted(frozenset().union(*group))
    steps_left = MOST_SEARCH_STEPS
    for size in range(least, len(group) + 1):
        name_choices = combinations(all_names, size)
        for names in islice(name_choices, steps_left):
            steps_left -= 1
            chosen_names = frozenset(names)
            if not any(chosen_names.isdisjoint(origins) for origins in group):
                return chosen_names
    return None


def find_independent_roots(dataset: Dataset, records: Iterable[str], filters: Filters) -> Roots:
    """Return the independent sources of some events or claims together."""
    citation_origins = []
    for record_id in records:
        for citation in list_supporting_citations(dataset, record_id, filters):
            origins = find_origins(dataset, citation)
            citation_origins.append(origins)
    return find_fewest_roots(citation_origins)


def list_supporting_citations(dataset: Dataset, record_id: str, filters: Filters) -> list[Citation]:
    """Return the citations of allowed sources that support a record."""
    citations = select_allowed_citations(dataset, record_id, filters)
    return [citation for citation in citations if citation.role == "supports"]


Part = Literal["said", "reported", "repeated"]


class ChainStep(NamedTuple):
    """Who said, reported or repeated a statement."""

    part: Part
    #: Of the claimant who said it first, or of a source.
    key: str


class Chain(NamedTuple):
    """Who took a statement from whom, in order; ``unnamed``: an aggregator hides a step."""

    steps: tuple[ChainStep, ...]
    unnamed: bool = False


def trace_chains(dataset: Dataset, record_id: str, filters: Filters) -> tuple[Chain, ...]:
    """Return the chains of a claim or an event, each once, longest first.

    Those of an event begin with the text that reported it.
    """
    claimant = None
    claim = dataset.claims.get(record_id)
    if claim:
        claimant = dataset.claimants[claim.claimant_id]
    chains = set()
    for citation in list_supporting_citations(dataset, record_id, filters):
        chain = trace_citation(dataset, citation, claimant)
        chains.add(chain)
    longest_chains = drop_contained_chains(sorted(chains))
    longest_chains.sort(key=chain_sort_key)
    return tuple(longest_chains)


def trace_citation(dataset: Dataset, citation: Citation, claimant: Claimant | None) -> Chain:
    """Return the chain from a claimant to the cited source."""
    first_id, *later_ids = [*reversed(citation.via), citation.source_id]
    first_source = dataset.sources[first_id]
    speaks_for_itself = is_newsroom_claimant(first_source, claimant)
    is_aggregator = first_source.custom.kind == "aggregator"
    hides_step = is_aggregator and not citation.via and not speaks_for_itself
    steps = []
    if claimant and not speaks_for_itself:
        steps.append(ChainStep("said", claimant.id))
    first_part: Part = "reported"
    if hides_step:
        first_part = "repeated"
    steps.append(ChainStep(first_part, first_source.id))
    for source_id in later_ids:
        steps.append(ChainStep("repeated", source_id))
    return Chain(tuple(steps), hides_step)


def is_newsroom_claimant(source: Source, claimant: Claimant | None) -> bool:
    """Return whether a claimant is the newsroom of a source, which took it from nobody."""
    if claimant is None or claimant.voice != "press":
        return False
    newsroom_words = newsroom_name(source).casefold().split()
    if claimant.id == "-".join(newsroom_words):
        return True
    claimant_words = claimant.name.casefold().split()
    return set(claimant_words).issuperset(newsroom_words)


def drop_contained_chains(sorted_chains: Sequence[Chain]) -> list[Chain]:
    """Return the chains without those that say nothing more than another.

    A chain is dropped that another begins with, and one with a hidden step where another names how
    its last source came by the statement.
    """
    longest_by_source: dict[str, int] = {}
    for chain in sorted_chains:
        last_step = chain.steps[-1]
        longest = longest_by_source.get(last_step.key, 0)
        longest_by_source[last_step.key] = max(longest, len(chain.steps))
    remaining_chains = []
    for position, chain in enumerate(sorted_chains):
        step_count = len(chain.steps)
        last_step = chain.steps[-1]
        # In order, a chain comes right before one that begins with it.
        is_beginning = False
        if position + 1 < len(sorted_chains):
            next_chain = sorted_chains[position + 1]
            is_longer = len(next_chain.steps) > step_count
            is_beginning = is_longer and next_chain.steps[:step_count] == chain.steps
        longest = longest_by_source[last_step.key]
        is_named_elsewhere = chain.unnamed and longest > step_count
        if not is_beginning and not is_named_elsewhere:
            remaining_chains.append(chain)
    return remaining_chains


def chain_sort_key(chain: Chain) -> tuple[int, list[tuple[bool, str]]]:
    """Return what chains are sorted by: the longest first, then their claimant and sources."""
    step_keys = [(step.part != "said", step.key) for step in chain.steps]
    return -len(chain.steps), step_keys
