"""Sources: who says so, and how to cite it."""

from components.page.sources import sources
from components.page.streamlit import show
from components.ui.context import context
from components.ui.frame import draw_style

show(sources(ctx := context()), ctx, {"cite": draw_style})
