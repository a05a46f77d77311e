"""The app's server: ``streamlit run app.py`` starts it.

The pages themselves are drawn by ``components/ui/main.py``; see ``docs/decisions.md`` for why the
entry script stands apart from the ``pages/`` folder.
"""

from pathlib import Path

import streamlit as st

from components.ui.pictures import ROUTES as PICTURES
from components.ui.server import lifespan, middleware, refuse_broken_data, say_sorry
from components.ui.shapes import ROUTES as SHAPES
from components.ui.takeaway import ROUTES as TAKEAWAYS

refuse_broken_data()
app = st.App(
    Path(__file__).parent / "components" / "ui" / "main.py",
    lifespan=lifespan,
    routes=[*SHAPES, *PICTURES, *TAKEAWAYS],
    on_script_error=say_sorry,
    middleware=middleware(),
)
