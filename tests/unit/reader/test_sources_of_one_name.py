"""Articles of one outlet, which a table names alike, are told apart by their addresses."""

import pytest

from tests.support.stories.uploads import read_story

HEADER = "date,title,source,link\n"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            ("RPP,https://example.org/1", "RPP,https://example.org/2"),
            ["RPP (example.org/1)", "RPP (example.org/2)"],
            id="two links of a name",
        ),
        pytest.param(
            ("RPP,https://example.org/1", "RPP,https://example.org/1"),
            ["RPP"],
            id="one link of a name",
        ),
        pytest.param(
            ("RPP,", "La Voz,"),
            ["RPP", "La Voz"],
            id="no link",
        ),
        pytest.param(
            (
                "RPP,https://example.org/news/2019/02/mudslide-in-carhuaz",
                "RPP,https://example.org/news/2019/02/flood-in-piura",
            ),
            [
                "RPP (…/news/2019/02/mudslide-in-carhuaz)",
                "RPP (…/news/2019/02/flood-in-piura)",
            ],
            id="the ends of long links",
        ),
    ],
)
def test_sources_of_one_name_are_told_apart(rows, expected):
    lines = [f"2019-02-0{day},Event {day},{row}\n" for day, row in enumerate(rows, 1)]
    dataset = read_story((HEADER + "".join(lines)).encode(), "x.csv").dataset
    assert dataset
    assert [source.custom.short for source in dataset.sources.values()] == expected


def test_name_without_room_for_an_address_stands_alone():
    name = "The Bulletin of the Red Cross of Peru"
    lines = [f"2019-02-0{day},Event {day},{name},https://example.org/{day}\n" for day in (1, 2)]
    dataset = read_story((HEADER + "".join(lines)).encode(), "x.csv").dataset
    assert dataset
    assert {source.custom.short for source in dataset.sources.values()} == {name}
