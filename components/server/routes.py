"""What every address beside the pages has in common: how it is read, answered and refused.

Whatever answers an address raises :class:`RefusedError` where it cannot; the route says so in the
reader's language, as text unless the address has a form of its own.
"""

import difflib
import hashlib
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

import streamlit
import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from components.drawing.palette import Mode
from components.i18n import I18n, Language, i18n_for
from components.i18n.language import match_language
from components.limits import MOST_NAMED
from components.presentation.context import Context, read_address
from components.presentation.notices import format_notice
from components.query.address_parser import Notice
from components.query.view import PARAMETER_NAMES, RETIRED_PARAMETERS
from components.query.view_tables import TABLE_SPECS

#: The setting that names the address of all pages, such as ``https://news.example/story``.
ADDRESS: Final = "STORY_ADDRESS"


def base_path() -> str:
    """``server.baseUrlPath`` as an address begins with it; empty where there is none."""
    base = st.get_option("server.baseUrlPath").strip("/")
    return f"/{base}" if base else ""


def path_below_base(path: str) -> str | None:
    """What follows the base path in a request's path, or ``None`` where another path is asked."""
    base = base_path()
    return path.removeprefix(base) if path.startswith(f"{base}/") else None


def server_base(request: Request) -> str:
    """The whole address that this server's pages hang from, as the one who asks knows it.

    The setting ``STORY_ADDRESS`` names it, else the request and, of a proxy, ``X-Forwarded-Proto``.
    """
    if named := os.environ.get(ADDRESS, "").strip().rstrip("/"):
        return named
    said = request.headers.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    scheme = said if said in {"http", "https"} else request.url.scheme
    return f"{scheme}://{request.headers.get('host', request.url.netloc)}{base_path()}"


STATIC: Final = Path(streamlit.__file__).resolve().parent / "static"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"


def for_good(content: bytes, media: str, *, named: bool = True) -> Response:
    """An answer that a browser may keep for good, if its address names all that it is made from."""
    kept = "public, immutable, max-age=31536000" if named else "no-store"
    return Response(content, media_type=media, headers={"cache-control": kept})


#: Names that other sites add to every link they pass on.
PASSED_ON: Final = re.compile(
    r"utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|igsh|li_fat_id"
    r"|mc_[ce]id|_hs(enc|mi)|_g[al]|ref|ref_src|si"
)
WEIGHT: Final = re.compile(r"q\s*=\s*(\d(?:\.\d{0,3})?)")
#: What stands on the public addresses may be read by any page, such as a notebook.
PUBLIC: Final = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
#: Whether a file is shown or saved, by the values the parameter takes; by default it is shown.
DOWNLOAD: Final = "download"
DISPOSITIONS: Final = {"0": "inline", "1": "attachment"}


def params_of(scope: Scope) -> dict[str, list[str]]:
    return parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def language_asked(scope: Scope) -> Language:
    """The language that an address names, else the one that the browser wants most."""
    wanted: list[tuple[float, str]] = []
    for part in Headers(scope=scope).get("accept-language", "").split(","):
        tag, _, weight = map(str.strip, part.partition(";"))
        if (said := WEIGHT.fullmatch(weight or "q=1")) and float(said[1]):
            wanted.append((-float(said[1]), tag))
    # Sorting keeps the order of those that are wanted alike.
    tags = (tag for _, tag in sorted(wanted, key=lambda one: one[0]))
    named = [one for one in params_of(scope).get("lang", []) if one][-1:]
    return match_language([*named, *tags])


def i18n_of(request: Request) -> I18n:
    return i18n_for(language_asked(request.scope))


class RefusedError(Exception):
    """An address that is not answered: the status, and lines that say why in a language.

    ``problems`` are those of :func:`faults`, for programs.
    """

    def __init__(
        self,
        i18n: I18n,
        status: int,
        *lines: str,
        problems: Sequence[Mapping[str, Any]] = (),
        headers: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(status, *lines)
        self.i18n, self.status, self.lines = i18n, status, lines
        self.problems, self.headers = problems, dict(headers)


async def body_of(request: Request, most_bytes: int, i18n: I18n, too_large: str) -> str:
    """What was sent along; raises a :class:`RefusedError` if it is more than may be sent."""
    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > most_bytes:
            raise RefusedError(i18n, 413, too_large)
    return found.decode("utf-8", "replace")


def faults(
    params: dict[str, list[str]],
    notices: Sequence[Notice],
    i18n: I18n,
    also: Collection[str] = (),
    allowed: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """All that is wrong with an address, each fault with its words as ``problem``.

    That is ``notices`` of its values, and names of no parameter of a view nor one of ``also``: a
    misspelt filter must not give the whole data set. What other sites add to an address is let be.
    """
    found: list[dict[str, Any]] = []
    names = (*PARAMETER_NAMES, *RETIRED_PARAMETERS, *also)
    unknown = [n for n in params if n not in names and not PASSED_ON.fullmatch(n)]
    for name in unknown[:MOST_NAMED]:
        nearest = next(iter(difflib.get_close_matches(name[:40], names, 1)), None)
        line = i18n.t("“{name}” is not a parameter of these addresses.", name=name[:40])
        if nearest:
            line += " " + i18n.t("Did you mean “{name}”?", name=nearest)
        said = {"parameter": name, "value": params[name][-1][:40], "problem": line}
        found.append({"where": "query", **said, "nearest": nearest, "allowed": list(allowed)})
    if (more := len(unknown) - MOST_NAMED) > 0:
        line = i18n.n(
            "{count} more name is no parameter, either.",
            "{count} more names are no parameters, either.",
            more,
        )
        found.append({"where": "query", "problem": line})
    for one in notices:
        said = {"parameter": one.parameter, "value": one.value, "problem": format_notice(one, i18n)}
        found.append({"where": "query", **said, "allowed": list(one.allowed)})
    return found


def asked_view(
    request: Request,
    headline: str = "",
    also: Collection[str] | None = (),
    notices: Sequence[Notice] = (),
    allowed: Sequence[str] = (),
    *,
    reader: bool = False,
    table: str | None = None,
) -> Context:
    """The view that an address names; raises a :class:`RefusedError` where it cannot be used.

    ``headline`` is the message above what is wrong. ``also`` are parameters that it takes besides
    a view's (``None``: whatever stands there), ``notices`` what is wrong with those; ``allowed``
    are named where a parameter is none. For a ``reader`` it may be a link of an earlier version,
    in the browser's language; else the address alone counts, so that every copy of the app gives
    the same answer. An order and columns are of the ``table``, that of the path.
    """
    params = params_of(request.scope)
    of_path = {} if table is None else {"table": [table] if table in TABLE_SPECS else []}
    story, view, found = read_address({**params, **of_path})
    wanted = language_asked(request.scope) if reader else view.lang or ""
    i18n = story.in_language(match_language([wanted]))
    checked = {} if also is None else params
    wrong = (value for value in checked.get(DOWNLOAD, []) if value not in DISPOSITIONS)
    found = (
        *(notice for notice in found if not (reader and notice.reason == "retired")),
        *notices,
        *(Notice(DOWNLOAD, value[:40], "unknown", tuple(DISPOSITIONS)) for value in wrong),
    )
    if problems := faults(checked, found, i18n, (DOWNLOAD, *(also or ())), allowed):
        lines = [*([i18n.t(headline)] if headline else []), *(one["problem"] for one in problems)]
        raise RefusedError(i18n, 400, *lines, problems=problems)
    mode: Mode = "dark" if request.query_params.get("mode") == "dark" else "light"
    return Context(story, view, (), i18n, mode, "")


def send_file(
    request: Request, content: bytes, media: str, name: str, headers: Mapping[str, str]
) -> Response:
    """Send a file with its ETag, or 304 if the reader has it; ``download=1`` has it saved."""
    shown = DISPOSITIONS.get(request.query_params.get(DOWNLOAD, ""), "inline")
    mark = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    kept = {
        "etag": mark,
        # A new start may serve a new version: ask each time, and be told when nothing changed.
        "cache-control": "no-cache",
        "content-disposition": f'{shown}; filename="{name}"',
        "vary": "Accept-Language",
        "x-content-type-options": "nosniff",
        **PUBLIC,
        **headers,
    }
    known = [part.strip() for part in request.headers.get("if-none-match", "").split(",")]
    if "*" in known or mark in {part.removeprefix("W/") for part in known}:
        return Response(status_code=304, headers=kept)
    return Response(content, 200, kept, media)


READING: Final = ("GET", "HEAD")


def text_refusal(refused: RefusedError) -> Response:
    kept = {"content-language": refused.i18n.language, "cache-control": "no-store"}
    said = "\n".join(refused.lines) + "\n"
    return PlainTextResponse(said, refused.status, {**kept, **refused.headers})


def public_text(refused: RefusedError) -> Response:
    refused.headers.update(PUBLIC)
    return text_refusal(refused)


def route(
    path: str,
    answer: Callable[[Request], Any],
    refusal: Callable[[RefusedError], Response] = text_refusal,
    methods: Sequence[str] = READING,
) -> Route:
    """The route of an address; ``answer`` runs in a thread unless it is a coroutine."""

    async def endpoint(request: Request) -> Response:
        try:
            if iscoroutinefunction(answer):
                found: Response = await answer(request)
                return found
            return await run_in_threadpool(answer, request)
        except RefusedError as refused:
            return refusal(refused)

    return Route(path, endpoint, methods=list(methods))
