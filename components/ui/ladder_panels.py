"""The panels of the ladder on a page: one figure each, what a click does, and the key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from components.domain.ladder import Panel, as_of, finding, main_voice, panels
from components.domain.models import Claim, Qualifier
from components.figures.ladder import GLYPH, LadderTexts, ladder
from components.figures.ladder_marks import Rung
from components.figures.ladder_scale import Scale, scale_for
from components.figures.ladder_signs import date_sign, sign
from components.i18n import N_
from components.ui.context import Context, change_view
from components.ui.events import source_names
from components.ui.ladder_words import (
    alt_text,
    claimant_name,
    date_words,
    finding_words,
    label_lines,
    measure_name,
    population_name,
    short_name,
    span_words,
    value_words,
)
from components.ui.markup import block
from components.ui.picture_links import offer_picture
from components.ui.plots import draw_chart, hover_text

SCALE_WORDS: Final = {
    "doubling": N_("Each line of the scale is twice the one below it."),
    "tenfold": N_("Each line of the scale is ten times the one below it."),
    "linear": N_("The scale starts at zero."),
}

SIGNS: Final[dict[Qualifier, str]] = {
    "exact": N_("a number given as it is"),
    "about": N_("about: a dotted ring"),
    "more_than": N_("more than: hollow, open upwards"),
    "at_least": N_("at least: filled, open upwards"),
    "nearly": N_("nearly: hangs just under its number"),
    "less_than": N_("fewer than: under its number, open downwards"),
    "up_to": N_("up to: touches its number, open downwards"),
    "range": N_("from one number to another"),
}
DATE_SIGNS: Final = {
    "dot": N_("dots to the sides: the day is inferred or approximate"),
    "dash": N_("a long line: some day in this span; dashed where the span is approximate"),
}


def choose_claim(claim_id: str) -> None:
    """Put a claim in the address."""
    change_view(claim=claim_id)


def _hover(claim: Claim, here: Context) -> str:
    lines = (
        population_name(claim.population, here.i18n),
        claimant_name(claim, here),
        date_words(claim, here.i18n),
        source_names(claim.id, here),
    )
    return hover_text(value_words(claim, here.i18n), lines)


def rung(claim: Claim, here: Context, main: str | None) -> Rung:
    """A claim as the ladder draws it; ``main`` is the claimant drawn in the accent."""
    own = claim.claimant_id == main
    return Rung(
        id=claim.id,
        low=claim.value_low,
        high=claim.value_high,
        qualifier=claim.qualifier or "exact",
        date=as_of(claim),
        day_stated=claim.as_of_basis != "inferred",
        population=claim.population,
        value=value_words(claim, here.i18n),
        name=() if own else label_lines(claim, here),
        hover=_hover(claim, here),
        main=own,
    )


def _numbers(claims: Sequence[Claim]) -> list[float]:
    return [v for c in claims for v in (c.value_low, c.value_high) if v is not None]


def panel_figure(panel: Panel, here: Context, scale: Scale, main: str | None) -> go.Figure:
    """One panel, drawn in the reader's language and colours."""
    i18n = here.i18n
    percent = panel.unit == "percent"
    return ladder(
        [rung(claim, here, main) for claim in panel.claims],
        window=(panel.span.first, panel.span.last),
        scale=scale,
        chosen=here.view.claim,
        palette=here.palette,
        texts=LadderTexts(
            number=lambda v: i18n.percent(v / 100) if percent else i18n.number(v),
            day=lambda day: i18n.day(day, "short"),
        ),
    )


def _panel(
    number: int, panel: Panel, here: Context, scale: Scale, main: str | None, says: str
) -> None:
    i18n = here.i18n
    key = f"ladder-{panel.measure}-{panel.unit}-{panel.span.first}"

    with st.container(key=f"ladder-panel-{number}"):
        block(
            "ladder_panel.html",
            i18n,
            measure=measure_name(panel.measure, i18n),
            span=span_words(panel, i18n),
            finding=says,
        )
        draw_chart(
            panel_figure(panel, here, scale, main),
            i18n,
            key=key,
            alt=alt_text(panel, here),
            choose=choose_claim,
        )


def panel_scales(found: Sequence[Panel]) -> dict[int, Scale]:
    """Panels of one unit share a scale; of the arrivals and of the rest, empty lines are cut."""
    scales: dict[int, Scale] = {}
    for number, panel in enumerate(found):
        alike = [p for p in found if p.unit == panel.unit]
        beside = [p for p in alike if (p.measure == "arrivals") == (panel.measure == "arrivals")]
        whole = scale_for(n for p in alike for n in _numbers(p.claims))
        scales[number] = whole.cropped(min(n for p in beside for n in _numbers(p.claims)))
    return scales


def panel_says(panel: Panel, shown: Sequence[Claim], here: Context) -> str:
    """The finding of a measure, to follow its name."""
    own = [c for c in shown if c.measure == panel.measure]
    text = finding_words(finding(here.dataset, own), here.i18n)
    return text[:1].lower() + text[1:]


def draw_panels(shown: Sequence[Claim], here: Context) -> None:
    """Draw every panel and the key beneath them."""
    found = panels(shown)
    main = main_voice(shown)
    scales = panel_scales(found)
    said: set[str] = set()
    with st.container(key="ladder-panels"):
        for number, panel in enumerate(found):
            says = "" if number == 0 or panel.measure in said else panel_says(panel, shown, here)
            said.add(panel.measure)
            _panel(number, panel, here, scales[number], main, says)
    _key(shown, [scale.kind for scale in scales.values()], main, here)
    offer_picture("figures", here)


def _key(shown: Sequence[Claim], kinds: Sequence[str], main: str | None, here: Context) -> None:
    """Every encoding in use, in words."""
    i18n, palette = here.i18n, here.palette
    used = {c.qualifier for c in shown}
    present = {c.population for c in shown}
    signs = [(sign(q, palette), i18n.t(text)) for q, text in SIGNS.items() if q in used]
    signs += [(date_sign(dash, palette), i18n.t(text)) for dash, text in DATE_SIGNS.items()]
    block(
        "ladder_key.html",
        i18n,
        notes=[i18n.t(SCALE_WORDS[kind]) for kind in dict.fromkeys(kinds)],
        main=next((short_name(c, here) for c in shown if c.claimant_id == main), ""),
        populations=[
            (glyph, population_name(key, i18n)) for key, glyph in GLYPH.items() if key in present
        ],
        signs=signs,
    )
