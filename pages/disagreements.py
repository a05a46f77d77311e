"""Where sources differ: the claims on one question side by side, and what may explain them."""

from components.page.disagreements_page import disagreements
from components.page.streamlit import show
from components.ui.session import context

show(disagreements(ctx := context()), ctx)
