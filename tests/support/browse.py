"""Steps that the browser tests repeat."""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.server import with_text

PATIENCE = 60_000
Params = Mapping[str, "str | list[str]"]
# Where a story of one's own is chosen; the lesson's form has a chooser, too.
OPEN_STORY = ".st-key-open-story input[type='file']"
# How long a framed page is, in pixels.
HEIGHT = "() => document.querySelector('.stMainBlockContainer').scrollHeight"
PHONE: dict[str, Any] = {
    "viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True,
}  # fmt: skip
THEMES = ("light", "dark")

# The files of the framework, which a test may hold.
FRAMEWORK = "**/static/js/**"
# The list of kinds of events in the line of filters.
KINDS = ".live-view [data-name=category]"
# Has a document that answers ask for the app at once.
ASK_FOR_APP = """document.addEventListener('first:answers', () => {
  document.dispatchEvent(new CustomEvent('app:asked'))
})"""
# The last thing a page draws: its foot, or the first headline of the story.
WHOLE = ".foot, .scene h1:not(:empty) >> visible=true"
# The head and the charts are drawn after the script has run, each when its code has come; until
# then names, sizes and marks are not final. All of it stands for three frames: by then the
# framework has drawn what it was told last, and what was put off to the next turn is done.
DRAWN = """() => {
  const whole = (plot) => plot.querySelector(':scope > svg')
    || (plot._fullLayout && plot.querySelector('.xtick, .ytick, .annotation'))
  const deck = (map) => map.hasAttribute('data-drawn')
    && (map.querySelector('.box[data-painted]') || map.querySelector('canvas')?.width > 1)
  // Lists, tables and tools are there, and empty, before their scripts have come.
  const begun = (host) => {
    const all = (what) => [...(host.shadowRoot ?? host).querySelectorAll(what)]
    return all('.event-list > ol, .frame').every((one) => one.hasAttribute('aria-label'))
      && all('.fold-tools, .share > summary').every((one) => one.textContent)
  }
  // A document that answers does without the app until it is asked for.
  if (document.getElementById('first')) document.dispatchEvent(new Event('app:asked'))
  // The story has a foot for print alone, and no head.
  const framed = [...document.querySelectorAll('.foot')].some((node) => node.offsetParent)
  const drawn = document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]')
    && document.fonts.status === 'loaded'
    && !document.querySelector(".live-view[data-waiting], [data-stale='true'], [aria-busy='true']")
    && !document.getElementById('first')
    && !document.documentElement.hasAttribute('data-leaving')
    && (!framed || document.querySelector('.page-head nav a'))
    && [...document.querySelectorAll('.st-key-filters, .live-view')].every(
      (one) => one.querySelector('.line .search-box'))
    && [...document.querySelectorAll('.js-plotly-plot')].every(whole)
    && [...document.querySelectorAll('[data-part=timeline]:not([hidden]) .chart')].every(whole)
    && [...document.querySelectorAll('.deck-map')].every(deck)
    && (!document.querySelector('.stage')
      || ['[data-part=timeline] svg', '[data-part=map] svg', '[data-part=axis] path[d]'].every(
        (part) => document.querySelector(`.stage ${part}`)))
    && !document.querySelector("[data-testid='stSkeleton']")
    && [...document.querySelectorAll("[data-testid^='stBidiComponent']")].every(begun)
  window.drawnFrames = drawn ? (window.drawnFrames ?? 0) + 1 : 0
  const stands = window.drawnFrames > 2
  if (stands) window.drawnFrames = 0
  return stands
}"""
# What the timeline's drawing holds of an event: the node of its mark, and where its data put it.
FIND = """(id) => {
  const node = document.querySelector(`.chart > svg [data-event="${id}"] :is(path, rect, circle)`)
  if (node) return { node, isPainted: true }
  for (const node of document.querySelectorAll('.js-plotly-plot .trace .point')) {
    const trace = node.closest('.trace').__data__[0].trace
    const index = node.__data__.i
    if (trace.customdata?.[index]?.[0] !== id) continue
    const plot = node.closest('.js-plotly-plot')
    const rings = plot._fullData.filter((one) => one.name === 'chosen')
    const boxes = plot._fullLayout.shapes.filter((one) => one.type === 'rect')
    return { node, rings, boxes, x: (trace.base ?? trace.x)[index], y: trace.y[index] }
  }
  return null
}"""
# The middle of a mark in the window's pixels.
MARK = f"""(id) => {{
  const found = ({FIND})(id)
  if (!found) return null
  found.node.scrollIntoView({{ block: 'center' }})
  const box = found.node.getBoundingClientRect()
  return {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }}
}}"""
# Whether chart or map name, two frames on, what is under the pointer; a name may be in two lines.
POINTED_AT = """async (name) => {
  for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame)
  const bare = (text) => text.replaceAll(/\\s/g, '')
  return [...document.querySelectorAll('.map-tip, .chart-tip, .hoverlayer .hovertext')]
    .some((tip) => tip.checkVisibility() && bare(tip.textContent).includes(bare(name)))
}"""
# Whether the one ring of the chart stands around an event's mark.
RINGED = f"""(id) => {{
  const found = ({FIND})(id)
  if (found?.isPainted) {{
    const chosen = [...document.querySelectorAll('.chart > svg [data-chosen]')]
    return chosen.length === 1 && chosen[0].contains(found.node)
  }}
  if (!found || found.rings.length + found.boxes.length !== 1) return false
  const {{ rings: [ring], boxes: [box], x, y }} = found
  return ring ? ring.x[0] === x && ring.y[0] === y : box.x0 < x && box.y0 < y && y < box.y1
}}"""


class Record:
    """Every request of a tab, and what became of it."""

    def __init__(self, page: Page, server: str) -> None:
        self.server = server
        self.asked: list[str] = []
        self.wrong: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("websocket", lambda socket: self.asked.append(socket.url))
        page.on("requestfailed", lambda request: self.wrong.append(f"failed: {request.url}"))
        page.on("response", self._answered)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))

    def _answered(self, response) -> None:
        if response.status >= 400:
            self.wrong.append(f"{response.status}: {response.url}")

    def assert_own(self) -> None:
        """Everything was asked of this server, and nothing went wrong."""
        own = (f"{self.server}/", self.server.replace("http", "ws") + "/", "data:", "blob:")
        assert [url for url in self.asked if not url.startswith(own)] == []
        assert self.wrong == []
        assert len(self.asked) > 5, "the record is empty: nothing was tested"


class Held:
    """A page whose requests for some files are held until they are let through."""

    def __init__(self, page: Page, files: str) -> None:
        self.page = page
        self.routes: list[Route] = []
        self.is_open = False
        page.route(files, self._hold)

    def _hold(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.routes.append(route)

    def release(self) -> None:
        """Let through what was asked for, and what is asked for later."""
        self.is_open = True
        for route in self.routes:
            route.continue_()

    def let_through(self) -> None:
        """Let the files through, and wait until the page of the app is drawn."""
        self.release()
        settle(self.page)


def open_held(page: Page, address: str, part: str) -> Held:
    """Open a first document while the framework is held, until a part of it answers."""
    with_text(address)
    held = Held(page, FRAMEWORK)
    # What is held keeps the page from having loaded.
    page.goto(address, wait_until="commit")
    expect(page.locator(part)).to_be_visible()
    return held


def choose_kind(page: Page) -> str:
    """Choose the first kind in the line of filters, and return its id."""
    page.locator(f"{KINDS} > summary").click()
    kind = page.locator(f"{KINDS} input").first
    kind.check()
    return kind.get_attribute("value") or ""


def address(base: str, slug: str = "", params: Params | None = None) -> str:
    query = urlencode(params or {}, doseq=True)
    return f"{base}/{slug}" + (f"?{query}" if query else "")


def settle(page: Page) -> None:
    page.wait_for_selector(WHOLE, timeout=PATIENCE)
    page.wait_for_function(DRAWN, timeout=PATIENCE)


def visit(page: Page, base: str, slug: str = "", params: Params | None = None) -> None:
    page.goto(address(base, slug, params))
    settle(page)


def violations(page: Page, within: str | None = None, **more: object) -> list[str]:
    """What axe finds on the page, or within one part of it: a line for each element."""
    results = Axe().run(page, within, {"resultTypes": ["violations"], **more}).response
    return [
        f"{rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]} | "
        f"{' '.join(node['failureSummary'].split())[:300]}"
        for rule in results["violations"]
        for node in rule["nodes"]
    ]


def choose_file(page: Page, name: str, content: bytes) -> None:
    file: Any = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator(OPEN_STORY).set_input_files([file])


def upload(page: Page, base: str, name: str, content: bytes, language: str = "en") -> None:
    visit(page, base, "data", {"lang": language})
    choose_file(page, name, content)


def open_file(page: Page, base: str, name: str, content: bytes, language: str = "en") -> Locator:
    """The same, until the story is open; gives its banner."""
    upload(page, base, name, content, language)
    banner = page.locator(".own-banner")
    expect(banner).to_contain_text(name, timeout=PATIENCE)
    settle(page)
    return banner


def to_page(page: Page, name: str) -> None:
    page.locator(".page-head nav a", has_text=name).click()
    settle(page)


def downloaded(page: Page, button: Locator) -> bytes:
    with page.expect_download(timeout=PATIENCE) as download:
        button.click()
    return download.value.path().read_bytes()


def state_of(page: Page) -> dict[str, list[str]]:
    """The view in the address that the page has now: what Playwright holds of it may come later."""
    return parse_qs(page.evaluate("location.search.slice(1)"))


def expect_state(page: Page, **wanted: str | list[str] | None) -> None:
    """Wait until the address holds these values (``None``: until it has none), then settle."""
    lists = {
        name.rstrip("_"): None if value is None else [value] if isinstance(value, str) else value
        for name, value in wanted.items()
    }
    page.wait_for_function(
        """(wanted) => {
          const now = new URLSearchParams(location.search)
          return Object.entries(wanted).every(([name, values]) =>
            JSON.stringify(now.getAll(name).sort()) === JSON.stringify((values ?? []).sort()))
        }""",
        arg=lists,
        timeout=PATIENCE,
    )
    settle(page)


def shown(page: Page) -> Locator:
    return page.locator(".shown, .stage [data-part=status]")


def row(page: Page, event: str) -> Locator:
    return page.locator(f"button[data-id='{event}']")


def mark_of(page: Page, event: str) -> Locator:
    return page.locator(f"[data-part=timeline] [data-event='{event}']")


def open_stage(page: Page, base: str, **params: str | list[str]) -> None:
    visit(page, base, "", params)
    expect(page.locator("[data-part=timeline] [data-event]").first).to_be_attached()
    expect(page.locator("[data-part=map] svg")).to_be_attached()
    expect(page.locator("[data-part=chips] button").first).to_be_attached()


def click_mark(page: Page, event: str, title: str) -> None:
    """Click an event's mark on the timeline, as a reader does: once its hover text is there."""

    def where() -> tuple[float, float]:
        spot = page.wait_for_function(MARK, arg=event, timeout=PATIENCE).json_value()
        return spot["x"], spot["y"]

    page.mouse.click(*_pointed(page, where, title))


def drag_across(page: Page, selector: str, first: float, last: float) -> None:
    """Drag over a part of something's width, as a reader does to choose days."""
    target = page.locator(selector).first
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    high = box["y"] + min(box["height"] / 2, 60)
    page.mouse.move(box["x"] + box["width"] * first, high)
    page.mouse.down()
    for part in ((first + last) / 2, last):
        page.mouse.move(box["x"] + box["width"] * part, high)
    page.mouse.up()


def expect_ring(page: Page, event: str) -> None:
    page.wait_for_function(RINGED, arg=event, timeout=PATIENCE)


def pinch(page: Page, x: float, y: float, wide: float = 240) -> None:
    """Part two fingers on a touch screen, from one another's side to so many pixels apart."""
    screen = page.context.new_cdp_session(page)

    def touch(kind: str, *across: float) -> None:
        points = [{"x": left, "y": y, "id": index} for index, left in enumerate(across)]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x - 20)
    touch("touchStart", x - 20, x + 20)
    for half in (40, wide / 4, wide / 2):
        touch("touchMove", x - half, x + half)
    touch("touchEnd")
    screen.detach()


def ask_for_deck(page: Page) -> None:
    """Zoom into the map, which brings deck.gl, and back, so that it shows what was painted."""
    page.locator(".deck-map [data-name=closer]").click()
    expect(page.locator("#deckgl-overlay")).to_be_visible()
    expect(page.locator(".deck-map .box[data-painted]")).to_have_count(0)
    page.locator(".deck-map [data-name=first]").click()
    expect_state(page, look=None)
    settle(page)


def place_on_map(page: Page, lon: float, lat: float) -> tuple[float, float]:
    """Where a place of the world is on the map, in the window's pixels (Web Mercator)."""
    ground = page.locator(".deck-map .basemap").first
    ground.scroll_into_view_if_needed()
    box = ground.bounding_box()
    assert box is not None
    view = json.loads(page.locator(".deck-map").first.get_attribute("data-view") or "")
    size = 512 * 2 ** view["zoom"]

    def world(east: float, north: float) -> tuple[float, float]:
        across = math.asinh(math.tan(math.radians(north)))
        return (east + 180) / 360 * size, (1 - across / math.pi) / 2 * size

    (x, y), (middle_x, middle_y) = world(lon, lat), world(view["longitude"], view["latitude"])
    return (box["x"] + box["width"] / 2 + x - middle_x, box["y"] + box["height"] / 2 + y - middle_y)


def _pointed(
    page: Page, where: Callable[[], tuple[float, float]], name: str
) -> tuple[float, float]:
    for _ in range(PATIENCE // 100):
        x, y = where()
        page.mouse.move(x - 2, y - 2)
        page.mouse.move(x, y)
        if page.evaluate(POINTED_AT, name):
            return x, y
    raise AssertionError(f"{name} was never named under the pointer")


def point_at(
    page: Page, lon: float, lat: float, name: str, *, left: float = 0, above: float = 0
) -> tuple[float, float]:
    """Point at a place of the map, or some pixels beside it, until it names what is there.

    Layers come one after the other, and what comes late moves the map. Gives where that is.
    """

    def where() -> tuple[float, float]:
        x, y = place_on_map(page, lon, lat)
        return x - left, y - above

    return _pointed(page, where, name)


def focused(page: Page) -> dict[str, str]:
    """What has the keyboard's focus: its tag, class, name and, in the list, the event's id."""
    return page.evaluate(
        """() => {
          let now = document.activeElement
          while (now?.shadowRoot?.activeElement) now = now.shadowRoot.activeElement
          if (!now) return { tag: '', id: '', text: '', within: '' }
          return {
            tag: now.tagName.toLowerCase(),
            id: now.dataset.id ?? '',
            label: now.getAttribute('aria-label') ?? '',
            text: now.textContent.trim(),
            within: now.closest('.detail') ? 'detail' : '',
          }
        }"""
    )


def tab_until(page: Page, wanted: Callable[[dict[str, str]], bool], limit: int = 250) -> None:
    seen = []
    for _ in range(limit):
        page.keyboard.press("Tab")
        now = focused(page)
        if wanted(now):
            return
        seen.append(f"{now['tag']} {now['text'][:30]}".strip())
    raise AssertionError(f"the keyboard never came to it; it came to: {seen}")


def popover(page: Page, name: str) -> Locator:
    """Open one of the filters; gives what is in it. On a phone they stand behind one button."""
    one, head = page.locator(".line .filters-toggle"), page.locator(f"[data-name={name}] summary")
    if one.is_visible() and one.get_attribute("aria-expanded") == "false":
        one.click()
    head.click()
    body = page.locator(f"[data-name={name}] .sheet")
    expect(body).to_be_visible(timeout=PATIENCE)
    return body


def connected(page: Page) -> None:
    page.wait_for_selector("[data-test-connection-state='CONNECTED']", timeout=PATIENCE)
