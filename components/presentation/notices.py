"""What is said about a view: what of its address is not used, what it leaves out, and ways back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.i18n import N_, I18n
from components.i18n.names import voice_names
from components.presentation.context import Context
from components.presentation.markup import filled
from components.presentation.sentence import FILTER_LABELS, events_of
from components.query.figures import CountTable
from components.query.filters import FilterName, Filters, relaxed_counts
from components.query.search import Index
from components.query.view import Notice, write_view

MOST_LISTED: Final = 12

REASONS: Final = {
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


def notice_text(notice: Notice, i18n: I18n) -> str:
    """One notice as a sentence; a long list of what is allowed is cut, and says so."""
    allowed = ", ".join(notice.allowed[:MOST_LISTED]) or "–"
    if len(notice.allowed) > MOST_LISTED:
        allowed = i18n.t("{some} and others", some=allowed)
    if notice.reason == "more":
        return i18n.n(
            "{parameter}: {count} more value is not known here.",
            "{parameter}: {count} more values are not known here.",
            int(notice.value),
            parameter=notice.parameter,
        )
    return i18n.t(
        REASONS[notice.reason], parameter=notice.parameter, value=notice.value, allowed=allowed
    )


def known_line(ctx: Context) -> str:
    """How many records the day of knowledge hides; empty where no day is asked for."""
    filters, shown, i18n = ctx.view.filters, ctx.selection, ctx.i18n
    if filters.published_by is None:
        return ""
    return i18n.t(
        "As published by {date}; later items hidden: {events} and {claims}.",
        date=i18n.day(filters.published_by),
        events=events_of(i18n.number(shown.hidden_events), shown.events_total, i18n),
        claims=i18n.t(
            "{shown} of {rows}",
            shown=i18n.number(shown.hidden_claims),
            rows=i18n.n("{count} claim", "{count} claims", shown.claims_total),
        ),
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


def old_version(ctx: Context) -> str:
    """Which old version is shown, in words; empty for the present one."""
    shown, present = ctx.view.version, ctx.story.versions[0]
    if shown is None or shown == present:
        return ""
    return ctx.i18n.t(
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
        shown=shown,
        present=present,
    )


# Ways to other views ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """One way out of a view: what it is called, and what it changes in the view."""

    label: str
    changes: dict[str, Any]


def hidden_lines(ctx: Context) -> list[tuple[str, str, str, str]]:
    """What an old version, a day and voices left out hide, each with the way back.

    That is an address, what it changes in whatever address the browser has then, and its words.
    """
    t, params = ctx.i18n.t, write_view(replace(ctx.view, lang=ctx.i18n.language))
    lines = (
        (old_version(ctx), ("v",), t("Show the present version")),
        (known_line(ctx), ("known", "page"), t("Show everything")),
        (voices_line(ctx), ("without", "page"), t("Show all voices")),
    )
    found = []
    for said, names, way in lines:
        kept = urlencode({n: value for n, value in params.items() if n not in names}, doseq=True)
        if said:
            found.append((said, f"./{ctx.slug}?{kept}", "&".join(f"{n}=" for n in names), way))
    return found


def current_address(ctx: Context, **changes: Any) -> str:
    """The address of the same page with another view, its language always named."""
    params = write_view(replace(ctx.view, lang=ctx.i18n.language, **changes))
    return f"./{ctx.slug}?{urlencode(params, doseq=True)}"


def likely_spellings(ctx: Context) -> list[Way]:
    """The view with each name of the story that the words typed are nearest to."""
    filters, asks = ctx.view.filters, ctx.i18n.t("Did you mean …?")
    near = ctx.dataset.once(Index).nearest(filters.text, ctx.dataset) if filters.text else ()
    return [Way(f"{asks} {text}", {"filters": replace(filters, text=text)}) for text in near]


def ways_out(
    ctx: Context,
    spelt: Iterable[Way],
    lifted: Iterable[tuple[FilterName, int]],
    counted: Callable[[int], str],
    choices: Iterable[tuple[int, str, dict[str, Any]]] = (),
) -> tuple[Way, ...]:
    """The ways out of a view that holds nothing, those that show the most first.

    ``spelt`` are likely spellings that show something, ``lifted`` how many records the end of each
    filter would show, ``counted`` says so many in words; ``choices`` are what else the page lets
    go: how many records that shows, what it is called, and what it changes.
    """
    i18n, asked = ctx.i18n, ctx.view.filters
    found = [*choices]
    for name, count in lifted:
        label = i18n.t("Remove the filter on {what}", what=i18n.t(FILTER_LABELS[name]))
        found.append((count, label, {"filters": asked.without_filter(name), "page": 1}))
    found.sort(key=lambda way: -way[0])
    ways = (Way(f"{label}: {counted(count)}", changes) for count, label, changes in found if count)
    return (*spelt, *ways, Way(i18n.t("Clear all filters"), {"filters": Filters(), "page": 1}))


def ways_to_events(ctx: Context) -> tuple[Way, ...]:
    """The ways out of a view without events."""
    return ways_out(
        ctx,
        likely_spellings(ctx),
        relaxed_counts(ctx.dataset, ctx.view.filters),
        lambda count: ctx.i18n.n("{count} event", "{count} events", count),
    )


def nothing_fits(i18n: I18n) -> str:
    """What every headline says of a view without events."""
    return i18n.t("No event in the story fits this view")


def what_to_do(helps: bool, i18n: I18n) -> str:
    """What a reader may do; ``helps`` is whether one filter less shows an event."""
    if helps:
        return i18n.t("Take one filter away to see events again:")
    return i18n.t("No single filter is the cause: clear them all to start again.")


def way_back(ctx: Context) -> Markup:
    """What to do where no event fits, with links."""
    ways = ways_to_events(ctx)
    links = [(current_address(ctx, **way.changes), way.label) for way in ways]
    words = what_to_do(len(ways) > 1, ctx.i18n)
    return filled("way_back.html", ctx.i18n, words=words, links=links)


# What filters leave out ---------------------------------------------------------------------------


def counts_left_out(table: CountTable, days: Collection[str], ctx: Context) -> Markup:
    """The regions whose counts of some days the filters leave out; empty where there is none."""
    rows = [row for row in table.rows if any(day in row.left_out for day in days)]
    names = ctx.i18n.list(ctx.i18n.of(row.region, "label") for row in rows)
    words = ctx.i18n.t("Left out by your filters: {names}.", names=names)
    records = {claim.id for row in rows for claim in row.left_out.values()}
    return records_left_out(words, records, ctx, replace(ctx.view.filters, regions=()))


def records_left_out(
    words: str, records: Collection[str], ctx: Context, base: Filters | None = None
) -> Markup:
    """What is said of records that filters leave out, with the filters whose end shows one.

    ``base`` are the filters that may be lifted, where not all. Empty without records.
    """
    if not records:
        return Markup()
    i18n, asked = ctx.i18n, ctx.view.filters
    base = base or asked
    links = []
    for name in base.active():
        found = ctx.story.selection(base.without_filter(name))
        ids = {event.id for event in found.events} | {claim.id for claim in found.claims}
        if not ids.isdisjoint(records):
            label = i18n.t("Remove the filter on {what}", what=i18n.t(FILTER_LABELS[name]))
            links.append((current_address(ctx, filters=asked.without_filter(name)), label))
    if not links:
        links.append((current_address(ctx, filters=Filters()), i18n.t("Clear all filters")))
    return filled("left_out.html", i18n, words=words, links=links)
