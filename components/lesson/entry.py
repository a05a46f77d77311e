"""What the app asks of lessons: what Present is sent, the same as text, and the files of a lesson.

All of a lesson is sent once, so that moving on asks nothing of the server. It is text, too, in
the first document, on published pages and in print. Other rooms know this module alone. Only the
form in which a lesson is made uses ``draft`` besides.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal
from urllib.parse import urlencode

from markupsafe import Markup

from components.drawing.scene import Scene
from components.export.download_tokens import download_messages, opened_file_address
from components.i18n import LANGUAGES, N_, I18n, Language
from components.i18n.credit import file_stem
from components.intake import ImportResult
from components.intake.lessons import LESSON_MESSAGES, MOST_BYTES
from components.intake.problems import Problem
from components.lesson.drawings import SCREENS as SCREENS
from components.lesson.drawings import Screen, step_scenes
from components.lesson.drawings import choose_drawn_view as choose_drawn_view
from components.lesson.drawings import step_drawings as step_drawings
from components.lesson.drawings import without_filters as without_filters
from components.lesson.handout import Paper, handout_pdf, sheet_pdf
from components.lesson.slides import slides_pptx
from components.lesson.step_texts import Lesson, StepTexts, list_evidence
from components.lesson.step_texts import fill_figures as fill_figures
from components.limits.views import MOST_EVENT_STEPS
from components.loading.loaded_story import LoadedStory
from components.presentation import cited, filter_texts, markup, notices, pages, timeline_scenes
from components.presentation.context import Context, file_context
from components.presentation.paper_drawings import ROW_PX, SHEET_PX
from components.query.filters import Filters
from components.query.view import Cite, View, write_view
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.lesson import Story
from components.story.lesson_figures import find_uncited_figures
from components.story.models import Citation

#: The scene's scripts, in their order.
SCRIPTS: Final = (
    "dom",
    "tab_storage",
    "session_notices",
    "clipboard",
    "download",
    "opened_lesson",
    "present",
)
#: Of the hash that tells an opened lesson from every other: 64 bits.
HASH_CHARACTERS: Final = 16
Json = dict[str, Any]


def lesson_of(lesson: Story, story: LoadedStory, i18n: I18n) -> Lesson:
    """Return the lesson in use, in the reader's language or else in its first."""
    return Lesson(lesson, story, i18n.language)


def present_head(lesson: Story, story: LoadedStory, i18n: I18n) -> tuple[str, str]:
    """Return the headline of the lesson, and the line below it."""
    if not lesson.steps:
        return i18n.t("The story"), ""
    return lesson_of(lesson, story, i18n).title, i18n.t("The story, step by step, for a room")


def present_steps(ctx: Context) -> Markup:
    """Render every step with its question, answer and sources; or that there is none."""
    if not ctx.lesson.steps:
        return markup.render("nothing_to_tell.html", ctx.i18n)
    unfiltered_ctx = without_filters(ctx)
    lesson = lesson_of(ctx.lesson, ctx.story, ctx.i18n)
    steps: list[tuple[StepTexts, list[Citation]]] = []
    for step_texts in lesson.steps:
        citations = _list_citations(step_texts.step.cited_records(), unfiltered_ctx.facts)
        steps.append((step_texts, citations))
    return markup.render(
        "text_steps.html",
        ctx.i18n,
        story=unfiltered_ctx.story,
        facts=unfiltered_ctx.facts,
        link_base=unfiltered_ctx.link_base,
        steps=steps,
        spoken=lesson.i18n.language,
        more=count_later_events(ctx.opened_lesson, ctx.facts),
    )


def story_timeline(ctx: Context, width: float = SHEET_PX) -> Scene:
    """Draw the timeline of the story without filters, with the events of the steps lit.

    It stands in the text of the page, which is for paper and for browsers without scripts.

    Parameters
    ----------
    width
        CSS pixels.
    """
    lit_events: set[str] = set()
    for step in ctx.lesson.steps:
        lit_events.update(step.view.events)
    options = timeline_scenes.TimelineOptions(
        focus=frozenset(lit_events),
        dim_note=ctx.i18n.t("Pale: events of which no step tells"),
        sized=False,
        smallest=1.0,
        row=ROW_PX,
    )
    unfiltered_ctx = without_filters(ctx)
    return timeline_scenes.draw_timeline(unfiltered_ctx, width, options=options)


def page_scenes(ctx: Context) -> Iterator[Scene]:
    """Draw all of Present: the timeline of its text, and each step for both kinds of screen."""
    yield story_timeline(ctx)
    for screen in SCREENS:
        for step in ctx.lesson.steps:
            view = choose_drawn_view(step, ctx.dataset)
            yield from step_scenes(view, ctx, screen)


def render_printed_lesson(ctx: Context) -> str:
    """Render what the browser prints of Present, as HTML: paper has no window to fill."""
    lesson = lesson_of(ctx.lesson, ctx.story, ctx.i18n)
    return markup.render(
        "present_print.html",
        ctx.i18n,
        title=lesson.title,
        spoken=lesson.i18n.language,
        steps=present_steps(ctx),
        lines=[notices.format_notice(notice, ctx.i18n) for notice in ctx.notices],
        dataset=ctx.dataset,
    )


def count_later_events(opened_lesson: Story | None, facts: ViewFacts) -> int:
    """Count the events after the last step, where each step is an event."""
    if opened_lesson or facts.dataset.story.steps:
        return 0
    return max(len(facts.selection.events) - MOST_EVENT_STEPS, 0)


# The files ----------------------------------------------------------------------------------------

PATH: Final = "/takeaway"
#: The element of the form for a lesson, on the Data page.
FORM_ID: Final = "make-a-lesson"
#: Problems of a lesson that are listed.
MOST_PROBLEMS: Final = 60
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


@dataclass(frozen=True)
class Product:
    """A file of a lesson: the end of its address, its kind, and its paper (slides have none)."""

    file: str
    kind: Literal["handout", "answers", "slides"]
    paper: Paper
    label: str
    mime: str = "application/pdf"

    def saved_as(self, story: str, language: str) -> str:
        """Return the name under which a browser saves it."""
        stem, _, suffix = self.file.rpartition(".")
        return f"{story}-{stem}-{language}.{suffix}"


PRODUCTS: Final = (
    Product("handout-a4.pdf", "handout", "a4", N_("Handout, A4 (PDF)")),
    Product("handout-letter.pdf", "handout", "letter", N_("Handout, US Letter (PDF)")),
    Product("answers-a4.pdf", "answers", "a4", N_("Answer sheet, A4 (PDF)")),
    Product("answers-letter.pdf", "answers", "letter", N_("Answer sheet, US Letter (PDF)")),
    Product("slides.pptx", "slides", "a4", N_("Slides (PPTX)"), PPTX),
)


def lesson_bytes(
    product: Product,
    story: Story,
    language: Language,
    citation_style: Cite = "apa",
    of: LoadedStory | ImportResult | None = None,
) -> bytes:
    """Make the handout, the answer sheet or the slides of a lesson.

    Parameters
    ----------
    story
        The lesson.
    of
        The story that the lesson names records of; the server's without one.
    """
    ctx = file_context(View(), language, "present", of)
    lesson = Lesson(story, ctx.story, language, citation_style)
    if product.kind == "answers":
        return sheet_pdf(lesson, "answers", product.paper)
    if product.kind == "slides":
        return slides_pptx(lesson)
    return handout_pdf(lesson, product.paper)


def problem_lines(
    problems: Sequence[Problem], i18n: I18n, name_field: Callable[[str], str] = str
) -> list[str]:
    """Format what is wrong in a lesson, by step and field; the last line counts the others.

    Parameters
    ----------
    name_field
        Returns the name of a field by its path, such as ``headline.en``.
    """
    lines: list[str] = []
    for problem in problems[:MOST_PROBLEMS]:
        field_name = name_field(problem.column or "")
        problem_text = i18n.t(LESSON_MESSAGES[problem.code]).format(**problem.params)
        if problem.row and field_name:
            sentence = N_("Step {step}, {field}: {what}")
        elif field_name:
            sentence = N_("{field}: {what}")
        else:
            lines.append(problem_text)
            continue
        line = i18n.t(
            sentence,
            step=problem.row,
            field=field_name,
            what=problem_text,
        )
        lines.append(line)
    other_problems = len(problems) - len(lines)
    if other_problems:
        lines.append(i18n.n("and {count} more", "and {count} more", other_problems))
    return lines


# What the scene is sent ---------------------------------------------------------------------------


@dataclass(frozen=True)
class StepTiming:
    """The minutes of a step, of all steps up to its end, and of the lesson."""

    minutes: int
    minutes_by_end: int
    lesson_minutes: int


def steps_data(lesson: Lesson, ctx: Context) -> list[Json]:
    """Render the texts of each step, with sources of the story without its filters."""
    unfiltered_ctx = without_filters(ctx)
    lesson_minutes = sum(step.minutes for step in lesson.story.steps)
    minutes_by_end = 0
    steps: list[Json] = []
    for index, step_texts in enumerate(lesson.steps):
        minutes = step_texts.step.minutes
        minutes_by_end += minutes
        next_headline = ""
        if index + 1 < len(lesson.steps):
            next_headline = lesson.steps[index + 1].headline
        timing = StepTiming(minutes, minutes_by_end, lesson_minutes)
        step = _step_texts_data(step_texts, len(lesson.steps), unfiltered_ctx)
        step["notes"] = _render_notes(
            step_texts,
            timing,
            next_headline,
            dataset=unfiltered_ctx.dataset,
            i18n=unfiltered_ctx.i18n,
        )
        steps.append(step)
    return steps


def _step_texts_data(step_texts: StepTexts, total: int, ctx: Context) -> Json:
    i18n = ctx.i18n
    step = step_texts.step
    evidence: list[tuple[Json, list[cited.CitationGroup]]] = []
    for item in list_evidence(step, ctx.dataset, i18n):
        item_citations = _citation_groups([item["id"]], ctx.facts)
        evidence.append((item, item_citations))
    told_html = markup.render(
        "present_told.html",
        i18n,
        told=step_texts,
        spoken=step_texts.i18n.language,
        total=total,
        sources=_citation_groups(step.cited_records(), ctx.facts),
        evidence=evidence,
        story=ctx.story,
        facts=ctx.facts,
        link_base=ctx.link_base,
    )
    return {
        "id": step.id,
        "where": i18n.t("Step {number} of {total}", number=step_texts.number, total=total),
        "headline": step_texts.headline,
        "text": step_texts.text,
        "question": step_texts.question,
        "answer": step_texts.answer,
        "told": told_html,
        "evidence": markup.render(
            "present_evidence.html",
            i18n,
            evidence=evidence,
            facts=ctx.facts,
            link_base=ctx.link_base,
        ),
    }


def _render_notes(
    step_texts: StepTexts, timing: StepTiming, next_headline: str, dataset: Dataset, i18n: I18n
) -> Markup:
    return markup.render(
        "present_notes.html",
        i18n,
        told=step_texts,
        spoken=step_texts.i18n.language,
        minutes=timing.minutes,
        so_far=timing.minutes_by_end,
        all=timing.lesson_minutes,
        after=next_headline,
        typed=find_uncited_figures(step_texts.step, dataset),
        unsupported=not step_texts.step.cited_records(),
    )


def _list_citations(record_ids: Iterable[str], facts: ViewFacts) -> list[Citation]:
    citations: list[Citation] = []
    for record_id in record_ids:
        citations += facts.citations_of(record_id)
    return citations


def _citation_groups(record_ids: Iterable[str], facts: ViewFacts) -> list[cited.CitationGroup]:
    citations = _list_citations(record_ids, facts)
    return cited.group_citations(citations, facts)


def drawings_data(ctx: Context, *, inline: bool = False) -> Json:
    """Return where the browser finds the drawings of each step: at an address, or in this itself.

    Those of an opened story or lesson come with the page: nobody else may ask for them.
    """
    filters = ctx.view.filters
    if ctx.dataset.story.steps:
        # Filters choose the steps of a story without a lesson, and change no other.
        filters = Filters()
    view = View(
        lang=ctx.i18n.language,
        filters=filters,
        version=ctx.view.version,
    )
    params = {
        **write_view(view),
        "mode": ctx.mode,
        "story": ctx.story.mark,
    }
    query = urlencode(params, doseq=True)
    address = pages.server_address(f"{PATH}/drawings/SCREEN/STEP", query)
    opened_lesson_json = ""
    if ctx.opened_lesson:
        opened_lesson_json = ctx.lesson.model_dump_json()
    drawings: Json | None = None
    if inline or ctx.story.private or opened_lesson_json:
        drawings = _inline_drawings(ctx)
    lesson_hash = hashlib.sha256(opened_lesson_json.encode())
    short_hash = lesson_hash.hexdigest()[:HASH_CHARACTERS]
    return {
        "key": f"{address} {short_hash}",
        "address": address,
        "inline": drawings,
        "steps": len(ctx.lesson.steps),
        "failed": ctx.i18n.t("The picture could not be loaded. Reload the page to try again."),
    }


def _inline_drawings(ctx: Context) -> Json:
    """Draw the steps for each kind of screen, once for a lesson, language and mode."""
    drawings: Json = {}
    lesson_json = ctx.lesson.model_dump_json()
    for screen in SCREENS:
        cache_key = (
            "drawings",
            lesson_json,
            ctx.i18n.language,
            ctx.mode,
            screen,
        )
        draw_steps = partial(_draw_steps, ctx, screen)
        drawings[screen] = ctx.story.memoize(cache_key, draw_steps)
    return drawings


def _draw_steps(ctx: Context, screen: Screen) -> list[list[str]]:
    drawings: list[list[str]] = []
    for step in ctx.lesson.steps:
        view = choose_drawn_view(step, ctx.dataset)
        drawings.append(step_drawings(view, ctx, screen))
    return drawings


def _notice_lines(ctx: Context) -> list[str]:
    i18n = ctx.i18n
    lines = [notices.format_notice(notice, i18n) for notice in ctx.notices]
    old_version = notices.old_version_notice(ctx.story, ctx.view, ctx.i18n)
    if old_version:
        lines.append(old_version)
    active_filters = ctx.view.filters.list_active()
    if active_filters and (ctx.opened_lesson or ctx.dataset.story.steps):
        names = i18n.format_list(
            i18n.t(filter_texts.FILTER_LABELS[name]) for name in active_filters
        )
        lines.append(
            i18n.t(
                "The story is told from everything that is known today. Your filters ({names}) "
                "are kept for the other pages and change nothing here.",
                names=names,
            )
        )
    return lines


def scene_data(ctx: Context, problems: Sequence[str], lost: Json, *, inline: bool = False) -> Json:
    """Return everything that the scene needs, but for the step, which is in the address.

    Parameters
    ----------
    problems
        What is wrong with a lesson that a teacher has tried to open, as sentences.
    lost
        The notice of a story that this tab has lost (:func:`components.ui.frame.lost_data`).
    inline
        Whether the drawings come with it, as those of an opened story always do.
    """
    i18n = ctx.i18n
    t = i18n.t
    lesson = lesson_of(ctx.lesson, ctx.story, ctx.i18n)
    is_opened = ctx.opened_lesson is not None
    first_step = replace(
        ctx.view,
        step=1,
        evidence="hidden",
        panel="closed",
        screen="class",
    )
    other_languages: list[tuple[str, str]] = []
    for code, name in LANGUAGES.items():
        if code != i18n.language:
            other_languages.append((code, name))
    return {
        "language": i18n.language,
        "title": lesson.title,
        "spoken": lesson.i18n.language,
        "own": is_opened,
        "query": urlencode(write_view(first_step), doseq=True),
        "notices": _notice_lines(ctx),
        "problems": list(problems),
        "most": MOST_BYTES,
        "steps": steps_data(lesson, ctx),
        "drawings": drawings_data(ctx, inline=inline),
        "file": ctx.lesson.model_dump_json(
            by_alias=True,
            exclude_none=True,
            indent=2,
        ),
        "texts": _script_texts(i18n),
        "labels": {
            "bar": t("Moving through the story"),
            "panel": t("Teacher’s notes"),
            "evidence": t("What the sources show"),
        },
        "bar": markup.render("present_bar.html", i18n, languages=other_languages),
        "warning": markup.render("present_warning.html", i18n),
        "kit": markup.render(
            "present_kit.html",
            i18n,
            products=PRODUCTS,
            own=is_opened,
            form_address=f"{cited.page_address('data', ctx.link_base)}#{FORM_ID}",
            more=count_later_events(ctx.opened_lesson, ctx.facts),
        ),
        # Where a browser gets the files, their names, and the texts meanwhile.
        "takeaway": {
            "files": _product_files(ctx.dataset, ctx.story, ctx.view, i18n=ctx.i18n),
            "texts": download_messages(i18n),
        },
        "lost": lost,
        # A published page has no session that could lose a lesson.
        "restores": not inline,
    }


def _product_files(dataset: Dataset, story: LoadedStory, view: View, i18n: I18n) -> dict[str, Json]:
    """Return the address of each file, and the name under which it is saved."""
    stem = file_stem(dataset)
    params: dict[str, str | list[str]] = {
        "lang": i18n.language,
        "cite": view.cite,
    }
    query = urlencode(params)
    files: dict[str, Json] = {}
    for product in PRODUCTS:
        if story.private:
            address = opened_file_address(story.intake, product.file, params)
        else:
            address = pages.server_address(f"{PATH}/{product.file}", query)
        files[product.file] = {
            "address": address,
            "name": product.saved_as(stem, i18n.language),
        }
    return files


def _script_texts(i18n: I18n) -> dict[str, str]:
    """Return the texts that the script itself writes; it fills in the numbers."""
    t = i18n.t
    return {
        "next": t("Next"),
        "show": t("Show the evidence"),
        "close": t("Close"),
        "sees": t("Moves with the class’s screen. It shows the question, not the answer."),
        "sees_answer": t("Moves with the class’s screen. It shows the answer and its evidence."),
        "black": t("The class’s screen is black. Any key of the lesson shows the step again."),
        "alone": t("No other window of this browser shows the lesson: open “Step by step” there."),
        "elapsed": t("Since the start: {minutes}"),
        "wrong": t("The file cannot be used. Nothing was changed."),
        "large": t(LESSON_MESSAGES["large"]),
        "file": t("lesson"),
        "skip": t("Skip to the content"),
    }
