"""Where the labels of the totals go: beside their marks, clear of every mark and of each other.

Everything is reckoned in pixels for the narrowest panel. A wider panel moves the marks apart but
not the texts, so two labels that keep the order of their marks can only gain room: what is clear
on a phone is clear on a screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from textwrap import wrap
from typing import Final

VALUE_PX: Final = 12
NAME_PX: Final = 11
VALUE_CHARACTER_PX: Final = 6.3
NAME_CHARACTER_PX: Final = 5.5
VALUE_LINE_PX: Final = 16
NAME_LINE_PX: Final = 15.6
BESIDE_PX: Final = 13
GAP_PX: Final = 2
APART_PX: Final = 4
# How far a label may slide up or down beside its mark, nearest first.
SLIDES: Final = (0, 8, -8, 15, -15, 22, -22)
# Farther off, above or below, a thin line leads from the mark to its label.
LEADERS: Final = (14, 26, 38, 50, 64, 80, 98, 118, 140, 164, 190)
# Where no place is wide enough, the name is broken into lines of this many characters.
SLIM_CHARACTERS: Final = 12
SLIMMER_CHARACTERS: Final = 9
BEAM_WIDTH: Final = 80
MOST_ROUNDS: Final = 6
DROPPED_COST: Final = 1000


@dataclass(frozen=True)
class LabelBox:
    """A rectangle in pixels that stays with the point of time ``anchor``.

    One that is ``thin`` is the line of a date: a leader may cross it, a text may not.
    """

    anchor: float
    left: float
    right: float
    bottom: float
    top: float
    thin: bool = False

    def clear_of(self, other: LabelBox) -> bool:
        """Whether the two never touch, however wide the panel grows."""
        if self.bottom >= other.top or other.bottom >= self.top:
            return True
        if self.right + APART_PX <= other.left:
            return self.anchor <= other.anchor
        if other.right + APART_PX <= self.left:
            return other.anchor <= self.anchor
        return False


@dataclass(frozen=True)
class Label:
    """The words of one mark, and the room the mark itself takes above and below its middle."""

    id: str
    value: str
    name: tuple[str, ...]
    x: float
    y: float
    up: float
    down: float

    @property
    def width(self) -> float:
        """The longest line, estimated."""
        return max(
            [len(self.value) * VALUE_CHARACTER_PX, *(len(n) * NAME_CHARACTER_PX for n in self.name)]
        )

    @property
    def height(self) -> float:
        """All lines."""
        return VALUE_LINE_PX + NAME_LINE_PX * len(self.name)


@dataclass(frozen=True)
class PlacedLabel:
    """A label with its box; ``side`` is the way the text is anchored.

    ``leader`` is the line from the mark to a label that is not beside it.
    """

    label: Label
    side: str
    box: LabelBox
    leader: LabelBox | None = None

    def clear_of(self, other: LabelBox) -> bool:
        """Whether neither the text nor its line touches a box."""
        crosses = self.leader is not None and not other.thin and not self.leader.clear_of(other)
        return self.box.clear_of(other) and not crosses

    def clear_of_label(self, other: PlacedLabel) -> bool:
        """Whether two labels and their lines keep clear of each other."""
        return self.clear_of(other.box) and (not other.leader or self.clear_of(other.leader))


def _box(label: Label, side: str, slide: float) -> LabelBox:
    width, height = label.width, label.height
    middle = label.y + slide
    if side == "right":
        left = label.x + BESIDE_PX
    elif side == "left":
        left = label.x - BESIDE_PX - width
    else:
        left = label.x - width / 2
    if side == "above":
        middle = label.y + label.up + GAP_PX + height / 2
    elif side == "below":
        middle = label.y - label.down - GAP_PX - height / 2
    return LabelBox(label.x, left, left + width, middle - height / 2, middle + height / 2)


def _led(label: Label, upward: bool, away: float, side: str) -> PlacedLabel:
    """A label some way above or below its mark, its edge at the line that leads to it."""
    edge = label.y + label.up + GAP_PX if upward else label.y - label.down - GAP_PX
    far = edge + away if upward else edge - away
    leader = LabelBox(label.x, label.x - 1, label.x + 1, min(edge, far), max(edge, far))
    left = label.x - 3 if side == "right" else label.x + 3 - label.width
    bottom = far if upward else far - label.height
    box = LabelBox(label.x, left, left + label.width, bottom, bottom + label.height)
    return PlacedLabel(label, side, box, leader)


def _candidates(label: Label) -> Iterator[tuple[int, PlacedLabel]]:
    for rank, slide in enumerate(SLIDES):
        for extra, side in enumerate(("right", "left")):
            yield 2 * rank + extra, PlacedLabel(label, side, _box(label, side, slide))
    for side in ("above", "below"):
        yield 3, PlacedLabel(label, side, _box(label, side, 0))
    for rank, away in enumerate(LEADERS):
        for upward in (False, True):
            for side in ("right", "left"):
                yield 16 + 2 * rank, _led(label, upward, away, side)


def _slim(label: Label) -> Label:
    """The same label with its name in shorter lines."""
    return replace(
        label, name=tuple(wrap(" ".join(label.name), SLIM_CHARACTERS, break_long_words=False))
    )


def _possible(
    label: Label, obstacles: Sequence[LabelBox], area: LabelBox
) -> list[tuple[int, PlacedLabel]]:
    """The places inside the panel that touch no mark; beside its own mark a label may stand."""
    slim = _slim(label)
    tried = list(_candidates(label))
    if slim != label:
        tried += [(cost + SLIMMER_CHARACTERS, placed) for cost, placed in _candidates(slim)]
    return [
        (cost, placed)
        for cost, placed in tried
        if placed.box.left >= area.left
        and placed.box.right <= area.right
        and placed.box.bottom >= area.bottom
        and placed.box.top <= area.top
        and all(placed.clear_of(box) for box in obstacles)
    ]


def _beam(
    labels: Sequence[Label], choices: dict[str, list[tuple[int, PlacedLabel]]]
) -> tuple[int, tuple[PlacedLabel, ...]]:
    """Place the labels in the order given: as many as possible, then the nearest places."""
    states: list[tuple[int, tuple[PlacedLabel, ...]]] = [(0, ())]
    for label in labels:
        found: list[tuple[int, tuple[PlacedLabel, ...]]] = []
        for cost, kept in states:
            found.append((cost + DROPPED_COST, kept))
            found.extend(
                (cost + extra, (*kept, option))
                for extra, option in choices[label.id]
                if all(option.clear_of_label(other) for other in kept)
            )
        states = sorted(found, key=lambda state: state[0])[:BEAM_WIDTH]
    return states[0]


@lru_cache(maxsize=256)
def place(
    labels: tuple[Label, ...], obstacles: tuple[LabelBox, ...], area: LabelBox
) -> tuple[PlacedLabel, ...]:
    """Give each label the nearest place that is free; one that fits nowhere is left out.

    Labels with the fewest places choose first; whoever is left without one moves to the front and
    the search begins again. The same input always gives the same picture.
    """
    choices = {label.id: _possible(label, obstacles, area) for label in labels}
    order = sorted(labels, key=lambda label: len(choices[label.id]))
    best = _beam(order, choices)
    for _ in range(MOST_ROUNDS):
        placed = {item.label.id for item in best[1]}
        left_out = [label for label in order if label.id not in placed and choices[label.id]]
        if not left_out:
            break
        order = [*left_out, *(label for label in order if label not in left_out)]
        best = min(best, _beam(order, choices), key=lambda state: state[0])
    return best[1]
