"""The first document: readable before and without scripts, replaced without a jump."""

import io

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Route, expect

from components.i18n import i18n_for
from components.presentation.pages import PAGES
from tests.support.browse import Held, address, visit
from tests.support.cases import LANGUAGES, first_cases
from tests.support.server import ROOT, with_text

#: Notes how much was seen to move, when, and what it was.
WATCH = """
window.shifts = []
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push([
    one.value, one.startTime, ...one.sources.map(({ node, previousRect: was, currentRect: now }) =>
      `${node?.nodeName}.${node?.className} ${was.y}+${was.height} > ${now.y}+${now.height}`)
  ])
}).observe({ type: 'layout-shift', buffered: true })
"""
#: Notes whether the text stood there before the app had drawn anything.
FIRST = """
new MutationObserver((_, watch) => {
  if (!document.querySelector('#first h1')) return
  window.read = !document.querySelector('#root')?.firstElementChild
  watch.disconnect()
}).observe(document, { childList: true, subtree: true })
"""
FIRST_SCRIPT = ROOT / "components" / "server" / "first.js"
#: How much may move in all, in the terms of the web's measure of it.
MOST_SHIFT = 0.02


@pytest.mark.parametrize("path", ["?lang=en", "timeline?lang=es&region=oriente", "present?lang=en"])
def test_first_document_is_replaced_without_layout_shift(tab, server, path):
    page = tab()
    with_text(f"{server}/{path}")
    page.add_init_script(WATCH + FIRST)
    # It is there before the app has drawn, and stays until the page is whole.
    visit(page, server, path)
    assert page.evaluate("window.read") is True
    expect(page.locator("#first")).to_have_count(0)
    expect(page.locator("h1:visible").first).to_be_visible()
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < MOST_SHIFT, "\n".join(map(str, moved))


#: A visit in which every page stands still.
LEAST_SHIFT = 0.01


@pytest.mark.parametrize("slug", ["", "timeline", "map"])
def test_nothing_moves_in_a_visit(tab, server, slug):
    with_text(f"{server}/{slug}?lang=en")
    page = tab(viewport={"width": 1440, "height": 900})
    page.add_init_script(WATCH)
    visit(page, server, slug, {"lang": "en"})
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < LEAST_SHIFT, "\n".join(map(str, moved))


#: The paints that were the largest until then.
LARGEST = """
window.largest = []
new PerformanceObserver((list) => window.largest.push(...list.getEntries()))
  .observe({ type: 'largest-contentful-paint', buffered: true })
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1440, 375], ids=["desk", "phone"])
def test_largest_paint_of_the_map_is_that_of_its_first_document(tab, server, language, width):
    with_text(f"{server}/map?lang={language}")
    page = tab(viewport={"width": width, "height": 900})
    page.add_init_script(LARGEST)
    held = Held(page, "**/static/js/**")
    page.goto(f"{server}/map?lang={language}", wait_until="commit")
    expect(page.locator("#first h1")).to_be_visible()
    page.evaluate("document.fonts.ready")
    page.wait_for_function("() => window.largest.length > 0")
    before = page.evaluate("window.largest.length")
    held.let_through()
    assert page.evaluate("window.largest.length") == before


#: What a browser takes for standing still, in pixels.
STILL_PX = 3
#: How much more room the head takes than is kept for it while its script is on the way.
MISSING_ROOM = """() => {
  const menu = document.querySelector('.st-key-menu')
  return menu.getBoundingClientRect().height - parseFloat(getComputedStyle(menu).minHeight)
}"""


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (1280, 720), (375, 812)], ids=["desk", "laptop", "phone"]
)
def test_room_is_kept_for_the_head_of_a_page(tab, server, width, height):
    page = tab(viewport={"width": width, "height": height})
    visit(page, server, "map", {"lang": "en"})
    assert abs(page.evaluate(MISSING_ROOM)) < STILL_PX


#: A page of the app that stands but for its head and its line of filters.
UNFILLED = """<div id="first"></div><div id="root">
  <div data-testid="stApp" data-test-script-state="notRunning">
    <div class="st-key-menu"><header></header></div>
    <div class="live-view"><div class="line"></div></div>
    <p class="foot"></p>
  </div>
</div>"""
FILL = "node => { node.append(document.createElement('a')) }"
#: Long enough for the first document to be removed, were it not for what is missing.
TEN_CHECKS = """async () => {
  for (let n = 0; n < 10; n += 1) await new Promise((done) => setTimeout(done, 20))
}"""


def test_first_document_stays_until_head_and_filters_are_drawn(page):
    page.set_content(UNFILLED)
    page.add_script_tag(content=FIRST_SCRIPT.read_text(encoding="utf-8"), type="module")
    for selector in ("header", ".line"):
        page.evaluate(TEN_CHECKS)
        expect(page.locator("#first")).to_be_attached()
        page.locator(selector).evaluate(FILL)
    expect(page.locator("#first")).not_to_be_attached()


EVENT = "ev-2019-02-23-aid-blocked"
#: What a page shows besides words, where it shows any: a drawing, a table or a list.
SHOWN = {
    "": "svg.drawing",
    "timeline": "svg.drawing",
    "map": "svg.drawing",
    "figures": "svg.drawing",
    "disagreements": "article",
    "sources": "article",
    "present": "svg.drawing, table, li",
    "data": "table, li",
    "method": "h2",
}


@pytest.mark.parametrize("language", first_cases(LANGUAGES))
def test_pages_are_readable_and_linked_without_scripts(tab, server, language):
    t = i18n_for(language).t
    view = {"lang": language, "event": EVENT}
    width = 375
    page = tab(java_script_enabled=False, viewport={"width": width, "height": 800})
    for info in PAGES:
        with_text(address(server, info.slug, view))
    page.goto(address(server, "method", view))
    for info in PAGES:
        menu = page.locator("#first header nav")
        expect(menu.get_by_role("link")).to_have_count(len(PAGES))
        menu.get_by_role("link", name=t(info.title), exact=True).click()
        page.wait_for_url(address(server, info.slug, view))
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#first header nav [aria-current=page]")).to_have_text(t(info.title))
        expect(page.locator("#first h1")).to_have_count(1)
        expect(page.locator("#first h1")).to_be_visible()
        expect(page.locator("#first h1")).not_to_be_empty()
        parts = page.locator("#first main").locator(SHOWN[info.slug])
        expect(parts.filter(visible=True).first).to_be_visible()
        expect(page.locator("#root")).to_be_hidden()
        expect(page.locator("#first .loading")).to_be_hidden()
        box = page.locator("#first main").bounding_box()
        assert box["width"] <= width
    page.locator("#first .languages a").click()
    other = next(one for one in LANGUAGES if one != language)
    expect(page.locator("html")).to_have_attribute("lang", other)
    assert f"event={EVENT}" in page.url


#: Of 255: a sheet is light above it.
LIGHT_GREY = 100


@pytest.mark.parametrize("slug", ["present", "figures"])
def test_drawing_of_a_dark_first_document_is_no_white_sheet(tab, server, slug):
    with_text(address(server, slug, {"lang": "en"}))
    page = tab(java_script_enabled=False, color_scheme="dark")
    page.goto(address(server, slug, {"lang": "en"}))
    picture = page.locator("#first :is(.text-drawing, .totals-drawing)").first.screenshot()
    grey = ImageStat.Stat(Image.open(io.BytesIO(picture)).convert("L")).median[0]
    assert grey < LIGHT_GREY


#: Gives the focus to the first link of the page that is drawn behind, and says where it is then.
FOCUS_BEHIND = """() => {
  document.querySelector('#first nav a').focus()
  document.querySelector('#root .page-head a').focus()
  return document.activeElement.closest('#first, #root').id
}"""


def test_page_behind_the_first_document_takes_no_focus_until_it_is_shown(page, server):
    view = f"{server}/?lang=en&day=2019-02-25"
    with_text(view)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/stage/timeline.svg*", hold)
    page.goto(view)
    expect(page.locator("#root .page-head nav a").first).to_be_attached()
    expect(page.locator("#root")).to_have_attribute("aria-hidden", "true")
    assert page.evaluate(FOCUS_BEHIND) == "first"
    for route in held:
        route.continue_()
    expect(page.locator("#first")).to_have_count(0)
    expect(page.locator("#root")).not_to_have_attribute("aria-hidden", "true")
    page.locator("#root .page-head nav a").first.focus()
    expect(page.locator("#root .page-head nav a").first).to_be_focused()


def test_what_is_far_below_is_laid_out_when_it_comes_near(tab, server):
    with_text(f"{server}/present?lang=en")
    page = tab(java_script_enabled=False)
    page.goto(f"{server}/present?lang=en")
    footer = page.locator("#first > footer")
    is_laid_out = "node => node.firstElementChild.checkVisibility({ contentVisibilityAuto: true })"
    assert footer.evaluate(is_laid_out) is False
    footer.scroll_into_view_if_needed()
    expect(footer.locator("p").first).to_be_in_viewport()
    assert footer.evaluate(is_laid_out) is True
