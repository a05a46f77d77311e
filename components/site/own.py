"""What is made of an opened story alone: its site, its problems, its sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from components.export.bibliography import BIBLIOGRAPHY_FORMATS
from components.export.formats import marked_table, problem_list
from components.export.tasks import story_of
from components.i18n import Language, i18n_for
from components.intake import ImportResult
from components.site.files import site_zip
from components.site.options import SiteOptions

#: The rows that were read, with what is wrong with each, and the list of what is wrong.
REPORTS: Final = {"marked.csv": marked_table, "problems.csv": problem_list}


def own_site(intake: ImportResult) -> bytes:
    """An opened story as published pages with their tables."""
    return site_zip(story_of(intake), SiteOptions(files=("api",)))


def own_report(intake: ImportResult, name: str, language: Language) -> bytes:
    """What is wrong with a file that was opened: one of :data:`REPORTS`."""
    return REPORTS[name](intake, i18n_for(language))


def own_sources(
    intake: ImportResult, form: str, ids: Sequence[str] | None, language: Language
) -> bytes:
    """Sources of an opened story as a bibliography.

    Args:
        form: one of the forms of a bibliography.
        ids: of the sources, ``None`` for all; those that the story does not have are left out.
        language: of what the bibliography says itself.
    """
    sources = story_of(intake).dataset.sources
    chosen = [sources[key] for key in dict.fromkeys(ids if ids is not None else sources)
              if key in sources]  # fmt: skip
    return BIBLIOGRAPHY_FORMATS[form].write(chosen, language).encode()
