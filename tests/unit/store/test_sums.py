"""What the rows of a table count is added up as pandas adds it up, under any filters."""

import random
from datetime import date

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from components.intake.columns import ColumnMap, Credit
from components.query.filters import Filters
from components.query.opening import open_store, pack, unpack
from components.query.table import TableStore
from components.story.bins import stretches
from tests.support.stories.uploads import read_story
from tests.support.stories.uploads import table as upload
from tests.unit.store.test_opened import MANY

KINDS, REGIONS = ("Riots", "Protests", "Battles"), ("Arauca", "Cesar", "Cesar; Arauca", "")
CELLS = {
    "3": 3.0, "0": 0.0, "12": 12.0, "2.5": 2.5, "7,25": 7.25, "1000000": 1e6, "12.0": 12.0,
    "": None, "unos 10": None, "-99": None, "1,400": None, "1.400": None, "3-5": None, "+4": None,
    "1e3": None, "NaN": None,
}  # fmt: skip
WINDOWS = ((date(2019, 1, 1), date(2019, 3, 31)), (date(2015, 1, 1), date(2022, 12, 31)))


def made_rows() -> list[dict[str, str]]:
    chance = random.Random(7)  # noqa: S311 - the same each time
    days = [f"{2017 + n % 4}-{1 + n % 12:02}" + (f"-{1 + n % 28:02}" if n % 5 else "")
            for n in range(400)]  # fmt: skip
    return [
        {"date": day, "title": f"Marcha {n}", "category": chance.choice(KINDS),
         "region": chance.choice(REGIONS), "Muertos": chance.choice(list(CELLS))}
        for n, day in enumerate(days)
    ]  # fmt: skip


ROWS = made_rows()
FRAME = pd.DataFrame(ROWS)
FRAME["first"] = [pd.Period(day).start_time.date() for day in FRAME["date"]]
FRAME["last"] = [pd.Period(day).end_time.date() for day in FRAME["date"]]
FRAME["number"] = pd.to_numeric(FRAME["Muertos"].map(CELLS))


@pytest.fixture(scope="module", params=["texts", "numbers", "opened", "postgres"])
def store(request, tmp_path_factory):
    """The rows in Parquet as texts and as numbers, opened by a reader, and on PostgreSQL."""
    folder = tmp_path_factory.mktemp("sums")
    if request.param == "opened":
        content = upload(tuple(ROWS[0]), [tuple(row.values()) for row in ROWS])
        intake = read_story(content, "rows.csv", MANY)
        yield unpack(pack(intake.rows, intake.layout.map.number))
    elif request.param == "postgres":
        server = request.getfixturevalue("server")
        server.make("rows", dict.fromkeys(ROWS[0], "text"), [tuple(r.values()) for r in ROWS])
        yield open_store(f"{server.address}&table=rows")
    else:
        whole = pa.Table.from_pylist(ROWS)
        if request.param == "numbers":
            # Of a column of numbers one below 0 and one that is none count as missing, too.
            numbers = [-99.0 if cell == "-99" else float("nan") if cell == "NaN" else CELLS[cell]
                       for cell in FRAME["Muertos"]]  # fmt: skip
            at = whole.column_names.index("Muertos")
            whole = whole.set_column(at, "Muertos", pa.array(numbers, pa.float64()))
        parquet.write_table(whole, folder / "rows.parquet")
        yield open_store(str(folder / "rows.parquet"))


def left(filters: Filters) -> pd.DataFrame:
    """The rows that filters leave, read one by one."""
    near, far = ("last", "first") if not filters.certain_only else ("first", "last")
    kept = FRAME
    if filters.start:
        kept = kept[kept[near] >= filters.start]
    if filters.end:
        kept = kept[kept[far] <= filters.end]
    if filters.categories:
        kept = kept[kept["category"].str.lower().isin(filters.categories)]
    if filters.regions:
        kept = kept[kept["region"].str.lower().str.contains("|".join(filters.regions))]
    return kept[kept["title"].str.contains(filters.text, case=False)]


DAYS = st.none() | st.dates(date(2016, 6, 1), date(2021, 6, 1))
FILTERS = st.builds(
    Filters, start=DAYS, end=DAYS, certain_only=st.booleans(),
    categories=st.lists(st.sampled_from(["riots", "battles"]), max_size=2).map(tuple),
    regions=st.lists(st.sampled_from(["arauca", "cesar", "none-such"]), max_size=2).map(tuple),
    text=st.sampled_from(["", "marcha", "1", "none"]),
)  # fmt: skip


def told(frame: pd.DataFrame) -> tuple[int, int, float]:
    return len(frame), int(frame["number"].count()), float(frame["number"].sum())


def check_sums(store: TableStore, filters: Filters, window: tuple[date, date]) -> None:
    """Every sum of a table is that of its rows as pandas has them."""
    kept, total = left(filters), store.total(filters)
    assert (total.count, total.numbered, total.sum) == told(kept)
    for facet, column in (("categories", "category"), ("regions", "region")):
        wider = left(filters.without_filter(facet))
        wider = wider.assign(value=wider[column].str.split("; ")).explode("value")
        wanted = {name.lower(): told(rows) for name, rows in wider.groupby("value") if name}
        found = {v.id: (v.count, v.numbered, v.sum) for v in store.values(filters, facet)}
        assert found == wanted
    inside = kept[(kept["first"] <= window[1]) & (kept["last"] >= window[0])].dropna(
        subset="number"
    )
    wanted = {}
    for start, end in stretches(window)[1]:
        begun = inside["first"].clip(lower=window[0])
        rows = inside[(begun >= start) & (begun <= end)]
        wanted |= {
            (kind.lower(), start): sum(own["number"]) for kind, own in rows.groupby("category")
        }
    bins = store.bins(filters, window, "Muertos")
    assert {(b.category, b.start): b.count for b in bins.bins} == wanted
    assert bins.summed == "Muertos"


@settings(max_examples=12, deadline=None)
@given(filters=FILTERS, window=st.sampled_from(WINDOWS))
def test_sums_are_those_of_pandas(store, filters, window):
    check_sums(store, filters, window)


def test_a_row_has_its_number_and_files_have_the_column_under_its_own_name(store):
    assert store.about.number == "Muertos"
    numbers = {entry.title: entry.number for entry in store.page(Filters(), 1, 400)}
    assert numbers == {t: None if pd.isna(n) else n
                       for t, n in zip(FRAME["title"], FRAME["number"], strict=True)}  # fmt: skip
    rows = [row for batch in store.batches(Filters()) for row in batch.to_pylist()]
    assert {row["title"]: row["Muertos"] for row in rows} == numbers


def test_a_column_map_says_which_column_counts_and_what(tmp_path):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"date": ["2019-01-02"], "title": ["One"], "n": [4]}), path)
    assert open_store(str(path)).about.number == ""
    columns = {"date": ("date",), "title": ("title",), "number": ("n",)}
    credit = Credit(number="Killed", number_es="Muertos")
    named = open_store(str(path), ColumnMap(columns=columns, credit=credit))
    assert (named.about.number, named.total(Filters()).sum) == ("n", 4)
    assert [named.credit.counted(named.about.number, one) for one in ("en", "es")] == [
        "Killed",
        "Muertos",
    ]


def test_a_column_that_holds_no_number_counts_nothing(tmp_path):
    path = tmp_path / "rows.parquet"
    cells = {"date": ["2019-01-02"], "title": ["One"], "deaths": ["several"]}
    parquet.write_table(pa.table(cells), path)
    assert open_store(str(path)).about.number == ""
    assert "deaths" not in next(open_store(str(path)).batches(Filters())).schema.names


@pytest.mark.parametrize(
    ("name", "filed"),
    [('=1+1"; DROP TABLE events; --', "'=1+1\"; DROP TABLE events; --"), ("Title", "number")],
)
def test_a_column_of_any_name_is_filed_as_one_that_runs_nothing(tmp_path, name, filed):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"date": ["2019-01-02"], "What": ["One"], name: [4]}), path)
    columns = {"date": ("date",), "title": ("What",), "number": (name,)}
    store = open_store(str(path), ColumnMap(columns=columns))
    assert [batch.to_pylist()[0][filed] for batch in store.batches(Filters())] == [4]
    assert store.total(Filters()).sum == 4
