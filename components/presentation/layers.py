"""The map's large layers, kept by a hash of their content and sent by address.

A layer whose data is an address is fetched once and then left alone: neither sent, read nor cut
into triangles again when something else on the map changes. Addresses are named by their content,
so a browser may keep them for good. With the name stands the view that the layer was first drawn
for, so that a server which has just started, or another copy of it, can draw it again.
"""

from __future__ import annotations

import hashlib
import json
import threading
from typing import Any, Final

from cachetools import LRUCache

from components.drawing.deck import CompactDeck
from components.presentation.addresses import server_address

PATH: Final = "/shapes"
#: Layers that are kept; a map has three.
KEPT_LAYERS: Final = 512

#: By name: the layer as JSON, and the query of the view it was first drawn for.
_kept: LRUCache[str, tuple[bytes, str]] = LRUCache(KEPT_LAYERS)
#: The names of data, by their identity: they are not written again to be named.
_names: LRUCache[int, tuple[Any, str]] = LRUCache(64)
_lock = threading.Lock()


def kept_layer(name: str) -> bytes | None:
    """A layer as JSON, if this process has drawn it lately."""
    with _lock:
        return _kept[name][0] if name in _kept else None


def layer_address(data: Any, query: str) -> str:
    """Keep a layer's data and return its address on this server.

    Args:
        data: what deck.gl draws, in degrees (EPSG:4326).
        query: the view it is drawn for. The same layer keeps its first address, so that a change
            of the view which does not change the layer makes no browser fetch it again.
    """
    with _lock:
        known, name = _names.get(id(data), (None, ""))
        if known is not data or name not in _kept:
            content = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
            name = hashlib.sha256(content).hexdigest()[:24]
            _names[id(data)] = (data, name)
            _kept.setdefault(name, (content, query))
        return server_address(f"{PATH}/{name}.json?{_kept[name][1]}")


def sent_once(deck: CompactDeck, layers: tuple[str, ...], query: str) -> CompactDeck:
    """Replace the data of the named layers of a deck by addresses of it."""
    for layer in deck.layers:
        if layer.id in layers and layer.data:
            layer.data = layer_address(layer.data, query)
    return deck
