"""The pages for readers and for the next engineer keep up with the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from components.i18n import labels
from components.intake.package import DEFAULT_DATA
from components.page import disagreements
from components.presentation.pages import PAGES
from components.query.view import PARAMETERS, read_view
from components.story import models
from components.story.versions import kept_versions
from tests.support.data import DATA
from tests.support.server import ROOT

VERSIONS = kept_versions(DEFAULT_DATA / "versions")
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
ADDRESSES = ROOT / "docs" / "addresses.md"
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


def parameter_rows() -> list[list[str]]:
    return table(ADDRESSES, "parameter")


def test_every_parameter_of_the_address_is_listed_in_order() -> None:
    assert tuple(code(row[0])[0] for row in parameter_rows()) == PARAMETERS


def test_every_value_that_is_named_is_taken() -> None:
    for row in parameter_rows():
        (name,) = code(row[0])
        for value in code(row[1]):
            _, notices = read_view({name: [value]}, DATA, versions=tuple(VERSIONS))
            assert notices == (), f"{name}={value}"


def test_the_readme_lists_every_page_in_the_order_of_the_menu() -> None:
    rows = [(code(row[0])[0], row[1]) for row in table(README, "address")]
    assert rows == [(f"/{page.slug}", page.title) for page in PAGES]


def required(path: Path) -> list[str]:
    lines = (line.split("#")[0].strip() for line in text_of(path).splitlines())
    return [line.split("==")[0] for line in lines if line and not line.startswith("-")]


def test_every_requirement_has_its_reason_above_it() -> None:
    for file in ("requirements.txt", "tests/requirements.txt"):
        reasoned = re.findall(r"^# .+\n([^#\n-][^=\n]*)==", text_of(ROOT / file), re.MULTILINE)
        assert reasoned == required(ROOT / file)


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+(?:-long)?):", text_of(ROOT / "Makefile"), re.MULTILINE))


def test_every_make_target_is_explained_and_every_one_named_exists() -> None:
    named = {
        word
        for path in PAGES_OF_TEXT
        for span in code(text_of(path))
        for word in re.findall(r"^make ([a-z]+(?:-long)?)", span)
    }
    assert named == targets()
    explained = {code(row[0])[0].split()[1] for row in table(CONTRIBUTING, "command")}
    assert explained == targets()


def commands() -> set[str]:
    files = (ROOT / "components" / "commands").glob("*.py")
    return {path.stem for path in files if "__main__" in text_of(path)}


def test_every_command_is_explained_and_every_one_named_exists() -> None:
    named = {
        name
        for path in PAGES_OF_TEXT
        for name in re.findall(r"components\.commands\.(\w+)", text_of(path))
    }
    assert named == commands()
    cells = [code(row[0])[0] for row in table(CONTRIBUTING, "program")]
    explained = {cell.split(".")[-1].split()[0] for cell in cells}
    assert explained == commands()


def test_every_file_a_page_names_exists() -> None:
    for path in PAGES_OF_TEXT:
        body = text_of(path)
        targets = re.findall(r"\]\(([^)#\s]+)\)", body)
        assert [t for t in targets if "://" not in t and not (path.parent / t).exists()] == [], path
        spans = [s for s in code(body) if re.fullmatch(r"[\w./-]+", s) and s.startswith(FOLDERS)]
        assert [span for span in spans if not (ROOT / span).exists()] == [], path


def test_the_version_is_the_same_everywhere() -> None:
    first = re.search(r"^## \[([\d.]+)\] – \d{4}-\d\d-\d\d$", text_of(ROOT / "CHANGELOG.md"), re.M)
    assert first
    assert first[1] == DATA.version
    cited = re.findall(r"[Vv]ersion (\d+\.\d+\.\d+), 2026", text_of(README))
    assert cited == [DATA.version] * 2


CODED = {
    "BASIS": models.Basis,
    "KIND": models.Kind,
    "MEASURE": models.Measure,
    "POPULATION": models.Population,
    "VOICE": models.Voice,
}


def test_every_code_word_has_a_name() -> None:
    for name, kind in CODED.items():
        assert set(getattr(labels, name)) == set(get_args(kind)), name


def test_every_status_of_a_question_has_a_name() -> None:
    assert set(get_args(models.Status)) <= set(disagreements.STANDINGS)


def test_every_test_that_the_threats_name_is_there() -> None:
    assert all(code(row[2]) for row in (*table(SECURITY, "threat"), *table(SECURITY, "through")))
    named = {name for name in code(text_of(SECURITY)) if name.startswith("test_")}
    tests = "".join(text_of(path) for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name in sorted(named) if f"def {name}(" not in tests] == []
