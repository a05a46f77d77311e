"""Sources: who says so, and how to cite it."""

from components.ui.context import context
from components.ui.shared.titles import draw_sentence, title
from components.ui.sources.view import draw_sources

ctx = context()
title(
    ctx.i18n,
    ctx.i18n.t("The sources, and what rests on them"),
    ctx.i18n.t(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    ),
)
draw_sentence(ctx)
draw_sources(ctx)
