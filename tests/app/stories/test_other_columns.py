"""What no field takes of an opened table: in its record on the page, found, and asked about."""

import pytest

from tests.app.stories.test_own_story import click, go, opened, said, story_of
from tests.support import apptest
from tests.support.stories.uploads import table

HEADER = ("date", "title", "weapon", "internal notes", "video")
ROWS = [
    ("2019-03-01", "A raid", "<b>rifle</b>", "of our witness", "https://example.org/v"),
    ("2019-03-02", "A march", "", "", ""),
]


@pytest.mark.parametrize(("language", "title"), [("en", "Other columns"), ("es", "Otras columnas")])
def test_record_of_an_opened_row_shows_its_other_columns(language, title):
    at = opened(table(HEADER, ROWS), "mine.csv")
    raid = next(
        event.id for event in story_of(at).dataset.events.values() if event.title == "A raid"
    )
    at.query_params["lang"] = language
    at.query_params["event"] = raid
    (pairs,) = apptest.found(go(at, "timeline"), "other-columns")
    assert [apptest.words(part) for part in pairs][:2] == ["weapon", "<b>rifle</b>"]
    assert [link.get("href") for link in pairs.iterfind(".//a")] == ["https://example.org/v"]
    assert title in said(at)
    assert "of our witness" not in said(at)


def test_search_finds_an_event_by_another_column():
    at = opened(table(HEADER, ROWS), "mine.csv")
    at.query_params["q"] = "rifle"
    assert "1 of 2 events" in said(go(at, "timeline"))


def test_years_with_a_minus_are_asked_about_once_and_read_as_answered():
    at = opened(table(("title", "year"), [("Marathon", "-490"), ("Philippi", "-42")]), "mine.csv")
    assert "Not open yet" in apptest.text_of(at, "intake-report")
    (question,) = [one for one in at.radio if one.label.startswith("How does your table count")]
    assert question.options == [
        "Without a year 0, as people do",
        "With a year 0, as astronomers do",
    ]
    question.set_value("astronomical").run()
    click(at, label="Open with this")
    dates = sorted(event.date for event in story_of(at).dataset.events.values())
    assert dates == ["-0042", "-0490"]
