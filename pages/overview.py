"""Overview: what happened, where and how many, in one picture that answers."""

from components.ui.context import context
from components.ui.overview.stage import draw_stage
from components.ui.share.menu import share
from components.ui.shared.events import draw_list

ctx = context()
draw_stage(ctx)
share(ctx, "timeline", "map")
draw_list(ctx)
