"""What is said of a number that a reader checks, beside the figures listed below it."""

import pytest

from tests.support.outlets import page_lines

NO_ROOM = {"en": "In these sources, no figure fits", "es": "En estas fuentes, ninguna cifra encaja"}


@pytest.mark.parametrize("language", NO_ROOM)
@pytest.mark.parametrize(
    "query",
    [
        pytest.param("check=160000", id="of another measure"),
        pytest.param("check=200", id="of unlike things"),
        pytest.param("check=50&population=soldiers", id="of some people"),
        pytest.param("check=46", id="of one region"),
        pytest.param("check=46&measure=arrivals", id="of one region, by what is counted"),
        pytest.param("check=1&said=more_than&measure=arrivals", id="wide enough for all"),
    ],
)
def test_a_figure_that_is_listed_leaves_room_for_itself(query, language):
    assert NO_ROOM[language] not in "\n".join(page_lines("figures", query, language))


@pytest.mark.parametrize("language", NO_ROOM)
def test_a_number_far_from_every_figure_has_none_with_room(language):
    assert NO_ROOM[language] in "\n".join(page_lines("figures", "check=90210", language))


@pytest.mark.parametrize(
    "query",
    [pytest.param("check=1400&measure=arrivals", id="by what is counted")],
)
def test_the_first_figure_with_room_is_the_first_that_is_listed(query):
    lines = page_lines("figures", query, "en")
    first = next(line for line in lines if "the first figure that fits" in line)
    assert "24 April 2019" in first
    others = lines.index("### Other days, other people or other regions 36")
    figures = [line for line in lines[:others] if "figures?lang=en&claim=" in line]
    assert figures
    assert [line for line in figures if "February 2019" in line or "March 2019" in line] == []
