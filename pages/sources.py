"""Sources: who says so, and how to cite it."""

from components.presentation.pages import lead_of
from components.presentation.sources import sources_sentence
from components.ui.context import context
from components.ui.shared.titles import draw_sentence, title
from components.ui.sources.view import draw_sources

ctx = context()
title(ctx.i18n, ctx.i18n.t("The sources, and what rests on them"), lead_of("sources", ctx.i18n))
draw_sentence(ctx, sources_sentence(ctx))
draw_sources(ctx)
