"""An older version of the data set is opened by ``?v=`` and says that it is old, on every page."""

import json
import re
import zipfile
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.export.packaging import zipped
from components.intake.package import DEFAULT_DATA, files_in
from components.presentation import stories
from components.server.application import routes
from components.story.models import Correction
from tests.support.apptest import component_data, follow, found, line_of, text_of, words
from tests.support.data import DATA
from tests.support.words import i18n_for

OLD = "0.9.0"
EVENT = "ev-2019-02-28-count-567"
GONE = "ev-2019-02-27-count-411"
TITLE = "A title that was corrected"


@pytest.fixture
def versions(tmp_path, monkeypatch):
    """A folder of versions with an older one: a title differs, and an event was not there yet."""
    files = files_in(DEFAULT_DATA)
    descriptor = json.loads(files["datapackage.json"])
    # It had no story yet: the story names the event that was not there.
    del files["story.json"]
    tables = [item for item in descriptor["resources"] if item["name"] != "story"]
    descriptor |= {"version": OLD, "resources": tables}
    files["datapackage.json"] = json.dumps(descriptor).encode()
    text = files["events.csv"].decode()
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith(GONE)]
    files["events.csv"] = "".join(lines).replace(DATA.events[EVENT].title, TITLE).encode()
    for name in ("citations.csv", "claims.csv"):
        rows = files[name].decode().splitlines(keepends=True)
        if name == "citations.csv":
            rows = [row for row in rows if not row.startswith(GONE)]
        files[name] = "".join(rows).replace(f",{GONE}\n", ",\n").encode()
    (tmp_path / f"{OLD}.zip").write_bytes(zipped(files))
    monkeypatch.setattr(stories, "VERSIONS", tmp_path)
    stories.forget()
    yield tmp_path
    stories.forget()


@pytest.mark.usefixtures("versions")
def test_a_lesson_of_an_old_version_says_that_it_is_old(opened):
    """What the other pages say of it is kept with the golden outputs."""
    at = opened("present", {"v": OLD})
    said = " ".join(component_data(at, "story_scene")["notices"])
    assert f"version {OLD}" in said
    assert DATA.version in said


@pytest.mark.usefixtures("versions")
def test_an_old_version_has_its_own_rows_and_says_what_it_has_not(opened):
    at = opened("data", {"v": OLD, "find": "567"})
    assert f">{TITLE}<" in component_data(at, "data_table")["html"]
    now = opened("data", {"find": "567"})
    assert f">{TITLE}<" not in component_data(now, "data_table")["html"]
    assert found(now, "hidden-notice") == []
    at = opened("timeline", {"v": OLD, "event": GONE})
    assert f"event: “{GONE}” is not known here" in text_of(at, "notices")
    assert found(opened("timeline", {"event": GONE}), "notices") == []


@pytest.mark.usefixtures("versions")
def test_one_press_leads_back_to_the_present_version_and_keeps_the_view(opened):
    at = opened("sources", {"v": OLD, "tier": "document", "lang": "es"})
    follow(at, i18n_for("es").t("Show the present version"))
    assert dict(at.query_params) == {"tier": "document", "lang": "es"}
    assert found(at, "hidden-notice") == []


@pytest.mark.usefixtures("versions")
def test_filters_and_choices_stay_in_the_old_version(opened):
    at = opened("map", {"v": OLD, "event": EVENT, "category": "counts"})
    assert "v" in line_of(at)["names"]
    assert not re.search('data-clears="[^"]*\\bv\\b', line_of(at)["line"])
    assert f"version {OLD}" in text_of(at, "hidden-notice")
    for link in found(at, "cite"):
        for a in link.iter("a"):
            if (a.get("href") or "").startswith("sources?"):
                assert f"v={OLD}" in a.get("href")


@pytest.mark.usefixtures("versions")
def test_the_files_of_an_old_version_have_its_rows_and_its_number(tmp_path):
    ask = TestClient(Starlette(routes=routes()))
    old, now = (ask.get(f"/api/events.json{query}") for query in (f"?v={OLD}", ""))
    assert len(old.json()) == len(now.json()) - 1
    assert OLD in old.headers["content-disposition"]
    assert old.headers["etag"] != now.headers["etag"]
    path = tmp_path / "old.zip"
    path.write_bytes(ask.get(f"/api/package.zip?v={OLD}").content)
    with zipfile.ZipFile(path) as archive:
        assert json.loads(archive.read("datapackage.json"))["version"] == OLD
    assert ask.get("/api/").json()["parameters"]["v"] == [DATA.version, OLD]


@pytest.mark.usefixtures("versions")
def test_method_names_the_other_versions_and_what_was_corrected_since(opened, monkeypatch):
    made = Correction(
        date="2026-12-01", version=DATA.version, record_id=EVENT, field="title", old=TITLE,
        new=DATA.events[EVENT].title, why="Misread.", why_es="Mal leído.",
    )  # fmt: skip
    package = stories.load_package(DEFAULT_DATA)
    present = replace(package, dataset=replace(DATA, corrections=(made,)))
    monkeypatch.setattr(stories, "load_package", lambda _path: present)
    stories.forget()
    for params, other in (({}, OLD), ({"v": OLD}, DATA.version)):
        (section,) = found(opened("method", params), "method")
        assert "Misread." in words(section)
        (link,) = [a for a in section.iter("a") if words(a) == other]
        assert (f"v={OLD}" in link.get("href")) == (other == OLD)
