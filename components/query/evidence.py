"""The provenance of a record: how many independent sources, and who took it from whom.

**An independent source is a distinct root**: the statement that claims relay, such as a
communiqué, or the newsroom that reported something first, as far as the data set knows.

* Claims that name one statement have it as their root, however many newsrooms print it.
* A citation's ``via`` lists the sources it passed through, nearest first, so the last one is the
  root; without ``via`` the cited source is its own root. A text that repeats another adds nothing.
* An aggregator without ``via`` took it from one of its ``upstream`` sources, and it is not known
  which. Any of them may be its root.
* Several texts of one newsroom, and copies of one agency's text, have one root: the newsroom.

The count is the *smallest* number of roots that can account for every citation, so that a text that
repeats what is cited never raises it: three interviews that one newsroom had are one root, the
newsroom, and a communiqué that four newsrooms print is one, the communiqué. What gives context or
disputes a record does not count. Roots say on how many a record rests, not whether it is true.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Literal, NamedTuple

from components.limits.views import MOST_CITATIONS_SEARCHED, MOST_SEARCH_STEPS
from components.query.filters import Filters
from components.query.sources_in_use import is_source_allowed, select_allowed_citations
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Claimant, Event, Source


class Origin(NamedTuple):
    """What a citation may go back to: a newsroom, or the statement that its claim relays."""

    kind: Literal["newsroom", "statement"]
    #: The newsroom's name, or the statement's id.
    key: str


#: What a citation may go back to.
Origins = frozenset[Origin]
#: A root, what it may be: a single newsroom or statement, or several newsrooms where an aggregator
#: does not say which of its sources it repeats.
Root = tuple[Origin, ...]
Roots = tuple[Root, ...]


def list_dating_reports(record: Event | Claim, reports: Sequence[Source]) -> Sequence[Source]:
    """Return which of several reports give a record's date: those that its date's note names."""
    if len(reports) == 1:
        return reports
    note = record.date_note if isinstance(record, Event) else record.as_of_note
    return [report for report in reports if newsroom_name(report) in note]


def list_other_dating_reports(
    dataset: Dataset, records: Iterable[Event | Claim], filters: Filters
) -> list[Source]:
    """Return the reports that date some records and are not among the sources that are chosen.

    What a chosen source says stands at the best date known, which may be another's.
    """
    if not filters.sources:
        return []
    dating_ids = set()
    for record in records:
        if not record.document_date:
            continue
        reports = []
        for citation in (dataset.complete or dataset).citations_of(record.id):
            source = dataset.sources[citation.source_id]
            if source.custom.tier == "corroborating" and is_source_allowed(source, filters):
                reports.append(source)
        report_ids = {report.id for report in list_dating_reports(record, reports)}
        if report_ids.isdisjoint(filters.sources):
            dating_ids |= report_ids
    return [source for source in dataset.sources.values() if source.id in dating_ids]


def newsroom_name(source: Source) -> str:
    """Return the newsroom behind a text: "Bloomberg, via Military Periscope" is Bloomberg."""
    short_name = source.custom.short
    newsroom, _, _ = short_name.partition(",")
    return newsroom.strip()


def find_origins(dataset: Dataset, citation: Citation) -> Origins:
    """Return what a citation goes back to: a newsroom, and the statement that its claim relays.

    There are several newsrooms where it is not known which.
    """
    origins = {Origin("newsroom", name) for name in find_newsrooms(dataset, citation)}
    claim = dataset.claims.get(citation.record_id)
    if claim and claim.statement_id:
        statement = Origin("statement", claim.statement_id)
        origins.add(statement)
    return frozenset(origins)


def find_newsrooms(dataset: Dataset, citation: Citation) -> set[str]:
    """Return the newsrooms that a citation may go back to; several where it is not known which."""
    sources = dataset.sources
    root_id = citation.source_id
    if citation.via:
        root_id = citation.via[-1]
    waiting_ids = [root_id]
    seen_ids = {root_id}
    newsrooms: set[str] = set()
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
    return newsrooms


def find_fewest_roots(citations: Iterable[Origins]) -> Roots:
    """Return the fewest roots that account for every citation; never too many.

    A root is the newsrooms that it may be, or a statement that several newsrooms relay.
    """
    distinct_origins = set(citations)
    certain: set[Origin] = set()
    for origins in distinct_origins:
        if len(origins) == 1:
            certain |= origins
    roots: list[Root] = []
    for origin in certain:
        certain_root = (origin,)
        roots.append(certain_root)
    open_origins = []
    for origins in distinct_origins:
        if origins.isdisjoint(certain):
            open_origins.append(origins)
    for group in split_into_groups(open_origins):
        roots += find_roots_of_group(group)
    roots.sort()
    return tuple(roots)


def split_into_groups(open_origins: Iterable[Origins]) -> Iterator[list[Origins]]:
    """Yield citations that share origins together, those with the fewest origins first.

    Citations of two groups share none, so the roots of each are searched apart.
    """
    groups_by_origin: defaultdict[Origin, list[Origins]] = defaultdict(list)
    for origins in open_origins:
        for origin in origins:
            sharing_origins = groups_by_origin[origin]
            sharing_origins.append(origins)
    while groups_by_origin:
        first_origin = next(iter(groups_by_origin))
        waiting = [first_origin]
        group: set[Origins] = set()
        while waiting:
            origin = waiting.pop()
            sharing_origins = groups_by_origin.pop(origin, [])
            new_origins = set(sharing_origins) - group
            group |= new_origins
            for origins in new_origins:
                waiting += origins
        yield sorted(group, key=origins_sort_key)


def origins_sort_key(origins: Origins) -> tuple[int, list[Origin]]:
    """Return what the origins of a group are sorted by: the fewest first."""
    return len(origins), sorted(origins)


def find_roots_of_group(group: Sequence[Origins]) -> list[Root]:
    """Return the fewest roots of citations that share origins, smallest sets first.

    Where too many would have to be tried, the citations that share nothing are the roots: these are
    never more than there are.
    """
    disjoint_origins: list[Origins] = []
    taken: set[Origin] = set()
    for origins in group:
        if origins.isdisjoint(taken):
            disjoint_origins.append(origins)
            taken |= origins
    chosen = None
    if len(group) <= MOST_CITATIONS_SEARCHED:
        least_roots = len(disjoint_origins)
        chosen = search_fewest_origins(group, least_roots)
    if chosen is None:
        return [build_root(origins) for origins in disjoint_origins]
    roots: list[Root] = []
    for origin in chosen:
        # What it may be: the origins shared by the citations that need it alone.
        needing_origins = []
        for origins in group:
            group_origins = origins & chosen
            if group_origins == {origin}:
                needing_origins.append(origins)
        possible_origins = frozenset.intersection(*needing_origins)
        root = build_root(possible_origins)
        roots.append(root)
    return roots


def build_root(possible_origins: Origins) -> Root:
    """Return the newsrooms that a root may be; without any, the statement.

    What one newsroom alone relays of a statement is named after the newsroom.
    """
    newsrooms = [origin for origin in possible_origins if origin.kind == "newsroom"]
    return tuple(sorted(newsrooms or possible_origins))


def search_fewest_origins(group: Sequence[Origins], least: int) -> Origins | None:
    """Return the fewest origins, at least so many, of which each citation has one.

    ``None`` is returned where :data:`MOST_SEARCH_STEPS` choices hold none.
    """
    origin_set = frozenset().union(*group)
    all_origins = sorted(origin_set)
    steps_left = MOST_SEARCH_STEPS
    most_roots = len(group)
    for size in range(least, most_roots + 1):
        choices = combinations(all_origins, size)
        for choice in islice(choices, steps_left):
            steps_left -= 1
            chosen = frozenset(choice)
            if not any(chosen.isdisjoint(origins) for origins in group):
                return chosen
    return None


def find_independent_roots(dataset: Dataset, records: Iterable[str], filters: Filters) -> Roots:
    """Return the independent sources of some events or claims together."""
    citation_origins: list[Origins] = []
    for record_id in records:
        citations = list_supporting_citations(dataset, record_id, filters)
        for citation in citations:
            origins = find_origins(dataset, citation)
            citation_origins.append(origins)
    return find_fewest_roots(citation_origins)


def find_newsroom_roots(dataset: Dataset, record_id: str, filters: Filters) -> Roots:
    """Return the newsrooms that reported a record, as far as none is another's source.

    Those that relay one statement are counted apart.
    """
    citation_origins: list[Origins] = []
    for citation in list_supporting_citations(dataset, record_id, filters):
        newsrooms = find_newsrooms(dataset, citation)
        origins = frozenset(Origin("newsroom", name) for name in newsrooms)
        citation_origins.append(origins)
    return find_fewest_roots(citation_origins)


def list_supporting_citations(dataset: Dataset, record_id: str, filters: Filters) -> list[Citation]:
    """Return the citations of allowed sources that support a record."""
    supporting_citations = []
    for citation in select_allowed_citations(dataset, record_id, filters):
        if citation.role == "supports":
            supporting_citations.append(citation)
    return supporting_citations


def find_first_speaker(dataset: Dataset, claim: Claim) -> str:
    """Return the id of who said first what a claim says: who made the statement that it relays.

    A claim's source may have another name for the speaker: the government for its ministry.
    """
    if claim.statement_id:
        statement = dataset.statements[claim.statement_id]
        return statement.claimant_id
    return claim.claimant_id


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
        # That a text relays it may be inferred, so its kind and day are not told as known.
        speaker_id = find_first_speaker(dataset, claim)
        first_step = ChainStep("said", speaker_id)
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
