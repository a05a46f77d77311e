"""Where sources differ: the claims on one question side by side, and what may explain them."""

from components.page.disagreements_page import disagreements_page
from components.ui.page_renderer import show_page

show_page(disagreements_page)
