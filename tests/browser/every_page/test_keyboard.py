"""Everything can be done by keyboard, and the focus is always visible."""

import pytest
from playwright.sync_api import Page, expect

from tests.support import browse
from tests.support.data import DATA, i18n_for

# The box of what has the focus, with room for an outline around it.
FOCUS_BOX = """() => {
  let now = document.activeElement
  while (now?.shadowRoot?.activeElement) now = now.shadowRoot.activeElement
  if (!now || now === document.body) return null
  now.scrollIntoView({ block: 'center' })
  const box = now.getBoundingClientRect()
  return { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 }
}"""
BLUR = """() => {
  let now = document.activeElement
  while (now?.shadowRoot?.activeElement) now = now.shadowRoot.activeElement
  window.stop = now
  now.blur()
}"""
BACK = "() => window.stop.focus()"


def is_row(now: dict[str, str]) -> bool:
    return now["id"].startswith("ev-")


def in_detail(now: dict[str, str]) -> bool:
    return now["tag"] == "summary" and now["within"] == "detail"


def test_keyboard_reaches_an_event_and_its_source(page, server):
    browse.visit(page, server, "timeline")
    page.keyboard.press("Tab")
    assert browse.focused(page)["text"] == i18n_for("en").t("Skip to the content")
    page.keyboard.press("Enter")
    # To what is read first, not to the whole of the page with its menu.
    expect(page.locator("h1").filter(visible=True)).to_be_focused()
    browse.tab_until(page, is_row)
    chosen = browse.focused(page)["id"]
    page.keyboard.press("Enter")
    browse.expect_state(page, event=chosen)
    expect(page.locator(".detail h3")).to_have_text(DATA.events[chosen].title)
    browse.expect_ring(page, chosen)
    assert browse.focused(page)["id"] == chosen, "the focus was lost when the page was drawn again"

    browse.tab_until(page, in_detail)
    opened = page.locator(".detail details[open]")
    expect(opened).to_have_count(0)
    page.keyboard.press("Enter")
    expect(opened).to_have_count(1)
    expect(opened.locator("dl")).to_be_visible()
    citation = next(citation for citation in DATA.citations_of(chosen))
    source = DATA.sources[citation.source_id].custom
    expect(page.locator(".detail .cite").first).to_contain_text(source.short)


def test_map_keys_name_the_centre_and_enter_chooses_it(page, server):
    browse.visit(page, server, "map")
    page.locator(".deck-map [data-name=first]").focus()
    page.keyboard.press("Shift+Tab")
    tip = page.locator(".map-tip")
    expect(tip).to_be_visible()
    before = tip.inner_text()
    while tip.inner_text() == before:
        with page.expect_event("framenavigated"):
            page.keyboard.press("ArrowUp")
        browse.settle(page)
        expect(tip).to_be_visible()
    name = tip.inner_text().split("\n")[0]
    page.keyboard.press("Enter")
    (region,) = (key for key, one in DATA.regions.items() if one.label == name)
    browse.expect_state(page, region=region)
    page.go_back()
    browse.expect_state(page, region=None)


def test_filter_is_set_by_keyboard(page, server):
    browse.visit(page, server, "timeline")
    browse.tab_until(page, lambda now: now["tag"] == "summary" and now["text"] == "All kinds")
    page.keyboard.press("Enter")
    body = page.locator("[data-name=category] .sheet:visible")
    expect(body).to_be_visible()
    browse.tab_until(page, lambda now: now["tag"] == "input")
    page.keyboard.press("Space")
    browse.expect_state(page, category="armed-forces")
    page.keyboard.press("Escape")
    expect(body).to_have_count(0)
    kept = sum(event.category == "armed-forces" for event in DATA.events.values())
    expect(browse.shown(page)).to_contain_text(f"{kept} of {len(DATA.events)} events")


def _differs(page: Page) -> bool:
    box = page.evaluate(FOCUS_BOX)
    if box is None:
        return True
    size = page.viewport_size or {"width": 0, "height": 0}
    clip = {
        "x": max(box["x"], 0),
        "y": max(box["y"], 0),
        "width": min(box["width"], size["width"]),
        "height": min(box["height"], size["height"]),
    }
    with_focus = page.screenshot(clip=clip, caret="hide", animations="disabled")
    page.evaluate(BLUR)
    without = page.screenshot(clip=clip, caret="hide", animations="disabled")
    page.evaluate(BACK)
    return without != with_focus


def test_focus_is_visible_at_every_stop(page, server):
    browse.visit(page, server, "timeline", {"event": "ev-2019-02-23-aid-blocked"})
    unseen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        now = browse.focused(page)
        if not _differs(page):
            unseen.append(now)
        if in_detail(now):
            break
        if is_row(now):
            # One line of the list stands for all of them.
            page.locator("button[data-id]").last.focus()
    else:
        raise AssertionError("the keyboard never came to the detail")
    assert unseen == []


@pytest.mark.parametrize(
    ("slug", "label", "params"),
    [
        pytest.param("map", "The change", {"counts": "change"}, id="counts"),
        pytest.param("map", "The border at Cúcuta", {"extent": "border"}, id="extent"),
        pytest.param("sources", "ISO 690", {"cite": "iso690"}, id="citation style"),
    ],
)
def test_choice_keeps_the_focus_when_the_page_is_drawn_again(page, server, slug, label, params):
    browse.visit(page, server, slug, {"lang": "en"})
    choice = page.get_by_test_id("stMain").get_by_role("link", name=label, exact=True)
    choice.focus()
    page.keyboard.press("Enter")
    browse.expect_state(page, **params, lang="en")
    expect(choice).to_have_attribute("aria-current", "true")
    browse.settle(page)
    expect(choice).to_be_focused()
