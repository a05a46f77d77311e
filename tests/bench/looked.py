"""How long each page of a heavy file takes, once it is open.

``python -m tests.bench.looked`` writes a part of ``tests/bench/LINEAR.md``: the longest allowed
tables, each heavy in another way, and the seconds that every page of them takes on one core, with
all that the browser is sent. Words after it choose the shapes whose names hold them, and then it
only prints. It is a measurement, never a test.
"""

import csv
import io
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from components.intake.read import read_together
from components.lesson.entry import PRODUCTS, lesson_bytes, scene_data
from components.lesson.slides import picture_png
from components.limits import MOST_READ_ROWS
from components.page.html import page_text
from components.presentation.context import Context
from components.presentation.findings import circles, place_spots, shown_counts
from components.presentation.pages import PAGES
from components.presentation.scenes import map_deck, map_rows
from components.presentation.stage import stage_data
from components.presentation.stories import LoadedStory
from components.query.view import View
from tests.bench.report import keep, machine
from tests.bench.report import table as markdown

ROWS: Final = MOST_READ_ROWS - 1_000
AIM_SECONDS: Final = 3
HEADER: Final = ("date", "title", "summary", "category", "place", "lat", "lon", "source", "url")
PLAIN: Final = {
    "date": "2019-02-23",
    "title": "What happened",
    "summary": "Said in a sentence.",
    "category": "Protest",
    "place": "Cúcuta",
    "lat": 7.89,
    "lon": -72.5,
    "source": "El Diario",
    "url": "https://example.org/a",
}


def _day(n: int) -> str:
    return f"{1990 + n % 30}-{n % 12 + 1:02}-{n % 28 + 1:02}"


def _spread(n: int) -> dict[str, Any]:
    return {"lat": -60 + n % 1201 / 10, "lon": -170 + n // 7 % 3401 / 10}


#: What of a row is not plain, by the number of the row.
SHAPES: Final[dict[str, Callable[[int], dict[str, Any]]]] = {
    "a place of its own for each": lambda n: {"date": _day(n), "place": f"Place {n}", **_spread(n)},
    "places without coordinates": lambda n: {
        "date": _day(n), "place": f"Place {n}", "lat": "", "lon": ""},
    "places all around one spot": lambda n: {
        "date": _day(n), "place": f"Place {n}", "lat": 7.89 + n / 1e6, "lon": -72.5},
    "spans that overlap": lambda n: {"date": f"{_day(n)}/{2020 + n % 5}-{n % 12 + 1:02}"},
    "unsure spans": lambda n: {"date": f"{1900 + n % 100}~/{2001 + n % 20}?"},
    "open ends and decades": lambda n: {"date": (f"{190 + n % 12}X", f"{1950 + n % 60}/..")[n % 2]},
    "years far apart": lambda n: {"date": str(1 + n % 9998).zfill(4)},
    "all on one day": lambda n: {"title": f"What happened, {n}"},
    "a kind of its own for each": lambda n: {"date": _day(n), "category": f"Kind {n}"},
    "a source of its own for each": lambda n: {
        "date": _day(n), "source": f"Source {n}", "url": f"https://example.org/{n}"},
    "long words": lambda n: {"date": _day(n), "title": "x" * 290 + str(n), "place": "y" * 190},
    "combining characters": lambda n: {"date": _day(n), "title": "e\u0301\u0323" * 90 + str(n)},
    "long summaries": lambda n: {"date": _day(n), "summary": "Words of it. " * 150},
    "a country of its own for each": lambda n: {
        "date": _day(n), "place": f"Place {n}", "country": ("CO", "VE", "BR")[n % 3], **_spread(n)},
}  # fmt: skip


def table(shape: Callable[[int], dict[str, Any]], rows: int = ROWS) -> bytes:
    text = io.StringIO(newline="")
    names = [*HEADER, *(name for name in shape(0) if name not in HEADER)]
    write = csv.DictWriter(text, names, lineterminator="\n")
    write.writeheader()
    write.writerows({**PLAIN, **shape(n)} for n in range(rows))
    return text.getvalue().encode()


def opened(content: bytes, name: str = "heavy.csv") -> LoadedStory:
    return LoadedStory(read_together([(name, content)]), "k", private=True)


def looks(story: LoadedStory) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that is made of a story for a reader, by its name."""
    i18n = story.in_language("en")

    def at(slug: str) -> Context:
        return Context(story, View(), (), i18n, "light", slug)

    yield "stage", lambda: stage_data(at(""), inline=True)
    for page in PAGES:
        yield page.slug or "overview", partial(page_text, at(page.slug), page)

    def moved() -> object:
        ctx, extent = at("map"), story.basemap.extents[0]
        places = circles(extent, place_spots(ctx), ctx)
        return map_deck(ctx, map_rows(ctx, shown_counts(ctx), places, moved=True))

    yield "map, moved", moved
    yield "present, moved", lambda: scene_data(at("present"), (), {}, inline=True)
    told = at("present").lesson
    for one in PRODUCTS:
        if one.kind != "answers" and one.paper == "a4":
            yield one.kind, partial(lesson_bytes, one, told, "en", "apa", story)


def main(only: str) -> None:
    rows: list[list[str]] = []
    names: list[str] = []
    for name in (one for one in SHAPES if only in one):
        start = time.process_time()
        story = opened(table(SHAPES[name]))
        found = {"open": time.process_time() - start}
        # Each deck is made by a worker of its own, which has no picture of another.
        picture_png.cache_clear()
        for look, make in looks(story):
            start = time.process_time()
            make()
            found[look] = time.process_time() - start
        names = [*found]
        rows.append([name, *(f"{seconds:.1f}" for seconds in found.values())])
    text = f"""Processor seconds of reading tables that are each heavy in another way, and of all
that is made of them.

{machine()}

{markdown([f"each of {ROWS:,} rows", *names], rows)}

Aim: every page within {AIM_SECONDS} s on one core."""
    keep("LINEAR.md", "What looking at a heavy file takes", text, kept=not only)


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
