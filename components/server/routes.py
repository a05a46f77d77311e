"""One way to answer an address besides the pages: in a thread, or when its work is done.

Whatever answers an address raises :class:`RefusedError` where it finds that it cannot; the route
says so in the reader's language, as text unless the address has a form of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from inspect import iscoroutinefunction
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from components.domain.limits import RETRY_SECONDS
from components.i18n import I18n
from components.presentation.context import Context
from components.presentation.work.workers import Reason
from components.server.jobs import BusyError, Job, JobQueue, wait_for
from components.server.requests import PUBLIC, view_of
from components.server.static.files import for_good

READING: Final = ("GET", "HEAD")
#: Reasons for which the same may be made at another time.
LATER: Final = frozenset({"time", "memory", "changed"})


class RefusedError(Exception):
    """An address that is not answered: the status, and lines that say why in a language."""

    def __init__(self, i18n: I18n, status: int, *lines: str, **headers: str) -> None:
        super().__init__(status, *lines)
        self.i18n, self.status, self.lines, self.headers = i18n, status, lines, headers


def text(refused: RefusedError) -> Response:
    """A refusal in plain text."""
    kept = {"content-language": refused.i18n.language, "cache-control": "no-store"}
    said = "\n".join(refused.lines) + "\n"
    return PlainTextResponse(said, refused.status, {**kept, **refused.headers})


def public_text(refused: RefusedError) -> Response:
    """The same for addresses that any page may read."""
    refused.headers.update(PUBLIC)
    return text(refused)


def route(
    path: str,
    answer: Callable[[Request], Any],
    refusal: Callable[[RefusedError], Response] = text,
    methods: Sequence[str] = READING,
) -> Route:
    """The route of an address.

    Args:
        answer: gives the response; run in a thread unless it is a coroutine.
        refusal: how it is said that there is none.
    """

    async def endpoint(request: Request) -> Response:
        try:
            if iscoroutinefunction(answer):
                found: Response = await answer(request)
                return found
            return await run_in_threadpool(answer, request)
        except RefusedError as refused:
            return refusal(refused)

    return Route(path, endpoint, methods=list(methods))


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


def busy(i18n: I18n) -> RefusedError:
    """The refusal when the queue is full, with the seconds after which to ask again."""
    line = i18n.t("The server is busy making files. Try again in a minute.")
    return RefusedError(i18n, 429, line, **{"retry-after": str(RETRY_SECONDS)})


async def made(
    request: Request,
    i18n: I18n,
    queue: JobQueue,
    key: Hashable,
    work: Callable[..., bytes],
) -> bytes:
    """What some work gives, once for all who ask; it ends early when all of them have gone.

    Args:
        key: everything that the result depends on.
        work: called with ``stopped``, which tells whether nobody waits any more.

    Raises:
        RefusedError: when no more is taken on, or nothing came of it.
    """

    def make(job: Job) -> bytes:
        return work(stopped=lambda: job.stopped)

    try:
        job = await wait_for(request, queue, key, make)
    except BusyError:
        raise busy(i18n) from None
    if job.state != "done":
        status = 503 if job.reason in LATER else 500
        raise RefusedError(i18n, status, failure_line(job.reason, i18n))
    return job.result


def sound_view(request: Request) -> Context:
    """The view that an address names.

    Raises:
        RefusedError: when something of it cannot be used.
    """
    ctx, problems = view_of(request)
    if problems:
        raise RefusedError(ctx.i18n, 400, *problems)
    return ctx


def kept_by_mark(request: Request, ctx: Context, content: bytes, media: str) -> Response:
    """An answer that a browser keeps for good if the address names the data it was made from."""
    answer = for_good(content, media)
    if request.query_params.get("story") != ctx.story.mark:
        answer.headers["cache-control"] = "no-store"
    return answer
