"""Views at random, the same each time: filters, and the choices of the pages."""

import random
from dataclasses import replace
from datetime import date, timedelta

from tests.data.recomputed import Chosen, Tables

FIRST_DAY = date(2019, 1, 10)
PEAK = date(2019, 2, 20)
MOST_DAYS = 120
#: The share of the views that show one voice alone.
VOICE_SHARE = 0.08
CHECKED = ("567", "1400", "500", "60", "1285", "800", "12")


def choose(chance: random.Random, tables: Tables) -> Chosen:
    """Choose some filters and choices at random, most often few."""

    def at_times(share: float) -> bool:
        return chance.random() < share

    def some(values: list[str], share: float, most: int) -> tuple[str, ...]:
        if not at_times(share):
            return ()
        return tuple(sorted(chance.sample(values, chance.randint(1, most))))

    start = end = published_by = None
    if at_times(0.35):
        start = FIRST_DAY + timedelta(chance.randrange(MOST_DAYS))
        if at_times(0.3):
            start = PEAK + timedelta(chance.randrange(10))
    if at_times(0.3):
        end = (start or date(2019, 2, 1)) + timedelta(chance.randrange(60))
    if at_times(0.25):
        published_by = date(2019, 2, 25) + timedelta(chance.randrange(80))
    chosen = Chosen(
        start=start,
        end=end,
        published_by=published_by,
        categories=some(sorted(set(tables.events.category)), 0.15, 2),
        sources=some(sorted(tables.tiers), 0.25, 6),
        without=some(sorted(set(tables.claimants.voice)), 0.25, 2),
        documents_only=at_times(0.2),
        certain_only=at_times(0.1) and bool(start or end),
        regions=some(sorted(tables.regions.id), 0.25, 3),
        choices=tuple(_choose_of_pages(chance, tables)),
    )
    return _choose_voice(chosen, tables)


def _choose_voice(chosen: Chosen, tables: Tables) -> Chosen:
    """Show a voice alone in some views; which, their other filters decide."""
    chance = random.Random(repr(chosen))  # noqa: S311 - the same views each time
    if chance.random() > VOICE_SHARE:
        return chosen
    voice = chance.choice(sorted(set(tables.claimants.voice)))
    return replace(chosen, voices=(voice,))


def _choose_of_pages(chance: random.Random, tables: Tables) -> list[tuple[str, str]]:
    """Choose what one page alone shows: a measure, whose figures, which counts."""
    claims = tables.claims[tables.claims.qualifier != ""]
    options = {
        "measure": sorted(set(claims.measure)),
        "population": sorted(set(claims.population)),
        "claimant": sorted(set(claims.claimant_id)),
        "counts": ["earlier", "change"],
        "check": list(CHECKED),
    }
    shares = {"measure": 0.25, "population": 0.15, "claimant": 0.1, "counts": 0.4, "check": 0.15}
    choices = []
    for name, values in options.items():
        value = chance.choice(values)
        if chance.random() < shares[name]:
            choices.append((name, value))
    return choices
