"""A turned-back day and a voice left out: every page says so, and how much is hidden."""

from __future__ import annotations

from datetime import date

import pytest

from components.query.filters import Filters, select
from tests.support.apptest import FRAMED, found, words
from tests.support.cases import in_turn
from tests.support.data import DATA

DAY = date(2019, 2, 28)


@pytest.mark.parametrize(("slug", "language"), in_turn(FRAMED, ["en", "es"]))
def test_every_page_says_that_it_is_turned_back_and_how_much_is_hidden(opened, slug, language):
    at = opened(slug, {"known": DAY.isoformat(), "lang": language})
    (notice,) = found(at, "hidden-notice")
    shown = select(DATA, Filters(published_by=DAY))
    assert "28 February 2019" in words(notice) or "28 de febrero de 2019" in words(notice)
    for number in (shown.hidden_events, shown.events_total, shown.hidden_claims):
        assert str(number) in words(notice)


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
