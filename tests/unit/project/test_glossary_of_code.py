"""The glossary names existing modules and words: each term once, with the readers' Spanish word."""

import re
from collections import Counter
from typing import Final, NamedTuple

import pytest

from tests.support.server import ROOT

GLOSSARY: Final = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


class Term(NamedTuple):
    """A row of the glossary: a term, the word on Spanish pages, and the file that owns it."""

    name: str
    spanish: str
    owner: str


class Rename(NamedTuple):
    """A row of the names to change."""

    old: str
    new: str
    module: str


TERM_ROW: Final = re.compile(r"^\| ([\w-][^|]*) \| ([^|]*)\|[^|]*\| `([\w./]+)` \|[^|]*\|$", re.M)
TERMS: Final = tuple(
    Term(name, spanish.strip(), owner) for name, spanish, owner in TERM_ROW.findall(GLOSSARY)
)
RENAMES: Final = tuple(
    Rename(*row) for row in re.findall(r"^\| `(\w+)` \| `(\w+)` \| `([\w./]+)` \|$", GLOSSARY, re.M)
)


def source_code() -> str:
    """Return the text of all Python and JavaScript files of the app."""
    paths = [*(ROOT / "components").rglob("*.py"), *(ROOT / "components").rglob("*.js")]
    return "\n".join(
        path.read_text(encoding="utf-8") for path in paths if "vendor" not in path.parts
    )


def spanish_catalogue() -> str:
    """Return the text of the Spanish catalogues, in small letters and without line breaks."""
    folder = ROOT / "components" / "i18n" / "locales" / "es"
    text = " ".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.po"))
    return text.replace('"\n"', "").casefold()


def test_each_row_of_the_tables_is_read() -> None:
    rows = [line for line in GLOSSARY.splitlines() if line.startswith("| ") and "---" not in line]
    headings = [row for row in rows if row.startswith(("| term |", "| today |"))]
    assert len(TERMS) + len(RENAMES) == len(rows) - len(headings)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_the_owner_of_a_term_exists(term: Term) -> None:
    assert (ROOT / term.owner).is_file()


def test_the_spanish_words_are_those_of_the_pages() -> None:
    catalogue = spanish_catalogue()
    assert [term for term in TERMS if term.spanish.casefold() not in catalogue] == []


def test_a_term_has_one_meaning() -> None:
    repeated = [name for name, count in Counter(term.name for term in TERMS).items() if count > 1]
    assert repeated == []


def test_a_name_to_change_is_in_the_code_under_its_old_or_new_name() -> None:
    words = set(re.findall(r"\w+", source_code()))
    assert [rename for rename in RENAMES if not words & {rename.old, rename.new}] == []
