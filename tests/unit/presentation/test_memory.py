"""What stays for good is set aside, so that a run of a page does not wait for the collector."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from components.figures import map as map_figure
from components.presentation import stories
from components.presentation.memory import set_aside


class Knot:
    """Something that refers to itself: only the collector can free it."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_what_a_server_loads_at_its_start_is_set_aside() -> None:
    stories.warm()
    assert gc.get_freeze_count() > 100_000


def test_what_is_no_longer_used_goes_before_the_rest_is_set_aside() -> None:
    knot = Knot()
    gone = weakref.ref(knot)
    set_aside()
    assert gone() is knot
    del knot
    # Set aside as it is, no collection finds it; the next time it is looked through first.
    gc.collect()
    assert gone() is not None
    set_aside()
    assert gone() is None


def test_a_map_does_not_look_for_a_notebooks_widgets() -> None:
    assert map_figure.CompactDeck(layers=[]).to_json()
    assert sys.modules["pydeck.widget"] is None
