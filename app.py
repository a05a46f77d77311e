"""The app's server: ``streamlit run app.py`` starts it.

The pages themselves are drawn by ``components/ui/main.py``; see ``docs/decisions.md`` for why the
entry script stands apart from the ``pages/`` folder.
"""

from pathlib import Path

import streamlit as st

from components.server import application

application.refuse_broken_data()
app = st.App(
    Path(__file__).parent / "components" / "ui" / "main.py",
    lifespan=application.lifespan,
    routes=application.list_routes(),
    on_script_error=application.show_error_page,
    middleware=application.list_middleware(),
)
