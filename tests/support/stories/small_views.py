"""Views of the small data set, and the records that a test adds to it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from components.i18n import Language
from components.intake import ImportResult
from components.loading.loaded_story import LoadedStory
from components.presentation.context import Context
from components.query.view import View
from components.story.dataset import Dataset
from components.story.models import Citation, Claim, Event
from components.story.presentation import Presentation
from tests.support.stories.small import event, small_dataset


def build_context(
    dataset: Dataset,
    *,
    language: Language = "en",
    slug: str = "",
    private: bool = False,
    **fields: Any,
) -> Context:
    """A view of a data set; ``fields`` are those of the view, ``filters`` among them."""
    story = LoadedStory(ImportResult("small", dataset, ()), "small", private=private)
    return Context(story, View(**fields), (), story.in_language(language), "light", slug)


def cite(record_id: str, source_id: str, **fields: Any) -> Citation:
    return Citation(
        **({"record_id": record_id, "source_id": source_id, "role": "supports"} | fields)
    )


def add_citations(dataset: Dataset, *citations: Citation) -> Dataset:
    return replace(dataset, citations=(*dataset.citations, *citations))


def add_claims(dataset: Dataset, *claims: Claim, source: str = "wire") -> Dataset:
    """The data set with more claims, each supported by a source; without one it is not shown."""
    cited = add_citations(dataset, *(cite(claim.id, source) for claim in claims))
    return replace(cited, claims=dataset.claims | {claim.id: claim for claim in claims})


def set_events(dataset: Dataset, events: Iterable[Event], source: str = "wire") -> Dataset:
    """The data set with these events in place of its records, each supported by a source."""
    by_id = {each.id: each for each in events}
    citations = tuple(cite(event_id, source) for event_id in by_id)
    return replace(dataset, events=by_id, claims={}, citations=citations)


def dated_dataset(*dates: str) -> Dataset:
    """A data set of events alone, one a date (EDTF)."""
    numbered = enumerate(dates, start=1)
    return set_events(
        small_dataset(), [event(f"{number:03}", text, "border") for number, text in numbered]
    )


def set_presentation(dataset: Dataset, **fields: Any) -> Dataset:
    """The data set with a ``presentation.json`` of these keys."""
    return replace(dataset, presentation=Presentation.model_validate(fields))
