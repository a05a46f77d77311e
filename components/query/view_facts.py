"""What is computed once of a story under some filters, for every page, drawing, text and reader.

A story has one record of facts for each choice of filters: see
:meth:`components.loading.loaded_story.LoadedStory.facts`. A fact is computed when it is first asked
for, so a view pays for what it shows alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from components.query import (
    count_findings,
    event_findings,
    figure_findings,
    figures,
    question_findings,
    row_numbers,
)
from components.query.claims import TopicState, is_contested, list_topic_states
from components.query.evidence import Roots, find_independent_roots, find_newsroom_roots
from components.query.filters import Filters
from components.query.findings import Finding
from components.query.selection import Selection
from components.query.sources_in_use import (
    Record,
    is_source_shown,
    list_telling_sources,
    select_allowed_sources,
    with_allowed_sources,
)
from components.story.dataset import Citations, Dataset
from components.story.models import Citation, Claim, Event, Source

if TYPE_CHECKING:
    from components.query.view import Counts

#: Returns the facts of a story under some filters.
FindFacts = Callable[[Filters], "ViewFacts"]


@dataclass(frozen=True, eq=False)
class ViewFacts:
    """The events and claims that meet some filters, where they are cited, and what they show.

    Attributes
    ----------
    dataset
        The records of the story as the sources in use give them.
    filters
        The filters.
    selection
        The events and claims that meet them.
    """

    dataset: Dataset
    filters: Filters
    selection: Selection
    _citations: dict[str, Citations] = field(
        default_factory=dict,
        init=False,
        repr=False,
    )
    _roots: dict[tuple[str, ...], Roots] = field(
        default_factory=dict,
        init=False,
        repr=False,
    )
    _count_tables: dict[str, figures.CountTable] = field(
        default_factory=dict,
        init=False,
        repr=False,
    )
    _findings: dict[Hashable, Finding] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def claim_ids(self) -> frozenset[str]:
        """The ids of the claims that meet the filters."""
        return frozenset([claim.id for claim in self.selection.claims])

    @cached_property
    def event_ids(self) -> frozenset[str]:
        """The ids of the events that meet the filters."""
        return frozenset([row.id for row in self.selection.rows])

    # Sources --------------------------------------------------------------------------------------
    @cached_property
    def allowed_sources(self) -> frozenset[str]:
        """The ids of the sources that the filters allow."""
        return frozenset(select_allowed_sources(self.dataset, self.filters))

    @cached_property
    def shown_sources(self) -> tuple[Source, ...]:
        """The sources that the filters allow; where sources are chosen, these alone."""
        shown_sources = []
        for source in self.dataset.sources.values():
            if is_source_shown(source, self.filters):
                shown_sources.append(source)
        return tuple(shown_sources)

    def is_report(self, citation: Citation) -> bool:
        """Return whether a citation is of a report from outside the documents."""
        source = self.dataset.sources[citation.source_id]
        return source.custom.tier == "corroborating"

    def citations_of(self, record_id: str) -> Citations:
        """Return the citations of a record by the sources in use, the documents first."""
        if record_id not in self._citations:
            citations = self.dataset.citations_of(record_id)
            self._citations[record_id] = self._list_allowed(citations)
        return self._citations[record_id]

    def is_told(self, record_id: str) -> bool:
        """Return whether a source in use says what a record says, and not its context alone."""
        citations = self.dataset.complete_citations_of(record_id)
        telling_ids = list_telling_sources(citations)
        cited_ids = {citation.source_id for citation in self.citations_of(record_id)}
        return not telling_ids.isdisjoint(cited_ids)

    def complete_citations_of(self, record_id: str) -> Citations:
        """Return the citations of a record by all allowed sources, whichever are chosen."""
        if self.dataset.complete is None:
            return self.citations_of(record_id)
        citations = self.dataset.complete_citations_of(record_id)
        return self._list_allowed(citations)

    def _list_allowed(self, citations: Citations) -> Citations:
        allowed_citations = []
        for citation in citations:
            if citation.source_id in self.allowed_sources:
                allowed_citations.append(citation)
        # The documents and the reports stay in the order of the file.
        allowed_citations.sort(key=self.is_report)
        return tuple(allowed_citations)

    def list_cited_sources(self, record_ids: Iterable[str]) -> list[Source]:
        """Return the allowed sources that some records cite, in the data set's order."""
        cited_ids = set()
        for record_id in record_ids:
            for citation in self.citations_of(record_id):
                cited_ids.add(citation.source_id)
        sources = self.dataset.sources.values()
        return [source for source in sources if source.id in cited_ids]

    def find_roots(self, record_ids: Iterable[str]) -> Roots:
        """Return the independent sources of some events or claims together."""
        root_key = tuple(record_ids)
        if root_key not in self._roots:
            self._roots[root_key] = find_independent_roots(self.dataset, root_key, self.filters)
        return self._roots[root_key]

    def find_newsrooms(self, record_id: str) -> Roots:
        """Return the newsrooms that reported a record, as far as none is another's source."""
        return find_newsroom_roots(self.dataset, record_id, self.filters)

    def have_single_source(self, claims: Iterable[Claim]) -> bool:
        """Return whether all claims have one independent source: a newsroom or a statement."""
        roots = self.find_roots(claim.id for claim in claims)
        return len(roots) == 1

    def have_single_statement(self, claims: Iterable[Claim]) -> bool:
        """Return whether all claims relay one statement, in the texts of several newsrooms."""
        roots = self.find_roots(claim.id for claim in claims)
        return len(roots) == 1 and roots[0][0].kind == "statement"

    def read_by_sources(self, record: Record) -> Record:
        """Return a record as the sources in use give it: its date and the sentences of its text."""
        return with_allowed_sources(self.dataset, record, self.filters)

    # Questions ------------------------------------------------------------------------------------
    @cached_property
    def topic_states(self) -> dict[str, TopicState]:
        """Every question by id, with its claims under the filters and how they relate."""
        return list_topic_states(self.dataset, self.selection.claims)

    def find_dispute(self, record: Claim | Event) -> TopicState | None:
        """Return the first question on which another claim contradicts this one, or an event's.

        Returns
        -------
        TopicState | None
            The question with its claims; ``None`` where nothing contradicts the record.
        """
        claims: Sequence[Claim]
        if isinstance(record, Claim):
            claims = (record,)
        else:
            claims = self.dataset.claims_of_event(record.id)
        for state in self.topic_states.values():
            for claim in claims:
                if claim.topic_id == state.topic.id and is_contested(claim, state):
                    return state
        return None

    # Figures --------------------------------------------------------------------------------------
    @cached_property
    def regional_counts(self) -> tuple[figures.Claims, ...]:
        """The counts by region that the sources allow, by day, whatever the dates and kinds."""
        return figures.list_regional_counts(self.dataset, self.filters)

    @cached_property
    def day_counts(self) -> tuple[figures.DayCounts, ...]:
        """The same with the counts of each day that the filters leave out."""
        return figures.complete_day_counts(self.dataset, self.regional_counts)

    @cached_property
    def headlines(self) -> dict[str, figures.Claims]:
        """The claims of each head figure: ``total``, ``regions``, or a measure's id."""
        return figures.select_headlines(self.dataset, self.selection.claims, self.regional_counts)

    def count_table(self, day_key: str, find_facts: FindFacts) -> figures.CountTable:
        """Return the counts of the two latest days that the filters allow, for every region.

        Filters on dates and regions choose the days, and leave out no count of them.

        Parameters
        ----------
        day_key
            The day that is asked for, ``latest`` or ``earlier``.
        find_facts
            Returns the facts of the story under other filters.

        Returns
        -------
        CountTable
            Where no count fits, those that the sources allow, with ``answered`` false; where no
            source is allowed, all counts as left out.
        """
        if day_key not in self._count_tables:
            self._count_tables[day_key] = self._build_count_table(day_key, find_facts)
        return self._count_tables[day_key]

    def _build_count_table(self, day_key: str, find_facts: FindFacts) -> figures.CountTable:
        all_regions = replace(self.filters, regions=())
        undated = replace(all_regions, start=None, end=None, certain_only=False)
        dated_facts = find_facts(all_regions)
        undated_facts = find_facts(undated)
        sourced_days = dated_facts.day_counts
        if not sourced_days:
            hidden_table = figures.build_hidden_table(self.dataset, self.filters)
            if day_key in hidden_table.days:
                hidden_table = replace(hidden_table, shown=day_key)
            return hidden_table
        fitting_days = figures.keep_fitting_counts(sourced_days, undated_facts.claim_ids)
        table = figures.build_count_table(self.dataset, fitting_days or sourced_days)
        # Of a single day that has counts there is no earlier one.
        if day_key not in table.days:
            day_key = "latest"
        shown_ids = [claim.id for claim in table.claims_of(day_key)]
        is_answered = not dated_facts.claim_ids.isdisjoint(shown_ids)
        return replace(table, answered=is_answered, shown=day_key)

    # Findings -------------------------------------------------------------------------------------
    @cached_property
    def shown_events(self) -> Finding:
        """How many of the story's events meet the filters."""
        return event_findings.compute_shown_events(self)

    @cached_property
    def timeline_finding(self) -> Finding:
        """How many of the events fall in the days that stand out."""
        return event_findings.compute_timeline_finding(self)

    @cached_property
    def questions_finding(self) -> Finding:
        """On how many questions the claims differ."""
        return question_findings.compute_questions_finding(self)

    def map_finding(self, counts: Counts, find_facts: FindFacts) -> Finding:
        """Return what the map shows: the counts by region, else where most events were.

        Parameters
        ----------
        counts
            The day that is shown, or ``change``.
        find_facts
            Returns the facts of the story under other filters.
        """
        if not self.dataset.counts_by_region:
            return self.memoize_finding("places", event_findings.compute_places_finding)
        day_key = "latest"
        if counts == "earlier":
            day_key = "earlier"
        table = self.count_table(day_key, find_facts)
        compute = partial(
            count_findings.compute_counts_finding, table=table, compared=counts == "change"
        )
        return self.memoize_finding(("counts", counts), compute)

    def totals_finding(self, claims: Sequence[Claim], leading_measure: str) -> Finding:
        """Return what the totals that are shown state: those of the first measure.

        Parameters
        ----------
        claims
            The totals, in order of date.
        leading_measure
            The measure that comes first where it has totals.
        """
        compute = partial(
            figure_findings.compute_totals_finding, claims=claims, leading_measure=leading_measure
        )
        claim_ids = tuple([claim.id for claim in claims])
        return self.memoize_finding(("totals", leading_measure, claim_ids), compute)

    @cached_property
    def numbered_events(self) -> tuple[row_numbers.NumberedEvent, ...]:
        """The events shown whose rows give a number, in order of date."""
        return row_numbers.list_numbered_events(self)

    @cached_property
    def row_numbers_finding(self) -> Finding:
        """How many of the rows give a number of their own, and from which to which."""
        return row_numbers.compute_row_numbers(self)

    def panel_finding(self, claims: Sequence[Claim]) -> Finding:
        """Return what the totals of one measure and unit state, in order of date."""
        compute = partial(figure_findings.compute_figures_finding, claims=claims)
        claim_ids = tuple([claim.id for claim in claims])
        return self.memoize_finding(("panel", claim_ids), compute)

    def headline_finding(self, kind: str, claims: Sequence[Claim]) -> Finding:
        """Return a head figure: ``regions`` adds up its claims where they count alike."""
        compute = partial(count_findings.compute_counts_sum, claims=claims)
        if kind != "regions":
            compute = partial(figure_findings.compute_headline_finding, claim=claims[0])
        claim_ids = tuple([claim.id for claim in claims])
        return self.memoize_finding(("headline", kind, claim_ids), compute)

    def memoize_finding(self, key: Hashable, compute: Callable[[ViewFacts], Finding]) -> Finding:
        """Return the finding of a key, computed when it is first asked for."""
        if key not in self._findings:
            self._findings[key] = compute(self)
        return self._findings[key]
