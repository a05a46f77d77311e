"""Sources: who says so, and how to cite it."""

from components.page.sources_page import sources_page
from components.ui.page_renderer import show_page

show_page(sources_page)
