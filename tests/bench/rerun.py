"""How long a reader waits, against a page with one widget and one line of text in the same run.

``python -m tests.bench.rerun [RUNS]`` starts both servers, takes turns between them so that a busy
machine slows both alike, and writes ``tests/bench/RESULTS.md``. It is a measurement, never a test.
"""

import statistics
import sys
import time
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from components.intake.package_folders import load_dataset
from components.story.package_files import DEFAULT_DATA
from tests.bench.harness import YARDSTICK, keep, machine, markdown
from tests.bench.large.tables_made import events_csv
from tests.bench.reader import DRAWN, IDLE, PLAIN_DONE, TWO_FRAMES
from tests.browser.chromium import ARGS, find
from tests.corpus.hostile import HARMFUL
from tests.support.browse import ASK_FOR_APP, open_file, popover, to_page
from tests.support.server import running_server
from tests.support.stories.uploads import read_story

RUNS: Final = 7
MANY: Final = 5_000
KINDS: Final = 5
PATIENCE_MS: Final = 180_000
#: What a browser without a graphics card does by itself; Playwright would have one emulated, which
#: takes five times as much of the processor for a frame, and which no reader has.
WITHOUT_CARD: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
CLICK: Final = "n => document.querySelectorAll('[data-filter=category] input').item(n).click()"
SETTLED: Final = """before => {
  const page = document.querySelector('.live-view')
  const said = page.querySelector('[data-part=status]').textContent
  return !page.hasAttribute('data-waiting') && said !== before
}"""
SHOWN: Final = "() => document.querySelector('.shown')?.textContent"
#: Timed within the page, which answers without the server: asking from outside takes longer.
WITHIN: Final = f"""async ([what, key]) => {{
  const find = (root, name) => {{
    for (const node of root.querySelectorAll('*')) {{
      if (node.matches(name)) return node
      const inner = node.shadowRoot && find(node.shadowRoot, name)
      if (inner) return inner
    }}
  }}
  const said = () => find(document, what).textContent
  const before = said()
  const start = performance.now()
  if (key) document.dispatchEvent(new KeyboardEvent('keydown', {{ key }}))
  else document.querySelector('[data-filter=category] input').click()
  if (said() === before) throw new Error('nothing changed')
  await ({TWO_FRAMES})()
  return (performance.now() - start) / 1000
}}"""


def until(page: Page, action: Callable[[], None], done: str, argument: object = None) -> float:
    """Seconds from ``action`` until the condition ``done`` (JavaScript) holds, and two frames."""
    start = time.perf_counter()
    action()
    page.wait_for_function(done, arg=argument)
    page.wait_for_selector(IDLE)
    page.evaluate(TWO_FRAMES)
    return time.perf_counter() - start


def first_visit(browser: Browser, address: str, done: str) -> tuple[float, float]:
    """A visit by a browser that knows nothing.

    Returns:
        Seconds from the address to ``done``; bytes received.
    """
    page = browser.new_context(viewport={"width": 1440, "height": 1000}).new_page()
    page.add_init_script(ASK_FOR_APP)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    received: list[int] = []
    session.on(
        "Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"]))
    )
    seconds = until(page, lambda: page.goto(address) and None, done)
    page.context.close()
    return seconds, sum(received)


def rest(page: Page, milliseconds: int = 500) -> None:
    """One page in front and at rest: a reader has one, and each draws for itself."""
    page.bring_to_front()
    page.wait_for_selector(IDLE)
    if page.locator(".live-view").count():
        page.wait_for_selector(".live-view:not([data-waiting])", state="attached")
    page.wait_for_timeout(milliseconds)


def plain_rerun(page: Page, turn: int) -> float:
    rest(page)
    pick = page.get_by_role("button", name=("one", "two")[turn % 2], exact=True)
    before = page.locator("body").inner_text()
    return until(page, pick.click, "b => document.body.innerText !== b", before)


def filter_settled(page: Page, turn: int) -> float:
    """Seconds from a touch of a kind of event until all that only the server can say is there.

    Each turn touches another kind: for ten turns the view is one that nobody has asked for yet.
    """
    rest(page)
    said = page.locator(".live-view [data-part=status]").inner_text()
    return until(page, lambda: page.evaluate(CLICK, turn % KINDS), SETTLED, said)


def map_settled(page: Page, _turn: int) -> float:
    rest(page)
    changed = f"b => ![undefined, b].includes(({SHOWN})())"
    return until(page, lambda: page.evaluate(CLICK, 0), changed, page.evaluate(SHOWN))


def touched(page: Page, _turn: int) -> float:
    rest(page)
    return float(page.evaluate(WITHIN, [".stage .time h2", None]))


def story_move(page: Page, turn: int) -> float:
    rest(page, 900)  # Two digits soon after each other would be one number.
    return float(page.evaluate(WITHIN, [".headline", ("2", "3")[turn % 2]]))


def took(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(runs: int) -> tuple[dict[str, list[float]], float, float]:
    """Everything ``runs`` times, in turns: seconds by what was done, and bytes of first visits."""
    found: dict[str, list[float]] = {}
    sent: dict[str, float] = {}
    with (
        running_server(YARDSTICK) as yardstick,
        running_server() as app,
        sync_playwright() as playwright,
    ):
        # A machine without a graphics card draws without one. The map needs an emulated one, which
        # would paint every other page for seconds: it is measured beside a yardstick with the same.
        browser = playwright.chromium.launch(executable_path=find(), args=list(WITHOUT_CARD))
        emulated = playwright.chromium.launch(executable_path=find(), args=ARGS)

        def opened(where: str, done: str, made: Browser = browser) -> Page:
            page = made.new_page(viewport={"width": 1440, "height": 1000})
            page.add_init_script(ASK_FOR_APP)
            page.goto(where)
            page.wait_for_function(done)
            return page

        for turn in range(runs + 1):
            for name, where, done in (("one line of text", yardstick, PLAIN_DONE),
                                      ("the Overview, drawn", app, DRAWN)):  # fmt: skip
                seconds, sent[name] = first_visit(browser, where, done)
                if turn:
                    found.setdefault(f"first visit, {name}", []).append(seconds)
        gone = "() => !document.querySelector('#first')"
        present = opened(f"{app}/present", gone)
        present.set_viewport_size({"width": 1280, "height": 720})
        present.wait_for_selector(".scene h1:not(:empty)")
        many = browser.new_page(viewport={"width": 1440, "height": 1000})
        many.set_default_timeout(PATIENCE_MS)
        open_file(many, app, "many.csv", events_csv(MANY))
        to_page(many, "Overview")
        many.wait_for_function(DRAWN)
        overview, shown_map = opened(app, DRAWN), opened(f"{app}/map", gone, emulated)
        popover(shown_map, "category")
        in_turn: dict[str, tuple[Callable[[Page, int], float], Page]] = {
            "rerun, one line of text": (plain_rerun, opened(yardstick, PLAIN_DONE)),
            "filter on the Overview, until the server's words are there":
                (filter_settled, overview),
            "touch on the Overview, until the picture has changed": (touched, overview),
            f"the same with {MANY:,} events": (touched, many),
            "a step of the story, from the key to the picture": (story_move, present),
            "filter on the Timeline, until it is at rest":
                (filter_settled, opened(f"{app}/timeline", gone)),
            "rerun, one line of text, with an emulated graphics card":
                (plain_rerun, opened(yardstick, PLAIN_DONE, emulated)),
            "filter on the Map with an emulated card, until it is at rest":
                (map_settled, shown_map),
        }  # fmt: skip
        for turn in range(runs + 2):
            for name, (work, page) in in_turn.items():
                seconds = work(page, turn)
                # The first turns warm the caches and are not counted.
                if turn >= 2:
                    found.setdefault(name, []).append(seconds)
        browser.close()
        emulated.close()
    # The first reading also pays for the date parser.
    own = [took(lambda: load_dataset(DEFAULT_DATA)) for _ in range(runs + 1)]
    found["reading the project's own data"] = own[1:]
    files = [(case.make(), case.file) for case in HARMFUL]
    found["refusing a file that means harm, one of each kind"] = [
        took(lambda f=file: read_story(*f)) for file in files
    ]
    return found, *sent.values()


def report(found: dict[str, list[float]], plain_bytes: float, full_bytes: float) -> str:
    middle = {name: statistics.median(seconds) for name, seconds in found.items()}
    rows = [
        (name, f"{middle[name]:.2f}", f"{min(seconds):.2f}–{max(seconds):.2f}", len(seconds))
        for name, seconds in found.items()
    ]
    plain, full, rerun, filtered, few, many, _, timeline, drawn, on_map, *_ = middle.values()
    return f"""Seconds in a headless Chromium without a graphics card, the
yardstick and the app in turns. The Map needs an emulated card, and is held against a
yardstick with one. Read the ratios: on a busy machine they change less.

{machine()}

{markdown(("what", "median", "range", "runs"), rows)}

- First visit: {full / plain:.2f} times the yardstick (aim: 1.25).
- Filter settled: on the Overview {filtered / rerun:.2f} times the yardstick, on the Timeline \
{timeline / rerun:.2f}, on the Map {on_map / drawn:.2f} (aim: 2).
- Touch to the changed picture, two frames included: {1000 * few:.0f} ms (aim: 50); with \
{MANY:,} events {1000 * many:.0f} ms (aim: 100).
- Received on a first visit: {full_bytes / 1e6:.2f} MB (aim: 1.9; yardstick: \
{plain_bytes / 1e6:.2f} MB, without compression of its scripts)."""


if __name__ == "__main__":
    runs = int(sys.argv[1]) if sys.argv[1:] else RUNS
    keep("RESULTS.md", "How long a reader waits", report(*measure(runs)), kept=runs == RUNS)
