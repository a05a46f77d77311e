"""The map as a component: what pydeck makes, drawn by deck.gl in a frame of our own.

The framework's own map hides where the reader looks. Names that come as one looks closer, a scale,
keys and a way back need it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pydeck as pdk
import streamlit as st

from components.i18n import I18n
from components.presentation.addresses import DECK, script_address
from components.presentation.timeline import zoom_words
from components.story.geometry import Bounds
from components.ui.shared.component import component

HTML: Final = """<div class="deck-map">
  <div class="box" role="figure" tabindex="0"></div>
  <div class="buttons"><button type="button" data-name="closer">+</button>
    <button type="button" data-name="wider">−</button>
    <button type="button" data-name="first"></button></div>
  <div class="scale" aria-hidden="true"><span></span><i></i></div>
  <div class="map-tip" aria-hidden="true" hidden></div>
</div>"""


def _map() -> Any:
    return component(
        "deck_map",
        HTML,
        folder=Path(__file__).parent,
        shared=("dom", "closer", "view", "scene"),
        scripts=("deck_ground.js", "deck_map.js"),
        style="deck_map.css",
        shadow=False,
    )


def deck_map(
    deck: pdk.Deck,
    i18n: I18n,
    *,
    key: str,
    bounds: Bounds,
    alt: str,
    choose_place: Callable[[str], None] | None = None,
    choose_region: Callable[[str], None] | None = None,
) -> None:
    """Draw a deck.

    Args:
        deck: layers and limits of the zoom.
        i18n: the reader's language.
        key: of the widget.
        bounds: what must be in sight at first, in degrees; other bounds bring a new first view.
        alt: what the map shows, for those who do not see it.
        choose_place: called with the id of a place that is pressed,
        choose_region: and with that of a region; without either it is a map to look at.
    """
    t = i18n.t

    def place() -> None:
        if (found := st.session_state[key].place) and choose_place:
            choose_place(str(found))

    def region() -> None:
        if (found := st.session_state[key].region) and choose_region:
            choose_region(str(found))

    _map()(
        key=key,
        data={
            "deck": deck.to_json(),
            "bounds": bounds,
            "label": alt,
            "language": i18n.language,
            "script": script_address(DECK),
            "answers": bool(choose_place or choose_region),
            "texts": {
                "closer": t("Closer"),
                "wider": t("Wider"),
                "first": t("Reset the map"),
                "wheel": zoom_words(i18n),
                "failed": t("The map could not be drawn. The table holds the same."),
            },
        },
        on_place_change=place,
        on_region_change=region,
    )
