"""Rules for the tests that ruff does not know: ``python -m tests.support.check_tests``."""

import ast
import sys
from collections.abc import Iterator

from tests.support.server import ROOT

#: A test with more asserts asks more than one thing.
MOST_ASSERTS = 8
#: Decorators that run one test for many cases, of which the first failure hides the rest.
LOOPING_DECORATORS = {"for_each"}
#: Files that measure, or that hold stored outputs, have no tests.
FOLDERS_WITHOUT_TESTS = ("tests/bench", "tests/golden/kept")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def list_problems(name: str, code: str) -> list[str]:
    """List the tests of a module that break a rule.

    Parameters
    ----------
    name
        Where the module is, for the messages.
    code
        The text of the module.

    Returns
    -------
    list[str]
        A line for each problem: ``FILE:LINE: TEST …``.
    """
    problems = []
    for function in _iter_tests(ast.parse(code)):
        place = f"{name}:{function.lineno}: {function.name}"
        asserts = sum(isinstance(node, ast.Assert) for node in ast.walk(function))
        if asserts > MOST_ASSERTS:
            problems.append(f"{place} has {asserts} asserts; at most {MOST_ASSERTS}")
        for decorator in LOOPING_DECORATORS & _decorator_names(function):
            problems.append(f"{place} is run by {decorator}; use pytest.mark.parametrize")
    return problems


def _iter_tests(module: ast.Module) -> Iterator[Function]:
    for node in ast.walk(module):
        if isinstance(node, Function) and node.name.startswith("test_"):
            yield node


def _decorator_names(function: Function) -> set[str]:
    names = set()
    for decorator in function.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Name):
                names.add(node.id)
    return names


def main() -> int:
    """Print the problems of all tests; 1 if there are any."""
    problems = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(FOLDERS_WITHOUT_TESTS):
            problems += list_problems(name, path.read_text(encoding="utf-8"))
    print("\n".join(problems) or "All tests keep their rules.")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
