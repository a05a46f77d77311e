"""The panels of the chart of totals on a page: one figure each, what a click does, and the key."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from components.domain.evidence.totals import Panel, main_voice, panels
from components.domain.records.models import Claim
from components.figures.totals.chart import GLYPH
from components.figures.totals.scale import NumberScale
from components.figures.totals.signs import date_sign, sign
from components.presentation.charts.totals import (
    DATE_SIGNS,
    SCALE_WORDS,
    SIGNS,
    panel_figure,
    panel_says,
    panel_scales,
)
from components.presentation.charts.totals_words import (
    alt_text,
    measure_name,
    population_name,
    short_name,
    span_words,
)
from components.presentation.context import Context
from components.ui.context import change_view
from components.ui.share.menu import share
from components.ui.shared.blocks import block
from components.ui.shared.plots import draw_chart

#: The least width of a panel, for which its labels are laid out, and what each mark adds to it.
LEAST_WIDTH_PX: Final = 300
PER_MARK_PX: Final = 60
#: From this width of the window three panels have room beside the first; its part of theirs.
GRID_FROM_PX: Final = 1400
FIRST_SHARE: Final = 0.46
HIGHER_TIMES: Final = 1.4


def choose_claim(claim_id: str) -> None:
    """Put a claim in the address."""
    change_view(claim=claim_id)


def _panel(
    number: int, panel: Panel, ctx: Context, scale: NumberScale, main: str | None, says: str
) -> None:
    i18n = ctx.i18n
    key = f"totals-{panel.measure}-{panel.unit}-{panel.span.first}"

    with st.container(key=f"totals-panel-{number}"):
        block(
            "totals_panel.html",
            i18n,
            measure=measure_name(panel.measure, i18n),
            span=span_words(panel, i18n),
            finding=says,
        )
        draw_chart(
            panel_figure(panel, ctx, scale, main),
            i18n,
            key=key,
            alt=alt_text(panel, ctx.dataset, i18n),
            choose=choose_claim,
        )


def _second_row(found: Sequence[Panel]) -> int | None:
    """Where the panels of other measures than the first begin, if both make a row of their own."""
    first = sum(panel.measure == found[0].measure for panel in found)
    return first if first > 1 and len(found) - first > 1 else None


def _beside_first(found: Sequence[Panel], scales: Mapping[int, NumberScale]) -> str:
    """Where the first panel is by far the highest: the others in two rows beside it."""
    second = _second_row(found)
    rest = max((scales[n].height for n in range(1, len(found))), default=0.0)
    if second is None or scales[0].height < HIGHER_TIMES * rest:
        return ""
    rows = (second - 1, len(found) - second)
    columns = math.lcm(*rows)
    panel = ".st-key-totals-panels > :has(> .st-key-totals-panel-{})"
    rules = [
        f".st-key-totals-panels {{display: grid; grid-template-columns: minmax(0, {FIRST_SHARE}fr) "
        f"repeat({columns}, minmax(0, {1 / columns:.4f}fr));}}",
        ".st-key-totals-panels::before {display: none;}",
        panel.format(0) + "{grid-row: span 2; max-width: none;}",
    ]
    rules += [
        f"{panel.format(n)}{{grid-column: span {columns // rows[n >= second]}; max-width: none;}}"
        for n in range(1, len(found))
    ]
    return f"@media screen and (min-width: {GRID_FROM_PX}px) {{{''.join(rules)}}}"


def _widths(found: Sequence[Panel], scales: Mapping[int, NumberScale]) -> str:
    """Each panel as wide as what is in it: it grows with its marks, to a limit.

    The measures after the first begin a row, so that none of their panels stands alone in one.
    """
    second = _second_row(found)
    rules = []
    for number, panel in enumerate(found):
        count = len(panel.claims)
        order = 2 if second and number >= second else 0
        rules.append(
            f".st-key-totals-panels > :has(> .st-key-totals-panel-{number})"
            f"{{flex: {count} 1 {LEAST_WIDTH_PX}px; order: {order}; "
            f"max-width: min(100%, {LEAST_WIDTH_PX + PER_MARK_PX * count}px);}}"
        )
    # Panels of one measure have heads of one height: their lines meet from the top down.
    rules += [
        f".st-key-totals-panel-{number} {{justify-content: flex-start !important;}}"
        for number, panel in enumerate(found)
        if panel.measure == found[0].measure
    ]
    wrapped = f"@media screen {{{''.join(rules)}}}"
    return f"<style>{wrapped}{_beside_first(found, scales)}</style>"


def draw_panels(shown: Sequence[Claim], ctx: Context) -> None:
    """Draw every panel and the key beneath them."""
    found = panels(shown, ctx.view.filters.start, ctx.view.filters.end)
    main = main_voice(shown)
    scales = panel_scales(found)
    said: set[str] = set()
    st.html(_widths(found, scales))
    with st.container(key="totals-panels"):
        for number, panel in enumerate(found):
            says = "" if number == 0 or panel.measure in said else panel_says(panel, shown, ctx)
            said.add(panel.measure)
            _panel(number, panel, ctx, scales[number], main, says)
    _key(shown, [scale.kind for scale in scales.values()], main, ctx)
    share(ctx, "figures")


def _key(shown: Sequence[Claim], kinds: Sequence[str], main: str | None, ctx: Context) -> None:
    """Every encoding in use, in words."""
    i18n, palette = ctx.i18n, ctx.palette
    used = {c.qualifier for c in shown}
    present = {c.population for c in shown}
    signs = [(sign(q, palette), i18n.t(text)) for q, text in SIGNS.items() if q in used]
    signs += [(date_sign(dash, palette), i18n.t(text)) for dash, text in DATE_SIGNS.items()]
    block(
        "totals_key.html",
        i18n,
        notes=[i18n.t(SCALE_WORDS[kind]) for kind in dict.fromkeys(kinds)],
        main=next((short_name(c, ctx.dataset, i18n) for c in shown if c.claimant_id == main), ""),
        populations=[
            (glyph, population_name(key, i18n)) for key, glyph in GLYPH.items() if key in present
        ],
        signs=signs,
    )
