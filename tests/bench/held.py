"""What holds up everybody else's answers while the server is attacked, and for how long.

``python -m tests.bench.held`` writes ``tests/bench/HELD.md``: how long the health address took to
answer, and the server's own part in it (``tests/support/watched.py``), during every attack that the
tests make, but for the one on a server whose first documents fail. It is a measurement, never a
test; words after it choose the attacks whose names hold them, and then it only prints. Some four
minutes.
"""

from __future__ import annotations

import http.client
import json
import statistics
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from components.presentation.pages import PAGES
from tests.bench.machine import machine
from tests.bench.memory import opened, story
from tests.browser.chromium import ARGS, find
from tests.browser.servers.test_attacks import HEAVY, tangled
from tests.server.test_attacks import HARMFUL
from tests.support.browse import OPEN_STORY, address, settle
from tests.support.health import SOON_SECONDS, asked
from tests.support.server import ROOT, running_server

HERE = Path(__file__).parent
LONG_SECONDS = 0.05
PATIENCE_SECONDS = 180
AT_ONCE = 40


def fetch(url: str) -> bytes:
    """What an address answers, refusals included."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        return error.read()


def at_once(base: str, paths: list[str]) -> None:
    """Ask for all of them at the same time."""
    with ThreadPoolExecutor(len(paths)) as pool:
        list(pool.map(fetch, [base + path for path in paths]))


def open_file(browser: Browser, base: str, name: str, content: bytes) -> None:
    """Open a file in a tab of its own and wait until something is said of it."""
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_SECONDS * 1000)
    page.goto(address(base, "data", {"lang": "en"}))
    settle(page)
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator(OPEN_STORY).set_input_files([file])  # type: ignore[list-item]
    page.locator(".intake-report, .own-banner, [data-testid='stAlert']").first.wait_for()
    settle(page)
    page.context.close()


def hand_out(base: str) -> None:
    """Have two handouts made, to their end."""
    for paper in ("a4", "letter"):
        post = urllib.request.Request(f"{base}/takeaway/answers-{paper}.pdf?lang=en", method="POST")
        with urllib.request.urlopen(post, timeout=PATIENCE_SECONDS) as answer:
            answer.read()


def ask_and_go(base: str) -> None:
    """Ask for pictures and hang up, one after the other; then wait for one of one's own."""
    where = urlsplit(base).netloc
    gone = [http.client.HTTPConnection(where, timeout=PATIENCE_SECONDS) for _ in range(AT_ONCE)]
    for n, one in enumerate(gone):
        one.request("GET", f"/pictures/timeline.png?q=left{n}")
    for one in gone:
        one.close()
    fetch(f"{base}/pictures/timeline.png?q=stays")


def attacks(browser: Browser, base: str) -> dict[str, Callable[[], None]]:
    """What is done to the server, by its name."""
    large = story()

    def close_large() -> None:
        opened(browser, base, large, 1).context.close()
        # Until it is given back: 40 seconds to come back, and 15 to the next look.
        time.sleep(60)

    days = "from=0500-01-01&to=4000-12-31"
    return {
        "nothing but the questions": lambda: time.sleep(10),
        f"{AT_ONCE} workbooks": lambda: at_once(
            base, [f"/api/tables.xlsx?q=w{n}" for n in range(AT_ONCE)]
        ),
        f"{AT_ONCE} pictures": lambda: at_once(
            base, [f"/pictures/timeline.png?q=s{n}" for n in range(AT_ONCE)]
        ),
        f"{AT_ONCE} addresses of one picture": lambda: at_once(
            base, [f"/pictures/map.png?q=one&find=f{n}&page={n + 1}" for n in range(AT_ONCE)]
        ),
        f"{AT_ONCE} who ask and go": lambda: ask_and_go(base),
        "pictures of 3,500 years": lambda: at_once(
            base, [f"/pictures/timeline.{form}?{days}" for form in ("png", "svg")] * 4
        ),
        "first documents of many views": lambda: at_once(
            base, [f"/{page.slug}?q=first{n}" for page in PAGES for n in range(6)]
        ),
        f"{AT_ONCE} files of the public data": lambda: at_once(
            base, [f"/api/events.json?q=e{n}" for n in range(AT_ONCE)]
        ),
        "addresses that once did harm": lambda: at_once(base, [*HARMFUL] * 8),
        "two handouts": lambda: hand_out(base),
        **{
            f"opening {name}": lambda file=file, make=make: open_file(browser, base, file, make())
            for name, (make, file) in HEAVY.items()
        },
        "opening a thousand tangled aggregators": lambda: open_file(
            browser, base, "tangled.zip", tangled()
        ),
        "a story of 8 MB opened, looked at and closed": close_large,
    }


def measured(base: str, name: str, attack: Callable[[], None]) -> str:
    """One row: an attack, the health address's answers, and what held up the server."""
    fetch(f"{base}/api/held")
    with asked(base) as health:
        attack()
    held = json.loads(fetch(f"{base}/api/held"))
    cells = [
        f"{statistics.median(health.seconds):.3f}",
        f"{max(health.seconds):.2f}",
        f"{100 * health.soon:.0f}",
        *(f"{max(held[kind], default=0):.3f}" for kind in ("loop", "lock")),
        *(str(sum(one > LONG_SECONDS for one in held[kind])) for kind in ("loop", "lock")),
    ]
    return f"| {name} | {' | '.join(cells)} |"


def report(rows: list[str]) -> str:
    """The results as Markdown."""
    return "\n".join(
        [
            "# What holds up the server's answers",
            "",
            "Made by `python -m tests.bench.held`. The health address is asked every twentieth of",
            "a second during each; seconds. Its answers are late, too, where the machine does",
            "other things. The server's own part is processor time: the longest work on the loop",
            "of events without a pause, and the longest for which no other thread of the process",
            "went on (Python's lock); and how often each was longer than "
            f"{LONG_SECONDS * 1000:.0f} ms.",
            "",
            machine(),
            "",
            f"| attack | health, middle | longest | within {SOON_SECONDS} s, % | loop, longest "
            "| lock, longest | loop, times | lock, times |",
            "| --- |" + " ---: |" * 7,
            *rows,
            "",
            f"Aim: every answer within {SOON_SECONDS} s.",
            "",
        ]
    )


def measure(only: str) -> list[str]:
    """A row for each attack whose name holds ``only``."""
    watched = ROOT / "tests" / "support" / "watched.py"
    with running_server(watched) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGS)
        # What the first of all costs is nobody's attack.
        open_file(browser, base, "first.csv", b"date,title\n2019-02-23,x\n")
        found = attacks(browser, base).items()
        rows = [measured(base, name, attack) for name, attack in found if only in name]
        browser.close()
    return rows


if __name__ == "__main__":
    only = " ".join(sys.argv[1:])
    text = report(measure(only))
    if not only:
        (HERE / "HELD.md").write_text(text, encoding="utf-8")
    sys.stdout.write(text)
