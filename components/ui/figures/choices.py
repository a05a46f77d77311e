"""The choices of the chart of totals: what is counted, who is counted and who said it."""

from __future__ import annotations

import streamlit as st

from components.presentation.context import Context
from components.presentation.figures import (
    ALL,
    chart_options,
    claimant_name,
    measure_name,
    population_name,
)
from components.query.figures import measures_of, populations_of, totals
from components.query.view import View
from components.ui.context import change_view


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
    )


def draw_choices(ctx: Context) -> None:
    """Draw the three choices; each is written to the address."""
    i18n, data, view = ctx.i18n, ctx.dataset, ctx.view
    t = i18n.t
    every = totals(data.claims.values())
    measures = {ALL: t("Every measure")}
    counted = [*measures_of(every), *([view.measure] if view.measure else [])]
    measures |= {m: measure_name(m, i18n) for m in counted}
    within = [c for c in every if c.measure in chart_options(data, view).measures]
    people = [*populations_of(within), *([view.population] if view.population else [])]
    populations = {ALL: t("Everybody")}
    populations |= {p: population_name(p, i18n) for p in people}
    names = {c.claimant_id: claimant_name(c, data, i18n) for c in within}
    if view.claimant:
        names[view.claimant] = i18n.of(data.claimants[view.claimant], "name")
    claimants = {ALL: t("All voices")}
    claimants |= dict(sorted(names.items(), key=lambda item: item[1].casefold()))
    with st.container(horizontal=True, key="totals-choices", gap="small"):
        empty = t("Choose an option")
        _select(view, "measure", t("What is counted"), measures, empty)
        _select(view, "population", t("Who is counted"), populations, empty)
        _select(view, "claimant", t("Who said it"), claimants, empty)
