"""The line of filters, the same on every page: what it offers, and what of it is chosen."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.presentation.context import Context
from components.presentation.markup import filled
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
#: More values than these are a list to look through by words.
MOST_SEEN: Final = 80


def choice(name: str, label: str, every: str, options: Mapping[str, str]) -> Json:
    """One filter: its parameter, what it is called, what it says unchosen, its values and names.

    ``one`` and ``several`` are what it says of what is chosen, ``counts`` are those of its values.
    """
    several = f"{label} · {{on}}"
    return {"name": name, "label": label, "all": every, "one": "{name}", "several": several,
            "options": options, "counts": {}}  # fmt: skip


def _filters(ctx: Context) -> list[Json]:
    """The filters of every page with their values; of a table those with the most events first."""
    i18n, data, t = ctx.i18n, ctx.dataset, ctx.i18n.t
    regions = {key: i18n.of(region, "label") for key, region in data.regions.items()}
    order = sorted(data.sources, key=lambda s: data.sources[s].custom.tier != "document")
    sources = {key: i18n.source(data.sources[key]) for key in order}
    found = [
        choice("region", t("Regions"), t("All regions"), regions),
        choice("category", t("Kinds of event"), t("All kinds"), ctx.kinds),
        choice("source", t("Sources"), t("All sources"), sources),
    ]
    if ctx.story.table is None:
        voices = {key: i18n.called("voices", key) for key in data.words("voices")}
        # A tick means shown, as in the other lists; the address names what is left out.
        words = {
            "one": t("without {voices}", voices=in_running_text("{name}", i18n)),
            "several": t("Voices: {shown} of {total}", shown="{off}", total=len(voices)),
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
        ordered = sorted(one["options"].items(), key=lambda option: -left.get(option[0], 0))
        one["options"] = dict(ordered)
        one["counts"] = {value: i18n.number(count) for value, count in left.items()}
    return found


def line_html(ctx: Context, slug: str, *more: Json, apart: Container[str] = ()) -> Markup:
    """The line with its lists; ``more`` are filters that one page has alone.

    Those ``apart`` are left out. Of a table nothing is looked up beyond its events.
    """
    tabled, (first, last), t = ctx.story.table is not None, ctx.dataset.coverage, ctx.i18n.t
    lists = [one for one in (*_filters(ctx), *more) if one["options"] and one["name"] not in apart]
    return filled(
        "filter_line.html",
        ctx.i18n,
        lists=lists,
        span=ctx.i18n.date(f"{first}/{last}", "short"),
        period=[day.isoformat() for day in ctx.dataset.period],
        known=[]
        if tabled or "known" in apart
        else [day.isoformat() for day in known_between(ctx.dataset)],
        palette=ctx.palette,
        search=t("Search events") if tabled else t("Search events, figures, questions"),
        most_seen=MOST_SEEN,
        most_text=MAX_TEXT,
        cleared=narrowing_names(slug),
    )


def line_view(ctx: Context, slug: str, *more: Json) -> Json:
    """What of the line changes with the view of a page, its HTML among it."""
    asked, i18n, dates = ctx.view.filters, ctx.i18n, ""
    if asked.start or asked.end:
        dates = dates_words(ctx.view, i18n)
    elif asked.published_by:
        dates = i18n.t("As published by {date}", date=i18n.day(asked.published_by, "short"))
    return {
        "line": line_html(ctx, slug, *more),
        "dates_said": dates,
        "hits": hits_html(ctx) if ctx.story.table is None else "",
        "seen": urlencode(write_view(ctx.view), doseq=True),
        "names": [name for name in names_of(slug) if name != "lang"],
    }
