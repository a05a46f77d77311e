"""A story of one's own in a real browser: opened by one visitor, unseen by another; a host's."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from components.domain.intake.templates import package_files
from tests.support.browse import PATIENCE, address, settle
from tests.support.uploads import GOOD, HEADER, table, zipped

CHOOSE = "[data-testid='stFileUploaderDropzoneInput']"


def upload(page: Page, name: str, content: bytes) -> None:
    chooser = page.locator(CHOOSE)
    chooser.wait_for(state="attached", timeout=PATIENCE)
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    chooser.set_input_files([file])  # type: ignore[list-item]


def test_one_visitor_opens_a_story_and_another_sees_nothing_of_it(
    server: str, tab: Callable[..., Page], browser: Browser
) -> None:
    mine = tab()
    asked: list[str] = []
    mine.on("request", lambda request: asked.append(request.url))
    mine.goto(address(server, "data"))
    settle(mine)
    upload(mine, "flood.zip", zipped(package_files()))
    banner = mine.locator(".own-banner")
    expect(banner).to_contain_text("“flood.zip”", timeout=PATIENCE)
    expect(mine.locator(".intake-report")).to_contain_text("It is open")
    mine.locator(".page-head nav a", has_text="Overview").click()
    expect(mine.get_by_role("heading", level=1)).to_have_text("An example: the flood")
    settle(mine)
    row = mine.get_by_role("button", name=re.compile("The river leaves its bed"))
    row.click()
    expect(mine.locator(".detail h3")).to_have_text("The river leaves its bed")
    assert "event=ev-river" in mine.url

    # Somebody else follows the very address.
    context = browser.new_context(locale="en-GB")
    other = context.new_page()
    other.goto(mine.url)
    settle(other)
    expect(other.locator(".brand")).to_have_text("Across the Táchira")
    expect(other.locator(".notices")).to_contain_text("event: “ev-river” is not known here")
    assert "river leaves" not in other.content()
    context.close()

    hosts = {urlsplit(url).netloc for url in asked if url.startswith("http")}
    assert hosts == {urlsplit(server).netloc}
    mine.get_by_role("button", name="Close your story").click()
    expect(mine.locator(".brand")).to_have_text("Across the Táchira")
    expect(banner).to_have_count(0)


def test_every_problem_of_a_table_is_shown_and_the_marked_rows_come_down(
    server: str, tab: Callable[..., Page]
) -> None:
    page = tab()
    page.goto(address(server, "data", {"lang": "es"}))
    settle(page)
    upload(page, "mía.csv", table(HEADER, [GOOD, ("02/03/2019", *GOOD[1:])]))
    problems = page.locator(".problems")
    expect(problems).to_contain_text(
        "02/03/2019 se puede leer de dos maneras; escriba 2019-03-02 o 2019-02-03.",
        timeout=PATIENCE,
    )
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Descargar sus filas con los problemas marcados").click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert text.splitlines()[2].startswith("3,sin fecha,date: 02/03/2019 se puede leer")


def test_a_host_serves_a_story_of_its_own(
    tmp_path: Path, tab: Callable[..., Page], hosted: Callable[[Path], str]
) -> None:
    story = tmp_path / "story.zip"
    story.write_bytes(zipped(package_files()))
    base = hosted(story)
    page = tab()
    page.goto(address(base, "map", {"region": "north"}))
    settle(page)
    expect(page.locator(".brand")).to_have_text("An example: the flood")
    expect(page.locator(".shown")).to_contain_text("2 of 2 events")
    expect(page.locator(".own-banner")).to_have_count(0)
    answer = page.request.get(f"{base}/api/events.csv")
    assert answer.status == 200
    assert "ev-river" in answer.text()
