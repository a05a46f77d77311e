"""A corrected story is shown corrected to readers who had opened it before."""

from pathlib import Path

import pytest

from components.loading.served_story import DATA_SETTING, public_story
from tests.support.server import Answer, ask, running_server
from tests.support.stories.foreign import serving
from tests.support.stories.uploads import GOOD, HEADER, table

KEPT = "public, immutable, max-age=31536000"


def ask_for_list(story: Path, mark: str) -> Answer:
    """Ask a server that has just started for a drawing by the address that a page had for it."""
    with running_server(env={DATA_SETTING: str(story)}) as base:
        return ask(f"{base}/stage/list.svg?lang=en&mode=light&story={mark}&w=400&h=0")


@pytest.mark.slow
def test_story_that_was_corrected_has_other_addresses_after_a_restart(tmp_path: Path) -> None:
    """With one address for both, a browser showed what it had kept for a year."""
    path = tmp_path / "story.csv"
    path.write_bytes(table(HEADER, [GOOD]))
    with serving(path):
        mark = public_story().mark
    before = ask_for_list(path, mark)
    path.write_bytes(table(HEADER, [(GOOD[0], "A corrected row", *GOOD[2:])]))

    after = ask_for_list(path, mark)

    assert before.headers["cache-control"] == KEPT
    assert after.headers["cache-control"] == "no-store"
    assert "corrected" in after.text.replace("</tspan>", "")
    assert "corrected" not in before.text
