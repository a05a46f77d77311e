"""The addresses for programs as an OpenAPI 3.1 document, from the table of parameters."""

from __future__ import annotations

from typing import Any, Final

from components.export.view_files import ADDRESSES, ApiAddress
from components.i18n import LANGUAGES
from components.presentation.pictures import FORM_NAMES, FORM_PARAMETER
from components.presentation.stories import LoadedStory
from components.query.view import TABLE, KnownIds

#: The parameters that only these addresses take: what each says, and its values.
OWN: Final = {
    "download": ("1 to save what is sent, 0 to show it", ("0", "1")),
    FORM_PARAMETER: ("how wide and high a picture is", FORM_NAMES),
}


def _operation(address: ApiAddress) -> dict[str, Any]:
    answers = {"200": {"description": address.says, "content": {address.media: {}}}}
    refused = {"400": {"description": "What of the address cannot be used, and what may be."}}
    name = address.path.strip("/").replace("/", "-").replace(".", "-")
    parameters = [{"$ref": f"#/components/parameters/{name}"} for name in address.params]
    return {"operationId": name, "summary": address.says, "parameters": parameters,
            "responses": answers | (refused if address.params else {})}  # fmt: skip


def openapi(story: LoadedStory, base: str) -> dict[str, Any]:
    """The document; ``base`` is the path that the server stands under, without its last slash."""
    data, known = story.dataset, KnownIds(story.dataset, list(LANGUAGES), story.versions)
    said = OWN | {one.name: (one.says, one.values(known)) for one in TABLE}
    several = {one.name for one in TABLE if one.kind == "several"}
    parameters = {}
    for name in sorted({name for address in ADDRESSES for name in address.params}):
        schema: dict[str, Any] = {"type": "string"}
        if values := list(said[name][1]):
            schema["examples" if name == "zoom" else "enum"] = values
        if name in several:
            schema = {"type": "array", "items": schema}
        parameters[name] = {
            "name": name, "in": "query", "description": said[name][0], "schema": schema,
        }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": data.title, "version": data.version},
        "servers": [{"url": base or "/"}],
        "paths": {address.path: {"get": _operation(address)} for address in ADDRESSES},
        "components": {"parameters": parameters},
    }
