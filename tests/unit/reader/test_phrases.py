"""Dates as people write them: read where they are clear, offered or left where they are not."""

from __future__ import annotations

import pytest

from components.intake.values import Ways, order_of, read_when

READ = {
    "finales de abril de 2019": "2019-04-21~/2019-04-30",
    "principios de marzo de 2019": "2019-03-01/2019-03-10~",
    "a mediados de mayo de 2019": "2019-05-11~/2019-05-20~",
    "late February 2020": "2020-02-21~/2020-02-29",
    "early 2019": "2019-01/2019-04~",
    "mid-2019": "2019-05~/2019-08~",
    "c. 2019-02": "2019-02~",
    "ca. 1850": "1850~",
    "hacia mayo de 2019": "2019-05~",
    "about 3 March 2019": "2019-03-03~",
    "3 March 2019?": "2019-03-03?",
    "probablemente 3 de marzo de 2019": "2019-03-03?",
    "between 11 and 28 May 2019": "2019-05-11/2019-05-28",
    "entre el 11 y el 28 de mayo de 2019": "2019-05-11/2019-05-28",
    "del 28 de abril al 3 de mayo de 2019": "2019-04-28/2019-05-03",
    "2019-05-11 to 2019-05-28": "2019-05-11/2019-05-28",
    "11–28 May 2019": "2019-05-11/2019-05-28",
    "11-28 de mayo de 2019": "2019-05-11/2019-05-28",
    "May 11-28, 2019": "2019-05-11/2019-05-28",
    "May 11 – June 3, 2019": "2019-05-11/2019-06-03",
    "May 11 – 28, 2019": "2019-05-11/2019-05-28",
    "31/12/2018 – 02/01/2019": "2018-12-31/2019-01-02",
    "sábado, 23 de febrero de 2019": "2019-02-23",
    "Saturday 23 February 2019": "2019-02-23",
    "23/02/2019 6:30:00 p. m.": "2019-02-23",
    "23 February 2019[1][a]": "2019-02-23",
}
NOT_READ = {
    "last week": "date_unknown",
    "late": "date_unknown",
    "summer 2019": "date_unknown",
    "from 28 May to 11 May 2019": "date_unknown",
    "31 February 2019": "date_impossible",
    "early 2019-05-01": "date_unknown",
    "before 2019": "date_unknown",
    "11 and 12 and 13 May 2019": "date_unknown",
    "c. 2019-01/2019-02": "date_unknown",
    "40 May": "date_unknown",
    "x" * 5000: "date_unknown",
    "11 - " * 4000: "date_unknown",
}


@pytest.mark.parametrize("text", READ)
def test_a_date_in_words_that_is_clear_is_read(text: str) -> None:
    assert read_when(text, Ways("day")).text == READ[text]


@pytest.mark.parametrize("text", NOT_READ, ids=lambda text: text[:30])
def test_a_date_in_words_that_is_not_clear_is_not_read(text: str) -> None:
    found = read_when(text, Ways("day"))
    assert (found.text, found.code) == ("", NOT_READ[text])


def test_a_number_over_twelve_settles_a_column_and_two_kinds_settle_nothing() -> None:
    assert order_of(["05/03/2019", "23/02/2019"]).order == "day"
    assert order_of(["05/03/2019", "02/23/2019 10:00"]).order == "month"
    assert order_of(["02/23/2019", "23/02/2019"]).order == ""
    undecided = order_of(["05/03/2019", "03/03/2019", "2019-05-06", "7/8/19"])
    assert (undecided.order, undecided.doubtful) == ("", ("05/03/2019", "7/8/19"))
    assert order_of(["99/99/2019", "13/13/2019", "x"]).order == ""
