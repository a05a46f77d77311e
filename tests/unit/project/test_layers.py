"""Imports go one way, and each library stays where it belongs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from components.commands import layers
from tests.support.server import ROOT

LIBRARY = sorted((ROOT / "components").rglob("*.py"))
PAGES = sorted((ROOT / "pages").glob("*.py"))
CHARTS = {"plotly", "pydeck", "kaleido", "matplotlib"}
# Where each library may be imported: folders under components/.
ALLOWED = {
    "streamlit": ("ui", "server"),
    "starlette": ("server",),
    "plotly": ("figures", "presentation", "ui"),
    "pydeck": ("figures", "presentation", "ui"),
    "jinja2": ("presentation", "exports", "commands"),
    "citeproc": ("exports",),
    "geopandas": ("domain", "commands", "exports"),
}
READERS = {"open", "read_text", "read_bytes", "read_csv", "read_json", "load_dataset"}


def imported(tree: ast.AST) -> set[str]:
    """The modules a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where things come from"
            names.add(node.module or "")
    return names


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_picture_of_the_layers_is_that_of_the_contracts():
    page = layers.PAGE.read_text(encoding="utf-8")
    found = layers.contracts()
    assert layers.written(page, layers.drawing(found)) == page, "run the command with --write"
    names = {contract["name"] for contract in found}
    # `make check` holds them; that they are there at all is held here.
    assert names >= {
        "Imports go one way",
        "Streamlit stays in the interface",
        "Charts stay in the figures",
        "HTTP stays in the server",
    }


def test_a_changed_contract_changes_the_picture():
    found = [
        {"type": "layers", "layers": ["a | b", "c : d"]},
        {"type": "forbidden", "name": "N", "forbidden_modules": ["x"], "source_modules": ["c"]},
    ]
    said = layers.drawing(found)
    assert "  a --> c" in said
    assert "  b --> d" in said
    assert "  c <--> d" in said
    assert "a <-->" not in said
    assert "- N: no `x` in `c`." in said


@pytest.mark.parametrize("path", [ROOT / "app.py", *PAGES], ids=name_of)
def test_the_entry_and_the_pages_know_the_library_and_streamlit_alone(path):
    roots = {name.split(".")[0] for name in imported(parse(path))}
    assert roots <= {"components", "streamlit", "pathlib", "__future__"}
    if path in PAGES:
        assert "pathlib" not in roots
        inside = {name for name in imported(parse(path)) if name.startswith("components")}
        assert all(name.startswith(("components.ui", "components.presentation")) for name in inside)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_a_page_reads_no_file_and_reads_like_a_table_of_contents(path):
    tree = parse(path)
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    assert called & READERS == set()
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 60
    assert ast.get_docstring(tree)


@pytest.mark.parametrize("library", ALLOWED)
def test_a_library_is_imported_only_where_it_belongs(library):
    places = tuple(ROOT / "components" / folder for folder in ALLOWED[library])
    strangers = [
        name_of(path)
        for path in LIBRARY
        if library in {name.split(".")[0] for name in imported(parse(path))}
        and not any(path.is_relative_to(place) for place in places)
    ]
    assert strangers == []


def test_the_interface_draws_no_chart_of_its_own():
    folders = (ROOT / "components" / name for name in ("presentation", "server", "ui"))
    for path in (file for folder in folders for file in folder.rglob("*.py")):
        for node in ast.walk(parse(path)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner = node.func.value
            maker = isinstance(owner, ast.Name) and owner.id in {"go", "px", "pdk"}
            assert not maker, f"{name_of(path)}:{node.lineno} makes a chart"


def test_a_test_of_the_layers_would_see_a_breach():
    tree = ast.parse("def f():\n    import plotly.graph_objects as go\n")
    assert {name.split(".")[0] for name in imported(tree)} & CHARTS == {"plotly"}


def test_no_folder_holds_more_modules_than_one_can_oversee() -> None:
    """A folder is a room: what belongs together, and few enough modules to know them all."""
    rooms: dict[str, int] = {}
    for module in [*LIBRARY, *ROOT.glob("tests/**/*.py")]:
        if module.name != "__init__.py":
            room = str(module.parent.relative_to(ROOT))
            rooms[room] = rooms.get(room, 0) + 1
    assert {room: count for room, count in rooms.items() if count > 14} == {}
