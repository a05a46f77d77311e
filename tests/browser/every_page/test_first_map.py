"""The Map of the first document: painted as SVG, and answering without the framework or deck.gl."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from components.presentation import chart_data, map_scenes
from tests.browser.every_page.test_first_document import LEAST_SHIFT, WATCH
from tests.browser.every_page.test_first_stage import IS_MARKED, MARK
from tests.support import browse
from tests.support.browse import KINDS, Held, Record, choose_kind, open_held, settle, violations
from tests.support.cases import LANGUAGES
from tests.support.data import DATA
from tests.support.server import with_text
from tests.support.views import build_view_context

PAGE = "#first .map-page[data-answers]"
MARKS = ".map-marks [data-id]"
CIRCLE = '.map-marks [data-id="oriente"]'
DESK = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 375, "height": 812}
#: In pixels: the middles of what SVG and deck.gl draw of a circle.
LEAST_JUMP_PX = 1.5
in_each_language = pytest.mark.parametrize("language", LANGUAGES)
at_each_size = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
#: The middle and the radius of each circle that is painted, from the corner of the map.
PAINTED = """() => {
  const frame = document.querySelector('.deck-map .basemap').getBoundingClientRect()
  const circles = [...document.querySelectorAll('.map-marks [data-id] circle')]
  return Object.fromEntries(circles.map((circle) => {
    const { x, y, width, height } = circle.getBoundingClientRect()
    const middle = [x + width / 2 - frame.x, y + height / 2 - frame.y]
    return [circle.parentElement.dataset.id, [...middle, circle.r.baseVal.value]]
  }))
}"""
#: The same of what deck.gl draws, as it says itself.
DRAWN_BY_DECK = """(rows) => {
  const { clientWidth: width, clientHeight: height } = document.querySelector('#deckgl-overlay')
  const view = JSON.parse(document.querySelector('.deck-map').dataset.view)
  const viewport = new deck.WebMercatorViewport({ ...view, width, height })
  return Object.fromEntries(rows.map((row) =>
    [row.region_id, [...viewport.project(row.at), row.radius]]))
}"""


def list_circles() -> list[dict[str, Any]]:
    """The circles of the whole story, as deck.gl is told to draw them."""
    ctx = build_view_context(slug="map")
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    rows = map_scenes.build_map_rows(ctx, table, can_move=True)
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode="light", rows=rows)
    (circles,) = [layer["data"] for layer in deck["layers"] if layer["id"] == "counts"]
    return circles


def open_first(page: Page, server: str, query: str = "lang=en") -> Held:
    """Open the Map while the framework is held, until it answers."""
    return open_held(page, f"{server}/map?{query}", PAGE)


@pytest.fixture
def held(tab: Callable[..., Page], server: str) -> Held:
    return open_first(tab(viewport=DESK), server)


@in_each_language
@at_each_size
def test_every_circle_is_painted_in_the_first_document(tab, server, language, size):
    page = open_first(tab(viewport=size), server, f"lang={language}").page
    circles = list_circles()
    assert set(page.evaluate(PAINTED)) == {row["region_id"] for row in circles}
    for row in circles:
        number = page.locator(".map-marks text:not(.halo)", has_text=row["tip"].split("\n")[-1])
        expect(number.first).to_be_attached()
    expect(page.locator("#first .basemap svg .area").first).to_be_attached()


def test_first_document_paints_the_map_where_its_script_leaves_it(tab, server):
    with_text(f"{server}/map?lang=en")
    page = tab(viewport=DESK)
    script = Held(page, "**/scripts/first-map-*")
    page.goto(f"{server}/map?lang=en", wait_until="commit")
    expect(page.locator("#first .counts tfoot")).to_be_visible()
    before = page.evaluate(PAINTED)
    script.let_through()
    after = page.evaluate(PAINTED)
    assert before.keys() == after.keys()
    for region, place in before.items():
        assert place == pytest.approx(after[region], abs=LEAST_JUMP_PX), region


@in_each_language
@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
def test_nothing_moves_when_the_app_takes_the_map_over(tab, server, language, size):
    page = tab(viewport=size)
    page.add_init_script(WATCH)
    held = open_first(page, server, f"lang={language}")
    held.let_through()
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < LEAST_SHIFT, "\n".join(map(str, moved))


def test_app_takes_over_the_elements_of_the_map(held):
    page = held.page
    parts = [".map-page", ".map-page h1", ".map-marks svg", ".basemap svg", f"{KINDS} > summary"]
    for part in parts:
        page.locator(part).evaluate(MARK)
    held.let_through()
    for part in parts:
        assert page.locator(f"#root {part}").evaluate(IS_MARKED)


def test_filter_of_the_map_is_answered_before_the_framework_has_come(held):
    page = held.page
    kind = choose_kind(page)
    expect(page.locator("#first .shown")).to_contain_text(f"of {len(DATA.events)} events")
    assert f"category={kind}" in page.url
    assert page.locator("#root > *").count() == 0
    page.go_back()
    whole = f"{len(DATA.events)} of {len(DATA.events)} events"
    expect(page.locator("#first .shown")).to_contain_text(whole)


def test_filter_of_the_first_map_is_there_after_the_framework_has_come(held):
    page = held.page
    kind = choose_kind(page)
    held.let_through()
    kept = sum(event.category == kind for event in DATA.events.values())
    expect(page.locator("#root .shown")).to_contain_text(f"{kept} of {len(DATA.events)} events")
    expect(page.locator(f"#root {KINDS} input").first).to_be_checked()


@pytest.mark.parametrize("choice", ["counts=change", "extent=border", "region=guajira"])
def test_choices_of_a_link_are_painted_in_its_first_document(tab, server, choice):
    page = open_first(tab(viewport=DESK), server, f"lang=en&{choice}").page
    expect(page.locator(f"#first {MARKS}").first).to_be_attached()
    _, value = choice.split("=")
    if value == "guajira":
        expect(page.locator("#first .basemap .ring[data-chosen]")).to_be_visible()
    else:
        current = page.locator("#first .choices [aria-current='true']")
        expect(current.filter(has_text=re.compile("The (change|border)"))).to_have_count(1)


def test_circle_says_its_number_under_the_pointer(held):
    page = held.page
    page.locator(f"{CIRCLE} circle").hover(position={"x": 6, "y": 27})
    expect(page.locator(".map-tip")).to_contain_text("415")
    expect(page.locator(".counts tr[data-lit] th")).to_have_text(DATA.regions["oriente"].label)


def test_circle_opens_its_panel_in_the_first_document_and_it_stays_open(held):
    page = held.page
    page.locator(f"{CIRCLE} circle").click(position={"x": 6, "y": 27})
    label = DATA.regions["oriente"].label
    expect(page.locator("#first .detail h3")).to_have_text(label)
    expect(page.locator("#first .basemap .ring[data-chosen]")).to_be_visible()
    assert "region=oriente" in page.url
    held.let_through()
    expect(page.locator("#root .detail h3")).to_have_text(label)


def test_place_opens_its_event_in_the_first_document(held):
    page = held.page
    page.locator('.map-marks [data-id="caracas"]').click()
    expect(page.locator("#first .detail h3")).to_be_visible()
    assert "event=ev-" in page.url


def test_other_part_of_the_map_is_shown_in_the_first_document(held):
    page = held.page
    page.locator("#first .choices a", has_text="The border at Cúcuta").click()
    page.wait_for_url("**extent=border**")
    place = page.locator('#first .map-marks [data-id="simon-bolivar-bridge"]')
    expect(place).to_be_visible()
    assert page.locator("#root > *").count() == 0


def test_deck_is_asked_for_when_a_reader_zooms(tab, server):
    page = tab(viewport=DESK)
    record = Record(page, server)
    page.goto(f"{server}/map?lang=en")
    settle(page)
    assert not [url for url in record.asked if "/scripts/deck-" in url]
    browse.ask_for_deck(page)
    assert [url for url in record.asked if "/scripts/deck-" in url]
    expect(page.locator(".map-marks svg")).to_have_count(0)
    record.assert_own()


@at_each_size
def test_deck_replaces_the_circles_at_their_places(tab, server, size):
    page = open_first(tab(viewport=size), server).page
    painted = page.evaluate(PAINTED)
    page.locator(".deck-map [data-name=closer]").click()
    expect(page.locator(".deck-map .box[data-painted]")).to_have_count(0)
    page.locator(".deck-map [data-name=first]").click()
    expect(page.locator("#deckgl-overlay")).to_be_visible()
    drawn = page.evaluate(DRAWN_BY_DECK, list_circles())
    assert drawn.keys() == painted.keys()
    for region, place in drawn.items():
        assert place == pytest.approx(painted[region], abs=LEAST_JUMP_PX), region


def test_deck_keeps_what_is_chosen(held):
    page = held.page
    page.locator(f"{CIRCLE} circle").click(position={"x": 6, "y": 27})
    expect(page.locator("#first .detail h3")).to_be_visible()
    page.locator(".deck-map .box").press("+")
    expect(page.locator("#deckgl-overlay")).to_be_visible()
    expect(page.locator(".basemap .ring[data-chosen]")).to_be_visible()
    expect(page.locator(".detail h3")).to_have_text(DATA.regions["oriente"].label)
    assert "region=oriente" in page.url


@pytest.mark.parametrize("way", ["wheel", "drag"])
def test_painted_map_follows_the_hand_until_deck_has_come(tab, server, way):
    page = tab(viewport=DESK)
    late = Held(page, "**/scripts/deck-*")
    page.goto(f"{server}/map?lang=en")
    settle(page)
    before = page.evaluate(PAINTED)["oriente"]
    box = page.locator(".deck-map .box").bounding_box()
    page.mouse.move(box["x"] + 600, box["y"] + 300)
    if way == "wheel":
        page.keyboard.down("Control")
        page.mouse.wheel(0, -100)
        page.keyboard.up("Control")
    else:
        page.mouse.down()
        page.mouse.move(box["x"] + 560, box["y"] + 320, steps=4)
        page.mouse.up()
    page.wait_for_url("**look=**")
    after = page.evaluate(PAINTED)["oriente"]
    if way == "drag":
        moved = [before[0] - 40, before[1] + 20, before[2]]
        assert after == pytest.approx(moved, abs=LEAST_JUMP_PX)
    assert after[:2] != before[:2]
    late.let_through()
    expect(page.locator(".map-marks svg")).to_have_count(0)


def test_map_without_its_library_can_still_be_looked_at(tab, server):
    page = tab(viewport=DESK)
    page.route("**/scripts/deck-*", lambda route: route.abort())
    page.goto(f"{server}/map?lang=en")
    settle(page)
    before = page.evaluate(PAINTED)["oriente"]
    page.locator(".deck-map [data-name=closer]").click()
    page.wait_for_url("**look=**")
    assert page.evaluate(PAINTED)["oriente"] != before


@in_each_language
def test_map_is_readable_and_linked_without_scripts(tab, server, language):
    with_text(f"{server}/map?lang={language}&category=politics")
    page = tab(java_script_enabled=False)
    page.goto(f"{server}/map?lang={language}&category=politics")
    for part in ("h1", ".shown", ".map-marks svg", ".basemap svg", ".counts table"):
        expect(page.locator(f"#first {part}").first).to_be_visible()
    for part in (".line", ".tools"):
        expect(page.locator(f"#first .map-page {part}")).to_be_hidden()
    page.locator("#first .choices a").nth(1).click()
    page.wait_for_url(re.compile("category=politics.*extent=border"))


def test_chosen_region_is_told_without_scripts(tab, server):
    with_text(f"{server}/map?lang=en&region=oriente")
    page = tab(java_script_enabled=False)
    page.goto(f"{server}/map?lang=en&region=oriente")
    expect(page.locator("#first .detail h3")).to_have_text(DATA.regions["oriente"].label)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_first_document_of_the_map_is_accessible(tab, server, scheme):
    page = open_first(tab(viewport=DESK, color_scheme=scheme), server).page
    expect(page.locator("#first .map-page:not([data-light]) .box[data-painted]")).to_be_visible()
    assert violations(page) == []


def test_dark_first_document_gets_the_dark_map(tab, server):
    page = open_first(tab(viewport=DESK, color_scheme="dark"), server).page
    expect(page.locator("#first .map-page:not([data-light])")).to_be_visible()
    for part in (".basemap svg", ".map-marks svg"):
        expect(page.locator(f"#first {part}")).to_have_css("filter", "none")


#: Labels of the painted map that lie on another one or on a circle, or are not whole. A label is
#: drawn twice, once as its own edge.
UNCLEAR = """() => {
  const frame = document.querySelector('#first .box').getBoundingClientRect()
  const isSeen = (node) => {
    return !node.closest('.closer') && node.checkVisibility({ visibilityProperty: true })
  }
  const listBoxes = (name) => [...document.querySelectorAll(`#first .map-marks ${name}`)]
    .filter(isSeen)
    .map((node) => ({ text: node.textContent, box: node.getBoundingClientRect() }))
  const isCut = ({ box }) =>
    box.left < frame.left || box.right > frame.right
    || box.top < frame.top || box.bottom > frame.bottom
  // Lines of a label are nearer than their boxes are high.
  const LINE_PX = 5
  const isOnText = (label, other) => label.text !== other.text
    && Math.min(label.box.right, other.box.right) > Math.max(label.box.left, other.box.left) + 1
    && Math.min(label.box.bottom, other.box.bottom)
      > Math.max(label.box.top, other.box.top) + LINE_PX
  const isOnCircle = ({ box }, circle) => {
    const radius = circle.box.width / 2
    const middleX = circle.box.left + radius
    const middleY = circle.box.top + radius
    const besideX = Math.max(box.left - middleX, 0, middleX - box.right)
    const besideY = Math.max(box.top + 3 - middleY, 0, middleY + 3 - box.bottom)
    return Math.hypot(besideX, besideY) < radius - 1
  }
  const labels = listBoxes('text')
  const circles = listBoxes('circle')
  const isUnclear = (label) => isCut(label)
    || labels.some((other) => isOnText(label, other))
    || circles.some((circle) => isOnCircle(label, circle))
  return labels.filter(isUnclear).map(({ text }) => text)
}"""
SMALL_WINDOWS = [(375, 812), (360, 640), (320, 568)]
WINDOWS = [(1440, 900), (1280, 720), (1024, 768), (720, 450), *SMALL_WINDOWS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_labels_of_the_map_are_clear_of_each_other_and_of_circles(
    tab, server, width, height, language
):
    page = tab(viewport={"width": width, "height": height})
    page = open_first(page, server, f"lang={language}").page
    expect(page.locator("#first [data-drawn]")).to_be_visible()
    assert page.locator("#first .map-marks text").count() > 10
    assert page.evaluate(UNCLEAR) == []
