"""The files to take away from a published story: tables, pictures, the lesson's files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from components.drawing.png import to_png
from components.drawing.svg import paint
from components.export.files import FORMS, SLUG
from components.lesson.entry import PRODUCTS, lesson_file
from components.presentation.context import Context
from components.presentation.pictures import (
    FORM_NAMES,
    KIND_NAMES,
    KINDS,
    PIXELS,
    Form,
    Kind,
    picture,
)
from components.presentation.stories import LoadedStory
from components.site.options import SiteOptions
from components.site.page import context_of


def downloads(story: LoadedStory, options: SiteOptions) -> dict[str, Callable[[], bytes]]:
    """The files to take away, each by its path with what makes it."""
    found: dict[str, Callable[[], bytes]] = {}
    for language in options.languages:
        own = options.own(language)
        ctx = context_of(story, language, SLUG)
        for name, form in FORMS.items():
            found[f"{own}api/{name}"] = partial(form.make, ctx)
        for kind in KIND_NAMES:
            shown = context_of(story, language, KINDS[kind][0])
            for shape in FORM_NAMES:
                name = f"{own}pictures/{kind}" + ("" if shape == "tall" else f"-{shape}")
                for ending, drawn in (("svg", _as_svg), ("png", _as_png)):
                    found[f"{name}.{ending}"] = partial(drawn, kind, shown, shape, options.base)
        for product in PRODUCTS:
            made = partial(lesson_file, product, ctx.lesson, story, ctx.i18n)
            found[f"{own}takeaway/{product.file}"] = made
    return {
        path: make
        for path, make in found.items()
        if options.files and path.split("/")[-2] in options.files
    }


def _as_svg(kind: Kind, ctx: Context, form: Form, base: str) -> bytes:
    return paint(picture(kind, ctx, form, base), outlines=True).encode()


def _as_png(kind: Kind, ctx: Context, form: Form, base: str) -> bytes:
    return to_png(paint(picture(kind, ctx, form, base)), PIXELS[form][0])
