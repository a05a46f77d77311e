"""A page that has nothing to say for the story that is open."""

from components.page.shared_blocks import not_here
from components.page.streamlit import show
from components.ui.session import context

show(not_here(ctx := context()), ctx)
