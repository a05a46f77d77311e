"""Bibliographies for reference managers: BibTeX, CSL-JSON and RIS."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from components.citing.citation_text import clean_text
from components.citing.reference import csl_authors, csl_text, name_particle, source_type
from components.citing.source_dates import accessed_date, cite_date, date_parts, issued_date
from components.i18n.messages import Language
from components.story.models import Source
from components.values.language_tables import MONTHS


def _published_note(edtf: str, language: Language) -> str:
    """Return the interval in which a source was published, in words."""
    interval = cite_date(
        edtf.replace("~", ""),
        language,
        order="day first",
        style="plain",
    )
    if language == "en":
        return f"Published: {interval}"
    return f"Publicado: {interval}"


def _inferred_note(reason: str, language: Language) -> str:
    """Return that a date is inferred, and why if a reason is given."""
    label = "Fecha inferida"
    if language == "en":
        label = "Date inferred"
    if not reason:
        return label
    return f"{label}: {reason}"


def _note_text(source: Source, language: Language) -> str:
    """Return what a reference manager shows as the note of a source: its date, then its notes."""
    edtf = issued_date(source)
    date_note = getattr(source.custom.date_note, language)
    notes = getattr(source.custom.notes, language)
    parts = []
    if "/" in edtf:
        parts.append(_published_note(edtf, language))
    if "~" in edtf:
        parts.append(_inferred_note(clean_text(date_note), language))
    elif source.custom.date_basis != "stated":
        parts.append(clean_text(date_note))
    parts.append(csl_text(source, "note"))
    parts.append(clean_text(notes))
    sentences = []
    for part in filter(None, parts):
        if part[-1] not in ".?!":
            part += "."
        sentences.append(part)
    return " ".join(sentences)


class FileName(NamedTuple):
    """An author: an institution, or else the parts of a name in the order of a format."""

    institution: str
    parts: Sequence[str]


def _author_names(source: Source, part_order: Sequence[str]) -> list[FileName]:
    """Return each author; the family name has its particle, empty parts are omitted.

    Parameters
    ----------
    source
        The source.
    part_order
        The CSL parts of a name ("family", "given", "suffix") in the order of the format.
    """
    names = []
    for csl_name in csl_authors(source):
        particle = name_particle(csl_name)
        family = csl_name.get("family", "")
        csl_parts = {**csl_name, "family": f"{particle} {family}"}
        parts = []
        for part_name in part_order:
            part = csl_parts.get(part_name) or ""
            parts.append(clean_text(str(part)))
        institution = csl_name.get("literal") or ""
        known_parts = list(filter(None, parts))
        names.append(FileName(clean_text(institution), known_parts))
    return names


def _percent_encode(match: re.Match[str]) -> str:
    return f"%{ord(match.group()):02X}"


def _address_field(source: Source) -> str:
    """Return the address without characters that would end the field of a file."""
    address = clean_text(source.URL or "")
    return re.sub(r"[{}\\<>\" ]", _percent_encode, address)


def _csl_issued(edtf: str) -> dict[str, Any]:
    """Return a date of publication for CSL-JSON.

    Of an interval it is the first day, as an approximate date: citeproc-py leaves out the year of
    an interval, which all others print. The remark has both days.
    """
    first_end = date_parts(edtf)[0]
    issued: dict[str, Any] = {"date-parts": [list(first_end)]}
    if "~" in edtf or "/" in edtf:
        issued["circa"] = True
    return issued


def to_csl_json(sources: Iterable[Source], language: Language = "en") -> str:
    """Serialize sources as CSL-JSON: the stored items with the best known date and a remark.

    The remark is ``annote``: many styles, those of ISO 690 among them, print ``note``.
    """
    items = []
    for source in sources:
        item = source.to_csl()
        edtf = issued_date(source)
        if edtf:
            item["issued"] = _csl_issued(edtf)
        note = _note_text(source, language)
        if note:
            item["annote"] = note
        items.append(item)
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


#: Braces become commands: BibTeX counts them even behind a backslash.
_TEX_ESCAPES: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
    }
)
#: The languages whose capitals biblatex and pandoc know by name.
_LANGUAGE_NAMES: Final = {
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "pt": "portuguese",
    "de": "german",
    "it": "italian",
}


def _escape_tex(text: str) -> str:
    """Escape the syntax of LaTeX; letters with accents stay UTF-8."""
    return clean_text(text).translate(_TEX_ESCAPES)


def _tex_author(name: FileName) -> str:
    """Return an author for BibTeX; an institution is in braces, lest it be cut into names."""
    if name.institution:
        return f"{{{_escape_tex(name.institution)}}}"
    tex_parts = []
    for part in map(_escape_tex, name.parts):
        # Such a part would be read as two names, or as two parts of a name.
        if " and " in f" {part} " or "," in part:
            part = f"{{{part}}}"
        tex_parts.append(part)
    return ", ".join(tex_parts)


def _tex_title(title: str) -> str:
    """Return a title in braces, lest a style change its capitals.

    Braces around single words are not enough: pandoc takes ``{U.S.} expectations`` for the end of a
    sentence.
    """
    tex_title = _escape_tex(title)
    if not tex_title:
        return ""
    return f"{{{tex_title}}}"


def _tex_year_and_month(edtf: str) -> tuple[str, str]:
    """Return the year and the English month of the first end of a date; empty if not known."""
    date_ends = date_parts(edtf)
    if not date_ends:
        return "", ""
    year, *month_and_day = date_ends[0]
    # BibTeX has no year 0.
    year_text = str(year or "")
    if not month_and_day:
        return year_text, ""
    month_names = list(MONTHS)
    month_name = month_names[month_and_day[0] - 1]
    return year_text, month_name[:3]


def _tex_list(items: Iterable[str]) -> str:
    """Return a list of biblatex, such as the organizations of a page, each of them once."""
    tex_items = []
    for item in dict.fromkeys(filter(None, items)):
        tex_item = _escape_tex(item)
        if " and " in f" {tex_item} ":
            # It would be read as two.
            tex_item = f"{{{tex_item}}}"
        tex_items.append(tex_item)
    return " and ".join(tex_items)


def _bibtex_kind(source: Source) -> tuple[str, dict[str, str]]:
    """Return the kind of an entry, and the fields that depend on it.

    An article of a newspaper or magazine is ``@online``, with and without an address: as
    ``@article`` it loses its day in biblatex-apa, in biblatex-iso690, and in Zotero, which takes it
    for one of a journal.
    """
    types = source_type(source)
    container = csl_text(source, "container-title")
    publisher = csl_text(source, "publisher")
    if types.bibtex_subtype:
        return "online", {
            "keywords": types.bibtex_subtype,
            "organization": _tex_list([container, publisher]),
        }
    match types.bibtex_entry:
        case "online":
            fields = {"organization": _tex_list([container, publisher])}
        case "report":
            fields = {"series": _escape_tex(container), "institution": _tex_list([publisher])}
        case "book":
            fields = {"series": _escape_tex(container), "publisher": _tex_list([publisher])}
        case _:
            fields = {
                "journal": _escape_tex(container),
                "publisher": _tex_list([publisher]),
            }
    return types.bibtex_entry, fields


def _bibtex_entry(source: Source, language: Language) -> str:
    edtf = issued_date(source)
    year, month = _tex_year_and_month(edtf)
    author_names = map(_tex_author, _author_names(source, ("family", "suffix", "given")))
    entry, kind_fields = _bibtex_kind(source)
    fields = {
        "title": _tex_title(source.title),
        "author": " and ".join(filter(None, author_names)),
        **kind_fields,
        "date": edtf,
        "year": year,
        "month": month,
        "url": _address_field(source),
        "urldate": accessed_date(source),
        # Styles print the field "language"; this one only hyphenates.
        "langid": _LANGUAGE_NAMES.get(source.language[:2], ""),
        # Styles print a note and an annotation; no style prints a comment.
        "comment": _escape_tex(_note_text(source, language)),
    }
    lines = [f"@{entry}{{{source.id}"]
    for field_name, value in fields.items():
        if field_name == "month" and value:
            # The month is a macro of BibTeX and has no braces.
            lines.append(f"  month = {value}")
        elif value:
            lines.append(f"  {field_name} = {{{value}}}")
    return ",\n".join(lines) + "\n}\n"


def to_bibtex(sources: Iterable[Source], language: Language = "en") -> str:
    """Serialize sources as BibTeX: ``@online``, ``@article``, ``@report`` and ``@book`` entries.

    Classic BibTeX reads ``year`` and ``month``, all others ``date``, an EDTF date.
    """
    entries = [_bibtex_entry(source, language) for source in sources]
    return "\n".join(entries)


def _shared_date(edtf: str) -> str:
    """Return what both ends of a date have in common, without the mark of an inferred one.

    RIS has neither intervals nor approximate dates, and programs make days such as "24~" of them.
    The note says both.
    """
    first_end, _, last_end = edtf.replace("~", "").partition("/")
    shared_parts = []
    for first_part, last_part in zip(
        first_end.split("-"), (last_end or first_end).split("-"), strict=False
    ):
        if first_part != last_part:
            break
        shared_parts.append(first_part)
    return "-".join(shared_parts)


def _year_of(date: str) -> str:
    """Return the year of a date, with its sign before the year 0."""
    year_match = re.match(r"-?\d+", date)
    if year_match is None:
        return ""
    return year_match.group()


def _ris_record(source: Source, language: Language) -> str:
    date = _shared_date(issued_date(source))
    authors = []
    for name in _author_names(source, ("family", "given", "suffix")):
        authors.append(name.institution or ", ".join(name.parts))
    tags = [
        ("TY", source_type(source).ris_type),
        ("ID", source.id),
        ("TI", clean_text(source.title)),
        *[("AU", author) for author in authors],
        ("T2", csl_text(source, "container-title")),
        ("PB", csl_text(source, "publisher")),
        # pandoc takes the first date, EndNote and rispy the year, citation-js the last.
        ("Y1", date),
        ("PY", _year_of(date)),
        ("DA", date),
        ("UR", _address_field(source)),
        ("Y2", accessed_date(source)),
        ("LA", clean_text(source.language)),
        ("N1", _note_text(source, language)),
    ]
    lines = []
    for tag, value in tags:
        if value:
            lines.append(f"{tag}  - {value}\n")
    lines.append("ER  - \n")
    return "".join(lines)


def to_ris(sources: Iterable[Source], language: Language = "en") -> str:
    """Serialize sources as RIS, each value on one line, so that none can start another record.

    A date has hyphens, and is as exact as its earliest and latest day are the same.
    """
    records = [_ris_record(source, language) for source in sources]
    return "\n".join(records)


class BibliographyFormat(NamedTuple):
    """A file format of a bibliography."""

    label: str
    media_type: str
    serialize: Callable[[Iterable[Source], Language], str]


#: The formats by the extension of their files.
BIBLIOGRAPHIES: Final[Mapping[str, BibliographyFormat]] = {
    "bib": BibliographyFormat("BibTeX", "application/x-bibtex", to_bibtex),
    "json": BibliographyFormat("CSL-JSON", "application/vnd.citationstyles.csl+json", to_csl_json),
    "ris": BibliographyFormat("RIS", "application/x-research-info-systems", to_ris),
}
