"""Hostile files and texts in a tab: never run, and other readers are still served."""

import json
import shutil

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from components.story.package_files import DEFAULT_DATA
from tests.corpus.hostile import HARMFUL, HEAVY, TABLES
from tests.support import browse
from tests.support.cases import first_cases
from tests.support.health import healthy
from tests.support.stories.uploads import CLAIM, EVENT, package, rows_of, source

FILES = {case.name: case for case in (*HARMFUL, *TABLES)}
AGGREGATORS = 1_000


@pytest.mark.parametrize("name", first_cases(HEAVY))
def test_heavy_file_does_not_block_others(page: Page, server: str, name: str):
    browse.visit(page, server, "data", {"lang": "en"})
    content = FILES[name].make()
    with healthy(server):
        browse.choose_file(page, FILES[name].file, content)
        # What is wrong with it is said, or that reading it took too much.
        said = page.locator(".intake-report, [data-testid='stAlert']").first
        expect(said).to_be_visible()
        browse.settle(page)


def tangled() -> bytes:
    """One claim cited from a thousand aggregators, each with two upstreams that others share."""
    papers = [source(f"p{number}") for number in range(AGGREGATORS)]
    made = []
    for number in range(AGGREGATORS):
        one = source(f"a{number}")
        upstream = [f"p{number}", f"p{(number + 1) % AGGREGATORS}"]
        one["custom"] = one["custom"] | {"kind": "aggregator", "upstream": upstream}
        made.append(one)
    cited = [
        {"record_id": record, "source_id": one["id"], "role": "supports", "wording": "said"}
        for one in made
        for record in (EVENT["id"], CLAIM["id"])
    ]
    return package(
        sources_json=json.dumps([*papers, *made]).encode(), citations_csv=rows_of(*cited)
    )


def test_package_of_tangled_sources_does_not_block_others(page: Page, server: str):
    content = tangled()
    with healthy(server):
        banner = browse.open_file(page, server, "tangled.zip", content)
        # One claim in one question is no disagreement: that page is not in the menu.
        expect(page.locator(".page-head nav a[href*='disagreements']")).to_have_count(0)
        for name in ("Sources", "How many?"):
            browse.to_page(page, name)
            expect(banner).to_contain_text("tangled.zip")


BLOCKED = "ev-2019-02-23-aid-blocked"
SCRIPT = "<script>window.owned=1</script>"
IMAGE = "<img src=x onerror='window.owned=2'>"
MARKDOWN = "**bold** [link](javascript:window.owned=3) :red[colour] $x^2$ `code`"
HOSTILE = f"{SCRIPT}{IMAGE} {MARKDOWN} {{0.__class__}} %s &lt;b&gt;"


@pytest.fixture(scope="module")
def hostile(hosted, tmp_path_factory: pytest.TempPathFactory) -> str:
    data = tmp_path_factory.mktemp("hostile") / "data"
    shutil.copytree(DEFAULT_DATA, data)
    for name, row_id, columns in (("events", BLOCKED, ("title", "summary", "date_note")),
                                  ("places", "cucuta", ("name",)),
                                  ("regions", "oriente", ("label",))):  # fmt: skip
        file = data / f"{name}.csv"
        rows = pd.read_csv(file, dtype=str, keep_default_na=False)
        rows.loc[rows["id"] == row_id, list(columns)] = HOSTILE
        rows.to_csv(file, index=False)
    sources = json.loads((data / "sources.json").read_text(encoding="utf-8"))
    npr = next(source for source in sources if source["id"] == "npr")
    npr["title"] = npr["custom"]["short"] = HOSTILE
    (data / "sources.json").write_text(json.dumps(sources), encoding="utf-8")
    return str(hosted(data))


def expect_unharmed(page) -> None:
    assert page.evaluate("() => window.owned") is None
    expect(page.locator("img[src='x']")).to_have_count(0)
    expect(page.locator("a[href^='javascript']")).to_have_count(0)
    expect(page.locator("main strong", has_text="bold")).to_have_count(0)
    expect(page.locator(".katex")).to_have_count(0)


@pytest.mark.parametrize("slug", ["timeline", "sources", ""])
def test_hostile_texts_are_shown_as_text(page, hostile, slug):
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    browse.visit(page, hostile, slug, {"event": BLOCKED, "region": "oriente", "source": "npr"})
    if slug != "sources":
        expect(page.locator(".detail h3")).to_have_text(HOSTILE)
    else:
        expect(page.locator("article#npr cite").first).to_have_text(HOSTILE)
    if slug == "timeline":
        expect(browse.row(page, BLOCKED)).to_contain_text(SCRIPT)
    expect(page.locator(".shown, .stage [data-part=status]").first).to_contain_text(SCRIPT)
    for name in ("region", "source"):
        browse.popover(page, name)
        expect_unharmed(page)
        page.keyboard.press("Escape")
    expect_unharmed(page)


def test_hostile_search_is_shown_as_text(page, server):
    browse.visit(page, server, "timeline", {"q": HOSTILE})
    expect(page.locator(".shown")).to_contain_text(SCRIPT)
    expect(page.get_by_role("searchbox")).to_have_value(HOSTILE)
    expect_unharmed(page)
