"""Dates of any year, in the address of every page and in opened stories."""

from itertools import cycle

import pytest

from tests.app.stories.test_own_story import go, opened, said
from tests.support.apptest import assert_sound, found, line_of, page_at, text_of, words
from tests.support.cases import FRAMED, SLUGS
from tests.support.stories.uploads import HEADER, table

# An address, and what its notice says of each value that lies too far off.
ADDRESSES: tuple[tuple[dict[str, str], tuple[str, ...]], ...] = (
    ({"from": "0001-01-01", "to": "9999-12-31"},
     ("from: 0001-01-01 lies outside this story; 2017-12-31 is used.",
      "to: 9999-12-31 lies outside this story; 2020-05-31 is used.")),
    ({"from": "-9999-01-01", "to": "-0043-03-15"},
     ("from: -9999-01-01 lies outside", "to: -0043-03-15 lies outside")),
    ({"from": "2019-11-01"}, ()),
    ({"to": "2018-11-01"}, ()),
    # Before the first source was published.
    ({"known": "2018-12-31"}, ("known: 2018-12-31 lies outside this story; 2019-01-22 is used.",)),
    ({"known": "9999-12-31"}, ()),
    ({"from": "-0000-01-01"}, ("from: “-0000-01-01” is not a date.",)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "params", "starts"),
    [(slug, *address) for slug, address in zip(FRAMED, cycle(ADDRESSES), strict=False)],
    ids=[slug or "overview" for slug in FRAMED],
)
def test_page_opens_at_any_date_and_lists_dates_it_cannot_use(slug, params, starts):
    at = page_at(slug, params)
    assert_sound(at)
    lines = [words(item) for notice in found(at, "notices") for item in notice.findall(".//li")]
    for line, start in zip(lines, starts, strict=True):
        assert line.startswith(start)
    assert len(found(at, "foot")) == 1


STORIES = {
    "before our era": ["-0499", "-0043-03-15", "-0043-03-15/-0043-03-17", "-0004-02-29"],
    "all that there is": ["-9999-01-01", "9999-12-31"],
    "open ends": ["../-0043", "-0043/..", "../9999-12-31", "0001-01-01/.."],
}


def story(days: list[str]) -> bytes:
    row = ("Rome", 41.9, 12.5, "Livy", "https://example.org/a")
    return table(HEADER, [(day, f"Event {index}", *row) for index, day in enumerate(days)])


@pytest.mark.parametrize("name", STORIES)
def test_story_of_any_time_is_shown_filtered_and_closed(name):
    at = opened(story(STORIES[name]), "mine.csv")
    for slug in SLUGS:
        text = said(go(at, slug))
        if slug == "timeline":
            assert all(f"Event {number}" in text for number in range(len(STORIES[name])))
    at.query_params["from"] = "-0043-03-01"
    at.query_params["to"] = "9999-12-31"
    for slug in SLUGS:
        go(at, slug)
    go(at, "data")
    at.button(key="open-story-close").click().run()
    assert "Event 0" not in said(go(at, "timeline"))


def test_date_before_year_1_is_accepted_and_an_invalid_one_named():
    at = opened(story(["-0043-03-15", "0000", "0014-08-19", "2019-02-23"]), "mine.csv")
    at.query_params["from"] = "0000-01-01"
    go(at, "map")
    assert '<input name="from" type="text" pattern=' in line_of(at)["line"]
    assert "3 of 4 events" in said(at)
    at.query_params["from"] = "the Ides"
    at.run()
    assert_sound(at)
    assert "from: “the Ides” is not a date" in text_of(at, "notices")
