"""The entry script of Streamlit: it runs for every page.

Beside the folder ``pages/`` the framework would run a page's file alone on a cold link.
"""

import streamlit as st

from components.presentation.pages import PAGES, page_script
from components.ui.frame import frame
from components.ui.session import current_story, forget_old_widgets

story = current_story()
registered = [
    st.Page(
        page_script(page, story),
        title=page.title,
        url_path=page.slug or None,
        default=not page.slug,
    )
    for page in PAGES
]
# This module stays until the next run, of whomever: an opened story would stay with it.
del story

current = st.navigation(registered, position="hidden")


with frame(PAGES[registered.index(current)]):
    current.run()

forget_old_widgets()
