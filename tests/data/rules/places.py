"""An event stands at a place that one of its citations names, and nowhere else.

Asked of places that are drawn as a point. A country or a department is where an event belongs, and
draws nothing. Where a document tells of the event, a document must name the place: what an outside
report adds is told in words, and moves no mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from components.commands.check_citations import paragraphs
from components.story.dataset import Dataset
from components.story.models import Citation, Event, Place
from components.story.texts import fold
from tests.data.rules.finding import Finding


@dataclass(frozen=True)
class PlaceNames:
    """Other names of places.

    Attributes:
        anywhere: place id to names that mean it in every source ("the capital").
        within: source id and place id to names that mean it in that source alone ("here").
    """

    anywhere: Mapping[str, Sequence[str]] = field(default_factory=dict)
    within: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)

    def of(self, place: Place, source: str) -> tuple[str, ...]:
        """Every name of a place in a source, folded."""
        own = (place.name, place.name_es)
        others = (*self.anywhere.get(place.id, ()), *self.within.get((source, place.id), ()))
        return tuple(fold(name) for name in (*own, *others))


def _said(citation: Citation, dataset: Dataset, texts: Mapping[str, Sequence[str]]) -> str:
    """What is known of a citation's words: its paragraph, or else its wording and the title."""
    lines = texts.get(citation.source_id)
    if lines and citation.locator:
        return lines[citation.locator - 1]
    return f"{citation.wording} · {dataset.sources[citation.source_id].title}"


def _names_it(
    citations: Iterable[Citation],
    place: Place,
    dataset: Dataset,
    names: PlaceNames,
    texts: Mapping[str, Sequence[str]],
) -> bool:
    for citation in citations:
        said = fold(_said(citation, dataset, texts))
        known = names.of(place, citation.source_id)
        if any(re.search(rf"\b{re.escape(name)}\b", said) for name in known):
            return True
    return False


def _placed(dataset: Dataset) -> Iterator[tuple[Event, Place]]:
    for event in dataset.events.values():
        place = dataset.places[event.place_id] if event.place_id else None
        if place and place.lat is not None:
            yield event, place


def check_places(
    dataset: Dataset, texts: Mapping[str, str], names: PlaceNames | None = None
) -> tuple[Finding, ...]:
    """Events at a point that no citation names, or that only an outside report names.

    Args:
        dataset: the records.
        texts: the texts of the documents by source id; where one is missing, the words that are
            kept of it must name the place.
        names: other names of places.
    """
    names = names or PlaceNames()
    lines = {source: paragraphs(text) for source, text in texts.items()}
    found = []
    for event, place in _placed(dataset):
        cited = dataset.citations_of(event.id)
        told = [c for c in cited if dataset.sources[c.source_id].custom.tier == "document"]
        if not _names_it(told or cited, place, dataset, names, lines):
            who = "document" if told else "source"
            found.append(Finding(event.id, f"no {who} that is cited for it names {place.name}"))
    return tuple(found)
