"""The filters of a view in words, and the sentence on what is shown."""

from collections.abc import Collection, Iterable
from typing import Final

from components.i18n import N_, I18n
from components.loading.loaded_story import LoadedStory
from components.presentation.finding_texts import format_finding
from components.presentation.table_answers import QueryFailed, count_events
from components.query.event_findings import (
    compute_certain_events,
    compute_placed_events,
    compute_table_events,
)
from components.query.evidence import list_other_dating_reports, newsroom_name
from components.query.filters import FilterName, Filters
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.models import Claim, Event

#: A longer headline gives only the number of events: the filters are shown above it.
LONGEST_HEADLINE_CHARACTERS: Final = 110
FILTER_LABELS: Final[dict[FilterName, str]] = {
    "dates": N_("dates"),
    "certain": N_("events that certainly fall in the dates"),
    "known": N_("what had been published by that day"),
    "regions": N_("regions"),
    "categories": N_("kinds of event"),
    "sources": N_("sources"),
    "voices": N_("kinds of voice"),
    "tier": N_("the documents alone"),
    "text": N_("the words searched"),
}


def format_dates(filters: Filters, i18n: I18n) -> str:
    """Format the dates that filters ask for: "22–23 February 2019", "from 1 March"."""
    start_day = filters.start
    end_day = filters.end
    if start_day and end_day:
        if start_day == end_day:
            return i18n.format_day(start_day)
        return i18n.format_date(f"{start_day}/{end_day}")
    if start_day:
        return i18n.t("from {date}", date=i18n.format_day(start_day))
    if end_day:
        return i18n.t("until {date}", date=i18n.format_day(end_day))
    return i18n.t("the days of the story")


def list_filter_phrases(
    filters: Filters, story: LoadedStory, i18n: I18n, records: Iterable[Event | Claim] = ()
) -> list[str]:
    """Return a phrase for every filter but the dates: "in Guajira", "of the kind “Protest”".

    Parameters
    ----------
    filters
        The filters.
    story
        The story, whose names are used.
    i18n
        The reader's language.
    records
        What is shown: sources that are not chosen, and whose dates these have, are named.
    """
    data = story.restrict_to_sources(filters)
    phrases: list[str] = []
    has_dates = bool(filters.start or filters.end)
    if filters.certain_only and has_dates:
        phrases.append(i18n.t("without what may fall outside these dates"))
    if filters.regions:
        labels: list[str] = []
        for region_id in filters.regions:
            region = data.regions[region_id]
            labels.append(i18n.localize(region, "label"))
        places = i18n.format_list(labels)
        phrases.append(i18n.t("in {places}", places=places))
    if filters.categories:
        # A kind is a heading with a capital letter: within a sentence it is quoted.
        kind_names = [
            i18n.t("“{words}”", words=i18n.kind_names[kind_id]) for kind_id in filters.categories
        ]
        kinds = i18n.format_list(kind_names)
        phrases.append(i18n.t("of the kind {kinds}", kinds=kinds))
    if filters.sources:
        phrases += _list_source_phrases(filters, data, records, i18n)
    if filters.voices:
        # Events and claims have voices: no word on who said them fits both.
        kinds = format_voice_kinds(filters.voices, i18n)
        phrases.append(i18n.t("with voices of the kind {kinds}", kinds=kinds))
    if filters.excluded_voices:
        kinds = format_voice_kinds(filters.excluded_voices, i18n)
        phrases.append(i18n.t("without voices of the kind {kinds}", kinds=kinds))
    if filters.published_by:
        day_text = i18n.format_day(filters.published_by)
        phrases.append(i18n.t("as published by {date}", date=day_text))
    if filters.documents_only:
        phrases.append(i18n.t("in the documents alone"))
    if filters.text:
        message = N_("with the words “{words}”")
        if story.searches_as_written(filters):
            message = N_("with “{words}” as it is written, in no other form")
        phrases.append(i18n.t(message, words=filters.text))
    return phrases


def _list_source_phrases(
    filters: Filters, dataset: Dataset, records: Iterable[Event | Claim], i18n: I18n
) -> list[str]:
    """Return the sources that are chosen, and the others whose dates some records have."""
    chosen_sources = [dataset.sources[source_id] for source_id in filters.sources]
    names = i18n.format_list(map(i18n.source_label, chosen_sources))
    phrases = [i18n.t("cited from {sources}", sources=names)]
    dating_reports = list_other_dating_reports(dataset, records, filters)
    if dating_reports:
        newsrooms = dict.fromkeys(map(newsroom_name, dating_reports))
        names = i18n.format_list(newsrooms)
        phrases.append(i18n.t("with dates from {sources}", sources=names))
    return phrases


def format_voice_kinds(voice_ids: Iterable[str], i18n: I18n) -> str:
    """Format the names of kinds of voice: headings with a capital letter, and so quoted."""
    names = []
    for voice_id in voice_ids:
        name = i18n.term_name("voices", voice_id)
        names.append(i18n.t("“{words}”", words=name))
    return i18n.format_list(names)


def list_restrictions(
    filters: Filters, story: LoadedStory, i18n: I18n, records: Iterable[Event | Claim] = ()
) -> list[str]:
    """Return a phrase for every filter, the dates first where any are asked for.

    Parameters
    ----------
    filters
        The filters.
    story
        The story, whose names are used.
    i18n
        The reader's language.
    records
        What is shown, as :func:`list_filter_phrases` takes it.
    """
    phrases = list_filter_phrases(filters, story, i18n, records)
    if filters.start or filters.end:
        phrases.insert(0, format_dates(filters, i18n))
    return phrases


def format_certainty(facts: ViewFacts, i18n: I18n, event_ids: Collection[str]) -> str:
    """Format how many of some events are certainly in the dates asked for; empty if all are.

    Parameters
    ----------
    facts
        The facts of the view.
    i18n
        The reader's language.
    event_ids
        Events that meet the filters.
    """
    finding = compute_certain_events(facts, event_ids)
    if finding is None:
        return ""
    return format_finding(finding, facts.dataset, i18n)


def view_sentence(
    facts: ViewFacts,
    story: LoadedStory,
    i18n: I18n,
    placed_event_ids: Collection[str] | None = None,
) -> str:
    """Return the sentence that says what is shown, as "Shown: 12 of 34 events, in Guajira" does.

    Parameters
    ----------
    facts
        The facts of the view.
    story
        The story, whose table is queried if it has one.
    i18n
        The reader's language.
    placed_event_ids
        In a picture of places, the events whose places are drawn: they are counted instead.

    Returns
    -------
    str
        A sentence; why a table was not counted if its query failed.
    """
    count = count_events(facts, story, i18n)
    if isinstance(count, QueryFailed):
        return count.message
    finding = facts.shown_events
    if placed_event_ids is not None:
        finding = compute_placed_events(facts, placed_event_ids)
    filters = facts.filters
    if story.table:
        # A table has no event in memory, so none that may fall in the dates.
        finding = compute_table_events(filters, count, story.table.about.shown)
    count_text = format_finding(finding, facts.dataset, i18n)
    certainty = format_certainty(facts, i18n, frozenset(finding.records))
    count_text = f"{count_text} {certainty}".rstrip()
    events = [event for event in facts.selection.events if event.id in finding.records]
    filter_phrases = list_filter_phrases(filters, story, i18n, events)
    phrases = [count_text, format_dates(filters, i18n), *filter_phrases]
    return i18n.t("Shown: {parts}.", parts=", ".join(phrases))
