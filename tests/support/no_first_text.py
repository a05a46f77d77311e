"""The app with a first document whose text cannot be made: what follows must bear it.

The framework looks for its own call in the file that it is given, so it stands here once more.
"""

import streamlit as st

from components.server import application
from components.server import document as text
from tests.support.server import ROOT


def _fails(*_: object) -> None:
    raise RuntimeError("this text cannot be made")


text.page_text = _fails  # type: ignore[assignment]
application.refuse_broken_data()
app = st.App(
    ROOT / "components" / "ui" / "main.py",
    lifespan=application.lifespan,
    routes=application.list_routes(),
    on_script_error=application.show_error_page,
    middleware=application.list_middleware(),
)
