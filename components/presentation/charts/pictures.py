"""What stands around a picture: finding, key, filters, sources, the view's address and the credit.

:data:`FORMS` is what a reader may choose of its width and height.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from components.domain.records.dataset import Dataset
from components.domain.views.view import View, write_view
from components.drawing.key import KeyItem
from components.drawing.scene import Scene
from components.drawing.sheet import (
    PictureTexts,
    SheetForm,
    SheetPalette,
    sheet_scene,
)
from components.i18n import I18n
from components.i18n.credit import credit_line, story_name
from components.presentation.charts.drawings import PALETTE
from components.presentation.charts.picture_links import FORMS, Form, Kind, picture_view
from components.presentation.charts.published.figures import figures_parts
from components.presentation.charts.published.map import map_parts
from components.presentation.charts.published.parts import Parts, short_line, source_lines
from components.presentation.charts.published.timeline import timeline_parts
from components.presentation.context import Context

__all__ = ["FORMS", "KINDS", "picture", "subject", "view_address"]

#: A tagline that is longer does not fit into a subtitle.
LONGEST_SUBJECT_CHARACTERS: Final = 100
SHEETS: Final[dict[Form, SheetForm]] = {
    "tall": SheetForm(1200),
    "wide": SheetForm(
        1200, 630, title=27, measured=15, key=12, note=12.5, small=11.5, most_notes=2
    ),
    "square": SheetForm(1080, 1080, title=31, measured=16, key=13, note=13, small=12, most_notes=4),
}
SHEET: Final = SheetPalette(PALETTE.paper, PALETTE.ink, PALETTE.muted, PALETTE.line, PALETTE.accent)
#: What there is a picture of: the page it belongs to, and how it is made.
KINDS: Final[dict[Kind, tuple[str, Callable[[Context, Form], Parts]]]] = {
    "timeline": ("timeline", timeline_parts),
    "map": ("map", map_parts),
    "figures": ("figures", figures_parts),
}


def subject(dataset: Dataset, i18n: I18n) -> str:
    """Whom a story is about: what its tagline says before its dates, else its name."""
    shown = dataset.presentation
    tagline = shown.tagline.es if i18n.language == "es" else shown.tagline.en
    said = tagline.partition(":")[0].strip().removesuffix(".")
    said = said.removesuffix(i18n.t("the days of the story")).strip().removesuffix(",")
    return said if 0 < len(said) <= LONGEST_SUBJECT_CHARACTERS else story_name(dataset, i18n)


def view_address(kind: Kind, view: View, i18n: I18n, base: str) -> str:
    """The address of the page that shows a picture's view, as it is printed: without its scheme.

    ``base`` is what comes before the page's path, such as ``example.org/story``.
    """
    params = {**write_view(picture_view(kind, view)), "lang": i18n.language}
    return f"{base}/{KINDS[kind][0]}?{urlencode(params, doseq=True)}"


def picture(
    kind: Kind, ctx: Context, form: Form = "tall", base: str = "", *, title: str = ""
) -> Scene:
    """A view's picture with everything that must be published with it.

    Args:
        form: how wide and high, one of :data:`FORMS`.
        base: what stands before the path in the address that is printed; empty where only the
            path is known.
        title: in place of the finding, where the picture is of something else.
    """
    parts = KINDS[kind][1](ctx, form)
    ground = ctx.story.basemap.credit
    boundaries = getattr(ground, ctx.i18n.language) or ground.en
    credit = credit_line(ctx.dataset, ctx.i18n)
    credit += f" {boundaries}" if kind == "map" and boundaries else ""
    named = source_lines if form == "tall" else short_line
    size = SHEETS[form]
    if kind == "map" and form == "wide":
        size = replace(size, beside=True, most_notes=None)

    def words(drawing: Scene) -> tuple[PictureTexts, list[KeyItem]]:
        sources = [
            line
            for label, records in parts.sources(drawing)
            for line in named(records, parts.ctx, label)
        ]
        # A story that was opened in a session has no address.
        address = "" if ctx.story.private else view_address(kind, ctx.view, ctx.i18n, base)
        sheet = PictureTexts(
            title or parts.title,
            f"{subject(ctx.dataset, ctx.i18n)}. {parts.measured}.",
            tuple(parts.notes(drawing)[: 1 if title else None]),
            (*sources, credit),
            ctx.i18n.language,
            address,
        )
        return sheet, parts.key(drawing)

    return sheet_scene(words, parts.draw, SHEET, size)
