"""Map: where they presented themselves, and what the regions are."""

from components.presentation.charts.map import map_heading
from components.presentation.text.empty import nothing_fits
from components.ui.context import context
from components.ui.frame.filterbar import offer_to_loosen
from components.ui.map.view import draw_map, draw_table
from components.ui.shared.drawer import draw_drawer
from components.ui.shared.titles import draw_sentence, title

ctx = context()
heading = map_heading(ctx)
title(ctx.i18n, heading, ctx.i18n.t("Where the events happened, and what was counted by region."))
if heading == nothing_fits(ctx.i18n):
    offer_to_loosen(ctx)
draw_sentence(ctx)
draw_map(ctx, key="map")
draw_table(ctx)
draw_drawer(ctx)
