"""Method: how it was made, what is not known, corrections, accessibility."""

from components.page.method_page import method
from components.page.streamlit import show

show(method)
