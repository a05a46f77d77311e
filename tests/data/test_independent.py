"""Every pair of sources that are shown as independent, with what each of them rests on.

The two tables beside this file are for a person to read: ``newsrooms.csv`` says by hand on what
each newsroom's text rests, ``independent_pairs.csv`` is written from it and the data with
``UPDATE_GOLDEN=1 pytest tests/data/test_independent.py``. Read its difference.
"""

import csv
import io
import os
from collections import defaultdict
from itertools import combinations
from pathlib import Path

from components.query.evidence import Origin, Root, find_independent_roots
from components.query.filters import Filters
from tests.support.data import DATA

FOLDER = Path(__file__).parent
PAIRS = FOLDER / "independent_pairs.csv"


def reasons() -> dict[str, str]:
    with (FOLDER / "newsrooms.csv").open(encoding="utf-8", newline="") as file:
        return {row["newsroom"]: row["rests_on"] for row in csv.DictReader(file)}


def pairs() -> dict[tuple[Root, Root], list[str]]:
    found = defaultdict(list)
    shown = [(event, find_independent_roots(DATA, (event,), Filters())) for event in DATA.events]
    for topic in DATA.topics:
        claims = [claim.id for claim in DATA.claims.values() if claim.topic_id == topic]
        shown.append((topic, find_independent_roots(DATA, claims, Filters())))
    for record, rests in shown:
        for first, second in combinations(rests, 2):
            found[first, second].append(record)
    return found


def table() -> str:
    said = reasons()

    def name(origin: Origin) -> str:
        if origin.kind == "statement":
            return DATA.statements[origin.key].title
        return origin.key

    def why(root: Root) -> str:
        return " / ".join(
            "a statement that several newsrooms relay"
            if origin.kind == "statement"
            else said[origin.key]
            for origin in root
        )

    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("first", "second", "first_rests_on", "second_rests_on", "shown_by"))
    for (first, second), records in sorted(pairs().items()):
        names = (" or ".join(map(name, first)), " or ".join(map(name, second)))
        writer.writerow((*names, why(first), why(second), "; ".join(records)))
    return out.getvalue()


def test_every_newsroom_is_listed_with_its_upstream() -> None:
    origins = {origin for pair in pairs() for root in pair for origin in root}
    shown = {origin.key for origin in origins if origin.kind == "newsroom"}
    assert shown - reasons().keys() == set(), "say in newsrooms.csv on what it rests"
    assert reasons().keys() - shown == set()


def test_independent_pairs_are_the_reviewed_ones() -> None:
    made = table()
    if os.environ.get("UPDATE_GOLDEN"):
        PAIRS.write_text(made, encoding="utf-8")
    assert PAIRS.read_text("utf-8") == made


def test_source_that_repeats_a_text_is_not_independent_of_it() -> None:
    """A newsroom is never paired, in one record, with one that its citation there goes by."""
    for record in (*DATA.events, *DATA.claims):
        rests = {
            origin.key
            for root in find_independent_roots(DATA, (record,), Filters())
            for origin in root
        }
        for citation in DATA.citations_of(record):
            if citation.via and citation.role == "supports":
                last = DATA.sources[citation.via[-1]].custom.short.split(",")[0]
                others = [
                    other for other in DATA.citations_of(record)
                    if other.source_id == citation.source_id and not other.via
                ]  # fmt: skip
                own = DATA.sources[citation.source_id].custom.short
                assert others or own == last or own not in rests, (record, own)
