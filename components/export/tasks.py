"""What is made in worker processes: pictures, files, charts alone.

Each is a function of plain values, so that a process can be sent them and send the result back.
The story is the one that this server shows to everybody, or what a reader has ``opened``.
"""

from __future__ import annotations

from components.drawing.png import to_png
from components.drawing.svg import paint
from components.export.embed import embed_page
from components.export.view_files import SLUG, file_content
from components.i18n import Language, i18n_for
from components.intake import ImportResult
from components.presentation.context import Context, story_words
from components.presentation.pictures import (
    KINDS,
    PICTURES,
    PIXELS,
    PLAY,
    Form,
    Kind,
    picture,
    play_webp,
)
from components.presentation.stories import LoadedStory, loaded_story, public_story
from components.query.view import View


def story_of(opened: ImportResult | None, version: str | None = None) -> LoadedStory:
    """The story that everybody reads, or the one opened; a ``ValueError`` where that is none."""
    if opened is None:
        return public_story(version)
    story = loaded_story(opened, "published")
    if story is None:
        raise ValueError(f"{opened.name}: nothing of it can be shown")
    return story


def context_of(
    view: View, language: Language, slug: str, opened: ImportResult | None = None
) -> Context:
    story = story_of(opened, view.version)
    return Context(story, view, (), story_words(story, i18n_for(language)), "light", slug)


def picture_file(file: str, ctx: Context, form: Form = "tall", base: str = "") -> bytes:
    """A view's picture, or the animated one, by the name of its file.

    ``base`` begins the address that is printed on it.
    """
    if file == PLAY:
        return play_webp(ctx, base)
    kind, suffix = PICTURES[file]
    drawn = picture(kind, ctx, form, base)
    if suffix == "svg":
        return paint(drawn, outlines=True).encode()
    return to_png(paint(drawn), PIXELS[form][0])


def picture_bytes(
    file: str,
    view: View,
    language: Language,
    form: Form = "tall",
    base: str = "",
    opened: ImportResult | None = None,
) -> bytes:
    """The same of this server's story, or of what was opened."""
    kind = "timeline" if file == PLAY else PICTURES[file][0]
    return picture_file(file, context_of(view, language, KINDS[kind][0], opened), form, base)


def embed_bytes(kind: Kind, view: View, language: Language) -> bytes:
    """A view's chart alone as a page."""
    return embed_page(kind, context_of(view, language, KINDS[kind][0])).encode()


def file_bytes(
    name: str, view: View, language: Language, opened: ImportResult | None = None
) -> bytes:
    """One of a view's files."""
    return file_content(context_of(view, language, SLUG, opened), name)


def rehearse() -> None:
    """Draw each picture once, so that what the drawings keep is there before the first reader.

    The libraries of the files are loaded, too: each worker would do so anew.
    """
    import geopandas  # noqa: F401
    import pyogrio  # noqa: F401

    for kind in KINDS:
        picture_bytes(f"{kind}.svg", View(), "en")
