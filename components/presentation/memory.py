"""What stays in memory for good, and how Python is kept from looking through it."""

from __future__ import annotations

import gc


def set_aside() -> None:
    """Keep Python's collector away from everything that is in memory now.

    The framework has all objects looked through after every run of a page. The libraries and the
    data set are a million of them, a large story several: a sixth of a second, and most of one, in
    which the reader's page waits for its last words. Only objects that refer to each other in a
    circle need the collector; a data set holds no circles, so it is gone with the last that refers
    to it, set aside or not. What was set aside before is looked through once more.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
