"""The addresses of files, pictures and charts, and their description as OpenAPI.

OpenAPI, the index of ``/api/`` and ``docs/addresses.md`` are made from :data:`ADDRESSES`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from components.export import pictures
from components.export.column_specs import OTHER_COLUMNS, TABLE_SPECS
from components.export.pictures import BEARS_ON, FORM_NAMES, FORM_PARAMETER
from components.export.view_files import (
    API_PATH,
    CITED,
    FILE_MEDIA_TYPES,
    JSON_MEDIA_TYPE,
)
from components.i18n import LANGUAGES
from components.loading.loaded_story import LoadedStory
from components.query.address_parser import KnownIds
from components.query.view import FILTER_PARAMETERS, PARAMETER_TABLE

OPENAPI_PATH: Final = f"{API_PATH}/openapi.json"
EVENTS_JSON_PATH: Final = f"{API_PATH}/events.json"
#: Followed by the kind of a chart alone in a page, for a frame.
EMBED_PATH: Final = "/embed"

#: Parameters that every address takes: the language, the version and the filters of a view.
VIEW_PARAMS: Final = ("lang", "v", *FILTER_PARAMETERS)
#: Further parameters of the files of one table.
TABLE_PARAMS: Final = ("sort", "find", "column")
#: Parameters that select a record regardless of the filters.
RECORD_PARAMS: Final = ("event", "claim")
#: Whether the browser shows the file or saves it.
SAVING_PARAMS: Final = ("download",)
#: Parameters whose values cannot be listed in full.
OPEN_PARAMS: Final = frozenset({"zoom"})

FILE_DESCRIPTIONS: Final = {
    "events": "the events, each with its citations",
    "claims": "the claims: every figure and disputed state of affairs, with its citations",
    "citations": "which paragraph of which source supports or disputes which record",
    "sources": "the sources",
    "regions": "the regions, with their counts",
    "places": "the places",
    "tables": "every table as a sheet of an Excel workbook, with a sheet of notes",
    "package": "the whole as a Data Package, which this app and others open again",
    "datapackage": "the tables here as a Data Package: the address of each as CSV, and what each "
    "column is",
    "bibliography": "the sources as a bibliography",
    CITED: "the sources that the events and claims shown cite, as a bibliography",
}
CHART_DESCRIPTIONS: Final[Mapping[pictures.Kind, str]] = {
    "timeline": "the timeline of a view",
    "map": "the map of a view",
    "figures": "every reported total of a view",
}


class ApiAddress(NamedTuple):
    """An address below the server's path."""

    path: str
    description: str
    #: Without a character set.
    media_type: str
    param_names: tuple[str, ...] = ()


def _file_addresses() -> Iterator[ApiAddress]:
    for file_name, media_type in FILE_MEDIA_TYPES.items():
        stem = file_name.partition(".")[0]
        param_names = VIEW_PARAMS
        if stem in TABLE_SPECS:
            param_names += TABLE_PARAMS
        elif stem == CITED:
            param_names += RECORD_PARAMS
        yield ApiAddress(
            f"{API_PATH}/{file_name}",
            FILE_DESCRIPTIONS[stem],
            media_type.partition(";")[0],
            param_names + SAVING_PARAMS,
        )


def _chart_addresses(kind: pictures.Kind) -> Iterator[ApiAddress]:
    chart_description = CHART_DESCRIPTIONS[kind]
    param_names = VIEW_PARAMS + BEARS_ON[kind]
    for extension, media_type in pictures.FORMATS.items():
        yield ApiAddress(
            f"{pictures.PATH}/{kind}.{extension}",
            f"{chart_description} as a picture, with its title, key and sources",
            media_type,
            (*param_names, FORM_PARAMETER, *SAVING_PARAMS),
        )
    yield ApiAddress(
        f"{EMBED_PATH}/{kind}",
        f"{chart_description} alone, as a page for a frame",
        "text/html",
        param_names + SAVING_PARAMS,
    )


def _list_addresses() -> Iterator[ApiAddress]:
    index_description = "every file, every parameter and the values it takes"
    yield ApiAddress(f"{API_PATH}/", index_description, JSON_MEDIA_TYPE)
    openapi_description = "these addresses, described as OpenAPI 3.1"
    yield ApiAddress(OPENAPI_PATH, openapi_description, JSON_MEDIA_TYPE)
    yield from _file_addresses()
    for kind in pictures.KIND_NAMES:
        yield from _chart_addresses(kind)


ADDRESSES: Final = tuple(_list_addresses())


class ParamDescription(NamedTuple):
    """What a parameter does, and its values if they can be listed."""

    text: str
    values: tuple[str, ...]
    repeatable: bool = False


def _describe_params(known_ids: KnownIds) -> dict[str, ParamDescription]:
    """Return every parameter of an address by its name."""
    descriptions = {
        "download": ParamDescription("1 to save what is sent, 0 to show it", ("0", "1")),
        FORM_PARAMETER: ParamDescription("how wide and high a picture is", FORM_NAMES),
    }
    for parameter in PARAMETER_TABLE:
        descriptions[parameter.name] = ParamDescription(
            parameter.description, parameter.list_choices(known_ids), parameter.is_list
        )
    return descriptions


def _openapi_parameter(name: str, description: ParamDescription) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if description.values:
        values_key = "enum"
        if name in OPEN_PARAMS:
            values_key = "examples"
        schema[values_key] = list(description.values)
    if description.repeatable:
        schema = {"type": "array", "items": schema}
    return {"name": name, "in": "query", "description": description.text, "schema": schema}


def _openapi_operation(address: ApiAddress) -> dict[str, Any]:
    responses: dict[str, Any] = {
        "200": {"description": address.description, "content": {address.media_type: {}}}
    }
    if address.param_names:
        refusal = "What of the address cannot be used, and what may be."
        responses["400"] = {"description": refusal}
    references = [{"$ref": f"#/components/parameters/{name}"} for name in address.param_names]
    return {
        "operationId": re.sub("[/.]", "-", address.path.strip("/")),
        "summary": address.description,
        "parameters": references,
        "responses": responses,
    }


def _describe_other_columns(names: Sequence[str]) -> dict[str, Any]:
    """Return the schema of events with the columns of a host's table that no field takes."""
    texts = {name: {"type": "string"} for name in names}
    other_columns = {
        "type": "object",
        "description": "the cells that are not empty of columns that no field of an event takes",
        "properties": texts,
        "additionalProperties": False,
    }
    event = {"type": "object", "properties": {OTHER_COLUMNS: other_columns}}
    return {"type": "array", "items": event}


def openapi_document(story: LoadedStory, base_path: str) -> dict[str, Any]:
    """Return the OpenAPI 3.1 description of all addresses.

    Parameters
    ----------
    story
        The story of the server, whose ids are values of parameters.
    base_path
        The path that the server stands under, without its last slash.
    """
    dataset = story.dataset
    known_ids = KnownIds(dataset, list(LANGUAGES), story.versions)
    descriptions = _describe_params(known_ids)
    used_names = set[str]()
    for address in ADDRESSES:
        used_names.update(address.param_names)
    parameters = {name: _openapi_parameter(name, descriptions[name]) for name in sorted(used_names)}
    paths = {address.path: {"get": _openapi_operation(address)} for address in ADDRESSES}
    if dataset.other_columns.names:
        operation = paths[EVENTS_JSON_PATH]["get"]
        json_content = operation["responses"]["200"]["content"][JSON_MEDIA_TYPE]
        json_content["schema"] = _describe_other_columns(dataset.other_columns.names)
    return {
        "openapi": "3.1.0",
        "info": {"title": dataset.title, "version": dataset.version},
        "servers": [{"url": base_path or "/"}],
        "paths": paths,
        "components": {"parameters": parameters},
    }
