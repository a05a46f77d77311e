"""Long pages are folded: sections open by search, by link or all at once, and in print."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browse import DRAWN, PHONE, expect_state, visit

# How far below the window's top an element begins.
TOP = "(id) => document.getElementById(id).getBoundingClientRect().top"
IN_SIGHT = f"(id) => {{ const top = ({TOP})(id); return top >= 0 && top < innerHeight / 2 }}"
OPEN = "() => [...document.querySelectorAll('details.fold')].filter((fold) => fold.open).length"
SEEN = (
    "() => [...document.querySelectorAll('details.fold > summary')]"
    ".filter((head) => head.nextElementSibling.checkVisibility()).length"
)


@pytest.mark.parametrize(
    ("where", "part"),
    [
        ("disagreements?topic=how-many-hotels", "topic-how-many-hotels"),
        ("disagreements?topic=who-pays#topic-how-many-meals", "topic-how-many-meals"),
        ("sources?source=npr", "npr"),
        ("sources#npr", "npr"),
        ("data#dictionary", "dictionary"),
    ],
)
def test_a_cold_link_opens_the_part_it_names(tab, server, where, part):
    page = tab()
    visit(page, server, where)
    page.wait_for_function(IN_SIGHT, arg=part)
    opened = """(id) => {
      const node = document.getElementById(id)
      return (node.closest('details') ?? node.querySelector('details')).open
    }"""
    page.wait_for_function(opened, arg=part)


def test_figure_is_checked_by_keyboard(tab, server):
    page = tab(**PHONE)
    visit(page, server, "figures", {"lang": "en"})
    head = page.locator(".check-form summary").first
    expect(head).to_be_in_viewport()
    expect(page.get_by_label("A sentence with a figure, or a number")).to_be_hidden()
    head.press("Enter")
    number = page.get_by_label("A sentence with a figure, or a number")
    number.fill("567")
    expect_state(page, lang="en", check=None)
    number.press("Enter")
    expect_state(page, lang="en", check="567")
    group = page.locator(".check h3", has_text="Other days, other people or other regions")
    expect(group).to_be_visible()
    rest = group.locator("xpath=following-sibling::details[1]")
    expect(rest.locator("li").first).to_be_hidden()
    rest.locator("summary").press("Enter")
    expect(rest.locator("li").first).to_be_visible()
    # A unit stands with its number, and the greater number is asked for a range alone.
    number.fill("1.2")
    page.get_by_label("Unit").select_option("million")
    page.get_by_label("And, for “between”").fill("1 400")
    number.press("Enter")
    expect_state(page, lang="en", check="1.2 million", check_to=None)
    page.get_by_label("How it was said").select_option("range")
    page.get_by_label("And, for “between”").fill("1 400")
    number.fill("500")
    number.press("Enter")
    expect_state(page, lang="en", check="500", said="range", check_to="1 400")
    number.fill("")
    number.press("Enter")
    expect_state(page, lang="en", check=None, said=None, check_to=None)
    number.fill("567")
    number.press("Enter")
    expect_state(page, lang="en", check="567")
    # What was asked for comes into sight by a touch, too.
    head.scroll_into_view_if_needed()
    page.get_by_role("button", name="Compare").tap()
    expect(page.locator(".check li").first).to_be_in_viewport()


def test_check_is_the_one_control_of_what_is_counted_and_keeps_what_is_typed(desk, server):
    page = desk
    visit(page, server, "figures", {"lang": "en"})
    expect(page.get_by_label("What is counted")).to_have_count(2)
    expect(page.get_by_label("What is counted").filter(visible=True)).to_have_count(1)
    page.locator(".check-form summary").first.click()
    number = page.get_by_label("A sentence with a figure, or a number")
    number.fill("more than 1,400 had arrived by April")
    page.get_by_label("Day").select_option("2019-02-27")
    expect(page.get_by_label("What is counted").filter(visible=True)).to_have_count(1)
    # Another choice of the page draws the form anew.
    page.get_by_label("Who said it").select_option("Migración Colombia")
    expect_state(page, lang="en", claimant="migracion-colombia")
    page.wait_for_function(DRAWN)
    expect(number).to_have_value("more than 1,400 had arrived by April")
    expect(page.get_by_label("Day")).to_have_value("2019-02-27")


def test_headline_figure_links_to_its_claim(page: Page, server):
    visit(page, server, "", {"lang": "en", "tier": "document"})
    page.locator(".stage .value a", has_text="567").click()
    expect(page.get_by_test_id("stMain").locator("li.side-chosen")).to_be_in_viewport()
    claim = "cl-arrivals-2019-02-27-567"
    visit(page, server, "figures", {"lang": "en", "claim": claim})
    expect(page.locator(".record-drawer .detail h3")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect_state(page, lang="en", claim=None)
    expect(page.locator(".record-drawer")).to_be_hidden()


def test_questions_are_expanded_and_searched(page: Page, server):
    visit(page, server, "disagreements", {"lang": "en"})
    heads = page.locator("details.fold > summary")
    assert page.evaluate(OPEN) == 0
    heads.nth(0).click()
    heads.nth(2).click()
    expect(page.locator("details.fold[open]")).to_have_count(1)
    page.get_by_role("button", name="Open all", exact=True).click()
    expect(page.locator("details.fold[open]")).to_have_count(heads.count())
    page.get_by_role("button", name="Close all", exact=True).click()
    expect(page.locator("details.fold[open]")).to_have_count(0)
    page.evaluate("location.hash = 'topic-who-pays'")
    page.wait_for_function(IN_SIGHT, arg="topic-who-pays")
    expect(page.locator("#topic-who-pays summary").first).to_be_focused()
    assert page.url.endswith("#topic-who-pays")
    # By words in any order.
    page.get_by_role("searchbox", name="Find a question").fill("cucuta hotels nine")
    expect(page.locator("[data-fold]").filter(visible=True)).to_have_count(1)
    expect(page.locator("#topic-how-many-hotels")).to_be_visible()
    expect(page.locator(".fold-tools output")).to_have_text(f"1 of {heads.count()}")
    page.get_by_role("searchbox", name="Find a question").fill("zzzz")
    expect(page.locator(".fold-tools output")).to_have_text("Nothing was found for these words.")


def test_source_citation_is_copied_and_print_expands_all(page: Page, server):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit(page, server, "sources?lang=en#npr")
    page.locator("#npr [data-copy]").click()
    expect(page.locator("#npr [data-copy]")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    expect(page.locator("#npr-citation")).to_have_text(copied)
    tools = page.locator(".cite-tools a")
    expect(tools).to_have_count(6)
    # One top and one height.
    lines = """(all) => new Set(all.map((one) => one.getBoundingClientRect())
      .map(({ top, height }) => `${Math.round(top)} ${Math.round(height)}`)).size"""
    assert tools.evaluate_all(lines) == 1
    # Printed, what is in every part is there.
    was = page.evaluate(SEEN)
    page.emulate_media(media="print")
    assert page.evaluate(SEEN) == page.locator("details.fold").count() > 50
    page.emulate_media(media="screen")
    assert page.evaluate(SEEN) == was < 50
