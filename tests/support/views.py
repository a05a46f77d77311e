"""Views and filters that select different parts of the data set."""

from collections.abc import Iterable, Sequence
from datetime import date
from random import Random
from typing import Any
from urllib.parse import parse_qs

from components.i18n import Language
from components.presentation import chart_data, map_scenes
from components.presentation.context import Context, read_address
from components.query.filters import Filters
from components.query.selection import select_records
from components.query.view_facts import ViewFacts
from components.story.dataset import Dataset
from components.story.edtf import days_after
from components.story.ground_data import MapExtent

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
    "a voice": Filters(voices=("venezuelan-state",)),
    "the documents alone": Filters(documents_only=True),
    "words": Filters(text="guajira"),
    "nothing": Filters(text="zzzz"),
    "all at once": Filters(
        start=date(2019, 2, 1), regions=("oriente",), documents_only=True, text="venezuel"
    ),
}


def build_view_context(query: str = "", language: Language = "en", slug: str = "") -> Context:
    """The view of the built-in story that an address names, all of it used."""
    story, view, notices = read_address(parse_qs(query))
    assert not notices
    return Context(story, view, (), story.in_language(language), "light", slug)


def facts_of(dataset: Dataset, filters: Filters = FILTERS["everything"]) -> ViewFacts:
    """What is computed of a story under some filters."""
    return ViewFacts(dataset, filters, select_records(dataset, filters))


WORDS = ("cucuta", "CÚCUTA", "soldados", "guardia puente", "500", "30 de abril", "Colombian state",
         "'; --", "%", "the", "marzo", "no such word")  # fmt: skip


def sample_values(chance: Random, values: Sequence[str], share: float) -> tuple[str, ...]:
    """One to four of the values in a share of the times, and none of them else."""
    if chance.random() > share:
        return ()
    return tuple(dict.fromkeys(chance.choices(values, k=chance.randint(1, 4))))


def random_filters(
    chance: Random, data: Dataset, *, unknown: Sequence[str] = ("none-such",), often: float = 1
) -> Filters:
    """A view chosen at random, with each filter as often; of ids that nobody knows, too."""
    first, last = data.coverage

    def at_times(share: float) -> bool:
        return chance.random() < share * often

    def day(share: float) -> date | None:
        since = chance.randint(-20, (last - first).days + 40)
        return days_after(first, since) if at_times(share) else None

    def some(values: Iterable[str]) -> tuple[str, ...]:
        return sample_values(chance, [*values, *unknown], 0.3 * often)

    text = chance.choice(WORDS) if at_times(0.3) else ""
    if data.events and at_times(0.1):
        text = chance.choice([event.title for event in data.events.values()])
    return Filters(
        start=day(0.5),
        end=day(0.5),
        certain_only=at_times(0.3),
        published_by=day(0.3),
        regions=some(data.regions),
        categories=some(data.category_ids),
        sources=some(data.sources),
        voices=some(data.terms["voices"]),
        excluded_voices=some(data.terms["voices"]),
        documents_only=at_times(0.25),
        text=text,
    )


def build_movable_map(query: str = "") -> tuple[dict[str, Any], MapExtent]:
    """What deck.gl draws of a view of the Map, and the part of the map that is shown first."""
    ctx = build_view_context(query, slug="map")
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    extent = ctx.story.basemap.extent(ctx.view.extent)
    places = chart_data.list_drawn_places(
        ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n, extent=extent
    )
    rows = map_scenes.build_map_rows(ctx, table, places, can_move=True)
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode="light", rows=rows)
    return deck, extent
