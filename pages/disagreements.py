"""Where sources differ: the claims on one question side by side, and what may explain them."""

from components.page.evidence_pages import disagreements
from components.page.streamlit import show

show(disagreements)
