"""A host's own story: a setting names it, and what is wrong with it stops the start."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from components.presentation import stories as host
from components.server.document import localized_document
from tests.support.stories.uploads import GOOD, HEADER, package, package_files, table


@pytest.fixture
def hosted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    def _hosted(path: Path) -> None:
        monkeypatch.setenv(host.SETTING, str(path))
        host.forget()

    yield _hosted
    host.forget()


def test_a_folder_a_zip_and_a_table_are_served(tmp_path: Path, hosted) -> None:
    folder = tmp_path / "story"
    for name, content in package_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (tmp_path / "story.zip").write_bytes(package())
    (tmp_path / "story.csv").write_bytes(table(HEADER, [GOOD]))
    for name, title in (("story", "The flood"), ("story.zip", "The flood"), ("story.csv", "story")):
        hosted(tmp_path / name)
        assert host.refusal() == ""
        intake = host.served_package()
        assert intake.dataset.title == title


def test_a_row_that_would_be_left_out_stops_the_start_with_its_remedy(tmp_path, hosted) -> None:
    path = tmp_path / "story.csv"
    path.write_bytes(table(HEADER, [GOOD, ("02/03/2019", *GOOD[1:])]))
    hosted(path)
    said = host.refusal()
    assert said.startswith(f"STORY_DATA={path}:\n")
    assert "row 3, date: 02/03/2019 can be read two ways; write 2019-03-02 or 2019-02-03." in said


def test_a_path_with_nothing_there_is_named(tmp_path, hosted) -> None:
    for name in ("gone", "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        hosted(tmp_path / name)
        assert f"STORY_DATA={tmp_path / name}" in host.refusal()


def test_the_first_document_has_the_hosts_title_escaped(tmp_path, hosted) -> None:
    path = tmp_path / "A <b> & B.csv"
    path.write_bytes(table(HEADER, [GOOD]))
    hosted(path)
    page = '<html lang="en"><head><title>Streamlit</title></head><div id="root"></div></html>'
    made = localized_document(page, "es")
    assert "<title>A &lt;b&gt; &amp; B</title>" in made
    assert "Táchira" not in made
