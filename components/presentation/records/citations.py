"""Citations ready to show: from a record to the source, the paragraph and the words."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from components.domain.records.models import Citation
from components.domain.records.sources import Source
from components.domain.views.filters import citations_in_use
from components.domain.views.view import View
from components.exports.quotation import Quotation, quotation
from components.i18n import I18n
from components.i18n.labels import BASIS, KIND
from components.presentation.context import Context


@dataclass(frozen=True)
class CitationView:
    """One citation in the reader's language."""

    source_id: str
    short: str
    title: str
    kind: str
    corroborating: bool
    locator: int | None
    wording: str
    wording_language: str
    role: str
    issued: str
    issued_basis: str
    issued_note: str
    via: tuple[str, ...]
    url: str | None
    address: str


def issued(source: Source, i18n: I18n) -> str:
    """A source's date, no more precise than it is known."""
    return i18n.date(source.custom.issued_edtf)


def in_version(view: View) -> str:
    """The end of a link that stays in the version of the data that is read."""
    return f"&v={view.version}" if view.version else ""


def _cited(citation: Citation, ctx: Context) -> CitationView:
    source = ctx.dataset.sources[citation.source_id]
    details = source.custom
    return CitationView(
        source_id=source.id,
        short=ctx.i18n.source(source),
        title=source.title,
        kind=ctx.i18n.t(KIND[details.kind]),
        corroborating=details.tier == "corroborating",
        locator=citation.locator,
        wording=citation.wording,
        wording_language=source.language[:2],
        role=citation.role,
        issued=issued(source, ctx.i18n),
        issued_basis=ctx.i18n.t(BASIS[details.date_basis]),
        issued_note=getattr(details.date_note, ctx.i18n.language),
        via=tuple(ctx.dataset.sources[s].custom.short for s in reversed(citation.via)),
        url=source.URL,
        address=f"sources?source={source.id}&lang={ctx.i18n.language}{in_version(ctx.view)}",
    )


def citation_views(record_id: str, ctx: Context) -> tuple[CitationView, ...]:
    """The citations of an event or a claim, the four documents first."""
    found = citations_in_use(ctx.dataset, record_id, ctx.view.filters)
    shown = (_cited(citation, ctx) for citation in found)
    return tuple(sorted(shown, key=lambda c: c.corroborating))


def said_once(citations: Iterable[CitationView]) -> tuple[CitationView, ...]:
    """The places in sources that several records rest on, each once and without their words."""
    found = {(c.source_id, c.locator): replace(c, wording="") for c in citations}
    return tuple(sorted(found.values(), key=lambda c: c.corroborating))


def quoted(claim_id: str, ctx: Context) -> Quotation | None:
    """A claim as a sentence to quote, with its references in the style in use.

    ``None`` where the filters leave none of its sources in use.
    """
    view = ctx.view
    return quotation(ctx.dataset, claim_id, view.filters, ctx.i18n, view.cite)


def lettered(citations: Sequence[CitationView]) -> list[tuple[str, CitationView]]:
    """Citations with the letters of footnotes: a, b … z, aa, ab …"""
    letters = string.ascii_lowercase
    more = ["", *letters]
    return [(more[n // 26] + letters[n % 26], one) for n, one in enumerate(citations)]
