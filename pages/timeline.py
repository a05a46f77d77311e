"""Timeline: when it happened, as precisely as anybody knows."""

import streamlit as st

from components.presentation.charts.timeline import timeline_finding
from components.ui.context import context
from components.ui.frame.filterbar import offer_to_loosen
from components.ui.shared.drawer import draw_drawer
from components.ui.shared.events import draw_list
from components.ui.shared.titles import draw_sentence, title
from components.ui.timeline.view import draw_timeline, draw_zoom

ctx = context()
title(
    ctx.i18n,
    timeline_finding(ctx),
    ctx.i18n.t("Every event, by kind. A date is drawn only as precisely as its source gives it.")
    if ctx.selection.events
    else "",
)
if not ctx.selection.events:
    offer_to_loosen(ctx)
with st.container(horizontal=True, vertical_alignment="center", key="timeline-line"):
    draw_sentence(ctx)
    if ctx.selection.events:
        draw_zoom(ctx)
if ctx.selection.events:
    draw_timeline(ctx, key="timeline")
    draw_list(ctx, key="events")
    draw_drawer(ctx)
