"""The line of filters, the same on every page: what it offers, and what of it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from components.i18n.names import voice_names
from components.presentation.context import Context
from components.presentation.records import hits_html
from components.presentation.sentence import dates_words, in_running_text
from components.presentation.table_answers import Missing, table_values
from components.query.filters import Facet
from components.query.view import MAX_TEXT, known_between, names_of, narrowing_names, write_view

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


def _filters(ctx: Context) -> list[Json]:
    """The filters of every page with their values; of a table those with the most events first."""
    i18n, data, t = ctx.i18n, ctx.dataset, ctx.i18n.t
    regions = {key: i18n.of(region, "label") for key, region in data.regions.items()}
    order = sorted(data.sources, key=lambda s: data.sources[s].custom.tier != "document")
    sources = {key: i18n.source(data.sources[key]) for key in order}
    kinds = choice("category", t("Kinds of event"), t("All kinds"), ctx.kinds)
    for option in kinds["options"]:
        option["glyph"] = ctx.palette.glyph[option["value"]]
        option["colour"] = ctx.palette.category[option["value"]]
    found = [
        choice("region", t("Regions"), t("All regions"), regions),
        kinds,
        choice("source", t("Sources"), t("All sources"), sources),
    ]
    if ctx.story.table is None:
        voices = voice_names(data, i18n)
        # A tick means shown, as in the other lists; the address names what is left out.
        words = {
            "without": t("without {voices}", voices=in_running_text("{voices}", i18n)),
            "several": t("Voices: {shown} of {total}", shown="{shown}", total=len(voices)),
        }
        document = {"document": t("The documents")}
        return [
            *found,
            choice("tier", t("Reports"), t("All reports"), document),
            choice("without", t("Voices shown"), t("All voices"), voices) | words,
        ]
    for one in found:
        values = table_values(ctx, FACETS[one["name"]])
        left = {} if isinstance(values, Missing) else {value.id: value.count for value in values}
        for option in one["options"]:
            option["count"] = i18n.number(left[option["value"]]) if option["value"] in left else ""
        one["options"].sort(key=lambda option: -left.get(option["value"], 0))
    return found


def line_view(ctx: Context, *more: Json) -> Json:
    """What of the line changes with the view; ``more`` are filters that one page has alone.

    Of a table nothing is looked up beyond its events. Another ``filters_key`` builds the line anew.
    """
    asked, i18n, dates = ctx.view.filters, ctx.i18n, ""
    found = [one for one in (*_filters(ctx), *more) if one["options"]]
    several = sum(len(one["options"]) for one in found)
    if asked.start or asked.end:
        dates = dates_words(ctx.view, i18n)
    elif asked.published_by:
        dates = i18n.t("As published by {date}", date=i18n.day(asked.published_by, "short"))
    return {
        "filters": found,
        "filters_key": f"{ctx.story.mark} {i18n.language} {ctx.mode} {several}",
        "dates_said": dates,
        "hits": hits_html(ctx) if ctx.story.table is None else "",
        "seen": urlencode(write_view(ctx.view), doseq=True),
    }


def line_frame(ctx: Context, slug: str) -> Json:
    """What of the line stays, whatever the view: its days, its words and the names of a view.

    The same view in another language has other words, and is sent by a run of the page. The days
    are the first and the last that a filter on dates may name.
    """
    i18n, t, tabled = ctx.i18n, ctx.i18n.t, ctx.story.table is not None
    first, last = ctx.dataset.coverage
    days = {"period": ctx.dataset.period}
    if not tabled:
        days["known"] = known_between(ctx.dataset)
    return {
        **{name: [day.isoformat() for day in bounds] for name, bounds in days.items()},
        "most_text": MAX_TEXT,
        "names": [name for name in names_of(slug) if name != "lang"],
        "cleared": narrowing_names(slug),
        "texts": {
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
        },
    }
