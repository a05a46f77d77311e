"""A turned-back day and a voice left out: every page says so, and how much is hidden."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from components.domain.views.filters import Filters, select
from tests.support.apptest import DATA, FRAMED, found, words
from tests.support.cases import in_turn

DAY = date(2019, 2, 28)


@pytest.mark.parametrize(("slug", "language"), in_turn(FRAMED, ["en", "es"]))
def test_every_page_says_that_it_is_turned_back_and_how_much_is_hidden(opened, slug, language):
    at = opened(slug, {"known": DAY.isoformat(), "lang": language})
    (notice,) = found(at, "hidden-notice")
    shown = select(DATA, Filters(published_by=DAY))
    assert "28 February 2019" in words(notice) or "28 de febrero de 2019" in words(notice)
    for number in (shown.hidden_events, shown.events_total, shown.hidden_claims):
        assert str(number) in words(notice)


def test_turning_back_hides_exactly_what_had_not_been_published():
    shown = select(DATA, Filters(published_by=DAY))
    published = {
        record
        for record in DATA.events
        if any(
            DATA.sources[c.source_id].custom.issued_edtf <= DAY.isoformat()
            and "/" not in DATA.sources[c.source_id].custom.issued_edtf
            for c in DATA.citations_of(record)
        )
    }
    assert {event.id for event in shown.events} == published
    assert shown.hidden_events == len(DATA.events) - len(published)


def test_a_later_day_never_knows_less():
    days = [date(2019, 1, 31), date(2019, 2, 28), date(2019, 3, 31), date(2019, 5, 31)]
    known = [{e.id for e in select(DATA, Filters(published_by=day)).events} for day in days]
    assert all(one <= other for one, other in pairwise(known))


def test_a_voice_left_out_is_named_with_what_goes_and_can_be_heard_again(opened):
    at = opened("", {"without": "colombian-state"})
    (notice,) = found(at, "hidden-notice")
    everything, rest = (
        select(DATA, Filters()),
        select(DATA, Filters(excluded_voices=("colombian-state",))),
    )
    assert "Colombian state" in words(notice)
    assert f"{len(everything.claims) - len(rest.claims)} claims" in words(notice)
    at.button(key="voices-on").click().run()
    assert found(at, "hidden-notice") == []
    assert dict(at.query_params) == {}


def test_leaving_a_voice_out_never_adds_anything():
    for voice in {source.custom.voice for source in DATA.sources.values()}:
        rest = select(DATA, Filters(excluded_voices=(voice,)))
        assert {e.id for e in rest.events} <= set(DATA.events)
        claimants = {DATA.claimants[c.claimant_id].voice for c in rest.claims}
        assert voice not in claimants
