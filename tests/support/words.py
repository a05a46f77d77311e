"""The languages as the project's own story is told in them: what its pages say."""

from functools import cache

from components.i18n import I18n, Language
from tests.support.data import DATA


@cache
def i18n_for(language: Language) -> I18n:
    return I18n(language, DATA)
