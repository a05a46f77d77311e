"""Method: how it was made, what is not known, corrections, accessibility."""

from components.ui.context import context
from components.ui.method.view import draw_method
from components.ui.shared.titles import title

ctx = context()
title(
    ctx.i18n,
    ctx.i18n.t("How this was made, and what it cannot tell"),
    ctx.i18n.t(
        "Where the facts come from, how dates, places and numbers were decided, what is not known "
        "and how to report a mistake. The numbers on this page are of the whole data set, "
        "whatever the filters."
    ),
)
draw_method(ctx)
