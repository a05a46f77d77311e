"""What the app asks of lessons: what Present is sent, the same as text, and the files of a lesson.

All of a lesson is sent once, so that moving on asks nothing of the server. As text it stands in
the first document, on published pages and in print. Other rooms know this module alone. Only the
scripts of the pages Present and Data use ``interface`` besides, which draws with the framework.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.download_tokens import download_messages, opened_file_address
from components.export.view_files import build_context
from components.i18n import LANGUAGES, N_, I18n, Language
from components.i18n.credit import file_stem
from components.intake import ImportResult
from components.intake.lessons import MOST_BYTES, SAYS, uncited
from components.intake.problems import Problem
from components.lesson.drawings import SCREENS as SCREENS
from components.lesson.drawings import Screen, step_scenes
from components.lesson.drawings import step_drawings as step_drawings
from components.lesson.drawings import whole as whole
from components.lesson.handout import Paper, handout_pdf, sheet_pdf
from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson, evidence
from components.limits import MOST_EVENT_STEPS
from components.presentation import cited, markup, notices, pages, timeline_scenes
from components.presentation.context import Context
from components.presentation.stories import LoadedStory
from components.query.filters import Filters
from components.query.view import Cite, View, write_view
from components.story.lesson import Story

FOLDER: Final = Path(__file__).parent
#: The scene's scripts, in their order, from this folder.
SCRIPTS: Final = (*(f"../ui/scripts/{name}" for name in ("dom", "lost", "copy", "take")), "present")
Json = dict[str, Any]


def lesson_of(ctx: Context) -> Lesson:
    return Lesson(ctx.lesson, ctx.story, ctx.i18n.language)


def present_head(ctx: Context) -> tuple[str, str]:
    """The headline of the lesson, and the line below it."""
    if not ctx.lesson.steps:
        return ctx.i18n.t("The story"), ""
    return lesson_of(ctx).title, ctx.i18n.t("The story, step by step, for a room")


def present_steps(ctx: Context) -> Markup:
    """Every step with its question, answer and sources, as HTML; or that there is none to tell."""
    if not ctx.lesson.steps:
        return markup.render("nothing_to_tell.html", ctx.i18n)
    everything, lesson = whole(ctx), lesson_of(ctx)
    steps = [
        (
            each,
            [
                one
                for r in each.step.cited_records()
                for one in cited.record_citations(r, everything)
            ],
        )
        for each in lesson.steps
    ]
    return markup.render(
        "text_steps.html",
        ctx.i18n,
        everything=everything,
        steps=steps,
        spoken=lesson.i18n.language,
        more=events_untold(ctx),
    )


def story_timeline(ctx: Context, width: float = timeline_scenes.WIDTH_PX) -> Scene:
    """The whole story's, with the events of the steps lit."""
    events = frozenset(event for step in ctx.lesson.steps for event in step.view.events)
    return timeline_scenes.draw_timeline(
        whole(ctx), width, options=timeline_scenes.TimelineOptions(focus=events)
    )


def page_scenes(ctx: Context) -> Iterator[Scene]:
    """All that Present draws: as text, and for each step in windows of both shapes."""
    yield story_timeline(ctx)
    for screen in SCREENS:
        for step in ctx.lesson.steps:
            yield from step_scenes(step.view, ctx, screen)


def printed(ctx: Context) -> str:
    """What the browser prints of Present, which has no window to fill, as HTML."""
    lines = [notices.format_notice(notice, ctx.i18n) for notice in ctx.notices]
    lesson, steps = lesson_of(ctx), present_steps(ctx)
    words = {"title": lesson.title, "spoken": lesson.i18n.language, "steps": steps, "lines": lines}
    return markup.render("present_print.html", ctx.i18n, **words, ctx=ctx)


def events_untold(ctx: Context) -> int:
    """How many events come after the last step, where each step is an event."""
    if ctx.opened_lesson or ctx.dataset.story.steps:
        return 0
    return max(len(ctx.selection.events) - MOST_EVENT_STEPS, 0)


# The files ----------------------------------------------------------------------------------------

PATH: Final = "/takeaway"
#: Problems of a lesson that are listed.
MOST_PROBLEMS: Final = 60
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


@dataclass(frozen=True)
class Product:
    """One file that can be made: its address, what it is, and its paper (slides have none)."""

    file: str
    kind: Literal["handout", "answers", "slides"]
    paper: Paper
    label: str
    mime: str = "application/pdf"

    def saved_as(self, story: str, language: str) -> str:
        stem, _, ending = self.file.rpartition(".")
        return f"{story}-{stem}-{language}.{ending}"


PRODUCTS: Final = (
    Product("handout-a4.pdf", "handout", "a4", N_("Handout, A4 (PDF)")),
    Product("handout-letter.pdf", "handout", "letter", N_("Handout, US Letter (PDF)")),
    Product("answers-a4.pdf", "answers", "a4", N_("Answer sheet, A4 (PDF)")),
    Product("answers-letter.pdf", "answers", "letter", N_("Answer sheet, US Letter (PDF)")),
    Product("slides.pptx", "slides", "a4", N_("Slides (PPTX)"), PPTX),
)


def lesson_bytes(
    product: Product,
    lesson: Story,
    language: Language,
    style: Cite = "apa",
    of: LoadedStory | ImportResult | None = None,
) -> bytes:
    """A lesson's handout, answer sheet or slides, of the server's story or of the one given."""
    made = Lesson(lesson, build_context(View(), language, "present", of).story, language, style)
    if product.kind == "answers":
        return sheet_pdf(made, "answers", product.paper)
    return slides_pptx(made) if product.kind == "slides" else handout_pdf(made, product.paper)


def problem_lines(
    problems: Sequence[Problem], i18n: I18n, called: Callable[[str], str] = str
) -> list[str]:
    """What is wrong in a lesson by step and field, of much the first; ``called`` names fields."""
    lines = []
    for problem in problems[:MOST_PROBLEMS]:
        field, what = called(problem.column or ""), i18n.t(SAYS[problem.code])
        parts: Json = {"step": problem.row, "field": field, "what": what.format(**problem.params)}
        if problem.row and field:
            lines.append(i18n.t("Step {step}, {field}: {what}", **parts))
        else:
            lines.append(i18n.t("{field}: {what}", **parts) if field else parts["what"])
    if more := len(problems) - len(lines):
        lines.append(i18n.n("and {count} more", "and {count} more", more))
    return lines


def steps_data(told: Lesson, ctx: Context) -> list[Json]:
    """Each step in words, with the sources of the whole story: its filters choose steps alone."""
    ctx, i18n = whole(ctx), ctx.i18n
    minutes, steps = [step.minutes for step in told.story.steps], []

    def places(records: Iterable[str]) -> list[cited.CitationGroup]:
        return cited.group_citations(
            (c for r in records for c in cited.record_citations(r, ctx)), ctx
        )

    for each, after in zip_longest(told.steps, told.steps[1:]):
        step, common = each.step, {"told": each, "spoken": each.i18n.language}
        shown = [(one, places([one["id"]])) for one in evidence(step, ctx.dataset, i18n)]
        head = {"total": len(minutes), "sources": places(step.cited_records()), "ctx": ctx}
        notes = {
            "minutes": step.minutes,
            "so_far": sum(minutes[: each.number]),
            "all": sum(minutes),
            "after": after.headline if after else "",
            "typed": uncited(step, ctx.dataset),
            "unsupported": not step.cited_records(),
        }
        steps.append(
            {
                "id": step.id,
                "where": i18n.t("Step {number} of {total}", number=each.number, total=len(minutes)),
                **{n: getattr(each, n) for n in ("headline", "text", "question", "answer")},
                "told": markup.render("present_told.html", i18n, **common, **head),
                "evidence": markup.render("present_evidence.html", i18n, evidence=shown, ctx=ctx),
                "notes": markup.render("present_notes.html", i18n, **common, **notes),
            }
        )
    return steps


def drawings_data(ctx: Context, *, inline: bool = False) -> Json:
    """Where the browser finds each step's drawings: by address, else in this itself."""
    filters = Filters() if ctx.dataset.story.steps else ctx.view.filters
    view = View(lang=ctx.i18n.language, filters=filters, version=ctx.view.version)
    asked = {**write_view(view), "mode": ctx.mode, "story": ctx.story.mark}
    address = pages.server_address(f"{PATH}/drawings/SCREEN/STEP", urlencode(asked, doseq=True))
    lesson = ctx.lesson.model_dump_json()
    own = lesson if ctx.opened_lesson else ""

    def drawn(screen: Screen) -> list[list[str]]:
        return [step_drawings(step.view, ctx, screen) for step in ctx.lesson.steps]

    drawings = None
    if inline or ctx.story.private or own:
        key = ("drawings", lesson, ctx.i18n.language, ctx.mode)
        once = ctx.story.memoize
        drawings = {screen: once((*key, screen), partial(drawn, screen)) for screen in SCREENS}
    return {
        "key": f"{address} {hashlib.sha256(own.encode()).hexdigest()[:16]}",
        "address": address,
        "inline": drawings,
        "steps": len(ctx.lesson.steps),
        "failed": ctx.i18n.t("The picture could not be loaded. Reload the page to try again."),
    }


def _notices(ctx: Context) -> list[str]:
    i18n = ctx.i18n
    lines = [notices.format_notice(notice, i18n) for notice in ctx.notices]
    if old := notices.old_version_notice(ctx):
        lines.append(old)
    if later := events_untold(ctx):
        lines.append(
            i18n.n(
                "{count} later event is not among the steps: filter to tell it.",
                "{count} later events are not among the steps: filter to tell them.",
                later,
            )
        )
    active = ctx.view.filters.list_active()
    if active and (ctx.opened_lesson or ctx.dataset.story.steps):
        names = i18n.format_list(i18n.t(notices.FILTER_LABELS[name]) for name in active)
        lines.append(
            i18n.t(
                "The story is told from everything that is known today. Your filters ({names}) "
                "are kept for the other pages and change nothing here.",
                names=names,
            )
        )
    return lines


def scene_data(ctx: Context, problems: Sequence[str], lost: Json, *, inline: bool = False) -> Json:
    """Everything the scene needs; the step is left out, for it is in the address.

    ``problems`` are what is wrong with a lesson that a teacher has tried to open, ``lost`` what is
    said of a story that this tab has lost. With ``inline`` the drawings come with it, as those of
    an opened story always do.
    """
    i18n, story, own, t = ctx.i18n, ctx.lesson, ctx.opened_lesson is not None, ctx.i18n.t
    view = replace(ctx.view, step=1, evidence="hidden", panel="closed", screen="class")
    others = [(code, name) for code, name in LANGUAGES.items() if code != i18n.language]
    told, stem, files = lesson_of(ctx), file_stem(ctx.dataset), {}
    params: dict[str, str | list[str]] = {"lang": i18n.language, "cite": ctx.view.cite}
    for one in PRODUCTS:
        address = pages.server_address(f"{PATH}/{one.file}", urlencode(params))
        if ctx.story.private:
            address = opened_file_address(ctx.story.intake, one.file, params)
        files[one.file] = {"address": address, "name": one.saved_as(stem, i18n.language)}
    return {
        "language": i18n.language,
        "title": told.title,
        "spoken": told.i18n.language,
        "own": own,
        "query": urlencode(write_view(view), doseq=True),
        "notices": _notices(ctx),
        "problems": list(problems),
        "most": MOST_BYTES,
        "steps": steps_data(told, ctx),
        "drawings": drawings_data(ctx, inline=inline),
        "file": story.model_dump_json(by_alias=True, exclude_none=True, indent=2),
        # The words that the script itself writes; it fills in the numbers.
        "texts": {
            "next": t("Next"),
            "show": t("Show the evidence"),
            "close": t("Close"),
            "sees": t("Moves with the class’s screen. It shows the question, not the answer."),
            "sees_answer": t(
                "Moves with the class’s screen. It shows the answer and its evidence."
            ),
            "alone": t("No other window of this browser shows the lesson: open Present there."),
            "elapsed": t("Since the start: {minutes}"),
            "wrong": t("The file cannot be used. Nothing was changed."),
            "large": t(SAYS["large"]),
            "file": t("lesson"),
            "skip": t("Skip to the content"),
        },
        "labels": {
            "bar": t("Moving through the story"),
            "panel": t("Teacher’s notes"),
            "evidence": t("What the sources show"),
        },
        "bar": markup.render("present_bar.html", i18n, languages=others),
        "warning": markup.render("present_warning.html", i18n),
        "kit": markup.render("present_kit.html", i18n, products=PRODUCTS, own=own),
        # Where a browser gets the files, their names, and the words meanwhile.
        "takeaway": {"files": files, "texts": download_messages(i18n)},
        "lost": lost,
    }
