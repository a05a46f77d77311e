"""The line of filters, the same on every page: what it offers, what is chosen, what words find."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.i18n.counts import format_record_count
from components.presentation import findings
from components.presentation.cited import claim_address, page_address
from components.presentation.context import Context, QueryFailed
from components.presentation.markup import render
from components.presentation.notices import format_dates
from components.query import view as views
from components.query.address_parser import MAX_TEXT
from components.query.filters import REGION_PREFIX, Facet
from components.query.numbers import list_numbers
from components.query.search import SearchIndex, search_story
from components.story.edtf import LAST_DAY

Json = dict[str, Any]
#: What a table is asked for a filter's values.
FACETS: Final[dict[str, Facet]] = {
    "region": "regions",
    "category": "categories",
    "source": "sources",
}
#: More values than these are a list to look through by words.
MOST_SEEN: Final = 80


def named_spans(ctx: Context) -> dict[str, str]:
    """The stretches of time within the story that it names, as an address has them, in words."""
    first, last = ctx.dataset.period
    spans = [span for key, span in findings.list_zooms(ctx.dataset).items() if key != "all"]
    inside = [f"{start}/{end}" for start, end in spans if first <= start and end <= last]
    return {span: ctx.i18n.format_date(span, "short") for span in inside}


def _lists(ctx: Context, slug: str) -> list[Json]:
    """The filters of a page with their values; of a table those with the most events first."""
    i18n, data, t = ctx.i18n, ctx.dataset, ctx.i18n.t
    regions = {key: i18n.localize(region, "label") for key, region in data.regions.items()}
    order = sorted(data.sources.items(), key=lambda one: one[1].custom.tier != "document")
    sources = {key: i18n.source_label(source) for key, source in order}

    def choice(name: str, label: str, every: str, options: Mapping[str, str], **says: str) -> Json:
        return {"name": name, "label": label, "all": every, "options": options, **says}

    found = [
        choice("region", t("Regions"), t("All regions"), regions),
        choice("category", t("Kinds of event"), t("All kinds"), ctx.kind_names),
        choice("source", t("Sources"), t("All sources"), sources),
    ]
    if ctx.story.table:
        for one in found:
            values = ctx.facet_values(FACETS[one["name"]])
            left = {} if isinstance(values, QueryFailed) else {v.id: v.count for v in values}
            one["options"] = dict(sorted(one["options"].items(), key=lambda o: -left.get(o[0], 0)))
            one["counts"] = {value: i18n.format_number(count) for value, count in left.items()}
        return found
    voices = {key: i18n.term_name("voices", key) for key in data.terms["voices"]}
    found += [
        choice("tier", t("Reports"), t("All reports"), {"document": t("The documents")}),
        # A tick means shown, as in the other lists; the address names what is left out.
        choice(
            "without", t("Voices shown"), t("All voices"), voices,
            one=t("without {voices}", voices=t("{name}", name="{name}")),
            several=t("Voices: {shown} of {total}", shown="{off}", total=len(voices)),
        ),
    ]  # fmt: skip
    if not slug:
        # What a view may be set beside: a stretch of time that the story names, or a region.
        label, spans = t("Compare"), named_spans(ctx)
        if own := _other_dates(ctx):
            spans.setdefault(own, i18n.format_date(own, "short"))
        others = spans | {f"{REGION_PREFIX}{key}": name for key, name in regions.items()}
        # A region chosen to compare with is no filter; the line says so.
        says = f"{label}: {{name}}"
        found.append(choice("compare", label, t("Compare with…"), others, one=says))
    return found


def _other_dates(ctx: Context) -> str:
    """The dates that a view is compared with, as its address has them; empty without any."""
    return str(ctx.view.compare) if ctx.view.compare and ctx.view.compare.dates else ""


def line_html(ctx: Context, slug: str, apart: tuple[str, ...] = ()) -> Markup:
    """The line of a page with its lists but those ``apart``, made once whatever is chosen; of a
    table, whose values have their counts, for each view.
    """
    tabled, i18n, t = ctx.story.table is not None, ctx.i18n, ctx.i18n.t

    def made() -> Markup:
        of_page = [
            one.name
            for one in views.PARAMETER_TABLE
            if slug in one.pages and not one.is_display_option
        ]
        # Every page carries the comparison; only the Overview shows it, and clears it.
        comparison = () if slug else ("compare",)
        known = () if tabled or "known" in apart else (ctx.dataset.published[0], LAST_DAY)
        return render(
            "filter_line.html",
            i18n,
            lists=[one for one in _lists(ctx, slug) if one["options"] and one["name"] not in apart],
            span=i18n.format_date("/".join(map(str, ctx.dataset.coverage)), "short"),
            period=[day.isoformat() for day in ctx.dataset.period],
            known=[day.isoformat() for day in known],
            palette=ctx.palette,
            search=t("Search events") if tabled else t("Search events, figures, questions"),
            most_seen=MOST_SEEN,
            most_text=MAX_TEXT,
            # What "Clear all filters" takes out of the address.
            cleared=(*views.FILTER_PARAMETERS, *of_page, *comparison),
        )

    key = ("line", slug, i18n.language, ctx.mode, apart, "" if slug else _other_dates(ctx))
    return made() if tabled else ctx.story.memoize(key, made)


def line_view(ctx: Context, slug: str) -> Json:
    """What of the line changes with the view of a page; its HTML where other dates are compared."""
    asked, i18n, dates = ctx.view.filters, ctx.i18n, ""
    if asked.start or asked.end:
        dates = format_dates(ctx.view, i18n)
    elif asked.published_by:
        dates = i18n.t("As published by {date}", date=i18n.format_day(asked.published_by, "short"))
    return {
        **({"line": line_html(ctx, slug)} if not slug and _other_dates(ctx) else {}),
        "dates_said": dates,
        "hits": hits_html(ctx) if ctx.story.table is None else "",
        "seen": urlencode(views.write_view(ctx.view), doseq=True),
        "names": [name for name in views.list_page_parameters(slug) if name != "lang"],
    }


#: So many of each kind are named at once; the others where the reader opens them.
MOST_SHOWN: Final = 4
#: Where there are more than these the others are only counted.
MOST_OPENED: Final = 250


def hits_html(ctx: Context) -> Markup:
    """Questions, claims, events and sources of the whole story that hold the words, else the most
    of them, and the way to check a figure among them; empty where nothing is looked for.
    """
    words, i18n, data = ctx.view.filters.text, ctx.i18n, ctx.dataset
    if not words:
        return Markup()
    groups, part, found = [], "", search_story(data, words, i18n.language)
    # Without the words that led to it: they would leave out what stands around it.
    filters, plain = ctx.view.filters, ctx.view.filters.without_filter("text")

    def hit(kind: str, key: str) -> Json:
        note = ""
        match kind:
            case "questions":
                text = i18n.localize(data.topics[key], "question")
                to = page_address("disagreements", ctx, filters=plain, topic=key)
            case "figures":
                claim = data.claims[key]
                text, to = i18n.localize(claim, "statement"), claim_address(claim, ctx, plain)
                note = i18n.format_date(claim.as_of, "short") if claim.as_of else ""
            case "events":
                event = data.events[key]
                text, note = i18n.localize(event, "title"), i18n.format_date(event.date, "short")
                to = page_address("timeline", ctx, filters=plain, event=key)
            case _:
                source = data.sources[key]
                text, note = i18n.source_label(source), source.title
                to = f"{page_address('sources', ctx, filters=plain)}#{key}"
        event_id = key if kind == "events" else ""
        return {"text": text, "note": note, "address": to, "event": event_id}

    for kind, ids in found.groups.items():
        hits = [hit(kind, key) for key in (ids if len(ids) <= MOST_OPENED else ids[:MOST_SHOWN])]
        counted = format_record_count("claims" if kind == "figures" else kind, len(ids), i18n)
        groups.append((counted, hits, len(ids) - MOST_SHOWN))
    if found.partial_match:
        part = i18n.t(
            "Nothing has all of these words; these have {held} of {asked}.",
            held=found.partial_match.matched,
            asked=found.partial_match.total,
        )
    near = [
        (text, page_address(ctx.slug, ctx, filters=replace(filters, text=text)))
        for text in data.memoize(SearchIndex).suggest_queries(words)
    ]
    check = f"{page_address('figures', ctx, filters=plain, check=words)}#check"
    return render(
        "hits.html", i18n, words=words, part=part, groups=groups, most=MOST_SHOWN,
        check=check if list_numbers(words) else "", near=near,
    )  # fmt: skip
