"""Tiles of the web Mercator map (EPSG:3857) in plain arithmetic, here and in queries."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ibis.expr.types import Table

#: The finest tiles that are kept: about ten kilometres wide at the equator.
FINEST_ZOOM: Final = 12
#: Beyond this latitude the map does not reach.
POLE_DEGREES: Final = 85.05


def tile_of(lat: float, lon: float, zoom: int) -> tuple[int, int]:
    """The tile of a place in degrees (WGS 84), counted from the north-west."""
    across, most = 2**zoom, 2**zoom - 1
    tangent = math.tan(math.radians(max(-POLE_DEGREES, min(POLE_DEGREES, lat))))
    north = math.log(tangent + math.sqrt(tangent * tangent + 1))
    x = math.floor((lon + 180) / 360 * across)
    y = math.floor((1 - north / math.pi) / 2 * across)
    return max(0, min(most, x)), max(0, min(most, y))


def with_tiles(events: Table) -> Table:
    """Events with their tile at ``FINEST_ZOOM`` as ``x`` and ``y``; null without coordinates."""
    import ibis

    across, most = 2**FINEST_ZOOM, 2**FINEST_ZOOM - 1

    def kept(value: Any) -> Any:
        tile = ibis.greatest(0, ibis.least(most, value.floor().cast("int64")))
        # Engines differ in what the least of a number and null is.
        return ibis.cases((events.lat.notnull(), tile), else_=ibis.null("int64"))

    lat = ibis.greatest(-POLE_DEGREES, ibis.least(POLE_DEGREES, events.lat))
    tangent = lat.radians().tan()
    north = (tangent + (tangent * tangent + 1).sqrt()).ln()
    return events.mutate(
        x=kept((events.lon + 180) / 360 * across),
        y=kept((1 - north / math.pi) / 2 * across),
    )
