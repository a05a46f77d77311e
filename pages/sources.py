"""Sources: who says so, and how to cite it."""

from components.page.sources_page import sources
from components.page.streamlit import show
from components.ui.frame import draw_style
from components.ui.session import context

show(sources(ctx := context()), ctx, {"cite": draw_style})
