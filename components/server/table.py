"""What a server sends of tables besides their pages: the rows as files, while they are read."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import chain
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from components.domain.limits import OWN_FILES_AT_ONCE
from components.domain.views.view import View, read_view
from components.i18n import LANGUAGES
from components.presentation.context import story_words
from components.presentation.notices import notice_text
from components.presentation.stories import LoadedStory
from components.presentation.tabled.asked import table_of
from components.presentation.tabled.files import FOLDER, FORMS, OWN_FORMS, why_not
from components.presentation.tabled.words import shown_count
from components.presentation.work.opened import OWN_PATH, opened_by
from components.server.requests import faults, i18n_of, params_of, view_of
from components.server.routes import RefusedError, route
from components.store.answers import StoreError

#: Pieces of the files of opened tables that are made at once; whoever takes a file slowly holds
#: none of these meanwhile.
MAKING: Final = threading.Semaphore(OWN_FILES_AT_ONCE)


def rows_file(request: Request) -> Response:
    """Every row under the filters of the address, sent while it is read."""
    name, i18n = request.path_params["name"], i18n_of(request)
    if name not in FORMS:
        return PlainTextResponse(", ".join(FORMS), 404)
    ctx, wrong = view_of(request)
    wrong += [fault["problem"] for fault in faults(params_of(request), (), i18n)]
    if reason := why_not(name, shown_count(ctx.story, ctx.view), ctx.i18n):
        wrong.append(reason)
    if wrong:
        return PlainTextResponse("\n".join(wrong), 400)
    return _sent(request, ctx.story, ctx.view, name)


def own_rows_file(request: Request) -> Response:
    """The same of a table that a reader has opened, for who knows its word."""
    name, i18n = request.path_params["name"], i18n_of(request)
    story = opened_by(request.path_params["word"], LoadedStory)
    if story is None or story.table is None or name not in OWN_FORMS:
        line = i18n.t("This story is no longer open here. Open it again.")
        raise RefusedError(i18n, 404, line)
    view, notices = read_view(params_of(request), story.dataset, tuple(LANGUAGES))
    if notices:
        words = story_words(story, i18n)
        raise RefusedError(i18n, 400, *(notice_text(notice, words) for notice in notices))
    return _sent(request, story, view, name)


def _sent(request: Request, story: LoadedStory, view: View, name: str) -> Response:
    """A file of the rows that the filters of a view leave."""
    make, media = FORMS[name]
    if request.method == "HEAD":
        return Response(media_type=media)
    pieces = make(table_of(story).batches(view.filters))
    if story.private:
        pieces = _in_turn(pieces)
    try:
        # The first piece tells whether there is an answer at all.
        begun: Iterator[bytes] = chain([next(pieces, b"")], pieces)
    except StoreError:
        return PlainTextResponse(
            i18n_of(request).t("The table could not be asked. Try again later."),
            503,
            {"retry-after": "10"},
        )
    saved = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return StreamingResponse(begun, media_type=media, headers=saved)


def _in_turn(pieces: Iterator[bytes]) -> Iterator[bytes]:
    while True:
        with MAKING:
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def nothing_here(request: Request) -> Response:
    """That a table has no pictures, packages or lessons at addresses of their own."""
    i18n = i18n_of(request)
    return PlainTextResponse(
        i18n.t("This server shows a table of events: it has its pages, and its rows at /rows."), 404
    )


#: Of tables that readers open, whatever the server shows.
OWN_ROUTES: Final = [route(f"{OWN_PATH}/{{word}}/{{name}}", own_rows_file)]
ROUTES: Final = [
    route(f"/{FOLDER}/{{name}}", rows_file),
    *(
        route(f"/{folder}{rest}", nothing_here)
        for folder in ("api", "pictures", "stage", "embed", "oembed", "takeaway")
        for rest in ("", "/{name:path}")
    ),
]
