"""The addresses of a view's pictures."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args
from urllib.parse import urlencode

from components.domain.views.view import View, write_view
from components.i18n import N_, I18n
from components.presentation.addresses import server_address

Kind = Literal["timeline", "map", "figures"]
Format = Literal["png", "svg"]
#: How wide and high a picture is: the parameter ``form`` of its address.
Form = Literal["tall", "wide", "square"]
KIND_NAMES: Final[tuple[Kind, ...]] = get_args(Kind)
#: Pages with a chart of their own; the Overview's picture begins with the timeline.
CHART_OF: Final[dict[str, Kind]] = {"": "timeline", **{kind: kind for kind in KIND_NAMES}}
FORM_NAMES: Final[tuple[Form, ...]] = get_args(Form)
FORM_PARAMETER: Final = "form"
#: What a reader is offered; the first is the default.
FORMS: Final[dict[Form, str]] = {
    "tall": N_("tall, with every source"),
    "wide": N_("wide (1200 × 630), for links and papers"),
    "square": N_("square (1080 × 1080)"),
}
#: Width and height of a picture as PNG, in pixels; a tall one is as high as it must be.
PIXELS: Final[dict[Form, tuple[int, int | None]]] = {
    "tall": (2400, None),
    "wide": (1200, 630),
    "square": (1080, 1080),
}
PATH: Final = "/pictures"
#: What of a view decides how a picture looks, besides its filters and its version.
BEARS_ON: Final[dict[Kind, tuple[str, ...]]] = {
    "timeline": ("zoom", "event"),
    "map": ("counts", "extent", "event"),
    "figures": ("measure", "population", "claimant", "claim"),
}
#: The timeline as an animated picture, of the days in the address.
PLAY: Final = "play.webp"
PLAY_MEDIA: Final = "image/webp"
FORMATS: Final[dict[Format, str]] = {"png": "image/png", "svg": "image/svg+xml"}
#: What the name of a picture's file means.
PICTURES: Final[dict[str, tuple[Kind, Format]]] = {
    f"{kind}.{suffix}": (kind, suffix) for kind in KIND_NAMES for suffix in FORMATS
}


def picture_view(kind: Kind, view: View) -> View:
    """A view without parameters that do not change a picture: equal pictures are kept once."""
    kept: dict[str, Any] = {name: getattr(view, name) for name in BEARS_ON[kind]}
    return View(filters=view.filters, version=view.version, **kept)


def play_address(view: View, i18n: I18n) -> str:
    """The address of a view's days, one by one, as an animated picture."""
    params = {**write_view(picture_view("timeline", view)), "lang": i18n.language}
    return server_address(f"{PATH}/{PLAY}", urlencode(params, doseq=True))


def picture_address(kind: Kind, form: Format, view: View, i18n: I18n, shape: Form = "tall") -> str:
    """The address of a view's picture; its language is always named."""
    params = {**write_view(picture_view(kind, view)), "lang": i18n.language}
    if shape != "tall":
        params[FORM_PARAMETER] = shape
    return server_address(f"{PATH}/{kind}.{form}", urlencode(params, doseq=True))
