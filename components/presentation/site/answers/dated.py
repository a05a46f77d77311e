"""Drawings for each combination of event dates that the choice of sources can lead to.

Some events have a more exact date from a corroborating report, and the documents' date without it.
However many filters there are, few combinations are possible; each has a drawing of its own, which
the browser fetches when it needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from components.domain.dates.edtf import parse_edtf
from components.domain.records.dataset import Dataset
from components.domain.views.filters import Filters, sources_in_use
from components.domain.views.subset import as_documented
from components.presentation.context import Context
from components.presentation.site.answers.facts import Facts
from components.presentation.stage.data import INLINE_MAP, INLINE_SIZE
from components.presentation.stage.drawings import list_svg, timeline_svg
from components.presentation.stage.index import stage_index
from components.presentation.stories import LoadedStory

#: A story whose dates can fall out in more ways has no filters by voices, reports and knowledge.
MOST_DRAWINGS: Final = 24
#: Views that are looked through for these ways.
MOST_LOOKED: Final = 50_000


def sharpeners(dataset: Dataset) -> dict[str, frozenset[str]]:
    """The events with a date that reports sharpened, each with the sources that did."""
    return {
        event.id: frozenset(
            c.source_id
            for c in dataset.citations_of(event.id)
            if dataset.sources[c.source_id].custom.tier == "corroborating"
        )
        for event in dataset.events.values()
        if event.document_date
    }


def ways(story: LoadedStory) -> list[str] | None:
    """How the dates can fall out: for each sharpened event ``1`` as sharpened, ``0`` without.

    ``None`` where there are too many ways to draw them all.
    """
    return story.once(("ways", story.dataset.version), lambda: _ways(story.dataset))


def _ways(dataset: Dataset) -> list[str] | None:
    sharp = sharpeners(dataset)
    if not sharp:
        return []
    issued = [parse_edtf(source.custom.issued_edtf).last for source in dataset.sources.values()]
    voices = sorted({source.custom.voice for source in dataset.sources.values()})
    days = [None, *sorted(set(issued))]
    if 2 ** (len(voices) + 1) * len(days) > MOST_LOOKED:
        return None
    left = [(), *(some for n in range(len(voices)) for some in combinations(voices, n + 1))]
    found = set()
    for out in left:
        for known in days:
            used = sources_in_use(dataset, Filters(excluded_voices=out, published_by=known))
            found.add("".join(str(int(bool(one & used))) for one in sharp.values()))
    found.add("0" * len(sharp))
    return sorted(found - {"1" * len(sharp)}) if len(found) <= MOST_DRAWINGS else None


def with_dates(ctx: Context, way: str) -> Context:
    """The whole story with the dates of one way."""
    sharp = list(sharpeners(ctx.dataset))
    turned = {key for key, on in zip(sharp, way, strict=True) if on == "0"}
    events = {k: as_documented(e) if k in turned else e for k, e in ctx.dataset.events.items()}
    intake = replace(ctx.story.intake, dataset=replace(ctx.dataset, events=events))
    story = LoadedStory(intake, f"{ctx.story.key} {way}", private=ctx.story.private)
    return replace(ctx, story=story)


def dated_drawings(ctx: Context, way: str) -> Mapping[str, str]:
    """The timeline and the list with the dates of one way, of all events."""
    dated = with_dates(ctx, way)
    return {
        "timeline": timeline_svg(dated, *INLINE_SIZE),
        "list": list_svg(dated, INLINE_MAP[0]),
    }


def turned_events(ctx: Context, facts: Facts) -> list[dict[str, Any]]:
    """Each sharpened event as the index has it without, and the sources that sharpened it."""
    sharp = sharpeners(ctx.dataset)
    if not sharp:
        return []
    index = stage_index(with_dates(ctx, "0" * len(sharp)))
    plain = {event["id"]: event for event in index["events"]}
    keep = ("id", "first", "last", "unsure", "when", "basis")
    short = {
        key: ctx.i18n.date(ctx.dataset.events[key].document_date or "", "short") for key in sharp
    }
    return [
        {name: plain[key][name] for name in keep}
        | {"short": short[key], "by": facts.numbers(sources)}
        for key, sources in sharp.items()
    ]
