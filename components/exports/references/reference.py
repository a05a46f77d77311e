"""What a reference is made of: the fields of a source, cleaned, for the three styles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from components.exports.references.dates import Issued, accessed, issued
from components.exports.references.text import clean, typographic
from components.i18n.language import Language, by_way
from components.story.sources import Source

#: How a source is cited; a type that is not named here is cited as a page of the web.
Form = Literal["article", "journal", "blog", "broadcast", "book", "page"]
FORMS: Final[Mapping[str, Form]] = {
    "article": "article",
    "article-newspaper": "article",
    "article-magazine": "article",
    "article-journal": "journal",
    "post": "blog",
    "post-weblog": "blog",
    "broadcast": "broadcast",
    "report": "book",
    "book": "book",
}
_PARTICLE = re.compile(r"((?:[^\W\dA-ZÀ-Þ][\w’']* )+)(\S.*)")


@dataclass(frozen=True)
class Name:
    """The name of a person, or in ``family`` alone that of an institution."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def last(self) -> str:
        """The family name with its particle: "de la Torre"."""
        return f"{self.particle} {self.family}".strip()

    @property
    def initials(self) -> str:
        """The given names as initials: "J.-P.", "J. M."."""
        words = (w for w in self.given.split() if w[0].isalnum())
        return " ".join("-".join(f"{p[0].upper()}." for p in w.split("-") if p) for w in words)


@dataclass(frozen=True)
class Reference:
    """The fields of a source that a reference shows; what is not known is empty."""

    form: Form
    title: str
    issued: Issued
    accessed: Issued
    english: bool
    authors: tuple[Name, ...] = ()
    container: str = ""
    publisher: str = ""
    place: str = ""
    volume: str = ""
    issue: str = ""
    page: str = ""
    url: str = ""

    @property
    def site(self) -> str:
        """The name of a page's site, unless the site is itself the author."""
        return "" if self.container in {name.family for name in self.authors} else self.container

    @property
    def house(self) -> str:
        """The publisher, unless it is itself the author."""
        return "" if self.publisher in {name.family for name in self.authors} else self.publisher


def _name(given: Mapping[str, Any], language: Language) -> Name:
    parts = {key: typographic(clean(str(value)), language) for key, value in given.items() if value}
    if literal := parts.get("literal"):
        return Name(literal)
    family = parts.get("family", "")
    particle = parts.get("non-dropping-particle") or parts.get("dropping-particle") or ""
    if not particle and (split := _PARTICLE.fullmatch(family)):
        particle, family = split[1].strip(), split[2]
    return Name(family, parts.get("given", ""), particle, parts.get("suffix", ""))


def reference(source: Source, language: Language) -> Reference:
    """Read the fields of ``source``, with the quotation marks of ``language``.

    ``note`` is left out: it is this project's remark, not part of the publication.
    """
    extra = source.model_extra or {}

    def field(key: str) -> str:
        return typographic(clean(str(extra.get(key) or "")), language)

    container, publisher = by_way(field("container-title"), language), field("publisher")
    doi = clean(str(extra.get("DOI") or ""))
    return Reference(
        form=FORMS.get(source.type, "page"),
        title=clean(source.title),
        issued=issued(source),
        accessed=accessed(source),
        english=source.language.startswith("en"),
        authors=tuple(_name(name, language) for name in extra.get("author") or ()),
        container=container,
        # A publisher of the same name as its paper would be printed twice.
        publisher="" if publisher == container else publisher,
        place=field("publisher-place"),
        volume=field("volume"),
        issue=field("issue"),
        page=field("page").replace("-", "–"),
        url=clean(source.URL or "") or (f"https://doi.org/{doi}" if doi else ""),
    )
