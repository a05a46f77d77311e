"""Runs citeproc-py: one source in, one marked bibliography entry out.

Where citeproc-py does not do what a style asks for, this module chooses other input (the type, the
fields, an attribute of the style); :mod:`components.exports.csl.finish` sets right what remains.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from components.domain.models import Source
from components.exports.csl.dates import Issued, Language, issued, to_csl
from components.exports.csl.lean import slim
from components.exports.csl.marks import (
    UNSIGNED,
    MarkFormatter,
    clean,
    described,
    fence,
    fence_name,
    fence_title,
)

Style = Literal["apa", "chicago", "iso690"]

_HERE = Path(__file__).parent
_LOCALES: dict[Language, str] = {"en": "en-US", "es": "es-ES"}
_FILES: dict[tuple[Style, Language], str] = {
    ("apa", "en"): "apa.csl",
    ("apa", "es"): "apa.csl",
    ("chicago", "en"): "chicago-notes-bibliography.csl",
    ("chicago", "es"): "chicago-notes-bibliography.csl",
    ("iso690", "en"): "iso690-author-date-en.csl",
    ("iso690", "es"): "iso690-author-date-es.csl",
}

#: The fields a style may see. ``note`` is ours, not the publisher's, and stays out.
_PLAIN = ("publisher", "publisher-place", "genre", "medium", "section", "volume", "issue", "page")
_NAMES = ("author", "editor", "translator")

#: The types a style gets to see; any other counts as a page on the web.
_KNOWN = frozenset(
    {
        *("article-newspaper", "article-magazine", "post-weblog", "webpage"),
        *("broadcast", "report", "book"),
    }
)
_NEWS = ("article", "article-newspaper", "article-magazine", "post", "post-weblog", "webpage")
#: The dress in which citeproc-py renders a type well. Chicago prints a bare "Edition." after a
#: newspaper; ISO 690 in Spanish leaves the day out of anything but a newspaper, and the italics
#: out of a report.
_TYPES: dict[Style, dict[str, str]] = {
    "apa": {"article": "article-newspaper", "post": "post-weblog"},
    "chicago": dict.fromkeys(
        ("article", "article-newspaper", "article-magazine", "post"), "post-weblog"
    ),
    "iso690": {**dict.fromkeys((*_NEWS, "broadcast"), "article-newspaper"), "report": "book"},
}
#: What APA prints in brackets after such a title, where the Spanish locale has no word for it.
_GENRES: dict[Language, dict[str, str]] = {"en": {}, "es": {"broadcast": "Emisión"}}

#: The processor keeps its state in the style it renders with; one thread at a time may use it.
_TURN = Lock()


@lru_cache(maxsize=128)
def _style(style: Style, language: Language, kind: str, fields: frozenset[str]) -> Any:
    """Read a style, once per process for each shape of source there is."""
    # Imported late: a page without citations should not pay for the processor.
    from citeproc import CitationStylesStyle

    path = str(_HERE / _FILES[style, language])
    parsed = CitationStylesStyle(path, locale=_LOCALES[language], validate=False)
    slim(parsed.root, kind, fields)
    if style != "apa":
        # The processor shortens given names wherever it finds this attribute, also where the
        # style says initialize="false". Only APA wants initials.
        for element in parsed.root.iter():
            element.attrib.pop("initialize-with", None)
    return parsed


def _type(source: Source, style: Style) -> str:
    dress = _TYPES[style]
    kind = dress.get(source.type, source.type)
    return kind if kind in _KNOWN else dress.get("webpage", "webpage")


def _name(name: dict[str, Any]) -> dict[str, str]:
    if name.get("literal"):
        return {"literal": fence_name(str(name["literal"]))}
    keys = ("family", "given", "suffix", "dropping-particle", "non-dropping-particle")
    return {key: clean(str(name[key])) for key in keys if name.get(key)}


def _first_day(date: Issued) -> Issued:
    """Let "published between" stand as "about" its first day: styles ask for one date."""
    return Issued(date.parts[:1], True) if len(date.parts) > 1 else date


def _name_once(item: dict[str, Any], style: Style) -> None:
    """Leave out the site or the publisher where it is the author: APA and Chicago say so."""
    field = {"webpage": "container-title", "report": "publisher"}.get(item["type"])
    author = item.get("author", [{}])[0].get("literal")
    if style == "iso690" or field is None or not author or author not in item.get(field, ""):
        return
    if style == "apa" or field == "container-title":
        del item[field]


def csl_item(source: Source, style: Style, language: Language) -> dict[str, Any]:
    """Return what the processor is to see of ``source``: fenced, and of a type it renders well."""
    data = source.csl()
    item: dict[str, Any] = {
        "id": source.id,
        "type": _type(source, style),
        # A title in brackets describes a source that has none: no headline capitals for that.
        "language": "zxx" if described(source.title) else source.language[:2],
        "title": fence_title(source.title),
    }
    if style == "apa" and (genre := _GENRES[language].get(source.type)):
        data.setdefault("genre", genre)
    container = clean(str(data.get("container-title") or ""))
    if container:
        item["container-title"] = fence(container)
    for key in _PLAIN:
        value = clean(str(data.get(key) or ""))
        # A publisher of the same name as its paper would be printed twice.
        if value and not (key == "publisher" and value == container):
            item[key] = fence(value)
    if source.URL:
        item["URL"] = fence(source.URL)
    for role in _NAMES:
        if names := [_name(name) for name in data.get(role) or () if _name(name)]:
            item[role] = names
    _name_once(item, style)
    # A name that is nobody's keeps the processor from putting the newspaper, or the title a second
    # time, in the author's place; the finishing steps take it out again.
    item.setdefault("author", [{"literal": UNSIGNED}])
    if date := to_csl(_first_day(issued(source))):
        item["issued"] = date
    return item


def render(item: dict[str, Any], style: Style, language: Language) -> str:
    """Return the bibliography entry of an item, with its marks."""
    from citeproc import Citation, CitationItem, CitationStylesBibliography
    from citeproc.source.json import CiteProcJSON

    with _TURN:
        bibliography = CitationStylesBibliography(
            _style(style, language, item["type"], frozenset(item)),
            CiteProcJSON([item]),
            MarkFormatter,
        )
        bibliography.register(Citation([CitationItem(item["id"])]))
        return str(bibliography.bibliography()[0])
