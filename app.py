"""The app's server: ``streamlit run app.py`` starts it.

The pages themselves are drawn by ``components/ui/main.py``; see ``docs/decisions.md`` for why the
entry script stands apart from the ``pages/`` folder.
"""

from pathlib import Path

import streamlit as st

from components.server.application import lifespan, middleware, refuse_broken_data, routes
from components.ui.error_page import show_error_page

refuse_broken_data()
app = st.App(
    Path(__file__).parent / "components" / "ui" / "main.py",
    lifespan=lifespan,
    routes=routes(),
    on_script_error=show_error_page,
    middleware=middleware(),
)
