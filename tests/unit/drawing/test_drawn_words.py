"""No word of a drawing is cut or covered by another, wherever it is shown, printed or exported."""

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import pytest
from PIL import Image

from components.drawing.scene import Group, Mark, Scene, Text
from components.export.pictures import FORM_NAMES, KIND_NAMES, draw_picture
from components.i18n import Language
from components.lesson import handout, slides
from components.lesson.drawings import SCREENS, step_scenes
from components.lesson.entry import lesson_of, story_timeline
from components.loading.loaded_story import LoadedStory
from components.loading.served_story import public_story
from components.page.embed import NARROW_PX, WIDE_PX, draw_chart
from components.presentation.context import Context, file_context
from components.presentation.figure_texts import charted_claims
from components.presentation.map_scenes import draw_map
from components.presentation.pages import has_map
from components.presentation.stage import draw_stage_part
from components.presentation.timeline_scenes import TimelineOptions, draw_timeline
from components.presentation.totals_scenes import draw_totals
from components.query.view import View
from tests.support.cases import LANGUAGES, paired_cases
from tests.support.drawn_words import (
    list_covered_words,
    list_cut_words,
    list_drawn_words,
    smallest_type,
)
from tests.support.stories.foreign import FOLDER, serving
from tests.support.stories.own_tables import acled, spanish_workbook, timeline_js
from tests.support.stories.uploads import read_story

#: Labels on a screen are at least so large, in pixels.
LEAST_LABEL_PX: Final = 12
#: A lesson's labels are read from the last row of a room.
LEAST_LESSON_PX: Final = 18
#: Rounding of the sizes in which drawings are shown.
ROUNDING_PX: Final = 0.01
#: The files of a table that a reader opens, by the name of the program that wrote them.
TABLES: Final = {
    "timeline_js.csv": timeline_js,
    "acled.csv": acled,
    "workbook.xlsx": spanish_workbook,
}
#: The story of the project, its companions, and tables that readers open.
STORIES: Final = ("own", "city", "centuries", *TABLES)
#: The width of a lesson's drawings in windows of 1280 by 720 and of 1024 by 768 pixels.
LESSON_PX: Final = {"wide": 614, "tall": 485}
#: The least widths of an embedded chart's two drawings, in frames of 320 pixels and of the least
#: width that shows the wide one.
EMBED_PX: Final = {"narrow": 292, "wide": 640}
#: Sizes of the Overview's timeline and map in windows of 1440 by 900, 1280 by 720 and 1024 by 768.
STAGE_SIZES: Final = {
    "timeline": ((940, 480), (820, 360), (960, 380)),
    "map": ((420, 400), (343, 320), (960, 400)),
    "list": ((340, 0), (280, 0)),
}
#: The widths of the charts of How many?, and of the Timeline on screens and on paper.
FIGURES_PX: Final = (1280, 800, 343)
TIMELINE_PX: Final = (1360, 980, 640)
#: A picture that a slide takes.
PIXEL: Final = Image.new("RGB", (1, 1))


class Drawing(NamedTuple):
    """A drawing, how large it is shown on the smallest screen (None: on paper), its least type."""

    name: str
    scene: Scene
    scale: float | None = 1.0
    least_px: float = LEAST_LABEL_PX


@cache
def load_story(name: str) -> LoadedStory:
    if name == "own":
        return public_story()
    if name in TABLES:
        return LoadedStory(read_story(TABLES[name](), name), name, private=True)
    with serving(FOLDER / name):
        return public_story()


def build_context(story: str, language: Language, slug: str = "") -> Context:
    return file_context(View(), language, slug, load_story(story))


def list_kinds(ctx: Context) -> list[str]:
    """Return the kinds of drawing that a story has something for."""
    kinds = {
        "timeline": True,
        "map": has_map(ctx.dataset),
        "figures": bool(charted_claims(ctx.facts, ctx.view)),
    }
    return [kind for kind in KIND_NAMES if kinds[kind]]


def draw_pictures(ctx: Context) -> Iterator[Drawing]:
    for kind in list_kinds(ctx):
        for form in FORM_NAMES:
            yield Drawing(f"{kind}, {form}", draw_picture(kind, ctx, form))


def draw_embeds(ctx: Context) -> Iterator[Drawing]:
    for kind in list_kinds(ctx):
        chart = draw_chart(kind, ctx)
        yield Drawing(f"{kind}, wide", chart.wide, EMBED_PX["wide"] / WIDE_PX)
        yield Drawing(f"{kind}, narrow", chart.narrow, EMBED_PX["narrow"] / NARROW_PX)


def draw_lesson(ctx: Context) -> Iterator[Drawing]:
    for screen in SCREENS:
        for number, step in enumerate(ctx.lesson.steps, start=1):
            for scene in step_scenes(step.view, ctx, screen):
                name = f"step {number}, {screen}"
                if screen in LESSON_PX:
                    scale = LESSON_PX[screen] / scene.width
                    yield Drawing(name, scene, scale, LEAST_LESSON_PX)
                else:
                    yield Drawing(name, scene)
    yield Drawing("timeline in print", story_timeline(ctx), None)


def draw_slides(ctx: Context) -> Iterator[Drawing]:
    """Yield what is drawn on the slides, as they are written."""
    scenes: list[Scene] = []

    def keep_scene(scene: Scene, _: object) -> io.BytesIO:
        scenes.append(scene)
        file = io.BytesIO()
        PIXEL.save(file, "PNG")
        return file

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slides, "_render_picture", keep_scene)
        slides.slides_pptx(lesson_of(ctx.lesson, ctx.story, ctx.i18n))
    for number, scene in enumerate(scenes, start=1):
        yield Drawing(f"picture {number}", scene, None)


def draw_handout(ctx: Context) -> Iterator[Drawing]:
    """Yield what is drawn on the handout, as it is set."""
    scenes: list[Scene] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handout, "_drawing_content", scenes.append)
        patch.setattr(handout, "sheet_pdf", lambda *_: b"")
        for paper in ("a4", "letter"):
            handout.handout_pdf(lesson_of(ctx.lesson, ctx.story, ctx.i18n), paper)
    for number, scene in enumerate(scenes, start=1):
        yield Drawing(f"drawing {number}", scene, None)


def draw_stage(ctx: Context) -> Iterator[Drawing]:
    for part, sizes in STAGE_SIZES.items():
        if part == "map" and not has_map(ctx.dataset):
            continue
        for width, height in sizes:
            yield Drawing(f"{part}, {width}", draw_stage_part(part, ctx, width, height))


def draw_pages(ctx: Context) -> Iterator[Drawing]:
    """Yield the charts of pages, on screens and in print."""
    kinds = list_kinds(ctx)
    options = TimelineOptions(smallest=1.0, row=16.5)
    for width in TIMELINE_PX:
        yield Drawing(f"timeline, {width}", draw_timeline(ctx, width, options=options))
    if "figures" in kinds:
        for width in FIGURES_PX:
            yield Drawing(f"figures, {width}", draw_totals(ctx, width))
    if "map" in kinds:
        yield Drawing("map in print", draw_map(ctx, 760, 620), None)


FAMILIES: Final[Mapping[str, Callable[[Context], Iterator[Drawing]]]] = {
    "pictures": draw_pictures,
    "embeds": draw_embeds,
    "lesson": draw_lesson,
    "slides": draw_slides,
    "handout": draw_handout,
    "stage": draw_stage,
    "pages": draw_pages,
}


def list_faults(drawing: Drawing) -> Iterator[str]:
    words = list_drawn_words(drawing.scene)
    for word in list_cut_words(words):
        yield f"{drawing.name}: {word} is cut"
    for word, other in list_covered_words(words):
        yield f"{drawing.name}: {word} and {other} overlap"
    if drawing.scale is not None:
        label_px = smallest_type(words) * drawing.scale
        if label_px < drawing.least_px - ROUNDING_PX:
            yield f"{drawing.name}: type of {label_px:.1f} pixels"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("family", "story"), paired_cases([*FAMILIES], STORIES))
def test_no_word_of_a_drawing_is_cut_covered_or_too_small(family, story, language):
    """A slide read “more than 8” where its figure is “more than 800”."""
    faults: list[str] = []
    for drawing in FAMILIES[family](build_context(story, language, "present")):
        faults += list_faults(drawing)
    assert faults == []


# The test itself ----------------------------------------------------------------------------------
def build_scene(*texts: Text, **group) -> Scene:
    marks = (Mark(tuple(texts)),)
    if group:
        return Scene(200, 100, (Group(marks, **group),))
    return Scene(200, 100, marks)


WORD: Final = Text("more than 800", x=20, y=50, size=12, fill="#000000")


@pytest.mark.parametrize(
    ("scene", "is_cut"),
    [
        pytest.param(build_scene(WORD), False, id="within"),
        pytest.param(build_scene(replace(WORD, x=150)), True, id="over the right edge"),
        pytest.param(build_scene(replace(WORD, x=190, anchor="end")), False, id="anchored there"),
        pytest.param(build_scene(replace(WORD, y=4)), True, id="over the top"),
        pytest.param(build_scene(WORD, at=(90, 0), scale=1.5), True, id="in a larger group"),
        pytest.param(build_scene(WORD, cut=(60, 100)), True, id="in a group with an edge"),
    ],
)
def test_a_word_is_cut_where_a_letter_is_beyond_an_edge(scene, is_cut):
    cut_words = list_cut_words(list_drawn_words(scene))
    assert cut_words == ["more than 800"] * is_cut


@pytest.mark.parametrize(
    ("moved", "is_covered"),
    [({"x": 60}, True), ({"x": 95}, False), ({"y": 56}, True), ({"y": 64}, False)],
    ids=["beside it, too near", "beside it", "below it, too near", "below it"],
)
def test_a_word_is_covered_where_letters_overlap(moved, is_covered):
    words = list_drawn_words(build_scene(WORD, replace(WORD, content="1,000", **moved)))
    assert bool(list_covered_words(words)) is is_covered
