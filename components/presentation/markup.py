"""HTML from templates that escape every value: no text of a source is ever run as HTML."""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context as TemplateContext
from markupsafe import Markup

from components.drawing.text_direction import has_right_to_left, text_direction
from components.i18n import I18n, labels
from components.i18n.messages import UntranslatedText
from components.presentation import cited, reports

#: What a label would read as Markdown, as an icon or as a formula.
MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]<>#|~:$!-])")
#: Every room keeps its templates in a folder of this name.
TEMPLATE_FOLDERS: Final = sorted(Path(__file__).parents[1].glob("*/templates"))
#: Methods of the page's language that format a value: ``{{ event.date | format_date }}``,
#: ``{{ topic | localize("title") }}``.
FORMAT_FILTERS: Final[tuple[Callable[..., Any], ...]] = (
    I18n.format_date,
    I18n.format_figure,
    I18n.format_number,
    I18n.localize,
    I18n.short_source_name,
    I18n.source_label,
)
#: Templates are given records, and call these functions for the texts of a record.
TEMPLATE_FUNCTIONS: Final[tuple[Callable[..., Any], ...]] = (
    cited.apa_reference,
    cited.citation_label,
    cited.claimant_address,
    cited.describe_source,
    cited.dispute_mark,
    cited.figure_citations,
    cited.footnote_letter,
    cited.omits_sentences,
    cited.page_address,
    cited.picture_data_url,
    cited.provenance_texts,
    cited.quotable_sentences,
    cited.quote_wording,
    cited.relay_text,
    cited.same_voice_note,
    cited.single_source_label,
    cited.source_address,
    cited.source_language,
    cited.via_label,
    reports.report_link,
)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATE_FOLDERS),
        # Unlimited: the store with a limit makes a new key of each template at every use, and such
        # a key keeps a megabyte from going back when a story that was opened meanwhile is closed.
        cache_size=-1,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for function in TEMPLATE_FUNCTIONS:
        environment.globals[function.__name__] = function
    environment.globals["BASIS"] = labels.BASIS
    environment.globals["KIND"] = labels.KIND
    environment.filters["with_lang_attribute"] = with_lang_attribute
    environment.filters["direction_attribute"] = direction_attribute
    for method in FORMAT_FILTERS:
        environment.filters[method.__name__] = pass_context(partial(_format_value, method))
    return environment


def _format_value(
    method: Callable[..., Any], template_context: TemplateContext, value: Any, *options: Any
) -> Any:
    """Format a value in the language of the template that is rendered."""
    return method(template_context["i18n"], value, *options)


def with_lang_attribute(text: Any, html: Markup | None = None) -> Any:
    """Mark a text of the story that is in another language, or runs in the other direction.

    Parameters
    ----------
    text
        The text.
    html
        The text as HTML, if it has marks.

    Returns
    -------
    Any
        HTML with a ``lang`` attribute, a ``dir`` attribute or both; any other value as it is given.
    """
    if not isinstance(text, str) or not text or isinstance(text, Markup):
        return text
    shown_text = str(text) if html is None else html
    language = Markup()
    if isinstance(text, UntranslatedText):
        language = Markup(' lang="{}"').format(text.language)
    direction = Markup()
    if has_right_to_left(text):
        direction = Markup(' dir="{}"').format(text_direction(text))
    if not language and not direction:
        return text if html is None else html
    return Markup("<span{}{}>{}</span>").format(language, direction, shown_text)


def direction_attribute(text: Any) -> Markup:
    """Return ``dir="rtl"`` with a space before it for an element with such a text; else nothing."""
    if isinstance(text, str) and text_direction(text) == "rtl":
        return Markup(' dir="rtl"')
    return Markup()


def render(template_name: str, i18n: I18n, **values: Any) -> Markup:
    """Render a template in the reader's language.

    Parameters
    ----------
    template_name
        A file in a room's folder of templates.
    i18n
        The reader's language; ``t`` and ``n`` translate inside the template.
    values
        What the template names; each is escaped unless it is ``Markup``.

    Returns
    -------
    Markup
        HTML that is safe to put on a page.
    """
    template = _environment().get_template(template_name)
    html = template.render(t=i18n.t, n=i18n.n, i18n=i18n, **values)
    return Markup(html)  # noqa: S704 - its values were escaped by the template


def escape_markdown(text: str) -> str:
    """Escape a text for a label of the framework's, which would read Markdown."""
    single_line = " ".join(text.split())
    return MARKDOWN.sub(r"\\\1", single_line)
