"""Countries by their codes and names: the two letters of ISO 3166-1."""

from functools import cache
from typing import Final

from babel import Locale
from babel.core import get_global

from components.story.texts import fold

#: The languages whose names of countries are known.
NAME_LANGUAGES: Final = ("en", "es")
LETTERS: Final = 2
ALPHA_3_LETTERS: Final = 3


@cache
def _country_codes() -> dict[str, str]:
    """Return the two letters of each country by its folded names and its three letters.

    Names and codes are those of Unicode's CLDR, which Babel brings.
    """
    codes: dict[str, str] = {}
    for alias, territories in get_global("territory_aliases").items():
        if len(alias) == ALPHA_3_LETTERS and alias.isalpha() and len(territories) == 1:
            codes[alias.lower()] = territories[0]
    for language in NAME_LANGUAGES:
        for code, name in Locale(language).territories.items():
            if len(code) == LETTERS:
                codes[fold(name)] = code
    return codes


def parse_country_code(text: str) -> str:
    """Return the two letters of a country, from its letters (two or three) or its name.

    Returns
    -------
    str
        Empty for what is no country in English or Spanish.
    """
    if len(text) == LETTERS and text.isascii() and text.isalpha():
        return text
    return _country_codes().get(fold(text).strip(), "")
