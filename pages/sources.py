"""Sources: who says so, and how to cite it."""

from components.export.view_files import bibliographies
from components.page.sources_page import shown_sources, sources
from components.page.streamlit import show
from components.presentation.context import Context
from components.ui.frame import draw_style
from components.ui.parts import draw_downloads
from components.ui.session import context


def files(ctx: Context) -> None:
    found = shown_sources(ctx.dataset, ctx.view)
    draw_downloads(bibliographies(found, ctx), ctx.i18n, key="bibliography")


show(sources(ctx := context()), ctx, {"cite": draw_style, "files": files})
