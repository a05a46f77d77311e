"""The story's files, made once for all the tests that read them."""

from functools import cache

from components.i18n import I18n, Language
from components.lesson.drawings import paper_context
from components.lesson.handout import Paper, handout_pdf, sheet_pdf
from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson
from components.presentation.context import Context
from components.presentation.stories import public_story
from tests.support.data import DATA


def reader(language: Language) -> I18n:
    return public_story().in_language(language)


@cache
def made(language: Language) -> Lesson:
    return Lesson(DATA.story, DATA, reader(language))


@cache
def drawn(language: Language) -> Context:
    return paper_context(DATA.story, public_story(), reader(language))


@cache
def handout(language: Language, paper: Paper = "a4") -> bytes:
    return handout_pdf(made(language), drawn(language), paper)


@cache
def answers(language: Language, paper: Paper = "a4") -> bytes:
    return sheet_pdf(made(language), "answers", paper)


@cache
def slides(language: Language) -> bytes:
    return slides_pptx(made(language), drawn(language))
