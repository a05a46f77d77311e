"""Stories of a city and of centuries in a browser: accessible, on their own server alone."""

import pytest
from playwright.sync_api import expect

from tests.support.browse import Record, violations, visit
from tests.support.stories.foreign import FOLDER


@pytest.mark.parametrize(
    ("name", "event", "theme"), [("city", "ev-blast", "light"), ("centuries", "ev-dug", "dark")]
)
def test_pages_of_a_companion_story_are_sound(tab, hosted, name, event, theme):
    base = hosted(FOLDER / name)
    page = tab(color_scheme=theme)
    page.set_viewport_size({"width": 1440, "height": 900})
    record = Record(page, base)
    for slug in ("", "timeline", "method"):
        visit(page, base, slug, {"event": event} if slug != "method" else {})
        assert violations(page) == [], slug
        if not slug:
            # A story without places is drawn without a map.
            expect(page.locator(".stage [data-part=timeline] svg")).to_have_count(1)
            expect(page.locator(".stage section.map")).to_be_visible(visible=name == "city")
            expect(page.locator(".page-head nav a", has_text="Map")).to_have_count(
                int(name == "city")
            )
            expect(page.locator(".own-banner")).to_have_count(0)
    assert event in page.request.get(f"{base}/api/events.csv").text()
    visit(page, base, "present", {"step": "2"})
    expect(page.locator(".scene .set svg").first).to_be_visible()
    picture = page.locator(".scene .event-picture img")
    expect(picture).to_have_count(1 if name == "city" else 0)
    if name == "city":
        expect(picture).to_have_js_property("naturalWidth", 480)
        box, scene = picture.bounding_box(), page.locator(".scene .left").bounding_box()
        assert box["y"] + box["height"] <= scene["y"] + scene["height"]
        expect(page.locator(".scene figcaption")).to_have_text(
            "Picture: Drawn for this example (CC0 1.0)"
        )
    assert violations(page) == []
    record.assert_own()
