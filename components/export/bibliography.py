"""The bibliography for reference managers: CSL-JSON, BibTeX and RIS, as plain UTF-8 text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from components.export.references import (
    Issued,
    accessed,
    clean,
    in_words,
    issued_date,
    to_csl,
    to_edtf,
)
from components.i18n.language import Language
from components.story.days import MONTHS
from components.story.sources import Source

_INFERRED: dict[Language, str] = {"en": "Date inferred", "es": "Fecha inferida"}
_PUBLISHED: dict[Language, str] = {"en": "Published", "es": "Publicado"}


def _note(source: Source, language: Language) -> str:
    """What a reader of the entry must know: how its date was found, and what else is odd."""
    date = issued_date(source)
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


def _family(name: Mapping[str, str]) -> str:
    """The family name with what stands before it: "de la Torre"."""
    particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
    return clean(f"{particle} {name.get('family', '')}")


def _url(source: Source) -> str:
    """The address, with the few characters percent-encoded that would end a field early."""
    address = clean(source.URL or "")
    return re.sub(r"[{}\\<>\" ]", lambda m: f"%{ord(m.group()):02X}", address)


# CSL-JSON ---------------------------------------------------------------------------------------


def _csl_item(source: Source, language: Language) -> dict[str, Any]:
    item = source.csl()
    date = to_csl(issued_date(source))
    if date:
        item["issued"] = date
    if note := _note(source, language):
        item["note"] = note
    return item


def to_csl_json(sources: Iterable[Source], language: Language = "en") -> str:
    """Return CSL-JSON: an array of items, with what is ours under ``custom``.

    Args:
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
_PERIODICALS = {
    "article": "newspaper",
    "article-newspaper": "newspaper",
    "article-magazine": "magazine",
    "article-journal": "",
}
_MONTHS = tuple(name[:3] for name in MONTHS)[:12]
#: The languages whose capitals biblatex and pandoc know by name.
_LANGID = {
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "pt": "portuguese",
    "de": "german",
    "it": "italian",
}


def _tex(text: str) -> str:
    """Escape what LaTeX reads as its own; letters with accents stay UTF-8."""
    return "".join(_TEX.get(character, character) for character in clean(text))


def _bibtex_author(name: Mapping[str, str]) -> str:
    """One name as BibTeX reads it; an institution in braces, lest it be cut into names."""
    if name.get("literal"):
        return f"{{{_tex(name['literal'])}}}"
    parts = [_tex(_family(name)), _tex(name.get("suffix", "")), _tex(name.get("given", ""))]
    # A name may itself hold what parts two names, or the parts of one.
    return ", ".join(f"{{{p}}}" if " and " in f" {p} " or "," in p else p for p in parts if p)


def _bibtex_title(title: str) -> str:
    """A title with every word that has a capital in braces, lest a style make it small."""
    words = re.split("( )", _tex(title))
    return "".join(f"{{{w}}}" if w != w.lower() else w for w in words)


def _bibtex_entry(source: Source, language: Language) -> str:
    """One entry; classic BibTeX reads ``year`` and ``month``, all others ``date``, an EDTF date."""
    date = issued_date(source)
    year, month = (*(date.parts[0] if date.parts else ()), 0, 0)[:2]
    fields = {
        "title": _bibtex_title(source.title),
        "author": " and ".join(map(_bibtex_author, _authors(source))),
        "entrysubtype": _PERIODICALS.get(source.type, ""),
        "journal": _tex(_extra(source, "container-title")),
        "institution" if source.type == "report" else "publisher": _tex(
            _extra(source, "publisher")
        ),
        "date": to_edtf(date),
        "year": str(year or ""),
        "month": _MONTHS[month - 1] if month else "",
        "url": _url(source),
        "urldate": to_edtf(accessed(source)),
        "language": _tex(source.language),
        "langid": _LANGID.get(source.language[:2], ""),
        "note": _tex(_note(source, language)),
    }
    kind = {"report": "report", "book": "book"}.get(source.type, "online")
    lines = [f"@{'article' if source.type in _PERIODICALS else kind}{{{source.id}"]
    # The month is BibTeX's own word and has no braces.
    lines += [f"  {key} = {value if key == 'month' else f'{{{value}}}'}"
              for key, value in fields.items() if value]  # fmt: skip
    return ",\n".join(lines) + "\n}\n"


def to_bibtex(sources: Iterable[Source], language: Language = "en") -> str:
    """Return BibTeX: ``@article`` for what stood in a periodical, ``@online`` for the rest.

    Args:
        language: The language of the notes.
    """
    return "\n".join(_bibtex_entry(source, language) for source in sources)


# RIS --------------------------------------------------------------------------------------------

_RIS_TYPES = {
    "article": "NEWS",
    "article-newspaper": "NEWS",
    "article-magazine": "MGZN",
    "article-journal": "JOUR",
    "webpage": "WEB",
    "post": "BLOG",
    "post-weblog": "BLOG",
    "broadcast": "SOUND",
    "report": "RPRT",
    "book": "BOOK",
    "personal_communication": "ICOMM",
}


def _ris_author(name: Mapping[str, str]) -> str:
    if name.get("literal"):
        return clean(name["literal"])
    parts = (_family(name), clean(name.get("given", "")), clean(name.get("suffix", "")))
    return ", ".join(part for part in parts if part)


def _ris_record(source: Source, language: Language) -> str:
    """One record, with the tags that the programs agree on; the date is EDTF, which they read.

    citation-js loses the authors of a newspaper article and the title of a page as soon as a record
    names its language; so a signed article and a page do without.
    """
    kind = _RIS_TYPES.get(source.type, "GEN")
    authors = [_ris_author(name) for name in _authors(source)]
    silent = kind == "WEB" or (kind == "NEWS" and authors)
    tags = [
        ("TY", kind),
        ("ID", source.id),
        ("TI", clean(source.title)),
        *(("A1", author) for author in authors),
        ("JF", _extra(source, "container-title")),
        ("PB", _extra(source, "publisher")),
        ("Y1", to_edtf(issued_date(source))),
        ("UR", _url(source)),
        ("Y2", to_edtf(accessed(source))),
        ("LA", "" if silent else clean(source.language)),
        ("N1", _note(source, language)),
    ]
    return "".join(f"{tag}  - {value}\n" for tag, value in tags if value) + "ER  - \n"


def to_ris(sources: Iterable[Source], language: Language = "en") -> str:
    """Return RIS: one record a source, each value on one line, so that none can start another tag.

    Args:
        language: The language of the notes.
    """
    return "\n".join(_ris_record(source, language) for source in sources)


# What a page offers -----------------------------------------------------------------------------


@dataclass(frozen=True)
class BibliographyFormat:
    """A format to download: its name, the ending of its file and how to write it."""

    label: str
    ending: str
    mime: str
    write: Callable[[Iterable[Source], Language], str]


BIBLIOGRAPHY_FORMATS: Mapping[str, BibliographyFormat] = MappingProxyType(
    {
        "bibtex": BibliographyFormat("BibTeX", "bib", "application/x-bibtex", to_bibtex),
        "csl-json": BibliographyFormat(
            "CSL-JSON", "json", "application/vnd.citationstyles.csl+json", to_csl_json
        ),
        "ris": BibliographyFormat("RIS", "ris", "application/x-research-info-systems", to_ris),
    }
)
