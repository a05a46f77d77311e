"""Which regions touch another country, worked out from the boundary files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from components.story.models import RegionDepartment

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from components.story.basemap import Basemap


@dataclass(frozen=True)
class RegionBorder:
    """The divisions of one region that touch a country set apart, by name, in order.

    A region whose ``attested`` is empty touches it only by departments whose belonging to the
    region is inferred; one without either does not touch it at all.
    """

    region_id: str
    attested: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()

    @property
    def touches(self) -> bool:
        """Whether any of its departments has a border with the other country."""
        return bool(self.attested or self.inferred)


def touching(
    areas: Mapping[str, BaseGeometry], neighbours: Iterable[BaseGeometry]
) -> frozenset[str]:
    """The keys of the areas that share a line with a neighbour; a common point is no border.

    Both are in the same coordinates (any CRS), with the same corners where they meet, as the files
    of ``data/geo`` have them.
    """
    import shapely

    outlines = [area.boundary for area in neighbours]
    return frozenset(
        key
        for key, area in areas.items()
        if any(shapely.intersection(area.boundary, line).length > 0 for line in outlines)
    )


def region_borders(
    rows: Iterable[RegionDepartment], touched: frozenset[str]
) -> dict[str, RegionBorder]:
    """Each region of ``region_departments.csv`` with its departments that are in ``touched``."""
    found: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        names = found.setdefault(row.region_id, {"attested": [], "inferred": []})
        if row.department in touched:
            names[row.basis].append(row.department_name)
    return {
        key: RegionBorder(key, tuple(sorted(by["attested"])), tuple(sorted(by["inferred"])))
        for key, by in sorted(found.items())
    }


def borders_apart(basemap: Basemap, rows: Iterable[RegionDepartment]) -> dict[str, RegionBorder]:
    """Each region and its divisions that share a line with a country that the story sets apart.

    Empty where the outlines have no divisions of such a country.
    """
    areas = {code: area.shape for code, area in basemap.ground.divisions.items()}
    beyond = [shape for code, shape in areas.items() if code[:2] in basemap.apart]
    inner = {code: shape for code, shape in areas.items() if code[:2] not in basemap.apart}
    return region_borders(rows, touching(inner, beyond)) if beyond else {}
