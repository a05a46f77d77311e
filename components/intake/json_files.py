"""JSON, parsed strictly.

JSON is parsed as strictly as the standard allows: Python takes the last of two equal keys, and NaN
and 1e999, and a file with either means something else to another program than to this one. A file
that cannot be read raises a :class:`Refusal` with the reason.
"""

import json
import math
import re
from collections import Counter
from typing import Any, Final

from components import limits
from components.intake.files import decode_text
from components.intake.problems import Notes, Refusal

# A text, to the end where it is not closed, or a bracket; nothing of a text is tried twice.
_JSON_MARK: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)
# An escape may name half of a character; no file can be written with one.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
#: An object of JSON by its keys.
JsonObject = dict[str, Any]


def parse_json(text: str, name: str) -> Any:
    """Return the value of a JSON text, parsed strictly.

    Raises
    ------
    Refusal
        If it is not JSON, is nested too deep, has a key twice in an object, a number that is not
        finite, or half of a character.
    """
    _check_json_depth(text, name)

    def parse_number(number_text: str) -> float:
        number = float(number_text)
        if not math.isfinite(number):
            raise Refusal("json_number", sheet=name, value=number_text)
        return number

    def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> JsonObject:
        json_object = dict(pairs)
        if len(json_object) < len(pairs):
            key_counts = Counter(key for key, _ in pairs)
            for key, key_count in key_counts.items():
                if key_count > 1:
                    raise Refusal("json_twice", sheet=name, value=key)
        return json_object

    try:
        value = json.loads(
            text,
            parse_constant=parse_number,
            parse_float=parse_number,
            object_pairs_hook=reject_duplicate_keys,
        )
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Refusal("encoding", sheet=name) from error
    except json.JSONDecodeError as error:
        raise Refusal("json_broken", sheet=name, line=error.lineno) from error
    except ValueError as error:
        # All else that Python refuses is an integer of thousands of digits.
        raise Refusal("json_number", sheet=name, value="999…") from error
    return value


def _check_json_depth(text: str, name: str) -> None:
    """Refuse a text with brackets nested too deep, before anything is built from them."""
    most_depth = limits.files.MOST_JSON_DEPTH
    depth = 0
    for match in _JSON_MARK.finditer(text):
        mark = match[0]
        if mark in ("[", "{"):
            depth += 1
            if depth > most_depth:
                raise Refusal("json_deep", sheet=name, most=most_depth)
        elif mark in ("]", "}"):
            depth -= 1


def read_json(content: bytes, name: str, notes: Notes) -> Any:
    """Return the value of a JSON file; refuse it as :func:`parse_json` does."""
    text = decode_text(content, name, notes)
    return parse_json(text, name)


def object_in(item: Any, key: str) -> JsonObject:
    """Return the object under a key; an empty one where there is none."""
    if isinstance(item, dict):
        member = item.get(key)
        if isinstance(member, dict):
            return member
    return {}
