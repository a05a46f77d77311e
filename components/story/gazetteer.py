"""Places that the project knows by their names: countries, first-level divisions and towns.

Countries are all of the world's; divisions are Colombia's and Venezuela's, and towns those of
``terrain.geojson``. Names are of Natural Earth and GeoNames; nothing is asked of a network.
"""

import json
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

import shapely

from components.story.ground_data import find_label_point, list_towns, load_world
from components.story.texts import fold

#: The point of each division is the roomiest of its outline in ``data/geo``.
DIVISIONS: Final = Path(__file__).with_name("divisions.json")
Kind = Literal["town", "division", "country"]
#: Countries whose name is as much that of another place, which is not known here.
SHARED_NAMES: Final = frozenset({"GE"})


class NamedPlace(NamedTuple):
    """A place that has a name, and where it is (degrees); of an area, a point well inside."""

    name: str
    name_es: str
    country: str
    lon: float
    lat: float
    kind: Kind


@lru_cache(maxsize=1)
def _places_by_name() -> dict[str, list[NamedPlace]]:
    places: list[NamedPlace] = []
    world = load_world()
    for town in list_towns():
        point = shapely.Point(town.lon, town.lat)
        for code, area in world.items():
            if area.shape.contains(point):
                places.append(NamedPlace(town.name, town.name_es, code, town.lon, town.lat, "town"))
                break
    for division in json.loads(DIVISIONS.read_text(encoding="utf-8")):
        country = division.pop("code")[:2]
        places.append(NamedPlace(country=country, kind="division", **division))
    for code, area in world.items():
        lon, lat = find_label_point(area.shape)
        places.append(NamedPlace(area.name, area.name_es, code, lon, lat, "country"))
    by_name: defaultdict[str, list[NamedPlace]] = defaultdict(list)
    for place in places:
        for name in {_fold_name(place.name), _fold_name(place.name_es)}:
            by_name[name].append(place)
    return dict(by_name)


def _fold_name(name: str) -> str:
    return " ".join(fold(name).replace(".", "").split())


def find_named_places(name: str, country: str = "") -> list[NamedPlace]:
    """Return the places that have a name, one a country, the most exact of each.

    Parameters
    ----------
    name
        In English or Spanish; capitals and accents count for nothing.
    country
        The two letters of the country in which it must be, if that is known.
    """
    found: dict[str, NamedPlace] = {}
    for place in _places_by_name().get(_fold_name(name), []):
        if country in {"", place.country}:
            # Towns come before divisions, and these before countries.
            found.setdefault(place.country, place)
    return list(found.values())


def is_certain(place: NamedPlace, country: str) -> bool:
    """Return whether a name can mean nothing but a place: its country is given, or it is one."""
    if country:
        return True
    return place.kind == "country" and place.country not in SHARED_NAMES
