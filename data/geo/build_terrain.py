"""Build ``components/story/terrain.geojson``: great rivers, and towns.

Usage::

    python -m data.geo.build_terrain [--package FILE]

Rivers and towns are Natural Earth's at 1:10 million (public domain), as Debian's package
``libmagics++-data`` 4.13.0-1 carries them; two border towns that Natural Earth lacks are GeoNames'
(CC BY 4.0). Without ``--package`` it is fetched with ``apt-get download``; either way its SHA-256
is checked. The package has lost the accents of names, which are written here.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyogrio
import shapely
from shapely.geometry import mapping

from components.story.ground_data import TERRAIN
from components.story.package_files import DEFAULT_DATA
from data.geo.written import build_file, check_package, geojson_text

PACKAGE: Final = "libmagics++-data"
SHA256: Final = "0d199e0bb9faeb05bb77939c2112d49424b89d66026a727cf3afb95261cd64b0"
FOLDER: Final = "usr/share/magics/10m"
#: Degrees, EPSG:4326: Colombia and Venezuela with their surroundings.
CLIP: Final = (-80.0, -5.0, -59.5, 13.0)
TOLERANCE_DEGREES: Final = 0.01
MOST_FILE_BYTES: Final = 150_000
#: Natural Earth's number of a river, its name in Spanish, and its rank: the least is named first.
RIVERS: Final[Mapping[int, tuple[str, int]]] = {
    75: ("Orinoco", 1), 2: ("Amazonas", 1), 126: ("Magdalena", 1), 1016: ("Cauca", 2),
    290: ("Meta", 2), 432: ("Apure", 2), 184: ("Caquetá", 2), 517: ("Putumayo", 2),
    78: ("Negro", 3), 521: ("Guainía", 3), 1020: ("Vaupés", 3), 510: ("Atrato", 3),
    416: ("Caroní", 3), 853: ("Ventuari", 4), 942: ("Casiquiare", 4),
}  # fmt: skip
ENGLISH: Final = {"Amazonas": "Amazon"}
#: Towns as the package writes them, and their names where accents were lost.
TOWNS: Final[Mapping[str, str]] = {
    "Bogota": "Bogotá", "Caracas": "", "Cali": "", "Maracaibo": "", "Medellin": "Medellín",
    "Leticia": "", "San Cristobal": "San Cristóbal", "Valencia": "", "Ciudad Guayana": "",
    "Mitu": "Mitú", "Cartagena": "", "Manizales": "", "Pasto": "", "Merida": "Mérida",
    "Barranquilla": "", "Puerto Ayacucho": "", "Tumaco": "", "Villavicencio": "", "Coro": "",
    "Ciudad Bolivar": "Ciudad Bolívar", "San Fernando de Apure": "", "Barquisimeto": "",
    "Popayan": "Popayán", "Santa Marta": "", "Ibague": "Ibagué", "Bucaramanga": "",
    "Monteria": "Montería", "Cumana": "Cumaná", "Maturin": "Maturín", "Maracay": "",
    "Cucuta": "Cúcuta", "Florencia": "", "Armenia": "", "Pereira": "", "Tunja": "",
    "Riohacha": "", "Barcelona": "", "Tucupita": "", "Trujillo": "", "Machiques": "",
    "Puerto Carreno": "Puerto Carreño", "Pamplona": "", "Ocana": "Ocaña", "Obando": "",
    "Quibdo": "Quibdó", "Sincelejo": "", "Arauca": "", "Tame": "", "Ipiales": "", "Neiva": "",
    "Buenaventura": "", "Valledupar": "", "Barrancabermeja": "", "Barinas": "",
    "Guasdualito": "", "Valera": "", "Guanare": "", "San Jose del Guaviare":
    "San José del Guaviare", "Mocoa": "", "Yopal": "",
}  # fmt: skip
#: Name, longitude, latitude and rank, from GeoNames (3628549, 3625655).
BORDER_TOWNS: Final = (
    ("San Antonio del Táchira", -72.44437, 7.8112, 7),
    ("Ureña", -72.44396, 7.92162, 7),
)


#: Where the border between San Antonio and Cúcuta is the river, and its name stands on the line.
BORDER_LATITUDE_DEGREES: Final = 7.865
BORDER_RIVER: Final = ("Táchira River (border)", "Río Táchira (frontera)", 4)


def fetch(folder: Path) -> Path:
    """Fetch Debian's package into ``folder`` and return its path."""
    command = ["apt-get", "download", PACKAGE]
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603
    return next(folder.glob("*.deb"))


def unpacked(package: Path, folder: Path) -> Path:
    """The folder of Natural Earth's files, taken out of the package."""
    check_package(package, SHA256)
    subprocess.run(  # noqa: S603
        ["dpkg-deb", "-x", str(package), str(folder)],  # noqa: S607
        check=True,
    )
    return folder / FOLDER


def _feature(geometry: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": mapping(geometry)}


def rivers(folder: Path) -> Iterator[dict[str, Any]]:
    """Each river of ``RIVERS`` as one feature, cut off at ``CLIP``; its lake parts, too."""
    rows = pyogrio.read_dataframe(folder / "ne_10m_rivers_lake_centerlines.shp", bbox=CLIP)
    for number, (name, rank) in RIVERS.items():
        lines = rows[rows.rivernum == number].geometry
        line = shapely.line_merge(shapely.union_all(list(lines)))
        cut = shapely.clip_by_rect(line.simplify(TOLERANCE_DEGREES), *CLIP)
        drawn = shapely.set_precision(cut, 0.001)
        yield _feature(drawn, kind="river", name=ENGLISH.get(name, name), name_es=name, rank=rank)


def towns(folder: Path) -> Iterator[dict[str, Any]]:
    """Each town of ``TOWNS`` and of ``BORDER_TOWNS`` as a point with three decimals."""
    rows = pyogrio.read_dataframe(folder / "ne_10m_populated_places_simple.shp", bbox=CLIP)
    kept = rows[rows.adm0_a3.isin(["COL", "VEN"])]
    found = {str(row.nameascii): row for row in kept.itertuples()}
    for key, accented in TOWNS.items():
        row = found[key]
        name = accented or key
        spot = shapely.Point(round(row.geometry.x, 3), round(row.geometry.y, 3))
        rank = int(row.scalerank)
        yield _feature(spot, kind="town", name=name, name_es=name, rank=rank)
    for name, lon, lat, rank in BORDER_TOWNS:
        spot = shapely.Point(round(lon, 4), round(lat, 4))
        yield _feature(spot, kind="town", name=name, name_es=name, rank=rank)


def border_river(geo: Path = DEFAULT_DATA / "geo") -> dict[str, Any]:
    """Where the Táchira's name stands: on the drawn border, east of Cúcuta.

    No source at hand has the river's course. That it forms the border there is said by NPR
    (paragraph 29; ``tachira-river`` in ``data/places.csv``): the line is the border's, and so is
    the spot.
    """
    areas = {}
    for name in ("departments", "states"):
        for feature in json.loads((geo / f"{name}.geojson").read_text(encoding="utf-8"))[
            "features"
        ]:
            areas[feature["properties"]["code"]] = shapely.geometry.shape(feature["geometry"])
    border = shapely.intersection(areas["CO-NSA"], areas["VE-S"])
    across = shapely.LineString(
        [(-72.6, BORDER_LATITUDE_DEGREES), (-72.3, BORDER_LATITUDE_DEGREES)]
    )
    spot = shapely.intersection(border, across).centroid
    english, spanish, rank = BORDER_RIVER
    rounded = shapely.Point(round(spot.x, 3), round(spot.y, 3))
    return _feature(rounded, kind="border", name=english, name_es=spanish, rank=rank)


def terrain_text(package: Path | None, scratch: Path) -> str:
    """The file's text: one feature a line."""
    folder = unpacked(package or fetch(scratch), scratch)
    return geojson_text([*rivers(folder), border_river(), *towns(folder)])


if __name__ == "__main__":
    raise SystemExit(build_file(terrain_text, TERRAIN, MOST_FILE_BYTES, None))
