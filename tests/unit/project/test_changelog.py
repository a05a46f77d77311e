"""The changelog is for readers: a few short lines for each version."""

import re
from typing import Final

import pytest

from tests.support.server import ROOT

CHANGELOG: Final = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SECTIONS: Final = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]
#: The text below each heading, by what stands in its brackets.
VERSIONS: Final = {re.findall(r"^\[(.+?)\]", text)[0]: text for text in SECTIONS}
MAX_LINES: Final = 15
MAX_LINE_LENGTH: Final = 160


def change_lines(version: str) -> list[str]:
    """Return the lines of a version without headings and blank lines."""
    _heading, *lines = VERSIONS[version].splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_unreleased_changes_come_first() -> None:
    assert next(iter(VERSIONS)) == "Unreleased"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_has_at_most_fifteen_lines(version: str) -> None:
    assert len(change_lines(version)) <= MAX_LINES


@pytest.mark.parametrize("version", VERSIONS)
def test_a_change_is_one_short_line(version: str) -> None:
    lines = change_lines(version)
    assert [line for line in lines if not line.startswith("- ")] == []
    assert [line for line in lines if len(line) > MAX_LINE_LENGTH] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_a_change_names_its_page_or_address(version: str) -> None:
    assert [line for line in change_lines(version) if ":" not in line] == []
