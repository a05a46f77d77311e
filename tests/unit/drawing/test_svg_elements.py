"""SVG elements: every value is escaped and short."""

import pytest

from components.drawing.scene import Bar, Paint, Sign
from components.drawing.svg import dark_rules, paint_shape
from components.drawing.svg_elements import tag


@pytest.mark.parametrize(
    ("element", "markup"),
    [
        pytest.param(tag("a", "<b>"), "<a>&lt;b&gt;</a>", id="text is escaped"),
        pytest.param(tag("a", tag("b")), "<a><b/></a>", id="markup is kept"),
        pytest.param(tag("a", data_id='"'), '<a data-id="&#34;"/>', id="a value is escaped"),
        pytest.param(tag("a", class_="c"), '<a class="c"/>', id="a last underscore is dropped"),
        pytest.param(tag("a", x=None), "<a/>", id="None leaves an attribute out"),
        pytest.param(tag("a", x=1.204), '<a x="1.2"/>', id="two decimals"),
        pytest.param(tag("a", x=-0.001), '<a x="0"/>', id="no negative zero"),
        pytest.param(tag("a", "x\x00\x1by"), "<a>xy</a>", id="what XML does not allow"),
    ],
)
def test_an_element_is_written_in_short_and_escaped(element, markup):
    assert str(element) == markup


def test_a_shape_in_the_colour_of_its_kind_is_marked_so():
    sign = Sign("circle", 0, 0, 5, Paint("#111111", "#222222"))
    assert 'class="tone-fill"' in paint_shape(sign, "#111111")
    assert 'class="tone-line"' in paint_shape(sign, "#222222")
    assert "class=" not in paint_shape(sign, "#333333")


def test_a_hatched_bar_has_lines_in_its_stroke_and_no_outline():
    bar = Bar((0, 0, 30, 10), Paint("#ffffff", "#222222"), hatched=True)
    body, _, lines = str(paint_shape(bar)).partition("/>")
    assert "stroke=" not in body
    assert 'fill="none"' in lines
    assert lines.count("M") > 3


def test_dark_rules_replace_each_light_colour():
    light = [Sign("circle", 0, 0, 5, Paint("#111111", "#222222"))]
    dark = [Sign("circle", 0, 0, 5, Paint("#eeeeee", "#dddddd"))]
    rules = dark_rules([(light, dark)], ".key ")
    assert rules == '.key [fill="#111111"]{fill:#eeeeee}.key [stroke="#222222"]{stroke:#dddddd}'


def test_drawings_that_differ_in_more_than_colours_have_no_dark_rules():
    light = [Sign("circle", 0, 0, 5, Paint("#111111"))]
    with pytest.raises(ValueError, match="more than their colours"):
        dark_rules([(light, [*light, *light])])
