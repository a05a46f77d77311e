"""The ground of the project's own map, made once for all the tests that draw on it."""

from __future__ import annotations

from components.intake.package import DEFAULT_DATA, load_package
from components.story.ground import basemap_of

PACKAGE = load_package(DEFAULT_DATA)
assert PACKAGE.dataset is not None
BASEMAP = basemap_of(PACKAGE.dataset, PACKAGE.geo)
COUNTRY = BASEMAP.extent("country")
BORDER = BASEMAP.extent("border")
