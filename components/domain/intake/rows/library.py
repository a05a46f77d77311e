"""The sources of a story from a list of its own, as Zotero writes one, beside a table of events.

An event is cited by the sources of the list that its row names: by link, by title, by DOI or by the
list's own key. What a row names besides stays as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from components.domain.intake.columns.column_map import key_of
from components.domain.intake.problems import Sheet
from components.domain.intake.rows.columns import plain_name
from components.domain.intake.rows.names import Ids, slug
from components.domain.intake.rows.values import is_address, looked_up, read_date
from components.domain.intake.rows.when import Ways, read_when
from components.domain.records.models import Kind
from components.domain.records.sources import Source
from components.domain.wording import cut

#: What Zotero calls an item, in CSL.
TYPES: Final[Mapping[str, str]] = {
    "newspaperArticle": "article-newspaper", "magazineArticle": "article-magazine",
    "journalArticle": "article-journal", "webpage": "webpage", "blogPost": "post-weblog",
    "forumPost": "post", "report": "report", "book": "book", "bookSection": "chapter",
    "thesis": "thesis", "interview": "interview", "letter": "personal_communication",
    "radioBroadcast": "broadcast", "tvBroadcast": "broadcast", "podcast": "broadcast",
    "videoRecording": "motion_picture", "film": "motion_picture", "audioRecording": "song",
    "presentation": "speech", "conferencePaper": "paper-conference", "statute": "legislation",
    "bill": "bill", "case": "legal_case", "hearing": "hearing", "map": "map",
    "encyclopediaArticle": "entry-encyclopedia", "dataset": "dataset",
}  # fmt: skip
KINDS: Final[Mapping[str, Kind]] = {
    "article-newspaper": "newspaper",
    "broadcast": "broadcaster",
    "legislation": "official",
    "bill": "official",
}
MORE: Final[Mapping[str, str]] = {
    "publication title": "container-title", "publisher": "publisher", "doi": "DOI",
    "isbn": "ISBN", "issn": "ISSN", "pages": "page", "volume": "volume", "issue": "issue",
    "place": "publisher-place",
}  # fmt: skip
SHORT_CHARACTERS: Final = 40
_SCHEME = re.compile(r"^https?://(?:www\.|dx\.)?", re.IGNORECASE)


@dataclass
class Library:
    """The sources of a list, found by what a row may call them."""

    name: str = ""
    sources: dict[str, Source] = field(default_factory=dict)
    _by_name: dict[str, str] = field(default_factory=dict)

    def add(self, source: Source, key: str) -> None:
        """Take a source in, under its link, its DOI, its title and its key in the list."""
        self.sources[source.id] = source
        csl = source.csl()
        names = (f"key:{key}" if key else "", _link(source.URL or ""),
                 _link(f"https://doi.org/{csl['DOI']}") if csl.get("DOI") else "",
                 _title(source.title))  # fmt: skip
        for name in filter(None, names):
            self._by_name.setdefault(name, source.id)

    def named_in(self, cells: Mapping[str, str]) -> tuple[str, ...]:
        """The ids of the sources that a row names, in one cell or more, parted by ``;``."""
        texts = [cells.get("source", ""), cells.get("url", "")]
        texts += [part for text in texts[:1] for part in text.split(";")]
        found = (self._by_name.get(name) for text in texts for name in _names(text.strip()))
        return tuple(dict.fromkeys(one for one in found if one))


def _names(text: str) -> Iterator[str]:
    if text:
        yield f"key:{text}"
        yield _link(text) or _link(f"https://doi.org/{text}" if text.startswith("10.") else "")
        yield _title(text)


def _link(address: str) -> str:
    """An address as it is compared: without what differs from copy to copy."""
    if not is_address(address):
        return ""
    plain = _SCHEME.sub("", address.strip()).partition("#")[0]
    page, _, query = plain.partition("?")
    kept = "&".join(p for p in query.split("&") if p and not p.lower().startswith("utm_"))
    return f"link:{page.rstrip('/').lower()}?{kept}"


def _title(text: str) -> str:
    plain = plain_name(text)
    return f"title:{plain}" if len(plain) > 3 else ""


def library_of(sheets: Iterable[Sheet], ids: Ids) -> Library:
    """The sources of lists, each under an id of its own.

    Rows without a title are passed over.
    """
    library = Library()
    for sheet in sheets:
        library.name = sheet.name
        names = [key_of(cell) for cell in sheet.header]
        for _, cells in sheet.rows:
            row = {name: cell.strip() for name, cell in zip(names, cells, strict=False)}
            if row.get("title"):
                library.add(_source(row, ids), row.get("key", ""))
    return library


def _source(row: Mapping[str, str], ids: Ids) -> Source:
    title, address = row["title"], row.get("url", "")
    made: dict[str, Any] = {csl: row[name] for name, csl in MORE.items() if row.get(name)}
    kind = TYPES.get(row.get("item type", ""), "webpage" if address else "document")
    if people := [person(text) for text in row.get("author", "").split(";") if text.strip()]:
        made["author"] = people
    if is_address(address):
        made["URL"] = address
    made |= looked_up(read_date(row.get("access date", "")[:10]).text)
    day, stated = _issued(row)
    short = row.get("short title") or title
    why = {
        True: {"en": "As the list of sources gives it.", "es": "Como la da la lista de fuentes."},
        False: {
            "en": "The list gives no date; the source had appeared by this day.",
            "es": "La lista no da la fecha; la fuente ya había aparecido ese día.",
        },
    }[stated]
    basis = "stated" if stated else "inferred"
    dated = {"issued_edtf": day, "date_basis": basis, "date_note": why} if day else {}
    return Source.model_validate({
        "id": ids.take(slug(title, "source")),
        "type": kind,
        "title": title[:1000],
        "language": row.get("language") or "und",
        "custom": {
            "tier": "document",
            "kind": KINDS.get(kind, "original-reporting"),
            "voice": "press",
            "short": cut(short, SHORT_CHARACTERS),
            **dated,
            "notes": {"en": "From the list of sources.", "es": "De la lista de fuentes."},
        },
        **made,
    })  # fmt: skip


def _issued(row: Mapping[str, str]) -> tuple[str, bool]:
    """When a source appeared, and whether the list says so; else the day by which it had."""
    for name in ("date", "publication year"):
        if found := read_when(row.get(name, ""), Ways()).text:
            return found, True
    seen = (read_date(row.get(name, "")[:10]).text for name in ("access date", "date added"))
    day = next((day for day in seen if day), "")
    return f"../{day}" if day else "", False


def person(text: str) -> dict[str, str]:
    """A name as "Family, Given", or one of an institution."""
    family, comma, given = text.strip().partition(",")
    return {"family": family, "given": given.strip()} if comma else {"literal": family}
