"""JSON read as strictly as the standard allows: every key once, every number a number.

Python keeps the last of two equal keys and takes NaN and 1e999; a file with either says something
else to another program than to this one, so it is refused.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from components.domain.intake.limits import Limits
from components.domain.intake.problems import Refusal

# An escape may name half of a character; no file can be written with one.
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(text: str, name: str, limits: Limits) -> Any:
    """What a JSON text holds.

    Raises:
        Refusal: when it is no JSON, is nested too deeply, names a key of one object twice, or has
            a number that is none or has no end, or half a character.
    """
    _check_depth(text, name, limits)

    def number(word: str) -> float:
        value = float(word)
        return value if math.isfinite(value) else no_number(word)

    def no_number(word: str) -> float:
        raise Refusal("json_number", sheet=name, value=word)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in found if keys.count(key) > 1)
            raise Refusal("json_twice", sheet=name, value=twice)
        return found

    try:
        found = json.loads(
            text, parse_constant=no_number, parse_float=number, object_pairs_hook=once
        )
        if _SURROGATE.search(text):
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Refusal("encoding", sheet=name) from error
    except json.JSONDecodeError as error:
        raise Refusal("json_broken", sheet=name, line=error.lineno) from error
    except ValueError as error:
        # A whole number of thousands of digits is the one thing left that Python refuses.
        raise Refusal("json_number", sheet=name, value="999…") from error
    return found


def _check_depth(text: str, name: str, limits: Limits) -> None:
    """Count brackets outside of texts, before anything is built from them."""
    depth = 0
    for mark in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        found = mark.group()
        if found in "[{":
            depth += 1
            if depth > limits.depth:
                raise Refusal("json_deep", sheet=name, most=limits.depth)
        elif found in "]}":
            depth -= 1
