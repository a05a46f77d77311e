"""The live timeline: its names are laid out once for a view and a width."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from components.i18n import i18n_for
from components.presentation import scenes
from components.presentation.context import Context, read_address, story_words
from components.presentation.stories import loaded_story, public_story
from tests.support.cases import leading

CHOSEN = "event=ev-2019-02-23-aid-blocked"


def view_of(query: str, language: str = "en") -> Context:
    public = public_story()
    story = loaded_story(public.intake, "kept")
    assert story
    view = read_address(parse_qs(query))[1]
    return Context(story, view, (), story_words(story, i18n_for(language)), "light", "timeline")


def test_a_view_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    made = scenes.timeline_scene
    monkeypatch.setattr(scenes, "timeline_scene", lambda *a, **k: drawn.append(1) or made(*a, **k))
    ctx = view_of("category=politics")
    first = scenes.live_timeline(ctx, 900)
    assert scenes.live_timeline(ctx, 900) is first
    assert drawn == [1]
    assert scenes.live_timeline(ctx, 340) != first


@pytest.mark.parametrize(
    "query",
    leading(["category=politics", CHOSEN, "", "zoom=february", "from=2019-02-20&to=2019-03-01"], 2),
)
def test_what_is_kept_is_the_view(query: str) -> None:
    """Views that differ in anything that is drawn do not get each other's chart."""
    story = view_of("").story
    others = [view_of(q) for q in ("", "category=politics", "region=oriente", CHOSEN)]
    for other in others:
        other_view = Context(story, other.view, (), other.i18n, "light", "timeline")
        scenes.live_timeline(other_view, 900)
    asked = view_of(query)
    kept = Context(story, asked.view, (), asked.i18n, "light", "timeline")
    assert scenes.live_timeline(kept, 900) == scenes.live_timeline(asked, 900)
    dark = Context(story, asked.view, (), asked.i18n, "dark", "timeline")
    spanish = view_of(query, "es").i18n
    assert scenes.live_timeline(dark, 900) != scenes.live_timeline(kept, 900)
    there = Context(story, asked.view, (), spanish, "light", "timeline")
    assert scenes.live_timeline(there, 900) != scenes.live_timeline(kept, 900)
