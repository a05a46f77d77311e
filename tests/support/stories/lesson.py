"""The files of the lesson, made once for all the tests that read them."""

from functools import cache

from components.i18n import Language
from components.lesson.handout import Paper, handout_pdf, sheet_pdf
from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson
from components.loading.served_story import public_story
from tests.support.data import DATA


@cache
def made(language: Language) -> Lesson:
    return Lesson(DATA.story, public_story(), language)


@cache
def handout(language: Language, paper: Paper = "a4") -> bytes:
    return handout_pdf(made(language), paper)


@cache
def answers(language: Language, paper: Paper = "a4") -> bytes:
    return sheet_pdf(made(language), "answers", paper)


@cache
def slides(language: Language) -> bytes:
    return slides_pptx(made(language))
