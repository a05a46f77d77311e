"""What a report says of the machine that it was measured on."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path

#: What a browser without a graphics card does by itself; Playwright would have one emulated, which
#: takes five times as much of the processor for a frame, and which no reader has.
WITHOUT_CARD = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")


def load() -> str:
    """How many processes waited in the last minute, five and fifteen minutes."""
    return ", ".join(f"{value:.1f}" for value in os.getloadavg())


def machine() -> str:
    """The machine, its load and Python's version, as a line."""
    return (
        f"Machine: {platform.machine()}, {os.cpu_count()} cores, load {load()}; "
        f"Python {platform.python_version()}."
    )


def asked(name: str, doc: str, usual: float, report: Path) -> tuple[float, Path | None]:
    """The number that a command of the bench is given, and the file of its report.

    Args:
        name: what the number is of.
        doc: what the command does, for ``--help``.
        usual: the number that the report is of; with another one it is only printed.
        report: the file.
    """
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=doc, formatter_class=form)
    said = f"{usual:g} without it; with another number the report is printed, and not kept"
    parser.add_argument(name, type=float, nargs="?", default=usual, help=said)
    number: float = vars(parser.parse_args())[name]
    return number, report if number == usual else None


def keep(text: str, report: Path | None) -> None:
    """Print a report, and write it where it is to be kept."""
    if report:
        report.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
