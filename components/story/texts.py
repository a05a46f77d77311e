"""The texts of records as words are looked up in them: in lower case, without accents."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from components.story.dataset import Dataset
from components.story.models import Claim, Event

_ACCENTS: Final = re.compile("[\u0300-\u036f]+")


def fold(text: str) -> str:
    """Lower-case a text and drop its accents, so that "Cucuta" finds "Cúcuta".

    Nothing of it is kept: the texts of an upload belong to its session alone.
    """
    if text.isascii():
        return text.casefold()
    # Latin accents go at once; only a text with other marks is read letter by letter.
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    if any(map(unicodedata.combining, set(plain))):
        plain = "".join(c for c in plain if not unicodedata.combining(c))
    return plain.casefold()


def _folded(_: Dataset) -> dict[str, str]:
    """The texts of a story's records as they are searched, by id."""
    return {}


def _event_texts(dataset: Dataset, event: Event) -> tuple[str, ...]:
    place = dataset.places[event.place_id] if event.place_id else None
    names = (place.name, place.name_es) if place else ()
    words = tuple(c.wording for c in dataset.citations_of(event.id))
    return (
        event.title,
        event.title_es,
        event.summary,
        event.summary_es,
        *event.actors,
        *event.actors_es,
        *names,
        *words,
    )


def _claim_texts(dataset: Dataset, claim: Claim) -> tuple[str, ...]:
    claimant = dataset.claimants[claim.claimant_id]
    words = tuple(c.wording for c in dataset.citations_of(claim.id))
    return (claim.statement, claim.statement_es, claimant.name, claimant.name_es, *words)


def _fold(dataset: Dataset, record: Event | Claim) -> str:
    """Make the texts of a record ready to be searched, once per data set."""
    if isinstance(record, Event):
        found = fold(" ".join(_event_texts(dataset, record)))
    else:
        found = fold(" ".join(_claim_texts(dataset, record)))
    dataset.once(_folded)[record.id] = found
    return found


def holds(dataset: Dataset, record: Event | Claim, word: str) -> bool:
    """Whether the texts of a record hold a folded word as it is written."""
    return word in (dataset.once(_folded).get(record.id) or _fold(dataset, record))


def fold_events(dataset: Dataset) -> None:
    """Make every event of a large data set ready to be searched, before anybody asks."""
    for event in dataset.events.values():
        _fold(dataset, event)
