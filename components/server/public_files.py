"""The public addresses of a view: its files, its pictures and its charts to embed.

``/api/events.csv?region=oriente`` has the rows of that view, ``/pictures/timeline.png`` its
picture, ``/embed/map`` a page of one chart. A page leaves out what it cannot use of an address and
says so; here nobody would read it, so such an address is refused, with what may be used instead.
All are made in worker processes, once for all who ask, a few at a time.
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from components import limits
from components.export import api_addresses, pictures, view_files
from components.export.api_addresses import EMBED_PATH
from components.export.column_specs import TABLE_SPECS
from components.export.pictures import FORM_NAMES, FORM_PARAMETER, PICTURES, PLAY
from components.export.view_files import (
    API_PATH,
    DATA_SLUG,
    FILE_MEDIA_TYPES,
    PICTURE_FILES,
    FileOptions,
    file_bytes,
    file_view,
)
from components.i18n import LANGUAGES, N_, I18n, i18n_for
from components.i18n.credit import file_stem
from components.i18n.language import match_language
from components.loading.served_story import public_story
from components.page import embed
from components.presentation.context import Context
from components.query.address_parser import KnownIds, Notice
from components.query.view import PARAMETER_TABLE, write_view
from components.query.view_facts import ViewFacts
from components.server import routes
from components.server.assets import framework_fonts
from components.server.job_queue import JobQueue, Work
from components.server.routes import (
    DOWNLOAD,
    PUBLIC,
    AddressRules,
    RefusedError,
    read_requested_view,
    route,
    send_file,
)
from components.work import workers as process

#: A value that an address may choose.
Choice = TypeVar("Choice", bound=str)

file_queue: Final = JobQueue(limits.jobs.ANSWERS_AT_ONCE, limits.jobs.ANSWERS_WAITING, kept=64)
#: The parameters that a file takes.
FILE_PARAMETERS: Final = (
    *api_addresses.VIEW_PARAMS,
    *api_addresses.TABLE_PARAMS,
    "claimant",
    DOWNLOAD,
)
UNUSABLE_ADDRESS: Final = N_("The address cannot be used.")
#: What making a file of a view may take, where it is a picture or a chart.
BUDGETS: Final = {**dict.fromkeys(PICTURE_FILES, process.PICTURE_BUDGET), PLAY: process.PLAY_BUDGET}
#: How many letters of a wrong name are repeated.
MOST_NAME_LETTERS: Final = 80
MOST_VALUE_LETTERS: Final = 40


def file_budget(name: str) -> process.Budget:
    """Return what making a file of a view may take, by the name of the file."""
    return BUDGETS.get(name, process.FILE_BUDGET)


def json_response(content: Any, status: int, **headers: str) -> Response:
    """Return JSON for programs on any site; no browser or proxy stores it."""
    text = json.dumps(content, ensure_ascii=False, indent=2)
    all_headers = {
        "cache-control": "no-store",
        **PUBLIC,
        **headers,
    }
    return Response(f"{text}\n", status, all_headers, "application/json")


def refuse_as_json(refused: RefusedError) -> Response:
    """Say to a program why there is no file."""
    content: dict[str, Any] = {"error": refused.lines[0]}
    if refused.problems:
        content["problems"] = refused.problems
    return json_response(content, refused.status, **refused.headers)


def i18n_of_address(params: Mapping[str, list[str]]) -> I18n:
    """Return the language of an address alone, whatever the browser prefers."""
    language_codes = params.get("lang", [])
    language = match_language(language_codes[-1:])
    return i18n_for(language)


async def _make_file(request: Request, ctx: Context, name: str, options: FileOptions) -> bytes:
    """Make a file of a view, or wait for the one that is being made."""
    view = file_view(name, ctx.view)
    arguments = (name, view, ctx.i18n.language, options)
    work = Work(file_budget(name), file_bytes, arguments)
    work_key = (ctx.story.mark, work)
    return await file_queue.result(request, ctx.i18n, work_key, work)


# -- Files of a view -------------------------------------------------------------------------------


async def answer_view_file(request: Request) -> Response:
    """Answer ``/api/NAME`` with a file of the view that the address names."""
    name = request.path_params["name"]
    folder = f"{routes.base_path()}{API_PATH}"
    if name not in FILE_MEDIA_TYPES:
        params = routes.parse_params(request.scope)
        i18n = i18n_of_address(params)
        short_name = name[:MOST_NAME_LETTERS]
        content = {
            "error": i18n.t("There is no file “{name}” here.", name=short_name),
            "files": [f"{folder}/{file}" for file in FILE_MEDIA_TYPES],
        }
        return json_response(content, 404)
    table_name, _, _ = name.partition(".")
    rules = AddressRules(UNUSABLE_ADDRESS, listed_parameters=FILE_PARAMETERS, table=table_name)
    ctx = read_requested_view(request, rules)
    query = urlencode(write_view(file_view(name, ctx.view)), doseq=True)
    address = f"{routes.server_base(request)}/{DATA_SLUG}?{query}".rstrip("?")
    file_content = await _make_file(request, ctx, name, FileOptions(address=address))
    # Off the loop: it asks what the filters leave.
    saved_name = await run_in_threadpool(view_files.saved_name, ctx, name)
    headers = {"link": f'<{folder}/datapackage.json>; rel="describedby"'}
    return send_file(request, file_content, FILE_MEDIA_TYPES[name], saved_name, headers)


def answer_openapi(request: Request) -> Response:
    """Answer with the OpenAPI description of these addresses."""
    description = api_addresses.openapi_document(public_story(), routes.base_path())
    text = json.dumps(description, ensure_ascii=False, indent=1)
    return send_file(
        request,
        text.encode(),
        "application/json",
        "openapi.json",
        {},
    )


def _media_types_below(folder: str, base: str) -> dict[str, str]:
    """Return the media type of each file in a folder of the addresses, by its address."""
    media_types = {}
    for address in api_addresses.ADDRESSES:
        if address.path.startswith(f"{folder}/"):
            media_types[f"{base}{address.path}"] = address.media_type
    return media_types


def _parameter_values(known_ids: KnownIds) -> dict[str, Any]:
    """Return what each parameter of a file may be: its values, or what it looks like."""
    values: dict[str, Any] = {}
    for parameter in PARAMETER_TABLE:
        if parameter.name not in FILE_PARAMETERS:
            continue
        choices = parameter.list_choices(known_ids)
        values[parameter.name] = list(choices)
        if not choices:
            values[parameter.name] = parameter.example.replace("`", "")
    columns: dict[str, list[str]] = {}
    for table_name, table_spec in TABLE_SPECS.items():
        columns[table_name] = list(table_spec.columns)
    values["column"] = columns
    values[DOWNLOAD] = list(routes.DISPOSITIONS)
    return values


def answer_index(request: Request) -> Response:
    """Answer ``/api`` with every public address, and what may stand in it.

    Raises
    ------
    RefusedError
        When the address has a parameter that no file takes.
    """
    story = public_story()
    data = story.dataset
    base = routes.base_path()
    params = routes.parse_params(request.scope)
    i18n = i18n_of_address(params)
    rules = AddressRules(listed_parameters=FILE_PARAMETERS)
    problems = routes.find_address_problems(params, (), i18n, rules)
    if problems:
        raise RefusedError(i18n, 400, i18n.t(UNUSABLE_ADDRESS), problems=problems)
    example_params: dict[str, str] = {}
    for first_region in list(data.regions)[:1]:
        example_params["region"] = first_region
    first_day, _ = data.period
    example_params["from"] = str(first_day)
    example_query = urlencode(example_params)
    licence_name = None
    if data.about.licence:
        licence_name = data.about.licence.name
    files: dict[str, str] = {}
    for file_name, media_type in FILE_MEDIA_TYPES.items():
        files[f"{base}{API_PATH}/{file_name}"] = media_type
    known_ids = KnownIds(data, list(LANGUAGES), story.versions)
    content = {
        "title": data.title,
        "version": data.version,
        "licence": licence_name,
        "documentation": {code: f"{base}/data?lang={code}#addresses" for code in LANGUAGES},
        "description": f"{base}{api_addresses.OPENAPI_PATH}",
        "files": files,
        "pictures": _media_types_below(pictures.PATH, base),
        "charts": _media_types_below(EMBED_PATH, base),
        "parameters": _parameter_values(known_ids),
        "example": f"{base}{API_PATH}/events.csv?{example_query}",
    }
    return json_response(content, 200)


# -- Pictures --------------------------------------------------------------------------------------


def _requested_choice(
    request: Request, name: str, choices: Sequence[Choice], default: Choice
) -> tuple[Choice, list[Notice]]:
    """Return what an address chooses besides its view, and what of it is not known.

    Parameters
    ----------
    request
        The request.
    name
        The parameter.
    choices
        The values that it takes.
    default
        What is chosen without it.
    """
    choice = default
    notices: list[Notice] = []
    choices_by_value: dict[str, Choice] = {value: value for value in choices}
    params = routes.parse_params(request.scope)
    for value in params.get(name, []):
        if value in choices_by_value:
            choice = choices_by_value[value]
        elif value:
            shown_value = value[:MOST_VALUE_LETTERS]
            notices.append(Notice(name, shown_value, "unknown", tuple(choices)))
    return choice, notices


def _saved_picture_name(facts: ViewFacts, file: str, form: str) -> str:
    stem, _, ending = file.partition(".")
    if form != FORM_NAMES[0]:
        stem = f"{stem}-{form}"
    if facts.filters.list_active():
        stem = f"{stem}-filtered"
    story_stem = file_stem(facts.dataset)
    return f"{story_stem}-{stem}.{ending}"


async def answer_picture(request: Request) -> Response:
    """Answer ``/pictures/NAME`` with a picture of the view that the address names.

    Raises
    ------
    RefusedError
        When there is no such picture, or the address cannot be used.
    """
    file = request.path_params["name"]
    if file not in PICTURES and file != PLAY:
        i18n = routes.choose_i18n(request)
        names = ", ".join([*PICTURES, PLAY])
        sentence = i18n.t("There is no such picture. There are: {names}.", names=names)
        raise RefusedError(i18n, 404, sentence)
    form = FORM_NAMES[0]
    notices: list[Notice] = []
    if file == PLAY:
        form_parameters: tuple[str, ...] = ()
        media_type = pictures.PLAY_MEDIA
    else:
        form_parameters = (FORM_PARAMETER,)
        form, notices = _requested_choice(request, FORM_PARAMETER, FORM_NAMES, form)
        _, picture_format = PICTURES[file]
        media_type = pictures.FORMATS[picture_format]
    headline = N_("The picture was not made:")
    rules = AddressRules(headline, form_parameters, is_for_readers=True)
    ctx = read_requested_view(request, rules, notices)
    shown_page = pictures.shown_page(PICTURE_FILES[file], ctx.view, ctx.i18n.language)
    # People type the address without its scheme.
    _, _, server_name = routes.server_base(request).partition("://")
    options = FileOptions(form, f"{server_name}/{shown_page}")
    content = await _make_file(request, ctx, file, options)
    saved_name = _saved_picture_name(ctx.facts, file, form)
    headers = {"content-language": ctx.i18n.language}
    return send_file(request, content, media_type, saved_name, headers)


# -- Charts to embed -------------------------------------------------------------------------------


def refuse_as_chart(refused: RefusedError) -> Response:
    """Return a page that says why there is no chart, for whoever sees the frame."""
    if refused.status not in {400, 404}:
        return routes.refuse_as_text(refused)
    headline, *lines = refused.lines
    page = embed.problem_page(headline, lines, refused.i18n)
    headers = {
        "content-language": refused.i18n.language,
        "cache-control": "no-store",
        **PUBLIC,
    }
    return HTMLResponse(page, refused.status, headers)


async def answer_embed(request: Request) -> Response:
    """Answer ``/embed/KIND`` with a page of one chart.

    Raises
    ------
    RefusedError
        When there is no such chart, or the address cannot be used.
    """
    theme, notices = _requested_choice(request, embed.THEME_PARAMETER, embed.THEMES, "")
    headline = N_("The chart was not drawn:")
    extra_parameters = {*embed.FROM_HOSTS, embed.THEME_PARAMETER}
    rules = AddressRules(headline, extra_parameters, is_for_readers=True)
    ctx = read_requested_view(request, rules, notices)
    i18n = ctx.i18n
    kind = request.path_params["name"]
    if kind not in pictures.KIND_NAMES:
        headline = i18n.t("There is no such chart.")
        names = i18n.t("There are: {names}.", names=", ".join(pictures.KIND_NAMES))
        raise RefusedError(i18n, 404, headline, names)
    view = pictures.picture_view(kind, ctx.view)
    arguments = (kind, view, i18n.language, theme)
    work = Work(process.PICTURE_BUDGET, embed.chart_page_bytes, arguments)
    work_key = (ctx.story.mark, work)
    chart_page = await file_queue.result(request, i18n, work_key, work)
    fonts = framework_fonts("..").encode()
    content = chart_page.replace(b"<title>", fonts + b"<title>", 1)
    saved_name = f"{file_stem(ctx.dataset)}-{kind}.html"
    headers = {"content-language": i18n.language}
    return send_file(request, content, "text/html; charset=utf-8", saved_name, headers)


def answer_height_script(request: Request) -> Response:
    """Answer with the script that gives a frame the height of its chart."""
    content = embed.HEIGHT_SCRIPT.read_bytes()
    return send_file(request, content, routes.JAVASCRIPT, embed.SCRIPT, {})


# -- Addresses that answer with a reason alone -----------------------------------------------------


def refuse_always(status: int, message: str, request: Request) -> Response:
    """Refuse every request to an address with the same status and sentence.

    Raises
    ------
    RefusedError
        Always.
    """
    i18n = routes.choose_i18n(request)
    raise RefusedError(i18n, status, i18n.t(message))


NO_OEMBED: Final = N_(
    "oEmbed is no longer answered: every chart has its code under Share this view."
)

ROUTES: Final = [
    route(API_PATH, answer_index, refuse_as_json),
    route(f"{API_PATH}/", answer_index, refuse_as_json),
    route(api_addresses.OPENAPI_PATH, answer_openapi),
    route(f"{API_PATH}/{{name:path}}", answer_view_file, refuse_as_json),
    route(f"{pictures.PATH}/{{name}}", answer_picture, routes.refuse_as_public_text),
    route("/oembed", partial(refuse_always, 410, NO_OEMBED), routes.refuse_as_public_text),
    route(f"{EMBED_PATH}/{embed.SCRIPT}", answer_height_script),
    route(f"{EMBED_PATH}/{{name}}", answer_embed, refuse_as_chart),
]
