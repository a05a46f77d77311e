"""A figure checked: what was typed, intervals, and the groups in which claims stand beside it."""

import csv
import math
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.query.claims import AskedFigure, compared, read_typed
from tests.support.data import DATA
from tests.support.server import ROOT
from tests.support.stories.small import claim

Case = tuple[str, str, dict[str, Any], dict[str, str]]
CHOSEN: dict[str, Callable[[str], Any]] = {
    "said": str, "to": int, "measure": str, "population": str, "region": str,
    "day": date.fromisoformat,
}  # fmt: skip


def read_case(row: dict[str, str]) -> Case:
    """A figure as it is typed in both languages, what else is chosen, and claims of each group.

    A claim is named by the end of its id; ``-`` before a group says that it is not in it.
    """
    english, spanish = row.pop("en"), row.pop("es")
    filled = {name: cell for name, cell in row.items() if cell}
    chosen = {name: read(filled.pop(name)) for name, read in CHOSEN.items() if name in filled}
    return english, spanish, chosen, filled


FILE = ROOT / "tests" / "data" / "checked_figures.csv"
CASES = [read_case(row) for row in csv.DictReader(FILE.open(encoding="utf-8", newline=""))]
MIXED = {m.id for m in DATA.words["measures"].values() if m.mixed}
CLAIMS = tuple(DATA.claims.values())


@given(st.text(max_size=400))
@settings(deadline=None)
def test_any_text_is_read_without_harm(text):
    typed = read_typed(text)
    assert all(0 <= n < math.inf for n in (*typed.choices, typed.value or 0))
    assert (typed.value is not None) + bool(typed.choices) + bool(typed.problem) == 1


@pytest.mark.parametrize(("english", "spanish", "given", "groups"), CASES)
def test_forty_figures_have_their_groups_in_both_languages(english, spanish, given, groups):
    for text in (english, spanish):
        value = read_typed(text).value
        assert value is not None
        found = compared(AskedFigure(value, **given, mixed=MIXED), CLAIMS)
        ids = {group: {c.id for c in rows} for group, rows in found.items()}
        for group, wanted in groups.items():
            keys = {f"cl-{key}" for key in wanted.split()}
            assert keys <= set(DATA.claims)
            if group.startswith("-"):
                assert not keys & ids.get(group[1:], set())
            else:
                assert keys <= ids.get(group, set())


@given(st.sampled_from(CASES))
def test_each_claim_stands_in_one_group_and_the_order_is_fixed(case):
    asked = AskedFigure(read_typed(case[0]).value, **case[2], mixed=MIXED)
    found = compared(asked, CLAIMS)
    ids = [c.id for rows in found.values() for c in rows]
    assert len(ids) == len(set(ids))
    assert found == compared(asked, reversed(CLAIMS))


def test_the_day_asked_for_comes_first_and_one_day_is_not_two():
    rows = (claim("a", 300, "2019-02-27"), claim("b", 500, "2019-02-27"),
            claim("c", 301, "2019-02-28"), claim("d", 100, "2019-02-27~"))  # fmt: skip
    asked = AskedFigure(300, measure="arrivals")
    assert {g: [c.id for c in own] for g, own in compared(asked, rows).items()} == {
        "same": ["cl-a"], "another": ["cl-b"], "otherwise": ["cl-c", "cl-d"],
    }  # fmt: skip
    day = AskedFigure(290, "at_least", measure="arrivals", day=date(2019, 2, 28))
    assert [c.id for c in compared(day, rows)["includes"]] == ["cl-c"]
    assert compared(day, rows)["otherwise"][0].id == "cl-a"
