"""A page that has nothing to say for the story that is open."""

from components.page.blocks import not_here_page
from components.ui.page_renderer import show_page

show_page(not_here_page)
