"""The quiet links below a chart that lead to its picture."""

from __future__ import annotations

from typing import Final, Literal
from urllib.parse import urlencode

from components.ui.addresses import server_address
from components.ui.context import Context
from components.ui.markup import block

Kind = Literal["timeline", "map", "figures"]
Format = Literal["png", "svg"]
PATH: Final = "/pictures"
FORMATS: Final[dict[Format, str]] = {"png": "image/png", "svg": "image/svg+xml"}


def picture_address(kind: Kind, form: Format, here: Context) -> str:
    """The address of a view's picture; its language is always named."""
    query = urlencode(here.params(lang=here.i18n.language), doseq=True)
    return server_address(f"{PATH}/{kind}.{form}", query)


def offer_picture(kind: Kind, here: Context) -> None:
    """Two links; nothing is made before one of them is followed.

    Another story has none: an address knows nothing of what a session has opened.
    """
    if here.dataset.own:
        return
    links = [(form.upper(), picture_address(kind, form, here)) for form in FORMATS]
    block("picture.html", here.i18n, kind=kind, links=links)
