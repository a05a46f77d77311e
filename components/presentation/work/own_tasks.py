"""The files of what a reader has opened, made in worker processes like all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from components.domain.intake import Intake
from components.domain.intake.mending import mended_table
from components.domain.lessons.story import Story
from components.domain.views.view import Cite, View
from components.exports.bibliography import BIBLIOGRAPHY_FORMATS
from components.exports.marked import marked_table, problem_list
from components.exports.png import to_png
from components.figures.drawing.svg_file import with_outlines
from components.i18n import Language, i18n_for
from components.presentation.charts.picture_links import PIXELS, Form, Format, Kind
from components.presentation.charts.pictures import KINDS, picture
from components.presentation.charts.published.play import play_webp
from components.presentation.context import Context, story_words
from components.presentation.files import FORMS, SLUG
from components.presentation.lesson.files import Product
from components.presentation.lesson.product import lesson_file
from components.presentation.site.files import site_zip
from components.presentation.site.options import SiteOptions
from components.presentation.stories import LoadedStory, loaded_story

#: The rows that were read, with what is wrong with each, and the list of what is wrong.
REPORTS: Final = {"marked.csv": marked_table, "problems.csv": problem_list}


def _story(intake: Intake) -> LoadedStory:
    story = loaded_story(intake, "published")
    if story is None:
        raise ValueError(f"{intake.name}: nothing of it can be shown")
    return story


def own_file(intake: Intake, name: str, view: View, language: Language) -> bytes:
    """One of the files of a view of an opened story."""
    story = _story(intake)
    words = story_words(story, i18n_for(language))
    return FORMS[name].make(Context(story, view, (), words, "light", SLUG))


def own_picture(
    intake: Intake, kind: Kind, suffix: Format, view: View, language: Language, form: Form
) -> bytes:
    """A picture of a view of an opened story."""
    story = _story(intake)
    ctx = Context(story, view, (), story_words(story, i18n_for(language)), "light", KINDS[kind][0])
    svg = picture(kind, ctx, form)
    return to_png(svg, PIXELS[form][0]) if suffix == "png" else with_outlines(svg).encode()


def own_play(intake: Intake, view: View, language: Language) -> bytes:
    """The days of a view of an opened story as an animated picture."""
    story = _story(intake)
    words = story_words(story, i18n_for(language))
    return play_webp(Context(story, view, (), words, "light", KINDS["timeline"][0]))


def own_site(intake: Intake) -> bytes:
    """An opened story as published pages with their tables."""
    return site_zip(_story(intake), SiteOptions(files=("api",)))


def own_report(intake: Intake, name: str, language: Language) -> bytes:
    """What is wrong with a file that was opened: one of :data:`REPORTS`."""
    return REPORTS[name](intake, i18n_for(language))


def own_mended(intake: Intake, changed: Mapping[int, Mapping[int, str]]) -> bytes:
    """The table that was opened with other texts in some cells."""
    return mended_table(intake, changed)


def own_sources(intake: Intake, form: str, ids: Sequence[str] | None, language: Language) -> bytes:
    """Sources of an opened story as a bibliography.

    Args:
        intake: what was opened.
        form: one of the forms of a bibliography.
        ids: of the sources, ``None`` for all; those that the story does not have are left out.
        language: of what the bibliography says itself.
    """
    sources = _story(intake).dataset.sources
    chosen = [sources[key] for key in dict.fromkeys(ids if ids is not None else sources)
              if key in sources]  # fmt: skip
    return BIBLIOGRAPHY_FORMATS[form].write(chosen, language).encode()


def own_lesson_file(
    intake: Intake, product: Product, lesson: Story, language: Language, style: Cite
) -> bytes:
    """A handout, an answer sheet or slides of a lesson on an opened story."""
    story = _story(intake)
    return lesson_file(product, lesson, story, story_words(story, i18n_for(language)), style)
