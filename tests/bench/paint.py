"""When pages are painted, as the browser itself times it, beside a page with one line of text.

``python -m tests.bench.paint [VISITS]`` visits every page in turns, each time by a browser that
knows nothing, and writes its part of ``tests/bench/RESULTS.md``. Words are in a document long
before they are on the screen, so nothing here asks what the document holds: the first and the
largest paint are those of the Paint Timing and Largest Contentful Paint interfaces. It is a
measurement, never a test.
"""

import statistics
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from components.loading.served_story import public_story
from components.site.published import site_files
from components.site.site_options import SiteOptions
from tests.bench.harness import YARDSTICK, keep, machine, markdown
from tests.bench.reader import PLAIN_DONE, TWO_FRAMES
from tests.bench.rerun import WITHOUT_CARD
from tests.browser.chromium import ARGS, find
from tests.support.browse import ASK_FOR_APP
from tests.support.server import free_port, running_server, started

VISITS: Final = 7
VIEWPORT: Final = {"width": 1440, "height": 900}
EMPTY_PAGE: Final = "<!doctype html><html lang=en><title>Empty</title><p>Empty</p></html>"
#: Notes the largest paint, its element, and how much the layout has shifted.
WATCH: Final = """
window.painted = { largest: 0, element: '', shift: 0 }
new PerformanceObserver((list) => {
  for (const { startTime, element } of list.getEntries()) {
    window.painted.largest = startTime
    window.painted.element = `${element?.localName}.${element?.className}`
  }
}).observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) window.painted.shift += value
  }
}).observe({ type: 'layout-shift', buffered: true })
"""
HAS_PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint').length"
PAINTED: Final = """() => ({
  first: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  ...window.painted,
})"""
#: A paint is reported after its frame.
REPORTED_MS: Final = 300
#: Touches the first filter as soon as a reader sees it, until a mark of the picture is paled.
TOUCH: Final = f"""
const isAnswered = () => document.querySelector('svg [data-dim]')
const isSeen = (node) => {{
  const {{ x, y, width, height }} = node.getBoundingClientRect()
  return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}}
const findFilter = () => {{
  for (const input of document.querySelectorAll('[data-filter=category] input')) {{
    const summary = input.closest('.filter-list').firstElementChild
    if (isSeen(summary)) return input
  }}
}}
const touch = async (resolve) => {{
  const input = findFilter()
  // The page may begin to answer between two clicks, and show by then what the address says.
  if (input) {{
    if (!input.checked) input.click()
    await ({TWO_FRAMES})()
    if (isAnswered()) {{
      const now = performance.now()
      const files = performance.getEntries().filter(({{ responseEnd }}) => responseEnd <= now)
      const sizes = files.map(({{ transferSize }}) => transferSize ?? 0)
      resolve([now, sizes.reduce((sum, size) => sum + size, 0)])
      return
    }}
    if (input.checked) input.click()
  }}
  setTimeout(touch, 20, resolve)
}}
window.touched = new Promise((resolve) => touch(resolve))
"""
#: When a page of the app is at rest: it stands, and nothing stands before it.
AT_REST: Final = """() => {
  const app = document.querySelector("[data-testid='stApp'][data-test-script-state='notRunning']")
  const isStaged = ['timeline', 'map'].every((part) =>
    document.querySelector(`.stage [data-part=${part}] svg`))
  return app && !document.getElementById('first') && document.querySelector('.foot')
    && (isStaged || !document.querySelector('.stage'))
}"""
#: When a document that answers is at rest: its drawings are of this window, and have their names.
FIRST_AT_REST: Final = """() => {
  const part = document.querySelector('#first [data-answers]')
  return part && !part.querySelector("[data-waiting], [aria-busy='true']")
    && document.querySelector('.foot')
}"""
LOADED: Final = "() => document.readyState === 'complete'"


class Target(NamedTuple):
    """A page that is visited: its name, its address, and the condition of its rest."""

    name: str
    address: str
    at_rest: str = AT_REST
    emulated: bool = False
    #: What runs before its own scripts.
    script: str = ""


class Visit(NamedTuple):
    """What a browser says of a visit: seconds from the navigation, and the shift of the layout."""

    first: float
    largest: float
    rest: float
    shift: float
    element: str


class Touch(NamedTuple):
    """Seconds until the first touch is answered, and the bytes of the files received by then."""

    seconds: float
    received: float


@contextmanager
def fresh_page(browser: Browser, script: str) -> Iterator[Page]:
    """Open a page that knows nothing and runs a script first; close it afterwards."""
    context: BrowserContext = browser.new_context(viewport=VIEWPORT)
    page = context.new_page()
    page.add_init_script(script)
    yield page
    context.close()


def visit(browser: Browser, target: Target) -> Visit:
    """Visit a page until it is at rest."""
    with fresh_page(browser, WATCH + target.script) as page:
        page.goto(target.address)
        page.wait_for_function(target.at_rest)
        page.evaluate(TWO_FRAMES)
        rest = page.evaluate("performance.now()")
        page.wait_for_function(HAS_PAINTED)
        page.wait_for_timeout(REPORTED_MS)
        painted = page.evaluate(PAINTED)
    return Visit(
        first=painted["first"] / 1000,
        largest=painted["largest"] / 1000,
        rest=rest / 1000,
        shift=painted["shift"],
        element=painted["element"],
    )


def touch(browser: Browser, address: str) -> Touch:
    """Visit a page with filters, and touch the first as soon as it is there."""
    with fresh_page(browser, TOUCH) as page:
        page.goto(address, wait_until="commit")
        milliseconds, received = page.evaluate("window.touched")
    return Touch(milliseconds / 1000, received)


@contextmanager
def published_pages() -> Iterator[str]:
    """Serve the published site of the story, and an empty page beside it, as plain files."""
    with tempfile.TemporaryDirectory() as folder:
        for path, content in site_files(public_story(), SiteOptions(files=(), languages=("en",))):
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        Path(folder, "empty.html").write_text(EMPTY_PAGE, "utf-8")
        port = free_port()
        command = [sys.executable, "-m", "http.server", str(port), "--directory", folder]
        address = f"http://127.0.0.1:{port}"

        def answers() -> bool:
            try:
                urllib.request.urlopen(address, timeout=2).close()
            except OSError:
                return False
            return True

        with started([*command, "--bind", "127.0.0.1"], {}, answers):
            yield address


def list_targets(yardstick: str, app: str, site: str) -> list[Target]:
    """Return the pages that are visited, each after the one that it is held against."""
    return [
        Target("one line of text", yardstick, PLAIN_DONE),
        Target("Overview", app, FIRST_AT_REST),
        Target("Overview, with the app", app, script=ASK_FOR_APP),
        Target("Timeline", f"{app}/timeline", FIRST_AT_REST),
        Target("one line of text, emulated card", yardstick, PLAIN_DONE, emulated=True),
        Target("Map, emulated card", f"{app}/map", FIRST_AT_REST, emulated=True),
        Target("empty page", f"{site}/empty.html", LOADED),
        Target("published Overview", f"{site}/index.html", LOADED),
    ]


def measure(visits: int) -> tuple[dict[str, list[Visit]], list[Touch]]:
    """Return the visits to each page by its name, and the first touches of the Overview."""
    visits_by_name: dict[str, list[Visit]] = {}
    touches: list[Touch] = []
    with (
        running_server(YARDSTICK) as yardstick,
        running_server() as app,
        published_pages() as site,
        sync_playwright() as playwright,
    ):
        plain = playwright.chromium.launch(executable_path=find(), args=list(WITHOUT_CARD))
        emulated = playwright.chromium.launch(executable_path=find(), args=ARGS)
        targets = list_targets(yardstick, app, site)
        # The first turn warms the caches and is not counted.
        for turn in range(visits + 1):
            for target in targets:
                browser = emulated if target.emulated else plain
                measured = visit(browser, target)
                if turn:
                    visits_by_name.setdefault(target.name, []).append(measured)
            first_touch = touch(plain, app)
            if turn:
                touches.append(first_touch)
        plain.close()
        emulated.close()
    return visits_by_name, touches


def _format_row(name: str, visits: list[Visit]) -> list[str]:
    cells = [name]
    for field in ("first", "largest", "rest"):
        values = [getattr(one, field) for one in visits]
        middle = statistics.median(values)
        cells.append(f"{middle:.2f} ({min(values):.2f}–{max(values):.2f})")
    most_shift = max(one.shift for one in visits)
    cells.append(f"{most_shift:.3f}")
    cells.append(f"`{visits[-1].element}`")
    return cells


def _median(visits: list[Visit], field: str) -> float:
    return statistics.median(getattr(one, field) for one in visits)


def _format_ratio(visits: list[Visit], field: str, others: list[Visit]) -> str:
    """Return how many times the median of some visits is that of others."""
    return f"{_median(visits, field) / _median(others, field):.2f}"


def report(visits_by_name: dict[str, list[Visit]], touches: list[Touch]) -> str:
    """Return the report: medians, ranges, and ratios to the pages that others are held against."""
    head = ("page", "first paint", "largest paint", "at rest", "most shift", "largest part")
    rows = [_format_row(name, visits) for name, visits in visits_by_name.items()]
    plain = visits_by_name["one line of text"]
    plain_with_card = visits_by_name["one line of text, emulated card"]
    overview = visits_by_name["Overview"]
    timeline = visits_by_name["Timeline"]
    map_visits = visits_by_name["Map, emulated card"]
    empty = visits_by_name["empty page"]
    published = visits_by_name["published Overview"]
    seconds = statistics.median(one.seconds for one in touches)
    touch_ratio = seconds / _median(plain, "rest")
    kilobytes = statistics.median(one.received for one in touches) / 1000
    return f"""Seconds from the navigation in a headless Chromium without a graphics card,
medians and ranges of {len(touches)} visits, each in a new context, in turns. First and largest
paint are the browser's own paint timing.

{machine()}

{markdown(head, rows)}

Times the page with one line of text, in brackets the aim:

- Overview: first paint {_format_ratio(overview, "first", plain)} (0.45), largest \
{_format_ratio(overview, "largest", plain)} (0.55), at rest \
{_format_ratio(overview, "rest", plain)} (1.10).
- First touch of a filter answered: {seconds:.2f} s, {touch_ratio:.2f} (0.6) of that page's rest, \
after {kilobytes:.0f} kB (250).
- Timeline: largest paint {_format_ratio(timeline, "largest", plain)} (0.6). Map: \
{_format_ratio(map_visits, "largest", plain_with_card)} (0.9).
- Published Overview: first paint {_format_ratio(published, "first", empty)} times an empty \
page's (3)."""


if __name__ == "__main__":
    visits = int(sys.argv[1]) if sys.argv[1:] else VISITS
    keep("RESULTS.md", "When a page is painted", report(*measure(visits)), kept=visits == VISITS)
