"""Which regions touch another country: a shared line counts, a shared corner does not."""

from __future__ import annotations

from shapely.geometry import box

from components.domain.geography.borders import region_borders, touching
from components.domain.records.models import RegionDepartment

AREAS = {"CO-AA": box(0, 0, 1, 1), "CO-BB": box(0, 1, 1, 2), "CO-CC": box(5, 5, 6, 6)}


def department(code: str, region: str, basis: str) -> RegionDepartment:
    return RegionDepartment.model_validate(
        {"department": code, "department_name": code, "region_id": region, "basis": basis}
    )


def test_a_line_is_a_border_and_a_corner_is_none() -> None:
    assert touching(AREAS, [box(1, 0, 2, 1)]) == {"CO-AA"}


def test_no_neighbour_touches_nothing() -> None:
    assert touching(AREAS, []) == frozenset()


def test_a_region_touches_by_its_departments() -> None:
    rows = [
        department("CO-AA", "north", "inferred"),
        department("CO-BB", "north", "attested"),
        department("CO-CC", "south", "attested"),
    ]
    found = region_borders(rows, frozenset({"CO-AA"}))
    assert found["north"].inferred == ("CO-AA",)
    assert found["north"].attested == ()
    assert found["north"].touches
    assert not found["south"].touches
