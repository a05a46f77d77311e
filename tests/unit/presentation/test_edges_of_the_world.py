"""Maps of both sides of the date line, and of the poles."""

import pytest

from components.drawing.map_rows import PlaceRow
from components.presentation.chart_data import locate_event_places
from components.presentation.context import Context
from components.presentation.map_scenes import build_map_rows, draw_map_rows
from components.query.figures import build_count_table, list_day_counts
from tests.support.foreign_files import FOLDER
from tests.support.stories.small_views import build_context
from tests.support.stories.uploads import read_story


def context_of(name: str) -> Context:
    dataset = read_story((FOLDER / name).read_bytes(), name).dataset
    assert dataset
    return build_context(dataset)


def locate_places(ctx: Context) -> list[PlaceRow]:
    return locate_event_places(ctx.facts, ctx.story, ctx.view, i18n=ctx.i18n)


def drawn_places(ctx: Context) -> set[str]:
    table = build_count_table(ctx.dataset, list_day_counts(ctx.dataset))
    rows = build_map_rows(ctx, table, locate_places(ctx))
    return set(draw_map_rows(ctx, rows, 700, 500).record_ids("place"))


@pytest.mark.parametrize("name", ["dateline.csv", "s2_fiji.csv"])
def test_map_of_both_sides_of_the_date_line_is_narrow(name: str) -> None:
    west, _, east, _ = context_of(name).story.basemap.extents[0].bounds
    assert west < 180 < east
    assert east - west < 30


def test_land_goes_on_beyond_the_date_line() -> None:
    countries = context_of("s2_fiji.csv").story.basemap.countries
    west, _, east, _ = countries["FJ"].shape.bounds
    assert 176 < west < east < 184


@pytest.mark.parametrize("name", ["dateline.csv", "s2_fiji.csv", "s5_poles.csv", "pole1.csv"])
def test_every_place_is_drawn(name: str) -> None:
    ctx = context_of(name)
    assert drawn_places(ctx) == {row.place_id for row in locate_places(ctx)}


def test_map_of_a_pole_alone_has_a_frame() -> None:
    dataset = read_story(b"date,title,lat,lon\n1909-04-06,Pole,90,0\n", "x.csv").dataset
    assert dataset
    ctx = build_context(dataset)
    _, south, _, north = ctx.story.basemap.extents[0].bounds
    assert south < 83 < north
    assert len(drawn_places(ctx)) == 1


def test_place_beyond_the_edge_of_the_map_is_said() -> None:
    intake = read_story((FOLDER / "s5_poles.csv").read_bytes(), "s5_poles.csv")
    said = [problem for problem in intake.problems if problem.code == "beyond_map"]
    assert len(said) == 3
