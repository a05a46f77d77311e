"""What an address holds that cannot be used, in words."""

from __future__ import annotations

from typing import Final

from components.i18n import N_, I18n
from components.i18n.code_names import voice_names
from components.presentation.context import Context
from components.query.filters import Filters
from components.query.view import Notice

MOST_LISTED: Final = 12

REASONS: Final = {
    "step": N_("{parameter}: “{value}” is not a step of this lesson. Allowed: {allowed}."),
    "unknown": N_("{parameter}: “{value}” is not known here. Allowed: {allowed}."),
    "more": N_("{parameter}: {value} more values are not known here."),
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


def notice_text(notice: Notice, i18n: I18n) -> str:
    """One notice as a sentence; a long list of what is allowed is cut, and says so."""
    allowed = ", ".join(notice.allowed[:MOST_LISTED]) or "–"
    if len(notice.allowed) > MOST_LISTED:
        allowed = i18n.t("{some} and others", some=allowed)
    return i18n.t(
        REASONS[notice.reason], parameter=notice.parameter, value=notice.value, allowed=allowed
    )


def known_line(ctx: Context) -> str:
    """How many records the day of knowledge hides; empty where no day is asked for."""
    filters, shown, i18n = ctx.view.filters, ctx.selection, ctx.i18n
    if filters.published_by is None:
        return ""
    return i18n.t(
        "As published by {date}; later items hidden: {events} of {all_events} events and "
        "{claims} of {all_claims} claims.",
        date=i18n.day(filters.published_by),
        events=i18n.number(shown.hidden_events),
        all_events=i18n.number(shown.events_total),
        claims=i18n.number(shown.hidden_claims),
        all_claims=i18n.number(shown.claims_total),
    )


def voices_line(ctx: Context) -> str:
    """How many records of the whole story go with the voices left out; empty where none is."""
    filters, i18n = ctx.view.filters, ctx.i18n
    if not filters.excluded_voices:
        return ""
    names = voice_names(ctx.dataset, i18n)
    left = ctx.story.selection(Filters(excluded_voices=filters.excluded_voices))
    events, claims = left.events_total - len(left.events), left.claims_total - len(left.claims)
    return i18n.t(
        "Hidden: {voices}. Of the whole story this leaves out {events} and {claims}, and other "
        "events may lose their exact day.",
        voices=i18n.list(n for v, n in names.items() if v in filters.excluded_voices),
        events=i18n.n("{count} event", "{count} events", events),
        claims=i18n.n("{count} claim", "{count} claims", claims),
    )
