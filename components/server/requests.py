"""What every address beside the pages has in common: languages, parameters, answers, refusals."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from components.domain.views.notice import Notice
from components.domain.views.view import PARAMETERS, RETIRED, View
from components.drawing.palette import Mode
from components.i18n import I18n, Language, i18n_for
from components.i18n.language import first_language
from components.presentation.context import Context, read_address, story_words
from components.presentation.notices import notice_text
from components.presentation.stories import LoadedStory

Params = dict[str, list[str]]

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


def accepted_languages(header: str) -> list[str]:
    """The languages of an ``Accept-Language`` header, the one that is wanted most first."""
    found: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _, rest = part.strip().partition(";")
        said = WEIGHT.fullmatch(rest.strip())
        weight = 1.0 if not rest.strip() else float(said[1]) if said else 0.0
        if tag.strip() and weight > 0:
            found.append((weight, tag.strip()))
    # Sorting keeps the order of those that are wanted alike.
    return [tag for _, tag in sorted(found, key=lambda one: -one[0])]


def language_of(query: bytes | str, headers: Headers) -> Language:
    """The language that an address names, else the browser's."""
    text = query.decode("latin-1") if isinstance(query, bytes) else query
    asked = parse_qs(text).get("lang", [])[-1:]
    return first_language([*asked, *accepted_languages(headers.get("accept-language", ""))])


def i18n_of(request: Request) -> I18n:
    """The reader's language."""
    return i18n_for(language_of(request.url.query, request.headers))


def params_of(request: Request) -> Params:
    """Each parameter with all its values."""
    params: Params = {}
    for name, value in request.query_params.multi_items():
        params.setdefault(name, []).append(value)
    return params


async def body_of(request: Request, most_bytes: int) -> str | None:
    """What was sent along; ``None`` if it is more than may be sent."""
    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > most_bytes:
            return None
    return found.decode("utf-8", "replace")


def view_of(request: Request) -> tuple[Context, list[str]]:
    """The view that an address names, and what of it could not be used, in words.

    ``mode=dark`` asks for dark colours. Nothing else but the address counts, so that every copy of
    the app gives the same answer.
    """
    story, view, notices = read_address(params_of(request))
    i18n = story_words(story, i18n_for(first_language([view.lang or ""])))
    mode: Mode = "dark" if request.query_params.get("mode") == "dark" else "light"
    return Context(story, view, (), i18n, mode, ""), [notice_text(n, i18n) for n in notices]


def unknown_names(
    params: Mapping[str, Sequence[str]], also: Collection[str] = ()
) -> dict[str, str | None]:
    """Names that are no parameters, each with the parameter nearest to it.

    A misspelt filter must not give the whole data set; what other sites add is let be, and so is
    what an address takes ``also``.
    """
    names = (*PARAMETERS, *RETIRED, *also)
    unknown = (n for n in params if n not in names and not PASSED_ON.fullmatch(n))
    return {n: next(iter(difflib.get_close_matches(n, names, 1)), None) for n in unknown}


def faults(
    params: Params,
    notices: Sequence[Notice],
    i18n: I18n,
    also: Collection[str] = (),
    allowed: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """All that is wrong with an address, each fault with its words as ``problem``.

    Args:
        notices: what is wrong with the values of its parameters.
        also: parameters that the address takes besides a view's.
        allowed: the parameters to name where one is none.
    """
    found: list[dict[str, Any]] = []
    for name, nearest in unknown_names(params, also).items():
        line = i18n.t("“{name}” is not a parameter of these addresses.", name=name[:40])
        if nearest:
            line += " " + i18n.t("Did you mean “{name}”?", name=nearest)
        said = {"parameter": name, "value": params[name][-1][:40], "problem": line}
        found.append({"where": "query", **said, "nearest": nearest, "allowed": list(allowed)})
    for one in notices:
        said = {"parameter": one.parameter, "value": one.value, "problem": notice_text(one, i18n)}
        found.append({"where": "query", **said, "allowed": list(one.allowed)})
    return found


def disposition_notices(params: Mapping[str, Sequence[str]]) -> tuple[Notice, ...]:
    """What is wrong with the parameter ``download`` (see a file, or save it)."""
    wrong = [value for value in params.get(DOWNLOAD, []) if value not in DISPOSITIONS]
    return tuple(Notice(DOWNLOAD, value[:40], "unknown", tuple(DISPOSITIONS)) for value in wrong)


@dataclass(frozen=True)
class ParsedRequest:
    """What an address asks for: a view of a story in a language, and all that is wrong with it."""

    story: LoadedStory
    view: View
    i18n: I18n
    wrong: tuple[str, ...]


def read_asked(
    request: Request, also: Collection[str] = (), notices: Sequence[Notice] = ()
) -> ParsedRequest:
    """The view that an address asks for.

    Args:
        also: parameters that the address takes besides a view's.
        notices: what is wrong with those.
    """
    params = params_of(request)
    story, view, found = read_address(params)
    i18n = story_words(story, i18n_of(request))
    # A link of an earlier version keeps leading to its file.
    found = tuple(notice for notice in found if notice.reason != "retired")
    found = (*found, *notices, *disposition_notices(params))
    wrong = faults(params, found, i18n, (DOWNLOAD, *also))
    return ParsedRequest(story, view, i18n, tuple(fault["problem"] for fault in wrong))


def _has(request: Request, mark: str) -> bool:
    """Whether the reader has these bytes already."""
    known = [part.strip() for part in request.headers.get("if-none-match", "").split(",")]
    return "*" in known or mark in {part.removeprefix("W/") for part in known}


def send_file(
    request: Request, content: bytes, media: str, name: str, headers: Mapping[str, str]
) -> Response:
    """Send a file with its ETag, or 304 if the reader has it already.

    It is shown where it is opened, and saved under its name with ``download=1``.
    """
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
    if _has(request, mark):
        return Response(status_code=304, headers=kept)
    return Response(content, 200, kept, media)
