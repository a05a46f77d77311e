"""What each kind of work in a worker process may take, whoever asks for it."""

from __future__ import annotations

from typing import Final

from components.domain.limits import (
    FILE_MEGABYTES,
    FILE_SECONDS,
    LESSON_MEGABYTES,
    LESSON_SECONDS,
    PICTURE_MEGABYTES,
    PICTURE_SECONDS,
    PLAY_SECONDS,
    TABLE_MEGABYTES,
    UPLOAD_MEGABYTES,
    UPLOAD_SECONDS,
)
from components.presentation.work.workers import Budget

FILE_BUDGET: Final = Budget(FILE_SECONDS, FILE_MEGABYTES)
#: Handouts, slides and published pages hold many drawings.
LESSON_BUDGET: Final = Budget(LESSON_SECONDS, LESSON_MEGABYTES)
PICTURE_BUDGET: Final = Budget(PICTURE_SECONDS, PICTURE_MEGABYTES)
PLAY_BUDGET: Final = Budget(PLAY_SECONDS, PICTURE_MEGABYTES)
UPLOAD_BUDGET: Final = Budget(UPLOAD_SECONDS, UPLOAD_MEGABYTES)
TABLE_BUDGET: Final = Budget(UPLOAD_SECONDS, TABLE_MEGABYTES)
