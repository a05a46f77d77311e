"""The filters: one row, the same on every page, written to the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

import streamlit as st

from components.domain.dates.days import parse_day
from components.domain.records.dataset import Dataset
from components.domain.views.filters import FilterName, Filters, relaxed_counts
from components.domain.views.view import MAX_TEXT, View, narrowing_names, write_view
from components.i18n import N_, I18n
from components.i18n.labels import VOICE
from components.presentation.context import Context
from components.presentation.markup import plain
from components.presentation.tabled.words import counted
from components.presentation.ways_back import lift_words, what_to_do
from components.ui.context import (
    change_filters,
    change_view,
    context,
    read_current,
    read_filters,
)
from components.ui.shared.component import component
from components.ui.shared.url_binding import bind_to_url

DATE_FORMAT: Final = "YYYY-MM-DD"
DAYS: Final = {"start": "from", "end": "to", "published_by": "known"}


#: The voices are chosen by those that are shown; the filter has those that are left out.
SHOWN_VOICES: Final = "shown_voices"
#: More choices than these are a list to search, not a row of pills.
MOST_PILLS: Final = 80

HEADS: Final = {
    "dates": N_("Dates"),
    "regions": N_("Regions"),
    "categories": N_("Kinds of event"),
    "sources": N_("Sources"),
}


def _changed(name: str, value: Any) -> None:
    if name == "documents_only":
        value = not value
    elif name == SHOWN_VOICES:
        name, value = "excluded_voices", tuple(voice for voice in VOICE if voice not in value)
    elif isinstance(value, list):
        value = tuple(value)
    elif isinstance(value, str):
        value = " ".join(value.split())[:MAX_TEXT]
    change_filters(**{name: value})


def _keep(name: str, value: Any) -> dict[str, Any]:
    """Put the address's value into a widget, and send its changes back to the address."""
    return bind_to_url(f"filter-{name}", value, partial(_changed, name))


def known_last(dataset: Dataset) -> date:
    """The last day that the filter ``known`` can name: by then all sources had appeared."""
    return dataset.presentation.known_until or dataset.published[1]


def _typed(name: str, text: str) -> None:
    """Take a day that was typed; what is none goes to the address, where it is named."""
    try:
        change_filters(**{name: parse_day(text.strip()) if text.strip() else None})
    except ValueError:
        st.query_params[DAYS[name]] = text.strip()


def _day(
    name: str,
    label: str,
    value: date | None,
    bounds: tuple[date, date],
    help: str | None = None,
) -> None:
    """A day to pick; where a story reaches before the year 1, which no picker knows, to type."""
    low, high = min(bounds[0], value or bounds[0]), max(bounds[1], value or bounds[1])
    if low.year >= 1:
        st.date_input(
            label, min_value=low, max_value=high, format=DATE_FORMAT, help=help,
            **_keep(name, value),
        )  # fmt: skip
        return
    text = value.isoformat() if value else ""
    st.text_input(
        label, placeholder=f"{low} … {high}", help=help,
        **bind_to_url(f"typed-{name}", text, partial(_typed, name)),
    )  # fmt: skip


def _dates(ctx: Context) -> None:
    filters, t = ctx.view.filters, ctx.i18n.t
    bounds = ctx.dataset.coverage
    _day("start", t("From"), filters.start, bounds)
    _day("end", t("To"), filters.end, bounds)
    st.checkbox(
        t("Hide events that may fall outside these dates"),
        disabled=not (filters.start or filters.end) and not filters.certain_only,
        **_keep("certain_only", filters.certain_only),
    )
    if ctx.story.table:
        # Nothing is known of when its sources appeared.
        return
    published = min(bounds[0], ctx.dataset.published[0]), known_last(ctx.dataset)
    told = t("Shows only what had been published by that day.")
    _day("published_by", t("As published by"), filters.published_by, published, told)


def _pills(
    i18n: I18n, name: str, label: str, options: Sequence[Any], names: Mapping[Any, str], on: Any
) -> None:
    if len(options) > MOST_PILLS:
        st.multiselect(
            label,
            options,
            format_func=lambda option: names[option],
            placeholder=i18n.t("Choose an option"),
            **_keep(name, list(on)),
        )
        return
    st.pills(
        label,
        options,
        selection_mode="multi",
        format_func=lambda option: plain(names[option]),
        **_keep(name, list(on)),
    )


def _sources(ctx: Context) -> None:
    filters, t = ctx.view.filters, ctx.i18n.t
    if ctx.story.table:
        found = {key: ctx.i18n.source(source) for key, source in ctx.dataset.sources.items()}
        found = counted(ctx, "sources", found)
        _pills(ctx.i18n, "sources", t("Sources"), list(found), found, filters.sources)
        return
    st.toggle(
        t("Corroborating reports"),
        help=t("Reports from outside the documents. They are marked ◇ wherever they appear."),
        **_keep("documents_only", not filters.documents_only),
    )
    sources = ctx.dataset.sources
    options = sorted(sources, key=lambda s: (sources[s].custom.tier != "document", s))
    if filters.documents_only:
        options = [
            s for s in options if sources[s].custom.tier == "document" or s in filters.sources
        ]
    names = {s: ctx.i18n.source(sources[s]) for s in options}
    _pills(ctx.i18n, "sources", t("Sources"), options, names, filters.sources)
    voices = {voice: t(label) for voice, label in VOICE.items()}
    _pills(
        ctx.i18n,
        SHOWN_VOICES,
        t("Voices shown"),
        list(voices),
        voices,
        [voice for voice in voices if voice not in filters.excluded_voices],
    )


def _head(i18n: I18n, name: str, count: int) -> str:
    label = i18n.t(HEADS[name])
    return f"{label} · {count}" if count else label


def _sources_head(filters: Filters, i18n: I18n) -> str:
    """What the button of the sources says: how many are chosen, and whose voices are left out."""
    label = _head(i18n, "sources", len(filters.sources) + int(filters.documents_only))
    out = [i18n.t(VOICE[voice]) for voice in VOICE if voice in filters.excluded_voices]
    if len(out) == 1:
        label += " · " + i18n.t("without {voices}", voices=out[0])
    elif out:
        shown, total = i18n.number(len(VOICE) - len(out)), i18n.number(len(VOICE))
        label += " · " + i18n.t("Voices: {shown} of {total}", shown=shown, total=total)
    return label


def _button(view: View, i18n: I18n) -> None:
    """The one button that holds the filters on a phone."""
    label, count = i18n.t("Filters"), len(view.filters.active())
    made = component(
        "filter_button",
        "<button type='button' class='filter-button' aria-expanded='false'></button>",
        folder=Path(__file__).parent,
        scripts=("filter_button.js",),
        shadow=False,
    )
    made(key="filter-button", data={"label": f"{label} · {count}" if count else label})


def filterbar(ctx: Context) -> None:
    """Draw the row of filters."""
    filters, t, data = ctx.view.filters, ctx.i18n.t, ctx.dataset
    with st.container(horizontal=True, key="filters", gap="small", vertical_alignment="bottom"):
        _button(ctx.view, ctx.i18n)
        bounds = sum(1 for day in (filters.start, filters.end, filters.published_by) if day)
        with st.popover(_head(ctx.i18n, "dates", bounds), key="open-dates"):
            _dates(ctx)
        if data.regions:
            with st.popover(_head(ctx.i18n, "regions", len(filters.regions)), key="open-regions"):
                names = {r: ctx.i18n.of(region, "label") for r, region in data.regions.items()}
                names = counted(ctx, "regions", names)
                _pills(ctx.i18n, "regions", t("Regions"), list(names), names, filters.regions)
        with st.popover(
            _head(ctx.i18n, "categories", len(filters.categories)), key="open-categories"
        ):
            labels = counted(ctx, "categories", ctx.kinds)
            _pills(
                ctx.i18n,
                "categories",
                t("Kinds of event"),
                list(labels),
                labels,
                filters.categories,
            )
        with st.popover(_sources_head(filters, ctx.i18n), key="open-sources"):
            _sources(ctx)
        search = t("Search events") if ctx.story.table else t("Search events, figures, questions")
        st.text_input(
            search,
            placeholder=search,
            label_visibility="collapsed",
            type="search",
            live=True,
            width=260,
            **_keep("text", filters.text),
        )
        if set(narrowing_names(ctx.slug)) & set(ctx.params()):
            st.button(t("Clear all filters"), on_click=clear_filters, type="tertiary")


def clear_filters() -> None:
    """Take away every filter, and what else narrows this page."""
    gone = narrowing_names(context().slug)
    written = write_view(read_current())
    st.query_params.from_dict({name: value for name, value in written.items() if name not in gone})


def _loosen(name: FilterName) -> None:
    change_view(filters=read_filters().without_filter(name))


def offer_to_loosen(ctx: Context) -> None:
    """Say which filter leaves nothing, and offer to lift each that would help."""
    i18n = ctx.i18n
    options = [(n, c) for n, c in relaxed_counts(ctx.dataset, ctx.view.filters) if c]
    with st.container(key="empty"):
        st.write(what_to_do(bool(options), i18n))
        if not options:
            st.button(i18n.t("Clear all filters"), on_click=clear_filters, key="clear-empty")
        for name, count in options:
            label = lift_words(name, count, i18n)
            st.button(label, on_click=_loosen, args=(name,), key=f"loosen-{name}")
