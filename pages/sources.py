"""Sources: who says so, and how to cite it."""

from functools import partial

from components.page.sources_page import FILES, sources_page
from components.ui.page_renderer import show_page
from components.ui.parts import draw_files
from components.ui.share import draw_style

show_page(sources_page, {"cite": draw_style, "files": partial(draw_files, FILES)})
