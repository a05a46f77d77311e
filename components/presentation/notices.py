"""Notices above a page: what was dropped from its address, and what its view hides."""

from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import urlencode

from components.i18n import N_, I18n
from components.loading.loaded_story import LoadedStory
from components.presentation.finding_texts import format_event_share
from components.presentation.pages import WHOLE_STORY_PAGES
from components.presentation.view_links import LinkBase
from components.query.address_parser import Notice
from components.query.filters import Filters
from components.query.view import View, write_view
from components.query.view_facts import ViewFacts

#: Allowed values that a notice lists; the rest is "and others".
MOST_LISTED: Final = 12
NOTICE_TEXTS: Final = {
    "step": N_("{parameter}: “{value}” is not a step of this lesson. Allowed: {allowed}."),
    "unknown": N_("{parameter}: “{value}” is not known here. Allowed: {allowed}."),
    "date": N_("{parameter}: “{value}” is not a date. Write it like {allowed}."),
    "look": N_("{parameter}: “{value}” is no place on the map. Write it like {allowed}."),
    "reversed": N_("The first date came after the last ({value}); they were swapped."),
    "beyond": N_("{parameter}: {value} lies outside this story; {allowed} is used."),
    "nearest": N_("{parameter}: {value} lies outside the chosen days; {allowed} is used."),
    "repeated": N_(
        "{parameter}: only one value is allowed; {allowed} is used, and {value} is left out."
    ),
    "too_long": N_("{parameter}: “{value}” is too long. At most {allowed} characters were used."),
    "table": N_("{parameter}: “{value}” does not apply to a table of events and is left out."),
    "retired": N_("{parameter}: “{value}” is no longer used and changes nothing."),
    "number": N_("{parameter}: “{value}” is not the number of a page. Write it like {allowed}."),
}


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


def old_version_notice(story: LoadedStory, view: View, i18n: I18n) -> str:
    """Return which old version is shown; empty for the present one."""
    shown_version = view.version
    present_version = story.versions[0]
    if shown_version is None or shown_version == present_version:
        return ""
    return i18n.t(
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
        shown=shown_version,
        present=present_version,
    )


def _late_records_notice(facts: ViewFacts, i18n: I18n) -> str:
    """Return how much the day of knowledge hides; empty without such a day."""
    published_by = facts.filters.published_by
    if not published_by:
        return ""
    selection = facts.selection
    hidden_events = i18n.format_number(selection.hidden_events)
    claims_text = i18n.n("{count} claim", "{count} claims", selection.claims_total)
    return i18n.t(
        "As published by {date}; later items hidden: {events} and {claims}.",
        date=i18n.format_day(published_by),
        events=format_event_share(hidden_events, selection.events_total, i18n),
        claims=i18n.t("{shown} of {rows}", shown=selection.hidden_claims, rows=claims_text),
    )


def _hidden_voices_notice(filters: Filters, story: LoadedStory, i18n: I18n) -> str:
    """Return how much of the whole story the hidden voices leave out; empty without any."""
    excluded_voices = filters.excluded_voices
    if not excluded_voices:
        return ""
    selection = story.selection(Filters(excluded_voices=excluded_voices))
    hidden_events = selection.events_total - len(selection.events)
    hidden_claims = selection.claims_total - len(selection.claims)
    voice_names = [i18n.term_name("voices", voice) for voice in excluded_voices]
    left_out = i18n.t(
        "Hidden kinds of voice: {voices}. Of the whole story this leaves out {events} and "
        "{claims}, and other events may lose their exact day.",
        voices=i18n.format_list(voice_names),
        events=i18n.n("{count} event", "{count} events", hidden_events),
        claims=i18n.n("{count} claim", "{count} claims", hidden_claims),
    )
    kept = i18n.t("Events that others report stay, also those that tell what is said.")
    return f"{left_out} {kept}"


def _chosen_voices_notice(filters: Filters, story: LoadedStory, i18n: I18n) -> str:
    """Return how much of the whole story the voices shown alone say; empty without any."""
    if not filters.voices:
        return ""
    selection = story.selection(Filters(voices=filters.voices))
    voice_names = [i18n.term_name("voices", voice) for voice in filters.voices]
    return i18n.t(
        "Shown alone: {voices}. Of the whole story these are {claims}, whoever printed them, and "
        "{events} on which such voices speak.",
        voices=i18n.format_list(voice_names),
        claims=i18n.n("{count} claim", "{count} claims", len(selection.claims)),
        events=i18n.n("{count} event", "{count} events", len(selection.events)),
    )


class HiddenNotice(NamedTuple):
    """A notice on hidden records, with the link that shows them."""

    text: str
    #: This page without the parameters that hide them.
    address: str
    #: These parameters as a query without values, for whatever address the browser has then.
    dropped_params: str
    link_text: str


def list_hidden_notices(
    facts: ViewFacts, story: LoadedStory, i18n: I18n, link_base: LinkBase
) -> list[HiddenNotice]:
    """Return notices on what an old version, a day of knowledge and the voices leave out."""
    params = write_view(replace(link_base.view, lang=i18n.language))
    candidates = (
        (
            old_version_notice(story, link_base.view, i18n),
            ("v",),
            i18n.t("Show the present version"),
        ),
        (_late_records_notice(facts, i18n), ("known", "page"), i18n.t("Show everything")),
        (
            _chosen_voices_notice(facts.filters, story, i18n),
            ("voice", "page"),
            i18n.t("Show all kinds of voice"),
        ),
        (
            _hidden_voices_notice(facts.filters, story, i18n),
            ("without", "page"),
            i18n.t("Show all kinds of voice"),
        ),
    )
    notices: list[HiddenNotice] = []
    for notice_text, dropped_names, link_text in candidates:
        # A page that tells the whole story hides nothing of it, but has the records of a version.
        is_of_page = link_base.slug not in WHOLE_STORY_PAGES or "v" in dropped_names
        if not notice_text or not is_of_page:
            continue
        kept_params = {
            param_name: params[param_name]
            for param_name in params
            if param_name not in dropped_names
        }
        link_address = f"./{link_base.slug}?{urlencode(kept_params, doseq=True)}"
        dropped_params = "&".join(f"{param_name}=" for param_name in dropped_names)
        notices.append(HiddenNotice(notice_text, link_address, dropped_params, link_text))
    return notices
