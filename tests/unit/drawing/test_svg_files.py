"""SVG files: texts as labelled outlines, rendered alike by every program."""

import io

import pytest
from lxml import etree
from PIL import Image, ImageChops, ImageStat

from components.drawing.fonts import measure_text, outline_text
from components.drawing.scene import Mark, Scene, Text
from components.drawing.svg import paint, to_png
from components.export.pictures import KIND_NAMES, draw_picture
from components.presentation.context import file_context
from components.query.view import View
from tests.support.cases import skip_unless
from tests.support.drawing import list_text_lines, parse_svg
from tests.support.programs import svg_programs

#: Mean difference of a channel, of 255. LibreOffice draws lines a little bolder; a picture without
#: its texts differs by 5 and more.
MOST = {"rsvg": 1.0, "inkscape": 1.0, "chromium": 1.0, "libreoffice": 2.3}
SMALL = (300, 158)


def small(image: Image.Image) -> Image.Image:
    return image.convert("RGB").resize(SMALL, Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(small(one), small(other))).mean) / 3


@pytest.fixture(scope="module")
def pictures():
    return {
        name: draw_picture(name, file_context(View(), "es", name), "wide") for name in KIND_NAMES
    }


@pytest.fixture(scope="module")
def files(tmp_path_factory, pictures):
    folder = tmp_path_factory.mktemp("svg")
    for kind, scene in pictures.items():
        (folder / f"{kind}.svg").write_text(paint(scene, outlines=True), "utf-8")
    return [folder / f"{kind}.svg" for kind in pictures]


@pytest.mark.long
@pytest.mark.parametrize("program", svg_programs.DRAW)
def test_every_program_renders_a_picture_alike(program, files, pictures, tmp_path):
    package = svg_programs.missing(program)
    skip_unless(not package, f"{program.upper()} DREW NO PICTURE: install {package}")
    svg_programs.DRAW[program](files, tmp_path)
    for kind, scene in pictures.items():
        wanted = Image.open(io.BytesIO(to_png(paint(scene), 1200)))
        drawn = Image.open(tmp_path / f"{kind}.png")
        if program == "libreoffice":
            # It leaves a pixel free on the left and above.
            drawn = drawn.crop((1, 1, 1201, 631))
        assert drawn.size == wanted.size
        assert difference(drawn, wanted) < MOST[program], kind


def test_outlined_texts_are_at_their_positions(pictures):
    for scene in pictures.values():
        wanted, drawn = (
            Image.open(io.BytesIO(to_png(paint(scene, outlines=outlines), 1200)))
            for outlines in (False, True)
        )
        assert difference(drawn, wanted) < 1
        root = parse_svg(paint(scene, outlines=True))
        for shape in root.iter("{*}use"):
            shape.set("fill", "none")
            shape.set("stroke", "none")
        bare = etree.tostring(root, encoding="unicode")
        assert difference(Image.open(io.BytesIO(to_png(bare, 1200))), wanted) > max(MOST.values())


def test_svg_files_outline_and_label_every_text(pictures):
    for scene in pictures.values():
        file = parse_svg(paint(scene, outlines=True))
        assert not list(file.iter("{*}text"))
        said = [
            group.get("aria-label") for group in file.iter("{*}g") if group.get("role") == "img"
        ]
        assert sorted(said) == sorted(line.text for line in list_text_lines(scene))
        assert file.get("role") == "group"
        assert file.find("{*}title").text
        assert file.find("{*}desc").text


def test_each_letter_is_written_once_and_the_file_stays_small(pictures):
    for kind, scene in pictures.items():
        file = paint(scene, outlines=True)
        paths = [element.get("d") for element in parse_svg(file).find("{*}defs").iter("{*}path")]
        assert len(paths) == len(set(paths)), kind
        assert len(file) < 200_000, kind


def test_a_letter_that_the_fonts_lack_stays_text_in_its_width():
    assert outline_text("Caracas", 400, False) is not None
    assert outline_text("加拉加斯", 400, False) is None
    scene = Scene(120, 30, (Mark((Text("加拉加斯", 1, 20, 14, "#000000"),)),))
    (kept,) = parse_svg(paint(scene, outlines=True)).iter("{*}text")
    assert kept.text == "加拉加斯"
    assert float(kept.get("textLength")) > 0


def test_text_of_a_page_without_our_fonts_has_its_measured_width():
    """Dates of opened tables were cut at the edge of a frame, in the wider font of the reader."""
    date_label = Text("22 Feb, 18:07", 80, 20, 14, "#000000", anchor="end")
    scene = Scene(120, 30, (Mark((date_label,)),))
    (text,) = parse_svg(paint(scene, has_app_fonts=False)).iter("{*}text")
    width = measure_text(date_label.content, 14)
    assert float(text.get("textLength")) == pytest.approx(width, abs=0.1)
    (plain_text,) = parse_svg(paint(scene)).iter("{*}text")
    assert plain_text.get("textLength") is None


def test_text_that_our_fonts_cannot_measure_keeps_the_width_of_the_readers_font():
    scene = Scene(120, 30, (Mark((Text("東京で抗議デモ", 1, 20, 14, "#000000"),)),))
    (text,) = parse_svg(paint(scene, has_app_fonts=False)).iter("{*}text")
    assert text.get("textLength") is None
