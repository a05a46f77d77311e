"""Which tests a change affects, by the imports between modules.

``python -m tests.support.affected_tests [COMMIT]`` prints a line for each test file that pytest
should run for the files that differ from a commit (``HEAD``: what is not committed yet). The inner
loop wants the nearest tests, not all: those that import a changed module themselves; where there
are none, those one import further away, and so on. Tests that open whole pages count only for
parts of the interface, and tests in a browser only if they are changed themselves; ``make test``
runs everything.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import PurePosixPath

import grimp

from tests.support.server import ROOT

# The layers whose own tests open whole pages.
INTERFACE = ("components.ui", "components.presentation", "components.server")
WHOLE_PAGES = ("tests.app.", "tests.browser.")
# One run of every page, for whatever a page is made of.
PAGES = "tests/app/test_page_text.py"
# What no import tells: the beginning or the end of a path, and the tests of it.
BY_PATH: tuple[tuple[str, str, str], ...] = (
    ("data/", "", "tests/data"),
    ("", ".po", "tests/unit/commands/test_catalogues.py"),
    ("", ".md", "tests/unit/project/test_docs.py"),
    ("Makefile", "", "tests/unit/project/test_docs.py"),
    ("", "requirements.txt", "tests/unit/project/test_docs.py"),
    ("", "requirements.lock", "tests/unit/project/test_docs.py"),
    ("pages/", "", PAGES),
    ("components/", "", PAGES),
    ("data/", "", PAGES),
    ("app.py", "", PAGES),
)


def list_changed_files(commit: str = "HEAD") -> list[str]:
    """List the paths that differ from a commit, with new files and without removed ones."""
    commands = (
        ("diff", "--name-only", "--diff-filter=d", commit),
        ("ls-files", "--others", "--exclude-standard"),
    )
    changed_files: set[str] = set()
    for command in commands:
        done = subprocess.run(
            ["git", *command], cwd=ROOT, capture_output=True, text=True, check=True
        )
        changed_files |= set(done.stdout.splitlines())
    return sorted(changed_files)


def module_name(path: str) -> str:
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def nearest_tests(graph: grimp.ImportGraph, module: str) -> set[str]:
    """The tests with the fewest imports between them and a module."""
    skipped_folders = WHOLE_PAGES[1:] if module.startswith(INTERFACE) else WHOLE_PAGES
    seen = edge = {module} & graph.modules
    while edge:
        edge = {
            importer for name in edge for importer in graph.find_modules_that_directly_import(name)
        } - seen
        tests = {name for name in edge if ".test_" in name and not name.startswith(skipped_folders)}
        if tests:
            return tests
        seen = seen | edge
    return set()


def affected_tests(paths: Iterable[str], graph: grimp.ImportGraph) -> list[str]:
    """List the test files to run for some changed files."""
    test_files: set[str] = set()
    for path in paths:
        test_files |= {
            tests for start, end, tests in BY_PATH if path.startswith(start) and path.endswith(end)
        }
        if not path.endswith(".py"):
            continue
        module = module_name(path)
        tests = {module} if ".test_" in module else nearest_tests(graph, module)
        test_files |= {f"{name.replace('.', '/')}.py" for name in tests}
    return sorted(name for name in test_files if name.split("::")[0] not in test_files - {name})


if __name__ == "__main__":
    imports = grimp.build_graph("components", "tests", cache_dir=None)
    print("\n".join(affected_tests(list_changed_files(*sys.argv[1:2]), imports)))
