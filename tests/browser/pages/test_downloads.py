"""The bibliography to take away: each file is what its name says."""

from __future__ import annotations

import json
from pathlib import Path

import bibtexparser
import rispy

from tests.support.apptest import DATA
from tests.support.browse import address, visit

DOCUMENTS = [s.id for s in DATA.sources.values() if s.custom.tier == "document"]


def saved(page, ending: str) -> tuple[str, str]:
    """Press a download button; gives the file's name and its text."""
    with page.expect_download() as waiting:
        page.locator(f".st-key-bibliography-{ending} button").click()
    download = waiting.value
    return download.suggested_filename, Path(download.path()).read_text(encoding="utf-8")


def titles_in(name: str, text: str) -> list[str]:
    if name == "csl-json":
        return [item["title"] for item in json.loads(text)]
    if name == "ris":
        entries = rispy.loads(text)
        return [entry.get("title") or entry.get("primary_title") for entry in entries]
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    return [entry["title"] for entry in library.entries]


def test_each_bibliography_opens_in_what_it_is_made_for_with_the_sources_shown(page, server):
    visit(page, address(server, "sources", {"tier": "document", "cite": "chicago"}))
    before = page.url
    for name, ending in (("bibtex", "bib"), ("ris", "ris"), ("csl-json", "json")):
        file, text = saved(page, ending)
        assert file.endswith(f".{ending}")
        titles = titles_in(name, text)
        assert len(titles) == len(DOCUMENTS)
        assert all(titles)
        if name == "csl-json":
            assert sorted(item["id"] for item in json.loads(text)) == sorted(DOCUMENTS)
    assert page.url == before
