"""The handout and the answer sheet of a lesson as PDF.

Typst, one wheel without a network or a browser, sets vector drawings and writes PDF/UA-1, tagged.
"""

import io
import json
import unicodedata
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any, Final, Literal

import typst
from PIL import Image

from components.citing.citations import split_runs
from components.drawing.fonts import (
    STAND_IN,
    find_fallback_fonts,
    font_files,
    make_printable,
)
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.drawing.text_direction import isolate_text
from components.i18n import N_
from components.i18n.counts import format_count_row
from components.lesson.drawings import paper_keys, paper_map, paper_timeline
from components.lesson.step_texts import Lesson, StepTexts, list_source_references
from components.presentation.cited import picture_data_url
from components.presentation.finding_texts import format_sum_row
from components.presentation.pages import has_map
from components.query.count_findings import compute_day_sums
from components.query.figures import NO_FILTERS, build_count_table, list_day_counts
from components.story.lesson import TEXTS
from components.story.package_files import PICTURE_FOLDER

Paper = Literal["a4", "letter"]
Sheet = Literal["handout", "answers"]
Json = dict[str, Any]

TEMPLATE: Final = Path(__file__).with_name("handout.typ")
PAPERS: Final[dict[Paper, str]] = {
    "a4": "a4",
    "letter": "us-letter",
}
#: The width of a drawing that fills a page, in its pixels: the text of A4 is as wide, so that names
#: of 12 pixels have 9 points.
DRAWING_WIDTH_PX: Final = 656
#: The timeline fills a page: the room below its heading, in pixels of a drawing so wide.
TIMELINE_HEIGHT_PX: Final[dict[Paper, float]] = {
    "a4": 863,
    "letter": 764,
}
#: What the heading takes of the first page, where no map stands there.
HEADING_PX: Final = 162
MAP_HEIGHT_PX: Final[dict[Paper, float]] = {
    "a4": 450,
    "letter": 360,
}
#: How much closer the text may be set so that no last page is filled less than so much.
SPACINGS: Final = (0, 1, 2, 3)
LEAST_FILLED: Final = 0.4
REGIONS: Final = {"en": "GB", "es": "CO"}
SHEET_NAMES: Final[dict[Sheet, str]] = {
    "handout": N_("Handout"),
    "answers": N_("Answers to the questions"),
}


def sheet_pdf(lesson: Lesson, sheet: Sheet, paper: Paper, more: Json | None = None) -> bytes:
    """Set a sheet as PDF, closer where its text would else end high up on its last page.

    Parameters
    ----------
    more
        What the template takes of this sheet alone.
    """
    language = lesson.i18n.language
    content = {
        "kind": sheet,
        "paper": PAPERS[paper],
        "title": lesson.title,
        "description": lesson.i18n.t(SHEET_NAMES[sheet]),
        "language": language,
        "region": REGIONS[language],
        "words": _template_texts(lesson),
        "steps": [_step_content(step_texts) for step_texts in lesson.steps],
    }
    if more:
        content |= more
    # The data's day, not today's: the same data give the same file.
    timestamp: datetime | None = None
    if lesson.dataset.created:
        midnight = time()
        timestamp = datetime.combine(lesson.dataset.created, midnight, UTC)
    inputs = _choose_spacing(content)
    settings = {
        "pdf_standards": ["ua-1"],
        "timestamp": timestamp,
        **inputs,
    }
    pdf = typst.compile(str(TEMPLATE), **settings)
    return bytes(pdf)


def _step_content(step_texts: StepTexts) -> Json:
    content: Json = {"number": step_texts.number}
    for name in TEXTS:
        content[name] = getattr(step_texts, name)
    content["references"] = step_texts.references
    content["evidence"] = step_texts.evidence
    return content


def _choose_spacing(content: Json) -> Json:
    """Return what Typst takes, in the first spacing that fills the last page enough."""
    for tight in SPACINGS:
        inputs = _typst_inputs(content, tight)
        answer = typst.query(
            str(TEMPLATE),
            "<end>",
            field="value",
            one=True,
            **inputs,
        )
        end = json.loads(answer)
        is_single_page = end["page"] == 1
        least_filled_height = LEAST_FILLED * end["height"]
        if is_single_page or end["y"] > least_filled_height:
            return inputs
    return _typst_inputs(content, SPACINGS[0])


def _typst_inputs(content: Json, tight: int) -> Json:
    """Return the arguments of Typst; characters without a typeface are replaced by a sign."""
    template_content = _isolate_texts(content) | {"tight": tight, "stands_in": False}
    data = json.dumps(template_content, ensure_ascii=False)
    printable_data = make_printable(data)
    if printable_data.count(STAND_IN) > data.count(STAND_IN):
        printable_data = printable_data.replace('"stands_in": false', '"stands_in": true')
    font_folders: list[str] = []
    fallback_fonts = find_fallback_fonts(data)
    for file in (*font_files(), *fallback_fonts.files):
        folder = str(file.parent)
        if folder not in font_folders:
            font_folders.append(folder)
    return {
        "font_paths": font_folders,
        "ignore_system_fonts": True,
        "sys_inputs": {"data": printable_data},
    }


def _isolate_texts(content: Any) -> Any:
    """Return what the template takes with each text that runs right to left isolated."""
    if isinstance(content, str):
        # A drawing has isolated its own; an address has no such letters.
        return content if content.startswith("<svg") else isolate_text(content)
    if isinstance(content, dict):
        return {name: _isolate_texts(value) for name, value in content.items()}
    if isinstance(content, list):
        return [_isolate_texts(value) for value in content]
    return content


def _template_texts(lesson: Lesson) -> dict[str, str]:
    """Return the texts that the template writes itself."""
    t = lesson.i18n.t
    texts = {
        "name": t("The story"),
        "credit": lesson.credit,
        "lead": t("What happened, where, how many, and who says so."),
        # Lines on which a pupil writes both.
        "pupil": t("Your name:"),
        "day": t("Day of the lesson:"),
        "when": t("What happened, and when"),
        "bibliography": t("References"),
        "marks": t("§ is a document, cited by paragraph; ◇ is another report."),
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
    for sheet, name in SHEET_NAMES.items():
        texts[sheet] = t(name)
    if list_day_counts(lesson.dataset):
        texts["where"] = t("Where they were counted")
    else:
        texts["where"] = t("Where it happened")
    if any(step.question for step in lesson.steps):
        texts["story"] = t("The story and its questions")
        texts["answers_lead"] = t(
            "For the teacher. An answer here says what the sources support; there may be more to "
            "ask."
        )
    else:
        texts["story"] = t("The story, step by step")
        texts["answers_lead"] = t("This lesson asks no questions, so there is nothing to answer.")
    return texts


def handout_pdf(lesson: Lesson, paper: Paper) -> bytes:
    """Set the handout of a lesson as PDF: its map, table, timeline, steps and references."""
    ctx = lesson.ctx
    maps: list[Scene] = []
    timeline_height = TIMELINE_HEIGHT_PX[paper]
    if has_map(lesson.dataset):
        map_height = MAP_HEIGHT_PX[paper]
        map_drawing = paper_map(ctx, DRAWING_WIDTH_PX, map_height)
        maps.append(map_drawing)
    else:
        timeline_height -= HEADING_PX
    timeline = paper_timeline(ctx, DRAWING_WIDTH_PX, timeline_height)
    map_keys = paper_keys(ctx, maps, DRAWING_WIDTH_PX)
    timeline_keys = paper_keys(ctx, [timeline], DRAWING_WIDTH_PX)
    bibliography: list[list[Json]] = []
    for reference in lesson.format_bibliography():
        text_runs = [text_run._asdict() for text_run in split_runs(reference)]
        bibliography.append(text_runs)
    more = {
        "maps": [_drawing_content(drawing) for drawing in maps],
        "map_keys": [_drawing_content(drawing) for drawing in map_keys],
        "timeline": _drawing_content(timeline),
        "timeline_keys": [_drawing_content(drawing) for drawing in timeline_keys],
        "table": _table_content(lesson),
        "pictures": [_step_pictures(step_texts, lesson) for step_texts in lesson.steps],
        "bibliography": bibliography,
    }
    return sheet_pdf(lesson, "handout", paper, more)


def _drawing_content(drawing: Scene) -> dict[str, str]:
    painted_svg = paint(drawing)
    svg = make_printable(painted_svg)
    if any(map(unicodedata.combining, svg)):
        # Typst's reader of SVG loses which letter a mark is on, and PDF/UA must know: marks are
        # drawn with their letters. A text with letters that no font has stays text, without them.
        painted_outlines = paint(drawing, outlines=True)
        outlined_svg = make_printable(painted_outlines)
        letters = [letter for letter in outlined_svg if not unicodedata.combining(letter)]
        svg = "".join(letters)
    return {"svg": svg, "alt": drawing.text_alternative}


def _step_pictures(step_texts: StepTexts, lesson: Lesson) -> list[Json]:
    """Return the pictures of a step's events, each within a drawing, which Typst takes as text."""
    i18n = lesson.i18n
    files = lesson.ctx.story.intake.files
    pictures: list[Json] = []
    for event_id in step_texts.step.view.events:
        picture = lesson.dataset.pictures.get(event_id)
        if picture is None:
            continue
        picture_path = PICTURE_FOLDER + picture.file
        picture_content = files[picture_path]
        picture_file = io.BytesIO(picture_content)
        with Image.open(picture_file) as image:
            width, height = image.size
        picture_url = picture_data_url(picture, files)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
            f'<image width="{width}" height="{height}" href="{picture_url}"/></svg>'
        )
        credit = i18n.t(
            "Picture: {credit} ({licence})",
            credit=picture.credit,
            licence=picture.licence,
        )
        alt = i18n.localize(picture, "alt")
        drawn_picture = {
            "svg": svg,
            "alt": str(alt),
            "said": credit,
            "shape": width / height,
        }
        pictures.append(drawn_picture)
    return pictures


def _table_content(lesson: Lesson) -> Json | None:
    """Return the counts by region of the two latest days, with their sums."""
    i18n = lesson.i18n
    day_counts = list_day_counts(lesson.dataset)
    table = build_count_table(lesson.dataset, day_counts)
    if len(table.days) <= 1:
        return None
    content: Json = {}
    for name, day in table.days.items():
        content[name] = i18n.format_date(day, "short")
    sums = compute_day_sums(table, NO_FILTERS)
    sum_label = i18n.t("Sum")
    sum_row = format_sum_row(sums, sum_label, i18n)
    content["rows"] = [format_count_row(row, i18n) for row in table.rows]
    content["total"] = list(sum_row.values())
    references = list_source_references(lesson.counted_claims, lesson.dataset, i18n)
    content["references"] = references
    return content
