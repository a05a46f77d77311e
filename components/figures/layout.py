"""What every Plotly chart of the pages has in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from components.figures.palette import Palette

FONT: Final = '"Source Sans", sans-serif'


def base_layout(height: float, margin: Mapping[str, int], palette: Palette) -> dict[str, Any]:
    """The layout of a chart whose inside is ``height`` pixels high, but for its axes."""
    return {
        # Every colour is set by the charts: Plotly's own template is four kilobytes that it would
        # look each property up in.
        "template": "none",
        "height": int(height + margin["t"] + margin["b"]),
        "margin": margin,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hovermode": "closest",
        "hoverlabel": {
            "bgcolor": palette.panel,
            "font": {"family": FONT, "color": palette.ink, "size": 13},
            "align": "left",
        },
        "font": {"family": FONT, "color": palette.ink},
    }
