"""The timeline that Plotly draws: what the scene says, at the places that the scene has."""

from components.drawing.palette import palette_for
from components.drawing.plotly import timeline_figure
from components.drawing.timeline import timeline_scene
from tests.support.data import DATA
from tests.support.timelines import KINDS, bodies, framed, row, rows, words_of


def laid_out(*events, language="en", mode="light", **more):
    given = {"width": 1000, "height": None, "row": 16.5, "palette": palette_for(mode, KINDS)} | more
    return timeline_scene(list(events) or rows(language), framed(language, **given), smallest=1.0)


def painted(scene, chosen="", mode="light"):
    """The figure as a browser gets it."""
    return timeline_figure(scene, palette_for(mode, KINDS), chosen=lambda m: m.id == chosen)


def trace(figure, name):
    return next((t for t in figure["data"] if t["name"] == name), {"customdata": [], "x": []})


def test_every_mark_stands_where_the_scene_has_it_and_says_its_event():
    scene = laid_out()
    figure, found = painted(scene), {}
    points, bars = trace(figure, "events"), trace(figure, "bars")
    for (key,), x, y in zip(points["customdata"], points["x"], points["y"], strict=True):
        found.setdefault(key, (x - 6.5, y, x + 6.5))
    for (key,), x, y, wide in zip(
        bars["customdata"], bars["base"], bars["y"], bars["x"], strict=True
    ):
        found.setdefault(key, (x, y, x + wide))
    at = {key: (a, (b + d) / 2, c) for key, (a, b, c, d) in bodies(scene).items()}
    assert found == at
    assert set(found) == set(DATA.events)
    said = {mark.id: mark.says for mark in scene.marks("event")}
    for (key,), words in zip(points["customdata"], points["hovertext"], strict=True):
        assert words.replace("<br>", " ").startswith(f"<b>{said[key].split('. ')[0]}</b>")


def test_every_name_is_written_once_and_markup_in_it_stays_text():
    scene = laid_out()
    labels = trace(painted(scene), "labels")
    said = {key: text for (key,), text in zip(labels["customdata"], labels["text"], strict=True)}
    assert {key: text.replace("&#x27;", "'") for key, text in said.items()} == words_of(scene)
    hostile = laid_out(row("a", "2019-02-23", label="<a href='x'>y</a>"))
    (text,) = trace(painted(hostile), "labels")["text"]
    assert text.startswith("&lt;a")


def test_nothing_to_draw_is_still_a_chart():
    scene = timeline_scene([], framed(height=None), smallest=1.0)
    assert painted(scene)["layout"]["height"] > 100
