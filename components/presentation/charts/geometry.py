"""Geometry sent once: the map's large layers are files of the app's own server.

A layer whose data is an address is fetched once and then left alone: neither sent, read nor cut
into triangles again when something else on the map changes. Addresses are named by their content,
so a browser may keep them for good, and a server that starts again gives the same ones.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections import OrderedDict
from typing import Any, Final

import pydeck as pdk

from components.presentation.addresses import server_address

PATH: Final = "/shapes"


KEPT: Final = 512


kept_geometry: OrderedDict[str, bytes] = OrderedDict()


_lock = threading.Lock()


def _keep(content: bytes) -> str:
    name = hashlib.sha256(content).hexdigest()[:24]
    with _lock:
        if name not in kept_geometry:
            kept_geometry[name] = gzip.compress(content, 6)
        kept_geometry.move_to_end(name)
        while len(kept_geometry) > KEPT:
            kept_geometry.popitem(last=False)
    return name


def address_of(data: Any) -> str:
    """Keep a layer's data and return its address on this server."""
    content = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    return server_address(f"{PATH}/{_keep(content)}.json")


def sent_once(deck: pdk.Deck, layers: tuple[str, ...]) -> pdk.Deck:
    """Give the named layers of a deck by address instead of with the deck."""
    for layer in deck.layers:
        if layer.id in layers and layer.data:
            layer.data = address_of(layer.data)
    return deck
