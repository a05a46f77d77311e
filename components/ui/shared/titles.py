"""The titles of pages and charts, and the sentence that says what is shown."""

from __future__ import annotations

from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.sentence import sentence
from components.ui.shared.blocks import block


def title(i18n: I18n, text: str, lead: str) -> None:
    """Draw the page's headline and the line under it."""
    block("page_title.html", i18n, title=text, lead=lead)


def draw_sentence(ctx: Context, text: str = "") -> None:
    """Show the sentence on the events, or another; a change is read out politely."""
    block("shown.html", ctx.i18n, text=text or sentence(ctx))
