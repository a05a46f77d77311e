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
from components.query.filters import FilterName, Filters
from components.query.view_facts import ViewFacts

#: A longer headline gives only the number of events: the filters are shown above it.
LONGEST_HEADLINE_CHARACTERS: Final = 110
FILTER_LABELS: Final[dict[FilterName, str]] = {
    "dates": N_("dates"),
    "certain": N_("events that certainly fall in the dates"),
    "known": N_("what had been published by that day"),
    "regions": N_("regions"),
    "categories": N_("kinds of event"),
    "sources": N_("sources"),
    "voices": N_("voices"),
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


def list_filter_phrases(filters: Filters, story: LoadedStory, i18n: I18n) -> list[str]:
    """Return a phrase for every filter but the dates: "in Guajira", "of the kind “Protest”".

    Parameters
    ----------
    filters
        The filters.
    story
        The story, whose names are used.
    i18n
        The reader's language.
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
        source_names: list[str] = []
        for source_id in filters.sources:
            source = data.sources[source_id]
            source_names.append(i18n.source_label(source))
        sources = i18n.format_list(source_names)
        phrases.append(i18n.t("cited from {sources}", sources=sources))
    if filters.voices:
        # Within a sentence the name of a voice is between « » in Spanish.
        voice_names = [i18n.term_name("voices", voice_id) for voice_id in filters.voices]
        voices = _format_quoted_names(voice_names, i18n)
        phrases.append(i18n.t("said by {voices}", voices=voices))
    if filters.excluded_voices:
        voice_names = [i18n.term_name("voices", voice_id) for voice_id in filters.excluded_voices]
        voices = _format_quoted_names(voice_names, i18n)
        phrases.append(i18n.t("without {voices}", voices=voices))
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


def _format_quoted_names(names: Iterable[str], i18n: I18n) -> str:
    quoted_names = [i18n.t("{name}", name=name) for name in names]
    return i18n.format_list(quoted_names)


def list_restrictions(filters: Filters, story: LoadedStory, i18n: I18n) -> list[str]:
    """Return a phrase for every filter, the dates first where any are asked for.

    Parameters
    ----------
    filters
        The filters.
    story
        The story, whose names are used.
    i18n
        The reader's language.
    """
    phrases = list_filter_phrases(filters, story, i18n)
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
    filter_phrases = list_filter_phrases(filters, story, i18n)
    phrases = [count_text, format_dates(filters, i18n), *filter_phrases]
    return i18n.t("Shown: {parts}.", parts=", ".join(phrases))
