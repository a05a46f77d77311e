"""The fields of a source that a reference shows, as every citation style reads them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from components.citing.citation_terms import TERMS, CitationTerms, Style
from components.citing.citation_text import clean_text, curl_quotes
from components.citing.source_dates import (
    DateOrder,
    accessed_date,
    cite_date,
    format_date,
    issued_date,
)
from components.i18n.formatter import E_NOT_Y
from components.i18n.language import translate_via
from components.i18n.messages import Language
from components.story.models import Source

#: How a source is cited.
CitedAs = Literal["article", "journal", "blog", "broadcast", "book", "page"]


@dataclass(frozen=True)
class SourceType:
    """How the sources of a CSL type are cited and written into files of reference managers."""

    cited_as: CitedAs
    #: The kind of BibTeX entry, and the kind of periodical (``entrysubtype``), empty for none.
    bibtex_entry: str
    bibtex_subtype: str
    #: The type of reference in RIS (``TY``).
    ris_type: str


_NEWSPAPER: Final = SourceType(
    cited_as="article",
    bibtex_entry="article",
    bibtex_subtype="newspaper",
    ris_type="NEWS",
)
_BLOG: Final = SourceType(
    cited_as="blog",
    bibtex_entry="online",
    bibtex_subtype="",
    ris_type="BLOG",
)
SOURCE_TYPES: Final[Mapping[str, SourceType]] = {
    "article": _NEWSPAPER,
    "article-newspaper": _NEWSPAPER,
    "article-magazine": SourceType(
        cited_as="article",
        bibtex_entry="article",
        bibtex_subtype="magazine",
        ris_type="MGZN",
    ),
    "article-journal": SourceType(
        cited_as="journal",
        bibtex_entry="article",
        bibtex_subtype="",
        ris_type="JOUR",
    ),
    "webpage": SourceType(
        cited_as="page",
        bibtex_entry="online",
        bibtex_subtype="",
        ris_type="ELEC",
    ),
    "post": _BLOG,
    "post-weblog": _BLOG,
    "broadcast": SourceType(
        cited_as="broadcast",
        bibtex_entry="online",
        bibtex_subtype="",
        ris_type="MPCT",
    ),
    "report": SourceType(
        cited_as="book",
        bibtex_entry="report",
        bibtex_subtype="",
        ris_type="RPRT",
    ),
    "book": SourceType(
        cited_as="book",
        bibtex_entry="book",
        bibtex_subtype="",
        ris_type="BOOK",
    ),
    "personal_communication": SourceType(
        cited_as="page",
        bibtex_entry="online",
        bibtex_subtype="",
        ris_type="ICOMM",
    ),
}
#: Sources of any other CSL type.
OTHER_TYPE: Final = SourceType(
    cited_as="page",
    bibtex_entry="online",
    bibtex_subtype="",
    ris_type="GEN",
)
#: Lower-case words before a family name, as in "van der Berg": the particle and the rest.
_PARTICLE: Final = re.compile(r"((?:[^\W\dA-ZÀ-Þ][\w’']* )+)(\S.*)")


def source_type(source: Source) -> SourceType:
    """Return how a source is cited and written into files."""
    return SOURCE_TYPES.get(source.type, OTHER_TYPE)


def csl_text(source: Source, field_name: str) -> str:
    """Return a CSL field of a source as cleaned text, "" if it has none."""
    csl_fields = source.model_extra or {}
    value = csl_fields.get(field_name) or ""
    return clean_text(str(value))


def csl_authors(source: Source) -> Sequence[Mapping[str, Any]]:
    """Return the authors of a source as CSL names."""
    csl_fields = source.model_extra or {}
    return csl_fields.get("author") or ()


def name_particle(csl_name: Mapping[str, Any]) -> str:
    """Return the particle of a CSL name, whether a style drops it or not."""
    return csl_name.get("non-dropping-particle") or csl_name.get("dropping-particle") or ""


@dataclass(frozen=True)
class AuthorName:
    """The parts of an author's name; an institution has a family name alone."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def family_with_particle(self) -> str:
        """Return "van der Berg"."""
        return f"{self.particle} {self.family}".strip()

    @property
    def given_with_particle(self) -> str:
        """Return "Jan van der", as it stands behind the family name."""
        return f"{self.given} {self.particle}".strip()

    @property
    def initials(self) -> str:
        """Return "J.-P." for "Jean-Paul"."""
        initials = []
        for given_name in self.given.split():
            if given_name[0].isalnum():
                name_parts = filter(None, given_name.split("-"))
                part_initials = [f"{part[0].upper()}." for part in name_parts]
                initials.append("-".join(part_initials))
        return " ".join(initials)


def parse_author_name(csl_name: Mapping[str, Any], language: Language) -> AuthorName:
    """Read a CSL name; a particle before the family name is separated from it."""
    parts = {}
    for part_name, value in csl_name.items():
        if value:
            part_text = clean_text(str(value))
            parts[part_name] = curl_quotes(part_text, language)
    literal = parts.get("literal")
    if literal:
        return AuthorName(literal)
    family = parts.get("family", "")
    particle = name_particle(parts)
    split_family = _PARTICLE.fullmatch(family)
    if split_family and not particle:
        particle = split_family[1].strip()
        family = split_family[2]
    return AuthorName(
        family=family,
        given=parts.get("given", ""),
        particle=particle,
        suffix=parts.get("suffix", ""),
    )


@dataclass(frozen=True)
class Reference:
    """The fields of a source that a reference shows, empty where nothing is known.

    Texts are cleaned and have the quotation marks of the language, unless said otherwise.
    """

    language: Language
    cited_as: CitedAs
    authors: Sequence[AuthorName]
    #: The title before its quotation marks are replaced.
    plain_title: str
    title: str
    #: Whether the source itself is in English.
    in_english: bool
    #: When it was published (EDTF), and the year of that, or both years of an interval, in words.
    issued: str
    year: str
    #: The day on which the source was looked up, in words.
    looked_up: str
    #: The same for a source without a date of its own, whose content may change; else empty.
    read_on: str
    container: str
    #: Empty if it has the name of the container, which would be printed twice.
    publisher: str
    #: Container and publisher, empty if they are an author, who is named already.
    container_if_not_author: str
    publisher_if_not_author: str
    place: str
    volume: str
    issue: str
    pages: str
    #: The address, or that of the DOI.
    url: str

    @property
    def terms(self) -> CitationTerms:
        """Return the fixed terms in the language of the reference."""
        return TERMS[self.language]

    def cite_issued_date(self, order: DateOrder, style: Style) -> str:
        """Return the date of publication as a style writes it."""
        return cite_date(self.issued, self.language, order, style)


def join_names(
    names: Sequence[str], language: Language, comma: str = "", conjunction: str = ""
) -> str:
    """Join names with commas and a conjunction before the last one.

    Parameters
    ----------
    names
        Formatted names.
    language
        The language of the reference.
    comma
        What stands before the conjunction, besides a space.
    conjunction
        If empty: "and" in English; in Spanish "y", or "e" before the sound of i.
    """
    if len(names) <= 1:
        return "".join(names)
    if not conjunction:
        conjunction = "y"
        if language == "en":
            conjunction = "and"
        elif E_NOT_Y.match(names[-1]):
            conjunction = "e"
    *first_names, last_name = names
    first_text = ", ".join(first_names)
    return f"{first_text}{comma} {conjunction} {last_name}"


def _source_url(source: Source) -> str:
    url = clean_text(source.URL or "")
    doi = csl_text(source, "DOI")
    if not url and doi:
        return f"https://doi.org/{doi}"
    return url


def _text_unless(text: str, other_texts: set[str]) -> str:
    """Return a text, or "" if it is one of some others."""
    if text in other_texts:
        return ""
    return text


def _field_text(source: Source, field_name: str, language: Language) -> str:
    return curl_quotes(csl_text(source, field_name), language)


def build_reference(source: Source, language: Language) -> Reference:
    """Collect the fields of a source that a reference in a language shows."""
    plain_title = clean_text(source.title)
    issued = issued_date(source)
    accessed = accessed_date(source)
    read_on = ""
    if not issued:
        read_on = format_date(accessed, language, "month first")
    authors = [parse_author_name(csl_name, language) for csl_name in csl_authors(source)]
    family_names = {author.family for author in authors}
    container_title = _field_text(source, "container-title", language)
    container = translate_via(container_title, language)
    publisher_name = _field_text(source, "publisher", language)
    publisher = _text_unless(publisher_name, {container})
    return Reference(
        language=language,
        cited_as=source_type(source).cited_as,
        authors=authors,
        plain_title=plain_title,
        title=curl_quotes(plain_title, language),
        in_english=source.language.startswith("en"),
        issued=issued,
        year=format_date(issued, language, "year"),
        looked_up=format_date(accessed, language, "day first"),
        read_on=read_on,
        container=container,
        publisher=publisher,
        container_if_not_author=_text_unless(container, family_names),
        publisher_if_not_author=_text_unless(publisher, family_names),
        place=_field_text(source, "publisher-place", language),
        volume=_field_text(source, "volume", language),
        issue=_field_text(source, "issue", language),
        pages=_field_text(source, "page", language).replace("-", "–"),
        url=_source_url(source),
    )
