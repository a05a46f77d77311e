"""The files that a lesson can be taken away in: handout and answer sheet as PDF, slides.

Typst sets the PDF: vector drawings, tagged, with their language set. It is one wheel without a
network or a browser, writes PDF/UA-1 and refuses a document that would not keep it.
"""

from __future__ import annotations

import io
import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlencode

import typst
from PIL import Image

from components.drawing.fonts import STAND_IN, font_files, printable
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.export.citations import pieces
from components.export.view_files import own_address, story_of, take_words
from components.i18n import N_, I18n, Language
from components.i18n.names import count_words, file_stem, sum_words
from components.intake import ImportResult
from components.intake.lessons import SAYS, lesson_in_use, read_lesson
from components.intake.problems import Problem
from components.lesson.drawings import PaperDrawings, paper_drawings
from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson, StepTexts, references
from components.presentation.cited import picture_data
from components.presentation.context import Context
from components.presentation.pages import has_map, server_address
from components.presentation.stories import LoadedStory
from components.query.figures import count_table, counts_by_day
from components.query.view import Cite
from components.story.dataset import Dataset
from components.story.lesson import TEXTS, Story
from components.story.package_files import PICTURE_FOLDER

Paper = Literal["a4", "letter"]
Sheet = Literal["handout", "answers"]

TEMPLATE: Final = Path(__file__).with_name("handout.typ")
PAPERS: Final[dict[Paper, str]] = {"a4": "a4", "letter": "us-letter"}
# The timeline fills a page: the room below its heading, in pixels of a drawing WIDE pixels wide.
DRAWING_WIDTH_PX: Final = 760
TALL: Final[dict[Paper, float]] = {"a4": 1000, "letter": 885}
#: What the heading takes of the first page, where no map stands there.
HEAD_PX: Final = 150
GROUND: Final[dict[Paper, float]] = {"a4": 560, "letter": 455}
#: How much closer the text may be set so that no last page holds a few lines, and how much of its
#: height is more than a few.
CLOSER: Final = (0, 1, 2, 3)
LEAST_FILLED: Final = 0.4
REGIONS: Final = {"en": "GB", "es": "CO"}
KINDS: Final[dict[Sheet, str]] = {
    "handout": N_("Handout"),
    "answers": N_("Answers to the questions"),
}


def _set_in(drawing: Scene) -> dict[str, str]:
    svg = printable(paint(drawing))
    if any(map(unicodedata.combining, svg)):
        # Typst's reader of SVG loses which letter a mark is on, and PDF/UA must know: marks are
        # drawn with their letters. A text with letters that no font has stays text, without them.
        drawn = printable(paint(drawing, outlines=True))
        svg = "".join(letter for letter in drawn if not unicodedata.combining(letter))
    return {"svg": svg, "alt": drawing.words}


def _pictures(told: StepTexts, files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """The pictures of a step's events, each within a drawing, which Typst takes as text."""
    made, i18n = [], told.i18n
    for one in filter(None, map(told.dataset.pictures.get, told.step.view.events)):
        with Image.open(io.BytesIO(files[PICTURE_FOLDER + one.file])) as image:
            wide, high = image.size
        said = i18n.t("Picture: {credit} ({licence})", credit=one.credit, licence=one.licence)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
            f'<image width="{wide}" height="{high}" href="{picture_data(one, files)}"/></svg>'
        )
        alt = str(i18n.of(one, "alt"))
        made.append({"svg": svg, "alt": alt, "said": said, "shape": wide / high})
    return made


def _words(made: Lesson) -> dict[str, str]:
    t = made.i18n.t
    asks = any(step.question for step in made.steps)
    return {
        "name": t("The story"),
        "credit": made.credit,
        **{kind: t(name) for kind, name in KINDS.items()},
        "lead": t("What happened, where, how many, and who says so."),
        "answers_lead": t(
            "For the teacher. An answer here says what the sources support; there may be "
            "more to ask."
        )
        if asks
        else t("This lesson asks no questions, so there is nothing to answer."),
        "where": t("Where they were counted")
        if counts_by_day(made.dataset)
        else t("Where it happened"),
        "when": t("What happened, and when"),
        "story": t("The story and its questions") if asks else t("The story, step by step"),
        "bibliography": t("References"),
        "marks": t("§ is a document, cited by paragraph; ◇ is a report that corroborates it."),
        "region": t("Region"),
        "change": t("Change"),
        "presented": t("Counts are as their sources give them."),
        "sources": t("Sources:"),
        "question": t("Question:"),
        "answer": t("Answer:"),
        "notes": t("Notes:"),
        "stands_in": t(
            "{sign} stands for a character that the typefaces of this paper do not have.",
            sign=STAND_IN,
        ),
    }


def sheet_pdf(made: Lesson, kind: Sheet, paper: Paper, more: dict[str, Any] | None = None) -> bytes:
    """A sheet, set closer where its text would else end high up on its last page."""
    t, dataset, language = made.i18n.t, made.dataset, made.i18n.language
    steps = [
        {
            "number": step.number,
            **{name: getattr(step, name) for name in TEXTS},
            "references": step.references,
            "evidence": [asdict(item) for item in step.evidence],
        }
        for step in made.steps
    ]
    content = {
        "kind": kind,
        "paper": PAPERS[paper],
        "title": made.title,
        "description": t(KINDS[kind]),
        "language": language,
        "region": REGIONS[language],
        "words": _words(made),
        "steps": steps,
        **(more or {}),
    }

    def inputs(tight: int) -> dict[str, Any]:
        data = json.dumps(content | {"tight": tight, "stands_in": False}, ensure_ascii=False)
        shown = printable(data)
        if shown.count(STAND_IN) > data.count(STAND_IN):
            shown = shown.replace('"stands_in": false', '"stands_in": true')
        folders = [*dict.fromkeys(str(file.parent) for file in font_files())]
        return {"font_paths": folders, "ignore_system_fonts": True, "sys_inputs": {"data": shown}}

    # The data's day, not today's: the same data give the same file.
    stamp = datetime.combine(dataset.created, time(), UTC) if dataset.created else None
    for tight in CLOSER:
        there = typst.query(str(TEMPLATE), "<end>", field="value", one=True, **inputs(tight))
        end = json.loads(there)
        if end["page"] == 1 or end["y"] > LEAST_FILLED * end["height"]:
            break
    else:
        tight = CLOSER[0]
    sent = inputs(tight)
    return bytes(typst.compile(str(TEMPLATE), pdf_standards=["ua-1"], timestamp=stamp, **sent))


def handout_pdf(made: Lesson, drawn: PaperDrawings, paper: Paper) -> bytes:
    """The handout: map and table, timeline, the story with its questions, references."""
    placed = has_map(made.dataset)
    grounds = [drawn.map(DRAWING_WIDTH_PX, GROUND[paper])] if placed else []
    days = drawn.timeline(DRAWING_WIDTH_PX, TALL[paper] - (0 if placed else HEAD_PX))
    listed = [[piece._asdict() for piece in pieces(entry)] for entry in made.bibliography()]
    i18n, data, counts = made.i18n, made.dataset, None
    table = count_table(data, counts_by_day(data))
    if len(table.days) > 1:
        # The counts by region of the two latest days, and their sums.
        total = sum_words(table, i18n.t("Sum"), i18n)
        counts = {
            **{which: i18n.date(day, "short") for which, day in table.days.items()},
            "rows": [count_words(row, i18n) for row in table.rows],
            "total": [*total.values()],
            "references": references(made.counted, data, i18n),
        }
    more = {
        "maps": list(map(_set_in, grounds)),
        "map_keys": list(map(_set_in, drawn.keys(grounds, DRAWING_WIDTH_PX))),
        "timeline": _set_in(days),
        "timeline_keys": list(map(_set_in, drawn.keys([days], DRAWING_WIDTH_PX))),
        "table": counts,
        "pictures": [_pictures(step, drawn.ctx.story.files) for step in made.steps],
        "bibliography": listed,
    }
    return sheet_pdf(made, "handout", paper, more)


PATH: Final = "/takeaway"
#: Problems of a lesson that are listed.
MOST_PROBLEMS: Final = 60
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
        return PPTX if self.kind == "slides" else PDF


PRODUCTS: Final = (
    Product("handout-a4.pdf", "handout", "a4", N_("Handout, A4 (PDF)")),
    Product("handout-letter.pdf", "handout", "letter", N_("Handout, US Letter (PDF)")),
    Product("answers-a4.pdf", "answers", "a4", N_("Answer sheet, A4 (PDF)")),
    Product("answers-letter.pdf", "answers", "letter", N_("Answer sheet, US Letter (PDF)")),
    Product("slides.pptx", "slides", "a4", N_("Slides (PPTX)")),
)


def lesson_file(
    product: Product, lesson: Story, story: LoadedStory, reader: I18n, style: Cite = "apa"
) -> bytes:
    """A lesson's handout, answer sheet or slides."""
    told = Lesson(lesson, story.dataset, reader, style)
    if product.kind == "answers":
        return sheet_pdf(told, "answers", product.paper)
    drawn = paper_drawings(lesson, story, reader)
    slides = product.kind == "slides"
    return slides_pptx(told, drawn) if slides else handout_pdf(told, drawn, product.paper)


def lesson_bytes(
    product: Product,
    lesson: Story,
    language: Language,
    style: Cite,
    opened: ImportResult | None = None,
) -> bytes:
    """The same in a worker process, of the server's story or of what a reader has ``opened``."""
    story = story_of(opened)
    return lesson_file(product, lesson, story, story.in_language(language), style)


def sent_lesson(text: str, data: Dataset) -> Story:
    """The lesson that was sent along with the wish for a file, else the story's.

    Raises:
        DataError: when it cannot be used.
    """
    return read_lesson(text, data) if text.strip() else lesson_in_use(data)


def lesson_files_data(ctx: Context) -> dict[str, Any]:
    """Where a browser gets the files, their names, and the words meanwhile.

    Those of a story that the reader has opened have addresses of their own.
    """
    language = ctx.i18n.language
    params: dict[str, str | list[str]] = {"lang": language, "cite": ctx.view.cite}

    def address(file: str) -> str:
        if ctx.story.private:
            return own_address(ctx.story.intake, file, params)
        return server_address(f"{PATH}/{file}", urlencode(params))

    stem = file_stem(ctx.dataset)
    return {
        "files": {
            one.file: {"address": address(one.file), "name": one.saved_as(stem, language)}
            for one in PRODUCTS
        },
        "texts": take_words(ctx.i18n),
    }


def problem_lines(
    problems: Sequence[Problem], i18n: I18n, called: Callable[[str], str] = str
) -> list[str]:
    """What is wrong in a lesson by step and field, of much the first; ``called`` names fields."""
    lines = []
    for problem in problems[:MOST_PROBLEMS]:
        field, what = called(problem.column or ""), i18n.t(SAYS[problem.code])
        what = what.format(**problem.params)
        if problem.row and field:
            what = i18n.t("Step {step}, {field}: {what}", step=problem.row, field=field, what=what)
        elif field:
            what = i18n.t("{field}: {what}", field=field, what=what)
        lines.append(what)
    if more := len(problems) - len(lines):
        lines.append(i18n.n("and {count} more", "and {count} more", more))
    return lines
