"""An older version of the data set is opened by ``?v=`` and says that it is old, on every page.

What the pages say of it, and of what was corrected since, is kept with the golden outputs.
"""

import csv
import json
import re
import zipfile
from io import BytesIO, StringIO

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.server.application import list_routes
from components.story.package_files import DEFAULT_DATA, list_versions
from tests.support.apptest import component_data, follow, found, line_of, text_of
from tests.support.data import DATA, i18n_for, kept_version

OLD = "1.0.0"
EVENT = "ev-2019-02-23-aid-blocked"
TITLE = kept_version(OLD).events[EVENT].title
KEPT = list_versions(DEFAULT_DATA / "versions")


def test_a_lesson_of_an_old_version_says_that_it_is_old(opened):
    said = " ".join(component_data(opened("present", {"v": OLD}), "story_scene")["notices"])
    assert f"version {OLD}" in said
    assert DATA.version in said


def test_an_old_version_has_its_own_rows(opened):
    assert DATA.events[EVENT].title != TITLE
    at = opened("data", {"v": OLD, "find": "aid-blocked"})
    assert f">{TITLE}<" in component_data(at, "data_table")["html"]
    now = opened("data", {"find": "aid-blocked"})
    assert f">{TITLE}<" not in component_data(now, "data_table")["html"]
    assert found(now, "hidden-notice") == []


def test_link_to_the_current_version_keeps_the_view(opened):
    at = opened("sources", {"v": OLD, "tier": "document", "lang": "es"})
    follow(at, i18n_for("es").t("Show the present version"))
    assert dict(at.query_params) == {"tier": "document", "lang": "es"}
    assert found(at, "hidden-notice") == []


def test_filters_and_choices_stay_in_the_old_version(opened):
    at = opened("map", {"v": OLD, "event": "ev-2019-02-28-count-567", "category": "counts"})
    assert "v" in line_of(at)["names"]
    assert not re.search('data-clears="[^"]*\\bv\\b', line_of(at)["line"])
    assert f"version {OLD}" in text_of(at, "hidden-notice")
    links = [anchor.get("href") or "" for link in found(at, "cite") for anchor in link.iter("a")]
    assert all(f"v={OLD}" in href for href in links if href.startswith("sources?"))


def test_the_files_of_an_old_version_have_its_rows_and_its_number():
    ask = TestClient(Starlette(routes=list_routes()))
    old, now = (ask.get(f"/api/events.json{query}") for query in (f"?v={OLD}", ""))
    (row,) = [row for row in old.json() if row["id"] == EVENT]
    assert row["title"] == TITLE
    assert OLD in old.headers["content-disposition"]
    assert old.headers["etag"] != now.headers["etag"]
    package = ask.get(f"/api/package.zip?v={OLD}").content
    with zipfile.ZipFile(BytesIO(package)) as archive:
        assert json.loads(archive.read("datapackage.json"))["version"] == OLD
    assert OLD in ask.get("/api/").json()["parameters"]["v"]


@pytest.mark.parametrize("version", KEPT)
@pytest.mark.parametrize(("table", "text"), [("events", "summary"), ("claims", "statement")])
def test_every_old_version_opens_with_the_texts_that_it_was_published_with(table, text, version):
    with zipfile.ZipFile(KEPT[version]) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(f"{table}.csv")]
        content = archive.read(name).decode("utf-8-sig")
    published = {row["id"]: row[text] for row in csv.DictReader(StringIO(content))}
    ask = TestClient(Starlette(routes=list_routes()))
    answered = ask.get(f"/api/{table}.json?v={version}").json()
    assert {row["id"]: row[text] for row in answered} == published
