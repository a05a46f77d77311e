"""The sources for reference managers: CSL-JSON, BibTeX, RIS; notes are in the language given."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from components.export import citations
from components.i18n.language import Language
from components.story.edtf import MONTHS
from components.story.models import Source


def _note(source: Source, language: Language) -> str:
    date, english = citations.issued_date(source), language == "en"
    parts = []
    if "/" in date:
        span = citations.in_words(date.replace("~", ""), language)
        parts.append(f"{'Published' if english else 'Publicado'}: {span}")
    why = citations.clean(getattr(source.custom.date_note, language))
    if "~" in date:
        inferred = "Date inferred" if english else "Fecha inferida"
        parts.append(f"{inferred}: {why}" if why else inferred)
    elif source.custom.date_basis != "stated" and why:
        parts.append(why)
    parts += [_extra(source, "note"), citations.clean(getattr(source.custom.notes, language))]
    return " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts if part)


def _extra(source: Source, key: str) -> str:
    return citations.clean(str((source.model_extra or {}).get(key) or ""))


def _authors(source: Source, escaped: Callable[[str], str]) -> list[tuple[str, list[str]]]:
    """Each author: an institution, or a family name with its particle, given name and suffix."""
    found = []
    for name in (source.model_extra or {}).get("author") or []:
        particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
        family = citations.clean(f"{particle} {name.get('family', '')}")
        parts = [escaped(part) for part in (family, name.get("given", ""), name.get("suffix", ""))]
        found.append((escaped(name.get("literal") or ""), parts))
    return found


def _url(source: Source) -> str:
    address = citations.clean(source.URL or "")
    return re.sub(r"[{}\\<>\" ]", lambda m: f"%{ord(m.group()):02X}", address)


def to_csl_json(sources: Iterable[Source], language: Language = "en") -> str:
    items = []
    for source in sources:
        item, date = source.csl(), citations.issued_date(source)
        if date:
            item["issued"] = {"date-parts": [list(end) for end in citations.date_parts(date)]}
            if "~" in date:
                item["issued"]["circa"] = True
        if note := _note(source, language):
            item["note"] = note
        items.append(item)
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


#: Braces become commands: BibTeX counts them even behind a backslash.
_TEX = str.maketrans({
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_"},
})  # fmt: skip
#: The languages whose capitals biblatex and pandoc know by name.
_LANGID = {"en": "english", "es": "spanish", "fr": "french", "pt": "portuguese", "de": "german",
           "it": "italian"}  # fmt: skip


def _tex(text: str) -> str:
    """Escape what LaTeX reads as its own; letters with accents stay UTF-8."""
    return citations.clean(text).translate(_TEX)


def to_bibtex(sources: Iterable[Source], language: Language = "en") -> str:
    """BibTeX: ``@article`` for what stood in a periodical, ``@report``, ``@book``, ``@online``.

    Classic BibTeX reads ``year`` and ``month``, all others ``date``, an EDTF date.
    """
    entries = []
    for source in sources:
        date = citations.issued_date(source)
        year, month = (*next(iter(citations.date_parts(date)), ()), 0, 0)[:2]
        authors = []
        for literal, (family, given, suffix) in _authors(source, _tex):
            # A name may itself hold what parts two names, or the parts of one; an institution is in
            # braces, lest it be cut into names.
            parts = [f"{{{p}}}" if " and " in f" {p} " or "," in p else p
                     for p in (family, suffix, given) if p]  # fmt: skip
            authors.append(f"{{{literal}}}" if literal else ", ".join(parts))
        # Every word of a title that has a capital is in braces, lest a style make it small.
        title = "".join(f"{{{w}}}" if w != w.lower() else w
                        for w in re.split("( )", _tex(source.title)))  # fmt: skip
        _, kind, periodical, _ = citations.SOURCE_TYPES.get(source.type, citations.OTHER_TYPE)
        fields = {
            "title": title,
            "author": " and ".join(filter(None, authors)),
            "entrysubtype": periodical,
            "journal": _tex(_extra(source, "container-title")),
            "institution" if kind == "report" else "publisher": _tex(_extra(source, "publisher")),
            "date": date,
            "year": str(year or ""),
            "month": list(MONTHS)[month - 1][:3] if month else "",
            "url": _url(source),
            "urldate": citations.accessed(source),
            "language": _tex(source.language),
            "langid": _LANGID.get(source.language[:2], ""),
            "note": _tex(_note(source, language)),
        }
        lines = [f"@{kind}{{{source.id}"]
        # The month is BibTeX's own word and has no braces.
        lines += [f"  {key} = {value if key == 'month' else f'{{{value}}}'}"
                  for key, value in fields.items() if value]  # fmt: skip
        entries.append(",\n".join(lines) + "\n}\n")
    return "\n".join(entries)


def to_ris(sources: Iterable[Source], language: Language = "en") -> str:
    """RIS, each value on one line, so that none can start another record; dates are EDTF."""
    records = []
    for source in sources:
        *_, kind = citations.SOURCE_TYPES.get(source.type, citations.OTHER_TYPE)
        authors = [literal or ", ".join(filter(None, parts))
                   for literal, parts in _authors(source, citations.clean)]  # fmt: skip
        # Of a signed article or a page citation-js would lose the authors or the title.
        silent = kind == "WEB" or (kind == "NEWS" and authors)
        tags = [
            ("TY", kind),
            ("ID", source.id),
            ("TI", citations.clean(source.title)),
            *(("A1", author) for author in authors),
            ("JF", _extra(source, "container-title")),
            ("PB", _extra(source, "publisher")),
            ("Y1", citations.issued_date(source)),
            ("UR", _url(source)),
            ("Y2", citations.accessed(source)),
            ("LA", "" if silent else citations.clean(source.language)),
            ("N1", _note(source, language)),
        ]
        records.append("".join(f"{tag}  - {value}\n" for tag, value in tags if value) + "ER  - \n")
    return "\n".join(records)


Writer = Callable[[Iterable[Source], Language], str]
#: By the ending of a file: what the format is called, its media type, and what writes it.
BIBLIOGRAPHIES: Final[Mapping[str, tuple[str, str, Writer]]] = {
    "bib": ("BibTeX", "application/x-bibtex", to_bibtex),
    "json": ("CSL-JSON", "application/vnd.citationstyles.csl+json", to_csl_json),
    "ris": ("RIS", "application/x-research-info-systems", to_ris),
}
