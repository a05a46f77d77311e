"""Rows without a key go on with the row above: OpenRefine's records."""

import pytest

from components.intake.problems import ImportResult
from tests.support.stories.uploads import read_story

HEADER = "id,date,title,place,source,link,note\n"
FIRST = "r1,2024-03-04,A,Oldmill,El Diario,https://example.org/a,one\n"


def read(*rows: str) -> ImportResult:
    return read_story((HEADER + "".join(rows)).encode(), "x.csv")


def test_sources_and_links_of_a_record_belong_together() -> None:
    dataset = read(FIRST, ",,,,La Voz,https://example.org/b,\n").dataset
    assert dataset
    named = [(source.title, source.URL) for source in dataset.sources.values()]
    assert named == [
        ("El Diario", "https://example.org/a"), ("La Voz", "https://example.org/b")
    ]  # fmt: skip
    assert len(dataset.events) == 1


def test_sources_without_links_are_each_one() -> None:
    dataset = read("r1,2024-03-04,A,,El Diario,,\n", ",,,,La Voz,,\n").dataset
    assert dataset
    assert [source.title for source in dataset.sources.values()] == ["El Diario", "La Voz"]


def test_further_place_is_said() -> None:
    intake = read(FIRST, ",,,Harbour,,,\n")
    codes = {problem.code: problem.value for problem in intake.problems}
    assert codes["further_value"] == "Harbour"
    assert codes["rows_joined"] == ""
    assert intake.total.read == intake.total.accepted == 1


def test_further_places_are_among_the_other_columns_of_the_record() -> None:
    second = "r2,2024-03-05,B,Ford,,,\n"
    intake = read(FIRST, ",,,Harbour,,,\n", ",,,Bridge,,,\n", ",,,Harbour,,,\n", second)
    assert intake.dataset
    other = intake.dataset.other_columns
    assert other.names == ("note", "place (2)")
    assert [cells[1] for cells in other.texts.values()] == ["Harbour; Bridge", ""]
    places = sorted(place.name for place in intake.dataset.places.values())
    assert places == ["Ford", "Oldmill"]


def test_unread_column_has_all_values() -> None:
    intake = read(FIRST, ",,,,,,two\n")
    assert intake.sheets[0].rows[0][1][-1] == "one; two"


NO_RECORDS = {
    "a row with a day": (FIRST, ",2024-03-05,,Harbour,,,\n"),
    "a row with a title": (FIRST, ",,B,Harbour,,,\n"),
    "the first row": (",,,Harbour,,,\n", FIRST),
}


@pytest.mark.parametrize("rows", NO_RECORDS.values(), ids=NO_RECORDS)
def test_rows_stay_apart_where_one_without_a_key_may_be_an_event(rows: tuple[str, ...]) -> None:
    intake = read(*rows)
    assert intake.total.read == 2
    assert "rows_joined" not in {problem.code for problem in intake.problems}
