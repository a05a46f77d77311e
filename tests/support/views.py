"""Views that leave different parts of the data set, for tests of what is taken away."""

from collections.abc import Sequence
from datetime import date
from urllib.parse import parse_qs

from components.i18n import Language
from components.presentation.context import Context, read_address
from components.query.filters import Filters
from components.story.models import Citation

FILTERS: dict[str, Filters] = {
    "everything": Filters(),
    "some days": Filters(start=date(2019, 2, 22), end=date(2019, 2, 28)),
    "certain days": Filters(start=date(2019, 2, 22), end=date(2019, 2, 28), certain_only=True),
    "as known on a day": Filters(published_by=date(2019, 2, 27)),
    "a region": Filters(regions=("guajira",)),
    "regions without a count": Filters(regions=("amazonas", "san-andres")),
    "a kind": Filters(categories=("counts",)),
    "a source": Filters(sources=("npr",)),
    "without voices": Filters(excluded_voices=("press", "colombian-state")),
    "the documents alone": Filters(documents_only=True),
    "words": Filters(text="guajira"),
    "nothing": Filters(text="zzzz"),
    "all at once": Filters(
        start=date(2019, 2, 1), regions=("oriente",), documents_only=True, text="venezuel"
    ),
}


def viewed(query: str = "", language: Language = "en", slug: str = "") -> Context:
    """The view of the built-in story that an address names, all of it used."""
    story, view, notices = read_address(parse_qs(query))
    assert not notices
    return Context(story, view, (), story.in_language(language), "light", slug)


def plain_words(citations: Sequence[Citation]) -> str:
    return "; ".join(dict.fromkeys(c.source_id for c in citations))
