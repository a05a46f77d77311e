"""Sources: who says so, and how to cite it."""

from functools import partial

from components.page.evidence_pages import FILES, sources
from components.page.streamlit import show
from components.ui.parts import draw_files
from components.ui.share import draw_style

show(sources, {"cite": draw_style, "files": partial(draw_files, FILES)})
