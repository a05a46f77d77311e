"""Overview: what happened, where and how many, on one screen."""

import streamlit as st

from components.presentation.charts.map import map_finding
from components.presentation.charts.timeline import timeline_finding
from components.ui.context import context
from components.ui.frame.filterbar import offer_to_loosen
from components.ui.map.view import draw_map
from components.ui.overview.headlines import draw_headlines
from components.ui.shared.blocks import slot
from components.ui.shared.detail import draw_detail
from components.ui.shared.events import draw_list
from components.ui.shared.titles import chart_title, draw_sentence, title
from components.ui.timeline.view import draw_timeline

here = context()
t = here.i18n.t
title(
    here,
    t("They left Venezuela’s forces, crossed into Colombia and waited"),
    t(
        "Soldiers and police who fled to Colombia between January and May 2019: what happened, "
        "where they were counted, how many, and who says so."
    ),
)
draw_sentence(here)
with slot():
    draw_headlines(here)
with slot():
    if not here.selection.events:
        offer_to_loosen(here)
with st.container(key="explorer"):
    time, place, detail = st.columns([50, 36, 30], gap="medium")
with time:
    chart_title(here, timeline_finding(here), t("Events by kind and date, 2019"))
    draw_timeline(here, key="timeline", width=400)
with place:
    chart_title(
        here,
        map_finding(here),
        t("People counted by region of Migración Colombia"),
    )
    draw_map(here, key="map")
with detail:
    draw_detail(here)
draw_list(here, key="events")
