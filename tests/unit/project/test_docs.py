"""The pages for readers and for the next engineer keep up with the code."""

import re
from pathlib import Path
from typing import get_args

from components.i18n import names as labels
from components.story import models
from tests.support.data import DATA
from tests.support.server import ROOT

README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
SECURITY = ROOT / "docs" / "security.md"
PAGES_OF_TEXT = [
    README,
    CONTRIBUTING,
    ROOT / "CHANGELOG.md",
    ROOT / "data" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = ("app.py", "components/", "data/", "docs/", "pages/", "tests/", ".ci/")


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def table(path: Path, first_heading: str) -> list[list[str]]:
    """The rows of the first table of a page whose head begins with a word."""
    lines = text_of(path).splitlines()
    start = lines.index(next(x for x in lines if x.startswith(f"| {first_heading} |")))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def code(cell: str) -> list[str]:
    return CODE.findall(cell)


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+(?:-long)?):", text_of(ROOT / "Makefile"), re.MULTILINE))


def test_every_file_a_page_names_exists() -> None:
    for path in PAGES_OF_TEXT:
        body = text_of(path)
        targets = re.findall(r"\]\(([^)#\s]+)\)", body)
        assert [t for t in targets if "://" not in t and not (path.parent / t).exists()] == [], path
        spans = [s for s in code(body) if re.fullmatch(r"[\w./-]+", s) and s.startswith(FOLDERS)]
        assert [span for span in spans if not (ROOT / span).exists()] == [], path


def test_the_version_is_the_same_everywhere() -> None:
    first = re.search(r"^## \[([\d.]+)\] – \d{4}-\d\d-\d\d$", text_of(ROOT / "CHANGELOG.md"), re.M)
    assert first[1] == DATA.version
    cited = re.findall(r"[Vv]ersion (\d+\.\d+\.\d+), 2026", text_of(README))
    assert cited == [DATA.version] * 2


CODED = {"BASIS": models.Basis, "KIND": models.Kind}


def test_every_code_word_has_a_name() -> None:
    for name, kind in CODED.items():
        assert set(getattr(labels, name)) == set(get_args(kind)), name


def test_every_test_that_the_threats_name_is_there() -> None:
    assert all(code(row[2]) for row in (*table(SECURITY, "threat"), *table(SECURITY, "through")))
    named = {name for name in code(text_of(SECURITY)) if name.startswith("test_")}
    tests = "".join(text_of(path) for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name in sorted(named) if f"def {name}(" not in tests] == []
