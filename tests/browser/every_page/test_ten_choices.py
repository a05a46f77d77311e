"""Ten choices are ten history entries, which Back and Forward restore."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.support import browse

Choice = Callable[[Page], object]
EVENT = "ev-2019-02-23-aid-blocked"
SEARCH = ".line .search-box input"


def picks(filter_: str, label: str, page: Page) -> None:
    body = browse.popover(page, filter_)
    body.get_by_text(label).first.click()
    page.keyboard.press("Escape")


def types(text: str, page: Page) -> None:
    """Letter by letter: each of them may change the address."""
    box = page.locator(SEARCH).first
    box.click()
    box.press_sequentially(text)
    page.wait_for_function(
        "text => new URLSearchParams(location.search).get('search') === text", arg=text
    )
    browse.settle(page)
    box.press("Enter")


def types_a_day(page: Page) -> None:
    """Day, month and year by the keyboard: a year of four digits is four dates on its way."""
    body = browse.popover(page, "dates")
    body.locator("[name=from]").focus()
    page.keyboard.type("02202019")
    page.keyboard.press("Enter")
    page.wait_for_url("**from=2019-02-20*")
    page.keyboard.press("Escape")


def zooms(page: Page) -> None:
    page.locator(".chart > svg").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -480)
    page.keyboard.up("Control")
    page.wait_for_url("**zoom=2019-*")


def plays(page: Page) -> None:
    page.locator(".stage .go").click()
    page.locator(".stage .controls select").select_option("4")
    page.wait_for_url("**day=2019-03-17*")
    expect(page.get_by_role("button", name="Play the days")).to_be_visible()


def keys(name: str, page: Page) -> None:
    page.keyboard.press(name)


def presses(role: str, name: str, page: Page) -> None:
    page.get_by_role(role, name=re.compile(f"^{name}")).first.click()  # type: ignore[arg-type]


def speaks_spanish(page: Page) -> None:
    """The address changes before the words do."""
    presses("button", "Español", page)
    expect(page.locator("html")).to_have_attribute("lang", "es")


def leaves_the_lesson(page: Page) -> None:
    """The address is the next page's at once; the lesson stands until the next page is drawn."""
    presses("button", "Salir", page)
    expect(page.locator(".scene")).to_have_count(0)


def finds(page: Page) -> None:
    box = page.locator(".st-key-data-tools [name=find]")
    box.press_sequentially("567")
    box.press("Enter")


def opens(number: int, page: Page) -> None:
    page.locator("details.fold > summary").nth(number).click()


def selects(label: str, option: str, page: Page) -> None:
    page.get_by_role("combobox", name=label, exact=True).focus()
    page.keyboard.type(option)
    page.keyboard.press("Enter")


BAR: tuple[Choice, ...] = (
    partial(picks, "region", "Caribe"),
    partial(picks, "region", "Guajira"),
    types_a_day,
    partial(types, "soldiers"),
)
ENDS: tuple[Choice, ...] = (
    speaks_spanish,
    partial(presses, "button", "Quitar todos los filtros"),
)
CHOICES: dict[str, tuple[Choice, ...]] = {
    "": (
        partial(picks, "category", "At the border"),
        lambda page: browse.drag_across(page, ".stage .track", 0.1, 0.5),
        lambda page: browse.mark_of(page, EVENT).locator(".label").last.click(),
        lambda page: page.keyboard.press("Escape"),
        plays,
        partial(presses, "button", "Show everything"),
        types_a_day,
        partial(types, "bridge"),
        *ENDS,
    ),
    "timeline": (
        partial(presses, "radio", "20–28 Feb"),
        zooms,
        partial(presses, "button", "Whole period"),
        partial(picks, "category", "At the border"),
        lambda page: browse.drag_across(page, ".chart", 0.1, 0.5),
        lambda page: browse.row(page, EVENT).click(),
        types_a_day,
        partial(types, "bridge"),
        *ENDS,
    ),
    "map": (
        partial(presses, "link", "To 26 Feb"),
        partial(presses, "link", "The border at Cúcuta"),
        BAR[0],
        partial(picks, "category", "At the border"),
        partial(picks, "category", "Politics"),
        *BAR[1:],
        *ENDS,
    ),
    "figures": (
        partial(selects, "Who said it", "Migración Colombia"),
        partial(selects, "Who is counted", "soldiers"),
        *BAR,
        partial(picks, "category", "Counts published"),
        partial(picks, "category", "Politics"),
        *ENDS,
    ),
    "disagreements": (
        partial(opens, 0),
        partial(opens, 2),
        partial(opens, 2),
        *BAR,
        *BAR[:1],
        *ENDS,
    ),
    "sources": (
        partial(presses, "link", "Chicago"),
        partial(presses, "link", "ISO 690"),
        partial(opens, 0),
        partial(opens, 2),
        *BAR,
        *ENDS,
    ),
    "method": (
        partial(presses, "link", "Dates"),
        partial(presses, "link", "Who speaks"),
        *(partial(opens, number) for number in range(6)),
        partial(presses, "link", "Terms"),
        ENDS[0],
    ),
    "present": (
        *(partial(keys, key) for key in ("ArrowRight", "PageDown", "ArrowRight", "ArrowLeft")),
        *(partial(keys, key) for key in ("5", "PageUp", "End", "Home")),
        speaks_spanish,
        leaves_the_lesson,
    ),
    "data": (
        partial(presses, "link", "Claims"),
        partial(picks, "source", "NPR"),
        finds,
        partial(presses, "link", "Events"),
        *BAR,
        *ENDS,
    ),
}


def seen(page: Page) -> tuple[object, ...]:
    """The address and the heading; what the box holds never disagrees with them."""
    browse.settle(page)
    if page.locator(SEARCH).count():
        (words,) = browse.state_of(page).get("search", [""])
        expect(page.locator(SEARCH).first).to_have_value(words)
    where = page.evaluate("() => location.href")
    return where, page.locator("h1:visible").first.inner_text()


@pytest.mark.parametrize("slug", CHOICES)
def test_ten_choices_are_ten_history_entries(page: Page, server: str, slug: str) -> None:
    browse.visit(page, server, slug, {"lang": "en"})
    steps = [seen(page)]
    for number, choose in enumerate(CHOICES[slug]):
        before = page.evaluate("() => history.length")
        choose(page)
        page.wait_for_function("was => location.href !== was", arg=steps[-1][0])
        steps.append(seen(page))
        assert page.evaluate("() => history.length") == before + 1, (number, steps[-2:])
    back = [(page.go_back, wanted) for wanted in reversed(steps[:-1])]
    # Forth once, and to the end at once.
    forth = [(page.go_forward, steps[1]), (lambda: page.evaluate("history.go(9)"), steps[-1])]
    for go, wanted in back + forth:
        go()
        page.wait_for_function("was => location.href === was", arg=wanted[0])
        expect(page.locator("h1:visible").first).to_have_text(str(wanted[1]))
        assert seen(page) == wanted
