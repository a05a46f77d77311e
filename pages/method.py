"""Method: how it was made, what is not known, corrections, accessibility."""

from components.page.method_page import method_page
from components.ui.page_renderer import show_page

show_page(method_page)
