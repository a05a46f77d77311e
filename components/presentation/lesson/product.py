"""The files of a lesson: handout, answer sheet, slides."""

from __future__ import annotations

from collections.abc import Callable

from components.domain.lessons.story import Story
from components.domain.views.view import Cite
from components.exports.lesson.handout import answers_pdf, handout_pdf
from components.exports.lesson.material import material
from components.exports.lesson.slides import slides_pptx
from components.i18n import I18n
from components.presentation.lesson.files import Product
from components.presentation.lesson.paper import paper_drawings
from components.presentation.stories import LoadedStory


def lesson_file(
    product: Product,
    lesson: Story,
    story: LoadedStory,
    reader: I18n,
    style: Cite = "apa",
    progress: Callable[[float], None] = lambda _: None,
) -> bytes:
    """A lesson's handout, answer sheet or slides; ``progress`` is told the part done, 0 to 1."""
    made = material(lesson, story.dataset, reader, style)
    drawn = paper_drawings(lesson, story, reader)
    if product.kind == "slides":
        return slides_pptx(made, drawn, progress)
    if product.kind == "answers":
        return answers_pdf(made, product.paper, progress)
    return handout_pdf(made, drawn, product.paper, progress)
