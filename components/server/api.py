"""Addresses for machines: the files of a view without a browser, and what is wrong with an address.

The parameters are those of the pages. A page leaves out what it cannot use and says so; here
nobody would read it, so such an address is refused, with the reason.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, get_args
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from components.domain.models import Voice
from components.domain.tables import SPECS
from components.domain.view import PARAMETERS
from components.i18n import LANGUAGES, I18n, i18n_for
from components.i18n.language import first_language
from components.presentation.context import Context, read_address, story_words
from components.presentation.files import FOLDER, FORMS, saved_name
from components.presentation.notices import notice_text
from components.presentation.single_flight import SingleFlightCache
from components.presentation.stories import public_story

KEPT: Final = 64


PATH: Final = f"/{FOLDER}"


_files: SingleFlightCache[tuple[bytes, str]] = SingleFlightCache(KEPT)


#: What a page's address may hold besides, and a file has no use for.
OF_PAGES: Final = frozenset(
    {"event", "claim", "topic", "measure", "population", "claimant", "check", "counts", "extent",
     "zoom", "cite", "table", "page"}
)  # fmt: skip


OF_FILES: Final = tuple(name for name in PARAMETERS if name not in OF_PAGES)


def _said(content: Any, status: int, **headers: str) -> Response:
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    return Response(text, status, {"cache-control": "no-store", **headers}, "application/json")


def _refused(problems: list[dict[str, Any]], i18n: I18n) -> Response:
    error = i18n.t("The address cannot be used.")
    return _said({"error": error, "problems": problems}, 400)


def _asked_language(params: Mapping[str, list[str]]) -> I18n:
    return i18n_for(first_language(params.get("lang", [])[-1:]))


def _not_there(name: str, i18n: I18n) -> Response:
    error = i18n.t("There is no file “{name}” here.", name=name)
    return _said({"error": error, "files": [f"{PATH}/{form}" for form in FORMS]}, 404)


def _params(request: Request) -> dict[str, list[str]]:
    params: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        params.setdefault(name, []).append(value)
    return params


def _unknown(params: Mapping[str, list[str]], i18n: I18n) -> list[dict[str, Any]]:
    """Names that are no parameters: a misspelt filter must not give the whole data set."""
    return [
        {
            "where": "query",
            "parameter": name,
            "value": params[name][-1][:40],
            "problem": i18n.t("“{name}” is not a parameter of these addresses.", name=name[:40]),
            "allowed": list(OF_FILES),
        }
        for name in params
        if name not in PARAMETERS
    ]


def _context(name: str, params: Mapping[str, list[str]]) -> tuple[Context, list[dict[str, Any]]]:
    """The view that an address asks of a file, and everything that is wrong with it."""
    table = name.partition(".")[0]
    # An order and columns are those of the table in the path.
    asked = {**params, "table": [table] if table in SPECS else []}
    story, view, notices = read_address(asked)
    i18n = story_words(story, i18n_for(first_language([view.lang or ""])))
    problems = [
        {
            "where": "query",
            "parameter": notice.parameter,
            "value": notice.value,
            "problem": notice_text(notice, i18n),
            "allowed": list(notice.allowed),
        }
        for notice in notices
    ]
    here = Context(story, view, (), i18n, "light", "data")
    return here, [*_unknown(params, i18n), *problems]


def _made(name: str, here: Context) -> tuple[bytes, str]:
    """A file's bytes and the mark by which a reader knows that they are the same."""

    def make() -> tuple[bytes, str]:
        content = FORMS[name].make(here)
        return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'

    return _files.get((here.story.key, name, here.view), make)


def _has(request: Request, mark: str) -> bool:
    """Whether the reader has these bytes already."""
    known = [part.strip() for part in request.headers.get("if-none-match", "").split(",")]
    return "*" in known or mark in {part.removeprefix("W/") for part in known}


def answer(request: Request) -> Response:
    """Send one file, or say why it cannot be sent."""
    name = request.path_params["name"]
    if name not in FORMS:
        return _not_there(name[:80], _asked_language(_params(request)))
    here, problems = _context(name, _params(request))
    if problems:
        return _refused(problems, here.i18n)
    content, mark = _made(name, here)
    headers = {
        "etag": mark,
        # A new start may serve a new version: ask each time, and be told when nothing changed.
        "cache-control": "no-cache",
        "content-disposition": f'attachment; filename="{saved_name(here, name)}"',
        "x-content-type-options": "nosniff",
        "link": f'<{PATH}/datapackage.json>; rel="describedby"',
    }
    if _has(request, mark):
        return Response(status_code=304, headers=headers)
    return Response(content, 200, headers, FORMS[name].media)


def _allowed(data: Any) -> dict[str, Any]:
    """Each parameter with the values it takes."""
    return {
        "lang": list(LANGUAGES),
        "from": "2019-02-23",
        "to": "2019-02-28",
        "possible": ["in", "out"],
        "known": "2019-03-01",
        "region": list(data.regions),
        "category": list(data.category_ids),
        "source": list(data.sources),
        "without": list(get_args(Voice)),
        "tier": ["all", "document"],
        "q": "words",
        "sort": "a column, with - before it from the last to the first",
        "find": "words",
        "column": {name: list(spec.names) for name, spec in SPECS.items()},
        "v": list(public_story().versions),
    }


def index(request: Request) -> Response:
    """What there is: every file, every parameter, and the values it takes."""
    data = public_story().dataset
    example = urlencode({"region": "oriente", "from": "2019-02-23"})
    content = {
        "title": data.title,
        "version": data.version,
        "licence": "CC BY 4.0",
        "documentation": {language: f"/data?lang={language}#addresses" for language in LANGUAGES},
        "files": {f"{PATH}/{name}": form.media for name, form in FORMS.items()},
        "parameters": _allowed(data),
        "example": f"{PATH}/events.csv?{example}",
    }
    i18n = _asked_language(_params(request))
    problems = _unknown(_params(request), i18n)
    if problems:
        return _refused(problems, i18n)
    return _said(content, 200)
