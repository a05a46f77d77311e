"""Method: how it was made, what is not known, corrections, accessibility."""

from components.presentation.pages import lead_of
from components.ui.context import context
from components.ui.method.view import draw_method
from components.ui.shared.titles import title

ctx = context()
title(
    ctx.i18n,
    ctx.i18n.t("How this was made, and what it cannot tell"),
    lead_of("method", ctx.i18n),
)
draw_method(ctx)
