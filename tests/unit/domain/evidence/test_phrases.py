"""A corpus of phrases in both languages, written before the code that reads them.

Of each: the number, how it was said, what it counts, and what the claims say to it (``-`` for
nothing named, an empty cell where either will do). ``contradicts`` is ``no`` where nothing may be
called a contradiction: the phrase is doubtful, or no claim rules it out. ``doubtful`` says whether
part of it cannot be sure.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from components.domain.evidence.lookup import matches
from components.domain.evidence.phrase import read_phrase
from components.domain.records.package import DEFAULT_DATA, load_dataset

CORPUS = Path(__file__).parents[3] / "data" / "phrases.csv"
ROWS = list(csv.DictReader(CORPUS.open(encoding="utf-8", newline="")))
CLAIMS = tuple(load_dataset(DEFAULT_DATA).claims.values())


def kinds(phrase: str) -> set[str]:
    return {m.kind for m in matches(read_phrase(phrase), CLAIMS)}


def faults(row: dict[str, str]) -> list[str]:
    """What of a row is read otherwise than the corpus says."""
    reading = read_phrase(row["phrase"])
    wrong = []
    if reading.value != (float(row["value"]) if row["value"] else None):
        wrong.append(f"value {reading.value}")
    if row["doubtful"] and reading.doubtful != (row["doubtful"] == "yes"):
        wrong.append(f"doubtful {reading.doubtful}")
    for name in ("qualifier", "unit", "population", "measure"):
        told = getattr(reading, name)
        if row[name] and told != (None if row[name] == "-" else row[name]):
            wrong.append(f"{name} {told}")
    found = kinds(row["phrase"])
    first = next((k for k in ("says", "nearly") if k in found), "other" if found else "none")
    if first != row["verdict"]:
        wrong.append(f"verdict {first}")
    return wrong


def test_the_corpus_is_large_and_in_both_languages():
    assert len(ROWS) >= 150
    assert set(Counter(row["language"] for row in ROWS)) == {"en", "es"}
    assert len({(row["phrase"], row["language"]) for row in ROWS}) == len(ROWS)


def test_nineteen_phrases_in_twenty_are_read_as_they_are_meant():
    wrong = {row["phrase"]: found for row in ROWS if (found := faults(row))}
    assert len(wrong) <= 0.05 * len(ROWS), wrong


@pytest.mark.parametrize("phrase", [r["phrase"] for r in ROWS if r["contradicts"] == "no"])
def test_nothing_is_called_a_contradiction_without_a_sure_reading(phrase):
    assert "contradicts" not in kinds(phrase)
