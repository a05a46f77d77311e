"""What the stage says day by day, and of two views side by side."""

from datetime import date

import pytest

from components.drawing.palette import MAP_PALETTES
from components.drawing.svg import paint
from components.presentation.context import Context
from components.presentation.findings import map_finding
from components.presentation.index import count_steps, stage_index
from components.presentation.pictures import map_parts
from components.presentation.scenes import draw_map
from components.presentation.stage import (
    comparison,
    stage_data,
    stage_parts,
    stage_scene,
)
from components.query import filters
from tests.support.views import viewed

#: What only the sum of all regions on the last day explains.
OF_THE_WHOLE = "more than 500”"


def line(ctx: Context, label: str) -> list[dict]:
    found = comparison(ctx)
    assert found
    (one,) = (each for each in found["lines"] if each["label"] == label)
    return one["cells"]


def numbers(step: dict) -> dict[str, int]:
    return {key: number for key, (_, _, number, _) in step["regions"].items()}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [320, 343, 600])
def test_on_a_phone_every_title_is_whole(language: str, width: int) -> None:
    assert "…" not in paint(stage_scene("list", viewed(language=language), width))


def test_a_story_turned_back_has_no_counts_of_later_days() -> None:
    steps = count_steps(viewed("known=2019-02-27"))
    assert [numbers(step)["oriente"] for step in steps] == [328]


def test_each_day_says_its_own_share_and_never_the_sentence_of_another_day() -> None:
    earlier, last = count_steps(viewed())
    assert "80%" in earlier["finding"]
    assert "73%" in last["finding"]
    assert "411" in earlier["html"]
    assert OF_THE_WHOLE not in earlier["note"]
    assert OF_THE_WHOLE in last["note"]


@pytest.mark.parametrize(
    ("query", "answered", "held"),
    [
        ("", True, True),
        ("from=2019-02-27&to=2019-02-27", True, True),
        ("from=2019-02-26&to=2019-02-26&counts=earlier", True, True),
        # The day before has counts as well, but others are shown.
        ("from=2019-02-26&to=2019-02-26", False, True),
        ("from=2019-04-01", False, True),
        ("to=2019-01-31&region=oriente", False, True),
        ("category=politics", False, False),
    ],
)
def test_counts_that_the_filters_leave_out_are_said_to_be(query, answered, held) -> None:
    """On the stage, in the title of the Map page, and in the pictures."""
    ctx = viewed(query)
    parts, picture = stage_parts(ctx), map_parts(ctx, "wide")
    outside = "The counts by region are of 27 Feb, outside these filters"
    assert (parts["map"] != outside) == answered
    assert ("outside these filters" not in parts["counts"]) == answered
    assert picture.title == map_finding(ctx) == parts["map"]
    tone = MAP_PALETTES[ctx.mode].muted if not answered else MAP_PALETTES[ctx.mode].accent
    assert tone in paint(draw_map(ctx, 400, 400)).split('class="mark count', 1)[1].split("</g>")[0]
    earlier = "earlier" in query
    day = date(2019, 2, 26 if earlier else 27).toordinal()
    regions = sorted(viewed().dataset.regions)
    whole = {"first": day, "last": day, "unsure": earlier, "regions": regions}
    found = [{**one, "regions": sorted(one["regions"])} for one in parts["held"]]
    assert found == ([whole] if held else [])


@pytest.mark.parametrize("query", ["", "&compare=region:andina"])
def test_several_regions_never_get_the_sentence_of_the_whole(query: str) -> None:
    parts = stage_parts(viewed(f"region=guajira&region=oriente{query}"))
    assert "445" in parts["figures"]
    assert OF_THE_WHOLE not in parts["figures"] + parts["compare"]


def test_a_region_that_was_not_reported_is_not_zero() -> None:
    one, other = line(
        viewed("region=oriente&compare=region:narino"),
        "Counted by region, as of 26 Feb (uncertain)",
    )
    assert (other["value"], other["missing"], "radius" in other) == ("not reported", True, False)
    assert one["radius"] > 0


def test_a_story_too_large_for_the_browser_is_filtered_by_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ctx = viewed("category=politics")
    kept = {event.id for event in ctx.selection.events}
    other = next(event for event in ctx.dataset.events if event not in kept)
    assert other in paint(stage_scene("timeline", ctx, 900, 560))
    assert "category" not in stage_data(ctx)["addresses"]["timeline"]
    monkeypatch.setattr(filters, "MOST_INDEXED", 10)
    drawn = paint(stage_scene("timeline", ctx, 900, 560))
    assert all(event in drawn for event in kept)
    assert other not in drawn
    assert "category=politics" in stage_data(ctx)["addresses"]["timeline"]
    sent = stage_index(ctx)
    assert (sent["browser"], sent["events"]) == (False, [])
