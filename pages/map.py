"""Map: where they presented themselves, and what the regions are."""

from components.presentation.charts.map import map_finding
from components.ui.context import context
from components.ui.map.view import draw_map, draw_table
from components.ui.shared.drawer import draw_drawer
from components.ui.shared.titles import draw_sentence, title

ctx = context()
title(
    ctx.i18n,
    map_finding(ctx),
    ctx.i18n.t("Where the events happened, and what was counted by region."),
)
draw_sentence(ctx)
draw_map(ctx, key="map")
draw_table(ctx)
draw_drawer(ctx)
