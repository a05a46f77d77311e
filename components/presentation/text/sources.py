"""The Sources as text: who each source is, what rests on it, and its citation."""

from __future__ import annotations

from components.presentation.context import Context
from components.presentation.files import file_address
from components.presentation.pages import lead_of
from components.presentation.sources import sources_html, sources_sentence
from components.presentation.tables.dictionary import WHOLE
from components.presentation.text.parts import PageParts, filled, safe, shown


def sources(ctx: Context) -> PageParts:
    """The Sources page as text."""
    t = ctx.i18n.t
    files = [(file_address(ctx, n), label) for n, (label, _) in WHOLE.items() if "bib" in n]
    return PageParts(
        t("The sources, and what rests on them"),
        lead_of("sources", ctx.i18n),
        (
            shown(sources_sentence(ctx), ctx.i18n),
            filled("text_files.html", ctx.i18n, files=files),
            safe(sources_html(ctx)),
        ),
    )
