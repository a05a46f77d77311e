"""Ways to time a page from the reader's side."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

IDLE = "[data-testid='stApp'][data-test-script-state='notRunning']"
TWO_FRAMES = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"


@dataclass(frozen=True)
class Timing:
    """Seconds of several runs."""

    name: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle run."""
        return statistics.median(self.seconds)

    def row(self) -> str:
        """One line of the report."""
        low, high = min(self.seconds), max(self.seconds)
        return f"| {self.name} | {self.median:.2f} | {low:.2f}–{high:.2f} | {len(self.seconds)} |"


def until(page: Page, action: Callable[[], None], done: str, argument: object = None) -> float:
    """Seconds from ``action`` until the condition ``done`` (JavaScript) holds, and two frames."""
    start = time.perf_counter()
    action()
    page.wait_for_function(done, arg=argument)
    page.wait_for_selector(IDLE)
    page.evaluate(TWO_FRAMES)
    return time.perf_counter() - start
