"""What is shown where filters hide records: why, and links to views that show some."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from components.i18n import I18n
from components.loading.loaded_story import LoadedStory
from components.presentation.filter_texts import FILTER_LABELS
from components.presentation.markup import render
from components.presentation.view_links import CountedChange, LinkBase, ViewChange, view_address
from components.query.figures import CountTable
from components.query.filters import FilterName, Filters
from components.query.search import SearchIndex
from components.query.view import clear_filters
from components.query.view_facts import FindFacts, ViewFacts

#: Counts the records that some filters show.
CountRecords = Callable[[Filters], int]


class PageRecords(NamedTuple):
    """The records of a page: how those under some filters are counted, and the number in words."""

    slug: str
    count: CountRecords
    format_count: Callable[[int], str]


def empty_state_actions(
    facts: ViewFacts,
    i18n: I18n,
    records: PageRecords,
    page_changes: Iterable[CountedChange] = (),
) -> tuple[ViewChange, ...]:
    """Return the links out of a view that shows nothing.

    These are the names of the story that are nearest to the words searched; then the view without
    each filter or with a change of the page, those that show the most records first, without those
    that show none; and last the view without any filter and any choice of the page.

    Parameters
    ----------
    facts
        The facts of the view.
    i18n
        The reader's language.
    records
        What the page counts.
    page_changes
        Other changes that the page offers.
    """
    filters = facts.filters
    candidates = _suggest_spellings(facts, i18n, records.count)
    lifted = list(page_changes)
    for filter_name in filters.list_active():
        fewer_filters = filters.without_filter(filter_name)
        lifted_filter = CountedChange(
            record_count=records.count(fewer_filters),
            label=_lift_label(filter_name, i18n),
            changes={"filters": fewer_filters, "page": 1},
        )
        lifted.append(lifted_filter)
    lifted.sort(key=lambda change: change.record_count, reverse=True)
    candidates += lifted
    actions: list[ViewChange] = []
    for record_count, label, changes in candidates:
        if record_count:
            count_text = records.format_count(record_count)
            actions.append(ViewChange(f"{label}: {count_text}", changes))
    clear_label = i18n.t("Clear all filters")
    return (*actions, ViewChange(clear_label, clear_filters(records.slug)))


def _suggest_spellings(
    facts: ViewFacts, i18n: I18n, count_records: CountRecords
) -> list[CountedChange]:
    """Return the view with each name of the story that is nearest to the words searched."""
    filters = facts.filters
    if not filters.text:
        return []
    question = i18n.t("Did you mean …?")
    search_index = facts.dataset.memoize(SearchIndex)
    suggestions: list[CountedChange] = []
    for nearest_text in search_index.suggest_queries(filters.text):
        other_filters = replace(filters, text=nearest_text)
        suggestion = CountedChange(
            record_count=count_records(other_filters),
            label=f"{question} {nearest_text}",
            changes={"filters": other_filters},
        )
        suggestions.append(suggestion)
    return suggestions


def _lift_label(filter_name: FilterName, i18n: I18n) -> str:
    filter_label = i18n.t(FILTER_LABELS[filter_name])
    return i18n.t("Remove the filter on {what}", what=filter_label)


class EmptyState(NamedTuple):
    """What to do where nothing fits."""

    text: str
    actions: tuple[ViewChange, ...]


def _count_events(story: LoadedStory, filters: Filters) -> int:
    selection = story.selection(filters)
    return len(selection.events)


def _format_event_count(i18n: I18n, count: int) -> str:
    return i18n.n("{count} event", "{count} events", count)


def no_events_actions(facts: ViewFacts, story: LoadedStory, i18n: I18n, slug: str) -> EmptyState:
    """Return what to do where no event fits on a page, with the links out of the view."""
    records = PageRecords(
        slug, partial(_count_events, story), format_count=partial(_format_event_count, i18n)
    )
    actions = empty_state_actions(facts, i18n, records)
    if len(actions) == 1:
        text = i18n.t("No single filter is the cause: clear them all to start again.")
    else:
        text = i18n.t("Take one filter away to see events again:")
    return EmptyState(text, actions)


def render_no_events(
    facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase
) -> Markup:
    """Render what to do where no event fits, with links."""
    text, actions = no_events_actions(facts, story, i18n, slug=link_base.slug)
    links: list[tuple[str, str]] = []
    for label, changes in actions:
        address = view_address(link_base, **changes)
        links.append((address, label))
    return render("way_back.html", i18n, words=text, links=links)


# Records that filters hide ------------------------------------------------------------------------
class HiddenRecords(NamedTuple):
    """Records that filters hide, and the notice on them."""

    text: str
    #: The events and claims.
    record_ids: Collection[str]


def render_hidden_counts(
    table: CountTable,
    day_keys: Collection[str],
    find_facts: FindFacts,
    i18n: I18n,
    link_base: LinkBase,
) -> Markup:
    """Render the regions whose counts of some days the filters leave out; empty without any."""
    region_names: list[str] = []
    claim_ids: set[str] = set()
    for row in table.rows:
        if row.left_out.keys().isdisjoint(day_keys):
            continue
        region_names.append(i18n.localize(row.region, "label"))
        claim_ids.update(claim.id for claim in row.left_out.values())
    names_text = i18n.format_list(region_names)
    notice_text = i18n.t("Left out by your filters: {names}.", names=names_text)
    all_regions = replace(link_base.view.filters, regions=())
    return render_hidden_records(
        HiddenRecords(notice_text, claim_ids),
        find_facts,
        i18n,
        link_base=link_base,
        base_filters=all_regions,
    )


def render_hidden_records(
    hidden: HiddenRecords,
    find_facts: FindFacts,
    i18n: I18n,
    link_base: LinkBase,
    base_filters: Filters | None = None,
) -> Markup:
    """Render a notice on records that filters hide, with links that remove such a filter.

    Parameters
    ----------
    hidden
        What is hidden; without any record the result is empty.
    find_facts
        Returns the facts of the story under other filters.
    i18n
        The reader's language.
    link_base
        What links start from.
    base_filters
        The filters to try to remove, in place of all of the view's.
    """
    if not hidden.record_ids:
        return Markup()
    filters = link_base.view.filters
    tried_filters = base_filters or filters
    links: list[tuple[str, str]] = []
    for filter_name in tried_filters.list_active():
        fewer_filters = tried_filters.without_filter(filter_name)
        fewer_facts = find_facts(fewer_filters)
        shown_ids = fewer_facts.event_ids | fewer_facts.claim_ids
        if not shown_ids.isdisjoint(hidden.record_ids):
            address = view_address(link_base, filters=filters.without_filter(filter_name))
            label = _lift_label(filter_name, i18n)
            links.append((address, label))
    if not links:
        address = view_address(link_base, **clear_filters(link_base.slug))
        label = i18n.t("Clear all filters")
        links.append((address, label))
    return render("left_out.html", i18n, words=hidden.text, links=links)
