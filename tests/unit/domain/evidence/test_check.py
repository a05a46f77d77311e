"""A figure checked: what was typed, intervals, and the groups in which claims stand beside it."""

import csv
import math
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.query.claims import AskedFigure, Typed, compared, interval, read_typed
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
MIXED = {m.id for m in DATA.words("measures").values() if m.mixed}
CLAIMS = tuple(DATA.claims.values())


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("1400", Typed(1400)),
        ("1.400", Typed(1400)),
        ("1,400", Typed(1400)),
        (" 1 400 ", Typed(1400)),
        ("1'400", Typed(1400)),
        ("1\u00a0400", Typed(1400)),
        ("1,234,567.8", Typed(1234567.8)),
        ("1.234.567,8", Typed(1234567.8)),
        ("7.5", Typed(7.5)),
        ("0", Typed(0)),
        ("1.2 million", Typed(1_200_000)),
        ("1,2 millones", Typed(1_200_000)),
        ("10k", Typed(10_000)),
        ("Not more than 500 soldiers and 1.400 police", Typed(choices=(500, 1400))),
        ("no llegaron más de 500 militares", Typed(choices=(500,))),
        ("un millar", Typed(choices=(1000,))),
        ("un centenar de policías", Typed(choices=(100,))),
        ("medio millar", Typed(choices=(500,))),
        ("567 on 27 February", Typed(choices=(567,))),
        ("<script>alert(567)</script>", Typed(choices=(567,))),
        ("{{ 7*7 }} %s {0}", Typed(choices=(7, 0))),
        ("soldiers", Typed(problem="none")),
        ("", Typed(problem="none")),
        (".,", Typed(problem="none")),
        ("٣", Typed(problem="none")),
        ("-5", Typed(problem="negative")),
        ("− 5", Typed(problem="negative")),
        ("1.2.3", Typed(problem="marks")),
        ("1.400.5", Typed(problem="marks")),
        ("1,40,0", Typed(problem="marks")),
        ("9" * 5000, Typed(problem="large")),
        ("1000 million", Typed(problem="large")),
        ("9" * 40 + " soldiers", Typed(problem="none")),
    ],
)
def test_what_is_typed_is_a_number_or_choices_or_named_as_a_problem(text, typed):
    assert read_typed(text) == typed


@given(st.text(max_size=400))
@settings(deadline=None)
def test_any_text_is_read_without_harm(text):
    typed = read_typed(text)
    assert all(0 <= n < math.inf for n in (*typed.choices, typed.value or 0))
    assert (typed.value is not None) + bool(typed.choices) + bool(typed.problem) == 1


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        (("up_to", 500), ("more_than", 500), False),
        (("up_to", 500), ("at_least", 500), True),
        (("less_than", 500), ("at_least", 500), False),
        (("less_than", 500), ("exact", 500), False),
        (("more_than", 500), ("exact", 500), False),
        (("more_than", 500), ("exact", 567), True),
        (("more_than", 500), ("more_than", 9000), True),
        (("more_than", 500), ("less_than", 1500), True),
        (("exact", 500), ("exact", 500), True),
        (("about", 1000), ("exact", 900), True),
        (("about", 1000), ("exact", 899), False),
        (("nearly", 1000), ("exact", 1000), True),
        (("nearly", 1000), ("exact", 1001), False),
        (("nearly", 1000), ("about", 1200), False),
    ],
)
def test_figures_overlap_where_some_number_fits_both(one, other, overlap):
    a, b = (interval(said, value, value) for said, value in (one, other))
    assert a.overlaps(b) is b.overlaps(a) is overlap


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
