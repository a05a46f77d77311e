"""Timelines of Markwhen: which text is one, and what its lines mean."""

import pytest

from components.intake.files import Record
from components.intake.markwhen import looks_like_markwhen, read_markwhen
from components.intake.problems import Notes, Refusal
from tests.support.stories.uploads import read_story


def records_of(text: str) -> list[Record]:
    sheet = read_markwhen(text.encode(), "x.mw", Notes())
    return [dict(zip(sheet.header, cells, strict=True)) for _, cells in sheet.rows]


DAYS = {
    "a day": ("2019-02-23: A", "2019-02-23", ""),
    "a month": ("2019-02: A", "2019-02", ""),
    "a year": ("2019: A", "2019", ""),
    "a time": ("2019-02-23T18:07: A", "2019-02-23T18:07", ""),
    "a slash": ("2019-02-23/2019-02-25: A", "2019-02-23", "2019-02-25"),
    "a dash": ("2019-02-23 - 2019-02-25: A", "2019-02-23", "2019-02-25"),
    "to": ("4 May 1936 to 6 May 1936: A", "4 May 1936", "6 May 1936"),
    "months first": ("05/03/1936: A", "1936-05-03", ""),
    "a month with a slash": ("05/1936 - 07/1936: A", "1936-05", "1936-07"),
    "so many days": ("1936-05-10 / 3 days: A", "1936-05-10", "1936-05-12"),
    "until now": ("2019-02-23 / now: A", "2019-02-23/..", ""),
    "a mark of a list": ("- 2019-02-23: A", "2019-02-23", ""),
}


@pytest.mark.parametrize(("line", "date", "end"), DAYS.values(), ids=DAYS)
def test_line_begins_with_the_days_of_its_event(line: str, date: str, end: str) -> None:
    (record,) = records_of(line)
    assert (record["date"], record.get("end", ""), record["title"]) == (date, end, "A")


def test_days_are_first_where_the_head_of_the_file_says_so() -> None:
    (record,) = records_of("dateFormat: d/M/y\n\n05/03/1936: A")
    assert record["date"] == "1936-03-05"


def test_repetition_stays_in_the_text() -> None:
    (record,) = records_of("2019-02-23 every 2 weeks for 4 times: A")
    assert (record["date"], record["summary"]) == ("2019-02-23", "every 2 weeks for 4 times")


def test_kind_is_the_first_tag_else_the_section() -> None:
    records = records_of("# Harbour\n2019: A #strike #mill\n2020: B")
    assert [record.get("category", "") for record in records] == ["strike", "Harbour"]
    assert [record["section"] for record in records] == ["Harbour", ""]
    assert records[0]["tags"] == "strike; mill"


def test_sections_alone_are_kinds() -> None:
    records = records_of("# Harbour\n2019: A\n## Docks\n2020: B\n# Mill\n2021: C")
    assert [record["category"] for record in records] == ["Harbour", "Docks", "Mill"]


def test_text_and_links_below_a_line_are_of_its_event() -> None:
    (record,) = records_of(
        "2019: A [the mayor](https://example.org/a) left\n\nNote: see https://example.org/b\n// no"
    )
    assert record["title"] == "A the mayor left"
    assert record["summary"] == "Note: see https://example.org/b"
    assert record["url"] == "https://example.org/a https://example.org/b"


def test_property_of_an_event_fills_its_field() -> None:
    (record,) = records_of("2019: A\nplace: Oldmill\nText.\nplace: no property")
    assert (record["place"], record["summary"]) == ("Oldmill", "Text.\nplace: no property")


TEXTS = {
    "an event": ("2019: A", True),
    "a head": ("title: A\n2019: B", True),
    "a heading": ("# A\n2019: B", True),
    "a head alone": ("title: A\nwords", False),
    "a table": ("date,title\n2019-02-23,A: b", False),
    "a table of tabs": ("date\ttitle\n2019-02-23\t2019: A", False),
    "prose": ("A letter\n2019: B", False),
}


@pytest.mark.parametrize(("text", "is_timeline"), TEXTS.values(), ids=TEXTS)
def test_text_is_a_timeline_by_its_first_line_and_an_event(text: str, is_timeline: bool) -> None:
    assert looks_like_markwhen(text.encode()) is is_timeline


def test_head_names_the_story_and_problems_name_the_line() -> None:
    intake = read_story(b"title: The strike\n\n1936-02-30: A\n1936: B", "x.mw")
    assert intake.dataset
    assert intake.dataset.title == "The strike"
    assert [undated.row for undated in intake.undated] == []
    assert [event.title for event in intake.dataset.events.values()] == ["B"]


def test_markdown_without_dates_is_a_document() -> None:
    (problem,) = read_story(b"# A\n\nWords.", "x.md").problems
    assert problem.code == "kind_document"


def test_timeline_without_events_is_refused() -> None:
    with pytest.raises(Refusal):
        read_markwhen(b"title: A", "x.mw", Notes())
