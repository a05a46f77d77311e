"""The ground of the project's own map, made once for all the tests that draw on it."""

from __future__ import annotations

from components.domain.geography.ground import basemap_of
from components.intake.package import DEFAULT_DATA, load_package

PACKAGE = load_package(DEFAULT_DATA)
assert PACKAGE.dataset is not None
BASEMAP = basemap_of(PACKAGE.dataset, PACKAGE.geo)
COUNTRY = BASEMAP.extent("country")
BORDER = BASEMAP.extent("border")
