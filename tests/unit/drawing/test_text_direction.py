"""Texts that run right to left: their direction and isolation, and how painters show them."""

import pytest
from lxml import etree
from pydeck.bindings.json_tools import default_serialize

from components.drawing import fonts
from components.drawing.deck import _build_layers
from components.drawing.fonts import (
    lacks_letters,
    make_printable,
    measure_text,
    outline_text,
    shorten_text,
    wrap_text,
)
from components.drawing.palette import MAP_PALETTES, PALETTES
from components.drawing.plotly import timeline_figure
from components.drawing.scene import Mark, Scene, Text
from components.drawing.svg import paint
from components.drawing.text_direction import (
    isolate_lines,
    isolate_text,
    isolate_value,
    join_isolated,
    script_language,
    strip_isolates,
    text_direction,
)

ARABIC = "انفجار (3) في بيروت 2020"
HEBREW = "הפגנה ברחוב הראשי (250 איש)."
PALETTE = MAP_PALETTES["light"]
LRI, RLI, FSI, PDI = "\u2066", "\u2067", "\u2068", "\u2069"

DIRECTIONS = [
    pytest.param(ARABIC, "rtl", id="Arabic"),
    pytest.param(HEBREW, "rtl", id="Hebrew"),
    pytest.param(f"(2020) {ARABIC}", "rtl", id="brackets and digits first"),
    pytest.param("UN: انفجار", "ltr", id="Latin first"),
    pytest.param(f"{RLI}انفجار{PDI}: a blast", "ltr", id="an isolate does not count"),
    pytest.param("A blast (3)", "ltr", id="Latin"),
    pytest.param("2020 (3)", "ltr", id="no letters"),
    pytest.param("١٢٣", "ltr", id="Arabic digits alone"),
    pytest.param("", "ltr", id="empty"),
]


@pytest.mark.parametrize(("text", "direction"), DIRECTIONS)
def test_first_strong_character_decides_the_direction(text, direction):
    assert text_direction(text) == direction


def test_joined_names_keep_their_order_in_a_line():
    joined = join_isolated("; ", [ARABIC, "UN", HEBREW])
    assert joined == f"{RLI}{ARABIC}{PDI}; UN; {RLI}{HEBREW}{PDI}"


VALUES = [
    pytest.param("{}. وقع انفجار", f"{FSI}23 February{PDI}", id="in a text right to left"),
    pytest.param("{}. A blast", "23 February", id="in a text left to right"),
]


@pytest.mark.parametrize(("text", "shown_value"), VALUES)
def test_value_leaves_the_direction_to_the_text_around_it(text, shown_value):
    assert isolate_value("23 February", text) == shown_value


ISOLATED = [
    pytest.param(ARABIC, f"{RLI}{ARABIC}{PDI}", id="right to left"),
    pytest.param("UN: انفجار", f"{LRI}UN: انفجار{PDI}", id="mixed"),
    pytest.param(f"{RLI}{ARABIC}{PDI}", f"{RLI}{ARABIC}{PDI}", id="isolated already"),
    pytest.param("A blast (3)", "A blast (3)", id="Latin"),
    pytest.param("", "", id="empty"),
]


@pytest.mark.parametrize(("text", "isolated"), ISOLATED)
def test_only_texts_with_right_to_left_letters_are_isolated(text, isolated):
    assert isolate_text(text) == isolated


def test_two_isolates_in_a_row_are_not_taken_for_one():
    pair = f"{RLI}أ{PDI} – {RLI}ب{PDI}"
    assert isolate_text(pair) == f"{LRI}{pair}{PDI}"


def test_line_of_latin_letters_keeps_the_direction_of_its_title():
    assert isolate_lines(["انفجار في", "2020 (UN)"], ARABIC) == [
        f"{RLI}انفجار في{PDI}",
        f"{RLI}2020 (UN){PDI}",
    ]


def test_isolate_that_a_line_break_cuts_is_closed_and_opened_again():
    lines = [f"Events: {FSI}انفجار", f"في بيروت{PDI} and more"]
    first, second = isolate_lines(lines, " ".join(lines))
    for line in (first, second):
        initiators = sum(line.count(mark) for mark in (LRI, RLI, FSI))
        assert initiators == line.count(PDI)
    assert f"{FSI}في بيروت{PDI}" in second


@pytest.mark.parametrize(
    ("text", "language"),
    [(ARABIC, "ar-SA"), (HEBREW, "he-IL"), ("A blast", "")],
    ids=["Arabic", "Hebrew", "Latin"],
)
def test_script_names_a_language(text, language):
    assert script_language(text) == language


# Labels -------------------------------------------------------------------------------------------


def test_wrapped_lines_run_in_the_direction_of_their_title():
    lines = wrap_text(f"{ARABIC} UN 2021", 60, 12)
    assert len(lines) > 2
    assert all(line.startswith(RLI) and line.endswith(PDI) for line in lines)
    assert strip_isolates(" ".join(lines)) == f"{ARABIC} UN 2021"


def test_ellipsis_of_a_shortened_title_is_within_its_isolate():
    title = "انفجار كبير في مرفأ بيروت القديم"
    line = shorten_text(title, measure_text(title, 12) * 0.7, 12)
    assert line.startswith(RLI)
    assert line.endswith(f"…{PDI}")


def test_isolates_have_no_width():
    assert measure_text(isolate_text(ARABIC), 12) == measure_text(ARABIC, 12)


def test_line_that_runs_right_to_left_has_no_outline():
    assert outline_text(isolate_text("2020 (UN)", "rtl"), 400, False) is None


# Painters -----------------------------------------------------------------------------------------


def text_scene(text: Text) -> Scene:
    return Scene(200, 100, (Mark((text,), kind="event named", id="ev-a", says=text.content),))


@pytest.mark.parametrize("outlines", [False, True], ids=["page", "file"])
@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_svg_text_is_isolated_and_keeps_its_anchor(outlines, anchor):
    label = Text(ARABIC, 100, 50, 12, "#000000", anchor, fixed_width=True, label=True)
    root = etree.fromstring(str(paint(text_scene(label), outlines=outlines)))
    (text,) = root.iter("{*}text")
    assert text.text == f"{RLI}{ARABIC}{PDI}"
    assert text.get("x") == "100"
    assert text.get("text-anchor", "start") == anchor
    assert text.get("textLength") is None
    assert text.get("direction") is None


def test_halo_and_text_run_the_same_way():
    label = Text(HEBREW, 100, 50, 12, "#000000", halo="#ffffff")
    root = etree.fromstring(str(paint(text_scene(label))))
    assert [text.text for text in root.iter("{*}text")] == [f"{RLI}{HEBREW}{PDI}"] * 2


def test_plotly_labels_and_hover_lines_are_isolated():
    label = Text(ARABIC, 10, 50, 12, "#000000", label=True)
    says = f"4 August 2020. {isolate_text(ARABIC)}. {isolate_text(HEBREW)}. A source of many words"
    mark = Mark((label,), kind="event named", id="ev-a", says=says)
    scene = Scene(200, 100, (mark,), plot=(0, 20, 200, 90))
    figure = timeline_figure(scene, PALETTES["light"], chosen=lambda _: False)
    (labels,) = [trace for trace in figure["data"] if trace.get("name") == "labels"]
    assert labels["text"] == [f"{RLI}{ARABIC}{PDI}"]


# Fonts --------------------------------------------------------------------------------------------


def test_letters_that_no_font_has_are_reported(monkeypatch):
    monkeypatch.setattr(fonts, "_list_system_fonts", lambda: ())
    fonts._find_fonts.cache_clear()
    assert lacks_letters(ARABIC)
    assert not lacks_letters("A blast (3)")
    assert make_printable("أ") == fonts.STAND_IN
    fonts._find_fonts.cache_clear()


# The map of deck.gl -------------------------------------------------------------------------------


def name_row(text: str) -> dict[str, object]:
    return {"text": text, "at": [35.5, 33.9], "ink": [0, 0, 0], "size": 12, "anchor": "start"}


def test_names_that_run_right_to_left_are_icons_of_the_map():
    """deck.gl would set their letters from the left, none joined to the next."""
    rows = [name_row("Tyre"), name_row(isolate_text(ARABIC))]
    layers = {layer.id: layer for layer in _build_layers(([], []), ([], [], rows), PALETTE)}
    assert [row["text"] for row in layers["names"].data] == ["Tyre"]
    icons = default_serialize(layers["whole-names"])
    assert [row["text"] for row in icons["data"]] == [isolate_text(ARABIC)]
    # A family that pydeck took for an expression would be no font.
    assert not icons["fontFamily"].startswith("@@=")


def test_map_without_such_names_has_no_layer_of_icons():
    layers = _build_layers(([], []), ([], [], [name_row("Tyre")]), PALETTE)
    assert "whole-names" not in [layer.id for layer in layers]
