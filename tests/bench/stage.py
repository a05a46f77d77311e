"""The pages from the reader's side: from a touch to the changed picture, and to the server's."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.bench.large.events_made import events_csv
from tests.bench.measure import IDLE, TWO_FRAMES, until
from tests.support.browse import OPEN_STORY, popover

MANY = 5_000
PATIENCE = 180_000
DRAWN = """() => ['timeline', 'map'].every((part) =>
    document.querySelector(`.stage [data-part=${part}] svg`))
    && document.querySelector('.stage [data-part=axis] path')"""
SETTLED = """before => {
  const page = document.querySelector('.answering')
  const said = page.querySelector('[data-part=status]').textContent
  return !page.hasAttribute('data-waiting') && said !== before
}"""
# Timed within the page: it answers without the server, and asking from outside takes longer.
TOUCH = f"""async () => {{
  const title = document.querySelector('.stage .time h2')
  const before = title.textContent
  const input = document.querySelector('[data-filter=category] input')
  const start = performance.now()
  input.click()
  if (title.textContent === before) throw new Error('nothing changed')
  await ({TWO_FRAMES})()
  return performance.now() - start
}}"""
# The Map: a kind of event in its open list, until the sentence of what is shown says so.
PICK = "() => document.querySelector('[data-filter=category] input').click()"
SHOWN = "() => document.querySelector('.shown').textContent"
CHANGED = f"before => ({SHOWN})() !== before"
CLICK = "n => document.querySelectorAll('[data-filter=category] input').item(n).click()"
KINDS = 5


def _said(page: Page) -> str:
    return page.locator(".answering [data-part=status]").inner_text()


def _rest(page: Page) -> None:
    page.bring_to_front()
    page.wait_for_selector(IDLE)
    page.wait_for_selector(".answering:not([data-waiting])", state="attached")
    page.wait_for_timeout(500)


def touch(page: Page) -> float:
    """Seconds from a touch of a kind of event to the second frame after the picture changed."""
    _rest(page)
    return float(page.evaluate(TOUCH)) / 1000


def filter_settled(page: Page, turn: int) -> float:
    """Seconds from a touch of a kind of event until all that only the server can say is there.

    Each turn touches another kind: for ten turns the view is one that nobody has asked for yet.
    """
    _rest(page)
    return until(page, lambda: page.evaluate(CLICK, turn % KINDS), SETTLED, _said(page))


def open_page(page: Page, address: str) -> None:
    """Open a page, and wait until it has taken the place of its first document."""
    page.goto(address)
    page.wait_for_selector("#first", state="detached")


def open_map(page: Page, address: str) -> None:
    """Open the Map with its kinds of event to choose from."""
    open_page(page, address)
    popover(page, "categories")


def page_filter_settled(page: Page) -> float:
    """Seconds from the choice of a kind of event on the Map until the page is at rest."""
    page.bring_to_front()
    page.wait_for_selector(IDLE)
    page.wait_for_timeout(500)
    return until(page, lambda: page.evaluate(PICK), CHANGED, page.evaluate(SHOWN))


def open_many(page: Page, app: str) -> None:
    """Open a table of 5,000 events as a reader would, and go to its Overview."""
    page.set_default_timeout(PATIENCE)
    page.goto(f"{app}/data")
    page.locator(OPEN_STORY).wait_for(state="attached")
    file = {"name": "many.csv", "mimeType": "text/csv", "buffer": events_csv(MANY)}
    page.locator(OPEN_STORY).set_input_files([file])  # type: ignore[list-item]
    page.locator(".own-banner").wait_for()
    page.locator(".page-head nav a", has_text="Overview").click()
    page.wait_for_function(DRAWN)
