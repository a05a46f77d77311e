"""Numbers and phrases as a reader of each language writes them."""

import pytest

from components.i18n import i18n_for
from tests.support.stories.small import claim

EN, ES = i18n_for("en"), i18n_for("es")


@pytest.mark.parametrize(
    ("method", "given", "english", "spanish"),
    [
        # Whole months are written as months.
        ("date", ("2019-01/2019-05",), "January\u2009–\u2009May 2019", "enero a mayo de 2019"),
        ("number", (1400,), "1,400", "1.400"),
        ("number", (1200000,), "1,200,000", "1.200.000"),
        ("number", (0.5,), "0.5", "0,5"),
        ("number", (415.0,), "415", "415"),
        ("signed", (87,), "+87", "+87"),
        ("signed", (0,), "0", "0"),
        ("signed", (-1200,), "−1,200", "−1.200"),
        # A share does not break before its sign.
        ("percent", (0.732,), "73%", "73\u00a0%"),
        ("list", ([],), "", ""),
        ("list", (["a"],), "a", "a"),
        ("list", (["a", "b", "c"],), "a, b and c", "a, b y c"),
        # Spanish says "e" before the sound of i.
        ("list", (["AFP", "Infobae"],), "AFP and Infobae", "AFP e Infobae"),
        ("list", (["a", "b", "hijos"],), "a, b and hijos", "a, b e hijos"),
        ("list", (["agua", "hielo"],), "agua and hielo", "agua y hielo"),
        ("list", (["AFP", "EFE"],), "AFP and EFE", "AFP y EFE"),
    ],
)
def test_a_value_is_written_as_the_language_does(method, given, english, spanish):
    assert (getattr(EN, method)(*given), getattr(ES, method)(*given)) == (english, spanish)


@pytest.mark.parametrize(
    ("qualifier", "low", "high", "unit", "english", "spanish"),
    [
        ("exact", 415, 415, "people", "415", "415"),
        ("about", 1400, 1400, "people", "about 1,400", "unos 1.400"),
        ("nearly", None, 1400, "people", "nearly 1,400", "casi 1.400"),
        ("more_than", 1400, None, "people", "more than 1,400", "más de 1.400"),
        ("at_least", 1400, None, "people", "at least 1,400", "al menos 1.400"),
        ("less_than", None, 1400, "people", "fewer than 1,400", "menos de 1.400"),
        ("up_to", None, 1400, "people", "up to 1,400", "hasta 1.400"),
        ("range", 1000, 1400, "people", "1,000 to 1,400", "de 1.000 a 1.400"),
        ("up_to", None, 90, "percent", "up to 90%", "hasta 90\u00a0%"),
        (None, None, None, None, "", ""),
    ],
)
def test_a_figure_always_carries_its_qualifier(qualifier, low, high, unit, english, spanish):
    row = claim("x", 0, "2019-02-27", value_low=low, value_high=high, qualifier=qualifier,
                unit=unit)  # fmt: skip
    assert (EN.value(row), ES.value(row)) == (english, spanish)


def test_a_value_with_braces_is_not_taken_for_a_place():
    assert EN.t("in {places}", places="{0.__class__}") == "in {0.__class__}"
