"""The tooltip of the map stands beside a mark and its number, by mouse, keys and touch."""

import pytest
from playwright.sync_api import Locator, Page, expect

from components.drawing.fonts import measure_text
from components.presentation import chart_data, map_scenes
from tests.support import browse
from tests.support.data import DATA
from tests.support.views import build_view_context

REGIONS = ("oriente", "andina", "orinoquia", "caribe")


def number_row(region):
    """The number beside the circle of a region, as deck.gl draws it."""
    ctx = build_view_context(slug="map")
    table = chart_data.shown_counts(ctx.facts, ctx.view.counts, ctx.story.facts)
    rows = map_scenes.build_map_rows(ctx, table, can_move=True)
    deck = map_scenes.build_map_deck(ctx.story, ctx.view, ctx.i18n, mode="light", rows=rows)
    (numbers,) = [layer["data"] for layer in deck["layers"] if layer["id"] == "numbers"]
    (number,) = [row for row in numbers if row["id"] == region]
    return number


def assert_beside_number(page: Page, tip: Locator, region: str) -> None:
    """The boxes of tooltip and number have no point in common."""
    number = number_row(region)
    x, y = browse.place_on_map(page, *number["at"])
    right, down = number["offset"]
    width = measure_text(number["text"], number["size"], 700)
    before = {"start": 0, "middle": width / 2, "end": width}[number["anchor"]]
    left = x + right - before
    top = y + down - number["size"] / 2
    box = tip.bounding_box()
    assert box is not None
    is_beside = box["x"] >= left + width or box["x"] + box["width"] <= left
    is_above_or_below = box["y"] >= top + number["size"] or box["y"] + box["height"] <= top
    assert is_beside or is_above_or_below, (box, (left, top, width))


@pytest.mark.parametrize("region", REGIONS)
def test_tip_of_a_circle_is_off_its_number(page, server, region):
    browse.visit(page, server, "map", {"lang": "en"})
    number = number_row(region)
    browse.point_at(page, *number["at"], number["text"])
    assert_beside_number(page, page.locator(".map-tip"), region)


@pytest.mark.parametrize("region", ["andina", "orinoquia"])
def test_tip_at_a_number_is_off_the_number(page, server, region):
    """What is named there is the area beneath the number."""
    browse.visit(page, server, "map", {"lang": "en"})
    number = number_row(region)
    right, down = number["offset"]
    browse.point_at(page, *number["at"], "", left=-right, above=-down)
    assert_beside_number(page, page.locator(".map-tip"), region)


def test_tip_by_keys_is_off_its_number(page, server):
    browse.visit(page, server, "map", {"lang": "en"})
    page.locator(".deck-map [data-name=first]").focus()
    page.keyboard.press("Shift+Tab")
    tip = page.locator(".map-tip")
    expect(tip).to_be_visible()
    name = tip.inner_text().split("\n")[0]
    (region,) = (key for key, one in DATA.regions.items() if one.label == name)
    assert_beside_number(page, tip, region)


def test_tip_of_a_touch_is_off_its_number(tab, server):
    page = tab(**browse.PHONE)
    browse.visit(page, server, "map", {"lang": "en"})
    number = number_row("oriente")
    browse.point_at(page, *number["at"], number["text"])
    assert_beside_number(page, page.locator(".map-tip"), "oriente")
    page.touchscreen.tap(*browse.place_on_map(page, *number["at"]))
    browse.expect_state(page, region="oriente")
    tip = page.locator(".map-tip")
    if tip.is_visible():
        assert_beside_number(page, tip, "oriente")
