"""The chart of totals on a page: headline, a figure checked, choices, panels, sum, list, table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import streamlit as st

from components.domain.evidence.totals import charted, totals
from components.domain.records.models import Claim
from components.presentation.charts.figures import (
    asked,
    claim_row,
    claim_table_row,
    shown_words,
    totals_finding,
)
from components.presentation.context import Context
from components.presentation.pages import lead_of
from components.presentation.text.figures import sum_of_regions
from components.ui.figures.check import draw_check
from components.ui.figures.choices import draw_choices, offer_to_loosen
from components.ui.figures.claim_detail import draw_claim
from components.ui.figures.panels import choose_claim, draw_panels
from components.ui.shared.blocks import block
from components.ui.shared.event_list import event_list
from components.ui.shared.titles import title


def _heading(shown: Sequence[Claim], ctx: Context) -> None:
    title(
        ctx.i18n,
        totals_finding(shown, ctx),
        lead_of("figures", ctx.i18n),
    )


def draw_totals(ctx: Context) -> None:
    """Draw the chart of totals with everything that belongs to it."""
    i18n = ctx.i18n
    shown = charted(ctx.selection.claims, asked(ctx.dataset, ctx.view))
    _heading(shown, ctx)
    total = len(totals(ctx.dataset.claims.values()))
    if not total:
        draw_check(ctx)
        return
    with st.container(key="totals-tools"):
        draw_choices(ctx)
        draw_check(ctx)
    block("shown.html", i18n, text=shown_words(shown, total, ctx))
    if not shown:
        offer_to_loosen(ctx)
        return
    draw_panels(shown, ctx)
    if "arrivals" in asked(ctx.dataset, ctx.view).measures and (summed := sum_of_regions(ctx)):
        st.html(summed)
    with st.container(key="claim-drawer"):
        draw_claim(ctx)
    rows = [claim_row(claim, ctx) for claim in shown]
    told = next((row for row in rows if row.sign), None)
    listed = {
        "rows": [asdict(row) for row in rows],
        "signs": f"{told.sign} {told.basis}" if told else "",
        "chosen": ctx.view.claim,
        "label": i18n.t("The same figures, in order of date"),
        "detail": "",
    }
    event_list(listed, key="totals-list", on_choose=choose_claim)
    with st.expander(i18n.t("The same figures as a table")):
        block("totals_table.html", i18n, rows=[claim_table_row(c, ctx) for c in shown])
