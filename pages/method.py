"""Method: how it was made, what is not known, corrections, accessibility."""

from components.page.method_page import method_page
from components.page.streamlit import show_page

show_page(method_page)
