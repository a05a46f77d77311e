"""What is said of a view: its filters in words, what of its address is not used, ways back."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.export.quotation import FigureSentence
from components.i18n import N_, I18n
from components.presentation.cited import differing, one_source
from components.presentation.context import Context, Missing
from components.presentation.markup import render
from components.query.address_parser import Notice
from components.query.figures import CountTable
from components.query.filters import MOST_INDEXED, FilterName, Filters
from components.query.search import SearchIndex
from components.query.view import View, write_view

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


#: What every headline says of a view without events.
NOTHING_FITS: Final = N_("No event in the story fits this view")


def dates_words(view: View, i18n: I18n) -> str:
    start, end = view.filters.start, view.filters.end
    if start and end:
        return i18n.format_date(f"{start}/{end}") if start != end else i18n.format_day(start)
    if start:
        return i18n.t("from {date}", date=i18n.format_day(start))
    if end:
        return i18n.t("until {date}", date=i18n.format_day(end))
    return i18n.t("the days of the story")


def filter_phrases(ctx: Context) -> list[str]:
    """Every filter but the dates, in words."""
    filters, i18n, data = ctx.view.filters, ctx.i18n, ctx.dataset
    t, parts = i18n.t, []
    if filters.regions:
        names = i18n.format_list(i18n.localize(data.regions[r], "label") for r in filters.regions)
        parts.append(t("in {places}", places=names))
    # Within a sentence the name of a kind or a voice stands in « » in Spanish.
    if filters.categories:
        names = i18n.format_list(t("{name}", name=ctx.kinds[key]) for key in filters.categories)
        parts.append(t("of the kind {kinds}", kinds=names))
    if filters.sources:
        names = i18n.format_list(i18n.source_label(data.sources[s]) for s in filters.sources)
        parts.append(t("cited from {sources}", sources=names))
    if filters.excluded_voices:
        hidden = (i18n.term_name("voices", key) for key in filters.excluded_voices)
        names = i18n.format_list(t("{name}", name=name) for name in hidden)
        parts.append(t("without {voices}", voices=names))
    if filters.published_by:
        parts.append(t("as published by {date}", date=i18n.format_day(filters.published_by)))
    if filters.documents_only:
        parts.append(t("in the documents alone"))
    if filters.text:
        words = N_("with the words “{words}”")
        # Of very many events, only what is written just so is found.
        if ctx.story.table or len(data.events) > MOST_INDEXED:
            words = N_("with “{words}” as it is written, in no other form")
        parts.append(t(words, words=filters.text))
    return parts


def restrictions(ctx: Context) -> list[str]:
    """Every filter in words, the dates first where any are asked for."""
    asked = ctx.view.filters
    dates = [dates_words(ctx.view, ctx.i18n)] if asked.start or asked.end else []
    return [*dates, *filter_phrases(ctx)]


def events_of(shown: str, total: int, i18n: I18n) -> str:
    """So many of the events: "12 of 43 events"."""
    rows = i18n.n("{count} event", "{count} events", total)
    return i18n.t("{shown} of {rows}", shown=shown, rows=rows)


def certainty(ctx: Context, ids: Collection[str]) -> str:
    """How many of some events are certainly in the dates asked for, where not all are."""
    certain, filters = sum(key in ctx.selection.certain for key in ids), ctx.view.filters
    if certain == len(ids) or not (filters.start or filters.end):
        return ""
    words = N_("({certain} certainly in these dates, {possible} possibly)")
    return ctx.i18n.t(words, certain=certain, possible=len(ids) - certain)


def sentence(ctx: Context, of: Collection[str] | None = None) -> str:
    """What is shown: "12 of 34 events, 22–23 February 2019, in Guajira"; of a picture of places,
    ``of`` are the ids of the events whose places are drawn.
    """
    i18n, shown, count = ctx.i18n, ctx.selection, ctx.count
    if isinstance(count, Missing):
        return count
    total = ctx.table.about.shown if ctx.story.table else shown.events_total
    counted = events_of(i18n.format_number(count), total, i18n)
    if of is not None:
        counted = i18n.n(
            "the place of {count} of {total} events",
            "the places of {count} of {total} events",
            len(of),
            total=total,
        )
    # A table has no event in memory that may fall in the dates.
    ids = [event.id for event in shown.events if of is None or event.id in of]
    counted = f"{counted} {certainty(ctx, ids)}".rstrip()
    parts = [counted, dates_words(ctx.view, i18n), *filter_phrases(ctx)]
    return i18n.t("Shown: {parts}.", parts=", ".join(parts))


def notice_text(notice: Notice, i18n: I18n) -> str:
    """One notice as a sentence; a long list of what is allowed is cut, and says so."""
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
    said = {"parameter": notice.parameter, "value": notice.value, "allowed": allowed}
    return i18n.t(REASONS[notice.reason], **said)


def old_version(ctx: Context) -> str:
    """Which old version is shown, in words; empty for the present one."""
    shown, present = ctx.view.version, ctx.story.versions[0]
    if shown in (None, present):
        return ""
    return ctx.i18n.t(
        "This is version {shown} of the data set, which is old: the present one is {present}. What "
        "was corrected since is listed under Method.",
        shown=shown,
        present=present,
    )


def hidden_lines(ctx: Context) -> list[tuple[str, str, str, str]]:
    """What an old version, a day of knowledge and voices left out hide, each with the way back: an
    address, what it changes in whatever address the browser has then, and its words.
    """
    i18n, t, shown, filters = ctx.i18n, ctx.i18n.t, ctx.selection, ctx.view.filters
    known, silent, hidden = filters.published_by, filters.excluded_voices, ""
    claims = i18n.n("{count} claim", "{count} claims", shown.claims_total)
    later = known and t(
        "As published by {date}; later items hidden: {events} and {claims}.",
        date=i18n.format_day(known),
        events=events_of(i18n.format_number(shown.hidden_events), shown.events_total, i18n),
        claims=t("{shown} of {rows}", shown=shown.hidden_claims, rows=claims),
    )
    if silent:
        left = ctx.story.selection(Filters(excluded_voices=silent))
        gone = left.events_total - len(left.events), left.claims_total - len(left.claims)
        hidden = t(
            "Hidden: {voices}. Of the whole story this leaves out {events} and {claims}, and other "
            "events may lose their exact day.",
            voices=i18n.format_list(i18n.term_name("voices", voice) for voice in silent),
            events=i18n.n("{count} event", "{count} events", gone[0]),
            claims=i18n.n("{count} claim", "{count} claims", gone[1]),
        )
    lines = (
        (old_version(ctx), ("v",), t("Show the present version")),
        (later, ("known", "page"), t("Show everything")),
        (hidden, ("without", "page"), t("Show all voices")),
    )
    found, params = [], write_view(replace(ctx.view, lang=i18n.language))
    for said, names, way in lines:
        kept = urlencode({n: value for n, value in params.items() if n not in names}, doseq=True)
        if said:
            found.append((said, f"./{ctx.slug}?{kept}", "&".join(f"{n}=" for n in names), way))
    return found


def quote_caveat(item: FigureSentence, ctx: Context) -> str:
    """What belongs to a sentence that is quoted: how its date is known, its claim's marks."""
    i18n, event = ctx.i18n, item.event
    if event and event.date_basis == "inferred":
        notes = [i18n.localize(event, "date_note")]
    else:
        inferred = (c for c in item.claims if c.as_of and c.as_of_basis == "inferred")
        notes = [*dict.fromkeys(i18n.localize(c, "as_of_note") for c in inferred)]
    note = i18n.t("Date inferred: {note}", note=" ".join(notes)) if notes else ""
    claim = item.claims[0] if len(item.claims) == 1 else None
    marked = claim and (differing(claim, ctx) or one_source((claim,), ctx))
    if not (note or marked):
        return ""
    return render("cite_view_caveat.html", i18n, ctx=ctx, note=note, claim=claim)


#: One way out of a view: what it is called, and what it changes in the view.
Way = tuple[str, dict[str, Any]]


def current_address(ctx: Context, **changes: Any) -> str:
    """The address of the same page with another view, its language always named."""
    params = write_view(replace(ctx.view, lang=ctx.i18n.language, **changes))
    return f"./{ctx.slug}?{urlencode(params, doseq=True)}"


def choices(
    ctx: Context, name: str, options: Mapping[Any, str], **also: Any
) -> list[tuple[str, str, bool]]:
    """Links that choose a value of a view's field: address, words, whether it is chosen, as the
    first is where the view names none; ``also`` is what a choice changes besides.
    """
    now = getattr(ctx.view, name) or next(iter(options))
    return [
        (current_address(ctx, **also, **{name: value}), words, value == now)
        for value, words in options.items()
    ]


def ways_out(
    ctx: Context,
    left: Callable[[Filters], int],
    counted: Callable[[int], str],
    choices: Iterable[tuple[int, str, dict[str, Any]]] = (),
) -> tuple[Way, ...]:
    """The ways out of a view that shows nothing: with each name of the story that the words typed
    are nearest to, and without each filter, those that show the most first.

    ``left`` is how many records some filters show, ``counted`` says a number of them in words;
    ``choices`` are other changes of the page (how many it shows, its name, what it changes).
    """
    i18n, asked, lifted = ctx.i18n, ctx.view.filters, [*choices]
    near = ctx.dataset.memoize(SearchIndex).suggest_queries(asked.text) if asked.text else ()
    other, asks = [replace(asked, text=text) for text in near], i18n.t("Did you mean …?")
    spelt = [(left(one), f"{asks} {one.text}", {"filters": one}) for one in other]
    for name in asked.list_active():
        label, fewer = i18n.t(FILTER_LABELS[name]), asked.without_filter(name)
        label = i18n.t("Remove the filter on {what}", what=label)
        lifted.append((left(fewer), label, {"filters": fewer, "page": 1}))
    lifted.sort(key=lambda way: -way[0])
    ways = [(f"{label}: {counted(n)}", changes) for n, label, changes in (*spelt, *lifted) if n]
    return (*ways, (i18n.t("Clear all filters"), {"filters": Filters(), "page": 1}))


def ways_to_events(ctx: Context) -> tuple[str, tuple[Way, ...]]:
    """What to do where no event fits, in a sentence, and the ways out of the view."""
    ways = ways_out(
        ctx,
        lambda filters: len(ctx.story.selection(filters).events),
        lambda count: ctx.i18n.n("{count} event", "{count} events", count),
    )
    if len(ways) == 1:
        words = N_("No single filter is the cause: clear them all to start again.")
    else:
        words = N_("Take one filter away to see events again:")
    return ctx.i18n.t(words), ways


def way_back(ctx: Context) -> Markup:
    """What to do where no event fits, with links."""
    words, ways = ways_to_events(ctx)
    links = [(current_address(ctx, **changes), label) for label, changes in ways]
    return render("way_back.html", ctx.i18n, words=words, links=links)


def counts_left_out(table: CountTable, days: Collection[str], ctx: Context) -> Markup:
    """The regions whose counts of some days the filters leave out; empty where there is none."""
    rows = [row for row in table.rows if not row.left_out.keys().isdisjoint(days)]
    names = ctx.i18n.format_list(ctx.i18n.localize(row.region, "label") for row in rows)
    words = ctx.i18n.t("Left out by your filters: {names}.", names=names)
    records = {claim.id for row in rows for claim in row.left_out.values()}
    return records_left_out(words, records, ctx, replace(ctx.view.filters, regions=()))


def records_left_out(
    words: str, records: Collection[str], ctx: Context, base: Filters | None = None
) -> Markup:
    """What is said of records that filters leave out, with links that remove such a filter, of
    ``base`` where not of all; empty without records.
    """
    if not records:
        return Markup()
    i18n, asked, links = ctx.i18n, ctx.view.filters, []
    base = base or asked
    for name in base.list_active():
        found = ctx.story.selection(base.without_filter(name))
        ids = {event.id for event in found.events} | {claim.id for claim in found.claims}
        if not ids.isdisjoint(records):
            label = i18n.t("Remove the filter on {what}", what=i18n.t(FILTER_LABELS[name]))
            links.append((current_address(ctx, filters=asked.without_filter(name)), label))
    if not links:
        links = [(current_address(ctx, filters=Filters()), i18n.t("Clear all filters"))]
    return render("left_out.html", i18n, words=words, links=links)
