"""The drawings of a lesson for handout and slides, in its own language and on the light ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from components.drawing.key import (
    KeyItem,
    count_key,
    key_scene,
    kind_key,
    limit_key,
    map_key,
    timeline_key,
)
from components.drawing.map import LEGEND
from components.drawing.scene import Scene
from components.i18n import I18n, i18n_for
from components.i18n.labels import map_key_words, people_legend, timeline_key_words
from components.lesson.drawings import (
    Drawing,
    Part,
    Shown,
    counts_said,
    draw_part,
    timeline_said,
    whole,
)
from components.lesson.told import language_of
from components.presentation.context import Context, story_words
from components.presentation.findings import count_words
from components.presentation.scenes import draw_map, draw_timeline, map_palette
from components.presentation.stories import LoadedStory
from components.query.region_counts import counts_by_day, largest_count
from components.query.view import View
from components.story.lesson import StepView, Story

#: How much larger than labels of 14 points the type of a slide's drawing may be.
LARGER = (1.6, 1.45, 1.3, 1.15, 1.0)
#: So many places of a whole story are said in words.
NAMED_PLACES = 14


#: Told how much of a file is done, from 0 to 1.
Progress = Callable[[float], None]


def no_progress(_: float) -> None:
    """A progress callback that does nothing."""


def _signs(scenes: Iterable[Scene]) -> frozenset[str]:
    return frozenset[str]().union(*(scene.signs() for scene in scenes))


@dataclass(frozen=True)
class PaperDrawings:
    """Makes the drawings that handout and slides ask for."""

    ctx: Context

    def parts(self, view: StepView) -> tuple[Part, ...]:
        """What is drawn for a step; the first is the larger."""
        return Shown(view, self.ctx.story).parts()

    def step(self, part: Part, view: StepView, width: float, height: float) -> Drawing:
        """One drawing of a step, in pixels, in the largest type in which all of it has room."""
        sizes = (1.0,) if part == "map" else LARGER
        for size in sizes:
            made = draw_part(part, view, self.ctx, width, height, scale=size)
            if made.whole:
                break
        return made

    def map(self, width: float, height: float) -> Drawing:
        """The latest counts by region, else the places of the events."""
        drawn = draw_map(self.ctx, width, height)
        return Drawing(drawn, self._map_words(), self.ctx.i18n.t("Map"))

    def timeline(self, width: float, height: float) -> Drawing:
        """Every event of the story's days."""
        ctx = self.ctx
        drawn = draw_timeline(ctx, width, height, window=ctx.dataset.period)
        span, events = ctx.i18n.t("the days of the story"), ctx.dataset.events.values()
        words = timeline_said(span, events, ctx.i18n, "long")
        return Drawing(drawn, words, ctx.i18n.t("Timeline"))

    def keys(self, drawn: Sequence[Drawing], width: float, larger: float = 1.0) -> list[Drawing]:
        """How to read the maps among some drawings, and how the others: only signs that are drawn.

        The drawings are set so many times ``larger`` than their keys.
        """
        t, muted = self.ctx.i18n.t, self.ctx.palette.muted
        maps, others = self._map_key(drawn, larger), self._mark_key(drawn)
        found = ((maps, t("How to read the map")), (others, t("How to read the marks")))
        return [
            Drawing(key_scene(items, width, muted, name), name, name)
            for items, name in found
            if items
        ]

    def _map_key(self, drawn: Sequence[Drawing], larger: float) -> list[KeyItem]:
        ctx = self.ctx
        maps = [one.scene for one in drawn if not one.scene.is_a("timeline")]
        # Every map of a lesson has one scale.
        unit = max((scene.unit for scene in maps if scene.ids("count")), default=1.0) * larger
        legend, words = people_legend(LEGEND, ctx.i18n), map_key_words(ctx.i18n)
        largest = largest_count(ctx.dataset)
        return map_key(map_palette(ctx.mode), legend, largest, unit, words, _signs(maps))

    def _mark_key(self, drawn: Sequence[Drawing]) -> list[KeyItem]:
        ctx, data = self.ctx, self.ctx.dataset
        days = [one.scene for one in drawn if one.scene.is_a("timeline")]
        items = timeline_key(ctx.palette, timeline_key_words(ctx.i18n), _signs(days))
        if any(scene.is_a("list") for scene in days):
            # A list has no lanes that name the kinds.
            kinds = {data.events[key].category for scene in days for key in scene.ids("event")}
            items += kind_key(ctx.palette, [(k, n) for k, n in ctx.kinds.items() if k in kinds])
        if any(scene.is_a("counted") for scene in days):
            items.append(count_key(ctx.palette, count_words(ctx)))
        if "limit" in _signs(one.scene for one in drawn):
            items.append(limit_key(ctx.palette, ctx.i18n.t("number that is only a limit")))
        return items

    def _map_words(self) -> str:
        i18n, data = self.ctx.i18n, self.ctx.dataset
        days = counts_by_day(data)
        if not days:
            places = dict.fromkeys(e.place_id for e in data.events.values() if e.place_id)
            names = [i18n.of(data.places[p], "name") for p in places][:NAMED_PLACES]
            return i18n.t("Map with {places}.", places=i18n.list(names))
        return counts_said(days[-1], data, i18n)


def paper_drawings(lesson: Story, story: LoadedStory, reader: I18n) -> PaperDrawings:
    """What draws a lesson of a story; a lesson not in the reader's language keeps its own."""
    i18n = story_words(story, i18n_for(language_of(lesson, reader)))
    return PaperDrawings(whole(Context(story, View(), (), i18n, "light", "present")))
