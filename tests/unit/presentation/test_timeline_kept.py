"""The live timeline: its names are laid out once for a view, and none is shortened for nothing."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

from components.figures.drawing.timeline.packing import LanePacker
from components.figures.timeline.fits import WIDTHS
from components.i18n import i18n_for
from components.presentation.charts import timeline
from components.presentation.context import Context, read_address, story_words
from components.presentation.stories import loaded_story, public_story

CHOSEN = "event=ev-2019-02-23-aid-blocked"


def view_of(query: str, language: str = "en") -> Context:
    public = public_story()
    story = loaded_story(public.intake, "kept")
    assert story
    view = read_address(parse_qs(query))[1]
    return Context(story, view, (), story_words(story, i18n_for(language)), "light", "timeline")


def test_a_view_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    made = timeline.timelines
    monkeypatch.setattr(timeline, "timelines", lambda *a, **k: drawn.append(1) or made(*a, **k))
    ctx = view_of("category=politics")
    first = timeline.timeline_figures(ctx)
    assert timeline.timeline_figures(ctx) is first
    assert drawn == [1]


@pytest.mark.parametrize(
    "query", ["", "category=politics", "zoom=february", CHOSEN, "from=2019-02-20&to=2019-03-01"]
)
def test_what_is_kept_is_the_view(query: str) -> None:
    """Views that differ in anything that is drawn do not get each other's chart."""
    story = view_of("").story
    others = [view_of(q) for q in ("", "category=politics", "region=oriente", CHOSEN)]
    for other in others:
        timeline.timeline_figures(Context(story, other.view, (), other.i18n, "light", "timeline"))
    asked = view_of(query)
    kept = Context(story, asked.view, (), asked.i18n, "light", "timeline")
    assert timeline.timeline_figures(kept) == timeline.timeline_figures(asked)
    dark = Context(story, asked.view, (), asked.i18n, "dark", "timeline")
    spanish = view_of(query, "es").i18n
    assert timeline.timeline_figures(dark) != timeline.timeline_figures(kept)
    there = Context(story, asked.view, (), spanish, "light", "timeline")
    assert timeline.timeline_figures(there) != timeline.timeline_figures(kept)


@pytest.mark.parametrize("language", ["en", "es"])
def test_where_every_title_has_room_none_is_shortened(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    widths = []
    shortened = LanePacker._shortened

    def counted(self, *args):
        widths.append(self.scale.width)
        return shortened(self, *args)

    monkeypatch.setattr(LanePacker, "_shortened", counted)
    chart, fits = timeline.timeline_figures(view_of("", language))
    assert set(widths) <= {WIDTHS[0]}
    labels = next(t for t in json.loads(chart)["data"] if t.get("name") == "labels")
    assert not any("…" in text for text in labels["text"])
    assert [width for width, _ in fits] == list(WIDTHS)
