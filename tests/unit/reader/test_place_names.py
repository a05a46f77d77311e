"""One place that a table writes in several ways: joined where that is certain, else offered."""

import pytest

from components.intake import ImportResult
from tests.support.stories.uploads import read_story, table

HEADER = ("date", "title", "place", "country", "lat", "lon")


def read_places(*rows: str) -> ImportResult:
    """Read rows of a place, a country, a latitude and a longitude between bars."""
    cells = []
    for number, text in enumerate(rows, start=1):
        cells.append((f"2019-03-{number:02}", f"Event {number}", *text.split("|")))
    return read_story(table(HEADER, cells), "mine.csv")


def names_of(result: ImportResult) -> list[str]:
    assert result.dataset is not None
    return [place.name for place in result.dataset.places.values()]


#: The codes of names that are, or may be, one place.
JOINING = {"place_joined", "place_point", "place_alike"}


def codes_of(result: ImportResult) -> set[str]:
    return {problem.code for problem in result.problems} & JOINING


ONE_PLACE = {
    "accents at one spot": (
        ("Cúcuta||7.89|-72.5", "Cucuta||7.89|-72.5", "Cúcuta||7.89|-72.5"), {"place_joined"},
    ),
    "accents in one country": (("Cúcuta|CO||", "Cucuta|CO||", "Cúcuta|CO||"), {"place_joined"}),
    "capitals": (("Cúcuta||7.89|-72.5", "CÚCUTA||7.89|-72.5"), set()),
    "without a point": (("Cúcuta||7.89|-72.5", "Cúcuta|||"), {"place_point"}),
    "accents, the rarer first": (
        ("Cucuta||7.89|-72.5", "Cúcuta||7.89|-72.5", "Cúcuta||7.89|-72.5"), {"place_joined"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "codes"), ONE_PLACE.values(), ids=ONE_PLACE)
def test_one_place_in_several_spellings_is_one(rows: tuple[str, ...], codes: set[str]) -> None:
    result = read_places(*rows)
    assert names_of(result) == ["Cúcuta"]
    assert codes_of(result) == codes


SEVERAL_PLACES = {
    "accents without a country": (("Cúcuta|||", "Cucuta|||"), {"place_alike"}),
    "accents in two countries": (("Cúcuta|CO||", "Cucuta|VE||"), set()),
    "a longer name nearby": (
        ("Cúcuta||7.89|-72.5", "San José de Cúcuta||7.894|-72.504"), {"place_alike"},
    ),
    "a longer name elsewhere": (
        ("Santander||7.0|-73.1", "Norte de Santander||7.9|-72.5"), set(),
    ),
    "a longer name without a point": (("Santander|||", "Norte de Santander|||"), set()),
    "one name at two spots": (("Puente||7.89|-72.5", "Puente||7.81|-72.44"), set()),
    "a hospital of a town": (("Cúcuta||7.89|-72.5", "Cúcuta, hospital||7.9|-72.5"), set()),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "codes"), SEVERAL_PLACES.values(), ids=SEVERAL_PLACES)
def test_places_that_may_be_one_stay_two(rows: tuple[str, ...], codes: set[str]) -> None:
    result = read_places(*rows)
    assert len(names_of(result)) == 2
    assert codes_of(result) == codes


def test_row_without_a_point_gets_none_where_its_name_has_two() -> None:
    result = read_places("Puente||7.89|-72.5", "Puente||7.81|-72.44", "Puente|||")
    assert result.dataset is not None
    assert [place.lat for place in result.dataset.places.values()] == [7.89, 7.81, None]


def test_rarer_name_is_offered_the_one_of_more_rows() -> None:
    result = read_places("Cucuta|||", "Cúcuta|||", "Cúcuta|||")
    (problem,) = [problem for problem in result.problems if problem.code == "place_alike"]
    assert (problem.value, problem.params["same"]) == ("Cucuta", "Cúcuta")
