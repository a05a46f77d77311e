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


def locked(name: str) -> dict[tuple[str, str], int]:
    """The packages of a lock file, and how many hashes each has."""
    found: dict[tuple[str, str], int] = {}
    last = None
    for line in (ROOT / f"{name}.lock").read_text("utf-8").splitlines():
        if pin := PIN.match(line):
            last = (spelled(pin[1]), pin[2])
            found[last] = 0
        elif "--hash=sha256:" in line:
            assert last
            found[last] += 1
        else:
            assert line.lstrip().startswith("#"), f"{name}.lock: {line}"
    return found


@for_each("name", LOCKS)
def test_every_direct_pin_is_locked(name: str) -> None:
    assert direct(name) - set(locked(name)) == set(), "run make lock"


@for_each("name", LOCKS)
def test_every_locked_package_has_a_hash(name: str) -> None:
    assert locked(name)
    assert [package for package, hashes in locked(name).items() if not hashes] == []


def test_the_tests_run_the_versions_that_readers_run() -> None:
    app, tests = (set(locked(name)) for name in LOCKS)
    assert app - tests == set(), "run make lock"


@for_each("name", LOCKS)
def test_a_lock_names_no_place_of_the_machine_it_was_made_on(name: str) -> None:
    text = (ROOT / f"{name}.lock").read_text("utf-8")
    assert not re.findall(r"://|file:|^--|@ |(?<![\w.])/\w", text, re.MULTILINE)
