"""The view of a step, from the address of a view of the story."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from components.domain.dates.edtf import parse_edtf
from components.domain.lessons.reading import count_days, extents_of
from components.domain.lessons.story import MOST_IDS
from components.domain.views.notice import Notice
from components.presentation.context import read_address
from components.presentation.stories import LoadedStory

#: Longer than any address that the app writes.
MOST_CHARACTERS = 4_000


def pasted_view(address: str, story: LoadedStory) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """What a step shows of an address: days, regions, kinds as their events, the chosen record.

    Args:
        address: as a reader copies it.

    Returns:
        the fields of a step's view that the address says anything of, and what of it could not be
        used.
    """
    page, _, query = address.strip()[:MOST_CHARACTERS].partition("?")
    params = parse_qs(query.partition("#")[0])
    _, view, notices = read_address(params, lambda _version: story)
    data, filters, days_counted = story.dataset, view.filters, count_days(story.dataset)
    found: dict[str, Any] = {"regions": list(filters.regions)[:MOST_IDS]}
    events = [view.event] if view.event else []
    if filters.active():
        events += [event.id for event in story.selection(filters).events]
    found["events"] = list(dict.fromkeys(events))[:MOST_IDS]
    days = [parse_edtf(data.events[key].date) for key in found["events"]]
    start = filters.start or min((day.lower for day in days if day.lower), default=None)
    end = filters.end or max((day.upper for day in days if day.upper), default=None)
    found |= {name: day.isoformat() for name, day in (("from", start), ("to", end)) if day}
    claim = data.claims.get(view.claim or "")
    if claim and claim.qualifier and claim.as_of:
        found["claims"] = [claim.id]
    if view.extent in extents_of(data):
        found["extent"] = view.extent
    if page.rstrip("/").endswith("/map") and days_counted:
        found["counts"] = days_counted[0 if view.counts == "earlier" else -1]
    return found, notices
