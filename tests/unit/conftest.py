"""Stories that tests in several folders have served."""

from collections.abc import Iterator

import pytest

from components.presentation.stories import LoadedStory, public_story
from tests.support.stories.foreign import PIURA, serving


@pytest.fixture
def flood() -> Iterator[LoadedStory]:
    """A host's own story of another country."""
    with serving(PIURA):
        yield public_story()
