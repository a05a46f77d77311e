"""What a data set computes from its records."""

from dataclasses import replace
from pathlib import Path

import pytest

from components.story.dataset import Dataset, default_categories
from components.story.models import Measure
from components.story.package_files import list_versions, parse_version
from components.story.texts import shorten_text
from tests.support.stories.small import claim, event, small_dataset

DATA = small_dataset()


def with_claims(*claims, **measures) -> Dataset:
    vocabularies = {
        "measures": {
            name: Measure(id=name, name=name, name_es=name, map=on_map)
            for name, on_map in measures.items()
        }
    }
    by_id = {each.id: each for each in claims}
    return replace(DATA, claims=by_id, vocabularies=vocabularies)


@pytest.mark.parametrize(
    ("claims", "measures", "main_measure"),
    [
        ([("deaths", "oriente"), ("arrivals", "oriente")], {"arrivals": True}, "arrivals"),
        ([("deaths", "oriente"), ("arrivals", None)], {"arrivals": True}, "deaths"),
        ([("deaths", None), ("arrivals", None)], {}, "arrivals"),
        ([], {}, ""),
    ],
    ids=["named for the map", "counted by region", "with a total", "none"],
)
def test_the_map_draws_the_counts_of_one_measure(claims, measures, main_measure) -> None:
    records = [
        claim(name, 10, "2019-02-27", measure=name, region_id=region) for name, region in claims
    ]

    assert with_claims(*records, **measures).main_measure == main_measure


def test_an_event_is_in_the_region_of_its_division() -> None:
    assert DATA.regions_of(DATA.events["ev-aid"]) == {"oriente"}


def test_an_event_is_in_the_regions_of_its_counts() -> None:
    assert DATA.regions_of(DATA.events["ev-count"]) == {"oriente"}


def test_an_event_is_in_the_regions_whose_outline_holds_its_place() -> None:
    data = replace(DATA, place_regions={"caracas": frozenset({"guajira"})})

    assert data.regions_of(data.events["ev-rising"]) == {"guajira"}


def test_counts_of_a_region_are_in_order_of_their_days() -> None:
    assert [each.id for each in DATA.counts_by_region["oriente"]] == ["cl-north-before", "cl-north"]


def test_codes_without_a_row_are_called_by_their_ids() -> None:
    data = with_claims(claim("a", 1, "2019-02-27", measure="border-crossings"))

    assert data.terms["measures"]["border-crossings"].name == "Border crossings"
    assert data.terms["populations"]["soldiers"].name == "soldiers"


def test_kinds_without_a_table_are_called_by_their_ids() -> None:
    categories = default_categories([event("a", "2019-02-23", "armed-forces")])

    assert categories["armed-forces"].name_es == "Armed forces"


@pytest.mark.parametrize(
    ("dates", "year"),
    [(["2019-02-23", "2019-04~"], 2019), (["2018-12-31", "2019-01-01"], None)],
    ids=["one", "two"],
)
def test_dates_leave_out_the_year_where_there_is_one(dates, year) -> None:
    events = [event(f"e{number}", date, "border") for number, date in enumerate(dates)]
    data = replace(DATA, events={each.id: each for each in events}, claims={})

    assert data.single_year == year


def test_versions_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("1.9.0.zip", "1.10.0.zip", "1.2.11.zip", "notes.zip"):
        (tmp_path / name).touch()

    assert list(list_versions(tmp_path)) == ["1.10.0", "1.9.0", "1.2.11"]


@pytest.mark.parametrize("text", ["1.0", "1.0.0-rc1", "v1.0.0", ""])
def test_a_version_has_three_numbers(text: str) -> None:
    with pytest.raises(ValueError, match=r"write 1\.0\.0"):
        parse_version(text)


@pytest.mark.parametrize(("text", "short"), [("four", "four"), ("fives", "fiv…")])
def test_a_shortened_text_ends_with_an_ellipsis(text: str, short: str) -> None:
    assert shorten_text(text, 4) == short
