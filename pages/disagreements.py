"""Where sources differ: the claims on one question side by side, and what may explain them."""

from components.presentation.disagreements import finding
from components.presentation.pages import lead_of
from components.ui.context import context
from components.ui.disagreements.view import draw_questions, draw_shown
from components.ui.shared.titles import title

ctx = context()
title(ctx.i18n, finding(ctx), lead_of("disagreements", ctx.i18n))
draw_shown(ctx)
draw_questions(ctx)
