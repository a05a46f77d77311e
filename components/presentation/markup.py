"""HTML from templates that escape every value: no text of a source is ever run as HTML."""

import re
from functools import lru_cache, partial
from inspect import isfunction
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context as Filling
from markupsafe import Markup

from components.i18n import I18n, labels
from components.i18n.messages import UntranslatedText
from components.presentation import cited

# What a label would read as Markdown, as an icon or as a formula.
MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~:$!-])")
#: Every room keeps its templates in a folder of this name.
FOLDERS = sorted(Path(__file__).parents[1].glob("*/templates"))
#: How a page's language says a value: ``{{ event.date | date }}``, ``{{ topic | of("title") }}``.
#: Methods of the language that templates use as filters.
LANGUAGE_FILTERS = (
    "format_date",
    "format_figure",
    "format_number",
    "localize",
    "short_source_name",
    "source_label",
)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(FOLDERS),
        # All are kept: the store with a limit makes a new key of each at every use, and such a key
        # keeps a megabyte from going back when a story that was opened meanwhile is closed.
        cache_size=-1,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Templates are given records, not their words: what these say, they ask by name.
    of_cited = (one for one in vars(cited).values() if isfunction(one))
    made.globals |= {one.__name__: one for one in of_cited if one.__module__ == cited.__name__}
    made.globals |= {"BASIS": labels.BASIS, "KIND": labels.KIND}
    made.filters["told"] = told
    made.filters.update({name: pass_context(partial(_said, name)) for name in LANGUAGE_FILTERS})
    return made


def _said(name: str, filling: Filling, value: Any, *how: Any) -> Any:
    """A value in the language of the template that is filled."""
    return getattr(filling["i18n"], name)(value, *how)


def told(text: Any) -> Any:
    """A text of the story as HTML; with its language where that is not the page's."""
    foreign = isinstance(text, UntranslatedText) and text
    return Markup('<span lang="{}">{}</span>').format(text.language, str(text)) if foreign else text


def render(name: str, i18n: I18n, **values: Any) -> Markup:
    """A template filled in the reader's language; ``t`` and ``n`` translate inside it."""
    html = _environment().get_template(name).render(t=i18n.t, n=i18n.n, i18n=i18n, **values)
    return Markup(html)  # noqa: S704 - its values were escaped by the template


def plain(text: str) -> str:
    """A text for a label of the framework's, which would read Markdown: shown as it is written."""
    return MARKDOWN.sub(r"\\\1", " ".join(text.split()))
