"""The pages of hosted stories: of another country, of several years, of other kinds."""

import re
from itertools import cycle

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.apptest import assert_sound, bodies, component_data, line_of, lists_of, page_at
from tests.support.cases import LANGUAGES, SLUGS
from tests.support.stories.foreign import FOLDER, HARBOUR, PIURA, serving


def everything_sent(at: AppTest) -> list[str]:
    """All that a page sends to the browser, element by element, without what numbers its parts."""
    sent = []
    for node in at.main:
        proto = getattr(node, "proto", None)
        if proto is not None:
            sent.append(str(proto))
    components = [component.proto for component in at.get("bidi_component")]
    sent += [f"{proto.component_name}: {proto.json}" for proto in components]
    return [re.sub(r"\b[0-9a-f]{32,64}\b", "", text) for text in sent] + bodies(at)


def test_a_story_without_regions_has_no_filter_of_them() -> None:
    with serving(PIURA):
        at = page_at("map", {"lang": "es", "region": "north"})
        timeline = component_data(page_at("timeline", {"lang": "es"}), "timeline_page")
    for line in (line_of(at), timeline):
        assert "region" not in lists_of(line)
        assert "category" in lists_of(line)


#: Stories, and what is asked of one page after the other.
HOSTED = (
    (HARBOUR, ({}, {"region": "north"}, {"event": "ev-fire"})),
    (FOLDER / "city", ({"event": "ev-blast"},)),
    (FOLDER / "centuries", ({"event": "ev-dug"},)),
)
#: A day without its year.
BARE = r".{40}\b\d{1,2} (?:de )?(?:Aug|ago|Nov|nov)[a-z]*\b(?! (?:de )?20| –|\)).{20}"


@pytest.mark.parametrize(("folder", "views"), HOSTED, ids=[folder.name for folder, _ in HOSTED])
def test_every_page_of_a_hosted_story_opens_in_the_app(folder, views) -> None:
    """Those that a story has nothing for say so; the others are sound in either language.

    One is of several years and one language, and calls its regions zones.
    """
    asked = zip(SLUGS, cycle(LANGUAGES), cycle(views), strict=False)
    with serving(folder):
        pages = {slug: page_at(slug, params | {"lang": lang}) for slug, lang, params in asked}
    for slug, at in pages.items():
        assert_sound(at)
        said = " ".join(re.sub(r"<[^>]+>", " ", body) for body in everything_sent(at))
        assert "Cúcuta" not in " ".join(everything_sent(at)), slug
        assert folder != HARBOUR or re.findall(BARE, said) == [], slug
        assert "{zone" not in said
    shown = " ".join(everything_sent(pages["timeline"]))
    assert ("data:image/png;base64," in shown) == (folder.name == "city")
