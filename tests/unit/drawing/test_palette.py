"""The palette: its contrast, and that pages and style sheets use no other colours."""

import re
import tomllib

import pytest

from components.drawing.palette import (
    COLOURS,
    MAP_PALETTES,
    PALETTES,
    css_colours,
    drawing_css,
    mixed,
    palette_for,
    rgba,
)
from components.drawing.paper_colours import (
    chart_colours_on_paper,
    map_colours_on_paper,
    paper_css,
)
from tests.support.server import ROOT

MODES = ("light", "dark")


def luminance(colour):
    parts = [part / 255 for part in rgba(colour)[:3]]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(
        weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", MAP_PALETTES.values())
def test_marks_and_text_have_enough_contrast_on_the_map(palette):
    tints = [mixed(palette.accent_soft, palette.ground, share) for share in (0.75, 0.25)]
    for ground in (palette.paper, palette.ground, palette.apart, *tints):
        assert contrast(palette.accent, ground) >= 3, ground
        assert contrast(palette.blue, ground) >= 3, ground
        assert contrast(palette.ink, ground) >= 4.5, ground
    for text in (palette.ink, palette.muted, palette.blue):
        assert contrast(text, palette.paper) >= 4.5, text  # every label has a halo of paper


@pytest.mark.parametrize("mode", MODES)
def test_text_links_and_kinds_have_enough_contrast_on_paper(mode):
    ours = PALETTES[mode]
    for colour in (ours.ink, ours.muted, ours.link, ours.accent):
        assert contrast(colour, ours.paper) >= 4.5, colour
        assert contrast(colour, ours.panel) >= 4.5, colour
    for colour in COLOURS[mode]:
        assert contrast(colour, ours.paper) >= 4.5, colour
    # The framework has them, too.
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"][mode]
    assert theme == {
        "primaryColor": ours.accent,
        "backgroundColor": ours.paper,
        "secondaryBackgroundColor": ours.panel,
        "textColor": ours.ink,
        "linkColor": ours.link,
        "borderColor": ours.line,
        "dataframeHeaderBackgroundColor": ours.panel,
    }


def test_every_colour_that_a_style_sheet_names_is_declared():
    """A kind of one story is no colour of pages: another story has kinds of its own."""
    sheets = "".join(path.read_text("utf-8") for path in (ROOT / "components").rglob("*.css"))
    code = "".join(
        path.read_text("utf-8")
        for ending in ("py", "js", "html")
        for path in (ROOT / "components").rglob(f"*.{ending}")
        if "vendor" not in path.parts
    )
    declared = set(
        re.findall(r"(--[\w-]+)\s*[:\"'},]", sheets + code + css_colours(PALETTES["light"]))
    )
    used = set(re.findall(r"var\((--[\w-]+)\)", sheets))
    # Those of the framework begin with its own letters.
    assert {name for name in used if not name.startswith("--st-")} <= declared
    assert not [name for name in used if name.startswith("--c-")]


@pytest.mark.parametrize("mode", MODES)
def test_a_kind_without_colour_or_shape_gets_those_that_no_row_names(mode):
    palette = palette_for(mode, (("a", None, None), ("b", 1, "square"), ("c", None, None)))
    first, second, third, *_ = COLOURS[mode]
    assert palette.category == {"a": second, "b": first, "c": third}
    assert palette.symbol == {"a": "diamond", "b": "square", "c": "circle"}


def test_a_colour_over_another_is_mixed_by_its_opacity():
    assert mixed("#FF0000", "#0000FF", 0.25) == "#4000BF"
    assert rgba("#FF8000", 0.5) == [255, 128, 0, 128]


@pytest.mark.parametrize(
    ("kind", "selector"),
    [('a"b', r'[data-kind="a\"b"]'), ("a\\b", r'[data-kind="a\\b"]'), ("</style>", r"\3c /style>")],
    ids=["a quote", "a backslash", "a tag"],
)
def test_the_id_of_a_kind_cannot_end_its_style_rule(kind, selector):
    palette = palette_for("light", ((kind, None, None),))
    rules = drawing_css(palette, MAP_PALETTES["light"])
    assert selector in rules
    assert "<" not in rules


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_names_of_pale_marks_can_be_read(mode):
    palette = PALETTES[mode]
    rules = drawing_css(palette, MAP_PALETTES[mode])
    (label,) = re.findall(r"\.dim \.label\{fill:(#\w+)\}", rules)
    assert contrast(label, palette.paper) >= 4.5


@pytest.mark.parametrize("colours", [chart_colours_on_paper(), map_colours_on_paper()])
def test_every_dark_colour_has_its_light_one_on_paper(colours):
    dark, light = PALETTES["dark"], PALETTES["light"]
    assert colours[dark.paper] == "#FFFFFF"
    assert colours[dark.ink] == light.ink
    assert colours[dark.line] in {light.line, MAP_PALETTES["light"].line}


def test_kinds_of_event_have_their_light_colour_on_paper():
    colours = chart_colours_on_paper()
    assert [colours[dark] for dark in COLOURS["dark"]] == COLOURS["light"]


@pytest.mark.parametrize(
    ("slug", "accent"), [("map", MAP_PALETTES["light"].accent), ("", PALETTES["light"].accent)]
)
def test_key_on_paper_has_the_red_of_its_drawing(slug, accent):
    dark = PALETTES["dark"].accent
    key_rules, _, _ = paper_css(slug).partition(".basemap")
    assert f'[fill="{dark}"]{{fill:{accent}}}' in key_rules


@pytest.mark.parametrize(("slug", "has_rules"), [("timeline", True), ("figures", False)])
def test_colours_in_styles_are_replaced_where_plotly_draws(slug, has_rules):
    assert ('[style*="fill: rgb(' in paper_css(slug)) is has_rules
