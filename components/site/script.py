"""The app's scripts without modules, and their data embedded in a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from components.site.lighter import lighter_script
from components.site.links import Links


def plain_script(files: Sequence[Path], name: str) -> str:
    """Scripts of a component as one: a page that is opened from a folder may load no module.

    Args:
        files: the scripts in order; one of them has the component's default export.
        name: what the export is called in it.
    """
    text = "\n".join(file.read_text("utf-8") for file in files)
    text = text.replace("export default function", f"const {name} = function", 1)
    # In a function of its own, so that its names are nobody else's.
    return f"(() => {{\n{lighter_script(text)}\n}})()\n"


def as_json(value: Any) -> Markup:
    """What a script is sent, to stand in a script element."""
    sent = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # A script element ends where its end tag stands, whatever is around it.
    return Markup(sent.replace("<", "\\u003c"))  # noqa: S704


def given_script(name: str, data: Any, links: Links) -> str:
    """A script that hands data to the page: one opened from a folder may fetch nothing else."""
    given = as_json(links.all_in(data))
    return f'document.dispatchEvent(new CustomEvent("stage:{name}", {{ detail: {given} }}))\n'
