"""How many? of a table: what its rows count, added up here, and led to its rows."""

import re
from functools import partial
from html import unescape

import pyarrow as pa
import pytest
from pyarrow import parquet

from components.query.engine import TooSlow
from tests.support.apptest import assert_sound, bodies, component_data, page_at
from tests.support.stories.foreign import serving
from tests.support.stories.store import table_rows
from tests.unit.presentation.tabled.test_tabled import said, view_of

CELLS = ["3", "", "unos 10", "-99", "1,400", "2.5", "7"]


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    cells = table_rows(1400)
    path = tmp_path_factory.mktemp("sums") / "deaths.parquet"
    parquet.write_table(pa.table({**cells, "Muertos": CELLS * 200}), path)
    with serving(path):
        yield path


@pytest.fixture
def view(opened):  # noqa: ARG001 - the story that is served
    return partial(view_of, "figures")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_menu_has_the_page_and_the_app_draws_it(opened, language):  # noqa: ARG001 - is served
    at = page_at("figures", {"lang": language})
    assert_sound(at)
    links = [link["slug"] for link in component_data(at, "page_head")["links"]]
    assert links == ["", "timeline", "map", "figures", "sources", "data"]
    words = {
        "en": "worked out here: no source reports it",
        "es": "hecha aquí: ninguna fuente la da",
    }
    assert words[language] in " ".join(bodies(at))
    label = component_data(at, "chart")["label"]
    assert label.startswith({"en": "The column “Muertos” added up by month. Shown: 1,399",
                             "es": "La columna «Muertos» sumada por mes."}[language])  # fmt: skip


def test_it_says_of_how_many_rows_the_sum_is_and_how_many_have_no_number(view):
    # The last row has no day, and is no event: its 7 is not added.
    found = said(view())
    assert "2,493: the sum of the column “Muertos”" in found
    assert "Sum of the column “Muertos” in 599 rows; 800 rows have no number." in found
    assert "Bars add up the column “Muertos” by month" in found
    assert "claim" not in found


def test_each_sum_leads_to_its_rows(view):
    found = said(view(category="riots"))
    table = found[found.index("Rows without a number") :]
    (arauca,) = re.findall(r'<a href="(timeline[^"]*)"[^>]*>Arauca</a></th>(.*?)</tr>', table)
    assert {"region=arauca", "category=riots"} < set(unescape(arauca[0]).split("?")[1].split("&"))
    total, count, missing = re.findall(r">([\d,.]+)</td>", arauca[1])
    rows = view_of("timeline", region="arauca", category="riots")
    store = rows.story.table
    left = store.total(rows.view.filters)
    assert (float(total.replace(",", "")), int(count)) == (left.sum, left.count)
    assert int(missing) == left.count - left.numbered
    bar = re.search(r'<a href="(timeline\?[^"]*from=\d{4}-\d\d-01&amp;to=[^"]*)"', found)
    assert "category=riots" in bar[1]


@pytest.mark.usefixtures("opened")
def test_a_row_in_full_says_its_number_under_the_name_of_its_column():
    ctx = view_of("data")
    keys = {entry.number: entry.key for entry in ctx.story.table.page(ctx.view.filters, 1, 100)}
    assert "<dt>Muertos</dt><dd>2.5</dd>" in said(view_of("data", event=keys[2.5]))
    assert "Muertos" not in said(view_of("data", event=keys[None]))


def test_without_an_answer_it_says_so_and_claims_no_number(view, monkeypatch):
    ctx = view(region="cesar")

    def fails(*_args):
        raise TooSlow("late")

    for name in ("total", "bins", "values"):
        monkeypatch.setattr(ctx.story.table, name, fails)
    found = said(ctx)
    assert "Events of a table" in found
    assert found.count("did not answer in time") >= 3
    assert "sum of the column" not in found
