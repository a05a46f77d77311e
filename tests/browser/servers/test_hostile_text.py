"""A data set with hostile texts: everything is shown as text, nothing is run."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browse import address, popover, row, visit
from tests.support.cases import for_each
from tests.support.server import ROOT, running_server

EVENT = "ev-2019-02-23-aid-blocked"
SCRIPT = "<script>window.owned=1</script>"
IMAGE = "<img src=x onerror='window.owned=2'>"
MARKDOWN = "**bold** [link](javascript:window.owned=3) :red[colour] $x^2$ `code`"
HOSTILE = f"{SCRIPT}{IMAGE} {MARKDOWN} {{0.__class__}} %s &lt;b&gt;"


def change(file: Path, row_id: str, **texts: str) -> None:
    """Write other texts into one row of a table."""
    with file.open(encoding="utf-8", newline="") as opened:
        reader = csv.DictReader(opened)
        names, rows = list(reader.fieldnames or ()), list(reader)
    for line in rows:
        if line["id"] == row_id:
            line.update(texts)
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a copy of the project whose data holds hostile texts."""
    root = tmp_path_factory.mktemp("hostile")
    for name in ("app.py", "components", "pages", "data"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, root / name)
    data = root / "data"
    change(data / "events.csv", EVENT, title=HOSTILE, summary=HOSTILE, date_note=HOSTILE)
    change(data / "places.csv", "cucuta", name=HOSTILE)
    change(data / "regions.csv", "oriente", label=HOSTILE)
    sources = json.loads((data / "sources.json").read_text(encoding="utf-8"))
    for source in sources:
        if source["id"] == "npr":
            source["title"] = HOSTILE
            source["custom"]["short"] = HOSTILE
    (data / "sources.json").write_text(json.dumps(sources), encoding="utf-8")
    with running_server(root / "app.py") as base:
        yield base


def expect_unharmed(page) -> None:
    """Nothing of the texts was run or turned into elements."""
    assert page.evaluate("() => window.owned") is None
    expect(page.locator("img[src='x']")).to_have_count(0)
    expect(page.locator("a[href^='javascript']")).to_have_count(0)
    expect(page.locator("main strong", has_text="bold")).to_have_count(0)
    expect(page.locator(".katex")).to_have_count(0)


@for_each("slug", ["timeline", "sources", ""])
def test_hostile_texts_are_shown_as_they_are(page, hostile, slug):
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    visit(page, address(hostile, slug, {"event": EVENT, "region": "oriente", "source": "npr"}))
    if slug != "sources":
        expect(page.locator(".detail h3")).to_have_text(HOSTILE)
    else:
        expect(page.locator("article#npr cite").first).to_have_text(HOSTILE)
    if slug in {"", "timeline"}:
        expect(row(page, EVENT)).to_contain_text(SCRIPT)
    expect(page.locator(".shown, .stage [data-part=status]").first).to_contain_text(SCRIPT)
    for name in ("regions", "sources"):
        popover(page, name)
        expect_unharmed(page)
        page.keyboard.press("Escape")
    expect_unharmed(page)


def test_hostile_words_in_the_search_are_shown_as_they_are(page, server):
    visit(page, address(server, "timeline", {"q": HOSTILE}))
    expect(page.locator(".shown")).to_contain_text(SCRIPT)
    expect(page.get_by_role("searchbox")).to_have_value(HOSTILE)
    expect_unharmed(page)
