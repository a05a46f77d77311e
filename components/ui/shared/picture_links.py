"""The quiet links below a chart that lead to its picture."""

from __future__ import annotations

from components.i18n.credit import file_stem
from components.presentation.charts.picture_links import FORMATS, Kind, picture_address
from components.presentation.context import Context
from components.ui.shared.blocks import block


def offer_picture(kind: Kind, here: Context) -> None:
    """Two links; nothing is made before one of them is followed.

    A story of the session has none: an address knows nothing of what a session has opened.
    """
    if here.story.private:
        return
    links = [(form.upper(), picture_address(kind, form, here)) for form in FORMATS]
    block("picture.html", here.i18n, kind=kind, links=links, stem=file_stem(here.dataset))
