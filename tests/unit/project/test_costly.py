"""Costly work is done by worker processes alone: pages and server never do it.

While a process works at something, its other threads wait for Python's lock, so no health answer
and no page would come. The tasks that the workers do are the one way to it.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support.server import ROOT

#: Reading what somebody sends, and making files of a story.
COSTLY = frozenset({
    "read_story", "read_package", "read_together", "mended_table", "marked_table", "problem_list",
    "site_zip", "lesson_file", "handout_pdf", "answers_pdf", "slides_pptx", "to_png", "play_webp",
    "with_outlines", "picture", "embed_page", "to_workbook", "to_package", "to_parquet",
    "to_geopackage", "to_csv", "to_excel",
})  # fmt: skip
FOLDERS = ("components/ui", "components/server", "pages")


def names_in(path: Path) -> set[str]:
    """What a module imports by name, and the members that it names of others."""
    tree = ast.parse(path.read_text("utf-8"))
    taken = {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
             for name in node.names}  # fmt: skip
    return taken | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def made(path: Path) -> set[str]:
    return {name for name in COSTLY if name in names_in(path)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_costly_work_is_never_done_where_pages_and_health_are_answered(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files
    assert {str(f.relative_to(ROOT)): sorted(made(f)) for f in files if made(f)} == {}


def test_the_workers_do_it() -> None:
    work = ROOT / "components" / "presentation" / "work"
    found = set().union(*(made(file) for file in work.glob("*.py")))
    assert {"read_together", "mended_table", "marked_table", "site_zip", "lesson_file", "to_png",
            "play_webp", "picture", "embed_page"} <= found  # fmt: skip
