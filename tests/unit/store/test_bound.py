"""Values that a reader chooses or types are bound parameters, never part of the SQL."""

import contextlib
from datetime import date
from types import SimpleNamespace

import ibis
import pyarrow as pa
import pytest
from ibis.backends.sql import compilers
from pyarrow import parquet

from components.intake.sheet_models import ColumnMap
from components.query import engine as engines
from components.query.engine import DuckEngine
from components.query.engine_errors import StoreError
from components.query.filters import FACETS, Filters
from components.query.opening import open_store
from components.query.parameterized_sql import parameterize
from components.query.table import page_query
from components.query.table_columns import MappedColumns, date_expressions, select_event_rows
from components.story.texts import fold

#: Stands in every name, word and key of these tests, and in nothing else.
MARK = "zq7"
ENDS = (
    "'); DROP TABLE t;--", "\\' OR 1=1 --", '"; --', "%", "%s", "%(v1)s", "?", "$1", "${1}", ":v1",
    "@v1", "{0}", "{v1:String}", "E'\\x27'", "\U0001f6a8\u202e", "ñ" * 5_000, "/*", "\\",
)  # fmt: skip
WORDS = [f"{MARK}{index:02}" + fold("".join(end.split())) for index, end in enumerate(ENDS)]
#: The same without what parts the values of a cell.
PARTS = [word.replace(";", "") for word in WORDS]
NAMES = {'da"te; --': "2019-02-03", "%s ti'tle $1": "", "ki\\nd ?": "", "re:gion {0}": "",
         "sou`rce %": ""}  # fmt: skip
DATE, TITLE, KIND, REGION, SOURCE = NAMES
COLUMNS = ColumnMap(columns={"date": (DATE,), "title": (TITLE,), "category": (KIND,),
                             "region": (REGION,), "source": (SOURCE,)})  # fmt: skip
WINDOW = (date(2019, 1, 1), date(2019, 12, 31))


def rows() -> list[tuple[str, ...]]:
    """A row for each hostile text, which stands in its title, kind, region and source."""
    return [
        (f"2019-02-{index + 1:02}", f"A {word} happened", f"kind {word}", f"here {part}; other",
         f"wire {part}; {MARK}")
        for index, (word, part) in enumerate(zip(WORDS, PARTS, strict=True))
    ]  # fmt: skip


@pytest.fixture(scope="module")
def duck(tmp_path_factory):
    path = tmp_path_factory.mktemp("bound") / "o'dd \"; --.parquet"
    columns = zip(*rows(), strict=True)
    parquet.write_table(pa.table(dict(zip(NAMES, map(list, columns), strict=True))), path)
    return open_store(str(path), COLUMNS)


@pytest.fixture(scope="module")
def postgres(server):
    server.make("o'dd \"; --", dict.fromkeys(NAMES, "text"), rows())
    return open_store(f"{server.address}&table=o'dd%20%22%3B%20--", COLUMNS)


@pytest.fixture(params=["duck", "postgres"])
def table(request):
    return request.getfixturevalue(request.param)


class Heard:
    """A connection that notes what reaches it: each SQL text and its values."""

    def __init__(self, held, said):
        self._held, self._said = held, said

    def __getattr__(self, name):
        return getattr(self._held, name)

    def cursor(self):
        return Heard(self._held.cursor(), self._said)

    def execute(self, sql, values=()):
        self._said.append((sql, values))
        return self._held.execute(sql, values)


@pytest.fixture
def heard(table, monkeypatch):
    said = []
    if isinstance(table.engine, DuckEngine):
        monkeypatch.setattr(table.engine.backend, "con", Heard(table.engine.backend.con, said))
        return said
    import psycopg

    for kind in (psycopg.Cursor, psycopg.RawCursor, psycopg.RawServerCursor):

        def execute(self, sql, values=None, *, real=kind.execute, **more):
            said.append((sql, values))
            return real(self, sql, values, **more)

        monkeypatch.setattr(kind, "execute", execute)
    return said


def ask_everything(table, filters):
    assert table.count_bins(filters, WINDOW).total == table.count_events(filters).count
    table.count_cells(filters, 6)
    for facet in FACETS:
        table.count_values(filters, facet)
    table.fetch_page(filters, 1, 5)
    assert (
        sum(batch.num_rows for batch in table.stream_batches(filters))
        == table.count_events(filters).count
    )
    return table.count_events(filters).count


def check(heard):
    """No SQL has anything of a reader's or of a cell's in it; what was sent beside it."""
    assert heard
    assert not [sql for sql, _ in heard if MARK in str(sql)]
    return [str(value) for _, values in heard for value in values or ()]


def test_sql_has_no_column_name_or_value_of_a_table(table, heard):
    every = Filters(**{facet: tuple(table.list_names(facet)) for facet in FACETS})
    assert ask_everything(table, every) == len(WORDS)
    sent = check(heard)
    assert all(any(part in value for value in sent) for part in PARTS)
    word, day = WORDS[0], date(2019, 2, 1)
    assert ask_everything(table, Filters(text=f"{word} {MARK}", start=day, end=day)) == 1
    assert word in " ".join(check(heard))


def test_any_searched_word_is_a_bound_value_and_found(table, heard):
    for word, part in zip(WORDS, PARTS, strict=True):
        assert table.count_events(Filters(text=word)).count == 1
        (key,) = (
            key for key, name in table.list_names("sources").items() if name == f"wire {part}"
        )
        assert table.count_events(Filters(sources=(key,))).count == 1
        assert table.fetch_entry(word) is None
    (first, *_) = table.fetch_page(Filters(), 1, 1)
    assert table.fetch_entry(first.key) == first
    sent = check(heard)
    assert first.key in sent
    assert {*WORDS, *(f";wire {part};" for part in PARTS)} <= set(sent)


def test_unstorable_character_is_refused_or_matches_nothing(table, heard):
    with contextlib.suppress(StoreError):
        assert table.count_events(Filters(text=f"{MARK}\0")).count == 0
    check(heard)
    assert table.count_events(Filters()).count == len(WORDS)


def test_names_of_a_column_map_are_bound_values_in_prepared_files(tmp_path, monkeypatch):
    said, write = [], DuckEngine._execute

    def noted(self, query, statement=""):
        said.append(parameterize(query, self.backend.compiler))
        return write(self, query, statement)

    monkeypatch.setattr(DuckEngine, "_execute", noted)
    path = tmp_path / "events.parquet"
    parquet.write_table(pa.table({"date": ["2019-01-01"], "title": ["One"], "k": ["x"]}), path)
    told = {"x": f"{MARK}'; DROP TABLE events; --"}
    columns = ColumnMap(
        columns={"date": ("date",), "title": ("title",), "category": ("k",)}, values={"k": told}
    )
    store = open_store(str(path), columns)
    assert [kind.name for kind in store.kinds] == list(told.values())
    assert not any(MARK in query.sql for query in said)
    assert any(told["x"] in query.values for query in said)


def written(kind, query):
    """A query as an engine that is not here would be sent it."""
    compiler = getattr(compilers, "pyspark" if kind is engines.Spark else "postgres").compiler
    return kind(SimpleNamespace(compiler=compiler)).render_query(query)


def test_spark_page_is_numbered_in_order_with_named_texts(monkeypatch):
    # Without Spark there are no settings of it; the compiler looks at one.
    settings = SimpleNamespace(pyspark=SimpleNamespace(treat_nan_as_null=False))
    monkeypatch.setattr("ibis.backends.sql.compilers.pyspark.options", settings)
    columns = ColumnMap(columns={name: (name,) for name in ("date", "title")})
    raw = ibis.table({"date": "date", "title": "string"}, name="events")
    page = page_query(select_event_rows(*date_expressions(MappedColumns(raw, columns)), {}), 3, 20)
    made = written(engines.Spark, page)
    assert "ORDER BY NULL" not in made.sql
    assert "ROW_NUMBER() OVER (ORDER BY `first`, `last`, `key`)" in made.sql
    assert all(f":v{number}" in made.sql for number, _ in enumerate(made.values, 1))
