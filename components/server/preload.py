"""Loads what every reader needs before the first one comes."""

from components.i18n import LANGUAGES, i18n_for
from components.loading.served_story import public_story
from components.presentation.map_scenes import cached_outlines
from components.story.content_hash import hash_code
from components.work.memory import freeze_gc


def preload_public_story() -> None:
    """Load the public story and the libraries, so that the first visitor waits for nothing."""
    story = public_story()
    # Of the code as it is loaded, before an update replaces its files.
    hash_code()
    cached_outlines(story.basemap, story.basemap.extents[0].id)
    for language in LANGUAGES:
        i18n_for(language)
    # The map's library is slow to import; the first page would pay for it.
    import pydeck  # noqa: F401

    freeze_gc()
