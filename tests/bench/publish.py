"""The published Overview beside what newsrooms use for it: TimelineJS3 and vis-timeline.

``python -m tests.bench.publish`` serves the same events with all three from this machine, packed as
hosts pack them, opens each in a new browser in turns and writes ``tests/bench/PUBLISHED.md``, in
two minutes; with another number of turns it only prints. It is a measurement, never a test. The
other two come from npm, into the virtual environment.

- First picture: from the beginning of the navigation to the moment when the frame with the drawing
  is on the screen, as the browser itself tells (Element Timing); from this machine, and over a line
  as slow as the developer tools' "Fast 4G".
- Weight: all that is sent until then, as it goes over the wire; what is kept for reading without a
  connection is fetched after that and counted apart.
- Answer: from a click on one kind of event to the moment when what it leaves is on the screen, and
  from the clicks that follow, which take the filter away and set it again. It is one step to the
  next event with TimelineJS3, which has no filter.

The browser draws as it does for a reader without a graphics card. An emulated one, as the tests
have it for the map, takes five times as much of the processor for each frame, and no reader has it.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, Request, sync_playwright

from components.presentation.stories import public_story
from components.site.links import SiteOptions
from components.site.published import site_files
from components.story.edtf import parse_edtf
from tests.bench.machine import WITHOUT_CARD, asked, keep, load
from tests.browser.chromium import find

PACKAGES = ("@knight-lab/timelinejs@3.9.11", "vis-timeline@8.5.4")
FOLDER = Path(sys.prefix) / "timelines"
MODULES = FOLDER / "node_modules"
REPORT = Path(__file__).parent / "PUBLISHED.md"
RUNS = 5
LATER = 6
COLUMNS = (
    "system", "first picture, s", "over “Fast 4G”, s", "first view, KB sent", "files",
    "first answer, ms", "later answers, ms", "other hosts asked",
)  # fmt: skip
#: No other host is let through, and no request waits until somebody has looked at it.
OWN_HOST_ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
ARGS = [*WITHOUT_CARD, OWN_HOST_ALONE]
#: Chromium's developer tools call this "Fast 4G": milliseconds and bytes per second.
FAST_4G = {"latency": 165, "downloadThroughput": 1_012_500, "uploadThroughput": 168_750}
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".ttf": "font/ttf",
}
PACKED = {".html", ".js", ".css", ".json", ".svg"}
#: A word is put onto the page in the frame in which a condition holds; the browser says when this
#: frame was on the screen, and with it all else that it shows.
SHOWN = """
const shown = () => new Promise((found) => {
  const word = document.createElement("p")
  word.setAttribute("elementtiming", "shown")
  word.textContent = "shown"
  word.style = "position:fixed;inset:auto auto 0 0;margin:0;z-index:9999;color:#000;background:#fff"
  new PerformanceObserver((list) => {
    const entry = list.getEntries().find(({ element }) => element === word)
    if (!entry) return
    word.remove()
    found(entry.renderTime)
  }).observe({ type: "element" })
  document.body.append(word)
})
"""
#: Notes when a condition first holds on the screen, from the beginning of the navigation.
WATCH = (
    f"(() => {{ {SHOWN}"
    + """
  const done = () => { %s }
  const look = async () => done()
    ? (window.pictured = await shown())
    : requestAnimationFrame(look)
  look()
})()"""
)
#: Clicks, and gives the milliseconds until a condition holds on the screen.
TOUCH = (
    f"async () => {{ {SHOWN}"
    + """
  const frame = () => new Promise(requestAnimationFrame)
  const before = performance.now();
  (() => { %s })()
  while (!(() => { %s })()) await frame()
  return (await shown()) - before
}"""
)
TIMELINEJS = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>TimelineJS3</title>
<link rel="stylesheet" href="timelinejs/css/timeline.css">
<style>#timeline { height: 800px }</style></head><body><div id="timeline"></div>
<script src="timelinejs/js/timeline.js"></script><script src="timelinejs.js"></script>
</body></html>"""
VIS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>vis-timeline</title>
<link rel="stylesheet" href="vis/vis-timeline-graph2d.min.css"></head><body>
<button type="button" id="politics">Politics</button><div id="timeline"></div>
<script src="vis/vis-timeline-graph2d.min.js"></script><script src="vis.js"></script>
</body></html>"""
VIS_SCRIPT = """
const items = new vis.DataSet(EVENTS.map((one) => ({ ...one, content: one.title })))
let kind = null
const view = new vis.DataView(items, { filter: (one) => !kind || one.kind === kind })
new vis.Timeline(document.getElementById("timeline"), view, { height: "700px" })
document.getElementById("politics").onclick = () => {
  kind = kind ? null : "politics"
  view.refresh()
}
"""
TIMELINEJS_SCRIPT = """
const day = (text) => {
  const [year, month, day] = text.split("-").map(Number)
  return { year, month, day }
}
const events = EVENTS.map((one) => ({
  unique_id: one.id, start_date: day(one.start), group: one.kind,
  text: { headline: one.title, text: one.summary },
}))
window.timeline = new TL.Timeline("timeline", { events }, { hash_bookmark: false, font: null })
"""


@dataclass
class System:
    """One of those compared: where it is, when it stands, and how it is touched."""

    name: str
    path: str
    stands: str
    touch: str
    touched: str
    #: How many events are shown, for a filter that the next touch takes away.
    shown: str = "0"
    pictured: list[float] = field(default_factory=list)
    over_line: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    later: list[float] = field(default_factory=list)
    kilobytes: list[float] = field(default_factory=list)
    requests: int = 0
    others: set[str] = field(default_factory=set)

    def row(self) -> str:
        """One line of the report."""

        def told(values: list[float], unit: float) -> str:
            low, high = min(values) / unit, max(values) / unit
            middle = statistics.median(values) / unit
            form = ".2f" if unit > 1 else ".0f"
            return f"{middle:{form}} ({low:{form}}–{high:{form}})"

        hosts = ", ".join(sorted(self.others)) or "none"
        weight = f"{statistics.median(self.kilobytes):.0f}"
        return (
            f"| {self.name} | {told(self.pictured, 1000)} | {told(self.over_line, 1000)} "
            f"| {weight} | {self.requests} "
            f"| {told(self.answered, 1)} | {told(self.later, 1)} | {hosts} |"
        )


def systems() -> list[System]:
    """Those compared, ours first."""
    stage = ".stage [data-part=timeline] g[data-event]"
    item = ".vis-item.vis-box, .vis-item.vis-range"
    return [
        System(
            "published Overview", "/site/index.html",
            f"return document.querySelectorAll('{stage}').length > 40"
            " && document.querySelector('.stage [data-part=map] svg .mark, .stage .count')",
            "document.querySelector('[data-filter=category][data-value=politics] input').click()",
            f"return document.querySelectorAll('{stage}:not([data-dim])').length === COUNT",
            f"document.querySelectorAll('{stage}').length",
        ),
        System(
            "TimelineJS3 3.9.11", "/timelinejs.html",
            "return document.querySelectorAll('.tl-timemarker').length >= 43"
            " && document.querySelector('.tl-slide .tl-headline')",
            "timeline.goToNext()",
            "const slides = document.querySelectorAll('.tl-slide'); const box ="
            " document.querySelector('.tl-storyslider').getBoundingClientRect();"
            " return Math.abs(slides[timeline._getSlideIndex(timeline.current_id)]"
            ".getBoundingClientRect().left - box.left) < 2",
        ),
        System(
            "vis-timeline 8.5.4", "/vis.html",
            f"return document.querySelectorAll('{item}').length > 20",
            "document.getElementById('politics').click()",
            f"return document.querySelectorAll('{item}').length === COUNT",
            f"document.querySelectorAll('{item}').length",
        ),
    ]  # fmt: skip


def events() -> list[dict[str, str]]:
    """The same events for all three."""
    found = []
    for event in public_story().dataset.events.values():
        when = parse_edtf(event.date)
        one = {
            "id": event.id, "start": when.first.isoformat(), "kind": event.category,
            "title": event.title, "summary": event.summary,
        }  # fmt: skip
        found.append(one | ({"end": when.last.isoformat()} if when.last != when.first else {}))
    return found


def install() -> None:
    """The two others, from npm."""
    if not (MODULES / "vis-timeline").is_dir():
        FOLDER.mkdir(exist_ok=True)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
        subprocess.run(command, cwd=FOLDER, check=True)


def write(top: Path) -> None:
    """All three as files."""
    for path, content in site_files(public_story(), SiteOptions(files=())):
        file = top / "site" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    given = f"const EVENTS = {json.dumps(events(), ensure_ascii=False)}\n"
    (top / "timelinejs.html").write_text(TIMELINEJS, "utf-8")
    (top / "timelinejs.js").write_text(given + TIMELINEJS_SCRIPT, "utf-8")
    (top / "vis.html").write_text(VIS, "utf-8")
    (top / "vis.js").write_text(given + VIS_SCRIPT, "utf-8")
    shutil.copytree(MODULES / "@knight-lab" / "timelinejs" / "dist", top / "timelinejs")
    (top / "vis").mkdir()
    for found in ("standalone/umd/vis-timeline-graph2d.min.js",
                  "styles/vis-timeline-graph2d.min.css"):  # fmt: skip
        shutil.copy(MODULES / "vis-timeline" / found, top / "vis")


@lru_cache(maxsize=512)
def packed(file: Path) -> bytes:
    """A file as hosts send it."""
    return gzip.compress(file.read_bytes(), 9)


@contextmanager
def served(top: Path) -> Iterator[str]:
    """A host of files that packs what can be packed."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            file = top / self.path.partition("?")[0].strip("/")
            known = file.is_file()
            pack = known and file.suffix in PACKED
            body = packed(file) if pack else file.read_bytes() if known else b""
            self.send_response(200 if known else 404)
            self.send_header("content-type", TYPES.get(file.suffix, "application/octet-stream"))
            self.send_header("content-length", str(len(body)))
            if pack:
                self.send_header("content-encoding", "gzip")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def counted(page: Page, one: System, base: str, line: dict[str, int]) -> Callable[[], float]:
    """Counts what is sent from now on, over a line; gives the kilobytes so far."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    if line:
        session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))

    def asked(request: Request) -> None:
        if not request.url.startswith((base, "data:")):
            one.others.add(request.url.split("/")[2])

    page.on("request", asked)

    def so_far() -> float:
        one.requests = len(sizes)
        return sum(sizes) / 1000

    return so_far


@contextmanager
def visit(browser: Browser, one: System, base: str, **line: int) -> Iterator[tuple[Page, float]]:
    """A visit, and the kilobytes sent for its first view."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, service_workers="block", reduced_motion="reduce"
    )
    page = context.new_page()
    so_far = counted(page, one, base, line)
    page.add_init_script(WATCH % one.stands)
    page.goto(base + one.path)
    page.wait_for_function("() => window.pictured", timeout=60_000)
    page.wait_for_load_state("networkidle")
    yield page, so_far()
    context.close()


def measure(browser: Browser, one: System, base: str, count: int) -> None:
    """A visit from this machine with its touches, and one over a line."""
    with visit(browser, one, base) as (page, sent):
        one.pictured.append(page.evaluate("() => window.pictured"))
        one.kilobytes.append(sent)
        shown = page.evaluate(f"() => {one.shown}")
        for number in range(1 + LATER):
            left = str(shown if number % 2 else count)
            touch = TOUCH % (one.touch, one.touched.replace("COUNT", left))
            (one.later if number else one.answered).append(page.evaluate(touch))
            page.wait_for_load_state("networkidle")
    with visit(browser, one, base, **FAST_4G) as (page, _):
        one.over_line.append(page.evaluate("() => window.pictured"))


def report(found: list[System], kept: float, loads: list[str], runs: int) -> str:
    """What was measured, in words and a table."""
    rows = "\n".join(one.row() for one in found)
    head = f"| {' | '.join(COLUMNS)} |"
    rule = f"|{' --- |' * len(COLUMNS)}"
    cores = os.cpu_count()
    before, after = loads
    return f"""# The published Overview beside other timelines

Made by `python -m tests.bench.publish`: the same {len(events())} events, each system in a new
browser in turns, {runs} times, from one host on this machine that packs with gzip; 1440 × 900, as a
browser without a graphics card draws. Medians, and the least and the most. Other hosts were not let
through. Each time ends when the frame is on the screen, as the browser itself tells it.

Machine: {cores} cores, load before {before}, after {after}.

{head}
{rule}
{rows}

- Aims for the published Overview: 0.6 s, 350 KB, 50 ms, and ahead of both others in each.
- The published Overview draws the map, the head figures and every event in full besides; the other
  two draw a timeline alone, without citations.
- The touch is a filter on one kind of event, which the next one takes away, and so on, {LATER}
  more; TimelineJS3 has no filter, so it is a step to the next event, with its animation.
- "Fast 4G" is what Chromium's developer tools call so: 9 Mbit/s less a tenth, and 165 ms.
- Kept for reading without a connection, after the first view: {kept:.0f} KB, all pages in both
  languages.
"""


def main(runs: int) -> str:
    """Measure so many times; gives the report."""
    install()
    story = public_story().dataset
    count = sum(event.category == "politics" for event in story.events.values())
    found, loads = systems(), [load()]
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        write(top)
        site = [file for file in (top / "site").rglob("*") if file.is_file()]
        kept = sum(len(packed(f)) if f.suffix in PACKED else f.stat().st_size for f in site) / 1000
        with served(top) as base, sync_playwright() as playwright:
            for _ in range(runs):
                for one in found:
                    browser = playwright.chromium.launch(
                        executable_path=find(), args=[*WITHOUT_CARD, OWN_HOST_ALONE]
                    )
                    measure(browser, one, base, count)
                    browser.close()
    loads.append(load())
    return report(found, kept, loads, runs)


if __name__ == "__main__":
    number, file = asked("turns", __doc__ or "", RUNS, REPORT)
    keep(main(int(number)), file)
