"""What each report of a measurement says of the machine, and how it is kept."""

import os
import platform
import statistics
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).parent


def machine() -> str:
    """The machine, its load in the last 1, 5 and 15 minutes, Python's version and the commit."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    asked = ["git", "describe", "--always", "--dirty"]
    found = subprocess.run(asked, cwd=HERE, capture_output=True, text=True, check=False).stdout
    return (
        f"Machine: {platform.machine()}, {os.cpu_count()} cores, load {load}; "
        f"Python {platform.python_version()}; commit {found.strip() or 'unknown'}."
    )


def spread(values: Iterable[float]) -> tuple[float, float, float]:
    """The middle, the 95th of a hundred and the most of some values."""
    found = sorted(values)
    return statistics.median(found), found[int(0.95 * (len(found) - 1))], found[-1]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown: names at the left, values at the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def keep(file: str, heading: str, text: str, *, kept: bool = True) -> None:
    """Print a part of a report, and write it below its heading; the other parts stay."""
    print(f"## {heading}\n\n{text}")
    if kept:
        path = HERE / file
        start, *parts = path.read_text("utf-8").split("\n## ")
        found = dict(part.split("\n", 1) for part in parts) | {heading: f"\n{text}\n"}
        whole = [start, *(f"{name}\n{rest}" for name, rest in found.items())]
        path.write_text("\n## ".join(whole), encoding="utf-8")
