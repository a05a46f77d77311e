"""In which order regions, their counts and their departments are named."""

from dataclasses import replace

import pytest

from components.query.figures import build_count_table, list_day_counts
from components.story.models import RegionDepartment
from tests.support.stories.small import claim, small_dataset
from tests.support.stories.small_views import add_claims

SMALL = small_dataset()


def department(name, basis):
    row = {"department": f"CO-{name[:3].upper()}", "department_name": name, "region_id": "oriente"}
    return RegionDepartment(**row, basis=basis)


def list_names(*departments):
    dataset = replace(SMALL, region_departments=departments)
    return [row.department_name for row in dataset.departments_of("oriente")]


def test_departments_that_a_source_names_come_first_then_by_their_names():
    names = list_names(
        department("Arauca", "inferred"),
        department("Vichada", "attested"),
        department("Boyacá", "attested"),
    )
    assert names == ["Boyacá", "Vichada", "Arauca"]


def test_a_region_has_no_departments_of_another():
    other = department("Cesar", "attested").model_copy(update={"region_id": "guajira"})
    assert list_names(other) == []


@pytest.mark.parametrize(
    ("counts", "order"),
    [
        pytest.param({}, ["oriente", "guajira"], id="none of one"),
        pytest.param({"guajira": 416}, ["guajira", "oriente"], id="larger"),
        pytest.param({"guajira": 414}, ["oriente", "guajira"], id="smaller"),
        pytest.param({"guajira": 415}, ["guajira", "oriente"], id="equal"),
    ],
)
def test_the_region_with_the_largest_latest_count_comes_first_and_one_without_last(counts, order):
    claims = [
        claim(f"of-{region}", value, "2019-02-27", region_id=region)
        for region, value in counts.items()
    ]
    dataset = add_claims(SMALL, *claims)
    table = build_count_table(dataset, list_day_counts(dataset))
    assert [row.region.id for row in table.rows if row.region.id in order] == order
