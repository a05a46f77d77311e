"""The titles of timeline and map: what stands out in a view, and what must not be said of it."""

from dataclasses import replace
from datetime import date

import pytest

from components.presentation.chart_data import (
    chart_window,
    format_bin_days,
    map_finding,
    timeline_finding,
)
from components.query.filters import Filters
from components.query.view import View
from components.story.bins import Bin
from components.story.models import Region
from tests.support.stories.small import claim, event, place, small_dataset
from tests.support.stories.small_views import (
    add_citations,
    add_claims,
    build_context,
    cite,
    dated_dataset,
    set_events,
    set_presentation,
)

IN_ORDER = "The events in order of date"
LATER_MONTHS = ("2019-03-01", "2019-04-01", "2019-05-01")


def february(count):
    return [f"2019-02-{day:02}" for day in range(1, count + 1)]


@pytest.mark.parametrize(
    ("dates", "finding"),
    [
        ([*february(3), *LATER_MONTHS], "3 of 6 events fall in February 2019"),
        ([*february(2), *LATER_MONTHS, "2019-06-01"], IN_ORDER),
        ([*february(3), "2019-03-01"], IN_ORDER),
        (february(9), IN_ORDER),
    ],
    ids=["three, twice the average", "two events", "less than twice the average", "one month"],
)
def test_a_month_is_named_where_it_has_three_events_and_twice_the_average(dates, finding):
    ctx = build_context(dated_dataset(*dates))
    assert timeline_finding(ctx.facts, ctx.i18n) == finding


def test_of_two_months_alike_the_later_one_is_named():
    april = [f"2019-04-{day:02}" for day in range(1, 5)]
    singles = [f"2019-{month:02}-01" for month in (5, 6, 7, 8)]
    dataset = dated_dataset(*february(4), *april, *singles)
    ctx = build_context(dataset)
    assert timeline_finding(ctx.facts, ctx.i18n) == "4 of 12 events fall in April 2019"


@pytest.mark.parametrize(
    "doubtful", ["2019-02~", "2019-02-27/2019-03-02"], ids=["approximate", "across two months"]
)
def test_what_only_may_fall_in_the_month_is_counted_apart(doubtful):
    dataset = dated_dataset(*february(4), doubtful, *LATER_MONTHS)
    ctx = build_context(dataset)
    assert timeline_finding(ctx.facts, ctx.i18n) == ("At least 4 of 8 events fall in February 2019")


@pytest.mark.parametrize(
    ("last_day", "finding"),
    [
        # 1,000 days after the first, and 1,001.
        ("2020-09-27", "6 of 8 events fall in January 2018"),
        ("2020-09-28", "6 of 8 events fall in 2018"),
    ],
    ids=["a thousand days", "more"],
)
def test_of_more_than_a_thousand_days_the_busiest_year_is_named(last_day, finding):
    january = [f"2018-01-{day:02}" for day in range(1, 7)]
    dataset = dated_dataset(*january, "2019-05-01", last_day)
    ctx = build_context(dataset)
    assert timeline_finding(ctx.facts, ctx.i18n) == finding


PEAK = {"peak": {"from": "2019-02-01", "to": "2019-02-10"}}


@pytest.mark.parametrize(
    ("filters", "finding"),
    [
        (Filters(), "At least 3 of 5 events fall between 1 and 10 February"),
        (
            Filters(start=date(2019, 2, 2), end=date(2019, 2, 3)),
            "3 events, 2 of them certainly in these dates",
        ),
        (Filters(start=date(2019, 2, 3), end=date(2019, 2, 28)),
         "At least 1 of 2 events falls between 3 and 10 February"),
        (Filters(start=date(2019, 3, 1)), IN_ORDER),
    ],
    ids=["no filter", "days within the peak", "its end", "beyond it"],
)  # fmt: skip
def test_a_peak_is_what_the_filters_allow_of_it(filters, finding):
    dataset = set_presentation(dated_dataset(*february(3), "2019-02~", "2019-04-01"), **PEAK)
    ctx = build_context(dataset, filters=filters)
    assert timeline_finding(ctx.facts, ctx.i18n) == finding


SMALL = small_dataset()
COUNTED = add_claims(
    SMALL,
    claim("south", 152, "2019-02-27", region_id="guajira"),
    claim("south-before", 20, "2019-02-26", region_id="guajira"),
)


def change(dataset, claim_id, **fields):
    changed = dataset.claims[claim_id].model_copy(update=fields)
    return replace(dataset, claims=dataset.claims | {claim_id: changed})


NOBODY = {"value_low": 0, "value_high": 0}
DOCUMENTS = {"documents_only": True}


@pytest.mark.parametrize(
    ("dataset", "filters", "finding"),
    [
        pytest.param(COUNTED, {}, "73% of the 567 counted were counted in Oriente", id="share"),
        pytest.param(
            COUNTED, {"regions": ("oriente",)}, "415 of 567 people counted in Oriente", id="region"
        ),
        pytest.param(
            COUNTED,
            {"regions": ("guajira", "oriente")},
            "567 of 567 people counted in these regions",
            id="regions",
        ),
        pytest.param(
            SMALL, {"regions": ("guajira",)}, "No source gives a count for Guajira", id="silent"
        ),
        pytest.param(
            COUNTED,
            {"start": date(2019, 3, 1)},
            "The counts by region are of 27 Feb, outside these filters",
            id="other days",
        ),
        pytest.param(
            change(COUNTED, "cl-south", qualifier="about"),
            {},
            "2 counts by region, by Office",
            id="not to be added",
        ),
        pytest.param(
            change(change(COUNTED, "cl-south", **NOBODY), "cl-north", **NOBODY),
            {},
            "Nobody was counted in any region",
            id="nobody",
        ),
        # Of a sum of which a part is hidden no share may be given.
        pytest.param(
            COUNTED,
            DOCUMENTS,
            "415 people counted in Oriente, the most in the regions that your filters leave",
            id="a count is hidden",
        ),
        pytest.param(
            COUNTED,
            DOCUMENTS | {"regions": ("oriente",)},
            "415 people counted in Oriente",
            id="another region is hidden",
        ),
        pytest.param(
            COUNTED,
            DOCUMENTS | {"regions": ("guajira",)},
            "The counts by region are left out by your filters",
            id="the region is hidden",
        ),
    ],
)
def test_the_title_of_the_counts_says_no_more_than_they_allow(dataset, filters, finding):
    ctx = build_context(dataset, filters=Filters(**filters))
    assert map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts) == finding


SHARE = "73% of the 567 counted were counted in Oriente"


@pytest.mark.parametrize(
    ("dataset", "filters", "finding"),
    [
        pytest.param(
            COUNTED, {}, "Counted by region: 348 on 26 February, 567 on 27 February", id="two days"
        ),
        pytest.param(
            COUNTED,
            {"regions": ("oriente",)},
            "Counted by region: 328 on 26 February, 415 on 27 February",
            id="a region",
        ),
        pytest.param(
            change(change(COUNTED, "cl-south-before", as_of="2019-01"),
                   "cl-north-before", as_of="2019-01"),
            {},
            "Counted by region: 348 (January), 567 (27 February)",
            id="a month",
        ),
        # Two sums that are not alike are not set beside each other.
        pytest.param(change(COUNTED, "cl-south-before", qualifier="about"), {}, SHARE, id="about"),
        pytest.param(
            change(change(COUNTED, "cl-south-before", population="relatives"),
                   "cl-north-before", population="relatives"),
            {},
            SHARE,
            id="other people",
        ),
        pytest.param(
            COUNTED,
            DOCUMENTS,
            "415 people counted in Oriente, the most in the regions that your filters leave",
            id="a day is hidden",
        ),
        pytest.param(
            add_citations(COUNTED, cite("cl-north-before", "doc-b")),
            DOCUMENTS,
            "415 people counted in Oriente, the most in the regions that your filters leave",
            id="a count of each day is hidden",
        ),
    ],
)  # fmt: skip
def test_a_change_is_told_of_two_sums_that_can_be_compared_alone(dataset, filters, finding):
    ctx = build_context(dataset, filters=Filters(**filters), counts="change")
    assert map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts) == finding


def test_a_change_without_a_count_of_the_earlier_day_is_no_change():
    dataset = add_claims(SMALL, claim("south", 152, "2019-02-27", region_id="guajira"))
    ctx = build_context(dataset, filters=Filters(regions=("guajira",)), counts="change")
    assert (
        map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts)
        == "152 of 567 people counted in Guajira"
    )


def at_places(**events_by_place):
    """Events without counts, so many at each place."""
    dataset = replace(SMALL, places={key: place(key, None) for key in events_by_place})
    events = [
        event(f"{key}-{number}", "2019-02-01", "border", key)
        for key, count in events_by_place.items()
        for number in range(count)
    ]
    return set_events(dataset, events)


@pytest.mark.parametrize(
    ("events_by_place", "finding"),
    [
        ({"arauca": 2, "cucuta": 1}, "2 of 3 events with a place were in Arauca"),
        ({"arauca": 2, "cucuta": 2}, "2 of 4 events with a place were in Cucuta"),
        ({"arauca": 1, "cucuta": 1}, "Events at 2 places"),
        ({"arauca": 4}, "Events at 1 place"),
        ({"a": 2, **{f"p{number}": 1 for number in range(8)}},
         "2 of 10 events with a place were in A"),
        ({"a": 2, **{f"p{number}": 1 for number in range(9)}}, "Events at 10 places"),
    ],
    ids=["most", "of two alike the later id", "one each", "one place", "a fifth", "fewer"],
)  # fmt: skip
def test_a_place_is_named_with_two_events_and_a_fifth_of_all(events_by_place, finding):
    ctx = build_context(at_places(**events_by_place))
    assert map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts) == finding


@pytest.mark.parametrize(
    ("located", "finding"),
    [
        (0, "Events at 3 places, none of them on the map"),
        (2, "Events at 3 places, 2 of them on the map"),
        (3, "Events at 3 places"),
    ],
)
def test_title_of_a_map_tells_places_without_coordinates_apart(located, finding):
    dataset = at_places(a=1, b=1, c=1)
    places = {}
    for number, (place_id, named_place) in enumerate(dataset.places.items()):
        if number >= located:
            named_place = named_place.model_copy(update={"lat": None, "lon": None})
        places[place_id] = named_place
    ctx = build_context(replace(dataset, places=places))
    title = map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts)
    assert title == finding


def test_a_map_says_where_no_event_has_a_place():
    ctx = build_context(dated_dataset("2019-02-01"))
    assert (
        map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts)
        == "No event under these filters has a place"
    )


SPAN = ("2019-01-21", "2019-04-30")


@pytest.mark.parametrize(
    ("view", "window"),
    [
        # A fiftieth of its days is added at both ends, one day at least.
        (View(), ("2019-01-20", "2019-05-01")),
        (View(zoom="2019-02-01/2019-02-03"), ("2019-02-01", "2019-02-03")),
        (View(filters=Filters(start=date(2019, 3, 1))), ("2019-03-01", "2019-04-30")),
        (View(filters=Filters(end=date(2019, 3, 1))), ("2019-01-21", "2019-03-01")),
        (View(filters=Filters(end=date(2019, 1, 1))), ("2019-01-01", "2019-01-01")),
        (View(zoom="2019-02-01/2019-02-03", filters=Filters(start=date(2019, 3, 1))),
         ("2019-02-01", "2019-02-03")),
    ],
    ids=["all", "zoom", "from a day", "until a day", "before the story", "zoom before filters"],
)  # fmt: skip
def test_the_timeline_has_the_days_of_the_zoom_else_of_the_filters_else_all(view, window):
    assert tuple(map(str, chart_window(SMALL, view))) == window


def test_a_timeline_of_few_days_shows_twenty():
    # Days need names, and a day alone would have none.
    first, last = chart_window(dated_dataset("2019-02-10"), View())
    assert (str(first), str(last)) == ("2019-01-31", "2019-02-20")


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ("2019-01-01", "2019-12-31", "2019"),
        ("2019-02-03", "2019-02-03", "3 February 2019"),
        ("2019-02-01", "2019-02-28", "February 2019"),
    ],
    ids=["year", "day", "month"],
)
def test_the_days_of_a_bar_are_named_as_people_write_them(start, end, text):
    event_bin = Bin("border", date.fromisoformat(start), date.fromisoformat(end), 1)
    assert format_bin_days(event_bin, build_context(SMALL).i18n) == text


def test_regions_without_a_count_are_named_together():
    caribe = Region(id="caribe", name="caribe", name_es="caribe", label="Caribe", label_es="Caribe")
    dataset = replace(SMALL, regions=SMALL.regions | {"caribe": caribe})
    ctx = build_context(dataset, filters=Filters(regions=("guajira", "caribe")))
    assert (
        map_finding(ctx.facts, ctx.i18n, ctx.view.counts, find_facts=ctx.story.facts)
        == "No source gives a count for Caribe and Guajira"
    )
