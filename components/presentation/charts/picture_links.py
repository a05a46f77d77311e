"""Where a view's pictures are."""

from __future__ import annotations

from typing import Final, Literal
from urllib.parse import urlencode

from components.presentation.addresses import server_address
from components.presentation.context import Context

Kind = Literal["timeline", "map", "figures"]


Format = Literal["png", "svg"]


PATH: Final = "/pictures"


FORMATS: Final[dict[Format, str]] = {"png": "image/png", "svg": "image/svg+xml"}


def picture_address(kind: Kind, form: Format, here: Context) -> str:
    """The address of a view's picture; its language is always named."""
    query = urlencode(here.params(lang=here.i18n.language), doseq=True)
    return server_address(f"{PATH}/{kind}.{form}", query)
