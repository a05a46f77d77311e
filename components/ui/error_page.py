"""The error message of a page that could not be drawn."""

from __future__ import annotations

import logging
from typing import Final

LOGGER: Final = logging.getLogger(__name__)


def show_error_page(error: Exception) -> bool:
    """Tell the reader, in their language, that a view could not be drawn; log why."""
    # Imported here: this module is read before the framework's runtime is there.
    import streamlit as st

    from components.i18n import i18n_for
    from components.ui.parts import block
    from components.ui.session import guess_language

    LOGGER.error("A page could not be drawn.", exc_info=error)
    block("error_page.html", i18n_for(guess_language(st.query_params.get("lang"))))
    return True
