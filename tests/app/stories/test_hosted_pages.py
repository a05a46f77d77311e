"""The pages of stories that a setting names: of another country, of several years, companions."""

import re
from itertools import cycle

from streamlit.testing.v1 import AppTest

from tests.support.apptest import assert_sound, bodies, component_data, line_of, lists_of, page_at
from tests.support.cases import LANGUAGES, SLUGS, for_each
from tests.support.stories.foreign import FOLDER, HARBOUR, PIURA, serving


def everything_sent(at: AppTest) -> list[str]:
    """All that a page sends to the browser, element by element, without what numbers its parts."""
    sent = []
    for node in at.main:
        proto = getattr(node, "proto", None)
        if proto is not None:
            sent.append(str(proto))
    components = [c.proto for c in at.get("bidi_component")]
    sent += [f"{proto.component_name}: {proto.json}" for proto in components]
    return [re.sub(r"\b[0-9a-f]{32,64}\b", "", text) for text in sent] + bodies(at)


def test_a_story_without_regions_has_no_filter_of_them() -> None:
    with serving(PIURA):
        at = page_at("map", {"lang": "es", "region": "north"})
        timeline = component_data(page_at("timeline", {"lang": "es"}), "timeline_page")
    for line in (line_of(at), timeline):
        assert "region" not in lists_of(line)
        assert "category" in lists_of(line)


def test_a_story_of_several_years_and_one_language_has_its_pages() -> None:
    """Its regions are called zones; no date of it stands without its year."""
    views = ({}, {"region": "north"}, {"event": "ev-fire"})
    asked = zip(SLUGS, cycle(LANGUAGES), cycle(views), strict=False)
    with serving(HARBOUR):
        pages = {slug: page_at(slug, params | {"lang": lang}) for slug, lang, params in asked}
    for slug, at in pages.items():
        assert_sound(at)
        said = " ".join(re.sub(r"<[^>]+>", " ", body) for body in everything_sent(at))
        bare = r".{40}\b\d{1,2} (?:de )?(?:Aug|ago|Nov|nov)[a-z]*\b(?! (?:de )?20| –|\)).{20}"
        assert re.findall(bare, said) == [], slug
        assert "{zone" not in said


@for_each("name, view", [("city", {"event": "ev-blast"}), ("centuries", {"event": "ev-dug"})])
def test_every_page_of_the_companions_is_drawn_in_the_app(name: str, view: dict[str, str]) -> None:
    """Those that a story has nothing for say so; the others are sound in either language."""
    asked = zip(SLUGS, cycle(LANGUAGES), strict=False)
    with serving(FOLDER / name):
        pages = {slug: page_at(slug, view | {"lang": lang}) for slug, lang in asked}
    for slug, at in pages.items():
        assert_sound(at)
        said = " ".join(everything_sent(at))
        assert "Cúcuta" not in said, slug
    shown = " ".join(everything_sent(pages["timeline"]))
    assert ("data:image/png;base64," in shown) == (name == "city")
