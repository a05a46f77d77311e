"""HTML from templates that escape every value: no text of a source is ever run as HTML."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from components.i18n import I18n
from components.i18n.language import Foreign

# What a label would read as Markdown, as an icon or as a formula.
MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~:$!-])")
FOLDER = Path(__file__).parent / "templates"


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        # All are kept: the store with a limit makes a new key of each at every use, and such a key
        # keeps a megabyte from going back when a story that was opened meanwhile is closed.
        cache_size=-1,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["told"] = told
    return made


def told(text: Any) -> Any:
    """A text of the story as HTML; with its language where that is not the page's."""
    if not isinstance(text, Foreign) or not text:
        return text
    return Markup('<span lang="{}">{}</span>').format(text.language, str(text))


def render(name: str, i18n: I18n, **values: Any) -> str:
    """Fill a template; ``t`` and ``n`` translate inside it."""
    return _environment().get_template(name).render(t=i18n.t, n=i18n.n, i18n=i18n, **values)


def plain(text: str) -> str:
    """A text for a label of the framework's, which would read Markdown: shown as it is written."""
    return MARKDOWN.sub(r"\\\1", " ".join(text.split()))
