"""The docs list every cache that readers of a process share."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import ROOT

COMPONENTS = ROOT / "components"
LIST = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
#: What keeps a function's answers, and what keeps values by their keys.
DECORATORS = frozenset({"cache", "lru_cache", "cache_resource", "cache_data"})
CONTAINERS = frozenset(
    {
        "FairQueue",
        "JobQueue",
        "LRUCache",
        "ReadinessCheck",
        "SingleFlightCache",
        "TTLCache",
        "Visitors",
        "WeakSet",
        "WeakValueDictionary",
        "defaultdict",
        "deque",
        "local",
        "set",
    }
)
#: Those that belong to an object which is listed, or to none that outlives a request or a story.
IN_OBJECTS = frozenset({"server/compressed_files.CompressedFiles.answers"})


def called_name(node: ast.expr) -> str:
    """Return the last name of what is called or named, such as that of a decorator."""
    if isinstance(node, ast.Call):
        return called_name(node.func)
    if isinstance(node, ast.Subscript):
        return called_name(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_cached_function(node: ast.AST) -> bool:
    """Return whether a node is a function whose answers are cached."""
    if not isinstance(node, ast.FunctionDef):
        return False
    return any(called_name(decorator) in DECORATORS for decorator in node.decorator_list)


def is_module_cache(statement: ast.stmt) -> bool:
    """Return whether a statement of a module makes a cache or a queue."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return False
    if isinstance(statement.value, ast.Dict | ast.List):
        # An empty one is filled while the process runs.
        return not ast.unparse(statement.value).strip("[]{}")
    return isinstance(statement.value, ast.Call) and called_name(statement.value) in CONTAINERS


def target_name(statement: ast.stmt) -> str:
    """Return the name that a statement assigns to."""
    if isinstance(statement, ast.Assign):
        return called_name(statement.targets[0])
    assert isinstance(statement, ast.AnnAssign)
    return called_name(statement.target)


def caches_of(path: Path) -> Iterator[str]:
    """Yield the names of a module's cached functions and of its module-level caches."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and is_cached_function(node):
            yield node.name
    for statement in tree.body:
        if is_module_cache(statement):
            yield target_name(statement)


def cached_names() -> list[str]:
    """Return every cache of the components as ``room/module.name``."""
    return [
        f"{path.relative_to(COMPONENTS).with_suffix('')}.{name}"
        for path in sorted(COMPONENTS.rglob("*.py"))
        for name in caches_of(path)
    ]


def test_every_cache_of_the_process_is_listed_in_the_docs() -> None:
    missing = [name for name in cached_names() if f"`{name}`" not in LIST]

    assert missing == []


def listed_names() -> list[str]:
    """Return the names in the first column of the docs' list."""
    section = LIST.partition("## State kept in the process")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name.strip("` ") for row in rows for name in row.split(",")]


@pytest.mark.parametrize("name", listed_names())
def test_each_cache_in_the_docs_is_in_the_code(name: str) -> None:
    assert name in [*cached_names(), *IN_OBJECTS]


@pytest.mark.parametrize("name", sorted(IN_OBJECTS))
def test_cache_of_an_object_is_in_the_docs_and_in_the_code(name: str) -> None:
    module, _, class_and_attribute = name.partition(".")
    text = (COMPONENTS / f"{module}.py").read_text(encoding="utf-8")
    assert f"`{name}`" in LIST
    assert f"self.{class_and_attribute.rpartition('.')[2]}: LRUCache" in text
