"""Which browsers the tests run in, on machines that have one, both or neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import chromium


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Path:
    """A machine without any browser; gives the folder of its programs."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "own"))
    monkeypatch.delenv("CHROMIUM", raising=False)
    return programs


def put(program: Path) -> str:
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch(mode=0o755)
    return str(program)


@pytest.mark.usefixtures("machine")
def test_nothing_is_found_on_a_machine_without_a_browser():
    assert (chromium.find(), chromium.find_shell()) == (None, None)


def test_the_systems_browser_and_its_shell_are_told_apart(machine):
    whole = put(machine / "chromium")
    assert (chromium.find(), chromium.find_shell()) == (whole, None)
    shell = put(machine / "chromium-headless-shell")
    assert (chromium.find(), chromium.find_shell()) == (whole, shell)


def test_a_browser_that_is_named_is_the_only_one(machine, monkeypatch):
    put(machine / "chromium-headless-shell")
    monkeypatch.setenv("CHROMIUM", "/opt/theirs")
    assert (chromium.find(), chromium.find_shell()) == ("/opt/theirs", None)


@pytest.mark.usefixtures("machine")
def test_playwrights_shell_is_the_one_of_its_browser(tmp_path):
    with chromium.sync_playwright() as playwright:
        whole = Path(playwright.chromium.executable_path)
    number = whole.parents[1].name.rpartition("-")[2]
    put(whole)
    folder = tmp_path / "own" / f"chromium_headless_shell-{number}"
    shell = put(folder / "chrome-headless-shell-linux64" / "chrome-headless-shell")
    put(tmp_path / "own" / "chromium_headless_shell-1" / "chrome-linux" / "headless_shell")
    assert (chromium.find(), chromium.find_shell()) == (str(whole), shell)
