"""Everything that the scene of Present is sent: its steps, their drawings, its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from components.domain.lessons.reading import MOST_BYTES, SAYS
from components.domain.lessons.story import Story
from components.domain.views.view import View, write_view
from components.i18n import LANGUAGES, I18n
from components.i18n.story_texts import language_of, title_of
from components.presentation.context import Context
from components.presentation.lesson.files import PRODUCTS, lesson_files_data
from components.presentation.lesson.screen import drawings_data
from components.presentation.lesson.steps import Json, events_untold, steps_data
from components.presentation.markup import render
from components.presentation.notices import notice_text
from components.presentation.sentence import FILTER_LABELS
from components.presentation.versions import old_version

#: The scene's scripts, in their order, from the folder of what draws it in the app.
SCRIPTS: Final = (
    "../scripts/dom.js",
    "../shared/lost.js",
    "../shared/copy.js",
    "../shared/take.js",
    "present_pictures.js",
    "present.js",
)


def _without_step(view: View) -> View:
    return replace(view, step=1, evidence="hidden", panel="closed", screen="class")


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


def _texts(i18n: I18n) -> dict[str, str]:
    """The words that the script itself writes; it fills in the numbers."""
    t, large = i18n.t, SAYS["large"]
    return {
        "next": t("Next"),
        "show": t("Show the evidence"),
        "close": t("Close"),
        "sees": t("Moves with the class’s screen. It shows the question, not the answer."),
        "sees_answer": t("Moves with the class’s screen. It shows the answer and its evidence."),
        "alone": t("No other window of this browser shows the lesson: open Present there."),
        "elapsed": t("Since the start: {minutes}"),
        "wrong": t("The file cannot be used. Nothing was changed."),
        "large": t(large),
        "file": t("lesson"),
        "skip": t("Skip to the content"),
    }


def _kit(opened_lesson: Story | None, i18n: I18n) -> str:
    """What a teacher can take away or open, as HTML."""
    own = opened_lesson is not None
    return render("present_kit.html", i18n, products=PRODUCTS, own=own)


def scene_data(ctx: Context, problems: Sequence[str], lost: Json, *, inline: bool = False) -> Json:
    """Everything the scene needs; the step is left out, for it is in the address.

    Args:
        ctx: the view.
        problems: what is wrong with a lesson that a teacher has tried to open.
        lost: what is said of a story that this tab has lost.
        inline: whether the drawings come with it, as those of an opened story always do.
    """
    i18n, story = ctx.i18n, ctx.lesson
    others = [(code, name) for code, name in LANGUAGES.items() if code != i18n.language]
    return {
        "language": i18n.language,
        "title": title_of(story, ctx.dataset, i18n),
        "spoken": language_of(story, i18n),
        "own": ctx.opened_lesson is not None,
        "query": urlencode(write_view(_without_step(ctx.view)), doseq=True),
        "notices": _notices(ctx),
        "problems": list(problems),
        "most": MOST_BYTES,
        "steps": steps_data(ctx),
        "drawings": drawings_data(ctx, inline=inline),
        "file": story.model_dump_json(by_alias=True, exclude_none=True, indent=2),
        "texts": _texts(i18n),
        "labels": {
            "bar": i18n.t("Moving through the story"),
            "panel": i18n.t("Teacher’s notes"),
            "evidence": i18n.t("What the sources show"),
        },
        "bar": render("present_bar.html", i18n, languages=others),
        "warning": render("present_warning.html", i18n),
        "kit": _kit(ctx.opened_lesson, i18n),
        "takeaway": lesson_files_data(ctx),
        "lost": lost,
    }
