"""A page that has nothing to say for the story that is open."""

from components.page.blocks import not_here
from components.page.streamlit import show

show(not_here)
