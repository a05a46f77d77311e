"""The docs list every cache that readers of a process share."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.server import ROOT

COMPONENTS = ROOT / "components"
LIST = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
#: What keeps a function's answers, and what keeps values by their keys.
DECORATORS = frozenset({"cache", "lru_cache", "cache_resource", "cache_data"})
CONTAINERS = frozenset(
    {"LRUCache", "SingleFlightCache", "WeakValueDictionary", "WeakSet", "FairQueue", "Visitors"}
)


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
    return called_name(statement.value) in CONTAINERS


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
