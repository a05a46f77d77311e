"""What a server of a table sends besides its pages: the rows as files, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from components.presentation.tabled.asked import table_of
from components.presentation.tabled.files import FOLDER, FORMS, why_not
from components.presentation.tabled.words import shown_count
from components.server.requests import i18n_of, unknown_line, unknown_names, view_of
from components.store.answers import StoreError


def rows_file(request: Request) -> Response:
    """Every row under the filters of the address, sent while it is read."""
    name, i18n = request.path_params["name"], i18n_of(request)
    if name not in FORMS:
        return PlainTextResponse(", ".join(FORMS), 404)
    ctx, wrong = view_of(request)
    unknown = unknown_names(dict.fromkeys(request.query_params, ()))
    wrong += [unknown_line(*pair, i18n) for pair in unknown.items()]
    if reason := why_not(name, shown_count(ctx.story, ctx.view), ctx.i18n):
        wrong.append(reason)
    if wrong:
        return PlainTextResponse("\n".join(wrong), 400)
    make, media = FORMS[name]
    if request.method == "HEAD":
        return Response(media_type=media)
    pieces = make(table_of(ctx.story).batches(ctx.view.filters))
    try:
        # The first piece tells whether there is an answer at all.
        begun: Iterator[bytes] = chain([next(pieces, b"")], pieces)
    except StoreError:
        return PlainTextResponse(
            i18n.t("The table could not be asked. Try again later."), 503, {"retry-after": "10"}
        )
    saved = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return StreamingResponse(begun, media_type=media, headers=saved)


def nothing_here(request: Request) -> Response:
    """That a table has no pictures, packages or lessons at addresses of their own."""
    i18n = i18n_of(request)
    return PlainTextResponse(
        i18n.t("This server shows a table of events: it has its pages, and its rows at /rows."), 404
    )


METHODS = ["GET", "HEAD"]
ROUTES = [
    Route(f"/{FOLDER}/{{name}}", rows_file, methods=METHODS),
    *(
        Route(f"/{folder}{rest}", nothing_here, methods=METHODS)
        for folder in ("api", "pictures", "stage", "embed", "oembed", "takeaway")
        for rest in ("", "/{name:path}")
    ),
]
