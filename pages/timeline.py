"""Timeline: when it happened, as precisely as anybody knows."""

from components.ui.context import context
from components.ui.shared.events import draw_list
from components.ui.timeline.view import draw_timeline

ctx = context()
draw_timeline(ctx)
draw_list(ctx, drawer=True)
