"""The lock files hold every package that is installed, by version and hash."""

import re

from tests.support.cases import for_each
from tests.support.server import ROOT

LOCKS = ("requirements", "tests/requirements")
PIN = re.compile(r"^([\w.-]+)(?:\[\w+\])?==([^\s;\\]+)")


def direct(name: str) -> set[tuple[str, str]]:
    """The pins of a list of requirements and of the lists it includes."""
    path = ROOT / f"{name}.txt"
    found: set[tuple[str, str]] = set()
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("-r "):
            inner = (path.parent / line[3:]).resolve().relative_to(ROOT).with_suffix("")
            found |= direct(inner.as_posix())
        elif line and not line.startswith("#"):
            pin = PIN.match(line)
            assert pin, f"{path.name}: {line} names no version"
            found.add((spelled(pin[1]), pin[2]))
    return found


def spelled(name: str) -> str:
    """A package's name as the index spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> set[tuple[str, str]]:
    """The packages of a lock file; pip asks for a hash of each where they are installed."""
    lines = (ROOT / f"{name}.lock").read_text("utf-8").splitlines()
    return {(spelled(pin[1]), pin[2]) for line in lines if (pin := PIN.match(line))}


@for_each("name", LOCKS)
def test_every_direct_pin_is_locked(name: str) -> None:
    assert direct(name) - locked(name) == set(), "run make lock"


def test_the_tests_run_the_versions_that_readers_run() -> None:
    app, tests = map(locked, LOCKS)
    assert app - tests == set(), "run make lock"


@for_each("name", LOCKS)
def test_a_lock_names_no_place_of_the_machine_it_was_made_on(name: str) -> None:
    text = (ROOT / f"{name}.lock").read_text("utf-8")
    assert not re.findall(r"://|file:|^--|@ |(?<![\w.])/\w", text, re.MULTILINE)
