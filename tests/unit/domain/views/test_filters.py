"""Filters: each alone, together, and what an empty result offers."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.query.filters import Filters, relaxed_counts, select
from components.story.texts import fold
from tests.support.stories.small import small_dataset

DATA = small_dataset()


def shown(**filters):
    return [e.id for e in select(DATA, Filters(**filters)).events]


def test_without_filters_everything_shows_in_order_of_date():
    assert shown() == ["ev-rising", "ev-aid", "ev-count", "ev-march"]
    selection = select(DATA, Filters())
    assert (selection.events_total, selection.claims_total) == (4, 3)
    assert selection.certain == {e.id for e in selection.events}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"start": date(2019, 2, 23), "end": date(2019, 2, 23)}, ["ev-aid"]),
        ({"end": date(2019, 1, 31)}, ["ev-rising"]),
        ({"start": date(2019, 3, 1)}, ["ev-march"]),
        ({"regions": ("oriente",)}, ["ev-aid", "ev-count", "ev-march"]),
        ({"regions": ("guajira",)}, []),
        ({"categories": ("border", "counts")}, ["ev-aid", "ev-count"]),
        ({"sources": ("wire",)}, ["ev-rising", "ev-count"]),
        ({"sources": ("doc-b",)}, ["ev-aid"]),
        ({"documents_only": True}, ["ev-rising", "ev-aid", "ev-march"]),
        ({"text": "titulo MARCH"}, ["ev-march"]),
        ({"text": "cucuta"}, ["ev-aid", "ev-march"]),
        ({"text": "nowhere"}, []),
        ({"regions": ("oriente",), "text": "aid"}, ["ev-aid"]),
    ],
)
def test_each_filter_keeps_what_it_should(filters, expected):
    assert shown(**filters) == expected


def test_without_the_reports_a_date_falls_back_to_what_the_documents_say():
    one_day = {"start": date(2019, 1, 21), "end": date(2019, 1, 21)}
    assert select(DATA, Filters(**one_day)).certain == {"ev-rising"}
    alone = select(DATA, Filters(**one_day, documents_only=True))
    assert [e.id for e in alone.events] == ["ev-rising"]
    assert alone.certain == frozenset()


def test_a_partly_covered_range_is_possible_and_not_certain():
    selection = select(DATA, Filters(start=date(2019, 2, 23), end=date(2019, 2, 28)))
    assert [e.id for e in selection.events] == ["ev-aid", "ev-count"]
    assert selection.certain == {"ev-count"}


def test_claims_follow_region_date_and_tier():
    assert {c.id for c in select(DATA, Filters(regions=("oriente",))).claims} == {
        "cl-north",
        "cl-north-before",
    }
    assert {c.id for c in select(DATA, Filters(documents_only=True)).claims} == {"cl-north"}
    assert {c.id for c in select(DATA, Filters(end=date(2019, 2, 26))).claims} == {
        "cl-north-before"
    }


def test_an_empty_result_names_the_filter_to_lift_and_what_it_would_give():
    filters = Filters(regions=("guajira",), text="aid", start=date(2019, 2, 1))
    assert select(DATA, filters).events == ()
    assert relaxed_counts(DATA, filters) == (("regions", 1), ("dates", 0), ("text", 0))


def test_lifting_every_active_filter_gives_everything_back():
    filters = Filters(
        start=date(2019, 2, 1), end=date(2019, 2, 2), regions=("guajira",), categories=("border",),
        sources=("doc-a",), documents_only=True, text="x",
    )  # fmt: skip
    assert len(filters.active()) == 6
    for name in filters.active():
        filters = filters.without_filter(name)
    assert filters == Filters()


@given(st.dates(date(2019, 1, 1), date(2019, 5, 31)), st.integers(0, 150), st.integers(0, 30))
def test_widening_the_dates_never_loses_an_event(start, length, more):
    narrow = Filters(start=start, end=date.fromordinal(start.toordinal() + length))
    wide = replace(
        narrow,
        start=date.fromordinal(start.toordinal() - more),
        end=date.fromordinal(start.toordinal() + length + more),
    )
    small, large = select(DATA, narrow), select(DATA, wide)
    assert {e.id for e in small.events} <= {e.id for e in large.events}
    assert small.certain <= large.certain
    assert small.certain <= {e.id for e in small.events}


def test_fold_drops_accents_and_case():
    assert fold("CÚCUTA, Nariño") == "cucuta, narino"
