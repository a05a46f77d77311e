"""Ending work that nobody waits for any more.

What takes long asks between its steps whether to go on. What knows the reader registers a check;
in a worker or a test none is registered, and the work goes on.
"""

from collections.abc import Callable
from typing import Final

#: Raises an exception of its own if the reader of this thread's run has gone.
CancelCheck = Callable[[], None]

_cancel_checks: Final[list[CancelCheck]] = []


def register_cancel_check(check: CancelCheck) -> CancelCheck:
    """Decorate a function that :func:`raise_if_cancelled` then calls, in whatever thread."""
    _cancel_checks.append(check)
    return check


def raise_if_cancelled() -> None:
    """End this thread's work, by an exception of the check's, if nobody waits for it."""
    for check in _cancel_checks:
        check()
