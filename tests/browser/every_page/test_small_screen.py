"""Every page fits a screen of 375 pixels."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.support.browse import (
    HEIGHT,
    PHONE,
    expect_state,
    popover,
    row,
    visit,
)
from tests.support.cases import FRAMED, LANGUAGES, SLUGS
from tests.support.data import DATA

EVENT = "ev-2019-02-23-aid-blocked"
# What each page of a picture begins with; it stands in the upper two thirds of the first screen.
PICTURES = {"timeline": ".event-list li", "map": ".map-marks svg", "figures": ".totals-drawing"}
LOWEST = 541
# What is wider than its place: the page itself, texts beside the screen, and texts cut off.
# Left alone: what scrolls within a frame of its own, and what is hidden from sight on purpose.
OFFENDERS = """() => {
  const wide = innerWidth
  const found = []
  const name = (node) => {
    const text = node.textContent.trim().replace(/\\s+/g, ' ').slice(0, 60)
    const kind = (node.getAttribute('class') ?? '').slice(0, 60)
    return `${node.tagName.toLowerCase()}.${kind} “${text}”`
  }
  const parent = (node) => node.parentElement ?? node.getRootNode().host ?? null
  const scrolls = (node) => {
    for (let up = parent(node); up && up.dataset?.testid !== 'stMain'; up = parent(up)) {
      const style = getComputedStyle(up)
      if (/auto|scroll/.test(style.overflowX) && up.scrollWidth > up.clientWidth) return true
    }
    return false
  }
  const unseen = (node) => {
    for (let up = node; up; up = parent(up)) {
      const style = getComputedStyle(up)
      if (style.visibility === 'hidden' || style.display === 'none' || style.opacity === '0')
        return true
      if (style.clipPath !== 'none' || (up.offsetWidth <= 1 && up.offsetHeight <= 1))
        return true
    }
    return false
  }
  for (const frame of [document.documentElement, document.querySelector("[data-testid='stMain']")])
    if (frame.scrollWidth > frame.clientWidth + 1)
      found.push(`the page scrolls sideways: ${frame.scrollWidth} > ${frame.clientWidth}`)
  const walk = (root) => {
    for (const node of root.querySelectorAll('*')) {
      if (node.shadowRoot) walk(node.shadowRoot)
      const own = [...node.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim())
      if (!own || /^(script|style|title|desc|option)$/i.test(node.tagName)) continue
      const box = node.getBoundingClientRect()
      if (!box.width || !box.height || unseen(node)) continue
      if ((box.right > wide + 1 || box.left < -1) && !scrolls(node))
        found.push(`beside the screen (to ${Math.round(box.right)}): ${name(node)}`)
      if (node instanceof HTMLElement) {
        const style = getComputedStyle(node)
        const cuts = /hidden|clip/.test(style.overflowX) && style.display !== 'inline'
        if (cuts && node.scrollWidth > node.clientWidth + 1)
          found.push(`cut (${node.scrollWidth} > ${node.clientWidth}): ${name(node)}`)
      } else {
        const chart = node.ownerSVGElement?.getBoundingClientRect()
        if (chart && (box.right > chart.right + 1 || box.left < chart.left - 1))
          found.push(`cut by its chart: ${name(node)}`)
      }
    }
  }
  walk(document.body)
  return [...new Set(found)]
}"""

# From the top of the page, wherever it has been scrolled to.
TOP = """(node) => node.getBoundingClientRect().top
  + document.querySelector("[data-testid='stMain']").scrollTop"""
CURRENT_IN_SIGHT = """() => {
  const menu = document.querySelector('.page-head nav')
  const current = menu?.querySelector('[aria-current]')
  if (!current) return false
  const [frame, link] = [menu, current].map((node) => node.getBoundingClientRect())
  return link.left >= frame.left - 1 && link.right <= frame.right + 1
}"""


# How much of the map's height is above its northernmost region.
SEA_SHARE = """() => {
  const { top, height } = document.querySelector('.deck-map .box').getBoundingClientRect()
  const areas = [...document.querySelectorAll('.deck-map .basemap .area')]
  const tops = areas.map((area) => area.getBoundingClientRect().top)
  return (Math.min(...tops) - top) / height
}"""
# The sizes of what is drawn of some elements.
BOXES = """(nodes) => nodes.map((node) => node.getBoundingClientRect())
  .filter(({ width, height }) => width && height).map(({ width, height }) => ({ width, height }))"""


@pytest.mark.parametrize(("slug", "language"), list(zip(SLUGS, cycle(LANGUAGES))))
def test_a_page_fits_a_phone(tab, server, slug, language):
    """All that is asked of a page on a phone, of one visit: it only looks.

    How wide and long a page is differs by its words, so in each language; light and dark differ
    in colours alone.
    """
    page = tab(**PHONE)
    visit(page, server, slug, {"lang": language, "event": EVENT})
    assert page.evaluate(OFFENDERS) == []
    for target in (".detail summary", "button[data-id]", ".line button:visible"):
        for box in page.locator(target).evaluate_all(BOXES):
            assert box["height"] >= 24, target
            assert box["width"] >= 24, target
    if slug in PICTURES:
        assert page.locator(PICTURES[slug]).first.evaluate(TOP) < LOWEST
    if slug in FRAMED:
        assert page.evaluate(HEIGHT) <= 12_000
        # The menu is one line that scrolls; the page one is on is in it, wherever it stands.
        page.wait_for_function(CURRENT_IN_SIGHT)
    page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_map_of_a_phone_begins_with_land(tab, server, language):
    page = tab(**PHONE)
    visit(page, server, "map", {"lang": language})
    page.wait_for_function(f"() => ({SEA_SHARE})() < 0.1")
    page.close()


def test_notices_and_filters_fit_a_phone(tab, server):
    page = tab(**PHONE)
    view = {
        "lang": "es", "region": ["oriente", "orinoquia", "atlantis" * 9],
        "category": ["border", "counts"], "without": ["press", "un-ngo"], "from": "2019-02-22",
        "tier": "document", "q": "x" * 180,
    }  # fmt: skip
    visit(page, server, "timeline", view)
    assert page.evaluate(OFFENDERS) == []
    button, dates = page.locator(".line .filters-toggle"), page.locator("[data-name=dates]")
    expect(button).to_have_text(re.compile(r"^Filtros · \d+$"))
    for opened in (False, True, False):
        expect(dates).to_be_visible(visible=opened)
        expect(button).to_have_attribute("aria-expanded", str(opened).lower())
        button.click()


def expect_low(page, sheet):
    """A region is a filter: what it leaves stays in sight above its sheet."""
    expect(page.locator(f"{sheet} .claim").first).to_be_in_viewport()
    box = page.locator(sheet).bounding_box()
    assert box["height"] <= PHONE["viewport"]["height"] * 0.4 + 1


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "more than 1,400 had arrived by April"),
        ("es", "más de 1.400 habían llegado hasta abril"),
    ],
)
def test_sentence_to_check_is_seen_whole_on_a_phone(tab, server, language, sentence):
    page = tab(viewport=PHONE["viewport"])
    visit(page, server, "figures", {"lang": language})
    page.locator(".forms summary.asks").click()
    field = page.locator("[name=check]")
    field.fill(sentence)
    assert field.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0


def test_phone_shows_one_sheet_that_covers_no_foot(tab, server):
    page = tab(**PHONE)
    visit(page, server, "", {"event": EVENT})
    sheet = page.locator(".stage [data-part=detail]")
    expect(sheet).to_be_in_viewport()
    popover(page, "region").get_by_text("Guajira", exact=True).click()
    expect(sheet).to_be_hidden()
    page.keyboard.press("Escape")
    expect_state(page, region="guajira", event=EVENT)
    expect(sheet).to_be_visible()
    # A touch on a line of the list opens its event.
    visit(page, server, "timeline")
    row(page, EVENT).tap()
    expect(page.locator(".detail h3")).to_be_visible()
    expect(row(page, EVENT)).to_have_attribute("aria-current", "true")
    # What is open at the end of the page stands above the sheet.
    visit(page, server, "map", {"region": "guajira"})
    expect_low(page, ".record-drawer")
    for name in ("Share this view", "Cite this view"):
        page.get_by_text(name).last.click()
        expect(page.locator(".record-drawer")).to_be_visible()
    page.locator(".foot").scroll_into_view_if_needed()
    foot = page.locator(".foot").bounding_box()
    assert foot["y"] + foot["height"] <= page.locator(".record-drawer").bounding_box()["y"] + 1


def test_requested_part_is_in_the_viewport(tab, server):
    page = tab(**PHONE)
    visit(page, server)
    page.locator("[data-part=play] .go").tap()
    for part in ("[data-part=map]", "[data-part=play] .go"):
        expect(page.locator(part)).to_be_in_viewport()
    visit(page, server, "", {"region": "guajira"})
    expect_low(page, ".stage .drawer")
    visit(page, server, "present")
    page.get_by_role("button", name="Teacher’s notes").tap()
    expect(page.locator(".panel .warning")).to_be_in_viewport()


def test_map_and_table_are_in_the_viewport_of_a_desk(desk, server):
    visit(desk, server, "map", {"lang": "es"})
    picture, sums = (
        desk.locator(one).bounding_box() for one in (".deck-map .box", ".counts tfoot")
    )
    assert picture["y"] + picture["height"] <= 900
    assert sums["y"] + sums["height"] <= 900
    assert sums["x"] >= picture["x"] + picture["width"]
    popover(desk, "region").get_by_text(DATA.regions["oriente"].label_es).click()
    desk.keyboard.press("Escape")
    expect_state(desk, lang="es", region="oriente")
    expect(desk.locator(".record-drawer article.detail")).to_be_visible()
    expect(desk.locator(".counts table")).to_be_in_viewport()
    sheet, drawn = (
        desk.locator(one).bounding_box() for one in (".record-drawer", ".deck-map .box")
    )
    # The page ends where the sheet begins, and the map stays where it was.
    assert sheet["y"] + sheet["height"] == pytest.approx(900, abs=1)
    assert drawn["x"] == picture["x"]
