"""Somebody's own table: which column is what, what other tools write, and what is asked."""

import pytest

from components.i18n import i18n_for
from components.i18n.names import say, say_together
from components.intake import ImportResult
from components.intake.columns import ColumnMap, preset_of, read_map
from components.intake.problems import Refusal
from components.intake.read import answered, mended_table, rows_to_mend, suggestions
from tests.support.data import DATA
from tests.support.opened import read_story
from tests.support.stories import own_tables
from tests.support.stories.uploads import book, fixture, table

EN, ES = i18n_for("en"), i18n_for("es")


def lines(intake: ImportResult) -> list[str]:
    return [say(p, EN).line for p in intake.problems]


def dates(intake: ImportResult) -> list[str]:
    assert intake.dataset is not None, lines(intake)
    return sorted(event.date for event in intake.dataset.events.values())


def test_what_the_tools_write_is_kept() -> None:
    """Their dates, titles, places, kinds and sources are among the golden outputs."""
    data = read_story(own_tables.timeline_js(), "t.csv").dataset
    assert "Trucks wait & people cross." in {e.summary for e in data.events.values()}
    listed = own_tables.zotero()
    told = preset_of(read_story(listed, "z.csv").sheets[0].header)
    data = read_story(listed, "z.csv", column_map=told).dataset
    report = next(s for s in data.sources.values() if s.title == "A report")
    assert report.csl()["author"] == [
        {"family": "Doe", "given": "Jane"}, {"literal": "Example Agency"}]  # fmt: skip


def test_where_a_column_has_days_first_and_months_first_it_is_asked_about() -> None:
    both = table(("date", "title"), [("23/02/2019", "a"), ("02/23/2019", "b"), ("05/03/2019", "c")])
    intake = read_story(both, "x.csv")
    assert [u.when for u in intake.undated] == ["05/03/2019"]
    assert intake.layout.doubts == ("order",)
    assert intake.layout.asked == (("05/03/2019", "2019-03-05", "2019-05-03"),)
    told = intake.layout.map.model_copy(update={"order": "month"})
    assert dates(read_story(both, "x.csv", column_map=told)) == [
        "2019-02-23", "2019-02-23", "2019-05-03"]  # fmt: skip


def test_the_number_of_a_row_is_kept_in_its_summary_and_is_no_claim() -> None:
    header = ("date", "title", "summary", "Muertos")
    rows = [("2019-02-23", "One", "A crowd.", "3"), ("2019-02-24", "Two", "", "unos 10"),
            ("2019-02-25", "Three", "A bridge.", "")]  # fmt: skip
    intake = read_story(table(header, rows), "x.csv")
    events = sorted(intake.dataset.events.values(), key=lambda event: event.date)
    assert [e.summary for e in events] == ["A crowd. – Muertos: 3", "Muertos: unos 10", "A bridge."]
    assert intake.dataset.claims == {}
    assert not any("Muertos" in line for line in lines(intake))


def test_a_column_of_texts_counts_nothing_whatever_it_is_called() -> None:
    rows = [
        ("2019-02-23", "Ana and Luis cross the bridge"),
        ("2019-02-24", "Two more of them walk"),
    ]
    layout = read_story(table(("date", "people"), rows), "x.csv").layout
    assert layout.map.columns == {"date": ("date",), "title": ("people",)}


def test_the_columns_of_nobody_are_guessed_from_what_stands_in_them() -> None:
    rows = [
        ("2019-02-23", "The bridge is closed to all", "7.89", "-72.5", "https://example.org/1"),
        ("2019-03-01", "Buses leave for the south", "7.81", "-72.44", "https://example.org/2"),
    ]
    intake = read_story(table(("c1", "c2", "c3", "c4", "c5"), rows), "x.csv")
    layout = intake.layout
    assert layout.doubts == ("columns",)
    assert layout.map.columns == {
        "date": ("c1",), "title": ("c2",), "lat": ("c3",), "lon": ("c4",),
        "url": ("c5",)}  # fmt: skip
    assert (layout.sure["date"], layout.sure["title"]) == ("likely", "doubtful")
    assert layout.examples["c2"] == ("The bridge is closed to all", "Buses leave for the south")
    assert dates(intake) == ["2019-02-23", "2019-03-01"]


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
    intake = read_story(content, "x.xlsx")
    assert intake.layout.doubts == ("sheet",)
    assert intake.layout.sheets == ("One", "Two")
    two = read_story(content, "x.xlsx", column_map=ColumnMap(sheet="Two"))
    assert [e.title for e in two.dataset.events.values()] == ["Two"]
    assert two.layout.doubts == ()


def test_a_row_of_names_that_was_chosen_is_taken() -> None:
    content = table(("date", "title"), [("when", "what"), ("2019-01", "A thing")])
    intake = read_story(content, "x.csv", column_map=ColumnMap(header=2))
    assert intake.layout.header == ("when", "what")
    assert dates(intake) == ["2019-01"]


def test_the_rows_to_mend_are_those_of_which_something_is_wrong() -> None:
    """What is shown of them all the same is among the golden outputs."""
    intake = read_story(fixture("parts.csv"), "x.csv")
    assert [row.place for row in intake.undated] == ["Ureña"]
    assert rows_to_mend(intake) == [3, 4, 5]


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


def test_the_same_problem_of_many_rows_is_one_line() -> None:
    rows = [(f"c. 2019-0{n}", "a title") for n in range(1, 7)]
    intake = read_story(table(("date", "title"), rows), "x.csv")
    said = [s.line for s in say_together(intake.problems, EN)]
    assert "x.csv, 6 rows: 2, 3, 4, 5, 6, 7, date: c. 2019-01 was read as 2019-01~." in said
    assert len(said) == 2


def test_a_table_is_mended_cell_by_cell() -> None:
    content = table(("date", "title"), [("2019", "a"), ("soon", "b,\n"), ("", "=c")])
    intake = read_story(content, "x.csv")
    made = mended_table(intake, {3: {0: "2019-02"}, 4: {0: "2019-03"}})
    again = read_story(made, "x-mended.csv")
    assert dates(again) == ["2019", "2019-02", "2019-03"]
    assert (again.undated, again.total.refused) == ((), 0)


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
    table = "Floods of 2024\n\ndate,title\n2024-05-01,The river rises\n"
    named = read_story(table.encode(), "x.csv")
    assert (named.dataset.title, named.layout.map.credit.title) == ("Floods of 2024",) * 2
    bare = table.partition("\n\n")[2].encode()
    untitled = read_story(bare, "x.csv")
    assert (untitled.dataset.title, untitled.layout.map.credit.title) == ("Untitled story", "")
    assert untitled.dataset.about.title_es == "Historia sin título"
    credit = untitled.layout.map.credit.model_copy(update={"title": "My floods"})
    answered = untitled.layout.map.model_copy(update={"credit": credit})
    assert read_story(bare, "x.csv", column_map=answered).dataset.title == "My floods"
