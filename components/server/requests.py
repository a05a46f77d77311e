"""What every address beside the pages has in common: languages, parameters, answers, refusals."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from components.domain.limits import RETRY_SECONDS
from components.domain.views.notice import Notice
from components.domain.views.view import PARAMETERS, RETIRED, View
from components.figures.palette import Mode
from components.i18n import I18n, Language, i18n_for
from components.i18n.language import first_language
from components.presentation.context import Context, read_address, story_words
from components.presentation.notices import notice_text
from components.presentation.stories import LoadedStory
from components.presentation.work.workers import Reason

Params = dict[str, list[str]]

#: Names that other sites add to every link they pass on.
PASSED_ON: Final = re.compile(
    r"utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|igsh|li_fat_id"
    r"|mc_[ce]id|_hs(enc|mi)|_g[al]|ref|ref_src|si"
)
WEIGHT: Final = re.compile(r"q\s*=\s*(\d(?:\.\d{0,3})?)")
#: Reasons for which the same may be made at another time.
BUSY: Final = frozenset({"time", "memory", "changed"})
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


def unknown_line(name: str, nearest: str | None, i18n: I18n) -> str:
    """What is said of a name that is no parameter."""
    line = i18n.t("“{name}” is not a parameter of these addresses.", name=name[:40])
    if nearest:
        line += " " + i18n.t("Did you mean “{name}”?", name=nearest)
    return line


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
    unknown = unknown_names(params, (DOWNLOAD, *also)).items()
    wrong = [unknown_line(name, near, i18n) for name, near in unknown]
    # A link of an earlier version keeps leading to its file.
    found = tuple(notice for notice in found if notice.reason != "retired")
    found = (*found, *notices, *disposition_notices(params))
    return ParsedRequest(
        story, view, i18n, (*wrong, *(notice_text(notice, i18n) for notice in found))
    )


def message(lines: Sequence[str], status: int, i18n: I18n, **headers: str) -> Response:
    """A refusal in plain text."""
    kept = {"content-language": i18n.language, "cache-control": "no-store", **headers}
    return PlainTextResponse("\n".join(lines) + "\n", status_code=status, headers=kept)


def busy_line(i18n: I18n) -> str:
    """What is said when the queue is full."""
    return i18n.t("The server is busy making files. Try again in a minute.")


def busy(i18n: I18n) -> Response:
    """The refusal (503) when the queue is full, with the seconds after which to ask again."""
    return message([busy_line(i18n)], 429, i18n, **{"retry-after": str(RETRY_SECONDS)})


def failure_line(reason: Reason | None, i18n: I18n) -> str:
    """Why something could not be made."""
    if reason == "time":
        return i18n.t("It took too long and was stopped. Choose fewer days or filters.")
    if reason == "memory":
        return i18n.t("It needed more memory than is allowed and was stopped. Choose less at once.")
    if reason == "changed":
        return i18n.t(
            "The data were changed while this server runs; whoever runs it has to start it again."
        )
    return i18n.t("It could not be made. Try again.")


def failed(reason: Reason | None, i18n: I18n) -> Response:
    """Why something could not be made."""
    return message([failure_line(reason, i18n)], 503 if reason in BUSY else 500, i18n)


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
