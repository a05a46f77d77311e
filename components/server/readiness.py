"""``/ready``: whether new readers should be sent to this copy of the app.

``/_stcore/health`` says that the process lives. This says that it can answer: not while it is
drained before an update, and not while the table that it shows cannot be asked. Before a copy is
stopped, the file that the setting ``STORY_DRAIN`` names is made, the proxy sends new readers
elsewhere, and nobody arrives in vain.
"""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from components.loading.served_story import check_story
from components.query.engine_errors import StoreError

LOGGER: Final = logging.getLogger(__name__)
#: Names a file; while it exists, this copy takes no new readers.
DRAIN: Final = "STORY_DRAIN"
FRESH: Final = {"cache-control": "no-store"}
#: How long a check counts: proxies ask every few seconds, and several may ask.
CHECK_COUNTS_SECONDS: Final = 2.0
#: How long an answer waits for a check; it then says no. The proxies of ``deploy`` wait for five.
CHECK_SECONDS: Final = 3.0
NO_ANSWER: Final = "the table does not answer in time"
UNREACHABLE: Final = "the table cannot be asked"


class CheckResult(NamedTuple):
    """Why a copy is not ready, empty when it is, and when that was known on the monotonic clock."""

    reason: str
    time: float


class ReadinessCheck:
    """A check in a thread of its own, run once at a time however many ask for it.

    Parameters
    ----------
    check
        Raises a :class:`StoreError` when something that pages need is missing.
    seconds
        How long an answer waits for it.
    """

    def __init__(self, check: Callable[[], None], seconds: float = CHECK_SECONDS) -> None:
        self._check = check
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ready")
        self._latest: Future[CheckResult] | None = None

    async def find_reason(self) -> str:
        """Return why this copy is not ready; empty when it is."""
        pending = self._current_check()
        try:
            async with asyncio.timeout(self._seconds):
                # Shielded: the next one who asks waits for the same check.
                result = await asyncio.shield(asyncio.wrap_future(pending))
        except TimeoutError:
            return NO_ANSWER
        return result.reason

    def _current_check(self) -> Future[CheckResult]:
        """Return the check that is running or still counts, else begin one."""
        latest = self._latest
        if latest and not latest.done():
            return latest
        if latest and time.monotonic() - latest.result().time < CHECK_COUNTS_SECONDS:
            return latest
        self._latest = self._thread.submit(self._run)
        return self._latest

    def _run(self) -> CheckResult:
        reason = ""
        try:
            self._check()
        except StoreError as error:
            LOGGER.warning("not ready: %s", error)
            reason = UNREACHABLE
        except Exception:
            LOGGER.exception("not ready")
            reason = UNREACHABLE
        return CheckResult(reason, time.monotonic())


STORY_CHECK: Final = ReadinessCheck(check_story)


async def answer_ready(_: Request) -> PlainTextResponse:
    """Answer 200 when readers may come, else 503 and why not, in one line."""
    named = os.environ.get(DRAIN, "").strip()
    if named and Path(named).exists():
        return PlainTextResponse("draining\n", 503, FRESH)
    if reason := await STORY_CHECK.find_reason():
        return PlainTextResponse(f"{reason}\n", 503, FRESH)
    return PlainTextResponse("ready\n", headers=FRESH)
