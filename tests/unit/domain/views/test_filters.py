"""Filters: each alone, together, and what an empty result offers."""

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from components.query.filters import Filters, relaxed_counts, select
from components.story.texts import fold
from tests.support.stories.small import small_dataset

DATA = small_dataset()


def test_without_the_reports_a_date_falls_back_to_what_the_documents_say():
    one_day = {"start": date(2019, 1, 21), "end": date(2019, 1, 21)}
    assert select(DATA, Filters(**one_day)).certain == {"ev-rising"}
    alone = select(DATA, Filters(**one_day, documents_only=True))
    assert [e.id for e in alone.events] == ["ev-rising"]
    assert alone.certain == frozenset()


def test_an_empty_result_names_the_filter_to_lift_and_what_it_would_give():
    filters = Filters(regions=("guajira",), text="aid", start=date(2019, 2, 1))
    assert select(DATA, filters).events == ()
    assert relaxed_counts(DATA, filters) == (("regions", 1), ("dates", 0), ("text", 0))


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
