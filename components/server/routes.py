"""Read, answer and refuse the addresses beside the pages.

Whatever answers an address raises :class:`RefusedError` where it cannot; the route says so in the
reader's language, as text unless the address has another form for it.
"""

import difflib
import hashlib
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from inspect import iscoroutinefunction
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple
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
from components.export.column_specs import TABLE_SPECS
from components.i18n import I18n, Language, i18n_for
from components.i18n.language import match_language
from components.limits.views import MOST_NAMED
from components.presentation.context import Context, read_address
from components.presentation.notices import format_notice
from components.query.address_parser import Notice
from components.query.view import PARAMETER_NAMES, RETIRED_PARAMETERS

#: The setting that names the address of all pages, such as ``https://news.example/story``.
ADDRESS: Final = "STORY_ADDRESS"
#: The framework's folder of static files.
STATIC: Final = Path(streamlit.__file__).resolve().parent / "static"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"
#: Names that other sites add to every link they pass on.
TRACKING_PARAMETERS: Final = re.compile(
    r"utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|igsh|li_fat_id"
    r"|mc_[ce]id|_hs(enc|mi)|_g[al]|ref|ref_src|si"
)
#: The quality value of a language (RFC 9110, section 12.4.2).
QUALITY: Final = re.compile(r"q\s*=\s*(\d(?:\.\d{0,3})?)")
#: Any page, such as a notebook, may read what the public addresses answer.
PUBLIC: Final = {"access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin"}
#: Whether a file is shown or saved, by the values the parameter takes; by default it is shown.
DOWNLOAD: Final = "download"
DISPOSITIONS: Final = {"0": "inline", "1": "attachment"}
#: As much of a name or a value as an answer repeats: enough to recognise a typing mistake.
MOST_REPEATED_LETTERS: Final = 40
READ_METHODS: Final = ("GET", "HEAD")


def base_path() -> str:
    """Return ``server.baseUrlPath`` as an address begins with it; empty where there is none."""
    option = st.get_option("server.baseUrlPath").strip("/")
    if not option:
        return ""
    return f"/{option}"


def path_below_base(path: str) -> str | None:
    """Return what follows the base path in a request's path, ``None`` for any other path."""
    base = base_path()
    if not path.startswith(f"{base}/"):
        return None
    return path.removeprefix(base)


def server_base(request: Request) -> str:
    """Return the address that this server's pages hang from, as its readers know it.

    The setting ``STORY_ADDRESS`` names it, else the request and, of a proxy, ``X-Forwarded-Proto``.
    """
    address_setting = os.environ.get(ADDRESS, "").strip().rstrip("/")
    if address_setting:
        return address_setting
    forwarded_schemes = request.headers.get("x-forwarded-proto", "")
    scheme = forwarded_schemes.partition(",")[0].strip().lower()
    if scheme not in {"http", "https"}:
        scheme = request.url.scheme
    host = request.headers.get("host", request.url.netloc)
    return f"{scheme}://{host}{base_path()}"


def build_cached_response(
    content: bytes, media_type: str, *, is_permanent: bool = True
) -> Response:
    """Return an answer that a browser may keep for a year.

    Parameters
    ----------
    content
        The body.
    media_type
        Its media type.
    is_permanent
        Whether the address names everything that the content is made from; otherwise no browser
        keeps it.
    """
    cache_control = "no-store"
    if is_permanent:
        cache_control = "public, immutable, max-age=31536000"
    return Response(content, media_type=media_type, headers={"cache-control": cache_control})


def parse_params(scope: Scope) -> dict[str, list[str]]:
    """Return the values of each parameter of a request's query string, empty values among them."""
    return parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)


class WeightedTag(NamedTuple):
    """A language tag of an ``Accept-Language`` header and how much it is wanted, 0 to 1."""

    tag: str
    quality: float


def _parse_accepted_languages(header: str) -> list[str]:
    """Return the tags of an ``Accept-Language`` header, the most wanted first."""
    weighted_tags: list[WeightedTag] = []
    for part in header.split(","):
        tag, _, parameter = part.partition(";")
        quality_match = QUALITY.fullmatch(parameter.strip() or "q=1")
        if quality_match is None:
            continue
        quality = float(quality_match[1])
        if quality > 0:
            weighted_tags.append(WeightedTag(tag.strip(), quality))
    # Sorting keeps the order of tags of the same quality, in reverse, too.
    weighted_tags.sort(key=attrgetter("quality"), reverse=True)
    return [weighted.tag for weighted in weighted_tags]


def choose_language(scope: Scope) -> Language:
    """Return the language that an address names, else the one that the browser wants most."""
    tags = _parse_accepted_languages(Headers(scope=scope).get("accept-language", ""))
    named_languages = [value for value in parse_params(scope).get("lang", []) if value]
    return match_language([*named_languages[-1:], *tags])


def choose_i18n(request: Request) -> I18n:
    """Return the messages in the language of a request, see :func:`choose_language`."""
    return i18n_for(choose_language(request.scope))


class RefusedError(Exception):
    """An address that is not answered.

    Parameters
    ----------
    i18n
        The language of the lines.
    status
        Of the answer.
    lines
        The reasons, for readers.
    problems
        The same for programs, as :func:`find_address_problems` returns them.
    headers
        Further headers of the answer.
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
        self.i18n = i18n
        self.status = status
        self.lines = lines
        self.problems = problems
        self.headers = dict(headers)


async def read_body(request: Request, most_bytes: int, i18n: I18n, too_large: str) -> str:
    """Return the text that was sent along, decoded from UTF-8.

    Raises
    ------
    RefusedError
        With the message ``too_large`` as soon as more than ``most_bytes`` have arrived.
    """
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most_bytes:
            raise RefusedError(i18n, 413, too_large)
    return body.decode("utf-8", "replace")


@dataclass(frozen=True)
class AddressRules:
    """What an address may hold besides a view, and how it is read.

    Parameters
    ----------
    headline
        The message above the problems; none if empty.
    extra_parameters
        Parameters that the address takes besides those of a view and ``download``.
    listed_parameters
        The parameters to list to programs beside an unknown one.
    checks_parameters
        Whether unknown parameters and values of ``download`` are problems. The scripts of the pages
        write their addresses themselves, so nothing in those is misspelt.
    is_for_readers
        Whether the address may be a link of an earlier version, and is answered in the browser's
        language. Otherwise the address alone counts, so that every copy of the app gives the same
        answer.
    table
        The name of the table in the path, which the order and the columns belong to, if any.
    """

    headline: str = ""
    extra_parameters: Collection[str] = ()
    listed_parameters: Sequence[str] = ()
    checks_parameters: bool = True
    is_for_readers: bool = False
    table: str | None = None


#: An address with a view and nothing else.
VIEW_RULES: Final = AddressRules()
#: An address that a script of the pages writes.
SCRIPT_RULES: Final = AddressRules(checks_parameters=False)


def _describe_unknown_parameter(
    name: str, value: str, known_names: Sequence[str], i18n: I18n
) -> dict[str, Any]:
    """Return the problem of a parameter that does not exist, with the nearest that does."""
    shown_name = name[:MOST_REPEATED_LETTERS]
    nearest_names = difflib.get_close_matches(shown_name, known_names, 1)
    sentence = i18n.t("“{name}” is not a parameter of these addresses.", name=shown_name)
    nearest_name = None
    if nearest_names:
        nearest_name = nearest_names[0]
        sentence += " " + i18n.t("Did you mean “{name}”?", name=nearest_name)
    return {
        "where": "query",
        "parameter": shown_name,
        "value": value[:MOST_REPEATED_LETTERS],
        "problem": sentence,
        "nearest": nearest_name,
    }


def find_address_problems(
    params: Mapping[str, Sequence[str]],
    notices: Sequence[Notice],
    i18n: I18n,
    rules: AddressRules = VIEW_RULES,
) -> list[dict[str, Any]]:
    """Return everything that is wrong with an address, as programs get it.

    A name that is no parameter is a problem, because a misspelt filter must not give the unfiltered
    data set. What other sites add to an address is ignored.

    Parameters
    ----------
    params
        The values of each parameter whose name is to be checked.
    notices
        What is wrong with values.
    i18n
        The language of the sentences.
    rules
        Give the parameters besides those of a view, and those to list.

    Returns
    -------
    list
        One record a problem, with its sentence as ``problem``. Of many unknown names the first ten
        have a record each, and one more counts the rest.
    """
    known_names = (*PARAMETER_NAMES, *RETIRED_PARAMETERS, DOWNLOAD, *rules.extra_parameters)
    unknown_names: list[str] = []
    for name in params:
        if name not in known_names and not TRACKING_PARAMETERS.fullmatch(name):
            unknown_names.append(name)
    problems: list[dict[str, Any]] = []
    for name in unknown_names[:MOST_NAMED]:
        problem = _describe_unknown_parameter(name, params[name][-1], known_names, i18n)
        problems.append({**problem, "allowed": list(rules.listed_parameters)})
    unnamed_count = len(unknown_names) - MOST_NAMED
    if unnamed_count > 0:
        sentence = i18n.n(
            "{count} more name is no parameter, either.",
            "{count} more names are no parameters, either.",
            unnamed_count,
        )
        problems.append({"where": "query", "problem": sentence})
    for notice in notices:
        problem = {
            "where": "query",
            "parameter": notice.parameter,
            "value": notice.value,
            "problem": format_notice(notice, i18n),
            "allowed": list(notice.allowed),
        }
        problems.append(problem)
    return problems


def _check_download_values(params: Mapping[str, Sequence[str]]) -> list[Notice]:
    """Return a notice for each value that the parameter ``download`` does not take."""
    notices: list[Notice] = []
    for value in params.get(DOWNLOAD, []):
        if value not in DISPOSITIONS:
            shown_value = value[:MOST_REPEATED_LETTERS]
            notices.append(Notice(DOWNLOAD, shown_value, "unknown", tuple(DISPOSITIONS)))
    return notices


def read_requested_view(
    request: Request, rules: AddressRules = VIEW_RULES, notices: Sequence[Notice] = ()
) -> Context:
    """Return the view that an address names.

    Parameters
    ----------
    request
        Its query string names the view.
    rules
        How the address is read.
    notices
        What is wrong with the values of ``rules.extra_parameters``.

    Raises
    ------
    RefusedError
        Status 400, with every problem, where the address cannot be used.
    """
    params = parse_params(request.scope)
    view_params = dict(params)
    if rules.table is not None:
        view_params["table"] = []
        if rules.table in TABLE_SPECS:
            view_params["table"] = [rules.table]
    story, view, view_notices = read_address(view_params)
    # A day that is played near the chosen ones is no fault: pages say which it is.
    view_notices = tuple(notice for notice in view_notices if notice.reason != "nearest")
    language_tag = view.lang or ""
    if rules.is_for_readers:
        language_tag = choose_language(request.scope)
        view_notices = tuple(notice for notice in view_notices if notice.reason != "retired")
    i18n = story.in_language(match_language([language_tag]))
    checked_params: dict[str, list[str]] = {}
    if rules.checks_parameters:
        checked_params = params
    all_notices = (*view_notices, *notices, *_check_download_values(checked_params))
    problems = find_address_problems(checked_params, all_notices, i18n, rules)
    if problems:
        sentences = [problem["problem"] for problem in problems]
        if rules.headline:
            sentences.insert(0, i18n.t(rules.headline))
        raise RefusedError(i18n, 400, *sentences, problems=problems)
    mode: Mode = "light"
    if request.query_params.get("mode") == "dark":
        mode = "dark"
    return Context(story, view, (), i18n, mode, "")


def _has_current_copy(request: Request, etag: str) -> bool:
    """Whether the reader has this version (``If-None-Match``, RFC 9110, section 13.1.2)."""
    for part in request.headers.get("if-none-match", "").split(","):
        known_tag = part.strip()
        if known_tag == "*" or known_tag.removeprefix("W/") == etag:
            return True
    return False


def send_file(
    request: Request, content: bytes, media: str, name: str, headers: Mapping[str, str]
) -> Response:
    """Return a file with its ETag, or 304 if the reader has it; ``download=1`` has it saved."""
    disposition = DISPOSITIONS.get(request.query_params.get(DOWNLOAD, ""), "inline")
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    all_headers = {
        "etag": etag,
        # A new start may serve a new version: browsers ask each time, and get a 304 if none did.
        "cache-control": "no-cache",
        "content-disposition": f'{disposition}; filename="{name}"',
        "vary": "Accept-Language",
        "x-content-type-options": "nosniff",
        **PUBLIC,
        **headers,
    }
    if _has_current_copy(request, etag):
        return Response(status_code=304, headers=all_headers)
    return Response(content, 200, all_headers, media)


def refuse_as_text(refused: RefusedError) -> Response:
    """Return the lines of a refusal as plain text."""
    headers = {
        "content-language": refused.i18n.language,
        "cache-control": "no-store",
        **refused.headers,
    }
    text = "\n".join(refused.lines) + "\n"
    return PlainTextResponse(text, refused.status, headers)


def refuse_as_public_text(refused: RefusedError) -> Response:
    """Return the lines of a refusal as plain text that pages of other sites may read."""
    refused.headers.update(PUBLIC)
    return refuse_as_text(refused)


def route(
    path: str,
    answer: Callable[[Request], Any],
    refusal: Callable[[RefusedError], Response] = refuse_as_text,
    methods: Sequence[str] = READ_METHODS,
) -> Route:
    """Return the route of an address; ``answer`` runs in a thread unless it is a coroutine."""

    async def endpoint(request: Request) -> Response:
        try:
            if iscoroutinefunction(answer):
                response: Response = await answer(request)
                return response
            return await run_in_threadpool(answer, request)
        except RefusedError as refused:
            return refusal(refused)

    return Route(path, endpoint, methods=list(methods))
