"""Sources: who says so, and how to cite it."""

from functools import partial

from components.page.sources_page import FILES, sources
from components.page.streamlit import show
from components.ui.frame import draw_style
from components.ui.parts import draw_files
from components.ui.session import context

ctx = context()
show(sources(ctx), ctx, {"cite": draw_style, "files": partial(draw_files, FILES)})
