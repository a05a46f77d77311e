"""Names say one thing: a class has its name alone, and a number says what it counts."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.server import ROOT

UNIT = re.compile(
    r"_(PX|POINTS|INCHES|EM|DEGREES|ZOOM|TILES|DAYS|YEAR|YEARS|MINUTES|SECONDS|MILLISECONDS|MS"
    r"|BYTES|MEGABYTES|CHARACTERS|LETTERS|DIGITS|SHARE|FACTOR|TIMES|WIDTH|WEIGHT|LEVEL|COST|BIT"
    r"|VERSION|NUMBER|PER_INCH|ACROSS|AT_ONCE|WAITING)$"
    # What is counted: rows, entries, marks …
    r"|: _?(MOST|LEAST)_[A-Z]|_[A-Z]+S$"
)


@cache
def trees() -> dict[Path, ast.Module]:
    """The code, module by module."""
    return {
        path.relative_to(ROOT): ast.parse(path.read_text("utf-8"))
        for path in sorted((ROOT / "components").rglob("*.py"))
    }


def numbers() -> Iterator[str]:
    """The names of constants that are one plain number, with their modules."""
    for path, tree in trees().items():
        for node in tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            target = node.target if isinstance(node, ast.AnnAssign) else target
            value = getattr(node, "value", None)
            number = isinstance(value, ast.Constant) and type(value.value) in (int, float)
            if isinstance(target, ast.Name) and number:
                yield f"{path.as_posix()}: {target.id}"


def test_no_two_classes_have_one_name() -> None:
    nodes = [node for tree in trees().values() for node in ast.walk(tree)]
    found = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    assert [name for name, count in found.items() if count > 1] == []


def test_a_number_says_what_it_counts() -> None:
    found = list(numbers())
    assert len(found) > 200
    assert [name for name in found if not UNIT.search(name)] == []
