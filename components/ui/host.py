"""Which story a server serves: this project's, or one that a setting names.

``STORY_DATA=/path/to/folder-or.zip streamlit run app.py`` serves a Data Package of the same shape,
or a table of events, in place of ``data/``. It is read once, before anything starts.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Final

from components.domain.intake import Intake, read_folder
from components.domain.package import DEFAULT_DATA, load_dataset
from components.domain.package_files import DataError
from components.i18n import i18n_for
from components.i18n.intake import say

SETTING: Final = "STORY_DATA"


@lru_cache(maxsize=1)
def host_intake() -> Intake | None:
    """The story that the setting names, read; ``None`` where it names none.

    Raises:
        OSError: when there is nothing to read where it points.
    """
    named = os.environ.get(SETTING, "").strip()
    return read_folder(Path(named)) if named else None


def refusal() -> str:
    """Why the server must not start, line by line; empty where nothing is wrong."""
    named = os.environ.get(SETTING, "").strip()
    try:
        intake = host_intake()
    except OSError as error:
        return f"{SETTING}={named}: {error.strerror or error}."
    if intake is None:
        try:
            load_dataset(DEFAULT_DATA)
        except DataError as error:
            return str(error)
        return ""
    # A visitor can mend nothing here, so a row that is left out stops the start.
    found = intake.of_level("stop", "refused")
    lines = [say(problem, i18n_for("en")).line for problem in found]
    if intake.dataset is None and not lines:
        lines = ["there is no event and no claim in it."]
    return "\n".join([f"{SETTING}={named}:", *lines]) if lines else ""
