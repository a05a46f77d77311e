"""Where sources differ: the claims on one question side by side, and what may explain them."""

from components.presentation.disagreements import finding
from components.ui.context import context
from components.ui.disagreements.view import draw_questions, draw_shown
from components.ui.shared.titles import title

ctx = context()
title(
    ctx.i18n,
    finding(ctx),
    ctx.i18n.t(
        "Each question with all its claims: who made each one, as of which day, and the "
        "paragraph that says so. No claim is declared the right one."
    ),
)
draw_shown(ctx)
draw_questions(ctx)
