"""What to begin with: a table of events and a package, filled with the example that lies beside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from components.story.presentation import Presentation

EXAMPLE: Final = Path(__file__).with_name("example")


def events_csv() -> bytes:
    """The example as a table of events; with the mark by which spreadsheets know UTF-8."""
    return (EXAMPLE / "events.csv").read_bytes()


def example_package() -> dict[str, bytes]:
    """The example as the files of a package, by path, with the form of ``presentation.json``."""
    folder = EXAMPLE / "story"
    found = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    schema = Presentation.model_json_schema(by_alias=True)
    return {
        **{path.relative_to(folder).as_posix(): path.read_bytes() for path in found},
        "presentation.schema.json": json.dumps(schema, ensure_ascii=False, indent=2).encode(),
    }
