"""The charts' libraries on this server, and what a Plotly chart of the pages is sent."""

from __future__ import annotations

from typing import Any, Final

from components.i18n import I18n
from components.presentation.addresses import server_address

PLOTLY: Final = "plotly-basic-4.1.1.min.js"
DECK: Final = "deck-9.3.11.min.js"

#: A name carries the version: a browser may keep the file for good.
FOLDER: Final = "/scripts"
PATH: Final = f"{FOLDER}/{PLOTLY}"

CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def script_address(name: str = PLOTLY) -> str:
    """The address of a library on this server."""
    return server_address(f"{FOLDER}/{name}")


def zoom_words(i18n: I18n) -> str:
    """How to look closer: a wheel alone scrolls the page."""
    return i18n.t("To zoom: Ctrl and the wheel, two fingers, or the buttons.")


def _tool_texts(i18n: I18n) -> dict[str, str]:
    t = i18n.t
    return {
        "tools": t("Span shown"),
        "closer": t("Closer"),
        "wider": t("Wider"),
        "whole": t("Whole period"),
        "only": t("Only these days"),
        "hint": t("Drag across the chart to choose days."),
        "wheel": zoom_words(i18n),
    }


def chart_data(figure: str, i18n: I18n, *, label: str, dated: bool) -> dict[str, Any]:
    """Everything that a chart of days is sent.

    Args:
        figure: the chart as Plotly's JSON.
        label: what a screen reader says of it.
        dated: whether the view has dates.
    """
    return {
        "figure": figure,
        "texts": _tool_texts(i18n),
        "dated": dated,
        "label": label,
        "config": CONFIG,
        "script": script_address(),
        "failed": i18n.t("The chart could not be drawn. Reload the page to try again."),
    }
