"""What rests on each source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from components.domain.records.models import Citation, Source, Tier
from components.domain.views.filters import source_in_use
from components.exports.bibliography import BIBLIOGRAPHY_FORMATS
from components.i18n import N_
from components.presentation.context import Context
from components.presentation.records.citations import in_version

TIERS: Final[dict[Tier, tuple[str, str]]] = {
    "document": (
        N_("The documents"),
        N_("The sources that the story rests on."),
    ),
    "corroborating": (
        N_("Corroborating reports"),
        N_("Reports from outside the documents, marked ◇ wherever they appear."),
    ),
}


#: Of a source of a very large story, so many records are listed; the filters lead to the others.
MOST_RESTING: Final = 150


MOST_SOURCES: Final = 100


@dataclass(frozen=True)
class _Resting:
    """One event or claim that rests on a source, at one paragraph."""

    locator: int | None
    wording: str
    text: str
    kind: str
    address: str


def _resting(citation: Citation, here: Context) -> _Resting:
    i18n, data = here.i18n, here.dataset
    record = citation.record_id
    if record in data.events:
        text, kind, chosen = i18n.of(data.events[record], "title"), i18n.t("Event"), record
    else:
        claim = data.claims[record]
        text, kind = i18n.of(claim, "statement"), i18n.t("Claim")
        chosen = claim.event_id or ""
    address = f"./?lang={i18n.language}&event={chosen}{in_version(here)}" if chosen else ""
    return _Resting(citation.locator, citation.wording, text, kind, address)


def resting_on(source: Source, here: Context) -> tuple[_Resting, ...]:
    """Everything that rests on a source, by paragraph."""
    found = here.dataset.citations_from(source.id)
    ordered = sorted(found, key=lambda c: (c.locator or 0, c.record_id))
    return tuple(_resting(citation, here) for citation in ordered[:MOST_RESTING])


def bibliography_file(
    name: str, sources: Sequence[Source], here: Context
) -> bytes | Callable[[], bytes]:
    """A file of the sources; of a story of any length, how to make it when it is asked for.

    A file that is there beforehand is a plain download: nothing moves under the next click, and no
    run of the page can take it away between a click and its answer.
    """
    language = here.i18n.language

    def make() -> bytes:
        return BIBLIOGRAPHY_FORMATS[name].write(sources, language).encode()

    if len(sources) > MOST_SOURCES:
        return make
    key = ("bibliography", name, tuple(s.id for s in sources), language)
    return here.story.once(key, make)


def shown_sources(here: Context) -> tuple[Source, ...]:
    """The sources under the filters: tier, voices, day of knowledge, and those chosen."""
    filters = here.view.filters
    return tuple(
        source
        for source in here.dataset.sources.values()
        if source_in_use(source, replace(filters, sources=()))
        and (not filters.sources or source.id in filters.sources)
    )
