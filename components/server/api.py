"""What is given by address: files and pictures of a view, charts alone, lessons, what was opened.

``/api/events.csv?region=oriente`` has the rows of that view, ``/pictures/timeline.png`` its
picture, ``/embed/map`` a page of one chart. A page leaves out what it cannot use of an address and
says so; here nobody would read it, so such an address is refused, with what may be used instead.
``POST /takeaway/handout-a4.pdf?lang=es`` answers with a file of the lesson that is sent along, else
of the data set's own. ``POST /takeaway/own/WORD/tables.xlsx`` answers with a file of what a reader
has opened; only the reader's own page knows the word, the work ends when the reader goes, and
nothing of it is kept. All are made in processes of their own, once for all who ask, a few at a
time; the rows of tables are sent while they are read.
"""

import asyncio
import contextlib
import itertools
import json
import logging
import re
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from components import limits
from components.export import embed, view_files
from components.export.formats import REPORTS
from components.export.view_files import API, CHARTS, FORMS, file_bytes, file_view
from components.i18n import LANGUAGES, N_, I18n, i18n_for
from components.i18n.language import first_language
from components.i18n.names import file_stem
from components.intake import ImportResult
from components.intake.lessons import MOST_BYTES, SAYS, lesson_in_use, read_lesson
from components.intake.problems import DataError
from components.intake.read import mended_table
from components.lesson import entry as lesson
from components.lesson.entry import PRODUCTS, lesson_bytes
from components.presentation import pictures, table_view
from components.presentation.context import Context
from components.presentation.notices import notice_text
from components.presentation.pictures import FORM_NAMES, FORM_PARAMETER, PICTURES, PLAY
from components.presentation.stories import LoadedStory, public_story
from components.query.engine import EngineBusyError, StoreError
from components.query.view import PARAMETER_TABLE, KnownIds, Notice, View, read_view
from components.query.view_tables import TABLE_SPECS
from components.server import routes
from components.server.assets import framework_fonts, view_part
from components.server.routes import DOWNLOAD, PUBLIC, RefusedError, asked_view, route, send_file
from components.site import published
from components.story.dataset import Dataset
from components.story.lesson import Story
from components.work import workers as process

LOGGER: Final = logging.getLogger(__name__)
#: Reasons for which the same may be made at another time, or of less.
LATER: Final[dict[process.Reason, str]] = {
    "time": N_("It took too long and was stopped. Choose fewer days or filters."),
    "memory": N_("It needed more memory than is allowed and was stopped. Choose less at once."),
    "changed": N_(
        "The data were changed while this server runs; whoever runs it has to start it again."
    ),
}


@dataclass
class _Job:
    """One piece of work: how many wait for it, and what comes of it, or why nothing does."""

    make: Callable[..., bytes]
    waited_for: int = 0
    stopped: bool = False
    outcome: asyncio.Future[bytes | process.Reason] = field(init=False)

    def do(self) -> bytes | process.Reason:
        try:
            return "stopped" if self.stopped else self.make(stopped=lambda: self.stopped)
        except process.WorkFailedError as error:
            if error.reason != "stopped":
                LOGGER.warning("What was asked for could not be made: %s", error)
            return error.reason
        except Exception:
            LOGGER.exception("What was asked for could not be made.")
            return "error"


class JobQueue:
    """Does a few things at once, so that the pages keep the processor; keeps the latest results."""

    def __init__(self, at_once: int, waiting: int, kept: int) -> None:
        self._most = at_once + waiting
        self._kept = kept
        self._jobs: dict[Hashable, _Job] = {}
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="job")

    async def result(
        self,
        request: Request,
        i18n: I18n,
        key: Hashable,
        budget: process.Budget,
        task: Callable[..., bytes],
        *args: Any,
    ) -> bytes:
        """What a task gives in a worker, once for all who ask; it ends early when all have gone.

        ``key`` is all that the result depends on. What failed is begun again by who asks next.
        Raises a :class:`RefusedError` when too many wait, or nothing came of it.
        """
        jobs, job = self._jobs, self._jobs.pop(key, None)
        if job is None:
            if sum(not other.outcome.done() for other in jobs.values()) >= self._most:
                line = i18n.t("The server is busy making files. Try again in a minute.")
                again = [("retry-after", str(limits.RETRY_SECONDS))]
                raise RefusedError(i18n, 429, line, headers=again)
            job = _Job(partial(process.workers.run, task, *args, budget=budget))
            job.outcome = asyncio.get_running_loop().run_in_executor(self._threads, job.do)
        # The one that was asked for last stands at the end.
        jobs[key] = job
        job.waited_for += 1

        async def closed() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass

        gone = asyncio.ensure_future(closed())
        try:
            if not job.outcome.done():
                first: list[asyncio.Future[Any]] = [gone, job.outcome]
                await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
        finally:
            job.waited_for -= 1
            done = job.outcome.done()
            job.stopped = not (job.waited_for or done)
            gone.cancel()
            outcome = job.outcome.result() if done else "stopped"
            nothing = job.stopped or (done and isinstance(outcome, str))
            if nothing and jobs.get(key) is job:
                del jobs[key]
            old = [name for name, other in jobs.items() if other.outcome.done()]
            for name in old[: max(len(jobs) - self._kept, 0)]:
                del jobs[name]
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await gone
        if isinstance(outcome, bytes):
            return outcome
        line = i18n.t(LATER.get(outcome, N_("It could not be made. Try again.")))
        raise RefusedError(i18n, 503 if outcome in LATER else 500, line)


#: Files of views, pictures and charts; of lessons; of opened stories. Nothing is kept of the last:
#: it is in its reader's session and nowhere else.
queue: Final = JobQueue(limits.ANSWERS_AT_ONCE, limits.ANSWERS_WAITING, kept=64)
lessons: Final = JobQueue(limits.LESSONS_AT_ONCE, limits.LESSONS_WAITING, kept=24)
own_queue: Final = JobQueue(limits.OWN_FILES_AT_ONCE, limits.OWN_FILES_WAITING, kept=0)
#: The parameters that a file takes.
OF_FILES: Final = (*view_files.OF_VIEWS, *view_files.OF_TABLES, "claimant", DOWNLOAD)
ADDRESS_OF_MACHINE: Final = re.compile(r"[\d.]+|\[.*\]|.*\.(local|localhost|internal|test)")
UNUSABLE: Final = N_("The address cannot be used.")


def _said(content: Any, status: int, **headers: str) -> Response:
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    kept = {"cache-control": "no-store", **PUBLIC, **headers}
    return Response(text, status, kept, "application/json")


def _refused(refused: RefusedError) -> Response:
    """Why there is no file, for programs."""
    said: dict[str, Any] = {"error": refused.lines[0]}
    if refused.problems:
        said["problems"] = refused.problems
    return _said(said, refused.status, **refused.headers)


#: What making a file of a view may take, where it is a picture or a chart.
BUDGETS: Final = {**dict.fromkeys(CHARTS, process.PICTURE_BUDGET), PLAY: process.PLAY_BUDGET}


async def _made(request: Request, ctx: Context, name: str, *how: str) -> bytes:
    budget, language = BUDGETS.get(name, process.FILE_BUDGET), ctx.i18n.language
    work: Any = (budget, file_bytes, name, file_view(name, ctx.view), language, *how)
    return await queue.result(request, ctx.i18n, (ctx.story.mark, *work), *work)


async def _view_file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FORMS:
        i18n = i18n_for(first_language(routes.params_of(request.scope).get("lang", [])[-1:]))
        error = i18n.t("There is no file “{name}” here.", name=name[:80])
        files = [f"{routes.base_path()}{API}/{one}" for one in FORMS]
        return _said({"error": error, "files": files}, 404)
    ctx = asked_view(request, UNUSABLE, allowed=OF_FILES, table=name.partition(".")[0])
    content = await _made(request, ctx, name)
    # Off the loop: it asks what the filters leave.
    file = await run_in_threadpool(view_files.saved_name, ctx, name)
    link = {"link": f'<{routes.base_path()}{API}/datapackage.json>; rel="describedby"'}
    return send_file(request, content, FORMS[name], file, link)


def _openapi(request: Request) -> Response:
    said = view_files.openapi(public_story(), routes.base_path())
    text = json.dumps(said, ensure_ascii=False, indent=1)
    return send_file(request, text.encode(), "application/json", "openapi.json", {})


def _index(request: Request) -> Response:
    story, params = public_story(), routes.params_of(request.scope)
    i18n = i18n_for(first_language(params.get("lang", [])[-1:]))
    if problems := routes.faults(params, (), i18n, (DOWNLOAD,), OF_FILES):
        raise RefusedError(i18n, 400, i18n.t(UNUSABLE), problems=problems)
    data, base = story.dataset, routes.base_path()
    known = KnownIds(data, list(LANGUAGES), story.versions)
    regions = [("region", key) for key in list(data.regions)[:1]]
    example = urlencode([*regions, ("from", str(data.period[0]))])

    def beside(folder: str) -> dict[str, str]:
        return {f"{base}{one.path}": one.media
                for one in view_files.ADDRESSES if one.path.startswith(f"{folder}/")}  # fmt: skip

    content = {
        "title": data.title,
        "version": data.version,
        "licence": data.about.licence.name if data.about.licence else None,
        "documentation": {code: f"{base}/data?lang={code}#addresses" for code in LANGUAGES},
        "description": f"{base}{view_files.OPENAPI}",
        "files": {f"{base}{API}/{name}": media for name, media in FORMS.items()},
        "pictures": beside(pictures.PATH),
        "charts": beside(embed.PATH),
        "parameters": {
            # Their values, or what they are.
            **{one.name: list(one.values(known)) or one.example.replace("`", "")
               for one in PARAMETER_TABLE if one.name in OF_FILES},
            "column": {name: list(spec.columns) for name, spec in TABLE_SPECS.items()},
            DOWNLOAD: list(routes.DISPOSITIONS),
        },
        "example": f"{base}{API}/events.csv?{example}",
    }  # fmt: skip
    return _said(content, 200)


async def _picture(request: Request) -> Response:
    i18n, file = routes.i18n_of(request), request.path_params["name"]
    if file not in PICTURES and file != PLAY:
        every = ", ".join([*PICTURES, PLAY])
        line = i18n.t("There is no such picture. There are: {names}.", names=every)
        raise RefusedError(i18n, 404, line)
    also, params = () if file == PLAY else (FORM_PARAMETER,), routes.params_of(request.scope)
    asked = [value for name in also for value in params.get(name, []) if value]
    form = next((name for name in FORM_NAMES if asked[-1:] == [name]), FORM_NAMES[0])
    notices = [Notice(FORM_PARAMETER, value[:40], "unknown", FORM_NAMES)
               for value in asked if value not in FORM_NAMES]  # fmt: skip
    ctx = asked_view(request, N_("The picture was not made:"), also, notices, reader=True)
    # The name of the host is printed where others can reach it by that name, else the path alone.
    host, language = request.headers.get("host", ""), ctx.i18n.language
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    known = "." in name.strip(".") and not ADDRESS_OF_MACHINE.fullmatch(name)
    base = f"{host if known else ''}{routes.base_path()}"
    content = await _made(request, ctx, file, form, base)
    media = pictures.PLAY_MEDIA if file == PLAY else pictures.FORMATS[PICTURES[file][1]]
    stem, _, ending = file.partition(".")
    stem += f"-{form}" if form != FORM_NAMES[0] else ""
    part = "-filtered" if ctx.view.filters.active() else ""
    saved = f"{file_stem(ctx.dataset)}-{stem}{part}.{ending}"
    return send_file(request, content, media, saved, {"content-language": language})


def _problem(refused: RefusedError) -> Response:
    """A page that says why there is no chart, for whoever sees the frame."""
    if refused.status not in {400, 404}:
        return routes.text_refusal(refused)
    headline, *lines = refused.lines
    kept = {"content-language": refused.i18n.language, "cache-control": "no-store", **PUBLIC}
    return HTMLResponse(embed.problem_page(headline, lines, refused.i18n), refused.status, kept)


async def _embed(request: Request) -> Response:
    ctx = asked_view(request, N_("The chart was not drawn:"), embed.FROM_HOSTS, reader=True)
    i18n, language = ctx.i18n, ctx.i18n.language
    kind = next((one for one in pictures.KIND_NAMES if one == request.path_params["name"]), None)
    if kind is None:
        line = i18n.t("There are: {names}.", names=", ".join(pictures.KIND_NAMES))
        raise RefusedError(i18n, 404, i18n.t("There is no such chart."), line)
    page = f"{kind}.html"
    alone = await _made(request, ctx, page)
    content = alone.replace(b"<title>", f"{framework_fonts('..')}<title>".encode(), 1)
    file = f"{file_stem(ctx.dataset)}-{page}"
    media = "text/html; charset=utf-8"
    return send_file(request, content, media, file, {"content-language": language})


#: Pieces of the files of opened tables that are made at once; whoever takes a file slowly holds
#: none of these meanwhile.
MAKING: Final = threading.Semaphore(limits.OWN_FILES_AT_ONCE)
CHANGED: Final = TypeAdapter(dict[int, dict[int, str]])
CLOSED: Final = N_("This story is no longer open here. Open it again.")


def _view(params: Mapping[str, list[str]], data: Dataset, i18n: I18n) -> View:
    """The view that parameters name; raises a :class:`RefusedError` where they cannot be used."""
    view, notices = read_view(params, data, tuple(LANGUAGES))
    if notices:
        raise RefusedError(i18n, 400, *(notice_text(notice, i18n) for notice in notices))
    return view


def _told(text: str, data: Dataset, i18n: I18n) -> Story:
    """The lesson that was sent along, else the story's own; or a :class:`RefusedError`."""
    try:
        return read_lesson(text, data) if text.strip() else lesson_in_use(data)
    except DataError as error:
        raise RefusedError(i18n, 400, *lesson.problem_lines(error.problems, i18n)) from error


async def lesson_product(request: Request) -> Response:
    """A file of the lesson that is sent along; what cannot be used is refused with the reasons."""
    i18n, data = routes.i18n_of(request), public_story().dataset
    product = next((p for p in PRODUCTS if p.file == request.path_params["file"]), None)
    if product is None:
        names = ", ".join(p.file for p in PRODUCTS)
        line = i18n.t("There is no such file. There are: {names}.", names=names)
        raise RefusedError(i18n, 404, line)
    cite = _view(routes.params_of(request.scope), data, i18n).cite
    too_large = i18n.t(SAYS["large"]).format(value=f"> {MOST_BYTES}", most=MOST_BYTES)
    text = await routes.body_of(request, MOST_BYTES, i18n, too_large)
    told = await run_in_threadpool(_told, text, data, i18n)
    key = (public_story().mark, product.file, told.model_dump_json(), i18n.language, cite)
    work = (process.LESSON_BUDGET, lesson_bytes, product, told, i18n.language, cite)
    content = await lessons.result(request, i18n, key, *work)
    saved = product.saved_as(file_stem(data), i18n.language)
    shown = f'attachment; filename="{saved}"'
    headers = {"content-disposition": shown, "cache-control": "no-store"}
    return Response(content, media_type=product.mime, headers=headers)


def step_drawing(request: Request) -> Response:
    """The drawings of one step of the public story; their address names the data."""
    ctx = routes.asked_view(request, also=None)
    screen = next((s for s in lesson.SCREENS if s == request.path_params["screen"]), None)
    steps, number = ctx.lesson.steps, request.path_params["step"]
    if screen is None or not 1 <= number <= len(steps):
        names = ", ".join(lesson.SCREENS)
        line = ctx.i18n.t("There is no such picture. There are: {names}.", names=names)
        raise RefusedError(ctx.i18n, 404, line)

    def make() -> bytes:
        drawings = lesson.step_drawings(steps[number - 1].view, ctx, screen)
        return json.dumps(drawings, ensure_ascii=False).encode()

    return view_part(request, ctx, make, "application/json", screen, number)


def _work(
    intake: ImportResult, name: str, params: Mapping[str, list[str]], body: str, i18n: I18n
) -> tuple[Any, ...]:
    """The budget, the task that makes a file, and what it takes; ``body`` was sent along.

    Raises :class:`RefusedError` when it cannot be used, or there is no such file.
    """
    language, data = i18n.language, intake.dataset
    no_such_file = RefusedError(i18n, 400, i18n.t("The opened story has no such file."))
    if name in REPORTS:
        return process.FILE_BUDGET, REPORTS[name], intake, language
    if name == view_files.MENDED and len(intake.sheets) == 1:
        try:
            return process.FILE_BUDGET, mended_table, intake, CHANGED.validate_json(body or "{}")
        except ValidationError:
            raise no_such_file from None
    if data is None:
        raise no_such_file
    if name == view_files.SITE:
        return process.LESSON_BUDGET, published.own_site, intake
    if product := next((one for one in PRODUCTS if one.file == name), None):
        cite, told = _view(params, data, i18n).cite, _told(body, data, i18n)
        return process.LESSON_BUDGET, lesson_bytes, product, told, language, cite, intake
    of_view = dict(params)
    shape = (of_view.pop(FORM_PARAMETER, None) or [FORM_NAMES[0]])[-1]
    form = next((one for one in FORM_NAMES if one == shape), None)
    if form is None or not (name in view_files.OWN_FORMS or name in PICTURES or name == PLAY):
        raise no_such_file
    if name in view_files.OWN_FORMS:
        # An order and columns are those of the table in the path.
        table = name.partition(".")[0]
        of_view["table"] = [table] if table in TABLE_SPECS else []
    view = view_files.file_view(name, _view(of_view, data, i18n))
    budget = BUDGETS.get(name, process.FILE_BUDGET)
    return budget, file_bytes, name, view, language, form, "", intake


async def own_file(request: Request) -> Response:
    i18n = routes.i18n_of(request)
    intake = view_files.opened_by(request.path_params["word"], ImportResult)
    if intake is None:
        raise RefusedError(i18n, 404, i18n.t(CLOSED))
    too_large = i18n.t("The request is larger than can be read.")
    body = (await routes.body_of(request, limits.MOST_SENT_BYTES, i18n, too_large)).strip()
    asked = request.path_params["name"], routes.params_of(request.scope), body
    work = await run_in_threadpool(_work, intake, *asked, i18n)
    # Each is work of its own: nobody else may be given it.
    content = await own_queue.result(request, i18n, object(), *work)
    kept = {"cache-control": "no-store", "content-disposition": "attachment"}
    return Response(content, media_type="application/octet-stream", headers=kept)


def rows_file(request: Request) -> Response:
    """The rows that a view leaves of the server's table, or of an opened one by its word."""
    name, i18n = request.path_params["name"], routes.i18n_of(request)
    if word := request.path_params.get("word"):
        story = view_files.opened_by(word, LoadedStory)
        if story is None or story.table is None or name not in table_view.OWN_FORMS:
            raise RefusedError(i18n, 404, i18n.t(CLOSED))
        words, table = story.in_language(i18n.language), story.table
        view = _view(routes.params_of(request.scope), story.dataset, words)
    else:
        if name not in table_view.FORMS:
            raise RefusedError(i18n, 404, ", ".join(table_view.FORMS))
        ctx = routes.asked_view(request)
        if reason := table_view.why_not(name, ctx):
            raise RefusedError(ctx.i18n, 400, reason)
        table, view = ctx.table, ctx.view
    make, media = table_view.FORMS[name]
    if request.method == "HEAD":
        return Response(media_type=media)
    pieces = make(table.batches(view.filters))

    def in_turn() -> Iterator[bytes]:
        while True:
            with MAKING if word else contextlib.nullcontext():
                if (piece := next(pieces, None)) is None:
                    return
            yield piece

    sent = in_turn()
    try:
        # The first piece tells whether there is an answer at all.
        begun: Iterator[bytes] = itertools.chain([next(sent, b"")], sent)
    except StoreError as error:
        line = i18n.t("The table could not be asked. Try again later.")
        if isinstance(error, EngineBusyError):
            line = i18n.t(
                "Too many files of this table are being read. Try again in a few seconds."
            )
        raise RefusedError(i18n, 503, line, headers=[("retry-after", "10")]) from None
    saved = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return StreamingResponse(begun, media_type=media, headers=saved)


def _nothing_here(status: int, message: str, request: Request) -> Response:
    i18n = routes.i18n_of(request)
    raise RefusedError(i18n, status, i18n.t(message))


NO_OEMBED: Final = N_(
    "oEmbed is no longer answered: every chart has its code under Share this view."
)
OF_A_TABLE: Final = N_(
    "This server shows a table of events: it has its pages, and its rows at /rows."
)


ROUTES: Final = [
    route(API, _index, _refused),
    route(f"{API}/", _index, _refused),
    route(view_files.OPENAPI, _openapi),
    route(f"{API}/{{name:path}}", _view_file, _refused),
    route(f"{pictures.PATH}/{{name}}", _picture, routes.public_text),
    route("/oembed", partial(_nothing_here, 410, NO_OEMBED), routes.public_text),
    route(
        f"{embed.PATH}/{embed.SCRIPT}",
        lambda request: send_file(
            request, embed.HEIGHT_SCRIPT.read_bytes(), routes.JAVASCRIPT, embed.SCRIPT, {}
        ),
    ),
    route(f"{embed.PATH}/{{name}}", _embed, _problem),
    route(lesson.PATH + "/drawings/{screen}/{step:int}", step_drawing),
    route(lesson.PATH + "/{file}", lesson_product, methods=["POST"]),
]
#: Of what readers open, whatever the server shows.
OWN_ROUTES: Final = [
    route(f"{view_files.OWN_PATH}/{{word}}/{{name}}", rows_file),
    route(f"{view_files.OWN_PATH}/{{word}}/{{name}}", own_file, methods=["POST"]),
]
ROW_ROUTES: Final = [
    route(f"/{table_view.FOLDER}/{{name}}", rows_file),
    *(
        route(f"/{folder}{rest}", partial(_nothing_here, 404, OF_A_TABLE))
        for folder in ("api", "pictures", "stage", "embed", "oembed", "takeaway")
        for rest in ("", "/{name:path}")
    ),
]
