"""A function takes the whole context only where it uses three of its parts, or hands it on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from tests.unit.project.test_names import trees

#: A function that uses fewer parts of the context takes these parts instead.
LEAST_PARTS = 3


def values() -> set[str]:
    """Names that stand anywhere but in a call: as entries of a table all have one signature."""
    called, named = set[int](), list[ast.Name]()
    for node in chain.from_iterable(ast.walk(tree) for tree in trees().values()):
        if isinstance(node, ast.Call):
            called.add(id(node.func))
        elif isinstance(node, ast.Name):
            named.append(node)
    return {node.id for node in named if id(node) not in called}


def parts_used(function: ast.FunctionDef, context: str) -> set[str] | None:
    """The parts of the context that a function reads; ``None`` where it hands the whole on."""
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    found = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Name) or node.id != context:
            continue
        part = parents[node]
        # `params` is no part: it writes the address of the whole view.
        if not isinstance(part, ast.Attribute) or part.attr == "params":
            return None
        found.add(part.attr)
    # The records are a part of the story.
    return found - {"dataset"} if "story" in found else found


def too_wide() -> Iterator[str]:
    """Functions that take the whole context for less than it is meant for."""
    entries = values()
    for path, tree in trees().items():
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef) or node.decorator_list or node.name in entries:
                continue
            for one in node.args.args:
                if one.annotation is not None and ast.unparse(one.annotation) == "Context":
                    found = parts_used(node, one.arg)
                    if found is not None and len(found) < LEAST_PARTS:
                        yield f"{path.as_posix()}: {node.name} uses {sorted(found)}"


def test_functions_take_what_they_need() -> None:
    assert list(too_wide()) == []


def test_a_function_that_reads_one_part_is_found() -> None:
    tree = ast.parse("def finding(ctx: Context) -> str:\n    return ctx.i18n.t('All')")
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    assert parts_used(function, "ctx") == {"i18n"}
    handed = ast.parse("def finding(ctx: Context) -> str:\n    return said(ctx)").body[0]
    assert isinstance(handed, ast.FunctionDef)
    assert parts_used(handed, "ctx") is None
