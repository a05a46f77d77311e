"""How long a reader waits, against a page with one widget and one line of text in the same run.

``python -m tests.bench.rerun [RUNS]`` starts both servers, takes turns between them so that a busy
machine slows both alike, and writes ``tests/bench/RESULTS.md``. It is a measurement, never a test.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from components.intake import read_story
from components.intake.package import DEFAULT_DATA, load_dataset
from tests.bench.machine import WITHOUT_CARD, machine
from tests.bench.measure import IDLE, TWO_FRAMES, Timing, until
from tests.bench.stage import (
    DRAWN,
    MANY,
    filter_settled,
    open_many,
    open_map,
    open_page,
    page_filter_settled,
    touch,
)
from tests.browser.chromium import ARGS, find
from tests.corpus.hostile import HARMFUL
from tests.support.server import running_server

HERE = Path(__file__).parent
PLAIN_DONE = "() => document.body.innerText.includes('Picked: ')"

READABLE = """() => performance.getEntriesByName('first-contentful-paint')[0].startTime
    - performance.getEntriesByType('navigation')[0].responseStart"""

# Timed within the page: it moves without the server, and asking from outside takes longer.
STORY_MOVE = f"""async (key) => {{
  const find = (root) => {{
    for (const node of root.querySelectorAll('*')) {{
      if (node.classList.contains('headline')) return node
      const inner = node.shadowRoot && find(node.shadowRoot)
      if (inner) return inner
    }}
  }}
  const headline = () => find(document).textContent
  const before = headline()
  const start = performance.now()
  document.dispatchEvent(new KeyboardEvent('keydown', {{ key }}))
  if (headline() === before) throw new Error('nothing moved')
  await ({TWO_FRAMES})()
  return performance.now() - start
}}"""


def first_visit(browser: Browser, address: str, done: str) -> tuple[float, int, float]:
    """A visit by a browser that knows nothing.

    Returns:
        Seconds from the address to ``done``; bytes received; seconds from the first byte of the
        document to its first words on the screen.
    """
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    received = [0]
    session.on(
        "Network.loadingFinished",
        lambda event: received.__setitem__(0, received[0] + int(event["encodedDataLength"])),
    )
    start = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(IDLE)
    page.wait_for_function(done)
    page.evaluate(TWO_FRAMES)
    seconds = time.perf_counter() - start
    readable = float(page.evaluate(READABLE)) / 1000
    context.close()
    return seconds, received[0], readable


def _pick(page: Page, name: str) -> Callable[[], None]:
    return lambda: page.get_by_role("button", name=name, exact=True).click()


def _alone(page: Page) -> None:
    """One page in front and at rest: a reader has one, and each draws for itself."""
    page.bring_to_front()
    page.wait_for_timeout(300)


def plain_rerun(page: Page, turn: int) -> float:
    """Pick on the yardstick until its line has changed."""
    _alone(page)
    before = page.locator("body").inner_text()
    name = ("one", "two")[turn % 2]
    return until(page, _pick(page, name), "b => document.body.innerText !== b", before)


def story_move(page: Page, turn: int) -> float:
    """Go on in the story, and back, until the other step's headline is drawn."""
    _alone(page)
    page.wait_for_timeout(900)  # Two digits soon after each other would be one number.
    return float(page.evaluate(STORY_MOVE, ("2", "3")[turn % 2])) / 1000


def took(work: Callable[[], object]) -> float:
    """Seconds of a piece of work."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def reading(runs: int) -> list[Timing]:
    """What the server reads: its data, and files that mean harm."""
    own = [took(lambda: load_dataset(DEFAULT_DATA)) for _ in range(runs + 1)]
    files = [(make(), name) for make, name in HARMFUL.values()]
    hostile = [took(lambda f=file: read_story(*f)) for file in files]
    return [
        # The first reading also pays for the date parser.
        Timing("reading the project's own data", tuple(own[1:])),
        Timing("refusing a file that means harm, one of each kind", tuple(hostile)),
    ]


def measure(runs: int) -> tuple[list[Timing], int, int]:
    """Run everything ``runs`` times, in turns."""
    plain_first, full_first, readable = [], [], []
    plain, full, story, few, many, timeline, map_page, drawn = [], [], [], [], [], [], [], []
    plain_bytes = full_bytes = 0
    with (
        running_server(HERE / "plain.py") as yardstick,
        running_server() as app,
        sync_playwright() as playwright,
    ):
        # A machine without a graphics card draws without one. The map needs an emulated one, which
        # would paint every other page for seconds: it is measured beside a yardstick with the same.
        browser = playwright.chromium.launch(executable_path=find(), args=list(WITHOUT_CARD))
        emulated = playwright.chromium.launch(executable_path=find(), args=ARGS)
        first_visit(browser, yardstick, PLAIN_DONE)
        first_visit(browser, app, DRAWN)
        for _ in range(runs):
            seconds, plain_bytes, _ = first_visit(browser, yardstick, PLAIN_DONE)
            plain_first.append(seconds)
            seconds, full_bytes, words = first_visit(browser, app, DRAWN)
            full_first.append(seconds)
            readable.append(words)
        one, seven = (b.new_page(viewport={"width": 1440, "height": 1000})
                      for b in (browser, emulated))  # fmt: skip
        for page in (one, seven):
            page.goto(yardstick)
            page.wait_for_function(PLAIN_DONE)
        two = browser.new_page(viewport={"width": 1440, "height": 1000})
        two.goto(app)
        two.wait_for_function(DRAWN)
        three = browser.new_page(viewport={"width": 1280, "height": 720})
        three.goto(f"{app}/present")
        # The first document has a headline of its own until the page is drawn.
        three.wait_for_selector("#first", state="detached")
        three.wait_for_selector(".scene h1:not(:empty)")
        four = browser.new_page(viewport={"width": 1440, "height": 1000})
        open_many(four, app)
        five, six = (b.new_page(viewport={"width": 1440, "height": 1000})
                     for b in (browser, emulated))  # fmt: skip
        open_page(five, f"{app}/timeline")
        open_map(six, f"{app}/map")
        for turn in range(runs + 2):
            seconds_of = (
                (plain, plain_rerun(one, turn)),
                (full, filter_settled(two, turn)),
                (few, touch(two)),
                (many, touch(four)),
                (story, story_move(three, turn)),
                (timeline, filter_settled(five, turn)),
                (drawn, plain_rerun(seven, turn)),
                (map_page, page_filter_settled(six)),
            )
            # The first turns warm the caches and are not counted.
            if turn >= 2:
                for kept, seconds in seconds_of:
                    kept.append(seconds)
        browser.close()
        emulated.close()
    timings = [
        Timing("first visit, one line of text", tuple(plain_first)),
        Timing("first visit, Overview with timeline and map drawn", tuple(full_first)),
        Timing("rerun, one line of text", tuple(plain)),
        Timing("filter on the Overview, until the server's words are there", tuple(full)),
        Timing("touch on the Overview, until the picture has changed", tuple(few)),
        Timing(f"the same with {MANY:,} events", tuple(many)),
        Timing("a step of the story, from the key to the picture", tuple(story)),
        Timing("first document of the Overview, from its first byte to its words", tuple(readable)),
        Timing("filter on the Timeline, until it is at rest", tuple(timeline)),
        Timing("rerun, one line of text, with an emulated graphics card", tuple(drawn)),
        Timing("filter on the Map with an emulated card, until it is at rest", tuple(map_page)),
        *reading(runs),
    ]
    return timings, plain_bytes, full_bytes


def report(timings: list[Timing], plain_bytes: int, full_bytes: int) -> str:
    """The results as Markdown."""
    first, rerun = (timings[i + 1].median / timings[i].median for i in (0, 2))
    timeline = timings[8].median / timings[2].median
    map_page = timings[10].median / timings[9].median
    few, many = (1000 * timings[i].median for i in (4, 5))
    words = timings[7].median
    return "\n".join(
        [
            "# How long a reader waits",
            "",
            "Made by `make bench`; seconds in a headless Chromium without a graphics card, the",
            "yardstick and the app in turns. The Map needs an emulated card, and is held against a",
            "yardstick with one. Read the ratios: on a busy machine they change less.",
            "",
            machine(),
            "",
            "| what | median | range | runs |",
            "| --- | --- | --- | --- |",
            *(timing.row() for timing in timings),
            "",
            f"- First visit: {first:.2f} times the yardstick (aim: 1.25).",
            f"- Readable after the first byte: {words:.2f} s (aim: 0.6).",
            f"- Filter settled: on the Overview {rerun:.2f} times the yardstick, on the Timeline "
            f"{timeline:.2f}, on the Map {map_page:.2f} (aim: 2).",
            f"- Touch to the changed picture, two frames included: {few:.0f} ms (aim: 50); with "
            f"{MANY:,} events {many:.0f} ms (aim: 100).",
            f"- Received on a first visit: {full_bytes / 1e6:.2f} MB (aim: 1.9; yardstick: "
            f"{plain_bytes / 1e6:.2f} MB, without compression of its scripts).",
            "",
        ]
    )


if __name__ == "__main__":
    text = report(*measure(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
    (HERE / "RESULTS.md").write_text(text, encoding="utf-8")
    print(text)
