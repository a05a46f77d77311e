"""Files that other tools publish, opened as they are: nothing is asked, what is left is said."""

from __future__ import annotations

from pathlib import Path

from components.intake import ImportResult
from components.intake.read import read_together

PUBLISHED = Path(__file__).parents[2] / "support" / "published"


def opened(name: str) -> ImportResult:
    intake = read_together([(name, (PUBLISHED / name).read_bytes())])
    assert intake.dataset is not None, intake.problems
    assert intake.layout is not None
    assert not intake.layout.doubts
    return intake


def test_the_sample_of_timelinejs_opens_but_for_its_title() -> None:
    intake = opened("timelinejs.csv")
    assert (intake.read, intake.accepted, intake.refused) == (11, 10, 0)
    # The slide of the title has no date: it is listed.
    (title,) = intake.undated
    assert title.title == "Women in Computing"
    events = {event.title: event for event in intake.dataset.events.values()}
    assert events["Ada Lovelace"].date == "1815-12-10/1852-11-27"
    assert events["...And the women who made it work"].date == "1943-07/1946"
    assert not any("<" in event.summary for event in events.values())
    # A medium that is a quotation is no address, and nobody need mend it.
    assert [p.code for p in intake.of_level("stop", "refused", "part")] == []
    (left,) = (p for p in intake.of_level("note") if p.code == "address_markup")
    assert left.value.startswith("<blockquote>")


def test_an_events_file_of_gdelt_opens_without_a_header() -> None:
    intake = opened("gdelt.export.CSV")
    assert (intake.read, intake.accepted) == (4, 4)
    assert [(e.date, e.title) for e in intake.dataset.events.values()][-1] == (
        "2017-06-01", "MALI – fights – CHAD"
    )  # fmt: skip
    assert not intake.of_level("stop", "refused", "undated", "part")
    places = {place.name for place in intake.dataset.places.values()}
    assert "Kidal, Kidal, Mali" in places
    assert all(source.URL for source in intake.dataset.sources.values())
