"""The choices of the chart of totals: what is counted, who is counted and who said it."""

from __future__ import annotations

import streamlit as st

from components.domain.evidence.totals import measures_of, populations_of, relaxed_counts, totals
from components.domain.views.view import View
from components.presentation.charts.totals_choice import ALL, CHOICES, asked
from components.presentation.charts.totals_words import claimant_name, measure_name, population_name
from components.presentation.context import Context
from components.ui.context import change_view
from components.ui.frame.filterbar import clear_filters


def _picked(name: str) -> None:
    change_view(**{name: st.session_state[f"totals-{name}"] or None})


def _select(view: View, name: str, label: str, options: dict[str, str], placeholder: str) -> None:
    key = f"totals-{name}"
    st.session_state[key] = getattr(view, name) or ALL
    st.selectbox(
        label,
        list(options),
        format_func=lambda option: options[option],
        placeholder=placeholder,
        key=key,
        on_change=_picked,
        args=(name,),
        width=330,
    )


def draw_choices(ctx: Context) -> None:
    """Draw the three choices; each is written to the address."""
    i18n, data, view = ctx.i18n, ctx.dataset, ctx.view
    t = i18n.t
    every = totals(data.claims.values())
    measures = {ALL: t("Every measure")}
    counted = [*measures_of(every), *([view.measure] if view.measure else [])]
    measures |= {m: measure_name(m, i18n) for m in counted}
    within = [c for c in every if c.measure in asked(data, view).measures]
    people = [*populations_of(within), *([view.population] if view.population else [])]
    populations = {ALL: t("Everybody")}
    populations |= {p: population_name(p, i18n) for p in people}
    names = {c.claimant_id: claimant_name(c, data, i18n) for c in within}
    if view.claimant:
        names[view.claimant] = i18n.of(data.claimants[view.claimant], "name")
    claimants = {ALL: t("Everyone who gave a figure")}
    claimants |= dict(sorted(names.items(), key=lambda item: item[1].casefold()))
    with st.container(horizontal=True, key="totals-choices", gap="small"):
        empty = t("Choose an option")
        _select(view, "measure", t("What is counted"), measures, empty)
        _select(view, "population", t("Who is counted"), populations, empty)
        _select(view, "claimant", t("Who said it"), claimants, empty)


def _lift(name: str) -> None:
    change_view(**{name: None})


def offer_to_loosen(ctx: Context) -> None:
    """Say what leaves no figure, and offer to lift each choice that would help."""
    i18n = ctx.i18n
    options = [
        (n, c) for n, c in relaxed_counts(ctx.selection.claims, asked(ctx.dataset, ctx.view)) if c
    ]
    with st.container(key="totals-empty"):
        st.header(i18n.t("No figure fits all of these choices"), anchor=False)
        for name, count in options:
            label = i18n.n(
                "Clear “{what}”: {count} figure",
                "Clear “{what}”: {count} figures",
                count,
                what=i18n.t(CHOICES[name]),
            )
            st.button(label, on_click=_lift, args=(name,), key=f"lift-{name}")
        if ctx.view.filters.active():
            st.write(i18n.t("The filters above leave figures out as well."))
            st.button(i18n.t("Clear all filters"), on_click=clear_filters, key="lift-filters")
