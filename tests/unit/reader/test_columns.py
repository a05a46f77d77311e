"""Somebody's own table: which column is what, what other tools write, and what is asked."""

import pytest

from components.i18n import i18n_for
from components.i18n.names import say
from components.intake import ImportResult
from components.intake.columns import ColumnMap, read_map
from components.intake.problems import Refusal
from components.intake.read import answered, suggestions
from tests.support.data import DATA
from tests.support.stories.uploads import book, fixture, read_story, table

EN, ES = i18n_for("en"), i18n_for("es")


def lines(intake: ImportResult) -> list[str]:
    return [say(p, EN).line for p in intake.problems]


def dates(intake: ImportResult) -> list[str]:
    assert intake.dataset is not None, lines(intake)
    return sorted(event.date for event in intake.dataset.events.values())


def test_where_a_column_has_days_first_and_months_first_it_is_asked_about() -> None:
    both = fixture("days_and_months_first.csv")
    told = read_story(both, "x.csv").layout.map.model_copy(update={"order": "month"})
    assert dates(read_story(both, "x.csv", column_map=told)) == [
        "2019-02-23", "2019-02-23", "2019-05-03"]  # fmt: skip


def test_a_saved_map_opens_the_next_export_and_says_where_it_does_not_fit() -> None:
    first = table(("c1", "c2"), [("05/03/2019", "One thing happened here")])
    layout = read_story(first, "x.csv").layout
    told = layout.map.model_copy(update={"order": "day"})
    kept = read_map(told.written(), "x-columns.json")
    assert kept == told
    following = table(("extra", "C2", "c1"), [("x", "Another thing", "06/04/2019")])
    intake = read_story(following, "y.csv", column_map=kept)
    assert dates(intake) == ["2019-04-06"]
    assert intake.layout.doubts == ()
    other = table(("date", "title"), [("2019", "a")])
    intake = read_story(other, "z.csv", column_map=kept)
    assert "map" in intake.layout.doubts
    assert any("does not fit this table; its columns are: date, title" in x for x in lines(intake))


@pytest.mark.parametrize(
    "content",
    [b"{}x", b'{"kind": "other"}', b'{"kind": "column-map", "columns": {"mood": "a"}}', b"\xff",
     b'{"kind": "column-map", "order": "week"}', b"[" * 100_000, b" " * 2_000_000,
     b'{"kind": "column-map", "answers": {"x": "2019-99"}}'],
)  # fmt: skip
def test_what_is_no_map_is_refused(content: bytes) -> None:
    with pytest.raises(Refusal):
        read_map(content)


def test_several_sheets_are_asked_about() -> None:
    content = book({name: [["date", "title"], ["2019", name]] for name in ("One", "Two")})
    assert read_story(content, "x.xlsx").layout.doubts == ("sheet",)
    two = read_story(content, "x.xlsx", column_map=ColumnMap(sheet="Two"))
    assert [e.title for e in two.dataset.events.values()] == ["Two"]
    assert two.layout.doubts == ()


def test_a_row_of_names_that_was_chosen_is_taken() -> None:
    content = table(("date", "title"), [("when", "what"), ("2019-01", "A thing")])
    intake = read_story(content, "x.csv", column_map=ColumnMap(header=2))
    assert intake.layout.header == ("when", "what")
    assert dates(intake) == ["2019-01"]


def test_what_dates_may_mean_is_offered_for_all_rows_at_once() -> None:
    rows = [("43526", "a"), ("43527", "b"), ("02/03/19", "c"), ("2019-05-01", "d"), ("11 May", "e"),
            ("23/02/2019", "f")]  # fmt: skip
    content = table(("date", "title"), rows)
    intake = read_story(content, "x.csv")
    offered = {s.code: s for s in suggestions(intake)}
    assert offered["date_serial"].answers == {"43526": "2019-03-02", "43527": "2019-03-03"}
    assert offered["date_means"].answers == {"11 May": "2019-05-11"}
    assert offered["date_short_year"].answers == {"02/03/19": "2019-03-02"}
    told = intake.layout.map
    for found in offered.values():
        told = answered(told, found)
    again = read_story(content, "x.csv", column_map=told)
    assert again.undated == ()
    assert dates(again) == ["2019-02-23", "2019-03-02", "2019-03-02", "2019-03-03", "2019-05-01",
                            "2019-05-11"]  # fmt: skip


def test_our_own_table_of_events_opens_with_its_sources() -> None:
    from components.export.view_files import file_bytes
    from components.query.view import View

    intake = read_story(file_bytes("events.csv", View(), "en"), "events.csv")
    ours, data = DATA, intake.dataset
    assert set(data.events) == set(ours.events)
    for key in ours.events:
        cited = {(c.source_id, c.locator, c.role) for c in ours.citations_of(key)}
        assert {(c.source_id, c.locator, c.role) for c in data.citations_of(key)} == cited
    for key, found in data.sources.items():
        assert found.title == key or ours.sources[key].custom.short.startswith(found.title)
    assert sum(found.title == key for key, found in data.sources.items()) < 5


def test_a_story_is_called_by_the_text_above_its_table_and_never_by_its_file() -> None:
    table = fixture("title_above.csv")
    named = read_story(table, "x.csv")
    assert (named.dataset.title, named.layout.map.credit.title) == ("Floods of 2024",) * 2
    bare = table.partition(b"\n\n")[2]
    untitled = read_story(bare, "x.csv")
    assert (untitled.dataset.title, untitled.layout.map.credit.title) == ("Untitled story", "")
    assert untitled.dataset.about.title_es == "Historia sin título"
    credit = untitled.layout.map.credit.model_copy(update={"title": "My floods"})
    answered = untitled.layout.map.model_copy(update={"credit": credit})
    assert read_story(bare, "x.csv", column_map=answered).dataset.title == "My floods"
