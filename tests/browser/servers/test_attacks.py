"""Files made to hold a server up are opened in a tab, and meanwhile it answers everybody else."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.corpus.files import corpus
from tests.corpus.hostile import HARMFUL
from tests.support.browse import PATIENCE, address, choose_file, open_file, settle, to_page, visit
from tests.support.cases import leading
from tests.support.health import healthy
from tests.support.stories.uploads import CLAIM, EVENT, package, rows_of, source

#: Those that once took all the memory or half a minute, and those that unpack to the most.
NAMED = ("a workbook whose cells all point to one long text", "a workbook with one cell far away",
         "an outline of a quarter of a million points", "an outline without end")  # fmt: skip
HEAVY: dict[str, tuple[Callable[[], bytes], str]] = {
    **{case.name: (case.make, case.file) for case in corpus() if case.heavy},
    **{name: HARMFUL[name] for name in NAMED},
}
AGGREGATORS = 1_000


@pytest.mark.parametrize("name", leading(HEAVY))
def test_a_file_made_to_be_heavy_holds_up_nobody(page: Page, server: str, name: str):
    make, file_name = HEAVY[name]
    visit(page, address(server, "data", {"lang": "en"}))
    content = make()
    with healthy(server):
        choose_file(page, file_name, content)
        # What is wrong with it is said, or that reading it took too much.
        said = page.locator(".intake-report, [data-testid='stAlert']").first
        expect(said).to_be_visible(timeout=PATIENCE)
        settle(page)


def tangled() -> bytes:
    """One claim cited from a thousand aggregators, each with two upstreams that others share."""
    papers = [source(f"p{n}") for n in range(AGGREGATORS)]
    made = []
    for n in range(AGGREGATORS):
        one = source(f"a{n}")
        upstream = [f"p{n}", f"p{(n + 1) % AGGREGATORS}"]
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


def test_a_package_of_tangled_sources_holds_up_nobody(page: Page, server: str):
    content = tangled()
    with healthy(server):
        banner = open_file(page, server, "tangled.zip", content)
        # One claim in one question is no disagreement: that page is not in the menu.
        expect(page.locator(".page-head nav a[href*='disagreements']")).to_have_count(0)
        for name in ("Sources", "How many?"):
            to_page(page, name)
            expect(banner).to_contain_text("tangled.zip")
