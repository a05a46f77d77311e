"""The languages as the project's own story is told in them: what its pages say."""

from functools import cache

from components.i18n import I18n, Language
from components.i18n import i18n_for as plain
from components.i18n.story_words import StoryI18n
from tests.support.data import DATA


@cache
def i18n_for(language: Language) -> I18n:
    return StoryI18n(plain(language), DATA)
