"""What Lighthouse says of a first visit on a phone.

``python -m tests.bench.phone [RUNS]`` runs Lighthouse (npm, fetched on the first run) with its own
settings, a slow phone on a slow line, for the Overview of the app and that of a published site, and
writes its part of ``tests/bench/RESULTS.md``. It is a measurement, never a test.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.bench.harness import keep, machine, markdown
from tests.bench.paint import published_pages
from tests.browser.chromium import find
from tests.support.server import running_server

RUNS: Final = 3
LIGHTHOUSE: Final = "lighthouse@12"
CHROME_FLAGS: Final = "--headless=new --no-sandbox"
#: Scores of a hundred, by their names in a report.
CATEGORIES: Final = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
    "seo": "SEO",
}
#: Times in seconds, and the shift of the layout.
AUDITS: Final = {
    "first-contentful-paint": "first paint",
    "largest-contentful-paint": "largest paint",
    "total-blocking-time": "blocked",
    "speed-index": "speed index",
    "cumulative-layout-shift": "shift",
}
SHIFT: Final = "cumulative-layout-shift"

Report = dict[str, Any]


def run_lighthouse(address: str) -> Report:
    """Return Lighthouse's report of a page."""
    with tempfile.TemporaryDirectory() as folder:
        report_file = Path(folder, "report.json")
        command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json"]
        command += [f"--output-path={report_file}", f"--chrome-flags={CHROME_FLAGS}"]
        env = {**os.environ, "CHROME_PATH": find() or ""}
        subprocess.run(command, check=True, env=env)
        report: Report = json.loads(report_file.read_text("utf-8"))
    return report


def _format_audit(name: str, reports: list[Report]) -> str:
    value = statistics.median(report["audits"][name]["numericValue"] for report in reports)
    if name == SHIFT:
        return f"{value:.3f}"
    return f"{value / 1000:.2f}"


def _format_row(page: str, reports: list[Report]) -> list[str]:
    scores = []
    for name in CATEGORIES:
        score = statistics.median(report["categories"][name]["score"] for report in reports)
        scores.append(f"{100 * score:.0f}")
    return [page, *scores, *(_format_audit(name, reports) for name in AUDITS)]


def report_scores(reports_by_page: dict[str, list[Report]]) -> str:
    """Return the table of medians, with the machine that they were measured on."""
    rows = [_format_row(page, reports) for page, reports in reports_by_page.items()]
    version = next(iter(reports_by_page.values()))[0]["lighthouseVersion"]
    head = ("page", *CATEGORIES.values(), *AUDITS.values())
    return f"""Lighthouse {version} with its settings of a phone, medians of \
{len(next(iter(reports_by_page.values())))} runs in turns: scores of a hundred, seconds, and the
shift of the layout. It slows the processor to a quarter: a busy machine counts four times.

{machine()}

{markdown(head, rows)}"""


def measure(runs: int) -> dict[str, list[Report]]:
    """Return the reports of each page by its name."""
    reports_by_page: dict[str, list[Report]] = {}
    with running_server() as app, published_pages() as site:
        pages = {"Overview": app, "published Overview": f"{site}/index.html"}
        # The first visit warms the caches of the server.
        for _ in range(runs):
            for page, address in pages.items():
                reports_by_page.setdefault(page, []).append(run_lighthouse(address))
    return reports_by_page


if __name__ == "__main__":
    runs = int(sys.argv[1]) if sys.argv[1:] else RUNS
    text = report_scores(measure(runs))
    keep("RESULTS.md", "A first visit on a phone", text, kept=runs == RUNS)
