"""The app with a first document whose text cannot be made: what follows must bear it.

The framework looks for its own call in the file that it is given, so it stands here once more.
"""

import streamlit as st

from components.server import document as text
from components.server.application import lifespan, middleware, refuse_broken_data, routes
from components.ui.error_page import show_error_page
from tests.support.server import ROOT


def _fails(*_: object) -> None:
    raise RuntimeError("this text cannot be made")


text.page_text = _fails  # type: ignore[assignment]
refuse_broken_data()
app = st.App(
    ROOT / "components" / "ui" / "main.py",
    lifespan=lifespan,
    routes=routes(),
    on_script_error=show_error_page,
    middleware=middleware(),
)
