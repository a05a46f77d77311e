"""What `make quick` runs: the tests nearest to a change, and none of those that take long."""

from __future__ import annotations

import grimp
import pytest

from tests.conftest import share
from tests.support.server import ROOT
from tests.support.touched import PAGES, touched


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("components", "tests", cache_dir=None)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("components/story/edtf.py", "tests/unit/domain/test_dates.py"),
        ("components/i18n/language.py", "tests/unit/i18n/test_i18n.py"),
        ("components/lesson/slides.py", "tests/unit/lesson/test_lesson_files.py"),
        ("components/ui/main.py", PAGES),
        ("pages/timeline.py", PAGES),
        ("components/i18n/locales/es/main.po", "tests/unit/commands/test_catalogues.py"),
        ("data/events.csv", "tests/data"),
        ("README.md", "tests/unit/project/test_docs.py"),
        ("tests/requirements.txt", "tests/unit/project/test_lock.py"),
        ("tests/unit/domain/test_dates.py", "tests/unit/domain/test_dates.py"),
        ("tests/browser/pages/test_paper.py", "tests/browser/pages/test_paper.py"),
    ],
)
def test_a_change_touches_the_tests_that_import_it(graph, path, wanted):
    assert wanted in touched([path], graph)


def test_every_module_is_near_some_test_and_near_none_in_a_browser(graph):
    for path in sorted((ROOT / "components").rglob("*.py")):
        found = touched([path.relative_to(ROOT).as_posix()], graph)
        assert found, path
        assert not [tests for tests in found if tests.startswith("tests/browser")], path


def test_a_browsers_tests_are_shared_out_one_by_one_unless_they_share_a_server():
    one, two = "tests/browser/test_a.py::test_x[chromium-1]", "tests/browser/test_a.py::test_x[2]"
    assert share(one) != share(two)
    assert share("tests/browser/servers/test_a.py::test_x") == share(
        "tests/browser/servers/test_a.py::test_y[1]"
    )
    assert share("tests/unit/domain/test_a.py::test_x") == "tests/unit/domain/test_a.py"
    for dear in ("tests/unit/lesson", "tests/browser/site"):
        assert share(f"{dear}/test_a.py::test_x") == share(f"{dear}/test_b.py::test_y") == dear
