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
    short_name = source.custom.short
    newsroom, _, _ = short_name.partition(",")
    return newsroom.strip()


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
            for upstream_id in source.custom.upstream:
                if upstream_id in sources:
                    upstream_ids.append(upstream_id)
        if not upstream_ids:
            newsroom = newsroom_name(source)
            newsrooms.add(newsroom)
        for upstream_id in upstream_ids:
            if upstream_id not in seen_ids:
                seen_ids.add(upstream_id)
                waiting_ids.append(upstream_id)
    if not newsrooms:
        # Aggregators that only repeat each other.
        for source_id in seen_ids:
            source = sources[source_id]
            newsroom = newsroom_name(source)
            newsrooms.add(newsroom)
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
    roots: list[Root] = []
    for name in certain_names:
        certain_root = (name,)
        roots.append(certain_root)
    open_origins = []
    for origins in distinct_origins:
        if origins.isdisjoint(certain_names):
            open_origins.append(origins)
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
    taken_names: set[str] = set()
    for origins in group:
        if origins.isdisjoint(taken_names):
            disjoint_origins.append(origins)
            taken_names |= origins
    chosen_names = None
    if len(group) <= MOST_CITATIONS_SEARCHED:
        least_roots = len(disjoint_origins)
        chosen_names = search_fewest_names(group, least_roots)
    roots: list[Root] = []
    if chosen_names is None:
        for origins in disjoint_origins:
            root_names = sorted(origins)
            roots.append(tuple(root_names))
        return roots
    for name in chosen_names:
        # What it may be: the names shared by the citations that need it alone.
        needing_origins = []
        for origins in group:
            group_names = origins & chosen_names
            if group_names == {name}:
                needing_origins.append(origins)
        possible_names = frozenset.intersection(*needing_origins)
        root_names = sorted(possible_names)
        roots.append(tuple(root_names))
    return roots


def search_fewest_names(group: Sequence[Origins], least: int) -> frozenset[str] | None:
    """Return the fewest newsrooms, at least so many, of which each citation has one.

    ``None`` is returned where :data:`MOST_SEARCH_STEPS` choices hold none.
    """
    name_set = frozenset().union(*group)
    all_names = sorted(name_set)
    steps_left = MOST_SEARCH_STEPS
    most_names = len(group)
    for size in range(least, most_names + 1):
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
        citations = list_supporting_citations(dataset, record_id, filters)
        for citation in citations:
            origins = find_origins(dataset, citation)
            citation_origins.append(origins)
    return find_fewest_roots(citation_origins)


def list_supporting_citations(dataset: Dataset, record_id: str, filters: Filters) -> list[Citation]:
    """Return the citations of allowed sources that support a record."""
    supporting_citations = []
    for citation in select_allowed_citations(dataset, record_id, filters):
        if citation.role == "supports":
            supporting_citations.append(citation)
    return supporting_citations


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

    Those of an event begin with the text that reported it, those of a claim that relays a
    statement with who made that.
    """
    first_step = None
    claim = dataset.claims.get(record_id)
    if claim:
        first_step = ChainStep("said", claim.claimant_id)
    if claim and claim.statement_id:
        # That a text relays it may be inferred, so its kind and day are not told as known.
        statement = dataset.statements[claim.statement_id]
        first_step = ChainStep("said", statement.claimant_id)
    chains = set()
    citations = list_supporting_citations(dataset, record_id, filters)
    for citation in citations:
        chain = trace_citation(dataset, citation, first_step)
        chains.add(chain)
    sorted_chains = sorted(chains)
    longest_chains = drop_contained_chains(sorted_chains)
    longest_chains.sort(key=chain_sort_key)
    return tuple(longest_chains)


def trace_citation(dataset: Dataset, citation: Citation, said_step: ChainStep | None) -> Chain:
    """Return the chain from who said it first, if anybody is named, to the cited source."""
    claimant = None
    if said_step:
        claimant = dataset.claimants[said_step.key]
    source_ids = list(reversed(citation.via))
    source_ids.append(citation.source_id)
    first_id = source_ids[0]
    later_ids = source_ids[1:]
    first_source = dataset.sources[first_id]
    # A newsroom that words for itself what it repeats did not say it before its source did.
    speaks_for_itself = any(
        is_newsroom_claimant(dataset.sources[source_id], claimant) for source_id in source_ids
    )
    hides_step = False
    if first_source.custom.kind == "aggregator" and not citation.via:
        hides_step = not speaks_for_itself
    steps = []
    if said_step and not speaks_for_itself:
        steps.append(said_step)
    first_part: Part = "reported"
    if hides_step:
        first_part = "repeated"
    first_step = ChainStep(first_part, first_source.id)
    steps.append(first_step)
    for source_id in later_ids:
        later_step = ChainStep("repeated", source_id)
        steps.append(later_step)
    return Chain(tuple(steps), hides_step)


def is_newsroom_claimant(source: Source, claimant: Claimant | None) -> bool:
    """Return whether a claimant is the newsroom of a source, which took it from nobody."""
    if claimant is None:
        return False
    if claimant.voice != "press":
        return False
    folded_newsroom = newsroom_name(source).casefold()
    newsroom_words = folded_newsroom.split()
    newsroom_slug = "-".join(newsroom_words)
    if claimant.id == newsroom_slug:
        return True
    folded_claimant = claimant.name.casefold()
    claimant_words = set(folded_claimant.split())
    return claimant_words.issuperset(newsroom_words)


def drop_contained_chains(sorted_chains: Sequence[Chain]) -> list[Chain]:
    """Return the chains without those that say nothing more than another.

    A chain is dropped that another begins with, and one with a hidden step where another names how
    its last source came by the statement.
    """
    longest_by_source: dict[str, int] = {}
    for chain in sorted_chains:
        step_count = len(chain.steps)
        last_step = chain.steps[-1]
        longest = longest_by_source.get(last_step.key, 0)
        longest_by_source[last_step.key] = max(longest, step_count)
    remaining_chains = []
    for position, chain in enumerate(sorted_chains):
        step_count = len(chain.steps)
        last_step = chain.steps[-1]
        # In order, a chain comes right before one that begins with it.
        is_beginning = False
        next_position = position + 1
        if next_position < len(sorted_chains):
            next_chain = sorted_chains[next_position]
            next_beginning = next_chain.steps[:step_count]
            is_longer = len(next_chain.steps) > step_count
            is_beginning = is_longer and next_beginning == chain.steps
        if is_beginning:
            continue
        longest = longest_by_source[last_step.key]
        if chain.unnamed and longest > step_count:
            # Another chain names the step that this one hides.
            continue
        remaining_chains.append(chain)
    return remaining_chains


def chain_sort_key(chain: Chain) -> tuple[int, list[tuple[bool, str]]]:
    """Return what chains are sorted by: the longest first, then their claimant and sources."""
    step_keys = []
    for step in chain.steps:
        is_source = step.part != "said"
        step_key = (is_source, step.key)
        step_keys.append(step_key)
    step_count = len(chain.steps)
    return -step_count, step_keys
