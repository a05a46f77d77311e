"""What a report says of the machine that it was measured on."""

from __future__ import annotations

import os
import platform


def load() -> str:
    """How many processes waited in the last minute, five and fifteen minutes."""
    return ", ".join(f"{value:.1f}" for value in os.getloadavg())


def machine() -> str:
    """The machine, its load and Python's version, as a line."""
    return (
        f"Machine: {platform.machine()}, {os.cpu_count()} cores, load {load()}; "
        f"Python {platform.python_version()}."
    )
