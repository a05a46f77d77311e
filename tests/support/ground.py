"""The ground of the project's own map, made once for all the tests that draw on it."""

from components.story.ground_data import basemap_of
from tests.support.data import DATA, PACKAGE

BASEMAP = basemap_of(DATA, PACKAGE.geo)
