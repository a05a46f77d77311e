"""Years with a minus are asked about once for their column, and read as somebody answers."""

import pytest

from components.intake.layouts import detect_layout
from components.intake.read import read_together
from components.intake.sheet_models import ColumnMap, MinusReadings, Sheet
from components.intake.table_dates import find_minus_years

TABLES = {
    "years": "title,year\nA,-1200\nB,-450\n",
    "years among days": "title,date\nA,-1200\nB,1883-11-17\n",
    "a real minus": "title,year\nA,\u2212450\nB,12\n",
    "year and month": "title,year,month\nA,-1200,5\nB,-450,\n",
    "last years": "title,date,end\nA,-0500,-450\n",
}
NOT_ASKED = {
    "EDTF's own": "title,date\nA,-0450\nB,-0043-03-15\n",
    "in words": "title,date\nA,44 BC\nB,44 a. C.\n",
    "of our era": "title,year\nA,12\nB,1200\n",
    "TimelineJS": "Year,Month,Day,Time,End Year,End Month,End Day,End Time,Display Date,Headline,"
    "Text,Media,Media Credit,Media Caption,Media Thumbnail,Type,Group,Background\n"
    "-450,,,,,,,,,A,,,,,,,,\n",
}


def layout_of(text: str, given: ColumnMap | None = None):
    header, *rows = (tuple(line.split(",")) for line in text.splitlines())
    sheet = Sheet("x.csv", header, tuple(enumerate(rows, start=2)))
    return detect_layout([sheet], given)[1]


def dates_of(text: str, minus: str) -> list[str]:
    column_map = layout_of(text).column_map.model_copy(update={"minus": minus})
    dataset = read_together([("x.csv", text.encode())], column_map=column_map).dataset
    return sorted(event.date for event in dataset.events.values()) if dataset else []


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_column_of_years_with_a_minus_is_one_question(text):
    layout = layout_of(text)
    assert "minus" in layout.doubts
    assert layout.minus_years


@pytest.mark.parametrize("text", NOT_ASKED.values(), ids=NOT_ASKED)
def test_years_that_can_be_read_in_one_way_are_not_asked_about(text):
    assert "minus" not in layout_of(text).doubts


@pytest.mark.parametrize("minus", ["historical", "astronomical"])
def test_answer_settles_the_question(minus):
    layout = layout_of(TABLES["years"])
    answered = layout.column_map.model_copy(update={"minus": minus})
    assert "minus" not in layout_of(TABLES["years"], answered).doubts


def test_question_shows_three_years_as_each_choice_reads_them():
    found = find_minus_years(["-1200", "44", "-450", "-1200", "-0032", "\u22127", "-3"])
    assert found == (
        MinusReadings("-1200", "-1199", "-1200"),
        MinusReadings("-450", "-0449", "-0450"),
        MinusReadings("\u22127", "-0006", "-0007"),
    )


@pytest.mark.parametrize(
    ("name", "minus", "dates"),
    [
        ("years", "historical", ["-0449", "-1199"]),
        ("years", "astronomical", ["-0450", "-1200"]),
        ("years", "", []),
        ("years among days", "historical", ["-1199", "1883-11-17"]),
        ("years among days", "astronomical", ["-1200", "1883-11-17"]),
        ("a real minus", "astronomical", ["-0450", "0012"]),
        ("year and month", "historical", ["-0449", "-1199-05"]),
        ("year and month", "astronomical", ["-0450", "-1200-05"]),
        ("last years", "astronomical", ["-0500/-0450"]),
    ],
    ids=lambda value: str(value),
)
def test_years_are_read_as_somebody_answers(name, minus, dates):
    assert dates_of(TABLES[name], minus) == dates


def test_without_an_answer_each_row_is_offered_what_most_people_mean():
    result = read_together([("x.csv", TABLES["years"].encode())])
    offered = {problem.value: problem.params["means"] for problem in result.of_level("undated")}
    assert offered == {"-1200": "-1199", "-450": "-0449"}


def test_answer_is_saved_with_the_columns():
    assert b'"minus": "astronomical"' in ColumnMap(minus="astronomical").to_json()
