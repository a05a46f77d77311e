"""The SQL of each question for engines elsewhere is the one that was looked at."""

from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from tests.unit.store.golden_sql import DIALECTS, FOLDER, HOSTILE, golden


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {path.stem: text for path, text in golden().items()}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_sql_is_the_one_that_is_kept(texts, dialect):
    assert set(texts) == set(DIALECTS)
    assert (FOLDER / f"{dialect}.sql").read_bytes().decode() == texts[dialect], (
        "python -m tests.unit.store.golden_sql renews it"
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_question_is_one_select_and_hostile_words_are_texts_in_it(texts, dialect):
    parsed = [part for part in sqlglot.parse(texts[dialect], dialect=dialect) if part]
    assert len(parsed) == texts[dialect].count("\n-- ") + 1
    assert all(isinstance(part, exp.Select) for part in parsed)
    literals = {leaf.this for part in parsed for leaf in part.find_all(exp.Literal)}
    assert HOSTILE in literals
    assert set(HOSTILE.split()) <= literals
