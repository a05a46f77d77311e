"""The bibliography for reference managers: CSL-JSON, BibTeX and RIS, as plain UTF-8 text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from components.domain.models import Source
from components.exports.csl.dates import Issued, Language, in_words, issued, to_csl
from components.exports.csl.marks import clean

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PERIODICALS = frozenset({"article", "article-newspaper", "article-magazine", "article-journal"})
_RIS_TYPES = {
    "article": "NEWS",
    "article-newspaper": "NEWS",
    "article-magazine": "MGZN",
    "article-journal": "JOUR",
    "webpage": "ELEC",
    "post": "BLOG",
    "post-weblog": "BLOG",
    "broadcast": "SOUND",
    "report": "RPRT",
    "personal_communication": "ICOMM",
}
_INFERRED: dict[Language, str] = {"en": "Date inferred", "es": "Fecha inferida"}
_PUBLISHED: dict[Language, str] = {"en": "Published", "es": "Publicado"}


def _note(source: Source, language: Language) -> str:
    """What a reader of the entry must know: how its date was found, and what else is odd."""
    date = issued(source)
    parts = []
    if len(date.parts) > 1:
        span = in_words(Issued(date.parts, inferred=False), language)
        parts.append(f"{_PUBLISHED[language]}: {span}")
    why = clean(getattr(source.custom.date_note, language))
    if date.inferred:
        parts.append(f"{_INFERRED[language]}: {why}" if why else _INFERRED[language])
    elif source.custom.date_basis != "stated" and why:
        parts.append(why)
    parts += [clean(str((source.model_extra or {}).get("note") or ""))]
    parts += [clean(getattr(source.custom.notes, language))]
    return " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts if part)


def _extra(source: Source, key: str) -> str:
    return clean(str((source.model_extra or {}).get(key) or ""))


def _authors(source: Source) -> list[dict[str, str]]:
    return list((source.model_extra or {}).get("author") or [])


def _url(source: Source) -> str:
    """The address, with the few characters percent-encoded that would end a field early."""
    address = clean(source.URL or "")
    return re.sub(r"[{}\\<>\" ]", lambda m: f"%{ord(m.group()):02X}", address)


# CSL-JSON ---------------------------------------------------------------------------------------


def _csl_item(source: Source, language: Language) -> dict[str, Any]:
    item = source.csl()
    date = to_csl(issued(source))
    if date:
        item["issued"] = date
    if note := _note(source, language):
        item["note"] = note
    return item


def to_csl_json(sources: Iterable[Source], language: Language = "en") -> str:
    """Return CSL-JSON: an array of items, with what is ours under ``custom``.

    Args:
        sources: The documents, in the order to keep.
        language: The language of the notes.
    """
    items = [_csl_item(source, language) for source in sources]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


# BibTeX -----------------------------------------------------------------------------------------

#: Braces become commands: BibTeX counts them even behind a backslash.
_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_"},
}


def _tex(text: str) -> str:
    """Escape what LaTeX reads as its own; letters with accents stay UTF-8."""
    return "".join(_TEX.get(character, character) for character in clean(text))


def _bibtex_author(name: Mapping[str, str]) -> str:
    """One name as BibTeX reads it; an institution in braces, lest it be cut into names."""
    if name.get("literal"):
        return f"{{{_tex(name['literal'])}}}"
    particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
    family = _tex(f"{particle} {name.get('family', '')}")
    parts = [family, _tex(name.get("suffix", "")), _tex(name.get("given", ""))]
    # A name may itself hold what parts two names, or the parts of one.
    return ", ".join(f"{{{p}}}" if " and " in f" {p} " or "," in p else p for p in parts if p)


def _bibtex_date(date: Issued) -> dict[str, str]:
    """Year, month and day of the first day it may be; the month is BibTeX's own word."""
    if not date.parts:
        return {}
    year, *rest = date.parts[0]
    fields = {"year": f"{{{year}}}"}
    if rest:
        fields["month"] = _MONTHS[rest[0] - 1]
    if len(rest) > 1:
        fields["day"] = f"{{{rest[1]}}}"
    return fields


def _bibtex_fields(source: Source, language: Language) -> dict[str, str]:
    """The fields of an entry, each with its own braces."""
    container = "journal" if source.type in _PERIODICALS else "howpublished"
    plain = {
        container: _tex(_extra(source, "container-title")),
        "publisher": _tex(_extra(source, "publisher")),
        "url": _url(source),
        "language": _tex(source.language),
        "note": _tex(_note(source, language)),
    }
    # Two pairs of braces, so that no style turns the capitals of a name into small letters.
    fields = {"title": f"{{{{{_tex(source.title)}}}}}"}
    if authors := _authors(source):
        fields["author"] = f"{{{' and '.join(map(_bibtex_author, authors))}}}"
    fields |= _bibtex_date(issued(source))
    return fields | {key: f"{{{value}}}" for key, value in plain.items() if value}


def to_bibtex(sources: Iterable[Source], language: Language = "en") -> str:
    """Return BibTeX: ``@article`` for what stood in a periodical, ``@misc`` for the rest.

    Args:
        sources: The documents, in the order to keep.
        language: The language of the notes.
    """
    # Imported late: only a download needs it.
    from bibtexparser.entrypoint import write_string
    from bibtexparser.library import Library
    from bibtexparser.model import Entry, Field

    library = Library()
    for source in sources:
        kind = "article" if source.type in _PERIODICALS else "misc"
        fields = [Field(key, value) for key, value in _bibtex_fields(source, language).items()]
        library.add(Entry(kind, source.id, fields))
    # No middleware: the fields bring their own braces, and a month must have none.
    return write_string(library, unparse_stack=[])


# RIS --------------------------------------------------------------------------------------------


def _ris_author(name: Mapping[str, str]) -> str:
    if name.get("literal"):
        return clean(name["literal"])
    particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
    family = clean(f"{particle} {name.get('family', '')}")
    parts = (family, clean(name.get("given", "")), clean(name.get("suffix", "")))
    return ", ".join(part for part in parts if part)


def _ris_date(date: Issued) -> dict[str, str]:
    """RIS writes YYYY/MM/DD/: what is not known stays empty between the strokes."""
    if not date.parts:
        return {}
    year, *rest = date.parts[0]
    month, day = ([f"{n:02}" for n in rest] + ["", ""])[:2]
    return {"year": str(year), "date": f"{year}/{month}/{day}/"}


def _ris_reference(source: Source, language: Language) -> dict[str, Any]:
    reference: dict[str, Any] = {
        "type_of_reference": _RIS_TYPES.get(source.type, "GEN"),
        "id": source.id,
        "title": clean(source.title),
        "authors": [_ris_author(name) for name in _authors(source)],
        "secondary_title": _extra(source, "container-title"),
        "publisher": _extra(source, "publisher"),
        **_ris_date(issued(source)),
        "urls": [url] if (url := _url(source)) else [],
        "language": clean(source.language),
        "notes": [note] if (note := _note(source, language)) else [],
    }
    return {key: value for key, value in reference.items() if value}


def to_ris(sources: Iterable[Source], language: Language = "en") -> str:
    """Return RIS: one record a source, each value on one line, so that none can start another tag.

    Args:
        sources: The documents, in the order to keep.
        language: The language of the notes.
    """
    # Imported late: only a download needs it.
    import rispy

    class Writer(rispy.RisWriter):  # type: ignore[misc, unused-ignore]
        """Writes no running number before a record: the format has none."""

        def set_header(self, count: int) -> str:  # noqa: ARG002
            return ""

    references = [_ris_reference(source, language) for source in sources]
    return str(rispy.dumps(references, implementation=Writer))


# What a page offers -----------------------------------------------------------------------------


@dataclass(frozen=True)
class BibliographyFormat:
    """A format to download: its name, its file and how to write it."""

    label: str
    file_name: str
    mime: str
    write: Callable[[Iterable[Source], Language], str]


BIBLIOGRAPHY_FORMATS: Mapping[str, BibliographyFormat] = MappingProxyType(
    {
        "csl-json": BibliographyFormat(
            "CSL-JSON",
            "across-the-tachira-sources.json",
            "application/vnd.citationstyles.csl+json",
            to_csl_json,
        ),
        "bibtex": BibliographyFormat(
            "BibTeX", "across-the-tachira-sources.bib", "application/x-bibtex", to_bibtex
        ),
        "ris": BibliographyFormat(
            "RIS",
            "across-the-tachira-sources.ris",
            "application/x-research-info-systems",
            to_ris,
        ),
    }
)
