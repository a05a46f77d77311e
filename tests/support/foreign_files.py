"""Small files in the shapes of other people's programs, and how the app reads them.

``tests/fixtures/foreign/cases.toml`` says what a person reads in each. ``python -m
tests.support.foreign_files`` prints a table of all with what version 1.4.0 and the code of today
make of them; ``--write`` puts it into ``docs/foreign-files.md``, which a test compares.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from components.intake.problems import ImportResult
from components.intake.read import read_together
from components.story.dataset import Dataset
from components.story.edtf import edtf_sort_key
from components.story.models import Event
from tests.bench.harness import markdown
from tests.support.server import ROOT

FOLDER: Final = ROOT / "tests" / "fixtures" / "foreign"
PAGE: Final = ROOT / "docs" / "foreign-files.md"
BEGIN: Final = "<!-- made by python -m tests.support.foreign_files --write -->"
END: Final = "<!-- end of the table -->"
#: What is good: read as a person reads it, or asked about with the right guess first.
GOOD: Final = frozenset({"well", "asked"})
#: Points of areas and lines may be anywhere within some 10 km.
NEAR_DEGREES: Final = 0.1
#: What the values of an expected event are called.
VALUE_NAMES: Final = ("kind", "place", "at", "sources", "links", "summary")


@dataclass(frozen=True)
class ExpectedEvent:
    """An event as a person reads it: patterns of its date and title, and further values."""

    date: str
    title: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class ForeignFile:
    """One file, what is in it, and how version 1.4.0 read it.

    Attributes
    ----------
    shape
        Whose file it is, and what is hard in it.
    asks
        Whether a question about its columns is right.
    refuses
        Whether it holds no events.
    quiet
        Whether no cell of it is a problem.
    silent_of
        Codes of problems that it does not have.
    """

    id: str
    path: Path
    shape: str
    before: str
    events: tuple[ExpectedEvent, ...] = ()
    count: int = 0
    asks: bool = False
    refuses: bool = False
    quiet: bool = False
    silent_of: tuple[str, ...] = ()

    def read(self) -> ImportResult:
        """Open the file as a reader does."""
        return read_together([(self.path.name, self.path.read_bytes())])


def _parse_event(text: str) -> ExpectedEvent:
    date, title, *rest = (part.strip() for part in text.split(" | "))
    values = {}
    for part in rest:
        name, _, value = part.partition("=")
        assert name in VALUE_NAMES, part
        values[name] = value
    return ExpectedEvent(date, title, values)


def load_files() -> list[ForeignFile]:
    """Load all files with what is expected of them."""
    cases = tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))
    files = []
    for case_id, case in cases.items():
        options = {name: case[name] for name in ("asks", "refuses", "quiet") if name in case}
        events = tuple(_parse_event(text) for text in case.get("events", ()))
        files.append(
            ForeignFile(
                id=case_id,
                path=FOLDER / case["file"],
                shape=case["shape"],
                before=case["before"],
                events=events,
                count=case.get("count", len(events)),
                silent_of=tuple(case.get("silent_of", ())),
                **options,
            )
        )
    return files


def _values_of(event: Event, dataset: Dataset) -> dict[str, str]:
    """The values of an event as the cases write them."""
    place = dataset.places.get(event.place_id or "")
    point, name = "", ""
    if place and place.lat is not None and place.lon is not None:
        point = f"{place.lat:g},{place.lon:g}"
    # A place without a name is called by its coordinates.
    if (place and not place.name.replace(" ", "").replace(",", "").lstrip("-")[:1].isdigit()) or (
        place and place.lat is None
    ):
        name = place.name
    sources = []
    for citation in dataset.citations:
        if citation.record_id == event.id:
            sources.append(dataset.sources[citation.source_id])
    return {
        "kind": dataset.categories[event.category].name,
        "place": name,
        "at": point,
        "sources": "; ".join(source.title for source in sources),
        "links": "; ".join(source.URL for source in sources if source.URL),
        "summary": event.summary,
    }


def _agrees(name: str, expected: str, actual: str) -> bool:
    if name == "at" and expected and actual:
        wanted = [float(part) for part in expected.split(",")]
        given = [float(part) for part in actual.split(",")]
        pairs = zip(wanted, given, strict=True)
        return all(abs(first - second) <= NEAR_DEGREES for first, second in pairs)
    return _fits(actual, expected)


def _fits(text: str, pattern: str) -> bool:
    """Whether a text is as a pattern says, in which only the star has a meaning."""
    return fnmatchcase(text, pattern.replace("[", "[[]").replace("?", "[?]"))


def _events_in_order(result: ImportResult) -> list[Event]:
    """The events by their days, and those of a day by their titles, as the cases list them."""
    if not result.dataset:
        return []
    events = result.dataset.events.values()
    return sorted(events, key=lambda event: (edtf_sort_key(event.date), event.title))


def find_differences(file: ForeignFile, result: ImportResult) -> Iterator[tuple[str, str, str]]:
    """Yield what is read otherwise than a person reads it: what, expected, actual."""
    events = _events_in_order(result)
    if len(events) != file.count:
        yield "events", str(file.count), str(len(events)) if len(events) > file.count else ""
    for problem in result.problems:
        is_loud = file.quiet and problem.level != "note"
        if is_loud or problem.code in file.silent_of:
            yield "problem", "none", problem.code
    if result.dataset:
        for expected, event in zip(file.events, events, strict=False):
            actual = {"date": str(event.date), "title": event.title}
            actual |= _values_of(event, result.dataset)
            wanted = {"date": expected.date, "title": expected.title, **expected.values}
            for name, pattern in wanted.items():
                if not _agrees(name, pattern, actual[name]):
                    yield name, pattern, actual[name]


def _is_asked_day_by_day(file: ForeignFile, result: ImportResult) -> bool:
    """Whether the reader is offered a day for each row that has none, and no row is missing."""
    offered = {problem.row for problem in result.of_level("undated") if "means" in problem.params}
    is_whole = result.total.accepted + len(offered) == file.count
    return file.asks and bool(offered) and is_whole


def judge(file: ForeignFile, result: ImportResult) -> str:
    """Say in a word how a file was read."""
    if file.refuses:
        return "wrong" if result.dataset else "well"
    if _is_asked_day_by_day(file, result):
        return "asked"
    if not result.dataset:
        return "refused"
    differences = list(find_differences(file, result))
    is_asked = bool(result.layout and result.layout.doubts)
    if not differences:
        return "asked" if is_asked else "well"
    if is_asked:
        return "guess wrong"
    if all(not actual for _, _, actual in differences):
        return "lost"
    return "wrong"


def make_table() -> str:
    """Make the table of all files, with its sums."""
    rows: list[tuple[Any, ...]] = []
    before: Counter[str] = Counter()
    now: Counter[str] = Counter()
    for file in load_files():
        verdict = judge(file, file.read())
        before[file.before] += 1
        now[verdict] += 1
        rows.append((f"`{file.path.name}`", file.shape, file.before, verdict))
    sums = []
    for counts in (before, now):
        sums.append(", ".join(f"{word} {count}" for word, count in sorted(counts.items())))
    table = markdown(("file", "what it is", "1.4.0", "today"), rows)
    return f"1.4.0: {sums[0]}. Today: {sums[1]}.\n\n{table}"


def main() -> None:
    """Print the table, write it, or say what is read otherwise than expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"put it into {PAGE.name}")
    parser.add_argument("--why", action="store_true", help="what differs, file by file")
    arguments = parser.parse_args()
    if arguments.why:
        for file in load_files():
            result = file.read()
            verdict = judge(file, result)
            if verdict not in GOOD:
                print(f"{file.path.name}: {verdict}")
                for name, expected, actual in find_differences(file, result):
                    print(f"    {name}: {expected!r}, is {actual!r}")
        return
    table = make_table()
    if arguments.write:
        text, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        PAGE.write_text(f"{text}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    print(table)


if __name__ == "__main__":
    main()
