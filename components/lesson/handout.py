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

from components.drawing.fonts import STAND_IN, font_files, make_printable
from components.drawing.scene import Scene
from components.drawing.svg import paint
from components.export.citations import split_runs
from components.i18n import N_
from components.i18n.counts import format_count_row, format_sum_row
from components.lesson.drawings import paper_keys, paper_map, paper_timeline
from components.lesson.step_texts import Lesson, list_source_references
from components.presentation.cited import picture_data_url
from components.presentation.pages import has_map
from components.query.figures import build_count_table, list_day_counts
from components.story.lesson import TEXTS
from components.story.package_files import PICTURE_FOLDER

Paper = Literal["a4", "letter"]
Sheet = Literal["handout", "answers"]

TEMPLATE: Final = Path(__file__).with_name("handout.typ")
PAPERS: Final[dict[Paper, str]] = {"a4": "a4", "letter": "us-letter"}
# The timeline fills a page: the room below its heading, in pixels of a drawing so wide.
DRAWING_WIDTH_PX: Final = 760
TALL: Final[dict[Paper, float]] = {"a4": 1000, "letter": 885}
HEAD_PX: Final = 150  # what the heading takes of the first page, where no map stands there
GROUND: Final[dict[Paper, float]] = {"a4": 560, "letter": 455}
#: How much closer the text may be set so that no last page is filled less than so much.
CLOSER: Final = (0, 1, 2, 3)
LEAST_FILLED: Final = 0.4
REGIONS: Final = {"en": "GB", "es": "CO"}
KINDS: Final[dict[Sheet, str]] = {
    "handout": N_("Handout"),
    "answers": N_("Answers to the questions"),
}


def _set_in(drawing: Scene) -> dict[str, str]:
    svg = make_printable(paint(drawing))
    if any(map(unicodedata.combining, svg)):
        # Typst's reader of SVG loses which letter a mark is on, and PDF/UA must know: marks are
        # drawn with their letters. A text with letters that no font has stays text, without them.
        drawn = make_printable(paint(drawing, outlines=True))
        svg = "".join(letter for letter in drawn if not unicodedata.combining(letter))
    return {"svg": svg, "alt": drawing.text_alternative}


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
        if list_day_counts(made.dataset)
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
            "evidence": step.evidence,
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
        shown = make_printable(data)
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


def handout_pdf(made: Lesson, paper: Paper) -> bytes:
    i18n, data, ctx = made.i18n, made.dataset, made.ctx
    files, pictures = ctx.story.intake.files, []
    for step in made.steps:
        # Each picture of its events within a drawing, which Typst takes as text.
        own: list[dict[str, Any]] = []
        for one in filter(None, map(data.pictures.get, step.step.view.events)):
            with Image.open(io.BytesIO(files[PICTURE_FOLDER + one.file])) as image:
                wide, high = image.size
            said = i18n.t("Picture: {credit} ({licence})", credit=one.credit, licence=one.licence)
            picture_url = picture_data_url(one, files)
            svg = (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
                f'<image width="{wide}" height="{high}" href="{picture_url}"/></svg>'
            )
            alt = str(i18n.localize(one, "alt"))
            own.append({"svg": svg, "alt": alt, "said": said, "shape": wide / high})
        pictures.append(own)
    grounds = [paper_map(ctx, DRAWING_WIDTH_PX, GROUND[paper])] if has_map(data) else []
    tall = TALL[paper] - (0 if grounds else HEAD_PX)
    days = paper_timeline(ctx, DRAWING_WIDTH_PX, tall)
    table, counts = build_count_table(data, list_day_counts(data)), None
    if len(table.days) > 1:
        # The counts by region of the two latest days, and their sums.
        counts = {
            **{which: i18n.format_date(day, "short") for which, day in table.days.items()},
            "rows": [format_count_row(row, i18n) for row in table.rows],
            "total": [*format_sum_row(table, i18n.t("Sum"), i18n).values()],
            "references": list_source_references(made.counted_claims, data, i18n),
        }
    more = {
        "maps": list(map(_set_in, grounds)),
        "map_keys": list(map(_set_in, paper_keys(ctx, grounds, DRAWING_WIDTH_PX))),
        "timeline": _set_in(days),
        "timeline_keys": list(map(_set_in, paper_keys(ctx, [days], DRAWING_WIDTH_PX))),
        "table": counts,
        "pictures": pictures,
        "bibliography": [
            [one._asdict() for one in split_runs(e)] for e in made.format_bibliography()
        ],
    }
    return sheet_pdf(made, "handout", paper, more)
