"""What each question sends to engines elsewhere is what was looked at."""

from __future__ import annotations

import pytest
import sqlglot
from sqlglot import exp

from tests.unit.store.golden_sql import DIALECTS, FOLDER, HOSTILE, golden, sent

#: The only texts in any SQL: how a dialect writes the parts of a day, constants of its own.
DAY_FORMATS = {"bigquery": "%F", "clickhouse": "%Y-%m-%d", "trino": "%Y-%m-%d"}


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
def test_each_question_is_one_select_and_its_texts_are_values_beside_it(dialect):
    queries = sent(dialect)
    for query in queries.values():
        (parsed,) = sqlglot.parse(query.sql, dialect=dialect)
        assert isinstance(parsed, exp.Select)
        texts = {leaf.this for leaf in parsed.find_all(exp.Literal) if leaf.is_string}
        assert texts <= {DAY_FORMATS[dialect], "%Y-%m-%d"}
        places = list(parsed.find_all(exp.Placeholder, exp.Parameter))
        # Trino knows values by their turn, the others by a name.
        named = {place.sql(dialect) for place in places}
        assert len(query.values) == (len(places) if named == {"?"} else len(named))
    assert HOSTILE in queries["entry"].values
    assert set(HOSTILE.split()) <= set(queries["filtered"].values)
