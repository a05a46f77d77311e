"""Writes the descriptor of a story: what it says of itself, and the schema of its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final

from components.domain.records.package_files import DEFAULT_DATA, DESCRIPTOR

#: What the shipped descriptor says of this project alone.
OURS: Final = frozenset(
    {"name", "title", "description", "keywords", "contributors", "sources", "created", "licenses"}
)
#: The outlines and the lesson are each package’s own.
TABLES: Final = (".csv", "sources.json")
TOLD: Final = ("description", "title")
SPEAKS: Final = re.compile(
    r"Colombia|Venez|Migraci|Táchira|2019|four |cuatro|NPR|VICE|soldier|militar", re.IGNORECASE
)


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads((DEFAULT_DATA / DESCRIPTOR).read_text(encoding="utf-8"))
    return found


def _neutral(value: Any) -> Any:
    """What the schema says, without its examples and without what speaks of this project."""
    if isinstance(value, dict):
        return {
            key: "" if isinstance(part, str) and key.startswith(TOLD) and SPEAKS.search(part)
            else _neutral(part)
            for key, part in value.items()
            if not key.startswith("example")
        }  # fmt: skip
    return [_neutral(part) for part in value] if isinstance(value, list) else value


def _resources() -> list[dict[str, Any]]:
    shipped = [deepcopy(r) for r in _shipped()["resources"] if r["path"].endswith(TABLES)]
    made: list[dict[str, Any]] = _neutral(shipped)
    return made


def descriptor_of(own: Mapping[str, Any], title: str, version: str) -> dict[str, Any]:
    """The descriptor to show and to export.

    Args:
        own: the package's own ``datapackage.json``; empty for a table of events.
    """
    base = {key: value for key, value in _shipped().items() if key not in OURS}
    made = {**own, "title": title, "version": version}
    made |= {key: value for key, value in base.items() if key not in made}
    made.setdefault("name", "story")
    listed = own.get("resources")
    sound = isinstance(listed, list) and all(
        isinstance(r, dict) and isinstance(r.get("name"), str) and isinstance(r.get("path"), str)
        for r in listed
    )
    # A descriptor that tells nothing of columns is filled with what this shape says of them.
    described = sound and any("schema" in r for r in listed or ())
    made["resources"] = listed if described else _resources()
    return made
