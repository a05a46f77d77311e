"""Arabic and Hebrew titles of an opened table stand right in lists, panels and drawings."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support import browse
from tests.support.stories.uploads import table

HEADER = ("date", "title", "summary", "place", "lat", "lon", "kind", "source", "url")
ARABIC = "انفجار (3) في بيروت 2020!"
HEBREW = "הפגנה (250 איש) ברחוב הראשי."
ROWS = [
    ("2020-08-04", ARABIC, "وقع الانفجار في الساعة 18:07.", "بيروت (المرفأ)", 33.9, 35.52,
     "حدث", "وكالة (أ)", "https://example.org/ar"),
    ("2020-08-09", HEBREW, "ההפגנה הייתה שקטה.", "חיפה", 32.8, 34.99, "אירוע", "עיתון",
     "https://example.org/he"),
    ("2020-08-15", "A march (40 people)", "It was calm.", "Tyre", 33.27, 35.2, "march", "UN",
     "https://example.org/en"),
]  # fmt: skip

#: The words of a text in the order in which they stand: from the top, and from the right.
SEEN_ORDER = """(element, words) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const whole = words.join(" ")
  let node = walker.nextNode()
  while (node && !node.data.includes(whole)) node = walker.nextNode()
  if (!node) return []
  let start = node.data.indexOf(whole)
  const places = words.map((word) => {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, start + word.length)
    start += word.length + 1
    const { left, top } = range.getBoundingClientRect()
    return { word, left, top: Math.round(top / 6) }
  })
  places.sort((one, other) => one.top - other.top || other.left - one.left)
  return places.map(({ word }) => word)
}"""

#: A phone's timeline has no room for names: its list has them.
SCREENS = [
    pytest.param("en", {"width": 1440, "height": 900}, True, id="desk-English"),
    pytest.param("es", {"width": 375, "height": 812}, False, id="phone-Spanish"),
]


def seen_order(place: Locator, text: str) -> list[str]:
    order: list[str] = place.evaluate(SEEN_ORDER, text.split(" "))
    return order


def open_titles(page: Page, server: str, language: str, size) -> None:
    page.set_viewport_size(size)
    browse.open_file(page, server, "titles.csv", table(HEADER, ROWS), language)
    browse.to_page(page, {"en": "Timeline", "es": "Línea de tiempo"}[language])


@pytest.mark.parametrize(("language", "size", "has_names"), SCREENS)
def test_titles_run_from_right_to_left(page, server, language, size, has_names):
    open_titles(page, server, language, size)
    for title in (ARABIC, HEBREW):
        row = page.locator(".event-list .title", has_text=title)
        assert seen_order(row, title) == title.split(" "), "list"
        if has_names:
            label = page.locator("svg text", has_text=title).first
            assert seen_order(label, title) == title.split(" "), "drawing"

    page.locator(".event-list .title", has_text=ARABIC).click()
    heading = page.locator(".detail h3", has_text=ARABIC).first
    expect(heading).to_be_visible()
    assert seen_order(heading, ARABIC) == ARABIC.split(" ")
    assert heading.get_attribute("dir") == "rtl"
