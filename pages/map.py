"""Map: where they presented themselves, and what the regions are."""

import streamlit as st

from components.presentation.charts.map import map_finding
from components.ui.context import context
from components.ui.map.view import draw_map, draw_table
from components.ui.shared.detail import draw_detail
from components.ui.shared.titles import draw_sentence, title

here = context()
title(
    here,
    map_finding(here),
    here.i18n.t("Where the events happened, and what was counted by region."),
)
draw_sentence(here)
chart, detail = st.columns([6, 5], gap="large")
with chart:
    draw_map(here, key="map", height=640)
with detail:
    draw_detail(here)
draw_table(here)
