"""Widgets whose value is that of the address at every run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st


def seen() -> dict[str, Any]:
    """What each kept widget held when it was last drawn or worked."""
    found: dict[str, Any] = st.session_state.setdefault("_kept_seen", {})
    return found


def bind_to_url(name: str, value: Any, changed: Callable[[Any], None]) -> dict[str, Any]:
    """Arguments of a widget: its key, and what sends its changes to the address.

    A closed popover's widget does not hear of a value set here, and would send its old one back
    with the next click anywhere. So when the address changes by another hand, the widget is a new
    one; while the reader works it, it stays the same.
    """
    memory = seen()
    if memory.get(name, value) != value:
        memory[f"{name} turns"] = memory.get(f"{name} turns", 0) + 1
    memory[name] = value
    turn = memory.get(f"{name} turns", 0)
    key = f"{name}-{turn}" if turn else name

    def worked() -> None:
        memory[name] = st.session_state[key]
        changed(st.session_state[key])

    st.session_state[key] = value
    return {"key": key, "on_change": worked}
