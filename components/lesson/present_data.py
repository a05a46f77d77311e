"""Everything that Present is sent, what its steps say, their drawings, its words; and as text.

All of a lesson is sent once, so that moving on asks nothing of the server. As text it stands in
the first document, on published pages and in print.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.scene import Scene
from components.i18n import LANGUAGES
from components.intake.lessons import MOST_BYTES, SAYS, uncited
from components.lesson.drawings import SCREENS, Screen, step_drawings, step_scenes, whole
from components.lesson.products import PATH, PRODUCTS, lesson_files_data
from components.lesson.step_texts import Lesson, evidence, lesson_language
from components.limits import MOST_EVENT_STEPS
from components.presentation.cited import Place, by_place, citations_of
from components.presentation.context import Context
from components.presentation.markup import filled, render
from components.presentation.notices import notice_text, old_version
from components.presentation.pages import server_address
from components.presentation.scenes import WIDTH_PX, draw_timeline
from components.presentation.sentence import FILTER_LABELS
from components.query.filters import Filters
from components.query.view import View, write_view


def told(ctx: Context) -> Lesson:
    return Lesson(ctx.lesson, ctx.dataset, ctx.i18n)


def present_head(ctx: Context) -> tuple[str, str]:
    """The headline of the lesson, and the line below it."""
    if not ctx.lesson.steps:
        return ctx.i18n.t("The story"), ""
    lead = ctx.i18n.t("The story, step by step, for a room")
    return told(ctx).title, lead


def present_steps(ctx: Context) -> Markup:
    """Every step with its question, answer and sources, as HTML; or that there is none to tell."""
    if not ctx.lesson.steps:
        return filled("nothing_to_tell.html", ctx.i18n)
    everything = whole(ctx)
    steps = [
        (each, [one for r in each.step.records() for one in citations_of(r, everything)])
        for each in told(ctx).steps
    ]
    return filled(
        "text_steps.html",
        ctx.i18n,
        everything=everything,
        steps=steps,
        spoken=lesson_language(ctx.lesson, ctx.i18n),
        more=events_untold(ctx),
    )


def story_timeline(ctx: Context, width: float = WIDTH_PX) -> Scene:
    """The whole story's, with the events of the steps lit."""
    events = frozenset(event for step in ctx.lesson.steps for event in step.view.events)
    return draw_timeline(whole(ctx), width, focus=events)


def page_scenes(ctx: Context) -> Iterator[Scene]:
    """All that Present draws: as text, and for each step in windows of both shapes."""
    yield story_timeline(ctx)
    for screen in SCREENS:
        for step in ctx.lesson.steps:
            yield from step_scenes(step.view, ctx, screen)


def printed(ctx: Context) -> str:
    """What the browser prints of Present, which has no window to fill, as HTML."""
    lines = [notice_text(notice, ctx.i18n) for notice in ctx.notices]
    spoken, steps = lesson_language(ctx.lesson, ctx.i18n), present_steps(ctx)
    words = {"title": told(ctx).title, "spoken": spoken, "steps": steps, "lines": lines}
    return render("present_print.html", ctx.i18n, **words, ctx=ctx)


def events_untold(ctx: Context) -> int:
    """How many events come after the last step, where each step is an event."""
    if ctx.opened_lesson or ctx.dataset.story.steps:
        return 0
    return max(len(ctx.selection.events) - MOST_EVENT_STEPS, 0)


FOLDER: Final = Path(__file__).parent
#: The scene's scripts, in their order, from this folder.
SCRIPTS: Final = (*(f"../ui/scripts/{name}" for name in ("dom", "lost", "copy", "take")), "present")
Json = dict[str, Any]


def steps_data(ctx: Context) -> list[Json]:
    """Every step of the lesson in use, as texts and as HTML from templates."""
    ctx, i18n = whole(ctx), ctx.i18n
    minutes, steps = [step.minutes for step in ctx.lesson.steps], []

    def cited(records: Iterable[str]) -> list[Place]:
        """The places in sources behind some records, each once, the four documents first."""
        return by_place((one for record in records for one in citations_of(record, ctx)), ctx)

    every = told(ctx).steps
    for each, after in zip_longest(every, every[1:]):
        step, common = each.step, {"told": each, "spoken": each.language}
        shown = [(one, cited([one.id])) for one in evidence(step, ctx.dataset, i18n)]
        head = {"total": len(every), "sources": cited(step.records()), "ctx": ctx}
        notes = {
            "minutes": step.minutes,
            "so_far": sum(minutes[: each.number]),
            "all": sum(minutes),
            "after": after.headline if after else "",
            "typed": uncited(step, ctx.dataset),
            "unsupported": not step.records(),
        }
        steps.append(
            {
                "id": step.id,
                "where": i18n.t("Step {number} of {total}", number=each.number, total=len(every)),
                **{n: getattr(each, n) for n in ("headline", "text", "question", "answer")},
                "told": render("present_told.html", i18n, **common, **head),
                "evidence": render("present_evidence.html", i18n, evidence=shown, ctx=ctx),
                "notes": render("present_notes.html", i18n, **common, **notes),
            }
        )
    return steps


def drawings_data(ctx: Context, *, inline: bool = False) -> Json:
    """Where the browser finds each step's drawings: by address, else in this itself."""
    filters = Filters() if ctx.dataset.story.steps else ctx.view.filters
    view = View(lang=ctx.i18n.language, filters=filters, version=ctx.view.version)
    asked = {**write_view(view), "mode": ctx.mode, "story": ctx.story.mark}
    address = server_address(f"{PATH}/drawings/SCREEN/STEP", urlencode(asked, doseq=True))
    lesson = ctx.lesson.model_dump_json()
    own = lesson if ctx.opened_lesson else ""

    def made(screen: Screen) -> list[list[str]]:
        return [step_drawings(step.view, ctx, screen) for step in ctx.lesson.steps]

    drawings = None
    if inline or ctx.story.private or own:
        key = (lesson, ctx.i18n.language, ctx.mode)
        drawings = {
            screen: ctx.story.once(("drawings", screen, *key), partial(made, screen))
            for screen in SCREENS
        }
    return {
        "key": f"{address} {hashlib.sha256(own.encode()).hexdigest()[:16]}",
        "address": address,
        "inline": drawings,
        "steps": len(ctx.lesson.steps),
        "failed": ctx.i18n.t("The picture could not be loaded. Reload the page to try again."),
    }


# The scene ----------------------------------------------------------------------------------------


def _notices(ctx: Context) -> list[str]:
    """What the address could not say, and that filters do not touch the story."""
    lines = [notice_text(notice, ctx.i18n) for notice in ctx.notices]
    if old := old_version(ctx):
        lines.append(old)
    later = events_untold(ctx)
    if later:
        lines.append(
            ctx.i18n.n(
                "{count} later event is not among the steps: filter to tell it.",
                "{count} later events are not among the steps: filter to tell them.",
                later,
            )
        )
    active = ctx.view.filters.active()
    if active and (ctx.opened_lesson or ctx.dataset.story.steps):
        names = ctx.i18n.list(ctx.i18n.t(FILTER_LABELS[name]) for name in active)
        lines.append(
            ctx.i18n.t(
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
    i18n, story, own = ctx.i18n, ctx.lesson, ctx.opened_lesson is not None
    t, large = i18n.t, SAYS["large"]
    view = replace(ctx.view, step=1, evidence="hidden", panel="closed", screen="class")
    others = [(code, name) for code, name in LANGUAGES.items() if code != i18n.language]
    return {
        "language": i18n.language,
        "title": told(ctx).title,
        "spoken": lesson_language(story, i18n),
        "own": own,
        "query": urlencode(write_view(view), doseq=True),
        "notices": _notices(ctx),
        "problems": list(problems),
        "most": MOST_BYTES,
        "steps": steps_data(ctx),
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
            "large": t(large),
            "file": t("lesson"),
            "skip": t("Skip to the content"),
        },
        "labels": {
            "bar": i18n.t("Moving through the story"),
            "panel": i18n.t("Teacher’s notes"),
            "evidence": i18n.t("What the sources show"),
        },
        "bar": render("present_bar.html", i18n, languages=others),
        "warning": render("present_warning.html", i18n),
        "kit": render("present_kit.html", i18n, products=PRODUCTS, own=own),
        "takeaway": lesson_files_data(ctx),
        "lost": lost,
    }
