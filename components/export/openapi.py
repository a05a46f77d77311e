"""The addresses for programs as an OpenAPI 3.1 document, from the table of parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from components.export.files import ADDRESSES, OEMBED, ApiAddress
from components.i18n import LANGUAGES
from components.presentation.pictures import FORM_NAMES, FORM_PARAMETER
from components.presentation.stories import LoadedStory
from components.query.tables import SPECS
from components.query.view import MAX_TEXT, TABLE, Known, Parameter

Json = dict[str, Any]
PIXELS: Final = {"type": "integer", "minimum": 1, "maximum": 99_999}
#: The parameters that only these addresses take: what each says, and what it may hold.
OWN: Final[Mapping[str, tuple[str, Json]]] = {
    "download": ("1 to save what is sent, 0 to show it", {"enum": ["0", "1"]}),
    FORM_PARAMETER: ("how wide and high a picture is", {"enum": list(FORM_NAMES)}),
    "url": ("the address of a chart, or of its page, on this server", {"format": "uri"}),
    "format": ("JSON alone is given; anything else is answered 501", {"enum": ["json"]}),
    "maxwidth": ("the most pixels that the frame may be wide", PIXELS),
    "maxheight": ("the most pixels that the frame may be high", PIXELS),
}
#: Those that depend on the table in the path.
OF_ONE_TABLE: Final = ("sort", "column")
ABOUT: Final = (
    "The rows, pictures and charts of any view. The parameters are those of the pages: the address "
    "of a page can be used as it is, and what bears on a page alone is let be. What other sites "
    "add to links (utm_source and the like) is let be, too; any other name or value that is not "
    "known is refused with status 400 and the reason. Everything may be read from pages of other "
    "origins, and is marked with an ETag."
)


def _schema(parameter: Parameter, known: Known) -> Json:
    """What a parameter may hold, as JSON Schema."""
    one = {"type": "string", "enum": list(parameter.values(known))}
    if parameter.kind == "several":
        return {"type": "array", "items": one}
    if parameter.kind == "zoom":
        return {"anyOf": [one, {"type": "string"}]}
    if one["enum"]:
        return one
    rest = {"maxLength": MAX_TEXT} if parameter.kind == "words" else {"format": "date"}
    return {"type": "string", **rest}


def _parameter(name: str, says: str, schema: Json) -> Json:
    text = f"{says[:1].upper()}{says[1:]}."
    found = {"name": name, "in": "query", "description": text, "schema": schema}
    return {**found, "required": True} if name == "url" else found


def _operation(address: ApiAddress, story: LoadedStory) -> Json:
    table = next((name for name in SPECS if name == address.group), None)
    known = Known(story.dataset, table=table) if table else None
    own = {
        one.name: _parameter(one.name, one.says, _schema(one, known))
        for one in TABLE
        if known and one.name in OF_ONE_TABLE
    }
    answers: Json = {"200": {"description": address.says, "content": {address.media: {}}}}
    if address.params:
        answers["400"] = {"description": "What of the address cannot be used, and what may be."}
    if address.path == OEMBED:
        answers["404"] = {"description": "The address is not one of this server's charts."}
        answers["501"] = {"description": "Another format than JSON."}
    elif address.params:
        answers["304"] = {"description": "The reader has it already (If-None-Match)."}
        answers["429"] = {"description": "Too much is being made; Retry-After says when to ask."}
    return {
        "get": {
            "operationId": address.path.strip("/").replace("/", "-").replace(".", "-"),
            "summary": address.says[:1].upper() + address.says[1:],
            "parameters": [
                own.get(name, {"$ref": f"#/components/parameters/{name}"})
                for name in address.params
            ],
            "responses": answers,
        }
    }


def openapi(story: LoadedStory, base: str) -> Json:
    """The document; ``base`` is the path that the server stands under, without its last slash."""
    data, known = story.dataset, Known(story.dataset, list(LANGUAGES), story.versions)
    taken = {name for address in ADDRESSES for name in address.params} - set(OF_ONE_TABLE)
    of_views = {one.name: (one.says, _schema(one, known)) for one in TABLE if one.name in taken}
    licence = {"license": {"name": data.about.licence.name}} if data.about.licence else {}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": data.title, "version": data.version, "description": ABOUT, **licence,
        },
        "servers": [{"url": base or "/"}],
        "paths": {address.path: _operation(address, story) for address in ADDRESSES},
        "components": {
            "parameters": {
                name: _parameter(name, *both) for name, both in {**of_views, **OWN}.items()
            }
        },
    }  # fmt: skip
