"""Figures that a reader may check, and the groups in which claims must stand beside each.

They lie in ``tests/data/checked_figures.csv``: the number as it is typed in English and in Spanish,
what else is chosen, and some of the claims of each group by the end of their id; ``-`` before a
group says that they are not in it.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

Case = tuple[str, str, dict[str, Any], dict[str, str]]
FILE = Path(__file__).parents[1] / "data" / "checked_figures.csv"
CHOSEN: dict[str, Callable[[str], Any]] = {
    "said": str, "to": int, "measure": str, "population": str, "region": str,
    "day": date.fromisoformat,
}  # fmt: skip


def _case(row: dict[str, str]) -> Case:
    english, spanish = row.pop("en"), row.pop("es")
    filled = {name: cell for name, cell in row.items() if cell}
    chosen = {name: read(filled.pop(name)) for name, read in CHOSEN.items() if name in filled}
    return english, spanish, chosen, filled


with FILE.open(encoding="utf-8", newline="") as file:
    CASES: tuple[Case, ...] = tuple(map(_case, csv.DictReader(file)))
