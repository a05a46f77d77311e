"""Overview: what happened, where and how many, in one picture that answers."""

from components.ui.context import context
from components.ui.frame.filterbar import offer_to_loosen
from components.ui.overview.stage import draw_stage
from components.ui.share.menu import share
from components.ui.shared.blocks import placeholder
from components.ui.shared.events import draw_list

ctx = context()
draw_stage(ctx, ctx.i18n.t("The story in one line"))
share(ctx, "timeline", "map")
with placeholder():
    if not ctx.selection.events:
        offer_to_loosen(ctx)
draw_list(ctx, key="events")
