"""A table is opened, asked once what its rows count, and its numbers are drawn on How many?."""

import pytest
from streamlit.testing.v1 import AppTest

from components.intake.sheet_models import ColumnMap, Credit
from components.presentation.pages import PAGES, page_script
from components.ui.row_number_form import NO_COLUMN, answer_number
from components.ui.session import STORY
from tests.support import apptest
from tests.support.stories.row_numbers import NUMBERED_TABLE
from tests.support.stories.uploads import GOOD, HEADER, table

QUESTION = {
    "en": "Is this the figure of each row? It is then drawn on How many?",
    "es": "¿Es esta la cifra de cada fila? Entonces se dibuja en ¿Cuántos?",
}
USE = {"en": "Use this", "es": "Usar esto"}
#: A table with a column of numbers whose name says nothing.
UNNAMED = table(
    ("date", "title", "m³"), [("2017-03-14", "Flood", "300"), ("2017-03-15", "More", "1200")]
)


def open_table(content: bytes, name: str, language: str = "en") -> AppTest:
    at = apptest.page_at("data", {"lang": language})
    at.file_uploader[0].upload(name, content).run()
    apptest.assert_sound(at)
    return at


def questions_of(at: AppTest, language: str = "en") -> list:
    return [box for box in at.selectbox if box.label == QUESTION[language]]


def press_use(at: AppTest, language: str = "en") -> AppTest:
    next(button for button in at.button if button.label == USE[language]).click()
    at.run()
    apptest.assert_sound(at)
    return at


def has_page(at: AppTest) -> bool:
    page = next(page for page in PAGES if page.slug == "figures")
    return page_script(page, at.session_state[STORY]) == page.file


def go_to_figures(at: AppTest) -> AppTest:
    at.switch_page("../../pages/figures.py").run()
    apptest.assert_sound(at)
    return at


@pytest.mark.parametrize("language", ["en", "es"])
def test_question_has_the_right_guess_first_and_draws_it_once_answered(language: str) -> None:
    at = open_table(UNNAMED, "floods.csv", language)
    (question,) = questions_of(at, language)
    assert question.value == "m³"
    assert not has_page(at)
    press_use(at, language)
    assert has_page(at)
    heading = {
        "en": "m³: 2 numbers, from 300 to 1,200",
        "es": "m³: 2 números, desde 300 hasta 1.200",
    }
    assert heading[language] in "\n".join(apptest.bodies(go_to_figures(at)))


def test_column_that_is_called_a_count_is_drawn_before_any_answer() -> None:
    at = open_table(NUMBERED_TABLE, "floods.csv")
    (question,) = questions_of(at)
    assert question.value == "number of people"
    assert has_page(at)


def test_what_is_counted_can_be_called_otherwise() -> None:
    at = open_table(UNNAMED, "floods.csv")
    (name,) = [field for field in at.text_input if field.label.startswith("Of what?")]
    assert name.value == "m³"
    name.set_value("water, in m³")
    press_use(at)
    assert "water, in m³: 2 numbers" in "\n".join(apptest.bodies(go_to_figures(at))).replace(
        "Water", "water"
    )


def test_answer_that_the_rows_count_nothing_leaves_no_page() -> None:
    at = open_table(NUMBERED_TABLE, "floods.csv")
    questions_of(at)[0].set_value(NO_COLUMN)
    at.run()
    press_use(at)
    assert not has_page(at)
    assert questions_of(at)[0].value == NO_COLUMN


def test_table_without_numbers_is_asked_nothing() -> None:
    assert not questions_of(open_table(table(HEADER, [GOOD]), "mine.csv"))


@pytest.mark.parametrize(
    ("header", "name", "counted"),
    [("m³", "m³", ""), ("m³", " water ", "water"), (NO_COLUMN, "water", "")],
    ids=["the header", "another name", "none"],
)
def test_answer_names_what_is_counted_only_where_the_header_does_not(header, name, counted) -> None:
    column_map = ColumnMap(columns={"date": ("d",), "title": ("t",), "number": ("old",)})
    answered = answer_number(column_map, header, name)
    assert answered.columns.get("number", ()) == ((header,) if header else ())
    assert answered.credit == Credit(number=counted, number_es=counted)
