"""The reported totals as a picture to publish."""

from __future__ import annotations

from components.domain.evidence.totals import as_of, panels, totals
from components.domain.records.models import Claim
from components.drawing.scene import Scene
from components.presentation.charts.picture_links import Form
from components.presentation.charts.published.parts import EMPTY_HEIGHT_PX, SIZE, Parts, narrowed
from components.presentation.charts.totals import (
    charted_claims,
    key_of,
    scale_words,
    totals_drawn,
    totals_panels,
)
from components.presentation.charts.totals_table import totals_finding
from components.presentation.charts.totals_words import shown_words
from components.presentation.context import Context


def _figures_drawn(ctx: Context, form: Form) -> tuple[Claim, ...]:
    """The figures of a picture; a wide one has room for those of the first measure alone."""
    shown = charted_claims(ctx)
    return shown if form == "tall" or not shown else panels(shown)[0].claims


def figures_parts(ctx: Context, form: Form) -> Parts:
    """The reported totals of a view, ready to be set; without a height of its own, all of them."""
    i18n, shown = ctx.i18n, _figures_drawn(ctx, form)
    found = totals_panels(shown, ctx)

    def draw(width: float, height: float | None) -> Scene:
        room = height if shown else (height or EMPTY_HEIGHT_PX)
        return totals_drawn(ctx, width, room, unit=SIZE[form], shown=shown, found=found)

    notes = [shown_words(shown, len(totals(ctx.dataset.claims.values())), ctx)]
    measured = i18n.t("Every reported total by its as-of date, who said it and how exactly")
    if shown:
        days = [as_of(claim) for claim in shown]
        first, last = min(day.first for day in days), max(day.last for day in days)
        measured += ", " + i18n.date(f"{first}/{last}" if first != last else f"{first}")
        notes.append(scale_words(found, i18n))
        notes.append(
            i18n.t(
                "Figures count different people on different days, so no line joins two of them."
            )
        )
    return Parts(
        ctx,
        totals_finding(shown, ctx),
        narrowed(measured, ctx),
        draw,
        lambda scene: key_of(scene.signs(), shown, ctx),
        lambda _: notes,
        lambda _: [("", [claim.id for claim in shown])],
    )
