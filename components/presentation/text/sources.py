"""The Sources as text: who each source is, what rests on it, and its citation."""

from __future__ import annotations

from components.i18n import N_
from components.presentation.context import Context
from components.presentation.files import file_address
from components.presentation.sentence import sentence
from components.presentation.sources import sources_html
from components.presentation.tables.dictionary import WHOLE
from components.presentation.text.parts import PageParts, filled, safe, shown


def sources(ctx: Context) -> PageParts:
    """The Sources page as text."""
    t = ctx.i18n.t
    files = [(file_address(ctx, n), label) for n, (label, _) in WHOLE.items() if "bib" in n]
    lead = N_(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    )
    return PageParts(
        t("The sources, and what rests on them"),
        t(lead),
        (
            shown(sentence(ctx), ctx.i18n),
            filled("text_files.html", ctx.i18n, files=files),
            safe(sources_html(ctx)),
        ),
    )
