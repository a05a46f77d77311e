"""The addresses for programs as an OpenAPI 3.1 document, for one story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from components.i18n import LANGUAGES
from components.presentation.pictures import FORM_NAMES, FORM_PARAMETER
from components.presentation.programs.addresses import (
    ADDRESSES,
    API,
    HTML,
    JSON,
    OEMBED,
    ApiAddress,
)
from components.presentation.stories import LoadedStory
from components.query.tables import SPECS
from components.query.view import MAX_TEXT, TABLE, Known, Parameter
from components.story.dataset import Dataset

Json = dict[str, Any]

#: What the parameters say that only these addresses take.
SAYS: Final = {
    "download": "1 to save what is sent, 0 to show it",
    "form": "how wide and high a picture is",
    "url": "the address of a chart, or of its page, on this server",
    "format": "JSON alone is given; anything else is answered 501",
    "maxwidth": "the most pixels that the frame may be wide",
    "maxheight": "the most pixels that the frame may be high",
}
ABOUT: Final = (
    "The rows, pictures and charts of any view. The parameters are those of the pages: the address "
    "of a page can be used as it is, and what bears on a page alone is let be. What other sites "
    "add to links (utm_source and the like) is let be, too; any other name or value that is not "
    "known is refused with status 400 and the reason. Everything may be read from pages of other "
    "origins, and is marked with an ETag."
)
PIXELS: Final = {"type": "integer", "minimum": 1, "maximum": 99_999}


def _several(values: Sequence[str]) -> Json:
    return {"type": "array", "items": {"type": "string", "enum": list(values)}}


def _one(values: Sequence[str]) -> Json:
    return {"type": "string", "enum": list(values)}


def schema_of(parameter: Parameter, known: Known) -> Json:
    """What a parameter may hold, as JSON Schema."""
    values = parameter.values(known)
    if parameter.kind == "several":
        return _several(values)
    if parameter.kind == "zoom":
        return {"anyOf": [_one(values), {"type": "string"}]}
    if values:
        return _one(values)
    if parameter.kind == "words":
        return {"type": "string", "maxLength": MAX_TEXT}
    return {"type": "string", "format": "date"}


def parameter_schemas(story: LoadedStory) -> dict[str, Json]:
    """What each parameter may hold, for one story; those of one table stand with its address."""
    known = Known(story.dataset, list(LANGUAGES), story.versions)
    taken = {name for address in ADDRESSES for name in address.params} - {"sort", "column"}
    return {
        **{one.name: schema_of(one, known) for one in TABLE if one.name in taken},
        "download": _one(("0", "1")),
        FORM_PARAMETER: _one(FORM_NAMES),
        "url": {"type": "string", "format": "uri"},
        "format": _one(("json",)),
        "maxwidth": PIXELS,
        "maxheight": PIXELS,
    }


def _columns(address: ApiAddress, dataset: Dataset) -> dict[str, Json]:
    """The parameters that depend on the table in the path."""
    table = next((name for name in SPECS if name == address.group), None)
    if table is None:
        return {}
    known = Known(dataset, table=table)
    return {one.name: schema_of(one, known) for one in TABLE if one.name in {"sort", "column"}}


def _parameter(name: str, schema: Json, *, required: bool = False) -> Json:
    says = SAYS.get(name) or next(one.says for one in TABLE if one.name == name)
    text = f"{says[:1].upper()}{says[1:]}."
    made = {"name": name, "in": "query", "description": text, "schema": schema}
    return made | ({"required": True} if required else {})


def _operation(address: ApiAddress, dataset: Dataset) -> Json:
    own = _columns(address, dataset)
    params: list[Json] = []
    for name in address.params:
        if name in own:
            params.append(_parameter(name, own[name]))
        else:
            params.append({"$ref": f"#/components/parameters/{name}"})
    name = address.path.strip("/").replace("/", "-").replace(".", "-")
    refused = "problem" if address.path.startswith(API) else "text"
    refused = "page" if address.media == HTML else refused
    answers: Json = {
        "200": {
            "description": address.says,
            "headers": {"ETag": {"$ref": "#/components/headers/ETag"}} if params else {},
            "content": {address.media: {}},
        },
    }
    if params:
        answers["400"] = {"$ref": f"#/components/responses/{refused}"}
    if params and address.path != OEMBED:
        answers["304"] = {"description": "The reader has it already (If-None-Match)."}
        answers["429"] = {"description": "Too much is being made; Retry-After says when to ask."}
    if address.path == OEMBED:
        answers["404"] = {"description": "The address is not one of this server's charts."}
        answers["501"] = {"description": "Another format than JSON."}
        del answers["200"]["headers"]
    said = address.says[:1].upper() + address.says[1:]
    get = {"operationId": name, "summary": said, "parameters": params, "responses": answers}
    return {"get": get}


def _components(story: LoadedStory) -> Json:
    schemas = parameter_schemas(story)
    text = {"type": "string"}
    return {
        "parameters": {
            name: _parameter(name, schema, required=name == "url")
            for name, schema in schemas.items()
        },
        "headers": {
            "ETag": {"description": "A mark of the bytes, for If-None-Match.", "schema": text}
        },
        "responses": {
            "problem": {
                "description": "What of the address cannot be used, and what may be.",
                "content": {JSON: {"schema": {"$ref": "#/components/schemas/Problems"}}},
            },
            "text": {
                "description": "What of the address cannot be used, and what may be, in words.",
                "content": {"text/plain": {"schema": text}},
            },
            "page": {
                "description": "The same as a page, for whoever sees the frame.",
                "content": {HTML: {"schema": text}},
            },
        },
        "schemas": {
            "Problems": {
                "type": "object",
                "required": ["error", "problems"],
                "properties": {
                    "error": text,
                    "problems": {
                        "type": "array",
                        "items": {"$ref": "#/components/schemas/Problem"},
                    },
                },
            },
            "Problem": {
                "type": "object",
                "required": ["where", "parameter", "value", "problem", "allowed"],
                "properties": {
                    "where": {"const": "query"},
                    "parameter": text,
                    "value": text,
                    "problem": text,
                    "nearest": {"type": ["string", "null"]},
                    "allowed": {"type": "array", "items": text},
                },
            },
        },
    }


def openapi(story: LoadedStory, base: str) -> Json:
    """The document.

    Args:
        base: the path that the server stands under, without a slash at its end.
    """
    data = story.dataset
    licence = data.about.licence
    info: Json = {"title": data.title, "version": data.version, "description": ABOUT}
    if licence:
        info["license"] = {"name": licence.name}
    return {
        "openapi": "3.1.0",
        "info": info,
        "servers": [{"url": base or "/"}],
        "paths": {address.path: _operation(address, data) for address in ADDRESSES},
        "components": _components(story),
    }
