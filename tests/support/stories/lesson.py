"""The story's files, made once for all the tests that read them."""

from __future__ import annotations

from functools import cache

from components.i18n import i18n_for
from components.lesson.drawings import PaperDrawings, paper_drawings
from components.lesson.products import answers_pdf, handout_pdf
from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson, told_lesson
from components.presentation.stories import public_story
from tests.support.data import DATA


@cache
def made(language: str) -> Lesson:
    return told_lesson(DATA.story, DATA, i18n_for(language))


@cache
def drawn(language: str) -> PaperDrawings:
    return paper_drawings(DATA.story, public_story(), i18n_for(language))


@cache
def handout(language: str, paper: str = "a4") -> bytes:
    return handout_pdf(made(language), drawn(language), paper)


@cache
def answers(language: str, paper: str = "a4") -> bytes:
    return answers_pdf(made(language), paper)


@cache
def slides(language: str) -> bytes:
    return slides_pptx(made(language), drawn(language))
