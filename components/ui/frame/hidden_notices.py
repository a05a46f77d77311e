"""Notices that say how many records `known` and `without` hide."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.domain.views.filters import Filters
from components.i18n.labels import VOICE
from components.presentation.context import Context
from components.ui.context import change_filters
from components.ui.shared.blocks import block


def _missing(here: Context, with_it: Filters) -> tuple[str, str]:
    """How many events and claims come back when a filter is lifted, in words."""
    full, now, i18n = here.selection_for(with_it), here.selection, here.i18n
    events, claims = len(full.events) - len(now.events), len(full.claims) - len(now.claims)
    return (
        i18n.n("{count} event", "{count} events", events),
        i18n.n("{count} claim", "{count} claims", claims),
    )


def _known(here: Context) -> None:
    filters, shown, i18n = here.view.filters, here.selection, here.i18n
    if filters.known is None:
        return
    text = i18n.t(
        "As published by {date}; later items hidden: {events} of {all_events} events and "
        "{claims} of {all_claims} claims.",
        date=i18n.day(filters.known),
        events=i18n.number(shown.hidden_events),
        all_events=i18n.number(shown.events_total),
        claims=i18n.number(shown.hidden_claims),
        all_claims=i18n.number(shown.claims_total),
    )
    block("turned.html", i18n, text=text)
    label = i18n.t("Show everything")
    st.button(label, on_click=change_filters, kwargs={"known": None}, key="known-off")


def _voices(here: Context) -> None:
    filters, i18n = here.view.filters, here.i18n
    if not filters.without:
        return
    events, claims = _missing(here, replace(filters, without=()))
    text = i18n.t(
        "Hidden: {voices}. This hides {events} and {claims}, and other events may lose their "
        "exact day.",
        voices=i18n.list(i18n.t(VOICE[v]) for v in VOICE if v in filters.without),
        events=events,
        claims=claims,
    )
    block("turned.html", i18n, text=text)
    label = i18n.t("Show all voices")
    st.button(label, on_click=change_filters, kwargs={"without": ()}, key="voices-on")


def draw_turned(here: Context) -> None:
    """Say what is hidden by the day of knowledge and by voices left out."""
    if here.view.filters.known or here.view.filters.without:
        with st.container(key="turned", gap="small"):
            _known(here)
            _voices(here)
