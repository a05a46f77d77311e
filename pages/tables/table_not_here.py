"""A page that means nothing for a table."""

from components.ui.context import context
from components.ui.tabled.view import draw_not_here

ctx = context()
draw_not_here(ctx.dataset, ctx.i18n)
