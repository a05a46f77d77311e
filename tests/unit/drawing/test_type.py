"""Texts in the fonts of still pictures: what is cut, wrapped and replaced."""

import pytest

from components.drawing.fonts import make_printable, measure_text, shorten_text, wrap_text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        pytest.param("Cúcuta", "Cúcuta", id="an accent"),
        pytest.param("e\u0301\u0302\u0303\u0304", "é\u0302\u0303", id="more than two marks"),
        pytest.param("a\u200db", "ab", id="a joiner"),
        pytest.param("a\u2003b", "a b", id="a wide space"),
        pytest.param("国\u0301", "■", id="a letter that no font has, and its mark"),
        pytest.param("◇ NPR", "◊ NPR", id="the sign of an outside source"),
        pytest.param("a\tb\nc", "a\tb\nc", id="tab and line feed"),
    ],
)
def test_a_text_has_only_characters_of_the_fonts(text, printed):
    assert make_printable(text) == printed


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (1000, "The house of the rising sun"),
        (130, "The house of the rising…"),
        (110, "The house…"),
        (20, ""),
    ],
    ids=["it fits", "a word is cut", "no short words at the cut", "hardly a word fits"],
)
def test_a_line_is_cut_after_a_long_word(width, line):
    assert shorten_text("The house of the rising sun", width, 12) == line


def test_a_wrapped_text_keeps_its_words_and_width():
    text = "The bridge was closed by the guard on the twenty-second of February"
    lines = wrap_text(text, 120, 12)
    assert " ".join(lines) == text
    assert max(measure_text(line, 12) for line in lines) <= 120


def test_a_line_does_not_break_at_a_no_break_space():
    assert wrap_text("22\u00a0February 2019", 10, 12) == ["22\u00a0February", "2019"]
