"""What each report of a measurement says of the machine, and how it is kept."""

import argparse
import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).parent


def load() -> str:
    """How many processes waited in the last minute, five and fifteen minutes."""
    return ", ".join(f"{value:.1f}" for value in os.getloadavg())


def machine() -> str:
    """The machine, its load, Python's version and the commit, as a line."""
    asked = ["git", "describe", "--always", "--dirty"]
    found = subprocess.run(asked, cwd=HERE, capture_output=True, text=True, check=False).stdout
    return (
        f"Machine: {platform.machine()}, {os.cpu_count()} cores, load {load()}; "
        f"Python {platform.python_version()}; commit {found.strip() or 'unknown'}."
    )


def asked(name: str, doc: str | None, usual: float) -> tuple[float, bool]:
    """The number that a command is given, and whether its report is kept.

    Args:
        name: what the number is of.
        doc: what the command does, for ``--help``.
        usual: the number that the report is of; with another one it is only printed.
    """
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=doc, formatter_class=form)
    said = f"{usual:g} without it; with another number the report is printed, and not kept"
    parser.add_argument(name, type=float, nargs="?", default=usual, help=said)
    number: float = vars(parser.parse_args())[name]
    return number, number == usual


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
