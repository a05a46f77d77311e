"""Map: where they presented themselves, and what the regions are."""

from components.presentation.charts.findings import map_heading, map_lead
from components.ui.context import context
from components.ui.frame.filters import offer_to_loosen
from components.ui.map.view import draw_map_and_table
from components.ui.shared.titles import draw_sentence, title

ctx = context()
lead = map_lead(ctx)
title(ctx.i18n, map_heading(ctx), lead)
if not lead:
    offer_to_loosen(ctx)
draw_sentence(ctx)
draw_map_and_table(ctx, key="map")
