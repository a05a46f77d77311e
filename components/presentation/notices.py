"""The filters of a view in words, notices on what is dropped or hidden, and empty states."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from components.citing.quotation import FigureSentence
from components.i18n import N_, I18n
from components.presentation.cited import find_dispute, has_single_source
from components.presentation.context import Context, QueryFailed
from components.presentation.markup import render
from components.query.address_parser import Notice
from components.query.figures import CountTable
from components.query.filters import MOST_INDEXED, FilterName, Filters
from components.query.search import SearchIndex
from components.query.view import View, write_view

#: A longer headline gives only the number of events: the filters are shown above it.
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
#: Allowed values that a notice lists; the rest is "and others".
MOST_LISTED: Final = 12
NOTICE_TEXTS: Final = {
    "step": N_("{parameter}: “{value}” is not a step of this lesson. Allowed: {allowed}."),
    "unknown": N_("{parameter}: “{value}” is not known here. Allowed: {allowed}."),
    "date": N_("{parameter}: “{value}” is not a date. Write it like {allowed}."),
    "look": N_("{parameter}: “{value}” is no place on the map. Write it like {allowed}."),
    "reversed": N_("The first date came after the last ({value}); they were swapped."),
    "beyond": N_("{parameter}: {value} lies outside this story; {allowed} is used."),
    "repeated": N_(
        "{parameter}: only one value is allowed; {allowed} is used, and {value} is left out."
    ),
    "too_long": N_("{parameter}: “{value}” is too long. At most {allowed} characters were used."),
    "table": N_("{parameter}: “{value}” does not apply to a table of events and is left out."),
    "retired": N_("{parameter}: “{value}” is no longer used and changes nothing."),
    "number": N_("{parameter}: “{value}” is not the number of a page. Write it like {allowed}."),
}

#: The headline of a view without events.
NOTHING_FITS: Final = N_("No event in the story fits this view")


# The filters in words -----------------------------------------------------------------------------
def format_dates(view: View, i18n: I18n) -> str:
    """Format the dates that a view asks for: "22–23 February 2019", "from 1 March"."""
    start_day = view.filters.start
    end_day = view.filters.end
    if start_day and end_day:
        if start_day == end_day:
            return i18n.format_day(start_day)
        return i18n.format_date(f"{start_day}/{end_day}")
    if start_day:
        return i18n.t("from {date}", date=i18n.format_day(start_day))
    if end_day:
        return i18n.t("until {date}", date=i18n.format_day(end_day))
    return i18n.t("the days of the story")


def list_filter_phrases(ctx: Context) -> list[str]:
    """Return a phrase for every filter but the dates: "in Guajira", "of the kind Protest"."""
    filters = ctx.view.filters
    i18n = ctx.i18n
    data = ctx.dataset
    phrases: list[str] = []
    if filters.regions:
        labels = [i18n.localize(data.regions[value_id], "label") for value_id in filters.regions]
        phrases.append(i18n.t("in {places}", places=i18n.format_list(labels)))
    # Within a sentence the name of a kind or a voice is between « » in Spanish.
    if filters.categories:
        kind_names = [ctx.kind_names[value_id] for value_id in filters.categories]
        phrases.append(i18n.t("of the kind {kinds}", kinds=_format_quoted_names(kind_names, i18n)))
    if filters.sources:
        names = i18n.format_list(
            i18n.source_label(data.sources[value_id]) for value_id in filters.sources
        )
        phrases.append(i18n.t("cited from {sources}", sources=names))
    if filters.excluded_voices:
        voice_names = [i18n.term_name("voices", value_id) for value_id in filters.excluded_voices]
        phrases.append(i18n.t("without {voices}", voices=_format_quoted_names(voice_names, i18n)))
    if filters.published_by:
        day_text = i18n.format_day(filters.published_by)
        phrases.append(i18n.t("as published by {date}", date=day_text))
    if filters.documents_only:
        phrases.append(i18n.t("in the documents alone"))
    if filters.text:
        message = N_("with the words “{words}”")
        # Very many events are searched for the text as it is typed, without other forms.
        if ctx.story.table or len(data.events) > MOST_INDEXED:
            message = N_("with “{words}” as it is written, in no other form")
        phrases.append(i18n.t(message, words=filters.text))
    return phrases


def _format_quoted_names(names: Iterable[str], i18n: I18n) -> str:
    return i18n.format_list(i18n.t("{name}", name=name) for name in names)


def list_restrictions(ctx: Context) -> list[str]:
    """Return a phrase for every filter, the dates first where any are asked for."""
    filters = ctx.view.filters
    phrases = list_filter_phrases(ctx)
    if filters.start or filters.end:
        phrases.insert(0, format_dates(ctx.view, ctx.i18n))
    return phrases


def format_event_share(shown: str, total: int, i18n: I18n) -> str:
    """Format how many of the events are shown: "12 of 43 events"."""
    total_text = i18n.n("{count} event", "{count} events", total)
    return i18n.t("{shown} of {rows}", shown=shown, rows=total_text)


def format_certainty(ctx: Context, event_ids: Collection[str]) -> str:
    """Format how many of some events are certainly in the dates asked for; empty if all are."""
    filters = ctx.view.filters
    if not (filters.start or filters.end):
        return ""
    certain_count = 0
    for event_id in event_ids:
        if event_id in ctx.selection.certain:
            certain_count += 1
    if certain_count == len(event_ids):
        return ""
    return ctx.i18n.t(
        "({certain} certainly in these dates, {possible} possibly)",
        certain=certain_count,
        possible=len(event_ids) - certain_count,
    )


def view_sentence(ctx: Context, placed_event_ids: Collection[str] | None = None) -> str:
    """Return the sentence that says what is shown, as "Shown: 12 of 34 events, in Guajira" does.

    Parameters
    ----------
    ctx
        The view.
    placed_event_ids
        In a picture of places, the events whose places are drawn: they are counted instead.

    Returns
    -------
    str
        A sentence; why a table was not counted if its query failed.
    """
    i18n = ctx.i18n
    count = ctx.event_count
    if isinstance(count, QueryFailed):
        return count.message
    event_total = ctx.selection.events_total
    if ctx.story.table:
        event_total = ctx.table.about.shown
    # A table has no event in memory, so none that may fall in the dates.
    event_ids = [event.id for event in ctx.selection.events]
    if placed_event_ids is None:
        count_text = format_event_share(i18n.format_number(count), event_total, i18n)
    else:
        event_ids = [event_id for event_id in event_ids if event_id in placed_event_ids]
        count_text = i18n.n(
            "the place of {count} of {total} events",
            "the places of {count} of {total} events",
            len(placed_event_ids),
            total=event_total,
        )
    count_text = f"{count_text} {format_certainty(ctx, event_ids)}".rstrip()
    phrases = [count_text, format_dates(ctx.view, i18n), *list_filter_phrases(ctx)]
    return i18n.t("Shown: {parts}.", parts=", ".join(phrases))


# Notices ------------------------------------------------------------------------------------------
def format_notice(notice: Notice, i18n: I18n) -> str:
    """Format a notice as a sentence; a long list of what is allowed is cut, and says so."""
    if notice.reason == "more":
        return i18n.n(
            "{parameter}: {count} more value is not known here.",
            "{parameter}: {count} more values are not known here.",
            int(notice.value),
            parameter=notice.parameter,
        )
    allowed = ", ".join(notice.allowed[:MOST_LISTED]) or "–"
    if len(notice.allowed) > MOST_LISTED:
        allowed = i18n.t("{some} and others", some=allowed)
    return i18n.t(
        NOTICE_TEXTS[notice.reason],
        parameter=notice.parameter,
        value=notice.value,
        allowed=allowed,
    )


def old_version_notice(ctx: Context) -> str:
    """Return which old version is shown; empty for the present one."""
    shown_version = ctx.view.version
    present_version = ctx.story.versions[0]
    if shown_version is None or shown_version == present_version:
        return ""
    return ctx.i18n.t(
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
        shown=shown_version,
        present=present_version,
    )


def _late_records_notice(ctx: Context) -> str:
    """Return how much the day of knowledge hides; empty without such a day."""
    published_by = ctx.view.filters.published_by
    if not published_by:
        return ""
    i18n = ctx.i18n
    selection = ctx.selection
    hidden_events = i18n.format_number(selection.hidden_events)
    claims_text = i18n.n("{count} claim", "{count} claims", selection.claims_total)
    return i18n.t(
        "As published by {date}; later items hidden: {events} and {claims}.",
        date=i18n.format_day(published_by),
        events=format_event_share(hidden_events, selection.events_total, i18n),
        claims=i18n.t("{shown} of {rows}", shown=selection.hidden_claims, rows=claims_text),
    )


def _hidden_voices_notice(ctx: Context) -> str:
    """Return how much of the whole story the hidden voices leave out; empty without any."""
    excluded_voices = ctx.view.filters.excluded_voices
    if not excluded_voices:
        return ""
    i18n = ctx.i18n
    selection = ctx.story.selection(Filters(excluded_voices=excluded_voices))
    hidden_events = selection.events_total - len(selection.events)
    hidden_claims = selection.claims_total - len(selection.claims)
    voice_names = [i18n.term_name("voices", voice) for voice in excluded_voices]
    return i18n.t(
        "Hidden: {voices}. Of the whole story this leaves out {events} and {claims}, and other "
        "events may lose their exact day.",
        voices=i18n.format_list(voice_names),
        events=i18n.n("{count} event", "{count} events", hidden_events),
        claims=i18n.n("{count} claim", "{count} claims", hidden_claims),
    )


class HiddenNotice(NamedTuple):
    """A notice on hidden records, with the link that shows them."""

    text: str
    #: This page without the parameters that hide them.
    address: str
    #: These parameters as a query without values, for whatever address the browser has then.
    dropped_params: str
    link_text: str


def list_hidden_notices(ctx: Context) -> list[HiddenNotice]:
    """Return notices on what an old version, a day of knowledge and hidden voices leave out."""
    i18n = ctx.i18n
    params = write_view(replace(ctx.view, lang=i18n.language))
    candidates = (
        (old_version_notice(ctx), ("v",), i18n.t("Show the present version")),
        (_late_records_notice(ctx), ("known", "page"), i18n.t("Show everything")),
        (_hidden_voices_notice(ctx), ("without", "page"), i18n.t("Show all voices")),
    )
    notices: list[HiddenNotice] = []
    for notice_text, dropped_names, link_text in candidates:
        if not notice_text:
            continue
        kept_params = {
            param_name: params[param_name]
            for param_name in params
            if param_name not in dropped_names
        }
        link_address = f"./{ctx.slug}?{urlencode(kept_params, doseq=True)}"
        dropped_params = "&".join(f"{param_name}=" for param_name in dropped_names)
        notices.append(HiddenNotice(notice_text, link_address, dropped_params, link_text))
    return notices


def render_quote_caveat(item: FigureSentence, ctx: Context) -> str:
    """Render what belongs to a sentence that is quoted: how its date is known, its claim's marks.

    Returns
    -------
    str
        HTML; empty where the date is stated and nothing marks the claim.
    """
    i18n = ctx.i18n
    event = item.event
    date_notes: list[str] = []
    if event and event.date_basis == "inferred":
        date_notes.append(i18n.localize(event, "date_note"))
    else:
        for claim in item.claims:
            if claim.as_of and claim.as_of_basis == "inferred":
                date_note = i18n.localize(claim, "as_of_note")
                if date_note not in date_notes:
                    date_notes.append(date_note)
    date_note_text = ""
    if date_notes:
        date_note_text = i18n.t("Date inferred: {note}", note=" ".join(date_notes))
    single_claim = None
    has_marks = False
    if len(item.claims) == 1:
        single_claim = item.claims[0]
        has_marks = bool(find_dispute(single_claim, ctx)) or has_single_source([single_claim], ctx)
    if not date_note_text and not has_marks:
        return ""
    return render("cite_view_caveat.html", i18n, ctx=ctx, note=date_note_text, claim=single_claim)


# Links to other views -----------------------------------------------------------------------------
class ViewChange(NamedTuple):
    """A link to a changed view."""

    label: str
    #: Fields of the view to set.
    changes: dict[str, Any]


class CountedChange(NamedTuple):
    """A link to a changed view, with how many records that shows."""

    record_count: int
    label: str
    changes: dict[str, Any]


class ViewChoice(NamedTuple):
    """A link that chooses a value of a field of the view."""

    address: str
    label: str
    is_chosen: bool


def view_address(ctx: Context, **changes: Any) -> str:
    """Return the address of the same page with another view, its language always named."""
    params = write_view(replace(ctx.view, lang=ctx.i18n.language, **changes))
    return f"./{ctx.slug}?{urlencode(params, doseq=True)}"


def list_choices(
    ctx: Context, field_name: str, options: Mapping[Any, str], **other_changes: Any
) -> list[ViewChoice]:
    """Return links that choose a value of a field of the view.

    Parameters
    ----------
    ctx
        The view.
    field_name
        A field of the view; the first option is chosen where it is empty.
    options
        The values with their labels.
    other_changes
        Fields that each choice sets besides.
    """
    present_value = getattr(ctx.view, field_name) or next(iter(options))
    choices: list[ViewChoice] = []
    for option_value, value_label in options.items():
        link_address = view_address(ctx, **other_changes, **{field_name: option_value})
        choices.append(ViewChoice(link_address, value_label, option_value == present_value))
    return choices


# Empty states -------------------------------------------------------------------------------------
def empty_state_actions(
    ctx: Context,
    count_records: Callable[[Filters], int],
    format_count: Callable[[int], str],
    page_changes: Iterable[CountedChange] = (),
) -> tuple[ViewChange, ...]:
    """Return the links out of a view that shows nothing.

    These are the names of the story that are nearest to the words searched; then the view without
    each filter or with a change of the page, those that show the most records first, without those
    that show none; and last the view without any filter.

    Parameters
    ----------
    ctx
        The view.
    count_records
        Called with filters: how many records they show.
    format_count
        Called with a number of records: the number in words.
    page_changes
        Other changes that the page offers.
    """
    i18n = ctx.i18n
    filters = ctx.view.filters
    candidates = _suggest_spellings(ctx, count_records)
    lifted = list(page_changes)
    for filter_name in filters.list_active():
        fewer_filters = filters.without_filter(filter_name)
        changes = {"filters": fewer_filters, "page": 1}
        lifted.append(
            CountedChange(count_records(fewer_filters), _lift_label(filter_name, i18n), changes)
        )
    lifted.sort(key=lambda change: change.record_count, reverse=True)
    candidates += lifted
    actions: list[ViewChange] = []
    for record_count, label, changes in candidates:
        if record_count:
            actions.append(ViewChange(f"{label}: {format_count(record_count)}", changes))
    actions.append(ViewChange(i18n.t("Clear all filters"), {"filters": Filters(), "page": 1}))
    return tuple(actions)


def _suggest_spellings(
    ctx: Context, count_records: Callable[[Filters], int]
) -> list[CountedChange]:
    """Return the view with each name of the story that is nearest to the words searched."""
    filters = ctx.view.filters
    if not filters.text:
        return []
    question = ctx.i18n.t("Did you mean …?")
    suggestions: list[CountedChange] = []
    for nearest_text in ctx.dataset.memoize(SearchIndex).suggest_queries(filters.text):
        other_filters = replace(filters, text=nearest_text)
        label = f"{question} {other_filters.text}"
        changes = {"filters": other_filters}
        suggestions.append(CountedChange(count_records(other_filters), label, changes))
    return suggestions


def _lift_label(filter_name: FilterName, i18n: I18n) -> str:
    return i18n.t("Remove the filter on {what}", what=i18n.t(FILTER_LABELS[filter_name]))


class EmptyState(NamedTuple):
    """What to do where nothing fits."""

    text: str
    actions: tuple[ViewChange, ...]


def _count_events(ctx: Context, filters: Filters) -> int:
    return len(ctx.story.selection(filters).events)


def _format_event_count(i18n: I18n, count: int) -> str:
    return i18n.n("{count} event", "{count} events", count)


def no_events_actions(ctx: Context) -> EmptyState:
    """Return what to do where no event fits, with the links out of the view."""
    i18n = ctx.i18n
    count_events = partial(_count_events, ctx)
    actions = empty_state_actions(ctx, count_events, partial(_format_event_count, i18n))
    if len(actions) == 1:
        text = i18n.t("No single filter is the cause: clear them all to start again.")
    else:
        text = i18n.t("Take one filter away to see events again:")
    return EmptyState(text, actions)


def render_no_events(ctx: Context) -> Markup:
    """Render what to do where no event fits, with links."""
    text, actions = no_events_actions(ctx)
    links = [(view_address(ctx, **changes), label) for label, changes in actions]
    return render("way_back.html", ctx.i18n, words=text, links=links)


# Records that filters hide ------------------------------------------------------------------------
def render_hidden_counts(table: CountTable, day_keys: Collection[str], ctx: Context) -> Markup:
    """Render the regions whose counts of some days the filters leave out; empty without any."""
    region_names: list[str] = []
    claim_ids: set[str] = set()
    for row in table.rows:
        if row.left_out.keys().isdisjoint(day_keys):
            continue
        region_names.append(ctx.i18n.localize(row.region, "label"))
        claim_ids.update(claim.id for claim in row.left_out.values())
    names_text = ctx.i18n.format_list(region_names)
    notice_text = ctx.i18n.t("Left out by your filters: {names}.", names=names_text)
    return render_hidden_records(notice_text, claim_ids, ctx, replace(ctx.view.filters, regions=()))


def render_hidden_records(
    text: str, record_ids: Collection[str], ctx: Context, base_filters: Filters | None = None
) -> Markup:
    """Render a notice on records that filters hide, with links that remove such a filter.

    Parameters
    ----------
    text
        What is hidden.
    record_ids
        The hidden events and claims; without any the result is empty.
    ctx
        The view.
    base_filters
        The filters to try to remove, in place of all of the view's.
    """
    if not record_ids:
        return Markup()
    i18n = ctx.i18n
    filters = ctx.view.filters
    tried_filters = base_filters or filters
    links: list[tuple[str, str]] = []
    for filter_name in tried_filters.list_active():
        selection = ctx.story.selection(tried_filters.without_filter(filter_name))
        shown_ids = {event.id for event in selection.events}
        shown_ids.update(claim.id for claim in selection.claims)
        if not shown_ids.isdisjoint(record_ids):
            link_address = view_address(ctx, filters=filters.without_filter(filter_name))
            links.append((link_address, _lift_label(filter_name, i18n)))
    if not links:
        links.append((view_address(ctx, filters=Filters()), i18n.t("Clear all filters")))
    return render("left_out.html", i18n, words=text, links=links)
