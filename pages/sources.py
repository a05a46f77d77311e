"""Sources: who says so, and how to cite it."""

from components.ui.context import context
from components.ui.shared.titles import draw_sentence, title
from components.ui.sources.view import draw_sources

here = context()
title(
    here,
    here.i18n.t("The sources, and what rests on them"),
    here.i18n.t(
        "What each source is, how its date is known, where it took its facts from, and every "
        "event and claim that rests on it, paragraph by paragraph."
    ),
)
draw_sentence(here)
draw_sources(here)
