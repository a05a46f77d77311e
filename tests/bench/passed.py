"""How much of the project a view, a file and publishing pass, and how long each room is.

``python -m tests.bench.passed`` prints two tables; ``--write`` puts them into
``docs/architecture.md``. A function counts once, however often it is called, and only those of
``components``; libraries, data and the languages are loaded before.
"""

import argparse
import ast
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.export.view_files import file_bytes
from components.loading.served_story import public_story
from components.page.html import page_text
from components.presentation.context import public_context
from components.presentation.pages import PAGES
from components.query.view import read_view
from components.server.application import list_routes
from components.site.published import site_files
from components.site.site_options import SiteOptions
from tests.bench.harness import markdown
from tests.support.apptest import page_at
from tests.support.server import ROOT

PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- made by python -m tests.bench.passed --write -->", "<!-- end of the measures -->"
CLIENT = TestClient(Starlette(routes=list_routes()), base_url="http://localhost")
Passed = set[tuple[str, str, int]]


def _text(region: str) -> None:
    page_text(public_context({"region": [region]}, "en", ""), PAGES[0])


def _run(region: str) -> None:
    page_at("", {"region": [region]})


def _stage(region: str) -> None:
    for part in ("index.json?", "timeline.svg?w=940&h=560&", "map.svg?w=460&h=300&", "view.json?"):
        address = f"/stage/{part}region={region}&lang=en"
        assert CLIENT.get(address).status_code == 200, address


def _file(region: str) -> None:
    assert CLIENT.get(f"/api/events.csv?region={region}").status_code == 200
    view, _ = read_view({"region": [region]}, public_story().dataset)
    file_bytes("events.csv", view, "en")


def _publish(_: str) -> None:
    for _made in site_files(public_story(), SiteOptions(files=(), languages=("en",))):
        pass


def passed(work: Callable[[str], None]) -> Passed:
    """The functions of the project that some work calls for a view, also in other threads."""
    found: Passed = set()
    inside = f"{ROOT / 'components'}/"

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(inside):
            found.add((code.co_filename, code.co_qualname, code.co_firstlineno))

    work("guajira")
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        work("oriente")
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    # What stands within a function (a lambda, what is listed in brackets) is part of it.
    return {one for one in found if "<" not in one[1]}


def _kinds(path: Path) -> Counter[str]:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    other = {n for n, line in enumerate(lines, 1) if not line.strip() or line.strip()[0] == "#"}
    for node in ast.walk(ast.parse(text)):
        docs = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if docs or isinstance(node, ast.Import | ast.ImportFrom):
            other.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return Counter(modules=1, lines=len(lines), code=len(lines) - len(other))


def rooms() -> str:
    found: dict[str, Counter[str]] = {}
    for path in sorted([*(ROOT / "components").rglob("*.*"), *(ROOT / "pages").glob("*.py")]):
        parts = path.relative_to(ROOT).parts
        room = found.setdefault(parts[1] if len(parts) > 2 else "`pages`, limits", Counter())
        if path.suffix == ".py" and path.stat().st_size:
            room += _kinds(path)
        elif path.suffix == ".js" and "vendor" not in parts:
            room["js"] += len(path.read_text(encoding="utf-8").splitlines())
    found["all"] = sum(found.values(), Counter())
    return markdown(("room", "modules", "Python", "code", "JavaScript"), [
        (name, one["modules"], f"{one['lines']:,}", f"{one['code'] / one['lines']:.0%}",
         one["js"] or "")
        for name, one in found.items() if one["lines"]
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"put them into {PAGE.name}")
    text, run, stage = passed(_text), passed(_run), passed(_stage)
    work = {
        "`/?region=oriente`, all of it": text | run | stage,
        "– its words as HTML": text,
        "– the run of the app": run,
        "– drawings, index and words of the stage": stage,
        "`/api/events.csv?region=oriente`, 15 rows": passed(_file),
        "publishing, English, no downloads": passed(_publish),
    }
    counts = [(name, len(one), len({file for file, _, _ in one})) for name, one in work.items()]
    table = markdown(("work", "functions", "modules"), counts)
    made = f"{BEGIN}\n{table}\n\n{rooms()}\n{END}"
    if parser.parse_args().write:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        PAGE.write_text(f"{before}{made}{rest.split(END)[1]}", encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
