"""How reading grows with the size of a file, for files that are odd in thirty ways.

``python -m tests.bench.linear`` reads each at one, two, four and eight times a size, in a worker as
an opened file is read, and writes a part of ``tests/bench/LINEAR.md``: processor seconds, and the
memory at its most. What grows faster than the file would stand out there. Words after it choose
the shapes whose names hold them, and then it only prints. It is a measurement, never a test.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Final

from components.limits import UPLOAD_MEGABYTES
from components.work.workers import Budget, Workers, WorkFailedError
from tests.bench.looked import HEADER, SHAPES, table
from tests.bench.report import keep, machine
from tests.bench.report import table as markdown
from tests.support import tasks
from tests.support.stories.own_tables import ods_of, ods_row
from tests.support.stories.uploads import workbook

TIMES: Final = (1, 2, 4, 8)
#: Bytes of the smallest of four; a file of another kind has about as many.
BYTES: Final = 500_000
ROWS: Final = 3_000
#: More time than the server gives, so that what grows too fast is seen.
PATIENT: Final = Budget(200, UPLOAD_MEGABYTES)
#: Twice a file may take so many times as long.
MOST_TIMES: Final = 2.6
#: What a table of more rows than become records costs once more: its file is written (seconds).
STEP: Final = 0.5
HEAD: Final = b"date,title,summary\n"
ROW: Final = b"2019-02-23,x,y\n"
_Make = Callable[[int], bytes]


def _cells(one: str) -> _Make:
    row = f"2019-02-23,{one},y\n".encode()
    return lambda size: HEAD + row * (size // len(row))


def _one_cell(part: str) -> _Make:
    return lambda size: (
        HEAD + ROW + b"2019-02-23," + (part * (size // len(part))).encode() + b",y\n"
    )


def _features(size: int, **more: object) -> bytes:
    one = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-72.5, 7.89]},
           "properties": {"date": "2019-02-23", "title": "x", **more}}  # fmt: skip
    many = [one] * (size // len(json.dumps(one)))
    return json.dumps({"type": "FeatureCollection", "features": many}).encode()


def _in_features(inside: str) -> bytes:
    return f'{{"type": "FeatureCollection", "features": [{inside}]}}'.encode()


def _placemarks(one: str) -> _Make:
    mark = (
        f"<Placemark><name>{one}</name><TimeStamp><when>2019-02-23</when></TimeStamp></Placemark>"
    )
    return lambda size: f"<kml><Document>{mark * (size // len(mark))}</Document></kml>".encode()


def _sheet(size: int) -> bytes:
    return workbook([HEADER, *[("2019-02-23", "x", "y", "k", "p", 1, 2, "s", "")] * (size // 50)])


def _entries(one: str, before: str = "", after: str = "", numbers: int = 0) -> _Make:
    """As many entries as are needed, each with its number so many times."""

    def made(size: int) -> bytes:
        count = size // len(one)
        inside = [one % ((n,) * numbers) for n in range(count)] if numbers else [one] * count
        return (before + "".join(inside) + after).encode()

    return made


def _rows(name: str) -> _Make:
    return lambda size: table(SHAPES[name], ROWS * size // BYTES)


#: A file's name and its content for a size, by what is odd in it.
ODD: Final[dict[str, tuple[str, _Make]]] = {
    "plain rows": ("a.csv", _cells("x")),
    "quotation marks in one cell": ("a.csv", _one_cell('"')),
    "doubled quotation marks": ("a.csv", _cells('"a""""b"')),
    "a quotation mark never closed": ("a.csv", lambda n: HEAD + ROW + b'"' + b"a,b\n" * (n // 4)),
    "marks after a closed quotation": ("a.csv", _cells('"a"b"c"')),
    "a line of delimiters": ("a.csv", lambda n: HEAD + ROW + b"," * n),
    "a header of delimiters": ("a.csv", lambda n: b"," * n),
    "lines of delimiters": ("a.csv", lambda n: HEAD + ROW + (b"," * 90 + b"\n") * (n // 91)),
    "blank lines": ("a.csv", lambda n: HEAD + ROW + b"\n" * (n // 8)),
    "ends of lines without a line feed": (
        "a.csv", lambda n: _cells("x")(n).replace(b"\n", b"\r")),
    "combining characters": ("a.csv", _cells("e" + "\u0301" * 200)),
    "one cell of combining characters": ("a.csv", _one_cell("\u0301")),
    "one long word": ("a.csv", _one_cell("x")),
    "long words": ("a.csv", _cells("x" * 290)),
    "footnotes": ("a.csv", _cells("[1]" * 90)),
    "one cell of footnotes": ("a.csv", _one_cell("[1][")),
    "brackets of markup": ("a.csv", _cells("<" * 250)),
    "Windows-1252 at its end": ("a.csv", lambda n: _cells("x")(n) + b"2019-02-23,\xe9,y\n"),
    "dates that cannot be read": (
        "a.csv", lambda n: HEAD + b"".join(b"day %d of it,x,y\n" % k for k in range(n // 18))),
    "spans that overlap": ("a.csv", _rows("spans that overlap")),
    "unsure spans": ("a.csv", _rows("unsure spans")),
    "a kind of its own for each": ("a.csv", _rows("a kind of its own for each")),
    "a source of its own for each": ("a.csv", _rows("a source of its own for each")),
    "a place of its own for each": ("a.csv", _rows("a place of its own for each")),
    "one id for all": (
        "a.csv", lambda n: b"id,date,title\n" + b"a,2019-02-23,x\n" * (n // 15)),
    "rows that are the same two by two": (
        "a.csv", _entries("2019-02-23,What %d,y\n" * 2, HEAD.decode(), numbers=2)),
    "both coordinates in one cell": (
        "a.csv", _entries("2019-02-23,x%d,\"33°54'00\"\"N, 35° 30′ E\"\n",
                          "date,title,coordinates\n")),
    "much between two coordinates": (
        "a.csv", _entries(f"2019-02-23,x,33.9{' ' * 200}{'35' * 20}{' ' * 200}x\n",
                          "date,title,coordinates\n")),
    "entries of a calendar": (
        "a.ics", _entries("BEGIN:VEVENT\r\nDTSTART:20190223T1000Z\r\nSUMMARY:What %d\r\n"
                          "GEO:33.9;35.5\r\nEND:VEVENT\r\n", numbers=1)),
    "a folded line of a calendar": (
        "a.ics", _entries("\r\n \\,", "BEGIN:VEVENT\r\nDTSTART:20190223\r\nSUMMARY:",
                          "\r\nEND:VEVENT\r\n")),
    "entries of a calendar never ended": ("a.ics", _entries("BEGIN:VEVENT\r\nDTSTART:2019\r\n")),
    "sources in RIS": (
        "a.ris", _entries("TY  - NEWS\nTI  - Title %d\nDA  - 2019/02/23\nAU  - A, B\nER  - \n",
                          numbers=1)),
    "one source of many authors in RIS": (
        "a.ris", _entries("AU  - Doe, Jane\n", "TY  - NEWS\nTI  - Title\n", "ER  - \n")),
    "sources in BibTeX": (
        "a.bib", _entries("@article{k%d,\n title={The {B}last},\n date={2019-02-23}\n}\n",
                          numbers=1)),
    "braces without end in BibTeX": ("a.bib", _entries("{", "@article{k,\n title=")),
    "entries without end in BibTeX": ("a.bib", _entries("@article{k,title={")),
    "blanks in an entry of BibTeX": ("a.bib", _entries(" ", "@article{")),
    "blanks after a mark in BibTeX": ("a.bib", _entries("\\'" + " " * 90, "@a{k, title={", "}}")),
    "names without values in BibTeX": ("a.bib", _entries("a-", "@article{k,")),
    "features": ("a.geojson", _features),
    "features with keys that stand twice": (
        "a.geojson", lambda n: _in_features("{" + ",".join(f'"k{k}":1' for k in range(n // 10))
                                            + ',"k0":1}')),
    "features of one key": (
        "a.geojson", lambda n: _in_features("{" + '"k":1,' * (n // 6) + '"k":1}')),
    "a text never closed": ("a.geojson", lambda n: _in_features('"' + '\\"' * (n // 2))),
    "numbers of many digits": ("a.geojson", lambda n: _in_features("9" * n)),
    "brackets in brackets": ("a.geojson", lambda n: _in_features("[" * n)),
    "placemarks": ("a.kml", _placemarks("x")),
    "placemarks of signs by number": ("a.kml", _placemarks("&#233;" * 90)),
    "folders in folders": ("a.kml", lambda n: b"<kml>" + b"<Folder>" * (n // 8)),
    "a workbook": ("a.xlsx", _sheet),
    "repeated rows of a spreadsheet": (
        "a.ods",
        lambda n: ods_of(ods_row("date", "title") + ods_row("2019-02-23", "x") * (n // 90))),
}  # fmt: skip


def measured(workers: Workers, name: str) -> list[str]:
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


def main(only: str) -> None:
    pool = Workers()
    loaded = ("components.presentation.stories", "tests.support.tasks", "ibis.backends.duckdb")
    pool.start(modules=loaded)
    rows = [measured(pool, shape) for shape in ODD if only in shape]
    pool.stop()
    text = f"""Files of about {BYTES / 1e6:.1f} MB and of two, four and eight times as much,
read in a worker as opened files are; the processor's seconds, and the memory of the largest at its
most, in MB beyond what every worker has.

{machine()}

{markdown(["what is odd in it", *map(str, TIMES), "MB"], rows)}"""
    keep("LINEAR.md", "How reading grows with the size of a file", text, kept=not only)


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
