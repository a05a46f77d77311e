"""How reading grows with the size of odd files, and how long each page of a heavy file takes.

``python -m tests.bench.linear`` writes both parts of ``tests/bench/LINEAR.md``. For the first it
reads files that are odd in fifty ways at one, two, four and eight times a size, in a worker as an
opened file is read: processor seconds, and the memory at its most. What grows faster than the file
would stand out there. For the second it opens the longest allowed tables, each heavy in another
way: the seconds that every page of them takes on one core, with all that the browser is sent.
``reading`` or ``looking`` after it writes one part alone; other words choose the files whose names
hold them, and then it only prints. It is a measurement, never a test.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from components.lesson.entry import PRODUCTS, lesson_bytes, scene_data
from components.lesson.slides import picture_png
from components.limits.files import MOST_READ_ROWS
from components.limits.jobs import UPLOAD_MEGABYTES
from components.loading.loaded_story import LoadedStory
from components.page.html import page_text
from components.presentation.chart_data import (
    cluster_event_places,
    locate_event_places,
    shown_counts,
)
from components.presentation.context import Context
from components.presentation.map_scenes import build_map_deck, build_map_rows
from components.presentation.pages import PAGES
from components.presentation.stage import build_stage_data
from components.query.view import View
from components.work.workers import Budget, Workers, WorkFailedError
from tests.bench.harness import keep, machine, markdown
from tests.bench.large.tables_made import PLAIN, SHAPES, table
from tests.support import tasks
from tests.support.stories.own_tables import ods_of, ods_row
from tests.support.stories.uploads import read_story, workbook

TIMES: Final = (1, 2, 4, 8)
#: Bytes of the smallest of four; a file of another kind has about as many.
BYTES: Final = 500_000
SMALL_ROWS: Final = 3_000
#: Rows of a heavy file, and what every page of it may take on one core.
HEAVY_ROWS, AIM_SECONDS = MOST_READ_ROWS - 1_000, 3
#: More time than the server gives, so that what grows too fast is seen.
PATIENT: Final = Budget(200, UPLOAD_MEGABYTES)
#: Twice a file may take so many times as long.
MOST_TIMES: Final = 2.6
#: What a table of more rows than become records costs once more: its file is written (seconds).
STEP: Final = 0.5
HEAD: Final = "date,title,summary\n"
ROW: Final = "2019-02-23,x,y\n"
SPOTS: Final = "date,title,coordinates\n"
FEATURES: Final = '{"type": "FeatureCollection", "features": ['
FEATURE: Final = json.dumps({
    "type": "Feature", "geometry": {"type": "Point", "coordinates": [-72.5, 7.89]},
    "properties": {"date": "2019-02-23", "title": "x"},
})  # fmt: skip
_Make = Callable[[int], bytes]


def _entries(one: str, before: str = "", after: str = "", numbers: int = 0) -> _Make:
    """As many entries as fill a size, each with its number so many times."""

    def made(size: int) -> bytes:
        count = size // len(one.encode())
        inside = [one % ((n,) * numbers) for n in range(count)] if numbers else [one] * count
        return (before + "".join(inside) + after).encode()

    return made


def _cells(one: str) -> _Make:
    return _entries(f"2019-02-23,{one},y\n", HEAD)


def _one_cell(part: str) -> _Make:
    return _entries(part, f"{HEAD}{ROW}2019-02-23,", ",y\n")


def _placemarks(name: str) -> _Make:
    when = "<TimeStamp><when>2019-02-23</when></TimeStamp>"
    one = f"<Placemark><name>{name}</name>{when}</Placemark>"
    return _entries(one, "<kml><Document>", "</Document></kml>")


def _sheet(size: int) -> bytes:
    return workbook([[*PLAIN], *[("2019-02-23", "x", "y", "k", "p", 1, 2, "s", "")] * (size // 50)])


def _rows(name: str, size: int) -> bytes:
    return table(SHAPES[name], SMALL_ROWS * size // BYTES)


#: What is odd in a file, by the name it is opened under, and its content for a size.
_ODD: Final[dict[str, dict[str, _Make]]] = {
    "a.csv": {
        "plain rows": _cells("x"),
        "quotation marks in one cell": _one_cell('"'),
        "doubled quotation marks": _cells('"a""""b"'),
        "a quotation mark never closed": _entries("a,b\n", f'{HEAD}{ROW}"'),
        "marks after a closed quotation": _cells('"a"b"c"'),
        "a line of delimiters": _entries(",", HEAD + ROW),
        "a header of delimiters": _entries(","),
        "lines of delimiters": _entries("," * 90 + "\n", HEAD + ROW),
        "blank lines": lambda n: (HEAD + ROW + "\n" * (n // 8)).encode(),
        "ends of lines without a line feed": lambda n: _cells("x")(n).replace(b"\n", b"\r"),
        "combining characters": _cells("e" + "\u0301" * 200),
        "one cell of combining characters": _one_cell("\u0301"),
        "one long word": _one_cell("x"),
        "long words": _cells("x" * 290),
        "footnotes": _cells("[1]" * 90),
        "one cell of footnotes": _one_cell("[1]["),
        "brackets of markup": _cells("<" * 250),
        "Windows-1252 at its end": lambda n: _cells("x")(n) + b"2019-02-23,\xe9,y\n",
        "dates that cannot be read": _entries("day %d of it,x,y\n", HEAD, numbers=1),
        **{name: partial(_rows, name) for name in (
            "spans that overlap", "unsure spans", "a kind of its own for each",
            "a source of its own for each", "a place of its own for each")},
        "one id for all": _entries("a,2019-02-23,x\n", "id,date,title\n"),
        "rows that are the same two by two":
            _entries("2019-02-23,What %d,y\n" * 2, HEAD, numbers=2),
        "both coordinates in one cell":
            _entries("2019-02-23,x%d,\"33°54'00\"\"N, 35° 30′ E\"\n", SPOTS),
        "much between two coordinates":
            _entries(f"2019-02-23,x,33.9{' ' * 200}{'35' * 20}{' ' * 200}x\n", SPOTS),
    },
    "a.ics": {
        "entries of a calendar": _entries(
            "BEGIN:VEVENT\r\nDTSTART:20190223T100000Z\r\nSUMMARY:What %d\r\nGEO:33.9;35.5\r\n"
            "END:VEVENT\r\n", numbers=1),
        "a folded line of a calendar": _entries(
            "\r\n \\,", "BEGIN:VEVENT\r\nDTSTART:20190223\r\nSUMMARY:", "\r\nEND:VEVENT\r\n"),
        "entries of a calendar never ended": _entries("BEGIN:VEVENT\r\nDTSTART:2019\r\n"),
    },
    "a.ris": {
        "sources in RIS": _entries(
            "TY  - NEWS\nTI  - Title %d\nDA  - 2019/02/23\nAU  - A, B\nER  - \n", numbers=1),
        "one source of many authors in RIS": _entries(
            "AU  - Doe, Jane\n", "TY  - NEWS\nTI  - Title\n", "ER  - \n"),
    },
    "a.bib": {
        "sources in BibTeX": _entries(
            "@article{k%d,\n title={The {B}last},\n date={2019-02-23}\n}\n", numbers=1),
        "braces without end in BibTeX": _entries("{", "@article{k,\n title="),
        "entries without end in BibTeX": _entries("@article{k,title={"),
        "blanks in an entry of BibTeX": _entries(" ", "@article{"),
        "blanks after a mark in BibTeX": _entries("\\'" + " " * 90, "@a{k, title={", "}}"),
        "names without values in BibTeX": _entries("a-", "@article{k,"),
    },
    "a.geojson": {
        "features": _entries(f"{FEATURE},", FEATURES, f"{FEATURE}]}}"),
        "features with keys that stand twice":
            _entries('"k%d":1,', FEATURES + "{", '"k0":1}]}', numbers=1),
        "features of one key": _entries('"k":1,', FEATURES + "{", '"k":1}]}'),
        "a text never closed": _entries('\\"', FEATURES + '"', "]}"),
        "numbers of many digits": _entries("9", FEATURES, "]}"),
        "brackets in brackets": _entries("[", FEATURES, "]}"),
    },
    "a.kml": {
        "placemarks": _placemarks("x"),
        "placemarks of signs by number": _placemarks("&#233;" * 90),
        "folders in folders": _entries("<Folder>", "<kml>"),
    },
    "a.gpx": {
        "waypoints": _entries(
            '<wpt lat="33.9" lon="35.5"><time>2019-02-23T10:00:00Z</time><name>x</name></wpt>',
            "<gpx>", "</gpx>"),
        "a track of many points": _entries(
            '<trkpt lat="33.9" lon="35.5"><time>2019-02-23T10:00:00Z</time></trkpt>',
            "<gpx><trk><name>x</name><trkseg>", "</trkseg></trk></gpx>"),
        "links of a waypoint": _entries(
            '<link href="https://example.org/"/>', '<gpx><wpt lat="1" lon="1">', "</wpt></gpx>"),
    },
    "a.mw": {
        "events of Markwhen": _entries("2019-02-23: What %d #tag\nwords\n\n", numbers=1),
        "lines that are no events of Markwhen": _entries("1a: x\n", "title: x\n2019: x\n"),
        "one line of Markwhen": _entries("[x](https://example.org/) #y ", "2019: x\n"),
        "sections of Markwhen": _entries("## x\n2019: x\n"),
    },
    "a.xlsx": {"a workbook": _sheet},
    "a.ods": {"repeated rows of a spreadsheet": lambda n: ods_of(
        ods_row("date", "title") + ods_row("2019-02-23", "x") * (n // 90))},
}  # fmt: skip
#: A file's name and its content for a size, by what is odd in it.
ODD: Final = {name: (file, make) for file, made in _ODD.items() for name, make in made.items()}


def growth(workers: Workers, name: str) -> list[str]:
    file, make = ODD[name]
    cells: list[str] = []
    seconds: list[float] = []
    for times in TIMES:
        content = make(BYTES * times)
        start = time.monotonic()
        try:
            took, megabytes = workers.run(tasks.read_file, file, content, budget=PATIENT)
        except WorkFailedError as error:
            took, megabytes = time.monotonic() - start, float("nan")
            cells.append(str(error.reason))
        else:
            cells.append(f"{took:.2f}")
        seconds.append(took)
    faster = seconds[-1] > max(1, STEP + MOST_TIMES * seconds[-2])
    return [f"{name}{' **faster than its size**' * faster}", *cells, f"{megabytes:.0f}"]


def reading(only: str) -> str:
    pool = Workers()
    loaded = ("components.loading.served_story", "tests.support.tasks", "ibis.backends.duckdb")
    pool.start(modules=loaded)
    rows = [growth(pool, shape) for shape in ODD if only in shape]
    pool.stop()
    return f"""Files of about {BYTES / 1e6:.1f} MB and of two, four and eight times as much,
read in a worker as opened files are; the processor's seconds, and the memory of the largest at its
most, in MB beyond what every worker has.

{machine()}

{markdown(["what is odd in it", *map(str, TIMES), "MB"], rows)}"""


def looks(story: LoadedStory) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that is made of a story for a reader, by its name."""
    i18n = story.in_language("en")

    def at(slug: str) -> Context:
        return Context(story, View(), (), i18n, "light", slug)

    yield "stage", lambda: build_stage_data(at(""), inline=True)
    for page in PAGES:
        yield page.slug or "overview", partial(page_text, at(page.slug), page)

    def moved() -> object:
        ctx, extent = at("map"), story.basemap.extents[0]
        places = cluster_event_places(
            extent, locate_event_places(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n), ctx.i18n
        )
        return build_map_deck(
            ctx.story,
            ctx.view,
            ctx.i18n,
            mode=ctx.mode,
            rows=build_map_rows(
                ctx,
                shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts),
                places,
                can_move=True,
            ),
        )

    yield "map, moved", moved
    yield "present, moved", lambda: scene_data(at("present"), (), {}, inline=True)
    told = at("present").lesson
    for one in PRODUCTS:
        if one.kind != "answers" and one.paper == "a4":
            yield one.kind, partial(lesson_bytes, one, told, "en", "apa", story)


def looking(only: str) -> str:
    rows: list[list[str]] = []
    found: dict[str, float] = {}
    for name in (one for one in SHAPES if only in one):
        start = time.process_time()
        intake = read_story(table(SHAPES[name], HEAVY_ROWS), "heavy.csv")
        story = LoadedStory(intake, "k", private=True)
        found = {"open": time.process_time() - start}
        # Each deck is made by a worker of its own, which has no picture of another.
        picture_png.cache_clear()
        for look, make in looks(story):
            start = time.process_time()
            make()
            found[look] = time.process_time() - start
        rows.append([name, *(f"{seconds:.1f}" for seconds in found.values())])
    return f"""Processor seconds of reading tables that are each heavy in another way, and of all
that is made of them.

{machine()}

{markdown([f"each of {HEAVY_ROWS:,} rows", *found], rows)}

Aim: every page within {AIM_SECONDS} s on one core."""


PARTS: Final = {
    "How reading grows with the size of a file": reading,
    "What looking at a heavy file takes": looking,
}


if __name__ == "__main__":
    words = " ".join(sys.argv[1:])
    chosen = [part for part in PARTS if words and words in part]
    for heading in chosen or PARTS:
        only = "" if chosen else words
        keep("LINEAR.md", heading, PARTS[heading](only), kept=not only)
