"""The mark of a story changes with its content, as browsers cache by it."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from starlette.requests import Request

from components.loading import loaded_story
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.presentation.context import public_context
from components.server.assets import answer_view_part
from components.story.content_hash import hash_code, hash_files, hash_folder
from tests.support.stories.foreign import FOLDER, serving
from tests.support.stories.uploads import GOOD, HEADER, table

if TYPE_CHECKING:
    from components.query.table import TableStore


def mark_of(story: Path) -> str:
    with serving(story):
        return public_story().mark


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(FOLDER / name, folder))


@pytest.mark.parametrize("name", ["events.csv", "sources.json", "geo/ground.geojson"])
def test_corrected_package_of_as_many_rows_has_another_mark(tmp_path: Path, name: str) -> None:
    package = copied("city", tmp_path / "city")
    first = mark_of(package)
    content = (package / name).read_bytes()
    changed = content.replace(b"11.9", b"11.8", 1) if "geo" in name else content + b"\n"
    assert changed != content

    (package / name).write_bytes(changed)

    assert mark_of(package) != first


def test_corrected_title_in_a_table_of_as_many_rows_has_another_mark(tmp_path: Path) -> None:
    path = tmp_path / "story.csv"
    path.write_bytes(table(HEADER, [GOOD]))
    first = mark_of(path)

    path.write_bytes(table(HEADER, [(GOOD[0], "A better row", *GOOD[2:])]))

    assert mark_of(path) != first


@pytest.mark.parametrize("name", ["city", "centuries", "piura"])
def test_same_content_in_two_folders_has_the_same_mark(tmp_path: Path, name: str) -> None:
    copies = [copied(name, tmp_path / place / name) for place in ("first", "second/deeper")]

    assert mark_of(copies[0]) == mark_of(copies[1])


def test_same_table_in_two_folders_has_the_same_mark(tmp_path: Path) -> None:
    marks = set()
    for place in ("first", "second"):
        path = tmp_path / place / "story.csv"
        path.parent.mkdir()
        path.write_bytes(table(HEADER, [GOOD]))
        marks.add(mark_of(path))

    assert len(marks) == 1


def test_opened_tables_that_look_alike_have_marks_of_their_own() -> None:
    # Days, kinds and counts may be the same where the rows are not.
    intake = public_story().intake
    table = cast("TableStore", SimpleNamespace(about=SimpleNamespace(made=1)))

    marks = {LoadedStory(intake, key, private=True, table=table).mark for key in ("1", "2")}

    assert len(marks) == 2


def test_mark_changes_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    first = mark_of(FOLDER / "city")

    monkeypatch.setattr(loaded_story, "hash_code", lambda: "another version")

    assert mark_of(FOLDER / "city") != first


def test_hash_of_code_is_of_every_source_and_asset_and_of_no_compiled_file(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "drawing.py").write_text("SIZE = 1\n")
    (tmp_path / "scripts/stage.js").write_text("draw()\n")
    first = hash_folder(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/drawing.pyc").write_bytes(b"compiled")
    assert hash_folder(tmp_path) == first

    (tmp_path / "scripts/stage.js").write_text("draw(2)\n")

    assert hash_folder(tmp_path) != first
    assert hash_code() == hash_code()


def test_files_whose_names_or_borders_differ_have_other_hashes() -> None:
    hashes = {hash_files(files) for files in ({"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "c": b""})}

    assert len(hashes) == 3


@pytest.mark.parametrize(
    ("made", "kept"), [(0, "no-store"), (1, "immutable")], ids=["live", "prepared"]
)
def test_answer_of_a_table_that_is_asked_live_is_kept_by_no_browser(
    monkeypatch: pytest.MonkeyPatch, made: int, kept: str
) -> None:
    ctx = public_context({}, "en")
    monkeypatch.setattr(ctx.story, "table", SimpleNamespace(about=SimpleNamespace(made=made)))
    query = f"story={ctx.story.mark}".encode()
    request = Request({"type": "http", "query_string": query, "headers": []})

    answer = answer_view_part(request, ctx, lambda: b"", "text/plain", "a table", made)

    assert kept in answer.headers["cache-control"]
