"""Check a figure: a figure typed anew is read anew, and what is mended holds until then."""

import pytest
from playwright.sync_api import expect

from tests.support.browse import expect_state, visit

FIRST_SENTENCE = "more than 1,400 had arrived by April"
NUMBER_FIELD = "A sentence with a figure, or a number"


def check_sentence(page, text):
    field = page.get_by_label(NUMBER_FIELD)
    field.fill(text)
    field.press("Enter")


@pytest.fixture
def checked(desk, server):
    """The form, after a first sentence was read."""
    visit(desk, server, "figures", {"lang": "en"})
    desk.locator(".check-form summary").first.click()
    check_sentence(desk, FIRST_SENTENCE)
    expect(desk.get_by_label("Day")).to_have_value("2019-04-30")
    return desk


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("567 had arrived by 1 March 2019", "Compared: 567, Arrived in Colombia, 1 March 2019."),
        ("567", "Compared: 567."),
        (
            "567 habían llegado hasta marzo",
            "Compared: 567, Arrived in Colombia, by the end of March 2019.",
        ),
        ("between 300 and 400 relatives", "Compared: 300 to 400, Relatives in Colombia"),
    ],
    ids=["sentence", "number", "language", "range"],
)
def test_second_figure_keeps_no_part_of_the_first(checked, text, compared):
    check_sentence(checked, text)
    expect(checked.locator(".check [role=status]")).to_contain_text(compared)
    expect_state(checked, lang="en", check=text, said=None, check_day=None, measure=None)


def test_part_that_is_mended_holds_until_another_sentence(checked):
    checked.get_by_label("Day").select_option("2019-02-27")
    checked.get_by_role("button", name="Compare").click()
    expect_state(checked, check=FIRST_SENTENCE, check_day="2019-02-27", said=None, measure=None)
    check_sentence(checked, "567 had arrived")
    expect(checked.locator(".check [role=status]")).to_contain_text(
        "Compared: 567, Arrived in Colombia."
    )


def test_part_that_is_taken_out_of_a_sentence_leaves_the_others(checked):
    checked.get_by_label("Day").select_option("")
    checked.get_by_role("button", name="Compare").click()
    expect_state(checked, check="1,400", check_day=None, said="more_than", measure="arrivals")


def test_back_shows_the_first_sentence_as_it_was_read(checked):
    check_sentence(checked, "567 had arrived by 1 March 2019")
    expect(checked.get_by_label("Day")).to_have_value("2019-03-01")
    checked.go_back()
    expect(checked.get_by_label("Day")).to_have_value("2019-04-30")
    expect(checked.get_by_label("How it was said")).to_have_value("more_than")
    check_sentence(checked, "415 in Oriente")
    expect(checked.locator(".check [role=status]")).to_contain_text("Compared: 415, Oriente (")


def test_choice_beside_an_open_check_is_no_wider_than_a_name(checked):
    choice = checked.get_by_label("Who said it")
    assert choice.bounding_box()["width"] < 400


def test_second_figure_is_read_anew_without_scripts(tab, server):
    page = tab(java_script_enabled=False)
    page.goto(f"{server}/figures?lang=en&check=more+than+1,400+had+arrived+by+April")
    check_sentence(page, "567 had arrived by 1 March 2019")
    page.wait_for_url("**former=**")
    answer = page.locator(".check [role=status]")
    expect(answer).to_have_text("Compared: 567, Arrived in Colombia, 1 March 2019.")
