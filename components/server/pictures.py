"""Pictures by address: ``/pictures/timeline.png?region=oriente`` is that view as a picture.

The parameters are those of the pages, so a picture says what the page says. A picture is made when
it is first asked for, in a thread of its own, and then kept; the page that offers it waits for
nothing.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from components.domain.view import write_view
from components.exports.png import to_png
from components.figures.still.svg_file import held_to_width
from components.i18n import I18n, i18n_for
from components.i18n.language import first_language
from components.presentation.charts.picture_links import FORMATS, PATH, Format, Kind
from components.presentation.charts.pictures import KINDS, picture
from components.presentation.context import Context, read_address, story_words
from components.presentation.notices import notice_text
from components.presentation.single_flight import SingleFlightCache

WIDTH: Final = 2400


MOST: Final = 64


_kept: SingleFlightCache[bytes] = SingleFlightCache(MOST)


def _language(request: Request) -> I18n:
    """The language asked for, else the browser's."""
    browser = request.headers.get("accept-language", "").split(",")
    return i18n_for(first_language([request.query_params.get("lang", ""), *browser]))


def _message(lines: list[str], status: int, i18n: I18n) -> Response:
    headers = {"content-language": i18n.language, "cache-control": "no-store"}
    return PlainTextResponse("\n".join(lines) + "\n", status_code=status, headers=headers)


def _asked(name: str) -> tuple[Kind, Format] | None:
    """The picture a file name means, if any."""
    return next(
        ((kind, form) for kind in KINDS for form in FORMATS if name == f"{kind}.{form}"), None
    )


def _make(kind: Kind, form: Format, here: Context) -> bytes:
    svg = picture(kind, here)
    return to_png(svg, WIDTH) if form == "png" else held_to_width(svg).encode()


def serve(request: Request) -> Response:
    """One picture; a value that cannot be used is refused with what may be used instead."""
    i18n = _language(request)
    asked = _asked(request.path_params["name"])
    if asked is None:
        names = ", ".join(f"{kind}.{form}" for kind in KINDS for form in FORMATS)
        line = i18n.t("There is no such picture. There are: {names}.", names=names)
        return _message([line], 404, i18n)
    kind, form = asked
    params: dict[str, list[str]] = {}
    for key, value in request.query_params.multi_items():
        params.setdefault(key, []).append(value)
    story, view, notices = read_address(params)
    i18n = story_words(story, i18n)
    if notices:
        lines = [i18n.t("The picture was not made:"), *(notice_text(n, i18n) for n in notices)]
        return _message(lines, 400, i18n)
    here = Context(story, view, (), i18n, "light", KINDS[kind][0])
    asked_for = (kind, form, i18n.language, urlencode(write_view(view), doseq=True))
    content = _kept.get(asked_for, lambda: _make(kind, form, here))
    name = f"across-the-tachira-{kind}.{form}"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-cache"}
    return Response(content, media_type=FORMATS[form], headers=headers)


ROUTES: Final = [Route(PATH + "/{name}", serve, methods=["GET", "HEAD"])]
