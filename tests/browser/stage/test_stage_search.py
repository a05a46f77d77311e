"""Words on the stage: typed letter by letter, found in any form, and what they find listed."""

from playwright.sync_api import Route, expect

from components.query.filters import Filters, select
from tests.support.browse import expect_state, open_stage, state_of
from tests.support.data import DATA

BOX = ".stage input[type=search]"
LEFT_OUT = "[data-part=timeline] [data-event][data-dim]"


def left_out(words: str) -> int:
    return len(DATA.events) - len(select(DATA, Filters(text=words)).events)


def test_words_that_are_typed_dim_what_does_not_hold_them(desk, server):
    open_stage(desk, server)
    for words in ("hotel", "a thousand", "Soldados"):
        desk.locator(BOX).fill("")
        expect(desk.locator(LEFT_OUT)).to_have_count(0)
        desk.locator(BOX).press_sequentially(words)
        expect(desk.locator(LEFT_OUT)).to_have_count(left_out(words))
        expect(desk.locator(BOX)).to_have_value(words)
        expect_state(desk, q=words)
        assert state_of(desk) == {"q": [words]}
        if words == "hotel":
            links = desk.locator("[data-part=found] a")
            expect(links.filter(has_text="In how many hotels")).to_be_visible()
    # A word of the story dims before the server answers.
    dim = desk.evaluate(
        """(box) => {
          const input = document.querySelector(box)
          input.value = "hoteles"
          input.dispatchEvent(new Event("change", { bubbles: true }))
          return document.querySelectorAll("[data-part=timeline] [data-event][data-dim]").length
        }""",
        BOX,
    )
    assert dim == left_out("hoteles") > 0
    # What they find stands under them, and goes with Esc.
    desk.locator(BOX).fill("")
    desk.locator(BOX).press_sequentially("a thousand soldiers are in hotels")
    found = desk.locator("[data-part=found]")
    check = found.get_by_role("link", name="Check this figure")
    expect(check).to_be_visible()
    desk.keyboard.press("Escape")
    expect(found).to_be_hidden()
    expect(desk.locator(BOX)).to_be_focused()
    expect(desk.locator(BOX)).to_have_value("a thousand soldiers are in hotels")
    desk.locator(BOX).click()
    check.click()
    desk.wait_for_url("**/figures?**")


def test_what_was_closed_stays_closed_and_an_event_that_was_found_is_chosen(desk, server):
    open_stage(desk, server)
    desk.locator(BOX).fill("hotel")
    found = desk.locator("[data-part=found]")
    expect(found).to_be_visible()
    before = found.inner_html()
    held: list[Route] = []
    desk.route("**/stage/view.json?*", lambda route: held.append(route))
    with desk.expect_request("**/stage/view.json?*q=canoe*"):
        desk.locator(BOX).fill("canoe")
    desk.keyboard.press("Escape")
    expect(found).to_be_hidden()
    for route in held:
        route.continue_()
    desk.wait_for_function(
        "(before) => document.querySelector('[data-part=found]').innerHTML !== before", arg=before
    )
    expect(found).to_be_hidden()
    desk.unroute("**/stage/view.json?*")
    desk.locator(BOX).click()
    hit = found.locator("[data-event]").first
    title = hit.inner_text()
    hit.click()
    expect(desk.locator("[data-part=detail] h3")).to_have_text(title)
    expect(found).to_be_hidden()


def test_a_link_with_a_misspelt_name_offers_the_name_that_is_meant(desk, server):
    open_stage(desk, server, lang="es", q="Gaido")
    desk.locator(".back").get_by_role("link", name="¿Quiso decir…? Guaidó").click()
    expect_state(desk, lang="es", q="Guaidó")
    expect(desk.locator(BOX)).to_have_value("Guaidó")
    expect(desk.locator(LEFT_OUT)).to_have_count(left_out("Guaidó"))
