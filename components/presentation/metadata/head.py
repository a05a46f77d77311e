"""What stands in the head of a page: for searches, for links that are shown with a picture."""

from __future__ import annotations

from markupsafe import Markup

from components.presentation.context import Context
from components.presentation.markup import render
from components.presentation.metadata.addresses import Addresses
from components.presentation.metadata.linked_data import linked_data
from components.presentation.metadata.words import PageText
from components.presentation.pages import PageInfo
from components.presentation.pictures import PIXELS


def head_html(ctx: Context, info: PageInfo, text: PageText, links: Addresses) -> str:
    """The title, the description and the links of a page, as elements of its head.

    Args:
        links: where it can be read; what needs a whole address is left out where none is known.
    """
    i18n = ctx.i18n
    if ctx.story.table:
        # It has no pictures and no package to be named to programs.
        return render("table_head.html", i18n, text=text)
    return render(
        "head.html",
        i18n,
        text=text,
        known=links.known,
        address=links.page(info.slug, ctx, i18n.language),
        languages=[(code, links.page(info.slug, ctx, code)) for code in links.languages],
        default=links.page(info.slug, ctx, None),
        locale=str(i18n.locale),
        picture=links.picture(info.slug, ctx),
        size=PIXELS["wide"],
        linked_data=Markup(linked_data(ctx, info, text, links)),  # noqa: S704 - no "<" is in it
    )
