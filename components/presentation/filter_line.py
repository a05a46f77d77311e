"""The line of filters, the same on every page: what it offers, and what of it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from components.i18n.code_names import voice_names
from components.presentation.context import Context
from components.presentation.records import hits_html
from components.presentation.sentence import dates_words, in_running_text, period
from components.presentation.table_words import counts
from components.query.filters import Facet
from components.query.view import MAX_TEXT, known_between, names_of, narrowing_names, write_view
from components.story.dataset import Dataset

Json = dict[str, Any]
#: What a table is asked for a filter's values.
FACETS: Final[dict[str, Facet]] = {
    "region": "regions",
    "category": "categories",
    "source": "sources",
}


def choice(name: str, label: str, every: str, options: Mapping[str, str]) -> Json:
    """One filter: its parameter, what it is called, what it says unchosen, its values and names."""
    return {
        "name": name,
        "label": label,
        "all": every,
        "options": [{"value": value, "label": words} for value, words in options.items()],
    }


def _of_records(ctx: Context) -> list[Json]:
    """Regions, kinds and sources; of a table those with the most events first, and how many."""
    i18n, data, t = ctx.i18n, ctx.dataset, ctx.i18n.t
    regions = {key: i18n.of(region, "label") for key, region in data.regions.items()}
    order = sorted(data.sources, key=lambda s: data.sources[s].custom.tier != "document")
    sources = {key: i18n.source(data.sources[key]) for key in order}
    found = [
        choice("region", t("Regions"), t("All regions"), regions),
        choice("category", t("Kinds of event"), t("All kinds"), ctx.kinds),
        choice("source", t("Sources"), t("All sources"), sources),
    ]
    for option in found[1]["options"]:
        option["glyph"] = ctx.palette.glyph[option["value"]]
        option["colour"] = ctx.palette.category[option["value"]]
    if ctx.story.table is None:
        return found
    for one in found:
        left = counts(ctx, FACETS[one["name"]])
        for option in one["options"]:
            option["count"] = i18n.number(left[option["value"]]) if option["value"] in left else ""
        one["options"].sort(key=lambda option: -left.get(option["value"], 0))
    return found


def filters(ctx: Context) -> list[Json]:
    """The filters that the line offers, each with its values."""
    t, found = ctx.i18n.t, _of_records(ctx)
    if ctx.story.table is None:
        voices = voice_names(ctx.dataset, ctx.i18n)
        # A tick means shown, as in the other lists; the address names what is left out.
        words = {
            "without": t("without {voices}", voices=in_running_text("{voices}", ctx.i18n)),
            "several": t("Voices: {shown} of {total}", shown="{shown}", total=len(voices)),
        }
        document = {"document": t("The documents")}
        found += [
            choice("tier", t("Reports"), t("All reports"), document),
            choice("without", t("Voices shown"), t("All voices"), voices) | words,
        ]
    return [one for one in found if one["options"]]


def _dates_said(ctx: Context) -> str:
    """The dates asked for, else by when things had been published; empty for neither."""
    asked, i18n = ctx.view.filters, ctx.i18n
    if asked.start or asked.end:
        return dates_words(ctx.view, i18n)
    day = asked.published_by
    return i18n.t("As published by {date}", date=i18n.day(day, "short")) if day else ""


def line_view(ctx: Context, *more: Json) -> Json:
    """What of the line changes with the view; ``more`` are filters that one page has alone.

    Of a table nothing is looked up beyond its events. Another ``filters_key`` builds the line anew.
    """
    found = [*filters(ctx), *(one for one in more if one["options"])]
    several = sum(len(one["options"]) for one in found)
    return {
        "filters": found,
        "filters_key": f"{ctx.story.mark} {ctx.i18n.language} {ctx.mode} {several}",
        "dates_said": _dates_said(ctx),
        "hits": hits_html(ctx) if ctx.story.table is None else "",
        "seen": urlencode(write_view(ctx.view), doseq=True),
    }


def _days(dataset: Dataset, *, tabled: bool) -> Json:
    """The first and the last day that a filter on dates may name, and ``known``."""
    days = {"period": period(dataset)} | ({} if tabled else {"known": known_between(dataset)})
    return {name: [day.isoformat() for day in bounds] for name, bounds in days.items()}


def line_words(ctx: Context) -> dict[str, str]:
    """The words of the line."""
    i18n, t = ctx.i18n, ctx.i18n.t
    first, last = ctx.dataset.coverage
    tabled = ctx.story.table is not None
    return {
        "locale": str(i18n.locale).replace("_", "-"),
        "dates": i18n.date(f"{first}/{last}", "short"),
        "datesSet": t("Dates"),
        "from": t("From"),
        "to": t("To"),
        "certain": t("Hide events that may fall outside these dates"),
        "known": t("As published by"),
        "knownNote": t("Shows only what had been published by that day."),
        "search": t("Search events") if tabled else t("Search events, figures, questions"),
        "clear": t("Clear all filters"),
        "find": t("Find in this list"),
        "filters": t("Filters"),
    }


def line_frame(ctx: Context, slug: str) -> Json:
    """What of the line stays, whatever the view: its days, its words and the names of a view.

    The same view in another language has other words, and is sent by a run of the page.
    """
    return {
        **_days(ctx.dataset, tabled=ctx.story.table is not None),
        "most_text": MAX_TEXT,
        "names": [name for name in names_of(slug) if name != "lang"],
        "cleared": narrowing_names(slug),
        "texts": line_words(ctx),
    }
