"""The sentence that says what is shown: filters, dates and counts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from components.i18n import N_, I18n
from components.presentation.context import Context
from components.presentation.table_answers import Missing, shown_count, story_table
from components.query.filters import MOST_INDEXED, FilterName
from components.query.view import View

#: A headline that would be longer says how much is shown alone: the filters stand above it.
LONGEST_HEADLINE_CHARACTERS: Final = 110
FILTER_LABELS: Final[dict[FilterName, str]] = {
    "dates": N_("dates"),
    "certain": N_("events that certainly fall in the dates"),
    "known": N_("what had been published by that day"),
    "regions": N_("regions"),
    "categories": N_("kinds of event"),
    "sources": N_("sources"),
    "voices": N_("hidden voices"),
    "tier": N_("the documents alone"),
    "text": N_("the words searched"),
}


def dates_words(view: View, i18n: I18n) -> str:
    """The dates shown."""
    start, end = view.filters.start, view.filters.end
    if start and end:
        return i18n.date(f"{start}/{end}") if start != end else i18n.day(start)
    if start:
        return i18n.t("from {date}", date=i18n.day(start))
    if end:
        return i18n.t("until {date}", date=i18n.day(end))
    return i18n.t("the days of the story")


def in_running_text(name: str, i18n: I18n) -> str:
    """The name of a kind or a voice within a sentence: in Spanish each stands in « »."""
    return i18n.t("{name}", name=name)


def filter_phrases(ctx: Context) -> list[str]:
    """Every filter but the dates, in words."""
    filters, i18n, data = ctx.view.filters, ctx.i18n, ctx.dataset
    parts = []
    if filters.regions:
        names = i18n.list(i18n.of(data.regions[r], "label") for r in filters.regions)
        parts.append(i18n.t("in {places}", places=names))
    if filters.categories:
        names = i18n.list(in_running_text(ctx.kinds[key], i18n) for key in filters.categories)
        parts.append(i18n.t("of the kind {kinds}", kinds=names))
    if filters.sources:
        names = i18n.list(i18n.source(data.sources[s]) for s in filters.sources)
        parts.append(i18n.t("cited from {sources}", sources=names))
    if filters.excluded_voices:
        hidden = (i18n.called("voices", key) for key in filters.excluded_voices)
        names = i18n.list(in_running_text(name, i18n) for name in hidden)
        parts.append(i18n.t("without {voices}", voices=names))
    if filters.published_by:
        parts.append(i18n.t("as published by {date}", date=i18n.day(filters.published_by)))
    if filters.documents_only:
        parts.append(i18n.t("in the documents alone"))
    if filters.text:
        # Of very many events, only what is written just so is found.
        if ctx.story.table or len(data.events) > MOST_INDEXED:
            text = i18n.t("with “{words}” as it is written, in no other form", words=filters.text)
        else:
            text = i18n.t("with the words “{words}”", words=filters.text)
        parts.append(text)
    return parts


def restrictions(ctx: Context) -> list[str]:
    """Every filter in words, the dates first where any are asked for."""
    asked = ctx.view.filters
    dates = [dates_words(ctx.view, ctx.i18n)] if asked.start or asked.end else []
    return [*dates, *filter_phrases(ctx)]


def shortest(said: str, alone: str) -> str:
    """A headline with its filters; ``alone``, without them, where that would be too long."""
    return said if len(said) <= LONGEST_HEADLINE_CHARACTERS else alone


def events_of(shown: str, total: int, i18n: I18n) -> str:
    """So many of the events: "12 of 43 events"."""
    rows = i18n.n("{count} event", "{count} events", total)
    return i18n.t("{shown} of {rows}", shown=shown, rows=rows)


def sentence(ctx: Context, of: Collection[str] | None = None) -> str:
    """What is shown: "12 of 34 events, 22–23 February 2019, in Guajira".

    Of a picture of places, ``of`` are the ids of the events whose places are drawn.
    """
    i18n, shown, filters = ctx.i18n, ctx.selection, ctx.view.filters
    if ctx.story.table:
        count = shown_count(ctx)
        if isinstance(count, Missing):
            return count
        counted = events_of(i18n.number(count), story_table(ctx.story).about.shown, i18n)
        parts = [counted, dates_words(ctx.view, i18n), *filter_phrases(ctx)]
        return i18n.t("Shown: {parts}.", parts=", ".join(parts))
    ids = [event.id for event in shown.events if of is None or event.id in of]
    counted = events_of(i18n.number(len(shown.events)), shown.events_total, i18n)
    if of is not None:
        counted = i18n.n(
            "the place of {count} of {total} events",
            "the places of {count} of {total} events",
            len(of),
            total=i18n.number(shown.events_total),
        )
    certain = sum(key in shown.certain for key in ids)
    if (filters.start or filters.end) and certain < len(ids):
        counted += " " + i18n.t(
            "({certain} certainly in these dates, {possible} possibly)",
            certain=i18n.number(certain),
            possible=i18n.number(len(ids) - certain),
        )
    parts = [counted, dates_words(ctx.view, i18n), *filter_phrases(ctx)]
    return i18n.t("Shown: {parts}.", parts=", ".join(parts))
