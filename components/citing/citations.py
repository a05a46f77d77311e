"""Citations to read and to copy: a source in APA, Chicago or ISO 690, and its short form.

Each style is a module of :mod:`components.citing.citation_styles`. The HTML is made last, by
escaping everything and turning the marks of italic type into tags.
"""

import html
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from components.caches import clear_with_stories
from components.citing.citation_styles.apa import format_apa
from components.citing.citation_styles.chicago import format_chicago
from components.citing.citation_styles.iso690 import format_iso690
from components.citing.citation_terms import Style
from components.citing.citation_text import ITALIC_END, ITALIC_START, clean_text
from components.citing.reference import Reference, build_reference
from components.citing.source_dates import cite_date, issued_date
from components.i18n.language import translate_via
from components.i18n.messages import Language
from components.story.models import Source
from components.story.texts import fold

_STYLE_FORMATTERS: Final[Mapping[Style, Callable[[Reference], str]]] = {
    "apa": format_apa,
    "chicago": format_chicago,
    "iso690": format_iso690,
}
#: What Markdown reads as its syntax; escaped, a citation stays the same where a page shows HTML
#: through Markdown.
_MARKDOWN_CHARACTER: Final = re.compile(r"[\\`*_\[\]~$|]")
_ITALIC_MARK: Final = re.compile(f"[{ITALIC_START}{ITALIC_END}]")
_ITALIC_ELEMENT: Final = re.compile(r"(<i>.*?</i>)", re.DOTALL)
#: An address up to the next space, without a full stop that ends the citation.
_WEB_ADDRESS: Final = re.compile(r"(https?://\S+?)(?=\.?(?:\s|$))")
#: Brackets and quotation marks that do not count where citations are sorted.
_UNSORTED_MARKS: Final = "[(¿¡«“‘\"'"


class FormattedCitation(NamedTuple):
    """A citation to copy (``text``) and to show (``html``: escaped, with ``<i>`` alone)."""

    text: str
    html: str


class TextRun(NamedTuple):
    """A part of a citation in one type; ``link`` is the address that it is, or empty."""

    text: str
    italic: bool = False
    link: str = ""


def split_runs(citation: FormattedCitation) -> list[TextRun]:
    """Split a citation into runs, for writers that set italics and links themselves."""
    runs = []
    for html_part in _ITALIC_ELEMENT.split(citation.html):
        italic = html_part.startswith("<i>")
        part_html = html_part.removeprefix("<i>").removesuffix("</i>")
        for run_text in _WEB_ADDRESS.split(html.unescape(part_html)):
            if not run_text:
                continue
            link = ""
            if run_text.startswith(("http://", "https://")):
                link = run_text
            runs.append(TextRun(run_text, italic, link))
    return runs


def _escape_character(match: re.Match[str]) -> str:
    return f"&#{ord(match.group())};"


# A page formats the same source a hundred times.
@clear_with_stories
@lru_cache(maxsize=1024)
def format_source(source: Source, style: Style, language: Language) -> FormattedCitation:
    """Return a source as an entry of a bibliography.

    Parameters
    ----------
    source
        The source.
    style
        The citation style.
    language
        The language of the terms that the style adds; the fields stay as they are.
    """
    format_reference = _STYLE_FORMATTERS[style]
    marked_text = format_reference(build_reference(source, language))
    escaped_text = html.escape(marked_text, quote=True)
    escaped_text = _MARKDOWN_CHARACTER.sub(_escape_character, escaped_text)
    return FormattedCitation(
        _ITALIC_MARK.sub("", marked_text),
        escaped_text.replace(ITALIC_START, "<i>").replace(ITALIC_END, "</i>"),
    )


def _sort_key(citation: FormattedCitation) -> str:
    return fold(citation.text).lstrip(_UNSORTED_MARKS)


def reference_list(
    sources: Iterable[Source], style: Style, language: Language
) -> list[FormattedCitation]:
    """Return the references of some sources in the order of letters and figures."""
    citations = [format_source(source, style, language) for source in sources]
    return sorted(citations, key=_sort_key)


@clear_with_stories
@lru_cache(maxsize=4096)
def format_pinpoint(source: Source, locator: int | None, language: Language) -> str:
    """Return the short form in plain text: "VICE News, c. 2 May 2019, para. 26".

    Parameters
    ----------
    source
        The source.
    locator
        The number of the paragraph; without it, the source as a whole.
    language
        The language of the text.
    """
    name = translate_via(clean_text(source.custom.short), language)
    if not name:
        name = clean_text(source.title)
    date_text = cite_date(
        issued_date(source),
        language,
        order="day first",
        style="plain",
    )
    parts = [name, date_text]
    if locator is not None:
        paragraph = "párr."
        if language == "en":
            paragraph = "para."
        parts.append(f"{paragraph} {locator}")
    return ", ".join(parts)
