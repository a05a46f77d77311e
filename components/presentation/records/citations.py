"""Citations ready to show: from a record to the source, the paragraph and the words."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from components.export.citations import format_source
from components.export.quotation import Quotation, cited_sentence, quotation, sum_sentence
from components.i18n import I18n
from components.i18n.labels import BASIS, KIND
from components.presentation.context import Context
from components.query.filters import citations_in_use
from components.query.view import View
from components.story.models import Citation, Claim
from components.story.sources import Source


@dataclass(frozen=True)
class CitationView:
    """One citation in the reader's language.

    What is ready to quote is made when it is shown: the sentences that rest on this place in the
    source, with this source alone in brackets, and the source's reference in APA style.
    """

    source_id: str
    short: str
    title: str
    kind: str
    corroborating: bool
    locator: int | None
    wording: str
    wording_language: str
    role: str
    published: str
    via: tuple[str, ...]
    url: str | None
    address: str
    cited: Citation
    quotes: Callable[[], tuple[str, ...]] = field(compare=False)
    reference: Callable[[], str] = field(compare=False)


def issued(source: Source, i18n: I18n) -> str:
    """A source's date, no more precise than it is known."""
    return i18n.date(source.custom.issued)


def _published(source: Source, i18n: I18n) -> str:
    """A source's date, how it is known, and what is to be said of that; all that is known of it."""
    details, said = source.custom, issued(source, i18n)
    if details.date_basis is None:
        return f"{said}."
    note = getattr(details.date_note, i18n.language)
    return f"{said} ({i18n.t(BASIS[details.date_basis])}). {note}".rstrip()


def in_version(view: View) -> str:
    """The end of a link that stays in the version of the data that is read."""
    return f"&v={view.version}" if view.version else ""


def _quotes(citation: Citation, ctx: Context) -> tuple[str, ...]:
    said = cited_sentence(ctx.dataset, citation, ctx.view.filters, ctx.i18n)
    return (said,) if said else ()


def _reference(source: Source, i18n: I18n) -> str:
    return format_source(source, "apa", i18n.language).text


def language_of(source: Source) -> str:
    """The language of a source for HTML, such as ``es``; empty where nobody said which."""
    language = source.language.partition("-")[0]
    return "" if language == "und" else language


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
        wording_language=language_of(source),
        role=citation.role,
        published=_published(source, ctx.i18n),
        via=tuple(ctx.i18n.short(ctx.dataset.sources[s]) for s in reversed(citation.via)),
        url=source.URL,
        address=f"sources?source={source.id}&lang={ctx.i18n.language}{in_version(ctx.view)}",
        cited=citation,
        quotes=partial(_quotes, citation, ctx),
        reference=partial(_reference, source, ctx.i18n),
    )


def citation_views(record_id: str, ctx: Context) -> tuple[CitationView, ...]:
    """The citations of an event or a claim, the four documents first."""
    found = citations_in_use(ctx.dataset, record_id, ctx.view.filters)
    shown = (_cited(citation, ctx) for citation in found)
    return tuple(sorted(shown, key=lambda c: c.corroborating))


def said_once(citations: Iterable[CitationView]) -> tuple[CitationView, ...]:
    """The places in sources that several records rest on, each once and without their words.

    Each offers the sentences of all the records that rest on it.
    """
    found: dict[tuple[str, int | None], list[CitationView]] = {}
    for one in citations:
        found.setdefault((one.source_id, one.locator), []).append(one)
    once = [replace(same[-1], wording="", quotes=partial(_all, same)) for same in found.values()]
    return tuple(sorted(once, key=lambda c: c.corroborating))


def _all(same: Sequence[CitationView]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said for one in same for said in one.quotes()))


def figure_views(claims: Sequence[Claim], ctx: Context) -> tuple[CitationView, ...]:
    """The citations of a figure: of one claim, or of regional counts that are added up.

    The words of one region's count are not those of the sum. The sentence to quote is the sum as
    the story's own, with all the sources of its parts: no source says it.
    """
    found = [one for claim in claims for one in citation_views(claim.id, ctx)]
    if len(claims) < 2:
        return tuple(found)
    sentence = sum_sentence(ctx.dataset, claims, ctx.view.filters, ctx.i18n)
    once = said_once(found)
    return tuple(replace(one, wording="", quotes=lambda: (sentence,)) for one in once)


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
