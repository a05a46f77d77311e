"""The files that a lesson can be taken away in: handout, answer sheet and slides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import urlencode

from components.domain.lessons.of_events import lesson_in_use
from components.domain.lessons.reading import SAYS, LessonError, LessonProblem, read_lesson
from components.export.files import own_address
from components.export.tasks import story_of
from components.i18n import N_, I18n, Language, i18n_for
from components.i18n.credit import file_stem
from components.intake import ImportResult
from components.lesson.handout import Paper, answers_pdf, handout_pdf
from components.lesson.paper import paper_drawings
from components.lesson.slides import slides_pptx
from components.lesson.told import told_lesson
from components.presentation.addresses import server_address
from components.presentation.context import Context, story_words
from components.presentation.stories import LoadedStory
from components.query.view import Cite
from components.story.dataset import Dataset
from components.story.lesson import Story

PATH: Final = "/takeaway"
PDF: Final = "application/pdf"
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


@dataclass(frozen=True)
class Product:
    """One file that can be made: its address, what it is, and its paper (slides have none)."""

    file: str
    kind: Literal["handout", "answers", "slides"]
    paper: Paper
    label: str

    def saved_as(self, story: str, language: str) -> str:
        """What the file of a story is called on the reader's disk."""
        stem, _, ending = self.file.rpartition(".")
        return f"{story}-{stem}-{language}.{ending}"

    @property
    def mime(self) -> str:
        """Its media type."""
        return PPTX if self.kind == "slides" else PDF


PRODUCTS: Final = (
    Product("handout-a4.pdf", "handout", "a4", N_("Handout, A4 (PDF)")),
    Product("handout-letter.pdf", "handout", "letter", N_("Handout, US Letter (PDF)")),
    Product("answers-a4.pdf", "answers", "a4", N_("Answer sheet, A4 (PDF)")),
    Product("answers-letter.pdf", "answers", "letter", N_("Answer sheet, US Letter (PDF)")),
    Product("slides.pptx", "slides", "a4", N_("Slides (PPTX)")),
)


def lesson_file(
    product: Product,
    lesson: Story,
    story: LoadedStory,
    reader: I18n,
    style: Cite = "apa",
    progress: Callable[[float], None] = lambda _: None,
) -> bytes:
    """A lesson's handout, answer sheet or slides; ``progress`` is told the part done, 0 to 1."""
    told = told_lesson(lesson, story.dataset, reader, style)
    drawn = paper_drawings(lesson, story, reader)
    if product.kind == "slides":
        return slides_pptx(told, drawn, progress)
    if product.kind == "answers":
        return answers_pdf(told, product.paper, progress)
    return handout_pdf(told, drawn, product.paper, progress)


def lesson_bytes(
    product: Product,
    lesson: Story,
    language: Language,
    style: Cite,
    opened: ImportResult | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> bytes:
    """The same in a worker process, of the server's story or of what a reader has ``opened``."""
    story = story_of(opened)
    return lesson_file(
        product, lesson, story, story_words(story, i18n_for(language)), style, progress
    )


class FileError(Exception):
    """A file cannot be made of what was sent along; ``lines`` say why, in the reader's language."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        super().__init__(self.lines)


def sent_lesson(text: str, data: Dataset, i18n: I18n) -> Story:
    """The lesson that was sent along with the wish for a file, else the story's.

    Raises:
        FileError: when it cannot be used.
    """
    try:
        return read_lesson(text, data) if text.strip() else lesson_in_use(data)
    except LessonError as error:
        raise FileError([problem_line(problem, i18n) for problem in error.problems]) from error


def lesson_files_data(ctx: Context) -> dict[str, Any]:
    """What a browser needs to ask for the files: where, and the words for how far they are.

    Those of a story that the reader has opened have addresses of their own.
    """
    t, language = ctx.i18n.t, ctx.i18n.language
    params: dict[str, str | list[str]] = {"lang": language, "cite": ctx.view.cite}
    own = {
        one.file: {
            "address": own_address(ctx.story.intake, one.file, params),
            "name": one.saved_as(file_stem(ctx.dataset), language),
        }
        for one in (PRODUCTS if ctx.story.private else ())
    }
    return {
        "path": server_address(PATH),
        "query": urlencode(params),
        "own": own or None,
        "texts": {
            "making": t("Being made: {percent}"),
            "ready": t("Ready, {size}: download again"),
            "failed": t("It could not be made. Try again."),
            "lost": t("The server did not answer. Try again in a moment."),
        },
    }


def problem_line(problem: LessonProblem, i18n: I18n, spot: str | None = None) -> str:
    """One thing that is wrong in a lesson, in the reader's language, by step and field.

    Args:
        spot: what the field is called, where that is not its name in the file.
    """
    says, field = SAYS[problem.code], spot or problem.spot
    what = i18n.t(says).format(**problem.values)
    if problem.step and field:
        return i18n.t("Step {step}, {field}: {what}", step=problem.step, field=field, what=what)
    return i18n.t("{field}: {what}", field=field, what=what) if field else what
