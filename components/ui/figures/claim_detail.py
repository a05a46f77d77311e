"""The chosen claim in full: its words, its date and how it is known, and its citations."""

from __future__ import annotations

import streamlit as st

from components.domain.records.models import Claim
from components.figures.totals.chart import GLYPH
from components.i18n.labels import BASIS, VOICE
from components.presentation.charts.totals_words import measure_name, population_name, value_words
from components.presentation.context import Context
from components.presentation.pages import PAGES
from components.presentation.records.badges import address
from components.presentation.records.claims import claim_view
from components.ui.context import change_view
from components.ui.shared.blocks import block


def _more(claim: Claim, here: Context) -> list[tuple[str, str]]:
    """Links to the event a claim belongs to and to the question it answers."""
    i18n = here.i18n
    slugs = {page.slug for page in PAGES}
    found = []
    if claim.event_id:
        event = here.dataset.events[claim.event_id]
        found.append((address("timeline", here, event=event.id), i18n.of(event, "title")))
    if claim.topic_id and "disagreements" in slugs:
        topic = here.dataset.topics[claim.topic_id]
        found.append((address("disagreements", here, topic=topic.id), i18n.of(topic, "question")))
    return found


def _close() -> None:
    change_view(claim=None)


def draw_claim(here: Context) -> None:
    """The chosen claim; without one, a word on how to choose."""
    i18n, data = here.i18n, here.dataset
    claim = data.claims.get(here.view.claim or "")
    if claim is None:
        block("ladder_nothing.html", i18n)
        return
    claimant = data.claimants[claim.claimant_id]
    region = data.regions.get(claim.region_id or "")
    block(
        "claim.html",
        i18n,
        view=claim_view(claim, here),
        value=value_words(claim, i18n),
        glyph=GLYPH[claim.population],
        measure=measure_name(claim.measure, i18n),
        population=population_name(claim.population, i18n),
        voice=i18n.t(VOICE[claimant.voice]),
        region=i18n.of(region, "label") if region else "",
        date=i18n.date(claim.as_of) if claim.as_of else "",
        basis=claim.as_of_basis or "",
        basis_label=i18n.t(BASIS[claim.as_of_basis]) if claim.as_of_basis else "",
        date_note=i18n.of(claim, "as_of_note"),
        more=_more(claim, here),
    )
    st.button(i18n.t("Close this figure"), on_click=_close, key="close-claim", type="tertiary")
