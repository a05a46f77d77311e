"""The notes shown before a figure is quoted."""

from __future__ import annotations

from collections.abc import Sequence

from components.export.quotation import FigureSentence
from components.i18n import I18n
from components.presentation.cited import differing, single_source
from components.presentation.context import Context
from components.presentation.markup import render
from components.story.models import Claim


def _basis_note(claims: Sequence[Claim], i18n: I18n) -> str:
    """How the date of a figure is known, where it is inferred."""
    inferred = [c for c in claims if c.as_of and c.as_of_basis == "inferred"]
    notes = dict.fromkeys(i18n.of(c, "as_of_note") for c in inferred)
    return i18n.t("Date inferred: {note}", note=" ".join(notes)) if inferred else ""


def quote_caveat(item: FigureSentence, ctx: Context) -> str:
    """What belongs to a sentence that is quoted: its note and the marks of its claim."""
    if item.event and item.event.date_basis == "inferred":
        note = ctx.i18n.t("Date inferred: {note}", note=ctx.i18n.of(item.event, "date_note"))
    else:
        note = _basis_note(item.claims, ctx.i18n)
    claim = item.claims[0] if len(item.claims) == 1 else None
    if not (note or (claim and (differing(claim, ctx) or single_source(claim, ctx)))):
        return ""
    return render("cite_view_caveat.html", ctx.i18n, ctx=ctx, note=note, claim=claim)
