"""Where something is on this server, whatever path the server itself stands under."""

from __future__ import annotations

import streamlit as st


def server_address(path: str, query: str = "") -> str:
    """The address of a path that begins with a slash."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"{'/' + base if base else ''}{path}{'?' + query if query else ''}"
