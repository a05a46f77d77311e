"""Loads what a worker may need, in the process that workers are forked from.

That process imports this module before it forks the first one; each then begins within
milliseconds, with the story and the libraries in memory.
"""

from __future__ import annotations

import gc
from typing import Final


def _loaded() -> str:
    from components.presentation.stories import data_stamp, refusal, warm
    from components.presentation.work import tasks

    stamp = data_stamp()
    if refusal():
        return "refused"
    warm()
    tasks.rehearse()
    gc.freeze()
    return stamp


#: The stamp of the data that the workers have.
LOADED: Final = _loaded()
