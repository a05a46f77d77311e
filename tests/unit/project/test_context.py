"""A function takes the whole context only where it, or what it hands it on to, uses three parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from tests.unit.project.test_names import trees

#: A function that uses fewer parts of the context takes these parts instead.
LEAST_PARTS = 3
Modules = Mapping[Path, ast.Module]


@dataclass
class Use:
    """What a function does with a context: parts it reads, functions it hands it to, by module."""

    parts: set[str] = field(default_factory=set)
    handed: set[tuple[Path, str]] = field(default_factory=set)
    #: It makes another view of it, keeps it or gives it to what cannot be looked up.
    whole: bool = False


def values(modules: Modules) -> set[str]:
    """Names that stand anywhere but in a call: as entries of a table all have one signature."""
    called, named = set[int](), list[ast.Name]()
    for node in chain.from_iterable(ast.walk(tree) for tree in modules.values()):
        if isinstance(node, ast.Call):
            called.add(id(node.func))
        elif isinstance(node, ast.Name):
            named.append(node)
    return {node.id for node in named if id(node) not in called}


def homes(tree: ast.Module, path: Path) -> dict[str, Path]:
    """The module that each function of the project comes from, by its name here."""
    found = {node.name: path for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            source = Path(node.module.replace(".", "/")).with_suffix(".py")
            found |= {name.name: source for name in node.names if not name.asname}
    return found


def use_of(function: ast.FunctionDef, context: str, home: Mapping[str, Path]) -> Use:
    """What a function does with its context itself."""
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    found = Use()
    for node in ast.walk(function):
        if not isinstance(node, ast.Name) or node.id != context:
            continue
        around = parents[node]
        # `params` is no part: it writes the address of the whole view.
        if isinstance(around, ast.Attribute) and around.attr != "params":
            found.parts.add(around.attr)
            continue
        call = parents[around] if isinstance(around, ast.keyword) else around
        name = (
            call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        )
        if name in home and node is not getattr(call, "func", None):
            found.handed.add((home[name], name))
        else:
            found.whole = True
    return found


def uses(modules: Modules) -> dict[tuple[Path, str], Use]:
    """What each function that takes a context does with it, with all that it hands it on to."""
    found = {
        (path, node.name): use_of(node, one.arg, homes(tree, path))
        for path, tree in modules.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.decorator_list
        for one in (*node.args.args, *node.args.kwonlyargs)
        if one.annotation is not None and ast.unparse(one.annotation) == "Context"
    }
    changed = True
    while changed:
        changed = False
        for use in found.values():
            before = len(use.parts), use.whole
            for key in use.handed:
                # What is no function with a context is something else that takes it, like a class.
                below = found.get(key, Use(whole=True))
                use.parts |= below.parts
                use.whole |= below.whole
            changed |= before != (len(use.parts), use.whole)
    return found


def too_wide(modules: Modules) -> Iterator[str]:
    """Functions that take the whole context for less than it is meant for."""
    entries = values(modules)
    for (path, name), use in uses(modules).items():
        # The records are a part of the story.
        parts = use.parts - ({"dataset"} if "story" in use.parts else set())
        if name not in entries and not use.whole and len(parts) < LEAST_PARTS:
            yield f"{path.as_posix()}: {name} uses {sorted(parts)}"


def test_functions_take_what_they_need() -> None:
    assert len(uses(trees())) > 300
    assert list(too_wide(trees())) == []


def found_in(text: str) -> list[str]:
    return list(too_wide({Path("components/a.py"): ast.parse(text)}))


def test_a_function_that_reads_one_part_is_found() -> None:
    one = "def finding(ctx: Context) -> str:\n    return ctx.i18n.t('All')\n"
    assert found_in(one) == ["components/a.py: finding uses ['i18n']"]
    two = one + "def title(ctx: Context) -> str:\n    return finding(ctx) + ctx.view.check\n"
    assert found_in(two)[1:] == ["components/a.py: title uses ['i18n', 'view']"]
    three = two + "def page(ctx: Context) -> str:\n    return title(ctx) + ctx.slug\n"
    assert found_in(three) == found_in(two)
    other = "def page(ctx: Context) -> str:\n    return said(replace(ctx, slug='map'))\n"
    assert found_in(other) == []
