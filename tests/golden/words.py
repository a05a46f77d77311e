"""What is read of short texts and said of them in both languages, each in a line.

Dates, numbers, figures, addresses, names of servers, and lessons with one mistake each.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers

from components.i18n import I18n
from components.i18n.problem_texts import format_problem
from components.intake.columns import parse_column_map
from components.intake.lessons import MOST_BYTES, read_lesson
from components.intake.problems import DataError, Problem, Refusal
from components.lesson.entry import problem_lines
from components.lesson.step_texts import fill_figures
from components.presentation.notices import format_notice
from components.query.claims import figure_interval, parse_typed_figure
from components.query.search import SearchIndex
from components.query.view import read_view, write_view
from components.server.routes import choose_language
from components.server.security import HOSTS, host_allowed
from components.story.edtf import parse_day, parse_edtf
from tests.support.data import DATA
from tests.support.server import ROOT
from tests.support.stories.small import claim

FOLDER: Final = ROOT / "tests" / "data"
#: What kind of text is read, and the text as JSON.
LINES: Final = tuple(
    (kind, text)
    for line in (FOLDER / "written_words.txt").read_text("utf-8").splitlines()
    for kind, _, text in [line.partition(" ")]
)
#: A sound lesson of two steps, in English.
LESSON: Final = (FOLDER / "lesson.json").read_text("utf-8")
SPOKEN: Final = (I18n("en", DATA), I18n("es", DATA))
FORMS: Final = ("long", "yearless", "short")
SHOWN: Final = 60


def _date(text: str) -> Iterator[object]:
    found = parse_edtf(text)
    marks = "about " * found.approximate + "uncertain " * found.uncertain + "day" * found.is_day
    yield f"{found.lower}/{found.upper} {found.precision} {marks}".strip()
    yield from (i18n.format_date(text, form) for i18n in SPOKEN for form in FORMS)


def _figure(of: tuple[Any, ...]) -> Iterator[str]:
    names = ("qualifier", "value_low", "value_high", "unit")
    row = claim("x", 0, "2019-02-27", **dict(zip(names, of, strict=True)))
    return (i18n.format_value(row) for i18n in SPOKEN)


def _typed(text: str) -> Iterator[object]:
    typed = parse_typed_figure(text)
    found = (typed.value, *(f"or {one}" for one in typed.choices), typed.problem)
    return (one for one in found if one is not None)


def _overlap(pair: list[tuple[Any, float]]) -> Iterator[bool]:
    one, other = (figure_interval(said, value, value) for said, value in pair)
    return (left.overlaps(right) for left, right in ((one, other), (other, one)))


def changed_lesson(changes: dict[str, Any]) -> str:
    """The lesson with other fields of its second step; one with a hyphen before it is left out."""
    lesson = json.loads(LESSON)
    for path, value in changes.items():
        *above, name = path.removeprefix("-").split(".")
        target = lesson["lesson"][1]
        for part in above:
            target = target[part]
        target[name] = value
        if path.startswith("-"):
            del target[name]
    return json.dumps(lesson)


def faults(text: str) -> tuple[Problem, ...]:
    try:
        read_lesson(text, DATA)
    except DataError as error:
        return error.problems
    return ()


def _lesson(text: str) -> Iterator[str]:
    return (line for i18n in SPOKEN for line in problem_lines(faults(text), i18n))


def _map(text: str) -> Iterator[str]:
    try:
        parse_column_map(text.encode())
    except Refusal as refused:
        return iter([format_problem(refused.problem, i18n).text for i18n in SPOKEN])
    return iter(["sound"])


def _address(query: str) -> Iterator[object]:
    view, notices = read_view(parse_qs(query), DATA)
    yield write_view(view)
    yield from (format_notice(one, i18n) for i18n in SPOKEN for one in notices)


def _language(asked: tuple[str, str]) -> Iterator[str]:
    headers = Headers({"accept-language": asked[1]}).raw
    yield choose_language({"type": "http", "query_string": asked[0].encode(), "headers": headers})


KINDS: Final[dict[str, Callable[[Any], Iterator[object]]]] = {
    "date": _date,
    "day": lambda text: iter([parse_day(text)]),
    "number": lambda value: (i18n.format_number(value) for i18n in SPOKEN),
    "signed": lambda value: (i18n.format_change(value) for i18n in SPOKEN),
    "percent": lambda value: (i18n.format_percent(value) for i18n in SPOKEN),
    "list": lambda value: (i18n.format_list(value) for i18n in SPOKEN),
    "figure": _figure,
    "typed": _typed,
    "overlap": _overlap,
    "lesson": lambda changes: _lesson(changed_lesson(changes)),
    "file": _lesson,
    "map": _map,
    "address": _address,
    "host": lambda asked: iter([host_allowed(asked[0], {HOSTS: asked[1]})]),
    "language": _language,
    "near": lambda text: iter(DATA.memoize(SearchIndex).suggest_queries(text)),
    "told": lambda text: (fill_figures(text, DATA, i18n) for i18n in SPOKEN),
}


#: What no line can hold.
LONG: Final = (
    ("typed", "9" * 5000), ("address", "q=" + "x" * 5000), ("map", "[" * 100_000),
    ("map", " " * 2_000_000), ("file", "[" * 100_000), ("file", " " * (MOST_BYTES + 1)),
    ("file", "é" * (MOST_BYTES // 2 + 1)),
    ("file", json.dumps({"title": {"en": "T"}, "lesson": json.loads(LESSON)["lesson"] * 21})),
)  # fmt: skip


def written() -> Iterator[str]:
    read = [(kind, text, json.loads(text)) for kind, text in LINES]
    for kind, text, of in (*read, *((kind, text, text) for kind, text in LONG)):
        try:
            said = " | ".join(map(str, KINDS[kind](of)))
        except ValueError as error:
            said = f"refused: {error}"
        yield f"{kind} {text[:SHOWN]}: {said}"
