"""Dates in words with an article or an ordinal, as they stand in a Spanish sentence."""

import pytest

from components.values.date_phrases import parse_date_phrase


@pytest.mark.parametrize(
    ("phrase", "edtf"),
    [
        pytest.param("el 30 de abril de 2019", "2019-04-30", id="article"),
        pytest.param("El día 30 de abril de 2019", "2019-04-30", id="the word day"),
        pytest.param("hacia el 30 de abril de 2019", "2019-04-30~", id="about"),
        pytest.param("probablemente el 3 de mayo de 2019", "2019-05-03?", id="perhaps"),
        pytest.param("el 3 al 5 de mayo de 2019", "2019-05-03/2019-05-05", id="span"),
        pytest.param("1ro. de mayo de 2019", "2019-05-01", id="ordinal"),
        pytest.param("1ero de mayo de 2019", "2019-05-01", id="long ordinal"),
        pytest.param("primeros días de mayo de 2019", "2019-05-01/2019-05-10~", id="first days"),
        pytest.param("los últimos días de mayo de 2019", "2019-05-21~/2019-05-31", id="last days"),
        pytest.param("around the 30th of April 2019", "2019-04-30~", id="English"),
        pytest.param("the first days of May 2019", "2019-05-01/2019-05-10~", id="English days"),
        pytest.param("the 1930s", "1930~/1939~", id="no day"),
    ],
)
def test_article_and_ordinal_are_part_of_a_date(phrase, edtf):
    parsed = parse_date_phrase(phrase)
    assert parsed
    assert parsed.edtf == edtf


def test_day_with_an_article_and_without_a_year_asks_for_the_year():
    parsed = parse_date_phrase("el 1 de mayo")
    assert parsed
    assert (parsed.code, parsed.params) == ("date_no_year", {"day": "05-01"})
