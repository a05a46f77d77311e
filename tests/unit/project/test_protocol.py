"""docs/protocol.md names every component, what each is sent and what it answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.server import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
NAMED = re.compile(r'\bcomponent\(\s*"(\w+)"')
UI = ROOT / "components" / "ui"
COMPONENTS = {
    name: path
    for path in sorted(UI.rglob("*.py"))
    for name in NAMED.findall(path.read_text(encoding="utf-8"))
}


def row(name: str) -> str:
    """The line of the table for a component."""
    return next((line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |")), "")


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_component_stands_there_with_its_place_and_its_triggers(name: str) -> None:
    path = COMPONENTS[name]
    assert f"`{path.relative_to(ROOT).as_posix()}`" in row(name)
    out = row(name).rsplit("|", 2)[1]
    triggers = re.findall(r"\bon_(\w+)_change=", path.read_text(encoding="utf-8"))
    assert set(re.findall(r"`(\w+)`:", out)) == set(triggers)


def test_no_component_stands_there_that_is_gone() -> None:
    named = re.findall(r"^\| `(\w+)` \| `components/", PAGE, re.MULTILINE)
    assert sorted(named) == sorted(COMPONENTS)


SCRIPTS = sorted(UI.rglob("*.js"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_field_that_a_script_reads_stands_there(path: Path) -> None:
    read = set(re.findall(r"\bdata\.([a-z_]+)\b", path.read_text(encoding="utf-8")))
    assert [field for field in sorted(read) if f"`{field}`" not in PAGE] == []
