"""The shapes and colours of kinds: each is an entry of a table that everything takes them from."""

import pytest
from plotly.graph_objs import scatter
from pydantic import ValidationError

from components.mark_styles import KIND_COLOURS, KIND_SHAPES, SHAPES
from components.story.models import Category
from tests.support.server import ROOT


@pytest.mark.parametrize("shape_id", [shape_id for shape_id in SHAPES if shape_id != "circle"])
def test_every_shape_is_about_as_large_as_its_circle(shape_id):
    """Else a kind would look more important than another."""
    reach = max(max(abs(x), abs(y)) for x, y in SHAPES[shape_id].corners)
    assert 0.9 <= reach <= 1.5


@pytest.mark.parametrize("shape_id", SHAPES)
def test_plotly_knows_every_shape(shape_id):
    """A name that it does not know would be drawn as a circle."""
    symbol = SHAPES[shape_id].plotly_symbol
    assert scatter.Marker(symbol=symbol).symbol == symbol


def test_shapes_can_be_told_apart_in_texts_and_drawings():
    assert len({shape.character for shape in SHAPES.values()}) == len(SHAPES)
    assert len({shape.plotly_symbol for shape in SHAPES.values()}) == len(SHAPES)
    assert len({tuple(shape.corners) for shape in SHAPES.values()}) == len(SHAPES)


@pytest.mark.parametrize("shape_id", KIND_SHAPES)
def test_a_kind_may_have_each_shape(shape_id):
    assert Category(id="a", name="A", name_es="A", symbol=shape_id).symbol == shape_id


@pytest.mark.parametrize("shape_id", sorted({*SHAPES, "pyramid"} - {*KIND_SHAPES}))
def test_a_kind_may_have_no_shape_that_is_for_populations_or_unknown(shape_id):
    """In How many? a pentagon is a population: it must not mean a kind of event elsewhere."""
    with pytest.raises(ValidationError, match="Input should be 'square'"):
        Category(id="a", name="A", name_es="A", symbol=shape_id)


def test_a_kind_has_a_colour_of_the_table_by_its_number_from_1():
    last = len(KIND_COLOURS)
    assert Category(id="a", name="A", name_es="A", colour=last).colour == last
    for number in (0, last + 1):
        with pytest.raises(ValidationError):
            Category(id="a", name="A", name_es="A", colour=number)


def test_the_example_names_every_shape_of_kinds():
    readme = (ROOT / "components/intake/example/story/README.md").read_text("utf-8")
    listed = readme.partition("a shape (")[2].partition(")")[0]
    names = listed.replace(" or", ",").replace("\n", " ").split(",")
    assert [name.strip() for name in names] == [*KIND_SHAPES]


@pytest.mark.parametrize(
    "page", ["CONTRIBUTING.md", "data/README.md", "components/intake/example/story/README.md"]
)
def test_each_page_says_how_many_colours_there_are(page):
    assert f"(1 to {len(KIND_COLOURS)})" in (ROOT / page).read_text("utf-8")
